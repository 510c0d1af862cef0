"""Whose jobs the door takes: the upstream product's."""

#: of every job that comes in over HTTP, whatever its body says
TENANT = "valet"
