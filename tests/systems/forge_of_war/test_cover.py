"""Chapter 7 and 8.1: what cover is worth, whom it hides, and who sees whom."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.rules.effects import Rules
from grognard.systems.forge_of_war.attempts import end_turn
from grognard.systems.forge_of_war.board import Board, Piece
from grognard.systems.forge_of_war.cover import cover_row, unit_sees
from grognard.systems.forge_of_war.losses import detach
from grognard.systems.forge_of_war.profiles import load_catalogue
from grognard.systems.forge_of_war.shooting import firing, refuse_target, shoot
from grognard.systems.forge_of_war.state import Battle
from tests.systems.forge_of_war.field import Game, battle, named, row, unit
from tests.systems.forge_of_war.ways import activation, walk

RIFLE = "Light Support Weapon"
"""36 inches, three dice, whether it moves or not."""

SMG = "Sub-machine Gun"
"""12 inches, two dice."""


def why_not(b: Battle, who: str = "A", whom: str = "Z") -> str:
    """The clause against shooting at it, or nothing."""
    found = refuse_target(b, named(b, who), named(b, whom), 0)
    if found is None:
        return ""
    assert found.legal, f"says nothing of what would be legal: {found}"
    return found.clause


def shot(b: Battle, who: str = "A", whom: str = "Z") -> Game:
    """One shooting, up to its dice."""

    def play(b: Battle) -> Rules[None]:
        yield from shoot(b, named(b, who), named(b, whom), 0)

    return Game(b, play)


def fire(b: Battle, who: str = "A", whom: str = "Z") -> Battle:
    """One shooting that misses."""
    game = shot(b, who, whom)
    while not game.done:
        game.roll(*[10] * game.pending.pool)  # type: ignore[union-attr]
    return game.b


COVERS = ("FOW-8.3-05", "FOW-8.3-06", "FOW-8.3-07")


def worth(b: Battle, who: str = "A", whom: str = "Z") -> int:
    """What cover takes off the number to hit."""
    return -sum(v for k, v in shot(b, who, whom).parts().items() if k in COVERS)


def across(kind: str | Piece, weapon: str = RIFLE, **settings: Any) -> Battle:
    """A ten inches south of Z, who stands in a piece of this kind and was seen there."""
    ground = [] if isinstance(kind, Piece) else [(kind, 5, 19, 15, 25)]
    b = battle(
        unit(0, "A", (10, 10), weapon=weapon),
        unit(1, "Z", (10, 21), weapon=weapon),
        ground=ground,
        **settings,
    )
    if isinstance(kind, Piece):
        b.board = Board(48.0, 48.0, [kind])
        for u in b.units:
            u.touch()
    named(b, "Z").seen_by = 1
    return b


# ---------------------------------------------------------------- what it is worth


@pytest.mark.clause("FOW-7.1-01")
@pytest.mark.parametrize("kind", ["Vegetation", "Shallow River", "Deep Snow"])
def test_soft_cover_is_worth_one(kind: str) -> None:
    """7 - 1 (armour) + 1 (weapon) - 1: LSV 36 inches, no half range at 10."""
    game = shot(across(kind))
    assert game.parts()["FOW-8.3-05"] == -1
    assert game.need() == 6


@pytest.mark.clause("FOW-7.2-01")
@pytest.mark.parametrize("kind", ["Woods", "Building", "Ruined Building", "Boulders"])
def test_hard_cover_is_worth_two(kind: str) -> None:
    game = shot(across(kind))
    assert game.parts()["FOW-8.3-06"] == -2
    assert game.need() == 5


@pytest.mark.clause("FOW-7.2-02")
def test_purpose_built_cover_is_worth_three() -> None:
    assert shot(across("Trench")).parts()["FOW-8.3-07"] == -3


@pytest.mark.clause("FOW-7.2-03")
@pytest.mark.parametrize("value", [4, 5, 6])
def test_bunkers_are_worth_what_was_agreed(value: int) -> None:
    kind = load_catalogue().terrain("Bunker").with_value(value)
    piece = Piece(0, kind, [(5, 19), (15, 19), (15, 25), (5, 25)])
    assert worth(across(piece)) == value


@pytest.mark.clause("FOW-7.2-03")
def test_a_bunker_is_worth_four_by_itself() -> None:
    assert worth(across("Bunker")) == 4


TABLE = [("Vegetation", 1), ("Woods", 2), ("Trench", 3), ("Bunker", 4)]


@pytest.mark.clause("FOW-7.2-04")
@pytest.mark.parametrize(("kind", "value"), TABLE)
def test_the_cover_table(kind: str, value: int) -> None:
    b = across(kind)
    assert worth(b) == value
    named(b, "Z").seen_by = 0
    b.looked.clear()
    assert why_not(b) == "FOW-7.3-04"  # and all of them hide


@pytest.mark.clause("FOW-7.1-01", "FOW-7.2-01")
@pytest.mark.parametrize("kind", ["Vegetation", "Woods", "Building", "Boulders"])
def test_cover_blocks_lines_that_cross_it(kind: str) -> None:
    b = battle(
        unit(0, "A", (10, 10), weapon=RIFLE), unit(1, "Z", (10, 27)), ground=[(kind, 5, 19, 15, 25)]
    )
    assert why_not(b) == "FOW-8.1-03"


@pytest.mark.clause("FOW-7.2-04")
def test_a_hill_hides_what_is_behind_it_not_who_stands_on_it() -> None:
    on_it = across("Hill")
    named(on_it, "Z").seen_by = 0
    assert why_not(on_it) == ""
    assert worth(on_it) == 0
    behind = battle(
        unit(0, "A", (10, 10), weapon=RIFLE),
        unit(1, "Z", (10, 27)),
        ground=[("Hill", 5, 19, 15, 25)],
    )
    assert why_not(behind) == "FOW-8.1-03"


@pytest.mark.parametrize(
    ("inside", "share", "value"),
    [
        (3, "majority", 2),
        (2, "majority", 0),
        (4, "all", 2),
        (3, "all", 0),
    ],
)
def test_a_unit_is_in_cover_by_majority(inside: int, share: str, value: int) -> None:
    """FOW-GAP-71: more than half of four figures, or all where a group plays it so."""
    b = battle(
        unit(0, "A", (10, 10), weapon=RIFLE),
        unit(1, "Z", *row(10 - 2 * inside, 21, 4)),
        ground=[("Woods", 0, 19, 9, 25)],
        unit_cover=share,
    )
    assert worth(b) == value
    assert cover_row(b, named(b, "Z")) == value


@pytest.mark.parametrize("first", [0, 1])
def test_only_the_best_cover_counts(first: int) -> None:
    """FOW-GAP-71: a trench dug in a wood is worth 3, not 5."""
    ground = [("Woods", 5, 19, 15, 25), ("Trench", 5, 20, 15, 22)]
    b = battle(
        unit(0, "A", (10, 10), weapon=RIFLE),
        unit(1, "Z", (10, 21)),
        ground=[ground[first], ground[1 - first]],
    )
    assert worth(b) == 3
    assert cover_row(b, named(b, "Z")) == 3


# ---------------------------------------------------------------- obstacles as cover


@pytest.mark.clause("FOW-7.1-01", "FOW-7.2-01")
@pytest.mark.parametrize(
    ("kind", "value"),
    [("Hedge", 1), ("Fence", 1), ("Low Wall", 2), ("Barricade", 2), ("Barbed Wire", 0)],
)
def test_an_obstacle_shelters_who_stands_behind_it(kind: str, value: int) -> None:
    line = (kind, 0, 19, 30, 19.5)
    b = battle(unit(0, "A", (10, 10), weapon=RIFLE), unit(1, "Z", (10, 20.5)), ground=[line])
    named(b, "Z").seen_by = 1
    assert worth(b) == value
    same_side = battle(
        unit(0, "A", (10, 30), weapon=RIFLE), unit(1, "Z", (10, 20.5)), ground=[line]
    )
    assert why_not(same_side) == ""
    assert worth(same_side) == 0


@pytest.mark.clause("FOW-7.3-04")
def test_a_hedge_hides_from_across_only_and_only_who_is_close() -> None:
    line = ("Hedge", 0, 19, 30, 19.5)

    def hidden(y: float, from_y: float) -> str:
        b = battle(unit(0, "A", (10, from_y), weapon=RIFLE), unit(1, "Z", (10, y)), ground=[line])
        named(b, "Z").seen_by = 0
        return why_not(b)

    assert hidden(21.0, 10) == "FOW-7.3-04"  # one inch from its edge to the hedge
    assert hidden(21.1, 10) == "FOW-8.1-03"  # too far to be behind it: it is in the way
    assert hidden(21.0, 30) == ""


# ---------------------------------------------------------------- blown cover


def unseen(*more: Any, **settings: Any) -> Battle:
    """Z in a wood that nobody saw it enter; A ten inches south of it."""
    b = battle(
        unit(0, "A", (10, 10), weapon=RIFLE),
        unit(1, "Z", (10, 21), weapon=RIFLE),
        *more,
        ground=[("Woods", 5, 19, 15, 25), ("Building", 20, 12, 24, 16)],
        **settings,
    )
    named(b, "Z").seen_by = 0
    return b


@pytest.mark.clause("FOW-7.3-04")
def test_who_went_in_unseen_cannot_be_shot_at() -> None:
    b = unseen()
    assert why_not(b) == "FOW-7.3-04"
    assert why_not(b, "Z", "A") == ""  # but may shoot out
    before = b.to_dict()
    why_not(b)
    assert b.to_dict() == before


@pytest.mark.clause("FOW-7.3-01")
def test_shooting_out_blows_cover() -> None:
    b = unseen()
    game = shot(b, "Z", "A")
    assert named(game.b, "Z").blown == 1 << 0  # from that moment: the dice are still to come
    b = fire(unseen(), "Z", "A")
    assert why_not(b) == ""


@pytest.mark.clause("FOW-7.3-01")
def test_flames_out_of_cover_blow_it_too() -> None:
    b = battle(
        unit(0, "A", (10, 10)),
        unit(1, "Z", (10, 19.5), weapon="Flame Thrower"),
        ground=[("Woods", 5, 19, 15, 25)],
    )
    game = shot(b, "Z", "A")
    assert game.unit("Z").blown == 1


@pytest.mark.clause("FOW-7.3-01")
def test_shooting_inside_the_same_cover_does_not() -> None:
    b = battle(
        unit(0, "A", (10, 20)),
        unit(1, "Z", (10, 23), weapon=RIFLE),
        ground=[("Woods", 5, 19, 15, 25)],
    )
    assert named(fire(b, "Z", "A"), "Z").blown == 0


@pytest.mark.clause("FOW-7.3-01")
def test_a_hedge_is_blown_only_by_shots_across_it() -> None:
    line = ("Hedge", 0, 19, 30, 19.5)
    for y, blown in ((10.0, 1), (30.0, 0)):
        b = battle(unit(0, "A", (10, y)), unit(1, "Z", (10, 20.5), weapon=RIFLE), ground=[line])
        assert named(fire(b, "Z", "A"), "Z").blown == blown


@pytest.mark.clause("FOW-7.3-02")
def test_any_opponent_with_a_line_may_shoot_back() -> None:
    """B sees the wood's edge too; C stands behind the house and does not."""
    b = unseen(unit(0, "B", (6, 12), weapon=RIFLE), unit(0, "C", (34, 10), weapon=RIFLE))
    assert [why_not(b, w) for w in "ABC"] == ["FOW-7.3-04"] * 3
    b = fire(b, "Z", "A")
    assert [why_not(b, w) for w in "AB"] == ["", ""]
    assert why_not(b, "C") == "FOW-8.1-03"


