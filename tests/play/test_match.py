"""Matches: playing, giving up, taking back."""

import json
import random
import shutil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.play.dice import FairDice, commitment
from grognard.play.match import Match
from grognard.play.record import read_record
from grognard.play.verify import verify
from grognard.rules.effects import Leg
from tests.play.playing import (
    NONCES,
    RICH,
    SECRET,
    begin,
    finish,
    persons,
    refusal,
    restlessly,
    take_back,
)
from tests.play.script import games, illegal, legal

SEEDS = st.integers(0, 1 << 16)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "match.grog"


# -- playing ------------------------------------------------------------------------


def test_a_match_from_its_header_to_its_end(path):
    match = begin(path)
    header = match.record.lines[0]
    assert header["commitment"] == commitment(SECRET)
    assert (header["system"], header["rules"], header["match"]) == ("script", "1", match.id)
    assert header["setup"] == {"steps": RICH}
    assert header["settings"] == {"double": False}
    assert [line["nonce"] for line in match.record.lines[1:4]] == list(NONCES)
    finish(match, random.Random(1))
    assert match.done
    assert match.waiting() == []
    end = match.record.lines[-1]
    assert end["secret"] == SECRET.hex()
    assert end["outcome"] == match.ended.to_dict() == match.state.outcome().to_dict()
    assert path.read_text() == match.record.text()
    report = verify(path)
    assert report == {
        "ok": True,
        "lines": len(match.record.lines),
        "rolls": 3,
        "match": "m1",
        "since": 0,
        "outcome": end["outcome"],
    }


def test_the_dice_are_those_committed_to(path):
    match = finish(begin(path), random.Random(1))
    rolls = [line for line in match.record.lines if line["kind"] == "roll"]
    dice = FairDice(SECRET, "m1", NONCES)
    assert [(r["n"], r["sides"], len(r["faces"])) for r in rolls] == [
        (1, 6, 2),
        (2, 6, 3),
        (3, 20, 1),
    ]
    assert all(r["faces"] == dice.throw(r["n"], len(r["faces"]), r["sides"]) for r in rolls)


def test_secrets_are_drawn_unless_given():
    matches = [begin(None, secret=None, nonces=None, match_id="") for _ in range(2)]
    for name in ("match", "commitment"):
        assert len({m.record.lines[0][name] for m in matches}) == 2
    assert len({line["nonce"] for m in matches for line in m.record.lines[1:4]}) == 6


def test_a_match_that_cannot_begin():
    with pytest.raises(ValueError, match="there is nothing to play"):
        begin(None, [])


def test_a_match_is_never_begun_over_another(path):
    match = begin(path)
    before = path.read_bytes(), path.with_name("match.grog.secret").read_bytes()
    with pytest.raises(FileExistsError):
        begin(path)
    assert (path.read_bytes(), path.with_name("match.grog.secret").read_bytes()) == before
    finish(match, random.Random(1))
    assert verify(path)["ok"]


def test_narration_goes_to_whoever_listens():
    told = []
    finish(begin(None, listen=lambda tell: told.append(tell.text)), random.Random(1))
    assert told == ["step 6"]  # what is told in a secret stays there


@given(games(), SEEDS)
def test_refused_answers_change_nothing(steps, seed):
    match = begin(None, steps)
    chance = random.Random(seed)
    while match.waiting():
        before = match.record.text(), match.session.log[:], repr(match.waiting())
        state = json.dumps(match.state.to_dict())
        for who, effect in match.waiting():
            for answer in illegal(effect):
                assert match.answer(who, answer)
        for stranger in {-1, 0, 1, 2, 9} - {who for who, _ in match.waiting()}:
            assert match.answer(stranger, 0)
        assert (match.record.text(), match.session.log, repr(match.waiting())) == before
        assert json.dumps(match.state.to_dict()) == state
        who, effect = chance.choice(match.waiting())
        match.answer(who, legal(effect, chance))
    assert refusal(match.answer(0, 0)) == "the match is over"


