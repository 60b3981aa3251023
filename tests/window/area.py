# SPDX-License-Identifier: Apache-2.0
"""Scenarios: areas of the timeline and their figures, kept areas, the two markers."""

import json
import os
import re
import subprocess
import sys

import clipboard
import training
from figures import close, count, duration_ns, number
from scenario import scenario
from timeline import ROW_PX, Timeline
from timeline_page import run_of, timeline_of

TRACE = os.path.join("kineto", "HTA__timeline_analysis__sampled_rank-0.json.gz")
EXACT = re.compile(r"([0-9][0-9.,'\u00a0\u202f ]*)[\u00a0\u202f ]ns")


def exact_ns(text):
    """The whole nanoseconds that a text of the tab tells."""
    return round(number(EXACT.search(text).group(1)))


def field(app, key):
    """What stands beside a key in the tab."""
    return app.find("label", description=re.compile(f"^{re.escape(key)}$")).name


def wait_computed(app):
    app.wait("the figures of the area", lambda: app.has(name=re.compile(r"^Area .*(slice|GPU busy)")), 30)
    app.settle(0.3)


@scenario("area: a drag selects rows and shows their figures; Shift and arrows resize it; after Escape the "
          "figures stay",
          sanitized=True)
def rows(stage):
    with run_of(stage) as app:
        timeline = timeline_of(app)
        begin, end = (ns for ns in training.front_ns(8))
        x, y = timeline.click_slice((begin + end) / 2, "front_8")
        app.settle(0.6)
        app.screen.drag((timeline.x(begin - 1_000_000), y), (timeline.x(end + 500_000), y))
        timeline.wait_selected("^area of .*, 1 row$")
        wait_computed(app)
        title = app.find("label", name=re.compile("^Area .*1 row")).name
        if not re.search(r"1 row, 1 slice, GPU busy", title):
            raise AssertionError(f"Wrong title of the area: {title}")
        if exact_ns(field(app, "GPU busy")) != 4_000_000 or exact_ns(field(app, "Sum of durations")) != 4_000_000:
            raise AssertionError(f"Wrong busy time of the area: {field(app, 'GPU busy')}")

        length = exact_ns(field(app, "Length"))
        app.screen.key("shift+Right", "shift+Right", "ctrl+shift+Left")
        timeline.wait("longer", lambda: duration_ns(timeline.selected(), 0) > length)
        app.screen.key("shift+Down")
        timeline.wait_selected(", 2 rows$")
        app.screen.key("shift+Up", "shift+Up")
        timeline.wait_selected(", all rows$")
        app.screen.key("Escape")
        timeline.wait("nothing selected", lambda: not timeline.selected())
        app.press(None, "Area")
        app.press("button", "Select Again")
        timeline.wait_selected("^area of")


@scenario("area: M selects the area of a slice, Shift+M keeps it, the list returns to it")
def kept(stage):
    with run_of(stage) as app:
        timeline = timeline_of(app)
        timeline.click_slice(sum(training.front_ns(8)) / 2, "front_8")
        app.screen.key("m")
        timeline.wait_selected("^area of .*, all rows$")
        if not close(duration_ns(timeline.selected(), 0), 4_000_000):
            raise AssertionError(timeline.selected())
        wait_computed(app)
        app.screen.key("shift+m")
        app.find(name=re.compile("Kept Areas 1"))
        timeline.click_slice(sum(training.front_ns(9)) / 2, "front_9")
        app.screen.key("shift+m")
        app.find(name=re.compile("Kept Areas 2"))
        app.press(None, re.compile("^Area$"))
        app.press(None, re.compile("Kept Areas 2"))
        app.press("button", re.compile(r"^12[.,]0.* all rows"))
        timeline.wait("the first one", lambda: close(duration_ns(timeline.selected(), 1), training.front_ns(8)[0]))
        app.screen.key("ctrl+m")
        app.wait("none is kept", lambda: not app.has(name=re.compile("Kept Areas [1-9]")))