@pytest.mark.clause("FOW-7.3-02")
@pytest.mark.parametrize(
    ("reading", "later"),
    [
        ("until_it_leaves", ""),
        ("turn_end", "FOW-7.3-04"),
    ],
)
def test_in_later_turns_too(reading: str, later: str) -> None:
    """FOW-GAP-30: a group may play that cover is blown for the turn only."""
    b = fire(unseen(blown_cover=reading), "Z", "A")
    assert why_not(b) == ""
    end_turn(b)
    assert why_not(b) == later


@pytest.mark.clause("FOW-7.3-03")
def test_blown_cover_still_protects() -> None:
    b = fire(unseen(), "Z", "A")
    assert worth(b) == 2


# ---------------------------------------------------------------- seen going in


def step(b: Battle, *to: tuple[float, float]) -> Battle:
    """Z moves once more, pushing on; pays with a marker where it must."""
    game = activation(b, "Z")
    walk(game.choose("push on" if game.has("push on") else "move"), "Z", list(to))
    if not game.done and getattr(game.pending, "kind", "") == "pay":
        game.choose("marker")
    return game.b


def walker(x: float, y: float, *more: Any, ground: Any = ()) -> Battle:
    return battle(
        unit(0, "A", (10, 8), weapon=RIFLE),
        *more,
        unit(1, "Z", (x, y), weapon=RIFLE),
        ground=[("Woods", 5, 19, 15, 25), *ground],
    )


