"""Reference cards and templates for the table."""

from __future__ import annotations

from typing import Final

from grognard.forces.cards import DISC, RECTANGLE, Card, Grid, Note, Shape, Token
from grognard.systems.forge_of_war.entries import role_of
from grognard.systems.forge_of_war.points import unit_points
from grognard.systems.forge_of_war.profiles import (
    Catalogue,
    ForceUnit,
    Profile,
    Weapon,
    format_armour,
)

HEADS: Final = ("Weapon", "No.", "Range", "WV", "Dice", "Notes")


def card_of(unit: ForceUnit) -> Card:
    """A unit as it stands on the table."""
    profile = unit.profile
    card = Card(
        unit.name,
        f"{profile.name}, {profile.training.name} {role_of(profile)}",
        unit.figures,
        unit_points(unit).value,
        stats_of(profile),
        boxes=profile.markers,  # FOW-5.1-05
        boxes_of="D-markers",
        house=True,  # the points (FOW-GAP-61)
    )
    rows = [weapon_row(profile, weapon, count) for weapon, count in unit.arms]
    if profile.cc_weapon is not None:
        rows.append(weapon_row(profile, profile.cc_weapon, unit.figures))
    if rows:
        card.grids.append(Grid("Weapons", HEADS, rows))
    card.notes = notes_of(unit)
    card.tokens = [Token(unit.name, profile.base, profile.width, unit.figures)]
    return card


def stats_of(profile: Profile) -> list[tuple[str, str]]:
    """The five values and the move; * marks what the house has added."""
    fv = str(profile.fv) + (f"({profile.attacks})" if profile.attacks != 1 else "")
    shown = [
        ("CV", "cv", str(profile.cv)),
        ("SV", "sv", str(profile.sv)),
        ("FV", "fv", fv),
        ("AV", "av", format_armour(profile)),
        ("W", "wounds", str(profile.wounds)),
        ("Move", "move", f'{profile.move:g}"'),
    ]
    every = "*" in profile.house
    return [
        (label + ("*" if every or field in profile.house else ""), value)
        for label, field, value in shown
    ]


def weapon_row(profile: Profile, weapon: Weapon, count: int) -> tuple[str, ...]:
    if not weapon.ranged:
        return (weapon.name, str(count), "–", "–", "–", f"+{weapon.cc_value} in close combat")
    wv = str(weapon.wv)
    if weapon.wv_vehicle:
        wv += f" ({weapon.wv + weapon.wv_vehicle} vehicles)"
    return (
        weapon.name,
        str(count),
        f'{weapon.range:g}"',
        wv,
        dice_of(weapon),
        ", ".join(remarks(profile, weapon)),
    )


def dice_of(weapon: Weapon) -> str:
    """Weight of fire in a few signs."""
    fire = weapon.fire
    if weapon.area:
        return f'all in {weapon.area:g}"'
    if fire.reach:
        return f'{fire.infantry} to {fire.reach:g}", then {fire.far}'
    if fire.horde != fire.infantry or fire.vehicle != fire.infantry:
        return f"{fire.infantry} (horde {fire.horde}, vehicle {fire.vehicle})"
    return str(fire.infantry)


def remarks(profile: Profile, weapon: Weapon) -> list[str]:
    """What else is to be remembered of a weapon."""
    found: list[str] = []
    if profile.must_deploy(weapon):
        found.append("deploy first")  # FOW-4.2-04
    if weapon.fire.far_needs_still:
        found.append("far only if still")  # FOW-16-07
    if weapon.indirect:
        found.append("indirect" if weapon.direct else "only indirect")
    if weapon.accurate:
        found.append("accurate")
    if weapon.blast:
        found.append(f'{weapon.blast:g}" blast')
    if weapon.anti_tank:
        found.append("anti-tank")
    if weapon.fv_bonus:
        found.append(f"FV +{weapon.fv_bonus}")
    if weapon.overheat:
        found.append(f"overheats on {weapon.overheat}")
    if weapon.auto_marker:
        found.append("a D-marker each time")
    return found


def notes_of(unit: ForceUnit) -> list[Note]:
    """Traits, with the clause to look up."""
    profile = unit.profile
    found: list[Note] = []
    for given, text, clause in (
        (profile.commander, "Force Commander: +1 to activate and rally near him", "FOW-GAP-69"),
        (bool(unit.attach), f"starts with {unit.attach}", "FOW-GAP-05"),
        (profile.horde, 'horde: cohesion 1"', "FOW-GAP-16"),
        (profile.jump, 'jump packs: up to 12" for a move', "FOW-6.3-01"),
        (profile.grenades, "fragmentation grenades", "FOW-GAP-64"),
        (profile.terrifying, "terrifying", "FOW-GAP-07"),
        (profile.hover, "hovers: jumps, and fires over everybody", "FOW-10.5-02"),
        (profile.transport > 0, f"carries {profile.transport}", "FOW-10.5-01"),
    ):
        if given:
            found.append(Note(text, clause))
    if profile.vehicle and not profile.hover:
        for mount in ("turret", "sponson", "hull"):
            names = [w.name for w, m in zip(profile.weapons, profile.mounts) if m == mount]
            if names:
                what = "over friendly infantry" if mount == "turret" else "over nobody"
                clause = "FOW-10.2-02" if mount == "turret" else "FOW-10.2-03"
                found.append(Note(f"{mount}, fires {what}: {', '.join(names)}", clause))
    if profile.dismount is not None:
        found.append(Note(f"on foot: {profile.dismount.name}", "FOW-3.3-05"))
    return found


def shapes_of(rows: Catalogue) -> list[Shape]:
    """Blasts and flames of all weapons, and gauges for cohesion and the ruler."""
    found: list[Shape] = []
    for blast in sorted({w.blast for w in rows.weapons.values() if w.blast}):
        found.append(Shape(f'{blast:g}" blast', DISC, blast, 0.0, "FOW-GAP-41", True))
    for area in sorted({w.area for w in rows.weapons.values() if w.area}):
        name = f'Flame, {area:g}" around the point'
        found.append(Shape(name, DISC, 2 * area, 0.0, "FOW-GAP-37"))
    found.append(Shape('Cohesion 2"', RECTANGLE, 2.0, 0.5, "FOW-3.5-01"))
    found.append(Shape('Cohesion 1", horde', RECTANGLE, 1.0, 0.5, "FOW-3.5-01"))
    found.append(Shape('Move 6"', RECTANGLE, 6.0, 0.5, "FOW-6.1-01"))
    return found
