"""Exact odds against every die by itself, against icepool, and against what was worked by hand."""

import dataclasses
from fractions import Fraction
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.odds.chain import Endless
from grognard.odds.exact import Exact
from grognard.odds.policies import Always, Asking, Best, First, Last, Policy
from grognard.rules.dice import Bin
from grognard.rules.effects import (
    Call,
    Choose,
    Effect,
    Leg,
    Option,
    Place,
    Rules,
    Secretly,
    Tell,
    count,
    die,
    faces,
    tally,
    total,
)
from grognard.rules.refusal import Refusal
from tests.odds.brute import chances
from tests.odds.programs import programs, run_program
from tests.toys.bidding import Step


def agree(policy, start, expected):
    """Fractions agree to the last digit, floats but for rounding."""
    assert Exact(policy, rational=True).run(start) == expected
    floats = Exact(policy).run(start)
    assert all(type(p) is float for p in floats.values())
    assert floats == pytest.approx({k: float(p) for k, p in expected.items()}, abs=1e-12)
    assert sum(floats.values()) == pytest.approx(1)


# -- random procedures -------------------------------------------------------------


@given(programs)
def test_first(program):
    agree(
        First(),
        lambda: run_program(program),
        chances(lambda: run_program(program), lambda effect: effect.allowed()[0]),
    )


@given(programs)
def test_last(program):
    agree(
        Last(),
        lambda: run_program(program),
        chances(lambda: run_program(program), lambda effect: effect.allowed()[-1]),
    )


@given(programs, st.integers(0, 6))
def test_always(program, wanted):
    def choose(effect):
        allowed = [i for i in effect.allowed() if effect.options[i].value == wanted]
        return (allowed or effect.allowed())[0]

    agree(
        Always(wanted),
        lambda: run_program(program),
        chances(lambda: run_program(program), choose),
    )


def rivals(result: int, player: int) -> float:
    """What is good for one player is bad for the other."""
    return float(result if player == 0 else -result)


@given(programs)
def test_best(program):
    agree(
        Best(rivals, "the most", inside=Last()),
        lambda: run_program(program),
        chances(lambda: run_program(program), lambda effect: effect.allowed()[-1], rivals),
    )


# -- worked by hand ----------------------------------------------------------------


def test_hits_then_saves_as_icepool_has_them():
    def attack(dice: int) -> Rules[int]:
        hits = yield from count(dice, 6, 3, 6, "to hit")
        saved = yield from Call(saves, hits)
        yield from Tell("hits", "{} wounds", hits - saved)
        return hits - saved

    def saves(hits: int) -> Rules[int]:
        return (yield from count(hits, 6, 5, 6, "to save"))

    hit = icepool.d6.map(lambda face: int(face >= 3))
    wound = hit.map({0: 0, 1: icepool.d6.map(lambda face: int(face < 5))})
    theirs = 10 @ wound
    ours = Exact(rational=True).of(attack, 10)
    assert dict(ours.items()) == {k: theirs.probability(k) for k in theirs.outcomes()}


def test_the_highest_of_three_as_icepool_has_it():
    def highest() -> Rules[int]:
        return max((yield from faces(3, 6, "x")))

    theirs = icepool.highest(icepool.d6, icepool.d6, icepool.d6)
    ours = Exact(rational=True).of(highest)
    assert dict(ours.items()) == {k: theirs.probability(k) for k in theirs.outcomes()}


def reroll(rerolls: int) -> Rules[int]:
    face = yield from die(6, "the die")
    if rerolls == 0:
        return face
    again = yield from Choose(
        0, "reroll", "throw again?", [Option(False, "no"), Option(True, "yes")]
    )
    return (yield from reroll(rerolls - 1)) if again else face


@pytest.mark.parametrize(
    ("rerolls", "mean"), [(0, Fraction(7, 2)), (1, Fraction(17, 4)), (2, Fraction(14, 3))]
)
def test_best_knows_when_to_throw_again(rerolls, mean):
    best = Exact(Best(lambda face, _: face, "the face"), rational=True).of(reroll, rerolls)
    assert sum(k * p for k, p in best.items()) == mean


