"""Chapter 9 on a table: charges, who strikes first, rounds, piling in, getting out."""

from typing import Any

import pytest

from grognard.rules.effects import Goal, Place, Roll
from grognard.systems.forge_of_war.actions import act
from grognard.systems.forge_of_war.attempts import end_turn
from grognard.systems.forge_of_war.combat import Charge, fighting_value, sheltered
from grognard.systems.forge_of_war.contact import in_contact, touched
from grognard.systems.forge_of_war.state import Battle
from grognard.table.lattice import from_grid
from tests.systems.forge_of_war.field import (
    Game,
    Unexpected,
    alone,
    battle,
    named,
    profile,
    row,
    unit,
)

clause = pytest.mark.clause


def activated(b: Battle, name: str = "A") -> Game:
    return Game(b).choose(f"{name}: activate").roll(1)


def whose_dice(game: Game) -> int:
    assert isinstance(game.pending, Roll), game.pending
    return game.pending.player


def dice(game: Game) -> int:
    assert isinstance(game.pending, Roll), game.pending
    return game.pending.pool


def miss(game: Game) -> Game:
    return game.roll(*[10] * dice(game))


# ---------------------------------------------------------------- 9.1 charges


@clause("FOW-9.1-01", "FOW-9.1-02")
def test_contact_is_fought_at_once_and_costs_nothing() -> None:
    b = battle(unit(0, "A", (20, 10)), unit(1, "B", (20, 15)))
    game = activated(b).choose("charge B").to((20, 14))
    assert "FOW-9.1-01" in game.clauses()
    miss(miss(game))
    assert game.unit("A").engaged
    assert game.asks("attempt").player == 1  # the activation is over, one action unused


@clause("FOW-9.1-02")
def test_two_moves_reach_an_enemy_eleven_inches_away() -> None:
    b = battle(unit(0, "A", (20, 10)), unit(1, "B", (20, 22)))
    game = activated(b)
    assert not game.has("charge B")
    game.choose("move 6").by(0, 6).choose("charge B").to((20, 21))
    assert whose_dice(game) == 0
    miss(miss(game))


@clause("FOW-9.1-02", "FOW-4.2-01")
def test_shoot_and_then_charge() -> None:
    """FOW-GAP-28."""
    b = battle(unit(0, "A", (20, 10), weapon="RPG (HEAP)"), unit(1, "B", (20, 15)))
    game = activated(b).choose("shoot at B").choose("it will move, 6").roll(10)
    game.choose("charge B").to((20, 14))
    miss(miss(game))


@clause("FOW-9.1-01")
def test_a_charge_ends_in_contact_and_no_other_move_does() -> None:
    b = battle(unit(0, "A", (20, 10)), unit(1, "B", (20, 15)))
    game = activated(b.clone()).choose("charge B")
    assert game.refused((20, 13)).clause == "FOW-9.1-01"
    game = activated(b).choose("move 6")
    assert game.refused((20, 14)).clause == "FOW-6.1-03"


@clause("FOW-9.1-03")
def test_in_close_combat_there_are_two_choices() -> None:
    b = battle(
        unit(0, "A", (20, 10), weapon="RPG (HEAP)", state={"markers": 2}), unit(1, "B", (20, 11))
    )
    game = Game(b)
    assert game.labels() == ["A: fight on", "A: disengage"]
    refusal = game.refusal("A: rally")
    assert refusal is not None
    assert (refusal.clause, refusal.legal) == ("FOW-9.1-03", "fight on or disengage")


@clause("FOW-9.1-03")
def test_who_could_not_get_away_neither_shoots_nor_deploys() -> None:
    """Disengaged by the roll, but hemmed in (FOW-GAP-84): still in contact."""
    b = battle(
        unit(0, "A", (20, 10), weapon="Heavy Machine Gun", state={"set_up": True}),
        unit(1, "B", (20, 11)),
        unit(1, "C", (20, 20)),
    )
    game = Game(b, alone(act, named(b, "A"), 1, True))
    assert game.refusal("shoot at C").clause == "FOW-9.1-03"
    assert game.refusal("deploy").clause == "FOW-9.1-03"


