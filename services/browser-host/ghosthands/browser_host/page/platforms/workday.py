"""Workday: an account per tenant, then about six steps; everything is told by `data-automation-id`."""

from ghosthands.browser_host.page.platforms.platform import Platform


def _ids(*names: str) -> str:
    return ",".join(f"[data-automation-id={name}]" for name in names)


PLATFORM = Platform(
    name="workday",
    hosts=r"\.myworkday(?:jobs|site)\.com/",
    marks=_ids("applyFlowPage", "ApplyFlowPage", "progressBar", "jobPostingApplyButton", "adventureButton"),
    next=_ids("bottom-navigation-next-button", "pageFooterNextButton"),
    submit=_ids("pageFooterSubmitButton", "bottom-navigation-submit-button"),
    apply=_ids("adventureButton", "jobPostingApplyButton", "applyManually"),
    uploaded=_ids("file-upload-successful"),
    failed=_ids("pageLevelErrorBanner", "errorBanner"),
)
