# SPDX-License-Identifier: Apache-2.0
"""Writes the summaries of a simulated job of many ranks, whose clocks are wrong by up to 5 ms and 20 ppm, and prints the
number of the rank that is late, or "nobody".

    make_summaries.py STEPSCOPE FOLDER [--ranks N] [--steps N] [--seed N] [--cause CAUSE] [--keep]

CAUSE is one of those of tests/oracle/simulated_job.py. The traces are removed once they are summarized, unless --keep is
given."""

import argparse
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "oracle"))
import simulated_job  # noqa: E402


def make(program, folder, ranks=8, steps=20, seed=0, cause=None, keep=False):
    """Returns the late rank or None, and the paths of the summaries."""
    late = simulated_job.write(folder, seed, ranks, n_steps=steps, cause=cause)
    paths = []
    for rank in range(ranks):
        trace = os.path.join(folder, f"rank{rank}.pt.trace.json")
        paths.append(os.path.join(folder, f"rank{rank}.summary"))
        subprocess.run([program, "summarize", trace, "--no-cache", "-o", paths[-1]], check=True, stdout=subprocess.DEVNULL)
        if not keep:
            os.remove(trace)
    return late, paths


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("folder")
    parser.add_argument("--ranks", type=int, default=8)
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--cause", choices=simulated_job.CAUSES)
    parser.add_argument("--keep", action="store_true")
    options = parser.parse_args()
    os.makedirs(options.folder, exist_ok=True)
    late, _ = make(options.program, options.folder, options.ranks, options.steps, options.seed, options.cause, options.keep)
    print("nobody" if late is None else late)


if __name__ == "__main__":
    main()
