"""VALET's own takeover: the few DevTools calls that VALET makes, carried out as a viewer of a live view.

    VALET ── Page.captureScreenshot, Input.… ──► dialect ──► a viewer's messages ──► browser-host's live view
    VALET ◄── result.data, Page.frameNavigated ◄── stand_in ◄── pictures and states ◄──┘

No browser gets these calls: VALET may do what any viewer may, and it is on the log as a viewer's acts are.
"""
