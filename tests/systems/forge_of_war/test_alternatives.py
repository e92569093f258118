"""More readings of gaps, beside those of `test_readings`: the ruling first, then the alternative.

Bases are one inch across: a gap is the distance less one inch.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grognard.odds.asking import ask
from grognard.rules.effects import Place
from grognard.rules.explained import SILENT
from grognard.rules.refusal import Refused
from grognard.systems.forge_of_war import SYSTEM, questions_of
from grognard.systems.forge_of_war.attempts import STAND, Attempt, at_a_third, end_turn
from grognard.systems.forge_of_war.builder import ForgeBuilder
from grognard.systems.forge_of_war.circumstances import command, terrors
from grognard.systems.forge_of_war.contact import refresh
from grognard.systems.forge_of_war.cover import learn
from grognard.systems.forge_of_war.damage import Damage
from grognard.systems.forge_of_war.footing import allowance
from grognard.systems.forge_of_war.reactions import flee, respond
from grognard.systems.forge_of_war.retreat import withdraw
from grognard.systems.forge_of_war.settings import Settings
from grognard.systems.forge_of_war.shooting import firing, refuse_target
from grognard.systems.forge_of_war.state import Battle
from grognard.systems.forge_of_war.strides import begins_to_move, distance_moved
from grognard.systems.forge_of_war.vehicles import damaged, hull_of
from grognard.systems.forge_of_war.volley import STILL, to_hit
from tests.systems.forge_of_war.field import Game, alone, battle, named, row, unit, vehicle
from tests.systems.forge_of_war.test_builder import commanded
from tests.systems.forge_of_war.test_builder import unit as entry
from tests.systems.forge_of_war.test_profiles import own
from tests.systems.forge_of_war.test_vehicles import clause_of
from tests.systems.forge_of_war.ways import activation
from tests.systems.forge_of_war.ways import clause as walk_clause

clause = pytest.mark.clause


def why_not(b: Battle, who: str = "A", at: str = "B") -> str:
    refusal = refuse_target(b, named(b, who), named(b, at), STILL)
    return refusal.clause if refusal is not None else ""


# ---------------------------------------------------------------- tests against CV


@clause("FOW-5.2-04")
@pytest.mark.parametrize(("reading", "rallying"), [("both", True), ("activation", False)])
def test_command_vehicle(reading: str, rallying: bool) -> None:
    """The Force Commander sits in a carrier near by; afterwards he stands there himself."""
    b = battle(
        unit(0, "A", (20, 10), state={"markers": 1}),
        unit(0, "boss", (1, 1), commander=True),
        vehicle(0, "carrier", 24, 10, transport=5),
        unit(1, "B", (20, 40)),
        riding={"boss": "carrier"},
        command_vehicle=reading,
    )
    assert command(b, named(b, "A")).commander
    assert command(b, named(b, "A"), rallying=True).commander == rallying
    game = Game(b).choose("A: rally")
    # 7, one marker; the enemy is 30" off in the open.
    assert game.need() == 7 - 1 + rallying
    b = battle(unit(0, "A", (20, 10)), unit(0, "boss", (24, 10), commander=True),
               unit(1, "B", (20, 40)), command_vehicle=reading)  # fmt: skip
    assert command(b, named(b, "A"), rallying=True).commander


@clause("FOW-9.4-01")
def test_engaged_units() -> None:
    """Let stand it does not fight, and the initiative stays; at a third it must test."""
    for reading, offered in (("attempted", False), ("free", True)):
        b = battle(unit(0, "A", (20, 10)), unit(1, "B", (20, 11)), unit(0, "C", (5, 5)),
                   engaged_units=reading)  # fmt: skip
        game = Game(b)
        assert game.has(Attempt(0, STAND)) == offered
        if offered:
            game.choose("A: stand")
            assert game.asks("attempt").player == 0
            assert not game.told("combat")
            assert game.unit("A").attempted
            assert game.refusal("A") is not None
    b = battle(unit(0, "A", (20, 10), start=3), unit(1, "B", (20, 11)), engaged_units="free")
    refusal = Game(b).refusal("A: stand")
    assert refusal is not None
    assert refusal.clause == "FOW-4.4-05"


# ---------------------------------------------------------------- moving


@clause("FOW-6.1-01")
def test_monster_move() -> None:
    """6", or 8"; what the list gives stands, and fear reaches two moves."""
    for reading, inches in (("six", 6.0), ("eight", 8.0)):
        b = battle(
            unit(0, "A", (10, 10), type="monstrous", terrifying=True),
            unit(0, "slug", (10, 20), type="monstrous", move=4.0),
            unit(0, "man", (10, 30)),
            unit(1, "B", (25.5, 10)),  # 14.5" off
            monster_move=reading,
        )
        assert allowance(b, named(b, "A")) == inches
        assert allowance(b, named(b, "slug")) == 4.0
        assert allowance(b, named(b, "man")) == 6.0
        assert terrors(b, named(b, "B")) == (2 * inches >= 14.5)


@clause("FOW-6.1-01", "FOW-10.4-01")
@pytest.mark.parametrize(
    ("transport", "armour", "carrier", "tank", "buggy"),
    [
        ("twelve", "eight", 12.0, 8.0, 12.0),
        ("armour", "eight", 8.0, 8.0, 12.0),
        ("armour", "twelve", 12.0, 12.0, 12.0),
    ],
)
def test_transport_move(
    transport: str, armour: str, carrier: float, tank: float, buggy: float
) -> None:
    b = battle(
        vehicle(0, "carrier", 10, 10, transport=10),
        vehicle(0, "slow", 20, 10, transport=10, move=10.0),
        vehicle(0, "tank", 30, 10, type="armour"),
        vehicle(0, "buggy", 40, 10),
        unit(1, "B", (40, 40)),
        transport_move=transport,
        armour_move=armour,
    )
    assert allowance(b, named(b, "carrier")) == carrier
    assert allowance(b, named(b, "tank")) == tank
    assert allowance(b, named(b, "buggy")) == buggy
    assert allowance(b, named(b, "slow")) == (12.0 if armour == "twelve" else 10.0)


@clause("FOW-4.4-02")
@pytest.mark.parametrize(("reading", "far"), [("six", 12.0), ("eight", 16.0)])
def test_a_monster_withdraws_by_both_moves(reading: str, far: float) -> None:
    b = battle(unit(0, "A", (20, 30), type="monstrous"), unit(1, "B", (20, 40)),
               monster_move=reading)  # fmt: skip
    game = Game(b, alone(withdraw, b.units[0]))
    assert game.unit("A").y[0] == 30.0 - far


@clause("FOW-6.2-14")
def test_buildings_at_maximum() -> None:
    """Three markers are a Professional crew's maximum; who is inside comes out."""
    for reading, markers, y, breaks in (
        (True, 3, 10.0, ""),
        (False, 3, 10.0, "FOW-GAP-90"),
        (False, 2, 10.0, ""),
        (False, 3, 18.0, ""),  # it stands in it
    ):
        b = battle(
            vehicle(0, "A", 20, y, state={"markers": markers}),
            unit(1, "B", (40, 40)),
            ground=[("Building", 15, 15, 25, 25)],
            buildings_at_maximum=reading,
        )
        assert clause_of(b, "A", (20, y + 6, 90)) == breaks