def test_best_looks_at_what_it_maximises_and_at_nothing_else():
    six = Exact(Best(lambda face, _: face == 6, "a six"), rational=True).of(reroll, 1)
    assert six[6] == Fraction(11, 36)
    low = Exact(Best(lambda face, _: -face, "the least"), rational=True).of(reroll, 1)
    assert sum(k * p for k, p in low.items()) == 7 - Fraction(17, 4)


def duel() -> Rules[tuple[int, int]]:
    """Each in turn takes four for certain, or a die; the second sees what the first has got."""
    got = []
    for player in (0, 1):
        bold = yield from Choose(
            player, "bold", "a die or four?", [Option(False, "four"), Option(True, "a die")]
        )
        got.append((yield from die(6, "bold")) if bold else 4)
    return got[0], got[1]


def test_best_is_best_for_whoever_chooses():
    def worth(result: tuple[int, int], player: int) -> float:
        return float(result[player] > result[1 - player])

    best = Exact(Best(worth, "winning"), rational=True).of(duel)
    # Against four the second throws: he wins with 5 and 6, and loses with 1 to 3.
    # Against a die he takes four if that wins (1 to 3) or nothing can (6), else he throws.
    four_wins = Fraction(1, 2)
    die_wins = Fraction(1, 6) * (Fraction(3, 6) + Fraction(4, 6) + 1)
    assert four_wins > die_wins
    assert best.probability(lambda r: r[0] > r[1]) == float(four_wins)
    assert best.probability(lambda r: r[1] > r[0]) == float(Fraction(1, 3))


def test_best_takes_the_first_of_what_is_equally_good():
    def toss() -> Rules[str]:
        return (yield from Choose(0, "x", "x", [Option("a", "a"), Option("b", "b")]))

    assert list(Exact(Best(lambda *_: 1, "nothing")).of(toss)) == ["a"]
    assert list(Exact(Best(lambda *_: float("-inf"), "despair")).of(toss)) == ["a"]


def test_best_does_not_look_ahead_inside_a_call():
    def inner() -> Rules[int]:
        return (yield from Choose(0, "x", "x", [Option(1, "one"), Option(2, "two")]))

    def outer() -> Rules[int]:
        inside = yield from Call(inner)
        outside = yield from inner()
        return 10 * inside + outside

    best = Best(lambda result, _: result, "the most")
    assert list(Exact(best).of(outer)) == [12]
    assert list(Exact(Best(best.worth, "the most", inside=Last())).of(outer)) == [22]
    assert best.name == "best for the chooser (the most)"


# -- choosing ----------------------------------------------------------------------


def pick(refused: int = -1) -> Rules[str]:
    options = [
        Option(word, word.upper(), refusal=Refusal("no") if i == refused else None)
        for i, word in enumerate(("run", "hold", "charge"))
    ]
    return (yield from Choose(0, "pick", "what", options))


def second(effect: Any) -> int:
    return 1


@pytest.mark.parametrize(
    ("policy", "refused", "picked"),
    [
        (First(), -1, "run"),
        (First(), 0, "hold"),
        (Last(), -1, "charge"),
        (Last(), 2, "hold"),
        (Always("hold"), -1, "hold"),
        (Always("HOLD"), -1, "hold"),
        (Always("HOLD"), 1, "run"),
        (Always("fly", "charge"), 1, "charge"),
        (Asking(second), 0, "hold"),
        (Best(lambda word, _: -len(word), "short words"), 0, "hold"),
    ],
)
def test_who_chooses_what(policy, refused, picked):
    assert list(Exact(policy).of(pick, refused)) == [picked]


@pytest.mark.parametrize(
    "policy", [First(), Last(), Always("run"), Best(lambda *_: 1, "nothing")], ids=type
)
def test_rules_that_allow_nothing_are_found_out(policy):
    def stuck() -> Rules[None]:
        yield from Choose(0, "stuck", "what", [Option(1, "x", refusal=Refusal("no"))])

    with pytest.raises(ValueError, match="allows nothing"):
        Exact(policy).of(stuck)


