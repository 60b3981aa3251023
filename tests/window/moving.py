# SPDX-License-Identifier: Apache-2.0
"""Scenarios: back and forward, going to a time, what the ruler counts from, and views that are let go while they move."""

import os
import re

import training
from figures import close
from scenario import scenario
from screen import MIDDLE
from bookmarks import open_timeline
from tables_page import shoot
from timeline_page import run_of, timeline_of

BACK_BUTTON, FORWARD_BUTTON = 8, 9
SECONDARY = 3
LINK = "Show on Compare Page"
REST_S = 0.6  # longer than a view has to rest to be remembered
MS = 1_000_000


def begin_ns(step):
    return training.BEGIN_US[step] * 1000


def shows(begin, end, tolerance=0.03):
    return lambda b, e: (abs(b - begin) < tolerance * (end - begin) and abs(e - end) < tolerance * (end - begin))


def shows_step(step):
    begin = begin_ns(step)
    return lambda b, e: b <= begin + 1e4 and e - b < 1.5 * training.DURATION_US[step] * 1000 and b > begin - 2 * MS


def go_to(app, text):
    """Types into the entry that Ctrl+G opens; returns it."""
    app.screen.key("ctrl+g")
    entry = app.find("text box", "Go to a time or step", anywhere=True)
    app.screen.type(text, 20)
    return entry


@scenario("moving: Alt+Left and Alt+Right, and the buttons beside the thumb, go back and forward; a wheel's turn is one way",
          sanitized=True)
def history(stage):
    with run_of(stage) as app:
        timeline, screen = timeline_of(app), app.screen
        whole = timeline.span_ns()
        x, y = timeline.middle()
        app.settle(REST_S)
        screen.wheel(x, y, -10, modifier="ctrl")
        timeline.wait_span("zoomed in", lambda b, e: e - b < 0.3 * training.SPAN_NS)
        app.settle(REST_S)
        near = timeline.span_ns()
        screen.key("shift+comma")
        timeline.wait_span("the slowest step", shows_step(9))
        app.settle(REST_S)
        slowest = timeline.span_ns()
        screen.key("alt+Left")
        timeline.wait_span("where the wheel had gone", shows(*near))
        screen.key("alt+Left")
        timeline.wait_span("all of it, ten notches before", shows(*whole))
        screen.key("alt+Left")
        app.settle(REST_S)
        timeline.wait_span("nothing before that", shows(*whole))
        screen.click(x, y, button=FORWARD_BUTTON)
        timeline.wait_span("forward by the thumb", shows(*near))
        screen.key("alt+Right")
        timeline.wait_span("the slowest step again", shows(*slowest))
        screen.click(x, y, button=BACK_BUTTON)
        timeline.wait_span("back by the thumb", shows(*near))


@scenario("moving: back from the other end of an arrow selects again what was selected")
def history_of_selections(stage):
    with run_of(stage) as app:
        timeline = timeline_of(app)
        timeline.click_slice(sum(training.front_ns(8)) / 2, "front_8")
        app.screen.key("f")
        timeline.wait_span("the kernel", lambda b, e: e - b < 6 * MS)
        app.settle(REST_S)
        app.screen.key("bracketleft")
        timeline.wait_selected("^cudaLaunchKernel")
        app.settle(REST_S)
        app.screen.key("alt+Left")
        timeline.wait_selected("^front_8")
        app.screen.key("alt+Right")
        timeline.wait_selected("^front_8|^cudaLaunchKernel")


@scenario("moving: Ctrl+G goes to a step or a time and says what it understood; an invalid entry changes nothing")
def going(stage):
    with run_of(stage) as app:
        timeline = timeline_of(app)
        entry = go_to(app, "9")
        app.wait("what it will do", lambda: re.search(r"^Step 9 \(3 of 4\), 1\d[.,]\d+.ms", entry.description))
        app.screen.key("Return")
        timeline.wait_span("step 9", shows_step(9))
        app.settle()
        entry = go_to(app, "40")
        app.wait("why it cannot", lambda: entry.description.startswith("There is no step 40 (7 to 10)."))
        app.screen.key("Return")
        app.settle()
        timeline.wait_span("still step 9", shows_step(9))
        app.screen.key("Escape")
        app.wait_gone("text box", "Go to a time or step")
        entry = go_to(app, "30.5 ms")
        app.wait("a time", lambda: re.search(r"step 9 \+ 10[.,]50.ms", entry.description))
        app.screen.key("Return")
        timeline.wait_span("that time in the middle", lambda b, e: abs((b + e) / 2 - 30.5 * MS) < 0.1 * MS)
        app.settle()
        begin = timeline.span_ns()[0]
        go_to(app, "+1 ms")
        app.screen.key("Return", closes=("Return",))
        timeline.wait_span("from the begin of the view",
                           lambda b, e: abs((b + e) / 2 - begin - 1 * MS) < 0.1 * MS)
        before = timeline.length_ns()
        app.screen.key("w")
        timeline.wait_span("keys are the timeline's again", lambda b, e: e - b < before)


