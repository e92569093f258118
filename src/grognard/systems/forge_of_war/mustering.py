"""A roster becomes a force: every chosen unit with its resolved profile and its arms."""

from __future__ import annotations

from dataclasses import replace

from grognard.forces.catalogue import Pick, Roster
from grognard.systems.forge_of_war.entries import NONE, Lists
from grognard.systems.forge_of_war.profiles import Force, ForceUnit, Profile, Weapon, arms_of


def force_of(roster: Roster) -> Force:
    """All units, each under a name of its own."""
    units = [unit_of(roster, pick, name) for pick, name in zip(roster.units, roster.names())]
    return Force(roster.name, "", roster.notes, tuple(units), "FOW-GAP-63", ("*",))


def unit_of(roster: Roster, pick: Pick, name: str) -> ForceUnit:
    lists: Lists = roster.catalogue.source
    profile = profile_of(lists, pick)
    figures = roster.models(pick)
    arms = arms_of(profile, figures, special_arms(lists, pick))
    return ForceUnit(name, profile, figures, arms, str(pick.options.get("attach", "")))


def profile_of(lists: Lists, pick: Pick) -> Profile:
    """The row's profile with what the player chose."""
    rows = lists.rows
    options = pick.options
    training = options.get("training")
    troop = lists.troops[pick.entry]
    profile = troop.profile(rows.training(str(training)) if training else None)
    if not options:
        return profile
    cc_weapon = profile.cc_weapon
    if "cc_weapon" in options:
        chosen = str(options["cc_weapon"])
        cc_weapon = None if chosen == NONE else rows.weapons[chosen]
    return replace(
        profile,
        commander=bool(options.get("commander", profile.commander)),
        jump=bool(options.get("jump", profile.jump)),
        grenades=bool(options.get("grenades", profile.grenades)),
        terrifying=bool(options.get("terrifying", profile.terrifying)),
        cc_weapon=cc_weapon,
    )


def special_arms(lists: Lists, pick: Pick) -> list[tuple[Weapon, int]]:
    """What some of the figures carry instead of the row's own weapon."""
    weapons = lists.rows.weapons
    return [
        (weapons[key], value)
        for key, value in pick.options.items()
        if type(value) is int and value > 0 and key in weapons
    ]
