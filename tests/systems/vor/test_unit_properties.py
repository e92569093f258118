"""What holds of every model, squad, vehicle and army: prices that are chains, blind to the order of
entry, never too low, and never lower for more.
"""

from __future__ import annotations

import dataclasses
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.forces.document import Document
from grognard.systems.vor.attacks import ROLES, VEHICLE
from grognard.systems.vor.legality import check_unit
from grognard.systems.vor.pricing import model_price, unit_price, vehicle_price
from grognard.systems.vor.settings import Settings
from grognard.systems.vor.statistics import absolute
from grognard.systems.vor.unit_tables import LOWERABLE, OF_VEHICLES, STATISTICS, tables
from grognard.systems.vor.units import Ability, Model, Squad, Vehicle, Weapon
from tests.systems.vor.attacks_drawn import FLAG, attacks, readings
from tests.systems.vor.making import BUILDER, RULINGS
from tests.systems.vor.test_attack_properties import chain

clause = pytest.mark.clause
few = settings(max_examples=30)  # of each dozens of prices are asked

sizes = st.sampled_from(["small", "medium", "large"])
names = st.sampled_from(["", "One", "Two"])
stats = st.dictionaries(st.sampled_from(STATISTICS), st.integers(0, 12))
abilities = st.lists(st.builds(Ability, names, st.integers(-40, 40)), max_size=3)
arms = st.lists(attacks, max_size=3)


def models_of(role: st.SearchStrategy[str]) -> st.SearchStrategy[Model]:
    return st.builds(
        Model, names, role, sizes, stats, st.none() | st.integers(0, 90), abilities, arms,
        st.integers(0, 5), leads=FLAG,
    )  # fmt: skip


roles = st.sampled_from([role for role in ROLES if role != VEHICLE])
models = models_of(roles)
coherencies = st.sampled_from([2, 3, 4])


@st.composite
def squads(draw: st.DrawFn) -> Squad:
    role = draw(roles)
    inside = draw(st.lists(models_of(st.just(role)), min_size=1, max_size=3))
    return Squad(draw(names), role, inside, draw(coherencies))


@st.composite
def vehicles(draw: st.DrawFn) -> Vehicle:
    base = draw(st.sampled_from([*tables().vehicles]))
    changed = draw(st.dictionaries(st.sampled_from(OF_VEHICLES), st.integers(0, 16)))
    weapons = [Weapon(attack) for attack in draw(arms)]
    return Vehicle(
        "V", base, changed, draw(st.sampled_from([0, *tables().combat])),
        draw(st.sampled_from([0, *tables().combat])), draw(st.integers(0, 3)), draw(FLAG), weapons,
        draw(FLAG), draw(st.integers(1, 4)), 1, 4, draw(coherencies),
    )  # fmt: skip


units = squads() | vehicles()


@clause("VOR-ORD-06")
@few
@given(units, readings)
def test_the_steps_of_units_are_chains(unit: Squad | Vehicle, s: Settings) -> None:
    chain(unit_price(unit, s))


@clause("VOR-MIN-01", "VOR-PRI-05")
@few
@given(units, readings)
def test_nothing_is_below_the_minimums(unit: Squad | Vehicle, s: Settings) -> None:
    least = 5 if s.coherency_floor or unit.coherency != 2 else 4
    count = unit.size if isinstance(unit, Squad) else unit.count
    assert unit_price(unit, s).value >= least * count


@few
@given(squads(), st.randoms(use_true_random=False), readings)
def test_the_order_in_a_squad_changes_nothing(
    squad: Squad, rng: random.Random, s: Settings
) -> None:
    def shuffled(model: Model) -> Model:
        return dataclasses.replace(
            model,
            attacks=rng.sample(model.attacks, len(model.attacks)),
            abilities=rng.sample(model.abilities, len(model.abilities)),
            stats=dict(rng.sample([*model.stats.items()], len(model.stats))),
        )

    other = dataclasses.replace(
        squad, models=[shuffled(m) for m in rng.sample(squad.models, len(squad.models))]
    )
    assert unit_price(other, s).value == unit_price(squad, s).value


@few
@given(vehicles(), st.randoms(use_true_random=False), st.sampled_from([True, False]))
def test_the_order_of_weapons_changes_nothing(
    vehicle: Vehicle, rng: random.Random, scope: bool
) -> None:
    """Where the places go to the dearest ones."""
    s = Settings(vehicle_mpc=scope)
    other = dataclasses.replace(vehicle, weapons=rng.sample(vehicle.weapons, len(vehicle.weapons)))
    assert vehicle_price(other, s).value == vehicle_price(vehicle, s).value


