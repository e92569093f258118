"""Own troops and weapons: the pages of docs/own-data.md are what they say, and they are played."""

import json
import re
from pathlib import Path

import pytest

from grognard.forces.own import own_data
from grognard.play.registry import find_system
from grognard.play.verify import verify

PAGE = Path(__file__).resolve().parents[2] / "docs" / "own-data.md"


@pytest.fixture
def folder(tmp_path) -> Path:
    """The files of the guide."""
    made = tmp_path / "my-troops"
    made.mkdir()
    text = PAGE.read_text("utf-8")
    for name, body in re.findall(r"^`(\w+\.toml)`\n\n```toml\n(.*?)^```", text, re.M | re.S):
        (made / name).write_text(body, "utf-8")
    assert {p.name for p in made.iterdir()} == {"weapons.toml", "troops.toml", "forces.toml"}
    return made


@pytest.fixture(autouse=True)
def no_other(monkeypatch) -> None:
    monkeypatch.setenv("GROGNARD_DATA", "")


@pytest.mark.clause("FOW-15.1-01", "FOW-16.1-01")
def test_what_own_data_change(grognard, folder):
    done = grognard("data", "forge", str(folder))
    assert done.code == 0, done.err
    assert done.out.splitlines() == [
        "new weapon: Gauss Rifle",
        "new weapon: Smart Mortar",
        "changed weapon: Light Support Weapon",
        "new troop: Iron Wolves",
        "new troop: Wolf Lord",
        "new force: Wolves of the North",
    ]


@pytest.mark.clause("FOW-15.1-01", "FOW-16.1-01")
def test_own_forces_are_played_and_recorded_for_good(grognard, folder, tmp_path, monkeypatch):
    file = tmp_path / "wolves.grog"
    done = grognard(
        "battle", "forge", "--data", str(folder), "--force", "wolves", "--against", "garrison",
        "--bot", "random", "--watch", "--json", "--seed", "3", "--save", str(file),
        "--set", "indirect_fire=true",
    )  # fmt: skip
    assert done.code == 0, done.err
    header = json.loads(file.read_text().splitlines()[0])
    text = json.dumps(header)
    assert '"Gauss Rifle"' in text
    # The record needs the folder no more.
    for name in ("weapons.toml", "troops.toml", "forces.toml"):
        (folder / name).unlink()
    monkeypatch.setenv("GROGNARD_DATA", "")
    assert verify(file)["ok"]


@pytest.mark.clause("FOW-16.1-01")
def test_odds_know_own_weapons(grognard, folder, monkeypatch):
    monkeypatch.setenv("GROGNARD_DATA", str(folder))
    done = grognard("ask", "forge", "mixed-fire", "--weapon", "Gauss Rifle", "--figures-2", "0",
                    "--av", "3", "--distance", "15")  # fmt: skip
    assert done.code == 0, done.err
    assert "Gauss Rifle to hit 7" in done.words  # WV 3 cancels AV 3; 15" is half of 30"


@pytest.mark.clause("FOW-15.1-01")
def test_the_builder_offers_own_troops(folder, monkeypatch):
    monkeypatch.setenv("GROGNARD_DATA", str(folder))
    builder = find_system("forge").builder
    assert "iron-wolves" in builder.catalogues()[0].entries
    monkeypatch.setenv("GROGNARD_DATA", "")
    assert "iron-wolves" not in builder.catalogues()[0].entries


@pytest.mark.clause("FOW-16.1-04")
def test_what_is_wrong_is_named_by_file_line_and_field(grognard, folder):
    file = folder / "weapons.toml"
    file.write_text(file.read_text().replace("range = 30", "range = -6"))
    troops = folder / "troops.toml"
    troops.write_text(troops.read_text().replace("sv = 7", "sv = 11"))
    done = grognard("data", "forge", str(folder))
    assert done.code == 1
    assert not done.out
    wrong = done.err.splitlines()
    assert len(wrong) == 2
    assert "weapons.toml:3: Gauss Rifle: range: -6" in wrong[0]
    assert "troops.toml:6: Iron Wolves: sv: 11" in wrong[1]
    # And nothing is played with it.
    done = grognard("battle", "forge", "--data", str(folder), "--watch", "--json", "--seed", "1")
    assert done.code == 2
    assert "weapons.toml:3" in done.err
    assert "troops.toml:6" in done.err


def test_json_for_machines(grognard, folder):
    done = grognard("data", "forge", str(folder), "--json")
    report = json.loads(done.out)
    assert "new weapon: Gauss Rifle" in report["rows"]
    assert (report["faults"], report["folder"]) == ([], str(folder.resolve()))


def test_where_own_data_are_found(tmp_path, monkeypatch):
    monkeypatch.delenv("GROGNARD_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    assert own_data("forge_of_war") is None
    usual = tmp_path / "home" / "grognard" / "own" / "forge_of_war"
    usual.mkdir(parents=True)
    assert own_data("forge_of_war") == usual
    named = tmp_path / "named"
    (named / "forge_of_war").mkdir(parents=True)
    monkeypatch.setenv("GROGNARD_DATA", str(named))
    assert own_data("forge_of_war") == named / "forge_of_war"
    assert own_data("swordpoint") == named
    monkeypatch.setenv("GROGNARD_DATA", "")
    assert own_data("forge_of_war") is None


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "which rule system"),
        (("skirmish",), "takes no data of your own"),
        (("forge",), "there are no data of your own yet"),
        (("forge", "/nowhere/at/all"), "is no folder"),
    ],
)
def test_what_else_may_go_wrong(grognard, arguments, words):
    done = grognard("data", *arguments)
    assert done.code == 2
    assert words in done.err


def test_every_table_may_be_changed(grognard, tmp_path):
    """One row of each kind; moves are known by their type."""
    for name, text in {
        "training": '[[training]]\nname = "Guard"\nmarkers = 5',
        "movement": '[[movement]]\nname = "Monstrous Creatures"\nmove = 8',
        "armour": '[[armour]]\nname = "Silk"\nav = 1',
        "terrain": '[[cover]]\nname = "hard"\nvalue = 3\n'
        '[[terrain]]\nname = "Crater"\ncover = "soft"',
        "vehicles": '[[vehicle]]\nname = "Armoured Personnel Carrier"\nwounds = 2',
        "scenarios": '[[scenario]]\nname = "Encounter"\nturns = 4',
    }.items():
        (tmp_path / f"{name}.toml").write_text(text)
    done = grognard("data", "forge", str(tmp_path))
    assert done.code == 0, done.err
    assert sorted(done.out.splitlines()) == [
        "changed cover: hard",
        "changed movement: monstrous",
        "changed scenario: Encounter",
        "changed vehicle: Armoured Personnel Carrier",
        "new armour: Silk",
        "new terrain: Crater",
        "new training: Guard",
    ]