# ---------------------------------------------------------------- 9.2 who strikes first


def charged(kind: str = "", grenades: bool = False, start: float = 10.0) -> Game:
    """Two of A charge two of B, who stand in a piece of ground from y = 13.5 on."""
    b = battle(
        unit(0, "A", (20, start), (22, start), grenades=grenades),
        unit(1, "B", (20, 15), (22, 15)),
        ground=[(kind, 15, 13.5, 27, 18)] if kind else [],
    )
    return activated(b).choose("charge B").to((20, 14), (22, 14))


@clause("FOW-9.2-01")
def test_in_the_open_both_roll_first() -> None:
    game = charged()
    assert whose_dice(game) == 0
    game.roll(1, 1)
    assert whose_dice(game) == 1
    # Those who are hit have struck, and with the values they had.
    assert game.need() == 6 - 1
    game.roll(1, 1)
    assert game.asks("hits")


@clause("FOW-9.2-02")
@pytest.mark.parametrize("kind", ["Vegetation", "Boulders"])
def test_defenders_in_cover_strike_before_the_attackers_roll(kind: str) -> None:
    game = charged(kind)
    assert whose_dice(game) == 1
    game.roll(5, 5)
    assert game.asks("hits").player == 0
    game.choose("1 D-marker, 1 lost").choose("as proposed")
    assert whose_dice(game) == 0
    assert dice(game) == 1  # one is dead
    assert game.parts()["FOW-9.3-03"] == -1  # and the marker counts
    game.roll(10)


@clause("FOW-9.2-02")
def test_who_is_wiped_out_before_he_strikes_does_not() -> None:
    b = battle(
        unit(0, "A", (20, 10), state={"markers": 3}),
        unit(1, "B", (20, 15)),
        ground=[("Vegetation", 15, 13.5, 27, 18)],
    )
    game = activated(b).choose("charge B").to((20, 14)).roll(1)
    assert not game.unit("A").figures
    assert game.unit("B").slaughtered
    assert game.done or game.asks("attempt")


@clause("FOW-9.2-03")
def test_fragmentation_grenades_make_it_simultaneous() -> None:
    game = charged("Vegetation", grenades=True)
    assert whose_dice(game) == 0
    game.roll(1, 1)
    assert whose_dice(game) == 1


@clause("FOW-9.2-02")
def test_attackers_from_inside_the_same_cover_do_not_wait() -> None:
    b = battle(
        unit(0, "A", (20, 10)), unit(1, "B", (20, 15)), ground=[("Vegetation", 15, 8, 27, 18)]
    )
    game = activated(b).choose("charge B").to((20, 14))
    assert whose_dice(game) == 0


@clause("FOW-9.2-04")
def test_later_rounds_are_simultaneous() -> None:
    game = miss(miss(charged("Boulders")))
    game.choose("B: fight on")
    assert whose_dice(game) == 1
    game.roll(1, 1)
    assert whose_dice(game) == 0  # no hits are taken in between


# ---------------------------------------------------------------- obstacle or hard cover: -2


def ground(kind: str, attackers: list[tuple[float, float]]) -> tuple[bool, bool]:
    """First strike and obstacle for two of B behind (or in) a piece at y 13.5 to 14."""
    depth = 18 if kind in ("Vegetation", "Boulders", "Woods", "Trench") else 14
    b = battle(
        unit(0, "A", *attackers, state={"regrouping": True}),
        unit(1, "B", (20, 14.5), (22, 14.5)),
        ground=[(kind, 15, 13.5, 27, depth)],
    )
    return sheltered(b, named(b, "B"), Charge(b, named(b, "A")))[:2]


BEYOND = [(20.0, 10.0), (22.0, 10.0)]


