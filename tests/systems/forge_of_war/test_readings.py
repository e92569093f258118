"""What each reading of a gap changes: the ruling first, then the alternatives, one case for both.

Bases are one inch across: a gap is the distance less one inch.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from grognard.odds.asking import ask
from grognard.odds.exact import Exact
from grognard.rules.explained import SILENT
from grognard.rules.settings import settings_of
from grognard.systems.forge_of_war import SYSTEM
from grognard.systems.forge_of_war.actions import JOIN, Action, dismount
from grognard.systems.forge_of_war.attempts import at_a_third, end_turn
from grognard.systems.forge_of_war.builder import ForgeBuilder
from grognard.systems.forge_of_war.circumstances import command
from grognard.systems.forge_of_war.combat import fighters
from grognard.systems.forge_of_war.legality import bounds
from grognard.systems.forge_of_war.losses import lose, spots
from grognard.systems.forge_of_war.melee import Blow, blows, dice_of, to_strike
from grognard.systems.forge_of_war.profiles import load_catalogue
from grognard.systems.forge_of_war.retreat import withdraw
from grognard.systems.forge_of_war.settings import Settings
from grognard.systems.forge_of_war.shooting import (
    automatic_markers,
    firing,
    flame_points,
    is_anti_tank,
    refuse_target,
    suffer,
    target_of,
)
from grognard.systems.forge_of_war.state import Battle
from grognard.systems.forge_of_war.volley import STILL, Shot, pool
from tests.systems.forge_of_war.field import Game, alone, battle, named, row, unit
from tests.systems.forge_of_war.test_builder import commanded
from tests.systems.forge_of_war.test_builder import unit as entry
from tests.systems.forge_of_war.ways import activation

clause = pytest.mark.clause
HERE = Path(__file__).parent


def test_every_setting_is_put_to_the_test() -> None:
    """Each is set to something else in some test of this room."""
    texts = "".join(p.read_text("utf-8") for p in sorted(HERE.glob("test_*.py")))
    untested = [
        s.name
        for s in settings_of(Settings)
        if f"{s.name}=" not in texts and f'"{s.name}"' not in texts
    ]
    assert not untested


def chance(value: Shot | Blow, **settings: Any) -> Fraction:
    rule: Any = pool if isinstance(value, Shot) else blows
    hits = Exact(rational=True).of(rule, value, Settings(**settings))
    return Fraction(hits.mean).limit_denominator(10_000)


def why_not(b: Battle, who: str = "A", at: str = "B") -> str:
    refusal = refuse_target(b, named(b, who), named(b, at), STILL)
    return refusal.clause if refusal is not None else ""


def activated(b: Battle, who: str = "A") -> Game:
    return Game(b).choose(f"{who}: activate").roll(1)


# ---------------------------------------------------------------- numbers


@clause("FOW-8.3-17")
@pytest.mark.parametrize(
    ("shot", "value", "modifiers"),
    [
        (Shot(1, 6, av=8, far=True), 7, 1),  # -3: 7 or less; all modifiers -9: 1 or less
        (Shot(1, 6, av=10), 6, 0),  # -4, and -10
        (Shot(1, 2, av=2), 10, 8),  # 0, and -2
    ],
)
def test_reroll_target(shot: Shot, value: int, modifiers: int) -> None:
    assert chance(shot) == Fraction(value, 100)
    assert chance(shot, reroll_target="modifiers") == Fraction(modifiers, 100)


@clause("FOW-9.3-09")
def test_reroll_target_in_close_combat() -> None:
    """FV 6, AV 8: -2, and all modifiers are -8."""
    blow = Blow(1, 6, av=8, foe_fv=6)
    assert chance(blow) == Fraction(8, 100)
    assert chance(blow, reroll_target="modifiers") == Fraction(2, 100)


@clause("FOW-3.1-05")
@pytest.mark.parametrize(("reading", "dice"), [("each", 10), ("unit", 2), ("extra", 15)])
def test_attacks(reading: str, dice: int) -> None:
    """Five figures of FV6(2): ten dice, two for all of them, or three each."""
    settings = Settings(attacks=reading)
    assert dice_of(Blow(10, 6, attacks=2), settings) == dice
    assert dice_of(Blow(5, 6), settings) == 5
    answer = ask(SYSTEM, "close-combat", {"figures": 5, "attacks": 2, "fv": 10, "foe_fv": 10,
                 "foe_av": 0, "foe_figures": 30, "foe_markers": 3, "av": 0}, settings)  # fmt: skip
    assert answer["foe_figures"].mean == pytest.approx(30 - dice)


@clause("FOW-9.3-07")
@pytest.mark.parametrize(
    ("fv", "foe", "once", "steps"), [(9, 5, 1, 2), (8, 5, 1, 1), (6, 5, 0, 0), (3, 9, -1, -3)]
)
def test_fv_steps(fv: int, foe: int, once: int, steps: int) -> None:
    blow = Blow(1, fv, foe_fv=foe)
    assert to_strike(blow, Settings(), SILENT) == fv + once
    assert to_strike(blow, Settings(fv_steps="every_two"), SILENT) == fv + steps


@clause("FOW-5.2-09")
@pytest.mark.parametrize(("reading", "passes"), [(False, 4), (True, 5)])
def test_rally_must_remove(reading: bool, passes: int) -> None:
    """CV 7 less one marker: 7 to 10 pass the initiative; a 6 removes nothing."""
    answer = ask(SYSTEM, "rally", {"cv": 7}, Settings(rally_must_remove=reading), rational=True)
    assert dict(answer["passes"].chances)[1] == Fraction(passes, 10)


@clause("FOW-5.3-03")
@pytest.mark.parametrize(("reading", "removed"), [(False, 0), (True, 1)])
def test_one_beats_floor(reading: bool, removed: int) -> None:
    """Half of ten lost, one marker: only a natural 1 might take it."""
    answer = ask(SYSTEM, "rally", {"figures": 5}, Settings(one_beats_floor=reading), rational=True)
    assert dict(answer["removed"].chances).get(1, 0) == Fraction(removed, 10)


@clause("FOW-4.1-04")
@pytest.mark.parametrize(("reading", "tenths"), [(False, 0), (True, 1)])
def test_natural_one(reading: bool, tenths: int) -> None:
    answer = ask(SYSTEM, "activation", {"cv": 3, "markers": 3}, Settings(natural_one=reading),
                 rational=True)  # fmt: skip
    assert dict(answer["activated"].chances).get(1, 0) == Fraction(tenths, 10)


# ---------------------------------------------------------------- leaders and terror


@clause("FOW-2.1-02")
def test_leaders() -> None:
    """The Marine Captain begins with his squad, or alone; alone he may lend his CV 10 to 12"."""
    setup = SYSTEM.setup("encounter", ["marine-strike-force", "garrison"], 1, Settings())
    assert isinstance(setup, dict)
    hosts = {}
    for reading in ("attached", "alone", "within_12"):
        b = SYSTEM.start(setup, Settings(leaders=reading))
        assert isinstance(b, Battle)
        hosts[reading] = named(b, "Marine Captain").host
    assert setup["rosters"][0]["units"][1]["name"] == "1st Marines"
    assert hosts == {"attached": 1, "alone": -1, "within_12": -1}

    for reading, gap, cv in (("attached", 3, 7), ("alone", 3, 7), ("within_12", 12, 9),
                             ("within_12", 12.125, 7)):  # fmt: skip
        b = battle(
            unit(0, "A", (10, 10)),
            unit(0, "boss", (11 + gap, 10), leader=True, cv=9),
            unit(1, "B", (40, 40)),
        )
        b.settings = Settings(leaders=reading)
        assert command(b, named(b, "A")).cv == cv


