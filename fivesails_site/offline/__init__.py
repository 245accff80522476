"""The site without a network: what a browser needs to install it, to store what is public, and to read it there."""
