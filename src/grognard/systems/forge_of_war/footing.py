"""Chapter 6.1 and 6.2: how far a unit may go, and what the ground does to its moves."""

from __future__ import annotations

from math import sqrt
from typing import Final

from grognard.rules.refusal import Refusal
from grognard.systems.forge_of_war.board import Piece
from grognard.systems.forge_of_war.stance import capped
from grognard.systems.forge_of_war.state import Battle, Unit
from grognard.table.walk import Ground

STANDOFF: Final = 2.0
"""Inches to keep from an enemy that is not charged (FOW-6.1-03)."""

HAIR: Final = 1e-6

ON_FOOT: Final = 6.0
ARMOUR: Final = 8.0
LIGHT: Final = 12.0
"""Base moves by type (FOW-6.1-01, FOW-10.4-01)."""


def base_move(b: Battle, u: Unit) -> float:
    """Inches of a move as its type has them: FOW-6.1-01. Moves that the list gives stand."""
    move = u.profile.move
    if u.vehicle:
        armour = u.profile.type == "armour"
        if b.settings.transport_move == "armour" and u.profile.transport:  # FOW-GAP-85
            armour = True
            if move == LIGHT:
                move = ARMOUR
        if armour and b.settings.armour_move == "twelve":  # FOW-GAP-23
            move = max(move, LIGHT)
    elif move == ON_FOOT and u.profile.type == "monstrous" and b.settings.monster_move == "eight":
        move = 8.0  # FOW-GAP-67
    return move


def allowance(b: Battle, u: Unit) -> float:
    """One move action's inches, before terrain: FOW-6.1-01, FOW-2.2-03, FOW-GAP-13."""
    if u.immobile:
        return 0.0  # FOW-10.7-12
    move = base_move(b, u)
    slowed = move - b.settings.marker_move_penalty * u.markers
    return capped(u, max(slowed, min(1.0, move)))


def troop_type(u: Unit) -> str:
    """What it counts as just now: riders on foot are infantry (FOW-GAP-77)."""
    return u.profile.type


def movers(u: Unit) -> list[int]:
    """Those who hold the mounts stay with them (FOW-GAP-77)."""
    return [i for i in range(u.figures) if not u.holds[i]]


def closed(u: Unit, piece: Piece) -> bool:
    """Whether this piece is impassable for the unit (FOW-6.2-08 to FOW-6.2-10, FOW-6.2-13).

    Vehicles of whatever type drive through buildings (FOW-6.2-14, FOW-GAP-85).
    """
    if piece.impassable:
        return True
    return troop_type(u) in piece.kind.impassable_for and not (u.vehicle and piece.kind.building)


IMPASSABLE = ("FOW-6.2-08", "FOW-6.2-09", "FOW-6.2-10")


def barred(u: Unit, piece: Piece, who: str) -> Refusal:
    """Why somebody cannot enter a closed piece, and what would lead through it."""
    if not piece.impassable:
        legal = (
            "dismount and lead the mounts through" if u.profile.type == "cavalry" else "go round"
        )
        return Refusal(f"{who} cannot enter {piece.name}", "FOW-6.2-13", legal)
    clause = next((c for c in piece.kind.clauses if c in IMPASSABLE), IMPASSABLE[0])
    legal = "only by " + " or ".join(piece.kind.passages) if piece.kind.passages else "go round"
    return Refusal(f"{who} cannot enter {piece.name}", clause, legal)


def _inside(
    pieces: list[Piece], x0: float, y0: float, x1: float, y1: float
) -> list[tuple[float, float]]:
    """From where to where a straight stretch lies in each of these pieces, in shares of it."""
    spans: list[tuple[float, float]] = []
    for piece in pieces:
        found = piece.shape.intervals(x0, y0, x1, y1)
        for k in range(0, len(found), 2):
            spans.append((found[k], found[k + 1]))
    spans.sort()
    return spans


def covered(pieces: list[Piece], x0: float, y0: float, x1: float, y1: float) -> bool:
    """Whether a straight stretch lies in these pieces all the way, from one to the next."""
    far = 0.0
    for low, high in _inside(pieces, x0, y0, x1, y1):
        if low > far + HAIR:
            return False
        far = max(far, high)
    return far >= 1.0 - HAIR


def inches_inside(pieces: list[Piece], x0: float, y0: float, x1: float, y1: float) -> float:
    """How much of a straight stretch lies in these pieces, what lies in several counted once."""
    far = 0.0
    share = 0.0
    for low, high in _inside(pieces, x0, y0, x1, y1):
        if high > far:
            share += high - max(low, far)
            far = high
    return share * sqrt((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0))


class Footing:
    """What the ground did to a move: found on the way, charged for at its end."""

    def __init__(self) -> None:
        self.difficult = False
        self.buildings = False  # driven through (FOW-6.2-14)
        self.obstacles = 0  # crossed and not yet paid for, one bit each
        self.slow = 0.0  # inches that count twice, of the figure with most (FOW-GAP-66)

    @property
    def crossings(self) -> int:
        return self.obstacles.bit_count()

    def add(self, other: Footing) -> None:
        """What another part of the same move trod on; `slow` is added by who knows the parts."""
        self.difficult = self.difficult or other.difficult
        self.buildings = self.buildings or other.buildings
        self.obstacles |= other.obstacles


def wall_off(b: Battle, u: Unit, ground: Ground) -> None:
    """Put in what this unit may not enter, bridges and gates left open."""
    for piece in b.board.pieces:
        if closed(u, piece):
            for outline in b.board.walls(piece):
                ground.outline(piece.kind.name, piece.id, outline)


def crosses(piece: Piece, x0: float, y0: float, x1: float, y1: float) -> bool:
    s = piece.shape
    if (x0 < s.min_x and x1 < s.min_x) or (x0 > s.max_x and x1 > s.max_x):
        return False
    if (y0 < s.min_y and y1 < s.min_y) or (y0 > s.max_y and y1 > s.max_y):
        return False
    return s.inside_length(x0, y0, x1, y1) > HAIR
