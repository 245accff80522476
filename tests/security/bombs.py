"""Worst cases: texts that are small to send and meant to be dear to read."""

import json
from collections.abc import Callable
from itertools import islice

MEGABYTE = 1024 * 1024


def sized(unit: str, size: int) -> str:
    """A unit again and again, up to a size."""
    return (unit * (size // len(unit) + 1))[:size]


def nested(before: str, inside: str, after: str, size: int) -> str:
    depth = size // (len(before) + len(after))
    return before * depth + inside + after * depth


#: What is dear to a reader of Markdown.
MARKDOWN: dict[str, Callable[[int], str]] = {
    "quotes": lambda size: sized("> ", size),
    "quotes on every line": lambda size: "\n".join(">" * min(n, 400) + " x" for n in range(size))[:size],
    "brackets": lambda size: sized("[", size),
    "closed brackets": lambda size: nested("[", "x", "]", size),
    "links in links": lambda size: nested("[", "x", "](u)", size),
    "images": lambda size: sized("![", size),
    "emphasis": lambda size: sized("*a ", size),
    "emphasis both ways": lambda size: sized("*_", size),
    "closers": lambda size: sized("a**", size),
    "strong": lambda size: nested("**", "x", "**", size),
    "strikes": lambda size: sized("~~a ", size),
    "ticks": lambda size: "".join(sized("`", n) + " " for n in range(1, 1500))[:size],
    "tables": lambda size: "|a" * 500 + "|\n" + "|-" * 500 + "|\n" + sized("|x" * 500 + "|\n", size),
    "wide table": lambda size: "|a" * (size // 8) + "|\n" + "|-" * (size // 8) + "|\n" + "x\n" * (size // 8),
    "lists": lambda size: "\n".join(" " * min(2 * n, 800) + "- x" for n in range(size))[:size],
    "list on one line": lambda size: sized("- ", size),
    "references": lambda size: "".join(f"[{n}]: x\n" for n in range(size))[:size],
    "used references": lambda size: "[a]: " + "x" * (size // 2) + "\n\n" + sized("[a]", size // 2),
    "entities": lambda size: sized("&amp", size),
    "angles": lambda size: sized("<a ", size),
    "comments": lambda size: sized("<!--", size),
    "autolinks": lambda size: sized("<http:", size),
    "addresses": lambda size: sized("http://a ", size),
    "addresses in one": lambda size: sized("http://a", size),
    "address with brackets": lambda size: "http://a" + sized(")", size - 8),
    "cards": lambda size: sized("[[Boon]]", size),
    "cards that are none": lambda size: sized("[[a", size),
    "escapes": lambda size: sized("\\*", size),
    "rules": lambda size: sized("* * * \n", size),
    "setext": lambda size: sized("a\n=\n", size),
    "fences": lambda size: sized("```\n", size),
    "one word": lambda size: "a" * size,
    "blanks": lambda size: " " * size,
    "blank lines": lambda size: "\n" * size,
    "tabs": lambda size: sized("\t>", size),
    "marks on marks": lambda size: sized("ä̈̈", size),
    "right to left": lambda size: sized("\u202e\u2066", size),
    "link titles": lambda size: sized('[a](b "', size),
    "parentheses": lambda size: "[a](" + "(" * size,
}

#: What is dear to a reader of queries.
QUERIES: dict[str, Callable[[int], str]] = {
    "parentheses": lambda size: "(" * size,
    "closed": lambda size: nested("(", "a", ")", size),
    "nots": lambda size: sized("-", size),
    "not words": lambda size: sized("not ", size),
    "ors": lambda size: sized("a or ", size),
    "terms": lambda size: sized("t:risk ", size),
    "quotes": lambda size: sized('"', size),
    "backslashes": lambda size: '"' + sized("\\", size),
    "open expression": lambda size: "/" + sized("a", size),
    "nested repeats": lambda size: "text:/" + "(a*)*" * 18 + "b/",
    "alternatives": lambda size: (
        "text:/(a|a|aa)+$/ text:/(.*a){25}/ text:/(x+x+)+y/ text:/^(([a-z])+.)+[A-Z]([a-z])+$/"
    ),
    "counted repeats": lambda size: "text:/((a{1,100}){1,100}){1,100}/",
    "large class": lambda size: "text:/[" + "\\w\\W" * 15 + "]{1000}/",
    "sums": lambda size: "cost" + sized("+thrust", size) + ">1",
    "numbers": lambda size: "cost>" + "9" * size,
    "sorts": lambda size: "sort:" + sized("cost,", size),
    "lists": lambda size: "t:(" + sized("risk,", size) + ")",
    "colons": lambda size: sized("a:", size),
    "unknown fields": lambda size: sized("xyzzy:1 ", size),
    "misspelt": lambda size: " ".join(f"f:castil{n}" for n in range(size))[:size],
    "one word": lambda size: "a" * size,
    "marks on marks": lambda size: sized("é́́", size),
    "wide": lambda size: sized("ﷺ", size),
    "nul": lambda size: sized("a\0", size),
}


def _objects(size: int) -> str:
    inner: object = []
    for _ in range(size):
        inner = {"ContainedObjects": [inner]}
    return json.dumps(inner)


#: What is dear to a reader of deck lists; a kind for those that are not recognised by themselves.
IMPORTS: dict[str, tuple[str, Callable[[int], str]]] = {
    "near names": ("text", lambda size: "\n".join(f"2 Not Tody{n}" for n in range(size))[:size]),
    "long near names": ("text", lambda size: sized("1 " + "Not Today " * 60 + "\n", size)),
    "one line": ("text", lambda size: "1 " + "Not Today, " * (size // 11)),
    "numbers": ("text", lambda size: "9" * size),
    "counts": ("text", lambda size: sized("99999999999999999999 Not Today\n", size)),
    "brackets": ("text", lambda size: sized("[", size)),
    "parentheses": ("text", lambda size: sized("(", size) + " x"),
    "colons": ("text", lambda size: sized("Leader: ", size)),
    "blanks": ("text", lambda size: "1" + " " * (size - 2) + "x"),
    "blank lines": ("text", lambda size: "\n" * size),
    "dashes": ("text", lambda size: sized("- ", size)),
    "marks on marks": ("text", lambda size: "1 N" + sized("́̈", size)),
    "wide": ("text", lambda size: "1 " + sized("ﷺ", size)),
    "stars": ("markdown", lambda size: "# x\n" + sized("**", size)),
    "headings": ("markdown", lambda size: sized("# x\n- **y** z\n", size)),
    "deep lists": ("json", lambda size: "[" * size),
    "deep objects": ("json", lambda size: sized('{"a":', size)),
    "deep and closed": ("json", lambda size: nested("[", "1", "]", size)),
    "large number": ("json", lambda size: '{"faction":{"01100":' + "9" * size + "}}"),
    "many keys": ("json", lambda size: '{"faction":{' + ",".join(f'"{n}":1' for n in range(size // 9)) + "}}"),
    "one key again": (
        "json",
        lambda size: '{"faction":{' + ",".join(islice(iter(lambda: '"a":1', 0), size // 6)) + "}}",
    ),
    "many decks": ("json", lambda size: "[" + sized('{"name":"x"},', size) + "{}]"),
    "codes": ("bga", lambda size: '{"approach":[' + sized('"01100",', size) + '"01100"]}'),
    "quotes": ("csv", lambda size: "code,name\n" + sized('"', size)),
    "columns": ("csv", lambda size: "code,name" + "," * size),
    "rows": ("csv", lambda size: "code,deck\n" + "\n".join(f"01100,{n}" for n in range(size // 10))),
    "quoted lines": ("csv", lambda size: 'code,name\n"' + "\n" * size),
    "saved objects": (
        "tts",
        lambda size: '{"ObjectStates":[' + sized('{"Name":"Deck","DeckIDs":[1],"Nickname":"Not Tody"},', size) + "{}]}",
    ),
    "bags in bags": (
        "tts",
        lambda size: '{"ObjectStates":[' + nested('{"Name":"Bag","ContainedObjects":[', "", "]}", size) + "]}",
    ),
    "many ids": (
        "tts",
        lambda size: '{"ObjectStates":[{"Name":"Deck","DeckIDs":[' + sized("100,", size) + '100],"CustomDeck":{}}]}',
    ),
    "names of cards": (
        "tts",
        lambda size: (
            '{"ObjectStates":[{"Name":"Deck","ContainedObjects":['
            + sized('{"Nickname":"Not Tody xyz"},', size)
            + "{}]}]}"
        ),
    ),
}
