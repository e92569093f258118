"""BattleScribe's files: valid by the published schema, and those of other programs understood."""

from __future__ import annotations

import contextlib
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from grognard.forces.battlescribe import (
    read_catalogue,
    read_roster_file,
    write_catalogue,
    write_game,
    zipped,
)
from grognard.forces.battlescribe.ids import entry_id, model_id
from grognard.forces.catalogue import Catalogue, Roster
from grognard.forces.document import Document, Malformed
from grognard.forces.formats import write_form
from grognard.play.registry import find_system
from tests.forces.toys import TOY, ToyBuilder, rosters

FORGE: Any = find_system("forge_of_war")
VOR: Any = find_system("vor")
GENERIC = FORGE.builder.catalogues()[0]
PUBLISHED = Path(__file__).resolve().parents[3] / "shared" / "schemas" / "Catalogue.xsd"


def schema(kind: str) -> Any:
    """The published schema, its namespace swapped as its head says."""
    if not PUBLISHED.exists():
        pytest.skip("the published schema is not here")
    text = PUBLISHED.read_text("utf-8")
    return etree.XMLSchema(
        etree.fromstring(text.replace("/catalogueSchema", f"/{kind}Schema").encode())
    )


def valid(raw: bytes, kind: str) -> None:
    schema(kind).assertValid(etree.fromstring(raw))


@settings(max_examples=30, deadline=None)
@given(rosters(TOY, {"strict": True}))
def test_rosters_are_valid(made: Roster) -> None:
    valid(write_form(ToyBuilder(), made, None, "ros"), "roster")


@pytest.mark.parametrize("system", [FORGE, VOR], ids=lambda system: system.name)
@settings(max_examples=20, deadline=None)
@given(st.data())
def test_rosters_of_real_systems_are_valid(system: Any, data: st.DataObject) -> None:
    catalogue = data.draw(st.sampled_from(system.builder.catalogues()))
    made = data.draw(rosters(catalogue, {}))
    valid(write_form(system.builder, made, None, "ros"), "roster")


@pytest.mark.parametrize("n", range(4))
def test_catalogues_are_valid(n: int) -> None:
    catalogue = FORGE.builder.catalogues()[n]
    valid(write_catalogue(FORGE.builder, catalogue, None), "catalogue")


def test_game_systems_and_units_in_units_are_valid() -> None:
    valid(write_game(FORGE.builder, "forge_of_war", FORGE.title), "gameSystem")
    valid(write_game(VOR.builder, "vor", VOR.title), "gameSystem")
    for catalogue in VOR.builder.catalogues():
        valid(write_catalogue(VOR.builder, catalogue, None), "catalogue")
    valid(write_game(ToyBuilder(), "toy", "Toys"), "gameSystem")
    valid(write_catalogue(ToyBuilder(), TOY, None), "catalogue")


def bare(catalogue: Catalogue) -> dict[str, Any]:
    """All that the format can hold: no texts in the player's own words."""
    data = catalogue.to_dict()
    data["house"] = any(e["house"] for e in data["entries"])
    for entry in data["entries"]:
        entry["choices"] = [
            c for c in entry["choices"] if c["values"] or not isinstance(c["default"], str)
        ]
        for choice in entry["choices"]:
            if isinstance(choice["default"], bool):
                choice["least"] = choice["most"] = 0
        order = [c["key"] for c in entry["choices"] if not c["values"]]
        entry["choices"].sort(key=lambda c: (bool(c["values"]), c["key"] in order))
        entry["profile"] = {k: str(v) for k, v in entry["profile"].items()}
    return data


@pytest.mark.parametrize(("builder", "catalogue"), [(ToyBuilder(), TOY), (FORGE.builder, GENERIC)])
def test_a_catalogue_and_back(builder: Any, catalogue: Catalogue) -> None:
    raw = write_catalogue(builder, catalogue, None)
    for packed in (raw, zipped(raw, "a.cat")):
        read, notes = read_catalogue(packed, "a.cat")
        assert notes == []
        told, meant = bare(read), bare(catalogue)
        by_key = {e["key"]: e for e in told.pop("entries")}
        entries = {e["key"]: e for e in meant.pop("entries")}
        assert told == meant
        assert by_key == entries
        for entry in catalogue.entries.values():
            found = read.find(entry.name)
            assert found is not None
            assert found.aliases == entry.aliases


def costs(raw: bytes, own: str) -> tuple[str, list[tuple[str, str]]]:
    """What a thing costs once, and what is added for each model."""
    (node,) = [n for n in etree.fromstring(raw).iter() if n.get("id") == own]
    space = "{" + etree.QName(node).namespace + "}"
    cost = node.find(f"{space}costs/{space}cost").get("value")
    more = node.findall(f"{space}modifiers/{space}modifier")
    return cost, [(m.get("type"), m.get("value")) for m in more]


