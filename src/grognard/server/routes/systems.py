"""What is installed: systems with their settings, questions and rules, and bots."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Router
from litestar.params import JSONBody, PathParameter, QueryParameter

from grognard.odds.asking import Asker, find_question, situate
from grognard.play.registry import bot_names, find_bot, find_system, system_names
from grognard.rules.clauses import Clause, Gap, Index, deciding, gaps_of, load_index
from grognard.rules.refusal import Refused
from grognard.rules.system import System
from grognard.server import wire
from grognard.server.asking import answered
from grognard.server.problems import Denied
from grognard.server.routes.common import TheHub, get_, post_, settings_from
from grognard.server.showing import system_in_full, system_shown

Name = Annotated[str, PathParameter(max_length=80)]


def system_named(name: str) -> System:
    try:
        return find_system(name)
    except Refused as refused:
        raise Denied(404, *refused.refusals) from None


@get_("/systems")
async def systems(hub: TheHub) -> list[wire.System]:
    """All rule systems that are installed."""
    return await hub.work(lambda: [system_shown(find_system(name)) for name in system_names()])


@get_("/systems/{name:str}")
async def system(name: Name, hub: TheHub) -> wire.SystemInFull:
    """One system, with its settings and questions."""
    return await hub.work(lambda: system_in_full(system_named(name)))


@post_("/systems/{name:str}/ask")
async def ask(name: Name, data: JSONBody[wire.AskBody], hub: TheHub) -> wire.Odds:
    """The exact odds of a situation."""
    found = system_named(name)
    settings = settings_from(found, data.settings)

    def work() -> wire.Odds:
        question = find_question(found, data.question)
        situation = situate(question, data.givens, settings)
        return answered(Asker().ask(question, situation, settings, data.policy))

    try:
        return await hub.work(work)
    except Refused as refused:
        raise Denied(400, *refused.refusals) from None


@get_("/systems/{name:str}/rules")
async def rules(
    name: Name,
    hub: TheHub,
    q: Annotated[str, QueryParameter(max_length=200)] = "",
    limit: Annotated[int, QueryParameter(ge=1, le=1000)] = 50,
) -> wire.Rules:
    """Clauses and gaps that hold every one of these words."""
    found = system_named(name)

    def work() -> wire.Rules:  # the first time the whole index is read
        index = load_index(found.clauses)
        hits = index.find(q)
        return wire.Rules(len(hits), [rule_shown(found, index, hit) for hit in hits[:limit]])

    return await hub.work(work)


@get_("/systems/{name:str}/index")
async def index(name: Name, hub: TheHub) -> wire.RuleIndex:
    """The whole rule index."""
    found = system_named(name)
    return await hub.work(lambda: index_shown(found))


@get_("/systems/{name:str}/rules/{clause:str}")
async def rule(name: Name, clause: Name, hub: TheHub) -> wire.Rule:
    """One clause or gap."""
    found = system_named(name)
    index = await hub.work(lambda: load_index(found.clauses))
    hit: Clause | Gap | None = index.clauses.get(clause.upper()) or index.gaps.get(clause.upper())
    if hit is None:
        raise Denied(404, f"no clause {clause!r} in {found.title}")
    return rule_shown(found, index, hit)


@get_("/bots")
async def bots() -> list[wire.Bot]:
    """All bots that are installed."""
    return [
        wire.Bot(name, getattr(find_bot(name), "title", "") or name.capitalize())
        for name in bot_names()
    ]


_INDEXES: dict[str, tuple[Index, wire.RuleIndex]] = {}


def index_shown(found: System) -> wire.RuleIndex:
    """Worked out once for each system."""
    index = load_index(found.clauses)
    known = _INDEXES.get(found.name)
    if known is None or known[0] is not index:
        all_rules: list[Clause | Gap] = [*index.clauses.values(), *index.gaps.values()]
        shown = [rule_shown(found, index, rule) for rule in all_rules]
        known = _INDEXES[found.name] = index, wire.RuleIndex(index.title, index.summary, shown)
    return known[1]


def rule_shown(found: System, index: Index, hit: Clause | Gap) -> wire.Rule:
    if isinstance(hit, Gap):
        settings: list[Any] = [
            wire.RuleSetting(s.name, s.default, s.help, s.legal)
            for s in deciding(found.settings, hit)
        ]
        return wire.Rule(
            hit.id, "gap", hit.where, hit.ruling, hit.problem, hit.evidence, hit.alternatives,
            settings,
        )  # fmt: skip
    return wire.Rule(
        hit.id, hit.kind, hit.heading, hit.says, gaps=[g.id for g in gaps_of(index, hit)]
    )


router = Router("/", route_handlers=[systems, system, ask, index, rules, rule, bots])
