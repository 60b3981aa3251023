# SPDX-License-Identifier: Apache-2.0
"""Exports of Nsight Systems hold what plain SQL over the same file says, to the nanosecond.

    counts and sums of kernels, memcpys, memsets, calls, synchronisations, NVTX ranges, OS runtime, overhead, samples
    the time that threads were on a processor
    an arrow from each call to each activity with its correlation id in its process, and no other arrow
    the same kernels in a file and in the JSON that another program made of it
"""

import collections
import glob
import json
import os
import re
import sqlite3
import sys

import traces

PROGRAM = sys.argv[1]
KIND = ("Unknown", "HtoD", "DtoH", "HtoA", "AtoH", "AtoA", "AtoD", "DtoA", "DtoD", "HtoH", "PtoP")
MEMORY = ("Pageable", "Pinned", "Device", "Array", "Managed", "Device Static", "Managed Static", "Unknown")
# Tables of ranges of a thread, and the category that their slices have.
RANGES = {"OSRT_API": "osrt", "PROFILER_OVERHEAD": "overhead", "CUPTI_ACTIVITY_KIND_OVERHEAD": "overhead"}
OPERATOR = re.compile(r"^([^,]+)(, seq = \d+)?(, op_id = \d+)?")


class Source:
    """A database, read with SQL."""

    def __init__(self, path):
        self.db = sqlite3.connect(f"file:{path}?immutable=1", uri=True)
        self.db.text_factory = lambda b: b.decode("utf-8", "surrogateescape")
        self.tables = {r[0] for r in self.db.execute("select name from sqlite_schema where type = 'table'")}

    def rows(self, table, sql):
        return self.db.execute(sql).fetchall() if table in self.tables else []

    def columns(self, table):
        return {r[1] for r in self.db.execute(f"pragma table_info({table})")}


def without_version(name):
    return re.sub(r"_v\d{4,}$", "", name)


def memory(number):
    return MEMORY[number] if number is not None and 0 <= number < len(MEMORY) else "Unknown"


def copy_name(kind, source, target):
    if kind is not None and kind >= 11:
        return f"Memcpy {('HtoD', 'DtoH', 'DtoD')[kind - 11]} (Unified memory)"
    return f"Memcpy {KIND[kind or 0]} ({memory(source)} -> {memory(target)})"


def operator_name(text):
    match = OPERATOR.match(text)
    return ("user_annotation", match[1] if match and (match[2] or match[3]) else text)


def expected_slices(source):
    """(category, name) -> [count, sum of durations]"""
    found = collections.defaultdict(lambda: [0, 0])

    def add(category, name, count, total):
        found[category, name][0] += count
        found[category, name][1] += total

    for name, n, total in source.rows("CUPTI_ACTIVITY_KIND_KERNEL",
            "select value, count(*), sum(end - start) from CUPTI_ACTIVITY_KIND_KERNEL "
            "join StringIds on id = demangledName group by 1"):
        add("kernel", name, n, total)
    for kind, a, b, n, total in source.rows("CUPTI_ACTIVITY_KIND_MEMCPY",
            "select copyKind, srcKind, dstKind, count(*), sum(end - start) from CUPTI_ACTIVITY_KIND_MEMCPY "
            "group by 1, 2, 3"):
        add("gpu_memcpy", copy_name(kind, a, b), n, total)
    for kind, n, total in source.rows("CUPTI_ACTIVITY_KIND_MEMSET",
            "select memKind, count(*), sum(end - start) from CUPTI_ACTIVITY_KIND_MEMSET group by 1"):
        add("gpu_memset", f"Memset ({memory(kind)})", n, total)
    for kind, name, n, total in source.rows("CUPTI_ACTIVITY_KIND_RUNTIME",
            "select eventClass, value, count(*), sum(end - start) from CUPTI_ACTIVITY_KIND_RUNTIME "
            "join StringIds on id = nameId where eventClass <> 67 group by 1, 2"):
        add("cuda_driver" if kind == 1 else "cuda_runtime", without_version(name), n, total)
    for name, n, total in source.rows("CUPTI_ACTIVITY_KIND_SYNCHRONIZATION",
            "select call, count(*), sum(length) from (select s.end - s.start as length, (select value from "
            "CUPTI_ACTIVITY_KIND_RUNTIME r join StringIds on id = nameId where eventClass <> 67 and "
            "r.correlationId = s.correlationId and r.globalTid >> 24 = s.globalPid >> 24) as call "
            "from CUPTI_ACTIVITY_KIND_SYNCHRONIZATION s) group by 1"):
        add("cuda_sync", without_version(name or "Synchronization"), n, total)
    for text, n, total in source.rows("NVTX_EVENTS",
            "select coalesce(text, value), count(*), sum(end - start) from NVTX_EVENTS left join StringIds "
            "on id = textId where eventType in (59, 60) and end is not null group by 1"):
        add(*operator_name(text), n, total)
    for table, category in RANGES.items():
        for name, n, total in source.rows(table,
                f"select value, count(*), sum(end - start) from {table} join StringIds on id = nameId "
                "where end is not null group by 1"):
            add(category, without_version(name), n, total)
    n, total = expected_running(source)
    if n:
        add("thread_state", "Running", n, total)
    return {key: tuple(value) for key, value in found.items()}


def expected_running(source):
    since, n, total = {}, 0, 0
    for start, is_in, thread in source.rows("SCHED_EVENTS",
            "select start, isSchedIn, globalTid from SCHED_EVENTS order by start, rowid"):
        if thread in since:
            n, total = n + 1, total + start - since.pop(thread)
        if is_in:
            since[thread] = start
    return n, total


