"""Chapter 6.1: how far, how near to whom, and together."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.forge_of_war.movement import March, allowance
from grognard.systems.forge_of_war.places import overlaps
from tests.systems.forge_of_war.field import battle, named, unit
from tests.systems.forge_of_war.ways import activation, clause, march, refusal, walk, ways


@pytest.mark.clause("FOW-6.1-01")
@pytest.mark.parametrize(("kind", "inches"), [("infantry", 6.0), ("cavalry", 12.0)])
def test_allowances(kind: str, inches: float) -> None:
    b = battle(unit(0, "A", (10, 10), type=kind))
    assert clause(b, "A", [(10, 10 + inches)]) == ""
    assert clause(b, "A", [(10, 10 + inches + 0.1)]) == "FOW-6.1-02"


@pytest.mark.clause("FOW-6.1-01")
def test_a_force_list_may_say_otherwise() -> None:
    b = battle(unit(0, "A", (10, 10), move=5))
    assert clause(b, "A", [(10, 15)]) == ""
    assert clause(b, "A", [(10, 15.1)]) == "FOW-6.1-02"


@pytest.mark.clause("FOW-6.1-02")
def test_any_distance_up_to_the_allowance() -> None:
    b = battle(unit(0, "A", (10, 10)))
    for far in (0.0, 0.1, 3.0, 6.0):
        assert clause(b, "A", [(10 + far, 10)]) == ""
    too_far = refusal(b, "A", [(16.1, 10)])
    assert too_far is not None
    assert too_far.clause == "FOW-6.1-02"
    assert '6"' in too_far.legal
    # The way counts, not how near to its start it ends: 3 + 3.1.
    assert clause(b, "A", [(13, 10), (9.9, 10)]) == "FOW-6.1-02"
    assert clause(b, "A", [(13, 10), (10, 10)]) == ""


@pytest.mark.clause("FOW-6.1-02")
def test_two_moves_one_after_the_other() -> None:
    game = activation(battle(unit(0, "A", (10, 10)), unit(1, "Z", (40, 40))), "A")
    walk(game.choose("move"), "A", [(10, 16)])
    walk(game.choose("move"), "A", [(10, 22)])
    assert game.done
    assert game.unit("A").y == [22.0]
    assert game.unit("A").moved == [12.0]
    assert [t.clause for t in game.told("move")] == ["FOW-6.1-02"] * 2


@pytest.mark.clause("FOW-6.1-02")
def test_the_table_ends_at_its_edge() -> None:
    b = battle(unit(0, "A", (10, 1)))
    assert clause(b, "A", [(10, 0.5)]) == ""  # a base of one inch against the edge
    assert clause(b, "A", [(10, 0.4)]) == "FOW-6.1-02"


# ---------------------------------------------------------------- two inches


@pytest.mark.clause("FOW-6.1-03")
@pytest.mark.parametrize(("y", "legal"), [(22.9, False), (23.0, True)])
def test_two_inches_off_on_the_way(y: float, legal: bool) -> None:
    """Bases of one inch: centres 2.9 apart are 1.9 from edge to edge, 3.0 are 2.0."""
    b = battle(unit(0, "A", (17, y)), unit(1, "X", (20, 20)))
    assert clause(b, "A", [(23, y)]) == ("" if legal else "FOW-6.1-03")


@pytest.mark.clause("FOW-6.1-03")
@pytest.mark.parametrize(("y", "legal"), [(22.9, False), (23.0, True)])
def test_two_inches_off_while_charging_another(y: float, legal: bool) -> None:
    b = battle(unit(0, "A", (17, y)), unit(1, "X", (20, 20)), unit(1, "Y", (24, y)))
    found = clause(b, "A", [(23, y)], charge="Y")
    assert found == ("" if legal else "FOW-6.1-03")
    assert clause(b, "A", [(23, y)]) == "FOW-6.1-03"  # without charging Y: too near to Y


@pytest.mark.clause("FOW-6.1-03")
def test_the_corner_of_a_way_counts() -> None:
    b = battle(unit(0, "A", (17, 24)), unit(1, "X", (20, 20)))
    assert clause(b, "A", [(20, 22.9), (20.5, 24)]) == "FOW-6.1-03"
    assert clause(b, "A", [(20, 23.0), (20.5, 24)]) == ""


@pytest.mark.clause("FOW-6.1-03")
def test_every_figure_of_the_mover_counts_and_every_enemy_figure() -> None:
    b = battle(unit(0, "A", (10, 15), (12, 15)), unit(1, "X", (16, 22), (14, 22)))
    assert clause(b, "A", [(10, 19)], [(12, 19)]) == ""
    # The second comes to 2.9 - 1 = 1.9 from the enemy's second figure.
    assert clause(b, "A", [(10, 19)], [(14, 19.1)]) == "FOW-6.1-03"


@pytest.mark.clause("FOW-6.1-03")
def test_a_charge_touches_its_target_only() -> None:
    b = battle(unit(0, "A", (20, 15)), unit(1, "X", (19.5, 20)), unit(1, "Y", (20.5, 20)))
    # Between them it would touch both: it may not even come near the other.
    assert clause(b, "A", [(20, 19.125)], charge="X") == "FOW-6.1-03"
    assert clause(b, "A", [(20, 19.125)], charge="Y") == "FOW-6.1-03"
    apart = battle(unit(0, "A", (20, 15)), unit(1, "X", (20, 20)), unit(1, "Y", (23.5, 20)))
    assert clause(apart, "A", [(20, 19)], charge="X") == ""


@pytest.mark.clause("FOW-6.1-03")
def test_who_starts_too_near_comes_no_nearer() -> None:
    """FOW-GAP-87: 1.5 inches off at the start."""
    b = battle(unit(0, "A", (20, 22.5)), unit(1, "X", (20, 20)))
    assert clause(b, "A", [(20, 25)]) == ""
    assert clause(b, "A", [(22, 22.5)]) == ""
    assert clause(b, "A", [(20, 22.4)]) == "FOW-6.1-03"


@pytest.mark.clause("FOW-6.1-03")
def test_hidden_enemies_are_known() -> None:
    """FOW-GAP-87: every enemy on the table is known, seen or not."""
    b = battle(
        unit(0, "A", (17, 22.9)), unit(1, "X", (20, 20)), ground=[("Vegetation", 18, 18, 22, 22)]
    )
    assert clause(b, "A", [(23, 22.9)]) == "FOW-6.1-03"


# ---------------------------------------------------------------- together


@pytest.mark.clause("FOW-6.1-04")
def test_figures_move_each_its_own_way_and_end_together() -> None:
    b = battle(unit(0, "A", (10, 10), (12, 10), (14, 10)))
    assert clause(b, "A", [(10, 12)], None, [(15, 10)]) == ""  # 2.83 and 3 between centres
    apart = refusal(b, "A", None, None, [(15.1, 10)])  # 2.1 from edge to edge
    assert apart is not None
    assert apart.clause == "FOW-6.1-04"
    assert '2"' in apart.legal
    # On the way they may part.
    assert clause(b, "A", None, None, [(17, 10), (14.5, 10)]) == ""


@pytest.mark.clause("FOW-6.1-04")
def test_nobody_ends_on_anybody() -> None:
    b = battle(unit(0, "A", (10, 10), (12, 10)), unit(0, "B", (10, 13)))
    assert clause(b, "A", [(11.5, 10)], None) == "FOW-6.1-04"
    assert clause(b, "A", [(10, 12.5)], None) == "FOW-6.1-04"
    assert clause(b, "A", [(11, 10)], None) == ""  # base to base
    # Friends are passed through.
    assert clause(b, "A", [(10, 14.5)], [(11, 14)]) == ""


@pytest.mark.clause("FOW-6.1-04")
def test_every_pair_together_where_a_group_plays_so() -> None:
    """FOW-GAP-16: in a row the outer two are 3 inches apart."""
    where = [(10, 10), (12, 10), (11, 12)]
    chain = battle(unit(0, "A", *where))
    pairs = battle(unit(0, "A", *where), cohesion="every_pair")
    row = [None, None, [(14, 10)]]
    assert clause(chain, "A", *row) == ""
    assert clause(pairs, "A", *row) == "FOW-6.1-04"


# ---------------------------------------------------------------- settings and helping people


def test_markers_slow_only_where_a_group_plays_so() -> None:
    """FOW-GAP-13: by the book markers take nothing off; 6 - 2 x 1 = 4; never under 1."""
    two = {"markers": 2}
    by_the_book = battle(unit(0, "A", (10, 10), state=two))
    assert clause(by_the_book, "A", [(16, 10)]) == ""
    slowed = battle(unit(0, "A", (10, 10), state=two), marker_move_penalty=1)
    assert clause(slowed, "A", [(14, 10)]) == ""
    assert clause(slowed, "A", [(14.1, 10)]) == "FOW-6.1-02"
    stuck = battle(unit(0, "A", (10, 10), state=two), marker_move_penalty=3)
    assert allowance(stuck, named(stuck, "A")) == 1.0


def test_a_proposal_keeps_formation_and_is_legal() -> None:
    b = battle(unit(0, "A", (10, 10), (12, 10), (11, 12)), unit(1, "X", (11, 20)))
    from grognard.rules.effects import Goal

    m = march(b, "A")
    legs = m.propose(Goal(11, 15))
    assert not isinstance(legs, list)
    assert not m.check(legs)
    assert all(legs)
    assert m.check(m.fallback()) == []


def test_legs_for_the_wrong_number_of_movers_are_refused() -> None:
    game = activation(battle(unit(0, "A", (10, 10), (12, 10))), "A").choose("move")
    before = game.b.to_dict()
    place = game._place()
    assert place.refuse(ways(game.b, "A", [(10, 11)]))
    assert game.session.submit(0, ways(game.b, "A", [(10, 17)], None))
    assert game.b.to_dict() == before
    assert isinstance(place.movement, March)


# ---------------------------------------------------------------- what people are told


@pytest.mark.parametrize(
    ("way", "jump", "what"),
    [
        ([(16, 10), (16, 14.5)], False, 'figure 2 would pass within 2" of Z'),
        ([(12, 10), (12, 4.25)], False, "figure 2 cannot enter deep water 1"),
        ([(12, 16)], False, None),
        ([(17, 15)], True, "figure 2 would land on Z"),
        ([(12, 10.5)], False, "figure 2 would stand on Friend"),
        ([(10.5, 10)], False, "figures 1 and 2 would overlap"),
    ],
)
def test_it_is_said_which_figure_it_is(
    way: list[tuple[float, ...]], jump: bool, what: str | None
) -> None:
    b = battle(
        unit(0, "A", (10, 10), (12, 10), jump=True),
        unit(0, "Friend", (12, 11.25)),
        unit(1, "Z", (17, 16)),
        ground=[("Deep Water", 8, 2, 14, 4)],
    )
    first = [(10, 16)] if what is None else None
    found = refusal(b, "A", first, way, jump=jump)
    assert (found and found.what) == what


def test_nobody_ends_on_those_of_his_unit_who_stay() -> None:
    b = battle(unit(0, "A", (10, 10), (12, 10), (14, 10)))
    found = overlaps(b, b.units[0], [2], [(12.5, 10.5, 0)])
    assert found is not None
    assert found.what == "figures 3 and 2 would overlap"
    assert overlaps(b, b.units[0], [2], [(12.75, 10.75, 0)]) is None
    assert overlaps(b, b.units[0], [1, 2], [(20, 10, 0), (12, 10, 0)]) is None


@pytest.mark.parametrize(
    ("ground", "how", "inches"),
    [
        ("", {}, [6]),
        ("Woods", {}, [6, 3]),
        ("Woods", {"push": True}, [6]),
        ("Hedge", {}, [6, 4, 2]),  # FOW-6.2-05: 2" for each obstacle, two at most
        ("Hedge", {"force": True}, [6]),
        ("Woods", {"charge": "Z"}, [6, 3]),
        # A charge that is found when slowed must be found at full speed too; and it may stop an
        # inch short, across an obstacle (FOW-GAP-29).
        ("Woods", {"charge": "Z", "push": True}, [6, 3]),
        ("Hedge", {"charge": "Z", "force": True}, [7, 6, 4, 2]),
        ("Hedge", {"charge": "Z"}, [7, 6, 4, 2]),
        ("Woods", {"jump": True}, [12]),
    ],
)
def test_the_lengths_that_are_tried(ground: str, how: dict[str, Any], inches: list[float]) -> None:
    b = battle(
        unit(0, "A", (10, 10), jump=True), unit(1, "Z", (10, 14)),
        ground=[(ground, 30, 30, 34, 30.5)] if ground else [],
    )  # fmt: skip
    assert march(b, "A", **how).limits(0) == inches
