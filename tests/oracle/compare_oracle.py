# SPDX-License-Identifier: Apache-2.0
"""Compares two Kineto files without the program, in the shape of `compare --json`, for whole profiles of one rank.

    compare_oracle.py BASE OTHER

Times are integers until they are divided, and exact fractions afterwards.
"""

import heapq
import json
import re
import sys
from bisect import bisect_left
from collections import Counter, defaultdict
from fractions import Fraction

import resampling
from idle_oracle import CAUSES, Idleness
from kineto_run import COMM, COMPUTE, COPY, STEP, KinetoRun, base_name, union

PARTS = ("compute", "exposed_communication", "exposed_copies")
PART_OF_KIND = {COMPUTE: PARTS[0], COMM: PARTS[1], COPY: PARTS[2]}
NAMED_IN_PART = 20
LAUNCHES_LOOKED_AT = 2048
MODULE = "nn.Module: "
MEANS = ("gpu_active", "compute", "communication", "exposed_communication", "exposed_copies", "idle", "kernels", "launches")


def owners(activities):
    """(begin, end, part, name) of every stretch of a device in which something runs: the part is the first of PARTS of
    which something runs, and the name that of the running activity of the part that started first. Activities come in
    the order that decides between equal begins."""
    order = sorted((x.begin, i) for i, x in enumerate(activities) if x.end > x.begin)
    edges = sorted({x.begin for x in activities} | {x.end for x in activities})
    running, at, found = {part: [] for part in PARTS}, 0, []
    for begin, end in zip(edges, edges[1:]):
        while at < len(order) and order[at][0] <= begin:
            activity = activities[order[at][1]]
            heapq.heappush(running[PART_OF_KIND[activity.kind]], (*order[at], activity.end, activity.name))
            at += 1
        for part in PARTS:
            heap = running[part]
            while heap and heap[0][2] <= begin:
                heapq.heappop(heap)
            if heap:
                found.append((begin, end, part, heap[0][3]))
                break
    return found


def within(intervals, begin, end):
    """Those of ascending disjoint (begin, end, ...) that overlap a window, cut to it."""
    i = max(bisect_left(intervals, (begin,)) - 1, 0)
    while i < len(intervals) and intervals[i][0] < end:
        if intervals[i][1] > begin:
            yield (max(intervals[i][0], begin), min(intervals[i][1], end), *intervals[i][2:])
        i += 1


