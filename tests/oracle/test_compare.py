# SPDX-License-Identifier: Apache-2.0
"""`compare --json` against an independent computation of the same figures (compare_oracle.py), on real pairs and on pairs
with an injected difference; what was injected is named first; runs that differ by noise alone are said not to differ.

    test_compare.py PROGRAM MAKE_TRACE
"""

import functools
import glob
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import unittest
from fractions import Fraction

import traces
from compare_oracle import Side, compare, other_differences, share_warm_up
from difference import Difference
from kineto_run import KinetoRun, job

PROGRAM, MAKE_TRACE = sys.argv[1:3]
STEPS = 24
FEW_STEPS = 10  # where their number says nothing: enough for intervals, and to leave out a warm-up
NOISE_PAIRS = 20  # in each of NOISE_SETS
NOISE_SETS = 2
TABLES = ("kernels", "collectives", "idle", "operators", "modules", "annotations", "runtime")

# What is injected, and how the first sentence of the headline has to call it: one of these words.
INJECTED = {"kernel-slower=30%": ("flash_bwd_dq_dk_dv",), "added-memcpy": ("Memcpy HtoD (Pageable -> Device)",),
            "removed-overlap": ("exposed `AllReduce",), "slow-loader=2/24": ("dataloader",)}


def make(folder, name, *options, steps=STEPS):
    """A trace of so many steps."""
    path = os.path.join(folder, name)
    subprocess.run([MAKE_TRACE, "--steps", str(steps), *options, "-o", path], check=True, stderr=subprocess.DEVNULL)
    return path


def compared(*arguments):
    return traces.output(PROGRAM, "compare", *arguments)


@functools.lru_cache(maxsize=9)
def run_of(path):
    return KinetoRun(path)


def compare_summary(d, got, want, index):
    got = {row["key"]: row for row in got["summary"]}
    d.same("keys of the summary", list(got), [row["key"] for row in want["summary"]])
    for w in want["summary"]:
        g, key = got.get(w["key"]), w["key"]
        if g is None:
            continue
        for member in ("values", "totals", "divisors"):
            for side, at in ((0, 0), (1, index)):
                wanted = None if w[member] is None else w[member][side]
                told = None if g[member] is None else g[member][at]
                if member == "values":
                    d.near(f"{key} {member} {side}", told, wanted, 1e-12, 1e-6)
                else:
                    d.same(f"{key} {member} {side}", told, wanted)
        d.same(key + " n", [g["n"][0], g["n"][index]], w["n"])
        d.near(key + " difference", g["differences"][index], w["differences"][1], 1e-12, 1e-6)
        d.near(key + " ratio", g["ratios"][index], w["ratios"][1], 1e-12, 1e-12)
        d.same(key + " differs", g["differs"][index], w["differs"][1])
        interval = g["intervals"][index]
        if interval is None or w["intervals"][1] is None:
            d.same(key + " interval", interval, w["intervals"][1])
            continue
        for side, name in enumerate(("low", "high")):
            d.near(f"{key} {name}", interval[side], w["intervals"][1][side], 1e-9, 1e-3)


def compare_order(d, table, rows, index):
    """The largest |difference| first, over all other profiles; then the larger total of the baseline; then by name, bytewise."""
    keys = [(-max(abs(x or 0) for x in row["differences_ns"][1:]), -(row["total_ns"][0] or 0),
             next(name.encode() for name in row["names"] if name is not None)) for row in rows]
    for i, (before, after) in enumerate(zip(keys, keys[1:])):
        if before[0] > after[0] + 1e-6 or (abs(before[0] - after[0]) < 1e-9 and before[1:] > after[1:]):
            d.same(f"{table}: order of rows {i} and {i + 1}", before, after)
            return


