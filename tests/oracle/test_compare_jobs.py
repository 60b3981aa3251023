# SPDX-License-Identifier: Apache-2.0
"""`compare --json` against the oracle on jobs of several ranks that are made at random: two devices on a rank, a rank without
steps or recorded later, ranks whose steps have other numbers, steps inside steps, work that is launched between steps or
whose launch is not known; and a kernel that is slower on one side.

    test_compare_jobs.py PROGRAM MAKE_TRACE
"""

import json
import os
import random
import sys
import tempfile
import unittest

from compare_oracle import Side
from kineto_run import job
from test_compare import Compared, compared

STEP_US, STEPS = 4000, 12
BASE_NS = 1700000000000000000
DEVICES = ((0, 1), (2,), (3,))  # by rank


class Rank:
    """Slices of a rank; no two of a kind begin together."""

    def __init__(self, seed, rank, first_number=0, are_steps_named=True, gemm_us=300, is_nested=False, recorded_from=0):
        self.random, self.rank, self.gemm_us = random.Random(100 * seed + rank), rank, gemm_us
        self.events, self.n_launches = [], 0
        self.free_at = {}  # by (device, stream)
        self.add("python_function", "nn.Module: Trainer_0", recorded_from * STEP_US, (STEPS - recorded_from) * STEP_US + 1000)
        if is_nested:
            self.add("user_annotation", "ProfilerStep#77", 4 * STEP_US - 20, 2 * STEP_US + 900)
        for i in range(recorded_from, STEPS):
            begin = i * STEP_US + self.random.randrange(5, 90)
            length = 2500 + self.random.randrange(300) + (833 if i == 0 else 0)
            if are_steps_named:
                self.add("user_annotation", f"ProfilerStep#{first_number + i}", begin, length)
            self.add_step(begin + 10)
            self.launch(begin + length + 40, "optimizer", DEVICES[rank][0], 7, 200)

    def add(self, category, name, begin, length, tid=1, **args):
        self.events.append({"ph": "X", "cat": category, "name": name, "pid": 100 + self.rank, "tid": tid, "ts": begin,
                            "dur": length, "args": args})

    def launch(self, call, name, device, stream, length, category="kernel", is_known=True, **args):
        self.n_launches += 1
        copies = category == "gpu_memcpy"
        own = {"correlation": self.n_launches} if is_known else {}
        self.add("cuda_runtime", "cudaMemcpyAsync" if copies else "cudaLaunchKernel", call, 6, **own)
        begin = max(call + 9 + self.random.randrange(40), self.free_at.get((device, stream), 0))
        length += self.random.randrange(60)
        self.free_at[device, stream] = begin + length + self.random.randrange(1, 9)
        self.add(category, name, begin, length, tid=1000 * device + stream, device=device, stream=stream, **own, **args)

    def add_step(self, at):
        loading = 100 + self.random.randrange(200)
        self.add("user_annotation", "enumerate(DataLoader)#_Iter.__next__", at, loading)
        at += loading + 10
        self.add("python_function", "nn.Module: Net_0", at, 1500)
        for layer in range(3):
            begin = at + 20 + 400 * layer
            self.add("python_function", f"nn.Module: Linear_{layer}", begin, 380)
            self.add("cpu_op", "aten::linear", begin + 5, 370)
            self.add("cpu_op", ("aten::mm", "aten::add", "aten::gelu")[layer], begin + 12, 340)
            for device in DEVICES[self.rank]:
                call = begin + 20 + 60 * (device % 2)
                self.launch(call, ("gemm", "void add<int>(int)", "gelu")[layer], device, 7,
                            self.gemm_us if layer == 0 else 120, grid=[layer + 1, 1, 1], block=[128, 1, 1])
                self.launch(call + 140, "ncclDevKernel_AllReduce_Sum_f32", device, 20, 250, **(
                    {"Collective name": "allreduce"} if layer == 0 else {}))
            if self.random.random() < 0.7:
                self.launch(begin + 300, "Memcpy HtoD (Pinned -> Device)", DEVICES[self.rank][0], 9, 90, category="gpu_memcpy")
        self.launch(at + 1300, "nobody_knows_why", DEVICES[self.rank][0], 7, 30, is_known=False)

    def write(self, path, n_ranks):
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"schemaVersion": 1, "distributedInfo": {"rank": self.rank, "world_size": n_ranks},
                       "baseTimeNanoseconds": BASE_NS, "traceEvents": self.events}, file)


