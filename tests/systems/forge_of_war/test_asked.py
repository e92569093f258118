"""More of what players ask: runs of activations, mixed weapons, charges into fire, hits taken two
ways, figures described; and every reading that touches a question, side by side."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import pytest

from grognard.odds.asking import Answered, Asker, ask, find_question
from grognard.odds.comparing import compare, differ
from grognard.odds.distribution import Distribution
from grognard.rules.refusal import Refused
from grognard.systems.forge_of_war import SYSTEM
from grognard.systems.forge_of_war.profiles import load_catalogue, parse_profile
from grognard.systems.forge_of_war.questions import COVERS
from grognard.systems.forge_of_war.questions_fire import Arrived
from grognard.systems.forge_of_war.questions_forces import Squad, profile_of
from grognard.systems.forge_of_war.questions_of import assault
from grognard.systems.forge_of_war.settings import Settings
from tests.systems.forge_of_war.field import battle, row, unit, vehicle

clause = pytest.mark.clause


def answered(name: str, policy: str = "first", **values: Any) -> Answered:
    settings = values.pop("settings", None)
    return ask(SYSTEM, name, values, settings, policy, rational=True)


def chances(d: Distribution[Any]) -> dict[Any, Any]:
    return {k: Fraction(p) for k, p in d.items()}


def hits(dice: int, tenths: int) -> dict[int, Fraction]:
    p = Fraction(tenths, 10)
    return {k: comb(dice, k) * p**k * (1 - p) ** (dice - k) for k in range(dice + 1)}


# ---------------------------------------------------------------- runs of activations


@clause("FOW-4.1-14", "FOW-4.1-15")
def test_three_before_the_initiative_is_lost() -> None:
    """7, 5 and 9 in 10: all with 0.315; the second fails with 0.7 x 0.5."""
    answer = answered("activation-chain", first=7, second=5, third=9)
    assert chances(answer["all"])[1] == Fraction(7 * 5 * 9, 1000)
    assert chances(answer["acted"]) == {
        0: Fraction(3, 10),
        1: Fraction(7 * 5, 100),
        2: Fraction(7 * 5 * 1, 1000),
        3: Fraction(7 * 5 * 9, 1000),
    }


@clause("FOW-4.1-04")
def test_a_run_never_is_sure() -> None:
    answer = answered("activation-chain", units=2, first=13, second=13)
    assert chances(answer["all"])[1] == Fraction(81, 100)


@clause("FOW-5.2-01")
def test_the_last_may_rally() -> None:
    """CV 6, its markers counted off: over 6 passes the initiative, 4 in 10."""
    answer = answered("activation-chain", units=2, first=7, second=6, rallying=1)
    assert chances(answer["all"])[1] == Fraction(7, 10) * Fraction(6, 10)
    kept = Settings(rally_can_lose_initiative=False)
    answer = answered("activation-chain", units=2, first=7, second=6, rallying=1, settings=kept)
    assert chances(answer["all"])[1] == Fraction(7, 10)


# ---------------------------------------------------------------- mixed weapons


@clause("FOW-8.3-15", "FOW-16-17", "FOW-16-08")
def test_rifles_and_a_machine_gun() -> None:
    """At 10": two rifles with 2 dice each, one LSW with 3; SV 7 - 1 + 1 for all of them."""
    answer = answered("mixed-fire", figures=2, figures_2=1, distance=10.0)
    assert [n.value for n in answer.numbers] == [7, 7]
    assert chances(answer["hits"]) == hits(7, 7)


@clause("FOW-8.3-08", "FOW-16-07")
def test_each_weapon_has_its_own_range() -> None:
    """At 20": rifles one die each if they stand, over half of 24"; the LSW also, of 36"."""
    answer = answered("mixed-fire", figures=2, figures_2=1, distance=20.0)
    assert [n.value for n in answer.numbers] == [6, 6]
    assert chances(answer["hits"]) == hits(5, 6)
    answer = answered("mixed-fire", figures=2, figures_2=1, distance=20.0, moved="up to 6")
    assert [n.value for n in answer.numbers] == [5]  # the rifles have no dice
    assert chances(answer["hits"]) == hits(3, 5)


