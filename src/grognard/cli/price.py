"""`grognard price` and `grognard check`: what a force costs, and whether it is legal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from grognard.cli.common import Stop, console, near, write_json

if TYPE_CHECKING:
    from grognard.armies import Army
    from grognard.forces.faces import Offer

Set_ = Annotated[list[str] | None, Parameter(name="--set", negative=())]
Flag_ = Annotated[bool, Parameter(negative=())]


def price(
    file: Path,
    /,
    *,
    offers: Flag_ = False,
    unit: int = 0,
    full: Flag_ = False,
    compare: str = "",
    set: Set_ = None,
    system: str = "",
    json: Flag_ = False,
) -> int:
    """What a force or a design costs, step by step.

    Parameters
    ----------
    file
        A force: .toml, .json, .txt, .ros or .rosz.
    offers
        Say what each further option would cost.
    unit
        Only the unit of this number.
    full
        Every step of every part.
    compare
        A setting: the price under each of its readings, side by side.
    set
        A setting, as name=value; may be repeated.
    system
        The rule system, where the file does not say it.
    json
        Print it for machines.
    """
    from grognard.cli import ledger

    force = _loaded(file, system, set or [], json)
    if isinstance(force, int):
        return force
    if compare:
        return _compare(force, compare, json)
    units = len(force.roster.units) if force.roster is not None else 0
    if unit and not 1 <= unit <= units:
        raise Stop(f"--unit {unit}: there are {units} units")
    found = _offers(force, unit) if offers else []
    if json:
        told = force.report()
        if unit:
            told["units"] = told["units"][unit - 1 : unit]
            told["steps"] = told["steps"][unit - 1 : unit]
        write_json(told | ({"offers": [o.to_dict() for o in found]} if offers else {}))
        return 0
    screen = console()
    if offers:
        screen.print(ledger.heading(force))
        screen.print(ledger.offered(found))
    elif unit:
        screen.print(ledger.one(force.price().parts[unit - 1]))
    else:
        screen.print(ledger.priced(force, full))
    return 0


def check(
    file: Path,
    /,
    *,
    compare: str = "",
    set: Set_ = None,
    system: str = "",
    json: Flag_ = False,
) -> int:
    """Whether a force or a design is legal: each breach with its clause and the smallest repair.

    Parameters
    ----------
    file
        A force: .toml, .json, .txt, .ros or .rosz.
    compare
        A setting: the verdict under each of its readings, side by side.
    set
        A setting, as name=value; may be repeated.
    system
        The rule system, where the file does not say it.
    json
        Print it for machines.
    """
    from grognard.cli import ledger

    force = _loaded(file, system, set or [], json)
    if isinstance(force, int):
        return force
    if compare:
        return _compare(force, compare, json)
    if json:
        write_json(force.report())
    else:
        console().print(ledger.judged(force))
    return 0 if force.verdict().legal else 1


def _loaded(file: Path, system: str, pairs: list[str], json: bool) -> Army | int:
    """The force, or the exit code when what is wrong with the file has been told to a machine."""
    import sys

    from grognard.cli.armies import load
    from grognard.forces.document import Malformed

    try:
        force = load(file, system, pairs)
    except Stop as stop:
        if not json or not isinstance(stop.__cause__, Malformed):
            raise
        write_json({"faults": [fault.to_dict() for fault in stop.__cause__.faults]})
        return stop.code
    for note in force.notes:
        print(f"{file}: {note}", file=sys.stderr)
    return force


def _offers(force: Army, unit: int) -> list[Offer]:
    return force.offers(("units", unit - 1) if unit else None)


def _compare(force: Army, name: str, json: bool) -> int:
    """Under each reading of a disputed place."""
    from rich.text import Text

    from grognard.cli import ledger
    from grognard.odds.comparing import values_of
    from grognard.rules.settings import make_settings, settings_of, settings_to_dict

    name = name.strip().replace("-", "_")
    known = {s.name: s for s in settings_of(force.system.settings)}
    option = known.get(name)
    if option is None:
        raise Stop(f"no setting {name!r}{near(name, known)}; one of {', '.join(known)}")
    told: list[tuple[str, bool, Army]] = []
    values: list[Any] = values_of(option, getattr(force.settings, name))
    for value in values:
        made = settings_to_dict(force.settings) | {name: value}
        settings = make_settings(force.system.settings, made)
        said = str(value).lower() if isinstance(value, bool) else str(value)
        told.append((said, value == option.default, force.with_settings(settings)))
    if json:
        write_json(
            {
                "setting": name,
                "gap": option.gap,
                "readings": [
                    {"value": value, "ruling": ruling, **one.report()}
                    for value, (_, ruling, one) in zip(values, told)
                ],
            }
        )
        return 0
    screen = console()
    head = Text.assemble((force.name, "bold"), "  ", (name, "green"), f": {option.help} ")
    screen.print(head.append(option.gap, "dim cyan"))
    screen.print(ledger.readings(told, force.builder.currency))
    return 0
