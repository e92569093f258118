"""Chapters 3.1, 3.5, 5.1: figures fall, markers are gained, units are wiped out."""

from __future__ import annotations

from grognard.rules.effects import Choose, Option, Rules, Tell
from grognard.rules.refusal import Refusal
from grognard.systems.forge_of_war.contact import refresh
from grognard.systems.forge_of_war.state import DESTROYED, Battle, Unit
from grognard.systems.forge_of_war.vehicles import clear_wreck, light

Spot = tuple[float, float, int]
"""Where a figure stands: what it is known by while others fall."""


def spots(u: Unit, figures: list[int]) -> list[Spot]:
    return [(u.x[i], u.y[i], u.level[i]) for i in figures]


def at_spots(u: Unit, known: list[Spot]) -> list[int]:
    """The figures that still stand on these spots."""
    wanted = set(known)
    return [i for i in range(u.figures) if (u.x[i], u.y[i], u.level[i]) in wanted]


def wounds_left(u: Unit, figures: list[int]) -> int:
    """How many wounds these figures can still take: what `Struck.seen` counts (FOW-GAP-73)."""
    return sum(u.kinds[u.kind[i]].wounds - u.wounded[i] for i in figures)


def proposed_order(u: Unit, figures: list[int]) -> list[int]:
    """In what order figures had best fall: plain ones on the outside first, leaders last."""
    n = len(u.x)
    mx = sum(u.x) / n
    my = sum(u.y) / n
    usual = max(range(len(u.kinds)), key=lambda k: (u.kind.count(k), -k))
    keyed = []
    for i in figures:
        kind = u.kind[i]
        special = 2 if u.kinds[kind].leader >= 0 else 1 if kind != usual else 0
        away = (u.x[i] - mx) * (u.x[i] - mx) + (u.y[i] - my) * (u.y[i] - my)
        keyed.append((special, -away, i))
    keyed.sort()
    return [i for _, _, i in keyed]


def lose(b: Battle, u: Unit, wounds: int, among: list[int], by: Unit | None = None) -> Rules[None]:
    """Take wounds on these figures; their owner picks (FOW-9.3-11).

    A wounded figure takes every wound before a fresh one does (FOW-3.1-09). A leader with the
    unit may take a wound instead, and need not take the next (FOW-GAP-05).
    """
    left = wounds
    candidates = spots(u, among)
    while left > 0 and u.in_play:
        hurt = next((i for i in range(u.figures) if u.wounded[i] and not guest(u, u.kind[i])), -1)
        figures = at_spots(u, candidates)
        if hurt >= 0:
            i = hurt
        elif not figures:
            return
        elif len(figures) == 1:
            i = figures[0]
        else:
            deadly = all(u.kinds[u.kind[f]].wounds == 1 for f in figures)
            if deadly and left >= len(figures):
                yield from _all_fall(b, u, figures, by)
                return
            picked = proposed_order(u, figures)
            proposed = picked[:left] if deadly else picked[:1]
            options: list[Option[int]] = [
                Option(-1, "as proposed: " + ", ".join(_figure(u, f) for f in sorted(proposed)))
            ]
            options += [Option(f, _figure(u, f), (f"{u.key}:{f}",)) for f in sorted(figures)]
            i = yield from Choose(
                u.player,
                "fall",
                f"{u.name}: who falls? ({left} to lose)",
                options,
                about=u.index,
                at=(u.key,),
            )
            if i < 0:
                if deadly:
                    yield from _all_fall(b, u, proposed, by)
                    return
                i = proposed[0]
        u.wounded[i] += 1
        left -= 1
        if u.wounded[i] >= u.kinds[u.kind[i]].wounds:
            yield from _fall(b, u, i, by)


def guest(u: Unit, kind: int) -> bool:
    """Whether figures of this kind are leaders attached to the unit."""
    return u.kinds[kind].leader >= 0 and u.kinds[kind].leader != u.index


def _all_fall(b: Battle, u: Unit, figures: list[int], by: Unit | None) -> Rules[None]:
    """All at once, leaders told last; a fallen leader may cost others their lives meanwhile."""
    order = sorted(figures, key=lambda i: (guest(u, u.kind[i]), -i))
    for spot in spots(u, order):
        for i in at_spots(u, [spot]):
            yield from _fall(b, u, i, by)


def _figure(u: Unit, i: int) -> str:
    kind = u.kinds[u.kind[i]]
    return f"{i + 1} ({kind.name})" if len(u.kinds) > 1 else str(i + 1)


def _fall(b: Battle, u: Unit, i: int, by: Unit | None) -> Rules[None]:
    """One figure is removed, with all that follows from it."""
    leader = u.kinds[u.kind[i]].leader
    led = guest(u, u.kind[i])
    shaken = mourners(b, u, leader)
    u.remove(i)
    if led:
        b.units[leader].off = DESTROYED
        b.units[leader].host = -1
        refresh(b, u)  # what follows may ask somebody
        yield from Tell(
            "leader", "{} has fallen", b.units[leader].name, clause="FOW-2.2-05", at=(u.key,)
        )
        yield from gain_markers(
            b, u, b.settings.leader_loss_markers, "its leader fell", "FOW-2.2-05"
        )
    for w in shaken:
        yield from gain_markers(
            b, w, b.settings.leader_loss_markers, "the Force Commander fell", "FOW-2.2-05"
        )
    if b.settings.permanent_markers == "at_once" and u.in_play and u.strength:
        yield from _heavy_losses(b, u)
    if u.in_play and u.strength == 0:
        release_leaders(b, u)
    if all(u.holds[f] or guest(u, u.kind[f]) for f in range(u.figures)):
        u.holds = [False] * u.figures  # nobody is left to hold the mounts for (FOW-GAP-77)
    if not u.figures and u.off != DESTROYED:
        u.off = DESTROYED
        yield from Tell("destroyed", "{} is wiped out", u.name, clause="FOW-5.2-06", at=(u.key,))
        if by is not None:
            by.slaughtered = True
        if u.aboard >= 0:
            clear_wreck(b, b.units[u.aboard])
            u.aboard = -1
    refresh(b, u)