@clause("FOW-2.1-02")
def test_leaders_who_stand_alone_join_nobody() -> None:
    for reading, offered in (("attached", True), ("alone", False)):
        b = battle(
            unit(0, "A", (10, 10), state={"attempted": True}),
            unit(0, "boss", (12, 10), leader=True),
            unit(1, "B", (40, 40)),
        )
        b.settings = Settings(leaders=reading)
        assert activated(b, "boss").has(Action(JOIN, 0)) == offered


@clause("FOW-2.2-05")
@pytest.mark.parametrize(("reading", "shaken"), [("unit", 0), ("in_sight", 1)])
def test_commander_loss(reading: str, shaken: int) -> None:
    """Friends at 12" and in sight, at 12", behind a house, and beyond 12"."""
    b = battle(
        unit(0, "A", (20, 20)),
        unit(0, "boss", (21, 20), leader=True, commander=True),
        unit(0, "near", (20, 33)),
        unit(0, "blind", (33, 20)),
        unit(0, "far", (20, 6.5)),
        unit(1, "B", (40, 40)),
        ground=[("Building", 26, 15, 28, 25)],
        leaders={"boss": "A"},
        commander_loss=reading,
    )
    game = Game(b, alone(lose, b.units[0], 1, [1]))
    assert game.unit("A").markers == 1
    assert [game.unit(n).markers for n in ("near", "blind", "far")] == [shaken, 0, 0]


