# SPDX-License-Identifier: Apache-2.0
"""The performance table: each row with its figure, its bar, their ratio, whether it is met, and what it was measured beside.

    table.py BUILD [--traces FOLDER] [--folder FOLDER] [--rows WORD[,WORD...]] [--largest EVENTS] [--json FILE]

Every figure is processor time (children included), or a ratio of two figures of this run: six runs, the first dropped, the
median of five, inputs in the page cache, outputs deleted between runs. Where a wall time is the bar, the table says so.
FOLDER takes some 9 GB while the rows of 100 M events are measured. --json keeps the table for tests/bench/compare.
"""

import argparse
import os
import sys
import tempfile

import rows_of_formats
import rows_of_imports
import rows_of_native_files
import rows_of_statistics
from inputs import MILLION, Inputs
from rows import HEADING, Rows, machine

MEASURES = {
    "import": rows_of_imports.measure,
    "formats": rows_of_formats.measure,
    "open": rows_of_native_files.measure_opening,
    "draw": rows_of_native_files.measure_drawing,
    "archive": rows_of_native_files.archive,
    "range": rows_of_native_files.visible_range,
    "sum": rows_of_native_files.sum_by_name,
    "size": rows_of_native_files.measure_file_sizes,
    "stats": rows_of_statistics.statistics,
    "findings": rows_of_statistics.findings,
    "report": rows_of_statistics.report,
    "compare": rows_of_statistics.comparisons,
    "job": rows_of_statistics.job,
}


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("build")
    parser.add_argument("--traces", help="the folder of real traces")
    parser.add_argument("--folder", default=None, help="for large files; kept when given")
    parser.add_argument("--rows", default=",".join(MEASURES))
    parser.add_argument("--largest", type=int, default=100 * MILLION)
    parser.add_argument("--json")
    options = parser.parse_args()

    this = machine()
    rows = Rows()
    print(f"{this['name']}, {this['cpus']} CPUs, {this['model']}; load before: {this['load_before']}\n{HEADING}", flush=True)
    with tempfile.TemporaryDirectory(dir=options.folder or "/var/tmp", prefix="stepscope-bench-") as folder:
        inputs = Inputs(options.build, options.folder or folder, options.traces)
        for name in options.rows.split(","):
            MEASURES[name](rows, inputs, options.largest)
    if options.json:
        rows.write(options.json, this)
    print(f"{rows.n_missed} bars missed")
    return rows.n_missed > 0


if __name__ == "__main__":
    sys.exit(main())