class Side:
    """A profile, or its steps with some numbers, or a window of it, with the figures of its samples. Without steps, all of
    it is the only sample."""

    def __init__(self, run, numbers=None, window=None):
        self.run = run
        self.n_devices = len(run.devices)
        self.window = window or (0, run.end)
        steps = [x for x in run.steps if numbers is None or x.number in numbers]
        if numbers is not None:
            self.window = min(x.host_begin for x in steps), max(x.host_end for x in steps)
        self.used = [i for i, x in enumerate(run.steps)
                     if x in steps and not x.is_truncated and self.starts_in_scope(x.host_begin)]
        self.used = self.used[resampling.warm_up([run.steps[i].end - run.steps[i].begin for i in self.used]):]
        self.owners = {d: owners([x for x in run.activities if x.device == d]) for d in run.devices}
        self.communication = {d: union((x.begin, x.end) for x in run.activities if x.device == d and x.kind == COMM)
                              for d in run.devices}

    def starts_in_scope(self, time):
        return self.window[0] <= time < self.window[1]

    def use_steps(self, has_steps):
        run, idleness = self.run, Idleness(self.run)
        self.has_steps = has_steps
        self.windows = [(run.steps[i].begin, run.steps[i].end) for i in self.used] if has_steps else [self.window]
        self.n = len(self.windows)
        self.times = [end - begin for begin, end in self.windows]
        self.owned = [self.owned_in(*window) for window in self.windows]  # {(part, name): ns} over all devices
        self.names = {name for owned in self.owned for _, name in owned}
        self.names |= {x.name for x in run.activities if self.starts_in_scope(x.begin)}
        # A gap at the edge of a window has the cause of the whole gap, as far as it lies in the scope.
        hull = min(self.window[0], self.windows[0][0]), max(self.window[1], self.windows[-1][1])
        self.all_gaps = [gap for device in run.devices for gap in idleness.gaps(device, *hull)]
        self.idle = [Counter() for _ in self.windows]  # {cause: ns} over all devices
        for gap in self.all_gaps:
            for sums, (begin, end) in zip(self.idle, self.windows):
                if gap.begin < end and gap.end > begin:
                    sums[gap.cause] += min(gap.end, end) - max(gap.begin, begin)

    def owned_in(self, begin, end):
        sums = Counter()
        for device in self.run.devices:
            for b, e, part, name in within(self.owners[device], begin, end):
                sums[part, name] += e - b
        return sums

    def device_sums(self):
        """{key: [integer sum over the devices, sample by sample]}"""
        sums = {part: [sum(ns for (p, _), ns in owned.items() if p == part) for owned in self.owned] for part in PARTS}
        sums["gpu_active"] = [sum(x) for x in zip(*(sums[part] for part in PARTS))]
        sums["idle"] = [self.n_devices * time - busy for time, busy in zip(self.times, sums["gpu_active"])]
        sums["communication"] = [sum(e - b for d in self.run.devices for b, e in within(self.communication[d], *window))
                                 for window in self.windows]
        sums["kernels"] = self.per_sample((self.sample_of_activity(x), 1) for x in self.run.activities if x.is_kernel)
        return sums

    def launches(self):
        calls = {x.call for x in self.run.activities if x.call is not None}
        return self.per_sample((self.sample_at(self.run.calls[i].begin), 1) for i in calls)

    def per_sample(self, pairs):
        sums = [0] * self.n
        for sample, value in pairs:
            if sample is not None:
                sums[sample] += value
        return sums

    def sample_of_step(self, step):
        return self.used.index(step) if step in self.used else None

    def sample_at(self, time):
        if self.has_steps:
            return self.sample_of_step(self.run.step_at(time))
        return 0 if self.starts_in_scope(time) else None

    def sample_of_activity(self, activity):
        if self.has_steps:
            return self.sample_of_step(self.run.step_of_activity(activity))
        return 0 if self.starts_in_scope(activity.begin) else None

    def rows(self, named):
        """{name: [count, total, [total in each sample]]} of (name, begin, end, sample or None). What starts in the scope is
        counted; what belongs to a sample may start behind it."""
        rows = {}
        for name, begin, end, sample in named:
            is_counted = self.starts_in_scope(begin)
            if not is_counted and sample is None:
                continue
            row = rows.setdefault(name, [0, 0, [0] * self.n])
            if is_counted:
                row[0] += 1
                row[1] += end - begin
            if sample is not None:
                row[2][sample] += end - begin
        return rows

    def device_rows(self, activities, name):
        return self.rows((name(x), x.begin, x.end, self.sample_of_activity(x)) for x in activities)

    def host_rows(self, slices):
        return self.rows((x.name, x.begin, x.end, self.sample_at(x.begin)) for x in slices)

    def idle_rows(self):
        rows = self.rows((gap.cause, gap.begin, gap.end, None) for gap in self.all_gaps)
        for cause in {cause for sums in self.idle for cause in sums}:
            rows.setdefault(cause, [0, 0, None])[2] = [sums[cause] for sums in self.idle]
        return rows

    def modules(self):
        """Every call of a module under its path: its name, and those of the modules around it on the thread."""
        around = defaultdict(list)
        frames = [x for x in self.run.host_slices if x.category == "python_function" and x.name.startswith(MODULE)]
        for x in sorted(frames, key=lambda x: (x.begin, -x.end)):
            outer = around[x.thread]
            while outer and outer[-1].end <= x.begin:
                outer.pop()
            outer.append(x)
            yield "/".join(y.name[len(MODULE):] for y in outer), x.begin, x.end, self.sample_at(x.begin)

    def tables(self):
        """{table: (rows, divisor of a sample)}"""
        run = self.run
        kernels = [x for x in run.activities if x.is_kernel]
        collectives = [x for x in kernels if x.kind == COMM]
        devices = max(self.n_devices, 1)
        return {"kernels": (self.device_rows(kernels, lambda x: x.name), devices),
                "collectives": (self.device_rows(collectives, lambda x: x.args.get("Collective name", x.name)), devices),
                "idle": (self.idle_rows(), devices),
                "operators": (self.host_rows(x for x in run.operators if not STEP.match(x.name)), 1),
                "modules": (self.rows(self.modules()), 1),
                "annotations": (self.host_rows(x for x in run.annotations if not STEP.match(x.name)), 1),
                "runtime": (self.host_rows(run.calls), 1)}

    def main_operators(self):
        """{kernel name: the operator that launched most of its time}, from its first launches."""
        seen, sums = Counter(), defaultdict(Counter)
        for x in self.run.activities:
            if x.is_kernel and self.starts_in_scope(x.begin) and seen[x.name] < LAUNCHES_LOOKED_AT:
                seen[x.name] += 1
                operator = None if x.call is None else self.run.innermost_operator(x.call)
                if operator is not None:
                    sums[x.name][operator] += x.end - x.begin
        return {name: min(own, key=lambda operator: (-own[operator], operator.encode())) for name, own in sums.items()}

    def representatives(self):
        """{kernel name: its longest launch}"""
        longest = {}
        for x in self.run.activities:
            if x.is_kernel and (self.starts_in_scope(x.begin) or self.sample_of_activity(x) is not None):
                best = longest.get(x.name)
                if best is None or (best.begin - best.end, best.begin) > (x.begin - x.end, x.begin):
                    longest[x.name] = x
        return longest


