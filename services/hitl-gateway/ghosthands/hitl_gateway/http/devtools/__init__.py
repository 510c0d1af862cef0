"""VALET's own takeover: the few words of the DevTools protocol that it speaks, understood as a viewer of a live view.

    VALET ── Page.captureScreenshot, Input.… ──► dialect ──► a viewer's messages ──► browser-host's live view
    VALET ◄── result.data, Page.frameNavigated ◄── stand_in ◄── pictures and states ◄──┘

No browser is spoken to here: what VALET may do is what any viewer may, and it is on the log as theirs is.
"""
