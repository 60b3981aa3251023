# SPDX-License-Identifier: Apache-2.0
"""No event of a real trace is lost, of any phase, and none is a nanosecond off.

What Python's json and decimal make of the text is compared with `info` (events by phase, read and skipped) and with
`query` (of the slices of each category: how many, the sums of their starts and durations, and a sum that ties each
start to its duration). Files that are not valid JSON are counted by their braces.
"""

import collections
import concurrent.futures
import decimal
import json
import os
import re
import sys

import traces

PROGRAM = sys.argv[1]
# Under sanitizers the largest files take minutes, and hold nothing that smaller ones do not: the other build has them.
LARGEST_BYTES = int(sys.argv[2]) if len(sys.argv) > 2 else None

SLICES = """select category, count(*), sum(ts_ns), sum(dur_ns),
                   sum((ts_ns % 1000003 + 1000003) % 1000003 * (dur_ns % 1009 + 1))
            from slice group by category order by category"""
TIME_MAX_NS = 1 << 61
FLOWS, INSTANTS, COUNTERS, BEGINS, ENDS = "stf", "iIRn", "C", "BbS", "EeF"
NOT_SHOWN = "PNODvVc()Tp"


def ns(us):
    """Microseconds, as the text of the number, in nanoseconds; None: it is no time."""
    if isinstance(us, bool) or not isinstance(us, (int, str)):
        return None
    whole, _, decimals = str(us).partition(".")
    if whole.isdecimal() and len(decimals) <= 3 and (not decimals or decimals.isdecimal()):
        value = int(whole) * 1000 + int((decimals + "000")[:3])
    else:
        try:
            value = int((decimal.Decimal(us) * 1000).to_integral_value(decimal.ROUND_HALF_EVEN))
        except (decimal.InvalidOperation, OverflowError, ValueError):
            return None
    return value if abs(value) <= TIME_MAX_NS else None


def root_of(text):
    """The document; None where it is not valid JSON. Numbers with a point stay text."""
    try:
        root = json.loads(text.decode("utf-8", "replace"), parse_float=str, strict=False)
    except ValueError:
        return None
    return {"traceEvents": root} if isinstance(root, list) else root


def count_braces(text):
    """How many objects stand in the array of events, the one that the text ends in included."""
    key = text.find(b'"traceEvents"')
    depth = n = 0
    for token in re.finditer(rb'"(?:[^"\\]|\\.)*"?|[{}\[\]]', text[text.index(b"[", max(key, 0)) + 1:], re.DOTALL):
        if token[0] in (b"{", b"["):
            n += depth == 0
            depth += 1
        elif token[0] in (b"}", b"]"):
            depth -= 1
            if depth < 0:
                break
    return n


class Expected:
    """What a profile of the events has to hold."""

    def __init__(self, events):
        self.counts = collections.Counter()
        self.slices = []  # category, start, duration
        self.n_begins = self.begins_ns = self.ends_ns = 0
        self.starts = []
        for event in events:
            self.counts["total" if self.add(event) else "skipped"] += 1

    def add(self, event):
        phase = event.get("ph") if isinstance(event, dict) else None
        phase = phase[:1] if isinstance(phase, str) else None  # of several letters the first counts
        if phase == "M" or (phase and phase in NOT_SHOWN):
            return True
        if not phase or phase not in "X" + FLOWS + INSTANTS + COUNTERS + BEGINS + ENDS:
            return False
        time_ns = ns(event.get("ts"))
        if time_ns is None:
            return False
        if phase == "X":
            dur_ns = ns(event.get("dur")) if "dur" in event else 0
            if dur_ns is None:
                return False
            category = event.get("cat", "")
            self.slices.append((category, time_ns, max(dur_ns, 0)))
            if category.lower() != "trace":
                self.starts.append(time_ns)
        elif phase in BEGINS:
            self.n_begins += 1
            self.begins_ns += time_ns
            self.starts.append(time_ns)
        elif phase in ENDS:
            self.ends_ns += time_ns
        else:
            self.counts["flows" if phase in FLOWS else "instants" if phase in INSTANTS else "counters"] += 1
        return True

    def origin_ns(self):
        return min(self.starts, default=0)

    def by_category(self):
        """What SLICES gives."""
        origin, sums = self.origin_ns(), {}
        for category, start, dur in self.slices:
            start -= origin
            row = sums.setdefault(category, [0, 0, 0, 0])
            row[0] += 1
            row[1] += start
            row[2] += dur
            row[3] += start % 1000003 * (dur % 1009 + 1)
        return sums


def check_counts(name, info, expected):
    for key in ("total", "skipped", "flows", "instants", "counters"):
        got, want = info["events"][key], expected.counts[key]
        if got != want:
            yield f"{name}: {key}: got {got}, want {want}"


def check_times(name, path, info, expected):
    rows = traces.output(PROGRAM, "query", path, SLICES)["rows"]
    got = {row[0] or "": row[1:] for row in rows}
    want = expected.by_category()
    if expected.n_begins == 0:
        for category in sorted(set(got) | set(want)):
            if got.get(category) != want.get(category):
                yield f"{name}: slices {category!r}: got {got.get(category)}, want {want.get(category)}"
    elif not any(row["id"] in ("slice.unfinished", "slice.end_without_begin") for row in info["health"]):
        # Whichever begin belongs to whichever end, the sum of what lies between them is the same.
        origin = expected.origin_ns()
        sums = [sum(row[i] for row in got.values()) for i in range(3)]
        wanted = [sum(row[i] for row in want.values()) for i in range(3)]
        wanted[0] += expected.n_begins
        wanted[1] += expected.begins_ns - expected.n_begins * origin
        wanted[2] += expected.ends_ns - expected.begins_ns
        if sums != wanted:
            yield f"{name}: slices, starts, durations: got {sums}, want {wanted}"


def check(path):
    """(number of events, what differs); None: it is no trace."""
    name = os.path.basename(path)
    if traces.run(PROGRAM, "info", path).returncode == 2:
        return None
    info = traces.output(PROGRAM, "info", path)
    text = traces.text(path)
    root = root_of(text)
    n_seen = info["events"]["total"] + info["events"]["skipped"]
    if root is None:
        n = count_braces(text)
        return n, ([] if n == n_seen else [f"{name}: events: got {n_seen}, want {n} by its braces"])
    expected = Expected(root["traceEvents"])
    found = [*check_counts(name, info, expected), *check_times(name, path, info, expected)]
    if "baseTimeNanoseconds" in root:
        want = str(root["baseTimeNanoseconds"] + expected.origin_ns())
        if info["time_origin"]["epoch_ns"] != want:
            found.append(f"{name}: time 0: got {info['time_origin']['epoch_ns']}, want {want}")
    return n_seen, found


def main():
    traces.require()
    paths = traces.files("kineto", "kineto_multirank", "chrome_other", "rocm", "nsys", "sagemaker", "malformed")
    left = [path for path in paths if LARGEST_BYTES is not None and os.path.getsize(path) > LARGEST_BYTES]
    paths = [path for path in paths if path not in left]
    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        results = [result for result in pool.map(check, paths) if result is not None]
    found = [line for _, differences in results for line in differences]
    for line in found[:60]:
        print(line)
    print(f"{len(results)} traces, {sum(n for n, _ in results)} events, {len(found)} differences"
          f"; {len(left)} of the largest are left to the build without sanitizers")
    return bool(found) or len(results) < 40


if __name__ == "__main__":
    sys.exit(main())
