# SPDX-License-Identifier: Apache-2.0
"""Scenarios: the list of all known profiles, by keys and by mouse."""

import os
import re
import shutil
import sqlite3

import training
from keyboard import check_names, tab_through
from scenario import scenario
from screen import RIGHT
from tables_page import Table, shoot, type_text
from widget_places import check_places, environment, widget_places

LIST = "All profiles"


def database(home):
    return os.path.join(home, "data", "stepscope", "library.sqlite")


def watch_folder(stage, home, folder):
    """As if the user had added it, in a run before."""
    with stage.app(home=home) as app:
        app.find(name="Open a GPU Profile")
        app.wait("a library", lambda: os.path.exists(database(home)))
        app.settle()
    library = sqlite3.connect(database(home), timeout=20)
    library.execute("INSERT INTO folder (path) VALUES (?)", (os.path.realpath(folder).encode(),))
    library.commit()
    library.close()


def entry(home, name, *columns):
    """What the library has about the file of that name."""
    library = sqlite3.connect(database(home), timeout=20)
    try:
        for path, *values in library.execute(f"SELECT path, {', '.join(columns)} FROM entry"):
            if path.decode().endswith("/" + name):
                return values
    finally:
        library.close()
    return None


def runs(stage, *names):
    """A folder with these runs and nothing of another scenario."""
    folder = stage.path("library-runs")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    for name in names:
        stage.write_trace(os.path.join("library-runs", name), training.events(), deviceProperties=training.DEVICES)
    return folder


class Library(Table):
    """The second column has the names."""

    def __init__(self, app):
        super().__init__(app, LIST)

    def names(self):
        return [row[1] for row in self.rows() if len(row) > 1]

    def row(self, name):
        return next((row for row in self.rows() if len(row) > 1 and row[1] == name), None)

    def node(self, name):
        """Of the row."""
        grid = self._app.find("tree grid", LIST)
        return next(row for row in grid.matching("row") if row.name == name and "visible" in row.states)

    def search(self, text):
        self._app.screen.key("ctrl+f", "ctrl+a", "BackSpace")
        type_text(self._app, text)


def library_of(app, *names):
    library = Library(app)
    app.find("search box", "Search profiles")
    library.wait_names("the profiles", lambda found: set(found) == set(names))
    return library


@scenario("library: profiles of a watched folder are found, searched, ticked by keys, and loaded together", sanitized=True)
def found(stage):
    home, folder = stage.desktop.new_home(), runs(stage, "first.json", "second.json", "first-again.json")
    stage.write("library-runs/notes.json", '{"a": 1}')
    watch_folder(stage, home, folder)
    with stage.app(home=home) as app:
        library = library_of(app, "first", "second", "first-again")
        app.wait("the search has the focus", lambda: app.focused() and app.focused().name == "Search profiles")
        type_text(app, "first")
        library.wait_names("both of that name", lambda names: set(names) == {"first", "first-again"})
        app.find(name="2 of 3 profiles")
        app.screen.key("Down", "space", "Down", "space")
        app.find(name="2 ticked")
        if not app.find("button", "Load 2").states >= {"sensitive"}:
            raise AssertionError("Load 2 is not sensitive")
        library.search("zzz")
        app.find(name="No Profile Matches")
        app.find(name="2 ticked, 2 of them not shown")
        app.screen.key("ctrl+a", "BackSpace")
        shoot(app, "library")
        app.press("button", "Load 2")
        app.find(name="Summary")
        app.wait("both are loaded", lambda: app.has("button", re.compile("^Profile: first")))
        app.press("button", re.compile("^Profile: "))
        app.find("button", "Unload first")
        app.find("button", "Unload first-again")
        app.press("button", "All Profiles…")
        app.find(name="Loaded profiles")
        library.wait_names("all of them", lambda names: len(names) == 3)
        app.press("button", "Unload first")
        app.wait_gone("button", "Unload first")
        app.find("button", "Show first-again")
        app.screen.key("Escape")
        app.find(name="Summary")


