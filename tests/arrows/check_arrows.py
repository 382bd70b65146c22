#!/usr/bin/python3
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
"""Dependencies point one way: check_arrows.py TREE reads every #include and fails on one that points
back. The arrows are those of docs/architecture.md:

    base -> numeric -> random -> methods -> attention -> { loading, stats, io } -> { inputs, verify } -> study -> apps

io stands before inputs, because input sources read users' files with its array readers; verify has no
files and leaves io out, and nothing of core includes verify. Public headers
include each other and the standard library; plugins include public headers, the standard library and
their own folder. Every third-party header belongs to the rooms and plugins named here.
"""

import pathlib
import re
import sys

BEFORE_METHODS = ["base", "numeric", "random"]
BEFORE_INPUTS = BEFORE_METHODS + ["methods", "attention", "loading", "stats", "io"]

# Room of core -> the rooms it may include, besides itself and the public headers.
ROOMS = {
    "base": [],
    "numeric": ["base"],
    "random": ["base", "numeric"],
    "methods": BEFORE_METHODS,
    "attention": BEFORE_METHODS + ["methods"],
    "loading": BEFORE_METHODS + ["methods"],
    "stats": BEFORE_METHODS + ["methods"],
    "io": BEFORE_METHODS + ["methods"],
    "inputs": BEFORE_INPUTS,
    "verify": BEFORE_METHODS + ["methods", "attention", "loading", "stats"],
    "study": BEFORE_INPUTS + ["inputs"],
}

# Third-party header, by how its name begins -> the rooms, the plugins and the programs (apps/kapprox,
# apps/bench) that may include it.
THIRD_PARTY = {
    "fmt/": [*ROOMS, "kapprox", "bench"],
    "xxhash.h": ["base"],
    "cblas.h": ["numeric"],
    "lapacke.h": ["numeric"],
    "hwy/": ["numeric", "random", "bench"],
    "hdf5": ["io"],
    "toml++/": ["study"],
    "omp.h": ["numeric", "study"],
    "boost/program_options": ["kapprox"],
    "boost/random/": ["directions"],
    "boost/math/": ["stats"],
    "benchmark/": ["bench"],
}

# The operating system's own headers: files, locks, processors, the dynamic linker.
SYSTEM = {
    "unistd.h": ["io", "study", "kapprox"],
    "fcntl.h": ["io"],
    "sys/": ["io", "kapprox"],
    "sched.h": ["numeric"],
    "malloc.h": ["kapprox", "bench", "verify", "study"],
    "sanitizer/": ["verify"],
    "dlfcn.h": ["loading"],
    "elf.h": ["loading"],
    "cxxabi.h": ["loading"],
}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
STANDARD = re.compile(r"[a-z_]+|experimental/source_location")


def includes(path):
    """(line number, name, quoted?) of every include."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if found := INCLUDE.match(line):
            yield number, found[2], found[1] == '"'


def sources(folder):
    return sorted(path for path in folder.rglob("*") if path.suffix in {".cpp", ".hpp"})


def is_standard(name, quoted):
    return not quoted and STANDARD.fullmatch(name)


def is_public(name, quoted):
    return not quoted and re.fullmatch(r"kapprox/\w+\.hpp", name)


def is_allowed_library(name, part):
    table = {**THIRD_PARTY, **SYSTEM}
    return any(name.startswith(start) and part in parts for start, parts in table.items())


def public_header(_path, name, quoted):
    return is_standard(name, quoted) or is_public(name, quoted)


def plugin(path, name, quoted):
    own = quoted and "/" not in name and (path.parent / name).exists()
    allowed = not quoted and is_allowed_library(name, path.parent.name)
    return own or is_standard(name, quoted) or is_public(name, quoted) or allowed


def room_rule(room):
    def rule(_path, name, quoted):
        if quoted:
            return name.split("/")[0] in [room, *ROOMS[room]] and "/" in name
        return (is_standard(name, quoted) or is_public(name, quoted)
                or is_allowed_library(name, room))
    return rule


def program_rule(program):
    def rule(path, name, quoted):
        if quoted:
            own = any((folder / name).exists() for folder in (path.parent, program))
            return own or name.split("/")[0] in ROOMS
        return (is_standard(name, quoted) or is_public(name, quoted)
                or is_allowed_library(name, program.name))
    return rule


def rules(tree):
    """(folder, rule) for every part of the tree that has one."""
    yield tree / "core" / "include", public_header
    for room in ROOMS:
        yield tree / "core" / room, room_rule(room)
    for folder in sorted((tree / "plugins").glob("*")):
        yield folder, plugin
    for program in sorted((tree / "apps").glob("*")):
        yield program, program_rule(program)


def complaints(tree):
    """Every include that its part of the tree may not have, as "path:line: …"; and a room of core
    that no arrow names."""
    for folder in sorted((tree / "core").glob("*/")):
        if folder.is_dir() and folder.name not in {"include", *ROOMS}:
            yield f"{folder}: the room {folder.name} has no place among the arrows"
    for folder, rule in rules(tree):
        for path in sources(folder):
            for number, name, quoted in includes(path):
                if not rule(path, name, quoted):
                    yield f"{path}:{number}: {folder.name} may not include {name}"


if __name__ == "__main__":
    found = list(complaints(pathlib.Path(sys.argv[1])))
    print("\n".join(found))
    sys.exit(1 if found else 0)