@pytest.mark.clause("FOW-7.3-04")
def test_behind_the_wood_into_the_wood() -> None:
    """From A's far side: the wood hides Z before it goes in and when it is in."""
    b = walker(10, 27)
    assert why_not(b) == "FOW-8.1-03"
    b = step(b, (10, 21))
    assert named(b, "Z").seen_by == 0
    assert why_not(b) == "FOW-7.3-04"


@pytest.mark.clause("FOW-7.3-04")
def test_before_the_enemys_eyes_into_the_wood() -> None:
    b = walker(10, 17)
    b = step(b, (10, 21))
    assert named(b, "Z").seen_by == 1 << 0
    assert why_not(b) == ""
    assert worth(b) == 2


@pytest.mark.clause("FOW-7.3-04")
def test_only_who_saw_it_may_shoot() -> None:
    """B stands behind a house: it did not see Z go in, and does not see it afterwards...

    ... until it comes out of the house's shade: then Z is hidden from it, not from A.
    """
    b = walker(10, 17, unit(0, "B", (30, 17), weapon=RIFLE), ground=[("Building", 20, 14, 24, 24)])
    assert why_not(b, "B") == "FOW-8.1-03"
    b = step(b, (10, 21))
    assert named(b, "Z").seen_by == 1 << 0
    named(b, "B").y[0] = 30.0
    b.disturbed(named(b, "B"))
    assert why_not(b, "A") == ""
    assert why_not(b, "B") == "FOW-7.3-04"


