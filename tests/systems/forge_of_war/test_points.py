"""The house points of FOW-GAP-61, worked by hand."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.forces.ledger import Priced
from grognard.systems.forge_of_war.points import (
    figure_points,
    force_points,
    unit_points,
    vehicle_points,
    weapon_points,
)
from grognard.systems.forge_of_war.profiles import Fire, Profile, Training, Weapon, load_catalogue

clause = pytest.mark.clause


@clause("FOW-GAP-61")
@pytest.mark.parametrize(
    ("name", "points"),
    [
        # (CV + SV + FV + 2 AV) x (7 + markers) / 40, rounded up
        ("Line Infantry", 6),  # (7+7+6+2) x 10 / 40 = 220/40 = 5.5
        ("Special Forces Assault Troops", 10),  # (10+7+8+6) x 12 / 40 = 372/40 = 9.3
        ("Insurgents", 5),  # (8+6+6+0) x 10 / 40 = 200/40 = 5 exactly
        ("Citizen Militias", 3),  # (5+4+4+0) x 9 / 40 = 117/40 = 2.925
        ("Zombies", 2),  # (3+2+4+0) x 8 / 40 = 72/40 = 1.8
        ("Marines", 9),  # (8+7+8+8) x 11 / 40 = 341/40 = 8.525
        ("Assault Marines", 11),  # (9+8+8+10) x 12 / 40 = 420/40 = 10.5
        ("Tech Alien Battle suits", 10),  # (9+9+6+8) x 12 / 40 = 384/40 = 9.6
        ("Hive Monsters", 6),  # (6+3+9+8) x 8 / 40 = 208/40 = 5.2
    ],
)
def test_figures(name: str, points: int) -> None:
    assert figure_points(load_catalogue().profile(name)).value == points


@clause("FOW-GAP-61")
def test_training_chosen_and_wounds_count() -> None:
    teams = "Heavily Armoured Close Assault Teams"
    rows = load_catalogue()
    assert figure_points(rows.profile(teams, "Veteran")).value == 9  # 31 x 11 / 40 = 8.525
    assert figure_points(rows.profile(teams, "Elite")).value == 10  # 31 x 12 / 40 = 9.3
    # rounded up before the wounds: 3 x 6, not ceil(3 x 5.5) = 17
    assert figure_points(replace(rows.profile("Line Infantry"), wounds=3)).value == 18


@clause("FOW-GAP-61")
@pytest.mark.parametrize(
    ("name", "points"),
    [
        # range / 12 + WV + best weight of fire against infantry, rounded up
        ("20mm Minigun", 10),  # 2 + 4 + 4
        ("40mm Cannon", 10),  # 4 + 4 + 2
        ("Advanced Assault Rifle", 6),  # 2 + 2 + 2
        ("Assault Rifle", 5),  # 2 + 1 + 2
        ("Automatic Pistol", 4),  # 1 + 2 + 1
        ("Flame Thrower", 5),  # 1 + 1 + 3
        ("RPG (HE)", 4),  # 2 + 0 + 2
        ("RPG (HEAP)", 7),  # 2 + 4 + 1
        ("Heavy Machine Gun", 8),  # 3 + 2 + 3
        ("Howitzer", 23),  # 10 + 7 + 6
        ("Laser Cannon", 11),  # 4 + 6 + 1
        ("Light Support Weapon", 7),  # 3 + 1 + 3
        ("Missile Launcher (HE)", 7),  # 4 + 1 + 2
        ("Missile Launcher (HEAP)", 11),  # 4 + 6 + 1
        ("Mortar, Heavy", 8),  # 4 + 1 + 3
        ("Mortar, Light", 6),  # 2 + 1 + 3
        ("Plasma Rifle", 10),  # 2 + 6 + 2
        ("Shotgun (Man-stopper)", 4),  # 1 + 1 + 2
        ("Shotgun (Solid shot)", 3),  # 1 + 0 + 2
        ("Sniper Rifle", 7),  # 3 + 2 + 1, and 1
        ("Sub-machine Gun (SMG)", 4),  # 1 + 1 + 2
        ("Tank Cannon", 16),  # 6 + 6 + 4
        ("Heavy Flame Thrower", 7),  # 1.5 + 2 + 3 = 6.5
        ("Laser Rifle", 4),  # 2 + 0 + 2
        ("Rail Gun", 11),  # 4 + 6 + 1
        ("Power Weapon", 0),  # the formula has no price for it
    ],
)
def test_weapons(name: str, points: int) -> None:
    assert weapon_points(load_catalogue().weapon(name)).value == points


@clause("FOW-GAP-61")
def test_a_sniper_costs_one_more_after_rounding() -> None:
    # 20 / 12 + 2 + 1 = 4.67 -> 5, then 1
    odd = Weapon("odd", 20.0, 2, Fire(), auto_marker=True)
    assert weapon_points(odd).value == 6


@clause("FOW-GAP-61")
def test_vehicle() -> None:
    # 5 x 7 + 7 + 6 + 0 + 5 x 1 + 5 x 1 + 10 = 68; flame thrower 7, two machine guns 8 each: 91
    ledger = vehicle_points(load_catalogue().profile("APC"))
    assert ledger.value == 91
    assert [step.amount for step in ledger.steps] == [35, 7, 6, 5, 5, 10, 7, 8, 8]


@clause("FOW-GAP-61")
def test_units_and_forces() -> None:
    company = load_catalogue().force("Line Company")
    # command 5 x (6 + 5) = 55; a squad 8 x 6 + 6 x 5 + 7 + 7 = 92
    # machine guns 6 x 6 + 4 x 5 + 2 x 8 = 72; together 55 + 3 x 92 + 72 = 403
    assert [unit_points(u).value for u in company.units] == [55, 92, 92, 92, 72]
    assert force_points(company).value == 403
    # ten riflemen 10 x 11 = 110, six times
    assert force_points(load_catalogue().force("Benchmark")).value == 660
    # marines 7 x 9 + 6 x 6 + 10 = 109; heavy 5 x 9 + 3 x 6 + 11 + 10 = 84; 5 x (11 + 4) = 75
    strike = load_catalogue().force("Marine Strike Force")
    assert [unit_points(u).value for u in strike.units] == [15, 109, 109, 84, 75]


def test_a_vehicle_in_a_unit_brings_its_weapons_along() -> None:
    rows = load_catalogue()
    carrier = replace(
        rows.force("Line Company").units[0], profile=rows.profile("APC"), figures=1, arms=()
    )
    assert unit_points(carrier).value == 91


def test_ledgers_are_marked_as_of_the_house_and_cite_the_gap() -> None:
    for ledger in (
        figure_points(load_catalogue().profile("Marines")),
        weapon_points(load_catalogue().weapon("Sniper Rifle")),
        force_points(load_catalogue().force("Benchmark")),
        vehicle_points(load_catalogue().profile("APC")),
    ):
        assert ledger.to_dict()["house"] is True
        assert {step.clause for step in ledger.steps} == {"FOW-GAP-61"}
        assert all("[FOW-GAP-61, house]" in str(step) for step in ledger.steps)


def test_ledger_shows_its_fractions() -> None:
    ledger = figure_points(load_catalogue().profile("Line Infantry"))
    assert [(s.label, s.amount) for s in ledger.steps] == [
        ("CV 7", 7),
        ("SV 7", 7),
        ("FV 6", 6),
        ("2 x AV 1", 2),
        ("x (7 + 3 markers) / 40", Fraction(-33, 2)),
        ("rounded up", Fraction(1, 2)),
    ]


@given(
    st.tuples(st.integers(1, 10), st.integers(1, 10), st.integers(1, 10), st.integers(0, 30)),
    st.sampled_from(list(load_catalogue().trainings.values())),
    st.integers(1, 100),
)
def test_steps_add_up_and_nothing_is_rounded_twice(
    values: tuple[int, int, int, int], training: Training, wounds: int
) -> None:
    cv, sv, fv, av = values
    figure = Profile("x", training, cv, sv, fv, av, wounds=wounds)
    ledger: Priced = figure_points(figure)
    assert sum(step.amount for step in ledger.steps) == ledger.value
    # ceiling in whole numbers: (n + 39) // 40
    raw = (cv + sv + fv + 2 * av) * (7 + training.markers)
    assert ledger.value == (raw + 39) // 40 * wounds
