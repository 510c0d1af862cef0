"""The console: what a person sees of the jobs, answers for them and stops them by.

    access       who a visitor is: an operator, or a guest with the link to one job that waits
    doorkeeper   what stands before every page: our own name, our own origin, headers, the visitor
    news         what has changed, told to every open page as it happens
    app          the pages, by their addresses

Pages are rendered here; htmx replaces parts of them. Values of a person are shown to who may answer for them, on the
page of the one job that asks, and never in a list, a title, an address or a log.
"""
