# SPDX-License-Identifier: Apache-2.0
"""Rules of what the host does while the devices are idle: each where it fires with known numbers, where it just does not, and
without the data.

    test_host_rules.py STEPSCOPE
"""

import os
import subprocess
import sys

from made_run import LEAD_US, LOADER, MAIN, PROGRAM, Run, check, expect_found, expect_state, finding, run_cases

# The first begin is 1,000 us: the program counts from there. The first gap follows after 300 us of lead and half a step.
FIRST_GAP = 300 + 5_000


def gaps(folder, gap_us, name, category="cpu_op", thread=MAIN, **more):
    run = Run()
    return run.steps(gap_us=gap_us, during=lambda begin, length: run.host(name, begin, length - 20, category, thread),
                     **more).write(folder)


def healthy(folder):
    checked = check(Run().steps().write(folder))
    if checked["findings"]:
        raise AssertionError(f"A healthy run has findings: {checked['findings']}")


def without_devices(folder):
    run = Run()
    run.step(1, 1_000, 1_000)
    checked = check(run.write(folder))
    for rule in ("launch_bound", "host_work", "queued_work", "data_loader", "sync_calls", "allocator_stalls",
                 "profiler_overhead"):
        expect_state(checked, rule, "no_data")


def data_loader(folder):
    name = "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__"
    checked = check(gaps(folder, 1_000, name))
    expect_found(checked, "data_loader", 1_000, says=("1.000 ms", "11.06 ms", "9.0 %"), places=5, at_us=FIRST_GAP)
    checked = check(gaps(folder, 520, name))  # 4.94 %
    expect_state(checked, "data_loader", "clear")


def sync_calls(folder):
    run = Run()
    path = run.steps(gap_us=500, during=lambda begin, length: run.call("cudaStreamSynchronize", begin - 3_000,
                                                                       3_000 + length - 20)).write(folder)
    expect_found(check(path), "sync_calls", 500, says=("500.0 µs", "10.56 ms", "4.7 %"), places=5, at_us=FIRST_GAP)
    run = Run()
    path = run.steps(gap_us=180, during=lambda begin, length: run.call("cudaStreamSynchronize", begin - 3_000,
                                                                       3_000 + length - 20)).write(folder)
    expect_state(check(path), "sync_calls", "clear")  # 1.8 %


def allocator_stalls(folder):
    checked = check(gaps(folder, 300, "cudaMalloc", "cuda_runtime"))
    expect_found(checked, "allocator_stalls", 280, says="280.0 µs", places=5, at_us=FIRST_GAP)
    checked = check(gaps(folder, 90, "cudaMalloc", "cuda_runtime"))  # 0.9 %
    expect_state(checked, "allocator_stalls", "clear")


def profiler_overhead(folder):
    checked = check(gaps(folder, 500, "Activity Buffer Request", "overhead", LOADER))
    expect_found(checked, "profiler_overhead", 500, says="500.0 µs", places=5, at_us=FIRST_GAP)
    checked = check(gaps(folder, 180, "Activity Buffer Request", "overhead", LOADER))
    expect_state(checked, "profiler_overhead", "clear")


def short_kernels(run, kernel_us):
    """Every second place of 20 us has a kernel, launched just before it."""
    def fill(begin, duration, first_launch=None):
        for at in range(begin, begin + duration, 20):
            run.device("add", at, kernel_us, at - 4)
    return fill


def launch_bound(folder):
    run = Run()
    checked = check(run.steps(kernels=short_kernels(run, 8)).write(folder))
    expect_found(checked, "launch_bound", 5_964, says=("59.6 %", "100.0 % of the kernels"))
    run = Run()
    checked = check(run.steps(kernels=short_kernels(run, 11)).write(folder))  # kernels that are not short
    expect_state(checked, "launch_bound", "clear")


