"""Workday: an account per tenant, then about six steps; everything is told by `data-automation-id`."""

from ghosthands.browser_host.page.platforms.platform import Platform


def _ids(*names: str) -> str:
    return ",".join(f"[data-automation-id={name}]" for name in names)


PLATFORM = Platform(
    name="workday",
    hosts=r"\.myworkday(?:jobs|site)\.com/",
    marks=_ids(
        "applyFlowPage", "ApplyFlowPage", "progressBar", "jobPostingApplyButton", "adventureButton", "signInContent"
    ),
    next=_ids("bottom-navigation-next-button", "pageFooterNextButton"),
    submit=_ids("pageFooterSubmitButton", "bottom-navigation-submit-button"),
    apply=_ids("adventureButton", "jobPostingApplyButton", "continueButton", "applyManually"),
    uploaded=_ids("file-upload-successful", "file-upload-item-name"),
    confirmed="[role=dialog] svg.wd-icon-check-circle,[data-automation-id=candidateHomeTaskModal] "
    "svg.wd-accent-circle-checkmark",
    failed=_ids("pageLevelErrorBanner", "errorBanner"),
)
