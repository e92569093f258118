"""Records that are whole but untrue: every hash was put right again, and still it is found."""

import copy
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.play.record import Damaged, read_record
from grognard.play.replay import Replay
from grognard.play.verify import verify
from tests.play import script
from tests.play.playing import begin, begin_toy, finish, forge, lines_of, restlessly, state_digest

STEPS = [
    ["turn", 1],
    ["choose", 0, 3, 1],
    ["roll", 2, 6],
    ["secret", [0, 1], 1],
    ["turn", 2],
    ["place", 1],
    ["choose", 0, 4, -1],
    ["roll", 3, 10],
]


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    path = tmp_path_factory.mktemp("good") / "match.grog"
    finish(begin(path, STEPS), random.Random(2))
    return lines_of(path)


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    return tmp_path_factory.mktemp("forged") / "match.grog"


def find(lines, kind, nth=0):
    """The index of a line of this kind."""
    return [i for i, line in enumerate(lines) if line["kind"] == kind][nth]


def untrue(file, lines, number, why):
    report = verify(forge(file, lines))
    assert not report["ok"]
    assert why in report["why"], report
    assert report["line"] == number, report


def event(**fields):
    return {"kind": "event", **fields}


def test_forging_changes_nothing_that_is_true(good, file):
    assert lines_of(forge(file, good)) == good
    assert verify(file)["ok"]


@pytest.mark.parametrize(
    ("kind", "nth", "changes", "why"),
    [
        ("roll", 0, {"faces": [7, 1]}, "the rules ask for 2d6"),
        ("roll", 0, {"faces": [1]}, "the rules ask for 2d6"),
        ("roll", 0, {"faces": [1.0, 2]}, "the rules ask for 2d6"),
        ("roll", 0, {"faces": ["1", "2"]}, "the rules ask for 2d6"),
        ("roll", 0, {"sides": 8}, "the rules ask for 2d6"),
        ("roll", 0, {"n": 2}, "roll 1 was due, not 2"),
        ("roll", 1, {"n": 1}, "roll 2 was due, not 1"),
        ("answer", 0, {"answer": 1}, "not this [SCR-1]"),
        ("answer", 0, {"answer": 9}, "no such option"),
        ("answer", 0, {"answer": [[]]}, "the index of an option is needed"),
        ("answer", 0, {"seat": 1}, "player 1 was not asked"),
        ("answer", 1, {"answer": [[[1025, 0, 0, 0, ""]]]}, "too far"),
        ("answer", 1, {"answer": [[[0.5, 0, 0, 0, ""]]]}, "these are no legs"),
        ("answer", 1, {"answer": 3}, "these are no legs"),
        ("opened", 0, {"answer": 9}, "not the answer that was sealed"),
        ("opened", 0, {"salt": "00"}, "not the answer that was sealed"),
        ("opened", 0, {"seat": 2}, "not the answer that was sealed"),
        ("sealed", 0, {"seat": 2}, "player 2 was asked for nothing secret"),
        ("turn", 0, {"turn": 3}, "not what the rules make of the record"),
        ("turn", 1, {"digest": "00"}, "not what the rules make of the record"),
        ("turn", 1, {"state": {"at": 4, "marks": []}}, "the state does not fit its hash"),
        ("end", 0, {"digest": "00"}, "the last state is not what the rules make"),
        ("end", 0, {"secret": "00" * 32}, "not the one committed to"),
        ("end", 0, {"secret": "secret"}, "the secret shown is none"),
        ("end", 0, {"outcome": {"winner": 5, "scores": [], "reason": ""}}, "the outcome is not"),
        ("header", 0, {"commitment": "00"}, "not the one committed to"),
        ("header", 0, {"format": 2}, "format 2 is not known here"),
        ("header", 0, {"system": "chess"}, "no rule system 'chess'"),
        ("header", 0, {"settings": {"double": 1}}, "setting double: 1 is of the wrong type"),
        ("header", 0, {"settings": {"triple": True}}, "no setting 'triple'"),
        ("header", 0, {"setup": {}}, "the rules cannot begin here: KeyError('steps')"),
        ("header", 0, {"setup": {"steps": []}}, "there is nothing to play"),
        ("header", 0, {"setup": {"steps": 3}}, "the rules cannot begin here"),
        ("header", 0, {"seats": [{"player": 0}]}, "the seat lacks its side"),
        ("header", 0, {"seats": [None]}, "None is no seat"),
        ("header", 0, {"rules": "0"}, None),
        ("nonce", 1, {"seat": 2}, "the nonce of seat 1 was due"),
    ],
)
def test_one_untrue_line(good, file, kind, nth, changes, why):
    lines = copy.deepcopy(good)
    at = find(lines, kind, nth)
    lines[at] |= changes
    if why is None:  # rules of long ago: only what lies after the last turn can be told
        assert verify(forge(file, lines))["since"] == find(lines, "turn", 1) + 1
        return
    number = len(lines) if kind == "header" and "commitment" in changes else at + 1
    untrue(file, lines, number, why)


