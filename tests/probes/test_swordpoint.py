"""Formed blocks and sealed bids: moves, rear ranks, matches, exact odds."""

from __future__ import annotations

import dataclasses
import itertools
import json
from fractions import Fraction
from math import comb, cos, radians, sin
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.odds.chain import Endless
from grognard.odds.distribution import Distribution
from grognard.odds.exact import Exact
from grognard.odds.policies import Always, Asking, Best
from grognard.play.match import Match, Seat
from grognard.play.session import Session
from grognard.play.verify import verify
from grognard.rules.effects import Call, Choose, Effect, Goal, Leg, Legs, Rules, die
from grognard.rules.explained import Explained
from tests.probes import harness
from tests.probes.swordpoint import (
    BASE,
    COMBAT,
    SYSTEM,
    Block,
    Field,
    Footprint,
    March,
    Settings,
    Side,
    bid,
    breaks,
    clash,
    combat_bonus,
    corners_cross,
    differential,
    footprint,
    initiative,
    line_of,
    roll_off,
    strike,
    to_hit,
    turned_about,
)

INCH = 1024


def field(*blocks: Block) -> Field:
    return Field(Settings(), list(blocks), [5, 5])


def block(
    owner: int = 0,
    x: float = 24,
    y: float = 10,
    facing: int = 9000,
    files: int = 6,
    bases: int = 18,
) -> Block:
    return Block(owner, 0, round(x * INCH), round(y * INCH), facing, files, bases, bases)


def leg(x: float, y: float, facing: int, how: str) -> Leg:
    return Leg(round(x * INCH), round(y * INCH), 0, facing, how)


def clauses(f: Field, *legs: Leg) -> list[str]:
    return [r.clause for r in March(f, 0).check((legs,))]


# -- moving a block six wide and three deep that faces up the table -------------------------------


@pytest.mark.parametrize(
    ("legs", "broken"),
    [
        ([(24, 18, 9000, "advance")], []),  # 8" straight ahead
        ([(24, 18.001, 9000, "advance")], ["VDP-MR-08"]),
        ([(24, 16, 6000, "wheel")], []),  # 75% of 8 is 6
        ([(24, 16.001, 6000, "wheel")], ["VDP-MR-08"]),
        ([(28, 14, 9000, "wheel")], []),  # on the edge of the arc, 5.66" away
        ([(28.25, 14, 9000, "wheel")], ["VDP-GEO-03"]),
        ([(28, 14, 9000, "advance")], ["VDP-MR-08"]),  # neither straight nor a wheel
        ([(24, 9, 9000, "wheel")], ["VDP-GEO-03"]),  # backwards
        ([(24, 12, 4500, "wheel")], []),
        ([(24, 12, 4499, "wheel")], ["VDP-GAP-47"]),
        ([(24, 12, 9000, "advance"), (24, 13, 9000, "advance")], ["VDP-GEO-05"]),
        ([(24, 12, 9000, "hop")], ["VDP-MR-01"]),
        ([(24, 10, 9000, "files:9")], []),  # 18 bases: from three ranks to two
        ([(24, 10, 9000, "files:9"), (24, 14, 9000, "advance")], []),  # half the move is left
        ([(24, 10, 9000, "files:9"), (24, 14.1, 9000, "advance")], ["VDP-MR-08"]),
        ([(24, 10, 9000, "files:18")], []),  # two ranks fewer: the whole move
        ([(24, 10, 9000, "files:18"), (24, 10.1, 9000, "advance")], ["VDP-MR-08"]),
        ([(24, 10, 9000, "files:5")], ["VDP-GAP-95"]),  # four deep
        ([(24, 14, 9000, "charge")], ["VDP-3-08"]),  # nobody there
    ],
)
def test_legs_are_judged_by_their_manoeuvre(
    legs: list[tuple[float, float, int, str]], broken: list[str]
) -> None:
    assert clauses(field(block()), *(leg(*each) for each in legs)) == broken


