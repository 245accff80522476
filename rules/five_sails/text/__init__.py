"""A game as text: notation, sentences, prompts, refusals, and what each seat sees."""
