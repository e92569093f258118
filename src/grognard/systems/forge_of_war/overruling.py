"""What players may change by hand when they agree to overrule the rules, and what follows."""

from __future__ import annotations

from grognard.rules.system import Handle
from grognard.systems.forge_of_war.contact import touching_units
from grognard.systems.forge_of_war.state import Battle
from grognard.table.lattice import to_grid

MOST_LEVELS = 20


def handles(b: Battle) -> list[Handle]:
    """Where every figure on the table stands, wounds, markers, and who has had his turn."""
    found: list[Handle] = []
    width, height = to_grid(b.board.width), to_grid(b.board.height)
    for n, u in enumerate(b.units):
        if not u.on_table:
            continue
        most = max(u.markers, u.most_markers)
        here: tuple[int | str, ...] = ("units", n)
        found.append(
            Handle(f"{u.name}: markers", u.key, (*here, "markers"), u.markers, "", 0, most)
        )
        found.append(Handle(f"{u.name}: attempted", u.key, (*here, "attempted"), u.attempted))
        for i in range(u.figures):
            at = f"{u.key}:{i}"
            who = f"{u.name} {i + 1}"
            x, y = to_grid(u.x[i]), to_grid(u.y[i])
            found.append(Handle(f"{who}: x", at, (*here, "x", i), x, "x", 0, width))
            found.append(Handle(f"{who}: y", at, (*here, "y", i), y, "y", 0, height))
            found.append(
                Handle(
                    f"{who}: level", at, (*here, "level", i), u.level[i], "level", 0, MOST_LEVELS
                )
            )
            wounds = u.kinds[u.kind[i]].wounds
            if wounds > 1:
                found.append(
                    Handle(
                        f"{who}: wounds", at, (*here, "wounded", i), u.wounded[i], "", 0, wounds - 1
                    )
                )
    return found


def settle(b: Battle) -> None:
    """Who touches whom follows from where they stand (FOW-9.1-01), and so does cohesion."""
    for u in b.units:
        u.foes = touching_units(b, u) if u.on_table else 0
    for u in b.units:
        if u.on_table and not u.coherent(b.settings):
            u.regrouping = True  # FOW-3.5-03: it closes up as if casualties had broken it
