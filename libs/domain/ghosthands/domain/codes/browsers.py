"""Codes of browsers and of the pages they load."""

from __future__ import annotations

from ghosthands.domain.codes.code import Code, Remedy


class StopCode(Code):
    """The reasons for ending an operation on a browser early."""

    CANCELLED = "cancelled", "the operation was told to stop", Remedy.RETRY | Remedy.ENGINE
    INACTIVE = "inactive", "nothing happened on the page for too long", Remedy.RETRY | Remedy.ENGINE
    OVERDUE = "overdue", "the operation took longer than its time limit", Remedy.RETRY


class PageFailure(Code):
    """The reasons for which an address leads to no page."""

    NETWORK_ERROR = (
        "network_error",
        "the page could not be loaded: the site does not answer, or the connection broke",
        Remedy.RETRY,
    )
    CONNECTION_REFUSED = (
        "connection_refused",
        "the site refused the connection: it may be down",
        Remedy.RETRY,
    )
    HOST_NOT_FOUND = "host_not_found", "no site has that name: check the spelling of the address"
    NOT_A_PAGE = "not_a_page", "the address leads to a file, not to a page: give the address of the posting"
    PRIVATE_TARGET = (
        "private_target",
        "the address leads into a private network; for a test site of your own, allow its host",
    )
    BAD_SCHEME = "bad_scheme", "only http and https addresses are allowed"


class BrowserFailure(Code):
    """The reasons for which no browser is available."""

    BROWSER_UNAVAILABLE = "browser_unavailable", "no browser could be started: run `ghosthands doctor`"
    BROWSER_CRASHED = "browser_crashed", "the browser crashed repeatedly", Remedy.RETRY
    LOCAL_NOT_CONFIGURED = (
        "local_not_configured",
        "this browser-host starts no browsers of its own",
    )
    OPERATOR_NOT_CONFIGURED = "operator_not_configured", "this browser-host may not use a user's own browser"
    OPERATOR_NOT_ALLOWED = (
        "operator_not_allowed",
        "your browser's address is not at a port listed in GHOSTHANDS_BROWSER_HOST_OPERATOR_PORTS,"
        " nor on a host listed in GHOSTHANDS_BROWSER_HOST_OPERATOR_HOSTS",
    )
    OPERATOR_UNREACHABLE = (
        "operator_unreachable",
        "your browser could not be reached: start it with --remote-debugging-port and give its --cdp-url",
    )
    ADSPOWER_NOT_CONFIGURED = (
        "adspower_not_configured",
        "AdsPower is not configured: set GHOSTHANDS_BROWSER_HOST_ADSPOWER_URL",
    )
    #: AdsPower's answer decides whether it is temporary: the refusal says which
    ADSPOWER_UNAVAILABLE = (
        "adspower_unavailable",
        "AdsPower did not answer, after several tries: check that it is running, on this machine",
    )
    ADSPOWER_OUTDATED = "adspower_outdated", "this version of AdsPower is too old: update it"
    ADSPOWER_DENIED = (
        "adspower_denied",
        "AdsPower refused the API key: check GHOSTHANDS_BROWSER_HOST_ADSPOWER_API_KEY_FILE",
    )
    ADSPOWER_NO_KERNEL = (
        "adspower_no_kernel",
        "AdsPower lacks the browser that the profile needs: download it in AdsPower, then apply again",
    )
    ADSPOWER_NO_PROFILE = (
        "adspower_no_profile",
        "AdsPower has no profile that may be used: check GHOSTHANDS_BROWSER_HOST_ADSPOWER_PROFILES",
    )
    ADSPOWER_PAID_PLAN = (
        "adspower_paid_plan",
        "your AdsPower plan does not include its Local API: change the plan, or use another browser",
    )
    ADSPOWER_QUOTA = (
        "adspower_quota",
        "AdsPower opens no more profiles today: wait until tomorrow, or use another browser",
    )


class SessionLoss(Code):
    """The reasons for which a session's browser is gone."""

    CRASHED = "crashed", "the browser crashed"
    PAGE_CRASHED = "page_crashed", "the page crashed"
    PAGE_CLOSED = "page_closed", "the page was closed"
    CONNECTION_LOST = "connection_lost", "the connection to the browser broke"
    UNRESPONSIVE = "unresponsive", "the browser did not answer while it was in use"
    UNHEALTHY = "unhealthy", "the browser did not answer a health check"
    HOST_STOPPED = "host_stopped", "its browser-host was stopped"
    HOST_WAS_AWAY = "host_was_away", "its browser-host was away for too long"
    PUT_AWAY = "put_away", "closed because the job waits long for a human; it is reopened where it was when they come"
    SESSION_OVER = "session_over", "the session ended in the meantime"


class SessionEnd(Code):
    """The reasons for closing a browser on purpose."""

    COMPLETED = "completed", "the job is completed"
    FAILED = "failed", "the job has failed"
    CANCELLED = "cancelled", "the job was cancelled"
    TIMED_OUT = "timed_out", "the job's time ran out"
    BACKING_OFF = "backing_off", "the job starts over later, in another browser"
    RUNNING = "running", "the job continues in another browser"
    SUPERSEDED = "superseded", "another session replaced it"
    IDLE = "idle", "nobody used it for too long"
    CLOSED = "closed", "its client closed it"
    ENDED = "ended", "somebody ended it by hand"
