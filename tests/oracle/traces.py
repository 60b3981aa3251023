# SPDX-License-Identifier: Apache-2.0
"""Where the real traces are, and running the program on them."""

import json
import os
import subprocess
import sys

ROOT = os.path.abspath(os.environ.get("STEPSCOPE_TRACES", os.path.join(
    os.environ.get("STEPSCOPE_SOURCE", "."), "..", "shared", "traces")))
SKIPPED = 77


def require():
    """The folder of the real traces; ends the test as skipped where there is none."""
    if not os.path.isdir(os.path.join(ROOT, "kineto")):
        print(f"skipped: no real traces at {ROOT}")
        sys.exit(SKIPPED)
    return ROOT


def files(*folders, suffixes=(".json", ".json.gz")):
    """Trace files below the folders, in order."""
    found = []
    for folder in folders:
        for directory, _, names in os.walk(os.path.join(ROOT, folder)):
            found += [os.path.join(directory, name) for name in names if name.endswith(suffixes)]
    return sorted(found)


def run(program, *arguments, timeout=300, **options):
    return subprocess.run([program, *arguments], capture_output=True, timeout=timeout, **options)


def output(program, *arguments):
    """The JSON that a command prints; a failure of the command is one of the test."""
    result = run(program, *arguments, "--json")
    if result.returncode != 0:
        raise AssertionError(f"{arguments}: exit {result.returncode}: {result.stderr.decode(errors='replace')}")
    return json.loads(result.stdout)
