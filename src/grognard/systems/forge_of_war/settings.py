"""Disputed readings of Forge of War, one option each. The default is the ruling."""

from __future__ import annotations

import dataclasses

from grognard.rules.settings import setting


@dataclasses.dataclass(frozen=True)
class Settings:
    cover_model: str = setting(
        "modifier",
        "FOW-GAP-01",
        "what cover does: lowers the shooter's number, adds to the target's armour, or both",
        ("modifier", "av", "both"),
    )
    long_odds: str = setting(
        "reroll_ones",
        "FOW-GAP-02",
        "numbers of zero or less: all dice and ones again, or fewer dice as in the examples",
        ("reroll_ones", "divide_then_reroll", "divide_only"),
    )
    natural_ten: str = setting(
        "cv_rolls",
        "FOW-GAP-04",
        "which rolls a natural 10 fails: all against CV, activation only, or attack dice too",
        ("cv_rolls", "activation_only", "all_rolls"),
    )
    leader_loss_markers: int = setting(
        1, "FOW-GAP-06", "D-markers for a unit that loses its leader", low=0, high=5
    )
    rally_can_lose_initiative: bool = setting(
        True, "FOW-GAP-10", "a rally roll over the modified CV passes the initiative"
    )
    rally_one: str = setting(
        "at_least",
        "FOW-GAP-11",
        "a natural 1 removes at least one marker, or exactly one",
        ("at_least", "exactly"),
    )
    marker_move_penalty: int = setting(
        0, "FOW-GAP-13", "inches of movement lost for each D-marker", low=0, high=3
    )
    force_at_maximum: str = setting(
        "refused",
        "FOW-GAP-14",
        "forcing an obstacle at the marker maximum: refused, at the price of a figure, or free",
        ("refused", "figure", "free"),
    )
    obstacle_order: str = setting(
        "after_halving",
        "FOW-GAP-66",
        "whether obstacles take their 2 inches after difficult ground has halved, or before",
        ("after_halving", "before_halving"),
    )
    blown_cover: str = setting(
        "until_it_leaves",
        "FOW-GAP-30",
        "cover stays blown until the unit leaves it, or only to the end of the turn",
        ("until_it_leaves", "turn_end"),
    )
    cover_inside: bool = setting(
        True, "FOW-GAP-31", "cover counts against shots from inside the same piece too"
    )
    half_range_inside: str = setting(
        "weapon",
        "FOW-GAP-31",
        "over half range inside one piece of cover: half the weapon's range, or of the 6 inches",
        ("weapon", "six_inches"),
    )
    unit_cover: str = setting(
        "majority",
        "FOW-GAP-71",
        "a unit is in cover when more than half of its figures are, or all of them",
        ("majority", "all"),
    )
    line_of_sight: str = setting(
        "half_base",
        "FOW-GAP-75",
        "a figure is in view when half its base is, or when its centre is",
        ("half_base", "centres"),
    )
    cohesion: str = setting(
        "chain",
        "FOW-GAP-16",
        "figures linked in a chain, or every pair within the distance",
        ("chain", "every_pair"),
    )
    charge_bonus: bool = setting(
        False, "FOW-GAP-18", "chargers have +1 instead of the row on different FVs"
    )
    fv_difference: str = setting(
        "printed",
        "FOW-GAP-19",
        "which FVs the row on different FVs compares",
        ("printed", "after_markers"),
    )
    heavy_weapons: str = setting(
        "deployed",
        "FOW-GAP-21",
        "heavy weapons must be deployed before they fire, or need not",
        ("deployed", "no_deployment"),
    )
    command_test: str = setting(
        "activation",
        "FOW-GAP-27",
        "disengaging tests with all activation modifiers, or none",
        ("activation", "markers_only"),
    )
    far_fire_moved: str = setting(
        "none",
        "FOW-GAP-34",
        'rifles beyond 12" after moving: no dice, or one',
        ("none", "one"),
    )
    sniper_markers: str = setting(
        "per_action",
        "FOW-GAP-36",
        "automatic markers: one for each shoot action, or each sniper",
        ("per_action", "per_sniper"),
    )
    flame: str = setting(
        "roll_once",
        "FOW-GAP-37",
        "flame throwers: one roll, none at all, or one for each figure in the flames",
        ("roll_once", "automatic", "roll_each"),
    )
    plasma: str = setting(
        "per_figure",
        "FOW-GAP-38",
        "overheating: one roll for each gun, one for the unit, or one for each die",
        ("per_figure", "per_unit", "per_die"),
    )
    victory: str = setting(
        "scenario",
        "FOW-GAP-62",
        "what wins: what the scenario says, or to be the last side standing",
        ("scenario", "last_standing"),
    )
    game_length: int = setting(
        0,
        "FOW-GAP-62",
        "game turns that are played; 0: as many as the scenario says",
        low=0,
        high=50,
    )
    ground_held: str = setting(
        "until_taken",
        "FOW-GAP-62",
        "an objective is held until the enemy takes it, or only while somebody is there",
        ("until_taken", "while_there"),
    )
    voluntary_pass: bool = setting(
        False, "FOW-GAP-86", "the active player may hand over the initiative after an attempt"
    )
    reroll_target: str = setting(
        "value",
        "FOW-GAP-03",
        "what ten is lowered by when ones are rolled again: the modified value, or all modifiers",
        ("value", "modifiers"),
    )
    leaders: str = setting(
        "attached",
        "FOW-GAP-05",
        "leaders go with a unit, always stand alone, or stand alone and lend their CV to 12 inches",
        ("attached", "alone", "within_12"),
    )
    commander_loss: str = setting(
        "unit",
        "FOW-GAP-06",
        "who is shaken by the Force Commander's fall: his unit, or all who see it within 12 inches",
        ("unit", "in_sight"),
    )
    terrifying: str = setting(
        "listed",
        "FOW-GAP-07",
        "who is terrifying: who is said to be, or every monstrous creature too",
        ("listed", "monsters"),
    )
    terror_range: str = setting(
        "theirs",
        "FOW-GAP-07",
        "terror reaches two moves of the terrifying unit, or of the unit that tests",
        ("theirs", "own"),
    )
    terror_sight: bool = setting(False, "FOW-GAP-07", "only terrifying enemies in sight count")
    terror_count: str = setting(
        "once",
        "FOW-GAP-07",
        "terror counts once, or once for each terrifying unit",
        ("once", "each"),
    )
    attacks: str = setting(
        "each",
        "FOW-GAP-09",
        "attacks behind FV are each figure's, the whole unit's, or added to each figure's die",
        ("each", "unit", "extra"),
    )
    rally_must_remove: bool = setting(
        False, "FOW-GAP-10", "a rally that removes no marker passes the initiative"
    )
    permanent_markers: str = setting(
        "floor",
        "FOW-GAP-12",
        "heavy losses stop markers from being removed, or bring them at once",
        ("floor", "at_once"),
    )
    one_beats_floor: bool = setting(
        False, "FOW-GAP-12", "a natural 1 removes one marker even of the permanent ones"
    )
    marked_moves: str = setting(
        "both",
        "FOW-GAP-13",
        "a unit with D-markers may use both actions to move, or only one",
        ("both", "one"),
    )
    third: str = setting(
        "exactly",
        "FOW-GAP-15",
        "a third of the starting strength is a third exactly, or 33 in a hundred",
        ("exactly", "percent"),
    )
    cohesion_marker: str = setting(
        "activation",
        "FOW-GAP-16",
        "lost cohesion costs a marker after an activation, a failed one too, or after each move",
        ("activation", "failed_too", "each_move"),
    )
    fv_steps: str = setting(
        "once",
        "FOW-GAP-19",
        "the row on different FVs gives 1, or 1 for every full 2 points",
        ("once", "every_two"),
    )
    withdrawing_rally: bool = setting(
        False, "FOW-GAP-26", "a withdrawing unit may rally instead of activating"
    )
    free_round: bool = setting(
        False, "FOW-GAP-27", "the enemy strikes at a unit that fails to disengage"
    )
    charge_round: str = setting(
        "at_once",
        "FOW-GAP-28",
        "the first round follows contact at no cost, or takes an action",
        ("at_once", "action"),
    )
    obstacle_lasts: bool = setting(
        False, "FOW-GAP-29", "a defended obstacle counts as long as they fight across it"
    )
    hidden_in_cover: bool = setting(
        True, "FOW-GAP-30", "cover hides who is in it; else it only hides what is behind it"
    )
    anti_tank: str = setting(
        "listed",
        "FOW-GAP-32",
        "anti-tank weapons are those marked so, or all of WV 4 and more",
        ("listed", "wv_4"),
    )
    anti_tank_targets: str = setting(
        "any",
        "FOW-GAP-32",
        "anti-tank weapons fire at anybody, or at vehicles and monstrous creatures only",
        ("any", "armour"),
    )
    snipers_deploy: bool = setting(
        True, "FOW-GAP-33", "sniper rifles are heavy, as the list says; else they need no deploying"
    )
    heavy_blocks: bool = setting(
        False, "FOW-GAP-33", "until its heavy weapons are deployed nobody of the unit shoots"
    )
    deploy_once: bool = setting(
        False, "FOW-GAP-33", "heavy weapons are deployed once a game; moving does not undo it"
    )
    monster_fire: str = setting(
        "infantry",
        "FOW-GAP-35",
        "weight of fire against monstrous creatures: as against infantry, or as against vehicles",
        ("infantry", "vehicle"),
    )
    sniper_maximum: bool = setting(
        False, "FOW-GAP-36", "the sniper's marker counts within the maximum"
    )
    flame_friends: bool = setting(True, "FOW-GAP-37", "flames burn friends too")
    holders: str = setting(
        "down",
        "FOW-GAP-77",
        "every fourth rider holds the mounts, rounded down or up",
        ("down", "up"),
    )
    size_limits: str = setting(
        "advice",
        "FOW-GAP-63",
        "unusual sizes of units are worth a word, or forbidden",
        ("advice", "binding"),
    )
    least_units: int = setting(0, "FOW-GAP-63", "units that a force needs at least", low=0, high=20)
    difficult_pays: str = setting(
        "move",
        "FOW-GAP-66",
        "pushing through difficult ground is paid for with every move, or once an activation",
        ("move", "activation"),
    )
    own_commander: bool = setting(
        True, "FOW-GAP-69", "the Force Commander's own unit has the +1 of being near him"
    )
    slaughter_lasts: str = setting(
        "until_rally",
        "FOW-GAP-70",
        "how long an enemy unit has just been slaughtered: to the next attempt, or this turn only",
        ("until_rally", "turn"),
    )
    unseen_losses: bool = setting(
        False, "FOW-GAP-72", "losses beyond the figures in view, or in contact, fall on the others"
    )
    second_rank: bool = setting(
        False, "FOW-GAP-73", "figures within an inch of a comrade in contact fight too"
    )
    natural_one: bool = setting(False, "FOW-GAP-76", "a natural 1 always activates")
    move_after_shot: str = setting(
        "declared",
        "FOW-GAP-81",
        "a move after the shot is declared before it, or free and without penalty",
        ("declared", "free"),
    )
    unit_distance: str = setting(
        "figures",
        "FOW-GAP-82",
        "each shooter has his own distance, or all that of the nearest figures",
        ("figures", "nearest"),
    )
    cornered: str = setting(
        "stays",
        "FOW-GAP-84",
        "a unit that must withdraw and cannot move at all stays, or is lost",
        ("stays", "lost"),
    )
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
    nothing_left: str = setting(
        "destroyed",
        "FOW-GAP-48",
        "moderate damage when nothing is left to lose destroys the vehicle, or is ignored",
        ("destroyed", "ignored"),
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
        "blows at vehicles count of weapons of value 1 or more, or of any five figures too",
        ("armed", "five_figures"),
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
