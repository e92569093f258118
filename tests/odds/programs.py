"""Random small procedures: a program is a tuple of steps, all hashable, that one rule runs."""

from typing import Any

from hypothesis import strategies as st

from grognard.rules.dice import Bin
from grognard.rules.effects import (
    Call,
    Choose,
    Option,
    Rules,
    Secretly,
    Stable,
    Tell,
    count,
    die,
    direction,
    faces,
    sort,
    total,
)
from grognard.rules.refusal import Refusal

Program = tuple[Any, ...]


def run_program(program: Program, value: int = 0) -> Rules[int]:
    """The steps in turn; every answer is worked into one small number, which is the result."""
    for step in program:
        kind, *numbers = step
        got: Any = 0
        if kind == "count":
            got = yield from count(*numbers, why="count")
        elif kind == "sort":
            _, pool, sides, first, second = step
            bins = (Bin("low", 1, first), Bin("middle", first + 1, second))
            low, middle = yield from sort(pool, sides, bins, "sort")
            got = low + 3 * middle
        elif kind == "total":
            got = yield from total(*numbers, why="total")
        elif kind == "faces":
            got = 0
            for face in (yield from faces(*numbers, why="faces")):
                got = 2 * got + face
        elif kind == "die":
            got = yield from die(*numbers, why="die")
        elif kind == "direction":
            got = yield from direction(*numbers, why="direction")
        elif kind == "call":
            got = yield from Call(run_program, step[1], value % 2)
        elif kind == "choose":
            got = yield from choose(*step[1:])
        elif kind == "secretly":
            answers = yield from Secretly(
                "secret", {p: (lambda s=s: run_program((s,))) for p, s in enumerate(step[1])}
            )
            got = sum((p + 1) * answer for p, answer in answers.items())
        elif kind == "branch":
            got = yield from run_program(step[1 + value % 2], value)
        elif kind == "tell":
            yield from Tell("told", "{}", value)
        else:
            yield from Stable(value)
        value = (2 * value + got) % 7
    return value


def choose(player: int, values: tuple[int, ...], refused: int) -> Rules[int]:
    """All but one of the options may be taken."""
    options = [
        Option(v, f"take {v}", refusal=Refusal("not now") if i == refused else None)
        for i, v in enumerate(values)
    ]
    return (yield from Choose(player, "take", "what to take", options))


pools, sides = st.integers(0, 2), st.integers(1, 4)
values = st.lists(st.integers(0, 6), min_size=2, max_size=3).map(tuple)
choices = st.tuples(st.just("choose"), st.integers(0, 1), values, st.integers(-1, 1))
rolls = st.one_of(
    st.tuples(st.just("count"), pools, sides, st.integers(0, 4), st.integers(0, 5)),
    st.tuples(st.just("sort"), pools, sides, st.integers(0, 2), st.integers(2, 5)),
    st.tuples(st.just("total"), pools, sides),
    st.tuples(st.just("faces"), pools, sides),
    st.tuples(st.just("die"), sides),
    st.tuples(st.just("direction"), sides),
)
simple = st.one_of(
    rolls,
    choices,
    st.tuples(st.just("secretly"), st.lists(choices, min_size=1, max_size=3).map(tuple)),
    st.just(("tell",)),
    st.just(("stable",)),
)


def sequences(steps: Any, longest: int) -> Any:
    return st.lists(steps, min_size=1, max_size=longest).map(tuple)


programs = sequences(
    st.one_of(
        simple,
        st.tuples(st.just("call"), sequences(simple, 2)),
        st.tuples(st.just("branch"), sequences(simple, 1), sequences(simple, 1)),
    ),
    4,
)
