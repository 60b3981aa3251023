# SPDX-License-Identifier: Apache-2.0
"""Scenarios: from a slice to what it is connected with, to others of its name, and to the idle time before it."""

import re

import training
from figures import close, duration_ns
from preferences import stored
from scenario import scenario
from timeline_page import run_of, timeline_of

MM_NS = {step: (training.BEGIN_US[step] + 500) * 1000 for step in training.STEPS}


def wait_begin(timeline, pattern, begin_ns):
    """Selected is what is described so and begins then."""
    timeline.wait(f"{pattern} at {begin_ns} ns",
                  lambda: re.search(pattern, timeline.selected())
                  and close(duration_ns(timeline.selected(), 1), begin_ns, 0.001))


def select_mm(timeline, step):
    timeline.click_slice(MM_NS[step] + 150_000, "^aten::mm")


@scenario("relations: N and Shift+N go through the slices of one name in time, and move the view to them",
          sanitized=True)
def same_name(stage):
    with run_of(stage) as app:
        timeline = timeline_of(app)
        select_mm(timeline, 8)
        app.find(name=re.compile("of 4 with this name"))
        app.screen.key("n")
        wait_begin(timeline, "^aten::mm", MM_NS[9])
        app.screen.key("f")
        timeline.wait_span("the operator alone", lambda begin, end: end - begin < 1_000_000)
        app.screen.key("n")
        wait_begin(timeline, "^aten::mm", MM_NS[10])
        timeline.wait_span("the view has moved", lambda begin, end: begin <= MM_NS[10] < end)
        app.screen.key("n")
        app.settle()
        wait_begin(timeline, "^aten::mm", MM_NS[10])
        app.screen.key("shift+n", "shift+n", "shift+n")
        wait_begin(timeline, "^aten::mm", MM_NS[7])


@scenario("relations: H dims all other names, until another slice is selected that has one of them, or H is pressed again")
def dim_others(stage):
    with run_of(stage) as app:
        timeline = timeline_of(app)

        def right_part(step):
            """Of a kernel, behind its label."""
            return timeline.x(training.front_ns(step)[0] + 3_300_000)

        def colors():
            app.settle()
            return [app.desktop.framebuffer.rgb(int(right_part(step)), y, 1, 1) for step in (8, 9)]

        def wait_colors(what, condition):
            app.wait(f"{what}: {colors()}", lambda: condition(*colors()))

        _, y = timeline.click_slice(training.front_ns(8)[0] + 1_000_000, "^front_8")
        wait_colors("both have the colour of a kernel", lambda front_8, front_9: front_8 == front_9)
        full = colors()[0]
        app.screen.key("h")
        wait_colors("front_9 is dimmed", lambda front_8, front_9: front_8 == full != front_9)
        app.screen.click(right_part(9), y)
        timeline.wait_selected("^front_9")
        wait_colors("front_8 is dimmed", lambda front_8, front_9: front_8 != full == front_9)
        app.screen.key("h")
        wait_colors("none is dimmed", lambda front_8, front_9: front_8 == full == front_9)


@scenario("relations: the place of a slice among those of its name counts the scope, and says so")
def place_in_scope(stage):
    with run_of(stage) as app:
        timeline = timeline_of(app)
        select_mm(timeline, 8)
        app.find(name=re.compile("of 4 with this name in the profile"))
        app.screen.key("f")
        timeline.wait_span("the operator alone", lambda begin, end: end - begin < 1_000_000)
        app.press("button", "Time: Whole profile")
        app.press("label", "Timeline view")
        app.screen.key("Escape")
        app.find(name=re.compile("the only one with this name in scope"))
        app.press("button", "Time: reset")
        app.find(name=re.compile("of 4 with this name in the profile"))


@scenario("relations: [ goes from a kernel to its launch and its operator; the connections list all of them")
def chain(stage):
    with run_of(stage) as app:
        timeline = timeline_of(app)
        timeline.click_slice(sum(training.front_ns(8)) / 2, "front_8")
        app.find(name=re.compile("ProfilerStep#8 › aten::mm"))
        app.press(None, re.compile("^Connections 3"))
        app.find(name="Launched by")
        app.find(name="aten::mm")
        app.find(name="ProfilerStep#8")
        app.click(timeline.canvas, at=(0.999, 0.999))
        timeline.click_slice(sum(training.front_ns(8)) / 2, "front_8")
        app.screen.key("bracketleft")
        timeline.wait_selected("^cudaLaunchKernel.*launched front_8")
        app.screen.key("bracketleft")
        wait_begin(timeline, "^aten::mm", MM_NS[8])
        app.screen.key("ctrl+bracketright")
        timeline.wait_selected("^ProfilerStep#8")
        app.screen.key("ctrl+bracketleft")
        timeline.wait_selected("^aten::mm")
        app.screen.key("bracketright", "bracketright")
        timeline.wait_selected("^front_8")


@scenario("relations: E selects the idle time before a kernel and says what ended it", sanitized=True)
def explain_gap(stage):
    with run_of(stage) as app:
        timeline = timeline_of(app)
        tail_ns = (training.BEGIN_US[8] + 7000) * 1000
        timeline.click_slice(tail_ns + 500_000, "tail_8")
        app.screen.key("e")
        timeline.wait("the millisecond before it", lambda: "idle for" in timeline.selected()
                      and close(duration_ns(timeline.selected(), 0), 1_000_000)
                      and close(duration_ns(timeline.selected(), 1), tail_ns - 1_000_000))
        app.find(name="Ended by")
        app.find(name="tail_8")
        app.find(name=re.compile("^not the host"))


@scenario("relations: the main menu shows all flows in view, by keyboard, and the choice is stored")
def all_flows(stage):
    home = stage.desktop.new_home()
    path = stage.write_trace("run.json", training.events(), deviceProperties=training.DEVICES)

    def toggle(app):
        app.screen.key("F10")
        app.find(name="All Flows in View")
        app.screen.key("f", closes=("f",))

    with stage.app(path, home=home) as app:
        timeline_of(app)
        toggle(app)
        app.wait("the setting", lambda: stored(home, "all-flows") == "true")
    with stage.app(path, home=home) as app:
        timeline_of(app)
        app.settle(0.5)
        toggle(app)
        app.wait("the setting", lambda: stored(home, "all-flows") in (None, "false"))
