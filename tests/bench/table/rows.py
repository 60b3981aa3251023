# SPDX-License-Identifier: Apache-2.0
"""The rows of the performance table: printed as they are measured, and kept as JSON for tests/bench/compare."""

import json
import os
import re


class Rows:
    def __init__(self):
        self.rows = []

    def add(self, work, ours, unit, bar, yardstick="", more_is_better=False):
        """ours: a measuring.Figure, or a number that was measured once; bar: in the same unit, None where there is none.
        yardstick: in words, what it was measured beside."""
        value, spread = ours if isinstance(ours, tuple) else (ours, None)
        met = None if bar is None else value >= bar if more_is_better else value <= bar
        row = {"work": work, "ours": value, "spread": spread, "unit": unit, "bar": bar, "yardstick": yardstick,
               "more_is_better": more_is_better, "met": met}
        self.rows.append(row)
        print(line_of(row), flush=True)

    @property
    def n_missed(self):
        return sum(row["met"] is False for row in self.rows)

    def write(self, path, machine):
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"machine": machine, "rows": self.rows}, file, indent=1)
            file.write("\n")


def number(value):
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.3g}"


def line_of(row):
    bar = "" if row["bar"] is None else number(row["bar"])
    ratio = "" if not row["bar"] else f"{row['ours'] / row['bar']:.2f}"
    verdict = {None: "", True: "ok", False: "MISSED"}[row["met"]]
    return f"{row['work']:<48} {number(row['ours']):>8} {row['unit']:<22} {bar:>7} {ratio:>6} {verdict:<7} {row['yardstick']}".rstrip()


HEADING = f"{'work':<48} {'ours':>8} {'unit':<22} {'bar':>7} {'ratio':>6} {'met':<7} yardstick"


def machine():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        model = re.search(r"model name\s*: (.*)", file.read())
    return {"name": os.uname().nodename, "cpus": os.cpu_count(), "model": model.group(1) if model else "?",
            "load_before": round(os.getloadavg()[0], 1)}
