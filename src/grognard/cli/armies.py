"""Files of forces as the commands take them: every mistake in one line, with the fix."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from grognard.cli.common import Stop, find, near

if TYPE_CHECKING:
    from grognard.armies import Army
    from grognard.forces.document import Malformed
    from grognard.forces.faces import Builder
    from grognard.rules.system import System


def the_builder(system: System) -> Builder:
    """The builder of a system; stops when it builds no forces."""
    from grognard.forces.faces import builder_of
    from grognard.rules.refusal import Refused

    try:
        return builder_of(system)
    except Refused as refused:
        raise Stop(str(refused)) from None


def load(path: Path, system: str = "", pairs: Sequence[str] = (), form: str = "") -> Army:
    """The force in a file of any form; stops with what is wrong with it."""
    from grognard.armies import Army
    from grognard.cli.common import make
    from grognard.forces.document import Malformed
    from grognard.forces.formats import bytes_of, system_in

    existing_force(path)
    try:
        name = system or system_in(bytes_of(path), str(path), form)
        if not name:
            known = ", ".join(builders())
            raise Stop(f"{path} names no rule system: say --system, one of {known}")
        found = find(name)
        the_builder(found)
        typed = make(found, pairs)
        names = [pair.partition("=")[0].strip().replace("-", "_") for pair in pairs]
        chosen = {name: getattr(typed, name) for name in names}
        return Army.load(path, found.name, chosen, form)
    except Malformed as error:
        raise stop(error) from error


def builders() -> list[str]:
    """The systems that build forces."""
    from grognard.play.registry import system_names

    return [name for name in system_names() if "forces" in find(name).can]


def existing_force(path: Path) -> None:
    if path.is_dir():
        raise Stop(f"{path} is a folder; name a file in it")
    if path.is_symlink() and not path.exists():
        raise Stop(f"{path} is a link that leads nowhere; name a file")
    if not path.exists():
        from grognard.forces.formats import FORMS

        folder = path.parent if path.parent.is_dir() else Path()
        names = [p.name for p in folder.iterdir() if p.suffix.lstrip(".") in FORMS]
        raise Stop(f"there is no file {path}{near(path.name, names)}")


def stop(error: Malformed) -> Stop:
    """A file that will not do, in one line."""
    faults = error.faults
    more = f" (and {len(faults) - 1} more; grognard check --json lists all)" if faults[1:] else ""
    return Stop(f"{faults[0]}{more}")


def render(army: Army, form: str) -> bytes:
    """A force as a file of this form."""
    from grognard.forces.document import Malformed

    try:
        return army.dump(form)
    except Malformed as error:
        raise Stop(error.faults[0].why) from None


def save(path: Path, raw: bytes, over: bool = False) -> None:
    """Write a file whole; what is there already stays unless `over` is said."""
    from grognard.armies import save_whole

    if path.is_dir():
        raise Stop(f"{path} is a folder; name a file in it")
    if path.exists() and not over:
        raise Stop(f"{path} is there already: name another file, or say --force")
    try:
        save_whole(path, raw)
    except (OSError, ValueError) as error:  # a name may hold what no name can
        why = error.strerror if isinstance(error, OSError) else error
        raise Stop(f"{path} cannot be written ({why}): name another file") from None