@clause("FOW-16-32", "FOW-16-12")
def test_weight_by_target() -> None:
    values = {"figures": 0, "figures_2": 0, "figures_3": 1, "weapon_3": "RPG (HE)"}
    for target, dice in (("infantry", 2), ("horde", 3), ("cavalry", 2), ("monster", 2)):
        answer = answered("mixed-fire", target=target, **values)
        assert max(chances(answer["hits"])) == dice


@clause("FOW-16-27", "FOW-16-11")
def test_snipers_and_flames_in_the_mix() -> None:
    """The sniper's marker comes in any case; ten certain flames take five each."""
    values: dict[str, Any] = {"figures": 1, "weapon": "Sniper Rifle", "figures_2": 0, "sv": 1,
                              "av": 30, "target_markers": 3}  # fmt: skip
    assert chances(answered("mixed-fire", **values)["markers"]) == {1: 1}
    assert chances(answered("mixed-fire", target="cavalry", **values)["markers"]) == {0: 1}
    answer = answered("mixed-fire", figures=1, weapon="Flame Thrower", figures_2=0, caught=5,
                      sv=10, av=0, distance=5.0)  # fmt: skip
    assert chances(answer["hits"]) == {5: 1}


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"weapon": "Blunderbuss"}, "no weapon is called"),
        ({"weapon": "Power Weapon"}, "close combat"),
        ({"distance": 100.0}, "nobody has a die"),
    ],
)
def test_what_cannot_be_fired_is_refused(values: dict[str, Any], words: str) -> None:
    with pytest.raises(Refused, match=words):
        answered("mixed-fire", **values)


# ---------------------------------------------------------------- charging into fire


@clause("FOW-11.2-01", "FOW-11-02")
def test_the_way_costs_figures_before_the_blows() -> None:
    """One gunner, one die, 8 in 10 or after moving 6 in 10, at one charger full of markers; if he
    is still there, both strike at once with 3 in 10 (6 less three markers)."""
    values: dict[str, Any] = {"gunners": 1, "weight": 1, "sv": 8, "wv": 0, "av": 0, "foe_av": 0,
                              "figures": 1, "foe_figures": 1, "markers": 3,
                              "foe_markers": 3}  # fmt: skip
    for moved, shot in ((False, 8), (True, 6)):
        answer = answered("charge-into-fire", gun_moved=moved, **values)
        gone = Fraction(shot, 10)
        assert chances(answer["shot"]) == {0: 1 - gone, 1: gone}
        assert chances(answer["foe_figures"])[0] == (1 - gone) * Fraction(3, 10)
        assert chances(answer["figures"])[1] == (1 - gone) * Fraction(7, 10)


@clause("FOW-7.2-01", "FOW-7.2-02", "FOW-7.2-03")
def test_the_chargers_cover_by_name() -> None:
    question = find_question(SYSTEM, "charge-into-fire")
    worths = {c: question.situation(cover=c).covering().cover for c in COVERS}
    assert worths == {"none": 0, "soft": 1, "hard": 2, "purpose-built": 3, "bunker": 4}


def test_what_a_charge_is_after() -> None:
    """A figure counts two, a marker one: six of theirs for three of ours, 3 markers for 2."""
    question = find_question(SYSTEM, "charge-into-fire")
    situation = question.situation(figures=10, foe_figures=10)
    assert question.gain(Arrived(1, 7, 2, 4, 3), situation) == 2 * 6 - 2 * 3 + 3 - 2


@clause("FOW-4.1-14")
@pytest.mark.parametrize(("rallying", "shown"), [(0, 3), (1, 2), (3, 0), (5, 0)])
def test_those_who_rally_do_not_activate(rallying: int, shown: int) -> None:
    question = find_question(SYSTEM, "activation-chain")
    situation = question.situation(units=3, rallying=rallying)
    assert len(question.numbers(situation, Settings())) == shown