def fiends(**settings: Any) -> int:
    """A monster and a terrifying trooper, 9" away each, who moves 4"."""
    b = battle(
        unit(0, "A", (20, 20), move=6.0),
        unit(1, "monster", (30, 20), type="monstrous", move=6.0),
        unit(1, "ghoul", (20, 28.5), terrifying=True, move=4.0),
        ground=[("Building", 15, 22, 25, 25)],
        **settings,
    )
    return command(b, named(b, "A")).terrifying


@clause("FOW-4.1-08")
def test_terrifying() -> None:
    assert fiends() == 1  # 7.5" off, within 8"
    assert fiends(terrifying="monsters", terror_count="each") == 2
    assert fiends(terrifying="listed", terror_count="each") == 1


@clause("FOW-4.1-08")
def test_terror_sight() -> None:
    assert fiends(terror_sight=True) == 0
    assert fiends(terror_sight=True, terrifying="monsters") == 1


@clause("FOW-4.1-08")
@pytest.mark.parametrize(("reading", "gap", "counts"), [
    ("theirs", 8.0, 1), ("theirs", 10.0, 0), ("own", 10.0, 1), ("own", 12.125, 0),
])  # fmt: skip
def test_terror_range(reading: str, gap: float, counts: int) -> None:
    """They move 4", we move 6"."""
    b = battle(unit(0, "A", (20, 20), move=6.0),
               unit(1, "ghoul", (21 + gap, 20), terrifying=True, move=4.0),
               terror_range=reading)  # fmt: skip
    assert command(b, named(b, "A")).terrifying == counts


@clause("FOW-4.1-08", "FOW-5.2-07")
@pytest.mark.parametrize(("reading", "less"), [("once", 1), ("each", 3)])
def test_terror_count(reading: str, less: int) -> None:
    for name in ("activation", "rally"):
        values = {"terrifying": True, "terrors": 3, "markers": 0}
        answer = ask(SYSTEM, name, values, Settings(terror_count=reading))
        assert answer.numbers[0].value == 7 - less


@clause("FOW-4.1-09")
@pytest.mark.parametrize(("reading", "near"), [(True, True), (False, False)])
def test_own_commander(reading: bool, near: bool) -> None:
    b = battle(unit(0, "A", (10, 10), commander=True), unit(1, "B", (40, 40)),
               own_commander=reading)  # fmt: skip
    assert command(b, named(b, "A")).commander == near
    b = battle(unit(0, "A", (10, 10), commander=True), unit(0, "C", (10, 20)),
               unit(1, "B", (40, 40)), own_commander=reading)  # fmt: skip
    assert command(b, named(b, "C")).commander