@pytest.mark.clause("FOW-7.3-04")
def test_one_glimpse_on_the_way_is_enough() -> None:
    """From behind one house, past a gap between two, into the wood behind the other."""
    houses = [("Building", 0, 12, 9.2, 16), ("Building", 10.8, 12, 30, 16)]
    b = walker(7, 17.5, ground=houses)
    assert why_not(b) == "FOW-8.1-03"
    passing = step(b, (10.5, 17.5), (11.5, 19.5))
    assert named(passing, "Z").seen_by == 1
    straight = step(walker(7, 17.5, ground=houses), (7, 19.5))
    assert named(straight, "Z").seen_by == 0
    inside_a_leg = step(walker(7, 18.6, ground=houses), (12, 18.6), (12, 19.3))
    assert named(inside_a_leg, "Z").seen_by == 1
    # Half an inch of open ground before the trees is a moment too.
    edge = step(walker(9.55, 18.4, ground=[("Building", 0, 12, 9.9, 16)]), (10.2, 19.0))
    assert named(edge, "Z").seen_by == 1


@pytest.mark.clause("FOW-7.3-04")
def test_leaving_the_cover_forgets() -> None:
    """Blown in one wood, out at the back, into the next unseen."""
    b = battle(
        unit(0, "A", (10, 8), weapon=RIFLE),
        unit(1, "Z", (10, 24), weapon=RIFLE),
        ground=[("Woods", 5, 19, 15, 25), ("Vegetation", 5, 28, 15, 34)],
    )
    named(b, "Z").seen_by = 1
    b = fire(b, "Z", "A")
    assert named(b, "Z").blown == 1
    b = step(b, (10, 27))
    assert (named(b, "Z").blown, named(b, "Z").seen_by) == (0, 0)
    b = step(b, (10, 24))  # back in, unseen behind the trees
    assert why_not(b) == "FOW-7.3-04"
    b = fire(b, "Z", "A")
    b = step(b, (10, 24.5))  # moving about inside forgets nothing
    assert named(b, "Z").blown == 1
    assert why_not(b) == ""


@pytest.mark.clause("FOW-7.3-04")
def test_who_stands_in_cover_as_the_game_begins() -> None:
    """FOW-GAP-30: seen by whoever has a line to it then; the wood between hides the other."""
    b = battle(
        unit(0, "A", (10, 8), weapon=RIFLE),
        unit(0, "B", (30, 21), weapon=RIFLE),
        unit(1, "Z", (10, 21)),
        ground=[("Vegetation", 5, 19, 15, 25), ("Building", 18, 16, 24, 26)],
    )
    assert named(b, "Z").seen_by == 1
    assert why_not(b, "A") == ""
    assert why_not(b, "B") == "FOW-7.3-04"


