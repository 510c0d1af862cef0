"""Workday: an account per tenant, then about six steps; everything is recognised by `data-automation-id`."""

from ghosthands.domain.cascade import CUA, PERSON, Cascade, Level
from ghosthands.domain.engine import EngineName
from ghosthands.platforms.addresses import posting_address
from ghosthands.platforms.platform import ListMarkers, Platform, known_fields


def _ids(*names: str) -> str:
    return ",".join(f"[data-automation-id={name}]" for name in names)


#: the end of a posting's path, and the pages of its form behind it
_REQUISITION = r"[^/]*_([A-Za-z0-9-]+)(?:/apply(?:/\w+)?)?"

_FIELDS = known_fields(
    (r"(?:name--)?legalName--firstName|legalNameSection_firstName", "profile.first_name"),
    (r"(?:name--)?legalName--middleName|legalNameSection_middleName", "profile.middle_name"),
    (r"(?:name--)?legalName--lastName|legalNameSection_lastName", "profile.last_name"),
    (r"(?:name--)?preferredName--firstName", "profile.preferred_name"),
    (r"(?:address--|addressSection_)addressLine1", "profile.address_line1"),
    (r"(?:address--|addressSection_)addressLine2", "profile.address_line2"),
    (r"(?:address--|addressSection_)city", "profile.location.city"),
    (r"(?:address--|addressSection_)postalCode", "profile.location.zip"),
    (r"(?:address--|addressSection_)countryRegion", "profile.location.state"),
    (r"country--country|countryDropdown", "profile.location.country"),
    (r"(?:phoneNumber--)?phone(?:Device)?Type|phone-device-type", "profile.phone_device_type"),
    (r"(?:phoneNumber--)?countryPhoneCode", "profile.phone_country_code"),
    (r"phoneNumber--phoneNumber|phone-number", "profile.phone"),
    (r"phoneNumber--extension", None),
    (r"(?:source--)?source(?:Prompt)?|sourceSection_source", "profile.how_did_you_hear"),
    (r"(?:previousWorker--)?candidateIsPreviousWorker|previousWorker", "profile.previously_employed"),
    (r"linkedinQuestion|socialNetworkAccounts--linkedInAccount", "profile.linkedin_url"),
    (r"(?:personalInfo\w*--)?gender", "profile.eeo.gender"),
    (r"(?:personalInfo\w*--)?ethnicity(?:Dropdown)?", "profile.eeo.race"),
    (r"(?:personalInfo\w*--)?hispanicOrLatino", "profile.eeo.hispanic"),
    (r"(?:personalInfo\w*--)?veteranStatus", "profile.eeo.veteran"),
)

PLATFORM = Platform(
    name="workday",
    examples=(
        "acme.wd5.myworkdayjobs.com/en-US/careers/job/1",
        "acme.wd1.myworkdaysite.com/recruiting/acme/careers/job/1",
    ),
    hosts=r"\.myworkday(?:jobs|site)\.com/",
    marks=_ids(
        "applyFlowPage", "ApplyFlowPage", "progressBar", "jobPostingApplyButton", "adventureButton", "signInContent"
    ),
    next=_ids("bottom-navigation-next-button", "pageFooterNextButton"),
    submit=_ids("pageFooterSubmitButton", "bottom-navigation-submit-button"),
    apply=_ids("adventureButton", "jobPostingApplyButton", "continueButton", "applyManually"),
    lists=ListMarkers(
        box="[data-automation-widget=wd-popup]",
        option=_ids("promptOption"),
        picked=_ids("selectedItem"),
        picks=_ids("selectedItemList"),
        several="[data-automation-id*=multiSelect]",
    ),
    uploaded=_ids("file-upload-successful", "file-upload-item-name"),
    confirmed="[role=dialog] svg.wd-icon-check-circle,[data-automation-id=candidateHomeTaskModal] "
    "svg.wd-accent-circle-checkmark",
    failed=_ids("pageLevelErrorBanner", "errorBanner"),
    fields=_FIELDS,
    honeypots=r"website|beecatcher",
    # heavy shadow DOM and drawn widgets: selectors break, pictures do not
    cascade=Cascade((Level(engine=EngineName.MAGNITUDE, retries=3, seconds=30), CUA, PERSON)),
    # an employer's requisition, whatever the language, site, place and title before it
    postings=(
        posting_address(rf"([\w-]+)\.(wd\d+)\.myworkdayjobs\.com/(?:.+/)?(?:job|details)/(?:.*/)?{_REQUISITION}"),
        posting_address(
            rf"(?=.*/recruiting/([^/]+)/)(?:[\w-]+\.)?(wd\d+)\.myworkdaysite\.com/(?:.+/)?(?:job|details)"
            rf"/(?:.*/)?{_REQUISITION}"
        ),
    ),
    form_pages=frozenset({"apply"}),
    unknown=("step", "typeahead", "refusal"),
)