def expected_arrows(source):
    """(begin of the call, its length, its name, begin of the activity, its length), as often as there are such pairs"""
    found = collections.Counter()
    for table in ("KERNEL", "MEMCPY", "MEMSET", "GRAPH_TRACE"):
        table = "CUPTI_ACTIVITY_KIND_" + table
        for begin, length, name, at, run in source.rows(table,
                "select r.start, r.end - r.start, StringIds.value, k.start, k.end - k.start from "
                f"{table} k join CUPTI_ACTIVITY_KIND_RUNTIME r on r.correlationId = k.correlationId and "
                "r.globalTid >> 24 = k.globalPid >> 24 join StringIds on StringIds.id = r.nameId "
                "where r.eventClass <> 67 and k.correlationId <> 0"):
            found[begin, length, without_version(name), at, run] += 1
    return found


def query(path, sql):
    return json.loads(traces.run(PROGRAM, "query", "--json", path, sql).stdout)["rows"]


def origin(source, info):
    base = source.rows("TARGET_INFO_SESSION_START_TIME", "select utcEpochNs from TARGET_INFO_SESSION_START_TIME")
    return int(info["time_origin"]["epoch_ns"]) - base[0][0]


def check(what, got, want):
    if got == want:
        return []
    if isinstance(want, dict):
        return [f"{what}: {key}: {got.get(key)} is not {want.get(key)}" for key in {*got, *want}
                if got.get(key) != want.get(key)][:10]
    return [f"{what}: {got} is not {want}"]


def check_file(path):
    source, name = Source(path), os.path.basename(path)
    info = traces.output(PROGRAM, "info", path)
    slices = {(r[0], r[1]): (r[2], r[3]) for r in query(path,
              "select category, name, count(*), sum(dur_ns) from slice group by 1, 2")}
    found = check(f"{name}: slices", slices, expected_slices(source))

    shift = origin(source, info)
    arrows = collections.Counter()
    for begin, length, call, at, run in query(path,
            "select a.ts_ns, a.dur_ns, a.name, b.ts_ns, b.dur_ns from flow f join slice a on a.id = f.from_slice "
            "join slice b on b.id = f.to_slice where f.kind = 'launch'"):
        arrows[begin + shift, length, call, at + shift, run] += 1
    found += check(f"{name}: arrows", arrows, expected_arrows(source))

    samples = source.rows("COMPOSITE_EVENTS", "select count(*) from COMPOSITE_EVENTS")
    marks = source.rows("NVTX_EVENTS", "select count(*) from NVTX_EVENTS where eventType = 34")
    ends = source.rows("OSRT_API", "select count(*) from OSRT_API where end is null")
    found += check(f"{name}: instants", info["events"]["instants"],
                   sum(rows[0][0] for rows in (samples, marks, ends) if rows))
    found += check(f"{name}: skipped", info["events"]["skipped"], 0)

    stats = traces.output(PROGRAM, "stats", path)
    for key, table in (("kernels", "KERNEL"), ("memory", "MEMCPY")):
        want = source.rows("CUPTI_ACTIVITY_KIND_" + table,
                           f"select count(*), sum(end - start) from CUPTI_ACTIVITY_KIND_{table}")
        got = [x for x in stats[key] if key == "kernels" or x["kind"][1:3] == "to"]
        found += check(f"{name}: stats of {table}",
                       (sum(x["count"] for x in got), sum(x["total_ns"] for x in got)), tuple(want[0]))
    return found, len(slices), sum(arrows.values())


def check_twin(folder):
    """The JSON that nsightful made of an export has the same kernels; it calls them by their short names."""
    path = os.path.join(folder, "nsightful__power_iteration__baseline")
    if not os.path.exists(path + ".json"):
        return []
    source, want = Source(path + ".sqlite"), collections.Counter()
    short = dict(source.rows("CUPTI_ACTIVITY_KIND_KERNEL",
                 "select distinct d.value, s.value from CUPTI_ACTIVITY_KIND_KERNEL "
                 "join StringIds d on d.id = demangledName join StringIds s on s.id = shortName"))
    with open(path + ".json", encoding="utf-8") as file:
        for event in json.load(file):
            if event.get("cat") == "cuda" and str(event.get("pid")).startswith("Device"):
                want[event["name"], round(event["ts"] * 1000), round(event["dur"] * 1000)] += 1
    shift = origin(source, traces.output(PROGRAM, "info", path + ".sqlite"))
    got = collections.Counter((short[name], at + shift, length) for name, at, length in
                              query(path + ".sqlite", "select name, ts_ns, dur_ns from slice where category = 'kernel'"))
    print(f"{sum(want.values())} kernels in the JSON of nsightful")
    return check("twin", got, want)


def main():
    folder = os.path.join(traces.ROOT, "nsys")
    paths = sorted(glob.glob(os.path.join(folder, "*.sqlite")))
    if not paths:
        print(f"Skipped: there are no exports of Nsight Systems in {folder}")
        sys.exit(traces.SKIPPED)
    found = []
    for path in paths:
        problems, n_names, n_arrows = check_file(path)
        found += problems
        print(f"{os.path.basename(path)}: {n_names} names, {n_arrows} arrows")
    found += check_twin(folder)
    print("\n".join(found) or f"{len(paths)} files agree with SQL")
    sys.exit(1 if found else 0)


main()
