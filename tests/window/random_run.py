# SPDX-License-Identifier: Apache-2.0
"""A program that hands do at random things to, and what has to hold of it: it lives, complains of nothing, its main loop
answers, and the window still draws.
"""

import os
import re
import shutil
import subprocess
import time

from gi.repository import Gio, GLib

from application import COMPLAINT, HARMLESS
from hands import Hands, MODIFIERS
from known_leak import without_leaks_of_mime
from random_events import Sequence
from screen import LEFT, WHEEL_DOWN, WHEEL_UP

APPLICATION_ID = "io.github.stepscope.Stepscope"
OBJECT = "/" + APPLICATION_ID.replace(".", "/")
PRESETS = ("default", "nsight", "perfetto")

WIDTH, HEIGHT = 1280, 800
CANVAS = (300, 90, 940, 460)  # of a window of that size: overview, ruler and rows
BACK_TO_TIMELINE = (1178, 191)
BELOW_RULER = (1100, 185)  # rows or the list of slices, however far up the details were dragged
MIN_COLORS = 8
BELOW_HEADER = 0.12  # of the height

EVENTS_BETWEEN_QUESTIONS = 5
STATUS_OF_LEAKS = 1
EVENTS_OF_A_DIALOG = 4  # then it is closed
EVENTS_OF_A_MOVE = 12  # after which a window that was dragged by its header stays where it is, on a busy machine too
ANSWER_SECONDS = 20
NO_ANSWER = "Failed to register: Timeout was reached"

# GTK 4.8's own count of pressed widgets, where a widget is hidden, or the window is dragged by its header, while a
# button is down: said of GTK's examples as well.
COUNT_OF_GTK = re.compile(r"Gtk-WARNING \*\*: [0-9:.]+: Broken accounting of active state for widget")


class Fault(AssertionError):
    """Something that must not happen after any input."""


def set_up_home(home, seed):
    """A user without memory, so that a seed alone tells what happens; what was read stays in the cache. Seeds differ in
    animations, colours and presets of keys."""
    for name in ("data", "state", "config"):
        shutil.rmtree(os.path.join(home, name), ignore_errors=True)
    for folder, text in (
            (("gtk-4.0", "settings.ini"),
             f"[Settings]\ngtk-font-name=Cantarell 11\ngtk-enable-animations={'true' if seed % 2 else 'false'}\n"),
            (("glib-2.0", "settings", "keyfile"),
             f"[io/github/stepscope/Stepscope]\nkeys='{PRESETS[seed % 3]}'\n"
             f"color-scheme='{('light', 'dark')[seed // 2 % 2]}'\n")):
        path = os.path.join(home, "config", *folder)
        os.makedirs(os.path.dirname(path))
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


