# SPDX-License-Identifier: Apache-2.0
"""Compares two Kineto files without the program, in the shape of `compare --json`; Side also takes the ranks of a job.

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
from idle_oracle import CAUSES, Collectives, Idleness
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
    """Ranks of a profile, or their steps with some numbers, or a window of them, with the figures of the samples. Without
    steps, all of it is the only sample. Ranks without a step in the scope count in the scope, but not in samples."""

    def __init__(self, runs, numbers=None, window=None, rank=None):
        """rank: the only one of the job to look at."""
        self.job = runs if isinstance(runs, list) else [runs]
        self.runs = self.job if rank is None else [self.job[rank]]
        self.run = self.runs[0]
        self.window = window or (0, max(run.end for run in self.job))
        chosen = [[i for i, x in enumerate(run.steps) if numbers is None or x.number in numbers] for run in self.runs]
        if numbers is not None:
            steps = [run.steps[i] for run, own in zip(self.runs, chosen) for i in own]
            self.window = min(x.host_begin for x in steps), max(x.host_end for x in steps)
        chosen = [[i for i in own if self.starts_in_scope(run.steps[i].host_begin)] for run, own in zip(self.runs, chosen)]
        self.ranks_with_steps = [rank for rank, own in enumerate(chosen) if own]
        self.samples = self.whole_samples(chosen)  # [{rank: index of its step}]
        self.n_warm_up, self.used_for = 0, None
        self.leave_out(resampling.warm_up([self.wall(x) for x in self.samples]))
        self.owners = {(rank, d): owners([x for x in run.activities if x.device == d])
                       for rank, run in enumerate(self.runs) for d in run.devices}
        self.communication = {(rank, d): union((x.begin, x.end) for x in run.activities if x.device == d and x.kind == COMM)
                              for rank, run in enumerate(self.runs) for d in run.devices}

    def starts_in_scope(self, time):
        return self.window[0] <= time < self.window[1]

    def whole_samples(self, chosen):
        """The steps that all ranks with steps have whole, in order of time. A step is known by its number, or by its index
        if a rank has a number twice."""
        numbers = [[run.steps[i].number for i in own] for run, own in zip(self.runs, chosen)]
        by_number = all(len(set(own)) == len(own) for own in numbers)
        index_of = [{run.steps[i].number if by_number else i: i for i in own} for run, own in zip(self.runs, chosen)]
        found = []
        for identity in {identity for own in index_of for identity in own}:
            sample = {rank: index_of[rank][identity] for rank in self.ranks_with_steps if identity in index_of[rank]}
            if len(sample) == len(self.ranks_with_steps) and self.wall(sample) > 0 \
                    and not any(self.runs[rank].steps[i].is_truncated for rank, i in sample.items()):
                found.append(sample)
        return sorted(found, key=lambda x: self.runs[self.ranks_with_steps[0]].steps[x[self.ranks_with_steps[0]]].host_begin)

    def wall(self, sample):
        """Summed over the devices of its ranks; where there are none, over the ranks."""
        weights = {rank: len(self.runs[rank].devices) for rank in self.ranks_with_steps}
        steps = {rank: self.runs[rank].steps[i] for rank, i in sample.items()}
        return sum((x.end - x.begin) * (weights[rank] if any(weights.values()) else 1) for rank, x in steps.items())

    def leave_out(self, n):
        """n: of the first samples, those that are left out already included."""
        self.samples, self.n_warm_up = self.samples[n - self.n_warm_up:], n

    @property
    def used(self):
        """Of the first rank with steps: indices of steps."""
        return [x[self.ranks_with_steps[0]] for x in self.samples]

    def use_steps(self, has_steps):
        """Once for all others that are compared with it."""
        if self.used_for == (has_steps, self.n_warm_up):
            return
        self.used_for = has_steps, self.n_warm_up
        self.has_steps = has_steps
        self.ranks = self.ranks_with_steps if has_steps else list(range(len(self.runs)))  # of samples
        self.n_ranks, self.n_devices = len(self.ranks), sum(len(self.runs[rank].devices) for rank in self.ranks)
        self.divisor = self.n_devices or self.n_ranks
        self.n = len(self.samples) if has_steps else 1
        self.windows = {rank: [self.window_of(rank, x) for x in self.samples] if has_steps else [self.window]
                        for rank in self.ranks}
        self.walls = [self.wall(x) for x in self.samples] if has_steps else [self.divisor * (self.window[1] - self.window[0])]
        self.times = [Fraction(wall, self.divisor) for wall in self.walls]
        self.sample_of_step = {step: i for i, x in enumerate(self.samples) for step in x.items()}
        self.owned = [self.owned_in(i) for i in range(self.n)]  # {(part, name): ns} over all devices
        self.names = {name for owned in self.owned for _, name in owned} | set(self.names_seen())
        # A gap at the edge of a window has the cause of the whole gap, as far as it lies in the scope.
        windows = [self.window, *(x for own in self.windows.values() for x in own)]
        hull = min(begin for begin, _ in windows), max(end for _, end in windows)
        collectives, self.scope_gaps = Collectives(self.job), []
        self.idle = [Counter() for _ in range(self.n)]  # {cause: ns} over all devices
        for rank, run in enumerate(self.runs):
            idleness = Idleness(run, self.job.index(run), collectives)
            for device in run.devices:
                of_scope = idleness.gaps(device, *self.window)
                self.scope_gaps += of_scope
                of_hull = of_scope if hull == self.window else idleness.gaps(device, *hull) if rank in self.ranks else ()
                for gap in of_hull if rank in self.ranks else ():
                    for sums, (begin, end) in zip(self.idle, self.windows[rank]):
                        if gap.begin < end and gap.end > begin:
                            sums[gap.cause] += min(gap.end, end) - max(gap.begin, begin)

    def window_of(self, rank, sample):
        step = self.runs[rank].steps[sample[rank]]
        return step.begin, step.end

    def names_seen(self):
        """Of device work in the scope, or from the first sample to the last, hidden or not."""
        for rank, run in enumerate(self.runs):
            begin, end = (self.windows[rank][0][0], self.windows[rank][-1][1]) if rank in self.ranks else (0, 0)
            yield from (x.name for x in run.activities
                        if self.starts_in_scope(x.begin) or (x.begin < end and x.end > begin))

    def windows_of_devices(self, sample):
        """(rank, device, begin, end)"""
        return [(rank, device, *self.windows[rank][sample]) for rank in self.ranks for device in self.runs[rank].devices]

    def owned_in(self, sample):
        sums = Counter()
        for rank, device, begin, end in self.windows_of_devices(sample):
            for b, e, part, name in within(self.owners[rank, device], begin, end):
                sums[part, name] += e - b
        return sums

    def device_sums(self):
        """{key: [integer sum over the devices, sample by sample]}"""
        sums = {part: [sum(ns for (p, _), ns in owned.items() if p == part) for owned in self.owned] for part in PARTS}
        sums["gpu_active"] = [sum(x) for x in zip(*(sums[part] for part in PARTS))]
        sums["idle"] = [wall - busy if self.n_devices else 0 for wall, busy in zip(self.walls, sums["gpu_active"])]
        sums["communication"] = [sum(e - b for rank, device, *window in self.windows_of_devices(i)
                                     for b, e in within(self.communication[rank, device], *window)) for i in range(self.n)]
        sums["kernels"] = self.per_sample((self.sample_of_activity(rank, x), 1) for rank, x in self.activities() if x.is_kernel)
        return sums

    def activities(self):
        return ((rank, x) for rank, run in enumerate(self.runs) for x in run.activities)

    def launches(self):
        calls = {(rank, x.call) for rank, x in self.activities() if x.call is not None}
        return self.per_sample((self.sample_at(rank, self.runs[rank].calls[i].begin), 1) for rank, i in calls)

    def per_sample(self, pairs):
        sums = [0] * self.n
        for sample, value in pairs:
            if sample is not None:
                sums[sample] += value
        return sums

    def innermost_used(self, rank, steps):
        """The sample of the first of these steps that is used: one that is not leaves its time to the one around it."""
        return next((self.sample_of_step[rank, step] for step in steps if (rank, step) in self.sample_of_step), None)

    def sample_at(self, rank, time):
        if self.has_steps:
            return self.innermost_used(rank, self.runs[rank].steps_at(time))
        return 0 if self.starts_in_scope(time) else None

    def sample_of_activity(self, rank, activity):
        if self.has_steps:
            return self.innermost_used(rank, self.runs[rank].steps_of_activity(activity))
        return 0 if self.starts_in_scope(activity.begin) else None

    def outside_steps(self):
        """GPU time of the scope that is in the wall time of no step, used or not; several activities at once count once."""
        if not self.has_steps:
            return None
        outside = 0
        for rank in self.ranks:
            run = self.runs[rank]
            inside = union((step.begin, step.end) for step in run.steps)
            for device in run.devices:
                active = union((x.begin, x.end) for x in run.activities if x.device == device)
                for begin, end in within(active, *self.window):
                    outside += end - begin - sum(e - b for b, e in within(inside, begin, end))
        return outside

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

    def device_rows(self, is_wanted, name):
        return self.rows((name(x), x.begin, x.end, self.sample_of_activity(rank, x)) for rank, x in self.activities()
                         if is_wanted(x))

    def host_rows(self, slices_of):
        return self.rows((x.name, x.begin, x.end, self.sample_at(rank, x.begin)) for rank, run in enumerate(self.runs)
                         for x in slices_of(run))

    def idle_rows(self):
        rows = self.rows((gap.cause, gap.begin, gap.end, None) for gap in self.scope_gaps)
        for cause in {cause for sums in self.idle for cause in sums}:
            rows.setdefault(cause, [0, 0, None])[2] = [sums[cause] for sums in self.idle]
        return rows

    def modules(self):
        """Every call of a module under its path: its name, and those of the modules around it on the thread."""
        for rank, run in enumerate(self.runs):
            around = defaultdict(list)
            frames = [x for x in run.host_slices if x.category == "python_function" and x.name.startswith(MODULE)]
            for x in sorted(frames, key=lambda x: (x.begin, -x.end)):
                outer = around[x.thread]
                while outer and outer[-1].end <= x.begin:
                    outer.pop()
                outer.append(x)
                yield "/".join(y.name[len(MODULE):] for y in outer), x.begin, x.end, self.sample_at(rank, x.begin)

    def tables(self):
        """{table: (rows, divisor of a sample)}"""
        devices, ranks = self.divisor, self.n_ranks
        return {"kernels": (self.device_rows(lambda x: x.is_kernel, lambda x: x.name), devices),
                "collectives": (self.device_rows(lambda x: x.is_kernel and x.kind == COMM,
                                                 lambda x: x.args.get("Collective name", x.name)), devices),
                "idle": (self.idle_rows(), devices),
                "operators": (self.host_rows(lambda run: (x for x in run.operators if not STEP.match(x.name))), ranks),
                "modules": (self.rows(self.modules()), ranks),
                "annotations": (self.host_rows(lambda run: (x for x in run.annotations if not STEP.match(x.name))), ranks),
                "runtime": (self.host_rows(lambda run: run.calls), ranks)}

    def main_operators(self):
        """{kernel name: the operator that launched most of its time}, from its first launches."""
        seen, sums = Counter(), defaultdict(Counter)
        for rank, x in self.activities():
            if x.is_kernel and self.starts_in_scope(x.begin) and seen[x.name] < LAUNCHES_LOOKED_AT:
                seen[x.name] += 1
                operator = None if x.call is None else self.runs[rank].innermost_operator(x.call)
                if operator is not None:
                    sums[x.name][operator] += x.end - x.begin
        return {name: min(own, key=lambda operator: (-own[operator], operator.encode())) for name, own in sums.items()}

    def representatives(self):
        """{kernel name: its longest launch in the scope, or None}"""
        longest = {}
        for rank, x in self.activities():
            if not x.is_kernel:
                continue
            best = longest.get(x.name)
            if self.starts_in_scope(x.begin):
                if best is None or (best.begin - best.end, best.begin) > (x.begin - x.end, x.begin):
                    longest[x.name] = x
            elif self.sample_of_activity(rank, x) is not None:
                longest.setdefault(x.name, None)
        return longest


def share_warm_up(sides):
    """Each side leaves out as many first samples as the one that leaves out most, if it has enough."""
    most = max(side.n_warm_up for side in sides)
    for side in sides:
        n = len(side.samples) + side.n_warm_up
        side.leave_out(max(side.n_warm_up, min(most, resampling.most_warm_up(n))))


def match_kernels(a, b, rows_a, rows_b):
    """[(name of a or None, name of b or None, kind of match)]"""
    left, right = a.representatives(), b.representatives()
    pairs = [(name, name, "exact") for name in left if name in right]

    def shape(side, name):
        args = x.args if (x := (left, right)[side][name]) is not None else {}
        return base_name(name), str(args.get("grid")), str(args.get("block"))

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
    """From the outermost inwards: by name, and what is left by what it contains, in order of appearance. A module that has no
    row is on the way to those inside it."""
    children = defaultdict(lambda: ([], []))  # {path: its children in a and b}, each under the path of its own side

    def own_class(path):
        return re.sub(r"_\d+$", "", path.rpartition("/")[2])

    def contents(side, path):
        return "".join(own_class(child) + "/" for child in children[path][side]) or own_class(path)

    for side, rows in enumerate((rows_a, rows_b)):
        names = [path.split("/") for path in rows]
        for path in dict.fromkeys("/".join(own[:n]) for own in names for n in range(1, len(own) + 1)):
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
    pairs = [(x if x in rows_a else None, y if y in rows_b else None, kind) for x, y, kind in pairs]
    return [(x, y, "removed" if y is None else "added" if x is None else kind) for x, y, kind in pairs if (x, y) != (None, None)]


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


def memory_peak(side):
    """The most of all ranks in the scope."""
    peaks = [run.memory_peak(*side.window) for run in side.runs]
    return max((peak for peak in peaks if peak is not None), default=None)


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
                     "differs": [None, None if found[1] is None else found[1][0] > 0 or found[1][1] < 0],
                     "n": n_samples(key)})

    times = [[float(t) for t in x.times] for x in (a, b)]
    devices = [x.divisor for x in (a, b)]
    steps = [None, None] if not has_steps else None
    add("step.mean", "ns", steps or [Fraction(sum(x.times), x.n) for x in (a, b)],
        steps or [sum(x.walls) for x in (a, b)], steps or [x.n * x.divisor for x in (a, b)], times, mean_statistic)
    for key, q in (("step.median", 0.5), ("step.p95", 0.95)):
        statistic = lambda samples, q=q: resampling.quantile(sorted(samples), q)
        add(key, "ns", steps or [statistic(t) for t in times], None, None, times, statistic)
    sums = [side.device_sums() for side in (a, b)]
    for side, own in zip((a, b), sums):
        own["launches"] = side.launches()
    for key in MEANS:
        divide = [x.n_ranks for x in (a, b)] if key == "launches" else devices
        samples = [[v / d for v in own[key]] for own, d in zip(sums, divide)]
        totals, divisors = [sum(own[key]) for own in sums], [side.n * d for side, d in zip((a, b), divide)]
        add(key, "count" if key in ("kernels", "launches") else "ns",
            [Fraction(t, d) for t, d in zip(totals, divisors)], totals, divisors, samples, mean_statistic)
        rows[-1]["p"] = resampling.p_value(*samples) if has_steps else None
    add("memory_peak", "bytes", [memory_peak(x) for x in (a, b)], None, None, None, None)
    return rows


def other_differences(rows):
    """(key, relative change or None, difference) of the figures that a headline names where the step time does not differ: at
    most two, the parts of a step first, after correction for many comparisons at 1 %."""
    rows = [row for row in rows if row["key"] in MEANS]
    is_found = resampling.discoveries([row["p"] for row in rows], 0.01)
    found = {row["key"]: row for row, is_so in zip(rows, is_found) if is_so and row["differs"][1]}
    parts = sorted((key for key in (*PARTS, "idle") if key in found), key=lambda key: -abs(round(found[key]["differences"][1], 3)))
    others = [key for key in ("gpu_active", "communication", "kernels", "launches") if key in found]
    named = (parts + [key for key in others if not parts or key != "gpu_active"])[:2]
    return [(key, found[key]["ratios"][1], found[key]["differences"][1]) for key in named]


def waterfall(a, b, pairs):
    """From a's mean step to b's: exact fractions. Without a device there is nothing to divide."""
    # Memcpys, memsets, and kernels that run in a window but do not belong to it, are matched by exact name.
    without_row = [x.names - {pair[side] for pair in pairs} for side, x in enumerate((a, b))]
    pairs = [(x or (y if y in without_row[0] else None), y or (x if x in without_row[1] else None)) for x, y, _ in pairs]
    by_name = [{pair[side]: pair for pair in pairs if pair[side] is not None} for side in (0, 1)]
    parts = {part: defaultdict(Fraction) for part in (*PARTS, *("idle." + cause for cause in CAUSES))}
    for side, sign in ((0, -1), (1, 1)):
        own = (a, b)[side]
        for owned in own.owned:
            for (part, name), ns in owned.items():
                pair = by_name[side].get(name) or tuple(name if name in names else None for names in without_row)
                parts[part][pair] += sign * Fraction(ns, own.n * own.n_devices)
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
    """What a headline names for a difference: {"same": what has its direction, "against": what has not, "rest": what all of
    these leave of it, or None}. A cause is {"part", "ns", "names"}; kernels of a part that have no counterpart are one if each
    side has some: "added" and "removed" are then their names and time. What a part has without the kernels that are named is
    one too: "is_other" tells whether there are such kernels. "is_clear": no other choice is as good."""
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

    def with_direction(causes, sign, least):
        enough = [x for x in causes if x["ns"] * difference * sign > 0 and abs(x["ns"]) >= least * abs(difference)]
        return sorted(enough, key=lambda x: -abs(x["ns"]))

    candidates = with_direction(found, 1, Fraction(1, 20)), with_direction(found, -1, Fraction(1, 2))
    same, against = candidates[0][:3], candidates[1][:1]
    sizes = [[abs(x["ns"]) for x in own[:n + 1]] for own, n in zip(candidates, (3, 1))]
    rests = []
    for part in PARTS:
        named = [x["ns"] for x in same + against if x["part"] == part]
        rests.append({"part": part, "ns": sum(parts[part].values(), Fraction()) - sum(named), "names": None, "is_other": bool(named)})
    by_part = lambda causes: sorted(causes, key=lambda x: PARTS.index(x["part"]))
    same = same + by_part(with_direction(rests, 1, Fraction(1, 5) if same else Fraction(1, 20)))
    against = against + by_part(with_direction(rests, -1, Fraction(1, 2))) if same else []
    rest = difference - sum(x["ns"] for x in same + against)
    return {"same": same, "against": against, "rest": rest if same and abs(rest) * 5 > abs(difference) else None,
            "is_clear": all(len(set(own)) == len(own) for own in sizes)}


def compare(a, b, index=1, has_steps=True):
    """Of two sides. index: of the other among those of one command; 0 is the baseline. has_steps: whether all of these have
    some."""
    has_steps = has_steps and bool(a.samples and b.samples)
    if has_steps:
        share_warm_up([a, b])
    for side in (a, b):
        side.use_steps(has_steps)
    answer = {"schema": "stepscope.compare/1",
              "profiles": [{"label": label, "path": side.run.path, "steps": side.n if has_steps else 0,
                            "ranks": side.n_ranks, "gpus": side.n_devices, "outside_steps_ns": side.outside_steps(),
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
