"""Every form of file: nothing is lost on the way out and in again, and nothing is trusted."""

from __future__ import annotations

import contextlib
import io
import json
import random
import zipfile
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.forces.catalogue import Roster
from grognard.forces.document import Document, Malformed, parse
from grognard.forces.formats import (
    FORMS,
    bytes_of,
    form_of,
    read_form,
    system_in,
    write_form,
)
from grognard.forces.schema import force_schema, roster_schema
from grognard.forces.verdict import apply
from grognard.forces.writing import to_json, to_toml
from grognard.play.registry import find_system
from tests.forces.toys import TOY, ToyBuilder, rosters

FORGE: Any = find_system("forge_of_war")
GENERIC = FORGE.builder.catalogues()[0]
VOR: Any = find_system("vor")
BUILDERS: dict[str, Any] = {
    "toy": ToyBuilder(),
    "forge_of_war": FORGE.builder,
    "vor": VOR.builder,
}
FORCES = st.one_of(
    rosters(TOY, {"strict": True, "reading": "true", "most": 3}),
    rosters(GENERIC, {"cohesion": "every_pair", "cover_flat": True}),
    rosters(VOR.builder.catalogues()[0], {"strict_source": True}),
)


def proper(made: Roster) -> Roster:
    """With settings that Forge of War has."""
    if made.system == "forge_of_war" and made.settings:
        made.settings = {"cohesion": "every_pair"}
    return made


def again(builder: Any, made: Roster, form: str) -> Roster:
    raw = write_form(builder, made, None, form)
    found = read_form(raw, builder.catalogues(), f"army.{form}")
    assert found.notes == []
    read: Roster = builder.read(found.document)
    return read


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=60, deadline=None)
@given(FORCES.map(proper))
def test_nothing_is_lost(form: str, made: Roster) -> None:
    builder = BUILDERS[made.system]
    # Plain data: whoever looks at his own data in between has the catalogues made anew.
    assert again(builder, made, form).normal().to_dict() == made.normal().to_dict()


@settings(max_examples=40, deadline=None)
@given(FORCES.map(proper))
def test_the_same_bytes_every_time(made: Roster) -> None:
    builder = BUILDERS[made.system]
    for form in FORMS:
        assert write_form(builder, made, None, form) == write_form(builder, made, None, form)