def host_work(folder):
    def aten_sort(run):
        return lambda begin, length: run.host("aten::sort", begin, length - 20)

    # Kernels of 100 us: what is between them is no launching.
    run = Run()
    path = run.steps(gap_us=8_000, during=aten_sort(run)).write(folder)
    expect_found(check(path), "host_work", 8_060, says=("operators on the host", "longest gap takes 8.000 ms"), places=6,
                 at_us=FIRST_GAP)
    expect_state(check(path), "launch_bound", "clear")
    run = Run()
    expect_state(check(run.steps(gap_us=1_000, during=aten_sort(run)).write(folder)), "host_work", "clear")  # 9.6 %
    # Short kernels: the short gaps between them are launching, a long one is not.
    run = Run()
    path = run.steps(kernels=short_kernels(run, 8), gap_us=2_000, during=aten_sort(run)).write(folder)
    expect_found(check(path), "launch_bound", 5_964, within_us=12)
    expect_found(check(path), "host_work", 2_072, within_us=12, at_us=FIRST_GAP - 12)


def queued_work(folder):
    # Launched at the begin of a step, when the GPU is still busy with the step before; begun so long after that ends.
    for gap_us, state in ((1_500, "found"), (900, "clear")):
        run = Run()
        for i in range(20):
            begin = 1_000 + i * 12_000
            run.step(i, begin, 12_000)
            run.kernels(begin + 2_300, 12_000 - gap_us, begin + 10)
        checked = check(run.write(folder))
        expect_state(checked, "queued_work", state)
    run = Run()
    for i in range(20):
        begin = 1_000 + i * 12_000
        run.step(i, begin, 12_000)
        run.kernels(begin + 2_300, 10_500, begin + 10)
    expect_found(check(run.write(folder)), "queued_work", 1_500 * 19 / 20, within_us=1, places=19)


def without_calls(folder):
    run = Run()
    run.steps()
    run.events = [event for event in run.events if event["cat"] == "kernel"]
    checked = check(run.write(folder))
    for rule in ("launch_bound", "host_work", "queued_work", "data_loader", "sync_calls", "allocator_stalls", "profiler_overhead",
                 "sync_memcpy", "sync_memset", "recompilation"):
        expect_state(checked, rule, "no_data")


def slow_first_steps_are_in_no_gain(folder):
    """60 ms of allocation in the first of eight steps, which are else busy."""
    run = Run()
    run.step(1, 1_000, 70_000)
    run.call("cudaMalloc", 1_100, 60_000)
    run.kernels(61_300, 10_000, 61_200)
    run.steps(n=7, first=2, begin=71_000)
    checked = check(run.write(folder))
    expect_state(checked, "allocator_stalls", "clear")
    if not 9_900_000 <= checked["step_ns"] <= 10_100_000 or checked["gains_per"] != "step":
        raise AssertionError(checked["step_ns"])
    expect_found(checked, "first_step")


def time_between_steps_counts(folder):
    run = Run()
    for i in range(5):
        begin = 1_000 + i * 10_000
        run.step(i, begin, 5_000)
        run.kernels(begin + LEAD_US, 5_000 - LEAD_US, begin + 10)
        run.host("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", begin + 5_000, 5_000)
    row = expect_found(check(run.write(folder)), "data_loader", 4 * 5_300 / 5, within_us=100, says="with the time up to the next one")
    if row["severity"] != "high":
        raise AssertionError(row)


def one_rank_of_many(folder):
    os.mkdir(f"{folder}/job")
    for rank in range(8):
        run = Run(rank, 8)
        gap_us = 2_000 if rank == 5 else 0
        run.steps(gap_us=gap_us, step_us=10_000 - gap_us, during=lambda begin, length, run=run: length and run.host(
            "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", begin, length - 20)).write(f"{folder}/job")
    row = expect_found(check(f"{folder}/job"), "data_loader", 2_000 / 8, within_us=1, says="On rank 5 alone it is 19.9 %.")
    if {place["rank"] for place in row["evidence"]} != {5}:
        raise AssertionError(row["evidence"])


def windows(folder):
    path = gaps(folder, 3_000, "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__")
    # No step fits: the window stands for one. It holds the gap from 5.3 to 8.3 ms.
    checked = check(path, "--window", "5ms..14ms")
    expect_found(checked, "data_loader", 3_000, says="the window of 9.000 ms")
    if checked["gains_per"] != "window" or checked["step_ns"] != 9_000_000:
        raise AssertionError(checked)
    checked = check(path, "--step", "2")
    expect_found(checked, "data_loader", 3_000, within_us=300)
    if checked["gains_per"] != "step" or not 12_600_000 <= checked["step_ns"] <= 13_300_000:
        raise AssertionError(checked["step_ns"])


