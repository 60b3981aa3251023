# SPDX-License-Identifier: Apache-2.0
"""Folders of SageMaker jobs against what Python computes from their files.

Of a generated job of two machines (tests/gen/make_job.py), in both layouts and both forms of metrics, and of the real files:
the averages of GPU and CPU utilization of each machine are those of the rows; of each counter the number of samples, their sum
and times; each slice of each timeline with its absolute begin and its duration; steps with their numbers; phases and status."""

import collections
import datetime
import decimal
import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import traces

PROGRAM, MAKE_JOB = sys.argv[1:3]
TIMELINE = re.compile(r"(?:(\d{10,})_)?(.*?)_?(model_timeline|pythontimeline|horovod_timeline)\.json$")


class Checks:
    def __init__(self):
        self.n, self.wrong = 0, []

    def same(self, what, got, want):
        self.n += 1
        if got != want:
            self.wrong.append(f"{what}: {str(got)[:400]} is not {str(want)[:400]}")

    def near(self, what, got, want):
        self.n += 1
        if got is None or abs(got - want) > 1e-9 * max(1, abs(want)):
            self.wrong.append(f"{what}: {got} is not {want}")


def query(path, sql):
    return [tuple(row) if isinstance(row, list) else tuple(row.values())
            for row in traces.output(PROGRAM, "query", "--no-cache", path, sql)["rows"]]


def nanoseconds(value, digits):
    """Exactly, from the decimal text; more digits round half to even."""
    return int((decimal.Decimal(value) * 10**digits).to_integral_value(decimal.ROUND_HALF_EVEN))


