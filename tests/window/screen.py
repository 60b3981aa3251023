# SPDX-License-Identifier: Apache-2.0
"""Hands and eyes: real key presses, the pointer, pictures of the screen, and waiting."""

import os
import subprocess
import time

LEFT, MIDDLE, RIGHT = 1, 2, 3
WHEEL_UP, WHEEL_DOWN = 4, 5


# What is waited for comes at once, or else something is wrong: this only ends what would hang, so that a machine which is
# busy with other things fails nothing.
HANG_S = 120

# Some popovers stay after such a key, which closes something in them.
POPUP_S = 10


class Timeout(AssertionError):
    """A scenario waited in vain."""


def wait_until(what, condition, timeout):
    """Returns the first true result of condition (). what describes the condition in the error."""
    timeout = max(timeout, HANG_S)
    deadline = time.monotonic() + timeout
    while True:
        begin = time.monotonic()
        result = condition()
        if result:
            return result
        end = time.monotonic()
        if end > deadline:
            raise Timeout(f"Waited {timeout:.0f} s in vain for: {what}")
        time.sleep(max(0.03, min(end - begin, 0.5)))  # what takes long to ask leaves the program as long to work


class Screen:
    def __init__(self, desktop):
        self._desktop = desktop
        self._environment = {"PATH": os.environ["PATH"], "DISPLAY": desktop.display}
        # On the frame of the window: over no control, and without a window manager keys go where the pointer is.
        self._pointer = (2, 2)
        self.xdotool("mousemove", *self._pointer)

    def xdotool(self, *arguments):
        result = subprocess.run(["xdotool", *map(str, arguments)], env=self._environment, timeout=HANG_S,
                                capture_output=True, text=True, check=False)
        if result.returncode != 0:
            raise AssertionError(f"xdotool {' '.join(map(str, arguments))} failed: {result.stderr.strip()}")
        return result.stdout

    def key(self, *names, closes=()):
        """Presses and releases: "Tab", "ctrl+o", "bracketleft". What comes after an Escape that closes a popover, or after
        a key that closes names, is pressed when it is gone: a popover takes keys with it, and nobody presses the next one
        before the eye saw it close."""
        pressed = []
        for name in names:
            pressed.append(name)
            if name == "Escape" or name in closes:
                n_popups = self._n_popups()
                self.xdotool("key", "--delay", "12", *pressed)
                self._wait_fewer_popups(n_popups)
                pressed = []
        if pressed:
            self.xdotool("key", "--delay", "12", *pressed)

    def _n_popups(self):
        return sum(window.is_popup for window in self._desktop.hands.windows())

    def _wait_fewer_popups(self, n_popups):
        deadline = time.monotonic() + POPUP_S
        while 0 < n_popups <= self._n_popups() and time.monotonic() < deadline:
            time.sleep(0.02)

    def move(self, x, y):
        """In a few steps, as a hand: what lies between gets to know of the pointer, and of losing it."""
        self.xdotool(*self._steps(self._pointer, (x, y), 4))
        self._pointer = (x, y)

    @staticmethod
    def _steps(begin, end, n):
        return [part for i in range(1, n + 1)
                for part in ("mousemove", round(begin[0] + (end[0] - begin[0]) * i / n),
                             round(begin[1] + (end[1] - begin[1]) * i / n), "sleep", "0.015")]

    def click(self, x, y, button=LEFT, times=1):
        self.move(x, y)
        self.xdotool("click", "--repeat", times, "--delay", "40", button)

    def _with_modifier(self, modifier, *arguments):
        if modifier:
            self.xdotool("keydown", modifier, "sleep", "0.03", *arguments, "sleep", "0.03", "keyup", modifier)
        else:
            self.xdotool(*arguments)

    def drag(self, begin, end, button=LEFT, modifier=None):
        """Along a line."""
        self.move(*begin)
        self._with_modifier(modifier, "mousedown", button, *self._steps(begin, end, 8), "mouseup", button)
        self._pointer = end

    def wheel(self, x, y, notches, modifier=None):
        """notches > 0: towards the user, which is down."""
        self.move(x, y)
        button = WHEEL_DOWN if notches > 0 else WHEEL_UP
        self._with_modifier(modifier, "click", "--repeat", abs(notches), "--delay", "25", button)

    def windows(self):
        """X windows that are shown and belong to a program: (x, y, width, height) by id, in stacking order."""
        return {window.number: (window.x, window.y, window.width, window.height) for window in self._desktop.hands.windows()}

    def save(self, path, rectangle=None):
        self._desktop.framebuffer.save(path, rectangle)
