#!/usr/bin/python3
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
"""Shows that each check of check_tree.py accepts a clean file and refuses a faulty one."""

import json
import pathlib
import tempfile
import unittest

import check_tree

SPDX = ("// SPDX-FileCopyrightText: The kapprox authors\n"
        "// SPDX-License-Identifier: Apache-2.0\n")
BOOK = {"nbformat": 4, "nbformat_minor": 5, "metadata": {"kernelspec": {"name": "python3"}},
        "cells": [{"id": "a", "cell_type": "code", "source": [], "metadata": {}, "outputs": [],
                   "execution_count": None}]}
BOOK_WITH_OUTPUT = json.loads(json.dumps(BOOK))
BOOK_WITH_OUTPUT["cells"][0]["execution_count"] = 7

# check → (file, clean content, faulty content)
EXAMPLES = {
    "licences": ("core/a.cpp", SPDX, "int a;\n"),
    "length": ("core/a.cpp", SPDX + "int a;\n" * 298, SPDX + "int a;\n" * 299),
    "marks": ("README.md", "done\n", "TO" "DO: later\n"),
    "headers": ("core/a.hpp", "#pragma once\n", "#pragma once\nusing namespace std;\n"),
    "randomness": ("core/a.cpp", "// std::normal_distribution\n", "std::normal_distribution<> n;\n"),
    "formatting": ("core/a.cpp", "int a;\n", "int a ;\n"),
    "links": ("README.md", "[a](README.md#b)\n", "[a](nowhere.md)\n"),
    "formulas": ("docs/a.md", "[b](docs/methods/b.md)\n", "see `plugins/b/README.md`\n"),
    "rendering": ("docs/a.md", "```math\n\\|x\\|\n```\n", "$\\|x$\n"),
    "notebooks": ("a.ipynb", json.dumps(BOOK), json.dumps(BOOK_WITH_OUTPUT)),
    "packages": ("packages.txt", "g++  # compiler\n", "g++\ng++\n"),
}

# Lines that Markdown leaves whole, and lines that it damages, for "rendering".
WHOLE = [r"($\lVert x\rVert^2$), $a\thinspace b$: $x_i < y_j$, $t_\ast$", r"$`(c)_n \, {}_1F_1`$",
         r"`$HOME` and `$$`", "```sh\necho $$ $HOME\n```", r"| $\lVert x\rVert$ | $`\vert x\vert`$ |"]
DAMAGED = [r"$\|x\|$", r"$a\,b$", r"$\{a$", r"$(c)_n$", r"$t_*$", r"$a<b$", r"$[a](b)$", r"$[a][b]$",
           r"$$x$$", r"a formula $x", r"$x$th", r"non-$x$", r"$ x$", r"| $|x|$ |", r"| $`|x|`$ |"]


class EveryCheck(unittest.TestCase):
    def complaints(self, check, name, content):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")

            return list(check_tree.CHECKS[check](folder))

    def test_has_an_example(self):
        self.assertEqual(set(EXAMPLES), set(check_tree.CHECKS))

    def test_accepts_the_clean_and_refuses_the_faulty(self):
        for check, (name, clean, faulty) in EXAMPLES.items():
            with self.subTest(check=check):
                self.assertEqual(self.complaints(check, name, clean), [])
                self.assertEqual(len(self.complaints(check, name, faulty)), 1)

    def test_knows_what_markdown_damages(self):
        for line in WHOLE:
            with self.subTest(line=line):
                self.assertEqual(self.complaints("rendering", "a.md", line + "\n"), [])
        for line in DAMAGED:
            with self.subTest(line=line):
                self.assertEqual(len(self.complaints("rendering", "a.md", line + "\n")), 1)


if __name__ == "__main__":
    unittest.main()
