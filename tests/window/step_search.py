# SPDX-License-Identifier: Apache-2.0
"""Scenarios: names become the steps of a profile while the search for them takes long, and when it fails."""

import os
import re
import sqlite3
import tempfile

import training
from preloaded import preloaded
from scenario import scenario

PROPOSAL = re.compile(r"^Use “train_batch/N” \(4×\) as step$")
STEPS = re.compile(r"\(\d of 4\)")
SAYS_WHY = re.compile("refused by the test")


class Patterns:
    """The search for steps, held and refused as a scenario wants (held_patterns.c)."""

    def __init__(self, stage):
        self._folder = tempfile.mkdtemp(dir=stage.folder, prefix="patterns-")
        self.environment = {**preloaded(stage.environment, os.environ["STEPSCOPE_HELD_PATTERNS_MODULE"]),
                            "STEPSCOPE_HELD_PATTERNS": self._folder}

    def _path(self, name):
        return os.path.join(self._folder, name)

    def will(self, what):
        """From now on each search will "hold" or "fail"."""
        with open(self._path(what), "w", encoding="utf-8"):
            pass

    def will_no_longer(self, what):
        os.unlink(self._path(what))

    def n_begun(self):
        if not os.path.exists(self._path("begun")):
            return 0
        with open(self._path("begun"), encoding="utf-8") as lines:
            return len(lines.readlines())


def is_sensitive(node):
    return "sensitive" in node.states


def n_stored(home):
    """The number of profiles whose steps are stored. The program writes a moment after it has shown them."""
    path = os.path.join(home, "data", "stepscope", "library.sqlite")
    if not os.path.exists(path):
        return 0
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    (n,), = database.execute("SELECT COUNT(*) FROM profile WHERE steps_pattern IS NOT NULL")
    database.close()
    return n


@scenario("steps: a proposal that is clicked again while it is searched is searched once", sanitized=True)
def searched_once(stage):
    home, patterns = stage.desktop.new_home(), Patterns(stage)
    path = stage.write_trace("numbered.json", training.events("train_batch/{}"))
    with stage.app(path, home=home, **patterns.environment) as app:
        button = app.find("button", PROPOSAL)
        place = app.point(button, (0.5, 0.5))
        patterns.will("hold")
        app.screen.click(*place, 1, 1)
        app.wait("the search", lambda: patterns.n_begun() == 1)
        app.wait("a button that cannot be clicked", lambda: not is_sensitive(button))
        app.screen.click(*place, 1, 2)
        app.settle()
        assert n_stored(home) == 0
        patterns.will_no_longer("hold")
        app.find(name=STEPS)
        app.find(name="“train_batch/N” is the step")
        assert patterns.n_begun() == 1, patterns.n_begun()
        app.wait("the stored steps", lambda: n_stored(home) == 1)


@scenario("steps: a proposal whose search fails leaves the profile as it is and says why")
def search_fails(stage):
    home, patterns = stage.desktop.new_home(), Patterns(stage)
    path = stage.write_trace("numbered.json", training.events("train_batch/{}"))
    with stage.app(path, home=home, **patterns.environment) as app:
        patterns.will("fail")
        button = app.press("button", PROPOSAL)
        app.find(name=SAYS_WHY)
        app.wait("a button that can be clicked", lambda: is_sensitive(button))
        assert not app.has(name=STEPS)
        assert n_stored(home) == 0
        patterns.will_no_longer("fail")
        app.press("button", PROPOSAL)
        app.find(name=STEPS)
        app.wait("the stored steps", lambda: n_stored(home) == 1)


@scenario("steps: the chosen annotation is stored when it is shown, not when it is searched, cancelled or refused")
def chosen(stage):
    home, patterns = stage.desktop.new_home(), Patterns(stage)
    path = stage.write_trace("batches.json", training.events("train_batch"))
    with stage.app(path, home=home, **patterns.environment) as app:
        def choose():
            app.press(None, "Other steps")
            app.press("menu item", "Choose an Annotation…")
            app.press("label", "train_batch")
            app.find(name="4 steps on 1 rank")

        app.screen.key("alt+2")
        choose()
        n_counted = patterns.n_begun()

        patterns.will("hold")
        apply = app.press("button", "Apply")
        app.wait("the search", lambda: patterns.n_begun() == n_counted + 1)
        app.find(name="Looking for the steps…")
        assert not is_sensitive(apply)
        app.press("button", "Cancel")
        app.wait_gone(None, "Which slices are the steps of this profile?")
        patterns.will_no_longer("hold")
        app.settle()
        assert n_stored(home) == 0
        assert not app.has(name=STEPS)

        choose()
        patterns.will("fail")
        apply = app.press("button", "Apply")
        app.find(name=SAYS_WHY)
        app.wait("a button that can be clicked", lambda: is_sensitive(apply))
        assert n_stored(home) == 0
        patterns.will_no_longer("fail")
        app.click(apply)
        app.find(name=STEPS)
        app.wait("the stored steps", lambda: n_stored(home) == 1)
