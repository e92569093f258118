"""An attack as it is designed, and who carries it: plain values.

An attack in a file, with the names of the fields below:

    [[attacks]]
    name = "Pitbull Rifle"
    power = 5
    am = -1
    range = "12/24/35"
    uses = 2
    damage = "1d3"
    primary = true

What is asked about one:

    attack_files   read_attack(row: Row) -> Attack            write_attack(attack) -> dict
    heavy          is_heavy(attack, bearer, settings) -> bool
    attack_price   price_attack(attack, bearer, settings, tally) -> int    the final PV
                   priced(attack, bearer, settings) -> Priced              the same, explained
                   total(attack, bearer, settings, tally) -> int           before any reduction
    attack_check   check_attack(attack, bearer, settings) -> list[Breach]
    attack_further furthers_of(attack, bearer, settings) -> list[Further]
    notation       shorthand(attack) -> str                   read_shorthand(text) -> Attack

Paths of breaches and edits begin at the attack's own table: put `within` around them.
"""

from __future__ import annotations

import dataclasses
from typing import Final

from grognard.systems.vor.attack_tables import Tables, tables

RANGED: Final = "ranged"
MELEE: Final = "melee"
ITEM: Final = "item"  # it only parries: a shield (VOR-GAP-31)
KINDS: Final = (RANGED, MELEE, ITEM)

LEADER: Final = "leader"
BASIC: Final = "basic"
ELITE: Final = "elite"
INDIVIDUAL: Final = "individual"
VEHICLE: Final = "vehicle"
ROLES: Final = (LEADER, BASIC, ELITE, INDIVIDUAL, VEHICLE)


@dataclasses.dataclass(frozen=True)
class Attack:
    """All that was bought for one attack. Radii count half inches: all numbers are whole."""

    name: str = ""
    kind: str = RANGED
    power: int = 0  # 0: the bearer's own, for close combat
    am: int = 0  # the total armour modifier, or NO_TEST
    base_am: int | None = None  # as bought from the table; None: what the total needs
    range: str = ""  # a row of the range table: "10/20/30", "none"; "": none was bought
    mpc: int = 0  # points over (or, negative, under) the base MPC
    short: int = 0  # changes of the range modifiers, better positive
    medium: int = 0
    long: int = 0
    blast: int = 0  # half inches
    no_knockdown: bool = False
    no_structures: bool = False
    no_shielding: bool = False
    double_deviation: bool = False
    half_deviation: bool = False
    destroys_terrain: bool = False
    sweep: int = 0  # half inches
    sweep_arc: int = 180
    sweep_reach: bool = False
    reach: int = 0
    uses: int = 1  # per turn
    charges: int = 0  # uses per game; 0: no limit
    knockdown: int | None = None
    light_knockdown: bool = False  # large models are at -2
    parry: int | None = None  # against close combat: what is added to the die
    parry_ranged: int | None = None
    breakable: bool = False
    full_auto: int = 0  # uses per turn
    hits: int = 0  # extra possible hits of full-auto
    template: str = "2x4"  # of full-auto
    anti_structure: bool = False
    damage: str = "1"
    arc: int = 180
    blind: str = ""  # the blind sector of a 270 degree arc
    point_blank: str = ""
    persistent: int | None = None  # extra turns; 0: the rest of the turn
    blocks_sight: bool = False
    indirect: str = ""
    dodge: bool = False
    splash: str = ""  # small, normal, large, or a template of the user's
    split: bool = False
    ignores_cover: str = ""  # soft; hard, which includes soft
    flambe: int = 0  # succeeds on this or less
    ball_of_flames: bool = False
    others: tuple[str, ...] = ()  # options of the user's own tables, in order
    primary: bool = False


@dataclasses.dataclass(frozen=True)
class Bearer:
    """Who carries an attack, as far as its price and its legality go."""

    role: str = INDIVIDUAL
    size: str = "medium"
    power: int = 3  # its own POW, for close combat
    restricted: bool = False  # a vehicle under Restricted Deployment
    surplus: bool = False  # this weapon is beyond the vehicle's allotment
    own: Tables | None = None  # other tables than the usual ones

    @property
    def mounted(self) -> bool:
        return self.role == VEHICLE

    @property
    def tables(self) -> Tables:
        return self.own or tables()


ANYBODY: Final = Bearer()