@scenario("moving: the ruler's menu chooses what it counts from, by pointer and by keys, for good", sanitized=True)
def ruler_modes(stage):
    home = stage.desktop.new_home()
    path = stage.write_trace("run.json", training.events(), deviceProperties=training.DEVICES,
                             baseTimeNanoseconds=0)
    with stage.app(path, home=home, TZ="UTC") as app:
        timeline = timeline_of(app)
        app.click(timeline.canvas, at=(0.999, 0.999))
        ruler = app.find(name="Ruler")
        app.wait("since the begin", lambda: ruler.description == "Since the begin")
        app.screen.key("shift+comma")
        app.wait("in the step", lambda: ruler.description.startswith("Step 9 + "))
        app.click(ruler, button=SECONDARY)
        app.press(None, "Time Since the Begin")
        app.wait("since the begin", lambda: ruler.description == "Since the begin")
        app.settle()
        app.click(ruler, at=(0.05, 0.5), button=SECONDARY)
        app.screen.key("Escape")
        app.settle()
    with stage.app(path, home=home, TZ="UTC") as app:
        timeline = open_timeline(app)
        app.screen.key("shift+comma")
        timeline.wait_span("the slowest step", shows_step(9))
        ruler = app.find(name="Ruler")
        app.wait("as it was left", lambda: ruler.description == "Since the begin")
        for _ in range(40):
            if app.focused() == ruler:
                break
            app.screen.key("Tab")
            app.settle(0.1)
        app.screen.key("Menu")
        app.find(None, "Time in the Step")
        app.screen.key("Home", "Return")
        app.wait("in the step, by keys", lambda: ruler.description.startswith("Step 9 + "))


@scenario("moving: Shift+wheel moves in time, a plain wheel scrolls rows and leaves the time")
def wheels(stage):
    with run_of(stage) as app:
        timeline, screen = timeline_of(app), app.screen
        x, y = timeline.middle()
        screen.wheel(x, y, -6, modifier="ctrl")
        timeline.wait_span("zoomed in", lambda b, e: e - b < 0.5 * training.SPAN_NS)
        app.settle()
        begin, end = timeline.span_ns()
        screen.wheel(x, y, 2, modifier="shift")
        timeline.wait_span("later by two tenths", shows(begin + 0.2 * (end - begin), end + 0.2 * (end - begin)))
        screen.wheel(x, y, -2, modifier="shift")
        timeline.wait_span("back", shows(begin, end))
        screen.wheel(x, y, 2)
        app.settle()
        timeline.wait_span("the time stays", shows(begin, end))


@scenario("moving: in the overview the window is dragged, its edges resize it, a click on a step goes there")
def overview(stage):
    with run_of(stage) as app:
        timeline, screen = timeline_of(app), app.screen
        overview_at = app.rectangle(app.find(name="Overview"))
        left, _, width, _ = app.rectangle(timeline.canvas)
        y = overview_at[1] + 32

        def at(time_ns):
            return left + time_ns / training.SPAN_NS * width

        app.screen.key("shift+comma")
        timeline.wait_span("the slowest step", shows_step(9))
        app.settle()
        begin, end = timeline.span_ns()
        screen.drag((at((begin + end) / 2), y), (at((begin + end) / 2 - 10 * MS), y))
        timeline.wait_span("10 ms earlier", shows(begin - 10 * MS, end - 10 * MS))
        app.settle()
        begin, end = timeline.span_ns()
        screen.drag((at(end), y), (at(end + 8 * MS), y))
        timeline.wait_span("its end 8 ms later", shows(begin, end + 8 * MS))
        app.settle()
        begin, end = timeline.span_ns()
        screen.drag((at(begin), y), (at(begin + 4 * MS), y))
        timeline.wait_span("its begin 4 ms later", shows(begin + 4 * MS, end))
        app.settle()
        screen.click(at(5 * MS), overview_at[1] + 10)
        timeline.wait_span("step 7", shows_step(7))


def let_go(screen, begin, end, button=1, modifier=None):
    """A drag that ends while the hand moves on."""
    n = 6
    steps = [part for i in range(1, n + 1)
             for part in ("mousemove", round(begin[0] + (end[0] - begin[0]) * i / n), begin[1], "sleep", "0.012")]
    screen.move(*begin)
    keys = ("keydown", modifier, "sleep", "0.03") if modifier else ()
    up = ("sleep", "0.01", "keyup", modifier) if modifier else ()
    screen.xdotool(*keys, "mousedown", button, *steps[:-2], "mouseup", button, *up)


@scenario("moving: a view released while moving coasts to rest; without animations it stops",
          sanitized=True)
