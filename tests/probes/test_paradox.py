"""The melee chain against two references, several sides, running fire."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import LineString, Point

from grognard.odds.exact import Exact
from grognard.play.session import DICE, Session
from grognard.rules.effects import Choose, Effect, Leg, Place, Roll, Rules, Stable, count
from grognard.rules.explained import Explained
from grognard.rules.machine import run
from tests.probes import harness, paradox
from tests.probes.paradox import (
    BOUT,
    SYSTEM,
    WAYS,
    Battle,
    Bout,
    Group,
    Settings,
    Spots,
    attack_dice,
    bonus_holds,
    bouts,
    douse,
    highest,
    passed,
    run_to,
    stampede,
    through,
    unsaved,
    wildfire,
    wounds,
)

INCH = 1024


def binomial(n: int, p: Fraction) -> dict[int, Fraction]:
    return {k: comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)}


def reference(av: int, blocks: int, dv: int) -> dict[int, Fraction]:
    """The chain from binomials in fractions, without the driver."""
    half, third = Fraction(1, 2), Fraction(1, 3)
    now = binomial(av, half)
    for step in ("block", "wound", "nullify"):
        after: dict[int, Fraction] = {}
        for n, p in now.items():
            dice = {
                "block": binomial(blocks, half),
                "wound": binomial(n, half),
                "nullify": binomial(dv, third),
            }[step]
            for k, q in dice.items():
                m = k if step == "wound" else max(0, n - k)
                after[m] = after.get(m, Fraction(0)) + p * q
        now = after
    return {k: p for k, p in now.items() if p}


# -- the chain -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("av", "blocks", "dv"),
    [(15, 15, 15), (15, 15, 0), (15, 0, 3), (1, 0, 0), (0, 5, 5), (7, 12, 2), (30, 30, 30)],
)
def test_melee_equals_fractions(av: int, blocks: int, dv: int) -> None:
    want = reference(av, blocks, dv)
    assert Exact(rational=True).of(unsaved, av, blocks, dv).chances == want
    floats = Exact().of(unsaved, av, blocks, dv)
    assert set(floats) == set(want)
    assert all(floats[k] == pytest.approx(float(p), rel=1e-12) for k, p in want.items())


def test_melee_equals_icepool() -> None:
    hits, blocked, nullified = (
        15 @ icepool.coin(1, 2),
        15 @ icepool.coin(1, 2),
        (15 @ icepool.coin(1, 3)),
    )
    left = icepool.map(lambda h, b: max(0, h - b), hits, blocked)
    wounded = left.map(lambda n: n @ icepool.coin(1, 2))
    lost = icepool.map(lambda w, n: max(0, w - n), wounded, nullified)
    got = Exact(rational=True).of(unsaved, 15, 15, 15)
    assert {
        k: Fraction(p) for k, p in zip(lost.outcomes(), lost.probabilities(), strict=True)
    } == got.chances


def flat(av: int, blocks: int, dv: int) -> Rules[int]:
    """The same text without a `Call`: every path of four rolls is followed by itself."""
    hits = yield from count(av, 6, 4, 6, "to hit")
    blocked = yield from count(blocks, 6, 4, 6, "to block")
    wounded = yield from count(max(0, hits - blocked), 6, 4, 6, "to wound")
    nullified = yield from count(dv, 6, 5, 6, "to nullify")
    return max(0, wounded - nullified)


def test_calls_keep_the_states_few(monkeypatch: pytest.MonkeyPatch) -> None:
    runs: Counter[str] = Counter()

    def noting(rule: Callable[..., Rules[int]]) -> Callable[..., Rules[int]]:
        def noted(*args: Any) -> Rules[int]:
            runs[rule.__name__] += 1
            return rule(*args)

        return noted

    for rule in (through, wounds):
        monkeypatch.setattr(paradox, rule.__name__, noting(rule))
    want = Exact(rational=True).of(noting(flat), 15, 15, 15)
    assert Exact(rational=True).of(noting(unsaved), 15, 15, 15) == want
    # 16 counts by 16, 0 to 15 hits that wound 0 to n times, 16 by 16
    assert runs == {
        "flat": sum(max(0, h - b) + 1 for h, b in product(range(16), repeat=2)) * 16,
        "through": 16 * 16,
        "wounds": sum(range(1, 17)),
        "unsaved": 16 * 16,
    }


def throw(procedure: Any, *throws: list[int]) -> Any:
    left_over = iter(throws)

    def answer(effect: Effect) -> Any:
        assert isinstance(effect, Roll)
        faces = next(left_over)
        assert effect.refuse_faces(faces) is None, (effect, faces)
        return effect.reading.read(faces)

    result = run(procedure, answer)
    assert next(left_over, None) is None, "fewer dice were asked for"
    return result


def test_numbers_of_the_document() -> None:
    assert throw(through(5, 0), [1, 4, 4, 6, 3]) == 3  # PXW-MEL-02
    assert throw(through(2, 3), [4, 5], [4, 5, 6]) == 0  # PXW-MEL-04: 2 hits, 3 blocks
    # PXW-MEL-06: 3 wounds, DV 4 rolling 5 2 6 1: 2 nullified, 1 unsaved
    assert throw(unsaved(3, 0, 4), [4, 4, 4], [4, 4, 4], [5, 2, 6, 1]) == 1
    # PXW-MEL-08: AV 1 against AV 0, DV 0, HP 1: 1/2 x 1/2
    assert Exact(rational=True).of(bouts, (1,), 0, 0, 1)[0] == Fraction(1, 4)


def test_attackers_one_after_the_other_by_themselves() -> None:
    """HP are full in every bout: the target lives through all with the product of the chances."""
    attacks, blocks, dv, hp = (9, 9, 9, 10), 4, 2, 2
    kills = [sum(p for k, p in reference(av, blocks, dv).items() if k >= hp) for av in attacks]
    got = Exact(rational=True).of(bouts, attacks, blocks, dv, hp)
    alive = Fraction(1)
    for n, kill in enumerate(kills):
        assert got[n] == alive * kill
        alive *= 1 - kill
    assert got[-1] == alive


def test_bonus_by_the_order_of_engagement() -> None:
    def dice(place: int) -> int:
        return Explained("attack dice", attack_dice, (5, place, True)).value

    assert [dice(n) for n in range(4)] == [5, 6, 6, 7]
    assert str(Explained("attack dice", attack_dice, (5, 3, True))) == (
        "attack dice 7: AV 5, rear attack +2"
    )
    assert BOUT.situate({"av": "4", "place": "2"}, None) == Bout(4, 2)
    assert Exact(rational=True).of(BOUT.procedure, Bout(4, 2, 3, 1), None).chances == (
        reference(5, 3, 1)
    )


# -- who plays when --------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_roll_for_the_sequence_is_fair_and_ties_roll_again(players: int) -> None:
    got = Exact(rational=True).of(highest, tuple(range(players)))
    assert got.chances == {p: Fraction(1, players) for p in range(players)}


def test_the_sequence_of_three_players() -> None:
    # Round 1: A 6, B 3, C 4: A takes the second slot. Round 2: B 5, C 2: B takes the first free.
    session = Session(SYSTEM.play, battle(group(0, 4, 4), group(1, 12, 12), group(2, 20, 20)))
    roll(session, [6, 3, 4])
    pick(session, 0, 1)
    roll(session, [5, 2])
    who, effect = session.waiting()[0]
    assert who == 1
    assert isinstance(effect, Choose)
    assert [o.value for o in effect.options] == [0, 2]
    assert session.submit(1, 0) == []
    assert board(session).sequence == [1, 0, 2]


# -- fire ------------------------------------------------------------------------------------------


def spots(*at: tuple[float, float, bool]) -> Spots:
    return tuple((round(x * INCH), round(y * INCH), alight) for x, y, alight in at)


LAYOUT = spots((12, 12, True), (16.5, 12, False), (12, 17, False), (7, 9, False), (12, 22, False))


def test_the_odds_of_a_run_on_a_small_layout() -> None:
    """Ways and distances are enumerated here, and shapely says who lies within 2" of each."""
    want: dict[int, Fraction] = {}
    x, y, _ = LAYOUT[0]
    for way, inches in product(range(1, WAYS + 1), range(1, 7)):
        ex, ey = run_to(0, LAYOUT, way, inches)
        path = LineString([(x / INCH, y / INCH), (ex / INCH, ey / INCH)])
        near = sum(
            path.distance(Point(ox / INCH, oy / INCH)) <= 1 + 1 + 2 for ox, oy, _ in LAYOUT[1:]
        )
        for k, p in binomial(near, Fraction(1, 6)).items():
            want[k] = want.get(k, Fraction(0)) + p / (WAYS * 6)
    got = Exact(rational=True).of(stampede, 0, LAYOUT)
    alight = got.map(lambda after: sum(s[2] for s in after) - 1)
    assert alight.chances == {k: p for k, p in want.items() if p}
    assert len(want) > 2


