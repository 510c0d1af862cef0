"""ADP Workforce Now: one footer button that leads on and, on the last page, sends."""

from ghosthands.platforms.platform import Platform

PLATFORM = Platform(
    name="adp",
    examples=(
        "workforcenow.adp.com/mascsr/default/mdf/recruitment/recruitment.html",
        "myjobs.adp.com/acme/cx/job-details",
    ),
    hosts=r"(?:^|\.)(?:workforcenow|myjobs|recruiting)\.adp\.com/",
    marks="#vdlContainerFluid,#ja_sv_cw_next_footer_btn,adp-form-group[data-name]",
    next="#ja_sv_cw_next_footer_btn",
    submit="#vdlContainerFluid #submitApplication",
    confirmed="#vdlContainerFluid .success-message-container",
    # the parameter that names a posting is unknown
    unknown=("step", "apply", "typeahead", "refusal", "uploaded", "failed", "fields", "honeypots"),
)
