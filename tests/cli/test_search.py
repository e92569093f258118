"""Armies filled and weapons found from the command line."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from grognard.forces.document import read
from grognard.systems.vor.builder import VorBuilder

BUILDER = VorBuilder()

ARMY = """\
system = "vor"
name = "Home Guard"
catalogue = "colonial-guard"
limit = 600

[[units]]
entry = "militia"
name = "The Watch"
"""
WEAPON = """\
system = "vor"
design = "attack"
name = "Rifle"
power = 3
range = "10/20/30"
"""


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("army.toml").write_text(ARMY)
    Path("rifle.toml").write_text(WEAPON)
    return tmp_path


def test_an_army_is_filled_to_its_limit(grognard, files):
    done = grognard("army", "fill", "army.toml")
    assert done.code == 0
    assert "600 of 600 PV" in done.words
    assert "600 PV: nothing better exists" in done.words
    assert "The Watch" in done.words
    assert Path("army.toml").read_text() == ARMY  # what is there stays as it was


def test_it_is_kept_where_it_is_said(grognard, files):
    done = grognard("army", "fill", "army.toml", "big.toml", "--to", "1000", "--want", "sniper=2",
                    "--without", "Captain")  # fmt: skip
    assert done.code == 0
    assert done.words.endswith("big.toml")
    made = BUILDER.read(read(Path("big.toml")))
    entries = [pick.entry for pick in made.units]
    assert made.limit == BUILDER.price(made, None).value == 1000
    assert entries[0] == "militia"
    assert entries.count("sniper") >= 2
    assert "captain" not in entries
    assert not [b for b in BUILDER.check(made, None) if not b.advisory]
    again = grognard("army", "fill", "army.toml", "big.toml")
    assert again.code == 2
    assert "--force" in again.err


def test_machines_are_told_the_bound(grognard, files):
    told = json.loads(grognard("army", "fill", "army.toml", "--only", "militia", "--json").out)
    # militiamen cost 5 each
    assert told["total"] == told["bound"] == 600
    assert told["proven"] is True
    assert {unit["entry"] for unit in told["roster"]["units"]} == {"militia"}


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["army.toml", "--to", "10"], "no legal force was found"),
        (["army.toml", "--want", "snyper"], "no entry 'snyper' (did you mean sniper?)"),
        (["army.toml", "--want", "sniper=x"], "write --want ENTRY=2"),
        (["army.toml", "--without", "tank"], "no entry 'tank'"),
        (["rifle.toml", "--to", "100"], "is no army: grognard army best rifle.toml"),
        (["none.toml"], "there is no file none.toml"),
    ],
)
def test_mistakes_in_filling(grognard, files, words, why):
    done = grognard("army", "fill", *words)
    assert done.code == 2
    assert why in done.err


def test_the_limit_must_be_known(grognard, files):
    Path("open.toml").write_text(ARMY.replace("limit = 600", ""))
    done = grognard("army", "fill", "open.toml")
    assert done.code == 2
    assert "--to POINTS" in done.err


def test_forge_of_war_is_filled_by_the_same_command(grognard, files):
    Path("first.toml").write_text('system = "forge_of_war"\ncatalogue = "human"\nlimit = 300\n')
    done = grognard("army", "fill", "first.toml", "full.toml")
    assert done.code == 0
    assert "nothing better exists" in done.words
    assert "not legal" not in grognard("check", "full.toml").words


# -- the best ------------------------------------------------------------------------------


def test_the_best_weapon_of_this_kind(grognard, files):
    done = grognard("army", "best", "rifle.toml", "best.toml", "--under", "30")
    assert done.code == 0
    assert "nothing better exists" in done.words
    made = tomllib.loads(Path("best.toml").read_text())
    assert made["name"] == "Rifle"
    assert BUILDER.price(BUILDER.read(read(Path("best.toml"))), None).value <= 30


def test_what_is_worth_how_much_is_the_users_word(grognard, files):
    told = json.loads(
        grognard("army", "best", "rifle.toml", "--under", "12", "--by", "power=1", "--json").out
    )
    # POW 7 at AM 0 is 20: 60% of it 12; POW 8 is 35
    assert (told["worth"], told["total"]) == (7, 12)
    assert told["design"]["power"] == 7
    assert told["proven"] is True
    kept = json.loads(
        grognard("army", "best", "rifle.toml", "--under", "12", "--keep", "power", "--json").out
    )
    assert kept["design"]["power"] == 3


def test_what_can_be_varied(grognard, files):
    done = grognard("army", "best", "rifle.toml", "--list")
    assert done.code == 0
    assert "power 4 for each of POW: POW 3 to POW 10" in done.words
    assert [way["key"] for way in json.loads(
        grognard("army", "best", "rifle.toml", "--list", "--json").out
    )][:3] == ["power", "am", "range"]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["rifle.toml"], "--under POINTS"),
        (["rifle.toml", "--under", "1"], "nothing legal costs 1 or less"),
        (["rifle.toml", "--under", "9", "--by", "powr=1"], "did you mean power?"),
        (["rifle.toml", "--under", "9", "--by", "power"], "write --by power=4"),
        (["rifle.toml", "--under", "9", "--vary", "reach"], "no way 'reach' to vary it"),
        (["army.toml", "--under", "9"], "nothing can be varied"),
    ],
)
def test_mistakes_in_seeking(grognard, files, words, why):
    done = grognard("army", "best", *words)
    assert done.code == 2
    assert why in done.err
