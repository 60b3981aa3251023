# SPDX-License-Identifier: Apache-2.0
"""Hands and eyes: real key presses, the pointer, pictures of the screen, and waiting."""

import os
import subprocess
import time

LEFT, MIDDLE = 1, 2
WHEEL_UP, WHEEL_DOWN = 4, 5


class Timeout(AssertionError):
    """What a scenario waited for did not come."""


def wait_until(what, condition, timeout):
    """The first true result of condition (); the sentence says what was waited for."""
    deadline = time.monotonic() + timeout
    while True:
        result = condition()
        if result:
            return result
        if time.monotonic() > deadline:
            raise Timeout(f"after {timeout:.0f} s still not: {what}")
        time.sleep(0.03)


class Screen:
    def __init__(self, desktop):
        self._desktop = desktop
        self._environment = {"PATH": os.environ["PATH"], "DISPLAY": desktop.display}

    def xdotool(self, *arguments):
        result = subprocess.run(["xdotool", *map(str, arguments)], env=self._environment, timeout=20,
                                capture_output=True, text=True, check=False)
        if result.returncode != 0:
            raise AssertionError(f"xdotool {' '.join(map(str, arguments))}: {result.stderr.strip()}")
        return result.stdout

    def key(self, *names):
        """Presses and releases: "Tab", "ctrl+o", "bracketleft"."""
        self.xdotool("key", "--delay", "30", *names)

    def hold(self, name, seconds):
        self.xdotool("keydown", name, "sleep", seconds, "keyup", name)

    def type(self, text):
        self.xdotool("type", "--delay", "15", text)

    def move(self, x, y):
        self.xdotool("mousemove", int(x), int(y))

    def click(self, x, y, button=LEFT, times=1):
        """As a hand does: the pointer is there a moment before the button goes down."""
        self.xdotool("mousemove", int(x), int(y), "sleep", "0.06", "click", "--repeat", times, "--delay", "40", button)

    def _with_modifier(self, modifier, *arguments):
        if modifier:
            self.xdotool("keydown", modifier, "sleep", "0.03", *arguments, "sleep", "0.03", "keyup", modifier)
        else:
            self.xdotool(*arguments)

    def drag(self, begin, end, button=LEFT, modifier=None):
        """Along a line, in steps as a hand makes them."""
        points = [(begin[0] + (end[0] - begin[0]) * i / 8, begin[1] + (end[1] - begin[1]) * i / 8)
                  for i in range(1, 9)]
        moves = [part for x, y in points for part in ("mousemove", round(x), round(y), "sleep", "0.02")]
        self.move(*begin)
        self._with_modifier(modifier, "mousedown", button, *moves, "mouseup", button)

    def wheel(self, x, y, notches, modifier=None):
        """notches > 0: towards the user, which is down."""
        self.move(x, y)
        button = WHEEL_DOWN if notches > 0 else WHEEL_UP
        self._with_modifier(modifier, "click", "--repeat", abs(notches), "--delay", "25", button)

    def windows(self):
        """X windows that are shown and belong to a program: (x, y, width, height) by id, in stacking order."""
        found = {}
        listing = self.xdotool("search", "--onlyvisible", "--name", "").split()
        for number in listing:
            try:
                text = self.xdotool("getwindowgeometry", "--shell", number)
            except AssertionError:
                continue
            values = dict(line.split("=", 1) for line in text.split())
            found[number] = tuple(int(values[key]) for key in ("X", "Y", "WIDTH", "HEIGHT"))
        return found

    def save(self, path, rectangle=None):
        self._desktop.framebuffer.save(path, rectangle)
