# SPDX-License-Identifier: Apache-2.0
"""The verb compare as scripts and people see it."""

import csv
import io
import json
import os
import random
import subprocess
import sys
import tempfile
import unittest

PROGRAM = sys.argv.pop(1)
SAMPLE = os.path.join(os.environ["STEPSCOPE_SOURCE"], "resources", "sample")

REDUCE = "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevComm*)"


def run(*arguments, locale=None, verb="compare"):
    environment = dict(os.environ)
    if locale:
        environment.update(LC_ALL=locale, LANG=locale)
    return subprocess.run([PROGRAM, verb, *arguments], capture_output=True, timeout=120, env=environment)


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
        self.assertRegex(compared["headline"][0], r"^Steps take \d+\.\d µs less \(-\d+ %.*\): \d+\.\d µs less `")

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

    def test_noise_is_no_difference(self):
        wrong = 0
        for seed in range(20):
            compared = self.compare(self.write(Run(100 + seed)), self.write(Run(200 + seed)))
            wrong += len(compared["headline"]) != 1 or "No difference beyond" not in compared["headline"][0]
            changed = [row for row in compared["kernels"] if row["changed"][1]]
            wrong += len(changed) > 0
        self.assertLessEqual(wrong, 1)

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
        self.assertIn("Whole windows are compared, because a side has no steps", compared["headline"][0])
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

    def test_too_few_steps_decide_nothing(self):
        compared = self.compare(self.write(Run(1, steps=3)), self.write(Run(2, steps=9, gemm=600.0)))
        self.assertRegex(compared["headline"][0], r"^The mean step takes .* longer .*This cannot be told from the spread "
                                                  r"between steps, because A has 3 and B has 9 \(each needs 4\)\.$")
        for row in compared["summary"]:
            self.assertEqual((row["differs"][1], row["intervals"][1]), (None, None))
        for row in compared["kernels"]:
            self.assertEqual((row["p"], row["changed"]), ([None, None], [None, None]))

    def test_a_slow_first_step_is_left_out(self):
        path = self.write(Run(1, first=3.0))
        compared = self.compare(path, path)
        self.assertEqual(compared["profiles"][0]["left_out"]["warmup"], 1)
        self.assertEqual(compared["profiles"][0]["step_ids"], list(range(1, 24)))
        self.assertIn("without the first one, which is an outlier", run(path, path).stdout.decode())

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
        self.assertRegex(compared["headline"][0], r"^The step takes 1\.9\d+ ms less .*dataloader")
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

    def test_usage(self):
        path = self.write(Run(1, steps=4))
        for arguments, message in (
                ((), "needs a BASE"), ((path,), "needs a BASE"), ((path, path, "--json", "--md"), "only one of"),
                ((path, path, "--step", "1", "--steps", "1..2"), "only one of --step"),
                ((path, path, path, "--step", "1", "--step", "2"), "given once"),
                ((path, path, "--step", "x"), "--step needs"), ((path, path, "--steps", "5"), "--steps needs"),
                ((path, path, "--step", "40"), "the profile has steps 0 to 3"),
                ((path, path, "--rank", "9"), "no rank 9"), ((path, path, "--window", "x"), "--window needs"),
                ((path, path, "--align", "sideways"), "--align takes"), ((path, path, "--pair", "a"), "--pair takes"),
                ((path, path, "--table", "kernels"), "--csv"), ((path, path, "--csv", "--table", "x"), "no table"),
                ((path, path, "--fail-if", "step.mean"), "cannot read the condition")):
            result = run(*arguments)
            self.assertEqual((result.returncode, result.stdout), (1, b""), arguments)
            self.assertIn(message, result.stderr.decode())
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
        for condition in ('kernel["no such"].total > +5%', "memory_peak > 5", "exposed_copies > +5%"):
            self.assertIn("cannot be decided", self.fails(condition)[0])
        few = [self.paths[0], self.write(Run(2, steps=3))]
        for condition in ("step.median > +5%", "differs step.mean"):
            self.assertIn("at least 4 steps", self.fails(condition, paths=few)[0])
        self.assertEqual(self.fails("step.mean > 1s", paths=few), [])

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
        self.assertRegex(next(line for line in lines if line.startswith("  kernels")), r" 4 +4 +~ \+0\.0 %")

    def test_markdown_has_tables(self):
        paths = [self.write(Run(1)), self.write(Run(2, gemm=390.0))]
        text = run(*paths, "--md").stdout.decode()
        self.assertIn("|  | A | B | change | n |\n| --- | ---: | ---: | ---: | ---: |\n| `step.mean` | ", text)
        self.assertIn("## Kernels\n", text)
        self.assertIn("**Steps take ", text)

    def test_csv_has_every_table(self):
        paths = [self.write(Run(1)), self.write(Run(2, gemm=390.0))]
        compared = self.compare(*paths)
        for table in ("summary", "waterfall", "kernels", "operators", "annotations", "collectives", "runtime", "idle"):
            text = run(*paths, "--csv", "--table", table).stdout.decode()
            rows = list(csv.DictReader(io.StringIO(text, newline="")))
            if table == "waterfall":
                total = compared["waterfall"][0]["to_ns"] - compared["waterfall"][0]["from_ns"]
                self.assertAlmostEqual(sum(float(row["difference_ns"]) for row in rows), total, delta=1e-6)
                continue
            self.assertEqual(len(rows), len(compared[table]), table)
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
                      ("--batch", "1", "--batch", "2", "--batch", "3")):
            result = run(path, path, *wrong)
            self.assertEqual(result.returncode, 1, wrong)
            self.assertTrue(result.stderr, wrong)
            self.assertFalse(result.stdout, wrong)


if __name__ == "__main__":
    unittest.main()
