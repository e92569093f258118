"""Forces as they go over the wire: read, priced, judged, offered more, put on cards."""

from __future__ import annotations

import importlib.util
from typing import Any, TypeVar

import msgspec

from grognard.forces.document import MOST_DEPTH, Document, Malformed, depth
from grognard.forces.document import Fault as Wrong
from grognard.forces.faces import Builder, Design, builder_of, judge, offers
from grognard.forces.formats import OF_ROSTERS, read_form, roster_of, system_in, write_form
from grognard.forces.paper import cards_of, pages_of, pdf, shapes_of
from grognard.play.registry import find_system, system_names
from grognard.rules.refusal import Refusal, Refused
from grognard.rules.settings import make_settings
from grognard.rules.system import System
from grognard.server import armies, wire
from grognard.server.problems import Denied

MOST_OFFERS = 400
PDF = "pdf"
NAMES = {
    "toml": "TOML, as people write it",
    "json": "JSON",
    "txt": "plain text, to paste",
    "rosz": "BattleScribe",
    "ros": "BattleScribe, not compressed",
}

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
    system: System,
    plain: dict[str, Any],
    others: dict[str, Any],
    where: list[int | str],
    deep: bool = True,
) -> armies.Offers:
    """What more could be chosen for a part of it, and what that would cost."""
    builder = the_builder(system)
    try:
        thing = read(builder, plain)
    except Malformed as error:
        return armies.Offers(faults(error), [])
    settings = settings_for(system, plain, others)
    found = offers(builder, thing, settings, tuple(where), MOST_OFFERS + 1, deep)
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
    return armies.Cards(
        [],
        [shown(card, armies.Card) for card in cards_of(builder, thing, settings)],
        [shown(shape, armies.Shape) for shape in shapes_of(builder)],
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
        formats(),
        [force_named(key) for key in ready],
    )


def catalogue(system: System, key: str) -> armies.Catalogue:
    for found in the_builder(system).catalogues():
        if found.key == key:
            return shown(found, armies.Catalogue)
    raise Denied(404, f"no catalogue {key!r} in {system.title}")


def brought(raw: bytes, file: str) -> armies.Brought:
    """The force in somebody's file, of whatever system it names."""
    try:
        system = find_system(system_in(raw, file) or _only_builder())
        builder = builder_of(system)
        found = read_form(raw, builder.catalogues(), file)
        thing = builder.read(found.document)
    except Malformed as error:
        return armies.Brought(faults(error))
    except Refused as refused:
        return armies.Brought(
            [armies.Fault(0, "system", f"{r.what}; {r.legal}".removesuffix("; "), r.clause)
             for r in refused.refusals]
        )  # fmt: skip
    return armies.Brought(
        [], system.name, design_of(builder, thing), builder.write(thing), found.notes
    )


def _only_builder() -> str:
    """The system of a file that names none, where only one builds forces."""
    able = [name for name in system_names() if "forces" in find_system(name).can]
    if len(able) == 1:
        return able[0]
    raise Malformed([Wrong("", 0, "system", f"is missing; one of {', '.join(able)}")])


def taken(
    system: System, plain: dict[str, Any], others: dict[str, Any], form: str
) -> tuple[bytes, str]:
    """A force as a file of this form, and what the file might be called."""
    builder = the_builder(system)
    known = [known.key for known in formats()]
    if form not in known:
        raise Denied(400, Refusal(f"no format {form!r}", "", "one of " + ", ".join(known)))
    settings = settings_for(system, plain, others)
    try:
        thing = read(builder, plain)
        if form == PDF:
            data = pdf(pages_of(builder, thing, settings, system.title, system.credits))
        else:
            data = write_form(builder, thing, settings, form)
    except Malformed as error:
        raise not_read(error) from None
    name = plain.get("name")
    bare = "".join(c if c.isalnum() else "-" for c in name) if isinstance(name, str) else ""
    return data, f"{bare.encode('ascii', 'ignore').decode().strip('-')[:60] or 'force'}.{form}"


def catalogue_of(system: System, plain: dict[str, Any]) -> armies.Catalogue:
    """What a roster is chosen from; it may carry a catalogue of its own."""
    builder = the_builder(system)
    try:
        roster = roster_of(builder, read(builder, plain))
    except Malformed as error:
        raise not_read(error) from None
    if roster is None:
        raise Denied(400, "this is no roster")
    return shown(roster.catalogue, armies.Catalogue)


def formats() -> list[armies.Format]:
    """What forces can be written as here; printing needs an extra."""
    found = [armies.Format(f, NAMES[f], f".{f}", True, f in OF_ROSTERS) for f in NAMES]
    if importlib.util.find_spec("typst") is not None:
        found.append(armies.Format(PDF, "PDF, to print, true to scale", ".pdf", False, False))
    return found


def force_named(key: str) -> wire.Force:
    """A ready force."""
    return wire.Force(key, key.replace("-", " ").replace("_", " ").capitalize())


# -- small things -----------------------------------------------------------------------------


def shown(piece: Any, kind: type[S]) -> S:
    """A piece of a force as the struct that is made of its plain data."""
    return msgspec.convert(piece.to_dict(), kind)


def design_of(builder: Builder, thing: Any) -> str:
    said: str = getattr(builder, "design_of", lambda _: "")(thing)
    return said


def not_read(error: Malformed) -> Denied:
    return Denied(
        400, *[Refusal(f"{f.field}: {f.why}".removeprefix(": "), f.clause) for f in error.faults]
    )


def faults(error: Malformed) -> list[armies.Fault]:
    return [armies.Fault(f.line, f.field, f.why, f.clause) for f in error.faults]
