"""Building forces: the face that screens, printers and file formats see (FOW-GAP-61, 63).

>>> from grognard.forces.document import parse
>>> builder = ForgeBuilder()
>>> first = builder.read(parse('system = "forge_of_war"\\n[[units]]\\nentry = "marines"'))
>>> builder.price(first, None).value  # 5 x 9, and 5 x 6 for their rifles
75
>>> print(builder.check(first, None)[0])
no Force Commander [FOW-GAP-63]; name Marines Force Commander
"""

from __future__ import annotations

from typing import Any

from grognard.forces.bounds import Bound
from grognard.forces.cards import Card, Shape
from grognard.forces.catalogue import Catalogue, Roster, check_settings, read_roster
from grognard.forces.choosing import furthers
from grognard.forces.document import Document
from grognard.forces.faces import Further
from grognard.forces.ledger import Priced
from grognard.forces.verdict import Breach
from grognard.systems.forge_of_war.entries import SYSTEM, catalogues_of
from grognard.systems.forge_of_war.legality import bounds, check_roster
from grognard.systems.forge_of_war.mustering import force_of
from grognard.systems.forge_of_war.points import force_points
from grognard.systems.forge_of_war.profiles import own_catalogue
from grognard.systems.forge_of_war.settings import Settings
from grognard.systems.forge_of_war.sheets import card_of, shapes_of


class ForgeBuilder:
    """The builder of Forge of War. Its things are rosters."""

    currency = "points"

    def __init__(self) -> None:
        self.made: tuple[Any, list[Catalogue]] | None = None

    def catalogues(self) -> list[Catalogue]:
        """The generic lists, all together and one by one."""
        rows = own_catalogue()
        if self.made is None or self.made[0] is not rows:
            self.made = (rows, catalogues_of(rows))
        return self.made[1]

    def read(self, document: Document) -> Roster:
        """The roster in a document; raises `Malformed`."""
        row = document.row
        row.choice("system", [SYSTEM])
        known = {catalogue.key: catalogue for catalogue in self.catalogues()}
        key = row.choice("catalogue", known, next(iter(known)))
        roster = read_roster(row, known[key])
        check_settings(document, roster, Settings)
        document.close()
        return roster

    def write(self, thing: Any) -> dict[str, Any]:
        data: dict[str, Any] = thing.to_dict()
        return data

    def price(self, thing: Any, settings: Any) -> Priced:
        """The house points of all units (FOW-GAP-61)."""
        return force_points(force_of(thing))

    def check(self, thing: Any, settings: Any) -> list[Breach]:
        return check_roster(thing, settings if isinstance(settings, Settings) else Settings())

    def further(self, thing: Any, settings: Any) -> list[Further]:
        return furthers(thing, "figure")

    def bounds(self, thing: Any, settings: Any) -> list[Bound]:
        return bounds(thing, settings or Settings())

    def roster(self, thing: Any) -> Roster | None:
        return thing if isinstance(thing, Roster) else None

    def cards(self, thing: Any, settings: Any) -> list[Card]:
        return [card_of(unit) for unit in force_of(thing).units]

    def shapes(self) -> list[Shape]:
        return shapes_of(own_catalogue())
