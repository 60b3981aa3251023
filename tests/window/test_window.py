# SPDX-License-Identifier: Apache-2.0
"""The window, end to end: test_window.py PROGRAM [WORD]. Needs no display: it brings its own.

WORD chooses the scenarios whose sentence has it in it ("timeline:"); 1/2 is every second one. Prints TAP. What was on the screen when one
failed is left in the build folder, in window-failures/.
"""

import sys

# Each registers its scenarios.
import opening  # noqa: F401
import exporting  # noqa: F401
import timeline_page  # noqa: F401
import timeline_rows  # noqa: F401
import timeline_ranks  # noqa: F401
import details_line  # noqa: F401
import bookmarks  # noqa: F401
import bookmark_files  # noqa: F401
import relations  # noqa: F401
import moving  # noqa: F401
import critical_path  # noqa: F401
import profiles  # noqa: F401
import health  # noqa: F401
import preferences  # noqa: F401
import sources  # noqa: F401
import keyboard  # noqa: F401
import commands  # noqa: F401
import responsive  # noqa: F401
import area  # noqa: F401
import end_to_end  # noqa: F401
import search_page  # noqa: F401
import moments  # noqa: F401
import menus  # noqa: F401
import random_page  # noqa: F401
import slice_list  # noqa: F401
import tables_page  # noqa: F401
import right_to_left  # noqa: F401
import panes  # noqa: F401
import idle  # noqa: F401
import narrow  # noqa: F401
import compare_findings  # noqa: F401
import compare_page  # noqa: F401
import compare_timelines  # noqa: F401
import compare_session  # noqa: F401
import step_search  # noqa: F401
import stragglers  # noqa: F401
import job_ranks  # noqa: F401
import reports  # noqa: F401
import library  # noqa: F401
import together  # noqa: F401
import counters  # noqa: F401
import collective_ranks  # noqa: F401
import one_clock  # noqa: F401
import findings_pane  # noqa: F401
import saved_part  # noqa: F401
import heat_map  # noqa: F401
import message_sizes  # noqa: F401
import rank_traffic  # noqa: F401
import allocations  # noqa: F401
from scenario import main

sys.exit(main())