def test_about_face_turns_on_the_spot_and_costs() -> None:
    b = block()
    x, y, facing = turned_about(b.x, b.y, b.facing, 3)
    assert (x, y, facing) == (24 * INCH, 10 * INCH - 3 * BASE, 27000)
    about = Leg(x, y, 0, facing, "about")
    down = leg(24, 10 - 3 * BASE / INCH - 1, facing, "advance")
    assert clauses(field(b), about) == []
    assert clauses(field(b), about, down) == []
    # 8 - 4 = 4" are left, and after a second about-face 8 - 4 - 2 = 2" (VDP-MR-10)
    back = Leg(b.x, b.y, 0, b.facing, "about")
    assert clauses(field(b), about, back, leg(24, 12, 9000, "advance")) == []
    assert clauses(field(b), about, back, leg(24, 12.01, 9000, "advance")) == ["VDP-MR-08"]
    assert clauses(field(b), about, back, about) == []
    assert clauses(field(b), about, back, about, back) == ["VDP-GAP-44"]
    before = footprint(b)
    after = Footprint(x, y, facing, 6, 3)
    assert (before.x, before.y) == pytest.approx((after.x, after.y))


def test_front_corners_may_not_cross() -> None:
    here = footprint(block())
    assert not corners_cross(here, Footprint(28 * INCH, 14 * INCH, 4500, 6, 3))
    # Right and forward while turning 120 degrees to the left: the lines from front left to front
    # left and from front right to front right cross.
    assert corners_cross(here, Footprint(round(28.2 * INCH), round(14.2 * INCH), 21000, 6, 3))
    assert "VDP-GEO-04" in clauses(field(block()), leg(28.2, 14.2, 21000, "wheel"))


@given(st.floats(-45, 45), st.floats(0, 6), st.integers(-4500, 4500), st.integers(1, 18))
def test_within_the_arc_and_45_degrees_the_corners_never_cross(
    bearing: float, far: float, turn: int, files: int
) -> None:
    a = radians(90 + bearing)
    here = Footprint(24 * INCH, 10 * INCH, 9000, files, 1)
    there = Footprint(
        round((24 + far * cos(a)) * INCH), round((10 + far * sin(a)) * INCH), 9000 + turn, files, 1
    )
    assert not corners_cross(here, there)


def test_there_must_be_room_and_close_order_creeps_near_the_enemy() -> None:
    friend = block(x=24, y=17, bases=6)
    assert clauses(field(block(), friend), leg(24, 14, 9000, "advance")) == []
    assert "VDP-GEO-05" in clauses(field(block(), friend), leg(24, 16, 9000, "advance"))
    enemy = block(owner=1, x=24, y=17, facing=27000)  # 7" away: 4" at most (VDP-MR-07)
    assert clauses(field(block(), enemy), leg(24, 14, 9000, "advance")) == []
    assert clauses(field(block(), enemy), leg(24, 14.1, 9000, "advance")) == ["VDP-MR-07"]
    near = block(owner=1, x=24, y=14, facing=27000)
    assert clauses(field(block(), near), leg(24, 14, 9000, "charge")) == []
    assert clauses(field(block(), near), leg(24, 14, 9000, "advance")) == ["VDP-GEO-05", "VDP-3-08"]
    assert clauses(field(block(), near), leg(24, 13.9, 9000, "advance")) == []
    assert "VDP-GAP-95" in clauses(field(block(), near), leg(24, 14.1, 9000, "charge"))


def test_proposals_reach_for_the_goal_and_into_contact() -> None:
    enemy = block(owner=1, x=24, y=13.5, facing=27000)
    legs = March(field(block(), enemy), 0).propose(Goal(24, 20))
    assert isinstance(legs, tuple)
    assert [each.how for each in legs[0]] == ["charge"]
    assert 13.45 <= legs[0][0].y / INCH <= 13.5
    assert isinstance(March(field(block()), 0).propose(Goal(24, 5)), list)


# -- rear ranks ------------------------------------------------------------------------------------


