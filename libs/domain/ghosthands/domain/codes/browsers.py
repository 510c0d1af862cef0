"""Codes of browsers and of the pages they load."""

from __future__ import annotations

from ghosthands.domain.codes.code import Code, Remedy


class StopCode(Code):
    """The reasons for ending an operation on a browser early."""

    CANCELLED = "cancelled", "it was told to stop", Remedy.RETRY | Remedy.ENGINE
    INACTIVE = "inactive", "nothing moved for too long", Remedy.RETRY | Remedy.ENGINE
    OVERDUE = "overdue", "it took longer than anything may", Remedy.RETRY


class PageFailure(Code):
    """The reasons for which an address leads to no page."""

    NETWORK_ERROR = "network_error", "the page could not be loaded", Remedy.RETRY
    CONNECTION_REFUSED = "connection_refused", "the site refused the connection", Remedy.RETRY
    HOST_NOT_FOUND = "host_not_found", "no site has that name: see whether the address is spelt right"
    NOT_A_PAGE = "not_a_page", "the address leads to a file, not to a page"
    PRIVATE_TARGET = "private_target", "the page leads into a private network"
    BAD_SCHEME = "bad_scheme", "only http and https addresses can be visited"


class BrowserFailure(Code):
    """The reasons for which no browser is available."""

    BROWSER_UNAVAILABLE = "browser_unavailable", "no browser could be started: see `ghosthands doctor`"
    BROWSER_CRASHED = "browser_crashed", "the browser ended again and again", Remedy.RETRY
    LOCAL_NOT_CONFIGURED = "local_not_configured", "this host starts no browsers of its own"
    OPERATOR_NOT_CONFIGURED = "operator_not_configured", "this host works in no user's browser"
    OPERATOR_NOT_ALLOWED = (
        "operator_not_allowed",
        "your browser's address is on no host of GHOSTHANDS_BROWSER_HOST_OPERATOR_HOSTS",
    )
    OPERATOR_UNREACHABLE = (
        "operator_unreachable",
        "your browser was not reached: start it with --remote-debugging-port, give its --cdp-url",
    )
    ADSPOWER_NOT_CONFIGURED = (
        "adspower_not_configured",
        "no AdsPower is configured here: set GHOSTHANDS_BROWSER_HOST_ADSPOWER_URL",
    )
    #: AdsPower's answer decides whether it is temporary: the refusal says which
    ADSPOWER_UNAVAILABLE = (
        "adspower_unavailable",
        "AdsPower did not answer, several times over: is it running, and on this machine?",
    )
    ADSPOWER_OUTDATED = "adspower_outdated", "this AdsPower is too old: update it"
    ADSPOWER_DENIED = (
        "adspower_denied",
        "AdsPower did not let us in: check the API key in GHOSTHANDS_BROWSER_HOST_ADSPOWER_API_KEY_FILE",
    )
    ADSPOWER_NO_KERNEL = (
        "adspower_no_kernel",
        "AdsPower lacks the browser its profile wants: download it in AdsPower, then apply again",
    )
    ADSPOWER_NO_PROFILE = (
        "adspower_no_profile",
        "AdsPower has no profile that may be used: see GHOSTHANDS_BROWSER_HOST_ADSPOWER_PROFILES",
    )
    ADSPOWER_PAID_PLAN = "adspower_paid_plan", "AdsPower's plan does not include its Local API"
    ADSPOWER_QUOTA = "adspower_quota", "AdsPower opens no more profiles today"


class SessionLoss(Code):
    """The reasons for which a session's browser is gone."""

    CRASHED = "crashed", "the browser ended by itself"
    PAGE_CRASHED = "page_crashed", "the page crashed"
    PAGE_CLOSED = "page_closed", "the page was closed"
    CONNECTION_LOST = "connection_lost", "the browser is not reached any more"
    UNRESPONSIVE = "unresponsive", "the browser did not answer while it was worked in"
    UNHEALTHY = "unhealthy", "the browser did not answer when it was looked after"
    HOST_STOPPED = "host_stopped", "the host stopped"
    HOST_WAS_AWAY = "host_was_away", "the host was away for too long"
    PUT_AWAY = "put_away", "a human is waited for, for long: it is reopened where it was when they come"
    SESSION_OVER = "session_over", "the session ended meanwhile"


class SessionEnd(Code):
    """The reasons for closing a browser on purpose."""

    COMPLETED = "completed", "the job is done"
    FAILED = "failed", "the job has failed"
    CANCELLED = "cancelled", "the job was cancelled"
    TIMED_OUT = "timed_out", "the job's time was up"
    BACKING_OFF = "backing_off", "the job starts over later, in another browser"
    RUNNING = "running", "the job goes on in another browser"
    SUPERSEDED = "superseded", "another session serves in its place"
    IDLE = "idle", "nobody needed it for too long"
    CLOSED = "closed", "its client closed it"
    ENDED = "ended", "somebody ended it by hand"