@scenario("area: a kernel in the tab goes to its longest run, by click and by keys, and the tab stays open")
def kernel_of_area(stage):
    with run_of(stage) as app:
        timeline = timeline_of(app)
        app.screen.key("m")
        timeline.wait_selected("^area of .*, all rows$")
        wait_computed(app)
        left, top, width, height = app.window_rectangle()
        app.screen.wheel(left + width // 2, top + height - 60, 4)
        app.settle(0.5)
        tables = app.find(name="Kernels and rows")
        x, y, _, _ = app.rectangle(tables)
        app.screen.click(x + 100, y + 26 + 20 + 10)
        timeline.wait_selected("^front_10")
        x, y, _, _ = app.rectangle(tables)
        app.screen.click(x + 100, y + 8)
        app.screen.key("Down", "Down")
        app.wait("the second kernel is told", lambda: tables.description.startswith("front_7: Count 1"))
        app.screen.key("Return")
        timeline.wait_selected("^front_7")


@scenario("area: clicks in the ruler and T set the markers; they snap, can be dragged, and show their distance",
          sanitized=True)
def markers(stage):
    with run_of(stage) as app:
        timeline = timeline_of(app)
        ruler = app.find(name=re.compile("[Rr]uler"))
        begin, end = training.front_ns(8)
        y = app.point(ruler)[1]

        def says(pattern):
            app.wait(f"{pattern} (now: {ruler.description})", lambda: re.search(pattern, ruler.description))

        app.screen.click(timeline.x(begin) + 3, y)
        says(f"Marker A at {count(begin)}[\u00a0\u202f ]ns")
        app.screen.xdotool("keydown", "shift")
        app.screen.click(timeline.x(end) - 3, y)
        app.screen.xdotool("keyup", "shift")
        says(f"marker B at {count(end)}[\u00a0\u202f ]ns, {count(end - begin)}[\u00a0\u202f ]ns apart")

        later = training.front_ns(9)[1]
        app.screen.drag((timeline.x(end) + 4, y), (timeline.x(later) + 5, y))
        says(f"marker B at {count(later)}[\u00a0\u202f ]ns")
        app.screen.drag((timeline.x(later) + 4, y), (timeline.x(end) + 7, y), modifier="ctrl")
        app.wait("not on the edge", lambda: count(later) not in ruler.description
                 and not re.search(f"marker B at {count(end)}[\u00a0\u202f ]ns", ruler.description))

        app.press(None, re.compile("^Area$"))
        app.press("button", "Copy Markers")
        app.wait("the markers on the clipboard",
                 lambda: (clipboard.text(app.desktop) or "").startswith("Marker A at"))
        timeline.click_slice((begin + end) / 2, "front_8")
        app.screen.move(*app.point(app.find(name=re.compile("^Overview"))))
        app.screen.key("shift+t")
        says(f"marker B at {count(end)}[\u00a0\u202f ]ns")
        app.screen.key("ctrl+t")
        app.wait("no markers", lambda: "arker" not in ruler.description)


def run_json(*command):
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(result.stdout)


def copied_tables(app):
    """The three tables of the area: figures, rows and kernels, as dictionaries by their first column."""
    app.press("button", "Copy as TSV")
    copied = [""]

    def is_there():
        copied[0] = clipboard.text(app.desktop) or ""
        return copied[0].startswith("figure\t")

    app.wait("tables on the clipboard", is_there)
    tables = []
    for table in copied[0].split("\n\n"):
        head, *lines = (line.split("\t") for line in table.strip("\n").split("\n"))
        tables.append({cells[0]: dict(zip(head[1:], cells[1:])) for cells in lines})
    return tables


def check_stats(stage, path, app, tables):
    figures, rows_of_tab, kernels = tables
    begin, end = (int(figures[key]["value"]) for key in ("begin_ns", "end_ns"))
    if (exact_ns(field(app, "Begin")), exact_ns(field(app, "End"))) != (begin, end):
        raise AssertionError("The tab copies another time window than it shows")
    stats = run_json(stage.program, "stats", path, "--window", f"{begin}..{end}", "--json")
    summary = stats["summary"]
    for key in ("busy_ns", "compute_ns", "communication_ns", "exposed_communication_ns", "kernel_count",
                "kernel_total_ns"):
        if int(figures[key]["value"]) != summary[key]:
            raise AssertionError(f"{key}: the tab shows {figures[key]}, stats prints {summary[key]}")
    shown = exact_ns(field(app, "GPU busy")), exact_ns(field(app, "Kernel time")), \
        round(number(field(app, "Kernels")))
    if shown != (summary["busy_ns"], summary["kernel_total_ns"], summary["kernel_count"]):
        raise AssertionError(f"The tab shows {shown}, stats prints {summary}")
    if abs(float(figures["gpu_active_percent"]["value"]) - summary["gpu_active_percent"]) > 1e-6:
        raise AssertionError(f"The tab shows {figures['gpu_active_percent']}, stats prints "
                             f"{summary['gpu_active_percent']} % GPU active")
    for device in stats["devices"]:
        for stream in device["streams"]:
            row = rows_of_tab[f"stream {stream['stream']} of GPU {device['device']}"]
            if (int(row["slices"]), int(row["busy_ns"])) != (stream["activities"], stream["busy_ns"]):
                raise AssertionError(f"The tab shows {row}, stats prints {stream}")
    if {name: (int(k["count"]), int(k["total_ns"])) for name, k in kernels.items()} \
            != {k["name"]: (k["count"], k["total_ns"]) for k in stats["kernels"]}:
        raise AssertionError("The tab shows other kernels than stats")
    return begin, end


def check_oracle(path, begin, end, tables):
    oracle = os.path.join(os.environ["STEPSCOPE_TRACES"], os.pardir, "oracle", "oracle.py")
    if not os.path.exists(oracle):
        return
    figures, _, kernels = tables
    found = run_json(sys.executable, oracle, path, "--window", f"{begin}..{end}")
    busy_ns = sum(round(device["busy_us"] * 1000) for device in found["devices"].values())
    if busy_ns != int(figures["busy_ns"]["value"]):
        raise AssertionError(f"The tab shows {figures['busy_ns']} ns busy, the oracle {busy_ns}")
    launches = found["kernels"]["launches"], round(found["kernels"]["total_us"] * 1000)
    if launches != (int(figures["kernel_count"]["value"]), int(figures["kernel_total_ns"]["value"])):
        raise AssertionError(f"The tab shows {figures}, the oracle has the kernels {launches}")
    by_name = {k["name"]: (k["count"], round(k["total_us"] * 1000)) for k in found["kernels"]["all"]}
    if by_name != {name: (int(k["count"]), int(k["total_ns"])) for name, k in kernels.items()}:
        raise AssertionError("The tab shows other kernels than the oracle")
    for name in ("compute", "comm", "exposed_comm"):
        sum_ns = sum(round(device[f"{name}_us"] * 1000) for device in found["comm_compute"].values())
        key = {"compute": "compute_ns", "comm": "communication_ns", "exposed_comm": "exposed_communication_ns"}[name]
        if sum_ns != int(figures[key]["value"]):
            raise AssertionError(f"{name}: the tab shows {figures[key]}, the oracle {sum_ns}")


def check_real_area(stage, select):
    """What the tab says of an area of a real trace, against the command line and the oracle. select (app, timeline,
    left, top, width, height) makes the area; it ends inside of slices."""
    path = os.path.join(os.environ.get("STEPSCOPE_TRACES", ""), TRACE)
    if not os.path.exists(path):
        print(f"# not here: {TRACE}")
        return
    with stage.app(path) as app:
        app.find(name="Summary")
        app.screen.key("alt+2")
        timeline = Timeline(app)
        timeline.wait("all in view", lambda: timeline.length_ns() > 1.2e9)
        select(app, timeline, *app.rectangle(timeline.canvas))
        wait_computed(app)
        tables = copied_tables(app)
        begin, end = check_stats(stage, path, app, tables)
        check_oracle(path, begin, end, tables)


def drag_ruler(app, timeline, left, width):
    y = app.point(app.find(name=re.compile("[Rr]uler")))[1]
    app.screen.drag((left + width * 0.21, y), (left + width * 0.77, y), modifier="ctrl")
    timeline.wait_selected("^area of .*, all rows$")


@scenario("area: the figures of half a real run equal those of stats --window and of the oracle")
def equal_over_half(stage):
    check_real_area(stage, lambda app, timeline, left, top, width, height: drag_ruler(app, timeline, left, width))


@scenario("area: the figures of a few real kernels equal those of stats --window and of the oracle")
def equal_over_kernels(stage):
    def select(app, timeline, left, top, width, height):
        app.screen.wheel(left + width * 0.43, top + 5, -9, modifier="ctrl")
        app.settle(0.6)
        drag_ruler(app, timeline, left, width)

    check_real_area(stage, select)


@scenario("area: the figures on the rows of a real device equal those of stats --window and of the oracle",
          sanitized=True)
def equal_on_rows(stage):
    def select(app, timeline, left, top, width, height):
        app.screen.drag((left + width * 0.3, top + 8), (left + width * 0.6, top + height - ROW_PX))
        timeline.wait_selected(r"^area of .*[0-9] rows$")

    check_real_area(stage, select)