# ---------------------------------------------------------------- losses and markers


@clause("FOW-5.3-01")
@pytest.mark.parametrize(("reading", "markers"), [("floor", 0), ("at_once", 1)])
def test_permanent_markers(reading: str, markers: int) -> None:
    """Three of four, then two of four: half is lost."""
    b = battle(unit(0, "A", *row(10, 10, 4)), unit(1, "B", (40, 40)), permanent_markers=reading)
    game = Game(b, alone(lose, b.units[0], 1, [0]))
    assert game.unit("A").markers == 0
    game = Game(game.b, alone(lose, game.b.units[0], 1, [0]))
    assert game.unit("A").markers == markers


@clause("FOW-8.4-02")
@pytest.mark.parametrize(("reading", "left"), [(False, 3), (True, 2)])
def test_unseen_losses(reading: bool, left: int) -> None:
    """Two hits on a unit at its maximum of which one figure is in view."""
    b = battle(unit(0, "A", *row(10, 10, 4), state={"markers": 3}), unit(1, "B", (40, 40)),
               unseen_losses=reading)  # fmt: skip
    a = b.units[0]
    game = Game(b, alone(suffer, a, 2, spots(a, [0]), None, "FOW-8.4-01"))
    if reading:
        game.choose("as proposed")
    assert game.unit("A").figures == left


@clause("FOW-4.4-01")
@pytest.mark.parametrize(("start", "exactly", "percent"), [(9, True, False), (10, True, True)])
def test_third(start: int, exactly: bool, percent: bool) -> None:
    """3 of 9 is a third exactly, and 33.3 in a hundred; 3 of 10 is less."""
    for reading, falls in (("exactly", exactly), ("percent", percent)):
        b = battle(unit(0, "A", *row(10, 10, 3), start=start), unit(1, "B", (40, 40)),
                   third=reading)  # fmt: skip
        assert at_a_third(b, named(b, "A")) == falls
        game = Game(b).choose("A: activate").roll(10)
        assert bool(game.told("withdraw")) == falls


@clause("FOW-5.2-06")
@pytest.mark.parametrize(("reading", "still"), [("until_rally", True), ("turn", False)])
def test_slaughter_lasts(reading: str, still: bool) -> None:
    b = battle(unit(0, "A", (10, 10), state={"slaughtered": True}), unit(1, "B", (40, 40)),
               slaughter_lasts=reading)  # fmt: skip
    end_turn(b)
    assert named(b, "A").slaughtered == still


# ---------------------------------------------------------------- moving


@clause("FOW-2.2-03")
@pytest.mark.parametrize(("reading", "refused"), [("both", ""), ("one", "FOW-GAP-13")])
def test_marked_moves(reading: str, refused: str) -> None:
    b = battle(unit(0, "A", (10, 10), state={"markers": 1}), unit(1, "B", (40, 40)),
               marked_moves=reading)  # fmt: skip
    game = activation(b, "A").choose("move 6").by(0, 3)
    refusal = game.refusal("move 6")
    assert (refusal.clause if refusal else "") == refused
    b = battle(unit(0, "A", (10, 10)), unit(1, "B", (40, 40)), marked_moves=reading)
    assert activation(b, "A").choose("move 6").by(0, 3).refusal("move 6") is None


@clause("FOW-3.5-04")
@pytest.mark.parametrize(
    ("reading", "failed", "twice"),
    [("activation", 0, 1), ("failed_too", 1, 1), ("each_move", 0, 2)],
)  # fmt: skip
def test_cohesion_marker(reading: str, failed: int, twice: int) -> None:
    """30" apart no move brings them together."""

    def torn() -> Battle:
        return battle(unit(0, "A", (5, 10), (36, 10), state={"regrouping": True}),
                      unit(1, "B", (40, 40)), cohesion_marker=reading)  # fmt: skip

    game = Game(torn()).choose("A: activate").roll(10).choose("stay")
    assert game.unit("A").markers == failed
    game = activated(torn()).choose("move 6").by(0, 1).choose("move 6").by(0, 1)
    assert game.unit("A").markers == twice
    game = activated(torn()).choose("nothing more")
    assert game.unit("A").markers == 1


