# SPDX-License-Identifier: Apache-2.0
"""Scenarios: widgets in states that last for a part of a second, or without a window, by programs of their own."""

import os
import subprocess

from application import COMPLAINT, HARMLESS
from scenario import scenario


def run(stage, name):
    program = os.path.join(os.environ["STEPSCOPE_BUILD"], "tests", name)
    environment = stage.desktop.environment(stage.desktop.new_home(), ASAN_OPTIONS="detect_leaks=0")
    done = subprocess.run([program], env=environment, capture_output=True, text=True, timeout=60 * stage.patience)
    said = [line for line in done.stderr.splitlines() if COMPLAINT.search(line) and not HARMLESS.search(line)]
    assert done.returncode == 0, f"The program ended with status {done.returncode}. Its messages:\n{done.stderr}"
    assert not said, said


@scenario("lists: scrolling a list whose rows have just gone prints nothing, and works once there are rows",
          sanitized=True)
def shrinking(stage):
    run(stage, "shrinking_list")


@scenario("toasts: one that is dismissed before the earlier ones have faded")
def quick_toasts(stage):
    run(stage, "quick_toasts")


@scenario("rows: a filter changed by the program is shown and not changed back")
def changed_filter(stage):
    run(stage, "changed_filter")


@scenario("bars: one shortens its parts in their order, as few as its width asks for, and takes it back",
          sanitized=True)
def short_bar(stage):
    run(stage, "short_bar")
