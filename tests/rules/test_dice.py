"""Readings of dice, and faces that cannot have been thrown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.rules.dice import Bin, Each, InBin, InBins, Single, Total
from grognard.rules.effects import Roll, count, die, direction, faces, sort, tally, total

FACES = st.lists(st.integers(1, 10), max_size=12)


@given(FACES, st.integers(0, 11), st.integers(0, 11))
def test_in_bin_counts_its_faces(thrown, low, high):
    assert InBin(low, high).read(thrown) == len([f for f in thrown if f in range(low, high + 1)])


@given(FACES, st.lists(st.integers(1, 10), max_size=4, unique=True))
def test_in_bins_counts_every_bin_by_itself(thrown, cuts):
    edges = sorted(cuts)
    bins = tuple(
        Bin(f"from {low}", low, high - 1) for low, high in zip(edges, edges[1:], strict=False)
    )
    assert InBins(bins).read(thrown) == tuple(InBin(b.low, b.high).read(thrown) for b in bins)


def test_a_bin_may_hold_no_face():
    bins = (Bin("never", 7, 6), Bin("one", 1, 1))
    assert InBins(bins).read([1, 6, 7]) == (0, 1)


@given(FACES)
def test_total_and_each(thrown):
    assert Total().read(thrown) == sum(thrown)
    assert Each().read(thrown) == tuple(thrown)


def test_single_reads_the_one_die():
    assert Single().read([4]) == 4


def test_equal_bins_are_one():
    assert Bin("hit", 1, 4) == Bin("hit", 1, 4)
    assert len({Bin("hit", 1, 4), Bin("hit", 1, 4), Bin("hit", 1, 5), Bin("miss", 1, 4)}) == 3
    assert Bin("hit", 1, 4) != ("hit", 1, 4)
    assert repr(Bin("hit", 1, 4)) == "hit: 1-4"


def test_dice_are_nobodys_unless_it_is_said():
    bins = (Bin("hit", 2, 4),)
    rolls = [
        count(1, 6, 5, 6, "to hit"),
        sort(1, 6, bins, "to hit"),
        total(1, 6, "distance"),
        faces(1, 6, "order"),
        die(6, "morale"),
        direction(8, "scatter"),
        Roll(1, 6, Single(), "luck"),
    ]
    assert [roll.player for roll in rolls] == [-1] * 7


@pytest.mark.parametrize(
    ("roll", "thrown", "answer"),
    [
        (count(4, 6, 5, 6, "to hit"), [1, 5, 6, 4], 2),
        (sort(3, 10, (Bin("hit", 2, 4), Bin("one", 1, 1)), "to hit"), [1, 4, 9], (1, 1)),
        (total(2, 6, "distance"), [3, 5], 8),
        (faces(3, 6, "order"), [3, 5, 3], (3, 5, 3)),
        (die(10, "morale"), [7], 7),
        (direction(8, "scatter"), [8], 8),
    ],
)
def test_a_roll_is_answered_with_what_it_reads(roll, thrown, answer):
    assert roll.refuse_faces(thrown) is None
    generator = iter(roll)
    assert next(generator) is roll
    with pytest.raises(StopIteration) as stop:
        generator.send(roll.reading.read(thrown))
    assert stop.value.value == answer


def test_a_roll_knows_whose_dice_they_are_and_what_for():
    roll = count(5, 10, 1, 4, "to hit", player=1)
    assert (roll.pool, roll.sides, roll.why, roll.player) == (5, 10, "to hit", 1)
    assert repr(roll) == "Roll(5d10 to hit)"
    assert die(6, "tie").player == -1


@given(st.lists(st.integers(-3, 12), max_size=5), st.integers(0, 5), st.integers(2, 10))
def test_faces_are_refused_unless_they_can_have_been_thrown(thrown, pool, sides):
    refusal = total(pool, sides, "x").refuse_faces(thrown)
    possible = len(thrown) == pool and all(f in range(1, sides + 1) for f in thrown)
    assert (refusal is None) == possible


@pytest.mark.parametrize(
    "thrown", [None, 3, "3", {3: 1}, ["3"], [3.0], [True], [None], [[3]], {"faces": [3]}]
)
def test_what_are_no_faces_is_refused_and_never_an_error(thrown):
    refusal = die(6, "to hit").refuse_faces(thrown)
    assert refusal is not None
    assert "to hit" in refusal.what


def test_the_refusal_says_what_would_be_possible():
    few = Roll(3, 6, Total(), "damage").refuse_faces([1, 2])
    assert few is not None
    assert few.to_dict() == {
        "what": "damage: 2 dice given",
        "clause": "",
        "legal": "exactly 3 are needed",
    }
    high = die(6, "damage").refuse_faces([7])
    assert high is not None
    assert (high.what, high.legal) == ("damage: a d6 has no face 7", "1 to 6")


@given(FACES, st.integers(0, 5))
def test_a_tally_goes_on_from_its_start_and_leaves_out_what_no_bin_holds(thrown, start):
    bins = (Bin("low", 1, 3), Bin("high", 9, 10))
    low, high = InBins(bins).read(thrown)
    roll = tally(len(thrown), 10, bins, lambda s, b, each: s + each[b], start, ((1, 100),), "x")
    assert roll.reading.read(thrown) == start + low + 100 * high
