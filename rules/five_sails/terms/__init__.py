"""The vocabulary of rules and cards: zones and stats, choices, happenings, the parts of an ability."""
