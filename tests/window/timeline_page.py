# SPDX-License-Identifier: Apache-2.0
"""Scenarios: the way through time, by keys and by the pointer."""

import re

import training
from figures import close, duration_ns, durations_ns
from scenario import scenario
from screen import MIDDLE
from timeline import ROW_PX, Timeline


def timeline_of(app):
    app.find(name="Summary")
    app.screen.key("alt+2")
    timeline = Timeline(app)
    timeline.wait_span("all in view", lambda begin, end: end - begin >= 0.99 * training.SPAN_NS)
    return timeline


def run_of(stage, **environment):
    path = stage.write_trace("run.json", training.events(), deviceProperties=training.DEVICES)
    return stage.app(path, **environment)


@scenario("timeline: Ctrl+wheel, W and S zoom at the pointer, D and A pan", sanitized=True)
def zoom_and_pan(stage):
    with run_of(stage) as app:
        timeline = timeline_of(app)
        screen, whole = app.screen, timeline.length_ns()
        target = training.front_ns(9)[0]
        x = timeline.x(target)
        screen.wheel(x, timeline.middle()[1], -4, modifier="ctrl")
        timeline.wait_span("zoomed in", lambda begin, end: end - begin < 0.8 * whole)
        if abs(timeline.x(target) - x) > 12:
            raise AssertionError(f"The time under the pointer moved from {x} to {timeline.x(target)}")

        near = timeline.length_ns()
        screen.key("w")
        timeline.wait_span("W zooms in", lambda begin, end: end - begin < 0.95 * near)
        if abs(timeline.x(target) - x) > 12:
            raise AssertionError(f"W does not zoom at the pointer: the time under it moved from {x} to "
                                 f"{timeline.x(target)}")
        nearer = timeline.length_ns()
        screen.key("s")
        timeline.wait_span("S zooms out", lambda begin, end: end - begin > 1.05 * nearer)

        begin_before, length = timeline.span_ns()[0], timeline.length_ns()
        screen.key("d")
        timeline.wait_span("D goes on", lambda begin, end: begin > begin_before and close(end - begin, length, 0.01))
        begin_before = timeline.span_ns()[0]
        screen.key("a")
        timeline.wait_span("A goes back", lambda begin, end: begin < begin_before)
        screen.key("0")
        timeline.wait_span("0 shows all", lambda begin, end: close(end - begin, whole))


@scenario("timeline: Shift+drag and a drag with the middle button pan")
def drag_to_pan(stage):
    with run_of(stage) as app:
        timeline = timeline_of(app)
        x, y = timeline.middle()
        app.screen.wheel(x, y, -6, modifier="ctrl")
        timeline.wait_span("zoomed in", lambda begin, end: end - begin < 0.7 * training.SPAN_NS)
        for button, modifier in ((1, "shift"), (MIDDLE, None)):
            time_ns = sum(timeline.span_ns()) / 2
            grabbed = timeline.x(time_ns)
            app.screen.drag((x, y), (x - 100, y), button, modifier)
            timeline.wait("moved with the pointer", lambda: abs(timeline.x(time_ns) - (grabbed - 100)) < 12)
            if timeline.selected():
                raise AssertionError("Moving the view selected " + timeline.selected())


@scenario("timeline: a drag selects an area and shows its length; Escape clears it")
def area(stage):
    with run_of(stage) as app:
        timeline = timeline_of(app)
        y = timeline.middle()[1]
        begin, end = training.BEGIN_US[8] * 1000, training.BEGIN_US[9] * 1000
        app.screen.drag((timeline.x(begin), y), (timeline.x(end), y))

        def is_between():
            text = timeline.selected()
            return (text.startswith("area of") and close(duration_ns(text, 0), end - begin, 0.03)
                    and close(duration_ns(text, 1), begin, 0.03))

        timeline.wait(f"an area from {begin} to {end} ns", is_between)
        app.screen.key("Escape")
        timeline.wait("nothing selected", lambda: not timeline.selected())


@scenario("timeline: a click on a kernel shows its name and its launch; [ and ] follow the arrow", sanitized=True)
def follow(stage):
    with run_of(stage) as app:
        timeline = timeline_of(app)
        timeline.click_slice(sum(training.front_ns(8)) / 2, "front_8")
        length, start, *_, latency = durations_ns(timeline.selected())
        expected = 4_000_000, training.front_ns(8)[0], training.FRONT_AFTER_LAUNCH_NS
        if not all(close(*pair) for pair in zip((length, start, latency), expected)):
            raise AssertionError(timeline.selected())
        app.find(name=re.compile("front_8"))
        app.press(None, re.compile(r"^Connections"))
        app.find(name=re.compile("cudaLaunchKernel"))
        app.click(timeline.canvas, at=(0.999, 0.999))
        timeline.click_slice(sum(training.front_ns(8)) / 2, "front_8")
        app.screen.key("bracketleft")
        timeline.wait_selected("^cudaLaunchKernel.*launched front_8")
        app.screen.key("bracketright")
        timeline.wait_selected("^front_8")


