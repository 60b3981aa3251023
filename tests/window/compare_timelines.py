# SPDX-License-Identifier: Apache-2.0
"""Scenarios: the timelines of the sides of a comparison, one above the other on one scale."""

import re

import training
from compare_page import SLOWER, compare_of, slower_events, two_runs
from scenario import scenario
from tables_page import shoot, type_text
from timeline import CANVAS, Timeline

# The canvas describes itself with four digits.
NEARLY = 0.01


# Later in each step than its begin, and long.
FORWARD_US, FORWARD_DURATION_US = 1000, 5000


def annotated_runs(stage):
    """The two runs, with an annotation in each step."""
    events = training.events()
    for step in training.STEPS:
        events.append({"ph": "X", "cat": "user_annotation", "name": "forward", "pid": training.HOST,
                       "tid": training.HOST, "dur": FORWARD_DURATION_US,
                       "ts": training.EPOCH_US + training.BEGIN_US[step] + FORWARD_US})
    return (stage.write_trace("first.json", events, deviceProperties=training.DEVICES),
            stage.write_trace("second.json", slower_events(events), deviceProperties=training.DEVICES))


class Side(Timeline):
    """The timeline of a side, by its letter."""

    def __init__(self, app, letter):
        self._app = app
        self.name = f"Timeline of {letter}"
        self.canvas = app.find(name=self.name, description=CANVAS)

    def n_rows(self):
        return int(re.search(r"(\d+) rows", self.text()).group(1))


def timelines_of(app):
    compare_of(app)
    app.press("list item", "Timelines")
    return Side(app, "A"), Side(app, "B")


def near(a, b, of):
    return abs(a - b) <= NEARLY * of


def wait_in_step(first, second, between_ns):
    """Both show the same time, which is later by so much on the second."""
    def is_in_step():
        (begin, end), (other_begin, other_end) = first.span_ns(), second.span_ns()
        most = max(abs(end), abs(other_end), end - begin)
        return near(other_begin - begin, between_ns, most) and near(other_end - end, between_ns, most)

    second.wait(f"{between_ns} ns between {first.text()} and the other", is_in_step)


def slower_ns(time_us):
    return SLOWER * time_us * 1000


def apart_ns(step):
    """From the begin of a step in the first run to that in the slower one."""
    return slower_ns(training.BEGIN_US[step]) - training.BEGIN_US[step] * 1000


def wait_step(first, second, step):
    begin_ns, length_ns = training.BEGIN_US[step] * 1000, slower_ns(training.DURATION_US[step])
    first.wait_span(f"step {step}", lambda begin, end: near(begin, begin_ns - 0.05 * length_ns, end - begin)
                    and near(end, begin_ns + 1.05 * length_ns, end - begin))
    wait_in_step(first, second, apart_ns(step))


def choose(app, name, *keys):
    """An item of a drop-down, by keys from the one that is chosen."""
    app.click(app.find("combo box", name))
    app.wait("the list has the focus", lambda: app.focused() and app.focused().role == "list item")
    app.settle()
    app.screen.key(*keys, "Return")


@scenario("compare: timelines on one scale go in step by keys and mouse, and are aligned by step, annotation and begin",
          sanitized=True)
def in_step(stage):
    with stage.app(*annotated_runs(stage)) as app:
        first, second = timelines_of(app)
        wait_step(first, second, 7)  # the first that both have
        app.screen.click(*first.middle())
        app.screen.key("Escape", "w", "w")
        whole = slower_ns(training.DURATION_US[7]) * 1.1
        first.wait_span("magnified", lambda begin, end: end - begin < 0.9 * whole)
        wait_in_step(first, second, apart_ns(7))
        before = first.span_ns()
        app.screen.click(*second.middle())
        app.screen.key("Escape", "d")
        first.wait_span("later", lambda begin, end: begin > before[0])
        wait_in_step(first, second, apart_ns(7))
        length = first.length_ns()
        app.screen.wheel(*second.middle(), 3, modifier="ctrl")
        first.wait("less magnified by the wheel over the other", lambda: first.length_ns() > 1.1 * length)
        wait_in_step(first, second, apart_ns(7))

        # The next step of both, and the one after it.
        app.screen.key("period")
        wait_step(first, second, 8)
        app.screen.key("period")
        wait_step(first, second, 9)
        shoot(app, "compare-timelines")
        choose(app, "Align the timelines by", "Down", "Down")
        app.find("combo box", "Name")
        wait_in_step(first, second, slower_ns(FORWARD_US) - FORWARD_US * 1000)
        app.screen.click(*first.middle())
        app.screen.key("Escape", "period")
        wait_in_step(first, second, slower_ns(training.BEGIN_US[8] + FORWARD_US)
                     - (training.BEGIN_US[8] + FORWARD_US) * 1000)
        length_ns, begin_ns = slower_ns(FORWARD_DURATION_US), (training.BEGIN_US[8] + FORWARD_US) * 1000
        first.wait_span("its second instance", lambda begin, end: near(begin, begin_ns - length_ns / 2, length_ns)
                        and near(end, begin_ns + length_ns * 1.5, length_ns))
        choose(app, "Align the timelines by", "Up", "Up")
        first.wait_span("everything from the begin", lambda begin, end: near(begin, 0, end - begin)
                        and near(end, SLOWER * training.SPAN_NS, end - begin))
        wait_in_step(first, second, 0)


WARM_UP_US, WARM_STEP_US, WARM_STEPS = 50000, 10000, range(20, 27)