def match_kernels(a, b, rows_a, rows_b):
    """[(name of a or None, name of b or None, kind of match)]"""
    left, right = a.representatives(), b.representatives()
    pairs = [(name, name, "exact") for name in left if name in right]

    def shape(side, name):
        x = (left, right)[side][name]
        return base_name(name), str(x.args.get("grid")), str(x.args.get("block"))

    operators = a.main_operators(), b.main_operators()

    def operator(side, name):
        return operators[side].get(name)

    for kind, key in (("base", shape), ("operator", operator)):
        groups = defaultdict(lambda: ([], []))
        for side, (all_names, rows) in enumerate(((left, rows_a), (right, rows_b))):
            matched = {pair[side] for pair in pairs}
            names = sorted((x for x in all_names if x not in matched), key=lambda x, r=rows: (-r[x][1], x.encode()))
            for name in names:
                if key(side, name) is not None:
                    groups[key(side, name)][side].append(name)
        pairs += [(x, y, kind) for names in groups.values() for x, y in zip(*names)]
    for side, (names, kind) in enumerate(((left, "removed"), (right, "added"))):
        matched = {pair[side] for pair in pairs}
        pairs += [((name, None, kind), (None, name, kind))[side] for name in names if name not in matched]
    return pairs


def match_names(rows_a, rows_b):
    return [(name, name, "exact") if name in rows_a and name in rows_b
            else (name, None, "removed") if name in rows_a else (None, name, "added") for name in {**rows_a, **rows_b}]


def match_modules(rows_a, rows_b):
    """From the outermost inwards: by name, and what is left by what it contains, in order of appearance."""
    children = defaultdict(lambda: ([], []))  # {path: its children in a and b}, each under the path of its own side

    def own_class(path):
        return re.sub(r"_\d+$", "", path.rpartition("/")[2])

    def contents(side, path):
        return "".join(own_class(child) + "/" for child in children[path][side]) or own_class(path)

    for side, rows in enumerate((rows_a, rows_b)):
        for path in rows:
            children[path.rpartition("/")[0]][side].append(path)
    pairs = []

    def match(outer_a, outer_b):
        left = [children[outer_a][0] if outer_a is not None else [], children[outer_b][1] if outer_b is not None else []]
        matched = []
        for kind, key in (("exact", lambda side, path: path.rpartition("/")[2]), ("contents", contents)):
            groups = defaultdict(lambda: ([], []))
            for side, paths in enumerate(left):
                for path in paths:
                    groups[key(side, path)][side].append(path)
            new = [(x, y, kind) for paths in groups.values() for x, y in zip(*paths)]
            matched += new
            left = [[x for x in paths if x not in {pair[side] for pair in new}] for side, paths in enumerate(left)]
        matched += [(x, None, "removed") for x in left[0]] + [(None, y, "added") for y in left[1]]
        pairs.extend(matched)
        for x, y, _ in matched:
            match(x, y)

    match("", "")
    return pairs


