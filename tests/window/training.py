# SPDX-License-Identifier: Apache-2.0
"""A training run small enough to know every slice of: what the scenarios of the window look at.

Steps 7 to 10 of 10 ms, but step 9 takes 14. In each, from the step's begin:

    0.5 ms  aten::mm 0.3 ms, in it at 0.6 ms cudaLaunchKernel of front_<step>
    2 ms    front_<step>, 4 ms, on stream 7 of GPU 0
    3 ms    cudaLaunchKernel of tail_<step>, which runs at 7 ms for 1 ms
"""

import contextlib
import os
import sqlite3

STEPS = (7, 8, 9, 10)
DURATION_US = {step: 14000 if step == 9 else 10000 for step in STEPS}
BEGIN_US = {7: 0, 8: 10000, 9: 20000, 10: 34000}
SPAN_NS = 44_000_000
FRONT_AFTER_LAUNCH_NS = 1_400_000

HOST, DEVICE, STREAM = 1074, 0, 7
EPOCH_US = 1_757_944_800_000_000


def front_ns(step):
    """Begin and end of its kernel."""
    begin = (BEGIN_US[step] + 2000) * 1000
    return begin, begin + 4_000_000


def launch_ns(step):
    begin = (BEGIN_US[step] + 600) * 1000
    return begin, begin + 20_000


def events(annotation="ProfilerStep#{}"):
    """Of a Kineto trace. annotation: the name of what lasts a step."""
    found = [
        {"ph": "M", "name": "process_name", "pid": HOST, "tid": 0, "args": {"name": "python"}},
        {"ph": "M", "name": "thread_name", "pid": HOST, "tid": HOST, "args": {"name": "main"}},
    ]

    def add(category, name, thread, begin_us, duration_us, **arguments):
        found.append({"ph": "X", "cat": category, "name": name, "pid": DEVICE if thread == STREAM else HOST,
                      "tid": thread, "ts": EPOCH_US + begin_us, "dur": duration_us, "args": arguments})

    for index, step in enumerate(STEPS):
        begin = BEGIN_US[step]
        first, second = 2 * index + 1, 2 * index + 2
        add("user_annotation", annotation.format(step), HOST, begin, DURATION_US[step])
        add("cpu_op", "aten::mm", HOST, begin + 500, 300)
        add("cuda_runtime", "cudaLaunchKernel", HOST, begin + 600, 20, correlation=first)
        add("cuda_runtime", "cudaLaunchKernel", HOST, begin + 3000, 20, correlation=second)
        add("kernel", f"front_{step}", STREAM, begin + 2000, 4000, correlation=first, device=DEVICE, stream=STREAM)
        add("kernel", f"tail_{step}", STREAM, begin + 7000, 1000, correlation=second, device=DEVICE, stream=STREAM)
    return found


def write_report(path):
    """What Nsight Systems exports of the kernels, recorded without API calls."""
    begin_ns = EPOCH_US * 1000
    kernels = []
    for index, step in enumerate(STEPS):
        for number, (begin_us, duration_us) in enumerate(((2000, 4000), (7000, 1000))):
            start_ns = (BEGIN_US[step] + begin_us) * 1000
            kernels.append((start_ns, start_ns + duration_us * 1000, 2 * index + 1 + number, 1 + number))
    if os.path.exists(path):
        os.remove(path)
    with contextlib.closing(sqlite3.connect(path)) as report:
        report.executescript(f"""
            create table META_DATA_EXPORT (name text, value text);
            create table StringIds (id integer primary key, value text);
            insert into StringIds values (1, 'front'), (2, 'tail');
            create table TARGET_INFO_SESSION_START_TIME (utcEpochNs integer, utcTime text, localTime text);
            insert into TARGET_INFO_SESSION_START_TIME values ({begin_ns}, '', '');
            create table CUPTI_ACTIVITY_KIND_KERNEL (start integer, end integer, deviceId integer, contextId integer,
              streamId integer, correlationId integer, globalPid integer, demangledName integer, shortName integer);""")
        report.executemany(f"insert into CUPTI_ACTIVITY_KIND_KERNEL values (?1, ?2, {DEVICE}, 1, {STREAM}, ?3, "
                           f"{HOST << 24}, ?4, ?4)", kernels)
        report.commit()


DEVICES = [{"id": DEVICE, "name": "NVIDIA H100 80GB HBM3", "totalGlobalMem": 85_000_000_000}]
