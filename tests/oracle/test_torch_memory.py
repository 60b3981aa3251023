# SPDX-License-Identifier: Apache-2.0
"""PyTorch's memory snapshots against a replay in Python.

Of snapshots of each version and form (tests/gen/make_memory_snapshot.py): bytes allocated, reserved, and awaiting their
release after every event, found backwards from the blocks at the end; the live allocations by call stack at the peak and at
other instants. Of real ones likewise, where there are any."""

import collections
import functools
import io
import json
import os
import pickle
import subprocess
import sys
import tempfile

import traces

PROGRAM, MAKE = sys.argv[1:3]
COUNTERS = ("Memory allocated", "Memory reserved", "Memory awaiting release", "Memory reserved, not allocated")
IN_USE = {"active_allocated": 0, "active_pending_free": 2}


class Checks:
    def __init__(self):
        self.n, self.wrong = 0, []

    def same(self, what, got, want):
        self.n += 1
        if got != want:
            self.wrong.append(f"{what}: {str(got)[:300]} is not {str(want)[:300]}")


def output(*arguments):
    done = subprocess.run([PROGRAM, *arguments, "--no-cache", "--json"], capture_output=True, check=True)
    return json.loads(done.stdout)


def rows(path, sql):
    return [tuple(row) if isinstance(row, list) else tuple(row.values()) for row in output("query", path, sql)["rows"]]


class Unpickler(pickle.Unpickler):
    """For files of others: nothing is executed."""

    def find_class(self, module, name):
        raise pickle.UnpicklingError(f"{module}.{name}")


def load(path):
    with open(path, "rb") as file:
        data = file.read()
    value = json.loads(data) if data[:1] == b"{" else Unpickler(io.BytesIO(data)).load()
    return value if isinstance(value, dict) else {"segments": value, "device_traces": []}


FRAME_BYTES, FRAMES = 400, 256


@functools.lru_cache(maxsize=None)
def frame_text(filename, line, name):
    """As much of a frame as is kept."""
    begin = f"({line}): " if line > 0 else ": " if filename else ""
    out, n = [], 0
    for part, is_kept in ((filename, False), (begin, True), (name, False)):
        for character in part:
            if n >= FRAME_BYTES and not is_kept:
                break
            out.append(" " if character < " " else character)
            n += len(character.encode()) + (character in '"\\')
    return "".join(out)


def stack_of(frames):
    return ";".join(frame_text(f["filename"], f["line"], f["name"]) for f in frames[:FRAMES])


def blocks_of(snapshot, device):
    """Address: bytes asked for, state, stack."""
    found = {}
    for segment in snapshot["segments"]:
        address = segment["address"]
        for block in segment["blocks"]:
            at = block.get("address", address)
            address = at + block["size"]
            history = block.get("history")
            asked = history[0]["real_size"] if history else block.get("requested_size", block["size"])
            frames = history[0]["frames"] if history else block.get("frames", [])
            if segment["device"] == device and block["state"] != "inactive":
                found[at] = (asked, block["state"], stack_of(frames))
    return found


def replay(snapshot, device, events):
    """After each event the three sums; and what is live before the first one: address: (bytes, stack)."""
    blocks = blocks_of(snapshot, device)
    sums = [sum(asked for asked, state, _ in blocks.values() if IN_USE[state] == 0),
            sum(s["total_size"] for s in snapshot["segments"] if s["device"] == device),
            sum(asked for asked, state, _ in blocks.values() if IN_USE[state] == 2)]
    live = {at: (asked, stack) for at, (asked, state, stack) in blocks.items() if IN_USE[state] == 0}
    after = []
    for event in reversed(events):
        after.append(tuple(sums))
        size = event["size"]
        match event["action"]:
            case "alloc":
                sums[0] -= size
                live.pop(event["addr"])
            case "free_requested":
                sums[0] += size
                sums[2] -= size
                live[event["addr"]] = (size, None)
            case "free_completed":
                sums[2] += size
            case "segment_alloc" | "segment_map":
                sums[1] -= size
            case "segment_free" | "segment_unmap":
                sums[1] += size
    return tuple(sums), after[::-1], live


def last_at_time(samples):
    """Of samples of one time, the last."""
    return dict(samples)


