# SPDX-License-Identifier: Apache-2.0
"""A generated Perfetto trace (tests/gen/make_perfetto.py) against a decoder of its own: counts and nanosecond sums of slices
by category and name, arrows, launches, values of counters, marks, and what was skipped."""

import collections
import os
import struct
import subprocess
import sys
import tempfile

import traces

PROGRAM, MAKE_PERFETTO = sys.argv[1:3]
CATEGORIES = {"hip_api": "cuda_runtime", "kernel_dispatch": "kernel", "memory_copy": "gpu_memcpy", "app": "app"}
COPIES = {"MEMORY_COPY_HOST_TO_DEVICE": "Memcpy HtoD (Host -> Device)",
          "MEMORY_COPY_DEVICE_TO_HOST": "Memcpy DtoH (Device -> Host)"}


def fields(data):
    """Yields (number, value) of a message; bytes for messages and texts."""
    at, end = 0, len(data)

    def varint():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    while at < end:
        tag = varint()
        if tag & 7 == 0:
            yield tag >> 3, varint()
        elif tag & 7 == 1:
            yield tag >> 3, data[at:at + 8]
            at += 8
        else:
            n = varint()
            yield tag >> 3, data[at:at + n]
            at += n


class Decoder:
    def __init__(self):
        self.skipped, self.stray, self.lost = 0, 0, 0
        self.state = {}  # by sequence: names, categories, track, time
        self.ends = []  # (track, time, order, kind, name, category)
        self.flows = collections.defaultdict(list)  # by id: (time, order, category)
        self.values, self.marks = [], 0

    def packet(self, data, order):
        found = collections.defaultdict(list)
        for number, value in fields(data):
            found[number].append(value)
        sequence, flags = found.get(10, [0])[0], found.get(13, [0])[0]
        state = self.state.setdefault(sequence, {"valid": False, "known": collections.defaultdict(dict)})
        if found.get(42):
            self.lost += 1
            state["valid"] = False
        if flags & 1:
            state.update(valid=True, known=collections.defaultdict(dict), track=None)
        if flags & 2 and not state["valid"]:
            self.skipped += 1
            return
        for defaults in found[59]:
            for number, value in fields(defaults):
                if number == 11:
                    state["track"] = dict(fields(value))[11]
        for interned in found[12]:
            for kind, entry in fields(interned):
                entry = dict(fields(entry))
                state["known"][kind][entry[1]] = entry[2].decode()
        for snapshot in found[6]:
            for _, clock in fields(snapshot):
                clock = dict(fields(clock))
                if clock[1] == 64:
                    state["time"] = clock[2]
        for event in found[11]:
            state["time"] += found[8][0]
            self.event(state, list(fields(event)), order)

    def event(self, state, event, order):
        one = dict(event)
        kind, time, track = one[9], state["time"], one.get(11, state["track"])
        if kind == 4:
            self.values.append(struct.unpack("<d", one[44])[0])
            return
        name = state["known"][2].get(one.get(10), "")
        category = state["known"][1].get(one.get(3), "")
        if kind == 3:
            self.marks += 1
        else:
            self.ends.append((track, time, order, kind, name, category))
        for number, value in event:
            if number in (47, 48):
                self.flows[value].append((time, order, category))

    def slices(self):
        """Matches begins and ends by time: {(category, name): [count, sum]}. Those without an end last until all others have
        ended. Returns how many these are, too."""
        last = max(time for _, time, _, _, _, _ in self.ends)
        sums, stacks = collections.defaultdict(lambda: [0, 0]), collections.defaultdict(list)
        for track, time, _, kind, name, category in sorted(self.ends, key=lambda e: e[:3]):
            if kind == 1:
                stacks[track].append((time, name, category))
            elif stacks[track]:
                self.add(sums, stacks[track].pop(), time)
            else:
                self.stray += 1
        unfinished = [begun for stack in stacks.values() for begun in stack]
        for begun in unfinished:
            self.add(sums, begun, last)
        return {k: tuple(v) for k, v in sums.items()}, len(unfinished)

    @staticmethod
    def add(sums, begun, end):
        begin, name, category = begun
        entry = sums[CATEGORIES[category], COPIES.get(name, name)]
        entry[0] += 1
        entry[1] += end - begin

    def launches(self):
        calls = [sorted(points) for points in self.flows.values()]
        return sum(1 for points in calls if len(points) == 2 and points[0][2] == "hip_api")


def query(path, sql):
    return [tuple(row) if isinstance(row, list) else tuple(row.values())
            for row in traces.output(PROGRAM, "query", "--no-cache", path, sql)["rows"]]


def check(seed):
    wrong = []

    def same(what, got, want):
        if got != want:
            wrong.append(f"seed {seed}, {what}: {str(got)[:300]} is not {str(want)[:300]}")

    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "trace.pftrace")
        subprocess.run([sys.executable, MAKE_PERFETTO, path, "400", str(seed)], check=True)
        decoder = Decoder()
        with open(path, "rb") as file:
            for order, (_, packet) in enumerate(fields(file.read())):
                decoder.packet(packet, order)
        sums, unfinished = decoder.slices()
        info = traces.output(PROGRAM, "info", "--no-cache", path, "--json")
        health = {row["id"]: row["count"] for row in info["health"]}
        got = query(path, "select category, name, count(*), sum(dur_ns) from slice group by 1, 2")
        same("slices", {(c, n): (count, total) for c, n, count, total in got}, sums)
        same("number of slices", info["events"]["slices"], sum(count for count, _ in sums.values()) - unfinished)
        same("unfinished", health.get("slice.unfinished", 0), unfinished)
        same("stray ends", health.get("slice.end_without_begin", 0), decoder.stray)
        same("skipped", info["events"]["skipped"], decoder.skipped)
        same("losses", health.get("perfetto.packets_lost", 0), decoder.lost)
        same("marks", info["events"]["instants"], decoder.marks)
        same("ends of flows", info["events"]["flows"], sum(map(len, decoder.flows.values())))
        same("launches", query(path, "select count(*) from flow where kind = 'launch'")[0][0], decoder.launches())
        values = query(path, "select count(*), sum(value) from counter")[0]
        same("values", values[0], len(decoder.values))
        same("sum of values", round(values[1], 6), round(sum(decoder.values), 6))
    return wrong


def main():
    wrong = [line for seed in (1, 2, 3) for line in check(seed)]
    print("\n".join(wrong) or "3 traces are as decoded here")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
