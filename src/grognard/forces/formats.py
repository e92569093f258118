"""Files of forces in every form that is understood: from bytes to a document, and back to bytes.

What stands in a file is never trusted: what will not do is refused with file, line and reason as
`Malformed`, whatever it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path as File
from typing import Any, Final

from grognard.forces.catalogue import Catalogue, Roster
from grognard.forces.document import MOST_BYTES, Document, Fault, Malformed, parse
from grognard.forces.faces import Builder
from grognard.forces.plaintext import from_text, to_text
from grognard.forces.writing import to_json, to_toml

TOML: Final = "toml"
JSON: Final = "json"
TEXT: Final = "txt"
ROS: Final = "ros"
ROSZ: Final = "rosz"
FORMS: Final = (TOML, JSON, TEXT, ROS, ROSZ)

OF_ROSTERS: Final = (TEXT, ROS, ROSZ)
"""Forms that hold rosters and nothing else."""


def form_of(file: str) -> str:
    """The form that a file's name tells: TOML where it tells none."""
    ending = file.rpartition(".")[2].casefold()
    return ending if ending in FORMS else TOML


def bytes_of(file: File) -> bytes:
    """What is in a file, if it is not too much; raises `Malformed`."""
    name = str(file)
    try:
        if file.exists() and not file.is_file():
            raise Malformed([Fault(name, 0, "", "is not a file")])
        with file.open("rb") as stream:
            raw = stream.read(MOST_BYTES + 1)
    except OSError as error:
        why = error.strerror or "cannot be read"
        raise Malformed([Fault(name, 0, "", why[0].lower() + why[1:])]) from None
    except ValueError:  # a name with a null byte
        raise Malformed([Fault(name, 0, "", "is not the name of a file")]) from None
    if len(raw) > MOST_BYTES:
        raise Malformed([Fault(name, 0, "", f"more than {MOST_BYTES} bytes")])
    return raw


def system_in(raw: bytes, file: str = "", form: str = "") -> str:
    """The rule system that a file names; "" when it names none."""
    form = form or form_of(file)
    if form in (ROS, ROSZ):
        from grognard.forces.battlescribe import game_of

        return game_of(raw, file)
    if form == TEXT:
        for line in _text(raw, file).splitlines()[:50]:
            word, sign, rest = line.partition(":")
            if sign and word.strip().casefold() == "system":
                return rest.strip()
        return ""
    name = parse(raw, file, form).data.get("system", "")
    return name if isinstance(name, str) else ""


class Found:
    """A document, and what of the file was passed over because nobody knows it here."""

    def __init__(self, document: Document, notes: Sequence[str] = ()) -> None:
        self.document = document
        self.notes = list(notes)


def read_form(raw: bytes, catalogues: Sequence[Catalogue], file: str = "", form: str = "") -> Found:
    """The document in these bytes; its form is told by the file's name unless `form` says it."""
    form = form or form_of(file)
    if form in (ROS, ROSZ):
        from grognard.forces.battlescribe import read_roster_file

        document, notes = read_roster_file(raw, catalogues, file)
        return Found(document, notes)
    if form == TEXT:
        return Found(from_text(_text(raw, file), catalogues, file))
    return Found(parse(raw, file, form))


def write_form(builder: Builder, thing: Any, settings: Any, form: str, title: str = "") -> bytes:
    """A thing as a file of this form; raises `Malformed` when the form cannot hold it. `title`
    is what the system calls itself.
    """
    if form == TOML:
        return to_toml(builder.write(thing)).encode()
    if form == JSON:
        return to_json(builder.write(thing)).encode()
    roster = roster_of(builder, thing)
    if roster is None:
        why = f"only rosters can be written as .{form}; write .toml or .json"
        raise Malformed([Fault("", 0, "", why)])
    priced = builder.price(thing, settings)
    costs = [part.value for part in priced.parts]
    if form == TEXT:
        return to_text(roster, costs).encode()
    from grognard.forces.battlescribe import write_roster, zipped

    xml = write_roster(roster, costs, builder.currency, title)
    return zipped(xml, "roster.ros") if form == ROSZ else xml


def roster_of(builder: Builder, thing: Any) -> Roster | None:
    """The thing as a roster, where it is one."""
    if isinstance(thing, Roster):
        return thing
    face = getattr(builder, "roster", None)
    roster: Roster | None = face(thing) if face is not None else None
    return roster


def _text(raw: bytes, file: str) -> str:
    if len(raw) > MOST_BYTES:
        raise Malformed([Fault(file, 0, "", f"more than {MOST_BYTES} bytes")])
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise Malformed([Fault(file, line, "", "is not UTF-8")]) from None
