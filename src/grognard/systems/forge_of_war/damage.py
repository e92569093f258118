"""Chapter 10.7: what hits do to a vehicle, without the table."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from grognard.rules.dice import Bin
from grognard.rules.effects import (
    Call,
    Choose,
    Option,
    Procedure,
    Roll,
    Rules,
    Then,
    count,
    tally,
)
from grognard.rules.explained import Explained
from grognard.rules.refusal import Refusal
from grognard.systems.forge_of_war.melee import Blow, blows, dice_of, to_strike
from grognard.systems.forge_of_war.settings import Settings
from grognard.systems.forge_of_war.volley import Shot, attack_dice, pool, to_hit

ROWS: Final = ("light", "light x2", "moderate", "moderate x2", "destroyed")
PROPULSION: Final = -1
WOUND: Final = -2
"""What moderate damage may take beside weapons, which go by their numbers."""


class Damage(NamedTuple):
    """Hits by the rows of the damage table (FOW-10.7-03): how far under the hit value they are."""

    light: int = 0  # FOW-10.7-04: margin 0
    light_twice: int = 0  # FOW-10.7-05
    moderate: int = 0  # FOW-10.7-06
    moderate_twice: int = 0  # FOW-10.7-07
    destroyed: int = 0  # FOW-10.7-08: margin 4 or more

    def more(self, other: Damage) -> Damage:
        return Damage(
            self.light + other.light,
            self.light_twice + other.light_twice,
            self.moderate + other.moderate,
            self.moderate_twice + other.moderate_twice,
            self.destroyed + other.destroyed,
        )

    @property
    def hits(self) -> int:
        return sum(self)


NONE: Final = Damage()

HITS: Final = tuple(Damage(*[int(row == n) for n in range(5)]) for row in range(5))
"""One hit by each row."""


class Hull(NamedTuple):
    """A vehicle that is hit: all that its losses depend on. `lost` weapons are one bit each."""

    player: int
    markers: int
    most: int
    wounds: int  # that it can still spend
    weapons: tuple[str, ...]
    lost: int = 0
    immobile: bool = False
    destroyed: bool = False
    key: str = ""

    def left(self) -> list[int]:
        """The weapons that still work."""
        return [k for k in range(len(self.weapons)) if not self.lost >> k & 1]


class Limits(NamedTuple):
    """What bounds the damage that matters to a hull: the destruction that it can survive, what it
    can lose before it is lost itself, markers for which there is room."""

    saved: int
    most: int
    room: int
    lost: bool  # it is lost with the last of what it can lose (FOW-GAP-48)


def limits_of(hull: Hull, settings: Settings) -> Limits:
    return Limits(
        hull.wounds if settings.wounds_cancel == "any" else 0,
        len(hull.left()) + (not hull.immobile) + hull.wounds + 1,
        max(0, hull.most - hull.markers),
        settings.nothing_left == "destroyed",
    )


def what_matters(d: Damage, limits: Limits) -> Damage:
    """The least damage that does the same to this hull: x2 results are two, and nothing else
    matters beside more than it can survive. Each marker beyond its maximum is a moderate result
    more, and wounds cancel one as well as the other: with the last system it is lost."""
    destroyed = d.destroyed
    if destroyed > limits.saved:
        return Damage(0, 0, 0, 0, limits.saved + 1)
    most = limits.most - destroyed
    moderate = min(d.moderate + 2 * d.moderate_twice, most)
    light = min(d.light + 2 * d.light_twice, limits.room + most - moderate)
    if moderate == most and limits.lost:
        light = 0
    return Damage(light, 0, moderate, 0, destroyed)


# ---------------------------------------------------------------- the dice


def margins(
    dice: int,
    value: int,
    settings: Settings,
    why: str,
    player: int,
    target: Explained | None,
    so_far: Damage = NONE,
    limits: Limits | None = None,
) -> Procedure[Damage]:
    """FOW-10.7-02: each hit counts by how far the die is under the hit value, beside what there is
    `so_far`. Where the hull is known, its `limits` leave told apart only
    what matters to it.

    The missile of the example hits the side with 6 or less, not 7 (FOW-10.7-17): its 4 is two
    under, and costs one system, not two (FOW-10.7-18).
    """
    if value > 0:
        if settings.hit_value == "capped":  # FOW-GAP-78
            value = min(value, 10)
        return rows(dice, value, settings, why, player, target, so_far, limits)
    if settings.reroll_margin == "counted" and settings.long_odds == "reroll_ones":  # FOW-GAP-47
        ones = count(dice, 10, 1, 1, why + ", ones", player, target)
        return ones.then(ones_told, value, settings, why, player, target, so_far, limits)
    hits = attack_dice(dice, value, settings, why, player, target)
    return hits.then(scratched, so_far, limits)


def rows(
    dice: int,
    value: int,
    settings: Settings,
    why: str,
    player: int,
    target: Explained | None,
    so_far: Damage,
    limits: Limits | None,
) -> Roll[Damage]:
    best = 9 if settings.natural_ten == "all_rolls" else 10
    bins = [_face(ROWS[m], value - m, best) for m in range(4)]
    bins.append(Bin(ROWS[4], 1, min(value - 4, best)))
    return tally(dice, 10, tuple(bins), one_more, so_far, (limits,), why, player, target)


def _face(name: str, face: int, best: int) -> Bin:
    return Bin(name, face, face) if 1 <= face <= best else Bin(name, 1, 0)


def one_more(d: Damage, row: int, limits: Limits | None) -> Damage:
    """A hit by this row of the table."""
    return with_what_matters(d.more(HITS[row]), limits)


def ones_told(
    ones: int,
    value: int,
    settings: Settings,
    why: str,
    player: int,
    target: Explained | None,
    so_far: Damage,
    limits: Limits | None,
) -> Procedure[Damage]:
    """By another reading of FOW-GAP-47 the second roll of a 1 has a margin of its own."""
    if ones == 0 or 10 + value <= 0:
        return scratched(0, so_far, limits)
    return rows(ones, 10 + value, settings, why + ", ones again", player, target, so_far, limits)


def scratched(hits: int, so_far: Damage, limits: Limits | None) -> Rules[Damage]:
    """Hits without a margin (FOW-GAP-47)."""
    yield from ()
    return with_what_matters(so_far.more(Damage(hits)), limits)


def wasted(hits: int, so_far: Damage) -> Rules[Damage]:
    yield from ()
    return so_far


def shot_damage(
    s: Shot,
    settings: Settings,
    player: int = -1,
    so_far: Damage = NONE,
    limits: Limits | None = None,
) -> Procedure[Damage]:
    """Like weapons firing at a vehicle. FOW-10.7-01: hits of Weapon Value 0 are wasted."""
    if s.wv < 1:
        return pool(s, settings, player).then(wasted, so_far)
    need = Explained("to hit", to_hit, (s, settings))
    why = s.weapon or "shooting"
    return margins(s.dice, need.value, settings, why, player, need, so_far, limits)


def batter(
    shots: tuple[Shot, ...], settings: Settings, player: int = -1, limits: Limits | None = None
) -> Rules[Damage]:
    """All shots of one attack at a vehicle."""
    return (yield from onslaught(shots, (), limits, settings, player))


def blow_damage(
    b: Blow,
    telling: bool,
    settings: Settings,
    player: int = -1,
    so_far: Damage = NONE,
    limits: Limits | None = None,
) -> Procedure[Damage]:
    """Like figures striking at a vehicle: `telling` if their blows can hurt one at all
    (FOW-GAP-46)."""
    if b.fv <= 0 or b.dice <= 0:
        return wasted(0, so_far)
    if not telling:
        return Call(blows, b, settings, player).then(wasted, so_far)
    need = Explained("to strike", to_strike, (b, settings))
    dice = dice_of(b, settings)
    return margins(dice, need.value, settings, "close combat", player, need, so_far, limits)


def hammer(
    bs: tuple[tuple[Blow, bool], ...], settings: Settings, player: int = -1
) -> Rules[Damage]:
    """All blows of one unit at a vehicle."""
    return (yield from onslaught((), bs, None, settings, player))


def onslaught(
    shots: tuple[Shot, ...],
    bs: tuple[tuple[Blow, bool], ...],
    limits: Limits | None,
    settings: Settings,
    player: int,
) -> Rules[Damage]:
    """All of it, step by step. Where the hull is known only what matters to it is told apart,
    so that odds stay cheap however many dice there are."""
    steps: Call[Damage] | Then[Damage] | None = None
    for shot in shots:
        if shot.dice > 0 and steps is None:
            steps = Call(shot_damage, shot, settings, player, NONE, limits)
        elif shot.dice > 0 and steps is not None:
            steps = steps.then(and_shot, shot, settings, player, limits)
    for blow, telling in bs:
        if steps is None:
            steps = Call(blow_damage, blow, telling, settings, player, NONE, limits)
        else:
            steps = steps.then(and_blow, blow, telling, settings, player, limits)
    return NONE if steps is None else (yield from steps)


def and_shot(
    so_far: Damage, shot: Shot, settings: Settings, player: int, limits: Limits | None
) -> Procedure[Damage]:
    """What the next shot adds: odds go on from what all before it came to."""
    return shot_damage(shot, settings, player, so_far, limits)


def and_blow(
    so_far: Damage,
    blow: Blow,
    telling: bool,
    settings: Settings,
    player: int,
    limits: Limits | None,
) -> Procedure[Damage]:
    return blow_damage(blow, telling, settings, player, so_far, limits)


def with_what_matters(d: Damage, limits: Limits | None) -> Damage:
    return d if limits is None else what_matters(d, limits)


# ---------------------------------------------------------------- what they do


def take_damage(d: Damage, hull: Hull, settings: Settings) -> Rules[Hull]:
    """The worst first: destruction, what is lost, markers. Wounds cancel results, one each
    (FOW-10.7-13, FOW-GAP-49)."""
    if d.destroyed:
        if not (yield from _survives(d.destroyed, hull, settings)):
            return hull._replace(destroyed=True)
        hull = hull._replace(wounds=hull.wounds - d.destroyed)
    for _ in range(d.moderate + 2 * d.moderate_twice):
        hull = yield from lose_system(hull, settings)
        if hull.destroyed:
            return hull
    return (yield from take_light(d.light + 2 * d.light_twice, hull, settings))


def _survives(n: int, hull: Hull, settings: Settings) -> Rules[bool]:
    """Each of the results must be cancelled, or it is over."""
    if hull.wounds < n or settings.wounds_cancel != "any":
        return False
    return (
        yield from Choose(
            hull.player,
            "wounds",
            "The vehicle is destroyed. Does it spend its wounds?",
            [
                Option(True, f"spend {n} wound{'' if n == 1 else 's'} and survive"),
                Option(False, "it is destroyed"),
            ],
            about=hull,
            at=(hull.key,),
        )
    )


def lose_system(hull: Hull, settings: Settings) -> Rules[Hull]:
    """FOW-10.7-11: a weapon, the propulsion or a wound, as its owner likes; FOW-10.7-12: none
    twice."""
    left = hull.left()
    if not left and hull.immobile and hull.wounds <= 0:  # FOW-GAP-48
        return hull if settings.nothing_left == "ignored" else hull._replace(destroyed=True)
    what = yield from Choose(
        hull.player,
        "system",
        "Moderate damage: what is lost?",
        _losable(hull.weapons, hull.lost, hull.immobile, hull.wounds),
        about=hull,
        at=(hull.key,),
    )
    if what == WOUND:
        return hull._replace(wounds=hull.wounds - 1)
    if what == PROPULSION:
        return hull._replace(immobile=True)
    return hull._replace(lost=hull.lost | 1 << what)


@lru_cache(maxsize=512)
def _losable(
    weapons: tuple[str, ...], lost: int, immobile: bool, wounds: int
) -> tuple[Option[int], ...]:
    """What may be taken; the same for all who ask."""
    gone = Refusal("that is lost already", "FOW-10.7-12", "what still works")
    options = [
        Option(k, name, (), gone if lost >> k & 1 else None) for k, name in enumerate(weapons)
    ]
    options.append(Option(PROPULSION, "the propulsion", (), gone if immobile else None))
    if wounds > 0:
        options.append(Option(WOUND, f"a wound (of {wounds})"))
    return tuple(options)


def take_light(n: int, hull: Hull, settings: Settings) -> Rules[Hull]:
    """FOW-10.7-09: a D-marker each; beyond the maximum each is moderate damage."""
    most = min(n, hull.wounds)
    if most > 0 and settings.wounds_cancel != "moderate":
        spent = yield from Choose(
            hull.player,
            "wounds",
            f"{n} light damage: how many wounds does it spend?",
            _spendable(most),
            about=hull,
            at=(hull.key,),
        )
        n -= spent
        hull = hull._replace(wounds=hull.wounds - spent)
    markers = max(0, min(n, hull.most - hull.markers))
    if markers:
        hull = hull._replace(markers=hull.markers + markers)
    if settings.vehicle_overflow == "moderate":  # FOW-GAP-90
        for _ in range(n - markers):
            hull = yield from lose_system(hull, settings)
            if hull.destroyed:
                break
    return hull


@lru_cache(maxsize=64)
def _spendable(most: int) -> tuple[Option[int], ...]:
    return tuple([Option(k, f"{k} wound{'' if k == 1 else 's'}") for k in range(most + 1)])


# ---------------------------------------------------------------- what became of it


class Harm(NamedTuple):
    """What an attack did to a vehicle."""

    destroyed: int
    immobile: int
    weapons: int
    markers: int
    wounds: int


def harm(before: Hull, after: Hull) -> Harm:
    return Harm(
        int(after.destroyed),
        int(after.immobile and not before.immobile),
        (after.lost & ~before.lost).bit_count(),
        after.markers - before.markers,
        before.wounds - after.wounds,
    )


def attack_vehicle(
    shots: tuple[Shot, ...],
    bs: tuple[tuple[Blow, bool], ...],
    hull: Hull,
    settings: Settings,
    player: int = -1,
) -> Rules[Harm]:
    """Shoot and strike, and let the owner take what comes."""
    done = yield from onslaught(shots, bs, limits_of(hull, settings), settings, player)
    return harm(hull, (yield from take_damage(done, hull, settings)))


def damage_worth(h: Harm) -> float:
    """What it is worth, a destroyed vehicle being as much as any figure that falls."""
    if h.destroyed:
        return 2.0
    return 0.6 * h.immobile + 0.4 * h.weapons + 0.3 * h.wounds + 0.2 * h.markers
