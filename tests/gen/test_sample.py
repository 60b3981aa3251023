# SPDX-License-Identifier: Apache-2.0
"""The bundled sample is what the generator makes, and the generator is deterministic."""

import gzip
import os
import subprocess
import sys
import tempfile

MAKE_TRACE = sys.argv[1]
SAMPLE = os.path.join(os.environ["STEPSCOPE_SOURCE"], "resources", "sample")


def main():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([MAKE_TRACE, "--sample", "-o", folder], check=True, stderr=subprocess.DEVNULL)
        for rank in (0, 1):
            name = f"rank{rank}.pt.trace.json"
            with open(os.path.join(folder, name), "rb") as made, gzip.open(
                    os.path.join(SAMPLE, name + ".gz")) as bundled:
                assert made.read() == bundled.read(), f"{name} differs: run tests/gen/make_sample.sh again"
        runs = [subprocess.run([MAKE_TRACE, "--events", "20000", "--seed", "5", "--stacks", "-o", "-"], check=True,
                               capture_output=True).stdout for _ in range(2)]
        assert runs[0] == runs[1] and len(runs[0]) > 1000000


main()
