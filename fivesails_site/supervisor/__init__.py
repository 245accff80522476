"""`make run`: one process that prepares the site, starts its parts, keeps them up and takes them down with it."""
