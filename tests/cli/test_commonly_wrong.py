# SPDX-License-Identifier: Apache-2.0
"""What profilers commonly get wrong: the checklist of METRICS.md section 27, each item on a trace small enough to count
by hand. An item without a test here names the feature that it waits for."""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

PROGRAM = sys.argv.pop(1)
ITEMS = 18

NVJET = "nvjet_tst_128x256_64x4_1x2_h_bz_coopA_NNT"
NVJET_FP8 = "nvjet_qqtst_128x256_128x4_2x1_v_bz_TNT"
CUTLASS = "cutlass3x_sm90_tensorop_h64x128x16gemm_bf16_bf16_f32_bf16_bf16_128x128x64_tnn_align8_warpspecialized"
S16816 = "ampere_bf16_s16816gemm_bf16_128x64_ldg8_f2f_stages_32x6_tn"
TF32 = "sm80_xmma_gemm_f32f32_tf32f32_f32_tn_n_tilesize128x128x16_stage4_warpsize2x2x1_tensor16x8x8_kernel"


def slice_of(category, name, start, length, tid=1, **args):
    return {"ph": "X", "cat": category, "name": name, "pid": 1, "tid": tid, "ts": start, "dur": length, "args": args}


def on_device(start, length, name="k", stream=7, category="kernel", **args):
    return slice_of(category, name, start, length, tid=stream, device=0, stream=stream, **args)


def call(number, start, length=1, name="cudaLaunchKernel"):
    return slice_of("cuda_runtime", name, start, length, correlation=number)


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, timeout=60)


def reports():
    """The names of all reports."""
    return re.search(r"there are ([\w ]+)", run("stats", os.devnull, "--report", "?").stderr.decode())[1].split()


def keys_with_path(value, path=()):
    if isinstance(value, dict):
        for key, inner in value.items():
            yield (*path, key), value
            yield from keys_with_path(inner, (*path, key))
    elif isinstance(value, list):
        for inner in value:
            yield from keys_with_path(inner, path)


