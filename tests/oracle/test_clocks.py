# SPDX-License-Identifier: Apache-2.0
"""How far the clocks of ranks are apart: known for jobs that are written here, computed from the source files for a real one.

    test_clocks.py STEPSCOPE
"""

import decimal
import json
import math
import os
import random
import statistics
import sys
import tempfile

import traces

PROGRAM = sys.argv[1]
NEAR_NS = 5000  # What clocks are to be found within.
COMMUNICATION = ("AllReduce", "AllGather", "ReduceScatter")


def rank_of(events_ns, number, world):
    """A Kineto file: collectives as (name, begin, end), and a launch for each."""
    events = []
    for i, (name, begin, end) in enumerate(events_ns):
        events += [
            {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 10, "tid": 10,
             "ts": f"{begin - 9000}", "dur": "5000", "args": {"correlation": i + 1}},
            {"ph": "X", "cat": "kernel", "name": name, "pid": number, "tid": 7, "ts": f"{begin}", "dur": f"{end - begin}",
             "args": {"correlation": i + 1, "device": number, "stream": 7}},
        ]
    for e in events:
        for key in ("ts", "dur"):
            e[key] = int(e[key])
    body = ",".join(json.dumps({**e, "ts": None, "dur": None})
                    .replace('"ts": null', f'"ts": {e["ts"] // 1000}.{e["ts"] % 1000:03d}')
                    .replace('"dur": null', f'"dur": {e["dur"] // 1000}.{e["dur"] % 1000:03d}') for e in events)
    return ('{"schemaVersion":1,"distributedInfo":{"backend":"nccl","rank":%d,"world_size":%d},'
            '"baseTimeNanoseconds":0,"traceEvents":[%s]}' % (number, world, body))


def write_job(folder, seed, n, steps=20, broadcasts=False):
    """Ranks that meet in collectives and whose clocks are wrong. Returns each rank's error at the middle of the job, and the
    true begins of all collectives in which all wait."""
    chance = random.Random(seed)
    clocks = [(chance.uniform(-5e6, 5e6), chance.uniform(-20e-6, 20e-6)) for _ in range(n)]
    start = 1_700_000_000_000_000_000
    files, begins = [[] for _ in range(n)], []

    def shown(rank, true):
        offset, drift = clocks[rank]
        return start + round(true + offset + drift * true)

    for step in range(steps):
        for i in range(5):
            end = step * 100_000_000 + (i + 1) * 15_000_000
            begins.append([])
            for rank in range(n):
                begin = end - chance.randrange(100_000, 9_000_000)
                name = f"ncclDevKernel_{COMMUNICATION[i % 3]}_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)"
                begins[-1].append(begin)
                files[rank].append((name, shown(rank, begin), shown(rank, end + chance.randrange(2000))))
                if broadcasts and i == 0:  # Its sender goes on long before the others have all of it.
                    late = 0 if rank == 0 else chance.randrange(3_000_000)
                    files[rank].append(("ncclDevKernel_Broadcast_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
                                        shown(rank, end + 200_000), shown(rank, end + 400_000 + late)))
    for rank in range(n):
        with open(os.path.join(folder, f"rank{rank}.pt.trace.json"), "w", encoding="ascii") as file:
            file.write(rank_of(files[rank], rank, n))
    middle = (steps - 1) * 100_000_000 / 2 + 45_000_000
    return [offset + drift * middle for offset, drift in clocks], begins


def check_written_job(seed, n, **options):
    with tempfile.TemporaryDirectory() as folder:
        errors, begins = write_job(folder, seed, n, **options)
        stats = traces.output(PROGRAM, "stats", folder, "--report", "clocks", "--report", "collective_instances",
                              "--report", "collective_waits")
    check_instances([i for i in stats["collective_instances"] if "Broadcast" not in i["name"]], begins)
    if not options:
        check_waits(stats["collective_waits"], stats["collective_instances"])
    clocks = stats["clocks"]
    assert [c["rank"] for c in clocks] == list(range(n)), clocks
    for clock in clocks:
        want = errors[0] - errors[clock["rank"]]
        assert clock["reference_rank"] == 0, clock
        assert abs(clock["offset_ns"] - want) <= NEAR_NS, f"{clock}: the clock is off by {want:.0f} ns"
        assert abs(clock["drift_ppm"]) <= 45, clock
        assert clock["residual_p95_ns"] <= 2500 and clock["is_certain"] is True, clock
    assert {c["collectives"] for c in clocks} == {100}, clocks


def check_instances(instances, begins):
    """Who came last, and how late, in the order of time."""
    assert len(instances) == len(begins), (len(instances), len(begins))
    for got, want in zip(instances, begins):
        last = max(want)
        assert abs(got["start_skew_ns"] - (last - min(want))) <= 2 * NEAR_NS, (got, want)
        assert want[got["last_rank"]] >= last - 2 * NEAR_NS, (got, want)
        assert abs(got["longest_wait_ns"] - (last - min(want))) <= 2 * NEAR_NS, (got, want)
        assert abs(got["total_wait_ns"] - sum(last - b for b in want)) <= 2 * NEAR_NS * len(want), (got, want)
        assert got["ranks"] == len(want) and got["is_certain"] is True, got
        assert got["end_ns"] - got["begin_ns"] >= got["start_skew_ns"] + got["transfer_ns"] - 2 * NEAR_NS, got