def kinetic(stage):
    for animations in ("true", "false"):
        home = stage.desktop.new_home()
        settings = os.path.join(home, "config", "gtk-4.0", "settings.ini")
        with open(settings, encoding="utf-8") as file:
            text = file.read()
        with open(settings, "w", encoding="utf-8") as file:
            file.write(text.replace("gtk-enable-animations=false", f"gtk-enable-animations={animations}"))
        path = stage.write_trace("run.json", training.events(), deviceProperties=training.DEVICES)
        with stage.app(path, home=home) as app:
            timeline, screen = timeline_of(app), app.screen
            x, y = timeline.middle()
            screen.wheel(x, y, -12, modifier="ctrl")
            timeline.wait_span("zoomed in", lambda b, e: e - b < 0.2 * training.SPAN_NS)
            app.settle(0.6)
            _, _, width, _ = app.rectangle(timeline.canvas)
            for button, modifier in ((1, "shift"), (MIDDLE, None)):
                app.settle(0.8)
                begin, end = timeline.span_ns()
                by = 120 / width * (end - begin)
                let_go(screen, (x + 60, y), (x - 60, y), button, modifier)
                app.settle(2.5)
                moved = timeline.span_ns()[0] - begin
                if animations == "true" and moved < 1.3 * by:
                    raise AssertionError(f"After {button} {modifier} was let go, the timeline did not go on: it moved by "
                                         f"{moved} ns, the hand by {by} ns")
                if animations == "false" and not close(moved, by, 0.1):
                    raise AssertionError(f"Without animations the timeline moved by {moved} ns, the hand by {by} ns")
                rest = timeline.span_ns()
                app.settle(0.5)
                if timeline.span_ns() != rest:
                    raise AssertionError("The timeline does not come to rest")
                screen.key("alt+Left")
                timeline.wait_span("where it was taken hold of", shows(begin, end))


@scenario("moving: the legend of marks leads to the same two steps on the Compare page, by pointer and by keyboard")
def compare_page_of_marks(stage):
    with run_of(stage) as app:
        timeline = timeline_of(app)
        app.click(timeline.canvas, at=(0.999, 0.999))
        app.screen.key("shift+comma")
        timeline.wait_span("the slowest step", shows_step(9))
        app.screen.key("c")
        timeline.wait("the legend", lambda: "Step 9 compared with the median step 8" in timeline.text())
        link = app.find("button", LINK)
        shoot(app, "marks-link")
        # By keyboard: it comes before the rows, as it lies above them.
        for part in ("the list of rows", "the button"):
            before = app.focused()
            app.screen.key("shift+Tab")
            app.wait(f"{part} has the focus", lambda before=before: app.focused() not in (None, before))
        if app.focused() != link:
            raise AssertionError(f"{app.focused().name!r} has the focus instead of the button")
        app.screen.key("Return")
        app.find("button", re.compile("^Baseline A: run, Median step 8"))
        app.find("button", re.compile("^Compared B: run, Step 9"))

        # The median step itself has nothing to compare with; the button goes with the marks.
        app.screen.key("alt+2")
        timeline.wait("the legend again", lambda: "Step 9 compared" in timeline.text())
        app.screen.key("comma")
        timeline.wait("of the median step", lambda: "Step 8 is the median step" in timeline.text())
        app.wait_gone("button", LINK)
        app.screen.key("comma")
        timeline.wait("of the step before", lambda: "Step 7 compared with the median step 8" in timeline.text())
        app.resize(720, 600)
        app.find("button", LINK)
        shoot(app, "marks-link-narrow")
        app.press("button", LINK)
        app.find("button", re.compile("^Compared B: run, Step 7"))
        app.screen.key("alt+2")
        app.screen.key("c")
        app.wait_gone("button", LINK)


@scenario("moving: C and the overview's menu compare a step with the median step; the strip shows its breakdown")
def compare_steps(stage):
    with run_of(stage) as app:
        timeline = timeline_of(app)
        overview_node = app.find(name="Overview")
        app.click(timeline.canvas, at=(0.999, 0.999))
        app.screen.key("shift+comma")
        timeline.wait_span("the slowest step", shows_step(9))
        app.wait("what step 9 consists of", lambda: re.search(
            r"Step 9 \(3 of 4\), 14[.,]00.ms, slowest: compute 35[.,]7.%, communication 0[.,]0.%, memcpy 0[.,]0.%, "
            r"idle 64[.,]3.%$", overview_node.description))
        app.screen.key("c")
        # front_9 replaces front_8, since the same operator launches both; of tail_9 and tail_8 nothing is known.
        timeline.wait("the legend", lambda: "Step 9 compared with the median step 8: 0 longer, 1 added, 1 missing"
                      in timeline.text())
        app.screen.key("comma")
        timeline.wait("of the step gone to", lambda: "Step 8 is the median step" in timeline.text())
        left, top, _, _ = app.rectangle(overview_node)
        app.screen.click(timeline_x(app, timeline, 5 * MS), top + 8, button=SECONDARY)
        app.press(None, "Go to Step 7")
        timeline.wait_span("step 7", shows_step(7))
        app.screen.key("c")
        timeline.wait("no legend", lambda: "median step" not in timeline.text())


def timeline_x(app, timeline, time_ns):
    """Where a time is in the overview."""
    left, _, width, _ = app.rectangle(timeline.canvas)
    return left + time_ns / training.SPAN_NS * width
