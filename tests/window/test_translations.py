# SPDX-License-Identifier: Apache-2.0
"""Each translation has every text, in a form that the program can fill in: test_translations.py ROOT.

What is not translated is shown in English, between texts that are.
"""

import os
import re
import subprocess
import sys
import tempfile
import unittest

import catalogue

ROOT = sys.argv.pop(1)
FOLDER = os.path.join(ROOT, "resources", "po")


def languages():
    with open(os.path.join(FOLDER, "LINGUAS"), encoding="utf-8") as file:
        return [line.strip() for line in file if line.strip() and not line.startswith("#")]


class Translations(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.template = os.path.join(cls.folder.name, "stepscope.pot")
        with open(cls.template, "w", encoding="utf-8") as file:
            file.write(catalogue.template(ROOT)[0].replace("charset=CHARSET", "charset=UTF-8"))

    def merged(self, language):
        path = os.path.join(self.folder.name, language + ".po")
        subprocess.run(["msgmerge", "-q", "-N", "-o", path, os.path.join(FOLDER, language + ".po"), self.template],
                       check=True, capture_output=True)
        return path

    def test_every_text_is_translated(self):
        for language in languages():
            path = self.merged(language)
            for what in ("--untranslated", "--only-fuzzy"):
                left = subprocess.run(["msgattrib", what, "--no-obsolete", path], check=True, capture_output=True, text=True).stdout
                texts = re.findall(r'^msgid "(.+)"', left, re.M)
                self.assertEqual(texts, [], f"{language}: {what[2:]}")

    def test_formats_and_plural_forms_agree(self):
        for language in languages():
            result = subprocess.run(["msgfmt", "--check", "-o", os.devnull, os.path.join(FOLDER, language + ".po")],
                                    capture_output=True, text=True, check=False)
            self.assertEqual((result.returncode, result.stderr), (0, ""), language)

    def test_there_is_a_translation(self):
        self.assertEqual(languages(), ["es", "id"])


if __name__ == "__main__":
    unittest.main()
