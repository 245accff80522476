"""The site offline: installing it, storing public pages, and reading them."""
