#!/usr/bin/python3
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
"""Checks that look at files, not at what they do: check_tree.py CHECK TREE.

Each check returns a list of complaints, "path:line: what is wrong"; the exit status is 1 when there
is one. check_the_checks.py shows that every check can fail.
"""

import json
import os
import pathlib
import re
import subprocess
import sys

SKIPPED_FOLDERS = {".git", "build", "results", "__pycache__", ".ipynb_checkpoints"}
CXX = {".cpp", ".hpp"}
SCRIPTS = {".sh", ".py", ".cmake", ".toml", ".in"}
LONGEST = 300  # lines; longer files state why in their first lines

# Spelled apart, so that this file does not find itself.
MARKS = re.compile(
    r"\b(TO" r"DO|FIX" r"ME|XX" r"X|HA" r"CK|WI" r"P)\b|not (yet )?imple" r"mented|place" r"holder")


def files(tree, suffixes=None):
    for folder, folders, names in os.walk(tree):
        folders[:] = sorted(name for name in folders if name not in SKIPPED_FOLDERS)
        for name in sorted(names):
            path = pathlib.Path(folder) / name
            if suffixes is None or path.suffix in suffixes:
                yield path


def code(tree):
    for path in files(tree):
        if path.suffix in CXX | SCRIPTS or path.name == "CMakeLists.txt" or path.parent.name == ".ci":
            yield path


def text(path):
    return path.read_text(encoding="utf-8")


def licences(tree):
    """Both SPDX lines open every source file (after a #! line)."""
    for path in code(tree):
        lines = text(path).splitlines()[:3]
        if lines and lines[0].startswith("#!"):
            lines = lines[1:]
        words = [re.sub(r"^(//|#) ", "", line) for line in lines[:2]]
        if words != ["SPDX-FileCopyrightText: The kapprox authors",
                     "SPDX-License-Identifier: Apache-2.0"]:
            yield f"{path}:1: the two SPDX lines are missing"


def length(tree):
    """No file over 300 lines unless its opening says 'Longer than 300 lines because …'."""
    for path in code(tree):
        lines = text(path).splitlines()
        if len(lines) > LONGEST and "onger than 300 lines because" not in "\n".join(lines[:15]):
            yield f"{path}:1: {len(lines)} lines and no stated reason"


def marks(tree):
    """No marks of unfinished work, in code or pages."""
    for path in list(code(tree)) + list(files(tree, {".md", ".ipynb"})):
        for number, line in enumerate(text(path).splitlines(), 1):
            if MARKS.search(line):
                yield f"{path}:{number}: mark of unfinished work: {line.strip()}"


def headers(tree):
    """Headers are guarded once and open no namespace for their readers. An -inl.hpp is read again for
    every instruction set, so Highway's toggle guards it."""
    for path in files(tree, {".hpp"}):
        content = text(path)
        repeated = path.name.endswith("-inl.hpp") and "HWY_TARGET_TOGGLE" in content
        if content.count("#pragma once") != (0 if repeated else 1):
            yield f"{path}:1: '#pragma once' must stand there once"
        for number, line in enumerate(content.splitlines(), 1):
            if re.match(r"\s*using namespace\b", line):
                yield f"{path}:{number}: 'using namespace' in a header"


def randomness(tree):
    """Numbers come from addresses: no std distribution, engine or device, no C rand."""
    banned = re.compile(
        r"std::\w+_distribution|std::random_device|std::mt19937|std::default_random_engine|\brand\(\)")
    for part in ("core", "plugins", "apps"):
        for path in files(pathlib.Path(tree) / part, CXX):
            for number, line in enumerate(text(path).splitlines(), 1):
                if banned.search(line.split("//")[0]):
                    yield f"{path}:{number}: randomness without an address: {line.strip()}"


def formatting(tree):
    """clang-format changes nothing."""
    paths = [str(path) for path in files(tree, CXX)]
    answer = subprocess.run(["clang-format-14", "--dry-run", "-Werror", *paths],
                            capture_output=True, text=True, check=False)
    if answer.returncode:
        yield from (line for line in answer.stderr.splitlines() if "error:" in line)


def links(tree):
    """Relative links of the pages lead to something."""
    for path in files(tree, {".md"}):
        for number, line in enumerate(text(path).splitlines(), 1):
            for target in re.findall(r"\]\(([^)\s]+)\)", line):
                if re.match(r"[a-z]+:|#", target):
                    continue
                if not (path.parent / target.split("#")[0]).exists():
                    yield f"{path}:{number}: link to {target}, which does not exist"


