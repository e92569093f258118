"""Chains that run until they end, against hand-worked ones and against plain elimination."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.odds.chain import Endless, absorb

HALF = Fraction(1, 2)


def ruin(p, coins, start):
    """Win a coin with chance p, lose one else, until all or nothing."""
    return absorb(start, lambda n: [(n + 1, p), (n - 1, 1 - p)], lambda n: n in (0, coins))


@given(st.integers(1, 9), st.integers(2, 9), st.data())
def test_gamblers_ruin(tenths, coins, data):
    start = data.draw(st.integers(1, coins - 1))
    p = Fraction(tenths, 10)
    if p == HALF:
        wins, steps = Fraction(start, coins), Fraction(start * (coins - start))
    else:
        r = (1 - p) / p
        wins = (1 - r**start) / (1 - r**coins)
        steps = (start - coins * wins) / (1 - 2 * p)
    exact = ruin(p, coins, start)
    assert dict(exact.ends.items()) == {0: 1 - wins, coins: wins}
    assert exact.steps == pytest.approx(float(steps))
    floats = ruin(tenths / 10, coins, start)
    assert floats.ends[coins] == pytest.approx(float(wins))
    assert floats.steps == pytest.approx(float(steps))


def test_states_that_stay_are_left_in_closed_form():
    three = absorb(
        3,
        lambda n: [(n, Fraction(2, 3)), (n - 1, Fraction(1, 6)), (n - 2, Fraction(1, 6))],
        lambda n: n <= 0,
    )
    # Each step that changes anything is one or two down, equally likely.
    assert dict(three.ends.items()) == {0: Fraction(5, 8), -1: Fraction(3, 8)}
    assert three.steps == pytest.approx(3 * (1 + HALF + HALF * HALF + HALF))


def test_a_duel_of_ten_against_ten():
    def shoot(state):
        red, blue = state
        hit = Fraction(1, 3)
        return [
            ((red - 1, blue), hit * (1 - hit)),
            ((red, blue - 1), (1 - hit) * hit),
            ((red - 1, blue - 1), hit * hit),
            ((red, blue), (1 - hit) * (1 - hit)),
        ]

    end = absorb((10, 10), shoot, lambda s: not all(s))
    assert end.ends.probability(lambda s: s[0] > 0) == end.ends.probability(lambda s: s[1] > 0)
    assert sum(p for _, p in end.ends.items()) == 1
    assert all(isinstance(p, Fraction) for _, p in end.ends.items())

    # Worked backwards, state by state: whether red is left standing.
    stands = {(r, b): Fraction(int(r > 0)) for r in range(11) for b in range(11) if not r * b}
    for r in range(1, 11):
        for b in range(1, 11):
            stands[r, b] = sum(p * stands[s] for s, p in shoot((r, b))[:3]) / Fraction(5, 9)
    assert end.ends.given(lambda s: True).probability(lambda s: s[0] > 0) == float(stands[10, 10])


def test_rallying_brings_states_back():
    # Shaken men rally with 1/3, flee with 1/3; steady ones are shaken with 1/2, win with 1/2.
    def step(state):
        if state == "steady":
            return [("shaken", HALF), ("won", HALF)]
        third = Fraction(1, 3)
        return [("steady", third), ("fled", third), ("shaken", third)]

    end = absorb("steady", step, lambda s: s in ("won", "fled"))
    # won = 1/2 + 1/2 * 1/2 * won
    assert dict(end.ends.items()) == {"won": Fraction(2, 3), "fled": Fraction(1, 3)}
    # steady: v = 1 + w/3; shaken: w = v/2 + w/3
    assert end.steps == pytest.approx(float(Fraction(4, 3) + 1))


def test_a_chain_may_be_over_before_it_begins():
    over = absorb("end", lambda _: [], lambda s: s == "end")
    assert dict(over.ends.items()) == {"end": 1}
    assert over.steps == 0


def test_certain_steps_stay_exact():
    end = absorb(0, lambda n: [(n + 1, 1)] if n else [(1, HALF), (2, HALF)], lambda n: n in (3, 4))
    assert dict(end.ends.items()) == {3: 1}
    assert isinstance(end.ends[3], Fraction)


def test_chains_may_be_deep():
    end = absorb(20_000, lambda n: [(n - 1, 0.5), (n, 0.5)], lambda n: n == 0)
    assert end.ends[0] == pytest.approx(1)
    assert end.steps == pytest.approx(40_000)
    ring = absorb(0, lambda n: [((n + 1) % 3_000, 0.75), ("out", 0.25)], lambda n: n == "out")
    assert ring.steps == pytest.approx(4)


@pytest.mark.parametrize("rare", [1e-3, 1e-9, 1e-20])
def test_leaving_may_be_as_rare_as_it_likes(rare):
    alone = absorb(
        "a", lambda _: [("a", 1 - rare), ("b", rare / 4), ("c", 3 * rare / 4)], lambda s: s != "a"
    )
    assert alone.ends["c"] == pytest.approx(0.75)
    assert alone.steps == pytest.approx(1 / rare)
    pair = absorb(
        0,
        lambda n: [(1 - n, 1 - rare), ("b", rare / 4), ("c", 3 * rare / 4)],
        lambda s: s in ("b", "c"),
    )
    assert pair.ends["c"] == pytest.approx(0.75)
    assert pair.steps == pytest.approx(1 / rare)


@pytest.mark.parametrize(
    "moves",
    [
        {0: [(0, 1)]},
        {0: [(0, 0.1)] * 10},
        {0: [(1, 0.5), ("end", 0.5)], 1: [(1, Fraction(1))]},
        {0: [(1, 1)], 1: [(0, 1)]},
        {0: [(1, 0.1), (0, 0.9)], 1: [(0, 0.3), (2, 0.7)], 2: [(1, 0.6), (0, 0.4)]},
        {0: [(1, 1), ("end", 0)], 1: [(0, 1.0)]},
        {0: []},
    ],
)
def test_what_can_go_on_for_ever_is_found_out(moves):
    with pytest.raises(Endless):
        absorb(0, lambda n: moves[n], lambda n: n == "end")


def test_what_cannot_be_reached_may_be_endless():
    moves = {0: [("end", 1.0), (1, 0.0)], 1: [(1, 1.0)]}
    assert dict(absorb(0, lambda n: moves[n], lambda n: n == "end").ends.items()) == {"end": 1}


STATES = 5


@st.composite
def chains(draw):
    """A random step for each of a few states; the last two are ends."""
    moves = {}
    for state in range(STATES):
        ways = draw(st.lists(st.integers(0, 3), min_size=STATES + 2, max_size=STATES + 2))
        if not any(ways):
            ways[draw(st.integers(0, STATES + 1))] = 1
        moves[state] = [(to, Fraction(n, sum(ways))) for to, n in enumerate(ways)]
    return moves


def absorbed_by_elimination(moves):
    """The chance to end in the last state of all, from each other; None where it may never end."""
    able = {STATES, STATES + 1}
    for _ in moves:
        able |= {s for s, out in moves.items() if any(p and to in able for to, p in out)}
    reached = {0}
    for _ in moves:
        reached |= {to for s in reached & set(moves) for to, p in moves[s] if p}
    if not reached <= able:
        return None
    here = sorted(reached & set(moves))
    rows = [
        [Fraction(int(a == b)) - dict(moves[a])[b] for b in here]
        + [dict(moves[a])[STATES + 1], Fraction(1)]
        for a in here
    ]
    for i in range(len(here)):
        pivot = next(r for r in range(i, len(here)) if rows[r][i])
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for r in range(len(here)):
            if r != i:
                rows[r] = [x - rows[r][i] * y for x, y in zip(rows[r], rows[i], strict=True)]
    return rows[0][-2], rows[0][-1]


@given(chains())
def test_random_chains(moves):
    expected = absorbed_by_elimination(moves)
    if expected is None:
        with pytest.raises(Endless):
            absorb(0, moves.get, lambda s: s >= STATES)
        return
    last, steps = expected
    exact = absorb(0, moves.get, lambda s: s >= STATES)
    assert exact.ends[STATES + 1] == last
    assert exact.ends[STATES] == 1 - last
    assert exact.steps == pytest.approx(float(steps))
    floats = absorb(0, lambda s: [(to, float(p)) for to, p in moves[s]], lambda s: s >= STATES)
    assert floats.ends[STATES + 1] == pytest.approx(float(last), abs=1e-12)
