# SPDX-License-Identifier: Apache-2.0
"""Asks the program that made the reference values about windows and steps, and reads each trace once for all of them."""

import contextlib
import functools
import hashlib
import importlib.util
import io
import json
import os
import types

import traces

# What the answers tell of. Operators, functions of Python and flows are of no window, and are most of a trace.
CATEGORIES = ("KERNEL", "MEMCPY", "MEMSET", "ACCEL_OTHER", "HOST_API", "GPUSYNC")
PATTERNS = ("STEP_RE", "COMM_RE", "COPYKERNEL_RE", "LAUNCHISH", "HOSTSYNC_RE")
ANNOTATIONS = {"user_annotation", "gpu_user_annotation"}
ANSWERED = ("trace_span", "window_us", "devices", "kernels", "memcpy", "memset", "correlation", "launch_latency", "steps",
            "comm_compute", "user_annotation", "accel_other")


def once_a_name(pattern):
    """It is searched in the name of every slice, and the names are few."""
    return types.SimpleNamespace(search=functools.lru_cache(None)(pattern.search),
                                 match=functools.lru_cache(None)(pattern.match))


@functools.lru_cache
def load():
    """The reference program as a module, or None where it is not."""
    path = os.path.join(traces.ROOT, "..", "oracle", "oracle.py")
    if not os.path.exists(path):
        return None
    spec = importlib.util.spec_from_file_location("oracle", path)
    oracle = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(oracle)
    for name in PATTERNS:
        setattr(oracle, name, once_a_name(getattr(oracle, name)))
    return oracle


def slices(oracle, events):
    """(event, start in ns, end in ns) of those that have both, the profiler's own left out."""
    for event in events:
        if event.get("ph") == "X" and str(event.get("cat")).lower() != "trace":
            start, dur = (oracle.ns(event.get(key)) for key in ("ts", "dur"))
            if start is not None and dur is not None:
                yield event, start, start + max(dur, 0)


def what_windows_tell_of(oracle, root):
    """The trace without the slices that no answer about a window depends on, but with its first and its last one."""
    kept = set().union(ANNOTATIONS, *(getattr(oracle, name) for name in CATEGORIES))
    events, first, last = [], None, None
    for event, start, end in slices(oracle, root if isinstance(root, list) else root["traceEvents"]):
        if first is None or start < first[0]:
            first = start, event
        if last is None or end > last[0]:
            last = end, event
        if str(event.get("cat")).lower() in kept or oracle.STEP_RE.match(str(event.get("name"))):
            events.append(event)
    return events + [edge[1] for edge in (first, last) if edge is not None and not any(edge[1] is x for x in events)]


@functools.lru_cache(maxsize=1)
def kept_events(path):
    oracle = load()
    return what_windows_tell_of(oracle, traces.load(path, parse_float=oracle.pf))


def ask(path, window, step, events=None):
    """What the reference says of a window or a step of a file; of these events, where they are given."""
    oracle = load()
    if events is not None:
        # It reads its file anew for every window: it is handed what was read of it.
        oracle.open = lambda *_: io.BytesIO(b"[]")
        oracle.json = types.SimpleNamespace(loads=lambda *_, **__: events, JSONDecodeError=json.JSONDecodeError)
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            return oracle.main(path, window, step)
    finally:
        oracle.json = json
        vars(oracle).pop("open", None)


def answer(path, window, step):
    """What the reference says of a window or step of a file; None where it is not. $STEPSCOPE_ORACLE_ANSWERS is a folder
    that keeps it for the other builds of one run: it does not depend on the program."""
    if load() is None:
        return None
    kept, folder = None, os.environ.get("STEPSCOPE_ORACLE_ANSWERS")
    if folder:
        kept = os.path.join(folder, hashlib.sha256(repr((path, window, step)).encode()).hexdigest())
        if os.path.exists(kept):
            with open(kept, encoding="utf-8") as file:
                return json.load(file)
    answered = ask(path, window, step, kept_events(path))
    said = json.dumps({key: answered[key] for key in ANSWERED if key in answered})
    if kept:
        with open(kept + ".part", "w", encoding="utf-8") as file:
            file.write(said)
        os.rename(kept + ".part", kept)
    return json.loads(said)


def difference_of_what_was_left_out(path, window, step):
    """Whether an answer about all events of the file differs from that about the kept ones."""
    whole, part = ask(path, window, step), ask(path, window, step, kept_events(path))
    return [key for key in ANSWERED if whole.get(key) != part.get(key)]