@clause("FOW-3.5-01")
@pytest.mark.parametrize(
    ("reading", "together"), [("chain", True), ("every_pair", False), ("leader", True)]
)
def test_all_within_reach_of_one_who_leads(reading: str, together: bool) -> None:
    """Three in a line, 3" from centre to centre: the outer ones are 5" apart, edge to edge."""
    three = unit(0, "A", *row(10, 10, 3, 3.0))
    assert three.coherent(Settings(cohesion=reading)) == together
    four = unit(0, "A", *row(10, 10, 4, 3.0))
    assert four.coherent(Settings(cohesion=reading)) == (reading == "chain")


def test_a_horde_too_big_for_its_leader_cannot_be_fielded() -> None:
    """1" from edge to edge: three ranks of three stand round one, five of five do not."""
    setup = SYSTEM.setup("encounter", ["hive-swarm", "garrison"], 1, Settings())
    assert isinstance(setup, dict)
    made = SYSTEM.start(setup, Settings(cohesion="leader"))
    assert isinstance(made, list)
    assert made[0].clause == "FOW-GAP-16"
    setup = SYSTEM.setup("encounter", ["line-company", "garrison"], 1, Settings())
    assert isinstance(setup, dict)
    assert isinstance(SYSTEM.start(setup, Settings(cohesion="leader")), Battle)


# ---------------------------------------------------------------- shooting


