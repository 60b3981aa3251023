# SPDX-License-Identifier: Apache-2.0
"""Scenarios: widgets in states that last for a part of a second, by programs of their own."""

import os
import subprocess

from application import COMPLAINT, HARMLESS
from scenario import scenario


def run(stage, name):
    program = os.path.join(os.environ["STEPSCOPE_BUILD"], "tests", name)
    environment = stage.desktop.environment(stage.desktop.new_home(), ASAN_OPTIONS="detect_leaks=0")
    done = subprocess.run([program], env=environment, capture_output=True, text=True, timeout=60 * stage.patience)
    said = [line for line in done.stderr.splitlines() if COMPLAINT.search(line) and not HARMLESS.search(line)]
    assert done.returncode == 0, f"ended with status {done.returncode}; it said:\n{done.stderr}"
    assert not said, said


@scenario("lists: one that is scrolled where its rows have just gone says nothing, and scrolls when there are rows again",
          sanitized=True)
def shrinking(stage):
    run(stage, "shrinking_list")


@scenario("toasts: one that is dismissed before those that made way for it have faded")
def quick_toasts(stage):
    run(stage, "quick_toasts")


@scenario("rows: a filter that another hand changes is shown as it is, and stays as it is")
def changed_filter(stage):
    run(stage, "changed_filter")