def test_costs_are_those_of_each_thing() -> None:
    raw = write_catalogue(ToyBuilder(), TOY, None)
    spears, heavy = TOY.entries["spears"], TOY.entries["heavy"]
    assert costs(raw, entry_id(TOY, spears)) == ("0", [])
    assert costs(raw, model_id(TOY, spears)) == ("16", [])
    assert costs(raw, model_id(TOY, heavy)) == ("0", [])  # one and no more: 12 for the unit
    assert costs(raw, entry_id(TOY, heavy)) == ("12", [])  # without its shield
    from grognard.forces.battlescribe.ids import choice_id, value_id

    drill, slings, horns, _ = spears.choices
    laser, shield = heavy.choices
    assert costs(raw, choice_id(TOY, heavy, laser)) == ("3", [])
    assert costs(raw, choice_id(TOY, heavy, shield)) == ("1", [])
    assert costs(raw, choice_id(TOY, spears, slings)) == ("2", [])
    assert costs(raw, choice_id(TOY, spears, horns)) == ("2", [])
    assert costs(raw, value_id(TOY, spears, drill, "Levy")) == ("0", [("decrement", "1")])
    assert costs(raw, value_id(TOY, spears, drill, "Regular")) == ("0", [])


# -- files of other programs -----------------------------------------------------------------------

FOREIGN = """<?xml version="1.0" encoding="UTF-8"?>
<roster id="1" name="Friday" gameSystemId="x" xmlns="urn:r">
  <costLimits><costLimit name="pts" typeId="p" value="400.0"/></costLimits>
  <forces>
    <force id="2" name="Company" entryId="e" catalogueId="c">
      <selections>
        <selection id="3" name="Configuration" entryId="x" number="1" type="upgrade"/>
        <selection id="4" name="First platoon" entryId="x" number="1" type="unit">
          <selections>
            <selection id="5" name="Line infantry troops" customName="Guns" number="1" type="unit">
              <selections>
                <selection id="6" name="Sergeant" entryId="x" number="1" type="model"/>
                <selection id="7" name="Rifleman" entryId="x" number="5" type="model">
                  <selections>
                    <selection id="8" name="Sniper rifle" entryId="x" number="2" type="upgrade"/>
                    <selection id="9" name="Flask" entryId="x" number="1" type="upgrade"/>
                  </selections>
                </selection>
                <selection id="10" name="Gunner" entryId="x" number="2" type="model">
                  <selections>
                    <selection id="11" name="Sniper Rifle" entryId="x" number="1" type="upgrade"/>
                  </selections>
                </selection>
              </selections>
            </selection>
          </selections>
        </selection>
      </selections>
      <forces>
        <force id="12" name="Support" entryId="e" catalogueId="c">
          <selections>
            <selection id="13" name="Marine Leaders" entryId="x" number="1" type="model">
              <selections>
                <selection id="14" name="Force Commander" entryId="x" type="upgrade"/>
              </selections>
            </selection>
            <selection id="15" name="Dragon" entryId="x" number="1" type="unit"/>
          </selections>
        </force>
      </forces>
    </force>
  </forces>
</roster>
"""


def foreign(text: str) -> tuple[Roster, list[str]]:
    document, notes = read_roster_file(text.encode(), FORGE.builder.catalogues(), "friday.ros")
    return FORGE.builder.read(document), notes


def test_what_is_known_by_name_is_taken_and_the_rest_is_told() -> None:
    made, notes = foreign(FOREIGN)
    assert (made.name, made.limit, made.catalogue.key) == ("Friday", 400, "generic")
    guns, boss = made.units
    assert (guns.entry, guns.name, guns.models) == ("line-infantry-troops", "Guns", 8)
    assert guns.options == {"Sniper Rifle": 3}
    assert (boss.entry, boss.models, boss.options) == ("marine-leaders", 1, {"commander": True})
    assert notes == [
        "line 7: 'Configuration' is not known, passed over",
        "line 16: Line Infantry Troops: 'Flask' is not known, passed over",
        "line 37: 'Dragon' is not known, passed over",
    ]


def test_nothing_known_is_refused_with_the_first_reason() -> None:
    text = FOREIGN.replace("Line infantry troops", "Goblins").replace("Marine Leaders", "Trolls")
    with pytest.raises(Malformed) as caught:
        foreign(text)
    said = str(caught.value)
    assert said.startswith("friday.ros:2: no unit of Generic troops was found: line 7: 'Configu")


def test_too_many_of_something_are_cut_and_told() -> None:
    made, notes = foreign(FOREIGN.replace('number="5" type="model"', 'number="900" type="model"'))
    assert made.units[0].models == 500
    assert "903 models are more than 500, cut" in notes[-3] + notes[-2]


