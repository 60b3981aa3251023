# SPDX-License-Identifier: Apache-2.0
"""Scenarios: the findings at the top of the dashboard: what they fold out to, where their places lead, how one is dismissed,
how rules are changed and shared, and what is copied."""

import os
import re
import sys

import clipboard
from file_dialog import FileDialog
from idle import focus_chart
from panes import choose
from preferences import close, stored
from reports import save
from scenario import scenario
from timeline import Timeline

sys.path.append(os.path.join(os.path.dirname(__file__), "..", "findings"))
from made_run import Run  # noqa: E402

TITLE = "Findings"
# The first step begins at 1 ms, which the program counts from; the first gap follows after 300 us of lead and half a step.
GAP_US, FIRST_GAP_NS = 1_000, 5_300_000
LOADER = "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__"
LOADING = r"Waiting for data \(Medium\): The GPUs wait for the data loader for 1[.,]000.ms of a step of 11[.,]06.ms"


def made_run(stage, name, gap_us=GAP_US):
    """Five steps of 11 ms whose GPU waits for the data loader for one of them."""
    run = Run()

    def during(begin, length):
        run.host(LOADER, begin, length - 20)

    run.steps(gap_us=gap_us, during=during if gap_us else None).write(stage.folder, name)
    return stage.path(name)


def wait_described(app, pattern):
    """What assistive technology reads of the pane, or of its part with the cursor."""
    return app.find("image", TITLE, re.compile(pattern, re.S), anywhere=True)


@scenario("findings: a row folds out to its places, a place is shown in the timeline, by keyboard and by pointer", seconds=120,
          sanitized=True)
def unfold(stage):
    with stage.app(made_run(stage, "loading.json")) as app:
        focus_chart(app, TITLE)
        wait_described(app, "^" + LOADING)
        app.screen.key("Home")
        wait_described(app, "^" + LOADING + r".*at most 1[.,]000.ms per step \(9[.,]0.%\)$")
        app.screen.key("Return", "Right")
        wait_described(app, r"^5 places, worst 1[.,]000.ms, step [1-5]$")
        app.screen.key("Right")
        wait_described(app, r"^1[.,]000.ms from 5[.,]300.ms on, step 1(: .*)?$")
        app.screen.key("Return")
        timeline = Timeline(app)
        timeline.wait_span("the first gap with room around it", lambda begin, end: begin < FIRST_GAP_NS
                           and end > FIRST_GAP_NS + GAP_US * 1000 and end - begin <= 3 * GAP_US * 1000)
        app.screen.key("alt+1")
        chart = app.find("image", TITLE, anywhere=True)
        app.settle(0.5)
        before = app.rectangle(chart)
        app.click(chart, (0.3, 20 / before[3]))  # the sentence: folds it again
        app.wait("a lower pane", lambda: app.rectangle(chart)[3] < before[3] - 100)
        app.click(chart, ((before[2] - 240) / before[2], 36 / app.rectangle(chart)[3]))  # the worst place
        Timeline(app).wait_span("the worst gap", lambda begin, end: end - begin <= 3 * GAP_US * 1000)


@scenario("findings: one is dismissed with a reason, stays away after reopening, and is restored", seconds=180, sanitized=True)
def dismiss(stage):
    path, home = made_run(stage, "dismissed.json"), stage.desktop.new_home()
    with stage.app(path, home=home) as app:
        focus_chart(app, TITLE)
        wait_described(app, LOADING)
        app.screen.key("Home", "Return")
        wait_described(app, LOADING)
        for _ in range(7):
            app.screen.key("Right")
        wait_described(app, "^Dismiss…$")
        app.screen.key("Return")
        app.find("text box", "Reason", anywhere=True)
        app.screen.type("the loader is being replaced")
        app.screen.key("Return")
        wait_described(app, "^No rule found anything that was not dismissed\n1 dismissed\n")
        save(app, stage.path("dismissed.md"))
        app.find("label", "Report saved as dismissed.md")
        with open(stage.path("dismissed.md"), encoding="utf-8") as file:
            report = file.read()
        assert "1 finding was dismissed, so it is not told here:\n\n- Waiting for data: the loader is being replaced\n" in report, report
        assert "1. Waiting for data" not in report
    with stage.app(path, home=home) as app:
        focus_chart(app, TITLE)
        wait_described(app, "^No rule found anything that was not dismissed\n1 dismissed\n")
        app.screen.key("Home", "Return", "Right", "Return")
        for _ in range(7):
            app.screen.key("Right")
        wait_described(app, "^Show Again$")
        app.screen.key("Return")
        wait_described(app, "^" + LOADING)
    with stage.app(path, home=home) as app:
        wait_described(app, "^" + LOADING)


