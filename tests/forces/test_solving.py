"""Integer programs: what the solver says is held against every way there is."""

from __future__ import annotations

import itertools
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.forces.solving import Program, solve
from grognard.rules.refusal import Refused


def program(ends: list[int], gains: list[int], rows: list[tuple[list[int], int]]) -> Program:
    made = Program()
    for end, gain in zip(ends, gains, strict=True):
        made.column(end, gain)
    for terms, high in rows:
        made.row(dict(enumerate(terms)), None, high)
    return made


def by_hand(made: Program, without: tuple[int, ...] = ()) -> int | None:
    """The best gain of all values that there are."""
    best = None
    for values in itertools.product(*(range(end + 1) for end in made.ends)):
        if values != without and made.holds(list(values)):
            gain = made.gain(list(values))
            best = gain if best is None else max(best, gain)
    return best


def test_a_knapsack() -> None:
    # at most 10: 3 x 3 leaves 1, 2 x 4 leaves 2, 3 + 3 + 4 is 10
    made = program([9, 9], [3, 4], [([3, 4], 10)])
    found = solve(made, 5)
    assert found.values == [2, 1]
    assert (found.gain, found.bound, found.proven) == (10, 10, True)


def test_what_cannot_be() -> None:
    made = program([2], [1], [])
    made.row({0: 1}, 3, None)
    assert solve(made, 5).values is None


three = st.lists(st.integers(-4, 6), min_size=3, max_size=3)
programs = st.builds(
    program,
    st.lists(st.integers(0, 3), min_size=3, max_size=3),
    st.lists(st.integers(-2, 9), min_size=3, max_size=3),
    st.lists(st.tuples(three, st.integers(-3, 12)), max_size=4),
)


@given(programs)
def test_it_is_the_best_there_is(made: Program) -> None:
    found = solve(made, 5)
    best = by_hand(made)
    if best is None:
        assert found.values is None
    else:
        assert found.values is not None
        assert made.holds(found.values)
        assert found.gain == made.gain(found.values) == best
        assert found.proven


@given(programs)
def test_what_is_cut_off_never_comes_again_and_nothing_else_does(made: Program) -> None:
    first = solve(made, 5)
    if first.values is None:
        return
    rest = by_hand(made, tuple(first.values))
    count = len(made.ends)
    made.not_again(first.values)
    second = solve(made, 5)
    if rest is None:
        assert second.values is None
    else:
        assert second.values is not None
        assert second.values[:count] != first.values
        assert second.gain == rest


def test_without_the_solver_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "highspy", None)
    with pytest.raises(Refused, match=r"needs a solver; pip install 'grognard\[solve\]'"):
        solve(program([1], [1], []), 5)
