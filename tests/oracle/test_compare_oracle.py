# SPDX-License-Identifier: Apache-2.0
"""The oracle of comparisons is right where the answer is known: tables of distributions, a trace that a person can
compare, and what the generator says that it injected.

    test_compare_oracle.py MAKE_TRACE
"""

import itertools
import json
import os
import random
import subprocess
import sys
import tempfile
import unittest
from fractions import Fraction

import resampling
from compare_oracle import Side, compare, match_kernels
from kineto_run import KinetoRun, base_name

MAKE_TRACE = sys.argv.pop(1)


def slice_of(category, name, begin, length, tid=1, **args):
    return {"ph": "X", "cat": category, "name": name, "pid": 1, "tid": tid, "ts": begin, "dur": length, "args": args}


def kernel(name, begin, length, call, correlation, stream=7, operator=None, **args):
    made = [slice_of("cuda_runtime", "cudaLaunchKernel", call, 1, correlation=correlation),
            slice_of("kernel", name, begin, length, tid=stream, correlation=correlation, device=0, stream=stream, **args)]
    return made + ([slice_of("cpu_op", operator, call - 1, 3)] if operator else [])


class Resampling(unittest.TestCase):
    def test_quantiles_of_student_t_are_those_of_the_tables(self):
        for q, df, t in ((0.975, 1, 12.7062047), (0.975, 3, 3.1824463), (0.975, 11, 2.2009852), (0.995, 5, 4.0321430),
                         (0.995, 30, 2.7499957), (0.975, 1000, 1.9623391)):
            self.assertAlmostEqual(resampling.t_quantile(q, df), t, delta=1e-6)
            self.assertAlmostEqual(resampling.two_sided_p(t, df), 2 * (1 - q), delta=1e-7)
        self.assertEqual(resampling.two_sided_p(0, 5), 1)

    def test_words_are_those_of_splitmix64(self):
        words = resampling.words(1234567)
        self.assertEqual([next(words) for _ in range(3)],
                         [6457827717110365317, 3203168211198807973, 9817491932198370423])

    def test_blocks_grow_with_the_cube_root(self):
        lengths = [resampling.block_length(n) for n in (1, 4, 15, 16, 53, 54, 2000)]
        self.assertEqual(lengths, [1, 1, 1, 2, 2, 3, 10])

    def test_slow_first_samples_are_left_out_and_no_others(self):
        calm = [100, 101, 99, 100, 102, 98, 100]
        for times, n in ((calm, 0), ([150] + calm, 1), ([150, 120] + calm, 2), ([100, 150] + calm, 0),
                         ([150, 100, 101, 99], 0), ([150, 100, 101, 99, 100], 1), ([150, 150, 100, 101, 99, 100], 2), ([106] + [100] * 6, 1),
                         ([105] + [100] * 6, 0), ([900] * 4 + [100] * 5, 4)):
            self.assertEqual(resampling.warm_up(times), n, times)

    def test_few_samples_say_nothing(self):
        mean = lambda samples: sum(samples) / len(samples)
        self.assertEqual(resampling.intervals([1, 2, 3], [7, 8, 9, 10], 1, mean, (0.975,)), [None])
        self.assertIsNone(resampling.p_value([1, 2, 3], [7, 8, 9, 10]))
        low, high = resampling.intervals([1, 2, 3, 2], [7, 8, 9, 8], 1, mean, (0.975,))[0]
        self.assertTrue(3 < low < 6 < high < 9)

    def test_discoveries_are_those_of_benjamini_and_hochberg(self):
        # The example of their paper: 15 hypotheses, of which 4 are rejected at 5 %.
        p = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528,
             0.7590, 1]
        random.Random(1).shuffle(p)
        found = resampling.discoveries(p + [None])
        self.assertEqual(sorted(x for x, is_found in zip(p, found) if is_found), [0.0001, 0.0004, 0.0019, 0.0095])
        self.assertIsNone(found[-1])

    def test_tests_of_independent_samples_reject_as_often_as_they_say(self):
        numbers = random.Random(5)
        series = lambda: [numbers.gauss(100, 3) for _ in range(24)]
        rejected = sum(resampling.p_value(series(), series()) < 0.05 for _ in range(1000))
        self.assertTrue(20 <= rejected <= 70, rejected)


