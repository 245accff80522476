"""The pages of hands."""
