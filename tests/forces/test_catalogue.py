"""Rosters: what a catalogue does not know is a fault with its line; nothing is lost."""

from __future__ import annotations

import json

import pytest

from grognard.forces.catalogue import Catalogue, Choice, Entry, Pick, Roster, read_roster
from grognard.forces.document import Malformed, parse

CATALOGUE = Catalogue(
    "toy",
    "list",
    "A list",
    {
        "rifles": Entry(
            "rifles",
            "Rifles",
            "squad",
            4,
            15,
            usual=8,
            choices=(
                Choice("veteran", "Veteran", False),
                Choice("guns", "Guns", 0, most=2),
                Choice("training", "Training", "Regular", ("Regular", "Elite")),
            ),
        ),
        "captain": Entry("captain", "Captain", "leader"),
    },
)

GOOD = """
system = "toy"
name = "First"
catalogue = "list"
limit = 400
[settings]
strict = true
[[units]]
entry = "rifles"
models = 9
options = { guns = 2, training = "Elite" }
[[units]]
entry = "captain"
name = "Old One"
"""


def roster(text: str, name: str = "first.toml") -> Roster:
    document = parse(text, name)
    made = read_roster(document.row, CATALOGUE)
    document.close()
    return made


def test_a_roster_and_back() -> None:
    first = roster(GOOD)
    rifles, captain = first.units
    assert (first.limit, first.settings) == (400, {"strict": True})
    assert (first.models(rifles), first.models(captain)) == (9, 1)
    entry = first.entry(rifles)
    assert [rifles.option(c) for c in entry.choices] == [False, 2, "Elite"]
    assert roster(json.dumps(first.to_dict()), "first.json") == first


def test_as_many_models_as_usual() -> None:
    made = roster('system = "toy"\n[[units]]\nentry = "rifles"')
    assert made.models(made.units[0]) == 8


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"captain"', '"captin"', "first.toml:13: units[1].entry: 'captin' is not known; did you"),
        ("guns = 2", "guns = 3", "first.toml:11: units[0].options.guns: 3 is not 0 to 2"),
        ("guns = 2", "guns = true", "units[0].options.guns: True is not 0 to 2"),
        ("guns = 2", "guns = [1]", "a text, a whole number, true or false is wanted"),
        ("guns = 2", "gun = 2", "no such field; did you mean guns?"),
        ('"Elite"', '"Best"', "'Best' is not one of Regular, Elite"),
        ("models = 9", "models = -1", "first.toml:10: units[0].models: -1 is not in 0 to 500"),
        ("limit = 400", 'limit = "all"', "first.toml:5: limit: 'all' is not a whole number"),
    ],
)
def test_faults(old: str, new: str, said: str) -> None:
    with pytest.raises(Malformed) as caught:
        roster(GOOD.replace(old, new))
    assert said in str(caught.value)


def test_a_text_in_the_players_own_words() -> None:
    words = Choice("attach", "With", "")
    assert words.legal == "a text"
    assert words.refuse("1st Squad") == ""
    assert words.refuse("two\nlines") == "a line of at most 1000 characters is wanted"
    assert words.refuse("x" * 1001) == "a line of at most 1000 characters is wanted"
    assert words.refuse(True) == "True is not a text"


def test_names_of_their_own_and_one_way_to_write_it() -> None:
    units = [Pick("rifles", ""), Pick("rifles", "Rifles 2"), Pick("rifles", ""), Pick("captain")]
    made = Roster("toy", "First", CATALOGUE, units=units)
    assert made.names() == ["Rifles", "Rifles 2", "Rifles 3", "Captain"]
    said = Pick("rifles", "Rifles", 8, {"guns": 0, "veteran": True, "training": "Regular"})
    spare = Roster("toy", "First", CATALOGUE, units=[said])
    assert spare.normal().units == [Pick("rifles", "", 0, {"veteran": True})]


def test_other_names_are_understood() -> None:
    known = CATALOGUE.entries["rifles"]
    known.aliases = ("Line Infantry",)
    assert CATALOGUE.find("line-infantry") is known
    assert CATALOGUE.find("lines") is None
    made = roster(GOOD.replace('entry = "rifles"', 'entry = "Line infantry"'))
    assert made.units[0].entry == "rifles"
    made = roster(GOOD.replace("guns = 2", "GUNS = 2"))
    assert made.units[0].options["guns"] == 2
    with pytest.raises(Malformed, match=r"units\[0\].options.GUNS: the same as guns"):
        roster(GOOD.replace("guns = 2", "guns = 2, GUNS = 1"))
