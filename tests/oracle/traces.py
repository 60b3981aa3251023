# SPDX-License-Identifier: Apache-2.0
"""Where the real traces are, and running the program on them."""

import contextlib
import gc
import gzip
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.abspath(os.environ.get("STEPSCOPE_TRACES", os.path.join(
    os.environ.get("STEPSCOPE_SOURCE", "."), "..", "shared", "traces")))
SKIPPED = 77
gc.disable()  # Millions of objects without a cycle: looking for some takes as long as reading them.


def require():
    """The folder of the real traces; ends the test as skipped where there is none."""
    if not os.path.isdir(os.path.join(ROOT, "kineto")):
        print(f"Skipped: there are no real traces in {ROOT}")
        sys.exit(SKIPPED)
    return ROOT


def files(*folders, suffixes=(".json", ".json.gz")):
    """Trace files below the folders, in order."""
    found = []
    for folder in folders:
        for directory, _, names in os.walk(os.path.join(ROOT, folder)):
            found += [os.path.join(directory, name) for name in names if name.endswith(suffixes)]
    return sorted(found)


def text(path):
    """What a file holds, unpacked."""
    with open(path, "rb") as file:
        data = file.read()
    return gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data


def load(path, **options):
    """The JSON of a trace, control characters in strings and all."""
    return json.loads(text(path).decode("utf-8", "replace"), strict=False, **options)


def events(path, **options):
    root = load(path, **options)
    return root if isinstance(root, list) else root["traceEvents"]


@contextlib.contextmanager
def own_cache():
    """A cache of no one else, where what --cache keeps of a trace spares its windows the reading."""
    before = os.environ.get("XDG_CACHE_HOME")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        try:
            yield
        finally:
            os.environ.pop("XDG_CACHE_HOME")
            if before is not None:
                os.environ["XDG_CACHE_HOME"] = before


def run(program, *arguments, timeout=300, **options):
    return subprocess.run([program, *arguments], capture_output=True, timeout=timeout, **options)


def output(program, *arguments):
    """The JSON that a command prints; a failure of the command is one of the test."""
    result = run(program, *arguments, "--json")
    if result.returncode != 0:
        raise AssertionError(f"{arguments} ended with status {result.returncode}: "
                             f"{result.stderr.decode(errors='replace')}")
    return json.loads(result.stdout)
