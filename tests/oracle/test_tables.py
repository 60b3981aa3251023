# SPDX-License-Identifier: Apache-2.0
"""The tables of `stats` for every real trace: kernels and annotations against the reference values, and of steps and
windows against the reports that test_oracle.py compares with them; the others against `query`, and all for what has to
add up."""

import concurrent.futures
import json
import os
import sys

import test_oracle
import traces
from difference import Difference

PROGRAM = sys.argv[1]
NESTED = ("operators", "modules", "python", "annotations_by_name", "runtime")
KERNELS = ("kernels_by_name", "kernels_by_base", "kernels_by_launch")
TABLES = KERNELS + NESTED + ("memory_by_name", "collectives", "step_times")
EXISTING = ("kernels", "annotations", "memory", "steps", "summary")
SHARES = {"kernels": "percent_of_kernel_time", "memory_by_name": "percent_of_memory_time",
          "collectives": "percent_of_communication_time", "step_times": "percent_of_step_time"}
# What is spelled in one way only: others may be of a kind too.
CATEGORIES = {"operators": "cpu_op", "python": "python_function"}


def total(rows, key="total_ns"):
    return sum(row[key] for row in rows)


def compare_rows(d, what, got, want, keys):
    d.same(what + " names", [x["name"] for x in got], [x["name"] for x in want])
    for g, w in zip(got, want):
        for key in keys:
            d.same(f"{what} {w['name'][:60]} {key}", g[key], w[key])


def compare_existing(d, stats):
    compare_rows(d, "kernels_by_name", stats["kernels_by_name"], stats["kernels"],
                 ("count", "total_ns", "mean_ns", "min_ns", "median_ns", "p95_ns", "max_ns", "stddev_ns",
                  "percent_of_kernel_time", "category", "precision", "tensor_core"))
    compare_rows(d, "annotations_by_name", stats["annotations_by_name"], stats["annotations"],
                 ("count", "total_ns", "mean_ns", "min_ns", "median_ns", "p95_ns", "max_ns"))
    compare_rows(d, "step_times", stats["step_times"], stats["steps"],
                 ("index", "number", "rank", "host_begin_ns", "wall_ns", "busy_ns", "activities", "truncated"))
    kernels = {x["name"]: x for x in stats["kernels"]}
    own = [x for x in stats["memory_by_name"] if x["name"] not in kernels]
    d.same("copies and sets", (total(own, "count"), total(own)),
           (total(stats["memory"], "count"), total(stats["memory"])))
    d.same("bytes", sum(x["bytes"] or 0 for x in own), total(stats["memory"], "bytes"))
    d.same("collectives", sum(x["total_ns"] for x in stats["collectives"]),
           sum(x["total_ns"] for x in stats["kernels"] if x["category"] == "communication"))


def compare_sums(d, stats):
    for report in KERNELS:
        d.same(report, (total(stats[report], "count"), total(stats[report])),
               (stats["summary"]["kernel_count"], stats["summary"]["kernel_total_ns"]))
    for report in TABLES:
        rows = stats[report]
        key = "percent_of_self_time" if report in NESTED else SHARES.get(report, SHARES["kernels"])
        shares = [x[key] for x in rows if x[key] is not None]
        if shares:
            d.near(report + " shares", sum(shares), 100, absolute=1e-6)
        for row in rows:
            at = f"{report} {row['name'][:60]} "
            if report in NESTED:
                d.same(at + "self within total", 0 <= row["self_ns"] <= row["total_ns"], True)
            if row.get("percent_of_window") is not None:
                d.same(at + "window", 0 <= row["percent_of_window"] <= 100 + 1e-9, True)
            if "distribution" in row:
                d.same(at + "distribution", sum(row["distribution"]), row["count"])
                ordered = [row[x] for x in ("min_ns", "median_ns", "p95_ns", "p99_ns", "max_ns")]
                d.same(at + "percentiles", ordered, sorted(ordered))


def compare_query(d, path, stats):
    """Another way to the same: SQL."""
    for report, category in CATEGORIES.items():
        rows = traces.output(PROGRAM, "query", path,
                             f"select name, count(*) as n, sum(dur_ns) as total from slice where category = '{category}'"
                             " group by name")["rows"]
        got = {x["name"]: [x["count"], x["total_ns"]] for x in stats[report]}
        for name, *figures in rows:
            d.same(f"{report} {name[:60]}", got.get(name), figures)


def tables(path, options=()):
    reports = [word for report in EXISTING + TABLES for word in ("--report", report)]
    return traces.output(PROGRAM, "stats", *reports, *options, path)


def check(path, reference):
    d = Difference(os.path.basename(path))
    whole = tables(path, ["--cache"])
    compare_existing(d, whole)
    compare_sums(d, whole)
    compare_query(d, path, whole)
    with open(reference, encoding="utf-8") as file:
        want = json.load(file)
    test_oracle.compare_kernels(d, {"kernels": whole["kernels_by_name"]}, want)
    test_oracle.compare_annotations(d, {"annotations": whole["annotations_by_name"]}, want)
    n = 1
    for options, _ in test_oracle.scopes(whole):
        part = Difference(f"{os.path.basename(path)} {' '.join(options)}")
        stats = tables(path, options)
        compare_existing(part, stats)
        compare_sums(part, stats)
        d.found += part.found
        n += 1
    return n, d.found


def main():
    traces.require()
    total_checks, found = 0, []
    pairs = test_oracle.references()
    with traces.own_cache(), concurrent.futures.ProcessPoolExecutor(2) as pool:
        for n, differences in pool.map(check, *zip(*pairs)):
            total_checks += n
            found += differences
    for line in found[:60]:
        print(line)
    print(f"{len(pairs)} traces, {total_checks} comparisons, {len(found)} differences")
    return bool(found) or not pairs


if __name__ == "__main__":
    sys.exit(main())