def compared_rows(a, b, pairs, rows_a, rows_b, divisor_a, divisor_b):
    """Rows as in `compare --json`, the largest |difference| first."""
    rows = []
    for name_a, name_b, kind in pairs:
        x, y = rows_a.get(name_a, [0, 0, [0] * a.n]), rows_b.get(name_b, [0, 0, [0] * b.n])
        per_step = [Fraction(sum(x[2]) if a.has_steps else x[1], a.n * divisor_a),
                    Fraction(sum(y[2]) if b.has_steps else y[1], b.n * divisor_b)]
        p = resampling.p_value([v / divisor_a for v in x[2]], [v / divisor_b for v in y[2]]) if a.has_steps else None
        rows.append({"names": [name_a, name_b], "match": kind, "counts": [x[0], y[0]], "total_ns": [x[1], y[1]],
                     "per_step_ns": per_step, "differences_ns": [None, per_step[1] - per_step[0]], "p": [None, p]})
    for row, changed in zip(rows, resampling.discoveries([row["p"][1] for row in rows])):
        row["changed"] = [None, changed]
    rows.sort(key=lambda row: (-abs(row["differences_ns"][1]), -row["total_ns"][0],
                               [(x or "").encode() for x in row["names"]]))
    return rows


def mean_statistic(samples):
    return sum(samples) / len(samples)


def summary_rows(a, b, index):
    has_steps = a.has_steps
    rows = []

    def n_samples(key):
        if key.startswith("step.") and not has_steps:
            return [0, 0]
        return [a.n, b.n] if has_steps and key != "memory_peak" else [1, 1]

    def add(key, unit, values, totals, divisors, samples, statistic):
        difference = None if None in values else values[1] - values[0]
        found = [None, None]
        if samples is not None and has_steps:
            found = resampling.intervals(*samples, index, statistic, (0.975, 0.995))
        rows.append({"key": key, "unit": unit, "values": values, "totals": totals, "divisors": divisors,
                     "differences": [None, difference],
                     "ratios": [None, None if difference is None or not values[0] else values[1] / values[0]],
                     "intervals": [None, found[0]], "interval_99": found[1],
                     "differs": [None, None if found[0] is None else found[0][0] > 0 or found[0][1] < 0],
                     "n": n_samples(key)})

    times = (a.times, b.times)
    devices = [max(x.n_devices, 1) for x in (a, b)]
    steps = [None, None] if not has_steps else None
    add("step.mean", "ns", steps or [Fraction(sum(t), len(t)) for t in times],
        steps or [sum(t) * d for t, d in zip(times, devices)], steps or [len(t) * d for t, d in zip(times, devices)],
        times, mean_statistic)
    for key, q in (("step.median", 0.5), ("step.p95", 0.95)):
        statistic = lambda samples, q=q: resampling.quantile(sorted(samples), q)
        add(key, "ns", steps or [statistic(t) for t in times], None, None, times, statistic)
    sums = [side.device_sums() for side in (a, b)]
    for side, own in zip((a, b), sums):
        own["launches"] = side.launches()
    for key in MEANS:
        divide = [1, 1] if key == "launches" else devices
        samples = [[v / d for v in own[key]] for own, d in zip(sums, divide)]
        totals, divisors = [sum(own[key]) for own in sums], [side.n * d for side, d in zip((a, b), divide)]
        add(key, "count" if key in ("kernels", "launches") else "ns",
            [Fraction(t, d) for t, d in zip(totals, divisors)], totals, divisors, samples, mean_statistic)
    add("memory_peak", "bytes", [x.run.memory_peak(*x.window) for x in (a, b)], None, None, None, None)
    return rows