class Jobs(Compared):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def make(self, name, ranks):
        """Returns the folder and the ranks as the oracle reads them."""
        folder = os.path.join(self.folder, name)
        os.mkdir(folder)
        paths = [os.path.join(folder, f"rank{rank.rank}.json") for rank in ranks]
        for rank, path in zip(ranks, paths):
            rank.write(path, len(ranks))
        return folder, job(paths)

    def check(self, *jobs, options=(), scopes=({}, {})):
        folders = [folder for folder, _ in jobs]
        got = compared(*(folders[:1] if options else folders), *options)
        self.assert_same_as_oracle([Side(runs, **scope) for (_, runs), scope in zip(jobs, scopes)], got)
        return got

    def test_ranks_with_two_devices(self):
        for seed in (1, 2, 3):
            with self.subTest(seed):
                a = self.make(f"a{seed}", [Rank(seed, rank) for rank in range(3)])
                b = self.make(f"b{seed}", [Rank(seed + 10, rank, gemm_us=420) for rank in range(2)])
                got = self.check(a, b)
                self.assertEqual([x["gpus"] for x in got["profiles"]], [4, 3])
                self.assertTrue(next(row for row in got["kernels"] if row["names"] == ["gemm", "gemm"])["changed"][1])

    def test_a_rank_without_steps_counts_in_the_scope_alone(self):
        a = self.make("a", [Rank(1, 0), Rank(1, 1, are_steps_named=False)])
        got = self.check(a, a)
        self.assertEqual([x["ranks"] for x in got["profiles"]], [1, 1])
        gemm = next(row for row in got["kernels"] if row["names"] == ["gemm", "gemm"])
        self.assertEqual(gemm["counts"], [3 * STEPS, 3 * STEPS])
        b = self.make("b", [Rank(2, 0), Rank(2, 1)])
        self.check(a, b)
        self.check(b, a)

    def test_ranks_without_a_step_in_common_are_compared_as_a_whole(self):
        a = self.make("a", [Rank(1, 0), Rank(1, 1, first_number=100)])
        b = self.make("b", [Rank(2, 0), Rank(2, 1)])
        got = self.check(a, b)
        self.assertEqual([x["steps"] for x in got["profiles"]], [0, 0])

    def test_steps_of_some_ranks(self):
        a = self.make("a", [Rank(1, 0), Rank(1, 1, first_number=100)])
        numbers = [set(range(4)), set(range(4, 12))]
        self.check(a, a, options=("--steps", "0..3", "--steps", "4..11"), scopes=[{"numbers": x} for x in numbers])

    def test_steps_windows_and_modules_around_them(self):
        a = self.make("a", [Rank(seed, seed - 4) for seed in (4, 5)])
        self.check(a, a, options=("--step", "3", "--step", "5"), scopes=({"numbers": {3}}, {"numbers": {5}}))
        self.check(a, a, options=("--steps", "1..5", "--steps", "6.."),
                   scopes=({"numbers": set(range(1, 6))}, {"numbers": set(range(6, STEPS))}))
        middle, end = 6 * STEP_US * 1000, max(run.end for run in a[1])
        self.check(a, a, options=("--window", f"1..{middle}", "--window", f"{middle}.."),
                   scopes=({"window": (1, middle)}, {"window": (middle, end)}))

    def test_ranks_with_each_other(self):
        a = self.make("a", [Rank(6, rank) for rank in range(3)])
        self.check(a, a, options=("--rank", "0", "--rank", "1"), scopes=({"rank": 0}, {"rank": 1}))

    def test_steps_inside_a_step(self):
        a = self.make("a", [Rank(7, rank, is_nested=True) for rank in range(2)])
        b = self.make("b", [Rank(8, rank) for rank in range(2)])
        got = self.check(a, b)
        self.assertLess(got["profiles"][0]["steps"], got["profiles"][1]["steps"])

    def test_a_rank_that_is_recorded_later(self):
        a = self.make("a", [Rank(12, 0), Rank(12, 1, recorded_from=3)])
        b = self.make("b", [Rank(13, 0), Rank(13, 1)])
        got = self.check(a, b)
        self.assertEqual(got["profiles"][0]["left_out"]["incomplete"], 3)
        self.assertIn("not_recorded", [row["names"][0] for row in got["idle"]])

    def test_three_jobs_share_their_warm_up(self):
        jobs = [self.make(name, [Rank(seed, rank) for rank in range(2)]) for seed, name in ((9, "a"), (10, "b"), (11, "c"))]
        got = self.check(*jobs, scopes=({}, {}, {}))
        self.assertEqual(len({x["left_out"]["warmup"] for x in got["profiles"]}), 1)


if __name__ == "__main__":
    sys.exit(not unittest.main(argv=[sys.argv[0], *sys.argv[3:]], exit=False).result.wasSuccessful())
