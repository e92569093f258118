"""Chapters 2.2, 3.1 and 5: hits become figures or markers, and what markers do."""

from typing import Any

import pytest

from grognard.systems.forge_of_war.attempts import RALLY, Attempt
from grognard.systems.forge_of_war.hits import Struck, split, take_hits
from grognard.systems.forge_of_war.losses import gain_markers, lose, marker_or_figure
from grognard.systems.forge_of_war.movement import allowance
from grognard.systems.forge_of_war.profiles import load_catalogue
from grognard.systems.forge_of_war.state import DESTROYED, Battle
from tests.systems.forge_of_war.field import Game, alone, battle, row, unit

clause = pytest.mark.clause


def outcomes(hits: int, struck: Struck) -> set[tuple[int, int]]:
    """Every (figures, markers) that the owner may choose."""
    procedure = take_hits(hits, struck)
    try:
        effect = next(procedure)
    except StopIteration as stop:
        return {(stop.value.wounds, stop.value.markers)}
    out = set()
    for n in range(len(effect.options)):  # type: ignore[attr-defined]
        again = take_hits(hits, struck)
        next(again)
        with pytest.raises(StopIteration) as end:
            again.send(n)
        out.add((end.value.value.wounds, end.value.value.markers))
    return out


# ---------------------------------------------------------------- hits


@clause("FOW-2.2-01", "FOW-5.1-01")
def test_a_figure_or_a_marker_for_every_hit() -> None:
    # The check: 0 of 3 markers, 20 figures, 2 hits.
    assert outcomes(2, Struck(1, 0, 3, 20)) == {(2, 0), (1, 1), (0, 2)}


@clause("FOW-5.1-01")
def test_the_owner_of_the_unit_chooses() -> None:
    game = Game(
        battle(
            unit(0, "us", *row(10, 10, 3), weapon="Assault Rifle"), unit(1, "them", *row(10, 20, 3))
        )
    )
    game.choose("us: activate").roll(1).choose("shoot at them").choose("it will not move")
    game.roll(7, 7, 10, 10, 10, 10)
    # SV 7: two hits, decided by the player who was shot at.
    assert game.asks("hits").player == 1
    assert len(game.labels()) == 3
    game.choose("1 D-marker, 1 lost").choose("as proposed")
    assert (game.unit("them").markers, game.unit("them").figures) == (1, 2)


@clause("FOW-5.1-03")
def test_at_the_maximum_every_hit_is_a_figure() -> None:
    # The check: Professional, 3 D, 2 hits: 2 figures, still 3 D; nothing to choose.
    assert outcomes(2, Struck(1, 3, 3, 10)) == {(2, 0)}
    # One below it one marker at most.
    assert outcomes(2, Struck(1, 2, 3, 10)) == {(2, 0), (1, 1)}
    # Over it (a sniper's marker may be) there is no room either.
    assert outcomes(2, Struck(1, 5, 3, 10)) == {(2, 0)}


@clause("FOW-5.1-03")
def test_hits_beyond_the_figures_that_can_fall() -> None:
    # FOW-GAP-72: H 5, V 2, C 2 -> d is between min(3, 2) and 2: both, 2 figures, 1 hit lost.
    assert outcomes(5, Struck(1, 1, 3, 2)) == {(2, 2)}
    # H 4, V 3, C 3 -> d from 1 to 3.
    assert outcomes(4, Struck(1, 0, 3, 3)) == {(3, 1), (2, 2), (1, 3)}
    assert split(0, Struck(1, 0, 3, 3)) == (0, 0)


@clause("FOW-5.1-05")
@pytest.mark.parametrize(
    ("training", "most"),
    [("Elite", 5), ("Veteran", 4), ("Professional", 3), ("Militia", 2), ("Horde", 1)],
)
def test_how_many_markers_each_training_carries(training: str, most: int) -> None:
    u = unit(0, "us", (10, 10), training=training)
    assert u.most_markers == most
    assert load_catalogue().training(training).markers == most


@clause("FOW-5.1-05", "FOW-5.1-04")
def test_one_more_than_the_maximum_is_refused() -> None:
    # The check: Veteran with 4 D cannot choose a fifth.
    b = battle(unit(0, "us", *row(10, 10, 3), training="Veteran", state={"markers": 4}))
    game = Game(b, alone(marker_or_figure, b.units[0], "it is in a hurry", "FOW-6.2-02"))
    refusal = game.refusal("marker")
    assert refusal is not None
    assert refusal.clause == "FOW-5.1-03"
    assert "4" in refusal.legal
    game.choose("figure").choose("as proposed")
    assert (game.unit("us").markers, game.unit("us").figures) == (4, 2)
    b = battle(unit(0, "us", *row(10, 10, 3), training="Veteran", state={"markers": 3}))
    game = Game(b, alone(marker_or_figure, b.units[0], "it is in a hurry", "FOW-6.2-02"))
    game.choose("marker")
    assert (game.unit("us").markers, game.unit("us").figures) == (4, 3)