@clause("FOW-9.2-02", "FOW-9.3-05", "FOW-7.4-03")
@pytest.mark.parametrize(
    ("kind", "first", "obstacle"),
    [
        ("Hedge", True, True),  # soft cover, but an obstacle (FOW-GAP-29)
        ("Low Wall", True, True),
        ("Barricade", True, True),
        ("Barbed Wire", False, True),  # an obstacle and no cover
        ("Vegetation", True, False),  # soft cover and no obstacle
        ("Boulders", True, True),  # hard cover
        ("Trench", True, True),
        ("Scree", False, False),
    ],
)
def test_what_defends_and_what_strikes_first(kind: str, first: bool, obstacle: bool) -> None:
    assert ground(kind, BEYOND) == (first, obstacle)


@clause("FOW-9.3-05", "FOW-9.2-02")
def test_an_obstacle_does_nothing_against_those_on_the_same_side() -> None:
    assert ground("Low Wall", [(20, 18), (22, 18)]) == (False, False)


@clause("FOW-9.3-05", "FOW-9.2-02")
def test_attackers_come_from_where_most_of_them_are() -> None:
    """FOW-GAP-71 for attackers: outside unless more than half began inside."""
    inside, outside = (20.0, 17.25), (20.0, 10.0)
    assert ground("Boulders", [inside, (21.5, 17.25), outside]) == (False, False)
    assert ground("Boulders", [inside, outside]) == (True, True)


@clause("FOW-9.3-05", "FOW-9.2-02")
@pytest.mark.parametrize(
    ("behind", "away", "defended"), [(1, 1, False), (2, 1, True), (2, 2, False), (3, 2, True)]
)
def test_the_defenders_are_in_cover_when_more_than_half_are(
    behind: int, away: int, defended: bool
) -> None:
    b = battle(
        unit(0, "A", (20, 10)),
        unit(1, "B", *row(16, 14.5, behind), *row(16, 16.75, away)),
        ground=[("Low Wall", 15, 13.5, 27, 14)],
    )
    assert sheltered(b, named(b, "B"), Charge(b, named(b, "A")))[:2] == (defended, defended)


@clause("FOW-9.3-05", "FOW-7.4-03")
def test_the_obstacle_counts_in_the_turn_of_the_charge_only() -> None:
    b = battle(
        unit(0, "A", (20, 10)),
        unit(1, "B", (20, 15)),
        ground=[("Low Wall", 15, 14, 27, 14.5)],
    )
    game = activated(b).choose("charge B").to((20, 13.5))
    assert whose_dice(game) == 1
    assert "FOW-9.3-05" not in game.parts()  # the defenders do not pay for their own wall
    miss(game)
    assert game.parts()["FOW-9.3-05"] == -2
    miss(game)
    # In the defenders' own activation of that turn it still stands between.
    game.choose("B: fight on")
    assert "FOW-9.3-05" not in game.parts()
    miss(game)
    assert game.parts()["FOW-9.3-05"] == -2
    b = game.b.clone()
    end_turn(b)
    assert named(b, "B").shields == []
    b = battle(
        unit(0, "A", (20, 13.5)),
        unit(1, "B", (20, 15)),
        ground=[("Low Wall", 15, 14, 27, 14.5)],
    )
    game = Game(b).choose("A: fight on")
    assert "FOW-9.3-05" not in game.parts()


@clause("FOW-9.3-04")
def test_cover_never_changes_armour_in_close_combat() -> None:
    """FOW-GAP-29, whatever the reading for shooting."""
    for model in ("modifier", "av", "both"):
        b = battle(
            unit(0, "A", (20, 10)),
            unit(1, "B", (20, 15), av=4),
            ground=[("Boulders", 15, 13.5, 27, 18)],
            cover_model=model,
        )
        game = miss(activated(b).choose("charge B").to((20, 14)))
        assert game.parts() == {"FOW-9.3-01": 6, "FOW-9.3-04": -4, "FOW-9.3-05": -2}


