# SPDX-License-Identifier: Apache-2.0
"""What the verbs say of exports of Nsight Systems, made of the cases of tests/import/nsys: steps, memory, metrics,
scheduling, graphs, ranks.

    test_nsys.py STEPSCOPE-CLI
"""

import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import unittest

PROGRAM = sys.argv.pop(1)
CASES = os.path.join(os.environ.get("STEPSCOPE_SOURCE", "."), "tests", "import", "nsys")


def text(name):
    with open(os.path.join(CASES, name), encoding="utf-8") as file:
        return file.read()


class Nsys(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "export.sqlite")

    def make(self, *cases):
        """A database of these cases; returns it, for plain SQL."""
        db = sqlite3.connect(self.path)
        self.addCleanup(db.close)
        db.executescript(text("base.sql") + "".join(text(case + ".sql") for case in cases))
        return db

    def output(self, *arguments):
        result = subprocess.run([PROGRAM, *arguments, "--json"], capture_output=True, check=False, timeout=60)
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads(result.stdout)

    def query(self, sql):
        return [tuple(row) for row in self.output("query", self.path, sql)["rows"]]

    def health(self):
        return {row["id"]: row for row in self.output("info", self.path)["health"]}

    def test_a_log_beside_the_database_is_told(self):
        db = sqlite3.connect(self.path)
        self.addCleanup(db.close)
        db.execute("PRAGMA wal_autocheckpoint = 0")
        db.execute("PRAGMA journal_mode = WAL")
        db.executescript(text("base.sql"))
        # Its tables are in the log alone.
        refused = subprocess.run([PROGRAM, "info", self.path], capture_output=True, text=True, check=False, timeout=60)
        self.assertEqual(refused.returncode, 2)
        self.assertIn('sqlite3 FILE "PRAGMA wal_checkpoint(TRUNCATE)"', refused.stderr)
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        db.executescript(text("y_nvtx_steps.sql"))
        db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        db.execute("create table more (x)")
        db.commit()
        row = self.health()["sqlite.log_not_read"]
        self.assertEqual((row["severity"], row["count"]), ("warning", 1))
        self.assertIn("write-ahead log", row["message"])
        self.assertEqual(self.output("info", self.path)["status"], "completed")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        self.assertNotIn("sqlite.log_not_read", self.health())

    def test_steps_are_ranges_that_are_called_so(self):
        self.make("y_nvtx_steps")
        steps = self.output("stats", self.path)["steps"]
        self.assertEqual([step["number"] for step in steps], [1, 2, 3])

    def test_memory_in_use_is_the_sum_of_what_was_allocated(self):
        self.make("y_memory_usage")
        series = self.output("stats", self.path, "--report", "memory_use")["memory_use"]["series"]
        # 99,999 bytes are freed that were allocated before the recording began; 1,000 of its own are left.
        self.assertEqual([(x["device"], x["max_bytes"], x["last_bytes"]) for x in series],
                         [(0, 98999 + 1100, 0), (None, 64, 64)])

    def test_metrics_are_counters_with_the_values_of_the_table(self):
        db = self.make("y_metrics_of_a_gpu")
        want = db.execute("select m.timestamp, m.value from GPU_METRICS m join TARGET_INFO_GPU_METRICS using "
                          "(typeId, metricId) where typeof(m.value) = 'integer' order by 1").fetchall()
        got = self.query("select ts_ns, value from counter join track on track.id = track_id "
                         "where name = 'SMs Active [Throughput %]' order by 1")
        self.assertEqual([value for _, value in got], [value for _, value in want])
        self.assertEqual(got[1][0] - got[0][0], want[1][0] - want[0][0])

    def test_cpu_utilization_times_time_is_the_time_that_threads_ran(self):
        self.make("y_scheduling")
        samples = self.query("select ts_ns, value from counter join track on track.id = track_id "
                             "where name = 'CPU utilization %' order by 1")
        ends = [at for at, _ in samples[1:]] + [samples[0][0] + 2500000]
        ran = sum((end - at) * value / 100 * 4 for (at, value), end in zip(samples, ends))
        (want,), = self.query("select sum(dur_ns) from slice where name = 'Running'")
        self.assertAlmostEqual(ran, want, delta=1)

    def test_a_graph_recorded_as_a_whole_keeps_its_gpu_busy(self):
        self.make("y_graphs")
        stats = self.output("stats", self.path)
        self.assertEqual(stats["devices"][0]["kernel_busy_ns"], 3000 + 2000)

    def test_processes_that_use_a_gpu_are_ranks(self):
        self.make("y_processes_with_equal_correlation_ids")
        ranks = self.output("info", self.path)["ranks"]
        self.assertEqual([(rank["rank"], rank["process"]) for rank in ranks], [(0, "python 100"), (1, "200")])

    def test_check_tells_what_the_profiler_complained_about(self):
        self.make("y_settings_and_problems")
        health = {row["id"]: row["count"] for row in self.output("info", self.path)["health"]}
        self.assertEqual(health.get("recording.problem"), 2)


if __name__ == "__main__":
    unittest.main()
