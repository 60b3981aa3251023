# SPDX-License-Identifier: Apache-2.0
"""Critical paths of random runs and of real traces, against another way to find the longest path.

    test_critical_path.py STEPSCOPE

The traces HTA__critical_path__* are those of HTA's own tests (tests/test_critical_path_analysis.py), which publish the edges
that are checked here and numbers of nodes, but no length of a path. The definition is HTA's but for this:

 - Annotations are slices of their thread, so the time between two operators within one counts. HTA leaves annotations out
   and gives the time between operators of the top no weight: its path of "measure|forward" in the trace of AlexNet is
   shorter by the time that the host spends there outside of all operators.
 - HTA gives the end of each call that may block (cudaMemcpyAsync, cudaEventQuery, cudaStreamSynchronize...) no weight. Here
   the time of a call does not count if device work that it waits for ended in it; others work, as cudaMemcpyAsync in the
   trace of AlexNet when it fills a staging buffer. The two Event Syncs of the other trace are of cudaEventQuery, which asks
   and does not wait: no edge, where HTA has one.
 - A launch is an edge with a weight if all else that its work waits for had ended before the call. HTA also asks that
   nothing else is launched before the work begins, so it has no launch edge for the first of two quick launches.
 - The order of a stream is always an edge, and has no weight where something else released the work; HTA has no such edge.
 - Gaps of 1.5 ms and more have no weight, as in METRICS 21. HTA's present version gives them their length.
 - The next launch after a stream wait is the next one on that stream, not only of the same thread.
 - Slices without length take part, and those that begin before the window with the part that lies in it. HTA drops both.
 - Threads that neither launch nor wait take part only if all are such.
 - A thread that has only annotations open while another works waits for that one. In HTA the threads of the host have no
   order among them: the path of a step whose backward runs on a thread of autograd may have none of its operators.
 - Where a file has no cuda_sync events, waits are guessed from the order of calls; HTA warns, and has none.
"""

import json
import os
import subprocess
import sys
import tempfile

import critical_oracle
import random_streams
import traces

PROGRAM = sys.argv[1]
RUNS = 1000 if os.environ.get("STEPSCOPE_ALL") else 200


def found(path, *window):
    rows = traces.output(PROGRAM, "stats", path, "--report", "critical_path", *window)["critical_path"]
    totals = {row["class"]: row["total_ns"] for row in rows} if rows else dict.fromkeys(critical_oracle.CLASSES, 0)
    return (rows[0]["path_ns"] if rows else 0), totals


def check(path, root, window, arguments):
    """Of several paths of the same length, as where times are round, any may be taken."""
    length, totals = found(path, *arguments)
    expected, possible = critical_oracle.critical_path(root, *window)
    assert length == expected, f"{path} {arguments}: the path is {length} ns long, not {expected}: {totals}, {possible}"
    assert totals in possible, f"{path} {arguments}: {totals}, not {possible}"


def check_what_if(path, root, rng):
    """Of a name that is there, and of one that is not."""
    names = sorted({x.name for x in critical_oracle.slices_of(root) if x.category != "cuda_sync"})
    for name in (rng.choice(names), rng.choice(names), "not there"):
        percent = rng.randint(1, 100)
        rows = traces.output(PROGRAM, "stats", path, "--report", "critical_path", "--what-if", f"{name}=-{percent}%")
        expected = critical_oracle.what_if(root, name, percent)
        got = rows["critical_path"][0]["what_if_path_ns"] if rows["critical_path"] else None
        # Slices of the name may take part without any time of their own.
        if expected is None and got is not None:
            expected = found(path)[0]
        assert got == expected, f"{path}: {name} -{percent} %: {got}, not {expected}"


def check_slices(path, arguments, length):
    rows = traces.output(PROGRAM, "stats", path, "--report", "critical_slices", *arguments)["critical_slices"]
    assert sum(row["total_ns"] for row in rows) == length
    assert [row["total_ns"] for row in rows] == sorted((row["total_ns"] for row in rows), reverse=True)


