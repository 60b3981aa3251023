# SPDX-License-Identifier: Apache-2.0
"""Scenario: a list whose rows go while it is being scrolled."""

import os
import subprocess

from application import COMPLAINT, HARMLESS
from scenario import scenario


@scenario("lists: one that is scrolled where its rows have just gone says nothing, and scrolls when there are rows again")
def shrinking(stage):
    program = os.path.join(os.environ["STEPSCOPE_BUILD"], "tests", "shrinking_list")
    done = subprocess.run([program], env=stage.desktop.environment(stage.desktop.new_home(), ASAN_OPTIONS="detect_leaks=0"),
                          capture_output=True, text=True, timeout=60 * stage.patience)
    said = [line for line in done.stderr.splitlines() if COMPLAINT.search(line) and not HARMLESS.search(line)]
    assert done.returncode == 0, f"ended with status {done.returncode}; it said:\n{done.stderr}"
    assert not said, said
