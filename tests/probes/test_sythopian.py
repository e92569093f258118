"""Windows, interrupted moves and simultaneous fire: in play, and exactly."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.odds.exact import Exact
from grognard.play.session import DICE, Session
from grognard.rules.effects import Choose, Effect, Leg, Place, Roll
from grognard.rules.explained import Explained
from grognard.rules.machine import run
from tests.probes import harness
from tests.probes.sythopian import (
    SYSTEM,
    VOLLEY,
    Party,
    Reaction,
    Settings,
    Skirmish,
    Unit,
    Volley,
    Walk,
    brawl,
    damage,
    damage_need,
    firefight,
    gap,
    hurt,
    in_sight,
    lock,
    moments,
    volley,
)

INCH = 1024


# -- damage ----------------------------------------------------------------------------------------


def left(models: int, hp: int, points: int, stunned: int = 0, sustained: int = 0) -> Any:
    p = hurt(Party(models, 1, 4, hp, 0, stunned, sustained), points)
    return p.models, p.stunned, p.sustained


def test_damage_slays_stuns_and_stays() -> None:
    assert left(4, 2, 5) == (2, 1, 1)  # HP 2, 5 points: 2 slain, 1 over (SYW-DMG-05)
    assert left(4, 2, 4) == (2, 0, 0)
    assert left(4, 2, 1) == (4, 1, 1)
    # sustained 1 and 1 more: reaches 2, the stunned model goes (SYW-DMG-14)
    assert left(4, 2, 1, stunned=1, sustained=1) == (3, 1, 0)
    assert left(1, 3, 2, stunned=1, sustained=2) == (0, 0, 0)
    assert left(2, 1, 9) == (0, 0, 0)


@given(st.integers(1, 6), st.integers(1, 4), st.integers(0, 30), st.data())
def test_damage_never_loses_count(models: int, hp: int, points: int, data: Any) -> None:
    stunned = data.draw(st.integers(0, models))
    sustained = data.draw(st.integers(0, hp - 1))
    p = hurt(Party(models, 1, 4, hp, 0, stunned, sustained), points)
    assert 0 <= p.stunned <= p.models <= models
    assert 0 <= p.sustained < p.hp
    if p.models:
        assert p.models * hp - p.sustained == models * hp - sustained - points


# -- exact odds against single dice ----------------------------------------------------------------


def test_needed_numbers() -> None:
    def need(resolve: int, guard: bool, force: int) -> int:
        return Explained("damage", damage_need, (resolve, guard, force)).value

    assert (need(5, False, 1), need(5, False, 2)) == (4, 3)  # the document's example
    assert need(3, False, 4) == 2
    assert need(4, True, 0) == 5
    assert str(Explained("damage", damage_need, (3, False, 4))) == (
        "damage 2: Resolve 3, Force -4, never better than 2+ +3"
    )

    def points(dice: int, resolve: int, force: int = 0) -> Any:
        target = Explained("damage", damage_need, (resolve, False, force))
        return Exact(rational=True).of(damage, dice, target)

    assert points(1, 4)[1] == Fraction(3, 6)
    assert points(1, 3, 4)[1] == Fraction(5, 6)
    assert points(1, 9)[1] == Fraction(1, 36)
    # two dice: both come through with (1/36)^2, one with 2 * 1/36 * 35/36
    assert points(2, 7).chances == {
        k: comb(2, k) * Fraction(1, 36) ** k * Fraction(35, 36) ** (2 - k) for k in range(3)
    }


def test_target_lock() -> None:
    exact = Exact(rational=True)
    ones = exact.of(lock, 1, 4)
    assert (ones[1, 0], ones[0, 1], ones[0, 0]) == (Fraction(1, 6), Fraction(3, 6), Fraction(2, 6))
    assert exact.of(lock, 1, 6)[0, 0] == Fraction(1, 6)  # a 6 misses whatever the Resolve
    assert exact.of(lock, 1, 1)[0, 1] == 0


def dice(n: int) -> Iterator[tuple[int, ...]]:
    return product(range(1, 7), repeat=n)


def one_by_one(lead: Party, foe: Party, third: Party | None) -> dict[Any, Fraction]:
    """The same fight, every single die thrown every way; written from the clauses, not the code."""

    def locks(face: int, p: Party) -> bool:
        return face == 1 or (face != 6 and face <= p.resolve)

    def wounds(faces: tuple[int, ...], shooter: Party, target: Party) -> int:
        need = max(2, target.resolve + target.guard - shooter.force)
        return sum(face >= need for face in faces)

    out: Counter[tuple[Any, int]] = Counter()
    for mine in dice(lead.dice):
        early, late = mine.count(1), sum(f != 1 and locks(f, lead) for f in mine)
        for first in dice(early):
            hit = hurt(foe, wounds(first, lead, foe))
            for answer in dice(hit.dice):
                back = sum(locks(f, hit) for f in answer)
                for second in dice(late):
                    after = hurt(hit, wounds(second, lead, hit))
                    for third_dice in dice(back):
                        thrown = lead.dice + early + hit.dice + late + back
                        if third is None:
                            end = (hurt(lead, wounds(third_dice, hit, lead)), after)
                            out[end, thrown] += 1
                        else:
                            end3 = (lead, after, hurt(third, wounds(third_dice, hit, third)))
                            out[end3, thrown] += 1
    odds: dict[Any, Fraction] = {}
    for (result, n), ways in out.items():
        odds[result] = odds.get(result, Fraction(0)) + Fraction(ways, 6**n)
    return odds


@pytest.mark.parametrize(
    ("lead", "foe", "third"),
    [
        (Party(2, 1, 3, 1, 1), Party(2, 1, 4, 1, 0), None),
        (Party(1, 2, 4, 2, 0), Party(2, 1, 3, 2, 2, sustained=1, stunned=1), None),
        (Party(2, 1, 5, 1, 0, guard=True), Party(1, 1, 5, 1, 1), None),
        (Party(2, 1, 4, 1, 1), Party(2, 1, 3, 1, 1), Party(2, 0, 2, 1, 0, guard=True)),
        (Party(2, 1, 4, 1, 1), Party(2, 0, 3, 1, 1), None),
    ],
)
def test_fire_is_exact(lead: Party, foe: Party, third: Party | None) -> None:
    want = one_by_one(lead, foe, third)
    assert Exact(rational=True).of(firefight, lead, foe, third).chances == {
        k: p for k, p in want.items() if p
    }
    floats = Exact().of(firefight, lead, foe, third)
    assert all(floats[k] == pytest.approx(float(p)) for k, p in want.items())


def test_melee_is_exact() -> None:
    a, b = Party(2, 1, 4, 1, 2), Party(1, 2, 3, 1, 0)
    want: dict[Any, Fraction] = {}
    for faces in dice(4):
        mine = sum(f >= b.resolve for f in faces[:2])
        theirs = sum(f >= a.resolve for f in faces[2:])
        parried = min(mine, theirs)
        # Force 2 against 0: each surplus hit of a does 3 points, each parried pair 2; b's do 1
        end = (hurt(a, theirs - parried), hurt(b, 3 * (mine - parried) + 2 * parried))
        want[end] = want.get(end, Fraction(0)) + Fraction(1, 6**4)
    assert Exact(rational=True).of(brawl, a, b).chances == want
    # 4 hits (Force 1) against 2: difference 2, 2 + 2 * 1 = 4 points (SYW-CC-31)
    fighters = Party(4, 1, 4, 10, 1)
    faces_of = iter([[6, 6, 6, 6], [6, 6, 1, 1]])
    _, beaten = run(brawl(fighters, fighters), lambda e: read(e, next(faces_of)))
    assert beaten.sustained == 4


def read(effect: Effect, faces: list[int]) -> Any:
    assert isinstance(effect, Roll)
    assert effect.refuse_faces(faces) is None, (effect, faces)
    return effect.reading.read(faces)


def throw(procedure: Any, *throws: list[int]) -> Any:
    left_over = iter(throws)
    result = run(procedure, lambda e: read(e, next(left_over)))
    assert next(left_over, None) is None, "fewer dice were asked for"
    return result


def test_ones_of_the_initiative_silence_those_they_slay() -> None:
    # A rolls 1, 1, 3 with Resolve 3: two hits are damaged first, the third afterwards (SYW-SHO-20)
    a, b = Party(3, 1, 3, 1, 0), Party(3, 1, 4, 1, 0)
    after = throw(
        firefight(a, b, None),
        [1, 1, 3],
        [4, 4],  # two slain
        [1],
        [4],  # so one model answers, locks, wounds (needs 3+)
        [4],
    )  # and dies by the third lock all the same
    assert [p.models for p in after] == [2, 0]


def test_covering_fire_takes_the_initiative_away() -> None:
    cover, charger, target = Party(2, 1, 3, 1, 0), Party(2, 1, 3, 1, 0), Party(2, 0, 3, 1, 0)
    # The covering unit's one slays first; the initiator's own 1 is not early: a slain target
    # makes no difference to the covering unit's other lock (SYW-GAP-62).
    after = throw(firefight(cover, charger, target), [1, 2], [3], [1], [3], [3])
    assert [p.models for p in after] == [2, 0, 1]


def test_explained_numbers_are_remembered_by_what_they_say() -> None:
    driver = Exact()
    party = Party(2, 1, 4, 1, 1)
    driver.of(firefight, party, party, None)
    known = len(driver._memo)
    driver.of(firefight, party, party, None)
    assert len(driver._memo) == known
    same = [Explained("damage", damage_need, (4, False, f)) for f in (1, 1, 2)]
    assert same[0] == same[1] != same[2]
    assert len(set(same)) == 2


def test_the_question_is_the_rule() -> None:
    v = Volley(models=4, rof=1, resolve=4, force=1, target_models=3, target_hp=1, target_resolve=4)
    p = Fraction(4, 6) * Fraction(4, 6)  # lock on 1-4, damage on 4 - 1 = 3+
    want = {min(k, 3): Fraction(0) for k in range(5)}
    for k in range(5):
        want[min(k, 3)] += comb(4, k) * p**k * (1 - p) ** (4 - k)
    assert Exact(rational=True).of(volley, v).chances == want
    assert [g.name for g in VOLLEY.givens()][:3] == ["models", "rof", "resolve"]


# -- windows ---------------------------------------------------------------------------------------


def game(
    *units: Unit,
    walls: list[list[float]] | None = None,
    window: str = "declared",
    turns: int = 1,
    size: int = 3,
) -> Session:
    players = max(u.owner for u in units) + 1
    setup = {
        "players": players,
        "size": size,
        "walls": walls or [],
        "units": [list(dataclasses.astuple(u)) for u in units],
    }
    state = SYSTEM.start(setup, Settings(turns=turns, charge_window=window))
    assert isinstance(state, Skirmish)
    return Session(SYSTEM.play, state)


def unit(owner: int, x: float, y: float, profile: int = 0, models: int = 4) -> Unit:
    return Unit(owner, profile, round(x * INCH), round(y * INCH), models)


def pick(session: Session, **wanted: Any) -> None:
    """Take the option with this label or value."""
    who, effect = session.waiting()[0]
    assert isinstance(effect, Choose), effect
    for i, option in enumerate(effect.options):
        if option.label == wanted.get("label") or (
            "value" in wanted and option.value == wanted["value"]
        ):
            assert session.submit(who, i) == []
            return
    raise AssertionError(f"{wanted} is not among {effect.options}")


def roll(session: Session, *throws: list[int]) -> None:
    for faces in throws:
        assert session.submit(DICE, faces) == []


def asked(session: Session) -> tuple[int, str]:
    who, effect = session.waiting()[0]
    return who, effect.kind if isinstance(effect, (Choose, Place)) else repr(effect)


def test_the_target_or_a_third_unit_may_answer() -> None:
    s = game(unit(0, 10, 10), unit(1, 10, 20), unit(1, 20, 20), unit(1, 10, 34))
    pick(s, label="shoot with unit 0")
    assert [o.label for o in targets_of(s) if o.refusal is None] == ["unit 1", "unit 2"]
    pick(s, value=1)
    assert asked(s) == (1, "reaction")
    effect = s.waiting()[0][1]
    assert isinstance(effect, Choose)
    legal = {o.label.split(" at")[0] for o in effect.options if o.refusal is None}
    assert legal == {
        "let it pass",
        "shoot with unit 1",
        "defend with unit 1",
        "run with unit 1",
        "cover with unit 2",
    }
    far = next(o for o in effect.options if o.label.startswith("cover with unit 3"))
    assert far.refusal is not None
    assert far.refusal.clause == "SYW-SHO-03"  # 22" off with range 18
    assert far.ask is not None
    assert far.ask.question == VOLLEY.name
    pick(s, value=Reaction("cover", 2, 0))
    # the covering unit rolls first, four dice, then the initiator at his target with who is left
    roll(s, [1, 1, 6, 6], [3, 3])  # Resolve 4, Force 1: 3+ wounds; HP 2: one slain
    assert repr(s.pending) == "Roll(3d6 to lock)"
    roll(s, [6, 6, 6])
    state = s.state
    assert isinstance(state, Skirmish)
    assert state.units[0].models == 3
    assert state.points == [2, 2]
    assert state.units[2].spent == 7  # shoot, run and defend
    assert state.units[1].spent == 0  # the target gives up its answer and spends nothing
    assert asked(s) == (0, "order")  # a reaction stands for the other's activation (SYW-GAP-20)


def targets_of(s: Session) -> Any:
    effect = s.waiting()[0][1]
    assert isinstance(effect, Choose)
    return effect.options


def test_a_reaction_may_run_out_of_sight_and_the_shots_are_lost() -> None:
    s = game(unit(0, 10, 10), unit(1, 10, 20), unit(1, 30, 30), walls=[[18, 15, 8, 1]])
    pick(s, label="shoot with unit 0")
    pick(s, value=1)
    pick(s, value=Reaction("run", 1, 0))
    assert asked(s) == (1, "move")
    assert s.submit(1, ((Leg(20 * INCH, 20 * INCH),),)) == []
    # nobody throws a die: the wall is in the way now, and the target cannot be changed
    assert asked(s) == (0, "order")
    assert all(who != DICE for who, _ in s.log)


def test_why_a_walk_is_refused() -> None:
    s = game(unit(0, 10, 10), unit(0, 10, 14), unit(1, 20, 10), walls=[[5, 10, 1, 4]]).state
    assert isinstance(s, Skirmish)

    def clauses(x: float, y: float, how: str = "") -> list[str]:
        legs = ((Leg(round(x * INCH), round(y * INCH), how=how),),)
        return [r.clause for r in Walk(s, 0, 10.0).check(legs)]

    assert clauses(16, 10) == []  # 2" off the enemy, and no closer
    assert clauses(16.1, 10) == ["SYW-MOV-06"]
    assert clauses(10, 12.1) == ["SYW-MOV-05"]
    assert clauses(5, 10) == ["SYW-COV-07"]
    assert clauses(10, 0.5) == ["SYW-MOV-01"]
    assert clauses(18, 20) == ["SYW-MOV-08"]
    assert clauses(12, 10, "fly") == ["SYW-MOV-04"]


def test_without_a_reaction_players_alternate() -> None:
    s = game(unit(0, 10, 10), unit(1, 10, 20))
    pick(s, label="defend with unit 0")
    assert asked(s) == (1, "order")
    pick(s, label="shoot with unit 1")
    pick(s, value=0)
    assert asked(s) == (0, "reaction")
    shoot = [o for o in targets_of(s) if o.label.startswith("defend")]
    assert shoot[0].refusal.clause == "SYW-CMD-10"  # it has spent that action
    pick(s, label="let it pass")
    roll(s, [2, 2, 2, 2])
    assert repr(s.pending) == "Roll(4d6 damage)"
    assert isinstance(s.pending, Roll)
    # the dice know what they are measured against, two Calls deep
    assert str(s.pending.target) == "damage 4: Resolve 4, Defend +1, Force -1"
    roll(s, [3, 3, 3, 3])
    assert asked(s) == (0, "order")


def test_a_third_player_is_not_asked() -> None:
    s = game(unit(0, 10, 10), unit(1, 10, 20), unit(2, 20, 10))
    pick(s, label="shoot with unit 0")
    pick(s, value=2)
    assert asked(s) == (2, "reaction")
    assert all("unit 1" not in o.label for o in targets_of(s))


def test_intervening_stops_a_charge_half_way_and_the_rest_is_asked_again() -> None:
    s = game(unit(0, 10, 10), unit(1, 10, 20), unit(1, 20, 10))
    pick(s, label="charge with unit 0")
    pick(s, value=1)
    assert asked(s) == (1, "reaction")
    pick(s, value=Reaction("intervene", 2, 0))
    assert asked(s) == (1, "move")
    # the gap is 8", so 4" must be left: to 16 at least (SYW-CC-13)
    assert [r.clause for r in s.refuse(1, ((Leg(15 * INCH, 10 * INCH),),))] == ["SYW-CC-13"]
    assert s.submit(1, ((Leg(16 * INCH, 10 * INCH),),)) == []
    assert asked(s) == (0, "move")
    assert s.submit(0, ((Leg(10 * INCH, 17 * INCH + 512),),)) == []
    state = s.state
    assert isinstance(state, Skirmish)
    assert repr(s.pending) == "Roll(4d6 melee)"
    assert state.units[2].spent == 7


def test_fire_at_a_charge_can_make_it_fail() -> None:
    s = game(unit(0, 10, 10, models=1), unit(1, 10, 20), unit(1, 12, 34))
    pick(s, label="charge with unit 0")
    pick(s, value=1)
    pick(s, value=Reaction("run", 1, 0))
    assert s.submit(1, ((Leg(10 * INCH, 26 * INCH),),)) == []
    # 14" off now, and the charge reaches 10: it may move as it likes, but not within 1" (SYW-CC-10)
    effect = s.waiting()[0][1]
    assert isinstance(effect, Place)
    assert isinstance(effect.movement, Walk)
    assert (effect.movement.aim, effect.movement.standoff, effect.movement.budget) == (-1, 1.0, 10)
    assert s.submit(0, ((),)) == []


def test_a_slain_charger_moves_no_further() -> None:
    s = game(unit(0, 10, 10, models=1), unit(1, 10, 20), window="under way")
    pick(s, label="charge with unit 0")
    pick(s, value=1)
    assert asked(s) == (0, "charge")
    assert s.submit(0, ((Leg(10 * INCH, 17 * INCH + 512),),)) == []
    pick(s, value=Reaction("shoot", 1, 3))
    roll(s, [2, 2, 2, 2], [6, 6, 6, 6])
    state = s.state
    assert isinstance(state, Skirmish)
    assert (state.units[0].x, state.units[0].y) == (10 * INCH, 11 * INCH + 512)  # three half inches
    assert s.done


# -- moves in prefixes -----------------------------------------------------------------------------


def test_the_moments_of_a_move_are_few_and_hold_the_first_sight() -> None:
    s = game(unit(0, 10, 10), unit(1, 20, 20), walls=[[16, 15.25, 8, 0.5]])
    state = s.state
    assert isinstance(state, Skirmish)
    legs = ((Leg(10 * INCH, 19 * INCH),),)
    when = moments(state, 0, legs, [1])
    assert [m.walked for m in when] == sorted(m.walked for m in when)
    assert {n / 2 for n in range(19)} <= {m.walked for m in when}
    assert len(when) < 19 + 2 * 5 + 1  # four corners and one range at most
    seen = [in_sight(state, state.units[1].spot, m.spot) for m in when]
    assert seen[0] is False
    assert seen[-1] is True
    # The line from (20, 20) over the wall's corner (12, 15.5) meets x = 10 at
    # 20 - 10 * 4.5 / 8 = 14.375: first sight lies within 1/64" of 4.375" walked.
    first = when[seen.index(True)]
    assert abs(first.walked - 4.375) <= 1 / 32


@given(st.floats(4, 32), st.floats(4, 32), st.floats(4, 32), st.floats(4, 32))
def test_between_two_moments_nothing_changes(x: float, y: float, wx: float, wy: float) -> None:
    """Sight and range flip only in the slivers round the moments made for them."""
    s = game(unit(0, 10, 18), unit(1, wx, wy, profile=1), walls=[[16, 15.25, 8, 0.5]])
    state = s.state
    assert isinstance(state, Skirmish)
    legs = ((Leg(round(x * INCH), round(y * INCH)),),)
    when = moments(state, 0, legs, [1])
    for a, b in zip(when, when[1:], strict=False):
        if b.walked - a.walked < 3 / 64:
            continue
        middle = ((a.spot[0] + b.spot[0]) / 2, (a.spot[1] + b.spot[1]) / 2)
        sights = [in_sight(state, state.units[1].spot, p) for p in (a.spot, middle, b.spot)]
        ranges = [gap(state.units[1].spot, p) <= 12 for p in (a.spot, middle, b.spot)]
        assert sights[1] in (sights[0], sights[2])
        assert ranges[1] in (ranges[0], ranges[2])


def test_the_move_is_committed_up_to_the_moment_and_the_rest_is_asked_again() -> None:
    s = game(unit(0, 10, 10), unit(1, 10, 20), unit(1, 20, 10), window="under way")
    pick(s, label="charge with unit 0")
    pick(s, value=1)
    path = ((Leg(12 * INCH, 13 * INCH), Leg(10 * INCH, 17 * INCH + 512)),)
    assert s.submit(0, path) == []
    effect = s.waiting()[0][1]
    assert isinstance(effect, Choose)
    when = effect.about
    k = next(i for i, m in enumerate(when) if m.walked == 4.0)
    pick(s, value=Reaction("cover", 2, k))
    roll(s, [6, 6, 6, 6])
    state = s.state
    assert isinstance(state, Skirmish)
    assert state.units[0].spot == when[k].spot
    rest = s.waiting()[0][1]
    assert isinstance(rest, Place)
    assert isinstance(rest.movement, Walk)
    assert rest.movement.budget == 10.0 - 4.0
    # he may go another way now, as long as 6" reach
    assert s.submit(0, ((Leg(10 * INCH + 512, 17 * INCH + 512),),)) == []
    assert repr(s.pending) == "Roll(4d6 melee)"


# -- play ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("window", ["declared", "under way"])
@pytest.mark.parametrize("scenario", ["duel", "three"])
@given(seed=st.integers(0, 1 << 30))
@settings(max_examples=12)
def test_random_play_to_the_end(scenario: str, window: str, seed: int) -> None:
    setup: Any = SYSTEM.setup(scenario, [], 0, None)
    harness.play_session(SYSTEM, setup, Settings(charge_window=window), seed)


@pytest.mark.parametrize(("scenario", "players"), [("duel", 2), ("three", 3)])
@given(seed=st.integers(0, 1 << 30))
@settings(max_examples=10)
def test_random_matches_are_true(
    scenario: str, players: int, seed: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    setup: Any = SYSTEM.setup(scenario, [], 0, None)
    harness.play_match(
        SYSTEM,
        setup,
        Settings(charge_window="under way"),
        list(range(players)),
        seed,
        tmp_path_factory.mktemp("match") / "a.grog",
    )


def test_random_play_comes_by_every_kind_of_answer() -> None:
    """Else the tests above would prove little."""
    kinds: Counter[str] = Counter()
    setup: Any = SYSTEM.setup("three", [], 0, None)
    for seed in range(12):
        rulings = Settings(charge_window="under way")
        session = harness.play_session(SYSTEM, setup, rulings, seed)
        start = SYSTEM.start(setup, rulings)
        assert isinstance(start, Skirmish)
        replayed = Session(SYSTEM.play, start)
        for who, answer in session.log:
            effect = dict(replayed.waiting())[who]
            if isinstance(effect, Choose) and effect.kind == "reaction":
                value = effect.options[answer].value
                kinds[value.kind if value else "pass"] += 1
            replayed.accept(who, answer)
    assert {"pass", "shoot", "run", "cover", "defend"} <= set(kinds), kinds