@clause("FOW-9.1-01")
def test_a_charge_at_a_vehicle_is_asked_as_a_charge() -> None:
    b = battle(
        unit(0, "A", *row(10, 10, 3), cc_weapon=load_catalogue().weapon("Power Weapon")),
        vehicle(1, "V", 20, 16),
    )
    blows = assault(b, b.units[0], b.units[1]).blows
    assert blows
    assert all(blow.charging for blow, _ in blows)


# ---------------------------------------------------------------- figures or markers


@clause("FOW-5.1-01", "FOW-2.2-01")
def test_hits_taken_two_ways() -> None:
    """Two hits on four of four, CV 7: two figures left (half: 6 in 10), or four with 2 markers
    (5 in 10). Then one die each at 6, or at 6 - 2."""
    answer = answered("taking-hits", hits=2, figures=4, start=4)
    assert (chances(answer["left"]), chances(answer["marked_left"])) == ({2: 1}, {4: 1})
    assert chances(answer["activates"])[1] == Fraction(6, 10)
    assert chances(answer["marked_activates"])[1] == Fraction(5, 10)
    assert answer["hits"].mean == pytest.approx(0.6 * 2 * 0.6)
    assert answer["marked_hits"].mean == pytest.approx(0.5 * 4 * 0.4)


@clause("FOW-5.1-03")
def test_what_the_maximum_leaves_of_the_choice() -> None:
    answer = answered("taking-hits", hits=3, figures=2, start=10, markers=2, most=3)
    assert chances(answer["left"]) == {0: 1}
    assert chances(answer["activates"]) == {0: 1}
    assert chances(answer["marked_left"]) == {0: 1}
    answer = answered("taking-hits", hits=3, figures=5, start=10, markers=2, most=3)
    assert (chances(answer["left"]), chances(answer["marked_left"])) == ({2: 1}, {3: 1})


# ---------------------------------------------------------------- descriptions


@clause("FOW-15.1-01", "FOW-3.4-01", "FOW-15-02", "FOW-15-07", "FOW-15-08")
@pytest.mark.parametrize(
    ("described", "profile"),
    [
        ({}, "CV7-SV7-FV6-AV1-W1"),  # Line Infantry
        ({"shooting": "worse", "fighting": "worse"}, "CV7-SV6-FV5-AV1-W1"),  # as in 3.1
        ({"training": "Elite", "armour": "Carapace"}, "CV10-SV7-FV8-AV3-W1"),  # SF Assault
        ({"kind": "modified", "training": "Veteran", "armour": "Star Marines"},
         "CV8-SV7-FV8-AV4-W1"),
        ({"kind": "modified", "training": "Elite", "armour": "Power Armour"},
         "CV9-SV8-FV8-AV4-W1"),  # Assault Marines, in lighter armour; leaders come last
        ({"kind": "hivers", "training": "Horde", "armour": "Chitin"}, "CV5-SV4-FV5-AV1-W1"),
        ({"kind": "tech aliens", "training": "Elite", "armour": "Power Armour",
          "fighting": "better"}, "CV9-SV9-FV7-AV4-W1"),
        ({"kind": "brutes", "training": "Militia", "armour": "None", "spirit": "worse"},
         "CV5-SV5-FV4-AV0-W1"),
        ({"training": "Elite", "armour": "Carapace", "spirit": "better"},
         "CV10-SV7-FV8-AV3-W1"),  # ten is the most
    ],
)  # fmt: skip
def test_what_would_my_squad_be(described: dict[str, str], profile: str) -> None:
    made, want = profile_of(Squad(**described)), parse_profile(profile)
    assert (made.cv, made.sv, made.fv, made.av) == (want.cv, want.sv, want.fv, want.av)
    answer = answered("convert", **described)
    assert [n.value for n in answer.numbers] == [want.cv, want.sv, want.fv, want.av]
    assert all(part.clause for number in answer.numbers for part in number.parts)


