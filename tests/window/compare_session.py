# SPDX-License-Identifier: Apache-2.0
"""One session with generated runs, by keyboard and mouse alone: load three, unload one, compare two, align by step, follow a
difference into both timelines, save the picture. $STEPSCOPE_SHOTS, a folder, gets a picture of every stage.
"""

import json
import os
import re
import shutil

from compare_page import compare, headline_of, plain
from compare_timelines import Side, near
from end_to_end import Album, query
from figures import close, durations_ns
from narrow import NARROW
from saved_picture import Png, Svg
from scenario import scenario
from tables_page import type_text
from widget_places import check_places, environment

STEPS = 12  # fewer do not show a difference of this size
STEP = 12  # the third; the first has number 10
SLOWER_SHARE = 0.3
KERNEL = "flash_bwd"  # that the injection makes slower

# A picture has this many pixels per px, and at least this width.
SCALE, LEAST_PX = 2, 960
# The ground, the rows, texts and kinds of work make more.
COLOURS_MIN = 20
# Of rows of one colour: below the last row and between rows.
EMPTY_MAX = 0.1

LONGEST = f"select dur_ns, ts_ns from slice where category = 'kernel' and name like '%{KERNEL}%' order by 1 desc limit 1"
STEP_SPAN = f"select host_begin_ns, host_end_ns from step where number = {STEP}"


def runs(stage):
    """A run, the same with a slower kernel, and the same with a memcpy more. The truth about the second."""
    truth = stage.path("session-truth.json")
    paths = [stage.make_steps(f"{name}.json", STEPS, *options)
             for name, options in (("baseline", ()),
                                   ("slower", ("--inject", f"kernel-slower={SLOWER_SHARE:.0%}", "--truth", truth)),
                                   ("copying", ("--inject", "added-memcpy")))]
    with open(truth, encoding="utf-8") as file:
        return paths, json.load(file)


class SavedAlbum(Album):
    def keep(self, path):
        """What the program saved, beside the pictures of its window."""
        if self._folder:
            shutil.copy(path, os.path.join(self._folder, f"{self._name}-{os.path.basename(path)}"))


