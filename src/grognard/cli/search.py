"""`grognard army fill` and `grognard army best`: what the computer would choose, and proves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from grognard.cli.common import Stop, console, near, write_json

if TYPE_CHECKING:
    from grognard.forces.catalogue import Catalogue
    from grognard.forces.seeking import Way

Flag_ = Annotated[bool, Parameter(negative=())]
Words_ = Annotated[list[str] | None, Parameter(negative=())]
Set_ = Annotated[list[str] | None, Parameter(name="--set", negative=())]


def fill(
    file: Path,
    to: Path | None = None,
    /,
    *,
    upto: Annotated[int, Parameter(name="--to")] = 0,
    want: Words_ = None,
    without: Words_ = None,
    only: Words_ = None,
    thorough: Flag_ = False,
    seconds: float = 20.0,
    set: Set_ = None,
    system: str = "",
    json: Flag_ = False,
    force: Flag_ = False,
) -> int:
    """Fill an army up: as close to the limit as it legally can be, and proven.

    What is in the file stays. Every unit of its catalogue is tried at every size, and with each
    of its options at the usual size.

    Parameters
    ----------
    file
        An army: .toml, .json, .txt, .ros or .rosz.
    to
        A new file for it; without one it is only shown.
    upto
        The points to fill up to; the army's own limit where none is given.
    want
        Units that must be in it: ENTRY, or ENTRY=2; may be repeated.
    without
        An entry of which no more are added; may be repeated.
    only
        An entry to choose from; may be repeated, and then nothing else is added.
    thorough
        Try each option at every size.
    seconds
        How long it may take.
    set
        A setting, as name=value; may be repeated.
    system
        The rule system, where the file does not say it.
    json
        Print it for machines.
    force
        Write over a file that is there.
    """
    from grognard.armies import Army
    from grognard.cli import ledger
    from grognard.cli.armies import load, save
    from grognard.forces.filling import Wishes
    from grognard.forces.filling import fill as filled
    from grognard.forces.formats import form_of

    begun = load(file, system, set or [])
    roster = begun.roster
    if roster is None:
        raise Stop(f"{file} is no army: grognard army best {file} varies a design")
    limit = upto or roster.limit
    if limit <= 0:
        raise Stop("up to what? grognard army fill FILE --to POINTS")
    least = _counts(roster.catalogue, want or [])
    there = {key: sum(p.entry == key for p in roster.units) for key in roster.catalogue.entries}
    most = {key: there[key] for key in _entries(roster.catalogue, without or [])}
    wishes = Wishes(least, most, _entries(roster.catalogue, only or []), thorough)
    found = filled(begun.builder, roster, limit, begun.settings, wishes, max(0.1, seconds))
    made = Army(begun.system, found.roster, begun.settings, file)
    if to is not None:
        save(to, made.dump(form_of(str(to)) or "toml"), force)
    if json:
        write_json(found.to_dict())
        return 0
    screen = console()
    screen.print(ledger.priced(made))
    total = f"{found.price} {begun.builder.currency}"
    _tell(total, found.bound, found.proven, f"{found.candidates} units to choose from")
    if to is not None:
        screen.print(str(to), markup=False, soft_wrap=True)
    return 0


def best(
    file: Path,
    to: Path | None = None,
    /,
    *,
    under: int = 0,
    by: Words_ = None,
    vary: Words_ = None,
    keep: Words_ = None,
    list: Flag_ = False,
    seconds: float = 20.0,
    set: Set_ = None,
    system: str = "",
    json: Flag_ = False,
    force: Flag_ = False,
) -> int:
    """The best design of this kind within a price, and proven.

    What the file says of it stays, but for what is varied. What is worth how much you say with
    --by; the usual weights are of the house.

    Parameters
    ----------
    file
        A design: a weapon, say.
    to
        A new file for it; without one it is only shown.
    under
        What it may cost at most.
    by
        What a point counts for: power=4; may be repeated.
    vary
        Vary this too, or, if --by names anything, besides that; may be repeated.
    keep
        Leave this as it is in the file; may be repeated.
    list
        List what can be varied.
    seconds
        How long it may take.
    set
        A setting, as name=value; may be repeated.
    system
        The rule system, where the file does not say it.
    json
        Print it for machines.
    force
        Write over a file that is there.
    """
    from grognard.armies import Army
    from grognard.cli import ledger
    from grognard.cli.armies import load, save
    from grognard.forces.formats import form_of
    from grognard.forces.seeking import best as sought

    begun = load(file, system, set or [])
    ways: Sequence[Way] = getattr(begun.builder, "ways", _nothing)(begun.thing)
    if not ways:
        raise Stop(f"{file}: nothing can be varied; grognard army fill FILE fills an army")
    if list:
        return _list(ways, json)
    if under <= 0:
        raise Stop("at what price? grognard army best FILE --under POINTS")
    weights = _weights(ways, by or [])
    named = {*weights, *_keys(ways, vary or [])}
    kept = _keys(ways, keep or [])
    chosen = [
        w for w in ways if (w.key in named or (w.usual and not weights)) and w.key not in kept
    ]
    found = sought(
        begun.builder, begun.thing, chosen, under, begun.settings, weights, max(0.1, seconds)
    )
    made = Army(begun.system, found.thing, begun.settings, file)
    if to is not None:
        save(to, made.dump(form_of(str(to)) or "toml"), force)
    if json:
        write_json({**found.to_dict(), "design": made.plain})
        return 0
    screen = console()
    screen.print(ledger.priced(made))
    screen.print(", ".join(found.steps.values()), markup=False, soft_wrap=True)
    _tell(f"worth {found.worth}", found.bound, found.proven, f"{found.looked} designs looked at")
    if to is not None:
        screen.print(str(to), markup=False, soft_wrap=True)
    return 0


def _nothing(thing: Any) -> list[Any]:
    return []


def _tell(value: str, bound: int, proven: bool, looked: str) -> None:
    """How good it is, and how sure that is."""
    sure = "nothing better exists" if proven else f"time was up, nothing beats {bound}"
    console().print(f"{value}: {sure}; {looked}", markup=False, soft_wrap=True)


def _list(ways: Iterable[Way], json: bool) -> int:
    if json:
        write_json(
            [
                {"key": w.key, "label": w.label, "weight": w.weight, "usual": w.usual,
                 "steps": [s.label for s in w.steps]}
                for w in ways
            ]
        )  # fmt: skip
        return 0
    for way in ways:
        usual = "" if way.usual else "  (--vary)"
        console().print(
            f"{way.key:<10} {way.weight} for each of {way.label}: {way.steps[0].label} to "
            f"{way.steps[-1].label}{usual}",
            markup=False,
            soft_wrap=True,
        )
    return 0


def _entry(catalogue: Catalogue, word: str) -> str:
    found = catalogue.find(word)
    if found is None:
        keys = [*catalogue.entries]
        raise Stop(f"no entry {word!r}{near(word, keys)}; one of {', '.join(keys)}")
    return found.key


def _entries(catalogue: Catalogue, words: Iterable[str]) -> list[str]:
    return [_entry(catalogue, word) for word in words]


def _counts(catalogue: Catalogue, words: Iterable[str]) -> dict[str, int]:
    """Entries with how many: ENTRY=2, or 1 where nothing is said."""
    found: dict[str, int] = {}
    for word in words:
        name, sign, count = word.partition("=")
        if sign and not count.strip().isdigit():
            raise Stop(f"--want {word}: write --want ENTRY=2")
        found[_entry(catalogue, name.strip())] = int(count) if sign else 1
    return found


def _keys(ways: Iterable[Way], words: Iterable[str]) -> list[str]:
    known = [way.key for way in ways]
    for word in words:
        if word not in known:
            raise Stop(f"no way {word!r} to vary it{near(word, known)}; one of {', '.join(known)}")
    return [*words]


def _weights(ways: Iterable[Way], words: Iterable[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for word in words:
        name, _, weight = word.partition("=")
        digits = weight.strip().removeprefix("-")
        if not digits.isdigit() or len(digits) > 6:
            raise Stop(f"--by {word}: write --by power=4")
        found[_keys(ways, [name.strip()])[0]] = int(weight)
    return found
