"""`make load`: the whole site under load, in a directory and on a port of its own, measured against a bare view."""
