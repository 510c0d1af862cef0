"""Oracle Taleo: JavaServer Faces with long ids, told by their endings."""

from ghosthands.browser_host.page.platforms.platform import Platform

PLATFORM = Platform(
    name="taleo",
    hosts=r"\.taleo\.net/",
    marks="form#ftlform,form#et-ef,form[id^=editTemplate]",
    next="[id$=saveContinueCmdBottom]",
)
