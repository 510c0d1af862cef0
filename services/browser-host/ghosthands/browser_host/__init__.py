"""The service that owns the browsers: it launches them, reads their pages, acts in them, and presses their buttons.

Hears OpenSession from the queue all hosts share, while a slot is free, and Fence, Observe, RunActions, Advance,
ReleaseStep, SignIn, Submit, CreateAccount, SwitchEngine and CloseSession for its own sessions (`service`). Says what it
saw and did (`domain.ownership`), on the job the session serves. Answers the requests of the browser tools at once
(`tools`), in sessions that serve no job and can send nothing. A command is answered once, whatever is redelivered;
every action is on the log before its effect.

Where to look: `commands`, where a command is carried out, and `tools`, where another program's call is; `sessions`,
where browsers are opened, adopted and closed; `providers`, where they come from; `driving` a tab, the `page` in it and
the `guard` over it; `engines`, where those that work a page switch; `live` for humans; `keeping` what outlives a
browser. `ports` say what all of them share.
"""
