"""`grognard army`: forces made, edited, exported, imported, printed and compared."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from grognard.cli.common import Stop, console, find, near, write_json

if TYPE_CHECKING:
    from grognard.armies import Army
    from grognard.forces.catalogue import Catalogue
    from grognard.forces.faces import Design
    from grognard.rules.system import System

Flag_ = Annotated[bool, Parameter(negative=())]
Set_ = Annotated[list[str] | None, Parameter(name="--set", negative=())]


def new(
    system: str,
    file: Path | None = None,
    /,
    *,
    name: str = "",
    catalogue: str = "",
    limit: int = 0,
    design: str = "",
    edit: Flag_ = False,
    force: Flag_ = False,
) -> int:
    """Begin an army.

    Parameters
    ----------
    system
        A rule system, as `grognard systems` lists them.
    file
        Where to keep it; the army's name where none is given.
    name
        What it is called.
    catalogue
        What it is chosen from; `grognard army catalogue SYSTEM` lists them.
    limit
        The points that were agreed.
    design
        Not an army: something of your own making, where the system knows such things.
    edit
        Open it in the builder.
    force
        Write over a file that is there.
    """
    from grognard.armies import Army
    from grognard.cli.armies import save, stop, the_builder
    from grognard.forces.document import Malformed
    from grognard.forces.formats import form_of

    found = find(system)
    the_builder(found)
    title = name or (file.stem.replace("_", " ").replace("-", " ") if file else "Army")
    if design:
        plain = _design(found, design) | {"name": title}
    else:
        plain = {"name": title, "limit": limit, "units": []}
        plain["catalogue"] = _catalogue(found, catalogue).key
    path = file or Path(f"{_slug(title)}.toml")
    try:
        made = Army.of(found.name, plain)
    except Malformed as error:
        raise stop(error) from None
    made.file = path
    save(path, made.dump(form_of(str(path))), force)
    if edit:
        return _build(made)
    console().print(f"{path}: grognard army edit {path}", markup=False, soft_wrap=True)
    return 0


def edit(file: Path, /, *, system: str = "") -> int:
    """Build an army here in the terminal.

    Parameters
    ----------
    file
        A force: .toml, .json, .txt, .ros or .rosz.
    system
        The rule system, where the file does not say it.
    """
    from grognard.cli.armies import load

    return _build(load(file, system))


def export(
    file: Path,
    to: Annotated[Path, Parameter(allow_leading_hyphen=True)],
    /,
    *,
    form: str = "",
    system: str = "",
    force: Flag_ = False,
) -> None:
    """Write a force in another form: TOML, JSON, plain text, BattleScribe.

    Parameters
    ----------
    file
        A force: .toml, .json, .txt, .ros or .rosz.
    to
        The new file, whose name tells the form; - prints it.
    form
        The form, where the name does not tell it: toml, json, txt, ros or rosz.
    system
        The rule system, where the file does not say it.
    force
        Write over a file that is there.
    """
    from grognard.cli.armies import load, render, save
    from grognard.forces.formats import FORMS

    if not form:
        form = "toml" if str(to) == "-" else to.suffix.lstrip(".").casefold()
    if form not in FORMS:
        raise Stop(f"no form {form!r}{near(form, FORMS)}; one of {', '.join(FORMS)}")
    raw = render(load(file, system), form)
    if str(to) == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(raw)
        sys.stdout.buffer.flush()
    else:
        save(to, raw, force)


def import_(
    file: Path,
    to: Path | None = None,
    /,
    *,
    system: str = "",
    form: str = "",
    force: Flag_ = False,
) -> int:
    """Take over a force from another program, or a BattleScribe catalogue.

    Parameters
    ----------
    file
        A roster (.ros, .rosz, .txt, .json) or a catalogue (.cat, .catz, .gst).
    to
        The new file; the old name with .toml where none is given.
    system
        The rule system it is meant for, where the file does not say it.
    form
        What the file is, where its name does not tell it.
    force
        Write over a file that is there.
    """
    from grognard.cli.armies import load, render, save
    from grognard.forces.formats import TOML, form_of

    if file.suffix.casefold() in (".cat", ".catz", ".gst", ".gstz"):
        return _import_catalogue(file, to, force)
    found = load(file, system, form=form)
    path = to or file.with_suffix(".toml")
    if path == file:
        raise Stop(f"{file} is what is read: name another file to write")
    save(path, render(found, form_of(str(path)) or TOML), force)
    for note in found.notes:
        print(f"{file}: {note}", file=sys.stderr)
    console().print(f"{path}: {_summary(found)}", markup=False, soft_wrap=True)
    return 0


def _import_catalogue(file: Path, to: Path | None, force: bool) -> int:
    """As plain data: what there is to choose from."""
    from grognard.cli.armies import existing_force, save, stop
    from grognard.forces.battlescribe import read_catalogue
    from grognard.forces.document import Malformed
    from grognard.forces.formats import bytes_of
    from grognard.forces.writing import to_json, to_toml

    existing_force(file)
    try:
        found, notes = read_catalogue(bytes_of(file), str(file))
    except Malformed as error:
        raise stop(error) from None
    for note in notes:
        print(f"{file}: {note}", file=sys.stderr)
    path = to or file.with_suffix(".json")
    data = found.to_dict()
    save(path, (to_toml(data) if path.suffix == ".toml" else to_json(data)).encode(), force)
    console().print(f"{path}: {len(found.entries)} entries", markup=False, soft_wrap=True)
    return 0


def copy(
    file: Path, to: Path, /, *, name: str = "", system: str = "", force: Flag_ = False
) -> None:
    """Duplicate a force under another name.

    Parameters
    ----------
    file
        A force: .toml, .json, .txt, .ros or .rosz.
    to
        The new file.
    name
        What the copy is called; the name of the file where none is given.
    system
        The rule system, where the file does not say it.
    force
        Write over a file that is there.
    """
    from grognard.cli.armies import load, render, save, stop
    from grognard.forces.document import Malformed
    from grognard.forces.formats import form_of

    found = load(file, system)
    title = name or to.stem.replace("_", " ").replace("-", " ")
    try:
        copied = found.with_plain(found.plain | {"name": title})
    except Malformed as error:
        raise stop(error) from None
    save(to, render(copied, form_of(str(to))), force)


def compare(
    *files: Annotated[Path, Parameter(required=True)], system: str = "", json: Flag_ = False
) -> int:
    """Forces or designs side by side.

    Parameters
    ----------
    files
        Two or more.
    system
        The rule system, where the files do not say it.
    json
        Print it for machines.
    """
    from grognard.cli import ledger
    from grognard.cli.armies import load

    if len(files) < 2:
        raise Stop("two files are needed: grognard army compare FILE FILE")
    forces = [load(file, system) for file in files]
    if len({force.system.name for force in forces}) > 1:
        raise Stop("forces of one rule system can be compared; these are of several")
    if json:
        write_json([force.report() for force in forces])
    else:
        console().print(ledger.compared(forces))
    return 0


def print_(
    file: Path,
    to: Path | None = None,
    /,
    *,
    sheet: Flag_ = False,
    cards: Flag_ = False,
    tokens: Flag_ = False,
    templates: Flag_ = False,
    paper: str = "a4",
    system: str = "",
    force: Flag_ = False,
) -> int:
    """A force on paper, as PDF and true to scale: everything, or only what is named.

    Parameters
    ----------
    file
        A force: .toml, .json, .txt, .ros or .rosz.
    to
        The PDF; the old name with .pdf where none is given.
    sheet
        The list with prices and what is wrong.
    cards
        A reference card for each unit.
    tokens
        Paper bases for all models.
    templates
        The templates of the game.
    paper
        a4 or us-letter.
    system
        The rule system, where the file does not say it.
    force
        Write over a file that is there.
    """
    from grognard.cli.armies import load, save
    from grognard.forces.paper import PAPERS, NoPrinter, pages_of, pdf

    if paper not in PAPERS:
        raise Stop(f"no paper {paper!r}{near(paper, PAPERS)}; one of {', '.join(PAPERS)}")
    found = load(file, system)
    wanted = {"sheet": sheet, "cards": cards, "tokens": tokens, "templates": templates}
    chosen = [key for key, yes in wanted.items() if yes] or list(wanted)
    path = to or file.with_suffix(".pdf")
    if path.suffix.casefold() != ".pdf":
        raise Stop(f"{path}: what is printed is a .pdf")
    data = pages_of(
        found.builder, found.thing, found.settings, found.system.title, found.system.credits, chosen
    )
    try:
        save(path, pdf(data, paper), force)
    except NoPrinter as error:
        raise Stop(str(error)) from None
    console().print(str(path), markup=False, soft_wrap=True)
    return 0


def catalogue(
    system: str,
    key: str = "",
    /,
    *,
    to: Path | None = None,
    json: Flag_ = False,
    force: Flag_ = False,
) -> int:
    """What armies are chosen from, or all of it as BattleScribe files.

    Parameters
    ----------
    system
        A rule system, as `grognard systems` lists them.
    key
        One catalogue: its entries.
    to
        A folder for the BattleScribe files: a .gst and a .cat for each catalogue.
    json
        Print it for machines.
    force
        Write over files that are there.
    """
    from grognard.cli.armies import the_builder

    found = find(system)
    known = the_builder(found).catalogues()
    if key:
        known = [_catalogue(found, key)]
    if to is not None:
        return _export_catalogues(found, known, to, force)
    if json:
        write_json([one.to_dict() for one in known])
    elif key:
        _show_entries(found, known[0])
    else:
        screen = console()
        for one in known:
            house = " (house)" if one.house else ""
            screen.print(f"{one.key:<16} {one.name}{house}, {len(one.entries)}", markup=False)
    return 0


def schema(system: str, /) -> None:
    """The JSON Schema of a system's army files, for editors and other programs.

    Parameters
    ----------
    system
        A rule system, as `grognard systems` lists them.
    """
    from grognard.cli.armies import the_builder
    from grognard.forces.schema import force_schema

    found = find(system)
    builder = the_builder(found)
    designs: list[Design] = getattr(builder, "designs", list)()
    catalogues = builder.catalogues()
    write_json(force_schema(found.name, found.title, catalogues, found.settings, designs))


# -- small things -------------------------------------------------------------------------------


def _build(force: Army) -> int:
    import contextlib

    from grognard.cli.editing import Editor

    with contextlib.suppress(ImportError):
        import readline  # noqa: F401 - arrow keys and history for input()
    return Editor(force, console(), lambda: input("> ")).run()


def _catalogue(system: System, key: str) -> Catalogue:
    """The catalogue of this key or name, or the usual one."""
    from grognard.cli.armies import the_builder
    from grognard.forces.catalogue import plain_word

    known = the_builder(system).catalogues()
    if not known:
        raise Stop(f"{system.title} has no catalogue to choose from")
    if not key:
        return known[0]
    for one in known:
        if plain_word(key) in (plain_word(one.key), plain_word(one.name)):
            return one
    keys = [one.key for one in known]
    raise Stop(f"no catalogue {key!r}{near(key, keys)}; one of {', '.join(keys)}")


def _design(system: System, key: str) -> dict[str, Any]:
    """What a design of this kind begins with."""
    from grognard.cli.armies import the_builder

    designs: list[Design] = getattr(the_builder(system), "designs", list)()
    known = {one.key: one for one in designs if one.alone}
    if not known:
        raise Stop(f"{system.title} has nothing to design: leave --design out")
    if key not in known:
        raise Stop(f"no design {key!r}{near(key, known)}; one of {', '.join(known)}")
    return {**known[key].start, "design": key}


def _show_entries(system: System, one: Catalogue) -> None:
    from rich.table import Table
    from rich.text import Text

    from grognard.cli.armies import the_builder
    from grognard.forces.catalogue import Pick, Roster

    builder = the_builder(system)
    settings = system.settings()
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for head in ("entry", "counts as", "models", builder.currency, ""):
        table.add_column(head, justify="right" if head == builder.currency else "left")
    for entry in one.entries.values():
        alone = Roster(system.name, "", one, units=[Pick(entry.key)])
        models = f"{entry.least}" if entry.least == entry.most else f"{entry.least}-{entry.most}"
        table.add_row(
            Text(entry.name),
            Text(", ".join((entry.role, *entry.tags)), "dim"),
            models,
            str(builder.price(alone, settings).value),
            Text("house", "yellow") if entry.house else "",
        )
    console().print(table)


def _export_catalogues(system: System, known: list[Catalogue], to: Path, force: bool) -> int:
    from grognard.cli.armies import save, the_builder
    from grognard.forces.battlescribe import write_catalogue, write_game

    builder = the_builder(system)
    if to.exists() and not to.is_dir():
        raise Stop(f"{to} is a file; name a folder")
    save(to / f"{system.name}.gst", write_game(builder, system.name, system.title), force)
    for one in known:
        raw = write_catalogue(builder, one, system.settings())
        save(to / f"{system.name}-{one.key}.cat", raw, force)
    console().print(f"{to}: {len(known) + 1} files", markup=False, soft_wrap=True)
    return 0


def _summary(force: Army) -> str:
    """A force in a line."""
    roster = force.roster
    units = f"{len(roster.units)} units, " if roster is not None else ""
    legal = "legal" if force.verdict().legal else "not legal"
    return f"{units}{force.price().value} {force.builder.currency}, {legal}"


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-") or "army"
