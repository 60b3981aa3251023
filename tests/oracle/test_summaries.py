# SPDX-License-Identifier: Apache-2.0
"""The profile made of summaries says what the folder of full traces says, integer for integer where a figure is exact.

    test_summaries.py STEPSCOPE
"""

import filecmp
import json
import math
import os
import random
import shutil
import subprocess
import sys
import tempfile

import simulated_job
import traces

PROGRAM = sys.argv[1]
SEEDS = 20 if os.environ.get("STEPSCOPE_ALL") else 2
REPORTS = ("summary", "devices", "kernels", "memory", "launches", "steps", "annotations", "breakdown", "clocks",
           "collective_instances", "collective_waits", "stragglers")
# By the sketch of each row, and sums of squares that are added in another order.
SKETCHED = {"median_ns", "p95_ns", "p50_ns"}
ROUNDED = {"stddev_ns"}
ERROR = 1 / 128


def run(*arguments, status=0):
    result = subprocess.run([PROGRAM, *arguments], capture_output=True, check=False, timeout=120, text=True)
    assert result.returncode == status, (arguments, result.returncode, result.stderr)
    return result


def summarize(folder, where):
    """Returns the summaries of the traces of a folder."""
    made = []
    for name in sorted(os.listdir(folder)):
        made.append(os.path.join(where, name.split(".")[0] + ".summary"))
        run("summarize", os.path.join(folder, name), "-o", made[-1])
    return made


def merge(summaries, where, *options, status=0):
    path = os.path.join(where, "job.stepscope")
    run("merge", *summaries, "-o", path, *options, status=status)
    return path


def stats(path):
    return json.loads(run("stats", path, "--json", *(x for name in REPORTS for x in ("--report", name))).stdout)


def info(path):
    return json.loads(run("info", path, "--json").stdout)


def check_same(want, got, where, key=None):
    """Both are equal, but for what a sketch or rounding changes."""
    if isinstance(want, dict):
        assert isinstance(got, dict) and list(want) == list(got), (where, want, got)
        for name in want:
            check_same(want[name], got[name], f"{where}.{name}", name)
    elif isinstance(want, list):
        assert isinstance(got, list) and len(want) == len(got), (where, len(want), len(got))
        for i, (x, y) in enumerate(zip(want, got)):
            check_same(x, y, f"{where}[{i}]", key)
    elif key in SKETCHED and want is not None:
        assert math.isclose(want, got, rel_tol=ERROR, abs_tol=1), (where, want, got)
    elif key in ROUNDED:
        assert math.isclose(want, got, rel_tol=1e-6, abs_tol=1e-3), (where, want, got)
    else:
        assert want == got, (where, want, got)


def check_job(folder, chance):
    """Returns the statistics of the job."""
    with tempfile.TemporaryDirectory() as where:
        summaries = summarize(folder, where)
        job = merge(summaries, where)
        first = os.path.join(where, "first.stepscope")
        os.rename(job, first)
        chance.shuffle(summaries)
        job = merge(summaries, where)
        assert filecmp.cmp(first, job, shallow=False), "the order of the summaries changes the profile"
        want, got = stats(folder), stats(job)
        for part in ("time_origin", "window_ns", *REPORTS):
            check_same(want[part], got[part], part, part)
        check_info(info(folder), info(job))
        for path in summaries:
            assert os.path.getsize(path) < 1_000_000, (path, os.path.getsize(path))
        return want


def check_info(want, got):
    for part in ("time_origin", "status", "span_ns", "events", "devices", "steps"):
        check_same(want[part], got[part], part)
    for x, y in zip(want["ranks"], got["ranks"]):
        for key in ("rank", "node", "world_size", "path", "status"):
            assert x[key] == y[key], (key, x, y)
    assert {row["id"]: row["count"] for row in want["health"]} == {row["id"]: row["count"] for row in got["health"]}


