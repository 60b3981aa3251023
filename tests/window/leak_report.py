# SPDX-License-Identifier: Apache-2.0
"""What LeakSanitizer found when a program ended: which leaks are the program's own.

Libraries lose memory too, such as GTK when a file dialog closes while it still reads a folder. Such a leak is told apart by its
stack, which needs fast_unwind_on_malloc=0: the frames from the allocation up to the main loop, or to the begin of the thread,
are all of libraries. A stack that ends before is nobody's, and so counts as the program's own.
"""

import re

LEAK_REPORT = re.compile(r"^=+\n==\d+==ERROR: LeakSanitizer", re.M)  # where it begins
LEAK = re.compile(r"^(?:Direct|Indirect) leak of .*?(?=^(?:Direct|Indirect) leak of |^SUMMARY|\Z)", re.M | re.S)
FRAME = re.compile(r"^ *#\d+ 0x[0-9a-f]+ +(?:in (\S+) )?(.*)$", re.M)
LOOPS = {"g_main_context_dispatch", "g_main_context_iteration", "start_thread", "clone", "clone3"}
ALLOCATIONS = re.compile(r"sanitizer|^\(.*/libasan")


def _is_own(leak, program):
    for function, place in FRAME.findall(leak):
        if function in LOOPS:
            return False
        if ALLOCATIONS.search(place):
            continue
        # A file of the tree, or the program as a module without line numbers.
        if not re.match(r"\(/(?:usr/)?lib", place) or f"/{program}+" in place:
            return True
    return True


def own_leaks(said, program="stepscope"):
    """The reports of leaks in what a program printed that are its own; empty if there are none. Without any report, None."""
    leaks = LEAK.findall(said) if "LeakSanitizer" in said else []
    return [leak for leak in leaks if _is_own(leak, program)] if leaks else None
