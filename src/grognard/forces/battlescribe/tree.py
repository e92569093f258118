"""XML that is not trusted, read as a small tree with lines; and XML written.

No entities are expanded, nothing is fetched, and a file may be only so large, so deep and so
long, packed or not.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator
from typing import Any, Final

from lxml import etree

from grognard.forces.document import MOST_BYTES, Fault, Malformed, shown

MOST_UNPACKED: Final = 8_000_000
MOST_MEMBERS: Final = 20
MOST_DEPTH: Final = 40
MOST_ELEMENTS: Final = 60_000
NAMESPACE: Final = "http://www.battlescribe.net/schema/{}Schema"
VERSION: Final = "2.03"


class Node:
    """An element: its name without the namespace, its attributes, and what it holds."""

    def __init__(self, name: str, line: int, values: dict[str, str], text: str) -> None:
        self.name = name
        self.line = line
        self.values = values
        self.text = text
        self.inner: list[Node] = []

    def get(self, name: str) -> str:
        return self.values.get(name, "")

    def all(self, *path: str) -> Iterator[Node]:
        """Everything below at this path of names."""
        if not path:
            yield self
            return
        for node in self.inner:
            if node.name == path[0]:
                yield from node.all(*path[1:])

    def first(self, *path: str) -> Node | None:
        return next(self.all(*path), None)

    def said(self, *path: str) -> str:
        """The text of the first one at this path."""
        node = self.first(*path)
        return node.text if node is not None else ""


def read_tree(raw: bytes, file: str, root: tuple[str, ...]) -> Node:
    """The tree in a file, packed or not; its root has one of these names."""
    if len(raw) > MOST_BYTES:
        raise _refused(file, 0, f"more than {MOST_BYTES} bytes")
    if raw[:4] == b"PK\x03\x04":
        raw = unzipped(raw, file)
    events = ("start", "end")
    stack: list[Node] = []
    top: Node | None = None
    count = 0
    try:
        parser: Any = etree.iterparse(
            io.BytesIO(raw),
            events=events,
            resolve_entities=False,
            no_network=True,
            load_dtd=False,
            dtd_validation=False,
            huge_tree=False,
            remove_comments=True,
            remove_pis=True,
        )
        for event, element in parser:
            if event == "start":
                count += 1
                if top is None:
                    _plain_start(element, file)
                if len(stack) >= MOST_DEPTH:
                    raise _refused(file, element.sourceline, f"nested more than {MOST_DEPTH} deep")
                if count > MOST_ELEMENTS:
                    raise _refused(file, element.sourceline, f"more than {MOST_ELEMENTS} elements")
                values = {_bare(str(k)): str(v) for k, v in element.attrib.items()}
                name = _bare(str(element.tag))
                node = Node(name, element.sourceline or 0, values, "")
                if stack:
                    stack[-1].inner.append(node)
                else:
                    top = node
                stack.append(node)
            elif event == "end":
                stack.pop().text = element.text or ""
                element.clear()
    except etree.XMLSyntaxError as error:
        line = error.lineno if isinstance(error.lineno, int) else 0
        why = str(error.msg or "is not XML").split("\n")[0][:160]
        raise _refused(file, line, why[0].lower() + why[1:]) from None
    if top is None:
        raise _refused(file, 0, "is empty")
    if top.name not in root:
        raise _refused(file, top.line, f"{shown(top.name)} is not {' or '.join(root)}")
    return top


def _plain_start(element: Any, file: str) -> None:
    """Nobody declares anything: that is where entities come from."""
    if element.getroottree().docinfo.doctype:
        raise _refused(file, 1, "declares a document type; such files are not read")


def _bare(name: str) -> str:
    return name.rpartition("}")[2]


def _refused(file: str, line: int | None, why: str) -> Malformed:
    return Malformed([Fault(file, line or 0, "", why)])


def unzipped(raw: bytes, file: str) -> bytes:
    """The one file that is packed in there, if it is not too much."""
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            members = archive.infolist()
            if len(members) > MOST_MEMBERS:
                raise _refused(file, 0, f"more than {MOST_MEMBERS} files packed together")
            endings = (".ros", ".gst", ".cat", ".xml")
            inside = [m for m in members if m.filename.casefold().endswith(endings)]
            if len(inside) != 1:
                raise _refused(file, 0, f"{len(inside)} files in the pack instead of one")
            if inside[0].flag_bits & 1:
                raise _refused(file, 0, "the pack wants a password")
            with archive.open(inside[0]) as stream:
                data = stream.read(MOST_UNPACKED + 1)
    except (
        zipfile.BadZipFile,
        zlib.error,
        EOFError,
        OSError,
        NotImplementedError,
        RuntimeError,
        ValueError,
        OverflowError,
        LookupError,
    ) as error:
        raise _refused(file, 0, f"cannot be unpacked ({type(error).__name__})") from None
    if len(data) > MOST_UNPACKED:
        raise _refused(file, 0, f"unpacks to more than {MOST_UNPACKED} bytes")
    return data


# -- writing ------------------------------------------------------------------------------------


def start(kind: str, /, **values: str) -> Any:
    """The root of a new file: a roster, a catalogue or a gameSystem."""
    space = NAMESPACE.format(kind)
    return etree.Element(f"{{{space}}}{kind}", _clean(values), nsmap={None: space})


def put(parent: Any, name: str, text: str = "", /, **values: str) -> Any:
    """A new element at the end of another."""
    space = etree.QName(parent).namespace
    node = etree.SubElement(parent, f"{{{space}}}{name}", _clean(values))
    if text:
        node.text = clean(text)
    return node


def written(root: Any) -> bytes:
    etree.indent(root)
    raw: bytes = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
    return raw + b"\n"


def clean(text: str) -> str:
    """Without what XML cannot hold."""
    return "".join(c for c in text if c.isprintable() or c in "\n\t")


def _clean(values: dict[str, str]) -> dict[str, str]:
    return {name: clean(value) for name, value in values.items()}


def zipped(xml: bytes, name: str) -> bytes:
    """As .rosz and .catz are packed. The same every time."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        entry = zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0))
        entry.compress_type = zipfile.ZIP_DEFLATED
        archive.writestr(entry, xml)
    return made.getvalue()