def compare_table(d, table, got, want, index):
    compare_order(d, table, got[table], index)
    told, wanted = {}, {}
    for row in got[table]:
        told.setdefault((row["names"][0], row["names"][index]), []).append(row)
    for row in want[table]:
        wanted.setdefault(tuple(row["names"]), []).append(row)
    for key in told.keys() - wanted.keys() - {(None, None)}:
        d.same(f"{table}: row", key, None)
    pairs = []
    for key, rows in wanted.items():
        own = sorted(told.get(key, []), key=lambda row: (row["total_ns"][0], row["total_ns"][index]))
        d.same(f"{table}: rows {str(key)[:100]}", len(own), len(rows))
        pairs += [(key, g, w) for g, w in zip(own, sorted(rows, key=lambda row: row["total_ns"]))]
    for key, g, w in pairs:
        at = f"{table}: {str(key)[:100]} "
        d.same(at + "match", g["match"] if index == 1 else g["matches"][index], w["match"])
        for side, column in ((0, 0), (1, index)):
            d.same(at + f"count {side}", g["counts"][column], w["counts"][side])
            d.same(at + f"total {side}", g["total_ns"][column], w["total_ns"][side])
            d.near(at + f"per step {side}", g["per_step_ns"][column], w["per_step_ns"][side], 1e-12, 1e-6)
        d.near(at + "difference", g["differences_ns"][index], w["differences_ns"][1], 1e-12, 1e-6)
        d.near(at + "p", g["p"][index], w["p"][1], 1e-6, 1e-12)
        d.same(at + "changed", g["changed"][index], w["changed"][1])


def compare_waterfall(d, got, want, index):
    if "waterfall" not in want:
        return
    g, w = [x for x in got["waterfall"] if x["profile"] == index][0], want["waterfall"][0]
    d.near("from", g["from_ns"], w["from_ns"], 1e-12, 1e-6)
    d.near("to", g["to_ns"], w["to_ns"], 1e-12, 1e-6)
    d.near("sum of the parts", sum(x["difference_ns"] for x in g["parts"]), w["to_ns"] - w["from_ns"], 0, 1e-6)
    parts = {x["name"]: x for x in g["parts"]}
    d.same("parts", list(parts), [x["name"] for x in w["parts"]])
    for part in w["parts"]:
        own = parts.get(part["name"])
        if own is None:
            continue
        d.near(part["name"], own["difference_ns"], part["difference_ns"], 0, 1e-6)
        d.near(part["name"] + ", sum of its kernels", sum(x["difference_ns"] for x in own["kernels"]), part["difference_ns"],
               0, 1e-6)
        named = {tuple(x["names"]): x["difference_ns"] for x in own["kernels"] if x["name"] != ""}
        rest = sum(x["difference_ns"] for x in own["kernels"] if x["name"] == "")
        wanted = {tuple(x["names"]): x["difference_ns"] for x in part["kernels"]}
        for names, difference in wanted.items():
            if names not in named:
                # One of several with the same contribution, of which not all are named.
                if abs(abs(difference) - min(map(abs, wanted.values()))) > 1e-6:
                    d.same(f"{part['name']}: {str(names)[:80]}", None, float(difference))
                continue
            d.near(f"{part['name']}: {str(names)[:80]}", named[names], difference, 0, 1e-6)
        if set(named) == set(wanted):
            d.near(part["name"] + ", rest", rest, part["rest_ns"], 0, 1e-6)


def duration(ns):
    """Of less than a minute, as the program writes it."""
    ns = abs(float(ns))
    if ns < 999.5:
        return f"{math.floor(ns + 0.5)} ns"
    unit, at = next((unit, ns / size) for unit, size, below in (("µs", 1e3, 999.95e3), ("ms", 1e6, 999.95e6), ("s", 1e9, 6e10))
                    if ns < below)
    return f"{at:.{3 if at < 9.9995 else 2 if at < 99.995 else 1}f} {unit}"


EXPOSED = {"compute": "", "exposed_communication": " exposed", "exposed_copies": " exposed"}
WHOLE = {"compute": "compute kernels", "exposed_communication": "exposed communication",
         "exposed_copies": "exposed memcpy and memset"}
REPLACED = {"compute": "compute kernels", "exposed_communication": "communication kernels", "exposed_copies": "memcpy and memset"}


def alone_pattern(part, alone, label, other_label, n_sides):
    """Of kernels that one side has and the other not."""
    n, ns = alone
    what = "`[^`]*`" if n == 1 else f"{n} " + ("sorts of copies" if part == "exposed_copies" else "kernels")
    return f"{duration(ns)} of {what} " + (f"only in {label}" if n_sides == 2 else f"that {other_label} lacks")


