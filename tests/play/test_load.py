"""Matches taken up from their records: after a crash anywhere, and under changed rules."""

import hashlib
import json
import random
import secrets

import pytest

from grognard.play.match import Match, continue_from
from grognard.play.record import Damaged, read_record
from grognard.play.replay import Replay
from grognard.play.verify import verify
from tests.play import script
from tests.play.playing import (
    RICH,
    SECRET,
    begin,
    begin_toy,
    finish,
    forge,
    lines_of,
    refusal,
    restlessly,
    take_back,
)
from tests.play.script import legal


@pytest.fixture
def path(tmp_path):
    return tmp_path / "match.grog"


# -- after a crash ------------------------------------------------------------------


def salt_after(lines):
    """A nonce or a salt that follows from what was written before it."""
    return hashlib.sha256(b"".join(lines) if len(lines) >= 4 else b"").hexdigest()[:32]


@pytest.fixture
def salts(monkeypatch):
    """A file's chance hangs on the file: a match that is played again is equal to the byte."""

    class Salts:
        file = None

        def salt(self, n):
            return salt_after(self.file.read_bytes().splitlines(True) if self.file.exists() else [])

    salts = Salts()
    monkeypatch.setattr(secrets, "token_hex", salts.salt)
    return salts


class Played:
    """A match played to its end, with every act and the lines there were before it."""

    def __init__(self, path, steps, seed, resigns=False, undos=3):
        self.acts = []
        chance = random.Random(seed)
        match = begin(path, steps, nonces=None)
        while match.waiting():
            who, effect = chance.choice(match.waiting())
            self.act(match, "answer", who, legal(effect, chance))
            if undos and chance.random() < 0.4:
                undos -= 1
                self.act(match, "undo", chance.randrange(3))
                for other in range(3):
                    if match.wants_undo >= 0 and chance.random() < 0.8:
                        self.act(match, "consent", other)
            if resigns and chance.random() < 0.1:
                self.act(match, "resign", who)
        self.raw = path.read_bytes().splitlines(keepends=True)
        self.lines = lines_of(path)

    def act(self, match, name, *of):
        before = len(match.record.lines)
        getattr(match, name)(*of)
        if len(match.record.lines) > before:
            self.acts.append((before, name, of))

    def crash(self, path, whole, torn=0, generous=False):
        """The files as they are when everything stops after so many lines."""
        path.write_bytes(b"".join(self.raw[:whole]) + self.raw[whole][:torn])
        private = {"secret": SECRET.hex(), "sealed": self.sealed(whole, generous)}
        path.with_name(path.name + ".secret").write_text(json.dumps(private))

    def sealed(self, whole, generous):
        """The answers whose seals are not all broken yet. They are kept before they are sealed
        and until all of them are open: whoever is `generous` still has those.
        """
        answers = {before + 1: of for before, name, of in self.acts if name == "answer"}
        waiting = []
        done = []
        for number, line in enumerate(self.lines, 1):
            if number > whole and not (generous and number == whole + 1):
                break
            if line["kind"] == "sealed":
                if done and not waiting:
                    done = []
                waiting.append([*answers[number], salt_after(self.raw[: number - 1])])
            elif line["kind"] == "opened" and number <= whole:
                done.append(waiting.pop(0))
            elif number <= whole:
                done = []
        return done + waiting if generous else waiting

    def go_on(self, path, whole):
        """Load what is left, and act as before."""
        match = Match.load(path)
        for before, name, of in self.acts:
            if before >= whole:
                getattr(match, name)(*of)
        return match


