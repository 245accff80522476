"""What results look like: sheets, words, figures, charts and CSV."""