def waterfall(a, b, pairs):
    """From a's mean step to b's: exact fractions. Without a device there is nothing to divide."""
    by_name = [{pair[side]: pair for pair in pairs if pair[side] is not None} for side in (0, 1)]
    # Memcpys, memsets, and kernels that run in a window but do not belong to it, are matched by exact name.
    without_row = [x.names - matched.keys() for x, matched in zip((a, b), by_name)]
    parts = {part: defaultdict(Fraction) for part in (*PARTS, *("idle." + cause for cause in CAUSES))}
    for side, sign in ((0, -1), (1, 1)):
        own = (a, b)[side]
        for owned in own.owned:
            for (part, name), ns in owned.items():
                pair = by_name[side].get(name) or tuple(name if name in names else None for names in without_row)
                parts[part][pair[:2]] += sign * Fraction(ns, own.n * own.n_devices)
        for sums in own.idle:
            for cause, ns in sums.items():
                parts["idle." + cause][None, None] += sign * Fraction(ns, own.n * own.n_devices)
    from_ns, to_ns = Fraction(sum(a.times), a.n), Fraction(sum(b.times), b.n)
    told = []
    for part, kernels in parts.items():
        if part not in PARTS and not kernels:
            continue
        ordered = sorted(kernels.items(), key=lambda x: (-abs(x[1]), [(name or "").encode() for name in x[0]]))
        named = [] if part not in PARTS else ordered[:NAMED_IN_PART]
        told.append({"name": part, "difference_ns": sum(kernels.values(), Fraction()),
                     "kernels": [{"name": x or y, "names": [x, y], "difference_ns": d} for (x, y), d in named],
                     "rest_ns": sum((d for _, d in ordered[len(named):]), Fraction())})
    return {"profile": 1, "from_ns": from_ns, "to_ns": to_ns, "parts": told, "causes": causes(parts, to_ns - from_ns)}


def causes(parts, difference):
    """What a headline may name for a difference, the largest first: {"part", "ns", "names"}. Kernels of a part that have no
    counterpart are one cause if each side has some: "added" and "removed" are then their number and time."""
    found = []
    for part, kernels in parts.items():
        if part not in PARTS:
            found.append({"part": part, "ns": sum(kernels.values(), Fraction()), "names": None})
            continue
        alone = [[ns for names, ns in kernels.items() if names[side] is None] for side in (0, 1)]
        if all(alone):
            found.append({"part": part, "ns": sum(map(sum, alone)), "names": None,
                          "added": (len(alone[0]), sum(alone[0])), "removed": (len(alone[1]), -sum(alone[1]))})
        found += [{"part": part, "ns": ns, "names": names} for names, ns in kernels.items()
                  if not all(alone) or None not in names]
    enough = [x for x in found if x["ns"] * difference > 0 and abs(x["ns"]) * 20 >= abs(difference)]
    if not enough:
        whole = [{"part": part, "ns": sum(kernels.values(), Fraction()), "names": None} for part, kernels in parts.items()
                 if part in PARTS]
        enough = [x for x in whole if x["ns"] * difference > 0 and abs(x["ns"]) * 20 >= abs(difference)]
    return sorted(enough, key=lambda x: -abs(x["ns"]))


def compare(a, b, index=1):
    """Of two sides. index: of the other among those of one command; 0 is the baseline."""
    has_steps = bool(a.used and b.used)
    for side in (a, b):
        side.use_steps(has_steps)
    answer = {"schema": "stepscope.compare/1",
              "profiles": [{"label": label, "path": side.run.path, "steps": len(side.used) if has_steps else 0,
                            "window_ns": dict(zip(("begin", "end"), side.window))} for label, side in zip("AB", (a, b))],
              "summary": summary_rows(a, b, index)}
    tables = [side.tables() for side in (a, b)]
    for table in tables[0]:
        (rows_a, divisor_a), (rows_b, divisor_b) = tables[0][table], tables[1][table]
        if table == "kernels":
            pairs = match_kernels(a, b, rows_a, rows_b)
        else:
            pairs = (match_modules if table == "modules" else match_names)(rows_a, rows_b)
        answer[table] = compared_rows(a, b, pairs, rows_a, rows_b, divisor_a, divisor_b)
    if a.n_devices and b.n_devices:
        answer["waterfall"] = [waterfall(a, b, [(*row["names"], row["match"]) for row in answer["kernels"]])]
    return answer


def main():
    answer = compare(*(Side(KinetoRun(path)) for path in sys.argv[1:3]))
    json.dump(answer, sys.stdout, indent=1, default=float)


if __name__ == "__main__":
    sys.exit(main())