@clause("FOW-6.2-02")
@pytest.mark.parametrize(("reading", "markers"), [("move", 2), ("activation", 1)])
def test_difficult_pays(reading: str, markers: int) -> None:
    b = battle(unit(0, "A", (20, 10)), unit(1, "B", (40, 40)),
               ground=[("Scree", 15, 5, 25, 30)], difficult_pays=reading)  # fmt: skip
    game = activation(b, "A").choose("push on").by(0, 6).choose("a D-marker").choose("push on")
    game.by(0, 6)
    if reading == "move":
        game.choose("a D-marker")
    assert game.unit("A").markers == markers


@clause("FOW-4.4-03")
@pytest.mark.parametrize(("reading", "refused"), [(False, "FOW-GAP-26"), (True, "")])
def test_withdrawing_rally(reading: bool, refused: str) -> None:
    b = battle(unit(0, "A", (10, 10), start=4, state={"withdrawing": True, "markers": 2}),
               unit(1, "B", (40, 40)), withdrawing_rally=reading)  # fmt: skip
    refusal = Game(b).refusal("A: rally")
    assert (refusal.clause if refusal else "") == refused


@clause("FOW-4.4-02")
@pytest.mark.parametrize(("reading", "off"), [("stays", ""), ("lost", "left the table")])
def test_cornered(reading: str, off: str) -> None:
    """Deep water behind."""
    b = battle(unit(0, "A", (20, 10)), unit(1, "B", (20, 20)),
               ground=[("Deep Water", 10, 5, 30, 9.5)], cornered=reading)  # fmt: skip
    game = Game(b, alone(withdraw, b.units[0]))
    assert game.unit("A").off == off


@clause("FOW-3.3-04")
@pytest.mark.parametrize(("n", "down", "up"), [(8, 2, 2), (7, 1, 2), (3, 0, 1)])
def test_holders(n: int, down: int, up: int) -> None:
    for reading, held in (("down", down), ("up", up)):
        b = battle(unit(0, "A", *row(6, 10, n), type="cavalry"), unit(1, "B", (40, 40)),
                   holders=reading)  # fmt: skip
        game = activation(b, "A").choose("dismount")
        assert sum(game.unit("A").holds) == held
        dismount(b.units[0])


# ---------------------------------------------------------------- shooting


@clause("FOW-7.3-04")
@pytest.mark.parametrize(("reading", "refused"), [(True, "FOW-7.3-04"), (False, "")])
def test_hidden_in_cover(reading: bool, refused: str) -> None:
    b = battle(unit(0, "A", (20, 10), weapon="Assault Rifle"), unit(1, "B", (20, 20)),
               ground=[("Woods", 15, 18, 25, 25)], hidden_in_cover=reading)  # fmt: skip
    named(b, "B").seen_by = 0
    b.looked.clear()
    assert why_not(b) == refused


@clause("FOW-8.2-03")
def test_anti_tank() -> None:
    catalogue = load_catalogue()
    for name, listed, by_value in (
        ("20mm Minigun", False, True), ("40mm Cannon", True, True), ("Plasma Rifle", False, True),
        ("Missile Launcher (HE)", True, False), ("Assault Rifle", False, False),
    ):  # fmt: skip
        weapon = catalogue.weapon(name)
        for reading, is_one in (("listed", listed), ("wv_4", by_value)):
            b = battle(unit(0, "A", (5, 5)), unit(1, "B", (9, 9)), anti_tank=reading)
            assert is_anti_tank(b, weapon) == is_one


