"""The rules as a book to read: chapters, numbered rules, a glossary and a search. Knows nothing of pages.

The text is in ``text/``, in a small markup that ``markup`` reads; ``book`` holds it as frozen values.
"""
