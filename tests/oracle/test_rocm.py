# SPDX-License-Identifier: Apache-2.0
"""AMD's formats against plain SQL over the source, and against what a generated run holds.

Of every RPD database: counts and nanosecond sums of kernels, memcpys, memsets, calls, markers and the profiler's own work,
monitor samples, and each launch arrow equal rocpd_api_ops. An RPD database against its conversion to JSON. The JSON of
rocprofv3 and the rocpd database of one run (tests/gen/make_rocm.py) against the run and against each other."""

import collections
import json
import os
import sqlite3
import subprocess
import sys
import tempfile

import traces

PROGRAM, MAKE_ROCM = sys.argv[1:3]
COPIES = {"CopyHostToDevice": "gpu_memcpy", "CopyDeviceToHost": "gpu_memcpy", "CopyDeviceToDevice": "gpu_memcpy",
          "FillBuffer": "gpu_memset"}


class Checks:
    def __init__(self):
        self.n, self.wrong = 0, []

    def same(self, what, got, want):
        self.n += 1
        if got != want:
            self.wrong.append(f"{what}: {str(got)[:300]} is not {str(want)[:300]}")


def query(path, sql):
    columns = traces.output(PROGRAM, "query", "--no-cache", path, sql)
    return [tuple(row) if isinstance(row, list) else tuple(row.values()) for row in columns["rows"]]


def sums(rows):
    """Count and sum of (key, length) pairs, by key."""
    found = collections.defaultdict(lambda: [0, 0])
    for key, length in rows:
        found[key][0] += 1
        found[key][1] += length
    return {k: tuple(v) for k, v in found.items()}


def slices(path):
    return {k: (n, ns) for k, n, ns in query(path, "select category, count(*), sum(dur_ns) from slice group by 1")}


def rpd_category(name, is_operator):
    if name == "UserMarker":
        return "user_annotation"
    own = "::writeRows" in name or name in ("rpdflush", "hcc_activity_callback")
    return "overhead" if own else "cuda_runtime"


