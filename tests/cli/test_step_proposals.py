# SPDX-License-Identifier: Apache-2.0
"""What info proposes as step where none was found: its pattern, given to --steps, finds as many steps as it says."""

import glob
import json
import os
import shlex
import subprocess
import sys
import tempfile
import unittest

PROGRAM = sys.argv.pop(1)
SOURCE = os.environ["STEPSCOPE_SOURCE"]
TRACES = os.path.abspath(os.environ.get("STEPSCOPE_TRACES", os.path.join(SOURCE, "..", "shared", "traces")))

# Found by hand. Of the other traces without steps nothing repeats that a person would call a step: single runs of a
# model, its layers, requests on many threads.
EXPECTED = {
    "HTA__with_gpu_user_annotation__step_based_trace_2543932.json.gz":
        [("Optimizer.step#SGD.step", 5), ("Optimizer.zero_grad#SGD.zero_grad", 5)],
    "param__linear_kineto.json.gz":
        [("Optimizer.step#SGD.step", 40), ("Optimizer.zero_grad#SGD.zero_grad", 40)],
}


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, timeout=120, text=True, check=False)


def as_json(*arguments):
    result = run(*arguments, "--json")
    assert result.returncode == 0, (arguments, result.stderr)
    return json.loads(result.stdout)


def real_traces():
    paths = glob.glob(os.path.join(TRACES, "kineto", "*.json*")) + glob.glob(os.path.join(TRACES, "rocm", "*.json"))
    paths += glob.glob(os.path.join(TRACES, "chrome_other", "*")) + glob.glob(os.path.join(TRACES, "kineto_multirank", "*"))
    paths += glob.glob(os.path.join(TRACES, "sagemaker", "*timeline*.json"))
    return sorted(paths)


def slices(category, name, count, begin_us=0, dur_us=50):
    return [{"ph": "X", "cat": category, "name": name.format(i), "pid": 1, "tid": 1, "ts": begin_us + 100 * i,
             "dur": dur_us} for i in range(count)]


