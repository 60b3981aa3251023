# SPDX-License-Identifier: Apache-2.0
"""What a job of many ranks costs: summarizing a trace, merging, opening. CPU seconds with those of children, and memory.

    bench_job.py STEPSCOPE MAKE_TRACE [RANKS]
"""

import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "gen"))
import make_summaries  # noqa: E402

PROGRAM, MAKE_TRACE = sys.argv[1:3]
RANKS = int(sys.argv[3]) if len(sys.argv) > 3 else 1024


def cost(*arguments):
    """Returns CPU seconds, and memory in MB."""
    child = subprocess.Popen([PROGRAM, *arguments], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    assert status == 0, (arguments, status)
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def median(values):
    return sorted(values)[len(values) // 2]


def main():
    with tempfile.TemporaryDirectory() as folder:
        trace = os.path.join(folder, "one.json")
        with open(trace, "wb") as file:
            subprocess.run([MAKE_TRACE, "--steps", "200", "-o", "-"], check=True, stdout=file)
        out = os.path.join(folder, "out")
        # In turn, since the load of the machine changes.
        runs = [[cost(verb, trace, "--no-cache", "-o", out)[0] for verb in ("convert", "summarize")] for _ in range(6)][1:]
        convert, summarize = (median(values) for values in zip(*runs))
        print(f"summarize {os.path.getsize(trace) / 1e6:.0f} MB: {summarize:.3f} s, import {convert:.3f} s, "
              f"ratio {summarize / convert:.2f}, {os.path.getsize(out) / 1e3:.0f} kB (at most 1.3)")
        os.remove(trace)
        _, paths = make_summaries.make(PROGRAM, folder, ranks=RANKS, cause="compute")
        job = os.path.join(folder, "job.stepscope")
        sizes = [os.path.getsize(path) for path in paths]
        merges = [cost("merge", *paths, "-o", job) for _ in range(6)][1:]
        print(f"merge {RANKS} ranks of {max(sizes) / 1e3:.0f} kB: {median([x for x, _ in merges]):.2f} s, "
              f"{max(x for _, x in merges):.0f} MB, {os.path.getsize(job) / 1e6:.0f} MB written (at most 10 s, 300 MB)")
        opens = [cost("stats", job, "--report", "steps", "--csv") for _ in range(6)][1:]
        print(f"open and list steps: {1000 * median([x for x, _ in opens]):.0f} ms, {max(x for _, x in opens):.0f} MB")
        opens = [cost("query", job, "select count(*) from step") for _ in range(6)][1:]
        print(f"open: {1000 * median([x for x, _ in opens]):.0f} ms (at most 100 ms)")
        for report in ("kernels", "collective_waits", "stragglers"):
            seconds, mb = cost("stats", job, "--report", report)
            print(f"{report}: {seconds:.2f} s, {mb:.0f} MB")


main()
