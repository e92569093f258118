"""Records: whatever is done to one is found, and the line is named."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.play import record as record_module
from grognard.play.record import Damaged, Record, read_record
from grognard.play.verify import verify
from tests.play.playing import begin, restlessly


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    """The bytes of a finished match."""
    path = tmp_path_factory.mktemp("good") / "match.grog"
    match = restlessly(begin(path), random.Random(3))
    assert match.record.text().encode() == path.read_bytes()
    assert verify(path)["ok"]
    return path.read_bytes()


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    return tmp_path_factory.mktemp("bad") / "match.grog"


def found(file, data, line, why=""):
    """Both readers name this line."""
    file.write_bytes(data)
    with pytest.raises(Damaged) as damaged:
        read_record(file)
    assert damaged.value.line == line
    assert why in damaged.value.why
    assert str(damaged.value) == f"line {line}: {damaged.value.why}"
    report = verify(file)
    assert (report["ok"], report["line"], report["why"]) == (False, line, damaged.value.why)


def unclosed(file, data, lines):
    """Nothing is wrong with what is there, but the end is missing."""
    file.write_bytes(data)
    assert not read_record(file).closed
    report = verify(file)
    assert (report["ok"], report["line"], report["lines"]) == (False, lines + 1, lines)
    assert "no closing line" in report["why"]


def test_what_was_appended_is_read_back(good, file):
    file.write_bytes(good)
    record = read_record(file)
    assert record.closed
    assert record.text().encode() == good
    assert {line["kind"] for line in record.lines} == {
        "header",
        "nonce",
        "turn",
        "answer",
        "roll",
        "sealed",
        "opened",
        "end",
        "event",
    }
    with pytest.raises(Damaged, match="after the closing line"):
        record_module.check_line(len(record.lines) + 1, b"{}", record.hash, record.closed)


@given(st.data())
def test_any_changed_byte_is_found(good, file, data):
    at = data.draw(st.integers(0, len(good) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda b: b != good[at]))
    changed = good[:at] + bytes([byte]) + good[at + 1 :]
    found(file, changed, good.count(b"\n", 0, at) + 1)


@given(st.data())
def test_any_inserted_or_lost_byte_is_found(good, file, data):
    at = data.draw(st.integers(0, len(good) - 1))
    number = good.count(b"\n", 0, at) + 1
    lost = good[:at] + good[at + 1 :]
    found(file, lost, number)
    byte = data.draw(st.integers(0, 255))
    empty_line = byte == good[at] == ord("\n")
    found(file, good[:at] + bytes([byte]) + good[at:], number + empty_line)


@given(st.data())
def test_a_lost_line_is_found(good, file, data):
    lines = good.splitlines(keepends=True)
    at = data.draw(st.integers(0, len(lines) - 1))
    rest = b"".join(lines[:at] + lines[at + 1 :])
    if at == len(lines) - 1:
        unclosed(file, rest, len(lines) - 1)
    else:
        found(file, rest, at + 1, "changed")


@given(st.data())
def test_a_line_twice_is_found(good, file, data):
    lines = good.splitlines(keepends=True)
    at = data.draw(st.integers(0, len(lines) - 1))
    where = data.draw(st.integers(at + 1, len(lines)))
    twice = b"".join([*lines[:where], lines[at], *lines[where:]])
    found(file, twice, where + 1, "closing line" if where == len(lines) else "changed")


@given(st.data())
def test_swapped_lines_are_found(good, file, data):
    lines = good.splitlines(keepends=True)
    one, other = sorted(
        data.draw(st.lists(st.integers(0, len(lines) - 1), min_size=2, max_size=2, unique=True))
    )
    lines[one], lines[other] = lines[other], lines[one]
    found(file, b"".join(lines), one + 1, "changed")


@given(st.data())
def test_a_cut_end_is_found(good, file, data):
    at = data.draw(st.integers(0, len(good) - 1))
    cut = good[:at]
    whole = cut.count(b"\n")
    if not cut:
        found(file, cut, 1, "empty")
    elif cut.endswith(b"\n"):
        unclosed(file, cut, whole)
    else:
        found(file, cut, whole + 1, "cut off")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
)


@given(st.data())
def test_no_line_of_other_making_is_taken_for_one(good, file, data):
    lines = good.splitlines(keepends=True)
    at = data.draw(st.integers(0, len(lines) - 1))
    lines[at] = data.draw(
        st.one_of(
            st.binary().map(lambda raw: raw.replace(b"\n", b" ")),
            JSON.map(lambda thing: json.dumps(thing).encode()),
            JSON.map(lambda thing: json.dumps({"kind": "roll", "hash": thing}).encode()),
            st.sampled_from([b"\xff\xfe{\x00}\x00", b'\xef\xbb\xbf{"kind":"end"}', b"", b" "]),
        )
    )
    found(file, b"".join(line.rstrip(b"\n") + b"\n" for line in lines), at + 1)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"{" * 200_000, "not JSON"),
        (b"[" * 200_000, "not JSON"),
        (b"[" * 200_000 + b"]" * 200_000, "JSON"),
        (b'{"a":' * 900 + b"1" + b"}" * 900, "no line of a record"),
        (b'{"kind":"end","x":' + b"[" * 900 + b"]" * 900 + b"}", ""),
        (b"1" * 10_000, ""),
        (b'{"kind":"end","lines":1' + b"0" * 10_000 + b"}", "not JSON"),
        (b'{"kind":"end","lines":NaN}', ""),
        (b'{"kind":"end","kind":"end"}', "not written as records are"),
        (b'{"kind":"end","why":"\\ud800"}', ""),
        (b'{"kind": "end"}', "not written as records are"),
        (b'{"kind":["end"]}', "no line of a record"),
        (b'"end"', "no line of a record"),
        (b"null", "no line of a record"),
    ],
)
def test_strange_json_is_damage_and_never_an_error(file, line, why):
    found(file, line + b"\n", 1, why)


def test_nesting_of_every_depth_is_damage(file):
    for depth in range(900, 1000):
        file.write_bytes(b'{"hash":null,"kind":"end","x":' + b"[" * depth + b"]" * depth + b"}\n")
        with pytest.raises(Damaged, match="line 1"):
            read_record(file)
        assert verify(file)["line"] == 1


def test_a_huge_line_is_not_read_to_its_end(file):
    with file.open("wb") as out:
        out.write(b'{"kind":"header","x":"')
        out.seek(record_module.LONGEST + (1 << 30), 1)  # a hole: it takes no room on the disk
        out.write(b'"}\n')
    with pytest.raises(Damaged, match="line 1: the line is too long"):
        read_record(file)
    assert verify(file)["line"] == 1


def test_what_could_not_be_read_again_is_not_written(tmp_path):
    record = Record(tmp_path / "x.grog")
    record.append("header", format=1)
    before = record.text(), record.hash
    with pytest.raises(ValueError, match="could not be read again"):
        record.append("event", event="x" * record_module.LONGEST)
    with pytest.raises(ValueError, match="not JSON compliant"):
        record.append("event", event=float("nan"))
    assert (record.text(), record.hash) == before
    assert (tmp_path / "x.grog").read_text() == record.text()
    record.append("event", event="still here")
    assert len(read_record(tmp_path / "x.grog").lines) == 2


def test_a_record_keeps_what_was_and_not_what_becomes_of_it():
    record = Record()
    state = {"marks": [1]}
    record.append("turn", state=state, tuple=(1, 2))
    state["marks"].append(2)
    assert record.lines[0]["state"] == {"marks": [1]}
    assert record.lines[0]["tuple"] == [1, 2]


def test_a_record_begins_with_a_header(tmp_path):
    Record(tmp_path / "x.grog").append("event", event="x")
    with pytest.raises(Damaged, match="line 1: a record begins with its header"):
        read_record(tmp_path / "x.grog")


def test_the_closing_line_counts_the_lines(tmp_path):
    record = Record(tmp_path / "x.grog")
    record.append("header")
    record.append("end", lines=3)
    with pytest.raises(Damaged, match="line 2: the closing line counts other lines"):
        read_record(tmp_path / "x.grog")


def test_a_record_that_is_not_there_is_not_damaged(tmp_path):
    with pytest.raises(FileNotFoundError):
        verify(tmp_path / "none.grog")


def test_a_torn_last_line_is_left_out_when_mending(good, file):
    lines = good.splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:5]) + lines[5][:-1])
    record = read_record(file, mend=True)
    assert (len(record.lines), record.torn) == (5, True)
    file.write_bytes(good + b"x")
    with pytest.raises(Damaged, match="cut off"):
        read_record(file, mend=True)