def test_other_dice_are_found(good, file):
    for nth in (0, 1):
        lines = copy.deepcopy(good)
        at = find(lines, "roll", nth)
        lines[at]["faces"][-1] = lines[at]["faces"][-1] % 6 + 1
        untrue(file, lines, at + 1, "not the dice that were committed to")


@pytest.mark.parametrize(("field", "value"), [("match", "other"), ("nonce", "ff")])
def test_the_dice_hang_on_the_match_and_the_nonces(good, file, field, value):
    lines = copy.deepcopy(good)
    lines[0 if field == "match" else 2][field] = value
    untrue(file, lines, find(lines, "roll") + 1, "not the dice that were committed to")


def test_a_state_forged_with_its_digest_is_found(good, file):
    lines = copy.deepcopy(good)
    at = find(lines, "turn", 1)
    lines[at]["state"]["marks"][0] += 1
    lines[at]["digest"] = state_digest(lines[at]["state"])
    untrue(file, lines, at + 1, "the state is not what the rules make of the record")


def test_left_out_lines_are_found(good, file):
    for kind, nth, why in [
        ("turn", 0, "turn 1 began here, and the record omits it"),
        ("turn", 1, "turn 2 began here, and the record omits it"),
        ("answer", 0, "no dice were asked for"),
        ("roll", 0, "player 1 was asked for nothing secret"),
        ("sealed", 0, "not the answer that was sealed"),
        ("opened", 0, "no turn began here"),
        ("nonce", 0, "the nonce of seat 0 was due"),
    ]:
        lines = copy.deepcopy(good)
        at = find(lines, kind, nth)
        del lines[at]
        report = verify(forge(file, lines))
        assert not report["ok"], kind
        if kind not in ("sealed", "opened", "roll"):
            assert (report["line"], report["why"]) == (at + 1, why), kind


def test_added_lines_are_found(good, file):
    after_dice = find(good, "roll") + 1
    for line, why in [
        ({"kind": "turn", "turn": 9, "state": {}, "digest": ""}, "no turn began here"),
        ({"kind": "nonce", "seat": 0, "nonce": ""}, "there is no place for a nonce here"),
        (dict(good[0]), "there is no place for a header here"),
        ({"kind": "roll", "n": 2, "sides": 6, "faces": [1], "why": "", "seat": 0}, "no dice"),
        ({"kind": "answer", "seat": 0, "answer": 0}, "this answer should have been sealed"),
        ({"kind": "opened", "seat": 0, "answer": 0, "salt": ""}, "not the answer that was sealed"),
        (event(event="undo", seat=0, keep=0), "there was no such answer to take back"),
        (event(event="resign", seat=8), "player 8 has no seat"),
        ({"kind": "wish"}, "no line is a 'wish'"),
        (event(event="undo", seat=0), "the undo lacks its keep"),
        (event(event="rules", rules="1", since=2), "not since the beginning of a turn"),
        (event(event="rules", rules="1", since=99), "not since the beginning of a turn"),
    ]:
        lines = [*good[:after_dice], line, *good[after_dice:]]
        untrue(file, lines, after_dice + 1, why)
    assert verify(forge(file, [*good[:after_dice], event(event="x"), *good[after_dice:]]))["ok"]


def test_a_match_closed_too_early_is_found(tmp_path, good, file):
    match = finish(begin(tmp_path / "x.grog", STEPS), random.Random(2), 3)
    lines = lines_of(tmp_path / "x.grog")
    end = good[-1] | {"digest": state_digest(match.state.to_dict())}
    untrue(file, [*lines, end], len(lines) + 1, "the match was not over here")