PLAIN = st.recursive(
    st.one_of(st.booleans(), st.integers(-(2**62), 2**62), st.text(max_size=20)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=12,
)


@given(st.dictionaries(st.text(max_size=8), PLAIN, max_size=4))
def test_toml_holds_all_plain_data(data: dict[str, Any]) -> None:
    clean = json.loads(json.dumps(data).encode("utf-8", "ignore"))
    try:
        to_toml(clean).encode()
    except UnicodeEncodeError:
        return  # half a character
    assert parse(to_toml(clean), "a.toml").data == clean
    assert parse(to_json(clean), "a.json").data == clean


def test_a_form_is_told_by_the_name() -> None:
    names = ["a.toml", "a.JSON", "a.txt", "a.ros", "a.rosz", "a.army", "a"]
    assert [form_of(n) for n in names] == ["toml", "json", "txt", "ros", "rosz", "toml", "toml"]


@pytest.mark.parametrize("form", FORMS)
def test_a_file_tells_its_system(form: str) -> None:
    made = FORGE.builder.read(Document({"system": "forge_of_war", "name": "First"}))
    raw = write_form(FORGE.builder, made, None, form)
    assert system_in(raw, f"first.{form}") == "forge_of_war"
    assert system_in(raw, "", form) == "forge_of_war"


# -- the published schema --------------------------------------------------------------------------


SCHEMA = roster_schema("forge_of_war", FORGE.title, FORGE.builder.catalogues(), FORGE.settings)
VALID = jsonschema_rs.validator_for(SCHEMA)
TOYS = jsonschema_rs.validator_for(
    roster_schema("toy", "Toys", [TOY], type("None", (), {"__dataclass_fields__": {}}))
)


def test_the_schema_is_one() -> None:
    assert jsonschema_rs.meta.is_valid(SCHEMA)


@settings(max_examples=60, deadline=None)
@given(rosters(GENERIC, {"cohesion": "every_pair"}))
def test_what_is_written_is_valid(made: Roster) -> None:
    assert VALID.is_valid(json.loads(write_form(FORGE.builder, made.normal(), None, "json")))


@settings(max_examples=60, deadline=None)
@given(rosters(TOY, {}))
def test_units_in_units_are_valid(made: Roster) -> None:
    assert TOYS.is_valid(made.normal().to_dict())


DESIGNS = {d.key: d for d in VOR.builder.designs() if d.alone}
VOR_SCHEMA = force_schema(
    "vor", VOR.title, VOR.builder.catalogues(), VOR.settings, VOR.builder.designs()
)
VALID_VOR = jsonschema_rs.validator_for(VOR_SCHEMA)


@pytest.mark.parametrize("key", DESIGNS)
def test_designs_are_valid_with_everything_that_can_be_chosen(key: str) -> None:
    plain = {"system": "vor", "design": key, **DESIGNS[key].start}
    thing = VOR.builder.read(Document(plain))
    assert VALID_VOR.is_valid(VOR.builder.write(thing))
    for further in VOR.builder.further(thing, None):
        with contextlib.suppress(Malformed):
            changed = VOR.builder.read(Document(apply(plain, further.edits)))
            written = VOR.builder.write(changed)
            assert VALID_VOR.is_valid(written), (further.label, written)


def test_armies_with_and_without_a_list_of_their_own() -> None:
    assert jsonschema_rs.meta.is_valid(VOR_SCHEMA)
    listed = dict(DESIGNS["list"].start)
    entry = next(iter(VOR.builder.catalogues()[0].entries))
    army = {"system": "vor", "units": [{"entry": entry}]}
    own = {"system": "vor", "list": listed, "units": [{"entry": "new-squad"}]}
    for plain in (army, own):
        written = VOR.builder.write(VOR.builder.read(Document(plain)))
        assert VALID_VOR.is_valid(written), written
    assert not VALID_VOR.is_valid({"system": "vor", "units": [{"entry": "new-squad"}]})
    assert not VALID_VOR.is_valid(army | {"unit": []})
    assert not VALID_VOR.is_valid({"system": "vor", "design": "attack", "name": 3})


GOOD = {
    "system": "forge_of_war",
    "catalogue": "modified",
    "settings": {"cohesion": "chain"},
    "limits": {"vehicle": 1, "horde": "25%"},
    "units": [{"entry": "marines", "models": 7, "options": {"Plasma Rifle": 1}}],
}


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("system",), "vor"),
        (("catalogue",), "goblins"),
        (("catalogue",), "human"),  # knows no marines
        (("limit",), -1),
        (("limit",), "400"),
        (("name",), "two\nlines"),
        (("settings", "cohesion"), "loose"),
        (("settings", "cohesian"), "chain"),
        (("limits", "vehicle"), "101%"),
        (("limits", "vehicle"), -1),
        (("units", 0, "entry"), "goblins"),
        (("units", 0, "models"), 501),
        (("units", 0, "options", "Plasma Rifle"), -1),
        (("units", 0, "options", "Plasma Rifle"), True),
        (("units", 0, "options", "Plasma Rifles"), 1),
        (("units", 0, "parts"), []),
        (("units", 0, "cost"), 5),
    ],
)
def test_schema_and_reader_refuse_the_same(place: tuple[Any, ...], value: Any) -> None:
    assert VALID.is_valid(GOOD)
    FORGE.builder.read(Document(GOOD))
    bad = json.loads(json.dumps(GOOD))
    inner = bad
    for step in place[:-1]:
        inner = inner[step]
    inner[place[-1]] = value
    assert not VALID.is_valid(bad)
    with pytest.raises(Malformed):
        FORGE.builder.read(Document(bad))


# -- text ------------------------------------------------------------------------------------------

LETTER = """\
# what I will bring on Friday
First Company
System: forge_of_war
limit: 400 points

- 5 x Line Infantry Troops "HQ" [55]
  * Force Commander
• 8x line infantry troops [92]
    2 x light support weapon [4]
    no jump packs

1 × Marine Leaders
   starts with: "HQ"
   training: Veteran
"""


def letter(text: str) -> Roster:
    found = read_form(text.encode(), FORGE.builder.catalogues(), "letter.txt")
    made: Roster = FORGE.builder.read(found.document)
    return made


