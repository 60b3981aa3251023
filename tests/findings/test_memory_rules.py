# SPDX-License-Identifier: Apache-2.0
"""Rules of copies and of the memory of devices: each where it fires with known numbers, where it just does not, and without
the data.

    test_memory_rules.py STEPSCOPE
"""

import sys

from made_run import DEVICE, LEAD_US, Run, check, expect_found, expect_state, run_cases

FIRST_GAP = 300 + 5_000
TOTAL = DEVICE["totalGlobalMem"]


def without_data(folder):
    run = Run(devices=())
    run.step(1, 1_000, 1_000)
    checked = check(run.write(folder))
    for rule in ("pageable_copies", "sync_memcpy", "sync_memset", "memory_increase", "peak_memory"):
        expect_state(checked, rule, "no_data")
    checked = check(Run().steps().write(folder))
    for rule in ("memory_increase", "peak_memory"):
        expect_state(checked, rule, "no_data")


def copies(folder, gap_us, name, call, category="gpu_memcpy", beside=False, n=5):
    """In the middle of each step a copy fills a pause of the kernels, or runs beside them."""
    run = Run()

    def during(begin, length):
        run.device(name, begin, length, begin - 50, category, stream=8, call=call)
        if beside:
            run.device("add", begin, length, begin - LEAD_US)
    return run.steps(n=n, gap_us=gap_us, during=during).write(folder)


def pageable_copies(folder):
    name = "Memcpy HtoD (Pageable -> Device)"
    expect_found(check(copies(folder, 500, name, "cudaMemcpyAsync")), "pageable_copies", 500,
                 says=(f"`{name}`", "500.0 µs", ": 5. The longest"), places=5, at_us=FIRST_GAP)
    expect_state(check(copies(folder, 90, name, "cudaMemcpyAsync")), "pageable_copies", "clear")
    expect_state(check(copies(folder, 500, name, "cudaMemcpyAsync", beside=True)), "pageable_copies", "clear")
    expect_state(check(copies(folder, 500, "Memcpy HtoD (Pinned -> Device)", "cudaMemcpyAsync")), "pageable_copies", "clear")
    expect_state(check(copies(folder, 500, name, "cudaMemcpy")), "pageable_copies", "clear")


def sync_memcpy(folder):
    name = "Memcpy DtoH (Device -> Pageable)"
    checked = check(copies(folder, 500, name, "cudaMemcpy"))
    expect_found(checked, "sync_memcpy", 500, says=("`cudaMemcpy`", "500.0 µs", ": 5. The longest"), places=5)
    expect_state(checked, "sync_memset", "clear")
    expect_found(check(copies(folder, 500, name, "cudaMemcpy", n=1_234)), "sync_memcpy", 500, says="Such calls: 1,234. The")
    expect_state(check(copies(folder, 90, name, "cudaMemcpy")), "sync_memcpy", "clear")
    expect_state(check(copies(folder, 500, name, "cudaMemcpyAsync")), "sync_memcpy", "clear")


def sync_memset(folder):
    checked = check(copies(folder, 500, "Memset (Device)", "cudaMemset", "gpu_memset"))
    expect_found(checked, "sync_memset", 500, says=("`cudaMemset`", "500.0 µs"), places=5)
    expect_state(checked, "sync_memcpy", "clear")
    expect_state(check(copies(folder, 90, "Memset (Device)", "cudaMemset", "gpu_memset")), "sync_memset", "clear")
    expect_state(check(copies(folder, 500, "Memset (Device)", "cudaMemsetAsync", "gpu_memset")), "sync_memset", "clear")


def with_memory(folder, shares):
    """One step for each share of the GPU's memory that is allocated in it."""
    run = Run()
    run.steps(n=len(shares))
    before = 0
    for i, share in enumerate(shares):
        total = int(share * TOTAL)
        run.events.append({"ph": "i", "cat": "cpu_instant_event", "s": "t", "name": "[memory]", "pid": 1, "tid": 100,
                           "ts": 1_000 + i * 10_000 + 50,
                           "args": {"Total Allocated": total, "Bytes": total - before, "Addr": 1, "Device Type": 1,
                                    "Device Id": 0, "Total Reserved": total}})
        before = total
    return run.write(folder)


def memory_increase(folder):
    # The first third without the first step: 0.10, 0.12; the last third: 0.20, 0.22.
    shares = [0.05, 0.10, 0.12, 0.15, 0.16, 0.20, 0.22]
    expect_found(check(with_memory(folder, shares)), "memory_increase", 0, says=("GPU 0", "8.0 GB", "10.0 %"), places=1,
                 at_us=10_000)
    expect_state(check(with_memory(folder, [0.05, 0.1, 0.1, 0.12, 0.12, 0.149, 0.149])), "memory_increase", "clear")
    expect_state(check(with_memory(folder, shares[:6])), "memory_increase", "no_data")


def peak_memory(folder):
    expect_found(check(with_memory(folder, [0.5, 0.91, 0.5])), "peak_memory", 0, says=("GPU 0", "91.0 %", "80.0 GB"),
                 places=1, at_us=10_050)
    expect_state(check(with_memory(folder, [0.5, 0.89, 0.5])), "peak_memory", "clear")


sys.exit(run_cases([without_data, pageable_copies, sync_memcpy, sync_memset, memory_increase, peak_memory]))
