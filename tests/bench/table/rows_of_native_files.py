# SPDX-License-Identifier: Apache-2.0
"""A native file that is opened, drawn, searched, summed up and archived: of 1 M, 10 M and 100 M events."""

import os
import re

from inputs import MILLION
from measuring import medians, run


def sizes(largest):
    return [n for n in (MILLION, 10 * MILLION, 100 * MILLION) if n <= largest]


def opening(rows, inputs, largest):
    for events in sizes(largest):
        f = medians([inputs.program("tests/bench/bench_first_picture"), inputs.native(events), "--picture"])
        rows.add(f"first picture, {events // MILLION} M events", f["picture"], "ms of CPU", 50, "fonts {:.1f}, map {:.2f}, "
                 "profile {:.2f}, draw {:.1f}".format(*(f[name].median for name in ("fonts", "map", "profile", "draw"))))
    for events in sizes(largest):
        f = medians([inputs.program("tests/bench/bench_first_picture"), inputs.native(events)])
        rows.add(f"figures of the dashboard, {events // MILLION} M events", f["dashboard"], "ms of CPU",
                 3000 if events >= 100 * MILLION else None)


def frames(rows, inputs, largest):
    """What the main thread does for a frame along one path of views, and what all arrows in view add to it."""
    for events in sizes(largest):
        output = run(inputs.program("tests/bench/bench_timeline"), inputs.native(events))
        for what, name in (("timeline frame", "a frame of the timeline, p99"), ("all flows", "all arrows in view, p99")):
            ms, bar = re.search(what + r": p99 ([0-9.]+) ms, bar ([0-9.]+) ms", output).groups()
            rows.add(f"{name}, {events // MILLION} M events", float(ms), "ms of CPU", float(bar))


def search(rows, inputs, largest):
    """What a key press does: it finds the names that have a text, and lists the first million of them by time."""
    for events in sizes(largest):
        output = run(inputs.program("tests/bench/bench_search"), inputs.native(events), "aten", "names")
        find, order = (float(x) for x in re.findall(r"cpu +([0-9.]+) ms", output)[:2])
        rows.add(f"search by name, {events // MILLION} M events", find + order, "ms of CPU", 150,
                 f"finding {find:.0f}, listing {order:.0f}")


def archive(rows, inputs, largest):
    """Size and decoding are measured by a program of their own."""
    if largest >= 100 * MILLION:
        output = run(inputs.program("tests/bench/bench_archive"), inputs.archive(100 * MILLION))
        per_us, bar = re.search(r"([0-9.]+) M slices/s CPU, bar ([0-9.]+)", output).groups()
        rows.add("decoding an archive, 100 M events", float(per_us), "M slices/s", float(bar), more_is_better=True)
    real = inputs.real("kineto/sam-fast__amg_example__asdf_False.json.gz")
    output = run(inputs.program("tests/bench/bench_archive"), inputs.program("tests/gen/make_trace"), str(MILLION),
                 *([real] if real else []))
    for line in output.splitlines():
        match = re.match(r"(archive size|decode), (.*), bar ([0-9.]+) (ok|MISSED)", line)
        if match is None:
            continue
        what, figure, bar, _ = match.groups()
        if what == "decode":
            rows.add("decoding an archive, " + ("real" if real and "194346" in figure else "synthetic"),
                     float(re.search(r"([0-9.]+) M slices/s", figure).group(1)), "M slices/s", float(bar), more_is_better=True)
        else:
            rows.add("size of an archive, " + ("real" if "sam-fast" in figure else "synthetic"),
                     float(re.search(r"([0-9.]+) of it", figure).group(1)), "of the .json.gz", float(bar),
                     re.search(r"[0-9.]+ B/event", figure).group(0))


def visible_range(rows, inputs, largest):
    program = inputs.program("tests/bench/bench_visible_range")
    for events in sizes(largest)[1:]:
        last = run(program, inputs.native(events)).splitlines()[-1]
        slices, us, size = re.search(r"longest row (\d+) slices.*worst median ([0-9.]+) us; pyramid ([0-9.]+) B/slice", last).groups()
        rows.add(f"visible range at the worst zoom, {events // MILLION} M events", float(us), "us", 50,
                 f"a row of {int(slices) / 1e6:.1f} M slices")
        rows.add(f"its index, {events // MILLION} M events", float(size), "B/event", 1)
    for events in sizes(largest)[1:]:
        output = run(program, str(events)).splitlines()
        us = re.search(r"worst median ([0-9.]+) us", next(x for x in output if x.startswith("visible range"))).group(1)
        rows.add(f"visible range at the worst zoom, row of {events // MILLION} M", float(us), "us", 50)
        rows.add(f"its index, row of {events // MILLION} M",
                 max(float(x) for line in output for x in re.findall(r"pyramid ([0-9.]+) B/slice", line)), "B/event", 1)


def sum_by_name(rows, inputs, largest):
    for events in sizes(largest):
        text = run(inputs.program("tests/bench/bench_name_totals"), inputs.native(events)).split(":", 1)[1]
        median, first = (float(re.search(name + r" ([0-9.]+)", text).group(1)) for name in ("median", "first"))
        rows.add(f"sum of durations by name, {events // MILLION} M events", median, "ns a slice", 2,
                 f"{first:.2f} the first time, with its page faults")


def measure_drawing(rows, inputs, largest):
    frames(rows, inputs, largest)
    search(rows, inputs, largest)


def measure_opening(rows, inputs, largest):
    opening(rows, inputs, largest)


def measure_file_sizes(rows, inputs, largest):
    for events in sizes(largest):
        rows.add(f"native file of the generator, {events // MILLION} M events",
                 os.path.getsize(inputs.native(events)) / events, "B/event", None)
