"""iCIMS: everything stands inside one frame; the success class also carries other messages, so its words decide."""

from ghosthands.browser_host.page.platforms.platform import Platform

PLATFORM = Platform(
    name="icims",
    hosts=r"\.icims\.com/",
    marks=".iCIMS_MainWrapper,#icims_content_iframe,#icims_formFrame,.iCIMS_Forms_Global",
    step="#enterEmailSubmitButton",
    next=".iCIMS_MainWrapper input[type=submit].Primary",
    submit="#quesp_form_submit_i",
    apply="a.iCIMS_ApplyOnlineButton",
)
