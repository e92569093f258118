"""The chance of everything dice can show."""

from collections import Counter
from fractions import Fraction

import icepool
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from grognard.odds.chances import MOST_FACES, TooMany, outcomes
from grognard.rules.dice import Bin, Reading
from grognard.rules.effects import Roll, count, die, direction, faces, sort, tally, total
from tests.odds.brute import every_answer

POOLS, SIDES = st.integers(0, 4), st.integers(1, 5)
FACES = st.integers(-1, 7)


def by_hand(roll):
    ways = Counter(every_answer(roll))
    return {answer: Fraction(n, roll.sides**roll.pool) for answer, n in ways.items()}


def check(roll):
    expected = by_hand(roll)
    exact = outcomes(roll, rational=True)
    assert dict(exact) == expected
    assert len(exact) == len(expected)
    assert all(type(p) is Fraction for _, p in exact)
    floats = outcomes(roll, rational=False)
    assert dict(floats) == pytest.approx(
        {answer: float(p) for answer, p in expected.items()}, abs=1e-15
    )
    assert all(type(p) is float for _, p in floats)
    assert outcomes(roll, rational=True) == exact  # remembered, and not spoilt


@given(POOLS, SIDES, FACES, FACES)
@example(3, 6, 7, 6)
def test_count(pool, sides, low, high):
    check(count(pool, sides, low, high, "x"))


@given(POOLS, SIDES, st.lists(FACES, min_size=1, max_size=4, unique=True))
@example(3, 6, [1, 7])
def test_sort(pool, sides, edges):
    edges.sort()
    bins = [Bin("never", 3, 2)]
    bins += [Bin(f"{a}", a, b - 1) for a, b in zip(edges, edges[1:], strict=False)]
    check(sort(pool, sides, tuple(bins), "x"))


@given(POOLS, SIDES)
def test_total(pool, sides):
    check(total(pool, sides, "x"))


@given(POOLS, SIDES)
def test_faces(pool, sides):
    check(faces(pool, sides, "x"))


@given(st.integers(1, 30))
def test_die_and_direction(sides):
    check(die(sides, "x"))
    check(direction(sides, "x"))


@pytest.mark.parametrize(("pool", "low"), [(1, 4), (10, 3), (30, 5), (200, 6)])
def test_many_dice_counted_as_icepool_counts_them(pool, low):
    theirs = pool @ icepool.d6.map(lambda face: int(face >= low))
    ours = dict(outcomes(count(pool, 6, low, 6, "x"), rational=True))
    assert ours == {k: theirs.probability(k) for k in theirs.outcomes()}


@pytest.mark.parametrize(("pool", "sides"), [(2, 6), (7, 10), (20, 6)])
def test_many_dice_added_up_as_icepool_adds_them(pool, sides):
    theirs = pool @ icepool.d(sides)
    ours = dict(outcomes(total(pool, sides, "x"), rational=True))
    assert ours == {k: theirs.probability(k) for k in theirs.outcomes()}


def test_many_dice_sorted_as_icepool_sorts_them():
    bins = (Bin("one", 1, 1), Bin("hit", 2, 5))
    die = icepool.d10.map(lambda f: icepool.Vector((int(f == 1), int(2 <= f <= 5))))
    theirs = 12 @ die
    ours = dict(outcomes(sort(12, 10, bins, "x"), rational=True))
    assert ours == {tuple(k): theirs.probability(k) for k in theirs.outcomes()}


def test_many_dice_have_no_rounding_to_speak_of():
    floats = outcomes(count(300, 6, 1, 2, "x"), rational=False)
    exact = dict(outcomes(count(300, 6, 1, 2, "x"), rational=True))
    assert all(p == float(exact[k]) for k, p in floats)


def test_too_many_faces_one_by_one_are_not_tried():
    with pytest.raises(TooMany, match=r"Roll\(7d6 x\): 279936 outcomes"):
        outcomes(faces(7, 6, "x"), rational=False)
    assert len(outcomes(faces(6, 6, "x"), rational=False)) == 6**6 <= MOST_FACES


def test_a_reading_that_nobody_knows_has_no_chances():
    class Highest(Reading):
        def read(self, faces):
            return max(faces)

    with pytest.raises(TypeError, match="no chances for"):
        outcomes(Roll(2, 6, Highest(), "x"), rational=False)


def least(so_far: int, bin: int, most: int) -> int:
    """Two points for the first bin and one for the second, up to so many."""
    return min(so_far + (2, 1)[bin], most)


@given(POOLS, SIDES, FACES, st.integers(0, 3), st.integers(0, 6))
@example(4, 5, 2, 0, 4)
def test_tally(pool, sides, cut, start, most):
    bins = (Bin("two", 1, cut), Bin("one", cut + 1, cut + 2))
    check(tally(pool, sides, bins, least, start, (most,), "x"))


def test_a_tally_of_many_dice_is_what_their_number_in_each_bin_comes_to():
    """12 dice: 3 in 10 are two points, 2 in 10 one; beyond 7 nothing matters."""
    bins = (Bin("two", 1, 3), Bin("one", 4, 5))
    expected = Counter()
    for (twos, ones), p in outcomes(sort(12, 10, bins, "x"), rational=True):
        expected[min(2 * twos + ones, 7)] += p
    assert dict(outcomes(tally(12, 10, bins, least, 0, (7,), "x"), rational=True)) == expected


def test_a_tally_of_more_dice_than_a_float_counts_the_ways_of():
    """400 dice, whether any shows a 1: there are 10^400 ways, and 0.9^400 is about 5e-19."""
    found = dict(outcomes(tally(400, 10, (Bin("one", 1, 1),), least, 0, (1,), "x"), rational=False))
    assert found[0] == pytest.approx(0.9**400, rel=1e-12)
    assert found[1] == pytest.approx(1.0)
