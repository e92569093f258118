"""Disputed readings of Forge of War, one option each. The default is the ruling."""

from __future__ import annotations

import dataclasses

from grognard.rules.settings import setting
from grognard.systems.forge_of_war.settings_core import Core


@dataclasses.dataclass(frozen=True)
class Settings(Core):
    """The main rules, then vehicles and the optional chapters."""

    # Chapter 10.
    vehicle_wounds: str = setting(
        "all",
        "FOW-GAP-49",
        "a vehicle's wounds cancel damage, each one result, or all but the last of them do",
        ("all", "one_less"),
    )
    wounds_cancel: str = setting(
        "any",
        "FOW-GAP-49",
        "what a wound cancels: any result, any but destruction, or moderate damage only",
        ("any", "not_destruction", "moderate"),
    )
    vehicle_strength: bool = setting(
        False, "FOW-GAP-50", "systems that a vehicle loses count as lost strength"
    )
    nothing_left: str = setting(
        "destroyed",
        "FOW-GAP-48",
        "moderate damage when nothing is left to lose destroys the vehicle, or is ignored",
        ("destroyed", "ignored"),
    )
    buildings_at_maximum: bool = setting(
        True, "FOW-GAP-90", "vehicles drive into buildings with their maximum of D-markers too"
    )
    vehicle_overflow: str = setting(
        "moderate",
        "FOW-GAP-90",
        "a marker that a vehicle cannot carry is moderate damage, or is ignored",
        ("moderate", "ignored"),
    )
    reroll_margin: str = setting(
        "none",
        "FOW-GAP-47",
        "a hit on a vehicle by a 1 rolled again has no margin, or that of the second roll",
        ("none", "counted"),
    )
    hit_value: str = setting(
        "as_is",
        "FOW-GAP-78",
        "hit values over 10 against vehicles count as they are, or as 10",
        ("as_is", "capped"),
    )
    facing_arcs: str = setting(
        "corners",
        "FOW-GAP-51",
        "front and rear: between lines through the corners, half of all, or 60 degrees",
        ("corners", "halves", "sixty"),
    )
    armour_move: str = setting(
        "eight",
        "FOW-GAP-23",
        "vehicles of type Armour move 8 inches as in the table, or 12 as other vehicles",
        ("eight", "twelve"),
    )
    transport_move: str = setting(
        "twelve",
        "FOW-GAP-85",
        "transports to which the list gives no move go 12 inches as light vehicles, or as Armour",
        ("twelve", "armour"),
    )
    super_heavy: str = setting(
        "noticed",
        "FOW-GAP-65",
        "vehicles and troops of AV 10 and more are worth a word, or refused",
        ("noticed", "refused"),
    )
    weapon_bonus: str = setting(
        "capped",
        "FOW-GAP-40",
        "what some guns add against vehicles cancels armour and no more, or counts beyond it",
        ("capped", "beyond"),
    )
    twin_weapons: str = setting(
        "apart",
        "FOW-GAP-89",
        "weapons of one kind on one mount are lost one by one, or together as a twin",
        ("apart", "together"),
    )
    hover: str = setting(
        "jump",
        "FOW-GAP-53",
        "grav and hover vehicles have a jump move, or ignore the ground in ordinary moves",
        ("jump", "ignores_ground"),
    )
    embarking: str = setting(
        "action",
        "FOW-GAP-52",
        "getting in or out of a transport takes a move action, or none",
        ("action", "free"),
    )
    wreck: str = setting(
        "trapped",
        "FOW-GAP-52",
        "troops that fail to get out of a destroyed transport try again, or are lost",
        ("trapped", "lost"),
    )
    vehicle_melee: str = setting(
        "armed",
        "FOW-GAP-46",
        "blows at vehicles count of weapons of value 1 or more, of any five figures too; or nobody "
        "charges vehicles without FV, nor do they",
        ("armed", "five_figures", "none"),
    )
    vehicle_leaves: bool = setting(
        False, "FOW-GAP-46", "a vehicle with FV 0 drives out of contact without a test"
    )
    # The optional chapters 11 to 14, and how each is read.
    stance: bool = setting(False, "FOW-GAP-56", "chapter 12 is played: infantry takes stances")
    stance_changes: str = setting(
        "once",
        "FOW-GAP-56",
        "how often a unit changes its stance in an activation",
        ("once", "freely"),
    )
    stance_armour: str = setting(
        "cancelled",
        "FOW-GAP-56",
        "what a stance adds to armour is cancelled by Weapon Values like armour, or is not",
        ("cancelled", "kept"),
    )
    stance_in_combat: bool = setting(
        False, "FOW-GAP-56", "what Hiding adds to armour counts in the first round of close combat"
    )
    hide_after_failing: str = setting(
        "besides",
        "FOW-GAP-25",
        "a unit that fails to activate may hide besides its default move, or instead of it",
        ("besides", "instead"),
    )
    covering_fire: bool = setting(
        False, "FOW-GAP-55", "chapter 11 is played: units may be put on covering fire"
    )
    covering_kept: bool = setting(
        False, "FOW-GAP-55", "a unit that fails to activate stays on covering fire"
    )
    covering_targets: str = setting(
        "in_sight",
        "FOW-GAP-55",
        "covering fire is for whoever moves in sight, or only who comes newly into sight",
        ("in_sight", "newly_in_sight"),
    )
    reaction_tests: bool = setting(
        False, "FOW-GAP-58", "chapter 13 is played: moves in the open set off reaction tests"
    )
    reaction_moment: str = setting(
        "on_the_way",
        "FOW-GAP-58",
        "tests are set off at any point of a move, or only by where it ends",
        ("on_the_way", "at_end"),
    )
    reaction_open: str = setting(
        "any_figure",
        "FOW-GAP-83",
        "a unit moves in the open when one figure does, or the whole unit",
        ("any_figure", "whole_unit"),
    )
    flee_roll: str = setting(
        "natural_ten",
        "FOW-GAP-57",
        "who fails badly: on a 10, on a roll that D-markers raise to 10, or on 9 and 10",
        ("natural_ten", "with_markers", "nine_or_ten"),
    )
    indirect_fire: bool = setting(
        False, "FOW-GAP-45", "chapter 14 is played: spotted shells fall, scatter and burst"
    )
    spotted_fire: bool = setting(
        True,
        "FOW-GAP-45",
        "without chapter 14 indirect weapons shoot at what a friend sees; else not at all",
    )
    howitzers: str = setting(
        "both",
        "FOW-GAP-40",
        "guns that fire directly and indirectly: as their owner likes, or only directly",
        ("both", "direct"),
    )
    blast_dice: str = setting(
        "models",
        "FOW-GAP-41",
        "dice for a burst: one for each model under it, or no more than the weight of fire",
        ("models", "weight"),
    )
    deviation_die: str = setting(
        "d8",
        "FOW-GAP-43",
        "ways that a shell may scatter: eight, twelve as on a clock face, or every degree",
        ("d8", "d12", "degrees"),
    )
    burst_modifiers: bool = setting(
        False, "FOW-GAP-44", "the rows on range and movement count for a burst too"
    )
