# SPDX-License-Identifier: Apache-2.0
"""The examples of resources/ci do what they say: their commands are extracted and run, for a run that is as fast as the
baseline and for one that is slower.

    test_ci_examples.py PROGRAM MAKE_TRACE
"""

import glob
import gzip
import os
import re
import subprocess
import sys
import tempfile
import unittest

PROGRAM, MAKE_TRACE = sys.argv.pop(1), sys.argv.pop(1)
EXAMPLES = os.path.join(os.environ["STEPSCOPE_SOURCE"], "resources", "ci")
COMMAND = re.compile(r"^ +- (?:run: )?((?:python3|stepscope-cli) .*)$", re.M)
SUMMARIES = {"github-actions.yml": "summary.md", "gitlab-ci.yml": "step-time.md"}

# Stands for the job: "training" leaves the trace that lies ready.
TRAIN = """import shutil, sys
shutil.copyfile("ready.json.gz", sys.argv[sys.argv.index("--trace") + 1])
"""


def text_of(name):
    with open(os.path.join(EXAMPLES, name), encoding="utf-8") as file:
        return file.read()


class Examples(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        os.mkdir(self.path("bin"))
        os.symlink(os.path.abspath(PROGRAM), self.path("bin/stepscope-cli"))
        with open(self.path("train.py"), "w", encoding="utf-8") as file:
            file.write(TRAIN)
        self.make("baseline.json.gz")

    def path(self, name):
        return os.path.join(self.folder, name)

    def make(self, name, *options):
        made = subprocess.run([MAKE_TRACE, "--steps", "12", "--no-stalls", *options, "-o", "-"], check=True,
                              capture_output=True).stdout
        with gzip.open(self.path(name), "wb", 1) as file:
            file.write(made)

    def run_commands(self, name):
        """Runs the commands of an example, one shell a command, until one fails, as these services do."""
        commands = COMMAND.findall(text_of(name))
        self.assertEqual(len(commands), 2, commands)
        environment = {**os.environ, "PATH": self.path("bin") + os.pathsep + os.environ["PATH"],
                       "GITHUB_STEP_SUMMARY": self.path("summary.md")}
        for command in commands:
            result = subprocess.run(["sh", "-e", "-c", command], cwd=self.folder, env=environment, capture_output=True,
                                    text=True, timeout=120, check=False)
            if result.returncode != 0:
                break
        return result

    def summary(self, name):
        with open(self.path(SUMMARIES[name]), encoding="utf-8") as file:
            return file.read()

    def test_every_example_is_tested_and_short(self):
        names = sorted(os.path.basename(path) for path in glob.glob(os.path.join(EXAMPLES, "*")))
        self.assertEqual(names, sorted(SUMMARIES))
        for name in names:
            text = text_of(name)
            self.assertLessEqual(len(text.splitlines()), 12, name)
            self.assertNotIn("\t", text)

    def test_a_run_as_fast_as_the_baseline_passes(self):
        self.make("ready.json.gz")
        for name in SUMMARIES:
            with self.subTest(name):
                result = self.run_commands(name)
                self.assertEqual((result.returncode, result.stderr), (0, ""))
                self.assertIn("step.median", self.summary(name))

    def test_a_slower_run_fails_and_says_why(self):
        self.make("ready.json.gz", "--inject", "removed-overlap")
        for name in SUMMARIES:
            with self.subTest(name):
                result = self.run_commands(name)
                self.assertEqual(result.returncode, 6, result.stderr)
                self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
                self.assertIn("step.median > +5%", result.stderr)
                self.assertIn("|", self.summary(name))


if __name__ == "__main__":
    if subprocess.run([PROGRAM, "compare", "--help"], capture_output=True, check=False).returncode != 0:
        sys.exit("the program has no verb compare")
    unittest.main()
