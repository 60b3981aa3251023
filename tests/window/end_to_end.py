# SPDX-License-Identifier: Apache-2.0
"""One session with a shared trace, by keyboard and mouse alone: from a search to a bookmark, and back the next day.

$STEPSCOPE_SHOTS, a folder, gets a picture of every stage.
"""

import json
import os
import re
import subprocess
import sys

import clipboard
from area import exact_ns, field, run_json
from bookmarks import NOTE, TITLE, report, type_into
from figures import close, duration_ns, number
from scenario import scenario
from timeline import Timeline
from timeline_rows import Rows

TRACE = os.path.join("kineto", "HTA__trace_diff__control__control.json.gz")
WORDS = "allreduce"
COLOUR = "Amber"
TITLE_TEXT = "longest all-reduce"
NOTE_TEXT = "Runs 1.7 ms after its launch:\nthe stream was busy."


class Album:
    """Pictures of the stages, for people to judge."""

    def __init__(self, app, name):
        self._app, self._name = app, name
        self._folder = os.environ.get("STEPSCOPE_SHOTS")
        self._n = 0

    def save(self, stage_name):
        self._n += 1
        if self._folder:
            os.makedirs(self._folder, exist_ok=True)
            self._app.settle(0.6)
            self._app.save(os.path.join(self._folder, f"{self._name}-{self._n:02}-{stage_name}.png"))


def query(stage, path, sql):
    """Rows of whole numbers and texts."""
    result = subprocess.run([stage.program, "query", path, sql, "--json"], check=True, capture_output=True, text=True)
    return json.loads(result.stdout)["rows"]


def figures_copied(app):
    """Of the area, by their keys."""
    app.press("button", "Copy as TSV")
    app.wait("figures on the clipboard", lambda: (clipboard.text(app.desktop) or "").startswith("figure\t"))
    table = clipboard.text(app.desktop).partition("\n\n")[0]
    return dict(line.split("\t")[:2] for line in table.splitlines()[1:])


def check_busy_share(stage, app, path):
    """What the tab tells of the area, of the command line, and of the oracle where it is."""
    shown = field(app, "GPU busy")
    figures = figures_copied(app)
    window = f"{figures['begin_ns']}..{figures['end_ns']}"
    summary = run_json(stage.program, "stats", path, "--window", window, "--json")["summary"]
    if exact_ns(shown) != summary["busy_ns"] or int(figures["busy_ns"]) != summary["busy_ns"]:
        raise AssertionError(f"The tab shows {shown} and {figures}, stats --window {window} prints {summary}")
    percent = number(re.search(r"([0-9.,]+)[\u00a0\u202f ]%", shown).group(1))
    if abs(percent - summary["gpu_active_percent"]) > 0.051:
        raise AssertionError(f"The tab shows {shown}, stats --window {window} prints {summary['gpu_active_percent']} %")
    oracle = os.path.join(os.environ["STEPSCOPE_TRACES"], os.pardir, "oracle", "oracle.py")
    if os.path.exists(oracle):
        devices = run_json(sys.executable, oracle, path, "--window", window)["devices"].values()
        busy_ns = sum(round(device["busy_us"] * 1000) for device in devices)
        if busy_ns != summary["busy_ns"]:
            raise AssertionError(f"The tab shows {shown}, the oracle has {busy_ns} ns busy in {window}")
    return int(figures["begin_ns"]), int(figures["end_ns"])


def search_longest(app, timeline, expected_ns):
    app.screen.key("ctrl+f")
    app.wait("the entry has the focus", lambda: "Search slices" in (getattr(app.focused(), "name", None) or ""))
    app.screen.type(WORDS, 30)
    app.find("label", re.compile("of .* slices match"))
    app.press(None, "List the longest slices first")
    app.screen.key("ctrl+f", "Return")
    timeline.wait("the longest", lambda: timeline.selected().startswith("AllReduce")
                  and close(duration_ns(timeline.selected(), 0), expected_ns, 0.001))


# The longest all-reduce: its duration, stream, and the step that launched it.
LONGEST = """select run.dur_ns, track.name, step.wall_ns, step.number
  from slice run join track on track.id = run.track_id join flow on flow.to_slice = run.id
  join slice launch on launch.id = flow.from_slice join step on step.id = launch.step_id
  where run.name like '%AllReduce%' order by 1 desc limit 1"""


