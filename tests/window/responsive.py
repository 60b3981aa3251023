# SPDX-License-Identifier: Apache-2.0
"""How soon the window answers while a large file is read: turns of its main loop, and the moment after Cancel."""

import os
import select
import time

from preloaded import preloaded
from scenario import scenario
from screen import wait_until

LARGE_EVENTS = 3_000_000
CANCEL_KEY = "alt+c"

# Far above what is wanted (bench_responsive.py measures that), since others may have the machine.
TURN_MAX_MS, CANCEL_MAX_MS = 100, 1000


class MainLoop:
    """The turns of the main loop of programs that were started with its environment."""

    def __init__(self, path):
        self._path = path

    def environment(self, **inherited):
        return {**inherited, **preloaded(inherited, os.environ["STEPSCOPE_MAIN_LOOP_WATCH"]),
                "STEPSCOPE_MAIN_LOOP_LOG": self._path}

    def turns(self, begin=0.0, end=float("inf")):
        """(begin, wall ms, processor ms) of those that lay, or began, in between; time.monotonic () seconds."""
        with open(self._path, encoding="ascii") as file:
            turns = [tuple(map(int, line.split())) for line in file if line.endswith("\n")]
        return [(at / 1e6, wall / 1e3, cpu / 1e3) for at, wall, cpu in turns
                if at / 1e6 < end and (at + wall) / 1e6 > begin]


def converter_of(program_pid):
    """The process that reads for the program, to be waited for; None: there is none."""
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            with open(f"/proc/{entry}/stat", encoding="utf-8", errors="replace") as file:
                state, parent = file.read().rpartition(")")[2].split()[:2]
            if int(parent) != program_pid or state == "Z":
                continue
            with open(f"/proc/{entry}/cmdline", encoding="utf-8", errors="replace") as file:
                if "--convert-for-window" in file.read().split("\0"):
                    return os.pidfd_open(int(entry))
        except OSError:
            continue
    return None


def has_ended(pidfd, timeout):
    """Whether the process has, at the latest after so many seconds."""
    poll = select.poll()
    poll.register(pidfd, select.POLLIN)
    return bool(poll.poll(1000 * timeout))


class StartPage:
    """What the start page, which is shown when this is made, looks like at its heading."""

    def __init__(self, app):
        self._app = app
        self._place = app.rectangle(app.find("label", "Open a GPU Profile"))
        app.settle()
        self._looks = self._pixels()

    def _pixels(self):
        return self._app.desktop.framebuffer.rgb(*self._place)

    def is_shown(self):
        return self._pixels() == self._looks

    def wait(self, timeout):
        deadline = time.monotonic() + timeout
        while not self.is_shown():
            if time.monotonic() > deadline:
                raise AssertionError("The start page did not come back")
            time.sleep(0.0005)
        return time.monotonic()


def cancel_opening(app, page, path, wait_s):
    """Opens the file and cancels that by the button's key after a while; milliseconds from pressing it until the process
    that reads is gone, and until the start page is shown, the start of xdotool, which presses, included. None: it had
    been read by then."""
    app.hand_over(path)
    converter = wait_until("a process that reads", lambda: converter_of(app.process.pid), 20)
    time.sleep(wait_s)
    if has_ended(converter, 0):
        os.close(converter)
        return None
    begin = time.monotonic()
    app.screen.xdotool("key", "--delay", "0", CANCEL_KEY)
    if not has_ended(converter, 20):
        raise AssertionError("The process that reads the file still runs")
    gone = time.monotonic()
    os.close(converter)
    return 1e3 * (gone - begin), 1e3 * (page.wait(20) - begin)


@scenario("opening: Cancel ends the import of a large file at once, and the window stays responsive meanwhile",
          sanitized=True)
def at_once(stage):
    path = stage.make_trace("millions.json", LARGE_EVENTS)
    loop = MainLoop(stage.path("main-loop"))
    with stage.app(**loop.environment(**stage.environment)) as app:
        page = StartPage(app)
        begin = time.monotonic()
        times = cancel_opening(app, page, path, 0.2)
        turns = loop.turns(begin, time.monotonic())
        if times is None:
            raise AssertionError("The file was read before Cancel was pressed. Use a larger file.")
        app.find(name="Opening cancelled")
    gone, shown = times
    if max(gone, shown) > CANCEL_MAX_MS * stage.patience:
        raise AssertionError(f"After Cancel the process ran for {gone:.0f} ms, and the page appeared after "
                             f"{shown:.0f} ms")
    if len(turns) < 10:
        raise AssertionError(f"The main loop ran only {len(turns)} times")
    longest = max(cpu for _, _, cpu in turns)
    if longest > TURN_MAX_MS * stage.patience:
        raise AssertionError(f"The main thread handled no input for {longest:.0f} ms")
