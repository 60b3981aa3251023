# SPDX-License-Identifier: Apache-2.0
"""Scenarios: commands by name, and by the keys that other programs and other keyboards have for them."""

import os
import re
import subprocess
import urllib.parse

import training
from preferences import close as close_preferences, stored
from scenario import scenario
from timeline_page import run_of, timeline_of

# X's numbers of places on the keyboard, and what an American one has there.
ZERO, W, D, K, CONTROL = 19, 25, 40, 45, 37
BRACKET_LEFT, BRACKET_RIGHT = 34, 35


class CommandList:
    """The list, opened by a key."""

    def __init__(self, app, key="ctrl+k"):
        self._app = app
        app.screen.key(key)
        self.entry = app.wait("the list of commands", lambda: app.root.find("search box", "Command"))

    def type(self, text):
        self._app.screen.type(text, 30)

    def wait_marked(self, title):
        self._app.wait(f"{title} is marked (now: {self.entry.description})",
                       lambda: self.entry.description == title)

    def rows(self):
        """What is read out of each row -> whether it can be chosen."""
        rows = self._app.root.find("list", "Commands").children
        return {row.name: "sensitive" in row.states for row in rows}

    def close(self):
        self._app.screen.key("Escape")
        self._app.wait("no list", lambda: not self._app.root.find("search box", "Command"))


def add_viewer(home):
    """A viewer of help that writes down what it is to show. Returns the file."""
    folder, shown = os.path.join(home, "data", "applications"), os.path.join(home, "shown")
    os.makedirs(folder)
    with open(os.path.join(folder, "yelp.desktop"), "w", encoding="utf-8") as file:
        file.write("[Desktop Entry]\nType=Application\nName=Viewer\nMimeType=x-scheme-handler/help;\n"
                   f"Exec={home}/view %u\n")
    with open(os.path.join(home, "view"), "w", encoding="utf-8") as file:
        file.write(f'#!/bin/sh\necho "$1" > {shown}.part && mv {shown}.part {shown}\n')
    os.chmod(os.path.join(home, "view"), 0o700)
    with open(os.path.join(folder, "mimeapps.list"), "w", encoding="utf-8") as file:
        file.write("[Default Applications]\nx-scheme-handler/help=yelp.desktop\n")
    return shown


@scenario("commands: F1 opens the user's guide in the viewer of help")
def guide(stage):
    home = stage.desktop.new_home()
    shown = add_viewer(home)
    with stage.app(home=home) as app:
        app.find(name="Open a GPU Profile")
        app.screen.key("F1")
        app.wait("the viewer", lambda: os.path.exists(shown))
        with open(shown, encoding="utf-8") as file:
            uri = file.read().strip()
        if not os.path.exists(os.path.join(urllib.parse.unquote(uri.removeprefix("file://")), "index.page")):
            raise AssertionError(f"The viewer was to show {uri}")


@scenario("commands: without a viewer of help F1 says what to install, and leads to the keys")
def no_viewer(stage):
    home = stage.desktop.new_home()
    with open(os.path.join(home, "config", "mimeapps.list"), "w", encoding="utf-8") as file:
        file.write("[Removed Associations]\nx-scheme-handler/help=yelp.desktop;org.gnome.Yelp.desktop;\n")
    with stage.app(home=home) as app:
        app.find(name="Open a GPU Profile")
        app.screen.key("F1")
        app.find(name=re.compile("install Yelp"))
        app.press("button", "Keyboard Shortcuts")
        app.find(name="Keyboard shortcuts")
        app.screen.key("Escape")
        app.wait("the window again", lambda: not app.has(name="Keyboard shortcuts"))


@scenario("commands: words in any order find one, Enter runs it, and the timeline gets the focus back", sanitized=True)
def by_name(stage):
    with run_of(stage) as app:
        timeline = timeline_of(app)
        app.screen.key("w")
        timeline.wait_span("zoomed in", lambda begin, end: end - begin < 0.95 * training.SPAN_NS)
        before = timeline.text()
        commands = CommandList(app)
        commands.type("all SHO")
        commands.wait_marked("Show all")
        if timeline.text() != before:
            raise AssertionError("Typing in the palette moved the timeline: " + timeline.text())
        app.screen.key("Return")
        timeline.wait_span("all in view", lambda begin, end: end - begin >= 0.99 * training.SPAN_NS)
        app.wait("the timeline has the focus", lambda: app.focused() == timeline.canvas)
        app.screen.key("w")
        timeline.wait_span("W zooms in", lambda begin, end: end - begin < 0.95 * training.SPAN_NS)


@scenario("commands: arrow keys move the selection, Escape closes the list, Ctrl+Shift+P opens it")
def by_arrows(stage):
    with run_of(stage) as app:
        timeline = timeline_of(app)
        commands = CommandList(app, "ctrl+shift+p")
        commands.type("row")
        commands.wait_marked("Scroll rows up")
        app.screen.key("Down")
        commands.wait_marked("Scroll rows down")
        app.screen.key("Up")
        commands.wait_marked("Scroll rows up")
        commands.close()
        app.wait("the timeline has the focus", lambda: app.focused() == timeline.canvas)


@scenario("commands: ? shows all keys, but types a question mark in a text entry")
def question_mark(stage):
    with run_of(stage) as app:
        timeline_of(app)

        def n_windows():
            return sum("showing" in node.states for node in app.root.children)

        commands = CommandList(app)
        commands.type("?")
        app.settle(0.5)
        if n_windows() != 1:
            raise AssertionError("Typing a question mark opened a window")
        commands.close()
        app.screen.key("question")
        app.wait("a second window", lambda: n_windows() == 2)
        app.screen.key("Escape")
        app.wait("one window", lambda: n_windows() == 1)


