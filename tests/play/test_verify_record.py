"""docs/verify_record.py, which shares no code with the program, comes to the same verdicts."""

import ast
import copy
import random
import subprocess
import sys
from pathlib import Path

import pytest

from grognard.play.verify import verify
from tests.play.playing import begin, begin_toy, finish, forge, lines_of, restlessly, state_digest

SCRIPT = Path(__file__).resolve().parents[2] / "docs" / "verify_record.py"


def run(*arguments):
    # -I: it must not be able to find grognard, nor anything else that is not Python's own.
    return subprocess.run(
        [sys.executable, "-I", "-S", str(SCRIPT), *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=60,
    )


def untrue(path, line, why):
    done = run(path)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith(f"NOT TRUE: line {line}: ")
    assert why in done.stdout
    report = verify(path)
    assert (report["ok"], report["line"]) == (False, line)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "match.grog"


@pytest.fixture
def good(path):
    restlessly(begin(path), random.Random(3))
    return lines_of(path)


def test_it_needs_nothing_but_python():
    tree = ast.parse(SCRIPT.read_text("utf-8"))
    modules = [a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names]
    modules += [n.module or "" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)]
    assert set(modules) <= set(sys.stdlib_module_names)


@pytest.mark.parametrize("seed", range(3))
def test_good_records_are_true(path, seed):
    match = restlessly(begin(path, secret=None, nonces=None), random.Random(seed))
    done = run(path)
    rolls = [line["faces"] for line in match.record.lines if line["kind"] == "roll"]
    opened = sum(line["kind"] == "opened" for line in match.record.lines)
    turns = sum(line["kind"] == "turn" for line in match.record.lines)
    assert done.stdout == (
        f"true: {len(match.record.lines)} lines, {len(rolls)} rolls of {sum(map(len, rolls))} "
        f"dice, {opened} sealed answers, {turns} turns\n"
    )
    assert done.returncode == 0


def test_a_match_that_was_given_up_is_true(path):
    match = begin_toy(path)
    match.answer(0, 1)  # sealed, and never opened
    match.resign(0)
    assert run(path).returncode == 0
    assert verify(path)["ok"]


def test_an_open_match_is_not_yet_true(path):
    match = finish(begin(path), random.Random(1), 2)
    untrue(path, len(match.record.lines) + 1, "no closing line")


@pytest.mark.parametrize("seed", range(6))
def test_any_changed_byte_is_named(path, good, seed):
    chance = random.Random(seed)
    raw = path.read_bytes()
    at = chance.randrange(len(raw))
    path.write_bytes(raw[:at] + bytes([raw[at] ^ (1 << chance.randrange(8))]) + raw[at + 1 :])
    untrue(path, raw.count(b"\n", 0, at) + 1, "")


@pytest.mark.parametrize(
    ("change", "where", "why"),
    [
        (lambda raw: raw[:-1], "last", "cut off"),
        (lambda raw: raw + b"x\n", "past", "after the closing line"),
        (lambda raw: raw[: raw.rindex(b"\n", 0, -1) + 1], "last", "no closing line"),
        (lambda raw: raw[raw.index(b"\n") + 1 :], "first", "changed"),
        (lambda raw: b"\n" + raw, "first", "no line of a record"),
        (lambda raw: b"[" * 100_000 + b"\n" + raw, "first", "no line of a record"),
        (lambda raw: b"[1]\n" + raw, "first", "no line of a record"),
        (lambda raw: b" " * 5_000_000 + raw, "first", "too long"),
        (lambda raw: raw.replace(b'"format":1', b'"format": 1'), "first", "not written as"),
        (lambda raw: b"", "first", "no closing line"),
    ],
)
def test_broken_files(path, good, change, where, why):
    path.write_bytes(change(path.read_bytes()))
    untrue(path, {"first": 1, "last": len(good), "past": len(good) + 1}[where], why)


def first(lines, kind, nth=0):
    return [i for i, line in enumerate(lines) if line["kind"] == kind][nth]


@pytest.mark.parametrize(
    ("kind", "changes", "why"),
    [
        ("roll", {"faces": [6, 6]}, "not the dice that were committed to"),
        ("roll", {"n": 7}, "roll 1 was due, not 7"),
        ("roll", {"faces": [1.0, 2]}, "these are no dice"),
        ("roll", {"sides": 0}, "these are no dice"),
        ("roll", {"faces": 3}, "does not hold what it should"),
        ("opened", {"answer": 0}, "not the answer that was sealed"),
        ("opened", {"salt": 3}, "does not hold what it should"),
        ("turn", {"state": {"at": 9}}, "the state does not fit its hash"),
        ("header", {"format": 2}, "format 2 is not known"),
        ("end", {"secret": "00" * 32}, "not the one committed to"),
    ],
)
def test_whole_but_untrue_records(path, good, kind, changes, why):
    lines = copy.deepcopy(good)
    at = first(lines, kind)
    if "answer" in changes:
        changes = {"answer": lines[at]["answer"] + 1}
    lines[at] |= changes
    untrue(forge(path, lines), at + 1, why)


def test_what_it_cannot_know_takes_the_rules(path, good):
    lines = copy.deepcopy(good)
    at = first(lines, "turn", 1)
    lines[at]["state"]["marks"].append(9)
    lines[at]["digest"] = state_digest(lines[at]["state"])
    forge(path, lines)
    assert run(path).returncode == 0
    assert verify(path)["line"] == at + 1


def test_how_it_is_called(tmp_path):
    assert run(tmp_path / "none.grog").returncode == 2
    assert "none.grog" in run(tmp_path / "none.grog").stderr
    assert run().returncode == 2
    done = run("--help")
    assert done.returncode == 0
    assert "python3 verify_record.py MATCH.grog" in done.stdout