def first_day(stage, app, album, path):
    """All of it; returns what is in view at the end."""
    longest_ns, stream, step_ns, step = query(stage, path, LONGEST)[0]
    app.find(name="Summary")
    album.save("opened")
    app.screen.key("alt+2")
    timeline = Timeline(app)
    album.save("timeline")

    search_longest(app, timeline, longest_ns)
    album.save("found")
    app.screen.key("Escape", "f")
    timeline.wait_span("the kernel", lambda begin, end: end - begin < 2 * longest_ns)
    album.save("kernel")
    app.screen.key("bracketleft")
    timeline.wait_selected("launched AllReduce")
    app.press("tab", re.compile("^Current"))
    album.save("launch")
    app.screen.key("shift+f")
    album.save("arrow")

    app.screen.key("x")
    timeline.wait_selected("^area of .*, all rows$")
    app.press("tab", "Area")
    app.wait("the figures of the area", lambda: app.has(name=re.compile(r"^Area .*GPU busy")), 30)
    album.save("step")
    begin_ns, end_ns = check_busy_share(stage, app, path)
    if end_ns - begin_ns != step_ns:
        raise AssertionError(f"The area is {end_ns - begin_ns} ns long, step {step} is {step_ns} ns long")
    app.screen.key("ctrl+f", "Return")
    timeline.wait_selected("^AllReduce")
    app.screen.key("Escape", "t", "shift+t", "m", "shift+m")
    app.press("tab", "Area")
    app.find(name=re.compile("Kept Areas 1"))
    app.screen.key("ctrl+f", "Return")
    timeline.wait_selected("^AllReduce")

    app.screen.key("Escape", "p")
    Rows(app).wait_names(f"{stream} is pinned", lambda names: names[0].startswith(stream))
    album.save("pinned")
    app.screen.key("b")
    app.press("tab", "Bookmarks 1")
    type_into(app, TITLE, TITLE_TEXT)
    type_into(app, NOTE, NOTE_TEXT)
    app.press(None, re.compile("^Colour of the bookmark"))
    album.save("colours")
    app.press(None, COLOUR)
    app.settle(0.3)
    album.save("bookmark")
    return timeline.text(), Rows(app).names()[0], app.find(name="Ruler").description


def next_day(app, album, left):
    text, pinned, ruler = left
    app.find(name="Summary")
    app.screen.key("alt+2")
    timeline = Timeline(app)
    timeline.wait("in view and selected as it was left", lambda: timeline.text() == text)
    Rows(app).wait_names(f"{pinned} is still pinned", lambda names: names[0] == pinned)
    app.wait("markers as they were left", lambda: app.find(name="Ruler").description == ruler)
    album.save("reopened")
    app.press("tab", "Bookmarks 1")
    app.click(app.find(name=TITLE_TEXT))
    app.find(name=f"Colour of the bookmark: {COLOUR}")
    app.find(name=re.compile(re.escape(NOTE_TEXT.partition("\n")[0])))
    album.save("bookmark")
    app.press("tab", "Area")
    app.find(name=re.compile("Kept Areas 1"))
    album.save("kept")


def session(stage, name="session", size=None, **environment):
    path = os.path.join(os.environ.get("STEPSCOPE_TRACES", ""), TRACE)
    if not os.path.exists(path):
        print(f"# not here: {TRACE}")
        return
    home = stage.desktop.new_home()
    with stage.app(path, home=home, **environment) as app:
        if size:
            app.resize(*size)
        left = first_day(stage, app, Album(app, name + "-1"), path)
    mark, = report(stage, home, path)
    if (mark["kind"], mark["found"], mark["title"], mark["note"]) != ("slice", True, TITLE_TEXT, NOTE_TEXT):
        raise AssertionError(mark)
    with stage.app(path, home=home, **environment) as app:
        if size:
            app.resize(*size)
        next_day(app, Album(app, name + "-2"), left)


@scenario("end to end: the longest all-reduce, its launch, its step's busy share; pin, bookmark, and restore",
          seconds=180, sanitized=True)
def whole(stage):
    session(stage)