@scenario("library: opened profiles are listed with what they told; the loaded ones stand on top with their memory")
def opened(stage):
    home = stage.desktop.new_home()
    first, second = (stage.write_trace(name, training.events(), deviceProperties=training.DEVICES)
                     for name in ("one.json", "two.json"))
    with stage.app(first, second, home=home) as app:
        app.find(name="Summary")
        app.wait("both are known", lambda: entry(home, "two.json", "n_steps") and entry(home, "one.json", "n_steps"))
        app.press("button", re.compile("^Profile: "))
        app.press("button", "All Profiles…")
        library = library_of(app, "one", "two")
        app.find(name=re.compile("per step, .*B in memory"))
        app.wait("facts", lambda: library.row("one") and {"Completed", "loaded", "1", "4"} <= set(library.row("one")))
        app.press("button", "Show one")
        app.wait("one is shown", lambda: "one" in app.title())
        app.screen.key("ctrl+w")
        app.screen.key("ctrl+w")
        library_of(app, "one", "two")
    os.remove(second)
    with stage.app(home=home) as app:
        library = library_of(app, "one", "two")
        app.wait("a file that is gone", lambda: "Failed" in (library.row("two") or ()))
        library.search("status:failed")
        library.wait_names("that one", lambda names: names == ["two"])
        app.screen.key("Return")
        app.find(name=re.compile("Failed: The file is no longer there"))


@scenario("library: the menu of a row names, tags and notes it, removes it and undoes that; another program sees it")
def words(stage):
    home, folder = stage.desktop.new_home(), runs(stage, "first.json", "second.json", "third.json")
    watch_folder(stage, home, folder)
    with stage.app(home=home) as app:
        library = library_of(app, "first", "second", "third")
        app.click(library.node("second"), at=(0.25, 0.5), button=RIGHT)
        app.find("menu item", "Name, Tags and Note…")
        app.settle(1.5)
        if sum(window.is_popup for window in app.desktop.hands.windows()) != 1:
            raise AssertionError("A tooltip lies over the menu")
        app.press("menu item", "Name, Tags and Note…")
        app.find(name="Name, Tags and Note", anywhere=True)
        app.settle(0.4)
        app.screen.xdotool("mousemove_relative", "1", "1")
        type_text(app, "Baseline")
        app.screen.key("Tab")
        app.settle()
        type_text(app, "nightly, h100")
        app.screen.key("Return")
        app.wait("the words", lambda: entry(home, "second.json", "display_name", "tags") == ["Baseline", "nightly h100"])
        library.wait_names("the new name", lambda names: "Baseline" in names)
        library.search("tag:h100")
        library.wait_names("the tagged one", lambda names: names == ["Baseline"])
        app.screen.key("Down", "Delete")
        app.find(name=re.compile("Baseline removed from the list; the file stays"))
        app.find(name="No Profile Matches")
        app.press("button", "Undo")
        library.wait_names("it is back", lambda names: names == ["Baseline"])
        if not os.path.exists(os.path.join(folder, "second.json")):
            raise AssertionError("The file was removed")
        other = sqlite3.connect(database(home), timeout=20)
        other.execute("UPDATE entry SET display_name = 'From elsewhere', revision = (SELECT max (revision) + 1 FROM entry) "
                      "WHERE display_name = 'Baseline'")
        other.commit()
        other.close()
        library.wait_names("what another program wrote", lambda names: names == ["From elsewhere"])


@scenario("library: Delete and F2 on a row that is not ticked are for this row, not for ticked ones out of sight")
def unticked_row(stage):
    home, folder = stage.desktop.new_home(), runs(stage, "first.json", "second.json", "third.json")
    watch_folder(stage, home, folder)
    with stage.app(home=home) as app:
        library = library_of(app, "first", "second", "third")
        app.screen.key("Down", "Delete")
        app.find(name=re.compile("removed from the list; the file stays"))
        app.wait("two are left", lambda: len(library.names()) == 2)
        app.wait("the next one is selected", lambda: app.find("button", "Load", anywhere=True).states >= {"sensitive"})
        app.press("button", "Undo")
        app.wait("three again", lambda: len(library.names()) == 3)
        for ticked, key in (("first", "Delete"), ("second", "F2")):
            library.search(ticked)
            library.wait_names("it alone", lambda names, ticked=ticked: names == [ticked])
            app.screen.key("Down", "space")
            app.find(name="1 ticked")
            library.search("third")
            library.wait_names("another", lambda names: names == ["third"])
            app.find(name="1 ticked, 1 of them not shown")
            app.screen.key("Down", key)
            if key == "Delete":
                app.find(name=re.compile("third removed from the list; the file stays"))
                app.wait_gone(None, "1 ticked, 1 of them not shown")
                app.press("button", "Undo")
                library.wait_names("it is back", lambda names: names == ["third"])
            else:
                app.find(name=re.compile(r"^For third\.json"), anywhere=True)
                app.settle(0.4)
                app.screen.key("Escape")
    if entry(home, "first.json", "is_removed") != [0] or entry(home, "third.json", "is_removed") != [0]:
        raise AssertionError("A profile was removed that was not to be")


