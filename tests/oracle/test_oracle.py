# SPDX-License-Identifier: Apache-2.0
"""`info` and `stats` of every real trace against an independent computation of the same figures.

The whole profile is compared with the reference values that lie beside the traces; three steps and three windows
of each trace with the program that made those values. The mapping of keys and the tolerances are those of
the README beside the reference values: counts, sums, minima and maxima exactly, means and percentages 1e-9
relative, deviations and percentiles 1e-6 relative, buckets 1e-9 absolute.

The program is run once for every window, for all reports, and reads a trace once; so does the reference.
"""

import concurrent.futures
import json
import os
import sys

import device_figures
import reference
import traces
from difference import Difference, ns

PROGRAM = sys.argv[1]
OWN_REPORTS = ("summary", "devices", "kernels", "memory", "launches", "steps", "annotations", "utilization")
SMALL_BYTES = 200000  # of such traces the reference is asked about all of their events too


def compare_devices(d, stats, want):
    origin = ns(want["trace_span"]["start_us"])
    got = {str(x["device"]): x for x in stats["devices"]}
    d.same("devices", sorted(got), sorted(want.get("devices", {})))
    buckets = {str(x["device"]): x["values"] for x in stats["utilization"]["devices"]}
    for key, w in want.get("devices", {}).items():
        g = got.get(key)
        if g is None:
            continue
        at = f"device {key} "
        for mine, theirs in (("busy_ns", "busy_us"), ("kernel_busy_ns", "kernel_only_busy_us"),
                             ("memcpy_busy_ns", "memcpy_busy_us"), ("memset_busy_ns", "memset_busy_us")):
            d.same(at + mine, g[mine], ns(w[theirs]))
        d.same(at + "activities", g["activities"], w["activities"])
        d.same(at + "first_start_ns", g["first_start_ns"], ns(w["first_start_us"]) - origin)
        d.same(at + "last_end_ns", g["last_end_ns"], ns(w["last_end_us"]) - origin)
        d.near(at + "active_percent_of_span", g["active_percent_of_span"], w["active_pct"], 1e-9)
        d.near(at + "active_percent_of_window", g["active_percent_of_window"], w["active_pct_of_trace"], 1e-9)
        streams = {str(x["stream"]): x for x in g["streams"]}
        d.same(at + "streams", sorted(streams), sorted(w["streams"]))
        for stream, ws in w["streams"].items():
            if stream in streams:
                d.same(f"{at}stream {stream} activities", streams[stream]["activities"], ws["activities"])
                d.same(f"{at}stream {stream} busy_ns", streams[stream]["busy_ns"], ns(ws["busy_us"]))
        c = want["comm_compute"][key]
        for mine, theirs in (("compute_ns", "compute_us"), ("communication_ns", "comm_us"),
                             ("overlap_ns", "overlap_us"), ("exposed_communication_ns", "exposed_comm_us")):
            d.same(at + mine, g[mine], ns(c[theirs]))
        values = w["buckets100_trace_span"]
        for i, (mine, theirs) in enumerate(zip(buckets[key], values)):
            d.near(f"{at}bucket {i}", mine, theirs, absolute=1e-9)


def compare_kernels(d, stats, want):
    wanted = want["kernels"]["all"]
    got = {x["name"]: x for x in stats["kernels"]}
    d.same("kernel names", len(got), len(wanted))
    d.same("kernel order", [x["name"] for x in stats["kernels"]], [x["name"] for x in wanted])
    for w in wanted:
        g = got.get(w["name"])
        if g is None:
            d.same("kernel " + w["name"], None, "present")
            continue
        at = f"kernel {w['name'][:60]} "
        d.same(at + "count", g["count"], w["count"])
        d.same(at + "total_ns", g["total_ns"], ns(w["total_us"]))
        d.same(at + "min_ns", g["min_ns"], ns(w["min_us"]))
        d.same(at + "max_ns", g["max_ns"], ns(w["max_us"]))
        d.near(at + "mean_ns", g["mean_ns"], w["mean_us"] * 1000, 1e-9)
        d.near(at + "stddev_ns", g["stddev_ns"], w["stdev_sample_us"] * 1000, 1e-6, 1e-6)
        d.near(at + "percent", g["percent_of_kernel_time"], w["pct_of_kernel_time"], 1e-9)


