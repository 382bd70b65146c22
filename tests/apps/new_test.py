#!/usr/bin/python3
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
"""kapprox new: what it writes, and that it writes nothing when it refuses. (That the folder builds,
loads and passes verify is shown by sdk.out_of_tree and sdk.guide.)"""

import os
import unittest

from program import SOURCE, ProgramTest

# Kind: (folder of the template, its method, its classes without the new name).
TEMPLATES = {"kernel": ("template", "template_positive", ["Features"]),
             "scorer": ("template_scorer", "template_mean", ["Scorer", "Summary"]),
             "softmax": ("template_softmax", "template_softcap", ["Softmax"])}


class New(ProgramTest):
    def test_three_files_with_the_new_name(self):
        out, _ = self.kapprox("new", "my_method2")
        folder = self.folder / "my_method2"
        text = (folder / "my_method2.cpp").read_text(encoding="utf-8")

        self.assert_contains(out, "my_method2.cpp", "kapprox verify my_method2/build/my_method2.so")
        self.assertEqual(sorted(path.name for path in folder.iterdir()),
                         ["CMakeLists.txt", "README.md", "my_method2.cpp"])
        self.assert_contains(text, "class MyMethod2Features final", 'KAPPROX_PLUGIN("my_method2"')
        self.assertIn("kapprox_add_plugin(my_method2 SOURCES my_method2.cpp)",
                      (folder / "CMakeLists.txt").read_text(encoding="utf-8"))
        for path in folder.iterdir():
            self.assertNotRegex(path.read_text(encoding="utf-8"), "(?i)template", path.name)

    def test_the_files_are_those_of_the_template(self):
        for kind, (folder, method, endings) in TEMPLATES.items():
            self.kapprox("new", f"mine_{kind}", "--kind", kind)

            for name in [f"{folder}.cpp", "README.md", "CMakeLists.txt"]:
                own = name.replace(folder, f"mine_{kind}")
                template = (SOURCE / "plugins" / folder / name).read_text(encoding="utf-8")
                template = template.replace(method, f"mine_{kind}").replace(folder, f"mine_{kind}")
                for ending in endings:
                    template = template.replace(f"Template{ending}", f"Mine{kind.title()}{ending}")
                with self.subTest(kind=kind, name=name):
                    text = (self.folder / f"mine_{kind}" / own).read_text(encoding="utf-8")
                    self.assertEqual(text, template)
                    self.assertNotRegex(text, "(?i)template")

    def test_the_kind_is_kernel_unless_it_is_said(self):
        self.kapprox("new", "mine")

        self.assertIn("RandomFeatureMap", (self.folder / "mine/mine.cpp").read_text(encoding="utf-8"))

    def test_wrong_kinds(self):
        for kind, words in [("scorr", "did you mean 'scorer'?"),
                            ("attention", "kernel, scorer or softmax; for others see docs/"),
                            ("", "--kind is ''"), ("Kernel", "did you mean 'kernel'?")]:
            with self.subTest(kind=kind):
                self.assert_contains(self.refused("new", "mine", "--kind", kind), f"--kind is '{kind}'",
                                     words)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_into_another_folder(self):
        (self.folder / "here").mkdir()

        self.kapprox("new", "mine", "--into", "here")

        self.assertTrue((self.folder / "here/mine/mine.cpp").is_file())

    def test_wrong_names(self):
        for name, words in [("Mine", "lower-case"), ("2mine", "lower-case"), ("my-method", "lower-case"),
                            ("../mine", "lower-case"), ("trig", "kernel:trig of plugin trig"),
                            ("test", "a build takes for itself"), ("block", "a build takes")]:
            with self.subTest(name=name):
                self.assert_contains(self.refused("new", name), f"NAME is '{name}'", words)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_what_exists_stays(self):
        (self.folder / "mine").mkdir()
        (self.folder / "yours").write_text("a file", encoding="utf-8")

        for name in ["mine", "yours"]:
            self.assert_contains(self.refused("new", name), f"{name} exists")
        self.assert_contains(self.refused("new", "mine", "--into", "nowhere"), "'nowhere'")
        self.assertEqual(list((self.folder / "mine").iterdir()), [])

    @unittest.skipIf(os.geteuid() == 0, "root writes everywhere")
    def test_a_folder_that_cannot_be_written(self):
        (self.folder / "locked").mkdir(mode=0o500)

        self.assert_contains(self.refused("new", "mine", "--into", "locked", status=3), "locked/mine")


if __name__ == "__main__":
    unittest.main()