@clause("FOW-9.3-05", "FOW-9.1-01")
@pytest.mark.parametrize(
    ("kind", "thick", "touch"),
    [
        ("Low Wall", 0.5, True),
        ("Barricade", 1.0, True),
        ("Low Wall", 1.125, False),
        ("Vegetation", 0.5, False),  # no obstacle
    ],
)
def test_faces_across_an_obstacle_touch(kind: str, thick: float, touch: bool) -> None:
    """FOW-GAP-29: base to wall on either side, the wall no thicker than 1\"."""
    b = battle(
        unit(0, "A", (20, 13.5)),
        unit(1, "B", (20, 14.5 + thick)),
        ground=[(kind, 15, 14, 27, 14 + thick)],
    )
    assert bool(named(b, "A").foes) == touch
    assert bool(named(b, "B").foes) == touch


# ---------------------------------------------------------------- 9.3 dice and losses


def ragged() -> Battle:
    """Three of A touch two of B; a third of B stands behind its friends."""
    return battle(
        unit(0, "A", (20, 10), (21, 10), (22, 10), (24, 10)),
        unit(1, "B", (20.5, 10.875), (21.5, 10.875), (21, 12.5)),
    )


@clause("FOW-9.3-08")
def test_a_die_for_each_figure_in_contact() -> None:
    b = ragged()
    u, v = named(b, "A"), named(b, "B")
    assert in_contact(b, u, v) == [0, 1, 2]
    assert in_contact(b, v, u) == [0, 1]
    game = Game(b).choose("A: fight on").stay().stay()
    assert dice(game) == 3
    miss(game)
    assert dice(game) == 2


@clause("FOW-9.3-08", "FOW-3.1-05")
def test_attacks_multiply() -> None:
    b = battle(unit(0, "A", (20, 10), (21, 10), attacks=2), unit(1, "B", (20.5, 10.875)))
    assert dice(Game(b).choose("A: fight on")) == 4


@clause("FOW-9.3-11", "FOW-9.3-12")
def test_only_figures_in_contact_fall() -> None:
    b = ragged()
    named(b, "B").markers = 2
    game = Game(b).choose("A: fight on").stay().stay().roll(1, 1, 1)
    miss(game)
    # Three hits, two in contact: one must be a marker; it has room for one.
    assert (game.unit("B").markers, game.unit("B").figures) == (3, 1)
    assert (game.unit("B").x, game.unit("B").y) == ([21], [12.5])


@clause("FOW-9.3-10", "FOW-9.3-11")
def test_the_loser_picks_who_falls() -> None:
    game = Game(ragged()).choose("A: fight on").stay().stay().roll(1, 10, 10)
    miss(game)
    assert game.asks("hits").player == 1
    game.choose("0 D-markers, 1 lost")
    effect = game.asks("fall")
    assert effect.player == 1
    assert [(o.value, o.label) for o in effect.options] == [
        (-1, "as proposed: 1"), (0, "1"), (1, "2"),
    ]  # fmt: skip
    game.choose(1)
    assert (21.5, 10.875) not in zip(game.unit("B").x, game.unit("B").y)


@clause("FOW-9.3-11")
def test_figures_of_several_wounds_give_all_they_have_left() -> None:
    """FOW-GAP-73: two in contact with 3 wounds each, one of them wounded: five can be lost."""
    b = battle(
        unit(0, "A", *[(20 + i, 10) for i in range(3)], attacks=3),
        unit(1, "B", (20.5, 10.875), (21.5, 10.875), (21, 12.5), wounds=3,
             state={"markers": 3, "wounded": [1, 0, 0]}),
    )  # fmt: skip
    game = Game(b).choose("A: fight on").stay().roll(*[1] * 9)
    miss(game)
    assert (game.unit("B").figures, game.unit("B").wounded) == (1, [0])


