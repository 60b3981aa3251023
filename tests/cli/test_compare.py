# SPDX-License-Identifier: Apache-2.0
"""The verb compare as scripts and people see it."""

import csv
import fcntl
import gzip
import io
import json
import os
import pty
import random
import re
import struct
import subprocess
import sys
import tempfile
import termios
import unittest

PROGRAM = sys.argv.pop(1)
SAMPLE = os.path.join(os.environ["STEPSCOPE_SOURCE"], "resources", "sample")

REDUCE = "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevComm*)"


def run(*arguments, locale=None, verb="compare"):
    environment = dict(os.environ)
    if locale:
        environment.update(LC_ALL=locale, LANG=locale)
    return subprocess.run([PROGRAM, verb, *arguments], capture_output=True, timeout=120, env=environment)


def flat(text):
    """Text without its line breaks."""
    return re.sub(r"\s+", " ", text)


def slice_of(category, name, start, length, tid=1, **args):
    return {"ph": "X", "cat": category, "name": name, "pid": 1, "tid": tid, "ts": round(start, 3),
            "dur": round(length, 3), "args": args}


class Run:
    """A training run, in µs: a data loader, three gemms, a copy, and an all-reduce beside the second gemm."""

    def __init__(self, seed=1, steps=24, gemm=300.0, copies=0, overlap=True, slow=(), noise=0.01, first=1.0,
                 gemm_name="sm90_gemm", number=0):
        self.random = random.Random(seed)
        self.events, self.correlation, self.now, self.noise = [], 0, 0.0, noise
        for step in range(steps):
            begin = self.now
            self.step(gemm * (first if step == 0 else 1), copies, overlap, 2000 if step in slow else 50, gemm_name)
            self.events.append(slice_of("user_annotation", f"ProfilerStep#{number + step}", begin, self.now - begin - 1))

    def about(self, length):
        return length * max(self.random.gauss(1, self.noise), 0.1) if self.noise else length

    def launch(self, operator, category, name, call, start, length, stream=7):
        self.correlation += 1
        self.events += [slice_of("cpu_op", operator, call - 2, 9),
                        slice_of("cuda_runtime", "cudaLaunchKernel", call, 5, correlation=self.correlation),
                        slice_of(category, name, start, length, tid=stream, correlation=self.correlation, device=0,
                                 stream=stream)]
        return start + length

    def step(self, gemm, copies, overlap, loader, gemm_name):
        at = self.now + self.about(loader)
        self.events.append(slice_of("user_annotation", "enumerate(DataLoader)#_Iter.__next__", self.now + 1,
                                    at - self.now - 2))
        call = at + 5
        at = self.launch("aten::mm", "kernel", gemm_name, call, at + 20, self.about(gemm))
        reduce_at = at
        at = self.launch("aten::mm", "kernel", gemm_name, call + 20, at, self.about(gemm))
        reduce_end = self.launch("c10d::allreduce_", "kernel", REDUCE, call + 40, reduce_at if overlap else at,
                                 self.about(200), stream=20)
        at = max(at, reduce_end)
        for _ in range(copies):
            at = self.launch("aten::copy_", "gpu_memcpy", "Memcpy DtoH (Device -> Pinned)", call + 60, at,
                             self.about(150))
        at = self.launch("aten::relu", "kernel", "void relu<float>(float*)", call + 80, at, self.about(100))
        self.now = at + 10


def named_in(sentence):
    """What a headline says to make up the difference, in ns with its sign; whether the rest is said too."""
    text = re.sub(r"\([^()]*(\([^()]*\)[^()]*)*\)|`[^`]*`", "", sentence).split(": ", 1)[1]
    named = []
    for number, unit, more_or_less in re.findall(r"([\d.]+) (ns|µs|ms|s)( more| less)?", text):
        value = float(number) * {"ns": 1, "µs": 1e3, "ms": 1e6, "s": 1e9}[unit]
        named.append(-value if more_or_less == " less" else value)
    return named, "everything else" in text


