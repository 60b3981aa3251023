# SPDX-License-Identifier: Apache-2.0
"""Writes the folder of a SageMaker Debugger job of two machines, as it is downloaded from its bucket.

    make_job.py [--seconds N] [--rows lines|array] [--folders hours|flat] [--seed N] FOLDER

Each machine has four processors, two GPUs and a process that trains; their utilization follows the steps. There are timelines
of Python, the framework and Horovod in several files, metrics of the training, a description of the job, and an end marker."""

import argparse
import json
import math
import os
import random
import time

BEGIN_S = 1591160640  # 2020-06-03 05:04:00 UTC
STEP_S = 1.6
NODES = ("algo-1", "algo-2")
INTERVAL_S = 0.5


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def lines(rows):
    return "".join(json.dumps(x, separators=(",", ":")) + "\n" for x in rows)


def array(rows):
    return "[\n" + ",\n".join(json.dumps(x) for x in rows) + "\n]\n"


def utilization(node, seconds, numbers):
    """Busy in the steps, idle between them; the second machine waits more."""
    share = (seconds % STEP_S) / STEP_S
    busy = share < (0.8 if node == "algo-1" else 0.55)
    return round(max(0.0, min(100.0, (88 if busy else 9) + numbers.gauss(0, 4))), 2)


def system_rows(node, seconds, numbers):
    at = round(BEGIN_S + seconds + numbers.uniform(0, 0.05), 7)

    def row(kind, name, dimension, value):
        return {"Type": kind, "Name": name, "Dimension": dimension, "Value": value, "NodeId": node, "Timestamp": at}

    gpu = utilization(node, seconds, numbers)
    rows = [row("cpu", f"cpu{i}", "CPUUtilization", round(abs(numbers.gauss(30 + 10 * i, 8)) % 100, 2)) for i in range(4)]
    for i in range(2):
        rows.append(row("gpu", f"gpu{i}", "GPUUtilization", gpu if i == 0 else round(gpu * 0.7, 2)))
        rows.append(row("gpu", f"gpu{i}", "GPUMemoryUtilization", round(40 + 20 * math.sin(seconds / 20) + i, 2)))
    rows.append(row("memory", "MemoryUsedPercent", "Algorithm", round(20 + seconds / 10, 2)))
    rows.append(row("i/o", "ReadThroughputInBytes", "Algorithm", float(numbers.randrange(10**8))))
    rows.append(row("network", "ReceivedBytes", "Algorithm", float(numbers.randrange(10**9))))
    numbers.shuffle(rows)
    return rows


def timeline(base, events):
    """Rows are numbered anew in each file, in the order in which they occur."""
    records = [{"name": "process_name", "ph": "M", "pid": 0, "args": {"start_time_since_epoch_in_micros": base}},
               {"name": "process_sort_index", "ph": "M", "pid": 0, "args": {"sort_index": 0}}]
    pids = {}
    for phase, event in events:
        if phase not in pids:
            pids[phase] = len(pids) + 1
            records.append({"name": "process_name", "ph": "M", "pid": pids[phase], "args": {"name": phase}})
            records.append({"name": "process_sort_index", "ph": "M", "pid": pids[phase], "args": {"sort_index": pids[phase]}})
        records.append({**event, "pid": pids[phase]})
    return array(records)


