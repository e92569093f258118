"""Chapter 9 at the table: charges, rounds, piling in."""

from __future__ import annotations

from grognard.rules.effects import Choose, Option, Place, Rules, Tell
from grognard.systems.forge_of_war.contact import in_contact, pairs, refresh
from grognard.systems.forge_of_war.cover import across, at_pieces, majority
from grognard.systems.forge_of_war.losses import spots
from grognard.systems.forge_of_war.melee import Blow, strike
from grognard.systems.forge_of_war.movement import PileIn, apply_legs
from grognard.systems.forge_of_war.shooting import common_av, suffer
from grognard.systems.forge_of_war.state import Battle, Unit

Touching = list[tuple[Unit, list[int]]]
"""For each enemy: the figures that strike at it."""


# ---------------------------------------------------------------- charges


class Charge:
    """What the ground gives the target of a charge; taken before the charging unit moves."""

    def __init__(self, b: Battle, u: Unit, v: Unit) -> None:
        self.from_pieces = [at_pieces(b, u, i) for i in range(u.figures)]
        self.starts = [(u.x[i], u.y[i]) for i in range(u.figures)]


def sheltered(b: Battle, v: Unit, charge: Charge) -> tuple[bool, bool]:
    """Whether the charged unit strikes first, and whether it defends an obstacle.

    In cover, against attackers who began outside it, it strikes first (FOW-9.2-02). An
    obstacle or hard cover between also costs them 2 (FOW-9.3-05, FOW-GAP-29).
    """
    first: list[int] = []
    shield: list[int] = []
    for j in range(v.figures):
        bits = at_pieces(b, v, j)
        in_cover = behind = 0
        for piece in b.board.shelters:
            if not bits >> piece.id & 1:
                continue
            outside = False
            for n, (x, y) in enumerate(charge.starts):
                if piece.obstacle:
                    if across(piece, x, y, v.x[j], v.y[j]):
                        outside = True
                elif not charge.from_pieces[n] >> piece.id & 1:
                    outside = True
            if outside and piece.cover:
                in_cover = 1
            if outside and (piece.obstacle or piece.cover >= 2):
                behind = 1
        first.append(in_cover)
        shield.append(behind)
    return majority(first) == 1, majority(shield) == 1


def first_round(b: Battle, u: Unit, charge: Charge) -> Rules[None]:
    """FOW-9.1-01, FOW-9.1-02: contact is fought at once, at no cost."""
    for v in b.foes_of(u):
        strikes_first, shielded = sheltered(b, v, charge)
        if shielded:
            v.shields.append(u.index)  # FOW-7.4-03: for this turn
        yield from Tell("charge", "{} charges {}", u.name, v.name, clause="FOW-9.1-01",
                        at=(u.key, v.key))
        grenades = any(u.kinds[k].profile.grenades for k in u.kind)
        if strikes_first and not grenades:  # FOW-9.2-02, FOW-9.2-03
            yield from one_sided(b, v, u)
            if u.on_table and v.on_table and u.foes >> v.index & 1:
                yield from one_sided(b, u, v, charging=True)
        else:
            yield from fight(b, u, [v], charging=True)


# ---------------------------------------------------------------- rounds


def blows_of(b: Battle, u: Unit, v: Unit, figures: list[int], charging: bool) -> tuple[Blow, ...]:
    """The blows of these figures of u at v, like ones together."""
    groups: dict[int, int] = {}
    for i in figures:
        groups[u.kind[i]] = groups.get(u.kind[i], 0) + 1
    foe_fv = fighting_value(v)
    return tuple(
        Blow(
            dice=u.kinds[k].profile.attack_dice(n),
            fv=u.kinds[k].fv,
            markers=u.markers,
            av=common_av(v),
            obstacle=u.index in v.shields,
            weapon=u.kinds[k].cc_value,
            foe_fv=foe_fv,
            foe_markers=v.markers,
            charging=charging,
        )
        for k, n in sorted(groups.items())
    )