def mourners(b: Battle, u: Unit, leader: int) -> list[Unit]:
    """By another reading of FOW-GAP-06 all who see the Force Commander fall within 12\"; his own
    unit is told of by itself."""
    if leader < 0 or b.settings.commander_loss != "in_sight" or not b.unit(leader).commander:
        return []
    from grognard.systems.forge_of_war.circumstances import COMMAND_RANGE, nearest_gap
    from grognard.systems.forge_of_war.cover import unit_sees

    return [
        w
        for w in b.own(u.player)
        if w is not u and nearest_gap(w, u) <= COMMAND_RANGE and unit_sees(b, w, u)
    ]


def _heavy_losses(b: Battle, u: Unit) -> Rules[None]:
    """By another reading of FOW-GAP-12 heavy losses bring their markers at once."""
    from grognard.systems.forge_of_war.command import permanent

    left, full = u.roll_call
    least = permanent(full, left, u.most_markers)
    if u.markers < least:
        u.markers = least
        yield from Tell(
            "marker", "{} is shaken by its losses", u.name, clause="FOW-5.3-01", at=(u.key,)
        )


def release_leaders(b: Battle, u: Unit) -> None:
    """A leader who outlives his unit stands alone where he stood."""
    for i in range(u.figures - 1, -1, -1):
        if guest(u, u.kind[i]):
            detach(b, u, i)


def detach(b: Battle, u: Unit, i: int) -> Unit:
    """The leader at figure i becomes a unit of his own again (FOW-GAP-05).

    The markers that he shared stay with both.
    """
    own = b.units[u.kinds[u.kind[i]].leader]
    own.markers = min(u.markers, own.most_markers)
    own.host = -1
    own.deployed = True
    own.aboard = u.aboard
    own.attempted = u.attempted
    own.blown = u.blown  # who knows where the unit is knows where he is (FOW-GAP-30)
    own.seen_by = u.seen_by
    own.stance = u.stance
    own.add(0, u.x[i], u.y[i])
    own.level[0] = u.level[i]
    own.wounded[0] = u.wounded[i]
    own.moved[0] = u.moved[i]
    own.touch()
    u.remove(i)
    refresh(b, own)
    refresh(b, u)
    return own


def attach(leader: Unit, u: Unit) -> None:
    """A leader joins a unit: his figure becomes one of its own (FOW-GAP-05).

    They share their markers: the higher number counts for both.
    """
    u.markers = max(u.markers, min(leader.markers, u.most_markers))
    kind = next(k for k, what in enumerate(u.kinds) if what.leader == leader.index)
    if leader.figures:
        u.add(kind, leader.x[0], leader.y[0])
        u.level[-1] = leader.level[0]
        u.wounded[-1] = leader.wounded[0]
        u.moved[-1] = leader.moved[0]
        u.touch()
        leader.remove(0)
    else:
        u.add(kind)
    leader.host = u.index
    leader.deployed = True


def gain_markers(b: Battle, u: Unit, n: int, why: str, clause: str = "FOW-5.1-02") -> Rules[None]:
    """FOW-5.1-04: at the maximum a figure is lost instead. `clause` is why markers are due."""
    if u.vehicle:
        yield from light(b, u, n, why, clause)
        return
    for _ in range(n):
        if not u.in_play:
            return
        if u.markers < u.most_markers:
            u.markers += 1
            yield from Tell(
                "marker", "{} takes a D-marker: {}", u.name, why, clause=clause, at=(u.key,)
            )
        else:
            yield from Tell(
                "marker", "{} loses a figure: {}", u.name, why, clause="FOW-5.1-04", at=(u.key,)
            )
            yield from lose(b, u, 1, list(range(u.figures)))


def marker_or_figure(b: Battle, u: Unit, why: str, clause: str) -> Rules[None]:
    """The owner pays with a marker or with a figure, as he likes (FOW-2.2-04, FOW-6.2-02,
    FOW-6.3-03); a vehicle with damage (FOW-GAP-90)."""
    if u.vehicle:
        yield from light(b, u, 1, why, clause)
        return
    full = u.markers >= u.most_markers
    pay = yield from Choose(
        u.player,
        "pay",
        f"{u.name}: {why}. A D-marker or a figure?",
        [
            Option(
                "marker",
                "a D-marker",
                refusal=Refusal(
                    "the unit carries its maximum of markers",
                    "FOW-5.1-03",
                    f"at most {u.most_markers}",
                )
                if full
                else None,
            ),
            Option("figure", "a figure"),
        ],
        about=u.index,
        at=(u.key,),
    )
    if pay == "marker":
        u.markers += 1
        yield from Tell(
            "marker", "{} takes a D-marker: {}", u.name, why, clause=clause, at=(u.key,)
        )
    else:
        yield from lose(b, u, 1, list(range(u.figures)))