@clause("FOW-9.3-11", "FOW-3.3-04")
def test_those_who_hold_the_mounts_can_fall_but_do_not_strike() -> None:
    b = battle(
        unit(0, "A", (20, 10)),
        unit(1, "B", (20, 11), (22, 11), state={"holds": [True, False]}),
    )
    u, v = named(b, "A"), named(b, "B")
    assert in_contact(b, v, u) == []
    assert touched(b, v, u) == [0]


@clause("FOW-9.3-07", "FOW-9.3-04")
def test_the_fighting_value_of_most_figures_is_compared() -> None:
    b = battle(
        unit(0, "Hero", (22, 10), of=profile(name="Hero", fv=9, leader=True)),
        unit(0, "A", (20, 10), fv=4),
        unit(1, "B", (30, 10), (31, 10), (32, 10), arms=[("Automatic Pistol", 2), (None, 1)]),
        leaders={"Hero": "A"},
    )
    assert fighting_value(named(b, "A")) == 4  # leaders aside
    assert fighting_value(named(b, "B")) == 7
    named(b, "B").remove(0)
    assert fighting_value(named(b, "B")) == 7  # ties the higher
    named(b, "B").remove(0)
    assert fighting_value(named(b, "B")) == 6


@clause("FOW-9.3-02")
def test_a_charge_bonus_is_for_chargers_in_the_round_of_the_charge() -> None:
    """FOW-GAP-18: none by the ruling; where a group plays it, none for those who are charged."""
    for bonus, cover in [(False, False), (True, False), (True, True)]:
        b = battle(
            unit(0, "A", (20, 10)),
            unit(1, "B", (20, 15)),
            ground=[("Vegetation", 15, 13.5, 27, 18)] if cover else [],
            charge_bonus=bonus,
        )
        game = activated(b).choose("charge B").to((20, 14))
        for _ in range(2):
            charging = whose_dice(game) == 0
            assert game.parts().get("FOW-GAP-18", 0) == int(bonus and charging)
            miss(game)
        game.choose("B: fight on")
        for _ in range(2):
            assert "FOW-GAP-18" not in game.parts()
            miss(game)


# ---------------------------------------------------------------- several opponents (FOW-GAP-88)


def crossed() -> Battle:
    """A1 touches B and C, A2 touches C."""
    return battle(
        unit(0, "A", (20, 10), (21, 10)),
        unit(1, "B", (19, 10), (17.5, 10), av=2),
        unit(1, "C", (20.5, 10.875), (20.5, 12), av=3),
    )


@clause("FOW-9.3-08")
def test_each_figure_strikes_at_one_unit_its_owner_chooses() -> None:
    game = Game(crossed()).choose("A: fight on").stay().stay()
    effect = game.asks("opponent")
    assert (effect.player, [o.label for o in effect.options]) == (0, ["B", "C"])
    game.choose("B")
    assert (dice(game), game.parts()["FOW-9.3-04"]) == (1, -2)
    miss(game)
    assert (dice(game), game.parts()["FOW-9.3-04"]) == (1, -3)
    miss(game)
    for _ in range(2):  # both enemies strike back in the same round
        assert (whose_dice(game), dice(game)) == (1, 1)
        miss(game)


@clause("FOW-9.3-11")
def test_losses_come_from_those_who_touch_the_unit_that_caused_them() -> None:
    b = crossed()
    for name in ("A", "B", "C"):
        named(b, name).markers = 3
    game = Game(b).choose("A: fight on").stay().stay().choose("C").roll(10, 10)
    game.roll(1).roll(10)  # B hits once, and only A1 touches it
    assert (game.unit("A").x, game.unit("A").y) == ([21], [10])
    assert not game.unit("A").foes >> game.unit("B").index & 1


@clause("FOW-5.2-06", "FOW-9.3-10")
def test_who_wipes_out_an_enemy_has_slaughtered_and_is_free() -> None:
    b = battle(
        unit(0, "A", (20, 10)),
        unit(1, "B", (20, 11), state={"markers": 3}),
        unit(1, "C", (40, 40)),
    )
    game = Game(b).choose("A: fight on").roll(1).roll(10)
    assert game.unit("A").slaughtered
    assert not game.unit("A").engaged
    assert game.unit("A").attempted  # no move to follow up


