"""The builder in the terminal: what is typed, what it changes, and what becomes of it."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from grognard.armies import Army

FIRST = """\
system = "forge_of_war"
name = "First"
limit = 300

[[units]]
entry = "line-infantry-troops"
name = "HQ"

[[units]]
entry = "line-infantry-troops"
name = "1st Squad"
models = 8
"""


@pytest.fixture
def sitting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, grognard: Any, typed: Any) -> Any:
    """`sitting("a marines", "s", "q")`: what is typed; what was printed, and what was saved."""
    monkeypatch.chdir(tmp_path)
    file = Path("first.toml")
    file.write_text(FIRST)

    def sit(*lines: Any) -> tuple[Any, Army]:
        typed(*lines)
        done = grognard("army", "edit", "first.toml")
        return done, Army.load(file)

    return sit


def units(army: Army) -> list[tuple[str, int, dict[str, Any]]]:
    roster = army.roster
    assert roster is not None
    return [(n, roster.models(p), p.options) for n, p in zip(roster.names(), roster.units)]


def test_it_shows_price_and_breaches_at_once(sitting):
    done, _ = sitting("q")
    assert done.code == 0
    assert "143 of 300 points" in done.words  # 55 + 88
    assert "1 ! no Force Commander FOW-GAP-63 fix: name HQ Force Commander" in done.words
    assert "numbers of the house" in done.words


def test_units_are_added_changed_and_dropped(sitting):
    done, army = sitting(
        "a marines", "3 7", "3 Plasma Rifle 1", "3 one figure more", "dup 2", "drop 1",
        "name 1 Second Squad", "name The Lot", "limit 400", "s", "q",
    )  # fmt: skip
    assert done.code == 0, done.err
    assert units(army) == [
        ("Second Squad", 8, {}),
        ("Marines", 8, {"Plasma Rifle": 1}),
        ("Line Infantry Troops", 8, {}),
    ]
    assert (army.name, army.limit) == ("The Lot", 400)
    assert "300 of 400 points" in done.words  # 2 x 88, and 8 x 9 + 7 x 6 + 10


def test_a_list_is_chosen_from_by_number(sitting):
    done, army = sitting("a", "1", "", "2", "1", "", "s", "q")
    assert "add Marines" in done.words
    assert "+11 1st Squad: one figure more" in done.words
    named = units(army)
    assert named[1][:2] == ("1st Squad", 9)
    assert len(named) == 3


def test_the_list_stays_open_at_its_new_prices(sitting):
    done, army = sitting("2 one figure", "1", "1", "", "s", "q")
    assert units(army)[1][1] == 10
    assert done.words.count("1st Squad: one figure more") >= 3


def test_words_of_an_option_are_understood(sitting):
    _, army = sitting(
        "1 commander: no", "1 Force Commander", "2 jump packs", "2 no jump packs", "2 hmg 2",
        "a marine leaders", "3 starts with: 1st Squad", "s", "q",
    )  # fmt: skip
    assert units(army)[0][2] == {"commander": True}
    assert units(army)[1][2] == {"Heavy Machine Gun": 2}
    assert units(army)[2][2] == {"attach": "1st Squad"}


def test_breaches_are_mended(sitting):
    done, army = sitting("fix", "s", "q")
    assert units(army)[0][2] == {"commander": True}
    assert "legal" in done.words
    done, army = sitting("fix", "limit 100", "2 hmg 9", "fix all", "s", "q")
    assert army.verdict().legal
    assert army.price().value <= 100


def test_undo_and_redo(sitting):
    _, army = sitting("2 9", "2 10", "u", "s", "q")
    assert units(army)[1][1] == 9
    _, army = sitting("2 8", "fix all", "u", "u", "r", "s", "q")
    assert (units(army)[1][1], army.verdict().legal) == (8, False)
    done, _ = sitting("u", "r", "q")
    assert "nothing to undo" in done.words
    assert "nothing to do again" in done.words


def test_limits_and_readings_are_agreed_on(sitting):
    done, army = sitting(
        "most vehicle 0", "most infantry 50%", "a armoured personnel carrier",
        "set cohesion=every_pair", "s", "q",
    )  # fmt: skip
    assert army.plain["limits"] == {"vehicle": 0, "infantry": "50%"}
    assert army.settings.cohesion == "every_pair"
    assert "at most vehicle: 0" in done.words
    assert "reading cohesion: every_pair" in done.words
    assert "1 x vehicle instead of at most 0" in done.words
    assert "infantry: 143 by price instead of at most 50%, that is 150" not in done.words
    _, army = sitting("most vehicle", "s", "q")
    assert army.plain["limits"] == {"infantry": "50%"}


def test_units_are_moved_and_explained(sitting):
    done, army = sitting("move 2 1", "why 1", "why", "s", "q")
    assert [name for name, _, _ in units(army)] == ["1st Squad", "HQ"]
    assert "8 x Line Infantry Troops at 6 0 48 +48" in done.words
    assert "CV 7 0 7 +7" in done.words


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("fly", "'fly' means nothing here"),
        ("sve", "did you mean save?"),
        ("9", "there is no unit 9; there are 2"),
        ("2 dragon", "nothing here is called 'dragon'"),
        ("a dragon", "nothing here is called 'dragon'"),
        ("2 900", "900 is not in 0 to 500"),
        ("2 hmg 900", "900 is not 0 to 500"),
        ("fix 7", "there is no breach 7"),
        ("limit much", "limit N"),
        ("limit 9999999999", "is not in 0 to"),
        ("most vehicle", "most WHAT N"),
        ("name", "name WORDS"),
        ("set cohesion", "set NAME=VALUE"),
        ("set cohesion=loose", "no reading 'loose'"),
        ("set cohesian=chain", "did you mean cohesion?"),
        ("drop x", "the number of a unit"),
        ("move 1 9", "there is no unit 9"),
        ("s .", "is a folder"),
        ("why 7", "there is no unit 7"),
    ],
)
def test_mistakes_change_nothing(sitting, line, said):
    done, army = sitting(line, "q")
    assert done.code == 0
    assert said in done.words
    assert army.plain == Army.of("forge_of_war", army.plain).plain
    assert Path("first.toml").read_text() == FIRST


def test_leaving_asks_for_what_is_not_saved(sitting):
    _, army = sitting("2 9", "q", "yes")
    assert units(army)[1][1] == 9
    _, army = sitting("2 10", "q", "", "q", "no")
    assert units(army)[1][1] == 9


@pytest.mark.parametrize(("last", "code"), [((), 0), ((KeyboardInterrupt,), 130)])
def test_what_was_done_is_kept_when_the_terminal_goes(sitting, last, code):
    done, army = sitting("2 9", *last)
    assert done.code == code
    assert units(army)[1][1] == 8
    assert "first.unsaved.toml" in done.words
    assert units(Army.load("first.unsaved.toml"))[1][1] == 9


def test_saved_under_another_name_and_form(sitting):
    done, _ = sitting("2 9", "s second.rosz", "q")
    assert "Saved: second.rosz" in done.words
    assert units(Army.load("second.rosz"))[1][1] == 9
    done, _ = sitting("s second.rosz", "q")
    assert "is there already" in done.words


def test_help_names_every_command(sitting):
    done, _ = sitting("h", "q")
    for word in ("undo", "redo", "dup", "drop", "move", "most", "set", "why", "fix", "save"):
        assert word in done.words


def test_a_new_army_is_opened(grognard, typed, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    typed("a marines", "fix", "s", "q")
    done = grognard("army", "new", "fow", "--name", "Mine", "--limit", "75", "--edit")
    assert "No units yet" in done.words
    assert done.code == 0
    army = Army.load("mine.toml")
    assert army.verdict().legal
    assert army.price().value == 75  # 5 x (9 + 6)


@pytest.mark.skipif(not hasattr(pty, "fork"), reason="no pseudo terminals here")
def test_in_a_real_terminal(tmp_path: Path) -> None:
    """A screen of 80 columns: cleared for each picture, and long lists cut to what fits."""
    (tmp_path / "first.toml").write_text(FIRST)
    ours, theirs = pty.openpty()
    code = "from grognard.cli import main; main()"
    env = {**os.environ, "TERM": "xterm", "COLUMNS": "80", "LINES": "30"}
    process = subprocess.Popen(
        [sys.executable, "-c", code, "army", "edit", "first.toml"],
        cwd=tmp_path,
        env=env,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    try:
        seen = _until(ours, b"h says what you can type.")
        os.write(ours, b"2\n")
        seen += _until(ours, b"more: name some words")
        os.write(ours, b"\n")
        seen += _until(ours, b"numbers of the house")
        os.write(ours, b"q\n")
        assert process.wait(30) == 0
    finally:
        process.kill()
        process.wait()
        os.close(ours)
    assert b"\x1b[2J" in seen
    assert b"Traceback" not in seen


def _until(ours: int, mark: bytes) -> bytes:
    seen = b""
    while mark not in seen:
        ready, _, _ = select.select([ours], [], [], 20)
        assert ready, seen
        seen += os.read(ours, 65536)
    return seen