# ---------------------------------------------------------------- inside one piece


def inside(gap: float, weapon: str = RIFLE, ground: str = "Woods", **settings: Any) -> Battle:
    """Both in one wood, this far from edge to edge, and neither seen."""
    b = battle(
        unit(0, "A", (10, 20), weapon=weapon),
        unit(1, "Z", (10, 21 + gap)),
        ground=[(ground, 5, 15, 15, 35)],
        **settings,
    )
    named(b, "Z").seen_by = 0
    return b


@pytest.mark.clause("FOW-7.4-01")
@pytest.mark.parametrize("ground", ["Woods", "Vegetation"])
def test_six_inches_inside_one_piece(ground: str) -> None:
    assert why_not(inside(6.0, ground=ground)) == ""
    assert why_not(inside(6.1, ground=ground)) == "FOW-7.4-01"
    assert why_not(inside(6.5, ground=ground)) == "FOW-7.4-01"


@pytest.mark.clause("FOW-7.4-01")
def test_out_of_the_piece_the_whole_range() -> None:
    b = battle(
        unit(0, "A", (10, 20), weapon=RIFLE),
        unit(1, "Z", (10, 36)),
        ground=[("Woods", 5, 15, 15, 35)],
    )
    assert why_not(b) == ""  # 15 inches, from inside to outside


@pytest.mark.clause("FOW-7.4-02")
def test_inside_one_piece_nobody_is_hidden() -> None:
    b = inside(5.0)
    assert why_not(b) == ""
    assert named(b, "Z").blown == 0
    outside = battle(
        unit(0, "A", (10, 14.4), weapon=RIFLE),
        unit(1, "Z", (10, 20.4)),
        ground=[("Woods", 5, 15, 15, 35)],
    )
    named(outside, "Z").seen_by = 0
    assert why_not(outside) == "FOW-7.3-04"


@pytest.mark.clause("FOW-7.4-01")
def test_a_hedge_is_no_area() -> None:
    """Fifteen inches apart along the same hedge."""
    b = battle(
        unit(0, "A", (5, 20.5), weapon=RIFLE),
        unit(1, "Z", (21, 20.5)),
        ground=[("Hedge", 0, 19, 30, 19.5)],
    )
    assert why_not(b) == ""


@pytest.mark.clause("FOW-8.1-04")
def test_inside_one_piece_others_still_block() -> None:
    b = battle(
        unit(0, "A", (10, 18), weapon=RIFLE),
        unit(0, "B", (10, 21)),
        unit(1, "Z", (10, 24.5)),
        ground=[("Woods", 5, 15, 15, 35)],
    )
    named(b, "Z").seen_by = 0
    assert why_not(b) == "FOW-8.1-03"


@pytest.mark.clause("FOW-7.4-02")
def test_two_woods_are_not_one_piece() -> None:
    b = battle(
        unit(0, "A", (10, 20), weapon=RIFLE),
        unit(1, "Z", (10, 25)),
        ground=[("Woods", 5, 15, 15, 22), ("Woods", 5, 23, 15, 30)],
    )
    named(b, "Z").seen_by = 0
    assert why_not(b) == "FOW-7.3-04"


def test_cover_counts_inside_unless_a_group_plays_otherwise() -> None:
    """FOW-GAP-31."""
    assert worth(inside(5.0)) == 2
    assert worth(inside(5.0, cover_inside=False)) == 0
    assert worth(across("Woods", cover_inside=False)) == 2


@pytest.mark.parametrize(
    ("gap", "reading", "far"),
    [
        (5.0, "weapon", False),
        (5.0, "six_inches", True),
        (3.0, "six_inches", False),
    ],
)
def test_half_range_inside_is_the_weapons(gap: float, reading: str, far: bool) -> None:
    """FOW-GAP-31: half of 12 inches is 6, half of 6 is 3."""
    parts = shot(inside(gap, SMG, half_range_inside=reading)).parts()
    assert ("FOW-8.3-08" in parts) == far


# ---------------------------------------------------------------- charged in cover


