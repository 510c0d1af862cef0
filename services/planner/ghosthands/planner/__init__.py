"""Maps fields to profile keys and proposes an ordered plan."""