def test_ours_is_known_by_its_ids_whatever_it_is_called() -> None:
    data = {"system": "forge_of_war", "units": [{"entry": "marines", "models": 7}]}
    raw = write_form(FORGE.builder, FORGE.builder.read(Document(data)), None, "ros")
    made, notes = foreign(raw.decode().replace('name="Marines"', 'name="Soldaten"'))
    assert [(p.entry, p.models) for p in made.units] == [("marines", 7)]
    assert notes == []


CATALOGUE = """<?xml version="1.0"?>
<catalogue id="c" name="Elves" gameSystemId="s" xmlns="urn:c">
  <selectionEntries>
    <selectionEntry id="a" name="Archers" type="unit">
      <profiles><profile id="p" name="Archer" typeId="t"><characteristics>
        <characteristic name="M" typeId="m">6"</characteristic>
      </characteristics></profile></profiles>
      <categoryLinks>
        <categoryLink id="k" name="Core" targetId="core" primary="true"/>
      </categoryLinks>
      <selectionEntries>
        <selectionEntry id="b" name="Archer" type="model">
          <constraints>
            <constraint id="1" type="min" field="selections" scope="parent" value="5"/>
            <constraint id="2" type="max" field="selections" scope="parent" value="10.0"/>
          </constraints>
        </selectionEntry>
        <selectionEntry id="d" name="Banner" type="upgrade">
          <constraints>
            <constraint id="3" type="max" field="selections" scope="parent" value="1"/>
          </constraints>
        </selectionEntry>
        <selectionEntry id="e" name="Flaming arrows" type="upgrade">
          <constraints>
            <constraint id="3" type="max" field="selections" scope="parent" value="3"/>
          </constraints>
        </selectionEntry>
      </selectionEntries>
      <selectionEntryGroups>
        <selectionEntryGroup id="g" name="Bow" defaultSelectionEntryId="y">
          <constraints>
            <constraint id="4" type="min" field="selections" scope="parent" value="1"/>
            <constraint id="5" type="max" field="selections" scope="parent" value="1"/>
          </constraints>
          <selectionEntries>
            <selectionEntry id="x" name="Short bow" type="upgrade"/>
            <selectionEntry id="y" name="Long bow" type="upgrade"/>
          </selectionEntries>
        </selectionEntryGroup>
      </selectionEntryGroups>
    </selectionEntry>
  </selectionEntries>
  <entryLinks>
    <entryLink id="l" name="Dragon" targetId="elsewhere" type="selectionEntry"/>
  </entryLinks>
</catalogue>
"""


def test_a_catalogue_of_another_program() -> None:
    read, notes = read_catalogue(CATALOGUE.encode(), "elves.cat")
    archers = read.entries["archers"]
    assert (read.name, archers.name, archers.role) == ("Elves", "Archers", "Core")
    assert (archers.least, archers.most, archers.profile) == (5, 10, {"M": '6"'})
    assert [(c.key, c.default, c.most, c.values) for c in archers.choices] == [
        ("Banner", False, 0, ()),
        ("Flaming arrows", 0, 3, ()),
        ("Bow", "Long bow", 0, ("Short bow", "Long bow")),
    ]
    assert notes == ["line 44: Dragon is linked from another file"]


def test_entries_of_one_name_have_keys_of_their_own() -> None:
    twice = CATALOGUE.replace(
        "<selectionEntries>", '<selectionEntries><selectionEntry id="z" name="Archers"/>', 1
    )
    read, _ = read_catalogue(twice.encode(), "elves.cat")
    assert list(read.entries) == ["archers", "archers-2"]
    crowd = b"<catalogue><selectionEntries>" + b"<selectionEntry/>" * 5001
    with pytest.raises(Malformed, match="more than 5000 entries"):
        read_catalogue(crowd + b"</selectionEntries></catalogue>", "crowd.cat")


@settings(max_examples=150, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_damaged_catalogues_are_read_or_refused(seed: int) -> None:
    chance = random.Random(seed)
    raw = bytearray(chance.choice([CATALOGUE.encode(), WRITTEN]))
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(raw))
        end = at + chance.randint(1, 30)
        if chance.random() < 0.5:
            raw[at:at] = chance.choice([raw[at:end], b"<x>", b"</x>", b"-1", b"\xff", b"&lt;"])
        else:
            raw[at:end] = bytes(chance.randrange(32, 127) for _ in range(chance.randint(0, 3)))
    with contextlib.suppress(Malformed):
        read, _ = read_catalogue(bytes(raw), "a.cat")
        for entry in read.entries.values():
            assert 1 <= entry.least <= entry.most
            assert all(c.refuse(c.default) == "" for c in entry.choices)


WRITTEN = write_catalogue(ToyBuilder(), TOY, None)