def warming_events():
    """Steps of which the first is so long that it is left out of a comparison; each launches one kernel."""
    found, begin_us = [], training.EPOCH_US
    for index, step in enumerate(WARM_STEPS):
        duration_us = WARM_UP_US if index == 0 else WARM_STEP_US
        for category, name, thread, after_us, for_us in (("user_annotation", f"ProfilerStep#{step}", training.HOST, 0,
                                                          duration_us),
                                                         ("cuda_runtime", "cudaLaunchKernel", training.HOST, 100, 20),
                                                         ("kernel", "work", training.STREAM, 2000, 4000)):
            is_kernel = category == "kernel"
            found.append({"ph": "X", "cat": category, "name": name, "ts": begin_us + after_us, "dur": for_us,
                          "pid": training.DEVICE if is_kernel else training.HOST, "tid": thread,
                          "args": {} if thread == training.HOST and category == "user_annotation" else
                                  {"correlation": index + 1, **({"device": training.DEVICE, "stream": training.STREAM}
                                                                if is_kernel else {})}})
        begin_us += duration_us
    return found


@scenario("compare: timelines are first aligned by a step that is compared, not by one that is left out as warm-up")
def warm_up(stage):
    paths = [stage.write_trace(f"{name}.json", warming_events(), deviceProperties=training.DEVICES)
             for name in ("first", "second")]
    with stage.app(*paths) as app:
        first, second = timelines_of(app)
        begin_ns, length_ns = WARM_UP_US * 1000, WARM_STEP_US * 1000
        first.wait_span("the second step", lambda begin, end: near(begin, begin_ns - 0.05 * length_ns, end)
                        and near(end, begin_ns + 1.05 * length_ns, end))
        wait_in_step(first, second, 0)


@scenario("compare: a slice selected on one timeline is selected on the other; its durations are told, J goes there, "
          "Enter to its timeline page")
def counterpart(stage):
    with stage.app(*two_runs(stage)) as app:
        first, second = timelines_of(app)
        wait_step(first, second, 7)
        first.click_slice(training.front_ns(7)[0] + 1_000_000, "front_7")
        second.wait_selected("front_7")
        app.find("label", re.compile("A:.4[.,]000.ms +B:.6[.,]000.ms,.\\+2[.,]000.ms.\\(\\+50.%\\)"))
        shoot(app, "compare-counterpart")
        app.screen.key("j")
        app.wait("the other has the focus", lambda: app.focused() and app.focused().name == second.name)
        app.press("button", "Align")
        app.find("combo box", "Align the timelines by")
        wait_in_step(first, second, slower_ns(2000) - 2_000_000)
        app.click(second.canvas, at=(0.5, 0.97))
        app.screen.key("Escape")
        first.wait("nothing is selected", lambda: not first.selected())

        # Search in all of them.
        app.screen.key("ctrl+f")
        app.wait("the entry has the focus", lambda: app.focused() and app.focused().name == "Search slices")
        type_text(app, "tail")
        app.find("label", "A: 4, B: 4")
        app.screen.key("Return")
        second.wait_selected("tail_7")
        first.wait_selected("tail_7")
        app.screen.key("Return")
        second.wait_selected("tail_8")
        first.wait_selected("tail_8")
        shoot(app, "compare-timelines-search")
        app.screen.key("Escape")
        app.wait("the timeline has the focus", lambda: app.focused() and app.focused().name == second.name)
        app.screen.key("Return")
        app.wait("the second is shown", lambda: "second" in app.title())
        canvas = app.find(name="Timeline", description=CANVAS)
        app.wait("its slice is selected", lambda: "tail_8" in canvas.description)


@scenario("compare: three profiles are loaded and one unloaded; two are compared, aligned by step, and a difference leads "
          "into both timelines; a folded row of one stays open on the other")
def session(stage):
    third = stage.write_trace("third.json", slower_events(), deviceProperties=training.DEVICES)
    paths = two_runs(stage)
    with stage.app(*paths, third) as app:
        app.find(name="Summary")
        app.wait("the third is shown", lambda: "third" in app.title())
        app.screen.key("ctrl+w")
        app.wait("it is unloaded", lambda: "third" not in app.title())
        first, second = timelines_of(app)
        wait_step(first, second, 7)
        choose(app, "Step", "Down", "Down")
        wait_step(first, second, 9)

        app.press("list item", "Kernels")
        app.find("label", re.compile("^8 rows$"))
        app.settle()
        app.press("row", "front_9")
        app.screen.key("Return")
        first.wait_selected("front_9")
        second.wait_selected("front_9")
        app.find("label", re.compile("A:.4[.,]000.ms +B:.6[.,]000.ms"))
        wait_in_step(first, second, slower_ns(training.BEGIN_US[9] + 2000) - (training.BEGIN_US[9] + 2000) * 1000)
        shoot(app, "compare-difference")

        def rows(name):
            return app.root.matching("list item", re.compile(name))

        app.click(rows("^GPU 0 host")[0])
        app.wait("one has no runtime calls any more, the other has", lambda: len(rows("^runtime calls$")) == 1)
        before = second.text()
        first.wait("fewer rows than the other", lambda: first.n_rows() < second.n_rows())

        # Another part of the same profile keeps them.
        app.press("button", re.compile("^Compared B: second"))
        app.press(None, "Median Step")
        app.find("button", re.compile("^Compared B: second, Median step"))
        app.wait("the timeline begins with that step", lambda: Side(app, "B").text() != before)
        app.settle()
        if Side(app, "A").n_rows() >= Side(app, "B").n_rows() or len(rows("^runtime calls$")) != 1:
            raise AssertionError("The folded row is open again")