def events_of(node, seconds, numbers):
    python, model, horovod = [], [], []
    late = 0 if node == "algo-1" else 90000
    for n in range(int(seconds / STEP_S)):
        begin = int(n * STEP_S * 1e6) + 20000 + numbers.randrange(5000)
        length = int(STEP_S * 1e6 * (0.78 if node == "algo-1" else 0.6))
        python.append(("Step:ModeKeys.TRAIN", {"name": "Step:ModeKeys.TRAIN", "ph": "X", "ts": begin, "dur": length,
                                               "args": {"step_num": str(n), "pid": "72"}}))
        python.append(("Forward-node0", {"name": "Forward", "ph": "X", "ts": begin + 1000, "dur": length // 3}))
        python.append(("Backward(post-forward)-node0", {"name": "Backward", "ph": "X", "ts": begin + 1100 + length // 3,
                                                        "dur": length // 3}))
        model.append(("DataIterator", {"name": "dataset::GetNext", "ph": "X", "ts": max(0, begin - 15000), "dur": 9000}))
        reduce_at = begin + length - 200000 + late
        horovod.append(("gradient_0", {"name": "NEGOTIATE_ALLREDUCE", "ph": "B", "ts": reduce_at}))
        horovod.append(("gradient_0", {"ph": "E", "ts": reduce_at + 40000}))
        horovod.append(("gradient_0", {"name": "NCCL_ALLREDUCE", "ph": "X", "ts": reduce_at + 40000, "dur": 90000}))
    return {"pythontimeline": python, "model_timeline": model, "horovod_timeline": horovod}


def write_timelines(folder, node, rank, seconds, numbers):
    """A new file every half minute. The writers began at times of their own."""
    for suffix, events in events_of(node, seconds, numbers).items():
        base = BEGIN_S * 10**6 + {"pythontimeline": 0, "model_timeline": -250000, "horovod_timeline": -500000}[suffix]
        shift = BEGIN_S * 10**6 - base
        parts = {}
        for phase, event in events:
            if event["ph"] != "E":
                number = event["ts"] // 30000000
            parts.setdefault(number, []).append((phase, {**event, "ts": event["ts"] + shift}))
        for part in parts.values():
            end = base + max(event["ts"] + event.get("dur", 0) for _, event in part)
            hour = time.strftime("%Y%m%d%H", time.gmtime(end / 10**6))
            write(os.path.join(folder, "framework", "pevents", hour, f"{end}_{rank}-{node}_{suffix}.json"), timeline(base, part))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--rows", choices=("lines", "array"), default="lines")
    parser.add_argument("--folders", choices=("hours", "flat"), default="hours")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    output = os.path.join(options.folder, "profiler-output")
    for rank, node in enumerate(NODES):
        numbers = random.Random(f"{options.seed} {node}")
        minutes = {}
        for k in range(int(options.seconds / INTERVAL_S)):
            at = k * INTERVAL_S
            minutes.setdefault((BEGIN_S + int(at)) // 60 * 60, []).extend(system_rows(node, at, numbers))
        for minute, rows in minutes.items():
            hour = [time.strftime("%Y%m%d%H", time.gmtime(minute))] if options.folders == "hours" else []
            write(os.path.join(output, "system", "incremental", *hour, f"{minute}.{node}.json"),
                  lines(rows) if options.rows == "lines" else array(rows))
        write_timelines(output, node, rank, options.seconds, numbers)
    training = []
    for n in range(int(options.seconds / STEP_S)):
        for name, value in (("loss_TRAIN", 2.3 / (1 + n / 10)), ("accuracy_TRAIN", 1 - 1 / (1 + n / 12))):
            training.append({"MetricName": name, "Value": value, "Timestamp": BEGIN_S + (n + 1) * STEP_S, "IterationNumber": n})
    write(os.path.join(options.folder, "metrics", "72.json"), lines(training))
    end = BEGIN_S + options.seconds
    phases = [("Starting", BEGIN_S - 45, BEGIN_S - 20), ("Downloading", BEGIN_S - 20, BEGIN_S - 2),
              ("Training", BEGIN_S - 2, end + 1), ("Uploading", end + 1, end + 9), ("Completed", end + 9, end + 9)]
    write(os.path.join(options.folder, "job.json"), json.dumps({
        "TrainingJobName": "resnet50-two-machines", "TrainingJobStatus": "Completed", "SecondaryStatus": "Completed",
        "ResourceConfig": {"InstanceType": "ml.p3.8xlarge", "InstanceCount": 2},
        "TrainingTimeInSeconds": options.seconds + 29, "BillableTimeInSeconds": options.seconds + 29,
        "SecondaryStatusTransitions": [
            {"Status": name, "StartTime": time.strftime("%Y-%m-%dT%H:%M:%S+02:00", time.gmtime(a + 7200)), "EndTime": b}
            for name, a, b in phases]}, indent=1))
    write(os.path.join(output, "system", "training_job_end.ts"), "")


main()
