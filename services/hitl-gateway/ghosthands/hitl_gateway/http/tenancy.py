"""The tenant of every job that comes in over HTTP."""

#: the tenant, whatever the body says
TENANT = "valet"