def check_run(folder, seed):
    grid_ns = 1000 if seed % 10 == 9 else 1
    run = random_streams.Run(seed, has_records=seed % 2 == 0, grid_ns=grid_ns)
    path = os.path.join(folder, f"run{seed}.pt.trace.json")
    with open(path, "w", encoding="ascii") as file:
        file.write(random_streams.text(run))
    root = traces.load(path, parse_float=str)
    check(path, root, (None, None), ())
    for step in range(run.n_steps):
        window = critical_oracle.step_window(root, step)
        check(path, root, window, ("--step", str(step)))
    begin, end = sorted(run.rng.randrange(1000000) for _ in range(2))
    check(path, root, (begin, end + 1), ("--window", f"{begin}ns..{end + 1}ns"))
    check_slices(path, (), found(path)[0])
    check_what_if(path, root, run.rng)


def correlations(window):
    """(what was waited for, what waits), by correlation."""
    return {(work.correlation, waiting.correlation) for work, waiting in window.waits}


def check_hta():
    folder = os.path.join(traces.ROOT, "kineto")
    for name, edge in (("alexnet__benchmark_result_2869224_1695835535_trace", (5606, 5629)),
                       ("cuda_event_sync_multi_stream__event_sync_trace", (27, 1411))):
        path = os.path.join(folder, f"HTA__critical_path__{name}.json.gz")
        if not os.path.exists(path):
            print(f"Skipped: {path} is missing")
            continue
        root = traces.load(path, parse_float=str)
        assert edge in correlations(critical_oracle.Window(root, None, None)), f"{name}: no edge {edge}"
        check(path, root, (None, None), ())
        for x in critical_oracle.slices_of(root):
            if x.name.endswith("measure|forward]"):
                check(path, root, (x.told_begin, x.told_end), ("--window", f"{x.told_begin}ns..{x.told_end}ns"))


def check_usage():
    """Before anything is read."""
    for text in ("gemm", "gemm=20%", "=-20%", "gemm=-0%", "gemm=-101%", "gemm=-20", "gemm=-2e1%", "gemm=--20%"):
        run = subprocess.run([PROGRAM, "stats", "none.json", "--report", "critical_path", "--what-if", text],
                             capture_output=True, text=True, check=False)
        assert run.returncode == 1 and "--what-if takes a name" in run.stderr, (text, run)
    for reports in ((), ("--report", "summary"), ("--report", "critical_slices")):
        run = subprocess.run([PROGRAM, "stats", "none.json", *reports, "--what-if", "gemm=-20%"], capture_output=True,
                             text=True, check=False)
        assert run.returncode == 1 and "--what-if needs --report critical_path" in run.stderr, (reports, run)


def check_what_if_words(folder):
    """A name is as in the file or as shown; one that is not there is told, and nothing that is not asked for is shown."""
    path = os.path.join(folder, "names.json")
    name = "volta_sgemm_64x64_nt"
    events = [{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 1, "ts": 0, "dur": 5,
               "args": {"correlation": 1}},
              {"ph": "X", "cat": "kernel", "name": name, "pid": 0, "tid": 7, "ts": 10, "dur": 90,
               "args": {"correlation": 1, "device": 0, "stream": 7}}]
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"schemaVersion": 1, "traceEvents": events}, file)

    def asked(*arguments):
        return subprocess.run([PROGRAM, "stats", path, "--report", "critical_path", *arguments], capture_output=True,
                              text=True, check=True)

    for text in (name, "gemm f32 64x64 nt · volta"):
        run = asked("--csv", "--what-if", f"{text}=-50%")
        assert run.stdout.splitlines()[0].endswith(",what_if_path_ns"), run.stdout
        assert run.stdout.splitlines()[1].endswith(",55000") and "No slice" not in run.stderr, (text, run)
    run = asked("--what-if", "not\x1b[31m there=-50%")
    assert "No slice of the critical path's graph has the name" in run.stderr and "\x1b" not in run.stderr, run
    for form in ("--csv", "--json", "--md"):
        assert "what_if" not in asked(form).stdout and "what if" not in asked(form).stdout
    assert "enable_cuda_sync_events" in asked().stderr


def main():
    check_usage()
    check_hta()
    with tempfile.TemporaryDirectory() as folder:
        check_what_if_words(folder)
        for seed in range(RUNS):
            check_run(folder, seed)
    print(f"{RUNS} random runs agree")


if __name__ == "__main__":
    main()