def test_casualties_take_the_rear_rank_and_leave_the_front_where_it_is() -> None:
    b = block()  # 18 bases of 4 figures
    front = footprint(b)
    assert b.ranks == 3
    b.lose(23)
    assert (b.bases, b.hurt, b.ranks) == (13, 3, 3)
    b.lose(1)  # 24 figures: the sixth base, and with it the rear rank
    assert (b.bases, b.hurt, b.ranks) == (12, 0, 2)
    assert (footprint(b).left, footprint(b).right) == (front.left, front.right)
    assert footprint(b).base.depth * INCH == 2 * BASE
    assert dataclasses.replace(b, bases=10).depleted is False
    b.lose(12)
    assert b.depleted  # 9 of 18 (VDP-COH-08)
    b.lose(16)
    assert (b.bases, b.files, b.ranks) == (5, 5, 1)
    b.lose(99)
    assert b.bases == 0


# -- odds ------------------------------------------------------------------------------------------


def by_hand(a: int, b: int) -> Fraction:
    """Initiative over the 36 throws, ties left out."""
    throws = list(itertools.product(range(1, 7), repeat=2))
    won = sum(x + a > y + b for x, y in throws)
    return Fraction(won, won + sum(x + a < y + b for x, y in throws))


@pytest.mark.parametrize("a", range(6))
@pytest.mark.parametrize("b", range(6))
def test_initiative_with_ties_rolled_again(a: int, b: int) -> None:
    assert Exact(rational=True).of(roll_off, a, b)[0] == by_hand(a, b)


def test_initiative_numbers() -> None:
    # one token more: 21 of 36 throws win, 5 tie: 21/31
    assert by_hand(1, 0) == Fraction(21, 31)
    assert Exact(rational=True).of(roll_off, 5, 0)[0] == 1  # 1 + 5 against 6 ties, and rolls again
    assert Exact().of(roll_off, 2, 2)[0] == pytest.approx(0.5)


def test_sealed_bids_in_odds_are_the_policies_answers() -> None:
    bids = {0: 3, 1: 1}

    def answer(effect: Effect) -> int:
        assert isinstance(effect, Choose)
        return bids[effect.player]

    got = Exact(Asking(answer), rational=True).of(initiative, (5, 5))
    assert set(got) == {(0, 3, 1), (1, 3, 1)}
    assert got[0, 3, 1] == by_hand(3, 1)


def binomial(n: int, p: Fraction) -> dict[int, Fraction]:
    return {k: comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)}


def unsaved(dice: int, need: int, save: int) -> dict[int, Fraction]:
    """Independent of the driver: every die hits and is not saved, or not."""
    hit = Fraction(max(0, 7 - max(2, need)), 6)
    fails = Fraction(min(6, max(2, save) - 1), 6)
    return binomial(dice, hit * fails)


@pytest.mark.parametrize(("dice", "need", "save"), [(14, 4, 5), (10, 3, 4), (8, 5, 7), (3, 7, 2)])
def test_strike_is_one_binomial(dice: int, need: int, save: int) -> None:
    want = {k: p for k, p in unsaved(dice, need, save).items() if p}
    assert Exact(rational=True).of(strike, dice, need, save).chances == want


@pytest.mark.parametrize("tokens", range(4))
def test_combat_result_exactly(tokens: int) -> None:
    a, b = Side(14, 3, 4, 2 + tokens), Side(12, 4, 5, 2)
    mine = unsaved(a.dice, a.need, b.save)
    back = unsaved(b.dice, b.need, a.save)
    want: dict[int, Fraction] = {}
    for (x, p), (y, q) in itertools.product(mine.items(), back.items()):
        d = x + a.bonus - y - b.bonus
        want[d] = want.get(d, Fraction(0)) + p * q
    got = Exact(rational=True).of(differential, a, b)
    assert got.chances == want
    floats = Exact().of(differential, a, b)
    assert all(floats[d] == pytest.approx(float(p)) for d, p in want.items())
    assert SYSTEM.questions == (COMBAT,)


def test_a_token_is_worth_more_the_closer_it_is() -> None:
    drivers = Exact()
    won = [
        drivers.of(differential, Side(12, 4, 5, 1 + t), Side(12, 4, 5, 1)).at_least(1)
        for t in range(4)
    ]
    assert won == sorted(won)
    even = drivers.of(differential, Side(12, 4, 5, 1), Side(12, 4, 5, 1))
    assert even.at_least(1) == pytest.approx(even.at_most(-1))