class CommonlyWrong(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def write(self, name, events, **members):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"schemaVersion": 1, **members, "traceEvents": events}, file)
        return path

    def ask(self, path, *names):
        result = run("stats", "--json", "--no-cache", *(x for name in names for x in ("--report", name)), path)
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads(result.stdout)

    def stats(self, events, *names):
        return self.ask(self.write("trace.json", events), *names)

    def test_every_item_is_checked(self):
        tested = {int(name[5:7]) for name in dir(self) if re.match(r"test_\d\d_", name)}
        self.assertEqual(tested, set(range(1, ITEMS + 1)))

    def test_01_kernels_that_overlap_are_busy_time_once(self):
        got = self.stats([on_device(0, 100), on_device(50, 100, stream=8)], "summary", "devices")
        self.assertEqual(got["summary"]["kernel_total_ns"], 200000)
        self.assertEqual((got["summary"]["busy_ns"], got["devices"][0]["busy_ns"]), (150000, 150000))
        self.assertEqual(got["summary"]["gpu_active_percent"], 100)

    def test_02_a_gpu_is_idle_only_while_all_of_its_streams_are(self):
        idle = self.stats([on_device(0, 100), on_device(100, 100, stream=8), on_device(250, 50)], "idle")["idle"]
        self.assertEqual((idle["count"], idle["idle_ns"]), (1, 50000))

    def test_03_communication_is_told_apart_from_compute(self):
        events = [on_device(0, 60), on_device(50, 50, "ncclDevKernel_AllReduce_Sum_bf16_RING_LL", stream=8)]
        device = self.stats(events, "devices")["devices"][0]
        self.assertEqual([device[key] for key in ("busy_ns", "compute_ns", "communication_ns",
                                                  "exposed_communication_ns")], [100000, 60000, 50000, 40000])

    def ranks(self, folder, *bases):
        """Two ranks: in each file an operation at 0, a kernel from 10 to 30 us, and a collective, launched in time, that
        rank 0 begins at 300 us and rank 1 at 250 us. Returns the starts of both, the reports on rank 0's long gap."""
        os.mkdir(os.path.join(self.folder, folder))
        for rank, base in enumerate(bases):
            events = [slice_of("cpu_op", "op", 0, 5), on_device(10, 20), call(1, 6),
                      on_device(300 - 50 * rank, 10, "ncclDevKernel_AllReduce_Sum_f32", correlation=1)]
            self.write(f"{folder}/rank{rank}.json", events, **base,
                       distributedInfo={"backend": "nccl", "rank": rank, "world_size": len(bases)})
        path = os.path.join(self.folder, folder)
        health = json.loads(run("info", "--json", "--no-cache", path).stdout)["health"]
        got = self.ask(path, "devices", "idle_gaps")
        gap = next(gap for gap in got["idle_gaps"] if gap["rank"] == 0 and gap["dur_ns"] == 270000)
        return ([device["first_start_ns"] for device in got["devices"]], gap["class"],
                "ranks.no_common_clock" in [row["id"] for row in health])

    def test_04_ranks_are_compared_on_one_clock_only(self):
        base, later = {"baseTimeNanoseconds": 1000000000}, {"baseTimeNanoseconds": 1005000000}
        self.assertEqual(self.ranks("same", base, base), ([10000, 10000], "dependency", False))
        self.assertEqual(self.ranks("later", base, later), ([10000, 5010000], "unknown", False))
        self.assertEqual(self.ranks("no_clock", base, {}), ([10000, 10000], "unknown", True))

    def test_05_a_late_rank_is_told_by_when_it_joins_collectives(self):
        folder = os.path.join(self.folder, "job")
        os.mkdir(folder)
        for rank in range(4):
            events, work = [], 300 if rank == 2 else 100
            for step in range(10):
                begin, number = 1000 * step, 2 * step
                events += [slice_of("user_annotation", f"ProfilerStep#{step}", begin, 1000),
                           call(number + 1, begin + 1), on_device(begin + 10, work, correlation=number + 1),
                           call(number + 2, begin + 3),
                           on_device(begin + 10 + work, 490 - work, "ncclDevKernel_AllReduce_Sum_f32_RING_LL(a)",
                                     correlation=number + 2)]
            self.write(f"job/rank{rank}.json", events, baseTimeNanoseconds=0,
                       distributedInfo={"rank": rank, "world_size": 4})
        got = self.ask(folder, "steps", "stragglers")
        self.assertEqual({step["wall_ns"] for step in got["steps"]}, {1000000})
        self.assertEqual([(x["rank"], x["cause"], x["late_steps"], x["lateness_ns"]) for x in got["stragglers"]],
                         [(2, "compute", 10, 200000)])

    def kernel_classes(self, *names):
        rows = self.stats([on_device(10 * i, 5, name) for i, name in enumerate(names)], "kernels")["kernels"]
        found = {row["name"]: (row["precision"], row["tensor_core"]) for row in rows}
        return [found[name] for name in names]

    def test_06_products_of_hopper_have_their_precision_and_tensor_cores(self):
        self.assertEqual(self.kernel_classes(NVJET, NVJET_FP8, CUTLASS), [("bf16", True), ("fp8", True), ("bf16", True)])
        self.assertEqual(self.kernel_classes("a_kernel_that_says_nothing"), [(None, None)])

    def test_07_accumulators_and_storage_are_not_the_precision(self):
        self.assertEqual(self.kernel_classes(S16816, TF32), [("bf16", True), ("tf32", True)])

    def test_08_a_step_lasts_until_its_last_kernel_ends(self):
        events = [slice_of("user_annotation", "ProfilerStep#1", 0, 100), call(1, 10), on_device(50, 130, correlation=1),
                  slice_of("user_annotation", "ProfilerStep#2", 100, 200), call(2, 110), on_device(200, 50, correlation=2)]
        steps = self.stats(events, "steps")["steps"]
        self.assertEqual([step["wall_ns"] for step in steps], [180000, 120000])
        self.assertEqual([step["host_end_ns"] - step["host_begin_ns"] for step in steps], [100000, 200000])

    def test_09_the_step_that_the_recording_cuts_is_in_no_average(self):
        events, number = [], 0
        for step, (begin, length, n_kernels) in enumerate(((0, 100, 5), (100, 200, 5), (300, 10, 1))):
            events.append(slice_of("user_annotation", f"ProfilerStep#{step}", begin, length))
            for i in range(n_kernels):
                number += 1
                events += [call(number, begin + i), on_device(begin + 2 * i + 1, 1, correlation=number)]
        got = self.stats(events, "summary", "steps")
        self.assertEqual([step["truncated"] for step in got["steps"]], [False, False, True])
        self.assertEqual(got["summary"]["step_wall_median_ns"], 150000)

    def test_10_launch_delays_below_zero_are_counted_and_not_clipped(self):
        events = [call(1, 0, 5), on_device(15, 1, correlation=1), call(2, 20, 10), on_device(25, 1, correlation=2),
                  call(3, 40, 5), on_device(35, 1, correlation=3)]
        got = self.stats(events, "queue", "launches")
        queue = got["queue"]
        self.assertEqual((queue["launched"], queue["negative"], queue["latency_mean_ns"]), (3, 1, 5000))
        self.assertEqual((queue["queued"], queue["queue_mean_ns"]), (1, 10000))
        self.assertEqual(got["launches"]["latency"]["mean_ns"], 5000)

    def everything(self):
        """All reports, each with rows."""
        return self.stats([
            slice_of("user_annotation", "ProfilerStep#1", 0, 400), slice_of("cpu_op", "aten::mm", 5, 50),
            slice_of("python_function", "f", 0, 60), slice_of("python_function", "nn.Module: Linear_0", 1, 58),
            slice_of("overhead", "Activity Buffer Request", 60, 10), call(1, 10), call(2, 20), call(3, 30),
            on_device(20, 30, NVJET, correlation=1, **{"blocks per SM": 1.5, "est. achieved occupancy %": 40}),
            on_device(100, 20, "ncclDevKernel_AllReduce_Sum_f32", correlation=2, **{"Collective name": "allreduce"}),
            on_device(150, 20, "Memcpy HtoD (Pinned -> Device)", category="gpu_memcpy", correlation=3, bytes=1000),
            {"ph": "i", "cat": "cpu_instant_event", "name": "[memory]", "pid": 1, "tid": 1, "ts": 5, "s": "t", "args": {
                "Device Type": 1, "Device Id": 0, "Bytes": 512, "Total Allocated": 512, "Total Reserved": 1024}},
        ], *reports())

    def test_11_percentages_name_what_they_are_of(self):
        stats = self.everything()
        unnamed = {key for (*_, key), _ in keys_with_path(stats)
                   if "percent" in key and not re.search(r"percent_of_[a-z]", key)}
        # Those of the window, as --help says of all that say nothing else.
        self.assertEqual(unnamed, {"gpu_active_percent", "active_percent", "mean_percent"})
        self.assertIn(b"Percentages refer to the window unless stated otherwise.", run("stats", "--help").stdout)
        window = stats["window_ns"]["end"] - stats["window_ns"]["begin"]
        self.assertEqual(stats["summary"]["gpu_active_percent"], 100 * stats["summary"]["busy_ns"] / window)
        node = stats["cpu"]["nodes"][0]
        self.assertEqual(node["active_percent"], 100 * node["any_busy_ns"] / window)
        self.assertEqual(node["mean_percent"], 100 * stats["cpu"]["threads"][0]["busy_ns"] / window)

    def test_12_nested_annotations_take_their_time_once(self):
        events = [slice_of("user_annotation", "train", 0, 100), slice_of("user_annotation", "forward", 10, 50),
                  slice_of("user_annotation", "train", 20, 20)]
        rows = {row["name"]: row for row in self.stats(events, "annotations_by_name")["annotations_by_name"]}
        self.assertEqual({name: row["self_ns"] for name, row in rows.items()}, {"train": 70000, "forward": 30000})
        self.assertEqual((rows["train"]["percent_of_self_time"], rows["train"]["percent_of_window"]), (70, 100))

    def test_13_thirty_microseconds_are_neither_nanoseconds_nor_milliseconds(self):
        events = [call(1, 0), call(2, 10), call(3, 20), on_device(5, 95, correlation=1),
                  on_device(129.999, 100.001, correlation=2), on_device(260, 40, correlation=3)]
        idle = self.stats(events, "idle")["idle"]
        causes = {row["cause"]: (row["count"], row["total_ns"]) for row in idle["causes"] if row["total_ns"] > 5000}
        self.assertEqual(causes, {"launch_overhead": (1, 29999), "queued": (1, 30000)})
        self.assertEqual(idle["launch_overhead_below_ns"], 30000)

    def test_14_a_gap_that_a_copy_or_set_fills_is_not_idle(self):
        events = [on_device(0, 100), on_device(100, 100, "Memcpy HtoD", stream=8, category="gpu_memcpy"),
                  on_device(200, 50, "Memset", stream=8, category="gpu_memset"), on_device(260, 40)]
        got = self.stats(events, "idle", "summary")
        self.assertEqual((got["idle"]["count"], got["idle"]["idle_ns"]), (1, 10000))
        self.assertEqual(got["summary"]["busy_ns"], 290000)

    def test_15_occupancy_and_sm_efficiency_are_both_given_of_the_same_time(self):
        shape = {"blocks per SM": 0.5, "est. achieved occupancy %": 40}
        row = self.stats([on_device(0, 100, **shape), slice_of("cpu_op", "op", 0, 400)], "occupancy")["occupancy"][0]
        self.assertEqual([row[figure + "_percent_of_kernel_time"] for figure in ("sm_efficiency", "occupancy")], [50, 40])
        self.assertEqual([row[figure + "_percent_of_window"] for figure in ("sm_efficiency", "occupancy")], [12.5, 10])

    def test_16_kernels_find_their_launch_whatever_call_it_is(self):
        names = ("cudaGraphLaunch", "cuLaunchKernelEx", "cudaLaunchKernelExC", "hipExtModuleLaunchKernel", "hipGraphLaunch")
        events = [slice_of("user_annotation", "ProfilerStep#1", 0, 500)]
        for number, name in enumerate(names, 1):
            events += [call(number, 10 * number, name=name), *(on_device(10 * number + 3 * i + 1, 2, correlation=number)
                                                              for i in range(3))]
        got = self.stats(events, "launches", "steps")
        self.assertEqual([got["launches"][key] for key in ("activities", "matched", "unmatched")], [15, 15, 0])
        self.assertEqual(got["steps"][0]["activities"], 15)

    def test_17_where_there_is_a_mean_there_are_percentiles(self):
        stats, found = self.everything(), set()
        for path, inside in keys_with_path(stats):
            # That of utilization, and of queues and memory, is of a line over time, which is there.
            if "mean" not in path[-1] or path[-1] in ("mean_percent", "mean", "mean_bytes") or "bucket" in path[-1]:
                continue
            found.add(path)
            for middle in ("p50", "median"), ("p95",):
                self.assertTrue(any(path[-1].replace("mean", x) in inside for x in middle), path)
        self.assertIn(("annotations", "mean_ns"), found)
        self.assertIn(("bandwidth", "mean_gb_per_s"), found)
        for report, series in (("queue_depth", "streams"), ("memory_use", "series")):
            for row in stats[report][series]:
                self.assertEqual({len(values) for key, values in row.items() if key.startswith("bucket_")}, {100})

    def test_18_active_time_does_not_come_from_buckets(self):
        events = [slice_of("cpu_op", "op", 0, 1000), *(on_device(10 * i, 1) for i in range(100))]
        got = self.stats(events, "summary", "devices", "utilization")
        self.assertEqual((got["summary"]["gpu_active_percent"], got["devices"][0]["active_percent_of_window"]), (10, 10))
        self.assertEqual(got["utilization"]["buckets"], 100)
        for value in got["utilization"]["devices"][0]["values"]:
            self.assertAlmostEqual(value, 0.1, delta=1e-12)


if __name__ == "__main__":
    unittest.main()
