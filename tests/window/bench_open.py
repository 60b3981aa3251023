# SPDX-License-Identifier: Apache-2.0
"""Runs bench_open on a screen of its own: bench_open.py PROGRAM TRACE."""

import subprocess
import sys

from desktop import Desktop

with Desktop(1290, 810) as desktop:
    result = subprocess.run(sys.argv[1:], env=desktop.environment(desktop.new_home(), GTK_A11Y="none"))
sys.exit(result.returncode)