# ---------------------------------------------------------------- 9.4 fighting on


@clause("FOW-9.4-01")
def test_fighting_on_needs_no_roll_and_is_the_attempt() -> None:
    b = battle(unit(0, "A", (20, 10)), unit(0, "D", (40, 10)), unit(1, "B", (20, 11)))
    game = Game(b).choose("A: fight on")
    assert whose_dice(game) == 0
    assert game.parts()["FOW-9.3-01"] == 6  # strikes at once: no roll against CV
    miss(miss(game))
    assert "FOW-9.4-01" in game.clauses()
    assert game.asks("attempt").player == 0  # the initiative is kept (FOW-GAP-68)
    assert game.refusal("A").clause == "FOW-4.1-16"


@clause("FOW-9.4-01", "FOW-4.4-05")
def test_at_a_third_it_must_roll() -> None:
    b = battle(unit(0, "A", (20, 10), start=3), unit(1, "B", (20, 11)))
    game = Game(b).choose("A: fight on")
    assert "FOW-4.1-03" in game.parts()
    game.roll(1)
    assert "FOW-9.3-01" in game.parts()


@clause("FOW-9.4-02", "FOW-9.4-03")
def test_first_the_one_side_piles_in_then_the_other() -> None:
    b = ragged()
    game = Game(b).choose("A: fight on")
    for player, mover in [(0, "unit:0:3"), (1, "unit:1:2")]:
        assert isinstance(game.pending, Place)
        assert (game.pending.player, game.pending.kind) == (player, "pile-in")
        assert game.pending.movers == (mover,)
        game.stay()
    assert dice(game) == 3


@clause("FOW-9.4-02")
def test_who_piles_in_fights() -> None:
    b = battle(unit(0, "A", (20, 10), (22, 10)), unit(1, "B", (20, 11), (22, 13)))
    game = Game(b).choose("A: fight on")
    # The free enemy is within reach: he goes first.
    assert game.refused((21, 11)).clause == "FOW-9.4-02"
    assert game.refused((22, 11)).clause == "FOW-9.4-02"  # nobody there
    game.to((22, 12))
    assert dice(game) == 2


@clause("FOW-9.4-02", "FOW-9.4-04")
def test_each_goes_straight_to_who_is_nearest() -> None:
    """Who tries to go where a base does not fit is named."""
    b = battle(
        unit(0, "A", (20, 10), (22, 8), (24, 8)),
        unit(1, "B", (20, 11), (22, 11), (24, 11)),
    )
    game = Game(b).choose("A: fight on")
    effect = game.pending
    assert isinstance(effect, Place)
    legs = effect.movement.propose(Goal(24, 11))
    assert not isinstance(legs, list)
    assert [(from_grid(leg.x), from_grid(leg.y)) for leg in legs[1]] == [
        (24.0, pytest.approx(10, abs=0.06))
    ]
    over = effect.refuse(game.legs(None, (22.5, 8)))
    assert [r.what for r in over] == ["figure 3 cannot get through there"]


@clause("FOW-9.4-02")
def test_engaged_enemies_when_no_free_one_can_be_reached() -> None:
    b = battle(unit(0, "A", (20, 10), (22, 10)), unit(1, "B", (20, 11)))
    game = Game(b).choose("A: fight on").to((21, 11))
    assert dice(game) == 2


@clause("FOW-9.4-02")
@pytest.mark.parametrize(("y", "reached"), [(5.0, True), (4.875, False)])
def test_no_further_than_a_normal_move(y: float, reached: bool) -> None:
    """From y to 11, where the enemy stands one inch to the side: 6\" or a little more."""
    b = battle(
        unit(0, "A", (20, 10), (21, y), state={"regrouping": True}),
        unit(1, "B", (20, 11)),
    )
    game = Game(b).choose("A: fight on")
    if reached:
        game.to((21, 11))
        assert dice(game) == 2
    else:
        assert game.refused((21, 11)).clause == "FOW-9.4-02"