@pytest.mark.parametrize("resigns", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_wherever_it_is_broken_off_it_goes_on_to_the_same_end(tmp_path, salts, seed, resigns):
    salts.file = tmp_path / "whole.grog"
    played = Played(salts.file, RICH, seed, resigns)
    salts.file = path = tmp_path / "crashed.grog"
    for whole in range(1, len(played.lines)):
        for torn, generous in ((0, False), (60, True)):
            played.crash(path, whole, torn, generous)
            match = played.go_on(path, whole)
            assert match.done, (whole, torn, generous)
            assert path.read_bytes() == b"".join(played.raw), (whole, torn, generous)
            assert not path.with_name(path.name + ".secret").exists()


def test_consent_survives_a_crash(path):
    match = begin(path, [["choose", 0, 2, -1], ["roll", 1, 6], ["choose", 1, 2, -1]])
    match.answer(0, 1)
    match.undo(0)
    Match.load(path).consent(2)
    match = Match.load(path)
    assert (match.wants_undo, match.agreed) == (0, {2})
    assert refusal(match.consent(2)) == "nobody asks for your consent"
    assert match.consent(1) == []
    assert match.session.log == []


def test_a_salt_follows_from_all_that_was_written_before(path, salts):
    salts.file = path
    finish(begin(path, nonces=None), random.Random(1))
    found = [line["salt"] for line in lines_of(path) if line["kind"] == "opened"]
    assert len(set(found)) == len(found) == 7


# -- what is needed to go on --------------------------------------------------------


def private(path):
    return path.with_name(path.name + ".secret")


def damaged(path):
    """Why this match cannot be taken up; nothing is changed by the attempt."""
    before = path.read_bytes()
    with pytest.raises(Damaged) as damage:
        Match.load(path)
    assert path.read_bytes() == before
    return str(damage.value)


def test_a_match_goes_on_where_it_was(path):
    match = finish(begin(path), random.Random(1), 5)
    again = Match.load(path)
    assert again.session.log == match.session.log
    assert repr(again.waiting()) == repr(match.waiting())
    assert [s.to_dict() for s in again.seats] == [s.to_dict() for s in match.seats]
    assert (again.id, again.thrown, again.done) == (match.id, match.thrown, False)
    finish(again, random.Random(2))
    assert verify(path)["ok"]


def test_a_finished_match_is_only_looked_at(path):
    match = finish(begin(path), random.Random(1))
    raw = path.read_bytes()
    again = Match.load(path)
    assert again.done
    assert again.ended.to_dict() == match.ended.to_dict()
    assert again.waiting() == []
    for act in (again.resign, again.undo, again.consent):
        assert refusal(act(1)) == "the match is over"
    assert path.read_bytes() == raw


def test_narration_goes_on_and_is_not_repeated(path):
    steps = [["tell"], ["choose", 0, 2, -1], ["tell"]]
    begin(path, steps)
    told = []
    Match.load(path, listen=lambda tell: told.append(tell.text)).answer(0, 1)
    assert told == ["step 2"]


def test_without_the_secret_nobody_goes_on(path):
    match = finish(begin(path), random.Random(1), 3)
    private(path).unlink()
    number = len(match.record.lines)
    assert damaged(path) == (
        f"line {number}: the match is not over, and the dice secret match.grog.secret is not here"
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        "null",
        '{"secret":"xx","sealed":[]}',
        '{"secret":"00","sealed":[[1]]}',
        '{"secret":"00"}',
        '{"secret":3,"sealed":[]}',
    ],
)
def test_a_spoilt_secret_is_named(path, text):
    finish(begin(path), random.Random(1), 3)
    private(path).write_text(text)
    assert "match.grog.secret is spoilt" in damaged(path)


def test_another_secret_will_not_do(path):
    finish(begin(path), random.Random(1), 3)
    private(path).write_text(json.dumps({"secret": "00" * 32, "sealed": []}))
    assert damaged(path) == "line 1: the dice secret is not the one committed to"


def test_sealed_answers_must_still_be_there(path):
    match = begin(path, [["secret", [0, 1], 1]])
    match.answer(1, 2)
    data = json.loads(private(path).read_text())
    assert [(seat, answer) for seat, answer, _ in data["sealed"]] == [(1, 2)]
    data["sealed"][0][1] = 1
    private(path).write_text(json.dumps(data))
    assert damaged(path) == f"line {len(match.record.lines)}: an answer that was sealed is not here"


def test_the_secret_is_for_the_owners_eyes_and_goes_when_it_is_shown(path):
    match = begin(path)
    assert private(path).stat().st_mode & 0o077 == 0
    assert SECRET.hex() in private(path).read_text()
    finish(match, random.Random(1))
    assert not private(path).exists()
    assert path.read_text().count(SECRET.hex()) == 1


def test_a_torn_header_cannot_be_mended(path):
    begin(path)
    path.write_bytes(path.read_bytes()[:100])
    assert damaged(path) == "line 1: the file is empty"


def test_a_match_by_its_file_and_its_system(path):
    begin_toy(path)
    assert continue_from(path).system.name == "toy"
    assert continue_from(path, "bidding").id == "m2"
    with pytest.raises(Damaged, match="line 1: this is a match of toy"):
        continue_from(path, "script")


# -- replay equals play -------------------------------------------------------------


@pytest.mark.parametrize("seed", range(10))
def test_replay_equals_play(path, seed):
    told = []
    match = begin(path, listen=lambda tell: told.append(tell.text))
    restlessly(match, random.Random(seed))
    again = []
    replay = Replay(read_record(path), listen=lambda tell: again.append(tell.text))
    while replay.step():
        pass
    assert again == told
    assert replay.session.log == match.session.log
    assert replay.session.state.to_dict() == match.state.to_dict()
    assert replay.ended is not None
    assert replay.ended.to_dict() == match.ended.to_dict()
    assert (replay.thrown, replay.since) == (match.thrown, 0)


@pytest.mark.parametrize("seed", range(10))
def test_replay_equals_play_of_the_bidding_toy(path, seed):
    match = finish(begin_toy(path), random.Random(seed))
    assert verify(path)["ok"]
    assert Match.load(path).state.to_dict() == match.state.to_dict()