class Matching(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def run_of(self, name, events):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"traceEvents": events}, file)
        return KinetoRun(path)

    def test_base_names_are_without_types_and_parameters(self):
        for name, base in (("void a::b<int, c<4> >::d<(e)3>(int, f<g>)", "a::b::d"), ("attn_fwd", "attn_fwd"),
                           ("void at::(anonymous namespace)::k<float>(int)", "at::(anonymous namespace)::k")):
            self.assertEqual(base_name(name), base)

    def test_kernels_match_by_name_then_base_and_shape_then_operator(self):
        shape = {"grid": [4, 1, 1], "block": [128, 1, 1]}
        other = {"grid": [8, 1, 1], "block": [128, 1, 1]}
        a = self.run_of("a.json", kernel("same", 10, 5, 1, 1, **shape) + kernel("void f<int>(int)", 20, 5, 2, 2, **shape)
                        + kernel("gemm_old", 30, 5, 12, 3, operator="aten::mm", **shape)
                        + kernel("gone", 40, 5, 22, 4, **shape))
        b = self.run_of("b.json", kernel("same", 10, 5, 1, 1, **other) + kernel("void f<long>(long)", 20, 5, 2, 2, **shape)
                        + kernel("gemm_new", 30, 5, 12, 3, operator="aten::mm", **other)
                        + kernel("new", 40, 5, 22, 4, operator="aten::add", **shape))
        sides = [Side(x) for x in (a, b)]
        for side in sides:
            side.use_steps(False)
        pairs = match_kernels(*sides, *(side.tables()["kernels"][0] for side in sides))
        self.assertEqual(sorted(pairs, key=str), sorted(
            [("same", "same", "exact"), ("void f<int>(int)", "void f<long>(long)", "base"),
             ("gemm_old", "gemm_new", "operator"), ("gone", None, "removed"), (None, "new", "added")], key=str))

    def test_each_instant_has_one_owner(self):
        """Two kernels overlap, a collective sticks out, a memcpy hides behind both: 100 us in all, 30 of them idle."""
        events = [slice_of("user_annotation", "ProfilerStep#1", 0, 100)]
        events += kernel("first", 10, 20, 1, 1) + kernel("second", 20, 30, 3, 2, stream=8)
        events += kernel("ncclAllReduce", 40, 30, 5, 3, stream=9)
        events += [slice_of("cuda_runtime", "cudaMemcpyAsync", 7, 1, correlation=4),
                   slice_of("gpu_memcpy", "Memcpy HtoD", 65, 15, tid=10, correlation=4, device=0, stream=10)]
        run = self.run_of("a.json", events)
        part = {x["name"]: x for x in compare(Side(run), Side(run))["waterfall"][0]["parts"]}
        self.assertTrue(all(x["difference_ns"] == 0 for x in part.values()))
        side = Side(run)
        side.use_steps(True)
        self.assertEqual(dict(side.owned[0]), {
            ("compute", "first"): 20000, ("compute", "second"): 20000, ("exposed_communication", "ncclAllReduce"): 20000,
            ("exposed_copies", "Memcpy HtoD"): 10000})
        self.assertEqual(sum(side.idle[0].values()), 30000)


class Truth(unittest.TestCase):
    def test_contributions_add_up_to_what_was_injected(self):
        with tempfile.TemporaryDirectory() as folder:
            def make(name, *options):
                path = os.path.join(folder, name)
                subprocess.run([MAKE_TRACE, "--steps", "24", "--no-stalls", *options, "-o", path], check=True,
                               stderr=subprocess.DEVNULL)
                return path

            base = KinetoRun(make("base.json"))
            for injection in ("kernel-slower=30%", "added-memcpy", "removed-overlap", "slow-loader=2/24"):
                truth_path = os.path.join(folder, "truth.json")
                path = make("other.json", "--inject", injection, "--truth", truth_path)
                with open(truth_path, encoding="utf-8") as file:
                    truth = json.load(file)
                with self.subTest(injection):
                    self.check(compare(Side(base), Side(KinetoRun(path))), truth)

    def check(self, got, truth):
        waterfall = got["waterfall"][0]
        change = Fraction(truth["difference_ns"], len(truth["steps"]))
        self.assertEqual(waterfall["to_ns"] - waterfall["from_ns"], change)
        self.assertEqual(sum(part["difference_ns"] for part in waterfall["parts"]), change)
        for part in waterfall["parts"]:
            if not part["name"].startswith("idle."):
                self.assertEqual(sum(x["difference_ns"] for x in part["kernels"]) + part["rest_ns"], part["difference_ns"])
        largest = max(waterfall["parts"], key=lambda part: abs(part["difference_ns"]))
        injected, = truth["injected"]
        self.assertEqual(largest["name"].split(".")[0], injected["part"])
        if injected["name"] is not None:
            self.assertEqual(largest["kernels"][0]["name"], injected["name"])
        for activity in truth["activities"]:
            row = next((x for x in got["kernels"] if activity["name"] in x["names"]), None)
            if row is not None:
                self.assertEqual(row["total_ns"], [activity["base_ns"], activity["ns"]])
                self.assertEqual(row["counts"], [activity["base_count"], activity["count"]])

    def test_runs_with_other_noise_differ_in_every_step(self):
        with tempfile.TemporaryDirectory() as folder:
            walls = []
            for seed in (1, 2):
                path = os.path.join(folder, f"{seed}.json")
                subprocess.run([MAKE_TRACE, "--steps", "6", "--noise", str(seed), "-o", path], check=True,
                               stderr=subprocess.DEVNULL)
                walls.append([x.end - x.begin for x in KinetoRun(path).steps])
        self.assertTrue(all(a != b for a, b in zip(*walls)))
        for times in walls:
            self.assertEqual(max(times), times[0])
            self.assertTrue(all(0.8 < a / b < 1.25 for a, b in itertools.combinations(times, 2)), times)


if __name__ == "__main__":
    unittest.main()
