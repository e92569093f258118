"""Answers as a record keeps them."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.play.answers import BOUND, from_plain, to_plain
from grognard.rules.effects import Choose, Leg, Option, Place, die
from grognard.rules.refusal import Refused
from tests.toys.bidding import Step

CHOOSE = Choose(0, "pick", "pick one", [Option(None, "a"), Option(None, "b")])
PLACE = Place(0, "step", "step", ("piece:0",), Step(0))
numbers = st.integers(-BOUND, BOUND)
legs = st.builds(Leg, numbers, numbers, numbers, numbers, st.text(max_size=40))
moves = st.lists(st.lists(legs, max_size=4).map(tuple), max_size=3).map(tuple)


@given(moves)
def test_moves_come_back_from_json(move):
    plain = to_plain(move)
    assert from_plain(PLACE, json.loads(json.dumps(plain))) == move


@given(st.integers())
def test_choices_are_indices(index):
    assert from_plain(CHOOSE, json.loads(json.dumps(to_plain(index)))) == index


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=3), inner),
)


def read(effect, plain):
    try:
        return from_plain(effect, plain)
    except Refused as refused:
        return refused.refusals


@given(ANYTHING | st.lists(st.lists(st.lists(ANYTHING, min_size=5, max_size=5))))
def test_what_means_no_answer_is_refused_and_never_an_error(plain):
    index = read(CHOOSE, plain)
    assert type(index) is int or len(index) == 1
    move = read(PLACE, plain)
    if isinstance(move, tuple):
        assert read(PLACE, to_plain(move)) == move
    else:
        assert len(move) == 1


def test_the_longest_manoeuvre_and_the_furthest_place():
    move = ((Leg(BOUND, -BOUND, BOUND, -BOUND, "x" * 40),),)
    assert from_plain(PLACE, to_plain(move)) == move


@pytest.mark.parametrize(
    "leg",
    [
        [0, 0, 0, 0],
        [0, 0, 0, 0, "", 0],
        [0.0, 0, 0, 0, ""],
        [True, 0, 0, 0, ""],
        [BOUND + 1, 0, 0, 0, ""],
        [0, -BOUND - 1, 0, 0, ""],
        [0, 0, 0, 0, "x" * 41],
        [0, 0, 0, 0, None],
        "abcde",
        None,
    ],
)
def test_legs_are_whole_numbers_within_bounds(leg):
    with pytest.raises(Refused, match="these are no legs"):
        from_plain(PLACE, [[leg]])


def test_dice_are_not_answered():
    with pytest.raises(Refused, match="takes no answer"):
        from_plain(die(6, "x"), 3)