@clause("FOW-8.2-03")
def test_anti_tank_targets() -> None:
    def fire(reading: str, kind: str) -> Battle:
        return battle(
            unit(0, "A", (20, 10), (22, 10), arms=[("RPG (HEAP)", 1), ("Assault Rifle", 1)]),
            unit(1, "B", (20, 20), type=kind),
            anti_tank_targets=reading,
        )

    for reading, kind, dice in (("any", "infantry", 3), ("armour", "infantry", 2),
                                ("armour", "monstrous", 3)):  # fmt: skip
        b = fire(reading, kind)
        assert firing(b, named(b, "A"), named(b, "B"), STILL).dice == dice
    b = battle(unit(0, "A", (20, 10), weapon="RPG (HEAP)"), unit(1, "B", (20, 20)),
               anti_tank_targets="armour")  # fmt: skip
    assert why_not(b) == "FOW-GAP-32"


@clause("FOW-4.2-05", "FOW-16-26")
@pytest.mark.parametrize(("reading", "refused"), [(True, "FOW-4.2-05"), (False, "")])
def test_snipers_deploy(reading: bool, refused: str) -> None:
    for weapon, clause_ in (("Sniper Rifle", refused), ("Heavy Machine Gun", "FOW-4.2-05")):
        b = battle(unit(0, "A", (20, 10), weapon=weapon), unit(1, "B", (20, 20)),
                   snipers_deploy=reading)  # fmt: skip
        assert why_not(b) == clause_


@clause("FOW-4.2-05")
@pytest.mark.parametrize(("reading", "dice"), [(False, 2), (True, 0)])
def test_heavy_blocks(reading: bool, dice: int) -> None:
    """One with a machine gun, one with a rifle: undeployed only the rifle fires, or nobody."""
    b = battle(
        unit(0, "A", (20, 10), (22, 10), arms=[("Heavy Machine Gun", 1), ("Assault Rifle", 1)]),
        unit(1, "B", (20, 20)),
        heavy_blocks=reading,
    )
    assert firing(b, named(b, "A"), named(b, "B"), STILL).dice == dice
    named(b, "A").set_up = True
    assert firing(b, named(b, "A"), named(b, "B"), STILL).dice == 5


@clause("FOW-4.2-05")
@pytest.mark.parametrize("reading", [False, True])
def test_deploy_once(reading: bool) -> None:
    b = battle(unit(0, "A", (20, 10), weapon="Heavy Machine Gun", state={"set_up": True}),
               unit(1, "B", (20, 30)), deploy_once=reading)  # fmt: skip
    game = activation(b, "A").choose("move 6").by(0, 2)
    assert game.unit("A").set_up == reading


@clause("FOW-16-32")
@pytest.mark.parametrize(("reading", "dice"), [("infantry", 2), ("vehicle", 1)])
def test_monster_fire(reading: str, dice: int) -> None:
    def at(**fields: Any) -> int:
        b = battle(unit(0, "A", (20, 10), weapon="RPG (HE)"), unit(1, "B", (20, 20), **fields),
                   monster_fire=reading)  # fmt: skip
        assert target_of(b, named(b, "B")) in ("infantry", "vehicle", "horde")
        return firing(b, named(b, "A"), named(b, "B"), STILL).dice

    assert at(type="monstrous") == dice
    assert at(type="monstrous", training="Horde") == 3  # horde training comes first
    assert at() == 2


@clause("FOW-16-27")
@pytest.mark.parametrize(("reading", "markers"), [(False, 1), (True, 0)])
def test_sniper_maximum(reading: bool, markers: int) -> None:
    b = battle(unit(0, "A", (20, 10), weapon="Sniper Rifle", state={"set_up": True}),
               unit(1, "B", (20, 20), state={"markers": 3}), sniper_maximum=reading)  # fmt: skip
    target = named(b, "B")
    assert automatic_markers(b, target, firing(b, named(b, "A"), target, STILL)) == markers
    target.markers = 2
    assert automatic_markers(b, target, firing(b, named(b, "A"), target, STILL)) == 1


