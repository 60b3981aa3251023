# SPDX-License-Identifier: Apache-2.0
"""Process groups and the messages between ranks, against sums over the events of the files.

    test_process_groups.py STEPSCOPE
"""

import collections
import glob
import json
import os
import sys
import tempfile

import simulated_job
import traces

PROGRAM = sys.argv[1]
REPORTS = ("process_groups", "process_group_ranks", "rank_links", "collective_waits")
BYTES = {"Float": 4, "BFloat16": 2}


def stats(path, *more):
    return traces.output(PROGRAM, "stats", path, *more, *(w for report in REPORTS for w in ("--report", report)))


def ns(text):
    whole, _, part = str(text).partition(".")
    return int(whole) * 1000 + int(part.ljust(3, "0")[:3])


def union(intervals):
    merged = []
    for begin, end in sorted(intervals):
        if merged and begin <= merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], end)
        elif end > begin:
            merged.append([begin, end])
    return merged


def length(intervals):
    return sum(end - begin for begin, end in intervals)


def common(a, b):
    total, i, j = 0, 0, 0
    while i < len(a) and j < len(b):
        total += max(0, min(a[i][1], b[j][1]) - max(a[i][0], b[j][0]))
        if a[i][1] < b[j][1]:
            i += 1
        else:
            j += 1
    return total


def kernels(folder):
    """(rank, begin, end, name, arguments) of each kernel, times in ns."""
    for path in glob.glob(os.path.join(folder, "*.json")):
        with open(path, encoding="ascii") as file:
            root = json.load(file, parse_float=str)
        for event in root["traceEvents"]:
            if event["cat"] == "kernel":
                begin = ns(event["ts"])
                yield root["distributedInfo"]["rank"], begin, begin + ns(event["dur"]), event["name"], event["args"]


def expected_ranks(folder, window):
    """By group and rank: kernels, union, exposed time, bytes; and the union of what each rank computes."""
    low, high = window
    compute, groups = collections.defaultdict(list), collections.defaultdict(list)
    for rank, begin, end, name, args in kernels(folder):
        clipped = (max(begin, low), min(end, high))
        if name == simulated_job.GEMM:
            compute[rank].append(clipped)
        else:
            key = args["Process Group Name"], args.get("Process Group Ranks"), rank
            n_bytes = args["Out msg nelems" if args["Collective name"] in ("allgather", "recv") else "In msg nelems"]
            groups[key].append((clipped, low <= begin < high, n_bytes * BYTES[args["dtype"]]))
    covers = {rank: union(intervals) for rank, intervals in compute.items()}
    found = {}
    for (name, members, rank), parts in groups.items():
        cover = union([part[0] for part in parts])
        counted = [part[2] for part in parts if part[1]]
        found[name, members, rank] = {"kernels": len(counted), "communication_ns": length(cover), "bytes": sum(counted),
                                      "exposed_ns": length(cover) - common(cover, covers.get(rank, [])),
                                      "compute_ns": length(covers.get(rank, []))}
    return {key: value for key, value in found.items() if value["communication_ns"] > 0}


def check_ranks(folder, got, window):
    want = expected_ranks(folder, window)
    found = {(g["process_group"], g["members"], g["rank"]): g for g in got["process_group_ranks"]}
    assert set(found) == set(want), (sorted(found, key=str), sorted(want, key=str))
    for key, figures in want.items():
        for figure, value in figures.items():
            assert (found[key][figure] or 0) == value, (key, figure, found[key][figure], value)
    # What a rank waits in its groups is what it waits in all collectives.
    for waits in got["collective_waits"]:
        for figure in ("collectives", "wait_ns", "last"):
            assert waits[figure] == sum(g[figure] for g in found.values() if g["rank"] == waits["rank"]), (waits, figure)
    for group in got["process_groups"]:
        ranks = [g for key, g in found.items() if key[:2] == (group["process_group"], group["members"])]
        assert group["ranks"] == len(ranks), group
        assert group["collectives"] == sum(g["last"] for g in ranks), group
        for figure in ("kernels", "communication_ns", "exposed_ns", "wait_ns"):
            assert group[figure] == sum(g[figure] for g in ranks), (group, figure)
    return len(want)