class Comparing(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.n_files = 0

    def write(self, made):
        events = made.events if isinstance(made, Run) else made
        self.n_files += 1
        path = os.path.join(self.folder.name, f"{self.n_files}.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"schemaVersion": 1, "traceEvents": events}, file)
        return path

    def with_memory(self, peak_bytes, **options):
        """A run that allocates and frees so much on GPU 0 at a time."""
        made = Run(1, **options)
        for at, allocated in ((50, peak_bytes), (60, 0)):
            made.events.append({"ph": "i", "s": "t", "name": "[memory]", "pid": 1, "tid": 1, "ts": at, "args": {
                "Device Type": 1, "Device Id": 0, "Addr": 1, "Bytes": peak_bytes if allocated else -peak_bytes,
                "Total Allocated": allocated, "Total Reserved": peak_bytes}})
        return self.write(made)

    def kernels(self, *named, steps=6):
        """Steps of kernels one after the other, of these names and lengths."""
        events, correlation, at = [], 0, 0
        for step in range(steps):
            begin, at = at, at + 20
            for i, (name, length) in enumerate(named):
                correlation += 1
                events += [slice_of("cuda_runtime", "cudaLaunchKernel", begin + 1 + i, 0.5, correlation=correlation),
                           slice_of("kernel", name, at, length, tid=7, correlation=correlation, device=0, stream=7)]
                at += length
            at += 5 + step % 2
            events.append(slice_of("user_annotation", f"ProfilerStep#{step}", begin, at - begin - 1))
        return self.write(events)

    def compare(self, *arguments):
        result = run("--json", *arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        compared = json.loads(result.stdout)
        self.assertEqual(compared["schema"], "stepscope.compare/1")
        for waterfall in compared["waterfall"]:
            self.check_waterfall(waterfall)
        return compared

    def check_waterfall(self, waterfall):
        """All parts add up, in whole nanoseconds and in differences."""
        divisors = waterfall["divisors"]
        for side, mean in enumerate((waterfall["from_ns"], waterfall["to_ns"])):
            total = sum(part["totals_ns"][side] for part in waterfall["parts"])
            self.assertEqual(total / divisors[side], mean)
        difference = sum(part["difference_ns"] for part in waterfall["parts"])
        self.assertAlmostEqual(difference, waterfall["to_ns"] - waterfall["from_ns"], delta=1e-6)
        for part in waterfall["parts"]:
            if part["kernels"] or part["difference_ns"]:
                self.assertAlmostEqual(sum(kernel["difference_ns"] for kernel in part["kernels"]),
                                       part["difference_ns"], delta=1e-6)

    def summary(self, compared):
        return {row["key"]: row for row in compared["summary"]}


class Differences(Comparing):
    def test_a_profile_does_not_differ_from_itself(self):
        path = self.write(Run())
        compared = self.compare(path, path)
        self.assertIn("No difference beyond the spread", compared["headline"][0])
        for row in compared["summary"]:
            self.assertNotEqual(row["differs"][1], True, row)
            self.assertIn(row["differences"][1], (0, None))
        for table in ("kernels", "operators", "annotations", "runtime", "idle"):
            self.assertTrue(compared[table], table)
            for row in compared[table]:
                self.assertEqual((row["match"], row["differences_ns"][1], row["changed"][1]), ("exact", 0, False))

    def test_a_slower_kernel_is_named_first(self):
        compared = self.compare(self.write(Run(1)), self.write(Run(2, gemm=390.0)))
        self.assertRegex(compared["headline"][0], r"^Steps take 1[78]\d\.\d µs longer \(\+\d+ %, 95 % interval "
                                                  r"\+\d+\.\.\+\d+\): 1[78]\d\.\d µs `[^`]*gemm")
        row = compared["kernels"][0]
        self.assertEqual((row["names"], row["changed"]), (["sm90_gemm"] * 2, [None, True]))
        self.assertEqual(row["counts"], [48, 48])
        part = compared["waterfall"][0]["parts"][0]
        self.assertEqual((part["name"], part["kernels"][0]["name"]), ("compute", "sm90_gemm"))
        self.assertTrue(self.summary(compared)["step.mean"]["differs"][1])
        self.assertFalse(self.summary(compared)["kernels"]["differs"][1])

    def test_a_shorter_step_says_what_takes_less(self):
        compared = self.compare(self.write(Run(1)), self.write(Run(2, gemm=200.0)))
        self.assertRegex(compared["headline"][0], r"^Steps are \d+\.\d µs shorter \(-\d+ %.*\): \d+\.\d µs less `")

    def test_replaced_kernels_are_one_cause_by_their_net_time(self):
        old = [(f"old_{i}", 100) for i in range(10)]
        new = [(f"new_{i}", 400) for i in range(5)]
        base, other = self.kernels(*old, ("k", 100)), self.kernels(*new, ("k", 400))
        self.assertRegex(self.compare(base, other)["headline"][0],
                         r"^Steps take 1\.300 ms longer \(.*\): 1\.000 ms in replaced compute kernels \(2\.000 ms of 5 kernels "
                         r"only in B, 1\.000 ms of 10 kernels only in A\), 300\.0 µs `k`\.$")
        self.assertRegex(self.compare(other, base)["headline"][0],
                         r"^Steps are 1\.300 ms shorter \(.*\): 1\.000 ms less in replaced compute kernels \(1\.000 ms of 10 "
                         r"kernels only in B, 2\.000 ms of 5 kernels only in A\), 300\.0 µs less `k`\.$")
        # As long as those that they replace: no cause at all, whichever is the longest of them.
        self.assertRegex(self.compare(base, self.kernels(("new", 1000), ("k", 400)))["headline"][0],
                         r"^Steps take 300\.0 µs longer \(.*\): 300\.0 µs `k`\.$")
        self.assertRegex(self.compare(base, self.kernels(("new", 800), ("k", 400)))["headline"][0],
                         r"^Steps take 100\.0 µs longer \(.*\): 300\.0 µs `k`, against 200\.0 µs less in replaced compute kernels "
                         r"\(800\.0 µs of `new` only in B, 1\.000 ms of 10 kernels only in A\)\.$")
        # Without an opposite a kernel of one side has its name.
        self.assertRegex(self.compare(base, self.kernels(*old, ("k", 100), ("new", 500)))["headline"][0],
                         r"\): 500\.0 µs `new`, which only B has\.$")

    def test_what_the_causes_leave_is_said(self):
        base = self.kernels(*((f"k{i}", 100) for i in range(10)))
        self.assertRegex(self.compare(base, self.kernels(*((f"k{i}", 200 + i) for i in range(10))))["headline"][0],
                         r"^Steps take 1\.045 ms longer \(.*\): 109\.0 µs `k9`, 108\.0 µs `k8`, 107\.0 µs `k7`, 721\.0 µs in "
                         r"other compute kernels\.$")
        self.assertRegex(self.compare(base, self.kernels(*((f"k{i}", 50 - i) for i in range(10))))["headline"][0],
                         r"^Steps are .* shorter \(.*\): 59\.00 µs less `k9`, .*, 371\.0 µs less in other compute kernels\.$")

    def test_causes_that_are_more_than_the_difference_have_an_opposite(self):
        """Kernels that each gain too little to be named make up for most of one that takes longer."""
        small = [(f"s{i}", 100) for i in range(30)]
        base, other = self.kernels(("k", 1000), *small), self.kernels(("k", 2000), *((name, 68) for name, _ in small))
        self.assertRegex(self.compare(base, other)["headline"][0],
                         r"^Steps take 40\.00 µs longer \(.*\): 1\.000 ms `k`, against 32\.00 µs less `s0`, 928\.0 µs less in other "
                         r"compute kernels\.$")
        self.assertRegex(self.compare(other, base)["headline"][0],
                         r"^Steps are 40\.00 µs shorter \(.*\): 1\.000 ms less `k`, against 32\.00 µs more `s0`, 928\.0 µs more in "
                         r"other compute kernels\.$")

    def test_what_is_named_adds_up_to_the_difference(self):
        """Whatever is not named is said, in its direction."""
        numbers = random.Random(3)
        for seed in range(12):
            names = [f"k{i}" for i in range(14)]
            sides = [self.kernels(*((name, numbers.choice((20, 40, 80, 400))) for name in names if numbers.random() < 0.9))
                     for _ in range(2)]
            compared = self.compare(*sides)
            wanted = compared["waterfall"][0]["to_ns"] - compared["waterfall"][0]["from_ns"]
            if not compared["headline"][0].startswith("Steps "):
                continue
            named, has_rest = named_in(compared["headline"][0])
            self.assertLessEqual(abs(sum(named) - wanted), (0.005 if has_rest else 0.2005) * abs(wanted), compared["headline"][0])

    def test_what_is_said_to_be_on_one_of_several_sides_is_not_on_another(self):
        a, b = self.kernels(("k", 100)), self.kernels(("k", 100), ("new", 500))
        headline = self.compare(a, b, b)["headline"]
        for label, sentence in zip("BC", headline):
            self.assertRegex(sentence, rf"^{label}: Steps take 500\.0 µs longer \(.*\): 500\.0 µs `new`, which A lacks\.$")
        self.assertRegex(self.compare(b, a, b)["headline"][0], r"500\.0 µs less `new`, which B lacks\.$")
        c = self.kernels(*((f"new_{i}", 400) for i in range(5)))
        self.assertRegex(self.compare(a, b, c)["headline"][1],
                         r"\(2\.000 ms of 5 kernels that A lacks, 100\.0 µs of `k` that C lacks\)\.$")

    def test_kernels_that_the_caller_keeps_apart_are_not_said_to_be_missing(self):
        a, b = self.kernels(("alpha", 500), ("beta", 100)), self.kernels(("alpha", 900), ("beta", 200))
        arguments = a, b, "--pair", "alpha => beta"
        compared = self.compare(*arguments)
        self.assertRegex(compared["headline"][0], r"\(900\.0 µs of `alpha` in B, not paired, 100\.0 µs of `beta` in A, not paired\)")
        rows = {tuple(row["names"]): (row["match"], row["elsewhere"]) for row in compared["kernels"]}
        self.assertEqual(rows, {("alpha", "beta"): ("hand", [None, False]), ("beta", None): ("removed", [None, True]),
                                (None, "alpha"): ("added", [None, True])})
        text = run(*arguments).stdout.decode()
        self.assertRegex(text, r"alpha .* \+900\.0 µs not paired\n")
        self.assertRegex(text, r"beta .* -100\.0 µs not paired\n")
        self.assertNotRegex(text, r"added\n")
        self.assertIn("not paired: the other side has a kernel of this name, in another row.", flat(text))
        # Of another kernel the other side has nothing.
        compared = self.compare(a, self.kernels(("alpha", 900), ("gamma", 200)), "--pair", "alpha => gamma")
        rows = {tuple(row["names"]): row["elsewhere"][1] for row in compared["kernels"]}
        self.assertEqual(rows, {("alpha", "gamma"): False, ("beta", None): False, (None, "alpha"): True})

    def test_figures_that_differ_while_the_step_does_not_are_named(self):
        paths = []
        for seed, length in ((1, 800), (2, 1000)):
            numbers, events = random.Random(seed), []
            for step in range(24):
                begin = 2000 * step
                events += [slice_of("user_annotation", f"ProfilerStep#{step}", begin, 2000),
                           slice_of("cuda_runtime", "cudaLaunchKernel", begin + 1, 2, correlation=step + 1),
                           slice_of("kernel", "gemm", begin + 10, length + numbers.randrange(9), tid=7, correlation=step + 1,
                                    device=0, stream=7)]
            paths.append(self.write(events))
        self.assertRegex(self.compare(*paths)["headline"][0],
                         r"^No difference beyond the spread between steps: .*\)\. But compute takes 25 % longer, and the GPU is "
                         r"idle 17 % less\.$")
        self.assertRegex(self.compare(*paths[::-1])["headline"][0],
                         r"But compute takes 20 % less, and the GPU is idle 20 % longer\.$")
        self.assertNotIn("But", self.compare(paths[0], paths[0])["headline"][0])

    def test_almost_nothing_left_is_not_nothing(self):
        base, other = self.kernels(("k", 43360)), self.kernels(("k", 19.5))
        compared = self.compare(base, other)
        self.assertRegex(compared["headline"][0], r"\(-99\.9 %, 95 % interval -9\d\.9")
        row = next(line for line in run(base, other).stdout.decode().splitlines() if line.startswith("  compute"))
        self.assertRegex(row, r" -99\.96 % \(-99\.96\.\.-99\.96\) ")

    def test_an_added_copy_is_named_first(self):
        compared = self.compare(self.write(Run(1)), self.write(Run(2, copies=1)))
        self.assertRegex(compared["headline"][0], r"\): 1\d\d\.\d µs exposed `Memcpy DtoH \(Device -> Pinned\)`, which "
                                                  r"only B has")
        self.assertTrue(self.summary(compared)["exposed_copies"]["differs"][1])

    def test_what_acts_against_the_difference_is_named_too(self):
        compared = self.compare(self.write(Run(1, copies=1)), self.write(Run(2, gemm=400.0)))
        self.assertRegex(compared["headline"][0], r"^Steps take \d+\.\d+ µs longer .*: (19|20)\d\.\d µs `[^`]*gemm[^`]*`, "
                                                  r"against 1[45]\d\.\d µs less exposed `Memcpy DtoH .*`, which only A "
                                                  r"has\.$")

    def test_a_copy_that_was_hidden_is_not_missing(self):
        paths = []
        for begins_after in (100, 500):
            events = []
            for step in range(8):
                begin, first, second = 2000 * step, 2 * step + 1, 2 * step + 2
                events += [slice_of("user_annotation", f"ProfilerStep#{step}", begin, 1400),
                           slice_of("cuda_runtime", "cudaLaunchKernel", begin + 1, 2, correlation=first),
                           slice_of("cuda_runtime", "cudaMemcpyAsync", begin + 5, 2, correlation=second),
                           slice_of("kernel", "gemm", begin + 10, 400, tid=7, correlation=first, device=0, stream=7),
                           slice_of("gpu_memcpy", "Memcpy HtoD", begin + begins_after, 300, tid=8, correlation=second,
                                    device=0, stream=8)]
            paths.append(self.write(events))
        compared = self.compare(*paths)
        part = next(part for part in compared["waterfall"][0]["parts"] if part["name"] == "exposed_copies")
        self.assertEqual([(kernel["names"], kernel["difference_ns"]) for kernel in part["kernels"]],
                         [(["Memcpy HtoD", "Memcpy HtoD"], 300000)])
        self.assertNotIn("which only", "".join(compared["headline"]))

    def test_a_removed_overlap_is_named_first(self):
        compared = self.compare(self.write(Run(1)), self.write(Run(2, overlap=False)))
        self.assertRegex(compared["headline"][0], r"\): (1[89]\d|20\d)\.\d µs exposed `AllReduce")
        summary = self.summary(compared)
        self.assertFalse(summary["communication"]["differs"][1])
        self.assertTrue(summary["exposed_communication"]["differs"][1])

    def test_a_loader_slow_in_two_steps_is_named_first(self):
        compared = self.compare(self.write(Run(1)), self.write(Run(2, slow=(7, 18))))
        self.assertRegex(compared["headline"][0], r"^2 of 24 steps of B take 1\.9\d+ ms longer than its median step "
                                                  r"\(A: 0 of 24\): 1\.9\d+ ms idle while the host fetches the next "
                                                  r"batch \(dataloader\)\.$")
        self.assertEqual(compared["idle"][0]["names"], ["dataloader"] * 2)

    def test_slow_steps_of_few_say_nothing(self):
        slow = self.write(Run(1, slow=(9, 15)))
        for steps, n_sentences in ((5, 1), (11, 1), (12, 2)):
            for paths in ([slow, self.write(Run(2, steps=steps))], [self.write(Run(2, steps=steps)), slow]):
                headline = self.compare(*paths)["headline"]
                self.assertEqual(len(headline), n_sentences, headline)
                self.assertIn("No difference beyond the spread", headline[-1])

    def test_a_part_of_slow_steps_is_not_more_than_the_whole(self):
        for seed in range(8):
            headline = self.compare(self.write(Run(seed, noise=0.2)), self.write(Run(50 + seed, slow=(9, 15), noise=0.2)))["headline"]
            found = re.match(r"2 of 24 steps of B take ([\d.]+) ms longer .*: ([\d.]+) ms idle while", headline[0])
            self.assertTrue(found, headline)
            self.assertLessEqual(float(found[2]), float(found[1]))

    def test_noise_is_no_difference(self):
        """In each of several sets of 20 pairs at most one is said to differ, in any figure. A row may count as changed in 5 % of pairs."""
        n_changed = 0
        for first in (100, 300, 500):
            wrong = 0
            for seed in range(first, first + 20):
                compared = self.compare(self.write(Run(seed)), self.write(Run(seed + 100)))
                wrong += (len(compared["headline"]) != 1 or "No difference beyond" not in compared["headline"][0]
                          or any(row["differs"][1] for row in compared["summary"]))
                n_changed += any(row["changed"][1] for row in compared["kernels"])
            self.assertLessEqual(wrong, 1, first)
        self.assertLessEqual(n_changed, 3)

    def test_a_replaced_kernel_meets_its_successor(self):
        base = self.write(Run(1))
        compared = self.compare(base, self.write(Run(2, gemm=390.0, gemm_name="triton_mm")))
        self.assertIn("replaced by `triton_mm`", compared["headline"][0])
        self.assertEqual((compared["kernels"][0]["names"], compared["kernels"][0]["match"]),
                         (["sm90_gemm", "triton_mm"], "operator"))
        compared = self.compare(base, self.write(Run(2, gemm_name="void relu<half>(half*)")),
                                "--pair", "sm90_gemm => void relu<float>(float*)")
        matches = {tuple(row["names"]): row["match"] for row in compared["kernels"]}
        self.assertEqual(matches["sm90_gemm", "void relu<float>(float*)"], "hand")

    def test_a_mistyped_name_of_a_pair_is_refused(self):
        paths = [self.write(Run(1)), self.write(Run(2, gemm_name="triton_mm"))]
        for sides, pair, message in (
                (paths, "sm90_gem => triton_mm", f'--pair: A ({paths[0]}) has no kernel "sm90_gem" in its scope'),
                (paths, "sm90_gemm => triton", f'--pair: B ({paths[1]}) has no kernel "triton" in its scope'),
                (paths + paths[:1], "sm90_gemm => triton", '--pair: no side but A has a kernel "triton" in its scope')):
            result = run(*sides, "--pair", pair)
            self.assertEqual((result.returncode, result.stdout), (1, b""))
            self.assertIn(message, result.stderr.decode())
        self.compare(*paths, paths[0], "--pair", "sm90_gemm => triton_mm")
        result = run(*paths, "--apart", "sm90_gemm => triton")
        self.assertEqual((result.returncode, result.stdout), (1, b""))
        self.assertIn(f'--apart: B ({paths[1]}) has no kernel "triton" in its scope', result.stderr.decode())

    def test_kernels_that_are_apart_do_not_meet(self):
        compared = self.compare(self.write(Run(1)), self.write(Run(2, gemm_name="triton_mm")),
                                "--apart", "sm90_gemm => triton_mm")
        matches = {tuple(row["names"]): row["match"] for row in compared["kernels"]}
        self.assertEqual((matches["sm90_gemm", None], matches[None, "triton_mm"]), ("removed", "added"))


    def test_pairs_that_contradict_one_another_are_refused(self):
        base, other = self.kernels(("alpha", 100), ("beta", 200), ("x", 50)), self.kernels(("beta", 300), ("gamma", 100), ("y", 50))
        third = self.kernels(("alpha", 100), ("beta", 300), ("z", 50))
        for sides, options, message in (
                ((base, other), ("--apart", "beta => beta"), 'are always compared, as those of "beta" are'),
                ((base, other), ("--apart", "alpha => beta"),
                 '"alpha" and "beta" are no pair: A has a kernel "beta" too'),
                ((other, base), ("--apart", "beta => alpha"), '"beta" and "alpha" are no pair: B has a kernel "beta" too'),
                ((base, other), ("--pair", "alpha => gamma", "--pair", "alpha => y"), '"alpha" has two partners, "gamma" and "y"'),
                ((base, other), ("--pair", "alpha => gamma", "--pair", "x => gamma"), '"gamma" has two partners, "alpha" and "x"'),
                ((base, other), ("--pair", "alpha => gamma", "--apart", "alpha => gamma"),
                 '"alpha => gamma" is given with --pair and with --apart')):
            result = run(*sides, *options)
            self.assertEqual((result.returncode, result.stdout), (1, b""), options)
            self.assertEqual(len(result.stderr.decode().splitlines()), 1)
            self.assertIn(message, result.stderr.decode())
        # Two sides may have two successors, and the same pair twice says nothing new.
        self.compare(base, other, third, "--pair", "x => y", "--pair", "x => z")
        self.compare(base, other, "--pair", "x => y", "--pair", "x => y")
        self.compare(base, other, "--pair", "x => y", "--apart", "alpha => gamma")


class Figures(Comparing):
    def stats(self, path, *arguments):
        result = run(path, "--json", *arguments, verb="stats")
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads(result.stdout)

    def test_steps_have_the_figures_of_stats(self):
        paths = [self.write(Run(3)), self.write(Run(4, steps=9, gemm=250.0))]
        compared = self.compare(*paths)
        summary = self.summary(compared)
        for side, path in enumerate(paths):
            stats = self.stats(path, "--report", "breakdown", "--report", "kernels", "--report", "steps")
            used = set(compared["profiles"][side]["step_ids"])
            steps = [row for row in stats["breakdown"] if row["number"] in used]
            self.assertEqual(len(steps), compared["profiles"][side]["steps"])
            for key, column in (("step.mean", "wall_ns"), ("compute", "compute_ns"), ("idle", "idle_ns"),
                                ("exposed_communication", "exposed_communication_ns"),
                                ("exposed_copies", "exposed_copy_ns")):
                self.assertEqual(summary[key]["totals"][side], sum(row[column] for row in steps), key)
                self.assertEqual(summary[key]["values"][side], sum(row[column] for row in steps) / len(steps), key)
            kernels = {row["name"]: row for row in stats["kernels"]}
            for row in compared["kernels"]:
                self.assertEqual((row["counts"][side], row["total_ns"][side]),
                                 (kernels[row["names"][side]]["count"], kernels[row["names"][side]]["total_ns"]))

    def test_without_steps_whole_windows_are_compared(self):
        paths = []
        for seed in (5, 6):
            events = [event for event in Run(seed).events if not event["name"].startswith("ProfilerStep")]
            paths.append(self.write(events))
        compared = self.compare(*paths)
        summary = self.summary(compared)
        self.assertIn("Whole windows are compared, because A has no steps, and B has no steps; nothing can be said",
                      compared["headline"][0])
        self.assertEqual(summary["step.mean"]["values"], [None, None])
        for side, path in enumerate(paths):
            stats = self.stats(path, "--report", "summary", "--report", "launches")["summary"]
            for key, column in (("gpu_active", "busy_ns"), ("compute", "compute_ns"), ("kernels", "kernel_count"),
                                ("communication", "communication_ns"),
                                ("exposed_communication", "exposed_communication_ns")):
                self.assertEqual(summary[key]["totals"][side], stats[column], key)
            self.assertEqual(summary["compute"]["n"][side], 1)
        for row in compared["summary"]:
            self.assertIsNone(row["differs"][1])

    def job(self, *numbers):
        """A directory of ranks, whose steps begin with these numbers; None: it has none."""
        self.n_files += 1
        folder = os.path.join(self.folder.name, f"job{self.n_files}")
        os.mkdir(folder)
        for rank, number in enumerate(numbers):
            events = [event for event in Run(rank, steps=6, number=number or 0).events
                      if number is not None or not event["name"].startswith("ProfilerStep")]
            with open(os.path.join(folder, f"{rank}.json"), "w", encoding="utf-8") as file:
                json.dump({"schemaVersion": 1, "distributedInfo": {"rank": rank, "world_size": len(numbers)},
                           "traceEvents": events}, file)
        return folder

    def test_why_steps_are_not_used_is_said_of_the_side(self):
        whole, other = self.write(Run(1, steps=6)), self.write(Run(2, steps=6, number=100))
        cut = self.write([event for event in Run(2, steps=6).events
                          if event["args"].get("correlation", 0) <= 22])
        for arguments, reason in (
                ((whole, cut, "--step", "all", "--step", "5"), "B's only step in scope is recorded in part"),
                ((cut, whole, "--step", "5", "--step", "all"), "A's only step in scope is recorded in part"),
                ((whole, whole, "--window", "all", "--window", "10us..20us"), "no step of B begins in its scope"),
                ((whole, self.job(0, 100)), "no step of B is recorded whole on all its ranks"),
                ((whole, other, "--align", "steps"), "the sides have no step in common"),
                ((whole, whole, cut, "--step", "all", "--step", "all", "--step", "5"),
                 "C's only step in scope is recorded in part")):
            for sentence in self.compare(*arguments)["headline"]:
                self.assertIn(f"Whole windows are compared, because {reason}; nothing can be said", sentence)

    def test_too_few_steps_decide_nothing(self):
        compared = self.compare(self.write(Run(1, steps=3)), self.write(Run(2, steps=9, gemm=600.0)))
        self.assertRegex(compared["headline"][0], r"^The mean step takes .* longer .*\. Whether this is more than the spread "
                                                  r"between steps cannot be told: A has 3 steps, B has 9; each needs 4\.$")
        compared = self.compare(self.write(Run(1, steps=1)), self.write(Run(2, steps=9, gemm=200.0)))
        self.assertRegex(compared["headline"][0], r"^The mean step is .* shorter .*: A has 1 step, B has 9; each needs 4\.$")
        for row in compared["summary"]:
            self.assertEqual((row["differs"][1], row["intervals"][1]), (None, None))
        for row in compared["kernels"]:
            self.assertEqual((row["p"], row["changed"]), ([None, None], [None, None]))

    def test_a_slow_first_step_is_left_out(self):
        path = self.write(Run(1, first=3.0))
        compared = self.compare(path, path)
        self.assertEqual(compared["profiles"][0]["left_out"]["warmup"], 1)
        self.assertEqual(compared["profiles"][0]["step_ids"], list(range(1, 24)))
        self.assertIn("without the first one, which is an outlier", flat(run(path, path).stdout.decode()))

    def test_what_is_left_out_is_said(self):
        whole, cut = self.write(Run(1, steps=6)), self.write([event for event in Run(2, steps=6).events
                                                              if event["args"].get("correlation", 0) <= 22])
        self.assertIn(f"B: {cut}, whole profile: 5 steps, without 1 recorded in part\n", run(whole, cut).stdout.decode())
        left_out = self.compare(whole, cut)["profiles"][1]["left_out"]
        self.assertEqual((left_out["truncated"], left_out["incomplete"]), (1, 0))
        partly = self.job(0, 2)
        self.assertIn(f"B: {partly}, whole profile: 4 steps, without 4 recorded in part or not on all ranks; means over 2 GPUs",
                      flat(run(whole, partly).stdout.decode()))
        job = self.job(0, None, 0, None)
        text = flat(run(whole, job).stdout.decode())
        self.assertIn(f"B: {job}, whole profile: 6 steps; figures per step leave out ranks 1, 3, which have no steps", text)
        self.assertEqual([profile["left_out"]["ranks"] for profile in self.compare(whole, job)["profiles"]], [[], [1, 3]])
        self.assertIn("6 steps; figures per step leave out rank 1, which has no steps",
                      flat(run(whole, self.job(0, None)).stdout.decode()))
        self.assertIn("6 steps; figures per step leave out ranks 1 to 3, 5 to 6, which have no steps",
                      flat(run(whole, self.job(0, None, None, None, 0, None, None)).stdout.decode()))
        self.assertIn("leave out ranks 1, 3, 5, 7, 9, 11, 13, 15 and 2 more, which have no steps",
                      flat(run(whole, self.job(*(0, None) * 10)).stdout.decode()))
        later = self.write(Run(2, steps=6, number=2))
        self.assertIn("4 steps, without 2 that not all sides have\n", run(whole, later, "--align", "steps").stdout.decode())

    def test_a_median_step_is_named(self):
        path = self.write(Run(1, steps=9, first=3.0))
        text = flat(run(path, "--step", "median", "--step", "3").stdout.decode())
        used = self.compare(path, "--step", "median", "--step", "3")["profiles"][0]["step_ids"]
        self.assertIn(f"A: {path}, median step: step {used[0]}, the median of 8 steps, without the first one, which is an outlier "
                      f"B: {path}, step 3: 1 step ", text)

    def test_steps_with_one_number_are_counted(self):
        events = Run(1, steps=6).events
        for event in events:
            if event["name"].startswith("ProfilerStep"):
                event["name"] = "ProfilerStep#3"
        path = self.write(events)
        self.assertIn(", step 3: 6 steps have this number\n", run(path, "--step", "3", "--step", "3").stdout.decode())

    def nested(self, *inner):
        """Steps of 990 us with a gemm of 300 us and a relu of 200 us, and inner steps with this begin and length."""
        events = []
        for step in range(8):
            begin, first = 1000 * step, 3 * step + 1
            events += [slice_of("user_annotation", f"ProfilerStep#{step}", begin, 990)]
            events += [slice_of("user_annotation", f"ProfilerStep#{100 * (i + 1) + step}", begin + at, length)
                       for i, (at, length) in enumerate(inner)]
            for i, (name, at, length) in enumerate((("gemm", 30, 300), ("relu", 500, 200))):
                events += [slice_of("cuda_runtime", "cudaLaunchKernel", begin + at, 5, correlation=first + i),
                           slice_of("kernel", name, begin + at + 10, length, tid=7, correlation=first + i, device=0, stream=7)]
        return self.write(events)

    def test_a_step_inside_another_leaves_it_what_it_does(self):
        path, plain = self.nested((5, 0), (20, 400)), self.nested()
        compared = self.compare(path, plain)
        self.assertEqual([(profile["steps"], profile["left_out"]["within"], profile["left_out"]["empty"])
                          for profile in compared["profiles"]], [(8, 8, 8), (8, 0, 0)])
        summary = self.summary(compared)
        for key, value in (("kernels", 2), ("launches", 2), ("compute", 500000)):
            self.assertEqual(summary[key]["values"], [value, value], key)
        for row in compared["kernels"] + compared["runtime"]:
            self.assertEqual(row["differences_ns"][1], 0, row["names"])
        self.assertIn("whole profile: 8 steps, without 8 that lie within another step, without 8 that take no time B: ",
                      flat(run(path, plain).stdout.decode()))

    def test_gpu_time_outside_of_steps_is_said(self):
        def with_late(length, between=400):
            events = []
            for step in range(8):
                begin, first = 1000 * step, 2 * step + 1
                events += [slice_of("user_annotation", f"ProfilerStep#{step}", begin, 500),
                           slice_of("cuda_runtime", "cudaLaunchKernel", begin + 1, 2, correlation=first),
                           slice_of("kernel", "gemm", begin + 10, 300, tid=7, correlation=first, device=0, stream=7),
                           slice_of("cuda_runtime", "cudaLaunchKernel", begin + 510, 2, correlation=first + 1),
                           slice_of("kernel", "late", begin + 550, length, tid=7, correlation=first + 1, device=0, stream=7)]
                if step == 7:  # Two at once are active once.
                    events.append(slice_of("gpu_memcpy", "Memcpy HtoD", begin + 550, length, tid=8, device=0, stream=8))
            return self.write(events)

        much, little = with_late(100), with_late(3)
        compared = self.compare(much, little)
        self.assertEqual([profile["outside_steps_ns"] for profile in compared["profiles"]], [800000, 24000])
        self.assertIn(f"A: {much}, whole profile: 8 steps; 25 % of its GPU time (800.0 µs) is outside of the steps and in no "
                      f"figure per step B: {little}, whole profile: 8 steps ", flat(run(much, little).stdout.decode()))
        # The part of a scope counts, and steps that are not used are steps: those before and after, and slow first ones.
        compared = self.compare(much, "--steps", "2..4", "--steps", "all")
        self.assertEqual(compared["profiles"][0]["outside_steps_ns"], 200000)
        first = self.write(Run(1, first=9.0))
        self.assertEqual([profile["outside_steps_ns"] for profile in self.compare(first, first)["profiles"]], [0, 0])
        window = self.compare(much, "--window", "all", "--window", "510us..900us")
        self.assertEqual([profile["outside_steps_ns"] for profile in window["profiles"]], [None, None])

    def test_a_rank_without_a_gpu_is_said_to_be_left_out(self):
        self.n_files += 1
        folder = os.path.join(self.folder.name, f"job{self.n_files}")
        os.mkdir(folder)
        for rank in range(2):
            events = [event for event in Run(rank, steps=6).events if rank == 0 or "stream" not in event["args"]]
            with open(os.path.join(folder, f"{rank}.json"), "w", encoding="utf-8") as file:
                json.dump({"schemaVersion": 1, "distributedInfo": {"rank": rank, "world_size": 2}, "traceEvents": events}, file)
        self.assertIn("whole profile: 6 steps; step times leave out rank 1, which has no GPU\n", run(folder, folder).stdout.decode())
        profile = self.compare(folder, folder)["profiles"][0]
        self.assertEqual((profile["left_out"]["ranks"], profile["left_out"]["ranks_without_gpu"]), ([], [1]))

    def test_sides_without_a_gpu_are_named(self):
        gpu = self.kernels(("k", 100))
        host = [self.write([slice_of("user_annotation", f"ProfilerStep#{step}", 2000 * step, length + step % 3)
                            for step in range(8)]) for length in (900, 1000)]
        self.assertRegex(self.compare(*host)["headline"][0], r"\): 100\.0 µs with no GPU activity on either side\.$")
        self.assertRegex(self.compare(gpu, host[0])["headline"][0], r"\): \d+\.\d µs in B, which has no GPU activity")
        self.assertRegex(self.compare(host[0], gpu)["headline"][0], r"\): \d+\.\d µs less in A, which has no GPU activity")

    def test_steps_without_numbers_are_not_aligned_by_them(self):
        path = self.write(Run(1, steps=6))
        result = run(path, path, "--align", "steps", "--step-names", "enumerate")
        self.assertEqual((result.returncode, result.stdout), (1, b""))
        self.assertIn(f"{path}, --align steps: The steps have no numbers", result.stderr.decode())

    def test_three_sides(self):
        paths = [self.write(Run(1)), self.write(Run(2)), self.write(Run(3, gemm=390.0, gemm_name="triton_mm"))]
        compared = self.compare(*paths)
        self.assertEqual([profile["label"] for profile in compared["profiles"]], ["A", "B", "C"])
        self.assertRegex(compared["headline"][0], "^B: No difference")
        self.assertRegex(compared["headline"][1], "^C: Steps take")
        self.assertEqual(compared["kernels"][0]["matches"], [None, "exact", "operator"])
        self.assertEqual(len(compared["waterfall"]), 2)
        for row in compared["summary"]:
            for column in ("values", "differences", "ratios", "intervals", "differs", "n"):
                self.assertEqual(len(row[column]), 3)


class Parts(Comparing):
    def test_parts_of_one_profile(self):
        compared = self.compare(SAMPLE, "--rank", "0", "--rank", "1")
        self.assertEqual([profile["part"] for profile in compared["profiles"]], ["rank 0", "rank 1"])
        path = self.write(Run(1, slow=(7,)))
        compared = self.compare(path, "--step", "7", "--step", "median")
        self.assertEqual([profile["steps"] for profile in compared["profiles"]], [1, 1])
        self.assertEqual(compared["profiles"][0]["step_ids"], [7])
        self.assertRegex(compared["headline"][0], r"^The step is 1\.9\d+ ms shorter .*dataloader")
        compared = self.compare(path, "--steps", "..7", "--steps", "8..")
        self.assertEqual([profile["steps"] for profile in compared["profiles"]], [8, 16])
        compared = self.compare(path, path, "--steps", "all", "--steps", "8..11")
        self.assertEqual([profile["steps"] for profile in compared["profiles"]], [24, 4])
        compared = self.compare(path, path, "--window", "..5ms")
        self.assertEqual(compared["profiles"][0]["window_ns"], {"begin": 0, "end": 5000000})

    def test_only_common_steps(self):
        paths = [self.write(Run(1, steps=12)), self.write(Run(2, steps=12, number=5))]
        compared = self.compare(*paths, "--align", "steps")
        self.assertEqual([profile["step_ids"] for profile in compared["profiles"]], [list(range(5, 12))] * 2)

    def test_sides_begin_at_an_instant_of_their_own(self):
        paths = [self.write(Run(1, steps=12)), self.write(Run(2, steps=12, number=5))]
        compared = self.compare(*paths, "--align", "step:7")
        self.assertEqual([profile["step_ids"] for profile in compared["profiles"]],
                         [list(range(7, 12)), list(range(7, 17))])
        self.assertEqual([profile["part"] for profile in compared["profiles"]], ["from step:7 on"] * 2)
        loader = "annotation:enumerate(DataLoader)#_Iter.__next__"
        compared = self.compare(*paths, "--align", loader + ":3", "--window", "-1us..2us")
        for path, profile in zip(paths, compared["profiles"]):
            with open(path, encoding="utf-8") as file:
                begins = sorted(event["ts"] for event in json.load(file)["traceEvents"]
                                if event["name"].startswith("enumerate"))
            origin = 0.0
            self.assertEqual(profile["window_ns"]["end"] - profile["window_ns"]["begin"], 3000)
            self.assertAlmostEqual(profile["window_ns"]["begin"], (begins[2] - origin) * 1000 - 1000, delta=1)
        self.assertEqual(self.compare(*paths, "--align", loader)["profiles"][0]["steps"], 11)
        self.assertEqual(self.compare(*paths, "--align", f"collective:{REDUCE}:2")["profiles"][0]["steps"], 10)
        self.assertEqual(self.compare(*paths, "--align", "start")["profiles"][1]["steps"], 12)

    def test_an_instant_that_a_side_lacks_is_named_with_the_side(self):
        paths = [self.write(Run(1, steps=12)), self.write(Run(2, steps=4))]
        loader = "annotation:enumerate(DataLoader)#_Iter.__next__"
        for align, message in (
                ("step:7", "side B: There is no such step; there are steps 0 to 3."),
                (loader + ":5", "side B: There are only 4 such annotations."),
                ("annotation:no such", "side A: There is no such annotation."),
                (f"collective:{REDUCE}:#3", "side A: There is no such collective with the sequence number 3.")):
            result = run(*paths, "--align", align)
            self.assertEqual((result.returncode, result.stdout), (1, b""), align)
            self.assertIn(message, result.stderr.decode())
        for align in ("step:", "step:x", "annotation:", "annotation:a:0", "collective::#3", "", "Start"):
            result = run(*paths, "--align", align)
            self.assertEqual(result.returncode, 1, align)
            self.assertIn("--align takes", result.stderr.decode())
        self.assertIn("goes with --window", run(*paths, "--align", "start", "--step", "1").stderr.decode())

    def test_usage(self):
        path = self.write(Run(1, steps=4))
        for arguments, message in (
                ((), "needs a BASE"), ((path,), "needs a BASE"), ((path, path, "--json", "--md"), "only one of"),
                ((path, path, "--step", "1", "--steps", "1..2"), "only one of --step"),
                ((path, path, path, "--step", "1", "--step", "2"), "given once"),
                ((path, path, "--step", "x"), "--step needs a number or \"median\", not \"x\""),
                ((path, path, "--steps", "5"), "two numbers of steps, not \"5\""),
                ((path, path, "--step", "40"), f"{path}, --step 40: There is no such step; the profile has steps 0 to 3"),
                ((path, path, "--steps", "7..9"), f"{path}, --steps 7..9: There is no such step"),
                ((path, path, "--steps", "9..3"), "--steps 9..3 ends before it begins"),
                ((path, path, "--rank", "9"), f"{path}: there is no rank 9; the profile has rank "),
                ((SAMPLE, path, "--rank", "9", "--rank", "all"), f"{SAMPLE}: there is no rank 9; the profile has ranks 0 to 1"),
                ((path, path, "--rank", "x"), "--rank needs a number, not \"x\""),
                ((path, path, "--window", "x"), "it is \"x\""),
                ((path, path, "--window", "1s.."), f"{path}: --window 1s.. lies outside the profile, which lies between 0 and 3"),
                ((path, path, "--align", "sideways"), "--align takes"), ((path, path, "--pair", "a"), "--pair takes"),
                ((path, path, "--apart", "a => b => c"), "--apart takes"),
                ((path, path, "--table", "kernels"), "--csv"), ((path, path, "--csv", "--table", "x"), "no table"),
                ((path, path, "--fail-if", "step.mean"), "cannot read the condition")):
            result = run(*arguments)
            self.assertEqual((result.returncode, result.stdout), (1, b""), arguments)
            self.assertIn(message, result.stderr.decode())
        result = run("/nonexistent/x.json", path, "--csv", "--table", "kernel")
        self.assertEqual(result.returncode, 1)
        self.assertIn('there is no table "kernel"; there are summary, waterfall, kernels', result.stderr.decode())
        self.assertEqual(run(path, "/nonexistent/x.json").returncode, 2)
        self.assertIn("differs step.mean", run("--help").stdout.decode())


class Conditions(Comparing):
    def fails(self, *conditions, paths=None):
        arguments = [part for condition in conditions for part in ("--fail-if", condition)]
        result = run(*(paths or self.paths), "--json", *arguments)
        json.loads(result.stdout)
        lines = result.stderr.decode().splitlines()
        self.assertEqual(result.returncode, 6 if lines else 0)
        return lines

    def setUp(self):
        super().setUp()
        self.paths = [self.write(Run(1)), self.write(Run(2, gemm=390.0))]

    def test_conditions_that_hold_fail(self):
        for condition in ("step.median > +5%", "step.mean > +100us", "step.p95 > 100us", "differs step.mean",
                          'kernel["*gemm*"].total > +20%', 'kernel["sm90_gemm"].total >= 700us', "kernels >= 4",
                          "gpu_active > +1%"):
            lines = self.fails(condition)
            self.assertEqual(len(lines), 1, condition)
            self.assertIn(condition + ":", lines[0])
            self.assertNotIn("cannot be decided", lines[0])
        self.assertEqual(len(self.fails("step.median > +5%", "idle > +500%", "differs compute")), 2)

    def test_conditions_that_do_not_hold_pass(self):
        self.assertEqual(self.fails("step.median > +50%", "step.mean < -1%", "differs kernels", "step.mean > 1s",
                                    'kernel["void relu*"].total > +20%'), [])

    def test_what_cannot_be_decided_fails_and_says_so(self):
        for condition, reason in (
                ('kernel["no such"].total > +5%', "no kernel of A or B matches"), ("memory_peak > 5", "A and B record no memory"),
                ("differs memory_peak", "A and B record no memory"), ("exposed_copies > +5%", "the value of A is 0")):
            self.assertIn("cannot be decided: " + reason, self.fails(condition)[0])

    def test_changes_need_four_steps_on_either_side(self):
        few = [self.paths[0], self.write(Run(2, steps=3, gemm=600.0))]
        for paths, counts in ((few, "A has 24, B has 3"), (few[::-1], "A has 3, B has 24"),
                              ([few[1], few[1]], "A has 3, B has 3")):
            for condition in ("step.median > +5%", "step.mean > +1ns", "gpu_active > +5%", "kernels > +1", "launches < -1%",
                              "idle < -5ns", "exposed_copies > +5%", "differs step.mean", "differs compute",
                              'kernel["*gemm*"].total > +5%', 'kernel["*gemm*"].total < +5ms'):
                self.assertIn("cannot be decided: each side needs at least 4 steps; " + counts,
                              self.fails(condition, paths=paths)[0], condition)
        self.assertEqual(self.fails("step.mean > 1s", "gpu_active > 1s", 'kernel["*gemm*"].total > 1s', paths=few), [])
        self.assertNotIn("decided", self.fails('kernel["*gemm*"].total > 1us', paths=few)[0])

    def test_a_peak_is_decided_whatever_the_steps(self):
        for paths in ([self.with_memory(1000, steps=steps), self.with_memory(2000, steps=3)] for steps in (3, 24)):
            self.assertIn("1000 to 2000 (+100 %)", self.fails("memory_peak > +5%", paths=paths)[0])
            self.assertEqual(self.fails("memory_peak > +1000", "memory_peak > 2000", paths=paths), [])
            self.assertIn("one value for each side", self.fails("differs memory_peak", paths=paths)[0])
        self.assertIn("cannot be decided: B records no memory",
                      self.fails("memory_peak > 5", paths=[self.with_memory(1000), self.paths[0]])[0])

    def test_every_key_can_be_tested(self):
        values = {row["key"]: row["values"][0] for row in self.compare(*self.paths)["summary"]}
        self.assertEqual(len(values), 12)
        values['kernel["*"].total'] = 1
        for key in values:
            for condition in (f"{key} > 1e15", f"{key} < -1e15", f"{key} > +1e15", f"{key}<=-1e15", f"{key} >= +1e12%"):
                lines = self.fails(condition)
                undecided = key == "memory_peak" or ("%" in condition and not values[key])
                self.assertEqual(len(lines), int(undecided), condition)
            if not key.startswith("kernel"):
                self.fails(f"differs {key}")
        self.assertEqual(self.fails("kernels<=-1", "launches > 1e9"), [])

    def test_malformed_conditions_are_refused_before_a_file_is_read(self):
        for condition in ("", " ", "step.median", "step.median >", "step.median > +", "step.median > 5%", "step.median = 5",
                          "step.median > 5m", "step.median > 5 ms x", "step.median > nan", "step.median > inf",
                          "step.median > 0x10", "step.median > 1e400", "step.median > 1e308s", "kernels > 5ms",
                          "step.medians > 5", "differs", "differs step.median > 5", 'differs kernel["a"].total',
                          'kernel["a"] > 5', 'kernel["a].total > 5', "kernel[a].total > 5"):
            result = run("/nonexistent/a.json", "/nonexistent/b.json", "--fail-if", condition)
            self.assertEqual((result.returncode, result.stdout), (1, b""), condition)
            self.assertIn("cannot read the condition", result.stderr.decode())

    def exact(self, length, kernel="k"):
        """Steps of 1 ms with two kernels, of which the first takes a whole number of µs."""
        events = []
        for step in range(6):
            at = 1000 * step
            events += [slice_of("user_annotation", f"ProfilerStep#{step}", at, 990)]
            for number, (name, dur) in enumerate(((kernel, length), ("other", 50))):
                correlation = 2 * step + number + 1
                events += [slice_of("cuda_runtime", "cudaLaunchKernel", at + 10 + 10 * number, 5, correlation=correlation),
                           slice_of("kernel", name, at + 100 + 300 * number, dur, tid=7, correlation=correlation, device=0,
                                    stream=7)]
        return self.write(events)

    def test_a_change_of_exactly_the_limit_is_not_above_it(self):
        for length, percent in ((105, 5), (107, 7), (129, 29), (110, 10), (101, 1)):
            paths = [self.exact(100), self.exact(length)]
            self.assertEqual(self.fails(f'kernel["k"].total > +{percent}%', paths=paths), [])
            self.assertEqual(len(self.fails(f'kernel["k"].total >= +{percent}%', paths=paths)), 1)
            self.assertEqual(self.fails(f'kernel["k"].total > +{length - 100}us', paths=paths), [])
            self.assertEqual(self.fails(f'kernel["k"].total < -{percent}%', paths=paths[::-1]), [])
        self.assertEqual(self.fails('kernel["*"].total > +0', 'kernel["*"].total < -0',
                                    paths=[self.exact(100), self.exact(100)]), [])

    def test_a_kernel_that_a_side_lacks_cannot_be_decided(self):
        paths = [self.exact(100), self.write(Run(1))]
        for condition in ('kernel["k"].total <= -100%', 'kernel["k"].total > +5%', 'kernel["k"].total < +50us'):
            for at, label in ((paths, "B"), (paths[::-1], "A")):
                self.assertIn(f"cannot be decided: no kernel of {label} matches", self.fails(condition, paths=at)[0])
        for condition in ('kernel["k"].total > 1us', 'kernel["k"].total < 1s'):
            self.assertIn("cannot be decided: no kernel of B matches", self.fails(condition, paths=paths)[0])

    def test_a_value_without_a_sign_needs_only_the_other_side(self):
        paths = [self.write(Run(1)), self.exact(100)]
        self.assertEqual(self.fails('kernel["k"].total > 1ms', paths=paths), [])
        self.assertTrue(self.fails('kernel["k"].total > 1us', paths=paths)[0].endswith(
            ": 100.0 µs in B (no kernel of A matches)"))
        paths = [self.write(Run(1)), self.with_memory(71250000000)]
        self.assertEqual(self.fails("memory_peak > 80000000000", paths=paths), [])
        self.assertTrue(self.fails("memory_peak > 70000000000", paths=paths)[0].endswith(
            ": 71250000000 in B (A records no memory)"))
        self.assertIn("cannot be decided: A records no memory", self.fails("memory_peak > +5%", paths=paths)[0])

    def test_a_shown_name_is_told_from_the_exact_one(self):
        self.assertIn("\n  relu f32  ", run(*self.paths).stdout.decode())
        line = self.fails('kernel["relu f32"].total > +1%')[0]
        self.assertIn('no kernel of A or B matches; did you mean the exact name, kernel["void relu<float>(float*)"].total?', line)
        line = self.fails('kernel["no such"].total > +1%')[0]
        self.assertIn("no kernel of A or B matches; the pattern is for exact names, which --csv --table kernels lists", line)
        for option in ("--pair", "--apart"):
            result = run(*self.paths, option, "relu f32 => sm90_gemm")
            self.assertEqual(result.returncode, 1)
            self.assertIn('did you mean the exact name, "void relu<float>(float*)"?', result.stderr.decode())
            result = run(*self.paths, option, "sm90_gemm => relu")
            self.assertIn('"relu" in its scope; exact names are meant, which --csv --table kernels lists', result.stderr.decode())

    def test_values_are_plain_decimals(self):
        paths = [self.with_memory(12345678901234567), self.with_memory(23456789012345678)]
        self.assertIn(": 12345678901234568 to 23456789012345680 (+90 %)", self.fails("memory_peak > +5%", paths=paths)[0])
        self.assertIn(": 4 to 4 (0.0 %)", self.fails("kernels >= 4")[0])

    def test_a_micro_sign_or_a_greek_letter_says_microseconds(self):
        for unit in ("us", "\u00b5s", "\u03bcs"):
            self.assertEqual(len(self.fails(f"step.mean > 5 {unit}")), 1)

    def test_globs_match_any_name(self):
        name = "a*b[?]\"].total\x01\u00fc"
        paths = [self.exact(100, name), self.exact(100, name)]
        for glob in ("a*", "*total*", "a?b*", "*" * 50 + "b*"):
            self.assertEqual(len(self.fails(f'kernel["{glob}"].total > 1us', paths=paths)), 1, glob)
        for glob in ("a", "A*", "k?", ""):
            self.assertEqual(len(self.fails(f'kernel["{glob}"].total > 1us', paths=paths)), 1)
            self.assertIn("no kernel of A or B matches", self.fails(f'kernel["{glob}"].total > 1us', paths=paths)[0])

    def test_every_failure_is_a_line_and_the_output_is_whole(self):
        conditions = ["step.mean > 1us", "step.mean > 1s", "memory_peak > 1", "kernels >= 1"]
        arguments = [part for condition in conditions for part in ("--fail-if", condition)]
        for form in ((), ("--md",), ("--csv",), ("--json",)):
            result = run(*self.paths, *form, *arguments)
            lines = result.stderr.decode().splitlines()
            self.assertEqual(result.returncode, 6)
            self.assertEqual([line.split("failed: ")[1].split(":")[0] for line in lines],
                             ["step.mean > 1us", "memory_peak > 1", "kernels >= 1"])
            self.assertEqual(result.stdout, run(*self.paths, *form).stdout)

    def test_without_steps_only_values_can_be_decided(self):
        events = [slice_of("kernel", "k", 100 * i, 50, tid=7, device=0, stream=7) for i in range(5)]
        paths = [self.write(events)] * 2
        for condition in ("step.mean > 1", "step.median > 1", "step.p95 > 1", "step.mean > +5%", "gpu_active > +5%",
                          "gpu_active < +1s", "idle > -1ns", 'kernel["k"].total > +5%', 'kernel["k"].total < +1s',
                          "differs gpu_active", "differs step.mean"):
            self.assertIn("cannot be decided: A has no steps, and B has no steps", self.fails(condition, paths=paths)[0])
            self.assertIn("cannot be decided: A has no steps", self.fails(condition, paths=[paths[0], self.paths[0]])[0])
        self.assertEqual(self.fails("idle > 1s", 'kernel["k"].total > 1ms', paths=paths), [])
        for line in self.fails("gpu_active > 1us", 'kernel["k"].total > 1us', paths=paths):
            self.assertTrue(line.endswith(" of the whole scope, since A has no steps, and B has no steps"), line)
        lines = self.fails("gpu_active > 1us", paths=[paths[0], self.paths[0]])
        self.assertTrue(lines[0].endswith(" of the whole scope, since A has no steps"), lines)
        self.assertNotIn("whole scope", self.fails("gpu_active > 1us")[0])

    def test_every_side_is_tested(self):
        lines = self.fails("step.mean > +5%", paths=[*self.paths, self.write(Run(3)), self.paths[1]])
        self.assertEqual(len(lines), 2)
        self.assertIn("B: step.mean", lines[0])
        self.assertIn("D: step.mean", lines[1])


class Output(Comparing):
    def test_text_reads_like_benchstat(self):
        paths = [self.write(Run(1)), self.write(Run(2, gemm=390.0))]
        lines = run(*paths).stdout.decode().splitlines()
        self.assertEqual(lines[0], f"A: {paths[0]}, whole profile: 24 steps")
        mean = next(line for line in lines if line.startswith("  step.mean"))
        self.assertRegex(mean, r"^  step\.mean +\d+\.\d µs +\d+\.\d µs +\+\d+ % \(\+\d+\.\.\+\d+\) +24\+24$")
        self.assertRegex(next(line for line in lines if line.startswith("  kernels")), r" 4 +4 +~ 0\.0 % \(0\.0\.\.0\.0\) ")
        text = flat("\n".join(lines))
        for note in ("From gpu_active to kernels: means per step and GPU; launches: per step and rank; memory_peak: the largest of a "
                     "GPU.",
                     "n: the steps used of each side; n/a: not recorded.",
                     "~ in the summary: the 99 % interval of the change contains 0, or there are too few steps to tell; the 95 % "
                     "interval is printed.",
                     "~ in tables: not changed after correction for all rows of the table (Benjamini-Hochberg, 5 %), or there are "
                     "too few steps to tell.",
                     "- in tables: the side has no such row; added: the side has one and A does not; removed: A has one and the side does "
                     "not; not paired: the other side has a kernel of this name, in another row."):
            self.assertIn(note, text)
        lines = run(paths[0], self.write(Run(2, gemm=390.0, copies=1))).stdout.decode().splitlines()
        for title in ("Kernels, per step and GPU", "Operators, per step and rank", "Runtime calls, per step and rank",
                      "Collectives, per step and GPU", "Annotations, per step and rank", "Idle time by cause, per step and GPU"):
            self.assertIn(title, lines)

    def test_without_steps_nothing_is_called_a_mean_of_steps(self):
        events = [slice_of("kernel", "k", 100 * i, 50 + i, tid=7, device=0, stream=7) for i in range(5)]
        lines = run(self.write(events), self.write(events[:4])).stdout.decode().splitlines()
        for line in ("Summary of whole windows", "Kernels, per GPU",
                     "From gpu_active to kernels: means per GPU; launches: per rank; memory_peak: the largest of a GPU.",
                     "n: the values of each side, one for its whole window; n/a: not recorded.",
                     "~ it cannot be told whether the change is beyond the spread: no steps are used."):
            self.assertIn(line, lines)

    def test_a_peak_of_memory_has_a_unit_of_its_size(self):
        for peak, text in ((999, "999 B"), (101300000, "101.3 MB"), (999999, "1 MB"), (71250000000, "71.25 GB")):
            path = self.with_memory(peak)
            row = next(line for line in run(path, path).stdout.decode().splitlines() if line.startswith("  memory_peak"))
            self.assertRegex(row, f" {text} +{text} ")

    def test_the_method_is_that_of_every_pair(self):
        paths = [self.write(Run(1)), self.write(Run(2)), self.write(Run(3, steps=9)), self.write(Run(4, steps=3))]
        rows = self.summary(self.compare(*paths))
        self.assertRegex(rows["idle"]["method"], r"^B: circular block bootstrap of steps, 2000 draws, blocks of 2 and 2 steps, .* "
                                                 r"differs by the 99 % interval; C: circular .* blocks of 2 and 1 steps, .*; "
                                                 r"D: no interval: each side needs 4 steps$")
        self.assertEqual(rows["memory_peak"]["method"], "one value for each side")
        self.assertRegex(self.summary(self.compare(*paths[:2]))["idle"]["method"], "^circular block bootstrap")
        self.assertIn("\nIntervals: B: circular", run(*paths).stdout.decode())

    def test_markdown_has_tables(self):
        paths = [self.write(Run(1)), self.write(Run(2, gemm=390.0))]
        text = run(*paths, "--md").stdout.decode()
        self.assertIn("|  | A | B | change | n |\n| --- | ---: | ---: | ---: | ---: |\n| `step.mean` | ", text)
        self.assertIn("## Kernels, per step and GPU\n", text)
        self.assertIn("**Steps take ", text)

    def test_csv_has_every_table(self):
        paths = [self.write(Run(1)), self.write(Run(2, gemm=390.0))]
        compared = self.compare(*paths)
        for table in ("summary", "waterfall", "kernels", "operators", "modules", "annotations", "collectives", "runtime",
                      "idle"):
            text = run(*paths, "--csv", "--table", table).stdout.decode()
            rows = list(csv.DictReader(io.StringIO(text, newline="")))
            if table == "waterfall":
                total = compared["waterfall"][0]["to_ns"] - compared["waterfall"][0]["from_ns"]
                self.assertAlmostEqual(sum(float(row["difference_ns"]) for row in rows), total, delta=1e-6)
                continue
            self.assertEqual(len(rows), len(compared[table]), table)
            if table == "modules":
                self.assertEqual(text, "name_A,count_A,total_ns_A,per_step_ns_A,name_B,count_B,total_ns_B,per_step_ns_B,"
                                       "match_B,difference_ns_B,p_B,changed_B\r\n")
            if table == "kernels":
                self.assertEqual([row["name_A"] for row in rows], [row["names"][0] for row in compared[table]])
                self.assertEqual([float(row["difference_ns_B"]) for row in rows],
                                 [row["differences_ns"][1] for row in compared[table]])
        self.assertEqual(run(*paths, "--csv").stdout, run(*paths, "--csv", "--table", "summary").stdout)

    def test_output_does_not_depend_on_the_locale(self):
        paths = [self.write(Run(1)), self.write(Run(2, gemm=390.0))]
        for form in ("--json", "--csv", "--md", "--align=none"):
            outputs = {run(*paths, form, "--fail-if", "step.mean > 0.5ms", locale=locale).stdout
                       for locale in ("C", "C.UTF-8", "es_ES.UTF-8")}
            self.assertEqual(len(outputs), 1, form)
        self.assertEqual(run(*paths, "--fail-if", "step.mean > +0.5%", locale="es_ES.UTF-8").returncode, 6)

    def test_names_cannot_control_the_terminal(self):
        name = "evil\x1b[31m\u202ekernel | `x`"
        paths = [self.write(Run(1)), self.write(Run(2, gemm=390.0, gemm_name=name))]
        for form in ((), ("--md",), ("--csv",), ("--csv", "--table", "kernels")):
            text = run(*paths, *form, "--fail-if", 'kernel["evil*"].total > 1us').stdout.decode()
            self.assertNotIn("\x1b", text)
            self.assertNotIn("\u202e", text)
            if form == ("--md",):
                self.assertNotIn("`x`", text)
        self.assertIn(name, {row["names"][1] for row in self.compare(*paths)["kernels"]})

    def names(self, name):
        """A pair whose second run has a kernel, an operator, an annotation and a call of this name."""
        made = Run(2, gemm=390.0, gemm_name=name)
        made.events += [slice_of("user_annotation", name, 30, 400), slice_of("cpu_op", name, 40, 300),
                        slice_of("cuda_runtime", name, 50, 100)]
        return [self.write(Run(1)), self.write(made)]

    def test_names_of_any_characters_stay_in_their_cells(self):
        for name in ('a|b', "``", "`", "a\nb\r\nc", "a,b;\"c\"", "\t\x00\x7f\x1b]0;x\x07", "<b>&amp;</b>", "**x** _y_", "\\|",
                     "=1+1", "\u202e\u2066x", "\ud83d", "é" * 3000, " "):
            paths = self.names(name)
            compared = self.compare(*paths)
            for table in ("kernels", "operators", "annotations", "runtime"):
                self.assertIn(name.replace("\ud83d", "\ufffd"),
                              {(row["names"][1] or "").replace("\ud83d", "\ufffd") for row in compared[table]}, table)
                text = run(*paths, "--csv", "--table", table).stdout.decode()
                rows = list(csv.reader(io.StringIO(text, newline="")))
                self.assertEqual({len(row) for row in rows}, {len(rows[0])})
                self.assertEqual(len(rows) - 1, len(compared[table]))
            lines = run(*paths, "--md").stdout.decode().split("\n")
            for before, line in zip(lines, lines[1:]):
                if before.startswith("|") and line.startswith("|"):
                    self.assertEqual(self.cells(before), self.cells(line), (before, line))
            for line in run(*paths).stdout.decode().split("\n"):
                self.assertFalse(any(ord(c) < 32 or ord(c) == 127 for c in line), line)

    def test_an_aligned_name_stays_in_its_place(self):
        for name in ("a`b", "x\x1b[31m", "a|b", "a:b:c", "n:7"):
            paths = self.names(name)
            text = run(paths[1], paths[1], "--align", f"annotation:{name}:1", "--md").stdout.decode()
            self.assertNotIn("\x1b", text)
            self.assertEqual(text.split("\n")[0].count("`"), 4, text)

    @staticmethod
    def cells(line):
        """The cells of a row of Markdown: bars that a backslash does not precede."""
        return len(line.replace("\\\\", "").replace("\\|", "").split("|"))

    def test_bytes_that_are_not_utf_8_leave_json_valid(self):
        path = self.write(Run(2, gemm_name="XXXX"))
        with open(path, "rb") as file:
            text = file.read()
        with open(path, "wb") as file:
            file.write(text.replace(b"XXXX", b"a\xff\xfeb"))
        result = run(path, self.write(Run(1)), "--json", "--fail-if", "step.mean > 1s")
        self.assertEqual(result.returncode, 0, result.stderr)
        json.loads(result.stdout.decode("utf-8"))
        for form in ((), ("--md",)):
            run(path, path, *form).stdout.decode("utf-8")
        odd = os.path.join(self.folder.name.encode(), b"\xff | `x`.json")
        os.rename(path, odd)
        self.assertEqual(json.loads(run(odd, odd, "--json").stdout.decode("utf-8"))["profiles"][0]["steps"], 24)
        run(odd, odd, "--md").stdout.decode("utf-8")

    def test_directories_of_ranks(self):
        compared = self.compare(SAMPLE, SAMPLE)
        self.assertEqual([profile["ranks"] for profile in compared["profiles"]], [2, 2])
        self.assertEqual(self.summary(compared)["step.mean"]["differences"], [None, 0])
        compared = self.compare(SAMPLE, os.path.join(SAMPLE, sorted(os.listdir(SAMPLE))[0]), "--rank", "0", "--rank", "all")
        self.assertEqual([profile["ranks"] for profile in compared["profiles"]], [1, 1])
        self.assertEqual(self.summary(compared)["kernels"]["differences"], [None, 0])

    def test_one_path_with_several_scopes(self):
        path = self.write(Run(1))
        compared = self.compare(path, "--steps", "all", "--steps", "..11", "--steps", "12..", "--steps", "3..3")
        self.assertEqual([profile["label"] for profile in compared["profiles"]], list("ABCD"))
        self.assertEqual([profile["path"] for profile in compared["profiles"]], [path] * 4)
        self.assertEqual([profile["steps"] for profile in compared["profiles"]], [24, 12, 12, 1])
        self.assertEqual(compared["profiles"][0]["part"], "whole profile")
        row = self.summary(compared)["step.mean"]
        self.assertEqual(row["differs"][3], None)
        self.assertAlmostEqual((row["values"][1] + row["values"][2]) / 2, row["values"][0], delta=1)

    def test_files_that_cannot_be_read(self):
        good = self.write(Run(1, steps=4))
        text = os.path.join(self.folder.name, "notes.json")
        with open(text, "w", encoding="utf-8") as file:
            file.write("nothing of a trace\n")
        empty_folder = os.path.join(self.folder.name, "empty")
        os.mkdir(empty_folder)
        for paths in (("/nonexistent/a.json", good), (good, "/nonexistent/a.json"), (good, good, "/nonexistent/a.json"),
                      (good, text), (empty_folder, good)):
            for form in ((), ("--json",), ("--fail-if", "step.mean > 1us")):
                result = run(*paths, *form)
                self.assertEqual((result.returncode, result.stdout), (2, b""), paths)
                self.assertEqual(len(result.stderr.decode().splitlines()), 1)
                self.assertIn(next(path for path in paths if path != good), result.stderr.decode())

    def cut_in_half(self, made):
        with open(self.write(made), "rb") as file:
            text = gzip.compress(file.read())
        path = os.path.join(self.folder.name, f"{self.n_files}.json.gz")
        with open(path, "wb") as file:
            file.write(text[:len(text) // 2])
        return path

    def test_lost_data_is_said_of_the_side(self):
        whole, cut = self.write(Run(1)), self.cut_in_half(Run(2))
        losses = ["gzip.truncated", "json.truncated"]
        said = "; data is missing: gzip.truncated, json.truncated; see `stepscope check`"
        for paths, lossy in (([whole, cut], [1]), ([cut, whole], [0]), ([whole, cut, cut], [1, 2]), ([whole, whole], [])):
            profiles = self.compare(*paths)["profiles"]
            self.assertEqual([profile["data_loss"] for profile in profiles],
                             [losses if side in lossy else [] for side in range(len(paths))])
            for form in ((), ("--md",)):
                result = run(*paths, *form)
                lines = re.findall(r"^(?:- )?[A-C]: .*?(?=^(?:- )?[A-C]: |^$)", result.stdout.decode(), re.M | re.S)[:len(paths)]
                self.assertEqual([said in flat(line) for line in lines], [side in lossy for side in range(len(paths))])
                self.assertEqual((result.returncode, result.stderr), (0, b""))

    def test_conditions_on_lost_data_are_warned_of(self):
        whole, cut = self.write(Run(1)), self.cut_in_half(Run(2))
        for paths, sides in (([whole, cut], "B (gzip.truncated, json.truncated)"),
                             ([cut, whole, cut], "A (gzip.truncated, json.truncated), C (gzip.truncated, json.truncated)")):
            result = run(*paths, "--fail-if", "step.mean > 1s")
            lines = result.stderr.decode().splitlines()
            self.assertEqual((result.returncode, len(lines)), (0, 1))
            self.assertTrue(lines[0].endswith(f"warning: data is missing in {sides}; conditions are tested on the rest"), lines)
        result = run(whole, cut, "--fail-if", "step.mean > 1us")
        self.assertEqual((result.returncode, len(result.stderr.decode().splitlines())), (6, 2))
        self.assertEqual(run(whole, whole, "--fail-if", "step.mean > 1s").stderr, b"")

    def on_terminal(self, columns, *arguments):
        main, other = pty.openpty()
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        process = subprocess.Popen([PROGRAM, "compare", *arguments], stdout=other, stderr=subprocess.DEVNULL)
        os.close(other)
        text = b""
        while True:
            try:
                part = os.read(main, 65536)
            except OSError:
                break
            if not part:
                break
            text += part
        os.close(main)
        process.wait(timeout=120)
        return text.decode().replace("\r\n", "\n")

    def test_text_is_as_wide_as_the_terminal(self):
        paths = [self.write(Run(1, first=3.0)), self.write(Run(2, gemm=390.0, gemm_name="triton_" + "x" * 40, copies=1))]
        as_file = run(*paths).stdout.decode()
        for columns, text in ((60, self.on_terminal(60, *paths)), (200, self.on_terminal(200, *paths)), (100, as_file)):
            self.assertEqual(flat(text), flat(as_file))
            head = text.split("Summary\n")[0]
            legend = text[text.index("From gpu_active"):text.index("From gpu_active") + 1200].split("\n\n")[0]
            for line in (head + legend).splitlines():
                self.assertLessEqual(len(line), max(columns, 3 + len(paths[0])), line)
            self.assertEqual(len(head.splitlines()) > 6, columns < 200, head)
            self.assertNotRegex(head + legend, r"\d\n *(?:%|µs|ms|steps)")

    def test_a_path_is_not_broken(self):
        folder = os.path.join(self.folder.name, " ".join(["a folder of a long name"] * 5))
        os.mkdir(folder)
        path = os.path.join(folder, "run.json")
        os.rename(self.write(Run(1)), path)
        self.assertTrue(run(path, path).stdout.decode().startswith(f"A: {path},"))

    def test_cut_names_stay_different(self):
        names = [f"embedding backward of a long_name {'x' * 20} no. {number} with a long end {'y' * 30} of it" for number in range(10, 20)]
        events = []
        for step in range(6):
            at = 10000 * step
            events.append(slice_of("user_annotation", f"ProfilerStep#{step}", at, 9900))
            for i, name in enumerate(names):
                correlation = 100 * step + i + 1
                events += [slice_of("cuda_runtime", "cudaLaunchKernel", at + 10 + 10 * i, 5, correlation=correlation),
                           slice_of("cpu_op", name, at + 5 + 10 * i, 9 + i / 10),
                           slice_of("kernel", name, at + 200 + 500 * i, 50 + i, tid=7, correlation=correlation, device=0, stream=7)]
        lines = run(self.write(events), self.write(Run(1))).stdout.decode().splitlines()
        rows = [line.split("  ")[1] for line in lines[lines.index("Operators, per step and rank"):] if "embedding" in line]
        self.assertEqual((len(rows), len(set(rows))), (10, 10), rows)
        for row in rows:
            self.assertLessEqual(len(row), 60)

    def test_columns_are_those_of_the_terminal(self):
        made = Run(2, gemm=390.0)
        made.events += [slice_of("user_annotation", name, 30, 400) for name in ("核函数矩阵乘法", "e\u0301\u0301t", "abc")]
        lines = run(self.write(Run(1)), self.write(made)).stdout.decode().splitlines()
        first = lines.index("Annotations, per step and rank")
        widths = set()
        for line in lines[first + 2:first + 5]:
            name, rest = re.match(r"  (\S+)( +- +.*)added$", line).groups()
            wide = sum(2 if c > "\u2e80" else 0 if c == "\u0301" else 1 for c in name)
            widths.add(wide + len(rest))
        self.assertEqual(len(widths), 1, lines[first:first + 5])

    def test_no_change_has_no_sign(self):
        paths = [self.write(Run(1)), self.write(Run(2))]
        for arguments in (paths, [paths[0]] * 2, paths[::-1]):
            text = run(*arguments).stdout.decode()
            self.assertNotRegex(text[text.index("Summary"):], r"[+-]0\.0(?: %|\.\.|\))")

    def test_help_is_complete(self):
        text = run("--help").stdout.decode()
        for key in self.summary(self.compare(*[self.write(Run(1, steps=4))] * 2)):
            self.assertIn(f" {key}", text)
        for word in ("> >= < or <=", "ns, us, ms or s", "none:", "collective:NAME:#N", "exact names", "--csv --table kernels",
                     "steps that begin there count whole"):
            self.assertIn(word, flat(text))
        self.assertNotIn("Only the time from A to B", text)
        self.assertIn("BASE OTHER...", run("--help", verb="render").stdout.decode().split("\n\n")[0])
        self.assertIn("render [OPTION…] BASE OTHER...", run("--view", "compare", "--help", verb="render").stdout.decode())

    def test_the_same_files_give_the_same_bytes(self):
        paths = [self.write(Run(1)), self.write(Run(2))]
        self.assertEqual(len({run(*paths, "--json").stdout for _ in range(3)}), 1)


class Costs(Comparing):
    """Steps of 0.96 ms and of 1.23 ms without noise, on one GPU of a node of 8."""

    def job(self, name="NVIDIA H100", world_size=1, n_listed=8, **made):
        self.n_files += 1
        path = os.path.join(self.folder.name, f"{self.n_files}.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"schemaVersion": 1, "deviceProperties": [{"id": i, "name": name} for i in range(n_listed)],
                       "distributedInfo": {"backend": "nccl", "rank": 0, "world_size": world_size},
                       "traceEvents": Run(noise=0, **made).events}, file)
        return path

    def costs(self, *arguments):
        return self.compare(*arguments)["cost"]

    def test_costs_are_those_of_the_summary(self):
        paths = [self.job(), self.job(gemm=435.0, overlap=False)]
        compared = self.compare(*paths, "--price", "H100=98.32:USD", "--batch", "64", "--batch", "128")
        summary = self.summary(compared)
        for side, (cost, samples) in enumerate(zip(compared["cost"], (64, 128))):
            hour = 98.32
            step, idle, exposed = (summary[key]["values"][side] / 3.6e12
                                   for key in ("step.mean", "idle", "exposed_communication"))
            self.assertEqual(cost["node"], "8 × NVIDIA H100")
            self.assertEqual((cost["gpus"], cost["gpus_per_node"], cost["nodes"]), (1, 8, 1))
            self.assertEqual((cost["node_price_per_hour"], cost["currency"], cost["cost_per_hour"]), (hour, "USD", hour))
            self.assertAlmostEqual(cost["cost_per_step"], hour * step, delta=1e-15)
            self.assertAlmostEqual(cost["cost_per_1000_steps"], 1000 * hour * step, delta=1e-12)
            self.assertAlmostEqual(cost["idle_cost_per_1000_steps"], 1000 * hour * idle, delta=1e-12)
            self.assertAlmostEqual(cost["exposed_communication_cost_per_1000_steps"], 1000 * hour * exposed, delta=1e-12)
            self.assertAlmostEqual(cost["cost_per_million_samples"], 1e6 * hour * step / samples, delta=1e-9)
            self.assertAlmostEqual(cost["samples_per_second"], samples / (step * 3600), delta=1e-6)
            self.assertEqual(cost["unknown"], {"scaling_efficiency": "one_size"})
        self.assertGreater(summary["exposed_communication"]["values"][1], 0)

    def test_scaling_efficiency_and_nodes(self):
        small, large = self.job(world_size=4), self.job(world_size=32, gemm=435.0)
        costs = self.costs(large, small, "--batch", "512", "--batch", "64", "--price", "*H100*=10")
        self.assertEqual([cost["nodes"] for cost in costs], [4, 1])
        self.assertEqual([cost["cost_per_hour"] for cost in costs], [40, 10])
        self.assertEqual(costs[1]["scaling_efficiency"], 1)
        rates = [cost["samples_per_second"] for cost in costs]
        self.assertAlmostEqual(costs[0]["scaling_efficiency"], rates[0] / (32 * rates[1] / 4), delta=1e-12)

    def test_scaling_is_between_the_same_hardware(self):
        small, large = self.job(world_size=4), self.job(world_size=32, gemm=435.0)
        other = self.job("NVIDIA V100", world_size=2)
        costs = self.costs(large, small, other, "--batch", "64")
        self.assertEqual([cost["scaling_efficiency"] for cost in costs], [None] * 3)
        self.assertEqual([cost["unknown"]["scaling_efficiency"] for cost in costs], ["other_hardware"] * 2 + ["one_size"])
        text = run(large, small, other, "--batch", "64").stdout.decode()
        self.assertRegex(text, r"scaling_efficiency +n/a +n/a +n/a")
        self.assertIn("A, B: scaling efficiency is only between the same GPUs, and these are other hardware than the smallest.",
                      flat(text))
        other = self.job("NVIDIA V100", world_size=16)
        costs = self.costs(large, small, other, "--batch", "64")
        self.assertEqual([cost["scaling_efficiency"] is None for cost in costs], [False, False, True])

    def test_figures_are_plain_decimals(self):
        path = self.job()
        text = run(path, path, "--price", "H100=3:EUR", "--batch", "64000000").stdout.decode()
        self.assertRegex(text, r"cost_per_step +0\.000000\d{4} EUR ")
        self.assertRegex(text, r"samples_per_second +\d\d,\d{3},\d{3},\d{3} ")
        self.assertIn("cost_per_hour", text)
        self.assertNotRegex(text, r"\de[+-]\d")
        self.assertNotIn("step_ns", text)

    def test_what_is_not_known_is_said(self):
        paths = [self.job(), self.job("AMD MI300X", n_listed=1, world_size=8)]
        first, second = self.costs(*paths, "--price", "H100=98.32:USD")
        self.assertIsNone(first["samples_per_second"])
        self.assertEqual(first["unknown"]["cost_per_million_samples"], "no_samples")
        self.assertIsNone(second["cost_per_step"])
        self.assertEqual(second["unknown"]["cost_per_step"], "no_price")
        # Without device properties, nothing says how large a node is.
        bare = self.job(n_listed=0, world_size=16)
        first, second = self.costs(bare, bare, "--price", "GPU=1")
        self.assertEqual(first["unknown"]["cost_per_step"], "no_node")
        first, second = self.costs(bare, bare, "--price", "GPU=1", "--gpus-per-node", "4")
        self.assertEqual((first["nodes"], first["cost_per_hour"]), (4, 4))
        text = run(bare, bare, "--price", "GPU=1").stdout.decode()
        self.assertIn("A, B: the file does not say how many GPUs a node has (--gpus-per-node).", text)
        self.assertIn("A, B: the samples of a step were not given (--batch).", text)
        without = [event for event in Run().events if "ProfilerStep" not in event["name"]]
        path = self.write(without)
        self.assertEqual(self.costs(path, path, "--batch", "8")[0]["unknown"]["cost_per_step"], "no_steps")

    def test_nothing_is_said_unless_asked(self):
        path = self.job()
        self.assertNotIn("cost", self.compare(path, path))
        self.assertNotIn("Cost and scaling", run(path, path).stdout.decode())
        self.assertEqual(run(path, path, "--csv", "--table", "cost").returncode, 1)

    def test_csv_and_text_have_the_same_figures(self):
        paths = [self.job(), self.job(gemm=435.0)]
        asked = ("--price", "H100=98.32:USD", "--batch", "64")
        costs = self.costs(*paths, *asked)
        rows = {row["key"]: row for row in
                csv.DictReader(io.StringIO(run(*paths, *asked, "--csv", "--table", "cost").stdout.decode()))}
        for key in ("gpus", "step_ns", "samples_per_second", "cost_per_step", "cost_per_million_samples"):
            for side, label in enumerate("AB"):
                self.assertEqual(float(rows[key][f"value_{label}"]), costs[side][key])
        self.assertEqual(rows["cost_per_step"]["currency_B"], "USD")
        self.assertEqual(rows["scaling_efficiency"]["unknown_A"], "one_size")
        for form in ((), ("--md",)):
            text = run(*paths, *asked, *form).stdout.decode()
            self.assertIn("Cost and scaling", text)
            self.assertIn("98.32 USD", text)

    def test_two_currencies_are_not_compared(self):
        paths = [self.job(), self.job("AMD MI300X")]
        text = run(*paths, "--price", "H100=10:USD", "--price", "MI300X=20:EUR").stdout.decode()
        line = next(line for line in text.splitlines() if "cost_per_hour" in line)
        self.assertTrue(line.rstrip().endswith("20 EUR"), line)
        line = next(line for line in run(*paths, "--price", "*=10:USD").stdout.decode().splitlines() if "cost_per_hour" in line)
        self.assertIn("0.0 %", line)

    def test_costs_do_not_depend_on_the_locale(self):
        paths = [self.job(), self.job(gemm=435.0)]
        for form in ("--json", "--md"):
            outputs = {run(*paths, "--price", "H100=98.32:USD", "--batch", "64", form, locale=locale).stdout
                       for locale in ("C", "C.UTF-8", "es_ES.UTF-8")}
            self.assertEqual(len(outputs), 1, form)

    def test_usage_of_costs(self):
        path = self.job()
        for wrong in (("--price", "H100"), ("--price", "=5"), ("--price", "H100=-5"), ("--price", "H100=5:"),
                      ("--price", "H100=5x:USD"), ("--price", "H100=inf"), ("--price", "B200=5"), ("--batch", "0"),
                      ("--batch", "-1"), ("--batch", "1.5"), ("--batch", "x"), ("--gpus-per-node", "0"),
                      ("--batch", "1", "--batch", "2", "--batch", "3"), ("--price", "H100=5", "--price", "*=6")):
            result = run(path, path, *wrong)
            self.assertEqual(result.returncode, 1, wrong)
            self.assertTrue(result.stderr, wrong)
            self.assertFalse(result.stdout, wrong)
        self.assertIn("--price *=6 is a second price for 8 × NVIDIA H100",
                      run(path, path, "--price", "H100=5", "--price", "*=6").stderr.decode())


if __name__ == "__main__":
    unittest.main()
