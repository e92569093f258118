"""Forces as they go over the wire: read, priced, judged, offered more, put on cards."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from grognard.forces.cards import Card, Shape, plain_cards
from grognard.forces.catalogue import Roster
from grognard.forces.document import MOST_DEPTH, Document, Malformed, depth
from grognard.forces.document import Fault as Wrong
from grognard.forces.faces import Builder, Design, builder_of, judge, offers
from grognard.rules.refusal import Refused
from grognard.rules.settings import make_settings
from grognard.rules.system import System
from grognard.server import armies, wire
from grognard.server.problems import Denied

MOST_OFFERS = 400

S = TypeVar("S")


def the_builder(system: System) -> Builder:
    try:
        return builder_of(system)
    except Refused as refused:
        raise Denied(404, *refused.refusals) from None


def read(builder: Builder, plain: dict[str, Any]) -> Any:
    """The thing in plain data that somebody sent; raises `Malformed`."""
    if depth(plain) > MOST_DEPTH:
        raise Malformed([Wrong("", 0, "", f"tables are nested more than {MOST_DEPTH} deep")])
    return builder.read(Document(plain))


def settings_for(system: System, plain: dict[str, Any], others: dict[str, Any]) -> Any:
    """The settings that a force names, and before them those of the request."""
    named = plain.get("settings")
    made = make_settings(system.settings, {**(named if isinstance(named, dict) else {}), **others})
    if isinstance(made, list):
        raise Denied(400, *made)
    return made


def judged(system: System, plain: dict[str, Any], others: dict[str, Any]) -> armies.Judged:
    """What it costs and whether it is legal, or why it cannot be read."""
    builder = the_builder(system)
    try:
        thing = read(builder, plain)
    except Malformed as error:
        return armies.Judged(faults(error))
    settings = settings_for(system, plain, others)
    verdict = judge(builder, thing, settings)
    roster = roster_of(builder, thing)
    return armies.Judged(
        faults=[],
        force=builder.write(thing),
        design=design_of(builder, thing),
        units=[] if roster is None else roster.names(),
        price=shown(builder.price(thing, settings), armies.Priced),
        legal=verdict.legal,
        breaches=[shown(breach, armies.Breach) for breach in verdict.found],
    )


def offered(
    system: System, plain: dict[str, Any], others: dict[str, Any], where: list[int | str]
) -> armies.Offers:
    """What more could be chosen for a part of it, and what that would cost."""
    builder = the_builder(system)
    try:
        thing = read(builder, plain)
    except Malformed as error:
        return armies.Offers(faults(error), [])
    settings = settings_for(system, plain, others)
    found = offers(builder, thing, settings, tuple(where), MOST_OFFERS + 1)
    return armies.Offers(
        [],
        [shown(offer, armies.Offer) for offer in found[:MOST_OFFERS]],
        len(found) > MOST_OFFERS,
    )


def on_cards(system: System, plain: dict[str, Any], others: dict[str, Any]) -> armies.Cards:
    """Its units as a player needs them at the table, and the templates of the game."""
    builder = the_builder(system)
    try:
        thing = read(builder, plain)
    except Malformed as error:
        return armies.Cards(faults(error), [], [])
    settings = settings_for(system, plain, others)
    make = getattr(builder, "cards", None)
    roster = roster_of(builder, thing)
    cards: list[Card] = []
    if make is not None:
        cards = make(thing, settings)
    elif roster is not None:
        cards = plain_cards(roster, builder.price(thing, settings))
    shapes: list[Shape] = getattr(builder, "shapes", list)()
    return armies.Cards(
        [],
        [shown(card, armies.Card) for card in cards],
        [shown(shape, armies.Shape) for shape in shapes],
    )


def armoury(system: System) -> armies.Armoury:
    """All that forces of this system are built of."""
    builder = the_builder(system)
    ready: list[str] = getattr(system, "forces", list)()
    designs: list[Design] = getattr(builder, "designs", list)()
    return armies.Armoury(
        builder.currency,
        [
            armies.CatalogueNamed(c.key, c.name, c.house, len(c.entries))
            for c in builder.catalogues()
        ],
        [shown(design, armies.Design) for design in designs],
        [],
        [force_named(key) for key in ready],
    )


def catalogue(system: System, key: str) -> armies.Catalogue:
    for found in the_builder(system).catalogues():
        if found.key == key:
            return shown(found, armies.Catalogue)
    raise Denied(404, f"no catalogue {key!r} in {system.title}")


def force_named(key: str) -> wire.Force:
    """A ready force."""
    return wire.Force(key, key.replace("-", " ").replace("_", " ").capitalize())


# -- small things -----------------------------------------------------------------------------


def shown(piece: Any, kind: type[S]) -> S:
    """A piece of a force as the struct that is made of its plain data."""
    return msgspec.convert(piece.to_dict(), kind)


def roster_of(builder: Builder, thing: Any) -> Roster | None:
    if isinstance(thing, Roster):
        return thing
    made: Roster | None = getattr(builder, "roster", lambda _: None)(thing)
    return made


def design_of(builder: Builder, thing: Any) -> str:
    said: str = getattr(builder, "design_of", lambda _: "")(thing)
    return said


def faults(error: Malformed) -> list[armies.Fault]:
    return [armies.Fault(f.line, f.field, f.why, f.clause) for f in error.faults]