@pytest.mark.parametrize(
    "leg", [Leg(0, 0, 1 << 23), Leg(0, 0, 0, -(1 << 23)), Leg(0, 0, 0, 0, "x" * 41)]
)
def test_a_move_that_the_record_could_not_hold_is_refused(leg, path):
    match = begin(path, [["place", 0], ["place", 1]])
    before = path.read_bytes()
    assert "no legs" in refusal(match.answer(0, ((leg,),)))
    assert path.read_bytes() == before
    finish(match, random.Random(1))
    assert verify(path)["ok"]


def test_a_fallback_is_noted():
    match = begin(None, [["choose", 0, 2, -1]])
    assert match.answer(0, 1, fallback="too slow") == []
    event, answer = match.record.lines[4:6]
    assert (event["event"], event["seat"], event["why"]) == ("fallback", 0, "too slow")
    assert (answer["kind"], answer["answer"]) == ("answer", 1)


def test_a_turn_is_recorded_as_it_begins_and_not_as_it_goes_on():
    match = begin(None, [["turn", 1], ["choose", 0, 3, -1], ["turn", 2], ["choose", 0, 3, -1]])
    match.answer(0, 2)
    match.answer(0, 1)
    turns = [line for line in match.record.lines if line["kind"] == "turn"]
    assert [(t["turn"], t["state"]) for t in turns] == [
        (1, {"at": 0, "marks": []}),
        (2, {"at": 2, "marks": [2]}),
    ]


# -- giving up ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sides", "winner", "scores"),
    [((0, 1, 1), 1, [0, 1, 1]), ((0, 1, 2), -1, [0, 1, 1]), ((5, 5, 3), 3, [0, 0, 1])],
)
def test_who_resigns_gives_the_match_away(path, sides, winner, scores):
    seats = persons()
    for seat, side in zip(seats, sides, strict=True):
        seat.side = side
    match = begin(path, seats=seats)
    assert match.resign(0) == []
    assert match.done
    assert match.ended.to_dict() == {"winner": winner, "scores": scores, "reason": "P0 resigned"}
    assert verify(path)["ok"]
    for act in (match.resign, match.undo, match.consent):
        assert refusal(act(1)) == "the match is over"


def test_only_who_has_a_seat_resigns(path):
    match = begin(path)
    before = path.read_bytes()
    assert refusal(match.resign(7)) == "player 7 has no seat here"
    assert path.read_bytes() == before


def test_an_undo_that_was_wanted_dies_with_the_match(path):
    match = begin(path, [["choose", 0, 2, -1], ["roll", 1, 6], ["choose", 1, 2, -1]])
    match.answer(0, 0)
    match.undo(0)
    match.resign(2)
    assert refusal(match.consent(1)) == "the match is over"
    assert read_record(path).closed


# -- taking back --------------------------------------------------------------------


def test_an_answer_is_taken_back_at_once_while_nothing_has_happened_since():
    match = begin(None, [["choose", 0, 3, -1], ["choose", 0, 3, -1], ["choose", 1, 3, -1]])
    before = match.state.to_dict()
    match.answer(0, 2)
    match.answer(0, 1)
    assert match.undo(0) == []
    assert match.session.log == [(0, 2)]
    assert match.undo(0) == []
    assert match.session.log == []
    assert match.state.to_dict() == before
    assert refusal(match.undo(0)) == "there is nothing of yours to take back"
    assert match.answer(0, 0) == []
    undone = [line for line in match.record.lines if line["kind"] == "event"]
    assert [(line["event"], line["seat"], line["keep"]) for line in undone] == [
        ("undo", 0, 1),
        ("undo", 0, 0),
    ]


AFTER_DICE = [["choose", 0, 3, -1], ["roll", 2, 6], ["choose", 0, 3, -1], ["roll", 1, 6]]
AFTER_OTHERS = [["choose", 0, 3, -1], *[["choose", 1, 3, -1]] * 3]
AFTER_SECRETS = [["secret", [1, 0], 1], ["choose", 0, 3, -1], ["choose", 0, 3, -1]]


def after(steps, **options):
    """A match in which player 0 has answered and something has happened since."""
    match = begin(None, steps, **options)
    if steps is AFTER_SECRETS:
        match.answer(1, 1)
    assert match.answer(0, 1) == []
    if steps is AFTER_OTHERS:
        match.answer(1, 1)
    return match


