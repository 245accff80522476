"""The phrase book, its linter and its samples must not drift apart."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from cards.catalogue.phrases import (
    BANNED,
    COST_OPENERS,
    ICON_TOKENS,
    KIND_LABELS,
    Banned,
    compose,
    label,
    lint,
    phrase_faults,
    plain,
)

PHRASE_BOOK = (Path(__file__).parents[2] / "docs" / "reference" / "phrase-book.md").read_text(encoding="utf-8")
SAMPLES: dict[str, list[dict[str, Any]]] = json.loads(PHRASE_BOOK.split("```json")[1].split("```")[0])


def effect_faults(effect: str) -> list[str]:
    return [fault.message for fault in lint("passive", effect=effect)]


@pytest.mark.parametrize(
    ("kind", "qualifiers", "expected"),
    [
        ("action", ["Sorcerer", "City"], "Sorcerer City Action"),
        ("maneuver", ["Gambling"], "Gambling Maneuver"),
        ("forced", [], "Forced Reaction"),
        ("when_revealed", [], "When Revealed"),
        ("passive", [], ""),
        ("scheme", [], ""),
    ],
)
def test_label(kind: str, qualifiers: list[str], expected: str) -> None:
    assert label(kind, qualifiers) == expected


def test_compose_cost_and_effect() -> None:
    text = compose("action", ["City"], None, "Engage this character", "Wound a target opposing character.")
    assert text == "City Action: Engage this character • Wound a target opposing character."


def test_compose_lowers_the_cost_after_a_trigger() -> None:
    text = compose("reaction", [], "After a duel ends", "Target an engaged participant", "Move it to this location.")
    assert text == "Reaction: After a duel ends, target an engaged participant • Move it to this location."


def test_compose_without_label_or_lead() -> None:
    assert compose("passive", [], None, None, "The bearer cannot move.") == "The bearer cannot move."
    assert compose("technique", [], None, None, "Gain +1 {thrust}.") == "Technique: Gain +1 {thrust}."


def test_plain_speaks_every_icon() -> None:
    assert plain("+1 {thrust}") == "+1 Thrust"
    assert plain("{crew_cap} {nonsense}") == "Crew Cap {nonsense}"
    assert "{" not in plain("".join(f"{{{name}}}" for name in ICON_TOKENS))


@pytest.mark.parametrize("row", BANNED, ids=lambda row: row.shown)
def test_banned_phrase_is_caught_and_its_replacement_passes(row: Banned) -> None:
    caught = {fault.suggestion for fault in phrase_faults("effect", row.shown)}
    assert row.suggestion in caught
    assert list(phrase_faults("effect", row.suggestion)) == []


@pytest.mark.parametrize("row", BANNED, ids=lambda row: row.shown)
def test_banned_phrase_is_in_the_phrase_book(row: Banned) -> None:
    assert f"| `{row.shown}` | `{row.suggestion}` | {row.why} |" in PHRASE_BOOK


def test_phrase_book_lists_no_phrase_the_linter_lacks() -> None:
    table = PHRASE_BOOK.split("## 5. ")[1].split("## 6. ")[0]
    assert len(re.findall(r"^\| `", table, re.MULTILINE)) == len(BANNED)


@pytest.mark.parametrize("code", SAMPLES)
def test_sample_card_is_clean(code: str) -> None:
    for sample in SAMPLES[code]:
        fields = {key: value for key, value in sample.items() if key != "below_bar"}
        assert lint(**fields) == []
        assert compose(
            sample["kind"], sample.get("qualifiers", []), sample.get("trigger"), sample.get("cost"), sample["effect"]
        )


def test_samples_show_every_kind() -> None:
    assert len(SAMPLES) == 25
    assert {sample["kind"] for card in SAMPLES.values() for sample in card} == set(KIND_LABELS)


@pytest.mark.parametrize(
    ("effect", "message"),
    [
        ("Gain +1 {stab}.", "unknown icon"),
        ("Gain +1 {thrust} Thrust.", "beside its own word"),
        ("Gain +1 Thrust.", "written as its icon"),
        ("This character has more finesse than the adversary.", "written as its icon"),
        ("Gain 1 {renown}.", "a word inside a sentence"),
        ("Gain +1 {thrust.", "brace stands alone"),
        ("draw 1 card.", "opens with a capital"),
        ("Draw 1 card", "ends with a full stop"),
        ("Draw 1 card. gain 1 Renown.", "a sentence opens with a capital"),
        ("Draw  1 card.", "spacing"),
        ("Draw 1 card .", "spacing"),
        ("Engage it • Draw 1 card.", "set by the composer"),
        ("The bearer has “Technique: Gain +1 {parry}.", "stands alone"),
        ('The bearer has "Technique: Gain +1 {parry}."', "typographic quotation marks"),
        ("Gain 1 renown.", "fixed capitals"),
        ("At the end of the day, draw 1 card.", "fixed capitals"),
        ("Wound a target opposing Character.", "no capital inside a sentence"),
        ("", "needs an effect"),
    ],
)
def test_effect_faults(effect: str, message: str) -> None:
    assert any(message in found for found in effect_faults(effect))


@pytest.mark.parametrize(
    "effect",
    [
        "Muster Lucas Martinez “Damned” from The Locker at that location.",
        "The bearer has “Action: Discard 2 cards • Destroy this card.”",
        "Combat cards of the adversary have -1 {parry}.",
        "Resolve that ability again.",
        "Pressure this location with {influence}. A tie succeeds. If successful, claim this location.",
        "Gain +1 {thrust}. Limit once per Day.",
    ],
)
def test_good_effects_pass(effect: str) -> None:
    assert effect_faults(effect) == []


def test_a_reaction_needs_a_trigger_and_others_have_none() -> None:
    for kind in ("reaction", "forced"):
        assert [fault.field for fault in lint(kind, effect="Draw 1 card.")] == ["trigger"]
    for kind in sorted(set(KIND_LABELS) - {"reaction", "forced"}):
        faults = lint(kind, trigger="When a challenge is issued", effect="Draw 1 card.")
        assert [fault.field for fault in faults] == ["trigger"]


def test_kinds_without_bullet_have_no_cost() -> None:
    for kind in ("passive", "scheme", "when_revealed"):
        assert [fault.field for fault in lint(kind, cost="Discard 1 card", effect="Draw 1 card.")] == ["cost"]


def test_trigger_and_cost_shapes() -> None:
    bad = lint("reaction", trigger="a duel ends.", cost="pay 1 Renown.", effect="Draw 1 card.")
    assert [fault.field for fault in bad] == ["trigger", "trigger", "cost", "cost"]
    assert "Engage " in COST_OPENERS


def test_structure_faults() -> None:
    assert lint("spell", effect="Draw 1 card.")[0].field == "kind"
    assert lint("action", ["City", "Sorcerer"], effect="Draw 1 card.")[0].message == "City stands last"
    assert lint("action", ["City", "En Garde"], effect="Draw 1 card.")
    assert lint("action", ["city"], effect="Draw 1 card.")


def test_fault_points_at_the_words() -> None:
    effect = "Move your participant to the Locker."
    (fault,) = lint("maneuver", effect=effect)
    assert effect[fault.start : fault.end] == "Locker"
    assert fault.suggestion == "The Locker"
