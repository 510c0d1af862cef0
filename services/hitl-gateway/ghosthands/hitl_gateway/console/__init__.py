"""The console: web pages on which a person sees the jobs, answers for them and stops them.

    access       who a visitor is: an operator, or a guest with the link to one job that waits
    doorkeeper   the checks before every page: our own name, our own origin, headers, the visitor
    news         what has changed, told to every open page as it happens
    app          the pages, by their addresses

The pages are rendered here; htmx replaces parts of them. A person's values are shown only to visitors who may answer
for them, on the page of the one job that asks, and never in a list, a title, an address or a log.
"""
