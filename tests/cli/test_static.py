# SPDX-License-Identifier: Apache-2.0
"""stepscope-cli: static, small, and byte for byte the same output as stepscope."""

import os
import subprocess
import sys
import tempfile

STEPSCOPE, CLI = sys.argv[1:3]
SOURCE = os.environ["STEPSCOPE_SOURCE"]
TRACES = os.path.abspath(os.environ.get("STEPSCOPE_TRACES", os.path.join(SOURCE, "..", "shared", "traces")))
MAX_BYTES = 6 * 1000 * 1000
QUERY = "select category, name, count(*), sum(dur_ns), max(depth) from slice group by 1, 2"


def main():
    with open(CLI, "rb") as file:
        assert b"/lib64/ld-linux" not in file.read(), "The program needs a dynamic loader"
    with tempfile.TemporaryDirectory() as folder:
        stripped = os.path.join(folder, "cli")
        subprocess.run(["strip", "-o", stripped, CLI], check=True)
        size = os.path.getsize(stripped)
        print(f"{size} bytes stripped")
        assert size <= MAX_BYTES, size

        paths = [os.path.join(SOURCE, "resources", "sample")]
        for directory, _, names in os.walk(TRACES):
            paths += [os.path.join(directory, name) for name in sorted(names) if ".json" in name]
        n = 0
        for path in paths:
            if "/expected" in path:
                continue
            for arguments in (["info", path, "--json"], ["stats", path, "--json"], ["query", path, QUERY, "--json"]):
                results = [subprocess.run([program, *arguments], capture_output=True, timeout=120, check=False)
                           for program in (STEPSCOPE, stripped)]
                assert results[0].returncode == results[1].returncode, arguments
                assert results[0].stdout == results[1].stdout, arguments
                n += 1
        print(f"{n} outputs are identical")


main()
