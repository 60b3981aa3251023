# SPDX-License-Identifier: Apache-2.0
"""Scenarios: files that change, vanish or are damaged while a profile made of them is shown."""

import glob
import os
import re

import training
from scenario import scenario

NOTICE_SECONDS = 2.5  # until a file is watched, and verified


def fewer(events, n_steps):
    """The run as if it had ended earlier."""
    last = training.EPOCH_US + training.BEGIN_US[training.STEPS[n_steps]]
    return [event for event in events if event.get("ts", 0) < last]


def damage(path):
    """One bit, in a section too large to be checked before it is used."""
    with open(path, "r+b") as file:
        file.seek(os.path.getsize(path) // 3)
        byte = file.read(1)
        file.seek(-1, os.SEEK_CUR)
        file.write(bytes([byte[0] ^ 0x10]))


@scenario("sources: a changed file is reported; Reload shows the new one on the same page and in the same scope",
          sanitized=True)
def changed(stage):
    path = stage.write_trace("grown.json", fewer(training.events(), 2))
    with stage.app(path) as app:
        app.find("image", "Summary")
        app.screen.key("alt+2")
        app.find(name="Timeline", description=re.compile("rows"))
        app.press("button", "Time: Whole profile")
        app.press("label", "Timeline view")
        app.screen.key("Escape")
        app.settle(NOTICE_SECONDS)
        stage.write_trace("grown.json", training.events())
        app.find(name="grown.json changed on disk.")
        app.press("button", "Reload")
        app.wait_gone(name="grown.json changed on disk.")
        app.find(name="Timeline", description=re.compile("rows"))
        app.find(name=re.compile("Time: Timeline view"))
        app.find(name=re.compile(r"\(\d of 4\)"))


@scenario("sources: a missing file is reported without Reload, and its numbers stay")
def gone(stage):
    path = stage.write_trace("gone.json", training.events())
    with stage.app(path) as app:
        app.find("image", "Summary")
        app.settle(NOTICE_SECONDS)
        os.remove(path)
        app.find(name=re.compile(r"gone\.json no longer exists"))
        if app.has("button", "Reload"):
            raise AssertionError("Reload is offered although the file no longer exists")
        app.find("image", "Summary")


@scenario("sources: a dismissed change stays dismissed until the next one")
def dismissed(stage):
    path = stage.write_trace("dismissed.json", fewer(training.events(), 2))
    with stage.app(path) as app:
        app.find("image", "Summary")
        app.settle(NOTICE_SECONDS)
        stage.write_trace("dismissed.json", training.events())
        app.find(name="dismissed.json changed on disk.")
        app.press("button", "Dismiss")
        app.wait_gone(name="dismissed.json changed on disk.")
        os.remove(path)
        app.find(name=re.compile(r"dismissed\.json no longer exists"))


@scenario("sources: a damaged native file is detected, named, and listed with the health",
          sanitized=True)
def damaged(stage):
    path = stage.make_profile("damaged.stepscope", 600_000)
    damage(path)
    with stage.app(path) as app:
        app.find(name=re.compile(r"damaged\.stepscope is damaged: its section “[a-z_.]+” differs from what was written"))
        app.find("button", re.compile("Damaged"))
        app.find(name=re.compile(r"slices, the file is damaged$"))
        if app.has(name=re.compile("none lost")):
            raise AssertionError("The profile is damaged, but the window says that none is lost")
        app.press("button", "Show Details")
        app.find(name=re.compile("of the native file differs from what was written"), anywhere=True)


@scenario("sources: a damaged copy in the cache is detected whenever it is opened, and Reload repairs it")
def damaged_copy(stage):
    home = stage.desktop.new_home()
    path = stage.make_trace("copied.json", 600_000)
    with stage.app(path, home=home) as app:
        copy, = app.wait("a copy", lambda: glob.glob(os.path.join(home, "**", "profiles", "*.stepscope"),
                                                     recursive=True), 40)
        app.find("image", "Summary")
    damage(copy)
    with stage.app(home=home) as app:
        app.find(name="Open a GPU Profile")
        app.hand_over(path)
        app.find(name=re.compile(r"The stored copy of copied\.json is damaged"))
        app.press("button", "Reload")
        app.wait_gone(name=re.compile(r"The stored copy of copied\.json is damaged"))
        app.find("image", "Summary")


@scenario("sources: a native file that is cut while open is reported, and the window goes on")
def cut(stage):
    path = stage.make_profile("cut.stepscope", 60_000)
    with stage.app(path) as app:
        app.find("image", "Summary")
        app.settle(NOTICE_SECONDS)
        os.truncate(path, 8192)
        app.screen.key("alt+2")
        app.find(name="Timeline")
        app.find(name="cut.stepscope changed on disk while it was open. What you see may be incomplete.")
        app.find(name=re.compile("the file changed while it was open$"))
        app.find("button", "Reload")