@scenario("library: a file that grows is in progress, then stopped; a new one appears and a failed one says why", seconds=400)
def growing(stage):
    home, folder = stage.desktop.new_home(), runs(stage, "first.json")
    watch_folder(stage, home, folder)
    with stage.app(home=home) as app:
        library = library_of(app, "first")
        grows = stage.write("library-runs/grows.json", '{"schemaVersion": 1, "traceEvents": [')

        def is_in_progress():
            with open(grows, "a", encoding="utf-8") as file:
                file.write('{"ph": "X"}, ')
            return "In progress" in (library.row("grows") or ())

        app.wait("in progress", is_in_progress)
        shoot(app, "library-growing")
        app.wait("stopped", lambda: "Stopped" in (library.row("grows") or ()), 30)
        stage.write("library-runs/bad.json", '{"schemaVersion": 1, "traceEvents": "none"}')
        library.wait_names("the bad file", lambda names: "bad" in names)
        library.search("bad")
        library.wait_names("it alone", lambda names: names == ["bad"])
        app.screen.key("Down", "Return")
        app.find(name="Cannot open bad.json")
        app.screen.key("Escape")
        app.wait("failed", lambda: "Failed" in (library.row("bad") or ()))
        app.wait("its reason", lambda: entry(home, "bad.json", "reason")[0])


