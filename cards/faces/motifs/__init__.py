"""What the engravings show: each motif draws on a plate from the card's own dice."""
