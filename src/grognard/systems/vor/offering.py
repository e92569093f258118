"""What every further option of a design would cost: only what changes is priced and judged again.

The same as `forces.faces.offers` finds by way of files, and a test holds it to that; but a force
list has thousands of them, and they are wanted on every keystroke.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from grognard.forces.faces import Further, Offer
from grognard.forces.ledger import Priced
from grognard.forces.verdict import Breach, Path
from grognard.systems.vor.attack_check import check_attack
from grognard.systems.vor.attack_price import priced
from grognard.systems.vor.choosing import changes, leaving, within
from grognard.systems.vor.legality import check_model, check_unit, of_type
from grognard.systems.vor.memory import made_lately, made_once, once_of
from grognard.systems.vor.pricing import model_price, unit_price
from grognard.systems.vor.settings import Settings
from grognard.systems.vor.things import Borne, Thing
from grognard.systems.vor.unit_files import armed
from grognard.systems.vor.units import COHERENCY, ForceList, Model, Unit

Wanted = Callable[[Further], bool]
MOST_ARMS: Final = 60


def everything(further: Further) -> bool:
    return True


def offers_of(
    thing: Thing, settings: Settings, wanted: Wanted = everything, where: Path | None = None
) -> Iterator[Offer]:
    """Those that are wanted, in the order in which they are named; none is worked out before it is
    asked for. `where`: nothing that stands elsewhere is wanted.
    """
    if isinstance(thing, ForceList):
        yield from _of_list(thing, settings, wanted, where)
        return
    before = price_of(thing, settings).value
    known = {(breach.clause, breach.where) for breach in check_of(thing, settings)}
    for further, make in changes(thing, settings):
        if wanted(further):
            made = make()
            amount = price_of(made, settings).value - before
            found = [b for b in check_of(made, settings) if (b.clause, b.where) not in known]
            yield Offer(further, amount, found)


def price_of(thing: Any, settings: Settings) -> Priced:
    """What a design costs that is no list."""
    if isinstance(thing, Borne):
        return once_of(thing.attack, thing.bearer, settings, priced)
    if isinstance(thing, Model):
        return model_price(thing, COHERENCY, settings)
    return unit_price(thing, settings)


def check_of(thing: Any, settings: Settings) -> list[Breach]:
    """What is wrong with a design that is no list."""
    if isinstance(thing, Borne):
        return once_of(thing.attack, thing.bearer, settings, check_attack)
    if isinstance(thing, Model):
        return check_model(thing, settings)
    return check_unit(thing, settings)


def _of_list(
    forces: ForceList, settings: Settings, wanted: Wanted, where: Path | None
) -> Iterator[Offer]:
    """Those of each type, and to leave it out."""
    for index, unit in enumerate(forces.units):
        if where is not None and where[:2] not in ((), ("units",), ("units", index)):
            continue
        for offer in _of_type(unit, index, settings, wanted, where):
            further = within(offer.further, unit.name, "units", index)
            found = [of_type(unit, index, breach) for breach in offer.breaches]
            yield Offer(further, offer.amount, found)
        gone = leaving(unit, index)
        if wanted(gone):
            price: Priced = made_once(unit, settings, unit_price)
            yield Offer(gone, -price.value, [])


def _of_type(
    unit: Unit, index: int, settings: Settings, wanted: Wanted, where: Path | None
) -> Iterable[Offer]:
    """What is offered for a type. Where everything is wanted that is remembered, for all but one of
    them will be what they were; but not if it is more than anybody's.
    """

    def here(further: Further) -> bool:
        return wanted(within(further, unit.name, "units", index))

    if where is None and armed(unit) <= MOST_ARMS:
        known: list[Offer] = made_lately(unit, settings, _of_unit)
        return [offer for offer in known if here(offer.further)]
    return offers_of(unit, settings, here)


def _of_unit(unit: Unit, settings: Settings) -> list[Offer]:
    return list(offers_of(unit, settings))
