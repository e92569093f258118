"""Forces in files, with the system that prices them: what the commands and Python users hold.

>>> from grognard.armies import Army
>>> from grognard.forces.document import Document
>>> units = [{"entry": "marines", "options": {"commander": True}}]
>>> army = Army.of("forge_of_war", {"name": "First", "units": units})
>>> army.price().value, army.verdict().legal
(75, True)
>>> [o.amount for o in army.offers(("units", 0)) if "Plasma Rifle 1" in o.further.label]
[4]
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from grognard.forces.catalogue import Roster
from grognard.forces.document import Document, Fault, Malformed
from grognard.forces.faces import Builder, Offer, builder_of, judge, offers
from grognard.forces.formats import (
    ROS,
    ROSZ,
    TEXT,
    bytes_of,
    form_of,
    read_form,
    roster_of,
    system_in,
    write_form,
)
from grognard.forces.ledger import Priced
from grognard.forces.verdict import Edit, Verdict, apply
from grognard.forces.verdict import Path as Place
from grognard.play.registry import find_system, system_names
from grognard.rules.refusal import Refused
from grognard.rules.settings import make_settings
from grognard.rules.system import System

TELL_ALL: Final = (TEXT, ROS, ROSZ)
"""Forms that say even what goes without saying."""


class Army:
    """Something that a system prices, with the readings it is built by and where it came from.
    It does not change: `with_edits` and `with_settings` give another one.
    """

    def __init__(
        self,
        system: System,
        thing: Any,
        settings: Any,
        file: Path | None = None,
        notes: Sequence[str] = (),
    ) -> None:
        self.system = system
        self.builder: Builder = builder_of(system)
        self.thing = thing
        self.settings = settings
        self.file = file
        self.notes = list(notes)

    @classmethod
    def of(cls, system: str, plain: Mapping[str, Any]) -> Army:
        """One made of plain data; raises `Malformed`, or `Refused` for the system."""
        found = find_system(system)
        thing = builder_of(found).read(Document({"system": found.name, **plain}))
        return cls(found, thing, readings(found, thing))

    @classmethod
    def load(
        cls,
        path: Path | str,
        system: str = "",
        settings: Mapping[str, Any] | None = None,
        form: str = "",
    ) -> Army:
        """The one in a file of any form; raises `Malformed`, or `Refused` for the system.
        `settings` count before those that it names itself.
        """
        file = Path(path)
        raw = bytes_of(file)
        name = system or system_in(raw, str(file), form)
        if not name:
            known = ", ".join(n for n in system_names() if "forces" in find_system(n).can)
            why = f"names no rule system; say which: {known}"
            raise Malformed([Fault(str(file), 0, "", why)])
        found = find_system(name)
        builder = builder_of(found)
        read = read_form(raw, builder.catalogues(), str(file), form)
        thing = builder.read(read.document)
        if isinstance(thing, Roster) and (form or form_of(str(file))) in TELL_ALL:
            thing = thing.normal()
        return cls(found, thing, readings(found, thing, settings), file, read.notes)

    @property
    def plain(self) -> dict[str, Any]:
        return self.builder.write(self.thing)

    @property
    def name(self) -> str:
        named = self.plain.get("name")
        file = self.file.stem if self.file is not None else ""
        return named if isinstance(named, str) and named else file

    @property
    def roster(self) -> Roster | None:
        return roster_of(self.builder, self.thing)

    @property
    def limit(self) -> int:
        roster = self.roster
        return roster.limit if roster is not None else 0

    def price(self) -> Priced:
        """What it costs, step by step."""
        return self.builder.price(self.thing, self.settings)

    def verdict(self) -> Verdict:
        """Whether it is legal: each breach with its clause and the smallest repair."""
        return judge(self.builder, self.thing, self.settings)

    def offers(self, where: Place | None = None) -> list[Offer]:
        """What each further option would cost; `("units", 2)`: of the third unit."""
        return offers(self.builder, self.thing, self.settings, where)

    def with_settings(self, settings: Any) -> Army:
        return Army(self.system, self.thing, settings, self.file, self.notes)

    def with_plain(self, plain: Mapping[str, Any]) -> Army:
        """The same with other plain data; raises `Malformed`."""
        thing = self.builder.read(Document(plain))
        return Army(self.system, thing, readings(self.system, thing), self.file, self.notes)

    def with_edits(self, edits: Sequence[Edit]) -> Army:
        """After a repair or an offer; raises `Malformed`."""
        return self.with_plain(apply(self.plain, edits))

    def dump(self, form: str) -> bytes:
        """As a file of this form; raises `Malformed` when the form cannot hold it."""
        return write_form(self.builder, self.thing, self.settings, form, self.system.title)

    def save(self, path: Path | str) -> None:
        """Into a file, whose name tells the form."""
        save_whole(Path(path), self.dump(form_of(str(path))))

    def report(self) -> dict[str, Any]:
        """Everything about it, for machines."""
        priced = self.price()
        units: list[dict[str, Any]] = []
        roster = self.roster
        if roster is not None:
            for pick, name, part in zip(roster.units, roster.names(), priced.parts):
                told = {"name": name, "entry": pick.entry, "models": roster.models(pick)}
                units.append(told | {"total": part.value, "house": part.house})
        return {
            "system": self.system.name,
            "name": self.name,
            "currency": self.builder.currency,
            "limit": self.limit,
            "total": priced.value,
            "house": priced.house,
            "units": units,
            "steps": [step.to_dict() for step in priced.steps],
            **self.verdict().to_dict(),
        }

    def __repr__(self) -> str:
        return f"<Army {self.name} {self.price().value} {self.builder.currency}>"


def readings(system: System, thing: Any, settings: Mapping[str, Any] | None = None) -> Any:
    """The settings that a thing names itself, changed by these; raises `Refused`."""
    named = builder_of(system).write(thing).get("settings")
    values = dict(named) if isinstance(named, Mapping) else {}
    made = make_settings(system.settings, values | dict(settings or {}))
    if isinstance(made, list):
        raise Refused(made)
    return made


def save_whole(path: Path, raw: bytes) -> None:
    """Write a file whole or not at all; raises OSError."""
    path = Path(os.path.realpath(path))  # what a link leads to is written, not the link
    mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(raw)
        Path(name).chmod(mode)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
