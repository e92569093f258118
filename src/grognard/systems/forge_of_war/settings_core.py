"""Disputed readings of the main rules: chapters 2 to 9, the lists and the scenarios."""

from __future__ import annotations

import dataclasses

from grognard.rules.settings import setting


@dataclasses.dataclass(frozen=True)
class Core:
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
        "figures linked in a chain, every pair within the distance, or all of one who leads",
        ("chain", "every_pair", "leader"),
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
    double_move: bool = setting(
        False,
        "FOW-GAP-79",
        "both actions may be spent on one move, or one charge, of double length",
    )
    known_enemies: str = setting(
        "all",
        "FOW-GAP-87",
        "2 inches are kept from every enemy, or only from those whom somebody has seen before",
        ("all", "seen"),
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
    withdrawal_slides: bool = setting(
        False,
        "FOW-GAP-26",
        "a withdrawing unit slides round what bars its way; else it stops there",
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
    hard_cover_armour: bool = setting(
        False, "FOW-GAP-29", "in the turn of a charge hard cover adds 2 to armour as well"
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
    harmless_shots: bool = setting(
        True, "FOW-GAP-39", "weapons of value 0 may be fired at vehicles, though they do nothing"
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
    holders_count: bool = setting(
        True, "FOW-GAP-77", "those who hold the mounts count for the unit's strength"
    )
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
    difficult_ground: str = setting(
        "halves",
        "FOW-GAP-66",
        "difficult ground halves the whole move, or each inch in it counts as two",
        ("halves", "double_inches"),
    )
    monster_move: str = setting(
        "six",
        "FOW-GAP-67",
        "monstrous creatures to which the list gives no move go 6 inches as infantry, or 8",
        ("six", "eight"),
    )
    difficult_pays: str = setting(
        "move",
        "FOW-GAP-66",
        "pushing through difficult ground is paid for with every move, or once an activation",
        ("move", "activation"),
    )
    engaged_units: str = setting(
        "attempted",
        "FOW-GAP-68",
        "units in close combat fight on or disengage every turn, or may be let stand",
        ("attempted", "free"),
    )
    own_commander: bool = setting(
        True, "FOW-GAP-69", "the Force Commander's own unit has the +1 of being near him"
    )
    command_vehicle: str = setting(
        "both",
        "FOW-GAP-69",
        "the vehicle that the Force Commander rides in helps to activate and rally, or to activate",
        ("both", "activation"),
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
    distance_moved: str = setting(
        "sum",
        "FOW-GAP-74",
        "over 6 inches is moved who has gone so far this turn in all, in one action, or on average",
        ("sum", "one_action", "average"),
    )
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
    follow_up: bool = setting(
        False, "FOW-GAP-88", "who has killed all that touched it in close combat has a free move"
    )
    opponents: str = setting(
        "each",
        "FOW-GAP-88",
        "who fights on against several units fights a round with each, or with one of them",
        ("each", "one"),
    )
    cornered: str = setting(
        "stays",
        "FOW-GAP-84",
        "a unit that must withdraw or flee and cannot move at all stays, or is lost",
        ("stays", "lost"),
    )