@clause("FOW-9.4-03")
def test_the_enemy_piles_in_too() -> None:
    b = battle(unit(0, "A", (20, 10)), unit(1, "B", (20, 11), (22, 11)))
    game = Game(b).choose("A: fight on").to((21, 10))
    miss(game)
    assert dice(game) == 2


@clause("FOW-9.4-04")
@pytest.mark.parametrize(("x", "free"), [(21.0, True), (20.96875, False)])
def test_nobody_squeezes_through_a_gap(x: float, free: bool) -> None:
    """Two of A's own stand on either side of the way, 1\" apart or a hair less: a base is 1\"
    across. Two inches beyond them stands the enemy."""
    b = battle(
        unit(0, "A", (20, 7), (19, 10), (x, 10), (18, 13), state={"regrouping": True}),
        unit(1, "B", (19, 13), (20, 13)),
    )
    game = Game(b).choose("A: fight on")
    effect = game.pending
    assert isinstance(effect, Place)
    through = effect.refuse(game.legs((20, 12), None, None))
    assert [r.clause for r in through] == ([] if free else ["FOW-9.4-04"])


@clause("FOW-9.4-05")
def test_two_rounds_in_a_turn() -> None:
    b = battle(unit(0, "A", (20, 10)), unit(1, "B", (20, 11)), turns=6)
    game = Game(b).choose("A: fight on")
    miss(miss(game)).choose("B: fight on")
    miss(miss(game))
    assert game.b.turn == 2


# ---------------------------------------------------------------- 9.5 disengaging


def gripped(*more: Any, **settings: Any) -> Battle:
    return battle(unit(0, "A", (20, 20), cv=6), unit(1, "B", (20, 21)), *more, **settings)


@clause("FOW-9.5-01")
def test_the_test_is_against_the_modified_cv() -> None:
    """FOW-GAP-27: with all that modifies an activation."""
    b = gripped()
    named(b, "A").markers = 2
    game = Game(b.clone()).choose("A: disengage")
    assert game.parts() == {"FOW-4.1-03": 6, "FOW-4.1-05": -2}
    game.roll(5)
    assert game.unit("A").engaged
    game = Game(b).choose("A: disengage").roll(4)
    assert not game.unit("A").engaged


@clause("FOW-9.5-01")
def test_a_plain_command_test_where_a_group_likes_it() -> None:
    b = battle(
        unit(0, "A", (20, 20), cv=6, start=2), unit(1, "B", (20, 21)), command_test="markers_only"
    )
    assert Game(b).choose("A: disengage").need() == 6
    b = battle(unit(0, "A", (20, 20), cv=6, start=2), unit(1, "B", (20, 21)))
    assert Game(b).choose("A: disengage").need() == 5  # half strength


@clause("FOW-9.5-02")
def test_one_full_move_towards_the_own_edge() -> None:
    game = Game(gripped()).choose("A: disengage").roll(1)
    assert (game.unit("A").x, game.unit("A").y) == ([20], [14])
    assert game.asks("action").title.endswith("(1 left)")
    assert game.unit("A").most_moved == 6


@clause("FOW-9.5-02")
def test_straight_away_when_the_enemy_stands_before_the_own_edge() -> None:
    b = battle(unit(0, "A", (20, 20)), unit(1, "B", (20, 19)))
    game = Game(b).choose("A: disengage").roll(1)
    assert (game.unit("A").x, game.unit("A").y) == ([20], [26])


@clause("FOW-9.5-02", "FOW-6.2-01")
def test_difficult_ground_slows_those_who_disengage() -> None:
    game = Game(gripped(ground=[("Scree", 15, 5, 25, 19)])).choose("A: disengage").roll(1)
    assert game.unit("A").y == [17]