def test_break_tests() -> None:
    # Cohesion 8, differential 4, Discouraged: 2d6 + 5 <= 8 is 3/36 (VDP-4-21)
    broken = Exact(rational=True).of(breaks, 2, 8, 4, True, False)
    assert broken[False] == Fraction(3, 36)
    assert Exact(rational=True).of(breaks, 1, 8, 3, True, True)[False] == 1
    assert Exact(rational=True).of(breaks, 3, 8, 6, False, False)[True] == 1
    assert [line_of(d, False, False) for d in (1, 2, 3, 4, 5, 6)] == [0, 1, 1, 2, 2, 3]
    assert line_of(1, True, False) == 1
    assert line_of(2, False, True) == 3


def test_the_best_bid_is_found_when_bids_are_open() -> None:
    """Choosing after the enemy's tokens are known: pay as few as win most, here for a price."""

    def after_seeing(theirs: int, pool: int) -> Rules[tuple[int, int]]:
        mine = yield from bid(0, pool, "tokens")
        winner = yield from Call(roll_off, mine, theirs)
        return winner, mine

    worth = Best(lambda r, _: (r[0] == 0) - 0.15 * r[1], "initiative at 0.15 a token")
    got = Exact(worth).of(after_seeing, 1, 5)
    value = {n: float(by_hand(n, 1)) - 0.15 * n for n in range(6)}
    assert {mine for _, mine in got} == {max(value, key=lambda n: value[n])}


def test_rolling_again_for_ever_is_found_out() -> None:
    def never(n: int) -> Rules[int]:
        yield from die(6, "in vain")
        return (yield from Call(never, n))

    with pytest.raises(Endless):
        Exact().of(never, 1)


def test_going_round_in_a_ring_is_solved() -> None:
    """A gambler who wins one time in three: from 2 to 6 before 0 is (2^2 - 1) / (2^6 - 1)."""

    def ruin(n: int, top: int) -> Rules[int]:
        if n in (0, top):
            return n
        face = yield from die(3, "stake")
        return (yield from Call(ruin, n + 1 if face == 1 else n - 1, top))

    got = Exact(rational=True).of(ruin, 2, 6)
    assert got == Distribution({0: Fraction(60, 63), 6: Fraction(3, 63)})


def test_a_roll_again_may_only_be_handed_on() -> None:
    def greedy(n: int) -> Rules[int]:
        face = yield from die(6, "again on a one")
        if face == 1:
            again: int = yield from Call(greedy, n)
            return again + 1
        return face

    with pytest.raises(TypeError):
        Exact().of(greedy, 0)


def test_explained_numbers() -> None:
    assert str(Explained("to hit", to_hit, (1, 0))) == (
        "to hit 3: hand to hand 4, superior against lesser fighters -1"
    )
    assert Explained("to hit", to_hit, (-1, 1)).value == 5
    assert Explained("to hit", to_hit, (1, 1)).value == 4
    assert str(Explained("bonus", combat_bonus, (True, False, False, True, 2))) == (
        "bonus 3: close order 1, depth +1, discouraged -1, momentum tokens +2"
    )


# -- play ------------------------------------------------------------------------------------------

SETUP: Any = SYSTEM.setup("", [], 0, None)


@given(st.integers(0, 1 << 30))
@settings(max_examples=15)
def test_random_play_to_the_end(seed: int) -> None:
    harness.play_session(SYSTEM, SETUP, Settings(), seed)


