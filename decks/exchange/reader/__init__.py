"""The forgiving reader of pasted lists: lines, names and quantities as people and PDFs write them."""
