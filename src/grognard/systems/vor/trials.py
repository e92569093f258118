"""Tests that attacks bring about: knockdown, parry, damage, terrain, Flambe, possible hits, harm.

The die of the house is a d10, equal or under (VOR-GAP-41).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from grognard.rules.effects import Rules, Tell, count, die
from grognard.rules.explained import Explained, Say
from grognard.rules.refusal import Refusal
from grognard.systems.vor.attack_tables import Tables
from grognard.systems.vor.attacks import Attack
from grognard.systems.vor.heavy import flambe_am
from grognard.systems.vor.settings import Settings

SIDES: Final = 10

# -- knockdown ---------------------------------------------------------------------------

KNOCKDOWN: Final = 5
AUTOMATIC: Final = 10


class Blow(NamedTuple):
    """What knocks somebody down, and whom."""

    bonus: int = 0
    light: bool = False  # large models are at -2
    size: str = "medium"


def knockdown_number(blow: Blow, settings: Settings, say: Say) -> int:
    """5 or less and the bonus; +5 is automatic (VOR-KD-01). Against large models two less where
    that was bought, so that the automatic one becomes 8 or less (VOR-KD-02, VOR-GAP-30). The test
    itself is the rulebook's (VOR-KD-04).
    """
    value = say.part(KNOCKDOWN, "knockdown", "VOR-KD-04")
    value += say.part(blow.bonus, "bonus", "VOR-KD-01")
    always = value >= AUTOMATIC and settings.automatic_knockdown == "all"
    if blow.light and blow.size == "large" and not always:
        value += say.part(-2, "large", "VOR-KD-02")
    return value


def knock_down(blow: Blow, settings: Settings) -> Rules[bool]:
    """Whether the model falls."""
    need = Explained("to knock down", knockdown_number, (blow, settings))
    if need.value >= AUTOMATIC:
        yield from Tell("knockdown", "it falls in any case", clause="VOR-KD-01")
        return True
    return (yield from count(1, SIDES, 1, need.value, "knockdown", -1, need)) == 1


def tests_knockdown(attack: Attack) -> bool:
    """Whether models that it hits test for knockdown: those under a blast do, unless it has No
    Knockdown Test (VOR-BLA-15), and those that an attack with Knockdown hits.
    """
    return attack.knockdown is not None or (attack.blast > 0 and not attack.no_knockdown)


# -- parry -------------------------------------------------------------------------------


def parry_number(combat: int, modifier: int, say: Say) -> int:
    """The defender's CC, against ranged attacks too; the modifier is added to the die, which is as
    good as taking it from the number (VOR-GAP-31).
    """
    return say.part(combat, "CC", "VOR-GAP-31") + say.part(-modifier, "parry", "VOR-PAR-01")


def parry_of(attack: Attack, against_ranged: bool) -> int | None:
    """The modifier of an item against such an attack; None: it cannot parry that (VOR-PAR-04)."""
    return attack.parry_ranged if against_ranged else attack.parry


def parry(combat: int, modifier: int) -> Rules[bool]:
    """Whether the blow is parried, never without any CC (VOR-STA-13). An item that breaks does so
    when it is not (VOR-PAR-02).
    """
    if combat <= 0:
        return False
    need = Explained("to parry", parry_number, (combat, modifier))
    return (yield from count(1, SIDES, 1, need.value, "parry", -1, need)) == 1


# -- damage ------------------------------------------------------------------------------

KILLS: Final = 99


def do_damage(damage: str) -> Rules[int]:
    """LIF lost to one hit: 1, more, a roll of 1 to n (VOR-GAP-49), or all of it."""
    if damage == "auto-kill":
        return KILLS
    if not damage.startswith("1d"):
        return int(damage)
    yield from Tell("damage", "the opponent may ask for other dice", clause="VOR-RND-05")
    return (yield from die(int(damage[2:]), "damage"))


def possible_hits(attack: Attack, size: str, k: Tables) -> int:
    """How often full-auto can hit one model under its template: three times a large one
    (VOR-FA-06), others as the house says, and the hits that were bought (VOR-FA-05).
    """
    return (k.possible_hits[size].pv + attack.hits) if attack.full_auto else 1


# -- terrain, structures, shields ----------------------------------------------------------

DESTROYED: Final = 5
HAZARDOUS: Final = "hazardous terrain"


def destroy_terrain(attack: Attack, pieces: int, settings: Settings) -> Rules[int]:
    """How many pieces under the template are destroyed, each on 5 or less, and are hazardous
    terrain from then on (VOR-BLA-20, VOR-GAP-54).
    """
    if not attack.destroys_terrain:
        return 0
    rolls = pieces if settings.terrain_rolls == "each" else min(1, pieces)
    fell = yield from count(rolls, SIDES, 1, DESTROYED, "terrain destroyed")
    if rolls < pieces:
        fell *= pieces
    if fell:
        yield from Tell("terrain", "{} of {} are {}", fell, pieces, HAZARDOUS, clause="VOR-BLA-20")
    return fell


def refuse_harm(attack: Attack, structure: bool = False, shielded: bool = False) -> Refusal | None:
    """Why it does no damage to this. A blast harms structures (VOR-BLA-16) and what is shielded
    (VOR-BLA-17) unless it was bought without; other attacks need anti-structure (VOR-AS-03).
    """
    if attack.blast and structure and attack.no_structures:
        return Refusal("this blast cannot damage structures", "VOR-BLA-16")
    if attack.blast and shielded and attack.no_shielding:
        return Refusal("this blast cannot affect shielding", "VOR-BLA-17")
    if structure and not attack.blast and not attack.anti_structure:
        return Refusal("it cannot damage structures", "VOR-AS-03", "a blast, or anti-structure")
    return None


# -- fire ----------------------------------------------------------------------------------


class Flames(NamedTuple):
    """What burns: the POW and AM of its hit."""

    power: int
    am: int


def flambe_hit(attack: Attack) -> Flames:
    """The attack's POW, and an AM two points better (VOR-SPL-12)."""
    return Flames(attack.power, flambe_am(attack.am))


def ball_hit(attack: Attack) -> Flames:
    """The attack's POW and AM (VOR-SPL-13)."""
    return Flames(attack.power, attack.am)


def set_alight(attack: Attack, models: int) -> Rules[int]:
    """How many of the models hit are set alight, each on 5 (or 7) or less (VOR-SPL-06)."""
    if not attack.flambe:
        return 0
    return (yield from count(models, SIDES, 1, attack.flambe, "flambe"))