@scenario("timeline: F fits the kernel, Shift+F the kernel and its launch; the chip at the edge goes to the launch")
def fit(stage):
    with run_of(stage) as app:
        timeline = timeline_of(app)
        _, kernel_y = timeline.click_slice(sum(training.front_ns(9)) / 2, "front_9")
        begin_ns, end_ns = training.front_ns(9)
        app.screen.key("f")
        timeline.wait_span("the kernel with room at both sides",
                           lambda begin, end: begin < begin_ns and end > end_ns and end - begin < 6_000_000)
        app.screen.key("shift+f")
        timeline.wait_span("launch and kernel",
                           lambda begin, end: begin < training.launch_ns(9)[0] and end > end_ns)
        app.screen.key("f")
        timeline.wait_span("the kernel again", lambda begin, end: begin > training.launch_ns(9)[1])
        left, top, _, height = app.rectangle(timeline.canvas)
        for chip_y in range(kernel_y + ROW_PX, top + height, ROW_PX):
            app.screen.click(left + 12, chip_y)
            app.settle(0.25)
            if timeline.selected().startswith("cudaLaunchKernel"):
                return
            if not timeline.selected().startswith("front_9"):
                app.screen.click(timeline.middle()[0], kernel_y)
                timeline.wait_selected("^front_9")
        raise AssertionError("No chip at the left edge leads to the launch")


@scenario("timeline: comma and period go from step to step, also to the slowest and the median")
def steps(stage):
    with run_of(stage) as app:
        timeline = timeline_of(app)
        app.click(timeline.canvas, at=(0.999, 0.999))

        def shows(step):
            begin_ns = training.BEGIN_US[step] * 1000
            end_ns = begin_ns + training.DURATION_US[step] * 1000
            return lambda begin, end: (begin <= begin_ns + 1e4 and end >= end_ns - 1e4
                                       and end - begin < 1.5 * (end_ns - begin_ns))

        app.screen.key("shift+comma")
        timeline.wait_span("the slowest step", shows(9))
        app.screen.key("comma")
        timeline.wait_span("the step before", shows(8))
        app.screen.key("period", "period")
        timeline.wait_span("two steps on", shows(10))
        app.press("button", re.compile("[Pp]revious [Ss]tep"))
        timeline.wait_span("the button of the scope bar", shows(9))
        app.find(name=re.compile(r"Step 9 \(3 of 4\)|ProfilerStep#9 \(3 of 4\)"))
        app.press("button", "Median")
        timeline.wait_span("a median step", lambda begin, end: end - begin < 12_000_000)
        app.press("button", "Slowest")
        timeline.wait_span("the slowest step", shows(9))


@scenario("timeline: X selects the step that launched the selection, else the one in view; the strip's menu any step",
          sanitized=True)
def select_step(stage):
    with run_of(stage) as app:
        timeline = timeline_of(app)

        def is_step(step):
            begin_ns, length_ns = training.BEGIN_US[step] * 1000, training.DURATION_US[step] * 1000

            def holds():
                text = timeline.selected()
                return (text.startswith("area of") and close(duration_ns(text, 0), length_ns)
                        and close(duration_ns(text, 1), begin_ns))
            return holds

        timeline.click_slice(sum(training.front_ns(9)) / 2, "front_9")
        app.screen.key("x")
        timeline.wait("step 9", is_step(9))
        app.screen.key("Escape", "Escape", "0", "shift+comma", "comma", "x")
        timeline.wait("step 8", is_step(8))
        begin, end = timeline.span_ns()
        if begin > training.BEGIN_US[8] * 1000 or end < (training.BEGIN_US[8] + training.DURATION_US[8]) * 1000:
            raise AssertionError("Only a part of the step is in view")
        app.screen.key("0")
        timeline.wait_span("all", lambda begin, end: end - begin >= 0.99 * training.SPAN_NS)
        _, y = app.point(app.find(name=re.compile("^Overview")), at=(0.5, 0.1))
        app.screen.click(timeline.x(training.BEGIN_US[10] * 1000 + 1_000_000), y, button=3)
        app.press("menu item", "Select Step 10")
        timeline.wait("step 10", is_step(10))


@scenario("timeline: a double click fits the clicked slice; a drag in the ruler zooms")
def double_click(stage):
    with run_of(stage) as app:
        timeline = timeline_of(app)
        x, y = timeline.click_slice(sum(training.front_ns(8)) / 2, "front_8")
        app.settle(0.6)
        app.screen.click(x, y, times=2)
        timeline.wait_span("the kernel",
                           lambda begin, end: end - begin < 6_000_000 and begin < training.front_ns(8)[0])
        app.screen.key("0")
        timeline.wait_span("all", lambda begin, end: end - begin >= 0.99 * training.SPAN_NS)
        ruler = app.find(name=re.compile("[Rr]uler"))
        _, y = app.point(ruler)
        app.screen.drag((timeline.x(10_000_000), y), (timeline.x(20_000_000), y))
        timeline.wait_span("what was dragged over", lambda begin, end: close(end - begin, 10_000_000, 0.05)
                           and close(begin, 10_000_000, 0.05))


@scenario("timeline: changing the page keeps the view and the selection")
def pages(stage):
    with run_of(stage) as app:
        timeline = timeline_of(app)
        timeline.click_slice(sum(training.front_ns(8)) / 2, "front_8")
        app.screen.key("f")
        timeline.wait_span("the kernel", lambda begin, end: end - begin < 6_000_000)
        before = timeline.text()
        app.screen.key("alt+1")
        app.find(name="GPU active time")
        app.screen.key("alt+2")
        timeline.wait("the same view", lambda: Timeline(app).text() == before)
