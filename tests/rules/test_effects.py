"""Effects, and the answers they refuse."""

import pytest

from grognard.rules.effects import (
    Ask,
    Call,
    Choose,
    Goal,
    Judge,
    Leg,
    Movement,
    Option,
    Place,
    Secretly,
    Stable,
    Tell,
)
from grognard.rules.refusal import Refusal, Refused
from tests.toys.bidding import Step

TIRED = Refusal("it is tired", "X-7", "rest a turn")


def choice() -> Choose[str]:
    options = [Option("run", "Run"), Option("charge", "Charge", refusal=TIRED), Option("x", "X")]
    return Choose(1, "move", "what now", options)


def answered_with(effect, answer):
    generator = iter(effect)
    assert next(generator) is effect
    with pytest.raises(StopIteration) as stop:
        generator.send(answer)
    return stop.value.value


def test_a_choice_is_answered_with_the_value_behind_the_index():
    assert answered_with(choice(), 2) == "x"


def test_only_options_without_a_refusal_are_allowed():
    assert choice().allowed() == [0, 2]
    assert choice().refuse(0) == []
    assert choice().refuse(1) == [TIRED]


def test_an_option_is_judged_once_and_only_for_whoever_wants_to_know():
    asked = []

    def refuse(why: Refusal | None) -> Refusal | None:
        asked.append(why)
        return why

    odds = Ask("x", 1)
    barred = Option("charge", "Charge", refusal=Judge(refuse, TIRED), ask=odds)
    free = Option("run", "Run", refusal=Judge(refuse, None), ask=odds)
    choose = Choose(0, "move", "what now", [barred, free])
    assert asked == []
    assert barred.ask is None
    assert free.ask is odds
    assert choose.allowed() == [1]
    assert choose.refuse(0) == [TIRED]
    assert asked == [TIRED, None]


@pytest.mark.parametrize("answer", [-1, 3, 1.0, True, "0", None, [0], (0,)])
def test_a_choice_refuses_what_is_no_index(answer):
    (refusal,) = choice().refuse(answer)
    assert (refusal.what, refusal.legal) == ("what now: no such option", "0 to 2")


def place() -> Place:
    return Place(0, "step", "step", ("piece:0",), Step(2048))


def test_a_move_is_answered_with_its_legs():
    legs = ((Leg(3072, 0),),)
    assert place().refuse(legs) == []
    assert answered_with(place(), legs) == legs


def test_a_move_may_be_to_stay():
    assert place().refuse(place().movement.fallback()) == []


@pytest.mark.parametrize(
    "answer",
    [None, 0, (), [], "legs", ((), ()), ([],), (None,), ((1, 2),), (([1, 2, 0, 0, ""],),)],
)
def test_a_move_refuses_what_are_no_legs(answer):
    assert len(place().refuse(answer)) == 1


def test_a_move_is_refused_by_its_own_rules():
    (refusal,) = place().refuse(((Leg(2048 + 1025, 0),),))
    assert refusal.clause == "TOY-2"


def test_legs_are_values():
    assert Leg(1, 2) == Leg(1, 2, 0, 0, "")
    assert len({Leg(1, 2), Leg(1, 2), Leg(1, 2, 1), Leg(1, 2, 0, 1), Leg(1, 2, how="run")}) == 4
    assert Leg(1, 2) != [1, 2, 0, 0, ""]
    assert repr(Leg(1536, 1024, how="run")) == "Leg(1.5, 1, run)"


def test_a_movement_has_no_goals_unless_its_rules_name_some():
    assert Movement().goals() == []
    assert [(g.x, g.y, g.facing, g.level) for g in Step(0).goals()] == [
        (1.0, 0.0, None, 0),
        (-1.0, 0.0, None, 0),
    ]
    assert Step(0).propose(Goal(9, 0)) == ((Leg(1024, 0),),)


def test_a_situation_that_takes_work_is_made_for_whoever_looks():
    made = []

    def situation(*args):
        made.append(args)
        return args

    assert Ask("shooting", "as it is").situation == "as it is"
    ask = Ask("shooting", situation, 3, "wood")
    assert (ask.question, made) == ("shooting", [])
    assert ask.situation == ask.situation == (3, "wood")
    assert made == [(3, "wood")]


def test_narration_is_put_together_when_it_is_read():
    tell = Tell("hits", "{} hits on {}", 3, "the crew", clause="X-1", at=("unit:3",))
    assert tell.text == "3 hits on the crew"
    assert (tell.kind, tell.clause, tell.at) == ("hits", "X-1", ("unit:3",))
    assert answered_with(tell, None) is None
    assert Tell("odd", "{}").kind == "odd"  # words that lack their argument harm nobody unread


def test_stable_call_and_secretly_give_back_what_they_are_sent():
    assert answered_with(Stable(3), None) is None
    assert Stable(3).turn == 3
    assert answered_with(Call(len, "abc"), 3) == 3
    assert answered_with(Secretly("bids", {}), {}) == {}


def test_refusals_are_values_and_speak():
    assert str(TIRED) == "it is tired [X-7]; rest a turn"
    assert str(Refusal("no")) == "no"
    assert TIRED == Refusal("it is tired", "X-7", "rest a turn") != Refusal("it is tired")
    assert len({TIRED, Refusal("it is tired", "X-7", "rest a turn")}) == 1
    assert TIRED.to_dict() == {"what": "it is tired", "clause": "X-7", "legal": "rest a turn"}
    refused = Refused([TIRED, Refusal("no")])
    assert (str(refused), refused.refusals[1].what) == ("it is tired [X-7]; rest a turn; no", "no")