@clause("FOW-5.1-05")
def test_its_markers_and_points() -> None:
    """FOW-GAP-61: (7 + 7 + 6 + 2) x 10 / 40 = 5.5, so 6; an assault rifle 24/12 + 1 + 2 = 5."""
    answer = answered("convert", figures=8)
    assert chances(answer["markers"]) == {3: 1}
    assert chances(answer["points"]) == {8 * (6 + 5): 1}
    answer = answered("convert", figures=8, weapon="Shotgun (Solid shot)")
    assert chances(answer["points"]) == {8 * (6 + 3): 1}  # 1 + 0 + 2


def test_unknown_armour_and_weapons_are_refused_with_what_there_is() -> None:
    with pytest.raises(Refused, match="Heavy Power Armour"):
        answered("convert", armour="Velvet")
    with pytest.raises(Refused, match="no weapon is called"):
        answered("convert", weapon="Slingshot")


# ---------------------------------------------------------------- every reading side by side

TOUCHED: dict[str, tuple[str, dict[str, Any]]] = {
    "cover_model": ("shooting", {"cover": "hard", "av": 3, "wv": 6}),
    "long_odds": ("shooting", {"av": 9, "shooters": 20}),
    "reroll_target": ("shooting", {"av": 9, "shooters": 20}),
    "natural_ten": ("rally", {"cv": 10, "markers": 0, "commander": True}),
    "rally_can_lose_initiative": ("rally", {}),
    "rally_must_remove": ("rally", {}),
    "rally_one": ("rally", {"markers": 3}),
    "one_beats_floor": ("rally", {"figures": 5}),
    "natural_one": ("activation", {"cv": 1, "markers": 2}),
    "terror_count": ("activation", {"terrifying": True, "terrors": 2}),
    "command_test": ("disengage", {"half": True}),
    "attacks": ("close-combat", {"attacks": 2}),
    "charge_bonus": ("close-combat", {}),
    "fv_difference": ("close-combat", {"fv": 8, "markers": 1}),
    "fv_steps": ("close-combat", {"fv": 10, "foe_fv": 6}),
    "stance_armour": ("shooting", {"stance": "hiding", "wv": 6, "av": 3}),
    "stance_in_combat": ("close-combat", {"foe_hiding": True}),
    "far_fire_moved": ("mixed-fire", {"distance": 20.0, "moved": "up to 6"}),
    "sniper_markers": ("mixed-fire", {"figures": 3, "weapon": "Sniper Rifle", "figures_2": 0}),
    "sniper_maximum": ("mixed-fire", {"figures": 3, "weapon": "Sniper Rifle", "figures_2": 0,
                                      "target_markers": 3}),
    "flame": ("mixed-fire", {"figures": 1, "weapon": "Flame Thrower", "figures_2": 0}),
    "monster_fire": ("mixed-fire", {"figures": 1, "weapon": "RPG (HE)", "figures_2": 0,
                                    "target": "monster"}),
    "blast_dice": ("indirect-fire", {"blast": 6.0, "figures": 20, "weight": 1}),
    "burst_modifiers": ("indirect-fire", {"far": True}),
    "deviation_die": ("indirect-fire", {"far": True}),
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(TOUCHED))
def test_readings_side_by_side(name: str) -> None:
    """`grognard ask forge QUESTION --compare SETTING`: it matters which reading is played."""
    question, values = TOUCHED[name]
    readings = compare(Asker(), find_question(SYSTEM, question), values, Settings(), name)
    assert readings[0].ruling
    assert len(readings) >= 2
    assert differ(readings)


@clause("FOW-8.3-12")
@pytest.mark.parametrize(("distance", "need"), [(3.0, 8), (3.125, 7)])
def test_mixed_fire_at_close_quarters(distance: float, need: int) -> None:
    answer = answered("mixed-fire", figures=1, figures_2=0, distance=distance)
    assert [n.value for n in answer.numbers] == [need]
