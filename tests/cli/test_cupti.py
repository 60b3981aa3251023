# SPDX-License-Identifier: Apache-2.0
"""Files of CUPTI records on the command line. The same simulated run is written as PyTorch's JSON and as CUPTI's records:
what both of them record must give the same figures."""

import gzip
import json
import os
import subprocess
import sys
import tempfile
import unittest

PROGRAM, MAKE_TRACE, MAKE_CUPTI = (os.path.abspath(sys.argv.pop(1)) for _ in range(3))

# What comes from the shapes of operators, which CUPTI does not record, and from the name of the machine.
ONLY_IN_JSON = {"precision", "precisions", "tensor_core", "node"}


def run(*arguments, **options):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, timeout=120, check=False, text=True, **options)


def without(value, keys):
    if isinstance(value, dict):
        return {key: without(inner, keys) for key, inner in value.items() if key not in keys}
    return [without(inner, keys) for inner in value] if isinstance(value, list) else value


class Cupti(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def make(self, program, name, *options):
        path = os.path.join(self.folder, name)
        subprocess.run([program, "--steps", "6", *options, "-o", path], check=True, capture_output=True)
        return path

    def json(self, *arguments):
        result = run(*arguments, "--json")
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads(result.stdout)

    def test_figures_are_those_of_the_same_run_in_json(self):
        records = self.json("stats", self.make(MAKE_CUPTI, "run.cupti"))
        trace = self.json("stats", self.make(MAKE_TRACE, "run.json"))
        self.assertGreater(records["summary"]["steps"], 5)
        self.assertEqual(without(records, ONLY_IN_JSON), without(trace, ONLY_IN_JSON))

    def test_figures_are_the_same_for_every_release(self):
        wanted = without(self.json("stats", self.make(MAKE_CUPTI, "run.cupti", "--release", "13.0")), {"memory_use"})
        for release in ("11.2", "11.8", "12.3", "12.9", "13.3"):
            path = self.make(MAKE_CUPTI, f"run-{release}.cupti", "--release", release)
            self.assertEqual(without(self.json("stats", path), {"memory_use"}), wanted, release)

    def test_info_names_the_format_and_the_device(self):
        info = self.json("info", self.make(MAKE_CUPTI, "run.cupti"))
        self.assertEqual(info["format"], "cupti")
        self.assertIn("H100", json.dumps(info["devices"]))

    def test_a_packed_file_is_the_same(self):
        path = self.make(MAKE_CUPTI, "run.cupti")
        with open(path, "rb") as file, gzip.open(path + ".gz", "wb") as packed:
            packed.write(file.read())
        self.assertEqual(self.json("stats", path + ".gz"), self.json("stats", path))
        with open(path, "rb") as file:
            piped = subprocess.run([PROGRAM, "stats", "-", "--json"], stdin=file, capture_output=True, check=True)
        self.assertEqual(json.loads(piped.stdout)["kernels"], self.json("stats", path)["kernels"])

    def test_every_verb_takes_the_release_of_bare_records(self):
        path = self.make(MAKE_CUPTI, "bare", "--bare", "--release", "12.4")
        for verb in (("info",), ("stats",), ("check",)):
            self.assertEqual(run(*verb, path, "--cupti=12.4").returncode, 0)
        wrong = run("info", path, "--cupti=12.7")
        self.assertEqual(wrong.returncode, 2)
        self.assertIn('no CUDA release "12.7"', wrong.stderr)

    def test_the_cache_knows_nothing_of_a_chosen_release(self):
        path = self.make(MAKE_CUPTI, "bare", "--bare", "--release", "12.4")
        environment = dict(os.environ, XDG_CACHE_HOME=os.path.join(self.folder, "cache"))
        run("info", path, "--cache", "--cupti=11.0", env=environment)
        self.assertIn(" 0 ", run("check", path, env=environment).stdout)
        found = json.loads(run("info", path, "--cache", "--json", env=environment).stdout)
        again = json.loads(run("info", path, "--json", env=environment).stdout)
        self.assertEqual(found["events"], again["events"])
        chosen = json.loads(run("info", path, "--json", "--cupti=11.0", env=environment).stdout)
        self.assertNotEqual(chosen["events"], again["events"])

    def test_profiles_of_records_compare_with_those_of_json(self):
        result = run("compare", self.make(MAKE_TRACE, "run.json"), self.make(MAKE_CUPTI, "run.cupti"))
        self.assertEqual(result.returncode, 0, result.stderr)


if __name__ == "__main__":
    unittest.main()
