"""Chapter 9 at the table: charges, rounds, piling in."""

from __future__ import annotations

from typing import Final

from grognard.rules.effects import Choose, Option, Place, Rules, Tell
from grognard.systems.forge_of_war.contact import in_contact, pairs, touched
from grognard.systems.forge_of_war.cover import across, at_pieces, majority
from grognard.systems.forge_of_war.damage import Damage, hammer
from grognard.systems.forge_of_war.interrupts import journey
from grognard.systems.forge_of_war.losses import spots
from grognard.systems.forge_of_war.melee import Blow, strike
from grognard.systems.forge_of_war.movement import March, PileIn, allowance
from grognard.systems.forge_of_war.shooting import common_av, suffer
from grognard.systems.forge_of_war.sighting import go
from grognard.systems.forge_of_war.stance import HIDING, drop_caution, stand_up
from grognard.systems.forge_of_war.state import DESTROYED, Battle, Unit
from grognard.systems.forge_of_war.strides import begins_to_move
from grognard.systems.forge_of_war.vehicles import av_from, damaged

SECOND_RANK: Final = 1.0

Touching = list[tuple[Unit, list[int]]]
"""For each enemy: the figures that strike at it."""


# ---------------------------------------------------------------- charges


class Charge:
    """What the ground gives the target of a charge; taken before the charging unit moves."""

    def __init__(self, b: Battle, u: Unit) -> None:
        self.from_pieces = [at_pieces(b, u, i) for i in range(u.figures)]
        self.starts = [(u.x[i], u.y[i]) for i in range(u.figures)]


def sheltered(b: Battle, v: Unit, charge: Charge) -> tuple[bool, bool, bool]:
    """Whether the charged unit strikes first, whether it defends an obstacle, and whether that is
    hard cover.

    In cover, against attackers who began outside it, it strikes first (FOW-9.2-02). An
    obstacle or hard cover between also costs them 2 (FOW-9.3-05, FOW-GAP-29). Either side is
    where more than half of its figures are (FOW-GAP-71).
    """
    first: list[int] = []
    shield: list[int] = []
    wall: list[int] = []
    pieces = [p for p in b.board.pieces if p.cover or p.obstacle]
    for j in range(v.figures):
        in_cover = behind = hard = 0
        for piece in pieces:
            if not at_pieces(b, v, j) >> piece.id & 1:
                continue
            inside = 0
            for n, (x, y) in enumerate(charge.starts):
                if piece.obstacle:
                    inside += not across(piece, x, y, v.x[j], v.y[j])
                else:
                    inside += charge.from_pieces[n] >> piece.id & 1
            if 2 * inside > len(charge.starts):
                continue
            if piece.cover:
                in_cover = 1
            if piece.obstacle or piece.cover >= 2:
                behind = 1
            if piece.cover >= 2:
                hard = 1
        first.append(in_cover)
        shield.append(behind)
        wall.append(hard)
    everybody = b.settings.unit_cover == "all"
    return (
        majority(first, everybody) == 1,
        majority(shield, everybody) == 1,
        majority(wall, everybody) == 1,
    )


def first_round(b: Battle, u: Unit, charge: Charge) -> Rules[None]:
    """FOW-9.1-01, FOW-9.1-02: contact is fought at once, at no cost."""
    for v in b.foes_of(u):
        strikes_first, shielded, walled = sheltered(b, v, charge)
        if shielded:
            v.shields.append(u.index)  # FOW-7.4-03: for this turn
        if walled and b.settings.hard_cover_armour:  # FOW-GAP-29
            v.walls.append(u.index)
        yield from Tell(
            "charge", "{} charges {}", u.name, v.name, clause="FOW-9.1-01", at=(u.key, v.key)
        )
        drop_caution(u)
        drop_caution(v)
        grenades = any(u.kinds[k].profile.grenades for k in u.kind)
        if strikes_first and not grenades:  # FOW-9.2-02, FOW-9.2-03, as in FOW-9.3-13
            yield from one_sided(b, v, u)
            if u.on_table and v.on_table:
                yield from one_sided(b, u, v, charging=True)
        else:
            yield from fight(b, u, [v], charging=True)
        stand_up([u, v])
        yield from follow_up(b, u, [v])