@clause("VOR-STA-04")
@few
@given(models, coherencies, st.data())
def test_more_of_a_model_never_costs_less(
    model: Model, coherency: int, data: st.DataObject
) -> None:
    """More of a statistic, another ability or a wider coherency; an attack more, too, and that one
    costs at least its 2 PV once the model costs more than its minimum.
    """
    # The POW of a model changes what its close combat attacks cost, and may make them heavy.
    plain = dataclasses.replace(
        model,
        attacks=[
            dataclasses.replace(a, anti_structure=False, point_blank="") for a in model.attacks
        ],
        raw=None,
    )
    before = model_price(plain, coherency, RULINGS).value
    name = data.draw(st.sampled_from(STATISTICS))
    statistic = tables().statistics[name, plain.size]
    have = plain.stats.get(name, statistic.base)
    top = absolute(statistic, plain.alone)
    for more in range(have + 1, top + 1):
        dearer = dataclasses.replace(plain, stats={**plain.stats, name: more})
        after = model_price(dearer, coherency, RULINGS).value
        assert after >= before
        before = after
    able = dataclasses.replace(plain, abilities=[*plain.abilities, Ability("New", 7)])
    assert (
        model_price(able, coherency, RULINGS).value >= model_price(plain, coherency, RULINGS).value
    )
    armed = dataclasses.replace(plain, attacks=[*plain.attacks, data.draw(attacks)])
    assert (
        model_price(armed, coherency, RULINGS).value >= model_price(plain, coherency, RULINGS).value
    )
    if plain.role in ("basic", "elite"):
        close, usual, wide = (model_price(plain, inches, RULINGS).value for inches in (2, 3, 4))
        assert close <= usual < wide


@clause("VOR-STA-12")
@few
@given(models, st.sampled_from(LOWERABLE))
def test_less_of_a_statistic_never_costs_more(model: Model, name: str) -> None:
    plain = dataclasses.replace(model, raw=None)
    prices = [
        model_price(dataclasses.replace(plain, stats={**plain.stats, name: n}), 3, RULINGS).value
        for n in range(9)
    ]
    assert prices == sorted(prices)


@clause("VOR-VST-01", "VOR-VCS-01", "VOR-VCS-02")
@few
@given(vehicles(), st.sampled_from(OF_VEHICLES), st.data())
def test_more_of_a_vehicle_never_costs_less(
    vehicle: Vehicle, name: str, data: st.DataObject
) -> None:
    plain = [
        dataclasses.replace(w.attack, anti_structure=False, point_blank="") for w in vehicle.weapons
    ]
    vehicle = dataclasses.replace(vehicle, weapons=[Weapon(attack) for attack in plain])

    def cost(**changes: Any) -> int:
        return vehicle_price(dataclasses.replace(vehicle, **changes), RULINGS).value

    better = [*range(12)] if name != "TC" else [*range(11, -1, -1)]
    prices = [cost(stats={**vehicle.stats, name: n}) for n in better]
    assert prices == sorted(prices)
    for field in ("rc", "cc"):
        prices = [cost(**{field: n}) for n in (0, *sorted(tables().combat))]
        assert prices == sorted(prices)
    assert cost(capacity=vehicle.capacity + 1) == cost() + 5 or cost() == 5 or vehicle.squad
    assert cost(weapons=[*vehicle.weapons, Weapon(data.draw(attacks))]) >= cost()
    assert cost(restricted=True) <= cost(restricted=False)


def army_of(units_: list[Squad | Vehicle]) -> Any:
    """One of each, of a list of its own."""
    named = [dataclasses.replace(unit, name=f"U{n}") for n, unit in enumerate(units_)]
    rows = [BUILDER.write(unit) for unit in named]
    rows = [{k: v for k, v in row.items() if k not in ("system", "design")} for row in rows]
    chosen = [{"entry": f"u{n}"} for n in range(len(units_))]
    data = {"system": "vor", "list": {"name": "L", "units": rows}, "units": chosen}
    return BUILDER.read(Document(data))


@clause("VOR-ORD-06")
@few
@given(st.lists(units, min_size=1, max_size=3), st.randoms(use_true_random=False))
def test_an_army_is_its_units_in_any_order(
    found: list[Squad | Vehicle], rng: random.Random
) -> None:
    made = army_of(found)
    types = made.catalogue.source.units
    prices = [part.value for part in BUILDER.price(made, RULINGS).parts]
    assert len(prices) == len(types)
    assert BUILDER.price(made, RULINGS).value == sum(prices)
    other = dataclasses.replace(made, units=rng.sample(made.units, len(made.units)))
    assert BUILDER.price(other, RULINGS).value == sum(prices)
    told = sorted((b.clause, b.what, b.advisory) for b in BUILDER.check(made, RULINGS))
    again = sorted((b.clause, b.what, b.advisory) for b in BUILDER.check(other, RULINGS))
    assert told == again
    for pick in made.units:
        fewer = dataclasses.replace(made, units=[p for p in made.units if p is not pick])
        assert BUILDER.price(fewer, RULINGS).value < sum(prices)


@few
@given(units, readings)
def test_what_is_written_is_what_was(unit: Squad | Vehicle, s: Settings) -> None:
    again = BUILDER.read(Document(BUILDER.write(unit)))
    assert unit_price(again, s).value == unit_price(unit, s).value
    assert [str(b) for b in check_unit(again, s)] == [str(b) for b in check_unit(unit, s)]
