# SPDX-License-Identifier: Apache-2.0
"""Parts that must add up do, to the nanosecond, on every real trace: the whole profile, its steps and some windows.

    buckets x their length                  = busy time of the device
    compute + communication - overlap       = union of the kernels of these categories
    compute + exposed communication + copy  = busy time
    the parts of a step                     = its wall time; those of its devices = wall time x devices
    idle by class, and by cause             = window x devices - busy time
    the gaps between a device's activities  = those of the reference values
"""

import concurrent.futures
import json
import os
import sys
from decimal import Decimal

import traces

PROGRAM = sys.argv[1]
STEP_PARTS = ("kernel_ns", "memcpy_ns", "memset_ns", "communication_ns", "runtime_ns", "dataloader_ns", "operator_ns",
              "other_ns")
DEVICE_PARTS = ("compute_ns", "exposed_communication_ns", "exposed_copy_ns", "idle_ns")


class Sums:
    def __init__(self, what):
        self.what, self.found, self.n = what, [], 0

    def same(self, key, got, want, absolute=0):
        self.n += 1
        if got is None or want is None or abs(got - want) > absolute:
            self.found.append(f"{self.what}: {key}: {got} is not {want}")


def check_devices(s, stats):
    length = max(stats["window_ns"]["end"] - stats["window_ns"]["begin"], 0)
    buckets = {(x["rank"], x["device"]): x["values"] for x in stats["utilization"]["devices"]}
    has_copy_kernels = any(x["category"] == "memory" for x in stats["kernels"])
    for d in stats["devices"]:
        at = f"device {d['rank']}/{d['device']} "
        values = buckets[d["rank"], d["device"]]
        s.same(at + "buckets", sum(values) * length / len(values), d["busy_ns"], 1e-9 * length + 1e-3)
        either = d["compute_ns"] + d["communication_ns"] - d["overlap_ns"]
        if not has_copy_kernels:
            s.same(at + "compute + communication - overlap", either, d["kernel_busy_ns"])
        s.same(at + "parts of busy",
               d["compute_ns"] + d["exposed_communication_ns"] + d["exposed_copy_ns"], d["busy_ns"])
        s.same(at + "overlap", d["communication_ns"] - d["overlap_ns"], d["exposed_communication_ns"])


def check_idle(s, stats):
    idle = stats["idle"]
    length = max(stats["window_ns"]["end"] - stats["window_ns"]["begin"], 0)
    busy = sum(d["busy_ns"] for d in stats["devices"])
    s.same("window x devices", idle["device_time_ns"], length * idle["devices"])
    s.same("idle", idle["idle_ns"], idle["device_time_ns"] - busy)
    for parts in ("classes", "causes"):
        for key, whole in (("total_ns", "idle_ns"), ("count", "count")):
            s.same(f"{parts} {key}", sum(x[key] for x in idle[parts]), idle[whole])
        if idle["idle_ns"]:
            s.same(f"{parts} percent", sum(x["percent_of_idle"] for x in idle[parts]), 100, 1e-6)
    longest = [x["dur_ns"] for x in idle["longest"]]
    s.same("longest", len(longest), min(20, idle["count"]))
    s.same("order of the longest", longest == sorted(longest, reverse=True), True)
    for gap in idle["longest"]:
        s.same("a gap's length", gap["end_ns"] - gap["begin_ns"], gap["dur_ns"])


def check_steps(s, stats):
    s.same("steps", len(stats["breakdown"]), len(stats["steps"]))
    for part, step in zip(stats["breakdown"], stats["steps"]):
        at = f"step {part['rank']}/{part['index']} "
        s.same(at + "wall", part["wall_ns"], step["wall_ns"])
        s.same(at + "window", part["end_ns"] - part["begin_ns"], step["wall_ns"])
        s.same(at + "parts", sum(part[x] for x in STEP_PARTS), step["wall_ns"])
        if part["device_time_ns"] is None:
            continue
        s.same(at + "parts of its devices", sum(part[x] for x in DEVICE_PARTS), part["device_time_ns"])
        if part["device_time_ns"] == part["wall_ns"]:
            s.same(at + "kernels that compute", part["kernel_ns"], part["compute_ns"])
            s.same(at + "busy", sum(part[x] for x in STEP_PARTS[:4]), part["wall_ns"] - part["idle_ns"])