@scenario("library: heads sort, a second press the other way; boxes are ticked by mouse, with Shift a range of them")
def sorted_rows(stage):
    home, folder = stage.desktop.new_home(), runs(stage, "first.json", "second.json", "third.json")
    watch_folder(stage, home, folder)
    with stage.app(home=home) as app:
        library = library_of(app, "first", "second", "third")
        library.press_head("^Name")
        library.wait_names("by name", lambda names: names == ["first", "second", "third"])
        library.press_head("^Name")
        library.wait_names("the other way", lambda names: names == ["third", "second", "first"])
        x, y, _, height = app.rectangle(library.node("third"))
        app.screen.click(x + 14, y + height // 2)
        app.find(name="1 ticked")
        x, y, _, height = app.rectangle(library.node("first"))
        app.screen.xdotool("keydown", "shift")
        app.screen.click(x + 14, y + height // 2)
        app.screen.xdotool("keyup", "shift")
        app.find(name="3 ticked")
        if "sensitive" not in app.find("button", "Compare 3", anywhere=True).states:
            raise AssertionError("Three profiles cannot be compared")
        app.press("button", "Untick All")
        app.wait_gone(None, "3 ticked")
        app.click(library.node("second"), times=2)
        app.find(name="Summary")
        app.wait("the one that was clicked twice", lambda: "second" in app.title())


@scenario("library: several ticked profiles are loaded and compared, the first one of the list as the baseline; also by the menu")
def compared(stage):
    home, folder = stage.desktop.new_home(), runs(stage, "first.json", "second.json", "third.json")
    watch_folder(stage, home, folder)
    with stage.app(home=home) as app:
        library = library_of(app, "first", "second", "third")
        library.press_head("^Name")
        library.wait_names("by name", lambda names: names == ["first", "second", "third"])
        library.search("json -first")
        library.wait_names("two", lambda names: names == ["second", "third"])
        app.screen.key("Down", "ctrl+a")
        app.find(name="2 ticked")
        app.press("button", "Compare 2")
        app.find("button", re.compile("^Baseline A: second, Whole profile"))
        app.find("button", re.compile("^Compared B: third, Whole profile"))
        app.press("button", re.compile("^Profile: "))
        app.press("button", "All Profiles…")
        library = library_of(app, "second", "third")
        library.search("first")
        library.wait_names("the first", lambda names: names == ["first"])
        app.screen.key("Down", "space")
        app.find(name="3 ticked, 2 of them not shown")
        app.click(library.node("first"), button=RIGHT)
        app.press("menu item", "Compare 3")
        app.find("button", re.compile("^Baseline A: first, Whole profile"))
        app.find("button", re.compile("^Compared C: third, Whole profile"))


@scenario("library: more than eight profiles are loaded only after a question")
def many(stage):
    home, names = stage.desktop.new_home(), [f"run{i}" for i in range(9)]
    folder = runs(stage, *(f"{name}.json" for name in names))
    watch_folder(stage, home, folder)
    with stage.app(home=home) as app:
        library_of(app, *names)
        app.screen.key("Down", "ctrl+a")
        app.find(name="9 ticked")
        app.press("button", "Load 9")
        app.find(name="Load 9 Profiles?", anywhere=True)
        app.settle(0.4)
        shoot(app, "library-many")
        app.screen.key("Escape")
        app.find(name="9 ticked")
        if any(entry(home, f"{name}.json", "opened_ms")[0] for name in names):
            raise AssertionError("A profile was loaded in spite of Cancel")
        app.press("button", "Load 9")
        app.find(name="Load 9 Profiles?", anywhere=True)
        app.settle(0.4)
        app.screen.key("Return")
        app.find(name="Summary")
        app.wait("all are loaded", lambda: all(entry(home, f"{name}.json", "opened_ms")[0] for name in names))


@scenario("library: a profile that was opened through a link is loaded once, whatever its name; loaded ones sort first")
def linked(stage):
    home, folder = stage.desktop.new_home(), runs(stage, "first.json", "second.json", "third.json")
    link = stage.path("link.json")
    os.symlink(os.path.join(folder, "second.json"), link)
    watch_folder(stage, home, folder)
    with stage.app(link, home=home) as app:
        app.find(name="Summary")
        app.press("button", re.compile("^Profile: "))
        app.press("button", "All Profiles…")
        library = Library(app)
        app.wait("it is told as loaded", lambda: "loaded" in (library.row("second") or ()))
        app.resize(1280, 700)
        library.press_head("^Name")
        library.press_head("^Loaded")
        app.wait("it comes first", lambda: library.names()[:1] == ["second"])
        library.search("second")
        library.wait_names("it alone", lambda names: names == ["second"])
        app.screen.key("Down", "Return")
        app.find(name="Summary")
        app.press("button", re.compile("^Profile: "))
        app.find("button", "Unload link")
        if app.has("button", "Unload second"):
            raise AssertionError("It was loaded a second time")
        app.screen.key("Escape")
        app.wait_gone("button", "Unload link")


@scenario("library: a folder is added by its dialog and removed in the list of folders, which keeps its files")
def folders(stage):
    folder = stage.path("library-added")
    os.makedirs(folder, exist_ok=True)
    stage.write_trace("library-added/only.json", training.events(), deviceProperties=training.DEVICES)
    with stage.app() as app:
        app.find(name="Open a GPU Profile")
        known = app.screen.windows()
        app.press("button", "Add Folder…")
        number = app.wait("the dialog", lambda: next(
            (number for number, place in app.screen.windows().items() if number not in known and place[2] > 300), None))
        app.settle(0.8)
        x, y, width, height = app.screen.windows()[number]
        app.screen.move(x + width // 2, y + height - 4)
        app.screen.key("ctrl+l")
        app.settle(0.4)
        app.screen.key("ctrl+a")
        type_text(app, folder)
        app.settle(0.6)
        app.screen.key("Return")
        app.settle(0.6)
        if number in app.screen.windows():
            app.screen.key("Return")
        library = library_of(app, "only")
        app.press("button", "1 watched folder")
        app.press("button", re.compile("^Stop watching .*library-added"))
        app.screen.key("Escape")
        app.wait("no profile is left", lambda: not library.names())
    if not os.path.exists(os.path.join(folder, "only.json")):
        raise AssertionError("The file was removed")


@scenario("library: it fits into 720 px, Tab reaches all of it visibly, and every control has a name")
def reached(stage):
    home, folder = stage.desktop.new_home(), runs(stage, "first.json", "second.json", "third.json")
    watch_folder(stage, home, folder)
    with stage.app(home=home, **environment(stage)) as app:
        library_of(app, *(name.partition(".")[0] for name in os.listdir(folder) if name != "notes.json"))
        app.resize(720, 600)
        app.settle(0.4)
        check_places(app, stage, "library", 720)
        check_names(app, "library")
        app.press("button", "How to Record One")
        app.find("button", re.compile("^Copy"))
        width = max(place.width for place in widget_places(app, stage) if place.toplevel == "GtkPopover")
        if width > 720:
            raise AssertionError(f"How to record one is {width} px wide: a screen that is narrower wraps its code")
        app.screen.key("Escape", "ctrl+f")
        stops = tab_through(app, "library")
        for wanted in ("Search profiles", "What can be searched for", "1 watched folder", "Open Sample Profile"):
            if not any(wanted in stop for stop in stops):
                raise AssertionError(f"The Tab key does not reach {wanted}, only {stops}")
        app.screen.key("ctrl+f", "Down", "Return")
        app.find(name="Summary")
        app.press("button", re.compile("^Profile: "))
        app.press("button", "All Profiles…")
        app.find(name="Loaded profiles")
        app.settle(0.4)
        check_places(app, stage, "library with a loaded profile", 720)
