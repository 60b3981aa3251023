# SPDX-License-Identifier: Apache-2.0
"""Stepscope as a test drives it: started on a desktop, found and used as a person would."""

import itertools
import os
import re
import subprocess
import time

from accessible import Gone, applications
from leak_report import LEAK_REPORT, own_leaks
from screen import HANG_S, LEFT, Screen, Timeout, wait_until

WINDOW_ROLES = ("window", "frame", "dialog")
FRAME_PX_MAX = 12  # both sides together

# A program that in so many looks one after the other did next to nothing has drawn what there was to be drawn.
SETTLE_IDLE_MAX_S = 0.45
IDLE_LOOKS, IDLE_LOOK_S, IDLE_WORK_NS = 4, 0.03, 500000

# So often a control may move away from the pointer before it is clicked at any rate.
MOVING_MAX = 5

# GTK 4.8 gives a popover's contents places relative to its parent's in the window, not to the screen; the popover
# is the parent of the widget of this type.
POPOVER_CONTENT = "GtkPopoverContent"

# What programs say on their standard error that is a fault of ours.
COMPLAINT = re.compile(r"WARNING|CRITICAL|ERROR|runtime error|Assertion", re.I)
# Said by GTK of a session without a portal, a settings daemon, or a keyboard's state.
HARMLESS = re.compile(r"portal|dconf|AT-SPI: Could not obtain|Unable to acquire session bus|"
                      r"Settings schema '?org.gnome")