def fighting_value(u: Unit) -> int:
    """The FV most of its figures have, pistols counted in (FOW-16-10)."""
    values = sorted((u.kinds[k].fv for k in u.kind), reverse=True)
    return max(values, key=values.count) if values else 0


def one_sided(b: Battle, u: Unit, v: Unit, charging: bool = False) -> Rules[None]:
    """u strikes at v, whose losses fall at once."""
    figures = in_contact(b, u, v)
    hits = yield from strike(blows_of(b, u, v, figures, charging), b.settings, u.player)
    where = spots(v, in_contact(b, v, u))
    yield from suffer(b, v, hits, where, u, "FOW-9.3-10")


def fight(b: Battle, u: Unit, foes: list[Unit], charging: bool = False) -> Rules[None]:
    """One round of u against each of these: all roll, then all take their hits (FOW-9.2-01)."""
    mine = yield from assign(b, u, foes)
    struck: list[tuple[Unit, Unit, int, list[tuple[float, float, int]]]] = []
    for v, figures in mine:
        hits = yield from strike(blows_of(b, u, v, figures, charging), b.settings, u.player)
        struck.append((v, u, hits, spots(v, in_contact(b, v, u))))
    for v in foes:
        figures = in_contact(b, v, u)
        hits = yield from strike(blows_of(b, v, u, figures, False), b.settings, v.player)
        struck.append((u, v, hits, spots(u, in_contact(b, u, v))))
    for target, by, hits, where in struck:
        yield from suffer(b, target, hits, where, by, "FOW-9.3-10")


def assign(b: Battle, u: Unit, foes: list[Unit]) -> Rules[Touching]:
    """Each figure strikes at one unit it touches, its owner's choice (FOW-GAP-88)."""
    out: Touching = [(v, []) for v in foes]
    touched: dict[int, list[int]] = {}
    for n, v in enumerate(foes):
        for i in in_contact(b, u, v):
            touched.setdefault(i, []).append(n)
    for i in sorted(touched):
        n = touched[i][0]
        if len(touched[i]) > 1:
            n = yield from Choose(
                u.player, "opponent", f"{u.name}: whom does figure {i + 1} strike at?",
                [Option(m, foes[m].name, (foes[m].key,)) for m in touched[i]],
                about=u.index, at=(f"{u.key}:{i}",),
            )
        out[n][1].append(i)
    return out


# ---------------------------------------------------------------- later rounds


def continue_combat(b: Battle, u: Unit) -> Rules[None]:
    """FOW-9.4-02 to FOW-9.4-05: pile in, the enemy piles in, a simultaneous round."""
    yield from pile_in(b, u)
    for v in b.foes_of(u):
        yield from pile_in(b, v)
    yield from Tell("combat", "{} fights on", u.name, clause="FOW-9.4-01", at=(u.key,))
    yield from fight(b, u, b.foes_of(u))


def pile_in(b: Battle, u: Unit) -> Rules[None]:
    """FOW-9.4-02: unengaged figures move up to their normal move into contact."""
    foes = b.foes_of(u)
    busy: set[int] = set()
    for v in foes:
        for i, _ in pairs(b, u, v):
            busy.add(i)
    free = [i for i in range(u.figures) if i not in busy and not u.holds[i]]
    if not free or not foes:
        return
    movement = PileIn(b, u, free, foes)
    if not movement.possible():
        return
    legs = yield from Place(
        u.player, "pile-in", f"{u.name}: who joins the fight?",
        tuple(f"{u.key}:{i}" for i in free), movement, about=u.index,
    )
    apply_legs(b, u, free, legs)
    refresh(b, u)


def struck_while_leaving(b: Battle, u: Unit) -> Rules[None]:
    """FOW-9.6-01: every enemy in contact strikes; the fleeing do not."""
    for v in b.foes_of(u):
        if u.on_table and v.on_table and u.foes >> v.index & 1:
            yield from one_sided(b, v, u)
