"""Battles at the terminal: played to the end, saved, resumed, watched, told again."""

import json
import math
from pathlib import Path

import pytest

from grognard.cli.common import data_dir
from grognard.play.match import Match
from grognard.play.verify import verify


@pytest.fixture
def file(tmp_path):
    return tmp_path / "a.grog"


@pytest.fixture
def battle(grognard, file):
    """`battle("1", ...)`: you against the random bot, recorded in `file`."""

    def call(*arguments):
        return grognard(
            "battle", "skirmish", "--bot", "dumb", "--seed", "3", "--save", str(file), *arguments
        )

    return call


def kinds(file: Path) -> list[str]:
    return [json.loads(line)["kind"] for line in file.read_text().splitlines()]


def answers(file: Path, seat: int = 0) -> list:
    lines = map(json.loads, file.read_text().splitlines())
    return [ln["answer"] for ln in lines if ln["kind"] == "answer" and ln["seat"] == seat]


def test_a_battle_to_the_end(battle, typed, file, grognard):
    left = typed("move", "ne 9", "", "wait", "3")
    done = battle()
    assert done.code == 0, done.err
    assert left == []
    assert kinds(file)[-1] == "end"
    assert verify(file)["ok"]
    assert not file.with_name("a.grog.secret").exists()
    for words in (
        "Skirmish: You against Dumb",
        f"Record: {file}",
        "You: Reds act",
        "1 move",
        "2 shoot (a) 25.0 inches away SK-2-01; up to 12",
        "Proposed: 1: 10.2 8.2 2: 11.2 8.2 3: 12.2 8.2 4: 13.2 8.2 Enter confirms.",
        "You: Reds move: to 10.2 8.2 (walk)",
        "Turn 2",
        "the drums of turn 3",
        "counted heads",
        f"grognard verify {file}",
    ):
        assert words in done.words
    assert f"{file}: true" in grognard("verify", str(file)).out


def test_every_die_is_shown_with_its_target_and_odds_beside(battle, typed):
    # At 48 inches everybody may shoot at once.
    typed("?", "? 2", "? 9", "shoot", "l 5", "s")
    done = battle("--set", "range=48")
    assert "2 shoot (a) 2.7 hits, 98.8% any to hit 4" in done.words
    assert "4 skill SK-2-01" in done.words
    assert "One squad shoots at another" in done.words  # ? 2
    assert "mean 2.67" in done.words
    assert "There is no option 9." in done.words
    assert "You ⚄ shooting: " in done.words
    assert "(d6) to hit 4: skill 4" in done.words
    assert "of 4 hit SK-2-01" in done.words


def test_what_is_not_allowed_comes_back_with_the_reason(battle, typed, file):
    typed(
        "2", "fly", "", "h", "r", "r plate", "r SK-2-03", "r zebra", "t", "?", "u", "1",
        "m", "90 3", "zz", "", "4: 30 3", "9: 1 1", "n 5", "2: 9 8", "Z", "u", "1", "stay", "s",
    )  # fmt: skip
    done = battle()
    assert done.code == 0
    for words in (
        "25.0 inches away SK-2-01; up to 12",
        "'fly' is none of these",
        "Type the number of an option.",
        "save and leave",
        "r and some words",
        "Plate and cover do not go together.",
        "No rule speaks of zebra.",
        "there is nothing of yours to take back",
        "that is not on the table SK-1-02",
        "'zz' points at nothing",
        "Nothing is proposed yet",
        "figure 4 goes too far SK-1-01; six inches",
        "There are figures 1 to 4.",
        "2: 9.0 8.0",
        "takes an answer back",
    ):
        assert words in done.words, words
    assert answers(file)[-1] == [[], [], [], []]


def test_a_move_goes_where_it_was_pointed(battle, typed, file):
    typed("1", "a", "2", "8 6", "1", "3: 9 9", "ok", "s")
    battle()
    legs = answers(file)[1]
    inches = [[leg[0] / 1024, leg[1] / 1024] for (leg,) in legs]
    # The first goal is three inches north; then the third man was put at 9 9.
    assert inches == [[6, 7], [7, 7], [9, 9], [9, 7]]


def test_units_are_pointed_at_by_letter(battle, typed, file):
    typed("1", "a", "", "s")
    battle()
    ((x, y, *_),) = answers(file)[1][0]
    # From the man in the middle at 7 4 to the middle of their squad at 27.5 19, six inches.
    far = math.hypot(20.5, 15)
    expected = (1024 * (6 + 6 * 20.5 / far), 1024 * (4 + 6 * 15 / far))
    assert (x, y) == pytest.approx(expected, abs=1)