def cause_pattern(cause, label, n_sides, is_against):
    """How the program has to say a cause."""
    part, more_or_less = cause["part"], " less" if cause["ns"] < 0 else " more" if is_against else ""
    begin = duration(cause["ns"]) + more_or_less
    if "added" in cause:
        added = alone_pattern(part, cause["added"], label, "A", n_sides)
        removed = alone_pattern(part, cause["removed"], "A", label, n_sides)
        return rf"{begin}{EXPOSED[part]} in replaced {REPLACED[part]} \({added}, {removed}\)"
    if "is_other" in cause:
        return f"{begin} {'in other ' if cause['is_other'] else ''}{WHOLE[part]}"
    if cause["names"] is None:
        return rf"{begin} idle while [^()]* \({part[5:]}\)"
    alone = [name is None for name in cause["names"]]
    having, lacking = (label, "A") if alone[0] else ("A", label)
    which = "" if not any(alone) else f", which only {having} has" if n_sides == 2 else f", which {lacking} lacks"
    return f"{begin}{EXPOSED[part]} `[^`]*`(?: replaced by `[^`]*`)?{which}"


def causes_pattern(causes, difference, label, n_sides):
    if not causes["same"]:
        return ""
    text = ": " + ", ".join(cause_pattern(x, label, n_sides, False) for x in causes["same"])
    if causes["against"]:
        text += ", against " + ", ".join(cause_pattern(x, label, n_sides, True) for x in causes["against"])
    if causes["rest"] is not None:
        word = "against" if causes["rest"] * difference < 0 and not causes["against"] else "and"
        text += f", {word} {duration(causes['rest'])} {'more' if causes['rest'] > 0 else 'less'} in everything else"
    return text


FIGURES = {"gpu_active": "the GPU is active", "compute": "compute takes", "communication": "communication takes",
           "exposed_communication": "exposed communication takes", "exposed_copies": "exposed memcpy and memset take",
           "idle": "the GPU is idle"}


def compare_other_differences(d, sentence, rows):
    """Where the step time does not differ, the other figures that do."""
    found = re.search(r"\)\. But ((?:the GPU is|[a-z ]+ takes?|there are) .*)\.$", sentence)
    named = [] if found is None else found[1].split(", and ")
    wanted = other_differences(rows)
    d.same(f"number of figures in {sentence}", len(named), len(wanted))
    for told, (key, ratio, difference) in zip(named, wanted):
        if key in FIGURES:
            d.same(f"{key} in {sentence}", bool(re.fullmatch(FIGURES[key] + f" .* {'longer' if difference > 0 else 'less'}", told)),
                   True)
        else:
            d.same(f"{key} in {sentence}",
                   bool(re.fullmatch(f"there are .* {'more' if difference > 0 else 'fewer'} {key}", told)), True)
        percent = re.search(r"([\d.]+) %", told)
        if percent is not None and ratio:
            d.near(f"{key} in {sentence}", float(percent[1]), abs(float(ratio) - 1) * 100, 0.06, 0.06)


def compare_headline(d, got, want, index):
    """It names the largest causes, and all of it adds up to the difference."""
    if "waterfall" not in want:
        return
    waterfall, n_sides = want["waterfall"][0], len(got["profiles"])
    label = chr(ord("A") + index)
    own = [x for x in got["headline"] if n_sides == 2 or x.startswith(f"{label}: ")]
    sentence = next(x for x in own if not re.match(r"(.: )?\d+ of \d+ steps", x))
    difference = waterfall["to_ns"] - waterfall["from_ns"]
    if "No difference beyond" in sentence:
        compare_other_differences(d, sentence, want["summary"])
        return
    if difference == 0 or not waterfall["causes"]["is_clear"]:
        return
    pattern = causes_pattern(waterfall["causes"], difference, label, n_sides)
    d.same(f"causes of {sentence} (want {pattern})",
           bool(re.search(r" %(, 95 % interval [^)]*)?\)" + pattern + r"\.( |$)", sentence)), True)