def load(path):
    with open(path, "rb") as file:
        data = file.read()
    text = (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode()
    try:
        return json.loads(text, parse_float=str)
    except ValueError:
        return [json.loads(x, parse_float=str) for x in text.splitlines() if x]


def files_of(folder):
    for directory, _, names in os.walk(folder):
        for name in sorted(names):
            path = os.path.join(directory, name)
            yield path, os.path.relpath(path, folder)


def counter_name(row):
    if "MetricName" in row:
        return row["MetricName"]
    if re.fullmatch(r"gpu\d+", row["Name"]):
        return "GPU utilization (%)" if row["Dimension"] == "GPUUtilization" else row["Dimension"] + " (%)"
    return f"{row['Name']}, {row['Dimension']}" + (" (%)" if "Utilization" in row["Dimension"] else "")


def slices_of(records):
    """(process name, name, begin, duration) in microseconds of the file: X, and B with the E that ends it."""
    names = {x["pid"]: x["args"]["name"] for x in records if x.get("name") == "process_name" and "name" in x["args"]}
    found, open_ones, last = [], collections.defaultdict(list), 0
    for x in sorted((x for x in records if x.get("ph") in "XBE"), key=lambda x: x["ts"]):
        last = max(last, x["ts"] + x.get("dur", 0))
        if x["ph"] == "X":
            found.append((names.get(x["pid"], ""), x["name"], x["ts"], x["dur"]))
        elif x["ph"] == "B":
            open_ones[x["pid"]].append(x)
        elif open_ones[x["pid"]]:
            begin = open_ones[x["pid"]].pop()
            found.append((names.get(x["pid"], ""), begin["name"], begin["ts"], x["ts"] - begin["ts"]))
    for begins in open_ones.values():
        found += [(names.get(x["pid"], ""), x["name"], x["ts"], last - x["ts"]) for x in begins]
    return found


class Job:
    """What the files of a folder hold."""

    def __init__(self, folder):
        self.counters = collections.defaultdict(list)  # (node, GPU or -1, name): (time, value)
        self.slices, self.steps, self.n_rows, self.description, self.skipped = [], [], 0, None, []
        for path, name in files_of(folder):
            if "SecondaryStatusTransitions" in open(path, encoding="latin-1").read(100000):
                self.description = load(path)
            elif "/system/" in f"/{name}" and name.endswith(".json"):
                self.add_metrics(load(path))
            elif TIMELINE.search(os.path.basename(name)):
                self.add_timeline(load(path))
            elif os.path.basename(name).split(".")[0].isdigit() and name.endswith(".json"):
                self.add_metrics(load(path))
            elif not name.endswith(".ts"):
                self.skipped.append(name)

    def add_metrics(self, rows):
        for row in rows:
            gpu = re.fullmatch(r"gpu(\d+)", row.get("Name", ""))
            key = (row.get("NodeId", ""), int(gpu[1]) if gpu else -1, counter_name(row))
            self.counters[key].append((nanoseconds(row["Timestamp"], 9), float(row["Value"])))
            self.n_rows += 1

    def add_timeline(self, records):
        bases = [x["args"]["start_time_since_epoch_in_micros"] for x in records
                 if x.get("ph") == "M" and "start_time_since_epoch_in_micros" in x.get("args", {})]
        for process, name, begin, length in slices_of(records):
            self.slices.append((process, name, (bases[0] + begin) * 1000, length * 1000))
        for x in records:
            if x.get("ph") == "X" and x["name"] == "Step:ModeKeys.TRAIN" and "step_num" in x.get("args", {}):
                self.steps.append((int(x["args"]["step_num"]), (bases[0] + x["ts"]) * 1000))

    def mean(self, node, prefix, is_gpu):
        values = [v for (n, gpu, name), samples in self.counters.items() for _, v in samples
                  if n == node and prefix in name and (gpu >= 0) == is_gpu]
        return (sum(values) / len(values), len(values)) if values else None


def check_counters(checks, what, folder, job, origin):
    got = collections.defaultdict(list)
    rows = query(folder, """select T.name, T.device, T.parent_id, N.name, N.kind, P.name, P.kind, C.ts_ns, C.value
        from counter C join track T on T.id = C.track_id join track N on N.id = T.parent_id
        left join track P on P.id = N.parent_id""")
    for name, device, _, above, kind, upper, upper_kind, ts, value in rows:
        node = above if kind == "node" else upper if upper_kind == "node" and kind == "device" else ""
        got[(node, device if kind == "device" else -1, name)].append((ts + origin, value))
    want = {key: sorted(samples) for key, samples in job.counters.items()}
    checks.same(f"{what}: counters", {key: sorted(x) for key, x in got.items()}, want)


def check_means(checks, what, folder, job):
    nodes = {node for node, _, _ in job.counters if node}
    for report, prefix, is_gpu in (("gpu_samples", "GPU utilization", True), ("cpu", "CPUUtilization", False)):
        stats = traces.output(PROGRAM, "stats", "--no-cache", folder, "--report", report)[report]
        lines = {x["node"]: x for x in (stats["nodes"] if report == "cpu" else stats) if x["source"] == "samples"}
        for node in sorted(nodes):
            want = job.mean(node, prefix, is_gpu)
            line = lines.get(node)
            checks.same(f"{what}: {report} of {node} is there", line is not None, want is not None)
            if line is not None and want is not None:
                checks.near(f"{what}: mean of {report} of {node}", line["average_percent_of_samples"], want[0])
                checks.same(f"{what}: samples of {report} of {node}", line["samples"], want[1])


def check_phases(checks, what, info, job, origin):
    if job.description is None:
        return

    def at(value):
        if isinstance(value, str) and not re.fullmatch(r"[\d.]+", value):
            return int(datetime.datetime.fromisoformat(value).timestamp()) * 10**9
        return nanoseconds(value, 9)
    want = [(x["Status"], at(x["StartTime"]), at(x["EndTime"])) for x in job.description["SecondaryStatusTransitions"]]
    got = [(x["name"], x["begin_ns"] + origin, x["end_ns"] + origin) for x in info["job"]["phases"]]
    checks.same(f"{what}: phases", got, want)
    checks.same(f"{what}: name", info["job"]["name"], job.description["TrainingJobName"])
    checks.same(f"{what}: billable", info["job"]["billable_s"], job.description["BillableTimeInSeconds"])


def check(checks, what, folder, status):
    job = Job(folder)
    info = traces.output(PROGRAM, "info", "--no-cache", folder)
    origin = int(info["time_origin"]["epoch_ns"])
    checks.same(f"{what}: format", info["format"], "sagemaker")
    checks.same(f"{what}: status", info["status"], status)
    checks.same(f"{what}: samples", info["events"]["counters"], job.n_rows)
    checks.same(f"{what}: skipped", info["events"]["skipped"], 0)
    check_counters(checks, what, folder, job, origin)
    check_means(checks, what, folder, job)
    slices = query(folder, """select P.name, S.name, S.ts_ns, S.dur_ns from slice S join track B on B.id = S.track_id
        join track T on T.id = B.parent_id join track P on P.id = T.parent_id where S.category = ''""")
    checks.same(f"{what}: slices", sorted((p, n, ts + origin, dur) for p, n, ts, dur in slices), sorted(job.slices))
    steps = query(folder, "select number, host_begin_ns from step")
    checks.same(f"{what}: steps", sorted((n, ts + origin) for n, ts in steps), sorted(job.steps))
    check_phases(checks, what, info, job, origin)
    return job


def unflatten(folder):
    """The real files have the names of their folders before their own. Returns the folders of jobs among them."""
    jobs = set()
    source = os.path.join(traces.ROOT, "sagemaker")
    for name in sorted(os.listdir(source)) if os.path.isdir(source) else []:
        parts = name.split("__")
        if parts[0] == "smdebug" and ("system" in parts or "pevents" in parts):
            path = os.path.join(folder, *parts[1:])
            os.makedirs(os.path.dirname(path), exist_ok=True)
            shutil.copyfile(os.path.join(source, name), path)
            jobs.add(parts[1])
    return sorted(jobs)


def main():
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder:
        for rows in ("lines", "array"):
            for folders in ("hours", "flat"):
                path = os.path.join(folder, rows + folders)
                subprocess.run([sys.executable, MAKE_JOB, path, "--rows", rows, "--folders", folders], check=True)
                check(checks, f"{rows}, {folders}", path, "completed")
        # The same without the outer folder.
        job = check(checks, "inner folder", os.path.join(folder, "lineshours", "profiler-output"), "completed")
        assert len(job.counters) == 22 and len(job.slices) > 500, (len(job.counters), len(job.slices))
    with tempfile.TemporaryDirectory() as folder:
        jobs = unflatten(folder)
        for name in jobs:
            check(checks, name, os.path.join(folder, name), "stopped")
        print(f"{len(jobs)} folders of real files" if jobs else f"Skipped: there are no real files in {traces.ROOT}/sagemaker")
    print(f"{checks.n} comparisons, {len(checks.wrong)} of them wrong")
    for line in checks.wrong[:20]:
        print(line)
    sys.exit(1 if checks.wrong else 0)


main()