class RandomRun:
    """`with RandomRun(desktop, program, path, seed, home) as run: run.send (n, keys); run.check ()`; leaving it quits the
    program, which has to end well."""

    def __init__(self, desktop, program, path, seed, home, patience=1.0, rate=None, **environment):
        """rate: of events a second; None: as fast as the program answers."""
        self.desktop, self.seed, self.n_starts = desktop, seed, 0
        self.sent = []  # (time.monotonic () seconds, event)
        self._program, self._path, self._home = os.path.abspath(program), os.path.abspath(path), home
        self._patience, self._rate = patience, rate
        self._environment = desktop.environment(home, GTK_A11Y="none", **environment)
        # Without it a leak is told without the library that it is of, which no suppression matches.
        self._environment.setdefault("ASAN_OPTIONS", "fast_unwind_on_malloc=0:malloc_context_size=16")
        self._log = os.path.join(home, f"stderr-{seed}")
        self._said_before = ""
        self._dialog_since = {}

    def __enter__(self):
        set_up_home(self._home, self.seed)
        self.hands = Hands(self.desktop.display)
        self.hands.move(2, 2)
        self._bus = self.desktop.session
        self._start()
        return self

    def __exit__(self, kind, *_):
        try:
            if kind is None:
                self._quit()
        finally:
            if self._process.poll() is None:
                self._process.kill()
            self._process.wait()
            self.hands.release_all()
            self.hands.close()

    # ---- life ----

    def said(self):
        with open(self._log, encoding="utf-8", errors="replace") as file:
            return file.read()

    def _check_end(self, status):
        is_well = status == 0 or (status == STATUS_OF_LEAKS and "Sanitizer" not in without_leaks_of_mime(self.said()))
        if not is_well:
            raise Fault(f"The program ended with status {status}. Its messages:\n{self.said()}")
        self.check_said()

    def _spawn(self):
        with open(self._log, "ab") as log:
            return subprocess.Popen(["setpriv", "--pdeathsig", "KILL", "--", self._program, self._path],
                                    env=self._environment, cwd=self._home, stdin=subprocess.DEVNULL,
                                    stdout=subprocess.DEVNULL, stderr=log, start_new_session=True)

    def _start(self):
        self._begin_with(self._spawn())

    def _begin_with(self, process):
        self.n_starts += 1
        self._process = process
        self._wait("a window", lambda: self._main_window() is not None, 30)
        self._window = self._main_window()
        self._show(WIDTH, HEIGHT)
        self._wait("the profile's timeline", self._has_timeline, 60)
        self._wait("the profile on the screen", self._has_drawn, 60)

    def _has_timeline(self):
        """A profile is open, and its timeline in view: else its details are nothing to show or hide."""
        self._to_timeline()
        try:
            (is_enabled, _, _), = self._bus.call_sync(
                APPLICATION_ID, OBJECT + "/window/1", "org.gtk.Actions", "Describe",
                GLib.Variant("(s)", ("details",)), None, Gio.DBusCallFlags.NO_AUTO_START, -1, None)
        except GLib.Error:
            return False
        return is_enabled

    def _has_drawn(self):
        self._to_timeline()
        return len(self._colors()) >= MIN_COLORS

    def _wait(self, what, condition, seconds):
        deadline = time.monotonic() + seconds * self._patience
        while not condition():
            if time.monotonic() > deadline:
                raise Fault(f"Waited {seconds * self._patience:.0f} s in vain for: {what}")
            if self._process.poll() is not None:
                raise Fault(f"The program ended with status {self._process.returncode} while the test waited for: "
                            f"{what}. Its messages:\n"
                            + self.said())
            time.sleep(0.05)

    def _goes_on(self):
        """Whether the program lives; one that ended well was asked to, by a button or a command: it begins anew."""
        if self._process.poll() is None:
            return
        self._ended_well()
        self._start()

    def _ended_well(self):
        self._check_end(self._process.returncode)

    def _ask(self):
        """The main loop has to answer; this also keeps hands from being far ahead of it."""
        try:
            self._bus.call_sync(APPLICATION_ID, OBJECT, "org.gtk.Actions", "List", None, None,
                                Gio.DBusCallFlags.NO_AUTO_START, int(1000 * ANSWER_SECONDS * self._patience), None)
        except GLib.Error as error:
            if error.matches(Gio.io_error_quark(), Gio.IOErrorEnum.TIMED_OUT):
                raise Fault(f"The main loop did not answer within {ANSWER_SECONDS * self._patience:.0f} s") from None
            time.sleep(0.2)  # it ends, or has

    def _reopen(self):
        """As a file manager does: another program hands the path over, or takes the place of one that has ended."""
        deadline = time.monotonic() + 60 * self._patience
        while True:
            n_said = len(self.said())
            other = self._hand_over(deadline)
            if other is None or other.returncode == 0:
                return
            said = self.said()[n_said:]
            # GLib gives up after 25 seconds; _ask () has more patience, and tells whether the program still answers.
            if NO_ANSWER not in said:
                raise Fault(f"The process that hands over the path ended with status {other.returncode}. "
                            f"Its messages:\n{said}")
            self._ask()

    def _hand_over(self, deadline):
        """The program that has handed the path over; None: it has taken the other's place."""
        other = self._spawn()
        while other.poll() is None:
            if time.monotonic() > deadline:
                other.kill()
                raise Fault("The process that hands over the path did not end")
            if self._process.poll() is not None:
                if self._process.returncode != 0:
                    other.kill()
                self._ended_well()
                time.sleep(1)
                if other.poll() is None:
                    self._begin_with(other)
                    return None
            time.sleep(0.02)
        return other

    def _quit(self):
        self._close_dialogs()
        self._point_into()
        self.hands.key("ctrl+q")
        try:
            status = self._process.wait(30 * self._patience)
        except subprocess.TimeoutExpired:
            raise Fault("The program did not end after Ctrl+Q") from None
        self._check_end(status)

    def check_said(self):
        complaints = [line for line in without_leaks_of_mime(self.said()).splitlines() if COMPLAINT.search(line)
                      and not HARMLESS.search(line) and not COUNT_OF_GTK.search(line)]
        if complaints:
            raise Fault("The program printed warnings:\n" + "\n".join(complaints))

    # ---- windows ----

    def _windows(self):
        return [window for window in self.hands.windows() if not window.is_popup]

    def _main_window(self):
        return next(iter(self._windows()), None)

    def _show(self, width, height):
        self.hands.resize(self._window, width, height)
        self._width, self._height = width, height

    def _keep_in_place(self):
        """As a window manager does that lets no window leave the screen: who drags the header moves the window, and GTK
        4.8 is at a loss where to put a popover that no monitor has the place of. Whether it was there."""
        main = self._main_window()
        if main is None or main.number != self._window.number:
            return True
        if (main.x, main.y) == (0, 0):
            self.hands.tell_place(main)
            return True
        self.hands.move_window(main, 0, 0)
        return False

    def _come_to_rest(self):
        """The window follows who drags its header some frames later."""
        n_at_rest = 0
        for _ in range(50):
            self._ask()
            time.sleep(0.05 * self._patience ** 0.5)
            n_at_rest = n_at_rest + 1 if self._keep_in_place() else 0
            if n_at_rest == 3:
                break

    def _close_dialogs(self, only_old=False, now=0):
        """Windows beside the main one: by Escape, then as a frame does."""
        others = [window for window in self._windows() if window.number != self._window.number]
        self._dialog_since = {window.number: self._dialog_since.get(window.number, now) for window in others}
        for window in others:
            if only_old and now - self._dialog_since[window.number] < EVENTS_OF_A_DIALOG:
                continue
            self.hands.move(window.x + window.width // 2, window.y + window.height // 2)
            self.hands.key("Escape")
            self._ask()
            if any(each.number == window.number for each in self._windows()):
                self.hands.ask_to_close(window)
                self._ask()

    def _point_into(self):
        """Keys go where the pointer is: there is no window manager."""
        x, y = self.hands.at
        if not (0 < x < self._width - 1 and 0 < y < self._height - 1):
            self.hands.move(self._width // 2, self._height // 2)

    # ---- events ----

    def send(self, n, keys):
        begin, moved = time.monotonic(), -EVENTS_OF_A_MOVE
        for i, event in enumerate(Sequence(self.seed, n, keys)):
            self._goes_on()
            if i < moved + EVENTS_OF_A_MOVE:
                self._ask()
                self._keep_in_place()
            self.sent.append((time.monotonic(), event))
            getattr(self, "_do_" + event[0])(*event[1:])
            if i % EVENTS_BETWEEN_QUESTIONS == 0:
                self._ask()
                self._keep_in_place()
                if self._process.poll() is None:
                    self._close_dialogs(True, i)
            if event[0] in ("click", "drag"):
                self._ask()
                if event[0] == "drag" and event[1][1] < BELOW_HEADER:
                    self._come_to_rest()
                    moved = i
                self._keep_in_place()
            if self._rate:
                begin = max(begin + 1 / self._rate, time.monotonic() - 1)
                time.sleep(max(0, begin - time.monotonic()))
        self.hands.release_all()
        self._goes_on()

    def _pause(self):
        if self._rate:
            time.sleep(1 / self._rate)

    def _pixel(self, place):
        return round(place[0] * self._width), round(place[1] * self._height)

    def _held(self, modifiers):
        return [MODIFIERS[name] for name in modifiers.split("+") if name]

    def _with(self, modifiers, action):
        held = self._held(modifiers)
        for name in held:
            self.hands.key_down(name)
        action()
        for name in reversed(held):
            self.hands.key_up(name)

    def _do_key(self, names):
        self._point_into()
        self.hands.key(names)

    def _do_hold(self, name, seconds):
        self._point_into()
        self.hands.key_down(name)
        time.sleep(seconds)
        self.hands.key_up(name)

    def _do_write(self, entry, text, end):
        self._do_key(entry)
        self._ask()
        for character in text:
            self.hands.write(character)
            self._pause()
        self._do_key(end)

    def _do_click(self, place, button, times, modifiers):
        self.hands.move(*self._pixel(place))
        self._with(modifiers, lambda: [self.hands.click(button) for _ in range(times)])

    def _do_drag(self, begin, end, button, modifiers, n_steps, midst):
        (x0, y0), (x1, y1) = self._pixel(begin), self._pixel(end)

        def drag():
            self.hands.button(button, 1)
            for i in range(1, n_steps + 1):
                self.hands.move(round(x0 + (x1 - x0) * i / n_steps), round(y0 + (y1 - y0) * i / n_steps))
                if midst and i == (n_steps + 1) // 2:
                    if midst == "resize":
                        self._do_resize(WIDTH - 100, HEIGHT - 100)
                    else:
                        self.hands.key(midst)
                self._pause()
            self.hands.button(button, 0)

        self.hands.move(x0, y0)
        self._with(modifiers, drag)

    def _do_wheel(self, place, button, notches, modifiers):
        def turn():
            for _ in range(notches):
                self.hands.click(button)
                self._pause()

        self.hands.move(*self._pixel(place))
        self._with(modifiers, turn)

    def _do_move(self, place):
        self.hands.move(*self._pixel(place))

    def _do_resize(self, width, height):
        self._show(width, height)

    def _do_reopen(self):
        self._reopen()

    # ---- what is on the screen ----

    def _pixels(self):
        return self.desktop.framebuffer.rgb(*CANVAS)

    def _colors(self):
        pixels = self._pixels()
        return {pixels[i:i + 3] for i in range(0, len(pixels), 3)}

    def _to_timeline(self):
        self.hands.move(*BELOW_RULER)
        self.hands.key("alt+2")
        self._keep_in_place()
        self._ask()
        time.sleep(0.2)

    def check(self):
        """Ends with the window in its first size, on the timeline, with all in view."""
        self._close_dialogs()
        self._goes_on()
        for _ in range(4):
            self._point_into()
            self.hands.key("Escape")
        self._reopen()  # by now it may have been unloaded, or be that of another
        self._show(WIDTH, HEIGHT)
        self._keep_in_place()
        self._wait("a timeline that is drawn", self._has_drawn, 20)
        self._keep_in_place()
        self._wait("a timeline that follows the wheel", self._zoomed, 20)
        self._goes_on()
        self.check_said()

    def _zoomed(self):
        """In, or out where no more is to be seen of what is in view. Where neither is, the list of the slices in view may
        be in the timeline's place."""
        self._to_timeline()
        before = self._pixels()
        for button in (WHEEL_UP, WHEEL_DOWN):
            self._to_timeline()
            self._with("ctrl", lambda: self.hands.click(button))
            self._ask()
            time.sleep(0.3)
            if self._pixels() != before:
                return True
        self.hands.move(*BACK_TO_TIMELINE)  # of the list; the focus, which a key would go to, may be anywhere
        self.hands.click(LEFT)
        return False