def check_links(folder, got):
    ends = collections.defaultdict(lambda: ([], []))
    for rank, begin, end, name, args in sorted(kernels(folder), key=lambda k: k[1]):
        if args.get("Collective name") == "send":
            ends[rank, args["Dst Rank"]][0].append(end - begin)
        elif args.get("Collective name") == "recv":
            ends[args["Src Rank"], rank][1].append(end - begin)
    found = {(link["from_rank"], link["to_rank"]): link for link in got["rank_links"]}
    assert set(found) == set(ends), (sorted(found), sorted(ends))
    for pair, (sends, receives) in ends.items():
        link = found[pair]
        both = len(sends) == len(receives)
        transfer = (sum(min(p) for p in zip(sends, receives)) if both
                    else sum(sends or receives))
        n_bytes = 1_000_000 * len(sends or receives)
        assert (link["sends"], link["receives"], link["is_paired"]) == (len(sends), len(receives), both), link
        assert (link["send_ns"], link["receive_ns"], link["transfer_ns"]) == (sum(sends), sum(receives), transfer), link
        assert link["bytes"] == n_bytes and abs(link["gb_per_s"] - n_bytes / transfer) < 1e-9, link
    return len(ends)


def check_parallelism(got, n):
    by_group = {g["process_group"]: g for g in got["process_groups"]}
    assert by_group["dp"]["parallelism"] == "data" and by_group["dp"]["size"] == n, by_group["dp"]
    assert {by_group[f"tp{i}"]["parallelism"] for i in range(n // 2)} == {"tensor"}, by_group
    # Its name says nothing; it has nothing but messages.
    assert by_group["9"]["parallelism"] == "pipeline" and by_group["9"]["members"] == str(list(range(n))), by_group["9"]


def check_job(seed, n):
    everything = -2**62, 2**62
    with tempfile.TemporaryDirectory() as folder:
        simulated_job.write(folder, seed, n, n_steps=6, messages=True)
        got = stats(folder)
        checked = check_ranks(folder, got, everything) + check_links(folder, got)
        check_parallelism(got, n)

        os.remove(os.path.join(folder, "rank1.pt.trace.json"))  # One side of its messages remains.
        got = stats(folder)
        return checked + check_ranks(folder, got, everything) + check_links(folder, got)


def check_window(seed):
    with tempfile.TemporaryDirectory() as folder:
        simulated_job.write(folder, seed, 1, n_steps=6, messages=True)
        (path,) = glob.glob(os.path.join(folder, "*.json"))
        first = min(begin for _, begin, *_ in kernels(folder))
        origin = int(traces.output(PROGRAM, "stats", path)["time_origin"]["epoch_ns"])
        checked = 0
        for low, high in ((37_000_000, 61_234_567), (first - origin + 1_000, first - origin + 30_000_000)):
            got = stats(path, "--window", f"{low}ns..{high}ns")
            checked += check_ranks(folder, got, (origin + low, origin + high))
        return checked


def check_summaries(seed):
    """A profile of summaries has no compute kernels, and else the same figures."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as out:
        simulated_job.write(folder, seed, 4, n_steps=6, messages=True)
        parts = []
        for path in sorted(glob.glob(os.path.join(folder, "*.json"))):
            parts.append(os.path.join(out, os.path.basename(path) + ".summary"))
            traces.run(PROGRAM, "summarize", path, "-o", parts[-1])
        job = os.path.join(out, "job.stepscope")
        traces.run(PROGRAM, "merge", *parts, "-o", job)
        want, got = stats(folder), stats(job)
        assert got["rank_links"] == want["rank_links"]
        for report in ("process_groups", "process_group_ranks"):
            for record in want[report]:
                record["exposed_ns"] = None
                if "compute_ns" in record:
                    record["compute_ns"] = None
            assert got[report] == want[report], report


def main():
    checked = sum(check_job(seed, n) for seed, n in ((1, 2), (2, 4), (3, 8)))
    checked += check_window(4)
    check_summaries(5)
    print(f"{checked} ranks of groups and links are as the files say.")


main()
