"""Pages of the rules: hands, odds."""
