"""Accounts: signing up and in, account settings, API tokens, public player pages."""