def charged(kind: str = "Woods", start: tuple[float, float] = (10, 16.5)) -> Game:
    """A charges Z, who stands a little inside the piece and strikes no blow."""
    b = battle(
        unit(0, "A", start, fv=6),
        unit(1, "Z", (10, 20), fv=0, wounds=3),
        ground=[(kind, 5, 19, 15, 30)],
    )
    game = activation(b, "A")
    return game.choose("charge Z").go(10, 20)


@pytest.mark.clause("FOW-7.4-03")
def test_hard_cover_helps_the_charged() -> None:
    assert charged().parts()["FOW-9.3-05"] == -2


@pytest.mark.clause("FOW-7.4-03")
def test_not_against_those_who_were_in_it() -> None:
    assert "FOW-9.3-05" not in charged(start=(10, 22.5)).parts()


@pytest.mark.clause("FOW-7.4-03")
def test_soft_cover_does_not() -> None:
    assert "FOW-9.3-05" not in charged("Vegetation").parts()


@pytest.mark.clause("FOW-7.4-03")
def test_nor_does_it_last_longer_than_the_turn() -> None:
    game = charged().roll(10)
    assert game.done
    b = game.b
    assert named(b, "Z").shields == [0]
    same_turn = Game(b.clone()).choose("A: fight on")
    assert same_turn.parts()["FOW-9.3-05"] == -2
    end_turn(b)
    b.phase = "attempts"
    b.active = 0
    next_turn = Game(b).choose("A: fight on")
    assert "FOW-9.3-05" not in next_turn.parts()


# ---------------------------------------------------------------- sight


@pytest.mark.clause("FOW-8.1-03")
def test_direct_fire_needs_a_line() -> None:
    open_ = battle(unit(0, "A", (10, 10), weapon=RIFLE), unit(1, "Z", (10, 30)))
    assert why_not(open_) == ""
    wood = battle(
        unit(0, "A", (10, 10), weapon=RIFLE),
        unit(1, "Z", (10, 30)),
        ground=[("Woods", 5, 18, 15, 20)],
    )
    assert why_not(wood) == "FOW-8.1-03"
    # Not the piece in which the shooter stands.
    own = battle(
        unit(0, "A", (10, 10), weapon=RIFLE),
        unit(1, "Z", (10, 30)),
        ground=[("Woods", 5, 8, 15, 20)],
    )
    assert why_not(own) == ""


@pytest.mark.clause("FOW-8.1-04")
@pytest.mark.parametrize("player", [0, 1])
def test_other_units_block(player: int) -> None:
    def between(*at: tuple[float, float]) -> str:
        return why_not(
            battle(
                unit(0, "A", (10, 10), weapon=RIFLE), unit(1, "Z", (10, 24)), unit(player, "B", *at)
            )
        )

    assert between((10, 20)) == "FOW-8.1-03"
    assert between((13, 20)) == ""
    assert between((10, 30)) == ""


@pytest.mark.clause("FOW-8.1-04")
def test_its_own_unit_and_the_targets_do_not() -> None:
    b = battle(unit(0, "A", (10, 10), (10, 12), weapon=RIFLE), unit(1, "Z", (10, 20), (10, 22)))
    game = shot(b)
    assert game.pending is not None
    assert game.pending.pool == 6  # type: ignore[attr-defined]
    assert firing(b, named(b, "A"), named(b, "Z"), 0).seen == (0, 1)
    front = battle(
        unit(0, "A", (10, 10), (10, 12), arms=[(RIFLE, 1), (None, 1)]), unit(1, "Z", (10, 20))
    )
    assert why_not(front) == ""


@pytest.mark.clause("FOW-8.1-05")
@pytest.mark.parametrize(("edge", "seen"), [(10.0, True), (9.9, False), (10.1, True)])
def test_half_a_base_is_enough(edge: float, seen: bool) -> None:
    """The wood's edge runs along the line of the centres, or a tenth of an inch over it."""
    b = battle(
        unit(0, "A", (10, 10), weapon=RIFLE),
        unit(1, "Z", (10, 24)),
        ground=[("Woods", edge, 16, 20, 20)],
    )
    assert (why_not(b) == "") is seen


@pytest.mark.clause("FOW-8.1-05")
@pytest.mark.parametrize(("reading", "why"), [("half_base", ""), ("centres", "FOW-8.1-03")])
def test_a_post_before_the_middle_hides_little(reading: str, why: str) -> None:
    """FOW-GAP-75: three tenths of an inch before a base of one inch; the centre is hidden."""
    b = battle(
        unit(0, "A", (10, 10), weapon=RIFLE),
        unit(1, "Z", (10, 24)),
        ground=[("Woods", 9.85, 20, 10.15, 21)],
        line_of_sight=reading,
    )
    assert why_not(b) == why


