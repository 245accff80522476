"""Every way to write a bad query: what is underlined, what is said, and what is suggested."""

import pytest

from cards.query import Engine, Fault, QueryError, parse, parse_sort
from cards.query.lexer import MAX_DEPTH, MAX_LENGTH, MAX_PATTERN, MAX_PATTERNS, MAX_TERMS

#: The query, what is underlined, a piece of the message, and the corrected query.
CASES = [
    # Fields
    ("fction:castille", "fction", "Did you mean faction?", "faction:castille"),
    ("traits:pirate", "traits", "Did you mean trait?", "trait:pirate"),
    ("cots<3", "cots", "Did you mean cost?", "cost<3"),
    ("order:cost", "order", "Did you mean sort?", "sort:cost"),
    ("t:risk -Order:cost", "Order", "Did you mean sort?", "t:risk -sort:cost"),
    ("nation:castille", "nation", "Did you mean faction?", "faction:castille"),
    ("leader:kaspar", "leader", "Did you mean for?", "for:kaspar"),
    ("co:2", "co", "Did you mean combat or cost?", "combat:2"),
    ("orde:cost", "orde", "Did you mean sort or code?", "sort:cost"),
    ("wxyz:castille", "wxyz:castille", "in quotation marks", '"wxyz:castille"'),
    (":castille", ":", "needs a field before it", None),
    ("t:risk <3", "<", "", None),
    ("d'arrent:x", ":", "needs a field before it", None),
    # Operators
    ("f<castille", "<", "The field faction can’t be compared with “<”", "f:castille"),
    ("n>=a", ">=", "The field name can’t be compared with “>=”", "n:a"),
    ("cost=<3", "=<", "Write “<=” instead", "cost<=3"),
    ("cost=>3", "=>", "Write “>=” instead", "cost>=3"),
    ("cost<>3", "<>", "Write “!=” instead", "cost!=3"),
    ("cost==3", "==", "Write “=” instead", "cost=3"),
    ("cost<1,2", "1,2", "takes one value", None),
    ("influence<-", "-", "A dash is not a number", None),
    ("influence>=?", "?", "Unknown is not a number", None),
    ("influence>none", "none", "None is not a number", None),
    ("1<cost<3", "<", "one comparison at a time", "1<cost cost<3"),
    ("1 < cost < 3", "<", "one comparison at a time", "1 < cost cost< 3"),
    ("cost<parry+1<3", "<", "one comparison at a time", None),
    # Values
    ("f:castile", "castile", "Did you mean castille? faction can be: castille, eisen", "f:castille"),
    ("f:castille,eizen", "eizen", "Did you mean eisen?", "f:castille,eisen"),
    ("t:rsk", "rsk", "Did you mean risk?", "t:risk"),
    ("t:spaceship", "spaceship", "type can be: leader, character", None),
    ("t:city", "city", "could be city_character or city_attachment", "t:city_character,city_attachment"),
    ("t!=city", "city", "could be city_character or city_attachment", None),
    ("s:coer", "coer", "set can be: core", "s:core"),
    ("is:uniq,brut,lojal", "lojal", "Did you mean loyal?", "is:uniq,brut,loyal"),
    ("has:reacton", "reacton", "Did you mean reaction?", "has:reaction"),
    ("legal:rulebok", "rulebok", "There is no format “rulebok”", "legal:rulebook-2023"),
    ("for:dietrich", "dietrich", "Kaspar Dietrich", 'for:"Kaspar Dietrich","Daniella Dietrich"'),
    ("for:kaspr", "kaspr", "There is no leader “kaspr”", 'for:"Kaspar Dietrich"'),
    ("for:neutral", "neutral", "There is no leader “neutral”", None),
    ("tr:pyrate", "pyrate", "Did you mean Pirate?", "tr:Pirate"),
    ('tr="red hnd"', '"red hnd"', "Did you mean Red Hand?", 'tr="Red Hand"'),
    ("tr=pirat", "pirat", "Did you mean Pirate?", "tr=Pirate"),
    ("tr:irate", "irate", "Did you mean Pirate?", "tr:Pirate"),
    ("tr:qqqq", "qqqq", "No card has the trait “qqqq”. There are: Academic", None),
    ("k:uniqe", "uniqe", "Did you mean Unique?", "k:Unique"),
    ("t:/risk/", "/risk/", "takes one of its values, not a regular expression", None),
    ("cost:cheap", "cheap", "is not a number field", None),
    ("cost:1.5", "1.5", "is not a number", None),
    ('cost:"2"', '"2"', "is not a number", "cost:2"),
    ("cost:/2/", "/2/", "is not a number", None),
    ("cost:1-3", "1-3", "Write a range as cost>=1 cost<=3", "cost:1,2,3"),
    ("cost:1+2", "1+2", "A sum needs at least one field", None),
    ("cost>1-2", "1-2", "A sum needs at least one field", None),
    ("thrust>pary", "pary", "Did you mean parry?", "thrust>parry"),
    ("riposte+name>2", "name", "is not a number field", None),
    ("riposte+parry>-", "-", "A dash is not a number", None),
    ("riposte+parry:?", "?", "Unknown is not a number", None),
    ("riposte+parry:1,2", "1,2", "only one value", None),
    ('riposte+parry>"x"', '"x"', "only be compared with numbers", None),
    ("1+2>3", "1+2>3", "Neither side of this comparison has a field", None),
    ("1:1", "1:1", "Neither side of this comparison has a field", None),
    # What is missing
    ("f:", "f:", "“f:” needs a value after it", None),
    ("cost<=", "cost<=", "“cost<=” needs a value after it", None),
    ("f: t:risk", "f:", "needs a value after it", None),
    ("(f:)", "f:", "needs a value after it", None),
    ("f: or t:risk", "f:", "needs a value after it", None),
    ("f:castille,", ",", "A value is missing after this comma", "f:castille"),
    ("f:castille,,eisen", ",", "A value is missing", None),
    ("f:,eisen", "f:", "needs a value", None),
    ('""', '""', "nothing between the quotation marks", None),
    ("n:''' ''' \"  \"", '"  "', "nothing between the quotation marks", None),
    ("//", "//", "nothing between the slashes", None),
    ('"\u0301"', '"\u0301"', "nothing here to search for", None),
    ("t:risk or", "or", "“or” needs something after it", "t:risk "),
    ("or t:risk", "or", "“or” needs something before it", " t:risk"),
    ("a or or b", "or", "“or” needs something after it", "a  or b"),
    ("a and or b", "and", "“and” needs something after it", "a  or b"),
    ("not", "not", "“not” needs something after it", ""),
    ("(not) a", "not", "“not” needs something after it", "() a"),
    ("a (or b)", "or", "“or” needs something before it", "a ( b)"),
    ("a - b", "-", "A lone dash does nothing", "a  b"),
    ("-", "-", "A lone dash does nothing", ""),
    ("()", "()", "nothing between the parentheses", ""),
    ("sort:", "sort:", "needs a field after it", None),
    ("sort: t:risk", "sort:", "needs a field after it", None),
    # What is never closed, or closes nothing
    ('n:"iron heart', '"iron heart', "never closed", 'n:"iron heart"'),
    ("n:/iron", "/iron", "never closed", "n:/iron/"),
    ('a "', '"', "never closed", None),
    ("a “b", "“b", "never closed", 'a “b"'),
    ("(a or b", "(", "never closed", "a or b"),
    ("a or b)", ")", "closes nothing", "a or b"),
    # Shapes that belong to other languages
    ("f:(castille or eisen)", "(castille or eisen)", "with commas instead of using parentheses", "f:castille,eisen"),
    ('f:("a" or b)', "(", "with commas instead of using parentheses", None),
    ("/iron/i", "i", "Nothing can follow the closing slash", "/iron/"),
    # Expressions
    ("x:/(a|b/", "/(a|b/", "missing )", None),
    ("x:/[a/", "/[a/", "missing ]", None),
    ("/(?=a)b/", "/(?=a)b/", "lookahead and lookbehind", None),
    (r"/(a)\1/", r"/(a)\1/", "invalid escape", None),
    ("/((a{1,30}){1,30})/", "/((a{1,30}){1,30})/", "it is too large", None),
    (r"/\pL{999}/", r"/\pL{999}/", "it is too large", None),
    # Order
    ("sort:cots", "cots", "Did you mean cost?", "sort:cost"),
    ("sort:trait", "trait", "can’t sort by “trait”", None),
    ("sort:cost,-nme", "nme", "Did you mean name?", "sort:cost,-name"),
    ("sort<cost", "<", "takes a colon", "sort:cost"),
    ("(a sort:cost)", "sort:", "move it out of the parentheses", None),
]


