"""Files of forces: what is wrong is named by file, line, field and reason."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.forces.document import MOST_BYTES, MOST_DEPTH, Malformed, parse, read
from grognard.forces.lines import lines_of

TOML = '''
# a comment
name = "First # not a comment"
notes = """
two [lines]
"""
[[units]]
entry = "a"
options = { x = 1, "y z" = [
  true,
  "two",
] }
[[units]]
  entry = "b"
[units.options]
k.j = 1.5
[[units.models]]
n = 1
[[units.models]]
n = 2
'''


def test_lines_of_toml() -> None:
    lines = lines_of(TOML, "toml")
    assert lines["name",] == 3
    assert lines["notes",] == 4
    assert lines["units", 0] == 7
    assert lines["units", 0, "options", "x"] == 9
    assert lines["units", 0, "options", "y z", 1] == 11
    assert lines["units", 1, "entry"] == 14
    assert lines["units", 1, "options", "k", "j"] == 16
    assert lines["units", 1, "models", 1, "n"] == 20


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=20,
)


def every(data: object, path: tuple = ()) -> list[tuple]:
    inner: list = []
    if isinstance(data, dict):
        inner = list(data.items())
    elif isinstance(data, list):
        inner = list(enumerate(data))
    return [path, *(p for key, item in inner for p in every(item, (*path, key)))]


@given(st.dictionaries(st.text(max_size=9), plain, max_size=4))
def test_everything_in_json_has_its_line(data: dict) -> None:
    text = json.dumps(data, indent=1)
    lines = lines_of(text, "json")
    assert set(lines) == set(every(data))
    assert max(lines.values()) <= text.count("\n") + 1


def faults(text: str | bytes, name: str = "a.toml") -> list[str]:
    try:
        document = parse(text, name)
        row = document.row
        row.text("name")
        row.whole("limit", 0, 100, 10, "C-1")
        row.flag("fast")
        row.choice("size", ("small", "large"), "small")
        row.choice("arc", (90, 180), 180)
        row.texts("tags")
        for unit in row.tables("units", 3):
            unit.text("entry")
            options = unit.table("options")
            if options is not None:
                options.whole("x", 0, 1)
                options.done()
            unit.done()
        row.done()
        document.close()
    except Malformed as error:
        return [str(fault) for fault in error.faults]
    return []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "a.toml:1: name: is missing"),
        ("name = 3", "a.toml:1: name: 3 is not a text"),
        ('name = "a\\u0007b"', "a.toml:1: name: a line of at most 1000 characters is wanted"),
        ('name = "a"\n\nlimit = 101', "a.toml:3: limit: 101 is not in 0 to 100 [C-1]"),
        ('name = "a"\nlimit = true', "a.toml:2: limit: True is not a whole number [C-1]"),
        ('name = "a"\nlimit = 1.0', "a.toml:2: limit: 1.0 is not a whole number [C-1]"),
        ('name = "a"\nfast = 1', "a.toml:2: fast: 1 is neither true nor false"),
        ('name = "a"\nsize = "smal"', "a.toml:2: size: 'smal' is not known; did you mean small?"),
        ('name = "a"\narc = 91.0', "a.toml:2: arc: 91.0 is not known; one of 90, 180"),
        ('name = "a"\narc = true', "a.toml:2: arc: True is not known; one of 90, 180"),
        ('name = "a"\ntags = [1]', "a.toml:2: tags: a list is not a list of at most 100 texts"),
        ('name = "a"\nunits = 3', "a.toml:2: units: a list of at most 3 tables is wanted"),
        ('name = "a"\nunits = [3]', "a.toml:2: units[0]: 3 is not a table"),
        ('name = "a"\nnames = "b"', "a.toml:2: names: no such field; did you mean name?"),
        (
            'name = "a"\n[[units]]\nentry = "b"\noptions = {x = 2}',
            "a.toml:4: units[0].options.x: 2 is not in 0 to 1",
        ),
        ('name = "a', "a.toml:1: "),
        ("name = 1\nname = 2", "a.toml:2: Cannot overwrite a value"),
    ],
)
def test_faults_name_file_line_field_and_reason(text: str, said: str) -> None:
    found = faults(text)
    assert len(found) == 1
    assert found[0].startswith(said)


def test_all_faults_at_once() -> None:
    assert len(faults("limit = -1\nfast = 3\nsize = []")) == 4
    assert len(faults("\n".join(f"x{n} = 1" for n in range(1000)))) == 20


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"name": "a",\n"name": "b"}', "a.json:2: 'name' stands twice"),
        ('{"a": {"b": 1},\n"b": [{"b": 2}, {"b": 3}],\n"\\u0061": 1}', "a.json:3: 'a' stands"),
        ('{\n"name":\nNaN}', "a.json:3: NaN is no number"),
        ('{\n"name": -Infinity\n}', "a.json:2: -Infinity is no number"),
        ('{"name": 1e999}', "inf is not a text"),
        ('{\n"name": }', "a.json:2: expecting value"),
        ("[]", "a.json:1: a table is wanted"),
        ('{"limit": ' + "9" * 4000 + "}", "a huge number"),
        ('{\n"limit": ' + "9" * 5000 + "\n}", "a.json:2: a number with thousands of digits"),
        ("[" * 100_000, "a.json:1: is nested too deep"),
        ('{"b": [],\n"c":' + '{"a":' * 200 + "1" + "}" * 201, "a.json:2: tables are nested more"),
        (b"\xff", "a.json:1: is not UTF-8"),
        (b"{" + b" " * MOST_BYTES, "more than 1000000 bytes"),
    ],
)
def test_hostile_json(text: str | bytes, said: str) -> None:
    assert said in "\n".join(faults(text, "a.json"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("b = []\na = " + "[" * 100_000, "a.toml:2: is nested too deep"),
        ("limit = " + "9" * 5000 + "\nname = 1\n", "a.toml:1: a number with thousands of digits"),
        ("a = 1\nb = [", "a.toml:2: "),
        (".".join("a" * 400_000) + " = 1", "dots in one line"),
        ("\n[" + ".".join("a" * (MOST_DEPTH + 1)) + "]", "a.toml:2: tables are nested more than"),
        ("a = 1979-05-27T07:32:00Z", "a.toml:1: a: no such field"),
        ("name = 1979-05-27", "is not a text"),
        ("x = 0x" + "f" * 5000, "no such field"),
    ],
)
def test_hostile_toml(text: str, said: str) -> None:
    assert said in "\n".join(faults(text))


@given(st.text(max_size=200) | st.binary(max_size=200))
def test_no_text_ends_in_anything_but_malformed(text: str | bytes) -> None:
    faults(text)
    faults(text, "a.json")


@given(
    st.dictionaries(
        st.sampled_from(["name", "limit", "fast", "size", "arc", "tags", "units"]), plain
    )
)
def test_no_values_end_in_anything_but_malformed(data: dict) -> None:
    faults(json.dumps(data), "a.json")


def test_files(tmp_path: Path) -> None:
    good = tmp_path / "good.json"
    good.write_text('{"name": "a"}')
    assert read(good).row.text("name") == "a"
    for bad, said in ((tmp_path / "none.toml", "no such file"), (tmp_path, "is not a file")):
        with pytest.raises(Malformed, match=said):
            read(bad)
    big = tmp_path / "big.toml"
    big.write_bytes(b"#" * (MOST_BYTES + 1))
    with pytest.raises(Malformed, match="bytes are more"):
        read(big)