def test_a_resignation_has_its_own_outcome(tmp_path, file):
    match = begin_toy(tmp_path / "x.grog")
    match.resign(1)
    lines = lines_of(tmp_path / "x.grog")
    assert verify(forge(file, lines))["ok"]
    lines[-1]["outcome"]["winner"] = 1
    untrue(file, lines, len(lines), "the outcome is not what the rules make")


def test_an_undo_nobody_consented_to_is_found(tmp_path, file):
    path = tmp_path / "x.grog"
    match = begin(path, [["choose", 0, 2, -1], ["roll", 1, 6], ["choose", 1, 2, -1]])
    match.answer(0, 1)
    match.undo(0)
    match.consent(2)
    match.consent(1)
    match.answer(0, 0)
    match.answer(1, 0)
    lines = lines_of(path)
    assert verify(forge(file, lines))["ok"]
    events = [i for i, line in enumerate(lines) if line["kind"] == "event"]
    undo = events[-1]
    for missing in events[:-1]:
        rest = lines[:missing] + lines[missing + 1 :]
        untrue(file, rest, undo, "without the others' consent")
    strange = copy.deepcopy(lines)
    strange[undo]["seat"] = 1
    untrue(file, strange, undo + 1, "no such answer")


def test_an_open_record_says_where_it_ends(tmp_path):
    match = begin(tmp_path / "x.grog", STEPS)
    number = len(match.record.lines)
    report = verify(tmp_path / "x.grog")
    assert report["line"] == number + 1
    assert report["why"].startswith("there is no closing line")


def test_bad_rules_are_not_mistaken_for_a_bad_record(tmp_path, file, monkeypatch):
    """A verdict says that the rules gave up; whoever replays gets the rules' own error."""
    path = tmp_path / "x.grog"
    finish(begin(path, [["choose", 0, 2, -1], ["choose", 1, 2, -1]]), random.Random(1))
    original = script.SYSTEM.play

    def broken(state):
        yield from original(state)
        raise ZeroDivisionError("oops")

    monkeypatch.setattr(script.SYSTEM, "play", broken)
    report = verify(path)
    assert not report["ok"]
    assert "the rules cannot follow this: ZeroDivisionError('oops')" in report["why"]
    assert isinstance(replayed(path), ZeroDivisionError)


def replayed(path):
    """What goes wrong when the record is run through the rules."""
    try:
        replay = Replay(read_record(path))
        while replay.step():
            pass
    except Exception as error:
        return error
    return None


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 40)
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab"), inner, max_size=2),
    max_leaves=6,
)


@pytest.fixture(scope="module")
def restless(tmp_path_factory):
    path = tmp_path_factory.mktemp("restless") / "match.grog"
    restlessly(begin(path), random.Random(3))
    return lines_of(path)


@given(st.data(), st.integers(1, 2))
def test_whatever_is_forged_there_is_a_verdict(restless, file, data, version):
    lines = copy.deepcopy(restless)
    if version == 2:
        lines[0]["rules"] = "0"
    for _ in range(data.draw(st.integers(1, 2))):
        place = data.draw(st.sampled_from(lines))
        keys = sorted(place)
        key = data.draw(st.sampled_from(keys))
        if isinstance(place[key], dict) and place[key] and data.draw(st.booleans()):
            place = place[key]
            key = data.draw(st.sampled_from(sorted(place)))
        place[key] = data.draw(JSON)
    forge(file, lines)
    report = verify(file)
    assert report["ok"] or 1 <= report["line"] <= len(lines) + 1
    error = replayed(file)
    assert report["ok"] == (error is None)
    if isinstance(error, Damaged):
        assert (report["line"], report["why"]) == (error.line, error.why)
    elif error is not None:
        assert "the rules cannot follow this" in report["why"], error


@given(st.data())
def test_records_forged_from_nothing_get_a_verdict(file, data):
    kinds = ["header", "nonce", "answer", "sealed", "opened", "roll", "turn", "event", "end"]
    names = ["seat", "answer", "n", "sides", "faces", "keep", "event", "settings", "setup"]
    line = st.dictionaries(st.sampled_from(names), JSON)
    lines = [
        data.draw(line) | {"kind": kind}
        for kind in ["header", *data.draw(st.lists(st.sampled_from(kinds), max_size=4))]
    ]
    lines[0] |= {"format": 1, "system": "script"} if data.draw(st.booleans()) else {}
    assert not verify(forge(file, lines))["ok"]