def test_a_letter_is_understood() -> None:
    made = letter(LETTER.replace("training: Veteran", "terrifying"))
    assert (made.name, made.limit, made.notes) == ("First Company", 400, "")
    assert [(p.entry, p.name, p.models) for p in made.units] == [
        ("line-infantry-troops", "HQ", 5),
        ("line-infantry-troops", "", 8),
        ("marine-leaders", "", 1),
    ]
    assert [p.options for p in made.units] == [
        {"commander": True},
        {"jump": False, "Light Support Weapon": 2},
        {"attach": "HQ", "terrifying": True},
    ]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("no jump packs", "no jump boots", "letter.txt:10: 'no jump boots' is no option of Line"),
        ("5 x Line", "five Line", "letter.txt:6: 'five Line Infantry Troops \"HQ\" [55]' is no"),
        ("8x line infantry", "8x lines of", "letter.txt:8: units[1].entry: 'lines of troops' is"),
        ("limit: 400 points", "limit: many", "letter.txt:4: limit: 'many' is no number"),
        ("training: Veteran", "no starts with", "letter.txt:14: 'no starts with' is no option of"),
        ("2 x light", "999 x light", "Light Support Weapon: 999 is not 0 to 500"),
    ],
)
def test_what_a_letter_does_not_say(old: str, new: str, said: str) -> None:
    text = LETTER.replace("training: Veteran", "terrifying") if "training" not in old else LETTER
    with pytest.raises(Malformed) as caught:
        letter(text.replace(old, new))
    assert said in str(caught.value)


# -- hostile files ---------------------------------------------------------------------------------


SMALL = FORGE.builder.read(
    Document(
        {
            "system": "forge_of_war",
            "name": "First",
            "limit": 300,
            "units": [{"entry": "marines", "models": 7, "options": {"Plasma Rifle": 1}}],
        }
    )
)


def refused(raw: bytes, file: str) -> str:
    with pytest.raises(Malformed) as caught:
        read_whole(raw, file)
    return str(caught.value)


def read_whole(raw: bytes, file: str) -> Any:
    return FORGE.builder.read(read_form(raw, FORGE.builder.catalogues(), file).document)


ROS = write_form(FORGE.builder, SMALL, None, "ros")


def pack(**members: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name.replace("_", "."), data)
    return made.getvalue()


def with_doctype(inner: str) -> bytes:
    return ROS.replace(b"<roster ", f"<!DOCTYPE roster [{inner}]>\n<roster ".encode(), 1)


def test_entities_are_neither_expanded_nor_fetched(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("hidden words")
    laughs = '<!ENTITY a "ha">' + "".join(
        f'<!ENTITY {y} "{"".join(f"&{x};" * 10)}">' for x, y in zip("abcdefgh", "bcdefghi")
    )
    for inner in (laughs, f'<!ENTITY x SYSTEM "{secret.as_uri()}">', ""):
        for name in (b"&i;", b"&x;", b"First"):
            raw = with_doctype(inner).replace(b'name="First"', b'name="' + name + b'"')
            said = refused(raw, "a.ros")
            assert "hidden words" not in said
            assert said.startswith("a.ros")
    assert "declares a document type" in refused(with_doctype(""), "a.ros")


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"", "a.ros"),
        (b"<roster", "a.ros:1: "),
        (b"<list/>", "a.ros:1: 'list' is not roster"),
        (ROS.replace(b"</forces>", b"<forces>"), "a.ros:"),
        (b"<roster>" + b"<forces>" * 41, "nested more than 40 deep"),
        (b"<roster>" + b"<x/>" * 60_001 + b"</roster>", "more than 60000 elements"),
        (b"<roster>" + b" " * 1_000_000 + b"</roster>", "more than 1000000 bytes"),
        (b"PK\x03\x04" + b"nothing", "cannot be unpacked"),
        (pack(a_ros=b"<roster>" + b" " * 8_000_000), "unpacks to more than 8000000 bytes"),
        (pack(a_ros=ROS, b_ros=ROS), "2 files in the pack instead of one"),
        (pack(readme_txt=b"-"), "0 files in the pack instead of one"),
        (pack(**{f"n{n}_txt": b"" for n in range(21)}), "more than 20 files packed together"),
        (ROS.replace(b'encoding="UTF-8"', b'encoding="no-such"').replace(b"'UTF-8'", b"'no-such'"),
         "a.ros:1: "),
    ],
)  # fmt: skip
def test_hostile_rosters(raw: bytes, said: str) -> None:
    assert said in refused(raw, "a.ros")