class StepProposals(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def write(self, events, name="trace.json"):
        path = os.path.join(self.folder.name, name)
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"schemaVersion": 1, "traceEvents": events}, file)
        return path

    def check_patterns(self, path, proposals):
        for proposal in proposals:
            steps = as_json("stats", path, "--report", "steps", "--steps", proposal["pattern"])["steps"]
            self.assertEqual(len(steps), proposal["count"], (path, proposal))

    def test_steps_with_numbers_in_arguments_are_in_archives_too(self):
        events = [{"ph": "X", "name": "Step:ModeKeys.TRAIN", "pid": 1, "tid": 1, "ts": 10 * i, "dur": 5,
                   "args": {"step_num": str(100 + i)}} for i in range(3)]
        with tempfile.TemporaryDirectory() as folder:
            source, archive, back = (os.path.join(folder, name) for name in ("a.json", "a.archive", "a.stepscope"))
            with open(source, "w", encoding="ascii") as file:
                json.dump({"traceEvents": events}, file)
            for arguments in (source, "--archive", "-o", archive), (archive, "-o", back):
                subprocess.run([PROGRAM, "convert", *arguments], check=True, capture_output=True)
            result = subprocess.run([PROGRAM, "stats", back, "--report", "steps", "--json"], check=True, capture_output=True)
        self.assertEqual([step["number"] for step in json.loads(result.stdout)["steps"]], [100, 101, 102])

    def test_every_real_trace_has_the_proposals_that_were_found_by_hand(self):
        if not real_traces():
            self.skipTest(f"no traces in {TRACES}")
        for path in real_traces():
            with self.subTest(path):
                info = as_json("info", path)
                proposals = info["step_proposals"]
                found = [(proposal["name"], proposal["count"]) for proposal in proposals]
                self.assertEqual(found, EXPECTED.get(os.path.basename(path), []))
                if info["steps"] > 0:
                    self.assertEqual(proposals, [])
                self.check_patterns(path, proposals)

    def test_a_trace_with_steps_has_none(self):
        path = self.write(slices("user_annotation", "ProfilerStep#{}", 4) + slices("user_annotation", "forward", 4))
        self.assertEqual(as_json("info", path)["step_proposals"], [])
        self.assertNotIn("No steps found", run("info", path).stdout)

    def test_the_text_names_the_option_as_it_is_typed(self):
        path = self.write(slices("user_annotation", "it's batch {} of $HOME", 6))
        [line] = [line for line in run("info", path).stdout.splitlines() if "No steps found." in line]
        self.assertIn("'it's batch N of $HOME' repeats 6 times: --steps ", line)
        pattern = shlex.split(line[line.index("--steps"):])[1]
        self.assertEqual(len(as_json("stats", path, "--report", "steps", "--steps", pattern)["steps"]), 6)

    def test_names_of_all_kinds_give_patterns_that_find_them(self):
        names = ["Optimizer.step#AdamW.step", "## forward ##", "iteration {}", "train_batch/{}", "{}", "(a|b)* {} [c]",
                 "Schritt №{} – größer", "a\\d+", "step{}x"]
        for name in names:
            with self.subTest(name):
                path = self.write(slices("user_annotation", name, 7))
                proposals = as_json("info", path)["step_proposals"]
                if "{}x" in name:  # a number inside a word is no running number, and no name comes again
                    self.assertEqual(proposals, [])
                    continue
                self.assertEqual([(proposal["name"], proposal["count"]) for proposal in proposals],
                                 [(name.format("N"), 7)])
                self.check_patterns(path, proposals)
                if "{}" in name:
                    steps = as_json("stats", path, "--report", "steps", "--steps", proposals[0]["pattern"])["steps"]
                    self.assertEqual([step["number"] for step in steps], list(range(7)))

    def test_names_that_a_terminal_would_obey_are_not_proposed(self):
        for name in ("a\u009b31mRED", "\u202eevil", "a\u200bb", "a\u001b[31mRED"):
            with self.subTest(repr(name)):
                path = self.write(slices("user_annotation", name, 7))
                self.assertEqual(as_json("info", path)["step_proposals"], [])
                self.assertNotIn("No steps found", run("info", path).stdout)

    def test_ranks_are_counted_together(self):
        for rank in range(3):
            events = slices("user_annotation", "iteration {}", 5) + slices("user_annotation", "once", 1, 700)
            with open(os.path.join(self.folder.name, f"rank{rank}.json"), "w", encoding="utf-8") as file:
                json.dump({"schemaVersion": 1, "distributedInfo": {"rank": rank, "world_size": 3},
                           "traceEvents": events}, file)
        proposals = as_json("info", self.folder.name)["step_proposals"]
        self.assertEqual([(proposal["name"], proposal["count"]) for proposal in proposals], [("iteration N", 15)])
        self.check_patterns(self.folder.name, proposals)

    def test_a_name_that_comes_again_on_one_rank_is_not_numbered(self):
        # In sum there is one for each name and rank: what comes twice on one rank is missing on the other.
        numbers = [[0, 0, 1, 2, 3], [1, 2, 3]]
        for rank, own in enumerate(numbers):
            events = [event | {"name": f"part {number}"}
                      for number, event in zip(own, slices("user_annotation", "part", len(own)))]
            with open(os.path.join(self.folder.name, f"rank{rank}.json"), "w", encoding="utf-8") as file:
                json.dump({"schemaVersion": 1, "distributedInfo": {"rank": rank, "world_size": 2},
                           "traceEvents": events}, file)
        self.assertEqual(as_json("info", self.folder.name)["step_proposals"], [])

    def write_large(self, n, few):
        """A native file of n operators without length and a few other slices."""
        path = os.path.join(self.folder.name, "large.json")
        with open(path, "w", encoding="utf-8") as file:
            file.write('{"schemaVersion":1,"traceEvents":[')
            file.write('{"ph":"X","cat":"cpu_op","name":"o","pid":1,"tid":1,"ts":1,"dur":0},' * n)
            file.write(json.dumps(few)[1:] + "}")
        native = os.path.join(self.folder.name, f"{n}.stepscope")
        self.assertEqual(run("convert", path, "-o", native).returncode, 0)
        return native

    def test_profiles_of_more_than_a_million_slices_are_not_searched_and_info_says_so(self):
        few = slices("user_annotation", "train_batch", 7, 1000)
        for n, expected in ((2**20 - 7, [("train_batch", 7)]), (2**20 - 6, None)):
            with self.subTest(n):
                native = self.write_large(n, few)
                info = as_json("info", native)
                self.assertEqual(info["events"]["slices"], n + 7)
                proposals = info["step_proposals"]
                found = proposals and [(proposal["name"], proposal["count"]) for proposal in proposals]
                self.assertEqual(found, expected)
                text = run("info", native).stdout
                self.assertIn("No steps found", text)
                self.assertEqual("info proposes no steps" in text, expected is None)
                self.assertIn("--steps", text)

    def test_a_large_profile_with_steps_needs_no_search(self):
        native = self.write_large(2**20, slices("user_annotation", "ProfilerStep#{}", 3))
        info = as_json("info", native)
        self.assertEqual((info["steps"], info["step_proposals"]), (3, []))
        self.assertNotIn("No steps found", run("info", native).stdout)

    def test_a_native_file_has_the_same_proposals(self):
        path = self.write(slices("user_annotation", "train_batch", 5) + slices("cpu_op", "aten::mm", 5, 10, 5))
        native = os.path.join(self.folder.name, "trace.stepscope")
        self.assertEqual(run("convert", path, "-o", native).returncode, 0)
        self.assertEqual(as_json("info", native)["step_proposals"], as_json("info", path)["step_proposals"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
