"""Who somebody is: signing up and in, their account, their programs' tokens, their page."""
