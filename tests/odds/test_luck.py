"""Luck: how far dice strayed, against tables and against counting every case."""

import itertools

import pytest

from grognard.odds.luck import Luck, Throw, chi_squared_tail, lucks, straying


@pytest.mark.parametrize(
    ("x", "freedom", "tail"),
    [  # critical values as printed in any table
        (3.841, 1, 0.05), (6.635, 1, 0.01), (5.991, 2, 0.05), (7.815, 3, 0.05),
        (11.070, 5, 0.05), (16.919, 9, 0.05), (21.666, 9, 0.01), (30.144, 19, 0.05),
    ],
)  # fmt: skip
def test_the_tail_of_chi_squared(x, freedom, tail):
    assert chi_squared_tail(x, freedom) == pytest.approx(tail, rel=2e-3)


def test_straying_is_counted_case_by_case():
    chances = (0.5, 0.5, 0.25, 0.25, 0.25)
    mean = sum(chances)
    for found in range(6):
        far = 0.0
        for falls in itertools.product((0, 1), repeat=5):
            p = 1.0
            for fall, chance in zip(falls, chances, strict=True):
                p *= chance if fall else 1 - chance
            if abs(sum(falls) - mean) >= abs(found - mean):
                far += p
        assert straying([(0.5, 2), (0.25, 3)], found) == pytest.approx(far)


def test_many_dice_are_as_good_as_normal():
    # 10000 coins: deviation 50; two of them away, with half a coin of continuity, leave 4.7%.
    assert straying([(0.5, 10000)], 5100) == pytest.approx(0.0466, abs=2e-4)


def test_each_player_and_each_kind_of_die_by_itself():
    throws = [
        Throw(0, 6, [1, 2, 3, 4, 5, 6], good=2, hope=0.5),
        Throw(0, 6, [6, 6], good=0, hope=0.0),  # nothing was wanted: the faces count all the same
        Throw(1, 10, [1]),
    ]
    six, ten = lucks(throws)
    assert (six.player, six.sides, six.faces, six.dice) == (0, 6, [1, 1, 1, 1, 1, 3], 8)
    # Due are 8/6 of each: five faces 1/3 short, one 5/3 over; (5/9 + 25/9) / (4/3) = 2.5.
    assert six.chi_squared == pytest.approx(2.5)
    assert (six.good, six.expected) == (2, 3.0)
    # 2 of 6 coins or further from 3: all but the 20 of 64 ways to throw just 3.
    assert six.good_p == pytest.approx(44 / 64)
    assert (ten.good, ten.expected, ten.good_p) == (0, 0.0, 1.0)


def test_a_loaded_die_is_seen():
    assert Luck(0, 6, [Throw(0, 6, [6] * 30)]).p < 1e-9
    assert Luck(0, 6, [Throw(0, 6, [1, 2, 3, 4, 5, 6] * 5)]).p == 1.0
