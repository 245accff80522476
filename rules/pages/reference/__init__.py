"""The pages of the rules' book."""