@pytest.mark.parametrize(("text", "place", "message", "corrected"), CASES, ids=[case[0] for case in CASES])
def test_fault(engine: Engine, text: str, place: str, message: str, corrected: str | None) -> None:
    (fault,) = engine.search(text).faults
    assert text[fault.start : fault.end] == place
    assert message in fault.message
    assert corrected is None or fault.correct(text) == corrected


def test_all_faults_of_meaning_come_at_once(engine: Engine) -> None:
    text = "fction:castille cots:1 (t:rsk or tr:pyrate) sort:costt"
    faults = engine.search(text).faults
    assert [text[fault.start : fault.end] for fault in faults] == ["fction", "cots", "rsk", "pyrate", "costt"]
    for fault in reversed(faults):
        text = fault.correct(text) or ""
    assert text == "faction:castille cost:1 (t:risk or tr:Pirate) sort:cost"
    assert engine.search(text).valid


def test_suggestions_lead_to_a_readable_query(engine: Engine) -> None:
    for text, *_ in CASES:
        (fault,) = engine.search(text).faults
        better = fault.correct(text)
        if better is not None and text not in ("(not) a", "a or or b", "a and or b"):
            assert engine.search(better).valid, better


LIMITS = [
    ("x" * MAX_LENGTH, "x" * (MAX_LENGTH + 1), "500 characters"),
    (" ".join("a" * MAX_TERMS), " ".join("a" * (MAX_TERMS + 1)), "40 words and values"),
    ("n:" + ",".join("a" * MAX_TERMS), "n:" + ",".join("a" * (MAX_TERMS + 1)), "40 words and values"),
    ("+".join(["cost"] * MAX_TERMS) + ">cost", "+".join(["cost"] * (MAX_TERMS + 1)) + ">cost", "40 words and values"),
    ("(" * MAX_DEPTH + "a" + ")" * MAX_DEPTH, "(" * (MAX_DEPTH + 1) + "a" + ")" * (MAX_DEPTH + 1), "15 deep"),
    (f"/{'a' * MAX_PATTERN}/", f"/{'a' * (MAX_PATTERN + 1)}/", "100 characters"),
    ("/a/ " * MAX_PATTERNS, "/a/ " * (MAX_PATTERNS + 1), "4 regular expressions"),
]


