"""Wheels and source distributions carry the browser table, built; and the compiled wheel: with
GROGNARD_COMPILED=1 the engine's modules go through mypyc.

Not hatch-mypyc (0.16): it compiles in place, so that the editable install would import the result,
moves pyproject.toml away while it works, and cannot pass -ffp-contract=off.
"""

import importlib.util
import os
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# Fused multiply-add would let a compiled battle take another course than an interpreted one.
# The rest lets calls from file to file be made inline: a tenth faster.
FLAGS = ["-ffp-contract=off", "-fno-semantic-interposition", "-fvisibility=hidden", "-flto=auto"]

# mypyc takes every float out of its box by a call into Python's library: a tenth of all time.
# What is a float is taken out in place; the rest still goes there.
UNBOXED = """\
#pragma once
#include <Python.h>
static inline double grognard_unbox(PyObject *o) {
    return PyFloat_CheckExact(o) ? PyFloat_AS_DOUBLE(o) : PyFloat_AsDouble(o);
}
#define PyFloat_AsDouble(o) grognard_unbox((PyObject *)(o))
"""


def pyproject(root: Path) -> dict[str, Any]:
    return tomllib.loads((root / "pyproject.toml").read_text("utf-8"))


def compiled_sources(root: Path) -> list[Path]:
    """The source files that are compiled, sorted; pyproject.toml says which."""
    chosen, src = pyproject(root)["tool"]["grognard"]["compiled"], root / "src"
    left_out = [src / path for path in chosen["exclude"]]
    return sorted(
        file
        for package in chosen["packages"]
        for file in (src / package).rglob("*.py")
        if not any(file == path or path in file.parents for path in left_out)
    )


def frontend(root: Path) -> ModuleType:
    """The module that builds the browser table, without the package around it."""
    file = root / "src/grognard/server/frontend.py"
    spec = importlib.util.spec_from_file_location("grognard_frontend", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Built(BuildHookInterface[Any]):
    """Builds the browser table for what is given away; an editable install does so when it is
    asked for. Adds the extension modules to a wheel; the .py files stay in, and lose to them
    at import.
    """

    def wanted(self, version: str = "standard") -> bool:
        """Whether the engine is to be compiled."""
        return (
            self.target_name == "wheel"
            and version != "editable"
            and os.environ.get("GROGNARD_COMPILED") == "1"
        )

    def dependencies(self) -> list[str]:
        table = frontend(Path(self.root))
        node = [] if table.current() or os.environ.get("GROGNARD_NODE") else [table.NODE]
        return node + self.compilers()

    def compilers(self) -> list[str]:
        if not self.wanted():
            return []
        said = pyproject(Path(self.root))
        tools: list[str] = said["dependency-groups"]["dev"]
        mypy = [tool for tool in tools if tool.startswith(("mypy", "types-"))]
        # mypyc type-checks what it compiles, so it must see what that imports.
        return [*mypy, *said["project"]["dependencies"]]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable":
            frontend(Path(self.root)).ensure()
        if not self.wanted(version):
            return
        os.chdir(self.root)  # where mypy finds its configuration
        build_data["force_include"].update(compile_all(compiled_sources(Path())))
        build_data["pure_python"] = False
        build_data["infer_tag"] = True


def compile_all(sources: list[Path]) -> dict[str, str]:
    """Run mypyc and the C compiler; returns the modules made and where they go in the wheel."""
    from mypy.version import __version__ as mypy
    from mypyc.build import mypycify
    from setuptools import Distribution

    # Kept between builds, so that unchanged C files are not compiled again.
    work = Path("build", f"{sys.implementation.cache_tag}-mypy-{mypy}")
    extensions = mypycify(
        [str(file) for file in sources],
        opt_level="3",
        debug_level="0",
        multi_file=True,  # one C file of all would need gigabytes, and compile on one core
        target_dir=str(work / "c"),
        group_name="grognard",
    )
    unboxed = work / "unboxed.h"
    if not unboxed.exists() or unboxed.read_text("utf-8") != UNBOXED:
        unboxed.write_text(UNBOXED, "utf-8")
    for extension in extensions:
        # Not in place: mypyc gives all of them the same list.
        flags = [*extension.extra_compile_args, *FLAGS, "-include", str(unboxed)]
        extension.extra_compile_args = flags
        extension.extra_link_args = [*extension.extra_link_args, *FLAGS]
    command = build_extensions()(Distribution({"name": "grognard", "ext_modules": extensions}))
    command.build_lib, command.build_temp = str(work / "lib"), str(work / "o")
    command.ensure_finalized()
    command.run()
    modules = [command.get_ext_filename(extension.name) for extension in extensions]
    return {str(work / "lib" / module): module for module in modules}


def build_extensions() -> Any:
    """setuptools' own command, but on all cores, and only for what changed."""
    from setuptools.command.build_ext import build_ext

    class Parallel(build_ext):
        def build_extensions(self) -> None:
            compile_some = self.compiler.compile

            def compile_one(source: str, options: dict[str, Any]) -> list[str]:
                where = options["output_dir"]
                targets: list[str] = self.compiler.object_filenames([source], output_dir=where)
                inputs = [Path(source), Path(__file__), *Path(source).parent.glob("*.h")]
                if changed(Path(targets[0]), inputs):
                    compile_some([source], **options)
                return targets

            def compile_many(sources: list[str], **options: Any) -> list[str]:
                with ThreadPoolExecutor(os.cpu_count()) as pool:
                    done = pool.map(lambda source: compile_one(source, options), sources)
                    return [target for targets in done for target in targets]

            self.compiler.compile = compile_many
            super().build_extensions()

    return Parallel


def changed(target: Path, inputs: list[Path]) -> bool:
    """Whether any of the inputs is newer than the target, as make would ask."""
    if not target.exists():
        return True
    return any(file.stat().st_mtime_ns >= target.stat().st_mtime_ns for file in inputs)
