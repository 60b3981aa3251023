# SPDX-License-Identifier: Apache-2.0
"""Scenario: a little of random_input.py."""

import os

import training
from random_events import bindings
from random_run import RandomRun
from scenario import scenario

N_SEQUENCES, N_EVENTS = 2, 100


@scenario("random input: the window survives keys, drags and sizes in any order, prints nothing, and draws",
          sanitized=True)
def any_order(stage):
    path = stage.write_trace("run.json", training.events(), deviceProperties=training.DEVICES)
    keys = bindings(os.environ["STEPSCOPE_SOURCE"])
    home = stage.desktop.new_home()
    for seed in range(N_SEQUENCES):
        with RandomRun(stage.desktop, stage.program, path, seed, home, stage.patience, **stage.environment) as run:
            run.send(N_EVENTS, keys)
            run.check()
