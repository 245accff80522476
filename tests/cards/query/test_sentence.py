"""Queries in words: golden sentences, read by a person."""

import pytest

from cards.query import Engine

SENTENCES = {
    "": "All cards",
    "sort:cost": "All cards, sorted by cost",
    "-sort:cost,name": "All cards, sorted by cost (highest first), then by name (from Z to A)",
    "t:risk sort:-faction,thrust": "Risks, sorted by faction (in reverse), then by thrust",
    # Noun phrases
    "t:risk": "Risks",
    "t:city_character": "City characters",
    "t:risk,scheme,event": "Risks, schemes or events",
    "f:castille": "Castille cards",
    "f:castille,neutral t:risk cost<=1": "Castille or neutral risks that cost at most 1",
    "f:castille,neutral t:risk cost<=1 thrust>parry": (
        "Castille or neutral risks that cost at most 1 and have more thrust than parry"
    ),
    "f:none": "Factionless cards",
    "t:attachment is:unique f:eisen": "Unique Eisen attachments",
    "t:attachment -is:unique": "Non-unique attachments",
    "t:attachment is!=unique": "Non-unique attachments",
    "is:brute": "Brutes",
    "is:leader f:castille": "Castille leaders",
    "is:mercenary is:negotiable": "Negotiable Mercenaries",
    "t:character is:brute": "Brute characters",
    "is:wealth": "Wealth cards",
    "s:02": "Cards from Tooth & Claw",
    "t:risk s:02,faf": "Risks from Tooth & Claw or Fate & Fortune",
    "legal:core-only t:risk s:core": "Risks from City of Five Sails legal in Core set only",
    "t:risk t:scheme": "Risks that are schemes",
    # Clauses
    "epee": "Cards that mention “epee”",
    '"red hand" /x+/ -draw': "Cards that mention “red hand” and /x+/ and do not mention “draw”",
    "a b c": "Cards that mention “a”, “b” and “c”",
    "n:kaspar": "Cards that have “kaspar” in the name",
    "n=kaspar,x": "Cards that are named “kaspar” or “x”",
    "n!=kaspar": "Cards that have a name without “kaspar”",
    "-n=kaspar": "Cards that are not named “kaspar”",
    "x:/draw/": "Cards that have /draw/ in the text",
    "x!=draw": "Cards that have a text without “draw”",
    "tr:pirate": "Cards that have the trait Pirate",
    "tr:PIRATE,sorc": "Cards that have the trait Pirate or “sorc…”",
    "-tr:pirate": "Cards that do not have the trait Pirate",
    "tr!=pirate": "Cards that have traits but not Pirate",
    "k:unique": "Cards that have the keyword Unique",
    "f!=castille": "Cards that have a faction other than Castille",
    "-f:castille,eisen": "Cards that are not Castille or Eisen",
    "t!=risk": "Cards that are not risks",
    "s!=core": "Cards that are not from City of Five Sails",
    "a:reaction,forced": "Cards that have a Reaction or a Forced Reaction",
    "a!=reaction": "Cards that have abilities without a Reaction among them",
    "has:title -has:text": "Cards that have a title and do not have any text",
    "deck:approach,faction": "Cards that go into the Approach Deck or go into the faction deck",
    "-deck:city": "Cards that do not go into the City Deck",
    "is:unique,brute": "Cards that are unique or Brute cards",
    "-legal:core-only": "Cards that are not legal in Core set only",
    "for:kaspar": "Cards that may be run by Kaspar Dietrich",
    "-for:eisen": "Cards that may not be run by an Eisen leader",
    "art:fei": "Cards that are illustrated by “fei”",
    "art!=fei": "Cards that are illustrated by somebody other than “fei”",
    "code:01": "Cards that have a code that begins with “01”",
    "code=01089": "Cards that have the code “01089”",
    # Numbers
    "cost:1": "Cards that cost 1",
    "cost:1,2,3": "Cards that cost 1, 2 or 3",
    "cost!=1": "Cards that have a cost other than 1",
    "-cost:1": "Cards that do not cost 1",
    "cost>2": "Cards that cost more than 2",
    "riposte>=2": "Cards that have a riposte of at least 2",
    "initiative<20": "Cards that have an initiative of less than 20",
    "crew:6": "Cards that have a crew cap of 6",
    "panache:-1": "Cards that have a panache of minus 1",
    "influence:-": "Cards that have a dash for influence",
    "influence:?": "Cards that have an unknown influence",
    "influence:none": "Cards that do not have an influence",
    "-influence:none": "Cards that have an influence",
    "influence!=none": "Cards that have an influence",
    "influence!=-,?": "Cards that have an influence other than a dash or unknown",
    "influence:1,-": "Cards that either have an influence of 1 or have a dash for influence",
    "-influence:1,-": "Cards that do not have an influence of 1 and do not have a dash for influence",
    "thrust<parry": "Cards that have less thrust than parry",
    "thrust>=parry+1": "Cards that have at least as much thrust as parry plus 1",
    "thrust<=parry": "Cards that have at most as much thrust as parry",
    "thrust=parry": "Cards that have as much thrust as parry",
    "thrust!=parry": "Cards that have thrust other than parry",
    "-thrust>parry": "Cards that do not have more thrust than parry",
    "riposte+parry+thrust>=6": "Cards that have riposte plus parry plus thrust of at least 6",
    "6<riposte+parry": "Cards that have riposte plus parry of more than 6",
    "thrust-parry!=2": "Cards that have thrust minus parry of other than 2",
    "2<-cost+5": "Cards that have minus cost plus 5 of more than 2",
    # Logic
    "t:risk or t:scheme f:eisen": "Risks, or Eisen schemes",
    "-(t:risk or cost>3)": "Cards that are not risks and do not cost more than 3",
    "-(t:risk cost>3)": "Cards that are not risks, or cards that do not cost more than 3",
    "t:risk (x:draw or has:reaction)": "Risks that either have “draw” in the text or have a Reaction",
    "t:risk cost:1 (x:draw or x:wound)": (
        "Risks that cost 1 and either have “draw” in the text or have “wound” in the text"
    ),
    "cost:1 parry:1 (a or b)": ("Cards that cost 1 and have a parry of 1, and either mention “a” or mention “b”"),
    "(a or b) (c or d)": "Cards that either mention “a” or mention “b”, and either mention “c” or mention “d”",
    "t:risk (a or (b (c or -d)))": (
        "Risks that either mention “a” or (mention “b” and (mention “c” or do not mention “d”))"
    ),
    "t:risk (a or cost:1,-)": "Risks that either mention “a” or cost 1 or have a dash for cost",
    "t:risk (a or -cost:1,-)": "Risks that either mention “a” or (do not cost 1 and do not have a dash for cost)",
}


@pytest.mark.parametrize(("text", "said"), SENTENCES.items(), ids=SENTENCES)
def test_sentence(engine: Engine, text: str, said: str) -> None:
    assert engine.search(text).sentence == said


def test_a_query_with_faults_has_no_sentence(engine: Engine) -> None:
    assert engine.search("f:castile").sentence == ""


def test_explanations_are_plain_data(engine: Engine) -> None:
    assert engine.explain("t:risk") == {"valid": True, "explanation": "Risks", "errors": []}
    bad = engine.explain("f:castile")
    assert (bad["valid"], bad["explanation"]) == (False, "")
    (fault,) = bad["errors"]
    assert (fault["start"], fault["end"], fault["suggestion"]) == (2, 9, "castille")
    assert "Did you mean castille?" in fault["message"]