@pytest.mark.parametrize("steps", [AFTER_DICE, AFTER_OTHERS, AFTER_SECRETS])
def test_all_the_others_must_consent_to_more(steps):
    match = after(steps)
    log = match.session.log[:]
    assert match.undo(0) == []
    assert match.wants_undo == 0
    assert match.session.log == log
    for nobody in (0, 7, -1):
        assert refusal(match.consent(nobody)) == "nobody asks for your consent"
    assert match.consent(2) == []
    assert match.session.log == log
    assert refusal(match.consent(2)) == "nobody asks for your consent"
    assert match.consent(1) == []
    assert match.wants_undo == -1
    assert match.session.log == log[: 1 if steps is AFTER_SECRETS else 0]
    assert 0 in [who for who, _ in match.waiting()]


@pytest.mark.parametrize("steps", [AFTER_DICE, AFTER_OTHERS, AFTER_SECRETS])
def test_where_nobody_else_sits_what_has_happened_stays(steps):
    match = after(steps, seats=persons(bots=(1, 2)))
    lines = match.record.text()
    assert refusal(match.undo(0)) == "dice were thrown or a bot has acted since then"
    assert match.wants_undo == -1
    assert match.record.text() == lines


def test_bots_are_not_asked_for_consent():
    match = after(AFTER_DICE, seats=persons(bots=(2,)))
    match.undo(0)
    assert refusal(match.consent(2)) == "nobody asks for your consent"
    assert match.consent(1) == []
    assert match.session.log == []


@pytest.mark.parametrize("then", [[], [["stable"]], [["turn", 2]]])
def test_an_undo_of_an_undo_does_not_reach_behind_what_was_opened(then):
    steps = [["secret", [1, 0], 1], *then, ["choose", 0, 3, -1], ["choose", 0, 3, -1]]
    match = begin(None, steps)
    match.answer(1, 1)
    match.answer(0, 1)
    match.answer(0, 2)
    assert match.undo(0) == []
    log = match.session.log[:]
    assert match.undo(0) == []
    assert match.wants_undo == 0  # this one is only asked for
    assert match.session.log == log


def test_going_on_withdraws_the_wish():
    match = after(AFTER_OTHERS)
    match.undo(0)
    assert match.consent(2) == []
    match.answer(1, 0)
    assert match.wants_undo == -1
    assert refusal(match.consent(1)) == "nobody asks for your consent"


def test_asking_anew_asks_everybody_anew():
    match = after(AFTER_OTHERS)
    match.undo(0)
    match.consent(2)
    match.undo(0)
    match.consent(1)
    assert match.wants_undo == 0


def test_sealed_answers_cannot_be_taken_back():
    match = begin(None, [["choose", 0, 3, -1], ["secret", [0, 1], 2]])
    match.answer(0, 1)
    assert refusal(match.undo(0)) == "sealed answers cannot be taken back"
    match.answer(0, 1)
    before = match.record.text()
    assert refusal(match.undo(0)) == "sealed answers cannot be taken back"
    assert match.record.text() == before


def test_roll_numbers_never_come_back():
    match = after(AFTER_DICE)
    first = match.record.lines[-1]
    take_back(match, 0)
    match.answer(0, 1)
    second = match.record.lines[-1]
    assert (first["n"], second["n"]) == (1, 2)
    dice = FairDice(SECRET, "m1", NONCES)
    assert [first["faces"], second["faces"]] == [dice.throw(n, 2, 6) for n in (1, 2)]
    assert first["faces"] != second["faces"]


@given(games(), SEEDS)
def test_whatever_is_taken_back_the_record_stays_true(tmp_path_factory, steps, seed):
    path = tmp_path_factory.mktemp("undo") / "match.grog"
    match = restlessly(begin(path, steps), random.Random(seed))
    report = verify(path)
    assert report["ok"], report
    numbers = [line["n"] for line in match.record.lines if line["kind"] == "roll"]
    assert numbers == list(range(1, len(numbers) + 1))
    again = Match.load(path)
    assert again.state.to_dict() == match.state.to_dict()
    assert again.session.log == match.session.log
    shutil.rmtree(path.parent)