TOML = b'system = "forge_of_war"\n'
UNIT = TOML + b'[[units]]\nentry = "marines"\n[units.options]\n'
LIST = b"A\nsystem: forge_of_war\n1 x Marines\n"
HEAD, END = b"<roster><forces><force><selections>", b"</selections></force></forces></roster>"


def many(form: bytes, times: int) -> bytes:
    return b"".join(form % n for n in range(times))


@pytest.mark.parametrize(
    ("file", "raw", "said"),
    [
        ("a.toml", UNIT + many(b"k%d = 1\n", 301), "a.toml:4: units[0].options: more than 300"),
        ("a.toml", TOML + b"[settings]\n" + many(b"k%d = 1\n", 301), "settings: more than 300"),
        ("a.toml", TOML + b"[limits]\n" + many(b"k%d = 1\n", 51), "limits: more than 50 limits"),
        ("a.toml", TOML + b"a = " + b"[" * 9999, "is nested too deep"),
        ("a.txt", LIST + b"  jump packs\n" * 3998, "a.txt:4001: more than 4000 lines"),
        ("a.txt", LIST + b'1 x ' + b' "a' * 2000, "a.txt:4: a line of more than 4000 characters"),
        ("a.txt", LIST + b"1 x Marines\n" * 200, "a.txt:203: more than 200 units"),
        ("a.ros", HEAD + b'<selection name="a"/>' * 5001 + END, "more than 5000 selections"),
        ("a.ros", HEAD + b'<selection name="Marines"/>' * 201 + END, "more than 200 units"),
    ],
)  # fmt: skip
def test_more_than_anybody_needs(file: str, raw: bytes, said: str) -> None:
    """Each would keep a reader busy for longer than anybody waits."""
    assert said in refused(raw, file)


@pytest.mark.parametrize("form", FORMS)
def test_too_much(form: str, tmp_path: Path) -> None:
    raw = write_form(FORGE.builder, SMALL, None, form) + b"\n" * 1_000_000
    assert "more than 1000000" in refused(raw, f"a.{form}")
    file = tmp_path / f"a.{form}"
    file.write_bytes(raw)
    with pytest.raises(Malformed, match="more than 1000000 bytes"):
        bytes_of(file)


def test_what_is_no_file(tmp_path: Path) -> None:
    for file, said in (
        (tmp_path, "is not a file"),
        (tmp_path / "none.toml", "no such file"),
        (Path("a\0b"), "not the name of a file"),
    ):
        with pytest.raises(Malformed, match=said):
            bytes_of(file)


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=150, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_damaged_files_are_read_or_refused(form: str, seed: int) -> None:
    """Bytes changed, cut out, doubled: nothing but `Malformed` comes of it."""
    chance = random.Random(seed)
    raw = bytearray(write_form(FORGE.builder, SMALL, None, form))
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(raw))
        end = min(len(raw), at + chance.randint(1, 30))
        how = chance.randrange(4)
        if how == 0:
            raw[at] = chance.randrange(256)
        elif how == 1 and end - at < len(raw):
            del raw[at:end]
        elif how == 2:
            raw[at:at] = raw[at:end]
        else:
            raw[at:at] = chance.choice([b"[[", b"{", b'"', b"\n- ", b"9999999999", b"&", b"\xff"])
    only_malformed(bytes(raw), f"a.{form}")


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=60, deadline=None)
@given(
    raw=st.one_of(
        st.binary(max_size=200), st.text(max_size=200).map(lambda t: t.encode("utf-8", "replace"))
    )
)
def test_nonsense_is_read_or_refused(form: str, raw: bytes) -> None:
    only_malformed(raw, f"a.{form}")


def only_malformed(raw: bytes, file: str) -> None:
    """What is read can be written; what is not says why."""
    with contextlib.suppress(Malformed):
        system_in(raw, file)
        made = read_whole(raw, file)
        plain = FORGE.builder.write(made)
        assert FORGE.builder.write(FORGE.builder.read(Document(plain))) == plain