class Session:
    def __init__(self, stage, app, name, paths, truth):
        self.stage, self.app, self.paths, self.truth = stage, app, paths, truth
        self.album = SavedAlbum(app, f"compare-session-{name}")
        self.folder = stage.path(f"session-{name}")
        os.makedirs(self.folder, exist_ok=True)

    # ---- load three, unload one, compare two ----

    def wait_headline(self, *paths):
        expected = plain(compare(self.stage, *paths)["headline"][0]).split(" (")[0]
        self.app.wait(f"the headline {expected!r}", lambda: headline_of(self.app).startswith(expected))
        return expected

    def compare(self):
        app, (first, second, third) = self.app, self.paths
        app.find(name="Summary")
        app.screen.key("alt+4")
        for letter, name in (("Baseline A", "baseline"), ("Compared B", "slower"), ("Compared C", "copying")):
            app.find("button", re.compile(f"^{letter}: {name}, Whole profile"))
        app.wait("the third is shown", lambda: "copying" in app.title())
        self.album.save("three")
        app.screen.key("ctrl+w")
        app.wait_gone("button", re.compile("^Compared C"))
        headline = self.wait_headline(first, second)
        mean_ns = self.truth["mean_difference_ns"]
        said = re.search("Steps take ([0-9.]+) ms longer", headline)
        if said is None or not close(float(said.group(1)) * 1e6, mean_ns, 0.001):
            raise AssertionError(f"The headline says {headline!r}; injected were {mean_ns} ns a step")
        app.find("label", "Step time, mean")
        self.album.save("two")

    # ---- align by step ----

    def wait_same_place(self, what, first_ns, second_ns):
        """Times of the two runs are at the same place of their timelines."""
        def is_same():
            spans = self.first.span_ns(), self.second.span_ns()
            length = max(end - begin for begin, end in spans)
            most = max(abs(value) for span in spans for value in span)
            return near(spans[0][0] - first_ns, spans[1][0] - second_ns, most) and near(
                spans[0][1] - first_ns, spans[1][1] - second_ns, most) and length > 0

        self.first.wait(what, is_same)

    def align(self):
        app = self.app
        app.press("list item", "Timelines")
        self.first, self.second = Side(app, "A"), Side(app, "B")
        begins, ends = zip(*(query(self.stage, path, STEP_SPAN)[0] for path in self.paths[:2]))
        app.find("combo box", "Step")
        app.screen.click(*self.first.middle())
        app.screen.key("Escape", "period", "period")
        room_ns = 0.05 * max(end - begin for begin, end in zip(begins, ends))
        for side, begin, end in ((self.first, begins[0], begins[0] + max(b - a for a, b in zip(begins, ends))),
                                 (self.second, begins[1], begins[1] + max(b - a for a, b in zip(begins, ends)))):
            side.wait_span(f"step {STEP}", lambda left, right, begin=begin, end=end:
                           near(left, begin - room_ns, end) and near(right, end + room_ns, end))
        self.wait_same_place(f"both at the begin of step {STEP}", *begins)
        self.album.save("step")

    # ---- a difference, in both timelines ----

    def follow(self):
        app = self.app
        (first_ns, first_begin), (second_ns, second_begin) = (query(self.stage, path, LONGEST)[0]
                                                              for path in self.paths[:2])
        app.press("list item", "Kernels")
        app.find("label", re.compile("^[0-9]+ rows$"))
        app.settle()
        app.press("row", re.compile(KERNEL))
        app.find("image", "Durations of the chosen row")
        self.album.save("kernels")
        app.screen.key("Return")
        for side in (self.first, self.second):
            side.wait_selected(KERNEL)
        self.figures = app.find("label", re.compile(r"^A:.*B:")).name
        shown = durations_ns(self.figures)
        for got, expected in zip(shown, (first_ns, second_ns, second_ns - first_ns)):
            if not close(got, expected, 0.001):
                raise AssertionError(f"The timelines tell {self.figures!r}; the files have {first_ns} and {second_ns} ns")
        if not close(second_ns / first_ns, 1 + SLOWER_SHARE, 0.001):
            raise AssertionError(f"The kernel takes {first_ns} and {second_ns} ns; injected were {SLOWER_SHARE:.0%}")
        self.wait_same_place("both at the begin of the kernel", first_begin, second_begin)
        app.screen.key("j")
        self.album.save("difference")

    # ---- the picture ----

    def save_as(self, name):
        app = self.app
        app.find(name="Save as Picture", anywhere=True)
        app.settle()
        app.screen.key("ctrl+a")
        app.screen.type(os.path.join(self.folder, name))
        app.screen.key("Return")
        app.find("label", f"Saved as {name}")
        self.album.keep(os.path.join(self.folder, name))
        return os.path.join(self.folder, name)

    def width_px(self):
        """Of what is saved: as wide as the timelines, which lie beside the list."""
        _, _, canvas_px, _ = self.app.rectangle(self.first.canvas)
        return canvas_px

    def save_by_button(self):
        self.app.press("button", "Save the timelines as a picture")
        picture = Svg(self.save_as("timelines.svg"))
        self.check_size(picture, 1)
        for text in ("Aligned by the begins of the selected slices", "Of what is compared, slices without a counterpart",
                     self.figures.replace("\u00a0", " ")):
            if not picture.has(text):
                raise AssertionError(f"The SVG has no text {text!r}")
        if picture.has("Aligned by the begins of the selected sides"):
            raise AssertionError("Any text is found in the SVG")

    def save_by_command(self, is_dark):
        app = self.app
        app.screen.key("ctrl+k")
        app.wait("the commands", lambda: app.focused() and app.focused().role in ("text box", "search box", "entry"))
        type_text(app, "Save the comparison")
        app.settle()
        app.screen.key("Return")
        picture = Png(self.save_as("timelines.png"))
        self.check_size(picture, SCALE)
        if picture.is_dark() != is_dark:
            raise AssertionError("The picture is not in the colours of the window")
        colours, empty = len(picture.colours()), picture.empty_rows()
        if colours < COLOURS_MIN or empty > EMPTY_MAX:
            raise AssertionError(f"The picture has {colours} colours; {empty:.0%} of it in one piece is empty")

    def check_size(self, picture, scale):
        least = max(LEAST_PX, self.width_px()) * scale
        if not least <= picture.width <= self.app.window_rectangle()[2] * scale and picture.width != LEAST_PX * scale:
            raise AssertionError(f"The picture is {picture.width} px wide")
        if not 400 * scale <= picture.height <= 1600 * scale:
            raise AssertionError(f"The picture is {picture.height} px high")


def session(stage, name, size, is_dark):
    paths, truth = runs(stage)
    colours = {"ADW_DEBUG_COLOR_SCHEME": "prefer-dark" if is_dark else "prefer-light"}
    with stage.app(*paths, **{**environment(stage), **colours}) as app:
        if size:
            app.find(name="Summary")
            app.resize(*size)
        here = Session(stage, app, name, paths, truth)
        here.compare()
        here.align()
        here.follow()
        if size:
            check_places(app, stage, "timelines side by side", size[0])
        if not is_dark:
            here.save_by_button()
        here.save_by_command(is_dark)
        # The dialog still reads folders for a while.
        app.settle(1)


@scenario("compare: a session: three runs are loaded and one unloaded, two compared and aligned by step; a difference leads "
          "into both timelines, which are saved as a picture")
def light(stage):
    session(stage, "light", None, False)


@scenario("compare: a session in dark colours: from three runs to the picture of two timelines")
def dark(stage):
    session(stage, "dark", None, True)


@scenario("compare: a session in 720 px: from three runs to the picture of two timelines, and nothing is cut")
def narrow(stage):
    session(stage, "narrow", NARROW, False)
