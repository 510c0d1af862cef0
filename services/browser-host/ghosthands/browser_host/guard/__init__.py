"""The guards of a page: nothing is sent, and no tab is led away, without permission."""
