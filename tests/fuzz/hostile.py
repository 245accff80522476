"""Texts that look almost right: words of the site's own languages, cut, repeated and mixed with anything."""

from hypothesis import strategies as st

#: What the languages are made of: queries, lists, notations, Markdown, JSON, addresses.
WORDS = (
    *("t:", "f:", "c<", "cost>=", "thrust", "parry", "riposte", "or", "and", "not", "-", "(", ")", '"', "/", "\\", "sort:", "is:"),
    *("has:", "trait:", "text:", "by:", "likes>", "leader:", "card:", "legal:", "*", "=", "!=", "≥", "for:", "set:", "…", "risk"),
    *("2 Not Today", "1x", "01100", "01006", "01100x2", "[01100]", "Leader:", "Approach", "Faction (40)", "#", "# ", "**", "- "),
    *("1 Don Constanzo Scarpa", "code,name", "zone,quantity,code", ";", ",", "|", "||", "|-|", "~~", "`", "```", "[a](b)", "![", "]("),
    *('{"name":', '"faction":{', '"approach":[', '"leader":', "}", "]", "[[", "null", "true", "1e999", "-0", '"ObjectStates":[{'),
    *('"Nickname":"Not Today"', '"ContainedObjects":[', '"DeckIDs":[100', "five-sails/1 seed=1 game=0 city=core", "A ", "B ", "pA9"),
    *("mA0>f", "cB0", "$A20", "; eda32a9b88c8d2d2", "d1", "s01098", "c01091", "d1-s01098-c01091", ".", "~2", "~", "@1", "d/", "/decks/"),
    *("http://", "https://x/decks/", "javascript:", "<script>", "<!--", "&lt;", "&#x41;", "%00", "%", "\0", "\t", "\r\n", "\n", "\u2028"),
    *("\u202e", "\ufeff", "İ", "ß", "ﬁ", "é́", "٣", "²", "𝟚", "９", "🏴‍☠️", "0" * 30, "9" * 30, "-1", "1.5", "a" * 300, " " * 40),
)

text = st.one_of(
    st.text(max_size=60),
    st.lists(st.sampled_from(WORDS), max_size=14).map("".join),
    st.lists(st.one_of(st.sampled_from(WORDS), st.text(max_size=6)), max_size=14).map(" ".join),
    st.lists(st.one_of(st.sampled_from(WORDS), st.text(max_size=12)), max_size=20).map("\n".join),
).map(lambda words: words.encode(errors="replace").decode())

small = st.one_of(text, st.sampled_from(WORDS), st.integers(-5, 10**12).map(str))