def test_a_replay_may_stop_at_any_line(path):
    match = finish(begin_toy(path), random.Random(1))
    replay = Replay(read_record(path))
    turns = []
    while replay.step():
        if replay.record.lines[replay.at - 1]["kind"] == "turn":
            turns.append(json.loads(json.dumps(replay.session.state.to_dict())))
    assert turns == [line["state"] for line in match.record.lines if line["kind"] == "turn"]


# -- changed rules ------------------------------------------------------------------


@pytest.fixture
def new_rules(monkeypatch):
    def change(version="2"):
        monkeypatch.setattr(script.SYSTEM, "rules_version", version)

    return change


def line_of_turn(path, turn):
    (number,) = [
        number
        for number, line in enumerate(lines_of(path), 1)
        if line["kind"] == "turn" and line["turn"] == turn
    ]
    return number


def test_under_changed_rules_it_goes_on_from_the_last_turn(path, new_rules):
    match = begin(path)
    while [ln["turn"] for ln in match.record.lines if ln["kind"] == "turn"] != [1, 2]:
        finish(match, random.Random(1), 1)
    log, state = match.session.log[:], json.dumps(match.state.to_dict())
    second = line_of_turn(path, 2)
    new_rules()
    again = Match.load(path)
    assert again.session.forgotten == len(log) - len(again.session.log) > 0
    assert log[again.session.forgotten :] == again.session.log
    assert json.dumps(again.state.to_dict()) == state
    event = again.record.lines[-1]
    assert (event["event"], event["rules"], event["since"]) == ("rules", "2", second)

    raw = path.read_bytes()
    Match.load(path)
    assert path.read_bytes() == raw  # it is said once
    finish(Match.load(path), random.Random(2))
    report = verify(path)
    assert (report["ok"], report["since"], report["rolls"]) == (True, second, 3)


def test_rules_may_change_again(path, new_rules):
    begin(path)
    new_rules("2")
    match = Match.load(path)
    while [ln["turn"] for ln in match.record.lines if ln["kind"] == "turn"] != [1, 2]:
        finish(match, random.Random(1), 1)
    new_rules("3")
    match = Match.load(path)
    said = [line["rules"] for line in match.record.lines if line.get("event") == "rules"]
    assert said == ["2", "3"]
    finish(match, random.Random(1))
    assert verify(path)["since"] == line_of_turn(path, 2)
    new_rules("4")
    assert verify(path)["since"] == line_of_turn(path, 3)
    new_rules("1")  # as at first, but not all of it was played under these
    assert verify(path)["since"] == line_of_turn(path, 3)


def test_answers_are_numbered_as_if_all_were_remembered(path, new_rules):
    steps = [["choose", 0, 2, -1], ["turn", 1], ["choose", 0, 2, -1], ["choose", 0, 2, -1]]
    begin(path, steps).answer(0, 1)
    new_rules()
    match = Match.load(path)
    match.answer(0, 0)
    assert match.undo(0) == []
    assert match.record.lines[-1]["keep"] == 1
    assert refusal(match.undo(0)) == "there is nothing of yours to take back"
    assert Match.load(path).session.log == []
    finish(Match.load(path), random.Random(1))
    assert verify(path)["ok"]


def test_a_turn_that_was_taken_back_is_not_begun_at(path, new_rules):
    steps = [["turn", 1], ["choose", 0, 2, -1], ["turn", 2], ["choose", 1, 2, -1]]
    match = begin(path, steps)
    match.answer(0, 1)
    take_back(match, 0)
    new_rules()
    match = Match.load(path)
    assert match.record.lines[-1]["since"] == line_of_turn(path, 1)
    assert [who for who, _ in match.waiting()] == [0]
    finish(match, random.Random(1))
    assert verify(path)["ok"]


def test_dice_from_before_the_rules_changed_are_still_recomputed(path, new_rules):
    finish(begin(path), random.Random(1))
    new_rules()
    assert verify(path)["since"] == line_of_turn(path, 3)
    lines = lines_of(path)
    number = next(n for n, line in enumerate(lines) if line["kind"] == "roll")
    lines[number]["faces"][0] = 7 - lines[number]["faces"][0]
    report = verify(forge(path, lines))
    assert (report["ok"], report["line"]) == (False, number + 1)


def test_a_state_that_does_not_fit_its_hash_is_not_gone_on_from(path, new_rules):
    finish(begin(path), random.Random(1))
    new_rules()
    lines = lines_of(path)
    turn = line_of_turn(path, 3)
    lines[turn - 1]["state"]["marks"].append(9)
    report = verify(forge(path, lines))
    assert (report["line"], report["why"]) == (turn, "the state does not fit its hash")


def test_where_no_turn_has_begun_changed_rules_cannot_go_on(path, new_rules):
    begin(path, [["choose", 0, 2, -1]])
    new_rules()
    assert damaged(path) == "line 1: written under rules 1, with no state to go on from"