def compare_memory(d, stats, want):
    wanted = {k: v for k, v in want["memcpy"]["by_kind"].items()}
    total = want["memset"]["total"].get("all")
    if total:
        wanted["memset"] = total
    got = {x["kind"]: x for x in stats["memory"]}
    d.same("memory kinds", sorted(got), sorted(wanted))
    for kind, w in wanted.items():
        if kind in got:
            d.same(f"memory {kind} count", got[kind]["count"], w["count"])
            d.same(f"memory {kind} total_ns", got[kind]["total_ns"], ns(w["total_us"]))
            d.same(f"memory {kind} bytes", got[kind]["bytes"], w["bytes"])


def compare_launches(d, stats, want):
    g, w = stats["launches"], want["correlation"]
    for mine, theirs in (("activities", "gpu_activities"), ("matched", "matched_gpu_activities"),
                         ("unmatched", "unmatched_gpu_activities"), ("without_correlation", "without_correlation")):
        d.same("launches " + mine, g[mine], w[theirs])
    latency = want["launch_latency"].get("kernels+memcpy+memset", {}).get("gpu_start_minus_call_start", {"count": 0})
    d.same("latency count", g["latency"]["count"], latency["count"])
    if latency["count"]:
        d.near("latency mean", g["latency"]["mean_ns"], latency["mean_us"] * 1000, 1e-9)
        d.near("latency p50", g["latency"]["p50_ns"], latency["p50_us"] * 1000, 1e-6)
        d.near("latency p95", g["latency"]["p95_ns"], latency["p95_us"] * 1000, 1e-6)
        d.same("latency max", g["latency"]["max_ns"], ns(latency["max_us"]))


def compare_steps(d, stats, want):
    d.same("steps", [x["number"] for x in stats["steps"]], [x["step"] for x in want["steps"]])
    for g, w in zip(stats["steps"], want["steps"]):
        at = f"step {w['step']} "
        d.same(at + "host", g["host_end_ns"] - g["host_begin_ns"], ns(w["dur_us"]))
        d.same(at + "activities", g["activities"], w["launched_activities"])
        # A window's oracle keeps only the devices that did something in it, and with them their part of a step.
        if stats["whole"]:
            d.same(at + "busy_ns", g["busy_ns"], sum(ns(x) for x in w["gpu_busy_launched_us"].values()))


def compare_annotations(d, stats, want):
    got = {x["name"]: x for x in stats["annotations"]}
    if len(want["user_annotation"]) < 200:
        d.same("annotations", sorted(got), sorted(x["name"] for x in want["user_annotation"]))
    for w in want["user_annotation"]:
        g = got.get(w["name"], {})
        at = f"annotation {w['name'][:60]} "
        d.same(at + "count", g.get("count"), w["count"])
        d.same(at + "total_ns", g.get("total_ns"), ns(w["total_us"]))
        d.same(at + "min_ns", g.get("min_ns"), ns(w["min_us"]))
        d.same(at + "max_ns", g.get("max_ns"), ns(w["max_us"]))
        if g:
            d.near(at + "mean_ns", g["mean_ns"], w["mean_us"] * 1000, 1e-9)


def compare_stats(d, stats, want):
    origin = ns(want["trace_span"]["start_us"])
    d.same("window", stats["window_ns"],
           {"begin": ns(want["window_us"]["start_us"]) - origin, "end": ns(want["window_us"]["end_us"]) - origin})
    for compare in (compare_devices, compare_kernels, compare_memory, compare_launches, compare_steps,
                    compare_annotations):
        compare(d, stats, want)


