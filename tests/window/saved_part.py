# SPDX-License-Identifier: Apache-2.0
"""Scenarios: a part of the shown profile is saved to be given away."""

import os
import re

import training
from commands import CommandList
from file_dialog import FileDialog
from scenario import scenario
from timeline_page import run_of, timeline_of


def show(app):
    commands = CommandList(app)
    commands.type("save a part")
    commands.wait_marked("Save a part of the profile")
    app.screen.key("Return")
    app.find(name="Save Part of the Profile", anywhere=True)


@scenario("saving a part: the step in view, with other names, and the time of the selection", sanitized=True)
def saved(stage):
    step, selected = stage.path("chosen.stepscope"), stage.path("selected.stepscope")
    with run_of(stage) as app:
        timeline = timeline_of(app)
        show(app)
        app.press(None, "Replace modules, kernels and threads")
        app.press("button", "Save…")
        app.find(name=re.compile(r"^\d+ texts stay as they are"), anywhere=True)
        app.wait_gone(None, "Replace modules, kernels and threads")
        FileDialog(app, lambda: app.press("button", "Save…")).give(step)
        app.find(name=re.compile("^The part was saved: "))
        show(app)
        app.screen.key("Escape")
        app.wait_gone(None, "Save Part of the Profile")
        timeline.click_slice(sum(training.front_ns(8)) / 2, "front_8")
        show(app)
        FileDialog(app, lambda: app.press("button", "Save…")).give(selected)
        app.wait("the file", lambda: os.path.exists(selected))
    of_step, of_slice = stage.stats(step), stage.stats(selected)
    if len(of_step["steps"]) != 1:
        raise AssertionError(f"The step is another one: {of_step['steps']}")
    names = sorted(row["name"] for row in of_step["kernels"])
    if names != ["kernel-1", "kernel-2"]:
        raise AssertionError(f"The kernels are called {names}")
    # The call of the other one lies in the time of the first.
    if [row["name"] for row in of_slice["kernels"]] != ["front_8", "tail_8"]:
        raise AssertionError(f"The selection has {of_slice['kernels']}")