@clause("FOW-16-11")
@pytest.mark.parametrize(("reading", "caught"), [(True, 2), (False, 1)])
def test_flame_friends(reading: bool, caught: int) -> None:
    b = battle(unit(0, "A", (20, 10), weapon="Flame Thrower"), unit(1, "B", (20, 18)),
               unit(0, "C", (22, 18)), flame_friends=reading)  # fmt: skip
    game = activated(b).choose("shoot at B").choose("it will not move")
    assert game.labels() == [f"at figure 1: {caught} in the flames"]


@clause("FOW-16-23")
@pytest.mark.parametrize(("reading", "rolls"), [("per_figure", 2), ("per_unit", 1), ("per_die", 4)])
def test_plasma(reading: str, rolls: int) -> None:
    """Two guns at 9": two dice each."""
    b = battle(unit(0, "A", (20, 10), (22, 10), weapon="Plasma Rifle"), unit(1, "B", (20, 20)),
               plasma=reading)  # fmt: skip
    game = activated(b).choose("shoot at B").choose("it will not move").roll(10, 10, 10, 10)
    assert getattr(game.pending, "pool", 0) == rolls


@clause("FOW-8.3-11")
def test_move_after_shot() -> None:
    def shot(reading: str) -> Game:
        b = battle(unit(0, "A", (20, 10), weapon="Assault Rifle"), unit(1, "B", (20, 20)),
                   move_after_shot=reading)  # fmt: skip
        return activated(b).choose("shoot at B")

    game = shot("declared")
    assert game.asks("declare")
    game = shot("free")
    assert "FOW-8.3-09" not in game.parts()
    game.roll(10, 10)
    assert game.refusal("move 6") is None


@clause("FOW-8.1-02", "FOW-8.3-15")
@pytest.mark.parametrize(("reading", "dice"), [("figures", 2), ("nearest", 4)])
def test_unit_distance(reading: str, dice: int) -> None:
    """Two ranks with shotguns, at 11" and at 13" of 12"."""
    b = battle(unit(0, "A", (20, 10), (20, 8), weapon="Shotgun (Solid shot)"),
               unit(1, "B", (20, 22), (22, 22)), unit_distance=reading,
               line_of_sight="half_base")  # fmt: skip
    a, target = named(b, "A"), named(b, "B")
    # From the second rank only the enemy to the side is in view, past his own comrade anyhow.
    assert firing(b, a, target, STILL).dice == dice


# ---------------------------------------------------------------- close combat


@clause("FOW-9.1-02")
def test_charge_round() -> None:
    """Two moves reach the enemy 11" away; one move one 5" away."""

    def charged(reading: str, gap: float) -> Game:
        b = battle(unit(0, "A", (20, 10)), unit(1, "B", (20, 11 + gap)), charge_round=reading)
        game = activated(b)
        if gap > 6:
            game.choose("move 6").by(0, 6)
        return game.choose("charge B").go(20, 11 + gap)

    for reading, gap, fought in (("at_once", 11, True), ("action", 11, False), ("action", 5, True)):
        game = charged(reading, gap)
        assert bool(game.told("charge")) == fought
        assert game.unit("A").engaged


@clause("FOW-9.5-04")
@pytest.mark.parametrize("reading", [False, True])
def test_free_round(reading: bool) -> None:
    b = battle(unit(0, "A", (20, 10)), unit(1, "B", (20, 11)), free_round=reading)
    game = Game(b).choose("A: disengage").roll(10)
    assert game.unit("A").markers == 1
    assert (getattr(game.pending, "why", "") == "close combat") == reading


@clause("FOW-9.3-05")
@pytest.mark.parametrize(("reading", "kept"), [(False, []), (True, [0])])
def test_obstacle_lasts(reading: bool, kept: list[int]) -> None:
    b = battle(unit(0, "A", (20, 10)), unit(1, "B", (20, 11), state={"shields": [0]}),
               unit(1, "C", (40, 40), state={"shields": [0]}), obstacle_lasts=reading)  # fmt: skip
    end_turn(b)
    assert named(b, "B").shields == kept
    assert named(b, "C").shields == []  # they do not touch


