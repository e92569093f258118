"""Designing and building: the face that screens, printers and file formats see.

>>> from grognard.forces.document import parse
>>> builder = VorBuilder()
>>> rifle = builder.read(parse('system = "vor"\\nkind = "attack"\\npower = 5\\nrange = "12/24/35"'))
>>> builder.price(rifle, None).value  # 6 + 1, and 40% off: 4.2
4
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, Final

from grognard.forces.bounds import Bound
from grognard.forces.cards import Card, Shape
from grognard.forces.catalogue import Catalogue, Roster, check_settings, read_roster
from grognard.forces.choosing import furthers as roster_furthers
from grognard.forces.document import Document
from grognard.forces.faces import Design, Further, Offer
from grognard.forces.ledger import Priced, Tally
from grognard.forces.seeking import Way
from grognard.forces.verdict import Breach, Path, Repair
from grognard.systems.vor.armies import army_price, bounds, check_army
from grognard.systems.vor.attack_check import check_attack
from grognard.systems.vor.attack_price import priced
from grognard.systems.vor.choosing import furthers
from grognard.systems.vor.designs import designs
from grognard.systems.vor.entries import SYSTEM, Types, catalogue_of, catalogues
from grognard.systems.vor.legality import check_list, check_model, check_unit
from grognard.systems.vor.memory import made_once, the_same
from grognard.systems.vor.offering import offers_of
from grognard.systems.vor.pricing import model_price, unit_price
from grognard.systems.vor.schema import vor_schema
from grognard.systems.vor.seeking import ways_of
from grognard.systems.vor.settings import Settings
from grognard.systems.vor.sheets import card_of, cards_of_army, shapes_of
from grognard.systems.vor.things import ARMY, KINDS, Borne, kind_of, read_thing, write_thing
from grognard.systems.vor.unit_files import read_list, write_list
from grognard.systems.vor.units import ForceList, Model, Squad, Vehicle

RULINGS: Final = Settings()
OWN: Final = "list"
MOST_KEPT: Final = 20


class VorBuilder:
    """The builder of VOR. Its things are attacks, models, squads, vehicles, force lists and
    armies; an army is a roster of a force list, which may stand in its own file under `[list]`.
    """

    currency = "PV"

    def __init__(self) -> None:
        self.made: dict[str, Catalogue] = {}

    def catalogues(self) -> list[Catalogue]:
        """The force lists that are ready."""
        return catalogues()

    def read(self, document: Document) -> Any:
        """The thing that a document holds; raises `Malformed`."""
        row = document.row
        row.choice("system", [SYSTEM])
        kind = row.choice("design", KINDS, ARMY)
        made = self._army(document) if kind == ARMY else read_thing(document, kind)
        document.close()
        return made

    def _army(self, document: Document) -> Roster:
        row = document.row
        own = row.table(OWN)
        if own is not None:
            row.has("catalogue")
            catalogue = self._own(document)
        else:
            known = {catalogue.key: catalogue for catalogue in self.catalogues()}
            catalogue = known[row.choice("catalogue", known, next(iter(known)))]
        roster = read_roster(row, catalogue)
        check_settings(document, roster, Settings)
        return roster

    def _own(self, document: Document) -> Catalogue:
        """The catalogue of a list in the file itself; the same list makes the same one."""
        row = document.row.table(OWN)
        assert row is not None
        key = json.dumps(row.values, sort_keys=True, default=str)
        found = self.made.get(key)
        if found is None:
            forces = read_list(row)
            row.done()
            found = catalogue_of(forces)
            if not document.faults:
                if len(self.made) >= MOST_KEPT:
                    del self.made[next(iter(self.made))]
                self.made[key] = found
        return found

    def write(self, thing: Any) -> dict[str, Any]:
        """The plain data of a thing: what `read` reads."""
        if not isinstance(thing, Roster):
            return write_thing(thing)
        data: dict[str, Any] = thing.to_dict()
        if not any(thing.catalogue is known for known in self.catalogues()):
            types: Types = thing.catalogue.source
            data[OWN] = write_list(types.forces)
        return data

    def price(self, thing: Any, settings: Any) -> Priced:
        """What it costs, step by step."""
        s = the_same(settings or RULINGS)
        if isinstance(thing, Roster):
            return army_price(thing, s)
        if isinstance(thing, Borne):
            return priced(thing.attack, thing.bearer, s)
        if isinstance(thing, Model):
            return model_price(thing, 3, s)
        if isinstance(thing, ForceList):
            return Priced(thing.name or "list", _one_of_each, (thing, s))
        return unit_price(thing, s)

    def check(self, thing: Any, settings: Any) -> list[Breach]:
        """Everything that is wrong with it, and what is worth a word."""
        s = the_same(settings or RULINGS)
        if isinstance(thing, Roster):
            found = check_army(thing, s)
            types: Types = thing.catalogue.source
            if not any(thing.catalogue is known for known in self.catalogues()):
                found += [breach.within(OWN) for breach in check_list(types.forces, s)]
            return found
        if isinstance(thing, Borne):
            found = check_attack(thing.attack, thing.bearer, s)
        elif isinstance(thing, Model):
            found = check_model(thing, s)
        elif isinstance(thing, ForceList):
            found = check_list(thing, s)
        else:
            found = check_unit(thing, s)
        if s.strict_source and self.price(thing, s).house:
            words = Repair("take the rulebook's own tables")
            what = "priced with numbers of the house"
            found = [*found, Breach(what, "VOR-GAP-01", (), words)]
        return found

    def further(self, thing: Any, settings: Any) -> list[Further]:
        """What more could be chosen for it, one at a time."""
        if isinstance(thing, Roster):
            return roster_furthers(thing)
        return furthers(thing, the_same(settings or RULINGS))

    def offers(
        self,
        thing: Any,
        settings: Any,
        wanted: Callable[[Further], bool],
        where: Path | None = None,
    ) -> Iterator[Offer] | None:
        """What each of them would cost: of designs without a way through their files. None: that
        is no faster.
        """
        s = the_same(settings or RULINGS)
        if isinstance(thing, Roster) or s.strict_source:
            return None
        return offers_of(thing, s, wanted, where)

    def bounds(self, thing: Any, settings: Any) -> list[Bound]:
        """The limits of an army that can be counted: what a search keeps to from the start."""
        return bounds(thing, settings or RULINGS) if isinstance(thing, Roster) else []

    def ways(self, thing: Any) -> list[Way]:
        """How a design may be varied in a search for the best one: its attacks."""
        return [] if isinstance(thing, (Roster, ForceList)) else ways_of(thing)

    def roster(self, thing: Any) -> Roster | None:
        """An army; everything else is a design."""
        return thing if isinstance(thing, Roster) else None

    def cards(self, thing: Any, settings: Any) -> list[Card]:
        s = the_same(settings or RULINGS)
        if isinstance(thing, Roster):
            return cards_of_army(thing, s)
        if isinstance(thing, ForceList):
            return [card_of(unit, unit.name, s) for unit in thing.units]
        if isinstance(thing, Model):
            return [card_of(Squad(thing.name, thing.role, [thing]), thing.name, s)]
        if isinstance(thing, (Squad, Vehicle)):
            return [card_of(thing, thing.name, s)]
        return []

    def shapes(self) -> list[Shape]:
        return shapes_of()

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of all files."""
        return vor_schema(self.catalogues())

    def designs(self) -> list[Design]:
        """Everything that players make themselves."""
        return designs()

    def design_of(self, thing: Any) -> str:
        """The kind of a design; an army is none."""
        return "" if isinstance(thing, Roster) else kind_of(thing)


def _one_of_each(forces: ForceList, settings: Settings, t: Tally) -> int:
    """A force list as it would be with one unit of each type."""
    price = 0
    for unit in forces.units:
        part = made_once(unit, settings, unit_price)
        price = t.include(price, part, "VOR-GEN-02")
    return price