def test_ctrl_c_saves_and_the_battle_goes_on(battle, typed, file, grognard):
    typed("move", "ne 6", "", KeyboardInterrupt)
    done = battle()
    assert done.code == 130
    assert done.out.splitlines()[-1] == f"Saved. Go on with: grognard battle --resume {file}"
    before = file.read_text()
    typed("3", "s")
    done = grognard("battle", "--resume", str(file))
    assert done.code == 0
    assert "Reds move: to 10.2 8.2" in done.words
    assert file.read_text().startswith(before)
    typed("3", "3", "3")
    assert grognard("battle", "skirmish", "--resume", str(file)).code == 0
    assert verify(file)["ok"]
    done = grognard("battle", "--resume", str(file))
    assert done.code == 2
    assert "grognard replay" in done.err


def test_the_end_of_input_saves_too(battle, typed, file):
    typed("3")
    done = battle()
    assert done.code == 0
    assert "Saved." in done.out
    assert Match.load(file).waiting()[0][0] == 0


def test_resigning_asks_once_more(battle, typed, file):
    typed("resign", "no", "resign", "yes")
    done = battle()
    assert done.code == 0
    assert "Winner: Dumb" in done.words
    assert "You resigned" in done.words
    assert verify(file)["ok"]


def test_records_lie_in_the_users_own_folder(grognard, typed):
    for _ in range(2):
        typed("s")
        done = grognard("battle", "skirmish", "--bot", "dumb")
        assert done.code == 0
    found = list((data_dir() / "battles").glob("skirmish-*.grog"))
    assert len(found) == 2
    assert str(data_dir()) in done.out


def test_nobodys_record_is_overwritten(battle, typed, file):
    file.write_text("precious")
    done = battle()
    assert done.code == 2
    assert "--resume it, or --save another" in done.err
    assert file.read_text() == "precious"


def test_the_same_seed_is_the_same_battle(grognard, tmp_path):
    records = []
    for name, seed in (("a", "7"), ("b", "7"), ("c", "8")):
        path = tmp_path / f"{name}.grog"
        done = grognard(
            "battle", "skirmish", "--bot", "dumb", "--json", "--seed", seed, "--save", str(path),
            "--set", "range=48",
        )  # fmt: skip
        assert done.code == 0, done.err
        assert verify(path)["ok"]
        records.append(path.read_text())
    assert records[0] == records[1] != records[2]


def test_bots_play_for_machines(grognard):
    done = grognard(
        "battle", "skirmish", "--bot", "dumb", "--json", "--seed", "1", "--set", "turns=2"
    )
    report = json.loads(done.out)
    assert report["system"] == "skirmish"
    assert report["settings"]["turns"] == 2
    assert report["turns"] == 2
    assert report["record"] is None
    assert report["fallbacks"] == 0
    assert set(report["outcome"]) == {"winner", "scores", "reason"}
    assert [s["bot"] for s in report["seats"]] == ["dumb", "dumb"]


@pytest.mark.parametrize(
    ("bot", "why"),
    [("broken", "RuntimeError: no idea"), ("cheat", "Blues act: no such option; 0 to 2")],
)
def test_a_bad_bot_is_helped_out(grognard, file, bot, why):
    done = grognard("battle", "skirmish", "--bot", bot, "--json", "--save", str(file))
    assert json.loads(done.out)["fallbacks"] == kinds(file).count("answer") > 0
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert why in {ln["why"] for ln in lines if ln.get("event") == "fallback"}
    assert verify(file)["ok"]


def test_a_bad_bot_at_the_table_is_told(grognard, typed):
    typed("3", "s")
    done = grognard("battle", "skirmish", "--bot", "broken")
    assert "Broken could not decide (RuntimeError: no idea): the rules choose" in done.words


def test_watching(grognard, file):
    done = grognard("battle", "skirmish", "--watch", "--bot", "dumb", "--bot", "cheat", "--save",
                    str(file), "--seed", "3")  # fmt: skip
    assert done.code == 0
    assert "Dumb 1 against Cheat 2" in done.out
    assert done.out.count("▶") == 3  # a picture every turn
    assert "counted heads" in done.words
    assert verify(file)["ok"]


def test_forces_are_named(grognard, typed):
    typed("s")
    done = grognard("battle", "skirmish", "--bot", "dumb", "--against", "Greens")
    assert "Greens squad" in done.out
    assert "Reds squad" in done.out


def test_scenarios_and_forces_are_listed(grognard):
    done = grognard("battle", "skirmish", "--list")
    assert done.out.splitlines() == ["scenarios: meeting", "forces: the system names none"]
    listed = json.loads(grognard("battle", "skirmish", "--list", "--json").out)
    assert listed == {"system": "skirmish", "scenarios": ["meeting"], "forces": []}


