"""Random tables, units and goals: what is proposed is legal, what is refused changes nothing."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from grognard.rules.effects import Goal, Leg
from grognard.systems.forge_of_war.movement import March, closed
from grognard.systems.forge_of_war.state import Battle
from grognard.table.lattice import snap, to_grid
from tests.systems.forge_of_war.field import battle, block, named, unit
from tests.systems.forge_of_war.ways import activation

KINDS = (
    "Woods",
    "Boggy Ground",
    "Vegetation",
    "Hedge",
    "Low Wall",
    "Barbed Wire",
    "Building",
    "Deep Water",
    "Bridge",
    "City Wall",
    "Gate",
    "Road",
    "Hill",
    "Trench",
)
SIZE = 28.0

spot = st.floats(2.0, SIZE - 2.0, allow_nan=False).map(lambda v: round(v * 8) / 8)


@st.composite
def pieces(draw: Any) -> tuple[str, float, float, float, float]:
    x, y = draw(spot), draw(spot)
    wide, deep = draw(st.sampled_from([(0.5, 8.0), (8.0, 0.5), (3.0, 3.0), (6.0, 4.0), (2.0, 9.0)]))
    return draw(st.sampled_from(KINDS)), x, y, x + wide, y + deep


@st.composite
def battles(draw: Any) -> Battle:
    """Six men of one side, some in disorder, and two units of the other."""
    corner = (draw(st.integers(4, 20)), draw(st.integers(4, 20)))
    places = block(*corner, 3, 2, draw(st.sampled_from([1.0, 1.5, 2.5, 3.0])))
    foes = [(draw(st.integers(2, 26)), draw(st.integers(2, 26))) for _ in range(2)]
    ground = draw(st.lists(pieces(), max_size=6))
    markers = draw(st.integers(0, 3))
    mounted = draw(st.sampled_from(["infantry", "infantry", "cavalry"]))
    on_foot = mounted == "infantry"
    try:
        b = battle(
            unit(0, "A", *places, type=mounted, jump=on_foot, state={"markers": markers}),
            unit(1, "Y", foes[0], fv=0),
            unit(1, "Z", foes[1], fv=0),
            ground=ground,
            size=(SIZE, SIZE),
        )
    except AssertionError:
        assume(False)
    assume(not any(u.engaged for u in b.units))
    assume(
        not any(
            closed(u, piece) and piece.shape.touches_disc(u.x[i], u.y[i], 0.5)
            for u in b.units
            for i in range(u.figures)
            for piece in b.board.pieces
        )
    )
    return b


hows = st.fixed_dictionaries({"push": st.booleans(), "force": st.booleans()})
relaxed = settings(
    max_examples=120,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


@pytest.mark.clause("FOW-6.1-02", "FOW-6.1-03", "FOW-6.1-04")
@relaxed
@given(battles(), hows, spot, spot, st.integers(0, 1), st.sampled_from(["", "jump", "Y"]))
def test_every_proposal_is_legal(
    b: Battle, how: dict[str, bool], x: float, y: float, level: int, what: str
) -> None:
    u = named(b, "A")
    target = named(b, what) if what == "Y" else None
    jump = what == "jump" and u.profile.jump
    if jump:
        how = {}
    m = March(b, u, jump=jump, target=target, **how)
    before = b.to_dict()
    for goal in [Goal(x, y, level=level), *m.goals()]:
        legs = m.propose(goal)
        if isinstance(legs, list):
            assert legs
            assert all(r.clause and r.legal for r in legs), legs
        else:
            assert m.check(legs) == []
    if target is None:
        assert m.check(m.fallback()) == []
    assert b.to_dict() == before


@pytest.mark.clause("FOW-6.1-02")
@relaxed
@given(battles(), hows, st.lists(st.tuples(spot, spot), min_size=6, max_size=6), st.booleans())
def test_refusals_leave_the_battle_as_it_was(
    b: Battle, how: dict[str, bool], to: list[tuple[float, float]], near: bool
) -> None:
    u = named(b, "A")
    game = activation(b, "A").choose("move")
    u = game.unit("A")
    legs = tuple(
        (
            Leg(
                to_grid(snap(u.x[i] + (x - 14.0) / (8.0 if near else 1.0))),
                to_grid(snap(u.y[i] + (y - 14.0) / (8.0 if near else 1.0))),
            ),
        )
        for i, (x, y) in enumerate(to)
    )
    before = game.b.to_dict()
    reasons = game._place().refuse(legs)
    assert game.b.to_dict() == before
    refused = game.session.submit(0, legs)
    assert bool(refused) == bool(reasons)
    if refused:
        assert all(r.clause and r.legal for r in refused)
        assert game.b.to_dict() == before
    else:
        assert game.b.invariants() == []