def differences(sides, got):
    """What differs between the program and the oracle for one baseline and any number of others."""
    found = []
    names = [os.path.basename(side.run.path)[:40] for side in sides]
    has_steps = all(side.samples for side in sides)
    if has_steps:
        share_warm_up(sides)
    for index, side in enumerate(sides[1:], 1):
        d = Difference(f"{names[0]} to {names[index]}")
        want = compare(sides[0], side, index, has_steps)
        for at, profile in ((0, want["profiles"][0]), (index, want["profiles"][1])):
            d.same(f"window of profile {at}", got["profiles"][at]["window_ns"], profile["window_ns"])
            for member in ("steps", "ranks", "gpus", "outside_steps_ns"):
                d.same(f"{member} of profile {at}", got["profiles"][at][member], profile[member])
        for at, own in ((0, sides[0]), (index, side)):
            d.same(f"warm-up of profile {at}", got["profiles"][at]["left_out"]["warmup"], own.n_warm_up if has_steps else 0)
        compare_summary(d, got, want, index)
        for table in TABLES:
            compare_table(d, table, got, want, index)
        compare_waterfall(d, got, want, index)
        compare_headline(d, got, want, index)
        found += d.found
    return found


def figures_of_stats(path, side):
    """Per step and device, the mean over the used steps, from `stats`; the whole profile where there is none."""
    if not side.has_steps:
        summary = traces.output(PROGRAM, "stats", "--report", "summary", path)["summary"]
        return {key: Fraction(summary[name], max(summary["devices"], 1)) for key, name in
                (("compute", "compute_ns"), ("exposed_communication", "exposed_communication_ns"), ("gpu_active", "busy_ns"),
                 ("kernels", "kernel_count"))}
    breakdown = traces.output(PROGRAM, "stats", "--report", "breakdown", path)["breakdown"]
    steps = [breakdown[i] for i in side.used]
    devices = max(len(run_of(path).devices), 1)
    means = {key: Fraction(sum(step[name] for step in steps), len(steps) * devices) for key, name in
             (("compute", "compute_ns"), ("exposed_communication", "exposed_communication_ns"),
              ("exposed_copies", "exposed_copy_ns"), ("idle", "idle_ns"))}
    means["step.mean"] = Fraction(sum(step["wall_ns"] for step in steps), len(steps))
    means["gpu_active"] = means["compute"] + means["exposed_communication"] + means["exposed_copies"]
    return means


class Compared(unittest.TestCase):
    maxDiff = None

    def assert_no_differences(self, paths, got=None):
        self.assert_same_as_oracle([Side(run_of(path)) for path in paths], got or compared(*paths))

    def assert_same_as_oracle(self, sides, got):
        found = differences(sides, got)
        self.assertEqual(found[:20], [], f"{len(found)} differences")

    def assert_summary_is_that_of_stats(self, paths, got):
        rows = {row["key"]: row for row in got["summary"]}
        sides = [Side(run_of(path)) for path in paths]
        share_warm_up(sides)
        for at, path in enumerate(paths):
            sides[at].use_steps(all(side.samples for side in sides))
            for key, value in figures_of_stats(path, sides[at]).items():
                told = rows[key]["values"][at]
                self.assertIsNotNone(told, key)
                self.assertAlmostEqual(told, float(value), delta=1e-6, msg=f"{key} of {path}")