def check_cpu(s, stats):
    cpu = stats["cpu"]
    length = stats["window_ns"]["end"] - stats["window_ns"]["begin"]
    for node in cpu["nodes"]:
        if cpu["source"] != "traced_threads" or length <= 0:
            continue
        s.same("mean of a node's buckets", 100 * sum(node["values"]) / len(node["values"]), node["mean_percent"], 1e-6)
        s.same("any thread is one at least", node["any_busy_ns"] * node["series"] >= 0
               and node["any_busy_ns"] <= length, True)
    if len(cpu["nodes"]) == 1 and cpu["threads"]:
        mean = sum(x["percent_of_window"] for x in cpu["threads"]) / len(cpu["threads"]) if length > 0 else None
        if mean is not None:
            s.same("mean of the threads", mean, cpu["nodes"][0]["mean_percent"], 1e-6)


def check_gaps(s, stats, want):
    """Of the whole profile, against the reference: what lies between the first and the last activity of each device."""
    span = stats["window_ns"]["end"] - stats["window_ns"]["begin"]
    ns = lambda us: round(Decimal(str(us)) * 1000)
    outside, n_outside, n_between, between = 0, 0, 0, 0
    for device in stats["devices"]:
        for edge in (device["first_start_ns"], span - device["last_end_ns"]):
            outside += edge
            n_outside += edge > 0
    for device in want.get("devices", {}).values():
        between += ns(device["idle_in_span_us"])
        n_between += device["gaps"]
    s.same("idle within the spans of the devices", stats["idle"]["idle_ns"] - outside, between)
    # In the reference an activity of no length divides a gap.
    n_inside = stats["idle"]["count"] - n_outside
    s.same("gaps within the spans of the devices", min(n_inside, n_between), n_inside)
    if len(want.get("devices", {})) == 1 and n_inside == n_between:
        device = stats["devices"][0]
        inner = [x["dur_ns"] for x in stats["idle"]["longest"]
                 if x["begin_ns"] >= device["first_start_ns"] and x["end_ns"] <= device["last_end_ns"]]
        gaps = [ns(x) for x in next(iter(want["devices"].values()))["largest_gaps_us"]]
        s.same("the longest gaps", inner[:len(gaps)] == gaps, True)


def scopes(stats):
    begin, end = stats["window_ns"]["begin"], stats["window_ns"]["end"]
    span = end - begin
    numbers = [x["number"] for x in stats["steps"] if x["number"] is not None]
    for number in dict.fromkeys(numbers[i] for i in (0, -1) if numbers):
        yield ["--step", str(number)]
    for a, b in ((span // 4, span // 2), (span // 3, span // 3 + span // 50 + 1), ("", span * 9 // 10), (7, 7)):
        yield ["--window", f"{a}..{b}"]


REPORTS = [part for name in ("devices", "kernels", "steps", "utilization", "idle", "breakdown", "cpu")
           for part in ("--report", name)]


def check(path, reference):
    found, n = [], 0
    whole = traces.output(PROGRAM, "stats", *REPORTS, "--cache", path)
    for options in ([], *scopes(whole)):
        stats = traces.output(PROGRAM, "stats", *REPORTS, *options, path) if options else whole
        s = Sums(f"{os.path.basename(path)} {' '.join(options)}")
        for part in (check_devices, check_idle, check_steps, check_cpu):
            part(s, stats)
        if not options and reference is not None:
            with open(reference, encoding="utf-8") as file:
                check_gaps(s, stats, json.load(file))
        found += s.found
        n += s.n
    return n, found


def reference_of(path):
    name = os.path.basename(path)
    for suffix in (".pt.trace.json.gz", ".pt.trace.json", ".json.gz", ".json"):
        if name.endswith(suffix):
            reference = os.path.join(traces.ROOT, "expected", name[:-len(suffix)] + ".json")
            return reference if os.path.exists(reference) else None
    return None


def main():
    traces.require()
    paths = [(path, reference_of(path)) for path in traces.files("kineto", "kineto_multirank", "chrome_other")]
    paths += [(path, None) for path in [os.path.join(traces.ROOT, "kineto_multirank", "dlrm_8rank")]
              if os.path.isdir(path)]
    total, found = 0, []
    with traces.own_cache(), concurrent.futures.ProcessPoolExecutor(2) as pool:
        for n, differences in pool.map(check, *zip(*paths)):
            total += n
            found += differences
    for line in found[:60]:
        print(line)
    print(f"{len(paths)} profiles, {total} sums, {len(found)} of which are wrong")
    return bool(found) or total == 0


if __name__ == "__main__":
    sys.exit(main())
