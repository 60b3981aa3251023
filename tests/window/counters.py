# SPDX-License-Identifier: Apache-2.0
"""Scenarios: counters of another program are added to a profile, with a shift that is proposed, changed and remembered."""

import datetime
import re

from commands import CommandList
from file_dialog import FileDialog
from keyboard import check_names
from scenario import scenario

BEGIN_S = 1767454600  # 2026-01-03 15:36:40 UTC
BURSTS = [(1, 3), (4.5, 5), (6, 9.5), (11, 11.5), (13, 17), (17.5, 18), (20, 21), (24, 29)]
BOTH = "run.json + smi.csv"


def files(stage):
    """A run of 30 seconds, and its utilization every half second by a clock one hour and 2 s ahead."""
    run = stage.write_trace("run.json", [
        {"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 100, "tid": 100, "ts": 0, "dur": 30000000},
        *({"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": int(begin * 1e6),
           "dur": int((end - begin) * 1e6), "args": {"device": 0, "stream": 7}} for begin, end in BURSTS)],
        baseTimeNanoseconds=BEGIN_S * 10**9)
    rows = ["timestamp, index, utilization.gpu [%], power.draw [W]"]
    for k in range(-20, 90):
        at = k / 2
        busy = sum(max(0, min(at, end) - max(at - 0.5, begin)) for begin, end in BURSTS)
        time = datetime.datetime.fromtimestamp(BEGIN_S + at + 3602, datetime.timezone.utc)
        rows.append(f"{time:%Y/%m/%d %H:%M:%S}.{time.microsecond // 1000:03}, 0, {round(200 * busy)} %, "
                    f"{60 + 400 * busy:.2f} W")
    return run, stage.write("smi.csv", "\n".join(rows) + "\n")


def ask(app, path):
    """Chooses the file for Add Counters…"""
    def show():
        commands = CommandList(app)
        commands.type("Add counters")
        commands.wait_marked("Add counters")
        app.screen.key("Return")

    FileDialog(app, show).give(path)


@scenario("counters: a shift is proposed, told, and remembered for the two files", sanitized=True)
def added(stage):
    run, smi = files(stage)
    with stage.app(run) as app:
        app.find("button", "Profile: run")
        ask(app, smi)
        app.find(name="smi.csv: 2 counters of nvidia-smi CSV, 220 samples")
        app.find(name=re.compile("^With this shift, GPU utilization follows the GPU activity"))
        app.find("text box", "Time zone and shift of the file")
        check_names(app, "counters")
        app.press("button", "Add")
        app.find("button", "Profile: " + BOTH)
        app.screen.key("ctrl+i")
        app.find(name=re.compile("Times of attached counters were shifted"), anywhere=True)
        app.screen.key("Escape")
        # The same two files have the same shift.
        app.press("button", "Profile: " + BOTH)
        app.press("radio", "run")
        app.find("button", "Profile: run")
        ask(app, smi)
        app.find(name="You used this shift before.")
        app.screen.key("Escape")
        app.wait_gone(name="You used this shift before.")


@scenario("counters: a file in no known format is refused with a sentence")
def refused(stage):
    run, _ = files(stage)
    with stage.app(run) as app:
        app.find("button", "Profile: run")
        ask(app, run)
        app.find(name=re.compile(r"run\.json: is in no known format of counters"))


@scenario("counters: another shift can be typed, is used, and is remembered")
def typed(stage):
    run, smi = files(stage)
    with stage.app(run) as app:
        app.find("button", "Profile: run")
        ask(app, smi)
        app.find(name=re.compile("^With this shift, GPU utilization follows the GPU activity"))
        app.click(app.find("text box", "Time zone and shift of the file"))
        app.screen.key("ctrl+a")
        app.screen.type("east", 15)
        app.find(name=re.compile("^Enter a time zone, a time, or both"))
        app.screen.key("ctrl+a")
        app.screen.type("+01:00 2.5s", 15)
        app.find(name="The counters are added with the shift that you entered.")
        app.screen.key("Return")
        app.find("button", "Profile: " + BOTH)
        app.screen.key("ctrl+i")
        app.find(name=re.compile("-3597500000000"), anywhere=True)  # 2.5 s less an hour, as it is stored
        app.screen.key("Escape")
        app.press("button", "Profile: " + BOTH)
        app.press("radio", "run")
        app.find("button", "Profile: run")
        ask(app, smi)
        app.find(name="You used this shift before.")
        app.screen.key("Escape")
        app.wait_gone(name="You used this shift before.")


@scenario("counters: a process that reads them and crashes is told, and the window goes on")
def crash(stage):
    _, smi = files(stage)
    profile = stage.make_profile("small.stepscope", 500)
    with stage.app(profile, STEPSCOPE_CONVERTER_FAULT="segv") as app:
        app.find("button", re.compile("^Profile: small"))
        ask(app, smi)
        app.find(name=re.compile(r"smi\.csv: the process that read it crashed.*Nothing else is affected"))
        app.screen.key("alt+2")
        app.find("button", re.compile("^Profile: small"))
