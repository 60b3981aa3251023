# SPDX-License-Identifier: Apache-2.0
"""XSpace files against a decoder of their own (xspace_decoder.py): counts and nanosecond sums by category and by name,
every device slice with its shape and bytes, launches, and the arrows between producers and consumers. Of every real file, and of
one made here (tests/gen/make_xspace.py)."""

import collections
import os
import re
import subprocess
import sys
import tempfile

import traces
import xspace_decoder

PROGRAM, MAKE_XSPACE = sys.argv[1:3]
KINDS = {"MemcpyH2D": "HtoD", "MemcpyD2H": "DtoH", "MemcpyD2D": "DtoD", "MemcpyP2P": "PtoP", "MemcpyH2H": "HtoH"}


class Checks:
    def __init__(self):
        self.n, self.wrong = 0, []

    def same(self, what, got, want):
        self.n += 1
        if got != want:
            self.wrong.append(f"{what}: {str(got)[:400]} is not {str(want)[:400]}")


def query(path, sql):
    columns = traces.output(PROGRAM, "query", "--no-cache", path, sql)
    return [tuple(row) if isinstance(row, list) else tuple(row.values()) for row in columns["rows"]]


def work_category(plane, line, event):
    """That of a device's event."""
    if "TPU" in plane.name:
        return {"XLA Ops": "kernel", "Async XLA Ops": "async_op"}.get(line.name, "gpu_user_annotation")
    if not line.name.startswith("Stream #"):
        return "gpu_user_annotation"
    if "memset_details" in event.stats:
        return "gpu_memset"
    if "kernel_details" in event.stats:
        return "kernel"
    copies = "memcpy_details" in event.stats or event.name.startswith("Memcpy")
    return "gpu_memcpy" if copies else "gpu_memset" if event.name.startswith("Memset") else "kernel"


def host_category(event):
    if event.name.startswith("$"):
        return "python_function"
    is_call = re.match(r"(cuda|cu|hip)[A-Z]\w*$", event.name) is not None
    if event.stats.get("correlation_id") or is_call:
        return "cuda_driver" if re.match(r"cu[A-Z]|Mem", event.name) else "cuda_runtime"
    is_operator = event.display and event.name.endswith(":" + event.display)
    return "cpu_op" if is_operator or "is_eager" in event.stats else "user_annotation"


class Wanted:
    """The slices, instants and arrows that a file should give."""

    def __init__(self, data):
        self.slices, self.instants, self.aggregates = [], 0, 0
        self.calls, self.work = [], []
        points = collections.defaultdict(list)
        for plane in xspace_decoder.planes(data):
            device = re.match(r"/device:\w+:(\d+)", plane.name)
            for line in plane.lines:
                for event in line.events:
                    self.add(plane, line, event, device, points)
        self.first = min(begin for _, _, begin, _ in self.slices)
        self.points = sum(map(len, points.values()))
        self.arrows, self.unmatched = self.link(points)

    def add(self, plane, line, event, device, points):
        stats = event.stats
        if event.occurrences is not None:
            self.aggregates += 1
            return
        name = event.display or event.name
        if device:
            category = work_category(plane, line, event)
            if category in ("kernel", "gpu_memcpy", "gpu_memset") and "GPU" in plane.name:
                self.work.append((int(device[1]), line.id, category, event))
            if category == "gpu_memcpy":
                name = KINDS[event.name] if event.name in KINDS else None
        else:
            category = host_category(event)
            linked = "_p" in stats or "_c" in stats
            if event.begin_ps == event.end_ps and not linked:
                self.instants += 1
                return
            if "step_num" in stats:
                name, category = f"Step {stats['step_num']}", "user_annotation"
            if category.startswith("cuda") and stats.get("correlation_id"):
                self.calls.append((stats["correlation_id"], event))
        self.slices.append((category, name, event.begin, event.dur))
        number = len(self.slices) - 1
        if "_c" in stats:
            points[stats.get("_ct", 0), stats["_c"] & (1 << 64) - 1].append((event.begin, 1, number))
        if "_p" in stats:
            points[stats.get("_pt", 0), stats["_p"] & (1 << 64) - 1].append((event.begin, 0, number))

    def link(self, points):
        arrows, unmatched = [], 0
        for chain in points.values():
            chain.sort(key=lambda x: x[:2])
            start, used = None, False
            for _, is_end, number in chain:
                if not is_end:
                    unmatched += start is not None and not used
                    start, used = number, False
                elif start is None:
                    unmatched += 1
                else:
                    used = True
                    if start != number:
                        arrows.append((start, number))
            unmatched += start is not None and not used
        return arrows, unmatched


