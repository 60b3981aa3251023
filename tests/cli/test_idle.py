# SPDX-License-Identifier: Apache-2.0
"""The reports of idle time, steps, processors and the profiler itself as scripts see them."""

import json
import os
import subprocess
import sys
import tempfile
import unittest

PROGRAM = sys.argv.pop(1)


def slice_of(category, name, start, length, tid=1, **args):
    return {"ph": "X", "cat": category, "name": name, "pid": 1, "tid": tid, "ts": start, "dur": length, "args": args}


def launch(number, call, start, length, name="k"):
    return [slice_of("cuda_runtime", "cudaLaunchKernel", call, 5, correlation=number),
            slice_of("kernel", name, start, length, tid=7, correlation=number, device=0, stream=7)]


# A step of 1 ms: a kernel, 300 us in which the loader fetches data, a kernel, 20 us of launch overhead, a kernel.
EVENTS = [
    slice_of("user_annotation", "ProfilerStep#3", 0, 1000),
    slice_of("cpu_op", "aten::mm", 0, 30),
    slice_of("user_annotation", "enumerate(DataLoader)#_Iter.__next__", 50, 340),
    slice_of("overhead", "Activity Buffer Request", 200, 100, tid=9),
    *launch(1, 10, 20, 80), *launch(2, 395, 400, 300), *launch(3, 405, 720, 180),
    {"ph": "C", "name": "CPU Utilization (%)", "pid": 1, "ts": 0, "args": {"value": 50}},
    {"ph": "C", "name": "CPU Utilization (%)", "pid": 1, "ts": 500, "args": {"value": 0}},
]


def run(*arguments):
    return subprocess.run([PROGRAM, "stats", *arguments], capture_output=True, timeout=60)


REPORTS = [part for name in ("idle", "breakdown", "cpu", "overhead") for part in ("--report", name)]


class Reports(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.trace = self.write("trace.json", EVENTS)
        self.empty = self.write("empty.json", [])

    def write(self, name, events):
        path = os.path.join(self.folder.name, name)
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"schemaVersion": 1, "traceEvents": events}, file)
        return path

    def stats(self, *arguments):
        result = run("--json", *REPORTS, *arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads(result.stdout)

    def test_every_gap_has_its_cause(self):
        idle = self.stats(self.trace)["idle"]
        causes = {x["cause"]: (x["count"], x["total_ns"]) for x in idle["causes"]}
        self.assertEqual(causes, {"operator": (1, 20000), "dataloader": (1, 300000), "launch_overhead": (1, 20000),
                                  "nothing_follows": (1, 100000)})
        self.assertEqual(idle["idle_ns"], 440000)
        self.assertEqual(idle["percent_of_window"], 44)
        longest = idle["longest"][0]
        self.assertEqual((longest["begin_ns"], longest["end_ns"], longest["class"]), (100000, 400000, "host_bound"))
        self.assertEqual((longest["host_name"], longest["host_tid"], longest["host_begin_ns"], longest["host_dur_ns"]),
                         ("enumerate(DataLoader)#_Iter.__next__", "1", 50000, 340000))
        self.assertEqual((longest["next_begin_ns"], longest["launch_begin_ns"]), (400000, 395000))
        self.assertEqual(longest["profiler_ns"], 100000)

    def test_the_limit_of_launch_overhead_can_be_chosen(self):
        idle = self.stats(self.trace, "--launch-gap", "20us")["idle"]
        self.assertEqual(idle["launch_overhead_below_ns"], 20000)
        self.assertEqual([x["count"] for x in idle["causes"] if x["cause"] == "queued"], [1])
        for text in ("soon", "-1us", "3"):
            self.assertEqual(run(self.trace, "--launch-gap", text).returncode, 0 if text == "3" else 1)

    def test_a_window_and_a_step_clip(self):
        idle = self.stats(self.trace, "--window", "150us..250us")["idle"]
        self.assertEqual((idle["idle_ns"], idle["count"]), (100000, 1))
        self.assertEqual(self.stats(self.trace, "--step", "3")["idle"]["idle_ns"], 440000)

    def test_a_step_is_divided(self):
        step, = self.stats(self.trace)["breakdown"]
        self.assertEqual((step["number"], step["wall_ns"], step["kernel_ns"]), (3, 1000000, 560000))
        self.assertEqual(step["dataloader_ns"], 290000)
        self.assertEqual(step["operator_ns"], 15000)
        self.assertEqual(step["runtime_ns"], 10000)
        self.assertEqual(step["idle_ns"], 440000)

    def test_samples_are_told_from_traced_threads(self):
        cpu = self.stats(self.trace)["cpu"]
        self.assertEqual((cpu["source"], cpu["active_percent"], cpu["threads"]), ("samples", 50, []))
        self.assertEqual((cpu["nodes"][0]["values"][0], cpu["nodes"][0]["values"][99]), (0.5, 0))
        self.assertEqual(cpu["nodes"][0]["mean_percent"], 25)
        traced = self.stats(self.write("traced.json", EVENTS[:-2]))["cpu"]
        self.assertEqual((traced["source"], len(traced["threads"])), ("traced_threads", 1))
        self.assertEqual(traced["threads"][0]["busy_ns"], 30000 + 5000 + 5000)

    def test_the_profilers_own_time_is_a_share_of_the_window(self):
        overhead = self.stats(self.trace)["overhead"]
        self.assertEqual((overhead["busy_ns"], overhead["percent_of_rank_time"]), (100000, 10))
        self.assertEqual((overhead["threads"][0]["tid"], overhead["names"][0]["name"]), ("9", "Activity Buffer Request"))

    def test_nothing_is_null_and_not_zero_percent(self):
        stats = self.stats(self.empty)
        self.assertIsNone(stats["idle"]["percent_of_window"])
        self.assertTrue(all(x["percent_of_idle"] is None for x in stats["idle"]["classes"]))
        self.assertEqual((stats["cpu"]["source"], stats["cpu"]["active_percent"]), (None, None))
        self.assertEqual((stats["overhead"]["recorded"], stats["overhead"]["percent_of_rank_time"]), (False, None))
        self.assertEqual(stats["breakdown"], [])

    def test_csv_always_has_its_header_and_it_names_the_keys(self):
        nested = {"idle": "causes", "idle_gaps": None, "breakdown": None, "cpu": "nodes", "cpu_over_time": None,
                  "overhead": "names"}
        for report, key in nested.items():
            header = run(self.empty, "--report", report, "--csv").stdout.decode().splitlines()[0]
            rows = run(self.trace, "--report", report, "--csv").stdout.decode().splitlines()
            self.assertEqual(rows[0], header)
            stats = self.stats(self.trace, "--report", report)[report]
            row = dict((stats[key] if key else stats)[0])
            row.pop("values", None)
            self.assertEqual(header, ",".join(row))


if __name__ == "__main__":
    unittest.main()
