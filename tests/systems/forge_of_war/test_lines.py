"""Sight from unit to unit leaves out what cannot matter, and says what looking past everything
on the table says, line by line (FOW-8.1-04, FOW-8.1-05, FOW-8.1-06)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.systems.forge_of_war.board import Board, Piece
from grognard.systems.forge_of_war.cover import Lines, add_hull, at_pieces, unit_sees
from grognard.systems.forge_of_war.profiles import load_catalogue
from grognard.systems.forge_of_war.state import Battle, Unit
from grognard.table.lattice import snap
from grognard.table.sight import Corridor
from tests.systems.forge_of_war.field import battle, unit, vehicle

clause = pytest.mark.clause
AREAS = ("Woods", "Vegetation", "Building", "Hill", "Boulders")
WALLS = ("Hedge", "Low Wall", "Fence")


def scene(seed: int, hulls: bool, **settings: Any) -> Battle:
    """Units of two sides about the middle of a table, and ground between and under them."""
    rnd = random.Random(seed)
    while True:
        units = [someone(rnd, n) for n in range(4)]
        if hulls:
            units += [carrier(rnd, n) for n in (4, 5)]
        pieces = [piece(rnd, n, units) for n in range(rnd.randint(1, 5))]
        try:
            b = battle(*units, **settings)
        except AssertionError:
            continue  # they stand on each other
        b.board = Board(48, 48, pieces)
        for u in b.units:
            u.seen_by = rnd.choice((0, 0b111111))
            u.touch()
            b.disturbed(u)
        return b


def someone(rnd: random.Random, n: int) -> Unit:
    x, y = rnd.uniform(8, 40), rnd.uniform(8, 40)
    dx, dy = rnd.choice(((1.5, 0.0), (0.0, 2.0), (1.25, 1.0), (-1.5, 0.75)))
    at = [(snap(x + i * dx), snap(y + i * dy)) for i in range(rnd.randint(1, 5))]
    return unit(n % 2, f"U{n}", *at, base=rnd.choice((25.4, 25.4, 50.8)))


def carrier(rnd: random.Random, n: int) -> Unit:
    at = (rnd.uniform(8, 40), rnd.uniform(8, 40), rnd.uniform(0, 360))
    weapons = rnd.choice(((), ("Heavy Machine Gun",)))
    mounts = [rnd.choice(("turret", "hull"))] * len(weapons)
    return vehicle(n % 2, f"U{n}", *at, weapons=weapons, mounts=mounts)


def piece(rnd: random.Random, n: int, units: list[Unit]) -> Piece:
    """Anywhere, or where somebody stands, or close before him."""
    u = rnd.choice(units)
    x, y = rnd.uniform(4, 44), rnd.uniform(4, 44)
    if rnd.random() < 0.5:
        x, y = u.x[0] + rnd.uniform(-2, 2), u.y[0] + rnd.uniform(-2, 2)
    if rnd.random() < 0.5:
        kind, w, h = rnd.choice(AREAS), rnd.uniform(1, 8), rnd.uniform(1, 8)
    else:
        kind, w, h = rnd.choice(WALLS), rnd.uniform(2, 9), 0.5
        if rnd.random() < 0.5:
            w, h = h, w
    corners = [(x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)]
    turned = rnd.choice((0.0, 0.0, 0.5))
    return Piece(
        n,
        load_catalogue().terrain(kind),
        [(snap(cx + turned * (cy - y)), snap(cy - turned * (cx - x))) for cx, cy in corners],
    )


def plainly(b: Battle, u: Unit, i: int, v: Unit, j: int) -> bool:
    """Whether i sees j past all that there is, nothing left out."""
    if Lines(b, u, v).hides(i, j):
        return False
    skip = at_pieces(b, u, i) | at_pieces(b, v, j)
    corridor = Corridor()
    for p in b.board.blockers:
        if not skip >> p.id & 1:
            corridor.add_piece(p.shape)
    for w in b.units:
        if w is u or w is v:
            continue
        over = u.vehicle and u.kinds[0].mount == "turret" and u.kinds[0].weapon is not None
        if w.boxed:
            add_hull(corridor, w)
        elif not (over and w.player == u.player):  # turrets fire over friendly infantry
            for f in range(w.figures):
                radius = w.kinds[w.kind[f]].radius
                corridor.add_disc(w.index * 1000 + f, w.x[f], w.y[f], radius, 1.0)
    base = v.kinds[v.kind[j]].base
    if b.settings.line_of_sight == "centres":
        return corridor.line(u.x[i], u.y[i], v.x[j], v.y[j])
    return corridor.half(u.x[i], u.y[i], v.x[j], v.y[j], base, v.facing)


@clause("FOW-8.1-04", "FOW-8.1-05")
@pytest.mark.parametrize("reading", ["half_base", "centres"])
@pytest.mark.parametrize("hulls", [False, True])
@pytest.mark.parametrize("first", range(0, 60, 10))
def test_nothing_that_matters_is_left_out(first: int, hulls: bool, reading: str) -> None:
    seen = unseen = 0
    for seed in range(first, first + 10):
        b = scene(seed, hulls, line_of_sight=reading)
        for u in b.units:
            for v in b.units:
                if u.player == v.player:
                    continue
                lines = Lines(b, u, v)
                expected = [
                    [plainly(b, u, i, v, j) for j in range(v.figures)] for i in range(u.figures)
                ]
                known = [[lines.sees(i, j) for j in range(v.figures)] for i in range(u.figures)]
                assert known == expected, (seed, u.name, v.name)
                whole = any(any(row) for row in expected)
                assert Lines(b, u, v).any() is whole, (seed, u.name, v.name)
                assert unit_sees(b, u, v) is whole
                seen += whole
                unseen += not whole
    assert seen > 5
    assert unseen > 5