@clause("FOW-9.3-08")
def test_second_rank() -> None:
    """The first touches the enemy, the second stands 1" behind him, the third 1.125"."""
    for reading, who in ((False, [0]), (True, [0, 1])):
        b = battle(unit(0, "A", (20, 10), (20, 8), (22.125, 10)), unit(1, "B", (20, 11)),
                   second_rank=reading)  # fmt: skip
        assert fighters(b, named(b, "A"), named(b, "B")) == who
        assert fighters(b, named(b, "B"), named(b, "A")) == [0]


@pytest.mark.parametrize(
    ("at", "fights"),
    [((18, 10), True), ((17.875, 10), False), ((22, 10), True), ((20, 7.875), False),
     ((18.75, 8.5), True), ((18.5, 8.5), False), ((21.5, 8.5), False), ((21.25, 8.5), True)],
)  # fmt: skip
def test_an_inch_behind_on_any_side(at: tuple[float, float], fights: bool) -> None:
    """Centres 2" apart are bases an inch apart: 1.25² + 1.5² is less than 2², 1.5² + 1.5² more."""
    b = battle(unit(0, "A", (20, 10), at), unit(1, "B", (20, 11)), second_rank=True)
    assert fighters(b, named(b, "A"), named(b, "B")) == [0, 1][: 1 + fights]


# ---------------------------------------------------------------- forces


@clause("FOW-3.3-03")
def test_size_limits() -> None:
    """Two riflemen are too few for a unit: a word, or a breach."""
    made = commanded(entry("line-infantry-troops", 2, "Two"))
    builder = ForgeBuilder()
    for reading, hard in (("advice", 0), ("binding", 1)):
        breaches = builder.check(made, Settings(size_limits=reading))
        assert sum(not b.advisory for b in breaches) == hard
        setup = SYSTEM.setup("encounter", [made, "garrison"], 1, Settings(size_limits=reading))
        assert isinstance(setup, list) == bool(hard)


def test_a_search_knows_the_least_number_of_units() -> None:
    """From the start, so that it proposes no force of fewer."""
    for n, enough in ((2, False), (3, True), (4, True)):
        made = commanded(*[entry("line-infantry-troops", 8) for _ in range(n - 1)])
        for bound in bounds(made, Settings(least_units=3)):
            if bound.label == "units wanted":
                assert (bound.breach(made, [0] * n) is None) is enough


@clause("FOW-15.1-01")
def test_least_units() -> None:
    made = commanded(entry("line-infantry-troops", 8, "Eight"))
    builder = ForgeBuilder()
    assert not builder.check(made, Settings(least_units=2))
    (breach,) = builder.check(made, Settings(least_units=3))
    assert (breach.clause, breach.what) == ("FOW-GAP-63", "2 units instead of 3 at least")


@clause("FOW-16-11")
def test_flames_at_the_distance_of_the_nearest() -> None:
    """13\" off himself; his comrade is within 12\": by the other reading the flames reach."""
    for reading, burns in (("figures", 1), ("nearest", 2)):
        b = battle(unit(0, "A", (20, 10), (22, 9), weapon="Flame Thrower"),
                   unit(1, "B", (20, 23)), unit_distance=reading)  # fmt: skip
        a, target = named(b, "A"), named(b, "B")
        flames = firing(b, a, target, STILL).flames
        assert len(flames) == burns
        assert all(flame_points(b, a, i, target) for i, _ in flames)


@clause("FOW-5.3-03")
@pytest.mark.parametrize(("reading", "most"), [(False, 0), (True, 1)])
def test_one_beats_floor_by_one_marker(reading: bool, most: int) -> None:
    """Three quarters lost and two markers, both of them permanent: a 1 takes one of them."""
    values = {"start": 20, "figures": 5, "markers": 2}
    answer = ask(SYSTEM, "rally", values, Settings(one_beats_floor=reading))
    assert max(answer["removed"].chances) == most