# ---------------------------------------------------------------- rounds


def blows_of(b: Battle, u: Unit, v: Unit, figures: list[int], charging: bool) -> tuple[Blow, ...]:
    """The blows of these figures of u at v, like ones together: a die for each of them and each
    of its attacks (FOW-9.3-08).
    """
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
            hiding=charging and v.stance == HIDING,
            attacks=u.kinds[k].profile.attacks,
            hard=u.index in v.walls,
        )
        for k, n in sorted(groups.items())
    )


def telling_blows(
    b: Battle, u: Unit, v: Unit, figures: list[int], charging: bool
) -> tuple[tuple[Blow, bool], ...]:
    """Blows at a vehicle, each at the side that it comes from, and whether it can do any harm: of
    a close combat weapon of value 1 or more (FOW-GAP-46)."""
    sides: dict[int, list[int]] = {}
    for i in figures:
        sides.setdefault(av_from(b, u, i, v), []).append(i)
    crowd = b.settings.vehicle_melee == "five_figures" and len(figures) >= 5
    return tuple(
        (blow._replace(av=av), crowd or blow.weapon > 0)
        for av in sorted(sides)
        for blow in blows_of(b, u, v, sides[av], charging)
    )


def hurts_vehicles(b: Battle, u: Unit) -> bool:
    """Whether its blows can damage a vehicle."""
    if b.settings.vehicle_melee == "five_figures" and u.figures >= 5:
        return True
    return any(u.kinds[k].cc_value > 0 for k in u.kind)


def fighting_value(u: Unit) -> int:
    """The FV most of its figures have, pistols counted in (FOW-16-10); ties the higher, leaders
    aside as for armour (FOW-GAP-80).
    """
    values = [
        u.kinds[k].fv for k in u.kind if u.kinds[k].leader < 0 or u.kinds[k].leader == u.index
    ]
    values.sort(reverse=True)
    return max(values, key=values.count) if values else u.profile.fv


def fighters(b: Battle, u: Unit, v: Unit) -> list[int]:
    """The figures of u in combat with v: in base contact (FOW-9.3-08), or also those who stand
    within an inch of one who is, and are in contact with nobody (FOW-GAP-73)."""
    front = in_contact(b, u, v)
    if not b.settings.second_rank or not front:
        return front
    busy = {i for w in b.foes_of(u) for i in in_contact(b, u, w)}
    second = []
    for i in range(u.figures):
        if i in busy or u.holds[i]:
            continue
        r = u.kinds[u.kind[i]].radius
        for k in front:
            reach = r + u.kinds[u.kind[k]].radius + SECOND_RANK
            dx, dy = u.x[i] - u.x[k], u.y[i] - u.y[k]
            if u.level[i] == u.level[k] and dx * dx + dy * dy <= reach * reach:
                second.append(i)
                break
    return front + second


def one_sided(b: Battle, u: Unit, v: Unit, charging: bool = False) -> Rules[None]:
    """u strikes at v, whose losses fall at once."""
    figures = fighters(b, u, v)
    if v.vehicle:
        blows = telling_blows(b, u, v, figures, charging)
        yield from damaged(b, v, (yield from hammer(blows, b.settings, u.player)), u)
        return
    hits = yield from strike(blows_of(b, u, v, figures, charging), b.settings, u.player)
    where = spots(v, touched(b, v, u))
    yield from suffer(b, v, hits, where, u, "FOW-9.3-10")