@scenario("findings: a threshold in the window of rules makes one go, is stored, shared as a file, reset and loaded", seconds=240)
def rules(stage):
    path, home, shared = made_run(stage, "rules.json"), stage.desktop.new_home(), stage.path("team.rules")
    with stage.app(path, home=home) as app:
        wait_described(app, "^" + LOADING)
        choose(app, TITLE, "Rules…")
        app.find(name="Rules of Findings", anywhere=True)
        app.press(None, "Waiting for data")
        spin = app.find("spin button", re.compile("Idle share of the step|Share of"), anywhere=True)
        app.settle(0.5)
        app.click(spin, at=(0.2, 0.5))
        app.screen.key("ctrl+a")
        app.screen.type("12.5")
        app.screen.key("Tab")
        app.wait("the setting", lambda: "share_percent=12.5" in (stored(home, "finding-rules") or ""))
        wait_described(app, "^No rule found anything wrong\n")
        FileDialog(app, lambda: app.press("button", "Save…")).give(shared)
        app.find(name=re.compile("^Saved as team.rules"))
        app.press("button", "Reset All")
        app.wait("the setting", lambda: stored(home, "finding-rules") in (None, "''"))
        wait_described(app, "^" + LOADING)
        FileDialog(app, lambda: app.press("button", "Load…")).give(shared)
        app.find(name="Rules loaded")
        wait_described(app, "^No rule found anything wrong\n")
        close(app)
    with open(shared, encoding="utf-8") as file:
        assert "\nshare_percent=12.5\n" in file.read()
    with stage.app(path, home=home) as app:
        wait_described(app, "^No rule found anything wrong\n")


@scenario("findings: a healthy run says so in a line, and rules without data say what they lack", sanitized=True)
def healthy(stage):
    with stage.app(made_run(stage, "healthy.json", 0)) as app:
        focus_chart(app, TITLE)
        wait_described(app, r"^No rule found anything wrong\n[0-9]+ rules had no data\n")
        chart = app.find("image", TITLE, anywhere=True)
        before = app.rectangle(chart)[3]
        app.screen.key("Home", "Return")
        app.wait("a higher pane", lambda: app.rectangle(chart)[3] > before + 60)


@scenario("findings: they are those of the scope", sanitized=True)
def scope(stage):
    with stage.app(made_run(stage, "scoped.json")) as app:
        wait_described(app, "^" + LOADING + r".*\n5 places, worst")
        app.screen.key("alt+2")
        app.find(name="Timeline", description=re.compile("rows"))
        app.screen.key("shift+comma")
        app.settle()
        app.press("button", "Time: Whole profile")
        app.press("label", "Timeline view")
        app.screen.key("Escape", "alt+1")
        # One step, so one gap.
        wait_described(app, r"^Waiting for data .*\n1[.,]000.ms, step [1-5]\n")
        app.press("button", "Time: reset")
        wait_described(app, "^" + LOADING + r".*\n5 places, worst")


@scenario("findings: they are copied as text for an issue", sanitized=True)
def copy(stage):
    with stage.app(made_run(stage, "issue.json")) as app:
        wait_described(app, "^" + LOADING)
        choose(app, TITLE, "Copy as Text for an Issue")
        app.wait("the text", lambda: "Findings of issue.json" in (clipboard.text(app.desktop) or ""))
        text = clipboard.text(app.desktop)
        for pattern in (r"^Stepscope [0-9.]+", r"^1\. Waiting for data \(Medium\)$", r"The GPUs wait for the data loader",
                        r"Would be gained: at most 1[.,]000.ms per step", r"^   @ 1[.,]000.ms from 5[.,]300.ms on, step 1",
                        r"NVIDIA H100"):
            assert re.search(pattern, text, re.M), (pattern, text)


@scenario("findings: a place on another rank is scrolled to")
def other_rank(stage):
    os.mkdir(stage.path("late_rank"))
    for rank in range(12):
        run = Run(rank, 12)
        gap_us = 2_000 if rank == 11 else 0

        def during(begin, length, run=run):
            if length > 0:
                run.host(LOADER, begin, length - 20)

        def kernels(begin, duration, first_launch, run=run, rank=rank):
            run.kernels(begin, duration, first_launch, name=f"kernel_of_rank_{rank}")

        run.steps(gap_us=gap_us, step_us=10_000 - gap_us, during=during, kernels=kernels).write(stage.path("late_rank"))
    with stage.app(stage.path("late_rank")) as app:
        focus_chart(app, TITLE)
        app.screen.key("Home")
        wait_described(app, r"^Waiting for data.*On rank 11 alone it is 19[.,]9.%")
        app.screen.key("Right")
        wait_described(app, r"worst 2[.,]000.ms, step [1-5], rank 11$")
        app.screen.key("Return")
        timeline = Timeline(app)
        timeline.wait_selected("^[Aa]rea")
        begin, end = timeline.span_ns()
        app.screen.key("Escape")  # closes the details, which lie over the last rows
        timeline.wait("nothing selected", lambda: not timeline.selected())
        timeline.click_slice(begin + (end - begin) // 10, "^kernel_of_rank_11")
