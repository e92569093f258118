"""Building forces: what there is to choose from, prices, verdicts, offers, cards, files."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, Router
from litestar.params import JSONBody, QueryParameter, RawBody

from grognard.forces.document import MOST_BYTES
from grognard.server import armies, reckoning
from grognard.server.routes.common import TheHub, get_, post_
from grognard.server.routes.systems import Name, system_named


@get_("/systems/{name:str}/forces")
async def armoury(name: Name, hub: TheHub) -> armies.Armoury:
    """What forces of this system are built of."""
    system = system_named(name)
    return await hub.work(lambda: reckoning.armoury(system))


@get_("/systems/{name:str}/forces/catalogues/{key:str}")
async def catalogue(name: Name, key: Name, hub: TheHub) -> armies.Catalogue:
    """All entries of one list."""
    system = system_named(name)
    return await hub.work(lambda: reckoning.catalogue(system, key))


@post_("/systems/{name:str}/forces/catalogue")
async def catalogue_of(
    name: Name, data: JSONBody[armies.ForceBody], hub: TheHub
) -> armies.Catalogue:
    """What a roster is chosen from: a ready list, or one that it carries."""
    system = system_named(name)
    return await hub.work(lambda: reckoning.catalogue_of(system, data.force))


@post_("/systems/{name:str}/forces/judge")
async def judge(name: Name, data: JSONBody[armies.ForceBody], hub: TheHub) -> armies.Judged:
    """What a force costs, step by step, and everything that is wrong with it."""
    system = system_named(name)
    return await hub.work(lambda: reckoning.judged(system, data.force, data.settings))


@post_("/systems/{name:str}/forces/offers")
async def offers(name: Name, data: JSONBody[armies.OffersBody], hub: TheHub) -> armies.Offers:
    """What more could be chosen, what it would cost and what would be wrong with it."""
    system = system_named(name)
    return await hub.work(
        lambda: reckoning.offered(system, data.force, data.settings, data.where, data.deep)
    )


@post_("/systems/{name:str}/forces/cards")
async def cards(name: Name, data: JSONBody[armies.ForceBody], hub: TheHub) -> armies.Cards:
    """A card for each unit, and the templates of the game."""
    system = system_named(name)
    return await hub.work(lambda: reckoning.on_cards(system, data.force, data.settings))


@post_("/systems/{name:str}/forces/export", media_type="application/octet-stream")
async def export(name: Name, data: JSONBody[armies.ExportBody], hub: TheHub) -> Response[bytes]:
    """A force as a file."""
    system = system_named(name)
    raw, file = await hub.work(
        lambda: reckoning.taken(system, data.force, data.settings, data.format)
    )
    return Response(
        raw,
        media_type="application/octet-stream",
        headers={"content-disposition": f'attachment; filename="{file}"'},
    )


@post_("/forces/read")
async def bring(
    hub: TheHub, body: RawBody, file: Annotated[str, QueryParameter(max_length=200)] = ""
) -> armies.Brought:
    """The force in a file; its form is told by the file's name."""
    return await hub.work(lambda: reckoning.brought(body, file))


router = Router(
    "/",
    route_handlers=[armoury, catalogue, catalogue_of, judge, offers, cards, export, bring],
    request_max_body_size=MOST_BYTES,
)