class Injected(Compared):
    """Pairs that differ in one thing."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.base = make(cls.folder.name, "base.json", "--no-stalls")
        cls.others = {}
        for i, injection in enumerate(INJECTED):
            truth = os.path.join(cls.folder.name, f"truth{i}.json")
            path = make(cls.folder.name, f"other{i}.json", "--no-stalls", "--inject", injection, "--truth", truth)
            with open(truth, encoding="utf-8") as file:
                cls.others[injection] = path, json.load(file)
        cls.got = {injection: compared(cls.base, path) for injection, (path, _) in cls.others.items()}

    def test_figures_are_those_of_the_oracle(self):
        for injection, (path, _) in self.others.items():
            with self.subTest(injection):
                self.assert_no_differences([self.base, path], self.got[injection])

    def test_several_others_are_each_compared_with_the_baseline(self):
        self.assert_no_differences([self.base] + [path for path, _ in self.others.values()])

    def test_modules_are_matched_along_their_path(self):
        paths = [make(self.folder.name, f"stacks{i}.json", "--stacks", "--noise", str(i), steps=FEW_STEPS) for i in (1, 2)]
        got = compared(*paths)
        self.assertTrue(got["modules"])
        self.assert_no_differences(paths, got)

    def test_renamed_modules_are_matched_by_what_they_contain(self):
        path = make(self.folder.name, "named.json", "--stacks", "--noise", "1", steps=FEW_STEPS)
        renamed = os.path.join(self.folder.name, "renamed.json")
        with open(path, encoding="utf-8") as file, open(renamed, "w", encoding="utf-8") as out:
            out.write(file.read().replace("nn.Module: SelfAttention_", "nn.Module: Attention_"))
        got = compared(path, renamed)
        self.assertEqual(sorted({row["match"] for row in got["modules"]}), ["contents", "exact"])
        self.assert_no_differences([path, renamed], got)

    def test_contributions_add_up_to_the_injected_change(self):
        for injection, (_, truth) in self.others.items():
            with self.subTest(injection):
                waterfall = self.got[injection]["waterfall"][0]
                change = Fraction(truth["difference_ns"], len(truth["steps"]))
                self.assertAlmostEqual(waterfall["to_ns"] - waterfall["from_ns"], float(change), delta=1e-6)
                self.assertAlmostEqual(sum(x["difference_ns"] for x in waterfall["parts"]), float(change), delta=1e-6)
                for part in waterfall["parts"]:
                    kernels = sum(x["difference_ns"] for x in part["kernels"])
                    self.assertAlmostEqual(kernels, part["difference_ns"], delta=1e-6)
                largest = max(waterfall["parts"], key=lambda x: abs(x["difference_ns"]))
                wanted = truth["injected"][0]
                self.assertEqual(largest["name"].split(".")[0], wanted["part"])
                if wanted["name"] is not None:
                    self.assertEqual(largest["kernels"][0]["name"], wanted["name"])
                else:
                    self.assertEqual(largest["name"], "idle.dataloader")

    def test_injected_difference_is_named_first(self):
        for injection, got in self.got.items():
            with self.subTest(injection):
                self.assert_named_first(" ".join(got["headline"]), injection)

    def assert_named_first(self, headline, injection):
        places = {}
        for name, words in INJECTED.items():
            found = [headline.find(word) for word in words if word in headline]
            if found:
                places[name] = min(found)
        self.assertIn(injection, places, headline)
        self.assertEqual(min(places, key=places.get), injection, headline)

    def test_a_profile_does_not_differ_from_itself(self):
        got = compared(self.base, self.base)
        for row in got["summary"]:
            self.assertIn(row["differs"][1], (False, None), row["key"])
            self.assertEqual(row["differences"][1], 0, row["key"])
        for part in got["waterfall"][0]["parts"]:
            self.assertEqual(part["difference_ns"], 0, part["name"])
        for table in TABLES:
            self.assertFalse([row for row in got[table] if row["changed"][1]], table)

    def test_summary_is_that_of_stats(self):
        paths = [self.base, self.others["removed-overlap"][0]]
        self.assert_summary_is_that_of_stats(paths, self.got["removed-overlap"])


class Noise(Compared):
    """Runs of one job, which differ from each other as measured runs do."""

    def pair(self, folder, seed, *options):
        return [make(folder, "a.json", "--noise", str(2 * seed - 1)),
                make(folder, "b.json", "--noise", str(2 * seed), *options)]

    def test_runs_that_differ_by_noise_are_said_not_to_differ(self):
        for first in range(1, NOISE_SETS * NOISE_PAIRS, NOISE_PAIRS):
            with self.subTest(first=first):
                self.check_noise(range(first, first + NOISE_PAIRS))

    def check_noise(self, seeds):
        alarms, figures = [], []
        for seed in seeds:
            with tempfile.TemporaryDirectory() as folder:
                got = compared(*self.pair(folder, seed))
            step = next(row for row in got["summary"] if row["key"] == "step.mean")
            self.assertIsNotNone(step["differs"][1])
            if step["differs"][1] or not says_no_difference(got["headline"]):
                alarms.append((seed, step["intervals"][1], got["headline"]))
            figures += [(seed, sentence) for sentence in got["headline"] if " But " in sentence]
        self.assertLessEqual(len(alarms), 1, alarms)
        self.assertLessEqual(len(figures), 1, figures)

    def test_figures_are_those_of_the_oracle(self):
        with tempfile.TemporaryDirectory() as folder:
            for seed, options in ((1, ()), (2, ("--inject", "kernel-slower=30%")), (3, ("--inject", "removed-overlap"))):
                with self.subTest(seed):
                    paths = self.pair(folder, seed, *options)
                    run_of.cache_clear()
                    self.assert_no_differences(paths)


def slice_of(category, name, begin, length, tid=1, **args):
    return {"ph": "X", "cat": category, "name": name, "pid": 1, "tid": tid, "ts": begin, "dur": length, "args": args}


class Hidden(Compared):
    """A memcpy that runs beside a kernel in one profile and after it in the other."""

    def run_with_copy(self, folder, name, copy_after, length):
        events = []
        for i in range(12):
            begin = i * 2000 + i * 7 % 5
            on_device = {"device": 0, "stream": 7, "correlation": 2 * i + 1}, {"device": 0, "stream": 8, "correlation": 2 * i + 2}
            events += [slice_of("user_annotation", f"ProfilerStep#{i}", begin, length),
                       slice_of("cuda_runtime", "cudaLaunchKernel", begin + 1, 2, correlation=2 * i + 1),
                       slice_of("cuda_runtime", "cudaMemcpyAsync", begin + 5, 2, correlation=2 * i + 2),
                       slice_of("kernel", "gemm", begin + 10, 800, tid=7, **on_device[0]),
                       slice_of("gpu_memcpy", "Memcpy HtoD", begin + copy_after, 600, tid=8, **on_device[1])]
        path = os.path.join(folder, name)
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"traceEvents": events}, file)
        return path

    def test_a_hidden_memcpy_is_not_said_to_be_missing(self):
        with tempfile.TemporaryDirectory() as folder:
            paths = self.run_with_copy(folder, "a.json", 50, 1500), self.run_with_copy(folder, "b.json", 850, 1900)
            got = compared(*paths)
            self.assertIn("exposed `Memcpy HtoD`", got["headline"][0])
            self.assertNotIn("only B has", got["headline"][0])
            self.assert_no_differences(paths, got)


class Ranks(Compared):
    """Directories of ranks: a sample is a step on all of them."""

    SUMS = ("compute", "exposed_communication", "exposed_copies", "gpu_active", "communication", "idle", "kernels")

    def make_job(self, folder, name, *options):
        os.mkdir(os.path.join(folder, name))
        return [make(folder, os.path.join(name, f"rank{rank}.json"), "--rank", str(rank), *options, steps=FEW_STEPS)
                for rank in range(2)]

    def check(self, folders, jobs):
        sides = [Side(job(paths)) for paths in jobs]
        self.assert_same_as_oracle(sides, compared(*folders))
        return sides

    def test_two_ranks(self):
        with tempfile.TemporaryDirectory() as folder:
            jobs = [self.make_job(folder, "a", "--no-stalls"),
                    self.make_job(folder, "b", "--no-stalls", "--inject", "removed-overlap")]
            sides = self.check([os.path.join(folder, "a"), os.path.join(folder, "b")], jobs)
            self.assertEqual([len(run.steps) for side in sides for run in side.runs], [FEW_STEPS] * 4)

    def test_eight_ranks_of_dlrm_are_the_sum_of_each(self):
        folder = os.path.join(traces.ROOT, "kineto_multirank", "dlrm_8rank")
        if not os.path.isdir(folder):
            self.skipTest(f"there are no real traces in {traces.ROOT}")
        ranks = sorted(glob.glob(os.path.join(folder, "worker*")))
        self.check([folder, ranks[2]], [ranks, ranks[2:3]])
        for rank in (0, 5):
            alone = {row["key"]: row for row in compared(ranks[0], ranks[rank])["summary"]}
            within = {row["key"]: row for row in compared(folder, "--rank", "0", "--rank", str(rank))["summary"]}
            for key in ("step.mean", *self.SUMS, "launches"):
                self.assertEqual(within[key]["values"], alone[key]["values"], key)


class Scopes(Compared):
    """A run is compared with itself: steps, ranges of steps and windows."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.path = make(cls.folder.name, "run.json", "--noise", "4", "--inject", "slow-loader=2/24")

    def check(self, options, scopes):
        run = run_of(self.path)
        self.assert_same_as_oracle([Side(run, **scope) for scope in scopes], compared(self.path, *options))

    def test_a_step_with_another(self):
        self.check(["--step", "15", "--step", "20"], [{"numbers": {15}}, {"numbers": {20}}])

    def test_a_step_with_the_median_step(self):
        side = Side(run_of(self.path))
        used = sorted((run_of(self.path).steps[i] for i in side.used), key=lambda x: x.end - x.begin)
        middle = used[(len(used) - 1) // 2].number
        self.check(["--step", "15", "--step", "median"], [{"numbers": {15}}, {"numbers": {middle}}])

    def test_the_first_half_of_the_steps_with_the_second(self):
        halves = [{"numbers": set(range(10, 22))}, {"numbers": set(range(22, 34))}]
        self.check(["--steps", "10..21", "--steps", "22.."], halves)

    def test_windows(self):
        end = run_of(self.path).end
        half = end // 2
        self.check(["--window", f"0..{half}", "--window", f"{half}.."], [{"window": (0, half)}, {"window": (half, end)}])

    def test_windows_without_a_step(self):
        step = run_of(self.path).steps[6]
        begin, length = step.host_begin + 100000, (step.host_end - step.host_begin) // 3
        windows = [(begin, begin + length), (begin + length, begin + 2 * length)]
        options = [word for a, b in windows for word in ("--window", f"{a}..{b}")]
        self.check(options, [{"window": window} for window in windows])


def says_no_difference(headline):
    return any(sentence.startswith("No difference beyond the spread") for sentence in headline)


class Real(Compared):
    """Real pairs; skipped where there are no real traces."""

    def setUp(self):
        if not os.path.isdir(os.path.join(traces.ROOT, "kineto")):
            self.skipTest(f"there are no real traces in {traces.ROOT}")

    def check(self, *paths):
        got = compared(*paths)
        self.assert_no_differences(paths, got)
        self.assert_summary_is_that_of_stats(paths, got)

    def kineto(self, pattern):
        return glob.glob(os.path.join(traces.ROOT, "kineto", pattern))[0]

    def test_control_and_test_of_trace_diff(self):
        self.check(self.kineto("HTA__trace_diff__control__*"), self.kineto("HTA__trace_diff__test__*"))

    def test_bert_small_on_h100_and_mi300(self):
        self.check(self.kineto("TraceLens__h100__gaunernst_bert-small*"),
                   self.kineto("TraceLens__mi300__gaunernst_bert-small*"))

    def test_ranks_of_dlrm(self):
        ranks = sorted(glob.glob(os.path.join(traces.ROOT, "kineto_multirank", "dlrm_8rank", "worker*")))
        self.assertEqual(len(ranks), 8)
        self.check(*ranks)
        for i, baseline in enumerate(ranks):
            with self.subTest(os.path.basename(baseline)):
                self.check(baseline, ranks[(i + 3) % 8])


    def test_every_trace_with_the_next(self):
        """Whatever they are: of other devices, without a device, without steps."""
        paths = sorted(glob.glob(os.path.join(traces.ROOT, "kineto", "*.json*")))
        self.assertGreater(len(paths), 20)
        for pair in zip(paths, paths[1:] + paths[:1]):
            if "control" in pair[0]:
                continue  # test_control_and_test_of_trace_diff has it
            with self.subTest(" and ".join(os.path.basename(path) for path in pair)):
                self.assert_no_differences(pair)


def main():
    if traces.run(PROGRAM, "compare", "--help").returncode != 0:
        print("the program has no verb compare")
        return 1
    return not unittest.main(argv=[sys.argv[0], *sys.argv[3:]], exit=False).result.wasSuccessful()


if __name__ == "__main__":
    sys.exit(main())