def compare_info(d, info, want):
    events = info["events"]
    d.same("events", events["total"] + events["skipped"], want["events_total"])
    d.same("skipped", events["skipped"], 0)
    pairs = events["slices"] - want["slices"]
    d.same("slices", pairs, 0)
    d.same("by_category", events["by_category"],
           {("" if k == "None" else k): v for k, v in want["slices_by_cat"].items()})
    if want["trace_span"]:
        d.same("span", info["span_ns"], {"begin": 0, "end": ns(want["trace_span"]["span_us"])})


def scopes(stats):
    """Three steps and three windows: options for the program, arguments for the oracle."""
    begin, end = stats["window_ns"]["begin"], stats["window_ns"]["end"]
    span = end - begin
    numbers = [x["number"] for x in stats["steps"] if x["number"] is not None]
    for number in dict.fromkeys(numbers[i] for i in (0, len(numbers) // 2, -1) if numbers):
        yield ["--step", str(number)], {"step": number}
    for a, b in ((span // 4, span // 2), (span // 3, span // 3 + span // 50 + 1), (None, span * 9 // 10)):
        text = f"{'' if a is None else a}..{'' if b is None else b}"
        yield ["--window", text], {"window": (a, b)}


def stats_of(path, *options):
    """Every report that is compared, of one window, from one run of the program."""
    wanted = [x for name in OWN_REPORTS + device_figures.REPORTS for x in ("--report", name)]
    return traces.output(PROGRAM, "stats", *wanted, *options, path)


def check_steps_efficiency(d, path, want):
    window = device_figures.window_of_steps(want)
    if window is not None:
        got = traces.output(PROGRAM, "stats", "--report", "occupancy", "--window", window, path)
        device_figures.compare_steps_efficiency(d, got, want)
    return window is not None


def check_windows(path, whole, d):
    """How many steps and windows were compared."""
    n = 0
    for options, arguments in scopes(whole):
        asked = path, arguments.get("window"), arguments.get("step")
        want = reference.answer(*asked)
        if want is None:
            break
        part = Difference(f"{os.path.basename(path)} {' '.join(options)}")
        if os.path.getsize(path) < SMALL_BYTES:
            part.same("reference without what no window depends on", reference.difference_of_what_was_left_out(*asked), [])
        got = stats_of(path, *options)
        got["whole"] = False
        compare_stats(part, got, want)
        device_figures.compare(part, got, want, False)
        d.found += part.found
        n += 1
    return n


def check(path, expected):
    d = Difference(os.path.basename(path))
    with open(expected, encoding="utf-8") as file:
        want = json.load(file)
    whole = stats_of(path, "--cache")
    plain = traces.output(PROGRAM, "stats", "--no-cache", path)
    d.same("what is told when no report is asked for", plain, {key: whole.get(key) for key in plain})
    whole["whole"] = True
    compare_info(d, traces.output(PROGRAM, "info", "--no-cache", path), want)
    compare_stats(d, whole, want)
    device_figures.compare(d, whole, want, True)
    n = 1 + check_steps_efficiency(d, path, want) + check_windows(path, whole, d)
    return n, d.found


def references():
    """Every real trace that has reference values, with these."""
    pairs = []
    for path in traces.files("kineto", "kineto_multirank", "chrome_other"):
        name = os.path.basename(path)
        for suffix in (".pt.trace.json.gz", ".pt.trace.json", ".json.gz", ".json"):
            if name.endswith(suffix):
                name = name[:-len(suffix)]
                break
        expected = os.path.join(traces.ROOT, "expected", name + ".json")
        if os.path.exists(expected):
            pairs.append((path, expected))
    return pairs


def main():
    traces.require()
    pairs = references()
    total, found = 0, []
    with traces.own_cache(), concurrent.futures.ProcessPoolExecutor(2) as pool:
        for n, differences in pool.map(check, *zip(*pairs)):
            total += n
            found += differences
    for line in found[:60]:
        print(line)
    print(f"{len(pairs)} traces, {total} comparisons, {len(found)} differences")
    return bool(found) or not pairs


if __name__ == "__main__":
    sys.exit(main())