@pytest.mark.clause("FOW-8.1-05")
def test_only_figures_in_view_are_shot_at() -> None:
    b = battle(
        unit(0, "A", (10, 10), weapon=RIFLE),
        unit(1, "Z", (10, 24), (12, 24), (14, 24)),
        ground=[("Woods", 10.6, 20, 20, 22)],
    )
    assert firing(b, named(b, "A"), named(b, "Z"), 0).seen == (0,)


@pytest.mark.clause("FOW-7.3-02")
def test_a_leader_who_leaves_takes_no_cover_with_him() -> None:
    """Who knows where the unit is knows where its leader is."""
    b = battle(
        unit(0, "A", (10, 10), weapon=RIFLE),
        unit(1, "Z", (10, 21), (12, 21), weapon=RIFLE),
        unit(1, "Boss", (14, 21), leader=True),
        ground=[("Woods", 5, 19, 15, 25)],
        leaders={"Boss": "Z"},
    )
    named(b, "Z").seen_by = 0
    b = fire(b, "Z", "A")
    assert why_not(b) == ""
    z = named(b, "Z")
    boss = detach(b, z, next(i for i in range(z.figures) if z.kinds[z.kind[i]].leader >= 0))
    assert why_not(b, "A", boss.name) == ""


@pytest.mark.clause("FOW-7.3-01")
@pytest.mark.parametrize(("z", "blown"), [((10, 20.5), True), ((10, 16), False)])
def test_a_hedge_that_both_are_behind_is_blown_by_a_shot_across_it(
    z: tuple[float, float], blown: bool
) -> None:
    """Half an inch from it, on either side; and a shot away from it does nothing."""
    lines = [("Low Wall", 30, 30, 34, 30.5), ("Hedge", 0, 19, 30, 19.5)]
    b = battle(unit(0, "A", (10, 18), weapon=RIFLE), unit(1, "Z", z), ground=lines)
    named(b, "Z").seen_by = 1
    assert named(fire(b), "A").blown == 0b10 * blown


@pytest.mark.clause("FOW-8.1-03")
def test_what_is_known_of_one_enemy_is_not_believed_of_another() -> None:
    b = battle(
        unit(1, "Y", (10, 22)),
        unit(0, "A", (10, 10), weapon=RIFLE),
        unit(1, "Z", (14, 20)),
        unit(1, "Hidden", (30, 20)),
        unit(0, "B", (12, 10), weapon=RIFLE),
        ground=[("Building", 18, 12, 24, 16)],
    )
    units = ("Y", "Z", "Hidden")
    assert [unit_sees(b, named(b, "A"), named(b, v)) for v in units] == [True, True, False]
    for who in ("A", "B"):
        assert [why_not(b, who, v) for v in units] == ["", "", "FOW-8.1-03"]


@pytest.mark.clause("FOW-7.3-04")
def test_each_enemy_that_saw_it_go_in_is_remembered() -> None:
    """Of three, the one behind the house did not."""
    b = battle(
        unit(0, "Far", (44, 44)),
        unit(1, "Z", (10, 17)),
        unit(0, "A", (10, 8), weapon=RIFLE),
        unit(0, "B", (16, 8), weapon=RIFLE),
        ground=[("Woods", 5, 19, 15, 25), ("Building", 30, 30, 43, 43)],
        active=1,
    )
    named(b, "Z").seen_by = 0
    after = step(b, (10, 20.5))
    assert named(after, "Z").seen_by == 0b1100


@pytest.mark.clause("FOW-8.1-04")
def test_the_hedge_in_front_of_them_blinds_nobody() -> None:
    for a, z, sight in ((18, 30, True), (18, 20.5, True), (10, 30, False), (10, 20.5, True)):
        line = [("Hedge", 0, 19, 30, 19.5)]
        b = battle(unit(0, "A", (10, a), (12, a)), unit(1, "Z", (10, z), (12, z)), ground=line)
        for u, v in ("AZ", "ZA"):
            named(b, v).seen_by = -1  # the hedge does not hide who is known to be there
            assert unit_sees(b, named(b, u), named(b, v)) is sight
