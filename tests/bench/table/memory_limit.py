# SPDX-License-Identifier: Apache-2.0
"""A command in a control group of its own, with a limit of memory that counts the pages of its files as well. Where control
groups can be made: by root, mostly."""

import os
import subprocess
import tempfile

# The file of the limit, by where groups of memory lie: version 1, then version 2.
PLACES = {"/sys/fs/cgroup/memory": "memory.limit_in_bytes", "/sys/fs/cgroup": "memory.max"}


def ends_within(limit_bytes, command):
    """Whether the command succeeds with so much memory; None: no such group can be made here."""
    for place, limit in PLACES.items():
        try:
            group = tempfile.mkdtemp(prefix="stepscope-", dir=place)
        except OSError:
            continue
        try:
            with open(os.path.join(group, limit), "w", encoding="ascii") as file:
                file.write(str(int(limit_bytes)))
            inside = f'echo $$ > "{group}/cgroup.procs" && exec "$@"'
            return subprocess.run(["/bin/sh", "-c", inside, "sh", *command], capture_output=True, check=False).returncode == 0
        except OSError:
            continue
        finally:
            os.rmdir(group)
    return None