def check_counters(checks, what, path, device, snapshot, events, origin_us):
    first, after, _ = replay(snapshot, device, events)
    # What is released and completed at once never awaits its release.
    for i, (event, following) in enumerate(zip(events, events[1:])):
        if (event["action"], following["action"]) == ("free_requested", "free_completed") \
                and event["addr"] == following["addr"] and following.get("time_us", 0) - event.get("time_us", 0) <= 10:
            after[i] = (after[i][0], after[i][1], after[i + 1][2])
    times = [event.get("time_us", origin_us + 1 + i) - origin_us for i, event in enumerate(events)]
    for c, name in enumerate(COUNTERS):
        values = [s[c] if c < 3 else s[1] - s[0] for s in [first, *after]]
        got = rows(path, "select ts_ns, value from counter c join track t on t.id = c.track_id where t.name = "
                         f"'{name}' and t.device = {device} order by t.id")
        begin = (times[0] if times else 1) - 1
        want = last_at_time(zip([begin, *times], values))
        have = last_at_time((ts // 1000, int(value)) for ts, value in got)
        checks.same(f"{what}: {name} begins", have.get(begin), values[0])
        now = None
        for time in sorted(want):
            now = have.get(time, now)
            checks.same(f"{what}: {name} at {time}", now, want[time])
        # Every event that changes it has its sample.
        if c < 2:
            changes = ("alloc", "free_requested") if c == 0 else ("segment_alloc", "segment_free")
            checks.same(f"{what}: {name} samples", [int(value) for _, value in got[1:]],
                        [s[c] for event, s in zip(events, after) if event["action"] in changes])


def live_at(snapshot, device, events, until):
    """By stack: bytes and count, behind that many events."""
    _, _, live = replay(snapshot, device, events)
    for event in events[:until]:
        if event["action"] == "alloc":
            live[event["addr"]] = (event["size"], stack_of(event.get("frames", [])))
        elif event["action"] == "free_requested":
            live.pop(event["addr"])
    found = collections.defaultdict(lambda: [0, 0])
    for asked, stack in live.values():
        found[stack or None][0] += asked
        found[stack or None][1] += 1
    return {stack: tuple(sums) for stack, sums in found.items()}


def reported(path, device, *options):
    table = output("stats", path, "--report", "allocations_live", *options)["allocations_live"]
    return {row["stack"]: (row["bytes"], row["count"]) for row in table if row["device"] == device}


def check_live(checks, what, path, device, snapshot, events, origin_us):
    first, after, _ = replay(snapshot, device, events)
    peak = max(range(len(events)), key=lambda i: (after[i][0], -i)) if events else None
    if peak is not None and after[peak][0] >= first[0]:
        checks.same(f"{what}: live at the peak", reported(path, device), live_at(snapshot, device, events, peak + 1))
        sums = [row for row in output("stats", path, "--report", "allocations_peak")["allocations_peak"]
                if row["device"] == device]
        checks.same(f"{what}: peak", [(row["allocated_bytes"]) for row in sums], [after[peak][0]])
    if not events or "time_us" not in events[0]:
        return
    for part in (3, 2):
        time = events[len(events) // part]["time_us"]
        until = sum(event["time_us"] <= time for event in events)
        checks.same(f"{what}: live at 1/{part}", reported(path, device, "--at", f"{time - origin_us}us"),
                    live_at(snapshot, device, events, until))


def check(checks, what, path):
    snapshot = load(path)
    info = output("info", path)
    epoch = info["time_origin"]["epoch_ns"]
    # The history is the only slice, and the origin is its begin.
    origin_us = min(min(e["time_us"] for e in events) - 1 for events in snapshot["device_traces"] if events) \
        if epoch else 0
    checks.same(f"{what}: origin", epoch and int(epoch), origin_us * 1000 if epoch else None)
    n = sum(map(len, snapshot["device_traces"])) + len(snapshot["segments"]) \
        + len(snapshot.get("external_annotations", []))
    checks.same(f"{what}: events", (info["events"]["total"], info["events"]["skipped"]), (n, 0))
    checks.same(f"{what}: health", [row["id"] for row in info["health"]
                                    if row["id"] not in ("memory.out_of_memory", "memory.no_time")], [])
    devices = {s["device"] for s in snapshot["segments"]} | {d for d, e in enumerate(snapshot["device_traces"]) if e}
    for device in sorted(devices):
        events = snapshot["device_traces"][device] if device < len(snapshot["device_traces"]) else []
        check_counters(checks, f"{what}, device {device}", path, device, snapshot, events, origin_us)
        check_live(checks, f"{what}, device {device}", path, device, snapshot, events, origin_us)


def main():
    checks = Checks()
    cases = [
        ("whole", ["--events", "1500"]),
        ("ring", ["--events", "1500", "--ring", "400"]),
        ("devices", ["--events", "600", "--devices", "4", "--ring", "300"]),
        ("all released", ["--events", "900", "--live", "5", "--ring", "500"]),
        ("cpp", ["--events", "1500", "--ring", "900", "--form", "cpp", "--devices", "2"]),
        ("json", ["--events", "800", "--form", "json", "--ring", "500", "--devices", "2"]),
        ("sorted json", ["--events", "800", "--form", "json-sorted", "--ring", "500"]),
        *((f"protocol {p}", ["--events", "500", "--ring", "300", "--devices", "3", "--protocol", str(p)]) for p in range(6)),
        *((f"PyTorch {v}", ["--events", "500", "--ring", "300", "--torch", v]) for v in ("1.13", "2.0", "2.1")),
        ("more than one batch", ["--events", "3100", "--devices", "2", "--stacks", "1500", "--depth", "12"]),
        ("batches of 1000", ["--events", "1999", "--devices", "1", "--ring", "1000"]),
        ("batches of 1001", ["--events", "1999", "--devices", "2", "--ring", "1001"]),
        ("one event", ["--events", "30", "--ring", "1"]),
    ]
    with tempfile.TemporaryDirectory() as folder:
        for name, options in cases:
            path = os.path.join(folder, name.replace(" ", "_") + ".pickle")
            subprocess.run([sys.executable, MAKE, path, *options], check=True)
            check(checks, name, path)
    real = traces.files("torch_memory", suffixes=(".pickle", ".json"))
    for path in real:
        check(checks, os.path.basename(path), path)
    print(f"{len(cases)} snapshots made here, {len(real)} real ones in {traces.ROOT}")
    for wrong in checks.wrong[:20]:
        print(wrong)
    print(f"{checks.n} comparisons, {len(checks.wrong)} wrong")
    return 1 if checks.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