def test_policies_say_their_names():
    assert [p.name for p in (First(), Last(), Always("a", 2), Asking(lambda _: 0, "me"))] == [
        "the first allowed option",
        "the last allowed option",
        "always a or 2",
        "me",
    ]
    with pytest.raises(NotImplementedError):
        Exact(Policy()).of(pick)


def stride() -> Rules[int]:
    legs = yield from Place(0, "step", "step", ("piece:0",), Step(0))
    return legs[0][0].x if legs[0] else 0


def test_moves_fall_back_unless_the_policy_places():
    assert list(Exact().of(stride)) == [0]
    assert list(Exact(Best(rivals, "x")).of(stride)) == [0]
    assert list(Exact(Asking(lambda _: ((Leg(512, 0),),))).of(stride)) == [512]


# -- calls and secrets -------------------------------------------------------------


@dataclasses.dataclass
class Counting:
    """How often a procedure was begun, by its argument."""

    begun: list[int] = dataclasses.field(default_factory=list)

    def inner(self, sides: int) -> Rules[int]:
        self.begun.append(sides)
        return (yield from die(sides, "inner"))

    def __hash__(self) -> int:
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other

    def outer(self) -> Rules[int]:
        first = yield from Call(self.inner, 3)
        second = yield from Call(self.inner, 3)
        third = yield from Call(self.inner, 1 + first % 2)
        return first + second + third


def test_a_call_is_worked_out_once_for_its_arguments():
    rules = Counting()
    driver = Exact(rational=True)
    once = driver.of(rules.outer)
    # A rule begins again for each of its own branches, and no more than that.
    assert sorted(rules.begun) == [1, 2, 2, 3, 3, 3]
    assert driver.of(rules.outer) == once
    assert len(rules.begun) == 6
    assert once == Exact(rational=True).of(rules.outer)
    assert once.mean == pytest.approx(2 + 2 + (2 * 1.5 + 1) / 3)


def test_what_a_call_comes_to_hangs_on_the_policy():
    def outer() -> Rules[str]:
        return (yield from Call(pick))

    assert [list(Exact(p).of(outer)) for p in (First(), Last())] == [["run"], ["charge"]]


def scatter() -> Rules[int]:
    """A six is thrown again."""
    face = yield from die(6, "scatter")
    if face == 6:
        return (yield from Call(scatter))
    return face


def coins(n: int, most: int) -> Rules[int]:
    """Two in three times a coin is won, else one is lost, until all or none are left."""
    if n in (0, most):
        return n
    face = yield from die(3, "coin")
    return (yield from Call(coins, n + 1 if face > 1 else n - 1, most))


def nested(depth: int) -> Rules[int]:
    """On a one from the beginning, on a two from here, on a three deeper, else the depth."""
    face = yield from die(6, "where")
    if face == 1:
        return (yield from Call(nested, 0))
    if face == 2:
        return (yield from Call(nested, depth))
    if face == 3 and depth < 2:
        return (yield from Call(nested, depth + 1))
    return depth


def test_rolling_again_leaves_the_others_in_proportion():
    again = Exact(rational=True).of(scatter)
    assert dict(again.items()) == {face: Fraction(1, 5) for face in range(1, 6)}


@pytest.mark.parametrize(("n", "most"), [(1, 2), (1, 5), (3, 5), (4, 7)])
def test_going_back_and_forth_comes_to_an_end(n, most):
    won = (1 - Fraction(1, 2) ** n) / (1 - Fraction(1, 2) ** most)
    driver = Exact(rational=True)
    for _ in range(2):
        assert dict(driver.of(coins, n, most).items()) == {0: 1 - won, most: won}
    for other in range(most + 1):  # what was remembered on the way is right by itself
        won = (1 - Fraction(1, 2) ** other) / (1 - Fraction(1, 2) ** most)
        assert driver.of(coins, other, most)[most] == won


