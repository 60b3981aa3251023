# SPDX-License-Identifier: Apache-2.0
"""Scenarios: the critical path on the timeline, the slack of a slice, and what would be gained if it took less time."""

import re

import training
from scenario import scenario
from screen import RIGHT
from tables_page import Table, shoot
from timeline import Timeline

US = 1000


def events():
    """Step 7 is bound by everything, step 8 by the host alone."""
    found, correlation = [], 0

    def add(category, name, begin_us, duration_us, stream=None, **arguments):
        found.append({"ph": "X", "cat": category, "name": name, "pid": 1 if stream is None else 0,
                      "tid": 1 if stream is None else stream, "ts": training.EPOCH_US + begin_us, "dur": duration_us,
                      "args": arguments if stream is None else {**arguments, "device": 0, "stream": stream}})

    def launch(call_us, category, name, stream, begin_us, duration_us):
        nonlocal correlation
        correlation += 1
        call = "cudaLaunchKernel" if category == "kernel" else "cudaMemcpyAsync"
        add("cuda_runtime", call, call_us, 8, correlation=correlation)
        add(category, name, begin_us, duration_us, stream, correlation=correlation)

    add("user_annotation", "ProfilerStep#7", 0, 2000)
    add("user_annotation", "enumerate(DataLoader)#_Iter.__next__", 10, 240)
    add("cpu_op", "aten::copy_", 260, 60)
    launch(280, "gpu_memcpy", "Memcpy HtoD (Pinned -> Device)", 8, 300, 220)
    add("cuda_runtime", "cudaStreamWaitEvent", 360, 4)
    launch(370, "kernel", "front", 7, 524, 300)
    launch(420, "kernel", "front", 7, 828, 120)
    launch(450, "kernel", "beside", 8, 560, 180)
    add("cuda_runtime", "cudaStreamWaitEvent", 520, 4)
    launch(540, "kernel", "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevComm*)", 8, 950, 400)
    add("cuda_runtime", "cudaDeviceSynchronize", 600, 760)
    add("cpu_op", "aten::step", 1400, 500)
    add("user_annotation", "ProfilerStep#8", 2000, 1000)
    return found


STEP_7 = re.compile(r"Critical path of step 7, 1[.,]984.ms: host 34[.,]3.%, compute 21[.,]2.%, communication 20[.,]1.%, "
                    r"data loader 12[.,]1.%, memcpy 11[.,]1.%, launch 1[.,]0.%, gaps 0[.,]2.%")
STEP_8 = re.compile(r"Critical path of step 8, 1[.,]000.ms: host 100[.,]0.%")


def opened(stage):
    return stage.app(stage.write_trace("bound.json", events(), deviceProperties=training.DEVICES))


def timeline_of(app):
    app.find(name="Summary")
    app.screen.key("alt+2")
    return Timeline(app)


def wait_legend(timeline, pattern):
    timeline.wait(f"the legend {pattern.pattern}", lambda: pattern.search(timeline.text()))


def ask_for_step_8(app, timeline):
    """In the menu of the overview."""
    _, top, _, _ = app.rectangle(app.find(name="Overview"))
    left, _, width, _ = app.rectangle(timeline.canvas)
    app.screen.click(left + width * 0.9, top + 8, button=RIGHT)
    app.press(None, "Critical Path of Step 8")


def find_text(app, pattern):
    return app.find(name=re.compile(pattern), anywhere=True)


@scenario("critical path: K shows that of the step in view and what bounds it, and Escape or K hides it", sanitized=True)
def show_and_hide(stage):
    with opened(stage) as app:
        timeline = timeline_of(app)
        app.click(timeline.canvas, at=(0.999, 0.999))
        app.screen.key("comma", "k")
        wait_legend(timeline, STEP_7)
        wait_legend(timeline, re.compile("The trace has no sync events: waits are guessed"))
        shoot(app, "critical-path")
        app.screen.key("period")
        wait_legend(timeline, STEP_8)
        app.screen.key("Escape")
        timeline.wait("no path", lambda: "Critical path" not in timeline.text())
        app.screen.key("comma", "k")
        wait_legend(timeline, STEP_7)
        app.screen.key("k")
        timeline.wait("no path again", lambda: "Critical path" not in timeline.text())


@scenario("critical path: the details say the slack of a slice, and what would be gained if it took less time")
def slack_and_what_if(stage):
    with opened(stage) as app:
        timeline = timeline_of(app)
        app.click(timeline.canvas, at=(0.999, 0.999))
        app.screen.key("comma", "k")
        wait_legend(timeline, STEP_7)
        timeline.click_slice(650 * US, "^beside")
        find_text(app, r"^Not on the critical path of step 7: its own time may be 204[.,]0.µs longer before step 7 gets longer\.$")
        find_text(app, r"^With 1 shorter slice, the path of step 7 would still take 1[.,]984.ms: nothing is gained\.$")
        shoot(app, "critical-path-slack")

        timeline.click_slice(600 * US, "^front")
        find_text(app, r"^On the critical path of step 7: 300[.,]0.µs of 1[.,]984.ms\.$")
        find_text(app, r"^With 1 shorter slice, the path of step 7 would take 1[.,]924.ms: 60[.,]00.µs \(3[.,]0.%\) less\.$")
        app.press("checkbox", "All with this name")
        find_text(app, r"^With 2 shorter slices, the path of step 7 would take 1[.,]900.ms: 84[.,]00.µs \(4[.,]2.%\) less\.$")
        app.click(app.find("spin button", "Percent less time", anywhere=True), at=(0.2, 0.5))
        app.screen.key("ctrl+a")
        app.screen.type("100")
        app.screen.key("Return")
        # Then what runs beside them is longest.
        find_text(app, r"^With 2 shorter slices, the path of step 7 would take 1[.,]780.ms: 204[.,]0.µs \(10[.,]3.%\) less\.$")
        shoot(app, "critical-path-what-if")