@clause("FOW-10.7-01")
def test_harmless_shots() -> None:
    """A grenade (HE) has WV 0, a heavy machine gun 2; only at vehicles does that matter."""

    def fire(reading: bool, *weapons: str, **kind: Any) -> Battle:
        b = battle(
            unit(0, "A", *row(20, 10, len(weapons)), arms=[(w, 1) for w in weapons],
                 state={"set_up": True}),
            unit(1, "B", (20, 20), **kind) if kind else vehicle(1, "B", 20, 20),
            harmless_shots=reading,
        )  # fmt: skip
        return b

    assert why_not(fire(True, "RPG (HE)")) == ""
    assert why_not(fire(False, "RPG (HE)")) == "FOW-GAP-39"
    assert why_not(fire(False, "RPG (HE)", type="infantry")) == ""
    for reading, dice in ((True, 4), (False, 3)):
        b = fire(reading, "RPG (HE)", "Heavy Machine Gun")  # a die and three
        assert firing(b, named(b, "A"), named(b, "B"), STILL).dice == dice


@clause("FOW-16-15", "FOW-16-30")
@pytest.mark.parametrize(
    ("gun", "av", "capped", "beyond"),
    [
        ("Howitzer", 7, 7, 9),  # 7 and 2: armour 7 is cancelled by the 7, and 2 are left
        ("Howitzer", 8, 7, 8),
        ("Howitzer", 9, 7, 7),
        ("Tank Cannon", 6, 7, 9),  # 6 and 2
        ("Tank Cannon", 9, 6, 6),
        ("Laser Cannon", 6, 7, 7),  # 6, and nothing added
    ],
)
def test_weapon_bonus(gun: str, av: int, capped: int, beyond: int) -> None:
    """SV 7 at the side of a vehicle, within half range."""
    for reading, need in (("capped", capped), ("beyond", beyond)):
        b = battle(unit(0, "A", (10, 20), weapon=gun, state={"set_up": True}),
                   vehicle(1, "B", 20, 20, av=av), weapon_bonus=reading)  # fmt: skip
        (shot,) = firing(b, named(b, "A"), named(b, "B"), STILL).shots
        assert to_hit(shot, b.settings, SILENT) == need
        values = {"dice": 1, "sv": 7, "wv": shot.wv + shot.bonus, "av": av,
                  "added": 0 if gun == "Laser Cannon" else 2}  # fmt: skip
        assert ask(SYSTEM, "vehicle-attack", values, b.settings).numbers[0].value == need


def test_what_a_gun_adds_is_part_of_its_value() -> None:
    with pytest.raises(Refused, match="FOW-GAP-40"):
        ask(SYSTEM, "vehicle-attack", {"wv": 1, "added": 2}, Settings())


@clause("FOW-14.1-05", "FOW-16-15")
def test_weapon_bonus_of_a_burst() -> None:
    """A howitzer's shell on a hull of AV 7 for its top: SV 7 - 7 + 7, and 2 beyond."""
    for reading, need in (("capped", 7), ("beyond", 9)):
        b = battle(
            unit(0, "Gun", (20, 5), weapon="Howitzer", state={"set_up": True}),
            unit(0, "Spotter", (28, 16)),
            vehicle(1, "Carrier", 20, 20),
            ground=[("Woods", 10, 8, 30, 12)],
            indirect_fire=True,
            weapon_bonus=reading,
        )
        game = activation(b, "Gun").choose("shoot at Carrier").choose("it will not move")
        game.choose("at figure 1").roll(7)
        assert game.need() == need


# ---------------------------------------------------------------- vehicles


@clause("FOW-9.1-01")
def test_nobody_charges_vehicles_without_fv() -> None:
    for reading, clauses in (("armed", ("", "")), ("none", ("FOW-GAP-46", ""))):
        b = battle(
            unit(0, "A", (20, 10)),
            vehicle(1, "Carrier", 20, 15),
            vehicle(1, "Walker", 17, 15, fv=7),
            vehicle_melee=reading,
        )
        game = activation(b, "A")
        found = [game.refusal(f"charge {name}") for name in ("Carrier", "Walker")]
        assert tuple(r.clause if r else "" for r in found) == clauses
    b = battle(vehicle(0, "Carrier", 20, 10), unit(1, "B", (20, 16)), vehicle_melee="none")
    refusal = activation(b, "Carrier").refusal("charge B")
    assert refusal is not None
    assert refusal.clause == "FOW-GAP-46"


@clause("FOW-13-04")
@pytest.mark.parametrize(("reading", "refused"), [("armed", ""), ("none", "FOW-GAP-46")])
def test_nor_does_anybody_in_reaction(reading: str, refused: str) -> None:
    b = battle(unit(0, "A", (20, 10)), vehicle(1, "Carrier", 20, 15), reaction_tests=True,
               vehicle_melee=reading)  # fmt: skip
    game = Game(b, alone(respond, b.units[0], b.units[1]))
    refusal = game.refusal("charge Carrier")
    assert (refusal.clause if refusal else "") == refused


