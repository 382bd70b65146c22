#!/usr/bin/python3
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
"""Runs the commands of a Markdown guide, so that no guide can promise what does not work.

    run_guide.py FILE.md [--folder DIR] [--list]

The guide is followed from top to bottom, as a reader would, in one shell with `set -e`:

* a ```bash block is run; one marked ```bash skip is not;
* any other block right after the comment <!-- file: NAME --> is written to NAME, relative to the
  shell's folder at that point of the guide.

Works in DIR, which is made, or in a new temporary folder. The environment is passed on. The exit
status is that of the failing command, whose block is named by line; 2 for a guide without commands.
"""

import argparse
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

FENCE = re.compile(r"^(?P<indent> *)(?P<ticks>`{3,})(?P<words>[^`]*)$")
FILE_COMMENT = re.compile(r"^\s*<!--\s*file:\s*(?P<name>.+?)\s*-->\s*$")


class Block:
    """One fenced block: its line, the words after the fence, its text, and the file it is for."""

    def __init__(self, line, words, file):
        self.line, self.words, self.file, self.text = line, words, file, ""

    def is_command(self):
        return self.words[:1] == ["bash"] and "skip" not in self.words and self.file is None


def blocks_of(text):
    """The fenced blocks in order."""
    blocks, open_fence, file = [], None, None
    for number, line in enumerate(text.splitlines(), start=1):
        fence = FENCE.match(line)
        if open_fence is not None:
            if fence and len(fence["ticks"]) >= len(open_fence["ticks"]) and not fence["words"]:
                open_fence = None
            else:
                indent = len(open_fence["indent"])
                blocks[-1].text += (line[indent:] if not line[:indent].strip() else line) + "\n"
        elif fence:
            blocks.append(Block(number, fence["words"].split(), file))
            open_fence, file = fence, None
        elif comment := FILE_COMMENT.match(line):
            file = comment["name"]
        elif line.strip():
            file = None
    if open_fence is not None:
        sys.exit(f"run_guide: line {blocks[-1].line}: the block is never closed, but must be")
    return blocks


def script_of(guide, blocks, stash):
    """One bash script that follows the guide; texts of files wait in the folder `stash`."""
    report = (f'status=$?; [ $status = 0 ] || echo "run_guide: {guide}:$guide_line: the command '
              'above failed with status $status" >&2')
    lines = ["set -e", f"trap {shlex.quote(report)} EXIT"]
    for index, block in enumerate(blocks):
        if block.is_command():
            lines += [f"guide_line={block.line}", f"echo '--- {guide}:{block.line}'", block.text]
        elif block.file is not None:
            waiting = stash / str(index)
            waiting.write_text(block.text)
            name = shlex.quote(block.file)
            lines += [f"guide_line={block.line}", f'mkdir -p "$(dirname {name})"',
                      f"cp {shlex.quote(str(waiting))} {name}"]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description="Run the commands of a Markdown guide.")
    parser.add_argument("guide", type=pathlib.Path)
    parser.add_argument("--folder", type=pathlib.Path, help="work here instead of a new folder")
    parser.add_argument("--list", action="store_true", help="print the script instead")
    arguments = parser.parse_args()

    blocks = blocks_of(arguments.guide.read_text())
    if not any(block.is_command() for block in blocks):
        print(f"run_guide: {arguments.guide} has no bash block, but must have one", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="guide-") as scratch:
        stash = pathlib.Path(scratch) / "files"
        folder = arguments.folder or pathlib.Path(scratch) / "work"
        stash.mkdir()
        script = script_of(arguments.guide.name, blocks, stash)
        if arguments.list:
            print(script)
            return 0
        folder.mkdir(parents=True, exist_ok=True)
        return subprocess.run(["bash", "-c", script], cwd=folder, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