@pytest.mark.parametrize(("within", "beyond", "message"), LIMITS, ids=[case[2] for case in LIMITS])
def test_limits(within: str, beyond: str, message: str) -> None:
    if "+" not in within:
        parse(within)
    with pytest.raises(QueryError) as caught:
        parse(beyond)
    (fault,) = caught.value.faults
    assert message in fault.message
    assert 0 <= fault.start < fault.end <= len(beyond)


def test_an_error_says_all_its_faults() -> None:
    error = QueryError([Fault("Second.", 5, 6), Fault("First.", 0, 1)])
    assert str(error) == "First.; Second."


@pytest.mark.parametrize(
    ("text", "place"), [("cots", "cots"), ("cost, -nam", "nam"), ("cost,,name", ""), ("-", ""), ("trait", "trait")]
)
def test_bad_sort_keys(text: str, place: str) -> None:
    with pytest.raises(QueryError) as caught:
        parse_sort(text)
    (fault,) = caught.value.faults
    assert text[fault.start : fault.end] == place


def test_a_catalogue_is_not_needed_to_read_a_query() -> None:
    """Without one, its values are taken as written; those of the rules are still checked."""
    assert parse('f:anything s:"some set" tr:whatever').canonical == 'faction:anything set:"some set" trait:whatever'
    with pytest.raises(QueryError):
        parse("t:rsk")
