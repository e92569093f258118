"""Draws, declining and overruling by consent: agreed to, recorded, replayed, verified."""

import random
import shutil

import pytest

from grognard.play.looking_back import at, start_at
from grognard.play.match import Match, Seat
from grognard.play.record import parse_record, read_record
from grognard.play.verify import verify
from tests.play.playing import begin, begin_toy, finish, forge, lines_of, persons, refusal
from tests.toys import bidding

POINTS = ("points", 0)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "match.grog"


def test_a_draw_needs_everybody(path):
    match = begin(path)
    assert match.draw(0) == []
    assert match.consent(1) == []
    assert not match.done
    assert refusal(match.consent(1)) == "nobody asks for your consent"
    assert match.consent(2) == []
    assert match.ended.to_dict() == {
        "winner": -1, "scores": [0.5, 0.5, 0.5], "reason": "a draw was agreed",
    }  # fmt: skip
    assert verify(path)["ok"]
    assert Match.load(path).ended.reason == "a draw was agreed"


def test_a_draw_that_is_declined_or_passed_over_is_none(path):
    match = begin_toy(path)
    assert match.draw(0) == []
    assert match.decline(1) == []
    assert refusal(match.consent(1)) == "nobody asks for your consent"
    assert match.draw(0) == []
    assert match.answer(0, 0) == []  # playing on is an answer, too
    assert match.wish is None
    assert refusal(match.decline(1)) == "nobody asks for your consent"
    finish(match, random.Random(1))
    assert verify(path)["ok"]


def test_whoever_wishes_may_let_go_of_it(path):
    match = begin_toy(path)
    match.draw(0)
    assert match.decline(0) == []
    assert match.wish is None


def test_a_bot_agrees_to_no_draw(path):
    assert refusal(begin(path, seats=persons(bots=[1])).draw(0)) == "a bot agrees to no draw"


def test_a_draw_to_which_not_all_agreed_is_found(path, tmp_path):
    match = begin(path)
    match.draw(0)
    match.consent(1)
    match.consent(2)
    lines = lines_of(path)
    kept = [line for line in lines if (line.get("event"), line.get("seat")) != ("consent", 2)]
    kept[-1]["lines"] = len(kept)
    report = verify(forge(tmp_path / "forged.grog", kept))
    assert (report["ok"], report["why"]) == (False, "a draw to which not all have agreed")


def test_overruling_changes_the_state_by_consent(path):
    match = begin_toy(path)
    assert match.state.points == [0, 0]
    assert match.overrule(0, [(POINTS, 7)]) == []
    assert match.state.points == [0, 0]  # not before the other agrees
    assert match.wish.changes == [(POINTS, 7)]
    assert match.consent(1) == []
    assert match.state.points == [7, 0]
    finish(match, random.Random(2))
    report = verify(path)
    assert report["ok"], report
    assert match.ended.scores[0] >= 7
    turns = [line for line in match.record.lines if line["kind"] == "turn"]
    assert [t["turn"] for t in turns] == [1, 2, 3]  # no turn begins twice


def test_overruling_is_taken_up_again_wherever_it_broke_off(path, tmp_path):
    match = begin_toy(path)
    match.overrule(0, [(POINTS, 7)])
    secret = path.with_name(path.name + ".secret").read_bytes()
    match.consent(1)
    lines = path.read_text().splitlines(keepends=True)
    events = [i for i, line in enumerate(match.record.lines) if line["kind"] == "event"]
    assert [match.record.lines[i]["event"] for i in events] == [
        "overrule-wanted", "consent", "overrule",
    ]  # fmt: skip
    for i in events:
        cut = tmp_path / f"cut{i}.grog"
        cut.write_text("".join(lines[: i + 1]))
        (tmp_path / f"cut{i}.grog.secret").write_bytes(secret)
        again = Match.load(cut)
        assert again.state.points == ([0, 0] if i == events[0] else [7, 0])
        if i == events[0]:
            assert again.wish.changes == [(POINTS, 7)]
            assert again.consent(1) == []
        assert again.state.points == [7, 0]
        assert finish(again, random.Random(3)).done
        assert verify(cut)["ok"]


