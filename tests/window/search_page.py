# SPDX-License-Identifier: Apache-2.0
"""Scenarios: searching, by keyboard alone and while a large profile is being searched."""

import json
import re
import subprocess
import time

from figures import close, duration_ns
from responsive import TURN_MAX_MS, MainLoop
from scenario import scenario
from timeline import Timeline

LARGE_EVENTS = 3_000_000
NUMBER = r"[0-9]+(?:[.,\u00a0\u202f'’][0-9]{3})*"  # as the locale groups its digits
STATUS = re.compile(rf"^(.* · )?({NUMBER}) of ({NUMBER}) slices match")
TABS_TO_LONGEST = 8


def timeline_of(app):
    app.find(name="Summary")
    app.screen.key("alt+2")
    timeline = Timeline(app)
    app.screen.key("ctrl+f")
    app.wait("the entry has the focus", lambda: is_typing(app))
    return timeline


def is_typing(app):
    focus = app.focused()
    return focus is not None and (focus.name or "").startswith("Search slices")


def type_text(app, text, delay=30):
    app.screen.type(text, delay)


def status(app):
    """What is said of the matches: remark, how many, of how many."""
    match = STATUS.match(app.find("label", STATUS).name)
    return match.group(1), *(int(re.sub(r"\D", "", match.group(i))) for i in (2, 3))


def asked(stage, path, sql):
    result = subprocess.run([stage.program, "query", path, sql, "--json"], check=True, capture_output=True)
    return json.loads(result.stdout)


def longest(stage, path, part):
    """Durations of what has it in its name, the longest first."""
    answer = asked(stage, path, f"select dur_ns from slice where name like '%{part}%' order by 1 desc limit 2")
    return [int(value) for value in re.findall(r"[0-9]{3,}", json.dumps(answer["rows"]))]


@scenario("search: by keyboard alone to the longest all-reduce, to the next, around the end, and back to the canvas",
          sanitized=True)
def longest_by_keyboard(stage):
    first, second = longest(stage, stage.sample, "allreduce")
    with stage.app(stage.sample) as app:
        timeline = timeline_of(app)
        type_text(app, "allreduce")
        app.find(name=re.compile(r"^Search [0-9]+$"))
        remark, n_found, n_all = status(app)
        if remark is not None or not 0 < n_found < n_all:
            raise AssertionError(f"The page says {remark!r}, but {n_found} of {n_all} were found")
        app.screen.key(*["Tab"] * TABS_TO_LONGEST)
        app.screen.key("space")
        app.screen.key("F3")
        timeline.wait("the longest", lambda: timeline.selected().startswith("AllReduce")
                      and close(duration_ns(timeline.selected(), 0), first, 0.001))
        app.screen.key("ctrl+f", "Return")
        timeline.wait("the next", lambda: close(duration_ns(timeline.selected(), 0), second, 0.001))
        app.screen.key("shift+Return")
        timeline.wait("the longest again", lambda: close(duration_ns(timeline.selected(), 0), first, 0.001))
        app.screen.key("shift+F3")
        app.find("label", re.compile("^Continued from the last match"))
        app.screen.key("Escape")
        app.wait("the canvas has the focus", lambda: app.focused() == timeline.canvas)
        app.find(name=re.compile(r"^Search [0-9]+$"))
        app.screen.key("F3")
        timeline.wait("F3 goes on from the canvas", lambda: close(duration_ns(timeline.selected(), 0), first, 0.001))
        app.screen.key("Escape")
        app.find(name=re.compile(r"^Search$"))
        if not timeline.selected():
            raise AssertionError("The first Escape must remove the marks, not the selection")


@scenario("search: it explains an invalid expression and an empty result; a row narrows the list")
def sentences(stage):
    with stage.app(stage.sample) as app:
        timeline_of(app)
        type_text(app, "no such slice")
        app.find("label", re.compile("^No slice matches .no such slice"))
        if len(app.find_all("label", re.compile("^No slice matches"))) != 1:
            raise AssertionError("The message is shown twice")
        app.find("label", re.compile(f"^Searched names, categories and arguments of {NUMBER} slices"))
        app.press(None, "Regular expression")
        app.screen.key("ctrl+f")
        type_text(app, "all(")
        app.find("label", re.compile("missing closing parenthesis, at character 5"))
        n_times = len(app.find_all("label", "This is not a regular expression"))
        if n_times != 1:
            raise AssertionError(f"The error is shown {n_times} times")
        app.screen.key("BackSpace")
        type_text(app, "reduce.*ring")
        n_found = app.wait("matches", lambda: app.has("label", STATUS) and status(app)[1])
        row = app.find("label", re.compile(r"^stream [^,]*, [0-9]+$"))
        n_on_row = int(row.name.rpartition(", ")[2])
        if not 0 < n_on_row < n_found:
            raise AssertionError(f"The row {row.name} counts {n_on_row} slices, {n_found} were found")
        name = row.name.rpartition(", ")[0]
        app.click(row)
        app.wait("only that row", lambda: all(
            node.name.endswith(name) for node in app.find_all("label", re.compile(", [0-9.,]+[\u00a0\u202f ][µm]?s, "))))


@scenario("search: typing while millions of slices are searched keeps the window responsive")
def typing_is_never_blocked(stage):
    path = stage.make_trace("search.json", LARGE_EVENTS)
    loop = MainLoop(stage.path("main-loop-search"))
    subprocess.run([stage.program, "convert", path, "-o", stage.path("search.stepscope")], check=True, capture_output=True)
    with stage.app(stage.path("search.stepscope"), **loop.environment(**stage.environment)) as app:
        timeline_of(app)
        app.settle(1)
        begin = time.monotonic()
        for text in ("nccl", "aten::mm", "2048"):
            type_text(app, text, 60)
            app.screen.key("ctrl+a")
        type_text(app, "kernel")
        app.wait("matches", lambda: app.has("label", STATUS) and status(app)[1] > 0, 30)
        turns = loop.turns(begin, time.monotonic())
    if len(turns) < 10:
        raise AssertionError(f"The main loop ran only {len(turns)} times")
    at, _, cpu = max(turns, key=lambda turn: turn[2])
    if cpu > TURN_MAX_MS * stage.patience:
        raise AssertionError(f"The main thread worked for {cpu:.0f} ms at once, {at - begin:.2f} s after the first key")
    print(f"# longest turn of the main loop {cpu:.1f} ms of processor time, of {len(turns)}")


@scenario("search: Ctrl+F and Ctrl+Shift+F move between the entries, where letters are typed", sanitized=True)
def from_entry_to_entry(stage):
    with stage.app(stage.sample) as app:
        timeline_of(app)
        app.press("tab", "Bookmarks")
        app.screen.key("ctrl+f")
        app.wait("the entry has the focus again", lambda: is_typing(app))
        type_text(app, "s/f")
        app.screen.key("ctrl+shift+f")
        app.wait("rows are filtered", lambda: "Filter rows" in (app.focused().name or ""))
        app.screen.key("ctrl+f")
        app.wait("the entry has the focus again", lambda: is_typing(app))
        app.find("label", re.compile("^No slice matches .s/f"))
