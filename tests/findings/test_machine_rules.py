# SPDX-License-Identifier: Apache-2.0
"""Rules of the counters of machines: each where it fires with known numbers, where it just does not, and without the data.

    test_machine_rules.py STEPSCOPE
"""

import json
import os
import sys

from made_run import DEVICE, Run, check, expect_found, expect_state, run_cases

BEGIN_S = 1591160640
INTERVAL_S = 0.5
N = 240  # samples: 120 s
PATIENCE = 100  # samples of them: 50 s
ALL = ("batch_size", "cpu_bottleneck", "io_bottleneck", "load_balancing", "dataloader_processes")


def job(folder, cpu=None, gpus=(), memory=None, io_wait=None, cores=4, n=N):
    """A machine of a SageMaker Debugger job. Each argument is a function of the number of the sample."""
    rows = []
    for k in range(n):
        at = BEGIN_S + k * INTERVAL_S

        def add(kind, name, dimension, value, at=at):
            rows.append({"Type": kind, "Name": name, "Dimension": dimension, "Value": float(value), "NodeId": "algo-1",
                         "Timestamp": at})

        for core in range(cores):
            if cpu:
                add("cpu", f"cpu{core}", "CPUUtilization", cpu(k))
            if io_wait:
                add("cpu", f"cpu{core}", "I/OWaitPercentage", io_wait(k))
        for i, gpu in enumerate(gpus):
            add("gpu", f"gpu{i}", "GPUUtilization", gpu(k))
            if memory:
                add("gpu", f"gpu{i}", "GPUMemoryUtilization", memory(k))
    path = os.path.join(folder, "job", "profiler-output", "system", "incremental", "2020060305", f"{BEGIN_S}.algo-1.json")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write("".join(json.dumps(row) + "\n" for row in rows))
    return os.path.join(folder, "job")


def steady(value, at_first=0):
    """at_first: in the time that patience leaves out."""
    return lambda k: at_first if k < PATIENCE else value


def constant(value):
    return lambda k: value


def often(share, value, else_value):
    """value in so many of ten samples."""
    return lambda k: value if k % 10 < share else else_value


def without_counters(folder):
    checked = check(Run().steps().write(folder))
    for rule in ALL:
        expect_state(checked, rule, "no_data")


def too_short(folder):
    checked = check(job(folder, steady(95), [steady(5)], steady(5), steady(95), n=PATIENCE))
    for rule in ("batch_size", "cpu_bottleneck", "io_bottleneck"):
        expect_state(checked, rule, "no_data")
    checked = check(job(folder, steady(95), [steady(5)], steady(5), steady(95), n=PATIENCE),
                    rules="[cpu_bottleneck]\npatience_s=0\nshare_percent=0\n")
    expect_state(checked, "cpu_bottleneck", "clear")  # the first 50 s of it are idle


def batch_size(folder):
    checked = check(job(folder, steady(60, 99), [steady(65, 99)], steady(50, 99)))
    expect_found(checked, "batch_size", says=("1 of 1 GPUs", "at most 65 %", "memory for 50 %", "processors for 60 %"),
                 places=1, at_us=50_000_000)
    for cpu, gpu, memory in ((70, 65, 50), (60, 70, 50), (60, 65, 70)):
        checked = check(job(folder, steady(cpu), [steady(gpu)], steady(memory)))
        expect_state(checked, "batch_size", "clear")
    # The 95th percentile: of ten samples one is higher.
    checked = check(job(folder, steady(60), [often(1, 90, 10)], steady(50)))
    expect_state(checked, "batch_size", "clear")
    checked = check(job(folder, steady(60), [steady(65)]))
    expect_state(checked, "batch_size", "no_data")


def cpu_bottleneck(folder):
    checked = check(job(folder, often(6, 95, 40), [often(6, 5, 80), steady(80)]))
    expect_found(checked, "cpu_bottleneck", says=("1 of 2 GPUs", "less than 10 %", "more than 90 %", "60.0 %"), places=14,
                 at_us=50_000_000)
    for cpu, gpu in ((often(5, 95, 40), often(5, 5, 80)), (often(6, 90, 40), often(6, 5, 80)),
                     (often(6, 95, 40), often(6, 10, 80))):
        expect_state(check(job(folder, cpu, [gpu])), "cpu_bottleneck", "clear")
    expect_state(check(job(folder, None, [steady(5)])), "cpu_bottleneck", "no_data")