@clause("FOW-10.7-11")
def test_twin_weapons() -> None:
    """Two machine guns in the turret and one in the hull: one system less, and both go."""
    guns = ["Heavy Machine Gun", "Heavy Machine Gun", "Heavy Machine Gun", "Laser Cannon"]
    for reading, names, gone in (
        ("apart", 4, 0b0001),
        ("together", 3, 0b0011),
    ):
        b = battle(
            unit(0, "A", (20, 5)),
            vehicle(1, "Tank", 20, 20, weapons=guns, mounts=["turret", "turret", "hull", "turret"]),
            twin_weapons=reading,
        )
        hull = hull_of(named(b, "Tank"), b.settings)
        assert len(hull.weapons) == names

        game = Game(b, alone(damaged, b.units[1], Damage(moderate=1), b.units[0]))
        game.choose("Heavy Machine Gun 1")
        assert game.unit("Tank").lost == gone
        hull = hull_of(game.unit("Tank"), b.settings)
        assert hull.lost == 1
        assert len(hull.left()) == names - 1


@clause("FOW-10.7-11")
def test_the_last_twin_is_the_last_system() -> None:
    """Immobile, without wounds, a twin mount its only weapon: moderate damage x2 destroys it."""
    for reading, off in (("apart", ""), ("together", "destroyed")):
        b = battle(
            unit(0, "A", (20, 5)),
            vehicle(1, "Tank", 20, 20, weapons=["Laser Cannon"] * 2, state={"immobile": True}),
            twin_weapons=reading,
        )
        game = Game(b, alone(damaged, b.units[1], Damage(moderate_twice=1), b.units[0]))
        game.choose("Laser Cannon 1")
        if reading == "apart":
            game.choose("Laser Cannon 2")
        assert game.unit("Tank").off == off


# ---------------------------------------------------------------- close combat and forces


@clause("FOW-9.4-05")
def test_opponents() -> None:
    """A touches B and C: a round with both, or with the one that it chooses."""
    for reading in ("each", "one"):
        b = battle(unit(0, "A", (20, 10), (22, 10)), unit(1, "B", (20, 11)), unit(1, "C", (22, 11)),
                   opponents=reading)  # fmt: skip
        game = Game(b).choose("A: fight on")
        if reading == "one":
            assert game.asks("opponent").player == 0
            game.choose("C")
            game.roll(10).roll(1)  # A's one figure in contact misses C, C hits
        else:
            game.roll(10).roll(10).roll(10).roll(1)  # at B, at C, then B, then C
        game.choose("1 D-marker")
        assert game.unit("A").markers == 1
        assert game.asks("attempt")
    b = battle(unit(0, "A", (20, 10)), unit(1, "B", (20, 11)), opponents="one")
    assert Game(b).choose("A: fight on").need() == 6 - 1


