"""The table of variables: read strictly, documented completely."""

import re
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from fivesails_site.environment import VARIABLES, Environment
from tests.processes import ROOT

REFERENCE = ROOT / "docs" / "reference" / "settings.md"


def row(variable: object) -> str:
    """A variable as the reference prints it."""
    return f"| `{variable.name}` | {variable.kind} | {variable.default} | {variable.description} |"


@pytest.mark.parametrize("variable", VARIABLES, ids=lambda variable: variable.name)
def test_every_variable_is_documented_word_for_word(variable: object) -> None:
    assert row(variable) in REFERENCE.read_text().splitlines()


def test_the_reference_has_no_variable_the_code_does_not_know() -> None:
    documented = re.findall(r"^\| `([A-Z_]+)` \|", REFERENCE.read_text(), re.MULTILINE)
    assert documented == [variable.name for variable in VARIABLES]


def test_the_example_file_names_only_known_variables() -> None:
    names = re.findall(r"^#? ?([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE)
    assert names
    assert set(names) <= {variable.name for variable in VARIABLES}


def test_every_variable_is_used_somewhere() -> None:
    source = "".join(
        path.read_text() for path in Path(ROOT, "fivesails_site").rglob("*.py") if path.name != "environment.py"
    )
    assert [variable.name for variable in VARIABLES if f'"{variable.name}"' not in source] == []


@pytest.mark.parametrize(("word", "value"), [("1", True), ("Yes", True), ("", False), ("off", False), (" true ", True)])
def test_a_switch(word: str, value: bool) -> None:
    assert Environment({"FIVESAILS_DEBUG": word}).flag("FIVESAILS_DEBUG") is value


def test_an_unclear_switch_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match="FIVESAILS_DEBUG must be 1 or 0, not 'maybe'"):
        Environment({"FIVESAILS_DEBUG": "maybe"}).flag("FIVESAILS_DEBUG")


@pytest.mark.parametrize("word", ["-1", "70000", "8O00", "1e3", "٣", "9" * 5000])
def test_a_number_out_of_bounds_is_refused(word: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="PORT must be a whole number from 1 to 65535"):
        Environment({"PORT": word}).number("PORT", 8000, 1)


def test_a_list_drops_blanks() -> None:
    assert Environment({"FIVESAILS_ALLOWED_HOSTS": " a.example, ,b.example,"}).words("FIVESAILS_ALLOWED_HOSTS") == [
        "a.example",
        "b.example",
    ]


def test_a_misspelt_variable_is_refused_with_the_right_spelling() -> None:
    with pytest.raises(ImproperlyConfigured, match="did you mean FIVESAILS_ALLOWED_HOSTS?"):
        Environment({"FIVESAILS_ALOWED_HOSTS": "x"})


def test_a_word_outside_the_list_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match="must be one of local, production, not 'staging'"):
        Environment({"FIVESAILS_PROFILE": "staging"}).choice("FIVESAILS_PROFILE", "local", ("local", "production"))