def test_a_run_stops_at_the_edge_and_against_others() -> None:
    alone = spots((2, 12, True))
    x, y = run_to(0, alone, WAYS // 2 + 1, 6)  # straight to the left
    assert INCH <= x <= INCH + 3
    assert y == 12 * INCH
    x, _ = run_to(0, spots((12, 12, True), (16, 12, False)), 1, 6)
    assert 14 * INCH - 3 <= x <= 14 * INCH


@given(
    st.lists(st.tuples(st.floats(1, 23), st.floats(1, 23)), min_size=2, max_size=6),
    st.integers(1, WAYS),
    st.integers(1, 6),
)
def test_who_is_passed_agrees_with_shapely(
    at: list[tuple[float, float]], way: int, inches: int
) -> None:
    here = spots(*((x, y, False) for x, y in at))
    end = run_to(0, here, way, inches)
    path = LineString([(here[0][0], here[0][1]), end])
    near = {i for i in range(1, len(here)) if path.distance(Point(here[i][:2])) < 4 * INCH - 1e-6}
    far = {i for i in range(1, len(here)) if path.distance(Point(here[i][:2])) > 4 * INCH + 1e-6}
    got = set(passed(0, here, end))
    assert near <= got
    assert not far & got


def by_single_dice(here: Spots, turns: int) -> dict[int, Fraction]:
    """How many burn in the end, every die followed by itself."""
    odds: dict[int, Fraction] = {}

    def go(now: Spots, todo: list[int], turns: int, p: Fraction) -> None:
        if not todo:
            if turns == 0:
                n = sum(s[2] for s in now)
                odds[n] = odds.get(n, Fraction(0)) + p
                return
            go(now, [i for i, s in enumerate(now) if s[2]], turns - 1, p)
            return
        who = todo[0]
        for way, inches in product(range(1, WAYS + 1), range(1, 7)):
            end = run_to(who, now, way, inches)
            moved = [*now]
            moved[who] = (*end, True)
            risk = [i for i in passed(who, now, end) if not now[i][2]]
            for caught in product((True, False), repeat=len(risk)):
                after = moved[:]
                q = p / (WAYS * 6)
                for i, lit in zip(risk, caught, strict=True):
                    after[i] = (*after[i][:2], lit)
                    q *= Fraction(1, 6) if lit else Fraction(5, 6)
                go(tuple(after), todo[1:], turns, q)

    go(here, [], turns, Fraction(1))
    return odds


def test_fire_that_spreads_for_two_turns() -> None:
    here = spots((3, 3, True), (7, 4, False))
    want = by_single_dice(here, 2)
    got = Exact(rational=True).of(wildfire, here, 2).map(lambda after: sum(s[2] for s in after))
    assert got.chances == want
    assert set(want) == {1, 2}


def test_putting_a_fire_out() -> None:
    exact = Exact(rational=True)
    one, two = exact.of(douse, 1), exact.of(douse, 2)
    assert one.map(lambda r: r[0])[True] == Fraction(1, 3)
    assert two.map(lambda r: r[0])[True] == Fraction(5, 9)  # PXW-BURN-03
    assert one[False, 1] == Fraction(1, 6)
    assert two[False, 2] == Fraction(1, 36)


# -- on the table ----------------------------------------------------------------------------------


def group(owner: int, x: float, y: float, **other: Any) -> Group:
    return Group(
        owner, round(x * INCH), round(y * INCH), **{"models": 5, "hp": 5, "av": 5, "dv": 2} | other
    )


def battle(*groups: Group, sides: tuple[int, ...] = (), **other: Any) -> Battle:
    players = max(g.owner for g in groups) + 1
    return Battle(
        Settings(rounds=1),
        sides or tuple(range(players)),
        list(groups),
        [[] for _ in groups],
        **other,
    )


def board(session: Session) -> Battle:
    assert isinstance(session.state, Battle)
    return session.state


def roll(session: Session, *throws: list[int]) -> None:
    for faces in throws:
        assert session.submit(DICE, faces) == []


def pick(session: Session, player: int, value: Any) -> None:
    who, effect = session.waiting()[0]
    assert who == player
    assert isinstance(effect, Choose)
    index = next(i for i, o in enumerate(effect.options) if o.value == value)
    assert session.submit(who, index) == []


def test_a_burning_group_runs_and_sets_another_alight_who_runs_in_turn() -> None:
    stables: list[dict[str, Any]] = []

    def settled(mark: Stable, state: Any) -> None:
        stables.append(json.loads(json.dumps(state.to_dict())))

    start = battle(group(0, 5, 12, alight=True), group(1, 11, 12), sequence=[0, 1])
    session = Session(SYSTEM.play, start, settled=settled)
    assert repr(session.pending) == "Roll(1d12 which way the burning run)"
    roll(session, [1], [3])  # to the right: 4" gap, 1" left, passes within 2"
    assert repr(session.pending) == "Roll(1d6 catches fire)"
    roll(session, [1])
    assert [g.alight for g in board(session).groups] == [True, True]
    assert board(session).groups[0].x == pytest.approx(8 * INCH, abs=2)
    # Between the run and what comes next lies a stable point: the state alone goes on from there.
    setup = {"sides": [0, 1]}
    again = Session(SYSTEM.play, SYSTEM.thaw(stables[-1], setup, Settings(rounds=1)))
    assert repr(again.waiting()) == repr(session.waiting())
    pick(session, 0, ("wait", 0))  # a melee is refused: nobody fights what burns
    assert repr(session.pending) == "Roll(1d12 which way the burning run)"  # the other's turn
    roll(session, [1], [6])
    pick(session, 1, ("wait", 1))
    assert session.done


def test_friends_within_2_inches_may_help_and_each_owner_is_asked() -> None:
    # Players 0 and 2 are one side; 1 is the enemy and not asked.
    session = Session(
        SYSTEM.play,
        battle(
            group(0, 12, 12, alight=True),
            group(2, 12, 18),
            group(1, 19, 12),
            group(0, 2, 2),
            sides=(0, 1, 0),
            sequence=[0, 1, 2],
            queue=[("recover", 0), ("end", -1)],
        ),
    )
    assert session.waiting()[0][0] == 0 or isinstance(session.pending, Place)
    near = battle(
        group(0, 12, 12, alight=True),
        group(2, 12, 16),
        group(1, 16, 12),
        group(0, 8, 12),
        sides=(0, 1, 0),
        sequence=[0, 1, 2],
        queue=[("recover", 0), ("end", -1)],
    )
    session = Session(SYSTEM.play, near)
    assert session.waiting()[0][0] == 2
    pick(session, 2, True)
    roll(session, [1])  # the helper burns, the fire goes on
    assert [g.alight for g in board(session).groups] == [True, True, False, False]
    pick(session, 0, True)
    roll(session, [5])
    assert [g.alight for g in board(session).groups] == [False, True, False, False]


def ring() -> Battle:
    """Four groups round one of another side, in the order 1, 2, 3, 4; a fifth player's near by."""
    target = group(0, 12, 12, hp=50)
    around = [group(1, 14, 12), group(1, 12, 14), group(1, 10, 12), group(1, 12, 10)]
    b = battle(target, *around, group(1, 15, 15), group(0, 8, 14), sequence=[1, 0])
    b.attackers[0] = [1, 2, 3, 4]
    return b


def test_a_fifth_attacker_is_refused() -> None:
    b = ring()
    b.groups[1].x += 3 * INCH  # room for the fifth, but four are engaged all the same
    step = paradox.Step(b, 5)
    wrong = step.check(((Leg(14 * INCH, 12 * INCH),),))
    assert [r.clause for r in wrong] == ["PXW-MULTI-04"]
    fly = step.check(((Leg(15 * INCH, 15 * INCH, how="fly"),),))
    assert [r.clause for r in fly] == ["PXW-MOVE-01"]


def test_flank_bonus_is_lost_when_a_flanker_is_engaged() -> None:
    b = ring()
    assert [bonus_holds(b, 0, n) for n in (1, 2, 3, 4)] == [True] * 4
    b.attackers[3] = [6]  # the enemy's other group engages the third attacker
    assert [bonus_holds(b, 0, n) for n in (1, 2, 3, 4)] == [False] * 4
    b.attackers[3] = []
    b.attackers[4] = [6]  # only the rear: it alone loses its bonus
    assert [bonus_holds(b, 0, n) for n in (1, 2, 3, 4)] == [True, True, True, False]
    b.attackers[4] = [0]  # the target itself does not even the score
    assert bonus_holds(b, 0, 4)


def test_the_dice_of_the_fourth_attacker() -> None:
    b = ring()
    b.queue = [("act", 4), ("end", -1)]
    session = Session(SYSTEM.play, b)
    pick(session, 1, ("melee", 0))
    assert repr(session.pending) == "Roll(7d6 to hit)"  # AV 5 and 2 for the rear


# -- play ------------------------------------------------------------------------------------------

GAMES: list[tuple[str, list[int]]] = [("three", [0, 1, 2]), ("allies", [0, 1, 0, 1])]


@pytest.mark.parametrize(("scenario", "sides"), GAMES)
@given(seed=st.integers(0, 1 << 30))
@settings(max_examples=10)
def test_random_play_to_the_end(scenario: str, sides: list[int], seed: int) -> None:
    setup: Any = SYSTEM.setup(scenario, [], 0, None)
    assert setup["sides"] == sides
    harness.play_session(SYSTEM, setup, Settings(), seed)


@pytest.mark.parametrize(("scenario", "sides"), GAMES)
@given(seed=st.integers(0, 1 << 30))
@settings(max_examples=8)
def test_random_matches_are_true(
    scenario: str, sides: list[int], seed: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    setup: Any = SYSTEM.setup(scenario, [], 0, None)
    match = harness.play_match(
        SYSTEM, setup, Settings(), sides, seed, tmp_path_factory.mktemp("match") / "a.grog"
    )
    outcome = match.ended
    assert outcome is not None
    assert outcome.winner in {-1, *sides}
    assert len(outcome.scores) == len(sides)
