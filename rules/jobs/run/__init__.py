"""How work is cut into chunks, sent out, played, lost, found again and added up."""
