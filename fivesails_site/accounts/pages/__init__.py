"""The pages of accounts, by topic; each module has its own ``urlpatterns``."""
