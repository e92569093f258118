"""Reference cards of units, and the templates of the game."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Final

from grognard.forces.cards import DISC, RECTANGLE, Card, Grid, Note, Shape, Token
from grognard.forces.catalogue import Roster
from grognard.forces.ledger import number
from grognard.systems.vor.armies import carried, pick_price, unit_of
from grognard.systems.vor.attack_sum import am_word, mpc_counts, mpc_of, range_modifiers, reach_of
from grognard.systems.vor.attack_tables import inches, tables
from grognard.systems.vor.attacks import Attack, Bearer
from grognard.systems.vor.heavy import counts, is_heavy, power_of
from grognard.systems.vor.notation import details
from grognard.systems.vor.pricing import unit_price
from grognard.systems.vor.settings import Settings
from grognard.systems.vor.statistics import bonus_against, fails, value
from grognard.systems.vor.unit_tables import LOWERABLE, STATISTICS
from grognard.systems.vor.units import ALONE, Model, Unit, Vehicle

HEADS: Final = ("Attack", "No.", "POW", "AM", "MPC", "Range", "To hit", "Type")
NOTHING: Final = "–"
BASES: Final = {"small": 20.0, "medium": 25.0, "large": 40.0}
VEHICLE_BASE: Final = 60.0


def cards_of_army(roster: Roster, settings: Settings) -> list[Card]:
    found: list[Card] = []
    for pick, name in zip(roster.units, roster.names()):
        card = card_of(unit_of(roster, pick), name, settings)
        card.points = pick_price(roster, pick, name, settings).value
        for refill in carried(roster, pick, name):
            text = f"carries {refill.stock.label}, {refill.uses} uses: lost with it"
            card.notes.append(Note(text, "VOR-LIM-06"))
        found.append(card)
    return found


def card_of(unit: Unit, name: str, settings: Settings) -> Card:
    """A unit as it stands on the table."""
    price = unit_price(unit, settings, name)
    if isinstance(unit, Vehicle):
        return _vehicle_card(unit, name, price.value, price.house, settings)
    card = Card(name, f"{unit.name}, {unit.role}", unit.size, price.value, house=price.house)
    many = len([model for model in unit.models if model.count]) > 1
    rows: list[tuple[str, ...]] = []
    for model in unit.models:
        if not model.count:
            continue
        label = model.name or name
        if not card.stats:
            card.stats = _stats(model)
        elif _stats(model) != card.stats:
            text = ", ".join(f"{k} {v}" for k, v in _stats(model))
            card.notes.append(Note(f"{label}: {text}", "VOR-STA-01"))
        for attack in model.attacks:
            rows.append(_row(attack, model.bearer, model.count, label if many else "", settings))
        if not model.armed:
            name_ = f"{label}: Basic Attacks" if many else "Basic Attacks"
            rows.append((name_, str(model.count), *[NOTHING] * (len(HEADS) - 2)))
        _options(model.attacks, card)
        _notes(model, label, card)
        card.tokens.append(Token(label, BASES[model.size], count=model.count))
    card.grids.append(Grid("Attacks", HEADS, rows))
    if unit.role in ALONE:
        if unit.small_unit:
            card.notes.append(Note("each moves and acts without coherency", "VOR-FS-15"))
    else:
        card.notes.append(Note(f"coherency {unit.coherency} inches", "VOR-SQD-03"))
    return card


def _stats(model: Model) -> list[tuple[str, str]]:
    if model.raw is not None:
        return [("statistics", f"{model.raw} PV")]
    return [(name, str(value(model, name))) for name in STATISTICS]


def _row(
    attack: Attack, bearer: Bearer, count: int, label: str, settings: Settings
) -> tuple[str, ...]:
    """POW, AM and MPC, and at each band what is added to hit."""
    name = attack.name or "attack"
    name = f"{label}: {name}" if label else name
    if not counts(attack):
        return (name, str(count), *[NOTHING] * (len(HEADS) - 3), "item")
    reach = reach_of(attack)
    mpc = str(mpc_of(attack, bearer)) if mpc_counts(attack, bearer, settings) else NOTHING
    modifiers = range_modifiers(attack, bearer, settings)
    return (
        name,
        str(count),
        str(power_of(attack, bearer)),
        am_word(attack.am),
        mpc,
        attack.range.replace("none", "") or (f'{number(reach)}"' if reach else NOTHING),
        "/".join(f"{m:+}" if m else "0" for m in modifiers) or NOTHING,
        "heavy" if is_heavy(attack, bearer, settings) else NOTHING,
    )


def _options(attacks: Iterable[Attack], card: Card) -> None:
    """What else was bought for an attack, once for all who have it."""
    for attack in attacks:
        words = details(dataclasses.replace(attack, primary=False))
        note = f"{attack.name or 'attack'}: {words}"
        if words and note not in [known.text for known in card.notes]:
            card.notes.append(Note(note))


def _notes(model: Model, label: str, card: Card) -> None:
    """What is worth remembering of a model."""
    for name in LOWERABLE:
        if model.raw is None and fails(model, name):
            text = f"{label}: fails whatever needs {name}, without a roll"
            card.notes.append(Note(text, "VOR-STA-13"))
    if model.raw is None and bonus_against(model):
        text = f"{label}: opponents have +{bonus_against(model)} to hit it"
        card.notes.append(Note(text, "VOR-STA-14"))
    for ability in model.abilities:
        card.notes.append(Note(f"{label}: {ability.name}", "VOR-GAP-51"))
    primary = [attack.name for attack in model.attacks if attack.primary and attack.name]
    if primary:
        card.notes.append(Note(f"{label}: primary {', '.join(primary)}", "VOR-PRI-01"))


def _vehicle_card(
    vehicle: Vehicle, name: str, points: int, house: bool, settings: Settings
) -> Card:
    base = vehicle.made_from
    card = Card(name, f"{base.name}, {base.kind}", vehicle.count, points, house=house)
    card.stats = [(label, str(vehicle.value(label))) for label in base.stats]
    card.stats += [("RC", str(vehicle.rc or "-")), ("CC", str(vehicle.cc or "-"))]
    rows = [
        _row(weapon.attack, vehicle.bearer(), vehicle.count, "", settings)
        for weapon in vehicle.weapons
    ]
    if rows:
        card.grids.append(Grid("Weapons", HEADS, rows))
    _options([weapon.attack for weapon in vehicle.weapons], card)
    if base.transport:
        card.notes.append(Note(f"carries {base.transport + vehicle.capacity}", "VOR-VCL-04"))
    if vehicle.restricted:
        card.notes.append(Note("restricted deployment: one for every full 500 PV", "VOR-RES-01"))
    if vehicle.squad:
        card.notes.append(Note(f"coherency {vehicle.coherency} inches", "VOR-SQD-03"))
    card.boxes, card.boxes_of = vehicle.value("LIF"), "LIF"
    card.tokens = [Token(name, VEHICLE_BASE, count=vehicle.count)]
    return card


def shapes_of() -> list[Shape]:
    """Blasts, which serve for sweeps too, the zones of full-auto, and gauges."""
    known = tables()
    found: list[Shape] = []
    for radius, blast in known.blast.items():
        found.append(
            Shape(f"Blast {inches(radius)}", DISC, float(radius), 0.0, "VOR-BLA-01", blast.house)
        )
    for name, zone in known.templates.items():
        across, _, along = name.partition("x")
        if across.isdigit() and along.isdigit():
            shape = Shape(f"Full-auto {name}", RECTANGLE, float(along), float(across), "VOR-FA-03")
            shape.house = zone.house
            found.append(shape)
    for gap in (2, 3, 4):
        found.append(Shape(f'Coherency {gap}"', RECTANGLE, float(gap), 0.5, "VOR-SQD-03"))
    return found