@clause("FOW-5.1-04")
def test_a_marker_that_finds_no_room_costs_a_figure() -> None:
    b = battle(unit(0, "us", *row(10, 10, 4), training="Militia", state={"markers": 1}))
    game = Game(b, alone(gain_markers, b.units[0], 2, "hard times"))
    # The first fits, the second does not.
    game.choose("as proposed")
    assert (game.unit("us").markers, game.unit("us").figures) == (2, 3)
    assert game.clauses() == ["FOW-5.1-02", "FOW-5.1-04"]


@clause("FOW-5.1-04")
def test_the_last_man_lost_so_is_lost() -> None:
    b = battle(unit(0, "us", (10, 10), training="Horde", state={"markers": 1}))
    game = Game(b, alone(gain_markers, b.units[0], 3, "hard times"))
    assert game.done
    assert game.unit("us").off == DESTROYED


@clause("FOW-2.2-04")
def test_pushing_through_difficult_ground_is_paid_for() -> None:
    game = Game(
        battle(
            unit(0, "us", (10, 10)), unit(1, "them", (40, 40)), ground=[("Woods", 8, 12, 14, 20)]
        )
    )
    game.choose("us: activate").roll(1).choose("push on").by(0, 6)
    assert game.asks("pay").player == 0
    game.choose("marker")
    assert game.unit("us").markers == 1
    assert "FOW-6.2-02" in game.clauses()


# ---------------------------------------------------------------- what markers do


@clause("FOW-5.1-02", "FOW-2.2-02", "FOW-5.1-06")
def test_markers_lower_three_values_and_everybody_sees_it() -> None:
    # The check: 7/6/5 with 2 D is 5/4/3; AV and W stay.
    b = battle(
        unit(0, "us", (10, 10), sv=6, fv=5, av=2, wounds=3, state={"markers": 2}),
        unit(1, "them", (10, 40)),
    )
    for seat in (0, 1, None):
        shown = b.view(seat)["units"][0]
        assert shown["markers"] == 2
        assert shown["most_markers"] == 3
        assert shown["values"] == {"CV": 5, "SV": 4, "FV": 3, "AV": 2, "W": 3}


@clause("FOW-5.1-02", "FOW-3.1-03")
def test_markers_lower_the_shooting_value() -> None:
    # SV 7 - 2, AV 1 cancelled by WV 1: 5.
    game = Game(
        battle(
            unit(0, "us", *row(10, 10, 3), weapon="Assault Rifle", state={"markers": 2}),
            unit(1, "them", *row(10, 20, 3), state={"markers": 3}),
        )
    )
    game.choose("us: activate").roll(1).choose("shoot at them").choose("it will not move")
    assert game.need() == 5  # the target's own markers do not matter


@clause("FOW-5.1-02", "FOW-3.1-04", "FOW-3.1-06")
def test_markers_lower_the_fighting_value() -> None:
    # FV 5 - 2 markers - AV 2 = 1; the others FV 5 - AV 0 = 5: knives and bayonets add nothing.
    game = Game(
        battle(
            unit(0, "us", (10, 10), fv=5, av=0, state={"markers": 2}),
            unit(1, "them", (10, 11), fv=5, av=2),
        )
    )
    game.choose("us: fight on")
    assert game.need() == 1
    game.roll(10)
    assert game.need() == 5
    game.roll(10)


@clause("FOW-2.2-03")
def test_markers_do_not_slow_a_unit_unless_the_group_wants_it() -> None:
    def inches(markers: int, penalty: int, move: float = 6.0) -> float:
        b = battle(
            unit(0, "us", (10, 10), training="Elite", move=move, state={"markers": markers}),
            marker_move_penalty=penalty,
        )
        return allowance(b, b.units[0])

    assert inches(5, 0) == 6.0
    assert [inches(m, 1) for m in range(6)] == [6.0, 5.0, 4.0, 3.0, 2.0, 1.0]
    assert inches(5, 3) == 1.0  # never under an inch
    assert inches(5, 1, move=0.5) == 0.5


@clause("FOW-2.2-03")
def test_the_slowed_move_is_what_the_table_allows() -> None:
    game = Game(
        battle(
            unit(0, "us", (10, 10), state={"markers": 2}),
            unit(1, "them", (40, 40)),
            marker_move_penalty=1,
        )
    )
    game.choose("us: activate").roll(1).choose("move 4")
    assert game.refused((10, 14.125)).clause == "FOW-6.1-02"
    game.to((10, 14))