def test_going_back_to_where_it_began():
    # d0 = 1/6 d0 + 1/6 d0 + 1/6 d1 + 1/2 [0], and so on; d2 never goes deeper
    a, b, c = (dict(Exact(rational=True).of(nested, depth).items()) for depth in range(3))
    for k in range(3):
        sixth = Fraction(1, 6)
        assert a[k] == sixth * (a[k] + a[k] + b[k]) + Fraction(3, 6) * (k == 0)
        assert b[k] == sixth * (a[k] + b[k] + c[k]) + Fraction(3, 6) * (k == 1)
        assert c[k] == sixth * (a[k] + c[k]) + Fraction(4, 6) * (k == 2)
    assert sum(a.values()) == sum(b.values()) == sum(c.values()) == 1


def test_rolling_again_for_ever_is_found_out():
    def endless(sides: int) -> Rules[int]:
        yield from die(sides, "endless")
        return (yield from Call(endless, sides))

    with pytest.raises(Endless, match=r"endless\(6,\) rolls again for ever"):
        Exact().of(endless, 6)


def test_what_rolls_again_may_only_be_returned():
    def doubled() -> Rules[int]:
        face = yield from die(6, "doubled")
        return 2 * (yield from Call(doubled)) if face == 6 else face

    def asked() -> Rules[int]:
        face = yield from die(6, "asked")
        return (yield from Call(asked)) or 7 if face == 6 else face

    for rule in (doubled, asked):
        with pytest.raises(TypeError):
            Exact().of(rule)


def test_secrets_are_independent_and_open_together():
    def bid(player: int) -> Rules[tuple[int, int]]:
        more = yield from Choose(player, "bid", "bid", [Option(0, "0"), Option(1, "1")])
        return player, more

    def bids() -> Rules[str]:
        got = yield from Secretly("bids", {p: (lambda p=p: bid(p)) for p in (2, 0)})
        tie = yield from total(len(got), 2, "tie")
        return f"{sorted(got.items())} {tie}"

    odds = Exact(Last(), rational=True).of(bids)
    assert dict(odds.items()) == {
        f"[(0, (0, 1)), (2, (2, 1))] {n}": Fraction(p, 4) for n, p in ((2, 1), (3, 2), (4, 1))
    }


def test_no_secrets_at_all():
    def nobody() -> Rules[int]:
        got: dict[int, Any] = yield from Secretly("nobody", {})
        return len(got)

    assert list(Exact().of(nobody)) == [0]


class Wish(Effect):
    def __repr__(self) -> str:
        return "Wish()"


def test_an_effect_that_nobody_knows_has_no_odds():
    def odd() -> Rules[None]:
        yield Wish()

    with pytest.raises(TypeError, match=r"no odds for Wish\(\)"):
        Exact().of(odd)


def told_on(so_far: int, dice: int, most: int) -> Any:
    """Each die of 1 counts, from what there was before."""
    return tally(dice, 3, (Bin("hit", 1, 1),), up_to, so_far, (most,), "x")


def up_to(so_far: int, bin: int, most: int) -> int:
    return min(so_far + 1, most)


def told_by_turns(so_far: int, most: int) -> Any:
    """Other dice from an odd start than from an even one: nothing to be told together."""
    return told_on(so_far, 1 + so_far % 2, most)


def two_told(so_far: int, most: int) -> Any:
    return told_on(so_far, 2, most)


def in_one(first: int, second: int, most: int, last: Any) -> Any:
    return count(first, 3, 1, 2, "x").then(told_on, second, most).then(last, most)


def plainly(first: int, second: int, most: int, last: Any) -> Rules[int]:
    """The same, one step of a procedure after another."""
    hits = yield from count(first, 3, 1, 2, "x")
    hits = yield from told_on(hits, second, most)
    return (yield from last(hits, most))


@pytest.mark.parametrize("last", [two_told, told_by_turns])
@pytest.mark.parametrize(("first", "second", "most"), [(2, 2, 9), (2, 2, 3), (1, 0, 2), (0, 2, 1)])
def test_dice_told_from_all_that_went_before_at_once(
    first: int, second: int, most: int, last: Any
) -> None:
    found = Exact(rational=True).of(in_one, first, second, most, last)
    slow = chances(lambda: plainly(first, second, most, last), lambda c: 0)
    assert dict(found.chances) == slow