class Application:
    """`with Application(desktop, program, [path]) as app:`; leaving it quits the program and checks how it ended."""

    def __init__(self, desktop, program, arguments=(), home=None, patience=1.0, on_failure=lambda app: None,
                 **environment):
        """on_failure (app) is called when the block fails, before the program is ended."""
        self.desktop, self.screen = desktop, Screen(desktop)
        self.home = home or desktop.new_home()
        self.patience = patience
        self._command = [program, *arguments]
        self._environment = desktop.environment(self.home, **environment)
        self._on_failure = on_failure
        self._log = os.path.join(self.home, "stderr")
        self.root = None

    def __enter__(self):
        known = set(applications(self.desktop.accessibility))
        with open(self._log, "ab") as log:
            self.process = self.desktop.start(self._command, self._environment, log)
        try:
            self.root = self.wait("the program on the accessibility bus",
                                  lambda: next(iter(set(applications(self.desktop.accessibility)) - known), None), 20)
            self.wait("a window", self._window, 20)
        except BaseException:
            self._fail()
            raise
        return self

    def __exit__(self, kind, *_):
        if kind is not None:
            self._fail()
            return
        self.quit()

    def _fail(self):
        self._on_failure(self)
        self.process.kill()
        self.process.wait()

    # ---- life ----

    def stderr(self):
        with open(self._log, encoding="utf-8", errors="replace") as file:
            return file.read()

    def quit(self):
        """By its key, as a person; it has to end well and to have complained of nothing."""
        if self.process.poll() is None:
            self.screen.key("ctrl+q")
        try:
            status = self.process.wait(HANG_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise AssertionError("The program did not end after Ctrl+Q") from None
        said = self.stderr()
        if status != 0 and own_leaks(said) == []:
            print("# A library lost memory: no leak has a frame of the program.", flush=True)
            status, said = 0, LEAK_REPORT.split(said)[0]
        if status != 0:
            raise AssertionError(f"The program ended with status {status}. Its messages:\n{said}")
        complaints = [line for line in said.splitlines() if COMPLAINT.search(line) and not HARMLESS.search(line)]
        if complaints:
            raise AssertionError("The program printed warnings:\n" + "\n".join(complaints))

    def hand_over(self, *paths):
        """As a file manager opens a file while the program runs: another one is started, gives it away, and ends."""
        with open(self._log, "ab") as log:
            other = self.desktop.start([self._command[0], *paths], self._environment, log)
        if other.wait(HANG_S) != 0:
            raise AssertionError(f"The process that hands over {paths} ended with status {other.returncode}")

    # ---- finding ----

    def wait(self, what, condition, timeout=10):
        def checked():
            try:
                return condition()
            except Gone:
                return None

        if self.process.poll() is not None:
            raise AssertionError(f"The program ended with status {self.process.returncode}. Its messages:\n"
                                 f"{self.stderr()}")
        try:
            return wait_until(what, checked, timeout * self.patience)
        except Timeout:
            if self.process.poll() is not None:
                raise AssertionError(f"The program ended with status {self.process.returncode} while the test waited "
                                     f"for: {what}. Its messages:\n{self.stderr()}") from None
            raise

    def _window(self):
        for node in self.root.children:
            if node.role in WINDOW_ROLES and "showing" in node.states:
                return node
        return None

    def find(self, role=None, name=None, description=None, anywhere=False):
        """The control, waiting until it is to be seen; anywhere: or hidden, scrolled away, or not sensitive."""
        wanted = ", ".join(f"{what} {getattr(value, 'pattern', value)!r}" for what, value in
                           (("role", role), ("name", name), ("description", description)) if value is not None)

        tries = itertools.count(1)

        def found():
            # What is not there yet is looked for the quick way; what the cache lacks is found every third time.
            ways = (self.root.probable, self.root.matching) if next(tries) % 3 == 0 else (self.root.probable,)
            for nodes in ways:
                for node in nodes(role, name, description):
                    if anywhere or self.sees(node):
                        return node
            return None

        return self.wait(f"a control with {wanted}", found)

    def find_all(self, role=None, name=None, description=None):
        return [node for node in self.root.matching(role, name, description) if self.sees(node)]

    def has(self, role=None, name=None, description=None):
        return any(self.sees(node) for nodes in (self.root.probable, self.root.matching)
                   for node in nodes(role, name, description))

    def wait_gone(self, role=None, name=None):
        self.wait(f"no more {role or ''} {getattr(name, 'pattern', name)!r}", lambda: not self.has(role, name))

    def sees(self, node):
        """Whether a person would find it on the screen: it, or something in it, is on top at its centre, or at its
        edge, since what is at the centre may be for the eye only, as the picture of a button is."""
        def is_surface(name, role):
            return name == POPOVER_CONTENT or role in WINDOW_ROLES

        def is_on_top(x, y):
            try:
                top = surface.at(x, y)
                while top is not None and top not in ancestors:
                    top = top.parent
                return top == node
            except Gone:
                return False

        try:
            x, y, width, height = node.extents
            ancestors = [ancestor for ancestor, _, _ in node.up_to(is_surface)]
            surface = ancestors[-1]
        except Gone:
            return False
        middle = y + height // 2
        return any(is_on_top(*point) for point in ((x + width // 2, middle), (x + 2, middle), (x + width // 2, y + 1),
                                                   (x - 1, middle), (x - 3, middle)))

    def focused(self):
        """The control that has the keyboard; None: none."""
        return self.root.focused()

    def title(self):
        return self.wait("a window", self._window).name

    # ---- using ----

    def rectangle(self, node):
        """x, y, width, height of a control on the screen."""
        x, y, width, height = node.extents
        ancestors = list(node.up_to(lambda _name, role: role in WINDOW_ROLES))
        popover = next((ancestor.parent for ancestor, name, _ in ancestors if name == POPOVER_CONTENT), None)
        _, _, window_width, window_height = ancestors[-1][0].extents
        if popover is not None:
            popover_x, popover_y, *size = popover.extents
            origin = next(place for place in reversed(self.screen.windows().values()) if place[2:] == tuple(size))
            return origin[0] + x - popover_x, origin[1] + y - popover_y, width, height
        _, place, border = self._frame(window_width, window_height)
        return place[0] + border + x, place[1] + border + y, width, height

    def _frame(self, width, height):
        """The X window with content of that size, its place, and its border: without a compositing manager GTK draws
        the frame inside the window, as wide on all sides."""
        for number, place in reversed(self.screen.windows().items()):
            both = place[2] - width
            if 0 <= both <= FRAME_PX_MAX and both == place[3] - height:
                return number, place, both // 2
        raise Gone(f"No window has the size {width}x{height}")

    def window_rectangle(self):
        """Of the content of the main window."""
        return self.rectangle(self._window())

    def point(self, node, at=(0.5, 0.5)):
        x, y, width, height = self.rectangle(node)
        return x + int(width * at[0]), y + int(height * at[1])

    def click(self, node, at=(0.5, 0.5), button=LEFT, times=1):
        self.screen.click(*self.point(node, at), button, times)

    def press(self, role, name):
        """Waits for the control and clicks it, where it still is when the pointer has come to it."""
        for _ in range(MOVING_MAX):
            node = self.find(role, name)
            point = self.point(node)
            self.screen.move(*point)
            try:
                if self.sees(node) and self.point(node) == point:
                    break
            except Gone:
                pass
        self.screen.click(*point)
        return node

    def settle(self, seconds=0.25):
        """For what has no state that could be waited for: that a click did nothing, the end of a drawn frame. Up to
        SETTLE_IDLE_MAX_S it ends as soon as the program has nothing to do; more is for what a clock ends."""
        is_by_clock = seconds > SETTLE_IDLE_MAX_S
        seconds *= self.patience ** 0.5
        if is_by_clock:
            time.sleep(seconds)
            return
        deadline = time.monotonic() + seconds
        idle, worked = 0, self._worked_ns()
        while idle < IDLE_LOOKS and time.monotonic() < deadline:
            time.sleep(IDLE_LOOK_S)
            now = self._worked_ns()
            idle = idle + 1 if now - worked < IDLE_WORK_NS and not self._wants_processor() else 0
            worked = now

    def _threads(self, file_name):
        """What a file in /proc says of each thread of the program."""
        folder = f"/proc/{self.process.pid}/task"
        try:
            for thread in os.listdir(folder):
                with open(f"{folder}/{thread}/{file_name}", encoding="utf-8", errors="replace") as file:
                    yield file.read()
        except OSError:
            return

    def _worked_ns(self):
        """Processor time of all threads of the program."""
        return sum(int(text.split()[0]) for text in self._threads("schedstat") if text)

    def _wants_processor(self):
        """A thread runs or, on a busy machine, waits for its turn to run."""
        return any(text.rpartition(")")[2].split()[0] == "R" for text in self._threads("stat") if text)

    def save(self, path):
        """A picture of the main window's content."""
        self.screen.save(path, self._clipped(self.window_rectangle()))

    def _clipped(self, rectangle):
        x, y, width, height = rectangle
        left, top = max(x, 0), max(y, 0)
        return (left, top, min(x + width, self.desktop.width) - left, min(y + height, self.desktop.height) - top)

    def resize(self, width, height):
        """So that the content is of that size; the screen must have room for the frame."""
        number, _, border = self._frame(*self._window().extents[2:])
        self.screen.xdotool("windowmove", number, 0, 0)

        def has_size():
            if self._window().extents[2:] == (width, height):
                return True
            # A window that is still being set up takes its own size back: asked for until it stays.
            self.screen.xdotool("windowsize", number, width + 2 * border, height + 2 * border)
            self.settle(0.2)
            return False

        self.wait("the new size of the window", has_size)