def sums(rows):
    found = collections.defaultdict(lambda: [0, 0])
    for key, length in rows:
        found[key][0] += 1
        found[key][1] += length
    return {k: tuple(v) for k, v in found.items()}


def check(checks, path):
    name = os.path.basename(path)
    data = traces.text(path)
    want = Wanted(data)
    info = traces.output(PROGRAM, "info", "--no-cache", path)
    events = info["events"]
    checks.same(f"{name}: format", info["format"], "xspace")
    n_steps = events["by_category"].get("step", 0)
    checks.same(f"{name}: flows", events["flows"], want.points)
    checks.same(f"{name}: total", events["total"], len(want.slices) + want.instants + want.aggregates + want.points + n_steps)
    checks.same(f"{name}: slices", events["slices"], len(want.slices) + n_steps)
    checks.same(f"{name}: instants", events["instants"], want.instants)
    checks.same(f"{name}: skipped", events["skipped"], 0)
    hosts = xspace_decoder.hosts(data)
    checks.same(f"{name}: host", info["ranks"][0]["node"], hosts[-1] if hosts else "")
    aggregates = [x["count"] for x in info["health"] if x["id"] == "xspace.aggregate_not_shown"]
    checks.same(f"{name}: aggregates", sum(aggregates), want.aggregates)

    got = {k: (n, ns) for k, n, ns in query(path, """select category, count(*), sum(dur_ns) from slice
        where category != 'step' group by 1""")}
    checks.same(f"{name}: categories", got, sums((c, d) for c, _, _, d in want.slices))
    got = {(c, k): (n, ns, t) for c, k, n, ns, t in query(path, """select category, name, count(*), sum(dur_ns), sum(ts_ns)
        from slice where category not in ('step', 'gpu_memcpy', 'gpu_memset') group by 1, 2""")}
    named = collections.defaultdict(lambda: [0, 0, 0])
    for c, k, begin, dur in want.slices:
        if c not in ("gpu_memcpy", "gpu_memset"):
            row = named[c, k]
            row[0], row[1], row[2] = row[0] + 1, row[1] + dur, row[2] + begin - want.first
    checks.same(f"{name}: names", got, {k: tuple(v) for k, v in named.items()})

    # The work of GPUs: where, when, of which shape and how many bytes, and which call launched it.
    work = sorted((d, s, e.begin - want.first, e.dur) for d, s, _, e in want.work)
    got = sorted(query(path, """select T.device, T.stream, S.ts_ns, S.dur_ns from slice S join track T on T.id = S.track_id
        where S.category in ('kernel', 'gpu_memcpy', 'gpu_memset') and T.name like 'Stream #%'"""))
    checks.same(f"{name}: work", got, work)
    shapes = []
    for _, _, category, e in want.work:
        found = re.findall(r"(?:^| )(grid|block|regs|shm|group_mem|static_shared|dynamic_shared):([\d,]+)",
                           e.stats.get("kernel_details", ""))
        if category == "kernel" and found:
            shape = {k: [int(y) for y in x.split(",")] for k, x in found}
            shared = [x[0] for k, x in shape.items() if k in ("shm", "group_mem", "static_shared", "dynamic_shared")]
            shapes.append((e.begin - want.first, *shape["grid"], *shape["block"], shape.get("regs", [None])[0],
                           sum(shared) if shared else None))
    got = query(path, """select S.ts_ns, grid_x, grid_y, grid_z, block_x, block_y, block_z, registers, shared_bytes
        from kernel K join slice S on S.id = K.slice_id where grid_x is not null""")
    checks.same(f"{name}: shapes", sorted(got, key=str), sorted(shapes, key=str))
    moved = collections.Counter()
    for _, _, category, e in want.work:
        if category == "gpu_memcpy" and e.name in KINDS:
            moved[KINDS[e.name]] += int(re.search(r"size:(\d+)", e.stats["memcpy_details"])[1])
    got = {x["kind"]: x["bytes"] for x in traces.output(PROGRAM, "stats", "--no-cache", path)["memory"]
           if x["kind"] in KINDS.values()}
    checks.same(f"{name}: bytes", got, dict(moved))

    calls = {}
    for correlation, e in want.calls:
        calls.setdefault(correlation, e)
    launches = sorted((calls[e.stats["correlation_id"]].begin - want.first, e.begin - want.first)
                      for _, _, _, e in want.work if e.stats.get("correlation_id") in calls)
    got = sorted(query(path, """select C.ts_ns, S.ts_ns from flow F join slice C on C.id = F.from_slice
        join slice S on S.id = F.to_slice where F.kind = 'launch'"""))
    checks.same(f"{name}: launches", got, launches)

    def end(number):
        return want.slices[number][2] - want.first, want.slices[number][3]
    arrows = sorted(end(a) + end(b) for a, b in want.arrows)
    got = sorted(query(path, """select C.ts_ns, C.dur_ns, S.ts_ns, S.dur_ns from flow F join slice C on C.id = F.from_slice
        join slice S on S.id = F.to_slice where F.kind != 'launch'"""))
    checks.same(f"{name}: arrows", got, arrows)
    unmatched = [x["count"] for x in info["health"] if x["id"] == "flow.unmatched"]
    checks.same(f"{name}: arrows with one end", sum(unmatched), want.unmatched)
    return info