def fight(b: Battle, u: Unit, foes: list[Unit], charging: bool = False) -> Rules[None]:
    """One round of u against each of these: all roll, then all take their hits (FOW-9.2-01)."""
    mine = yield from assign(b, u, foes)
    struck: list[tuple[Unit, Unit, int, list[tuple[float, float, int]]]] = []
    hulls: list[tuple[Unit, Unit, Damage]] = []
    pairs_of = [(u, v, figures, charging) for v, figures in mine]
    pairs_of += [(v, u, fighters(b, v, u), False) for v in foes]
    for one, other, figures, charged in pairs_of:
        if other.vehicle:
            blows = telling_blows(b, one, other, figures, charged)
            hulls.append((other, one, (yield from hammer(blows, b.settings, one.player))))
            continue
        hits = yield from strike(blows_of(b, one, other, figures, charged), b.settings, one.player)
        struck.append((other, one, hits, spots(other, touched(b, other, one))))
    for target, by, hits, where in struck:
        yield from suffer(b, target, hits, where, by, "FOW-9.3-10")
    for target, by, done in hulls:
        yield from damaged(b, target, done, by)


def assign(b: Battle, u: Unit, foes: list[Unit]) -> Rules[Touching]:
    """Each figure strikes at one unit it touches, its owner's choice (FOW-GAP-88)."""
    out: Touching = [(v, []) for v in foes]
    reached: dict[int, list[int]] = {}
    for n, v in enumerate(foes):
        for i in fighters(b, u, v):
            reached.setdefault(i, []).append(n)
    for i in sorted(reached):
        n = reached[i][0]
        if len(reached[i]) > 1:
            n = yield from Choose(
                u.player,
                "opponent",
                f"{u.name}: whom does figure {i + 1} strike at?",
                [Option(m, foes[m].name, (foes[m].key,)) for m in reached[i]],
                about=u.index,
                at=(f"{u.key}:{i}",),
            )
        out[n][1].append(i)
    return out


# ---------------------------------------------------------------- later rounds


def continue_combat(b: Battle, u: Unit) -> Rules[None]:
    """Pile in (FOW-9.4-02), the enemy piles in (FOW-9.4-03), a simultaneous round (FOW-9.4-05)."""
    one = None
    if b.settings.opponents == "one":  # FOW-GAP-88
        one = yield from opponent(b, u)
    yield from pile_in(b, u)
    for v in b.foes_of(u) if one is None else [one]:
        yield from pile_in(b, v)
    yield from Tell("combat", "{} fights on", u.name, clause="FOW-9.4-01", at=(u.key,))
    foes = b.foes_of(u) if one is None else [one]
    stand_up([u, *foes])
    yield from fight(b, u, foes)
    yield from follow_up(b, u, foes)


def follow_up(b: Battle, u: Unit, foes: list[Unit]) -> Rules[None]:
    """By another reading of FOW-GAP-88 winners whom no enemy touches any more have a free move:
    slowly over whatever it is, and into no other contact."""
    if not b.settings.follow_up:
        return
    for w in [u] if all(v.off == DESTROYED for v in foes) else foes if u.off == DESTROYED else []:
        if w.on_table and not w.engaged and allowance(b, w) > 0.0 and w.stance != HIDING:
            begins_to_move(w, b.settings)
            yield from journey(b, w, March(b, w), "follow-up", activation=False)
            if w.on_table:
                w.regrouping = not w.coherent(b.settings)


def opponent(b: Battle, u: Unit) -> Rules[Unit | None]:
    """The one unit that it fights a round with, of several that touch it."""
    foes = b.foes_of(u)
    if len(foes) < 2:
        return None
    n = yield from Choose(
        u.player,
        "opponent",
        f"{u.name}: whom does it fight?",
        [Option(n, v.name, (v.key,)) for n, v in enumerate(foes)],
        about=u.index,
        at=(u.key,),
    )
    return foes[n]


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
    begins_to_move(u, b.settings)
    legs = yield from Place(
        u.player,
        "pile-in",
        f"{u.name}: who joins the fight?",
        tuple(f"{u.key}:{i}" for i in free),
        movement,
        about=u.index,
    )
    go(b, u, free, legs)


def struck_while_leaving(b: Battle, u: Unit) -> Rules[None]:
    """FOW-9.6-01: every enemy in contact strikes; the fleeing do not."""
    for v in b.foes_of(u):
        if u.on_table and v.on_table:
            yield from one_sided(b, v, u)