@given(seed=st.integers(0, 1 << 30))
@settings(max_examples=10)
def test_random_matches_are_true(seed: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    harness.play_match(
        SYSTEM, SETUP, Settings(), [0, 1], seed, tmp_path_factory.mktemp("match") / "a.grog"
    )


def begin(path: Path | None = None) -> Match:
    seats = [Seat(p, p, f"player {p}") for p in (0, 1)]
    return Match.begin(
        SYSTEM,
        SETUP,
        Settings(),
        seats,
        path=path,
        secret=b"s" * 32,
        nonces=["a", "b"],
        match_id="m",
    )


def test_a_bid_is_sealed_until_both_are_in() -> None:
    match = begin()
    assert [who for who, _ in match.waiting()] == [0, 1]
    assert match.answer(1, 4) == []
    assert match.answer(1, 4) != []  # he has bid
    assert [who for who, _ in match.waiting()] == [0]
    line = match.record.lines[-1]
    assert set(line) == {"kind", "seat", "commitment", "hash"}
    assert match.state.to_dict()["tokens"] == [5, 5]
    assert match.session.fork(0).waiting()[0][0] == 0
    assert [who for who, _ in match.session.fork(0).waiting()] == [0, 1]  # 1's bid is not in it
    assert match.answer(0, 2) == []
    opened = [x for x in match.record.lines if x["kind"] == "opened"]
    assert [(x["seat"], x["answer"]) for x in opened] == [(1, 4), (0, 2)]
    assert match.state.to_dict()["tokens"] == [3, 1]


def test_more_tokens_than_there_are_cannot_be_bid() -> None:
    session = Session(SYSTEM.play, field(block(), block(1, 24, 30, 27000)))
    assert session.refuse(0, 6) != []
    assert session.refuse(0, 5) == []


def combat() -> Session:
    """Two blocks in contact, both ready to bid: 6 bases touch 6, no overlap."""
    f = field(block(bases=18), block(1, 24, 10, 27000, bases=12))
    f.phase, f.turn = "move", 1
    f.blocks[0].x = f.blocks[1].x
    return Session(SYSTEM.play, f)


def test_a_combat_from_bid_to_rear_ranks() -> None:
    session = combat()
    assert [who for who, _ in session.waiting()] == [0, 1]
    assert session.submit(0, 3) == []
    assert session.submit(1, 1) == []
    # 6 bases with 2 dice each; average against average hits on 4+, light armour and shield save 5+
    asked = session.pending
    assert repr(asked) == "Roll(12d6 to hit)"
    assert session.submit(-1, [4] * 10 + [1] * 2) == []
    assert session.submit(-1, [1] * 9 + [5]) == []  # 9 of 10 not saved
    assert session.submit(-1, [4] * 4 + [1] * 8) == []
    assert session.submit(-1, [4] * 4) == []
    f = session.state
    assert isinstance(f, Field)
    # 9 + close order 1 + depth 1 + 3 tokens = 14 against 4 + 1 + 1 + 1 = 7: by 7, breaks
    assert f.blocks[1].gone
    assert (f.blocks[0].bases, f.blocks[0].hurt, f.blocks[0].ranks) == (17, 0, 3)
    assert f.lost == [0, 1]
    assert f.tokens[0] == 5 - 3 + 2  # breaking the enemy pays 2 (VDP-GAP-87)
    assert session.done


def test_undo_of_an_opened_bid_needs_consent_and_dice_do_not_come_back(tmp_path: Path) -> None:
    match = begin(tmp_path / "a.grog")
    match.answer(0, 0)
    match.answer(1, 0)
    thrown = match.thrown
    assert thrown >= 2
    assert match.undo(1) == []
    assert match.wants_undo == 1
    assert match.state.to_dict()["phase"] == "move"
    assert match.consent(0) == []
    assert match.state.to_dict()["phase"] == "initiative"
    assert [who for who, _ in match.waiting()] == [1]
    match.answer(1, 5)
    assert match.thrown > thrown
    match.resign(1)
    assert verify(tmp_path / "a.grog")["ok"]


def test_the_state_is_plain() -> None:
    f = field(block(), block(1, 24, 30, 27000))
    assert json.loads(json.dumps(f.to_dict())) == f.to_dict()
    assert dataclasses.astuple(f.clone().blocks[0]) == dataclasses.astuple(f.blocks[0])


def test_clash_is_called_once_for_each_side() -> None:
    driver = Exact()
    driver.of(clash, Side(12, 4, 5, 1), Side(12, 4, 5, 1))
    assert [key[1] for key in driver._memo] == [(12, 4, 5)]


def test_policies_say_what_they_do() -> None:
    got = Exact(Always("2 tokens"), rational=True).of(initiative, (5, 5))
    assert got[0, 2, 2] == Fraction(1, 2)
    legs: Legs = March(field(block()), 0).fallback()
    assert legs == ((),)