def test_secret_bids_at_the_terminal(grognard, typed, file):
    typed("9", "?", "3", "stay", "1", "e 3", "", "1", "stay")
    done = grognard("battle", "toy", "--bot", "dumb", "--seed", "2", "--save", str(file))
    assert done.code == 0, done.err
    assert "bid tokens" in done.out
    assert "tokens 5, 5" in done.words
    assert verify(file)["ok"]
    assert "sealed" in kinds(file)
    told = done.words.index("bid tokens: 2")
    assert "You" in done.words[told - 6 : told]


def test_a_battle_in_a_shell(shell, file):
    done = shell("battle", "skirmish", "--bot", "dumb", "--seed", "3", "--save", str(file),
                 given="3\n3\n3\n")  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert verify(file)["ok"]


# -- telling it again -----------------------------------------------------------------


@pytest.fixture
def played(grognard, file):
    done = grognard("battle", "skirmish", "--bot", "dumb", "--json", "--seed", "5", "--set",
                    "range=48", "--save", str(file))  # fmt: skip
    assert done.code == 0, done.err
    return file


def test_replay_tells_everything_in_order(grognard, played):
    done = grognard("replay", str(played))
    assert done.code == 0
    out = done.out
    marks = [out.index(w) for w in ("Turn 1", "the drums of turn 1", "Turn 2", "of turn 2")]
    assert marks == sorted(marks)
    lines = [json.loads(line) for line in played.read_text().splitlines()]
    rolls = [ln for ln in lines if ln["kind"] == "roll"]
    assert rolls
    assert done.words.count("⚄ shooting:") == len(rolls)
    assert "Winner: " in out or "A draw" in out


def test_replay_stops_where_it_is_told(grognard, played):
    done = grognard("replay", str(played), "--to", "1")
    assert "the drums of turn 1" in done.out
    assert "the drums of turn 2" not in done.out


def test_replay_for_machines(grognard, played):
    said = json.loads(grognard("replay", str(played), "--json").out)
    assert said["system"] == "skirmish"
    assert said["outcome"]["reason"] == "counted heads"
    kinds_ = [e["kind"] for e in said["events"]]
    assert kinds_[0] == "turn"
    assert kinds_[-1] == "end"
    roll = next(e for e in said["events"] if e["kind"] == "roll")
    assert len(roll["faces"]) == 4
    assert roll["sides"] == 6


def test_replay_draws_the_table(grognard, played):
    done = grognard("replay", str(played), "--watch", "--delay", "0")
    assert "▶" in done.out
    assert "♠" in done.out


def test_a_changed_record_is_found_and_the_line_named(grognard, played):
    lines = played.read_text().splitlines(keepends=True)
    at = next(i for i, line in enumerate(lines) if '"kind":"roll"' in line)
    lines[at] = lines[at].replace('"n":1', '"n":2')
    played.write_text("".join(lines))
    done = grognard("verify", str(played))
    assert done.code == 1
    assert len(done.out.splitlines()) == 1
    assert f"not true, line {at + 1}:" in done.out
    assert json.loads(grognard("verify", str(played), "--json").out)["line"] == at + 1
    done = grognard("replay", str(played))
    assert done.code == 1
    assert f"line {at + 1}:" in done.err
    assert len(done.err.splitlines()) == 1


def test_a_record_that_is_not_over_is_no_proof_but_can_be_told(battle, typed, file, grognard):
    typed("3", "s")
    battle()
    assert grognard("verify", str(file)).code == 1
    assert "Reds act: wait" in grognard("replay", str(file)).words


def test_a_file_that_is_no_record(grognard, tmp_path):
    (tmp_path / "x.grog").write_text("hello\n")
    assert grognard("verify", str(tmp_path / "x.grog")).code == 1
    assert grognard("replay", str(tmp_path / "x.grog")).code == 1
    done = grognard("replay", str(tmp_path / "y.grog"))
    assert done.code == 2
    assert "did you mean x.grog?" in done.err


@pytest.mark.parametrize("columns", ["50", "80", "160"])
def test_options_keep_their_numbers_on_any_screen(battle, typed, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setenv("LINES", "24")
    typed("s")
    lines = battle().out.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("You: Reds act"))
    starts = [line.split()[:2] for line in lines[at + 1 : at + 4]]
    assert starts == [["1", "move"], ["2", "shoot"], ["3", "wait"]]
    assert max(map(len, lines[at : at + 4])) <= int(columns)