def check_steps(checks, path):
    """Those of the file that TensorFlow wrote: by the groups of its line "Steps"."""
    first = last = None
    data = traces.text(path)
    begin = Wanted(data).first
    for plane in xspace_decoder.planes(data):
        for line in plane.lines:
            for e in line.events:
                if plane.name.startswith("/host") and e.stats.get("group_id") == 0:
                    first = e.begin if first is None else min(first, e.begin)
                    last = e.begin + e.dur if last is None else max(last, e.begin + e.dur)
    steps = traces.output(PROGRAM, "stats", "--no-cache", path)["steps"]
    checks.same("steps", [(x["number"], x["host_begin_ns"], x["host_end_ns"]) for x in steps], [(0, first - begin, last - begin)])


def main():
    checks, n_skipped = Checks(), 0
    folder = os.path.join(traces.ROOT, "xplane")
    with tempfile.TemporaryDirectory() as scratch:
        path = os.path.join(scratch, "made.xplane.pb")
        subprocess.run([sys.executable, MAKE_XSPACE, path], check=True)
        info = check(checks, path)
        checks.same("made: steps", info["steps"], 4)
    for name in ("TraceLens__mi300__jax08_attention__tw003.xplane.pb", "xprof__GPU-multi-worker__34.83.195.179_6003.xplane.pb",
                 "xprof__v2__tpu_inference_2.xplane.pb", "xprof__tpu_inference_2.xplane.pb"):
        path = os.path.join(folder, name)
        if not os.path.exists(path):
            n_skipped += 1
        elif name == "xprof__tpu_inference_2.xplane.pb":
            refused = traces.run(PROGRAM, "info", "--no-cache", path)
            checks.same(f"{name}: refused", (refused.returncode, b"U+FFFD" in refused.stderr), (2, True))
        else:
            check(checks, path)
            if "GPU-multi-worker" in name:
                check_steps(checks, path)
    for line in checks.wrong:
        print(line)
    print(f"{checks.n} comparisons, {len(checks.wrong)} of which are wrong; {n_skipped} source files are not there")
    return bool(checks.wrong)


if __name__ == "__main__":
    sys.exit(main())