def formulas(tree):
    """Pages and references send readers to the formulas (docs/methods), not to a plugin's README, which
    would send them on."""
    for path in list(files(tree, {".md"})) + list(files(pathlib.Path(tree) / "plugins", CXX)):
        for number, line in enumerate(text(path).splitlines(), 1):
            if re.search(r"plugins/\w+/README\.md", line):
                yield f"{path}:{number}: name the page of docs/methods instead of a plugin's README"


# What Markdown does to $…$ before the formula is drawn: pattern → complaint. Nothing of it touches
# $`…`$ and ```math blocks.
DAMAGE = {
    r"\\[^A-Za-z\s]": "Markdown eats this backslash; name it (\\lVert, \\thinspace)",
    r"(^|[^A-Za-z0-9])_": "Markdown may read this underscore as emphasis",
    r"\*": "Markdown may read * as emphasis; write \\ast",
    r"<[A-Za-z/!?]": "Markdown may read this as HTML; put a space after <",
    r"\]\(|\]\[": "Markdown may read this as a link",
}


def rendering(tree):
    """Formulas of the pages reach the reader as written: $…$ holds nothing that Markdown changes, and
    displayed formulas are ```math blocks."""
    for path in files(tree, {".md"}):
        fence = ""
        for number, line in enumerate(text(path).splitlines(), 1):
            mark = re.match(r"\s*(```+|~~~+)", line)
            if mark and fence in ("", mark[1]):
                fence = "" if fence else mark[1]
            if mark or fence:
                continue
            row = line.lstrip().startswith("|")
            for formula in re.findall(r"\$`([^`]+)`\$", line):
                if row and "|" in formula:
                    yield f"{path}:{number}: | ends the cell of a table; write \\vert: {formula}"
            prose = re.sub(r"\$`[^`]+`\$|`[^`]*`", "code", line)
            if "$$" in prose:
                yield f"{path}:{number}: write a displayed formula as a ```math block"
                continue
            pieces = prose.split("$")
            if len(pieces) % 2 == 0:
                yield f"{path}:{number}: a formula does not end on its line"
                continue
            for before, formula, after in zip(pieces[::2], pieces[1::2], pieces[2::2]):
                if not re.search(r"(^|[\s(\[])$", before) or re.match(r"[A-Za-z0-9]", after):
                    yield f"{path}:{number}: no formula beside a letter, digit or mark: {formula}"
                if formula != formula.strip() or not formula:
                    yield f"{path}:{number}: a space inside a dollar: {formula}"
                if row and "|" in formula:
                    yield f"{path}:{number}: | ends the cell of a table; write \\vert: {formula}"
                for pattern, complaint in DAMAGE.items():
                    if re.search(pattern, formula):
                        yield f"{path}:{number}: {complaint}: {formula}"


def notebooks(tree):
    """Notebooks are kept clean: format 4.5, ids, no outputs, no counts, one fixed kernel."""
    for path in files(tree, {".ipynb"}):
        book = json.loads(text(path))
        if (book["nbformat"], book["nbformat_minor"]) != (4, 5):
            yield f"{path}:1: notebook format must be 4.5"
        if book["metadata"].get("kernelspec", {}).get("name") != "python3":
            yield f"{path}:1: the kernel must be python3"
        for position, cell in enumerate(book["cells"], 1):
            if not cell.get("id"):
                yield f"{path}:1: cell {position} has no id"
            if cell.get("outputs") or cell.get("execution_count"):
                yield f"{path}:1: cell {position} keeps an output or an execution count"


def packages(tree):
    """Package lists are what install_packages.sh reads: one known-looking name per line, none twice."""
    names = []
    for path in files(tree):
        if path.name != "packages.txt":
            continue
        for number, line in enumerate(text(path).splitlines(), 1):
            words = line.split("#")[0].split()
            if not words:
                continue
            if len(words) != 1 or not re.fullmatch(r"[a-z0-9][a-z0-9+.-]+", words[0]):
                yield f"{path}:{number}: not one package name: {line.strip()}"
            elif words[0] in names:
                yield f"{path}:{number}: {words[0]} is listed twice"
            names.extend(words)


CHECKS = {check.__name__: check for check in (
    licences, length, marks, headers, randomness, formatting, links, formulas, rendering,
    notebooks, packages)}

if __name__ == "__main__":
    complaints = list(CHECKS[sys.argv[1]](pathlib.Path(sys.argv[2])))
    print("\n".join(complaints))
    sys.exit(1 if complaints else 0)
