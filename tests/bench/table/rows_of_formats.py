# SPDX-License-Identifier: Apache-2.0
"""Imports of the other formats, in bytes of their files a second of one processor; that of Nsight Systems against a SELECT
of the same tables by the shell of SQLite, that of rocprofv3 against Kineto's bytes."""

import os
import shutil
import sqlite3

import nsys_database
from inputs import MILLION
from measuring import Figure, interleaved, run
from rows_of_imports import convert, ratio


def mb_per_s(path, process):
    return Figure(os.path.getsize(path) / 1e6 / process.median, process.spread)


def by_bytes(rows, inputs):
    for name, path, bar in (("XSpace, a real run made longer", inputs.xspace(), 200), ("Perfetto", inputs.perfetto(), 150),
                            ("memory snapshot of PyTorch", inputs.snapshot(), 100)):
        if path is None:
            continue
        program, = interleaved([convert(inputs, path)], inputs.path("out.stepscope"))
        rows.add(f"import of {name}", mb_per_s(path, program["process"]), "MB/s a core", bar,
                 f"{os.path.getsize(path) / 1e6:.0f} MB, {program['process'].median:.3f} s of CPU", more_is_better=True)


def cupti(rows, inputs):
    for line in run(inputs.program("tests/bench/bench_cupti")).splitlines():
        form, rest = line.split(": ", 1)
        rows.add(f"import of CUPTI, {form}", float(rest.split(", ")[2].split()[0]), "MB/s a core", 300,
                 ", ".join(rest.split(", ")[:2]), more_is_better=True)


def nsys(rows, inputs):
    """The shell's output goes nowhere; what it costs is to read all columns of all rows and to write them as text."""
    path = inputs.nsys()
    if shutil.which("sqlite3") is None:
        command, words = None, "sqlite3, the shell, is not installed"
    else:
        command = [shutil.which("sqlite3"), path, *[f"SELECT * FROM {table};" for table in nsys_database.EVENTS]]
        words = "SELECT * by sqlite3"
    program, *shell = interleaved([convert(inputs, path)] + ([command] if command else []), inputs.path("out.stepscope"))
    if shell:
        rows.add("import of Nsight Systems' SQLite", ratio(program["process"], shell[0]["process"]), "x SELECT *", 2,
                 f"{program['process'].median:.3f} s of CPU, {words} {shell[0]['process'].median:.3f} s")
    else:
        rows.add("import of Nsight Systems' SQLite", program["process"], "s of CPU", None,
                 f"{os.path.getsize(path) / 1e6:.0f} MB; {words} (SQLite {sqlite3.sqlite_version})")


def rocprofv3(rows, inputs):
    path, kineto = inputs.rocprofv3(), inputs.json(MILLION)
    rocm, json = interleaved((convert(inputs, path), convert(inputs, kineto)), inputs.path("out.stepscope"))
    ns = [Figure(1e9 * x["process"].median / os.path.getsize(file), x["process"].spread) for x, file in ((rocm, path), (json, kineto))]
    rows.add("import of rocprofv3's JSON", ratio(*ns), "x Kineto's time a byte", 1.5,
             f"{os.path.getsize(path) / 1e6:.0f} MB, {rocm['process'].median:.3f} s of CPU")


def measure(rows, inputs, _largest):
    by_bytes(rows, inputs)
    cupti(rows, inputs)
    nsys(rows, inputs)
    rocprofv3(rows, inputs)