@scenario("critical path: of a selected span, without steps; without either the window says what is missing")
def of_a_span(stage):
    plain = [event for event in events() if not event["name"].startswith("ProfilerStep")]
    with stage.app(stage.write_trace("plain.json", plain, deviceProperties=training.DEVICES)) as app:
        timeline = timeline_of(app)
        app.click(timeline.canvas, at=(0.999, 0.999))
        app.screen.key("k")
        find_text(app, "^No steps in this file; drag across rows to select a span first$")
        app.screen.key("m", "k")
        wait_legend(timeline, re.compile(r"Critical path of the selected span, 1[.,][0-9]+.ms: host"))


@scenario("critical path: the menu of a step shows its path, and a table what bounds it")
def menu_and_table(stage):
    with opened(stage) as app:
        timeline = timeline_of(app)
        app.click(timeline.canvas, at=(0.999, 0.999))
        ask_for_step_8(app, timeline)
        wait_legend(timeline, STEP_8)
        app.screen.key("comma")
        wait_legend(timeline, STEP_7)
        app.screen.key("alt+3")
        app.click(app.find("list item", "What Bounds the Time"))
        table = Table(app, "What Bounds the Time")
        app.wait(f"both kernels are on the path ({table.rows()})", lambda: any(
            row[:4] == ["front", "0", "compute", "2"] for row in table.rows()))
        shoot(app, "critical-path-table")
        app.press("button", "Slowest")
        app.wait(f"step 7 alone ({table.rows()})",
                 lambda: table.names() and not any(name.startswith("ProfilerStep#8") for name in table.names()))
        assert "data loader" in [row[2] for row in table.rows()], table.rows()
        find_text(app, r"sum of stretches of critical paths \(.*\) 1[.,]984.ms, 99[.,]2.% of the time: what is not recorded is on no path$")


def late_events():
    """Work of step 7 runs on in step 8, whose device time begins when that ends."""
    found, correlation = [], 0

    def add(category, name, begin_us, duration_us, **arguments):
        found.append({"ph": "X", "cat": category, "name": name, "pid": 0 if "stream" in arguments else 1,
                      "tid": 7 if "stream" in arguments else 1, "ts": training.EPOCH_US + begin_us, "dur": duration_us,
                      "args": arguments})

    for step, begin_us, kernel, kernel_us, duration_us in ((7, 0, "late", 930, 400), (8, 1050, "next", 1335, 100)):
        correlation += 1
        add("user_annotation", f"ProfilerStep#{step}", begin_us, 1000)
        add("cuda_runtime", "cudaLaunchKernel", 900 if step == 7 else 1200, 8, correlation=correlation)
        add("kernel", kernel, kernel_us, duration_us, correlation=correlation, device=0, stream=7)
    return found


@scenario("critical path: that of the step asked for, whatever is selected; work of the step before ends where it begins")
def of_the_step_asked_for(stage):
    with stage.app(stage.write_trace("late.json", late_events(), deviceProperties=training.DEVICES)) as app:
        timeline = timeline_of(app)
        timeline.click_slice(1000 * US, "^late")
        ask_for_step_8(app, timeline)
        wait_legend(timeline, re.compile("Critical path of step 8, "))
        timeline.wait_span("the step from its host's begin", lambda begin, end: (round(begin), round(end)) == (1050 * US, 2050 * US))
        timeline.wait("nothing selected", lambda: not timeline.selected())
        timeline.click_slice(1250 * US, "^late")
        wait_legend(timeline, re.compile("Critical path of step 7, "))
        app.screen.key("k", "period")
        timeline.wait_span("step 8", lambda begin, end: round(begin) == 1330 * US)
        app.screen.key("k")
        wait_legend(timeline, re.compile("Critical path of step 8, "))
        shoot(app, "critical-path-late")


@scenario("critical path: the row of a node has that of its first rank, and K hides it")
def of_a_node(stage):
    with opened(stage) as app:
        timeline = timeline_of(app)
        app.click(timeline.canvas, at=(0.999, 0.999))
        app.screen.key("comma", "k")
        wait_legend(timeline, STEP_7)
        left, top, width, _ = app.rectangle(timeline.canvas)
        app.screen.drag((left + width * 0.2, top + 12), (left + width * 0.6, top + 12))
        wait_legend(timeline, re.compile("Critical path of the selected span, "))
        app.screen.key("k")
        timeline.wait("no path", lambda: "Critical path" not in timeline.text())
