#!/usr/bin/python3
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
"""Tests of run_guide.py: what it runs, what it writes, what it leaves alone, and that it fails."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOL = pathlib.Path(__file__).with_name("run_guide.py")


def run(guide):
    """Runs a guide; the finished process and the files it left, by name."""
    with tempfile.TemporaryDirectory() as scratch:
        path = pathlib.Path(scratch) / "guide.md"
        path.write_text(guide)
        folder = pathlib.Path(scratch) / "work"
        done = subprocess.run([sys.executable, TOOL, path, "--folder", folder],
                              capture_output=True, text=True, check=False)
        files = {str(f.relative_to(folder)): f.read_text()
                 for f in folder.rglob("*") if f.is_file()}
        return done, files


class RunGuide(unittest.TestCase):
    def test_blocks_share_one_shell_in_order(self):
        guide = "```bash\nmkdir a; cd a\nx=1\n```\ntext\n```bash\necho $x > b\n```\n"

        done, files = run(guide)

        self.assertEqual((done.returncode, files), (0, {"a/b": "1\n"}))

    def test_files_are_written_at_their_place(self):
        guide = ("```bash\nmkdir a; cd a\n```\n<!-- file: new/c.toml -->\n\n```toml\nx = 'q'\n```\n"
                 "```bash\ncat new/c.toml\n```\n")

        done, files = run(guide)

        self.assertEqual((done.returncode, files), (0, {"a/new/c.toml": "x = 'q'\n"}))

    def test_skipped_and_foreign_blocks_are_left_alone(self):
        guide = ("```bash skip\nfalse\n```\n```\nfalse\n```\n```python\nraise\n```\n"
                 "```bash\ntrue\n```\n")

        done, files = run(guide)

        self.assertEqual((done.returncode, files), (0, {}))

    def test_a_failing_command_stops_and_is_named(self):
        guide = "```bash\ntrue\n```\n```bash\n(exit 7)\n```\n```bash\ntouch late\n```\n"

        done, files = run(guide)

        self.assertEqual((done.returncode, files), (7, {}))
        self.assertIn("guide.md:4: the command above failed with status 7", done.stderr)

    def test_a_guide_without_commands_fails(self):
        done, _ = run("only text\n")

        self.assertEqual(done.returncode, 2)


if __name__ == "__main__":
    unittest.main()