def shapes(folder, lengths, n_other=20, record_shapes=True):
    """Steps with 20 operators each, of which n_other get tensors of the length that is given for the step."""
    run = Run()
    run.steps(n=len(lengths))
    for i, length in enumerate(lengths):
        for k in range(20):
            dims = {"Input Dims": [[8, length if k < n_other else 64], []]} if record_shapes else {}
            run.host("aten::linear" if k % 2 else "aten::add", 1_100 + i * 10_000 + k * 100, 50, **dims)
    return run.write(folder)


def changing_shapes(folder):
    row = expect_found(check(shapes(folder, [128, 130, 130, 90, 64])), "changing_shapes", says=("in 3 of 4 steps", "100.0 %"), places=3)
    if row["gain_ns_per_step"] is not None or row["severity"] != "low":
        raise AssertionError(row)
    if {place["begin_ns"] for place in row["evidence"]} != {10_000_000, 30_000_000, 40_000_000}:
        raise AssertionError(row["evidence"])
    expect_state(check(shapes(folder, [128, 128, 128, 128, 64])), "changing_shapes", "clear")  # the last batch
    expect_state(check(shapes(folder, [1, 2, 3, 4, 5], 1)), "changing_shapes", "found")  # 5 % of the operators
    expect_state(check(shapes(folder, [1, 2, 3, 4, 5], 0)), "changing_shapes", "clear")
    expect_state(check(shapes(folder, [1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3])), "changing_shapes", "clear")  # 2 of 11 steps
    expect_state(check(shapes(folder, [1, 2])), "changing_shapes", "no_data")
    expect_state(check(shapes(folder, [1, 2, 3], record_shapes=False)), "changing_shapes", "no_data")


def thresholds(folder):
    path = gaps(folder, 520, "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__")
    expect_found(check(path, rules="[data_loader]\nshare_percent=4.9\n"), "data_loader", 520)
    expect_state(check(path, rules="[data_loader]\nenabled=false\n"), "data_loader", "off")
    for text in ("[no_such_rule]\n", "[data_loader]\nno_such_key=1\n", "[data_loader]\nshare_percent=many\n",
                 "[data_loader]\nshare_percent=101\n", "[data_loader]\nenabled=1\n", "no group\n"):
        try:
            check(path, rules=text)
        except AssertionError:
            continue
        raise AssertionError(f"A file of rules was taken: {text!r}")


def file_of_all_rules(folder):
    def printed(*options):
        return subprocess.run([PROGRAM, "check", "--print-rules", *options], capture_output=True, text=True, check=True).stdout

    path = Run().steps().write(folder)
    text, rules = printed(), [row["rule"] for row in check(path)["rules"]]
    if [line[1:-1] for line in text.split("\n") if line.startswith("[")] != rules:
        raise AssertionError(f"{text} has not each rule of {rules}")
    # Nothing of it is in force until its mark of a comment is removed; what is in force is kept.
    changed = text.replace("# share_percent=5\n", "share_percent=4\n", 1)
    if changed == text:
        raise AssertionError(text)
    with open(f"{folder}/team.rules", "w", encoding="utf-8") as file:
        file.write(changed)
    if printed("--rules", file.name) != changed:
        raise AssertionError(printed("--rules", file.name))


def overlapping_gains_count_once(folder):
    run = Run()
    name = "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__"
    checked = check(run.steps(gap_us=1_000, during=lambda begin, length: run.host(name, begin, length - 20)).write(folder))
    total = checked["gain_ns_per_step"]
    if total != 1_000_000 or sum(x["new_gain_ns_per_step"] or 0 for x in checked["findings"]) != total:
        raise AssertionError(f"{total}, {[x['new_gain_ns_per_step'] for x in checked['findings']]}")
    if finding(checked, "launch_bound"):
        raise AssertionError("The time of the data loader is launching, too")


sys.exit(run_cases([healthy, without_devices, data_loader, sync_calls, allocator_stalls, profiler_overhead, launch_bound,
                    host_work, queued_work, without_calls, slow_first_steps_are_in_no_gain, time_between_steps_counts,
                    one_rank_of_many, windows, changing_shapes, thresholds, file_of_all_rules, overlapping_gains_count_once]))
