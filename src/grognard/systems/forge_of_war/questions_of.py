"""The questions that a table asks: situations made from a battle as it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.rules.effects import Ask, Goal
from grognard.systems.forge_of_war.command import Command
from grognard.systems.forge_of_war.hits import Struck
from grognard.systems.forge_of_war.questions import (
    ACTIVATION_COVERS,
    Activation,
    CloseCombat,
    Fire,
    Rallying,
)
from grognard.systems.forge_of_war.questions_vehicles import BaleOut, Barrage
from grognard.systems.forge_of_war.stance import HIDING

if TYPE_CHECKING:
    from grognard.systems.forge_of_war.state import Battle, Unit


ROUND_A_HULL: Final = 8
"""So many figures get into contact with a vehicle in a charge, more or less."""


def activation(u: Unit, c: Command) -> Activation:
    return Activation(
        c.cv,
        c.markers,
        c.half,
        c.terrifying > 0,
        max(1, c.terrifying),
        c.commander,
        c.no_enemy,
        ACTIVATION_COVERS[c.cover],
    )


def rally(u: Unit, c: Command) -> Rallying:
    left, full = u.roll_call
    return Rallying(
        c.cv,
        c.markers,
        u.most_markers,
        full,
        left,
        c.terrifying > 0,
        max(1, c.terrifying),
        c.commander,
        c.no_enemy,
        c.slaughtered,
        c.hiding,
    )


def shooting(b: Battle, u: Unit, v: Unit, moved: int, part: str = "all") -> Fire:
    """All that u would throw at v; flames go where they catch most of it."""
    from grognard.systems.forge_of_war.indirect import rounds_of
    from grognard.systems.forge_of_war.losses import wounds_left
    from grognard.systems.forge_of_war.shooting import (
        automatic_markers,
        firing,
        flame_points,
        may_fall,
    )
    from grognard.systems.forge_of_war.vehicles import gunners

    f = firing(b, u, v, moved, part)
    flames = []
    for i, shot in f.flames:
        caught = [
            sum(1 for w, _ in caught if w == v.index) for _, caught in flame_points(b, u, i, v)
        ]
        flames.append((shot, max(caught)))
    return Fire(
        f.shots,
        Struck(
            v.player, v.markers, v.most_markers, wounds_left(v, may_fall(b, v, list(f.seen))), v.key
        ),
        automatic_markers(b, v, f),
        tuple(flames),
        rounds_of(b, gunners(b, u), v, f.shells, moved) if f.shells else (),
    )


def vehicle_attack(b: Battle, u: Unit, v: Unit, moved: int, part: str = "all") -> Barrage:
    """All that u would throw at a vehicle, flame throwers and shells too."""
    from grognard.systems.forge_of_war.indirect import rounds_of
    from grognard.systems.forge_of_war.shooting import firing
    from grognard.systems.forge_of_war.vehicles import gunners, hull_of

    f = firing(b, u, v, moved, part)
    return Barrage(
        f.shots + tuple(shot for _, shot in f.flames),
        hull_of(v, b.settings),
        (),
        rounds_of(b, gunners(b, u), v, f.shells, moved) if f.shells else (),
    )


def assault(b: Battle, u: Unit, v: Unit) -> Barrage:
    """The blows that a charge at a vehicle may come to, at its side."""
    from grognard.systems.forge_of_war.combat import telling_blows
    from grognard.systems.forge_of_war.vehicles import hull_of

    figures = list(range(min(u.figures, ROUND_A_HULL)))
    return Barrage((), hull_of(v, b.settings), telling_blows(b, u, v, figures, True))


def baling(u: Unit, c: Command) -> BaleOut:
    return BaleOut(
        c.cv,
        c.markers,
        c.half,
        c.terrifying > 0,
        max(1, c.terrifying),
        c.commander,
        c.no_enemy,
        u.figures,
        u.most_markers,
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
        foe_attacks=0 if u.vehicle else v.profile.attacks,  # their blows are wasted
        foe_hiding=v.stance == HIDING,
    )


def aimed(b: Battle, u: Unit, v: Unit, moved: int, part: str = "all") -> Ask:
    """What a player wants to know before he shoots, with all weapons or only those of a part."""
    if v.vehicle:
        return Ask("vehicle-attack", vehicle_attack, b, u, v, moved, part)
    return Ask("shooting", shooting, b, u, v, moved, part)


def charging(b: Battle, u: Unit, v: Unit) -> Ask | None:
    """The odds of a charge; none for a vehicle that may be hurt itself."""
    from grognard.systems.forge_of_war.combat import hurts_vehicles

    if v.vehicle:
        return Ask("vehicle-attack", assault, b, u, v)
    if u.vehicle and hurts_vehicles(b, v):
        return None
    return Ask("close-combat", charge, b, u, v)


def at(v: Unit) -> Goal:
    """Where the unit stands, as a goal."""
    return Goal(v.x[0], v.y[0])
