# SPDX-License-Identifier: Apache-2.0
"""Statistics of a profile and of windows of it, findings, comparisons, reports, and jobs of many ranks."""

import os
import re

from inputs import MILLION
from measuring import figures, median_cpu_s, peak_memory, run
from rows_of_native_files import sizes

WINDOW_BAR_MS = 150


def reports_of_stats(inputs):
    text = run(inputs.program("app/stepscope-cli"), "stats", "--help").split("(summary", 1)[1].split(")", 1)[0]
    return ["summary", *re.sub(r"\s", "", text).strip(",").split(",")]


def statistics(rows, inputs, largest):
    program, said = inputs.program("app/stepscope-cli"), inputs.path("stats.json")
    asked = [x for name in reports_of_stats(inputs) for x in ("--report", name)]
    for events in sizes(largest)[:2]:
        for what, reports in (("usual reports", []), ("every report", asked)):
            rows.add(f"stats, {what}, {events // MILLION} M events",
                     median_cpu_s([program, "stats", inputs.native(events), "--json", *reports], said), "s of CPU", 1)
        windows(rows, inputs, events)
        dashboard(rows, inputs, events)


def windows(rows, inputs, events):
    """A tenth, a half and all of a profile; the table has the slowest of them."""
    for line in run(inputs.program("tests/bench/bench_stats"), inputs.native(events)).splitlines():
        match = re.match(r"(.*?)  +(1/10.*?)  bar 150 ms (ok|MISSED)", line)
        if match is None:  # such as a table that needs a smaller window, which says so
            continue
        name, figure, _ = match.groups()
        walls = [float(x) for x in re.findall(r"([0-9.]+) ms \(", figure)]
        rows.add(f"{name} of a window, {events // MILLION} M events", max(walls), "ms of the wall", WINDOW_BAR_MS)


def dashboard(rows, inputs, events):
    sections = run(inputs.program("tests/bench/bench_dashboard"), inputs.native(events)).splitlines()
    whole = {line[:14].strip(): float(line[14:].split()[0]) for line in sections[1:-1] if line[14:].split()}
    slowest = ", ".join(f"{name} {ms:.0f}" for name, ms in sorted(whole.items(), key=lambda x: -x[1])[:4] if ms >= 1)
    rows.add(f"all panes of the dashboard, {events // MILLION} M events", float(sections[-1].split()[1]), "ms of the wall",
             None, slowest)


def findings(rows, inputs, largest):
    for events in sizes(largest)[:2]:
        rows.add(f"findings, {events // MILLION} M events",
                 median_cpu_s([inputs.program("app/stepscope-cli"), "check", inputs.native(events), "--findings"]),
                 "s of CPU", 1.5)


def report(rows, inputs, largest):
    program, out = inputs.program("app/stepscope"), inputs.path("report.html")
    for events in sizes(largest)[:2]:
        cpu = median_cpu_s([program, "report", inputs.native(events), "-o", out])
        rows.add(f"HTML report, {events // MILLION} M events", cpu, "s of CPU", None)
        rows.add(f"its size, {events // MILLION} M events", os.path.getsize(out) / 1e6, "MB", 3)
        os.unlink(out)


def comparisons(rows, inputs, largest):
    """Two runs of one job of 10 M events on the command line, and four of 1 M for the page."""
    events = min(largest, 10 * MILLION)
    command = [inputs.program("app/stepscope-cli"), "compare", *[inputs.native(events, i) for i in (1, 2)]]
    rows.add(f"compare 2 x {events // MILLION} M events", median_cpu_s(command), "s of CPU", 2.5)
    rows.add("its memory besides the mapped files", max(peak_memory(command)[0] for _ in range(3)) / 2e6, "MB a profile", 64)
    lines = run(inputs.program("tests/bench/bench_compare"), *[inputs.native(MILLION, i) for i in (1, 2, 3, 4)]).splitlines()
    costs = {line.split()[0]: figures(line) for line in lines}
    rows.add("Compare page, 4 x 1 M events", costs["page"]["page"], "ms of the wall", 500, f"{costs['page']['cpu']:.0f} ms of CPU")
    for name, what in (("align", "what they can be aligned by"), ("missing", "slices without a counterpart"),
                       ("find", "the counterpart of one slice")):
        rows.add(what, costs[name]["cpu"], "ms of CPU", None)


def job(rows, inputs, _largest):
    """1,024 ranks of 20 steps, as tests/bench/bench_job.py makes them."""
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "bench_job.py")
    text = run("/usr/bin/python3", script, inputs.program("app/stepscope-cli"), inputs.program("tests/gen/make_trace"))

    def of(pattern):
        return float(re.search(pattern, text).group(1))

    rows.add("summary of a rank", of(r"ratio ([0-9.]+)"), "x an import", 1.3)
    rows.add("merging 1,024 ranks of 20 steps", of(r"merge 1024 .*?: ([0-9.]+) s"), "s of CPU", 10)
    rows.add("its memory", of(r"merge 1024 .*? s, ([0-9]+) MB"), "MB", 300)
    rows.add("opening a job of 1,024 ranks", of(r"open: ([0-9]+) ms"), "ms of CPU", 100)
    heat = run(inputs.program("tests/bench/bench_heat_map"))
    rows.add("heat map of 1,024 x 200 cells", max(float(x) for x in re.findall(r"([0-9.]+) ms", heat.split("bar")[0])),
             "ms of CPU", 5)