@clause("FOW-3.4-02")
@pytest.mark.parametrize(("reading", "advisory"), [("noticed", True), ("refused", False)])
def test_super_heavy(
    reading: str, advisory: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    titan = '[[vehicle]]\nname = "Titan"\ntraining = "Elite"\ncv = 8\nsv = 8\nfv = 0\nav = 10\n'
    monkeypatch.setenv("GROGNARD_DATA", str(own(tmp_path, vehicles=titan + 'type = "armour"')))
    made = commanded(entry("titan", 1))
    (breach,) = [b for b in ForgeBuilder().check(made, Settings(super_heavy=reading))
                 if b.clause == "FOW-GAP-65"]  # fmt: skip
    assert breach.advisory == advisory
    assert (breach.repair is None) == advisory
    setup = SYSTEM.setup("encounter", [made, "garrison"], 1, Settings(super_heavy=reading))
    assert isinstance(setup, list) != advisory


@clause("FOW-6.2-01")
def test_difficult_ground() -> None:
    """6" from 12: by halves 3", to the edge of the scree at 15; by double inches 3" to it and 1.5"
    in it. Who stays outside goes all of his 6"."""
    for reading, legal, illegal in (
        ("halves", [(20, 15), (22, 15)], [(20, 15.125), (22, 15)]),
        ("double_inches", [(20, 16.5), (22, 18)], [(20, 16.625), (22, 15)]),
        ("double_inches", [(20, 16.5), (22, 18)], [(20, 16.5), (22, 18.125)]),
    ):
        b = battle(
            unit(0, "A", (20, 12), (22, 12)),
            unit(1, "B", (40, 40)),
            ground=[("Scree", 15, 15, 21, 30)],
            difficult_ground=reading,
        )
        game = activation(b, "A").choose("move 6")
        assert game.refused(*illegal).clause in ("FOW-6.2-01", "FOW-6.1-02")
        game.to(*legal)
        assert [(x, y) for x, y in zip(game.unit("A").x, game.unit("A").y)] == legal


@clause("FOW-6.2-02", "FOW-6.2-04")
def test_inches_are_dear_only_off_the_road_and_without_pushing() -> None:
    ground = [("Scree", 15, 15, 25, 30), ("Scree", 15, 20, 25, 40)]  # they overlap
    b = battle(unit(0, "A", (20, 22)), unit(1, "B", (40, 40)), ground=ground,
               difficult_ground="double_inches")  # fmt: skip
    assert walk_clause(b, "A", [(20, 25)]) == ""
    assert walk_clause(b, "A", [(20, 25.125)]) == "FOW-6.2-01"
    assert walk_clause(b, "A", [(20, 28)], push=True) == ""
    b = battle(unit(0, "A", (20, 22)), unit(1, "B", (40, 40)),
               ground=[*ground, ("Road", 18, 10, 22, 30)],
               difficult_ground="double_inches")  # fmt: skip
    assert walk_clause(b, "A", [(20, 28)]) == ""


@clause("FOW-6.2-05")
def test_an_obstacle_and_double_inches() -> None:
    """6" less 2 for the hedge: 2" in the open and an inch in the scree are 4."""
    b = battle(unit(0, "A", (20, 12)), unit(1, "B", (40, 40)),
               ground=[("Hedge", 15, 13, 25, 13.25), ("Scree", 15, 14, 25, 30)],
               difficult_ground="double_inches")  # fmt: skip
    assert walk_clause(b, "A", [(20, 15)]) == ""
    assert walk_clause(b, "A", [(20, 15.125)]) == "FOW-6.2-01"


@clause("FOW-6.2-01")
def test_a_hull_pays_double_for_every_stretch_on_difficult_ground() -> None:
    """12": to y 18 it stays outside (its front is 2" before its middle), 6", then 3" at double."""
    b = battle(vehicle(0, "A", 20, 12), unit(1, "B", (40, 40)),
               ground=[("Scree", 15, 20.5, 25, 40)], difficult_ground="double_inches")  # fmt: skip
    assert clause_of(b, "A", (20, 18, 90), (20, 21, 90)) == ""
    assert clause_of(b, "A", (20, 18, 90), (20, 21.125, 90)) == "FOW-6.2-01"
    assert clause_of(b, "A", (20, 18, 90)) == ""
    b.settings = Settings()
    assert clause_of(b, "A", (20, 18, 90), (20, 21, 90)) == "FOW-6.2-01"


@clause("FOW-6.2-01", "FOW-11.2-01")
def test_what_a_move_has_cost_is_known_when_it_goes_on() -> None:
    """3" of scree are 6": fired at after half of it, it has 1.5" left and no more."""
    b = battle(
        unit(0, "A", (20, 12)),
        unit(1, "B", (20, 30), weapon="Assault Rifle", state={"covering": 1}),
        ground=[("Scree", 15, 5, 25, 40)],
        difficult_ground="double_inches",
        covering_fire=True,
    )
    game = activation(b, "A").choose("move 6").by(0, 3)
    for _ in range(3):
        game.choose("wait")
    game.choose("fire")
    while not isinstance(game.pending, Place):
        game.roll(*[10] * game.pending.pool)  # type: ignore[union-attr]
    gone = game.unit("A").y[0] - 12
    assert 1.0 <= gone <= 2.0
    assert game.refused((20, 15.125)).clause == "FOW-6.2-01"
    game.to((20, 15))


@clause("FOW-9.1-02")
def test_double_move() -> None:
    """Two actions for 12" in one, halved as one; and a charge over two moves' way."""
    for reading in (False, True):
        b = battle(unit(0, "A", (20, 10)), unit(1, "B", (20, 21)), unit(1, "C", (30, 24)),
                   double_move=reading)  # fmt: skip
        game = activation(b, "A")
        assert game.has("move 12") == reading
        if not reading:
            assert not game.has("charge B")
            continue
        assert not game.has("charge C")  # 15.1" from edge to edge
        game.choose("charge B, in one move").go(20, 21)
        assert game.unit("A").engaged
        assert game.told("charge")
    b = battle(unit(0, "A", (20, 10)), unit(1, "B", (40, 40)), double_move=True)
    game = activation(b, "A").choose("move 12").by(0, 12)
    assert game.unit("A").y == [22]
    assert game.done


@clause("FOW-4.2-01", "FOW-12-13")
def test_a_double_move_is_both_actions() -> None:
    """When both are done, not more of them and not less, it is asked whether it lies low."""
    b = battle(unit(0, "A", (20, 10)), unit(1, "B", (40, 40)), double_move=True, stance=True)
    game = activation(b, "A").choose("move 12").by(0, 12)
    assert game.asks("stance")


@clause("FOW-6.2-01")
def test_a_double_move_is_one_in_terrain_accounting() -> None:
    """Into the scree at 17": two moves go 6" and then 3", one move 6"."""
    b = battle(unit(0, "A", (20, 10)), unit(1, "B", (40, 40)), double_move=True,
               ground=[("Scree", 15, 17, 25, 40)])  # fmt: skip
    assert walk_clause(b, "A", [(20, 16.5)], double=True) == ""
    assert walk_clause(b, "A", [(20, 18)], double=True) == "FOW-6.2-01"
    game = activation(b, "A").choose("move 6").by(0, 6).choose("move 6").by(0, 3)
    assert game.unit("A").y == [19]
    b = battle(unit(0, "A", (20, 10), state={"markers": 1}), unit(1, "B", (40, 40)),
               double_move=True, marked_moves="one")  # fmt: skip
    refusal = activation(b, "A").refusal("move 12")
    assert refusal is not None
    assert refusal.clause == "FOW-GAP-13"


@clause("FOW-7.2-01", "FOW-9.3-05")
def test_hard_cover_armour() -> None:
    """FV 6 at AV 1 behind a barricade: 6 - 1 - 2, and 2 more; in the turn of the charge only."""
    for reading, need in ((False, 3), (True, 1)):
        b = battle(unit(0, "A", (20, 10), grenades=True), unit(1, "B", (20, 14.5)),
                   ground=[("Barricade", 15, 13.5, 25, 14)], hard_cover_armour=reading)  # fmt: skip
        game = activation(b, "A").choose("charge B").go(20, 14.5)
        assert game.need() == need
        assert game.unit("B").walls == ([0] if reading else [])
        again = game.b.clone()
        assert again.to_dict() == game.b.to_dict()
        end_turn(again)
        assert named(again, "B").walls == []
        again.fill(game.b.to_dict())
        assert named(again, "B").walls == game.unit("B").walls
        values = {"fv": 6, "foe_av": 1, "foe_fv": 6, "obstacle": True, "hard": True}
        answer = ask(SYSTEM, "close-combat", values, Settings(hard_cover_armour=reading))
        assert answer.numbers[0].value == need


# ---------------------------------------------------------------- strength


@clause("FOW-3.3-04", "FOW-4.1-07")
def test_holders_count() -> None:
    """Of eight riders on foot two hold the mounts: with five left there are three who count."""
    for reading, counted, half in ((True, 5, False), (False, 3, True)):
        b = battle(unit(0, "A", *row(6, 10, 8), type="cavalry"), unit(1, "B", (40, 40)),
                   holders_count=reading)  # fmt: skip
        game = activation(b, "A").choose("dismount")
        a = game.unit("A")
        for _ in range(3):
            a.remove(0)
        assert sum(a.holds) == 2
        assert a.roll_call == (counted, 8)
        assert a.half == half
        assert command(game.b, a).half == half
        again = game.b.clone()
        assert named(again, "A").roll_call == (counted, 8)
        a.ride(True)
        assert a.roll_call == (5, 8)


@clause("FOW-4.1-07", "FOW-4.4-01", "FOW-5.3-01")
def test_vehicle_strength() -> None:
    """Two guns and the propulsion are three systems: two lost leave a third of it."""
    for reading, half, third in ((False, False, False), (True, True, True)):
        b = battle(
            vehicle(0, "A", 20, 36, weapons=["Laser Cannon", "Heavy Machine Gun"],
                    state={"lost": 0b11, "markers": 2}),
            unit(1, "B", (20, 46)),
            vehicle_strength=reading,
        )  # fmt: skip
        a = named(b, "A")
        assert (a.half, a.third) == (half, third)
        for how in ("exactly", "percent"):  # 1 of 3 is 33.3 in a hundred
            b.settings = Settings(vehicle_strength=reading, third=how)
            assert at_a_third(b, a) == (third and how == "exactly")
        b.settings = Settings(vehicle_strength=reading)
        rally = questions_of.rally(a, command(b, a))
        assert (rally.figures, rally.start) == ((1, 3) if reading else (1, 1))
        game = Game(b).choose("A: activate")
        assert game.need() == 7 - 2 - half
        game.roll(10)
        assert bool(game.told("withdraw")) == third
        if third:
            assert game.unit("A").y[0] == 36 - 24


def test_an_immobile_vehicle_withdraws_nowhere() -> None:
    b = battle(vehicle(0, "A", 20, 20, weapons=["Laser Cannon"] * 2,
                       state={"lost": 0b11, "immobile": True}),
               unit(1, "B", (20, 40)), vehicle_strength=True)  # fmt: skip
    assert named(b, "A").roll_call == (0, 3)
    game = Game(b).choose("A: activate").roll(10)
    assert (game.unit("A").x, game.unit("A").y) == ([20], [20])
    assert game.unit("A").on_table


# ---------------------------------------------------------------- what has been moved


@clause("FOW-8.3-14")
@pytest.mark.parametrize(
    ("reading", "fast"), [("sum", True), ("one_action", False), ("average", True)]
)
def test_distance_moved_by_a_target(reading: str, fast: bool) -> None:
    """Two moves of 6" and 3": 9" in all, 6" at most in one action, all the same on average."""
    b = battle(
        unit(0, "A", (20, 10), (22, 10)),
        unit(1, "B", (20, 40), weapon="Laser Cannon", state={"set_up": True}),
        distance_moved=reading,
    )
    game = activation(b, "A").choose("move 6").by(0, 6).choose("move 6").by(0, 3)
    shots = firing(game.b, game.unit("B"), game.unit("A"), STILL).shots
    assert [s.fast for s in shots] == [fast]
    again = game.b.clone()
    assert again.to_dict() == game.b.to_dict()
    again.fill(game.b.to_dict())
    assert again.to_dict() == game.b.to_dict()
    end_turn(again)
    assert distance_moved(named(again, "A"), again.settings) == 0.0


@clause("FOW-8.3-14")
@pytest.mark.parametrize(
    ("reading", "inches"), [("sum", 8.0), ("one_action", 5.0), ("average", 6.0)]
)
def test_distance_moved_by_one_figure_more_than_by_another(reading: str, inches: float) -> None:
    """One goes 5" and 3", the other 1" and 3"; nobody who falls changes what the rest has gone."""
    b = battle(unit(0, "A", (20, 10), (20, 13)), unit(1, "B", (40, 40)), distance_moved=reading)
    game = activation(b, "A").choose("move 6").to((22, 14.5825), (20, 14))
    game.choose("move 6").by(0, 3)
    assert distance_moved(game.unit("A"), game.b.settings) == pytest.approx(inches, abs=0.01)
    game.unit("A").remove(0)
    left = {"sum": 4.0, "one_action": 5.0, "average": 4.0}
    assert distance_moved(game.unit("A"), game.b.settings) == pytest.approx(left[reading], abs=0.01)


@clause("FOW-8.3-09", "FOW-8.3-10")
@pytest.mark.parametrize(("reading", "part"), [("sum", "FOW-8.3-10"), ("one_action", "FOW-8.3-09")])
def test_distance_moved_by_who_shoots(reading: str, part: str) -> None:
    """4" in flight from a reaction, then 6" of its own: over 6", or up to 6" twice."""
    b = battle(
        unit(0, "A", (20, 10), weapon="Heavy Machine Gun", av=4),
        unit(1, "B", (20, 40)),
        distance_moved=reading,
    )
    a = named(b, "A")
    begins_to_move(a, b.settings)
    a.moved = [4.0]
    game = activation(b, "A").choose("move 6").by(0, 6).choose("shoot at B")
    assert part in game.parts()


# ---------------------------------------------------------------- withdrawing and winning


@clause("FOW-4.4-02")
def test_withdrawal_slides() -> None:
    """Deep water 2" wide, 1" behind: 1" straight back, and there it stops; or it goes round it."""
    for reading in (False, True):
        b = battle(
            unit(0, "A", (20, 30)),
            unit(1, "B", (20, 40)),
            ground=[("Deep Water", 19, 22, 21, 28.5)],
            withdrawal_slides=reading,
        )
        a = Game(b, alone(withdraw, b.units[0])).unit("A")
        if not reading:
            assert (a.x, a.y) == ([20], [29.0])
            continue
        assert a.y[0] < 22
        assert abs(a.x[0] - 20) >= 1.5
        assert 11.0 < a.most_moved <= 12.0 + 1 / 64


@clause("FOW-4.4-02")
def test_nothing_in_the_way_is_nothing_to_slide_round() -> None:
    ends = []
    for reading in (False, True):
        b = battle(unit(0, "A", (20, 30)), unit(1, "B", (23, 40)), withdrawal_slides=reading)
        a = Game(b, alone(withdraw, b.units[0])).unit("A")
        ends.append((a.x[0], a.y[0]))
    assert ends[0] == ends[1]


@clause("FOW-9.4-01")
def test_follow_up() -> None:
    """The last enemy falls: its killers may move, once, and not into contact."""
    for reading in (False, True):
        b = battle(
            unit(0, "A", (20, 10)),
            unit(1, "B", (20, 11), state={"markers": 3}),
            unit(1, "C", (20, 16)),
            follow_up=reading,
        )
        game = Game(b).choose("A: fight on").roll(1).roll(10)
        assert game.unit("B").off == "destroyed"
        if reading:
            assert isinstance(game.pending, Place)
            assert game.pending.kind == "follow-up"
            assert game.refused((20, 15)).clause == "FOW-6.1-03"
            game.to((20, 12.5))
            assert game.unit("A").y == [12.5]
        assert game.asks("attempt")


@clause("FOW-9.4-01")
def test_the_attacked_may_be_the_winners() -> None:
    b = battle(unit(0, "A", (20, 10), state={"markers": 3}), unit(1, "B", (20, 11)),
               unit(0, "C", (40, 40)), follow_up=True)  # fmt: skip
    game = Game(b).choose("A: fight on").roll(10).roll(1)
    assert isinstance(game.pending, Place)
    assert game.pending.player == 1
    game.stay()
    assert game.asks("attempt")


@clause("FOW-6.1-03")
def test_known_enemies() -> None:
    """Behind houses nobody sees B, and A may pass an inch from it; C sees it, or somebody had."""
    for reading, friend, before, breaks in (
        ("all", (40, 5), 0, "FOW-6.1-03"),
        ("seen", (40, 5), 0, ""),
        ("seen", (18, 26), 0, "FOW-6.1-03"),
        ("seen", (40, 5), 1 << 1, "FOW-6.1-03"),
    ):
        b = battle(
            unit(0, "A", (10, 14)),
            unit(1, "B", (18, 20)),
            unit(0, "C", friend),
            ground=[("Building", 12, 12, 16, 24), ("Building", 12, 6, 46, 18)],
            known_enemies=reading,
        )
        b.known = [before, 0]
        learn(b)
        assert b.known[0] >> 1 & 1 == ((friend == (18, 26) and reading == "seen") or before > 0)
        a = named(b, "A")
        a.x, a.y = [18], [26.0]
        if friend == (18, 26):
            named(b, "C").x = [40]
        refresh(b, a)
        refresh(b, named(b, "C"))
        # Centres 2" apart are bases an inch apart.
        assert walk_clause(b, "A", [(18, 22)]) == breaks
        assert walk_clause(b, "A", [(18, 20.5)]) != ""  # nobody stands on anybody
        again = b.clone()
        again.fill(b.to_dict())
        assert again.known == b.known


@clause("FOW-6.1-03")
@pytest.mark.parametrize(("reading", "breaks"), [("all", "FOW-6.1-03"), ("seen", "")])
def test_unknown_enemies_of_a_hull(reading: str, breaks: str) -> None:
    """Its side passes an inch from B, who stands 2.5" to the east of its middle."""
    b = battle(vehicle(0, "A", 20, 10), unit(1, "B", (22.5, 20)), known_enemies=reading)
    assert clause_of(b, "A", (20, 20, 90)) == breaks
    assert clause_of(b, "A", (22, 20, 90)) == "FOW-6.1-03"
    learn(b)
    assert clause_of(b, "A", (20, 20, 90)) == "FOW-6.1-03"


@clause("FOW-6.1-03")
def test_who_is_in_sight_is_known_from_then_on() -> None:
    b = battle(unit(0, "A", (20, 10)), unit(1, "B", (20, 40)), known_enemies="seen")
    game = Game(b).choose("A: activate").roll(1)
    assert game.b.known[0] == 1 << 1
    assert battle(unit(0, "A", (20, 10)), unit(1, "B", (20, 40))).known == [0, 0]


@clause("FOW-13-09")
@pytest.mark.parametrize(("reading", "off"), [("stays", ""), ("lost", "left the table")])
def test_cornered_in_flight(reading: str, off: str) -> None:
    """Deep water on all sides but the enemy's."""
    b = battle(unit(0, "A", (20, 10)), unit(1, "B", (20, 20)),
               ground=[("Deep Water", 10, 5, 30, 9.5)], cornered=reading)  # fmt: skip
    game = Game(b, alone(flee, b.units[0]))
    assert game.unit("A").off == off
