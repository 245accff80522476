"""``manage.py abilities``."""

import json

import pytest
from django.core.management import CommandError, call_command


def run(capsys, *arguments):
    call_command("abilities", *arguments)
    return capsys.readouterr().out


def test_the_first_lists_are_implemented_whole(capsys):
    table = {row["name"]: row for row in json.loads(run(capsys, "--json"))}
    for name in ("Castille (list)", "Eisen (list)", "City (list)"):
        assert table[name]["implemented"] == table[name]["abilities"] > 0
        assert table[name]["whole"] == table[name]["cards"]


def test_every_set_has_a_row_and_they_add_up(capsys):
    rows = json.loads(run(capsys, "--json"))
    sets = [row for row in rows if not row["name"].endswith("(list)") and row["name"] != "all sets"]
    total = next(row for row in rows if row["name"] == "all sets")
    for field in ("cards", "whole", "abilities", "implemented"):
        assert sum(row[field] for row in sets) == total[field]
    assert len(sets) == 4


def test_the_table_for_people(capsys):
    lines = run(capsys).splitlines()
    assert lines[0].split() == ["cards", "whole", "abilities", "implemented", "share", "in", "reach"]
    assert any(line.startswith("Castille (list)") and "100%" in line for line in lines)


def test_what_is_missing_of_a_set_names_its_new_words(capsys):
    said = run(capsys, "--missing", "tooth & claw")
    assert "abilities of Tooth & Claw are implemented" in said
    listed = json.loads(run(capsys, "--missing", "Tooth & Claw", "--json"))[0]
    assert len(listed["missing"]) == listed["abilities"] - listed["implemented"]
    assert sum(not each["new_words"] for each in listed["missing"]) == listed["within_reach"]


def test_nothing_is_missing_of_a_list_that_is_implemented(capsys):
    listed = json.loads(run(capsys, "--missing", "eisen", "--json"))[0]
    assert listed["missing"] == []


def test_an_unknown_set_is_refused_with_the_names_there_are():
    with pytest.raises(CommandError, match="no set or list is called 'Nowhere': there are City of Five Sails"):
        call_command("abilities", "--missing", "Nowhere")
