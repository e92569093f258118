"""Questions that go on until an end: solved as chains, played as they are."""

import dataclasses
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from grognard.odds.asking import Asker
from grognard.rules.effects import Call, Choose, Effect, Option, Roll, Rules, count
from grognard.rules.machine import run
from grognard.rules.questions import Chain, Outcome, Question, given
from grognard.rules.refusal import Refused


@dataclasses.dataclass(frozen=True)
class Purse:
    coins: int = given(2, "coins", 0, 9)
    need: int = given(3, "a d6 at or under this wins a coin", 0, 6)


def toss(need: int, player: int) -> Rules[int]:
    return (yield from count(1, 6, 1, need, "toss", player))


def stake(limit: int) -> Rules[int]:
    return (yield from Choose(0, "stake", "How much?", [Option(1, "one"), Option(limit, "all")]))


State = tuple[int, int]


def begin(p: Purse) -> State:
    return p.coins, p.need


def parts(s: State, settings: Any) -> list[Call[Any]]:
    return [Call(stake, s[0]), Call(toss, s[1], 0), Call(toss, s[1], 1)]


def after(s: State, results: Sequence[Any]) -> State:
    """Both toss; who alone wins takes the stake."""
    staked, mine, yours = results
    return s[0] + staked * (mine - yours), s[1]


GAME = Chain(begin, parts, after, lambda s: not 0 < s[0] < 4)
QUESTION = Question(
    "purse", "Who is ruined?", Purse, lambda p, settings: [], GAME.play,
    (Outcome("coins", "coins", lambda s: s[0]),), chain=GAME,
)  # fmt: skip


@dataclasses.dataclass(frozen=True)
class Nothing:
    pass


def asked(policy: str = "first", **values: Any) -> Any:
    return Asker(rational=True).ask(QUESTION, Purse(**values), Nothing(), policy)


def test_a_fair_game_is_ruin_or_riches() -> None:
    """One coin at a time from 2 of 4: even chances, and 2 x 2 changes on average. A round changes
    nothing in half of all cases."""
    answer = asked()
    assert answer.first.chances == {0: Fraction(1, 2), 4: Fraction(1, 2)}
    assert answer.rounds == pytest.approx(8.0)
    assert answer.to_dict()["rounds"] == pytest.approx(8.0)
    assert answer.policy == "the first allowed option"


def test_the_policy_chooses_in_every_round() -> None:
    """All at once: one change ends it, and it comes in every second round."""
    answer = asked("last")
    assert answer.first.chances == {0: Fraction(1, 2), 4: Fraction(1, 2)}
    assert answer.rounds == pytest.approx(2.0)
    assert answer.policy == "the last allowed option"


def test_what_is_over_takes_no_round() -> None:
    answer = asked(coins=0)
    assert answer.first.chances == {0: 1}
    assert answer.rounds == 0
    assert "rounds" not in answer.to_dict()


def test_what_never_ends_is_refused() -> None:
    with pytest.raises(Refused, match="for ever"):
        asked(need=0)


def test_best_needs_a_gain() -> None:
    with pytest.raises(Refused, match="best"):
        asked("best")


def test_played_it_runs_round_after_round() -> None:
    faces = iter([2, 2, 3, 4, 1, 6])
    seen: list[str] = []

    def answer(effect: Effect) -> Any:
        if isinstance(effect, Roll):
            seen.append("roll")
            return effect.reading.read([next(faces)])
        seen.append("choice")
        return 0

    assert run(GAME.play(Purse(), Nothing()), answer) == (4, 3)
    assert seen == ["choice", "roll", "roll"] * 3
