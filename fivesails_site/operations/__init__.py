"""For operators: backups and restores, and the list of workers."""
