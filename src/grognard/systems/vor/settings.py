"""Disputed readings of VOR, one option each. The default is the ruling."""

from __future__ import annotations

import dataclasses

from grognard.rules.settings import setting


@dataclasses.dataclass(frozen=True)
class Settings:
    # ---- what is not in the document
    strict_source: bool = setting(
        False, "VOR-GAP-01", "whatever is priced with numbers of the house is refused"
    )

    # ---- prices
    general_rounding: str = setting(
        "nearest",
        "VOR-GAP-05",
        "rounding of the general reduction",
        ("nearest", "up", "down"),
    )
    reduction_scope: str = setting(
        "part",
        "VOR-GAP-06",
        "the general reduction is taken on each part, or once on the whole model",
        ("part", "model"),
    )
    reduction_stacking: str = setting(
        "additive",
        "VOR-GAP-07",
        "reductions are all measured on one total, or taken one after the other",
        ("additive", "sequential"),
    )
    percent_rounding: str = setting(
        "price",
        "VOR-GAP-08",
        "a percentage rounds the resulting price, or the amount that it changes",
        ("price", "amount"),
    )
    percent_order: str = setting(
        "listed",
        "VOR-GAP-09",
        "options that take a share: one after the other as listed, limited uses before damage, "
        "or multiplied together and rounded once",
        ("listed", "uses_first", "at_once"),
    )
    minimum_on_sum: bool = setting(
        False, "VOR-GAP-10", "the minimum of 2 PV holds for the plain sum of an attack as well"
    )
    basic_attacks: str = setting(
        "after",
        "VOR-GAP-11",
        "the 3 PV off for only Basic Attacks are taken after the general reduction, or before",
        ("after", "before"),
    )

    # ---- statistics
    refunds: str = setting(
        "lowerable",
        "VOR-GAP-02",
        "what a statistic below its base gives back: CC, RC and BRN their price, nothing, or all",
        ("lowerable", "none", "all"),
    )
    points_above: str = setting(
        "any",
        "VOR-GAP-03",
        "points above a maximum: as many as the absolute maximum leaves, or five at most",
        ("any", "five"),
    )
    basic_over_maximum: bool = setting(
        False, "VOR-GAP-04", "basic squads may exceed the listed maxima as well, by paying"
    )
    abilities_reduced: str = setting(
        "with_statistics",
        "VOR-GAP-51",
        "abilities are reduced with the statistics, or each by itself",
        ("with_statistics", "apart"),
    )

    # ---- squads and armies
    coherency_floor: bool = setting(
        True, "VOR-GAP-12", "a model of a squad with 2 inch coherency still costs at least 5 PV"
    )
    basic_minimum: int = setting(
        4, "VOR-GAP-13", "models of a basic squad whose type says nothing else", low=4, high=5
    )
    sizes: str = setting(
        "hard",
        "VOR-GAP-13",
        "a squad of another size is refused, or only worth a word",
        ("hard", "advisory"),
    )
    leader_required: bool = setting(False, "VOR-GAP-14", "an army must have a leader")
    vehicles_as_individuals: bool = setting(
        False, "VOR-GAP-15", "vehicles that act as individuals count as individuals too"
    )
    elite_demands: str = setting(
        "sum",
        "VOR-GAP-16",
        "the basic squads that elite squads demand are added up, or looked at type by type",
        ("sum", "each"),
    )
    shared_heavy: bool = setting(
        False, "VOR-GAP-17", "the attacks that a basic squad shares may be heavy"
    )
    heavy_squad_leader: bool = setting(
        False, "VOR-GAP-17", "a heavy attack of the squad leader takes none of the two places"
    )
    restricted_total: str = setting(
        "spent",
        "VOR-GAP-48",
        "restricted vehicles are counted by the PV spent, or by the agreed size of the battle",
        ("spent", "agreed"),
    )
    small_units: str = setting(
        "type",
        "VOR-GAP-50",
        "one small unit of individuals of each type, or one in all",
        ("type", "all"),
    )

    # ---- vehicles
    weapon_places: str = setting(
        "cheapest",
        "VOR-GAP-18",
        "the places for weapons go to the dearest ones, or to those entered first",
        ("cheapest", "entry"),
    )
    capacity_reduced: bool = setting(
        False, "VOR-GAP-20", "restricted deployment reduces the price of extra capacity too"
    )
    base_reduced: bool = setting(
        True, "VOR-GAP-20", "restricted deployment reduces the price of the base vehicle too"
    )
    vehicle_mpc: bool = setting(
        False, "VOR-GAP-21", "mounted weapons below POW 10 may change their MPC"
    )
    vehicle_worsening: str = setting(
        "bounded",
        "VOR-GAP-22",
        "the limits of vehicle statistics bound both directions, or improvement only",
        ("bounded", "free"),
    )
    vehicle_maxima: bool = setting(
        False, "VOR-GAP-22", "the absolute maxima of models (MP 15, else 9) hold for vehicles"
    )
    vehicle_primaries: bool = setting(True, "VOR-GAP-52", "vehicle weapons may be primary attacks")

    # ---- attacks
    no_test: str = setting(
        "base_minus_two",
        "VOR-GAP-23",
        "No Test can be bought on a base AM of -2, or on any",
        ("base_minus_two", "any"),
    )
    range_worsen_cap: int = setting(
        3, "VOR-GAP-24", "points by which a range modifier may be worsened", low=0, high=10
    )
    range_improve_cap: int = setting(
        0, "VOR-GAP-24", "points by which one may be improved; 0: as many as wanted", low=0, high=10
    )
    blast_modifiers: str = setting(
        "additive",
        "VOR-GAP-25",
        "blast modifiers are added up, or multiplied",
        ("additive", "multiplied"),
    )
    blast_doubling: str = setting(
        "first",
        "VOR-GAP-25",
        "large blasts of infantry are doubled before the blast modifiers, or after",
        ("first", "last"),
    )
    large_blast_discount: bool = setting(
        True, "VOR-GAP-26", "MPC above the least of a large blast earns its discount"
    )
    rangeless_sweep: str = setting(
        "credit",
        "VOR-GAP-28",
        "a ranged sweep takes the range row None with its 7 PV off, or none at 0",
        ("credit", "free"),
    )
    automatic_knockdown: str = setting(
        "smaller",
        "VOR-GAP-30",
        "with large models at -2, automatic knockdown is automatic for smaller ones, or for all",
        ("smaller", "all"),
    )
    shield_minimum: bool = setting(
        True, "VOR-GAP-31", "an item that only parries costs at least 2 PV too"
    )
    hits_alone: bool = setting(
        False, "VOR-GAP-34", "possible hits may be bought without full-auto uses"
    )
    blocked_sight: str = setting(
        "finished",
        "VOR-GAP-35",
        "blocking sight is 15% of the finished blast price, or one of the blast modifiers",
        ("finished", "modifier"),
    )
    splash_percent_of: str = setting(
        "mixed",
        "VOR-GAP-36",
        "split template and ball of flames: template and attack, both attack, or both splash",
        ("mixed", "attack", "splash"),
    )
    other_templates: bool = setting(
        True, "VOR-GAP-37", "templates without a price of their own cost 8 full and 6 split"
    )
    blind_third: str = setting(
        "final",
        "VOR-GAP-42",
        "far blind fire: a third of the RC with all its modifiers, or before the range modifier",
        ("final", "before_range"),
    )
    sweep_arc: bool = setting(False, "VOR-GAP-45", "sweeps of 270 degrees pay for that arc as well")
    flambe_heavy: bool = setting(
        False, "VOR-GAP-46", "the AM of the Flambe counts when it is asked what is heavy"
    )
    infantry_increase: str = setting(
        "table",
        "VOR-GAP-47",
        "POW 10 without a vehicle: the table price is raised, or the whole attack",
        ("table", "attack"),
    )
    terrain_rolls: str = setting(
        "each",
        "VOR-GAP-54",
        "Destroys Terrain rolls for each piece under the template, or once for all of them",
        ("each", "once"),
    )
    refills: str = setting(
        "share",
        "VOR-GAP-55",
        "some refills cost their share of the attack, or the difference between the use counts",
        ("share", "difference"),
    )
    structure_blast: str = setting(
        "refused",
        "VOR-GAP-56",
        "anti-structure on a blast is refused, or only worth a word",
        ("refused", "advisory"),
    )
    half_deviation: str = setting(
        "overridden",
        "VOR-GAP-57",
        "blind fire that always deviates fully overrides half deviation, or does not",
        ("overridden", "kept"),
    )
    template_pairs: str = setting(
        "refused",
        "VOR-GAP-58",
        "two templates on one attack are refused, or only worth a word",
        ("refused", "advisory"),
    )
    far_indirect: str = setting(
        "allowed",
        "VOR-GAP-59",
        "indirect options that reach past the last band are allowed with a word, or refused",
        ("allowed", "refused"),
    )