def check_waits(waits, instances):
    assert sum(w["wait_ns"] for w in waits) == sum(i["total_wait_ns"] for i in instances)
    assert sum(w["awaited_ns"] for w in waits) == sum(i["total_wait_ns"] for i in instances)
    for w in waits:
        assert w["last"] == sum(i["last_rank"] == w["rank"] for i in instances), w
        assert w["collectives"] == len(instances), w


def check_wrong_ends():
    """Ranks whose ends have nothing to do with each other are said to be uncertain."""
    with tempfile.TemporaryDirectory() as folder:
        chance = random.Random(5)
        for rank in range(4):
            at, events = 1_700_000_000_000_000_000, []
            for _ in range(60):
                at += chance.randrange(1_000_000, 3_000_000)
                events.append(("ncclDevKernel_AllReduce_Sum_f32_RING_LL(a)", at, at + 50_000))
            with open(os.path.join(folder, f"rank{rank}.json"), "w", encoding="ascii") as file:
                file.write(rank_of(events, rank, 4))
        clocks = traces.output(PROGRAM, "stats", folder, "--report", "clocks")["clocks"]
    assert sum(c["is_certain"] for c in clocks) <= 1, clocks


def check_one_rank():
    with tempfile.TemporaryDirectory() as folder:
        write_job(folder, 1, 1)
        clocks = traces.output(PROGRAM, "stats", folder, "--report", "clocks")["clocks"]
    assert clocks == [{"rank": 0, "reference_rank": 0, "collectives": 0, "offset_ns": None, "drift_ppm": None,
                       "residual_p50_ns": None, "residual_p95_ns": None, "is_certain": False}], clocks


def lower_median(values):
    ascending = sorted(values)
    return ascending[(len(ascending) - 1) // 2]


def check_real_job():
    """The corrected ends are as near to each other as is told, and as near as by the best constant offsets."""
    folder = os.path.join(traces.require(), "kineto_multirank", "dlrm_8rank")
    if not os.path.isdir(folder):
        folder = os.path.join(traces.require(), "kineto_multirank")
    ends = {}
    for path in traces.files(os.path.relpath(folder, traces.ROOT)):
        root = traces.load(path, parse_float=decimal.Decimal)
        rank = root["distributedInfo"]["rank"]
        kernels = [e for e in root["traceEvents"] if e.get("ph") == "X" and "AllReduce" in e["name"]
                   and e.get("cat", "").lower() == "kernel"]
        ends[rank] = sorted(int((e["ts"] + e["dur"]) * 1000) for e in kernels)
    counts = {len(e) for e in ends.values()}
    assert len(counts) == 1, counts
    n = counts.pop()
    start = min(e[0] for e in ends.values())
    ends = {rank: [end - start for end in e] for rank, e in ends.items()}  # as integers, before a double is made of any
    first, last = min(e[0] for e in ends.values()), max(e[-1] for e in ends.values())
    clocks = {c["rank"]: c for c in traces.output(PROGRAM, "stats", folder, "--report", "clocks")["clocks"]}
    assert sorted(clocks) == sorted(ends) and n > 0

    def corrected(rank, end):
        c = clocks[rank]
        return end + c["offset_ns"] + c["drift_ppm"] * 1e-6 * (end - (first + last) / 2)

    def residuals(correct):
        found = {rank: [] for rank in ends}
        for i in range(n):
            instance = {rank: correct(rank, ends[rank][i]) for rank in ends}
            middle = lower_median(instance.values())
            for rank, end in instance.items():
                found[rank].append(abs(end - middle))
        return found

    got = residuals(corrected)
    for rank, distances in got.items():
        distances.sort()
        for key, share in (("residual_p50_ns", 0.5), ("residual_p95_ns", 0.95)):
            want = distances[math.ceil(share * n) - 1]
            assert abs(clocks[rank][key] - want) <= 3, f"rank {rank}: {key} is {clocks[rank][key]}, not {want:.0f}"
    middles = [lower_median(e[i] for e in ends.values()) for i in range(n)]
    offsets = {rank: statistics.median(middles[i] - ends[rank][i] for i in range(n)) for rank in ends}
    constant = residuals(lambda rank, end: end + offsets[rank])
    total = [sum(sum(d) for d in x.values()) for x in (got, constant)]
    assert total[0] <= 1.05 * total[1], total


def main():
    for seed in range(20):
        check_written_job(seed, 2 + seed % 7)
    large = [(n, seed) for n in (64, 1024) for seed in range(20)] if os.environ.get("STEPSCOPE_ALL") else [(64, 1)]
    for n, seed in large:
        check_written_job(seed, n)
    check_written_job(20, 4, broadcasts=True)
    check_wrong_ends()
    check_one_rank()
    check_real_job()
    print(f"The clocks of {21 + len(large)} written jobs and of a real one are right.")


main()