@clause("FOW-2.2-06")
def test_markers_stay_from_turn_to_turn() -> None:
    game = Game(
        battle(unit(0, "us", (10, 10), state={"markers": 2}), unit(1, "them", (40, 40), cv=1))
    )
    game.choose("us: activate").roll(10).choose("stay")
    game.choose("them: activate").roll(10).choose("stay")
    assert game.b.turn == 2
    assert game.unit("us").markers == 2
    game.roll(9).roll(1).choose("first")
    # Rallying is the way: 7 - 2 = 5, a 4 takes one off.
    game.choose("us: rally").roll(4)
    assert game.unit("us").markers == 1


@clause("FOW-2.2-06")
def test_who_carries_none_has_nothing_to_rally_from() -> None:
    game = Game(battle(unit(0, "us", (10, 10)), unit(1, "them", (40, 40))))
    assert not game.has(Attempt(0, RALLY))


# ---------------------------------------------------------------- wounds


def hurt(wounded: list[int], wounds: int) -> Battle:
    return battle(
        unit(0, "us", *row(10, 10, len(wounded)), wounds=wounds, state={"wounded": wounded})
    )


@clause("FOW-3.1-08")
def test_a_figure_falls_with_its_last_wound() -> None:
    b = hurt([0], 3)
    u = b.units[0]
    Game(b, alone(lose, u, 2, [0]))
    assert (u.figures, u.wounded) == (1, [2])
    Game(b, alone(lose, u, 1, [0]))
    assert u.off == DESTROYED


@clause("FOW-3.1-09")
def test_the_wounded_figure_goes_first() -> None:
    # The check: 5 figures of W 3, one carries 1 wound, 3 wounds: it is gone, another carries 1.
    b = hurt([0, 0, 1, 0, 0], 3)
    u = b.units[0]
    wounded_at = u.x[2]
    game = Game(b, alone(lose, u, 3, [0, 1, 2, 3, 4]))
    game.choose("4 ") if game.has("4 ") else game.choose("4")
    assert u.figures == 4
    assert wounded_at not in u.x
    assert sorted(u.wounded) == [0, 0, 0, 1]


@clause("FOW-3.1-09")
def test_even_when_only_others_were_in_view() -> None:
    b = hurt([1, 0], 2)
    Game(b, alone(lose, b.units[0], 1, [1]))
    assert b.units[0].figures == 1
    assert b.units[0].wounded == [0]


@clause("FOW-5.1-01")
def test_the_owner_says_who_falls() -> None:
    b = battle(unit(0, "us", *row(10, 10, 3)))
    game = Game(b, alone(lose, b.units[0], 1, [0, 1, 2]))
    assert game.asks("fall").player == 0
    game.choose(1)
    assert b.units[0].x == [10.0, 14.0]


# ---------------------------------------------------------------- slaughter


def slaughterers(**more: Any) -> Battle:
    """us can shoot the last of the victims; somebody else is left to fight on."""
    return battle(
        unit(0, "us", *row(10, 10, 3), weapon="Assault Rifle", state={"markers": 2}),
        unit(1, "victims", (12, 20), training="Horde", state={"markers": 1}),
        unit(1, "rest", (40, 40)),
        **more,
    )


@clause("FOW-5.2-06")
def test_just_slaughtered_counts_for_the_next_rally() -> None:
    game = Game(slaughterers())
    game.choose("us: activate").roll(1).choose("shoot at victims").choose("it will not move")
    game.roll(1, 10, 10, 10, 10, 10)
    assert game.unit("victims").off == DESTROYED
    game.choose("nothing more")
    game.choose("rest: activate").roll(10).choose("stay")
    game.roll(9).roll(1).choose("first").choose("us: rally")
    # 7 - 2 + 1, with an enemy in sight.
    assert game.parts() == {"FOW-5.2-02": -2, "FOW-5.2-06": 1}
    assert game.need() == 6
    game.roll(6)
    game.choose("rest: activate").roll(10).choose("stay")
    # Used up by that rally (FOW-GAP-70).
    game.roll(9).roll(1).choose("first").choose("us: rally")
    assert game.need() == 5


@clause("FOW-5.2-06")
def test_it_is_over_after_another_attempt() -> None:
    b = slaughterers()
    b.units[0].slaughtered = True
    game = Game(b)
    game.choose("us: activate").roll(1).choose("nothing more")
    game.choose("victims: activate").roll(10).choose("stay")
    game.choose("rest: activate").roll(10).choose("stay")
    game.roll(9).roll(1).choose("first").choose("us: rally")
    assert game.need() == 5


@clause("FOW-5.2-06")
def test_only_the_last_man_makes_a_slaughter() -> None:
    b = battle(
        unit(0, "us", *row(10, 10, 3), weapon="Assault Rifle"),
        unit(1, "victims", (12, 20), (14, 20), training="Horde", state={"markers": 1}),
    )
    game = Game(b)
    game.choose("us: activate").roll(1).choose("shoot at victims").choose("it will not move")
    game.roll(1, 10, 10, 10, 10, 10).choose("as proposed")
    assert not game.unit("us").slaughtered
