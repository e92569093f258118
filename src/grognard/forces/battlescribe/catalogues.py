"""Catalogues: a game system (.gst) with what all of them share, and a catalogue (.cat) for each.

BattleScribe adds costs up; systems here price by rules of their own. What is written is what each
thing costs by itself: a unit, one model more, one option. Of options whose price depends on the
number of models that is a part for each of them. Where a system's rules are not a sum, its own
ledger has the last word, and the file says so.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from grognard.forces.battlescribe import ids
from grognard.forces.battlescribe.rosters import FORCE, HOUSE, profile_of
from grognard.forces.battlescribe.tree import VERSION, Node, put, read_tree, start, written
from grognard.forces.catalogue import (
    MOST_MODELS,
    Catalogue,
    Choice,
    Entry,
    Pick,
    Roster,
    Value,
)
from grognard.forces.document import MOST_TEXT, Fault, Malformed
from grognard.forces.faces import Builder
from grognard.forces.plaintext import bare, quoted

MOST_ENTRIES: Final = 5000
README: Final = (
    "Written by Grognard. Costs are those of each thing by itself; the rules' own price and the "
    "legality of a force are worked out by Grognard."
)


def write_game(builder: Builder, system: str, title: str) -> bytes:
    """The .gst of a system: what its prices are counted in, its profiles, its categories."""
    root = start(
        "gameSystem",
        id=ids.game_id(system),
        name=title,
        revision="1",
        battleScribeVersion=VERSION,
        authorName="Grognard",
    )
    put(root, "readme", README)
    put(
        put(root, "costTypes"),
        "costType",
        id=ids.cost_id(system),
        name=builder.currency,
        defaultCostLimit="-1",
    )
    entries = [e for c in builder.catalogues() for e in c.entries.values()]
    labels = dict.fromkeys(label for entry in entries for label in entry.profile)
    if labels:
        kind = put(
            put(root, "profileTypes"), "profileType", id=ids.profile_type_id(system), name="Profile"
        )
        box = put(kind, "characteristicTypes")
        for label in labels:
            put(box, "characteristicType", id=ids.characteristic_id(system, label), name=label)
    tags = list(dict.fromkeys(tag for entry in entries for tag in (entry.role, *entry.tags)))
    if tags:
        box = put(root, "categoryEntries")
        for tag in tags:
            put(box, "categoryEntry", id=ids.category_id(system, tag), name=tag)
    force = put(put(root, "forceEntries"), "forceEntry", id=ids.force_id(system), name=FORCE)
    if tags:
        box = put(force, "categoryLinks")
        for tag in tags:
            target = ids.category_id(system, tag)
            put(box, "categoryLink", id=ids.ident(target, "force"), name=tag, targetId=target)
    return written(root)


def write_catalogue(builder: Builder, catalogue: Catalogue, settings: Any) -> bytes:
    """A .cat: every entry with its models, its options and what they cost."""
    system = catalogue.system
    root = start(
        "catalogue",
        id=ids.catalogue_id(catalogue),
        name=catalogue.name,
        revision="1",
        battleScribeVersion=VERSION,
        authorName="Grognard",
        library="false",
        gameSystemId=ids.game_id(system),
        gameSystemRevision="1",
    )
    put(root, "comment", _comment({"key": catalogue.key, "system": system}))
    put(root, "readme", README + (" " + HOUSE if catalogue.house else ""))
    writer = _Writer(builder, catalogue, settings)
    shared = [e for e in catalogue.entries.values() if ids.is_held(catalogue, e)]
    own = [e for e in catalogue.entries.values() if not ids.is_held(catalogue, e)]
    if own:
        box = put(root, "selectionEntries")
        for entry in own:
            writer.entry(box, entry)
    if any(entry.alone for entry in shared):
        box = put(root, "entryLinks")
        for entry in shared:
            if entry.alone:
                writer.link(box, entry, None)
    if shared:
        box = put(root, "sharedSelectionEntries")
        for entry in shared:
            writer.entry(box, entry)
    return written(root)


class _Writer:
    """One catalogue; asks the builder what each thing costs."""

    def __init__(self, builder: Builder, catalogue: Catalogue, settings: Any) -> None:
        self.builder = builder
        self.catalogue = catalogue
        self.settings = settings
        self.cost_id = ids.cost_id(catalogue.system)

    def price(self, entry: Entry, models: int, options: dict[str, Value]) -> int:
        units = [Pick(entry.key, "", models, _plainest(entry) | options)]
        roster = Roster(self.catalogue.system, "", self.catalogue, units=units)
        return self.builder.price(roster, self.settings).value

    def line(self, entry: Entry, options: dict[str, Value]) -> tuple[int, int]:
        """What it costs once, and for each model, beyond what it costs without these options."""
        usual = entry.usual or entry.least
        other = usual + 1 if usual < entry.most else max(entry.least, usual - 1)
        here, there = (
            self.price(entry, n, options) - (self.price(entry, n, {}) if options else 0)
            for n in (usual, other)
        )
        each = (there - here) // (other - usual) if other != usual else 0
        return here - each * usual, each

    def link(self, box: Any, entry: Entry, holder: Entry | None) -> None:
        put(
            box,
            "entryLink",
            id=ids.link_id(self.catalogue, entry, holder),
            name=entry.name,
            targetId=ids.entry_id(self.catalogue, entry),
            type="selectionEntry",
        )

    def entry(self, box: Any, entry: Entry) -> None:
        catalogue, system = self.catalogue, self.catalogue.system
        own = ids.entry_id(catalogue, entry)
        node = put(box, "selectionEntry", id=own, name=entry.name, type="unit")
        told = {
            "key": entry.key,
            "usual": str(entry.usual),
            "clause": entry.clause,
            "house": "true" if entry.house else "",
            "alone": "" if entry.alone else "false",
            "holds": " ".join(entry.holds),
            "aliases": " ".join(map(quoted, entry.aliases)),
        }
        put(node, "comment", _comment(told))
        profile_of(node, catalogue, entry)
        if entry.house:
            rule = put(put(node, "rules"), "rule", id=ids.ident(own, "house"), name="House data")
            put(rule, "description", HOUSE)
        links = put(node, "categoryLinks")
        for tag in (entry.role, *entry.tags):
            target = ids.category_id(system, tag)
            put(
                links,
                "categoryLink",
                id=ids.ident(own, target),
                name=tag,
                targetId=target,
                primary="true" if tag == entry.role else "false",
            )
        base, each = self.line(entry, {})
        inner = put(node, "selectionEntries")
        model = put(
            inner,
            "selectionEntry",
            id=ids.model_id(catalogue, entry),
            name=entry.name,
            type="model",
            collective="true",
        )
        self.bounds(model, entry.least, entry.most)
        self.cost(model, each)
        groups: list[Choice] = []
        for choice in entry.choices:
            if not isinstance(choice.default, str):
                self.option(inner, entry, choice)
            elif choice.values:
                groups.append(choice)
        if groups:
            outer = put(node, "selectionEntryGroups")
            for choice in groups:
                self.group(outer, entry, choice)
        held = [other for other in catalogue.entries.values() if entry.takes(other)]
        if held:
            outer = put(node, "entryLinks")
            for other in held:
                self.link(outer, other, entry)
        self.cost(node, base)

    def option(self, box: Any, entry: Entry, choice: Choice) -> None:
        own = ids.choice_id(self.catalogue, entry, choice)
        node = put(box, "selectionEntry", id=own, name=choice.label, type="upgrade")
        put(node, "comment", _comment(_told(choice)))
        if isinstance(choice.default, bool):
            base, each = self.line(entry, {choice.key: True})
            least, most = 0, 1
        else:
            base, each = self.line(entry, {choice.key: choice.least + 1})
            least, most = choice.least, choice.most
        self.modifiers(node, entry, each)
        self.bounds(node, least, most)
        self.tags(node, choice)
        self.cost(node, base)

    def group(self, box: Any, entry: Entry, choice: Choice) -> None:
        """One of several values."""
        own = ids.choice_id(self.catalogue, entry, choice)
        usual = ids.value_id(self.catalogue, entry, choice, str(choice.default))
        node = put(
            box, "selectionEntryGroup", id=own, name=choice.label, defaultSelectionEntryId=usual
        )
        put(node, "comment", _comment(_told(choice)))
        self.bounds(node, 1, 1)
        inner = put(node, "selectionEntries")
        for value in choice.values:
            one = put(
                inner,
                "selectionEntry",
                id=ids.value_id(self.catalogue, entry, choice, value),
                name=value,
                type="upgrade",
            )
            base, each = 0, 0
            if value != choice.default:
                base, each = self.line(entry, {choice.key: value})
            self.modifiers(one, entry, each)
            self.bounds(one, 0, 1)
            self.tags(one, choice)
            self.cost(one, base)

    def modifiers(self, node: Any, entry: Entry, each: int) -> None:
        """So much more for each model."""
        if each == 0:
            return
        modifier = put(
            put(node, "modifiers"),
            "modifier",
            type="increment" if each > 0 else "decrement",
            field=self.cost_id,
            value=str(abs(each)),
        )
        put(
            put(modifier, "repeats"),
            "repeat",
            field="selections",
            scope="parent",
            value="1",
            childId=ids.model_id(self.catalogue, entry),
            repeats="1",
            roundUp="false",
        )

    def bounds(self, node: Any, least: int, most: int) -> None:
        box = put(node, "constraints")
        for kind, value in (("min", least), ("max", most)):
            if kind == "max" or value:
                put(
                    box,
                    "constraint",
                    id=ids.ident(node.get("id"), kind),
                    type=kind,
                    field="selections",
                    scope="parent",
                    value=str(value),
                )

    def tags(self, node: Any, choice: Choice) -> None:
        if choice.tags:
            box = put(node, "categoryLinks")
            for tag in choice.tags:
                target = ids.category_id(self.catalogue.system, tag)
                link = ids.ident(node.get("id"), target)
                put(box, "categoryLink", id=link, name=tag, targetId=target)

    def cost(self, node: Any, value: int) -> None:
        currency = self.builder.currency
        put(put(node, "costs"), "cost", name=currency, typeId=self.cost_id, value=str(value))


def _plainest(entry: Entry) -> dict[str, Value]:
    """Without any option that can be left out: what each of them costs is added to that."""
    found: dict[str, Value] = {}
    for choice in entry.choices:
        if not isinstance(choice.default, str):
            found[choice.key] = False if isinstance(choice.default, bool) else choice.least
    return found


def _told(choice: Choice) -> dict[str, str]:
    usual = choice.default
    return {
        "key": choice.key,
        "usual": str(usual).lower() if isinstance(usual, bool) else str(usual),
        "clause": choice.clause,
        "help": choice.help,
        "aliases": " ".join(map(quoted, choice.aliases)),
    }


def _comment(told: dict[str, str]) -> str:
    """What the format has no place for, in lines that are read again."""
    return "\n".join(f"{word}: {quoted(text)}" for word, text in told.items() if text)


# -- reading ------------------------------------------------------------------------------------


def read_catalogue(raw: bytes, file: str = "") -> tuple[Catalogue, list[str]]:
    """The catalogue in a .cat, .catz or .gst of any program, and what of it was passed over."""
    return _Reader(read_tree(raw, file, ("catalogue", "gameSystem")), file).catalogue()


class _Reader:
    """Units and models become entries, upgrades options, groups of which one is chosen values."""

    def __init__(self, root: Node, file: str) -> None:
        self.root = root
        self.file = file
        self.notes: list[str] = []
        shared = [*root.all("sharedSelectionEntries", "selectionEntry")]
        self.shared = {node.get("id"): node for node in shared}
        self.keys: dict[str, str] = {}
        self.named: dict[str, int] = {}
        self.taken: set[str] = set()

    def catalogue(self) -> tuple[Catalogue, list[str]]:
        root = self.root
        told = _read_comment(root)
        first = {id(node): node for node in root.all("selectionEntries", "selectionEntry")}
        for link in root.all("entryLinks", "entryLink"):
            target = self.shared.get(link.get("targetId"))
            if target is None:
                self.note(link, "is linked from another file")
            else:
                first[id(target)] = target
        alone = set(first)
        every = list((first | {id(node): node for node in self.shared.values()}).values())
        if len(every) > MOST_ENTRIES:
            why = f"more than {MOST_ENTRIES} entries"
            raise Malformed([Fault(self.file, root.line, "", why)])
        entries: dict[str, Entry] = {}
        for node in every:
            if node.get("type") == "upgrade":
                if id(node) in alone:
                    self.note(node, "is no unit")
                continue
            key = self.key(node)
            entries[key] = self.entry(node, key, id(node) in alone)
        for node in every:
            if node.get("id") in self.keys and self.keys[node.get("id")] in entries:
                self.held(node, entries)
        system = told.get("system") or root.get("gameSystemId") or root.get("id")
        key = told.get("key") or _slug(root.get("name"))
        house = any(entry.house for entry in entries.values())
        return Catalogue(system, key, _line(root.get("name")), entries, house), self.notes

    def note(self, node: Node, what: str) -> None:
        if len(self.notes) < 50:
            self.notes.append(f"line {node.line}: {_line(node.get('name')) or node.name} {what}")

    def key(self, node: Node) -> str:
        """One of its own: those of the same name are counted."""
        base = _read_comment(node).get("key") or _slug(node.get("name"))
        self.named[base] = self.named.get(base, 0) + 1
        key = base if self.named[base] == 1 else f"{base}-{self.named[base]}"
        while key in self.taken:
            key += "-"
        self.taken.add(key)
        self.keys[node.get("id")] = key
        return key

    def entry(self, node: Node, key: str, alone: bool) -> Entry:
        told = _read_comment(node)
        tags = [link.get("name") for link in node.all("categoryLinks", "categoryLink")]
        primary = [
            link.get("name")
            for link in node.all("categoryLinks", "categoryLink")
            if link.get("primary") == "true"
        ]
        role = primary[0] if primary else tags[0] if tags else node.get("type")
        least, most = self.models(node)
        usual = told.get("usual", "")
        return Entry(
            key,
            _line(node.get("name")),
            role,
            least,
            most,
            int(usual) if re.fullmatch(r"[0-9]{1,3}", usual) else 0,
            self.choices(node),
            self.profile(node),
            told.get("house") == "true",
            told.get("clause", ""),
            tuple(re.findall(r'"([^"]*)"', told.get("aliases", ""))),
            tuple([tag for tag in tags if tag != role]),
            (),
            alone,
        )

    def models(self, node: Node) -> tuple[int, int]:
        """How many there may be: of a unit all its models, of a model by itself one."""
        inside = [
            inner
            for path in (
                ("selectionEntries", "selectionEntry"),
                (
                    "selectionEntryGroups",
                    "selectionEntryGroup",
                    "selectionEntries",
                    "selectionEntry",
                ),
            )
            for inner in node.all(*path)
            if inner.get("type") == "model"
        ]
        if not inside:
            return 1, 1
        least = sum(_bound(inner, "min", 0) for inner in inside)
        most = sum(_bound(inner, "max", MOST_MODELS) for inner in inside)
        return max(1, min(least, MOST_MODELS)), max(1, least, min(most, MOST_MODELS))

    def choices(self, node: Node) -> tuple[Choice, ...]:
        found: dict[str, Choice] = {}
        for inner in node.all("selectionEntries", "selectionEntry"):
            if inner.get("type") == "upgrade":
                self.add(found, self.upgrade(inner))
            elif inner.get("type") == "model":
                for choice in self.choices(inner):
                    self.add(found, choice)
        for group in node.all("selectionEntryGroups", "selectionEntryGroup"):
            inside = [*group.all("selectionEntries", "selectionEntry")]
            if _bound(group, "max", 0) == 1 and _bound(group, "min", 0) == 1 and inside:
                self.add(found, self.one_of(group, inside))
            else:
                for choice in self.choices(group):
                    self.add(found, choice)
        return tuple(found.values())

    def add(self, found: dict[str, Choice], choice: Choice) -> None:
        found.setdefault(choice.key, choice)

    def upgrade(self, node: Node) -> Choice:
        most = min(_bound(node, "max", MOST_MODELS), MOST_MODELS)
        told = _read_comment(node)
        usual = told.get("usual", "")
        tags = tuple([_line(t.get("name")) for t in node.all("categoryLinks", "categoryLink")])
        default: Value = usual == "true"
        if (most > 1 and usual not in ("true", "false")) or re.fullmatch(r"[0-9]{1,6}", usual):
            default = int(usual) if re.fullmatch(r"[0-9]{1,6}", usual) else 0
        least = _bound(node, "min", 0)
        return _choice(node, told, default, (), least, most if default is not True else 0, tags)

    def one_of(self, group: Node, inside: Sequence[Node]) -> Choice:
        told = _read_comment(group)
        values = tuple(dict.fromkeys(_line(inner.get("name")) for inner in inside))
        usual = [n for n in inside if n.get("id") == group.get("defaultSelectionEntryId")]
        default = _line(usual[0].get("name")) if usual else values[0]
        tags = tuple([_line(t.get("name")) for t in inside[0].all("categoryLinks", "categoryLink")])
        return _choice(group, told, default, values, 0, 0, tags)

    def profile(self, node: Node) -> dict[str, str]:
        found: dict[str, str] = {}
        nodes = [*node.all("profiles", "profile")]
        for inner in node.all("selectionEntries", "selectionEntry"):
            if inner.get("type") == "model" and not nodes:
                nodes += inner.all("profiles", "profile")
        for profile in nodes[:1]:
            for value in profile.all("characteristics", "characteristic"):
                found[_line(value.get("name"))] = _line(value.text)
        return found

    def held(self, node: Node, entries: dict[str, Entry]) -> None:
        """What it links to that is a unit by itself."""
        keys = [self.keys.get(t.get("targetId"), "") for t in node.all("entryLinks", "entryLink")]
        held = tuple([key for key in keys if key in entries])
        told = tuple(_read_comment(node).get("holds", "").split())
        if held or told:
            entries[self.keys[node.get("id")]].holds = told or held


def _choice(
    node: Node,
    told: dict[str, str],
    default: Value,
    values: tuple[str, ...],
    least: int,
    most: int,
    tags: tuple[str, ...],
) -> Choice:
    counted = type(default) is int
    return Choice(
        told.get("key") or _line(node.get("name")),
        _line(node.get("name")),
        default,
        values,
        least if counted else 0,
        most if counted else 0,
        told.get("clause", ""),
        told.get("help", ""),
        tuple(re.findall(r'"([^"]*)"', told.get("aliases", ""))),
        tags,
    )


def _bound(node: Node, kind: str, default: int) -> int:
    """The smallest or largest number of selections that is allowed in what holds it."""
    for bound in node.all("constraints", "constraint"):
        if bound.get("type") == kind and bound.get("field") == "selections":
            number = re.fullmatch(r"(-?\d{1,6})(\.0*)?", bound.get("value"))
            if number is not None and int(number[1]) >= 0:
                return int(number[1])
    return default


def _read_comment(node: Node) -> dict[str, str]:
    told: dict[str, str] = {}
    for line in node.said("comment").splitlines():
        word, sign, text = line.partition(": ")
        if sign:
            told[word] = bare(text.strip())
    return told


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-") or "entry"


def _line(text: str) -> str:
    return "".join(c if c.isprintable() else " " for c in text)[:MOST_TEXT]