def check_left_out(folder, chance):
    """What is missing, damaged or there twice is named, and the rest is merged."""
    with tempfile.TemporaryDirectory() as where:
        summaries = summarize(folder, where)
        missing, damaged = 1, 3
        other = os.path.join(where, "another.summary")
        shutil.copy(summaries[0], other)
        os.remove(summaries[missing])
        with open(summaries[damaged], "r+b") as file:
            file.truncate(os.path.getsize(summaries[damaged]) // 2)
        empty = os.path.join(where, "empty.summary")
        open(empty, "wb").close()
        given = [path for i, path in enumerate(summaries) if i != missing] + [other, empty]
        chance.shuffle(given)
        job = merge(given, where)
        facts = info(job)
        numbers = [rank["rank"] for rank in facts["ranks"]]
        assert len(numbers) == len(summaries) - 2 and missing not in numbers and damaged not in numbers, numbers
        rows = {row["id"]: row for row in facts["health"]}
        assert rows["job.rank_missing"]["count"] == 2 and rows["job.rank_missing"]["path"] == "ranks 1, 3", rows
        assert rows["job.summary_damaged"]["count"] == 2, rows
        assert os.path.basename(summaries[damaged]) in rows["job.summary_damaged"]["path"], rows
        assert "empty.summary" in rows["job.summary_damaged"]["path"], rows
        assert rows["job.rank_twice"]["count"] == 1, rows
        merge(given, where, "--strict", status=3)
        told = run("merge", *given, "-o", job).stderr
        assert "ranks 1, 3" in told and summaries[damaged] in told, told
        merge([empty], where, status=2)


def check_comparison():
    """What a comparison says of steps is the same; what of kernels per step and causes of idle time is not known."""
    with tempfile.TemporaryDirectory() as where:
        folders, jobs = [], []
        for name, cause in (("a", None), ("b", "compute")):
            folders.append(os.path.join(where, name))
            os.mkdir(folders[-1])
            simulated_job.write(folders[-1], 3, 4, cause=cause)
            made = os.path.join(where, name + "-made")
            os.mkdir(made)
            jobs.append(merge(summarize(folders[-1], made), made))
        full, job = (json.loads(run("compare", *paths, "--json").stdout) for paths in (folders, jobs))
        for want, got in zip(full["summary"], job["summary"]):
            if want["key"] != "memory_peak":
                assert want == got, (want, got)
        parts = [{part["name"]: part["difference_ns"] for part in side["waterfall"][0]["parts"]} for side in (full, job)]
        for name in ("compute", "exposed_communication", "exposed_copies"):
            assert parts[0][name] == parts[1][name], (name, parts)
        idle = [sum(value for name, value in of.items() if name.startswith("idle")) for of in parts]
        assert math.isclose(*idle, abs_tol=1e-3), idle
        assert job["kernels"] == [] and len(job["collectives"]) == len(full["collectives"]), job["kernels"]
        for option in (("--window", "0..1ms"), ("--step-names", "x(.)")):
            assert "summaries" in run("compare", *jobs, *option, status=1).stderr


def check_refusals(folder):
    with tempfile.TemporaryDirectory() as where:
        trace = os.path.join(folder, sorted(os.listdir(folder))[0])
        summary = os.path.join(where, "a.summary")
        run("summarize", trace, "-o", summary)
        assert "summary already" in run("summarize", summary, "-o", os.path.join(where, "b"), status=2).stderr
        run("summarize", trace, status=1)
        run("summarize", "-o", summary, status=1)
        run("merge", "-o", summary, status=1)
        run("merge", summary, "-o", summary, status=1)
        native = os.path.join(where, "c.stepscope")
        run("convert", trace, "-o", native)
        assert "not a summary" in run("merge", native, "-o", os.path.join(where, "d"), status=2).stderr
        job = merge([summary], where)
        for option in (("--step", "3"), ("--window", "0..1ms")):
            told = run("stats", job, "--report", "kernels", *option, status=1).stderr
            assert "whole" in told, told
        assert run("stats", job, "--report", "idle", status=1).stderr


def main():
    root = traces.require()
    chance = random.Random(1)
    dlrm = os.path.join(root, "kineto_multirank", "dlrm_8rank")
    n_done = 0
    if os.path.isdir(dlrm):
        check_job(dlrm, chance)
        n_done += 1
    check_comparison()
    for seed in range(SEEDS):
        for cause in (None, *simulated_job.CAUSES):
            with tempfile.TemporaryDirectory() as folder:
                simulated_job.write(folder, seed, 8, cause=cause)
                want = check_job(folder, chance)
                assert bool(want["stragglers"]) == (cause is not None), (seed, cause)
                n_done += 1
                if cause is None and seed == 0:
                    check_left_out(folder, chance)
                    check_refusals(folder)
    print(f"{n_done} jobs made of summaries say what their traces say.")


main()