def check_rpd(checks, path, database):
    name = os.path.basename(path)
    db = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    tables = {x for x, in db.execute("select name from sqlite_schema where type='table'")}
    operators = {x for x, in db.execute("select api_ptr_id from ext_autogradapi")} if "ext_autogradapi" in tables else set()
    ops = db.execute("""select T.string, O.end - O.start from rocpd_op O join rocpd_string T on T.id = O.opType_id""")
    want = sums((COPIES.get(kind, "kernel"), length) for kind, length in ops)
    calls = [(rpd_category(n, i in operators), end - start) for i, n, start, end in db.execute(
        "select A.id, N.string, A.start, A.end from rocpd_api A join rocpd_string N on N.id = A.apiName_id")]
    marks = sum(x == ("user_annotation", 0) for x in calls)
    want.update(sums(x for x in calls if x != ("user_annotation", 0)))
    checks.same(f"{name}: slices", slices(path), want)
    info = traces.output(PROGRAM, "info", "--no-cache", path)
    checks.same(f"{name}: format", info["format"], "rpd")
    checks.same(f"{name}: marks", info["events"]["instants"], marks)
    checks.same(f"{name}: skipped", info["events"]["skipped"], 0)

    # Each row of rocpd_api_ops is one arrow, and there is no other.
    first = db.execute("select min(t) from (select min(start) t from rocpd_api union all select min(start) from rocpd_op)")
    first, = first.fetchone()
    want = sorted(db.execute("""select A.start - ?1, A.end - A.start, O.start - ?1, O.end - O.start
        from rocpd_api_ops L join rocpd_api A on A.id = L.api_id join rocpd_op O on O.id = L.op_id""", (first,)))
    got = sorted(query(path, """select C.ts_ns, C.dur_ns, S.ts_ns, S.dur_ns from flow F
        join slice C on C.id = F.from_slice join slice S on S.id = F.to_slice"""))
    checks.same(f"{name}: arrows", got, want)
    checks.same(f"{name}: kinds of arrows", {k for k, in query(path, "select distinct kind from flow")}, {"launch"})

    # Texts, numbers and times of every monitor sample, kernel and memcpy.
    want = sorted((float(v), s - first) for v, s in db.execute("select value, start from rocpd_monitor"))
    checks.same(f"{name}: monitors", sorted(query(path, "select value, ts_ns from counter")), want)
    want = sorted(db.execute("""select D.string, O.gpuId, O.queueId, O.start - ?1 from rocpd_op O join rocpd_string D
        on D.id = O.description_id join rocpd_string T on T.id = O.opType_id where D.string != ''""", (first,)))
    got = sorted(query(path, """select S.name, T.device, T.stream, S.ts_ns from slice S join track T on T.id = S.track_id
        where S.category = 'kernel'"""))
    checks.same(f"{name}: kernels", got, want)
    want = dict(db.execute("""select case T.string when 'CopyHostToDevice' then 'HtoD' when 'CopyDeviceToHost' then 'DtoH'
        else 'DtoD' end, sum(C.size) from rocpd_op O join rocpd_string T on T.id = O.opType_id
        join rocpd_api_ops L on L.op_id = O.id join rocpd_copyapi C on C.api_ptr_id = L.api_id
        where T.string like 'Copy%' group by 1"""))
    got = {x["kind"]: x["bytes"] for x in traces.output(PROGRAM, "stats", "--no-cache", path)["memory"]
           if x["kind"] != "memset"}
    checks.same(f"{name}: bytes", got, want)
    grids = db.execute("""select K.gridX, K.gridY, K.gridZ, K.workgroupX, K.workgroupY, K.workgroupZ, N.string, O.start - ?1
        from rocpd_kernelapi K join rocpd_api A on A.id = K.api_ptr_id join rocpd_string N on N.id = A.apiName_id
        join rocpd_api_ops L on L.api_id = A.id join rocpd_op O on O.id = L.op_id""", (first,)).fetchall()
    # These take the number of threads.
    want = sorted(tuple(-(-g // w) if "ModuleLaunch" in n else g for g, w in zip(x[:3], x[3:6])) + x[3:6] + (t,)
                  for x in grids for n, t in [x[6:]])
    got = sorted(query(path, """select grid_x, grid_y, grid_z, block_x, block_y, block_z, S.ts_ns from kernel K
        join slice S on S.id = K.slice_id where grid_x is not null"""))
    n_graph = len(query(path, "select 1 from slice where category = 'kernel'")) - len(want)
    checks.same(f"{name}: shapes", got, want)
    checks.same(f"{name}: kernels without a shape are of graphs", n_graph >= 0, True)
    db.close()


def check_conversion(checks, path, database):
    """The conversion cuts times to microseconds, begins and lengths apart, and has no categories."""
    db = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    kinds = {"kernel": [], "gpu_memcpy": [], "gpu_memset": []}
    for kind, start, end in db.execute("select T.string, start, end from rocpd_op join rocpd_string T on T.id = opType_id"):
        kinds[COPIES.get(kind, "kernel")].append((end - start) // 1000 * 1000)
    stats = traces.output(PROGRAM, "stats", "--no-cache", path)
    got = {"kernel": (sum(x["count"] for x in stats["kernels"]), sum(x["total_ns"] for x in stats["kernels"]))}
    for key, is_set in (("gpu_memcpy", False), ("gpu_memset", True)):
        rows = [x for x in stats["memory"] if (x["kind"] == "memset") == is_set]
        got[key] = (sum(x["count"] for x in rows), sum(x["total_ns"] for x in rows))
    name = os.path.basename(path)
    checks.same(f"{name}: operations", got, {k: (len(v), sum(v)) for k, v in kinds.items()})
    calls, = query(path, "select count(*), sum(dur_ns) from slice S join track T on T.id = S.track_id where T.kind = 'calls'")
    want = [(end - start) // 1000 * 1000 for n, start, end in db.execute(
        "select N.string, start, end from rocpd_api join rocpd_string N on N.id = apiName_id")
        if rpd_category(n, False) == "cuda_runtime"]
    checks.same(f"{name}: calls", calls, (len(want), sum(want)))
    checks.same(f"{name}: devices", [(x["device"], x["streams"]) for x in traces.output(PROGRAM, "info", path)["devices"]],
                [(g, [q]) for g, q in db.execute("select distinct gpuId, queueId from rocpd_op")])
    # Which call each operation is linked to, by their names and the begin of the operation.
    first, = db.execute("select min(start) from rocpd_api").fetchone()
    want = sorted(db.execute("""select N.string, (A.start / 1000 - ?1 / 1000) * 1000, (O.start / 1000 - ?1 / 1000) * 1000
        from rocpd_api_ops L join rocpd_api A on A.id = L.api_id join rocpd_op O on O.id = L.op_id
        join rocpd_string N on N.id = A.apiName_id""", (first,)))
    got = sorted(query(path, """select C.name, C.ts_ns, S.ts_ns from flow F join slice C on C.id = F.from_slice
        join slice S on S.id = F.to_slice where F.kind = 'launch'"""))
    checks.same(f"{name}: launches", got, want)
    db.close()


def check_generated(checks, folder, form, suffix, *options):
    path = os.path.join(folder, "run" + suffix)
    made = subprocess.run([sys.executable, MAKE_ROCM, form, path, *options], capture_output=True, check=True)
    run = json.loads(made.stdout)
    name = f"{form} {' '.join(options)}"
    info, stats = traces.output(PROGRAM, "info", "--no-cache", path), traces.output(PROGRAM, "stats", "--no-cache", path)
    categories = ("kernel", "gpu_memcpy", "cuda_runtime", "RCCL_API", "user_annotation", "memory_allocation")
    checks.same(f"{name}: slices", slices(path), {k: (run[k]["count"], run[k]["total_ns"]) for k in categories})
    checks.same(f"{name}: format", info["format"], form)
    checks.same(f"{name}: marks", info["events"]["instants"], run["marks"])
    checks.same(f"{name}: ranks", len(info["ranks"]), run["ranks"])
    checks.same(f"{name}: devices", [x["name"] for x in info["devices"]], ["AMD Instinct MI300X"] * run["devices"])
    checks.same(f"{name}: health", [x["id"] for x in info["health"]], [])
    checks.same(f"{name}: steps", len(stats["steps"]) > 0, True)
    checks.same(f"{name}: bytes", sum(x["bytes"] for x in stats["memory"]), run["bytes"])
    launches = stats["launches"]
    checks.same(f"{name}: launches", (launches["matched"], launches["unmatched"], launches["without_correlation"]),
                (run["launches"], 0, 0))
    checks.same(f"{name}: arrows", query(path, "select kind, count(*) from flow group by 1"), [("launch", run["launches"])])
    samples, = query(path, "select count(*), coalesce(sum(value), 0) from counter")
    checks.same(f"{name}: samples", samples, (run["samples"], run["sample_sum"]))
    return query(path, """select T.device, T.stream, S.name, S.ts_ns, S.dur_ns, K.grid_x, K.grid_y, K.block_x, K.registers,
        K.shared_bytes from slice S join track T on T.id = S.track_id left join kernel K on K.slice_id = S.id
        where T.device is not null order by T.rank, S.ts_ns, S.dur_ns, T.stream, S.name""")


def main():
    checks, n_skipped = Checks(), 0
    folder = os.path.join(traces.ROOT, "rocm")
    with tempfile.TemporaryDirectory() as scratch:
        for options in ((), ("--processes", "3", "--gpus", "1"), ("--counters", "--seed", "7")):
            a = check_generated(checks, scratch, "rocprofv3", ".json", *options)
            b = check_generated(checks, scratch, "rocpd", ".db", *options)
            checks.same(f"both forms {options}", a, b)
        for name in ("rpd__matmul_result.rpd", "rpd__raptor_mytrace.rpd.gz"):
            path = os.path.join(folder, name)
            if not os.path.exists(path):
                n_skipped += 1
                continue
            database = os.path.join(scratch, name.removesuffix(".gz"))
            with open(database, "wb") as file:
                file.write(traces.text(path))
            check_rpd(checks, path, database)
        path, source = (os.path.join(folder, "rpd__matmul_result" + x) for x in (".json", ".rpd"))
        if os.path.exists(path) and os.path.exists(source):
            check_conversion(checks, path, source)
        else:
            n_skipped += 1
    for line in checks.wrong:
        print(line)
    print(f"{checks.n} comparisons, {len(checks.wrong)} of which are wrong; {n_skipped} source files are not there")
    return bool(checks.wrong)


if __name__ == "__main__":
    sys.exit(main())
