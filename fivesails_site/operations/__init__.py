"""For whoever runs the site: backups, and what becomes of them."""
