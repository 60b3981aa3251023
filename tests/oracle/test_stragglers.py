# SPDX-License-Identifier: Apache-2.0
"""In simulated jobs the late rank is named with its cause, and nobody is in a healthy one.

    test_stragglers.py STEPSCOPE
"""

import json
import os
import subprocess
import sys
import tempfile

import simulated_job
import traces

PROGRAM = sys.argv[1]
ALL = os.environ.get("STEPSCOPE_ALL")
SEEDS = 20 if ALL else 3
SIZES = ((2, 4, 16), (8,), (64,), (1024,)) if ALL else ((2, 8, 64),)  # The sizes of one entry take turns.


def stragglers(seed, n, **options):
    with tempfile.TemporaryDirectory() as folder:
        late = simulated_job.write(folder, seed, n, **options)
        return late, traces.output(PROGRAM, "stats", folder, "--report", "stragglers")["stragglers"]


def is_named(cause, late, found):
    """Where a link is slow both of its ranks are late. Else only the one that is late itself has a cause of its own."""
    if cause == "collective":
        return bool(found) and {f["rank"] for f in found} <= {late, late ^ 1} and {f["cause"] for f in found} == {cause}
    return (bool(found) and found[0]["rank"] == late and found[0]["cause"] == cause
            and {(f["rank"], f["cause"]) for f in found[1:]} <= {(late ^ 1, "collective")})


def check_cause(cause, sizes):
    wrong = []
    for seed in range(SEEDS):
        n = sizes[seed % len(sizes)]
        if cause == "collective":
            n = max(n, 4)  # Of two ranks both are as late as the other.
        late, found = stragglers(seed, n, cause=cause)
        if not is_named(cause, late, found):
            wrong.append((seed, n, late, found))
            continue
        first = found[0]
        assert first["late_steps"] >= 0.6 * first["steps"] and first["steps"] == 20, first
        assert 10e6 <= first["lateness_ns"] <= 30e6, first
        assert first["is_certain"] is True and first["end_ns"] > first["begin_ns"], first
        assert first["largest_excess_ns"] <= first[f"{cause}_excess_ns"], first
        assert first["median_rank"] is not None and first["median_rank"] != first["rank"], first
    assert len(wrong) <= SEEDS // 20, f"{cause}, {sizes} ranks: {wrong}"


def check_uncounted():
    """Without sequence numbers nobody knows to which collectives those after a missing kernel belong; that is said."""
    with tempfile.TemporaryDirectory() as folder:
        simulated_job.write(folder, 1, 2)
        for number in range(2):
            path = os.path.join(folder, f"rank{number}.pt.trace.json")
            with open(path, encoding="ascii") as file:
                trace = json.load(file)
            for event in trace["traceEvents"]:
                event["args"].pop("Seq", None)
            if number == 1:
                trace["traceEvents"].remove(next(e for e in trace["traceEvents"] if e["name"] == simulated_job.ALL_REDUCE))
            with open(path, "w", encoding="ascii") as file:
                json.dump(trace, file)
        for report in ("stragglers", "collective_waits"):
            result = subprocess.run([PROGRAM, "stats", folder, "--json", "--report", report], capture_output=True, check=True)
            assert b"39 kernels of collectives are left out" in result.stderr, result.stderr


def main():
    check_uncounted()
    for sizes in SIZES:
        for cause in simulated_job.CAUSES:
            check_cause(cause, sizes)
        for seed in range(SEEDS):
            _, found = stragglers(100 + seed, sizes[seed % len(sizes)])
            assert found == [], (seed, sizes, found)
        print(f"Of {' or '.join(str(n) for n in sizes)} ranks: {SEEDS * len(simulated_job.CAUSES)} late ones are named with "
              f"their causes, and nobody in {SEEDS} healthy jobs.")


main()