def io_bottleneck(folder):
    checked = check(job(folder, steady(20), [often(6, 5, 80)], io_wait=often(6, 55, 1)))
    expect_found(checked, "io_bottleneck", says=("1 of 1 GPUs", "more than 50 %", "60.0 %"), places=14, at_us=50_000_000)
    expect_state(checked, "cpu_bottleneck", "clear")
    checked = check(job(folder, steady(20), [often(6, 5, 80)], io_wait=often(6, 50, 1)))
    expect_state(checked, "io_bottleneck", "clear")
    checked = check(job(folder, steady(95), [steady(5)]))
    expect_state(checked, "io_bottleneck", "no_data")


def load_balancing(folder):
    checked = check(job(folder, None, [constant(95), constant(35), constant(90)]))
    expect_found(checked, "load_balancing", says=("GPU 1 for 35.0 %", "GPU 0 for 95.0 %", "1.00"), places=2)
    # Half of the samples alike; and bins that differ although the GPUs do not.
    for a, b in ((constant(95), often(5, 95, 35)), (constant(51), constant(49))):
        checked = check(job(folder, None, [a, b]))
        expect_state(checked, "load_balancing", "clear")
    checked = check(job(folder, None, [constant(95), often(4, 95, 35)]))
    expect_found(checked, "load_balancing", says="0.60")
    checked = check(job(folder, None, [constant(95)]))
    expect_state(checked, "load_balancing", "no_data")


def load_balancing_of_a_trace(folder):
    for idle_us, state in ((0, "clear"), (3_000, "found")):
        run = Run(devices=[DEVICE, {**DEVICE, "id": 1}])

        def fill(begin, duration, first_launch=None, run=run, idle_us=idle_us):
            run.kernels(begin, duration, first_launch)
            for at in range(begin, begin + duration, 100):
                run.device("gemm", at, 100 - idle_us // 50, device=1)
        expect_state(check(run.steps(kernels=fill).write(folder)), "load_balancing", state)


def dataloader_processes(folder):
    def made(n_workers, n_cores=8):
        run = Run()
        run.steps()
        for i in range(n_workers):
            run.events.append({"ph": "M", "name": "process_name", "pid": 1000 + i, "ts": 0, "args": {"name": "python"}})
            run.events.append({"ph": "M", "name": "thread_name", "pid": 1000 + i, "tid": 1000 + i, "ts": 0,
                               "args": {"name": "pt_data_worker"}})
            run.events.append({"ph": "X", "cat": "cpu_op", "name": "collate", "pid": 1000 + i, "tid": 1000 + i, "ts": 2_000,
                               "dur": 100, "args": {}})
        for core in range(n_cores):
            run.events += [{"ph": "C", "name": f"CPU {core} utilization (%)", "pid": 1, "ts": 2_000 + 1_000 * k,
                            "args": {"value": 50}} for k in range(20)]
        return check(run.write(folder))
    expect_found(made(17), "dataloader_processes", says=("17 processes", "8 processor cores"), places=1)
    expect_found(made(5), "dataloader_processes", says="5 processes")  # 62.5 %
    for n in (6, 16):
        expect_state(made(n), "dataloader_processes", "clear")
    expect_state(made(0), "dataloader_processes", "no_data")
    expect_state(made(5, 0), "dataloader_processes", "no_data")


def reports_never_fire(folder):
    checked = check(Run().steps().write(folder))
    for rule in ("overall_system_usage", "overall_framework_metrics", "profiler_report"):
        expect_state(checked, rule, "clear")
        if not next(row["reason"] for row in checked["rules"] if row["rule"] == rule):
            raise AssertionError(f"{rule} gives no reason")


sys.exit(run_cases([without_counters, too_short, batch_size, cpu_bottleneck, io_bottleneck, load_balancing,
                    load_balancing_of_a_trace, dataloader_processes, reports_never_fire]))
