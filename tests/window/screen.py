# SPDX-License-Identifier: Apache-2.0
"""Hands and eyes: real key presses, the pointer, pictures of the screen, and waiting."""

import contextlib
import os
import subprocess
import time

from hands import MODIFIERS, NoKey

LEFT, MIDDLE, RIGHT = 1, 2, 3
WHEEL_UP, WHEEL_DOWN = 4, 5


# What is waited for comes at once, or else something is wrong: this only ends what would hang, so that a machine which is
# busy with other things fails nothing.
HANG_S = 120

# Between what fingers do, before, and while a button is down: a click that is faster than any hand makes GTK 4.8 complain of a
# menu that came or went between press and release ("Broken accounting of active state"), in one of three tries.
PRESS_S, MODIFIER_S, MOVE_S = 0.012, 0.03, 0.015
BEFORE_CLICK_S, BUTTON_S, BEFORE_KEY_S = 0.05, 0.06, 0.02

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
        self._hands = desktop.hands
        # On the frame of the window: over no control, and without a window manager keys go where the pointer is.
        self._pointer = (2, 2)
        self._hands.move(*self._pointer)

    def xdotool(self, *arguments):
        """For the rest: starting a program takes longer than what it does."""
        result = subprocess.run(["xdotool", *map(str, arguments)], env=self._environment, timeout=HANG_S,
                                capture_output=True, text=True, check=False)
        if result.returncode != 0:
            raise AssertionError(f"xdotool {' '.join(map(str, arguments))} failed: {result.stderr.strip()}")
        return result.stdout

    def key(self, *names, closes=()):
        """Presses and releases: "Tab", "ctrl+o", "bracketleft". What comes after an Escape that closes a popover, or after
        a key that closes names, is pressed when it is gone: a popover takes keys with it, and nobody presses the next one
        before the eye saw it close."""
        time.sleep(BEFORE_KEY_S)
        for name in names:
            is_closing = name == "Escape" or name in closes
            n_popups = self._n_popups() if is_closing else 0
            try:
                self._hands.key(name, PRESS_S)
            except NoKey:  # xdotool puts it on the keyboard for that long
                self.xdotool("key", "--delay", "12", name)
            if is_closing:
                self._wait_fewer_popups(n_popups)

    def type(self, text, delay_ms=12):
        time.sleep(BEFORE_KEY_S)
        if self._hands.can_write(text):
            self._hands.write(text, delay_ms / 1000)
        else:
            self.xdotool("type", "--delay", delay_ms, text)

    def _n_popups(self):
        return sum(window.is_popup for window in self._desktop.hands.windows())

    def _wait_fewer_popups(self, n_popups):
        deadline = time.monotonic() + POPUP_S
        while 0 < n_popups <= self._n_popups() and time.monotonic() < deadline:
            time.sleep(0.02)

    def move(self, x, y):
        """In a few steps, as a hand: what lies between gets to know of the pointer, and of losing it."""
        self._go((x, y), 4)

    def _go(self, end, n_steps):
        begin, self._pointer = self._pointer, end
        for i in range(1, n_steps + 1):
            self._hands.move(round(begin[0] + (end[0] - begin[0]) * i / n_steps),
                             round(begin[1] + (end[1] - begin[1]) * i / n_steps))
            time.sleep(MOVE_S)

    def _click(self, button, times, press_s, delay_s):
        time.sleep(BEFORE_CLICK_S)
        for _ in range(times):
            self._hands.button(button, 1)
            time.sleep(press_s)
            self._hands.button(button, 0)
            time.sleep(delay_s)

    def click(self, x, y, button=LEFT, times=1):
        self.move(x, y)
        self._click(button, times, BUTTON_S, 0.04)

    @contextlib.contextmanager
    def _held(self, modifier):
        if modifier is None:
            yield
            return
        self._hands.key_down(MODIFIERS[modifier])
        time.sleep(MODIFIER_S)
        yield
        time.sleep(MODIFIER_S)
        self._hands.key_up(MODIFIERS[modifier])

    def drag(self, begin, end, button=LEFT, modifier=None):
        """Along a line."""
        self.move(*begin)
        time.sleep(BEFORE_CLICK_S)
        with self._held(modifier):
            self._hands.button(button, 1)
            self._go(end, 8)
            self._hands.button(button, 0)

    def wheel(self, x, y, notches, modifier=None):
        """notches > 0: towards the user, which is down."""
        self.move(x, y)
        with self._held(modifier):
            self._click(WHEEL_DOWN if notches > 0 else WHEEL_UP, abs(notches), PRESS_S, 0.025)

    def windows(self):
        """X windows that are shown and belong to a program: (x, y, width, height) by id, in stacking order."""
        return {window.number: (window.x, window.y, window.width, window.height) for window in self._desktop.hands.windows()}

    def save(self, path, rectangle=None):
        self._desktop.framebuffer.save(path, rectangle)
