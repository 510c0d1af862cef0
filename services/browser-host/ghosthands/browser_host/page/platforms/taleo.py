"""Oracle Taleo: JavaServer Faces with long ids, told by their endings; an account, and every step a page."""

from ghosthands.browser_host.page.platforms.platform import Platform

PLATFORM = Platform(
    name="taleo",
    hosts=r"\.taleo\.net/",
    marks="form#ftlform,form#et-ef,form[id^=editTemplate],#dialogTemplate-dialogForm-login-name1",
    next="[id$=saveContinueCmdBottom],[id$=StatementBeforeAuthentificationContent-ContinueButton]",
    submit="[id$=submitCmdBottom]",
)
