"""The questions that a table asks: situations made from a battle as it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.rules.effects import Goal
from grognard.systems.forge_of_war.command import Command
from grognard.systems.forge_of_war.hits import Struck
from grognard.systems.forge_of_war.questions import (
    ACTIVATION_COVERS,
    Activation,
    CloseCombat,
    Fire,
    Rallying,
)
from grognard.systems.forge_of_war.stance import HIDING

if TYPE_CHECKING:
    from grognard.systems.forge_of_war.state import Battle, Unit


def activation(u: Unit, c: Command) -> Activation:
    return Activation(
        c.cv, c.markers, c.half, c.terrifying, c.commander, c.no_enemy, ACTIVATION_COVERS[c.cover]
    )


def rally(u: Unit, c: Command) -> Rallying:
    return Rallying(
        c.cv,
        c.markers,
        u.most_markers,
        u.start,
        u.strength,
        c.terrifying,
        c.commander,
        c.no_enemy,
        c.slaughtered,
        c.hiding,
    )


def shooting(b: Battle, u: Unit, v: Unit, moved: int) -> Fire:
    """All that u would throw at v; flames go where they catch most of it."""
    from grognard.systems.forge_of_war.indirect import rounds_of
    from grognard.systems.forge_of_war.losses import wounds_left
    from grognard.systems.forge_of_war.shooting import automatic_markers, firing, flame_points

    f = firing(b, u, v, moved)
    flames = []
    for i, shot in f.flames:
        caught = [
            sum(1 for w, _ in caught if w == v.index) for _, caught in flame_points(b, u, i, v)
        ]
        flames.append((shot, max(caught)))
    return Fire(
        f.shots,
        Struck(v.player, v.markers, v.most_markers, wounds_left(v, list(f.seen)), v.key),
        automatic_markers(b, v, f),
        tuple(flames),
        rounds_of(b, u, v, f.shells, moved) if f.shells else (),
    )


def charge(b: Battle, u: Unit, v: Unit) -> CloseCombat:
    """Everybody in contact with somebody: what a charge may come to."""
    from grognard.systems.forge_of_war.combat import fighting_value
    from grognard.systems.forge_of_war.shooting import common_av

    n = min(u.figures, 2 * v.figures)
    m = min(v.figures, 2 * u.figures)
    return CloseCombat(
        figures=n,
        fv=fighting_value(u),
        av=common_av(u),
        markers=u.markers,
        most=u.most_markers,
        attacks=u.profile.attacks,
        foe_figures=m,
        foe_fv=fighting_value(v),
        foe_av=common_av(v),
        foe_markers=v.markers,
        foe_most=v.most_markers,
        foe_attacks=v.profile.attacks,
        foe_hiding=v.stance == HIDING,
    )


def at(v: Unit) -> Goal:
    """Where the unit stands, as a goal."""
    return Goal(v.x[0], v.y[0])
