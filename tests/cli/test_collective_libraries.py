# SPDX-License-Identifier: Apache-2.0
"""What counts as communication does not depend on which library communicates.

One job of two ranks is written with NCCL's kernels, ranges and c10d operators, and again with SMDDP's: every report has
the same figures, and there is communication in all that tell of it.
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

PROGRAM = sys.argv.pop(1)

ALL_REDUCE = {
    "nccl": "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
    "smddp": "void smddp::AllReduceKernel<float>(float*, unsigned long)",
    "herring": "void herring::AllReduceKernel<float>(float*, unsigned long)",
}
REPORTS = ("summary", "devices", "kernels", "launches", "steps", "annotations", "idle", "idle_gaps", "breakdown", "overlap",
           "step_times", "collectives", "operators", "annotations_by_name", "precision", "kernels_by_name",
           "kernels_by_base", "kernels_by_launch", "classes", "queue", "launch_latency")
# What was seen of the name, which is another one.
REASONS = ("category_reason", "work_reason", "precision_reason", "precision_of_name_reason", "tensor_core_reason")


def rank_events(library, rank):
    """A step: a product, an all-reduce that it covers in part, and one that rank 0 begins after rank 1."""
    def x(cat, name, ts, dur, pid, tid, **args):
        events.append({"ph": "X", "cat": cat, "name": name, "pid": pid, "tid": tid, "ts": ts, "dur": dur, "args": args})

    def launch(name, ts, start, dur, stream, **args):
        correlation = len(events) + 1
        x("cuda_runtime", "cudaLaunchKernel", ts, 2, 1, 1, correlation=correlation)
        x("kernel", name, start, dur, 0, stream, device=0, stream=stream, correlation=correlation, **args)

    def collective(ts, start, dur, sequence):
        told = {"Collective name": "allreduce", "Process Group Name": "0", "Process Group Ranks": "[0, 1]",
                "dtype": "Float", "In msg nelems": 1000, "Out msg nelems": 1000, "Group size": 2, "Seq": sequence}
        x("cpu_op", f"c10d::{library}_allreduce_", ts, 20, 1, 1)
        x("cpu_op", f"{library}:all_reduce", ts + 2, 15, 1, 1)
        x("user_annotation", f"{library}:all_reduce", ts + 3, 12, 1, 1)
        x("gpu_user_annotation", f"{library}:all_reduce", start, dur, 0, 20)
        launch(ALL_REDUCE.get(library, ALL_REDUCE["nccl"]), ts + 5, start, dur, 20, **told)

    events = []
    x("user_annotation", "ProfilerStep#1", 0, 1500, 1, 1)
    launch("ampere_sgemm_128x64_tn", 10, 100, 200, 7)
    collective(50, 200, 300, 1)
    launch("ampere_sgemm_128x64_nn", 560, 620 + 150 * rank, 100, 7)
    collective(590, 950 - 50 * rank, 300 + 50 * rank, 2)
    launch("ampere_sgemm_128x64_nt", 640, 1300, 50, 7)
    return events


def write_job(folder, library, events=rank_events):
    for rank in (0, 1):
        with open(os.path.join(folder, f"rank{rank}.json"), "w", encoding="utf-8") as file:
            json.dump({"schemaVersion": 1, "distributedInfo": {"rank": rank, "world_size": 2},
                       "baseTimeNanoseconds": 1700000000000000000, "traceEvents": events(library, rank)}, file)


def events_without_steps(library, rank):
    """The first collective of the step above, without the step, five times. Only its range repeats."""
    first = [x for x in rank_events(library, rank)[1:] if x["ts"] < 560 and x["cat"] != "cpu_op"]
    return [event | {"ts": event["ts"] + 2000 * i,
                     "args": {key: value + 1000 * i if key == "correlation" else value
                              for key, value in event["args"].items()}}
            for i in range(5) for event in first]


def proposals(library):
    """The steps that info proposes for such a job, each with its count."""
    with tempfile.TemporaryDirectory() as folder:
        write_job(folder, library, events_without_steps)
        info = json.loads(subprocess.run([PROGRAM, "info", folder, "--no-cache", "--json"], check=True,
                                         capture_output=True, timeout=60).stdout)
    assert info["steps"] == 0, info["steps"]
    return [(x["name"], x["count"]) for x in info["step_proposals"]]


def stats(library):
    """Every report, in the names of NCCL."""
    with tempfile.TemporaryDirectory() as folder:
        write_job(folder, library)
        arguments = [y for x in REPORTS for y in ("--report", x)]
        text = subprocess.run([PROGRAM, "stats", folder, "--no-cache", "--json", *arguments], check=True,
                              capture_output=True, timeout=60).stdout.decode()
        shown = subprocess.run([PROGRAM, "stats", folder, "--no-cache", "--report", "kernels", "--md"], check=True,
                               capture_output=True, timeout=60).stdout.decode()
    if library != "nccl":
        bases = {f"{library}::AllReduceKernel": "ncclDevKernel_AllReduce_Sum_f32_RING_LL"}
        for ours, other in ({ALL_REDUCE[library]: ALL_REDUCE["nccl"]} | bases).items():
            text = text.replace(f'"{ours}"', f'"{other}"')
        text = text.replace(library, "nccl")
    return json.loads(text), shown


def without_reasons(value):
    if isinstance(value, dict):
        return {k: without_reasons(v) for k, v in value.items() if k not in REASONS}
    return [without_reasons(x) for x in value] if isinstance(value, list) else value


class CollectiveLibraries(unittest.TestCase):
    maxDiff = None

    def check_as_nccl(self, library):
        nccl, _ = stats("nccl")
        found, shown = stats(library)
        self.assertEqual(nccl.keys(), found.keys())
        for report in nccl:
            with self.subTest(report=report):
                self.assertEqual(without_reasons(found[report]), without_reasons(nccl[report]))
        self.assertIn("AllReduce f32 · smddp", shown)

    def test_smddp_counts_as_nccl_does(self):
        self.check_as_nccl("smddp")

    def test_its_earlier_name_does_too(self):
        self.check_as_nccl("herring")

    def test_collectives_are_proposed_as_steps_of_no_library(self):
        for library in (*ALL_REDUCE, "gloo"):
            with self.subTest(library):
                self.assertEqual(proposals(library), [])

    def test_every_report_tells_of_communication(self):
        found, _ = stats("smddp")
        self.assertEqual(found["summary"]["communication_ns"], 2 * 300_000 + 300_000 + 350_000)
        self.assertEqual(found["summary"]["exposed_communication_ns"], 2 * 200_000 + 300_000 + 350_000)
        self.assertTrue(all(x["exposed_communication_ns"] > 0 for x in found["devices"]))
        kernels = [x for x in found["kernels"] if "AllReduce" in x["name"]]
        self.assertEqual([(x["category"], x["tensor_core"], x["precision"]) for x in kernels],
                         [("communication", False, "fp32")])
        self.assertEqual([(x["count"], x["collective"]) for x in found["collectives"]], [(4, "allreduce")])
        self.assertEqual([x["total_ns"] for x in found["idle"]["causes"] if x["cause"] == "collective"], [230_000])
        self.assertEqual([x["communication_ns"] for x in found["breakdown"]], [500_000, 550_000])


if __name__ == "__main__":
    unittest.main()