@scenario("commands: a command without an effect is listed with the reason", sanitized=True)
def refusals(stage):
    with run_of(stage) as app:
        app.find(name="Summary")
        commands = CommandList(app)
        rows = commands.rows()
        for name, can_be_chosen in (("Show all, The timeline is not in view, 0", False),
                                    ("Cancel opening, Nothing is being opened", False),
                                    ("Information and health, Profiles, Ctrl+I", True)):
            if rows.get(name) != can_be_chosen:
                raise AssertionError(f"{name!r} with sensitivity {can_be_chosen} is not in {rows}")
        commands.close()
        timeline = timeline_of(app)
        commands = CommandList(app)
        rows = commands.rows()
        for name in ("Fit the selection, Nothing is selected, F", "Fit the launch and its run, No slice is selected, Shift+F"):
            if rows.get(name) is not False:
                raise AssertionError(f"{name!r} is not in {rows}")
        for name, can_be_chosen in (("Keep the area, Areas and markers, Shift+M", True),
                                    ("Remove all kept areas, No area is kept, Ctrl+M", False),
                                    ("Clear the markers, No marker is set, Ctrl+T", False),
                                    ("Next bookmark, There are no bookmarks, Ctrl+B", False)):
            if rows.get(name) != can_be_chosen:
                raise AssertionError(f"{name!r} with sensitivity {can_be_chosen} is not in {rows}")
        commands.close()
        timeline.click_slice(sum(training.front_ns(8)) / 2, "front_8")
        commands = CommandList(app)
        commands.type("launch its from")
        commands.wait_marked("Go from a run to its launch")
        app.screen.key("Return")
        timeline.wait_selected("^cudaLaunchKernel.*launched front_8")


@scenario("commands: a key without an effect says why, once; on a file without steps it says how to get some")
def refused_keys(stage):
    path = stage.write_trace("batches.json", training.events("train_batch"))
    with stage.app(path) as app:
        timeline = timeline_of(app)
        commands = CommandList(app)
        rows = commands.rows()
        for start in ("Next match, There are no matches to go through; search first",
                      "Select the step of the selection, No steps in this file; choose an annotation"):
            if [can for name, can in rows.items() if name.startswith(start)] != [False]:
                raise AssertionError(f"{start!r} can be chosen in {rows}")
        commands.close()
        app.wait("the timeline has the focus", lambda: app.focused() == timeline.canvas)
        no_steps = "No steps in this file; choose an annotation to use as step"
        app.screen.key("x", "x", "comma", "c")
        app.find(name=no_steps)
        app.wait_gone(None, no_steps)
        app.settle(0.6)
        if app.has(name=no_steps):
            raise AssertionError("The message was shown more than once")
        app.screen.key("n")
        app.find(name="No slice is selected")


@scenario("commands: the keys of another program work as soon as they are chosen")
def presets(stage):
    home = stage.desktop.new_home()
    path = stage.write_trace("run.json", training.events(), deviceProperties=training.DEVICES)
    with stage.app(path, home=home) as app:
        timeline = timeline_of(app)
        app.screen.key("w")
        timeline.wait_span("zoomed in", lambda begin, end: end - begin < 0.95 * training.SPAN_NS)
        before = timeline.text()
        app.screen.key("z")
        app.settle(0.5)
        if timeline.text() != before:
            raise AssertionError("The key Z runs a command by default")
        app.screen.key("ctrl+comma")
        app.click(app.find(name="Keys as in"))
        app.find("label", "Perfetto, chrome://tracing")
        app.settle()
        app.screen.key("Down", "Down", "Return")
        app.wait("the setting", lambda: stored(home, "keys") == "'perfetto'")
        close_preferences(app)
        app.screen.key("z")
        timeline.wait_span("Z shows all", lambda begin, end: end - begin >= 0.99 * training.SPAN_NS)
        commands = CommandList(app, "ctrl+p")
        if "Show all, Moving in the timeline, Z, 0" not in commands.rows():
            raise AssertionError(f"No command has the key Z: {commands.rows()}")
        commands.close()


def letters_on(layout):
    def letters(stage):
        subprocess.run(["setxkbmap", layout], check=True,
                       env={"PATH": os.environ["PATH"], "DISPLAY": stage.desktop.display})
        try:
            walk_by_place(stage)
        finally:
            subprocess.run(["setxkbmap", "us"], check=True,
                           env={"PATH": os.environ["PATH"], "DISPLAY": stage.desktop.display})

    title = f"commands: letters and brackets are where they are on a keyboard of {layout}, a comma is a comma"
    scenario(title)(letters)


def walk_by_place(stage):
    with run_of(stage) as app:
        timeline = timeline_of(app)
        screen = app.screen
        screen.key(W)
        timeline.wait_span("W zooms in", lambda begin, end: end - begin < 0.95 * training.SPAN_NS)
        begin_before = timeline.span_ns()[0]
        screen.key(D)
        timeline.wait_span("D goes on", lambda begin, end: begin > begin_before)
        screen.key(ZERO)
        timeline.wait_span("0 shows all", lambda begin, end: end - begin >= 0.99 * training.SPAN_NS)
        timeline.click_slice(sum(training.front_ns(8)) / 2, "front_8")
        screen.key(BRACKET_LEFT)
        timeline.wait_selected("^cudaLaunchKernel.*launched front_8")
        screen.key(BRACKET_RIGHT)
        timeline.wait_selected("^front_8")
        screen.key("comma")
        timeline.wait_span("a step", lambda begin, end: end - begin < 20_000_000)
        screen.xdotool("keydown", CONTROL, "key", K, "keyup", CONTROL)
        app.wait("the list of commands", lambda: app.root.find("search box", "Command"))
        screen.key("Escape")


for name in ("de", "es", "fr", "ru"):
    letters_on(name)