@clause("FOW-9.5-03")
def test_the_second_action_touches_nobody() -> None:
    b = gripped(unit(1, "C", (23, 14)))
    game = Game(b).choose("A: disengage").roll(1)
    refusal = game.refusal("charge C")
    assert refusal is not None
    assert (refusal.clause, refusal.legal) == ("FOW-9.5-03", "contact next turn")
    game.choose("move 6").by(-3, 0)
    assert game.asks("attempt")


@clause("FOW-9.5-03")
def test_the_second_action_may_be_a_shot() -> None:
    b = battle(unit(0, "A", (20, 20), weapon="RPG (HEAP)"), unit(1, "B", (20, 21)))
    game = Game(b).choose("A: disengage").roll(1).choose("shoot at B")
    assert game.parts()["FOW-8.3-09"] == -1  # it has moved 6"


@clause("FOW-9.5-04")
def test_failing_costs_a_marker_and_the_initiative() -> None:
    game = Game(gripped()).choose("A: disengage").roll(7)
    u = game.unit("A")
    assert (u.markers, u.figures, u.x, u.y) == (1, 1, [20], [20])
    assert u.engaged
    assert game.asks("attempt").player == 1
    assert not game.told("combat")  # no round is fought (FOW-GAP-27)


@clause("FOW-9.5-04")
def test_failing_at_the_maximum_costs_a_figure() -> None:
    b = battle(unit(0, "A", (20, 20), (21, 20), state={"markers": 3}), unit(1, "B", (20, 21)))
    game = Game(b).choose("A: disengage").roll(10).choose("as proposed")
    assert (game.unit("A").markers, game.unit("A").figures) == (3, 1)


@clause("FOW-9.5-01")
def test_a_ten_fails() -> None:
    b = battle(unit(0, "A", (20, 20), cv=10), unit(1, "B", (20, 21)))
    game = Game(b).choose("A: disengage").roll(10)
    assert game.unit("A").engaged


# ---------------------------------------------------------------- 9.6 breaking


@clause("FOW-9.6-01", "FOW-4.4-06")
@pytest.mark.parametrize("how", ["A: fight on", "A: disengage"])
def test_at_a_third_failing_means_running(how: str) -> None:
    """The enemy strikes, A does not, then it withdraws 12\"; no marker for the disengagement."""
    b = battle(
        unit(0, "A", (20, 30), (21, 30), start=6, cv=6),
        unit(1, "B", (20, 31)),
        unit(1, "D", (40, 40)),
    )
    game = Game(b).choose(how).roll(9)
    assert whose_dice(game) == 1
    game.roll(10)
    u = game.unit("A")
    assert (u.withdrawing, u.markers, u.figures) == (True, 0, 2)
    assert u.most_moved == pytest.approx(12, abs=0.01)
    assert not u.engaged
    assert "FOW-9.6-01" in game.clauses()


@clause("FOW-9.6-01")
def test_every_enemy_in_contact_strikes_at_those_who_run() -> None:
    b = battle(
        unit(0, "A", (20, 30), (21, 30), start=6, cv=6),
        unit(1, "B", (20, 31)),
        unit(1, "C", (22, 30)),
    )
    game = Game(b).choose("A: fight on").roll(9)
    miss(miss(game))
    assert game.unit("A").withdrawing


@clause("FOW-9.6-01")
def test_above_a_third_it_stands() -> None:
    b = battle(unit(0, "A", (20, 30), (21, 30), start=5), unit(1, "B", (20, 31)))
    game = Game(b).choose("A: fight on").stay()
    assert "FOW-9.3-01" in game.parts()


def test_impossible_scripts_are_caught() -> None:
    with pytest.raises(Unexpected):
        Game(gripped()).choose("A: activate")


def test_rows_are_rows() -> None:
    assert row(1, 2, 2) == [(1, 2), (3, 2)]
