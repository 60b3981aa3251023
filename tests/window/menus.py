# SPDX-License-Identifier: Apache-2.0
"""Scenario: menus of what is out of view."""

import os
import signal

from hands import Hands
from scenario import scenario
from screen import RIGHT
from timeline import Timeline
from timeline_rows import Rows

N_THREADS, NOTCHES = 120, 60


def threads():
    return [{"ph": "X", "name": "work", "cat": "cpu_op", "pid": 1, "tid": i, "ts": 10 * i, "dur": 500}
            for i in range(1, N_THREADS + 1)]


@scenario("menus: the menu of a row far out of view opens inside the window", sanitized=True)
def out_of_view(stage):
    with stage.app(stage.write_trace("threads.json", threads())) as app:
        app.find(name="Summary")
        app.screen.key("alt+2")
        timeline, rows = Timeline(app), Rows(app)
        rows.focus(".*")
        app.screen.key("Home")
        app.screen.wheel(*timeline.middle(), NOTCHES)
        app.settle()
        rows.menu("Collapse All")
        rows.wait_names("only the process is left", lambda names: len(names) < 5)


@scenario("menus: the menu of a track opens when the button is released, not before")
def at_release(stage):
    with stage.app(stage.write_trace("threads.json", threads())) as app:
        app.find(name="Summary")
        app.screen.key("alt+2")
        rows = Rows(app)
        rows.wait_names("rows", lambda names: len(names) > 2)
        left, top, _, height = app.rectangle(rows.items()[1])
        hands = Hands(app.desktop.display)
        app.screen.move(left + 60, top + height // 2)
        app.settle()  # a tooltip takes longer
        hands.button(RIGHT, 1)
        app.settle(0.4)
        if any(window.is_popup for window in hands.windows()):
            raise AssertionError("A menu opened while the button was down: GTK 4.8 may count its release wrongly")
        hands.button(RIGHT, 0)
        app.find("menu item", "Collapse All")
        app.screen.key("Escape")


@scenario("menus: closing a window with an open command list does not block the keys of the others")
def closed_with_popover(stage):
    with stage.app(stage.write_trace("threads.json", threads())) as app:
        hands = Hands(app.desktop.display)
        app.find(name="Summary")
        first = {window.number for window in hands.windows()}
        app.screen.key("ctrl+n")
        app.wait("a second window", lambda: len(hands.windows()) == 2)
        app.settle()
        app.screen.key("ctrl+k")
        app.wait("the list of commands", lambda: any(window.is_popup for window in hands.windows()))
        app.settle()
        second = next(window for window in hands.windows() if not window.is_popup and window.number not in first)
        hands.ask_to_close(second)
        app.wait("one window", lambda: {window.number for window in hands.windows()} == first)
        app.settle()
        app.screen.key("alt+2")
        app.find(name="Rows")


@scenario("opening a file: closing the dialog at the moment of a click in its list does not crash")
def closed_with_click(stage):
    with stage.app() as app:
        hands = Hands(app.desktop.display)
        app.find(name="Open a GPU Profile")
        n_windows = len(hands.windows())
        app.screen.key("ctrl+o")
        app.wait("the dialog", lambda: len(hands.windows()) > n_windows)
        app.settle(1)
        dialog = hands.windows()[-1]
        hands.move(dialog.x + dialog.width // 2, dialog.y + dialog.height // 2)
        app.settle()
        # It finds both at once.
        os.kill(app.process.pid, signal.SIGSTOP)
        hands.click(RIGHT)
        hands.ask_to_close(dialog)
        os.kill(app.process.pid, signal.SIGCONT)
        app.wait("no dialog", lambda: len(hands.windows()) == n_windows)
        app.settle()