def test_only_handles_are_changed_and_only_to_what_can_be(path):
    match = begin_toy(path)
    assert [h.label for h in match.handles(1)] == ["points of 0", "points of 1", "tokens"]
    before = match.state.to_dict(), len(match.record.lines)
    for changes, why in (
        ([(("turn",), 3)], "no such entry may be changed"),
        ([(("tokens", 1), 3)], "no such entry may be changed"),  # the other's are his secret
        ([(POINTS, True)], "points of 0: True will not do"),
        ([(POINTS, 100)], "points of 0: 100 will not do"),
        ([(("tokens", 0), -1)], "tokens"),  # the system's own invariants
        ([], "nothing is to be changed"),
    ):
        assert refusal(match.overrule(0, changes)) == why
    assert (match.state.to_dict(), len(match.record.lines)) == before


def test_in_the_middle_of_an_act_nothing_is_changed(path):
    match = begin_toy(path)
    match.answer(0, 0)
    assert match.handles(0) == []
    assert refusal(match.overrule(0, [(POINTS, 7)])) == "the rules are in the middle of an act"


def test_alone_with_bots_nobody_else_need_agree(path):
    seats = [Seat(0, 0, "Ann"), Seat(1, 1, "Bob", "sleepy")]
    match = begin_toy(path, seats=seats)
    assert match.overrule(0, [(POINTS, 3)]) == []
    assert match.state.points == [3, 0]
    finish(match, random.Random(3))
    assert verify(path)["ok"]


def test_nobody_takes_an_answer_back_across_an_overruling(path):
    match = begin_toy(path)
    for bid in (1, 0):
        match.answer(1 - bid, bid)
    while match.wish is None and not match.session.sealed:
        match.answer(match.waiting()[0][0], ((),))
    last = match.session.log[-1][0]
    assert match.session.is_last(match.session.last_answer(last))
    match.overrule(0, [(POINTS, 9)])
    match.consent(1)
    assert not match.session.is_last(match.session.last_answer(last))


def test_an_overruling_that_nobody_agreed_to_is_found(path, tmp_path):
    match = begin_toy(path)
    match.overrule(0, [(POINTS, 7)])
    match.consent(1)
    finish(match, random.Random(1))
    lines = lines_of(path)
    kept = [line for line in lines if line.get("event") != "consent"]
    kept[-1]["lines"] = len(kept)
    report = verify(forge(tmp_path / "forged.grog", kept))
    assert (report["ok"], report["why"]) == (False, "overruled without the others' consent")


def test_any_point_can_be_looked_at(path):
    """Whatever is taken back or overruled on the way, each point is what it was then."""
    match = begin_toy(path, turns=4)
    chance = random.Random(5)
    seen = {}
    while match.waiting():
        if match.session.between_acts and chance.random() < 0.3:
            match.overrule(0, [(POINTS, match.state.points[0] + 1)])
            match.consent(1)
        if chance.random() < 0.2 and not match.undo(0) and match.wish is not None:
            match.consent(1)
        finish(match, chance, 1)
        if not match.session.sealed:
            seen[len(match.record.lines)] = match.state.clone().to_dict()
    assert len(seen) > 10
    for lines, state in seen.items():
        assert at(match.record, lines).state.to_dict() == state


def test_a_match_goes_on_from_any_point_as_another(path, tmp_path):
    match = finish(begin_toy(path), random.Random(6))
    for lines in range(3, len(match.record.lines)):
        then = at(match.record, lines)
        start = start_at(match.record, lines)
        file = tmp_path / f"from{lines}.grog"
        seats = [Seat(0, 0, "Cat"), Seat(1, 1, "Dan")]
        other = Match.begin(
            bidding.SYSTEM, {"seed": 1}, bidding.Settings(turns=3), seats, file,
            parent=match.id, start=start,
        )  # fmt: skip
        if not then.replay.session.sealed and then.replay.session.waiting()[:1] == other.waiting():
            assert other.state.to_dict() == then.state.to_dict()
        given = len(start["answers"])
        assert other.session.given == given
        finish(other, random.Random(7))
        report = verify(file)
        assert report["ok"], report
        again = shutil.copy(file, tmp_path / "again.grog")
        assert read_record(again).lines[0]["start"] == start
        assert at(parse_record(file.read_bytes()), len(other.record.lines)).turn == 3


def test_what_another_match_gave_is_not_taken_back(path, tmp_path):
    match = begin_toy(path)
    match.answer(0, 1)
    match.answer(1, 0)
    start = start_at(match.record, len(match.record.lines))
    seats = [Seat(0, 0, "Cat"), Seat(1, 1, "Dan")]
    other = Match.begin(
        bidding.SYSTEM, {"seed": 1}, bidding.Settings(), seats, tmp_path / "o.grog", start=start
    )
    assert start["answers"] != []
    assert refusal(other.undo(0)) == "there is nothing of yours to take back"
