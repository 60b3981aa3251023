# SPDX-License-Identifier: Apache-2.0
"""--align puts the ranks of a job on one clock, and changes nothing else.

    test_align.py STEPSCOPE
"""

import json
import os
import sys
import tempfile
import unittest

import simulated_job
import traces

PROGRAM = sys.argv.pop(1)
NEAR_NS = 5000
ENDS = """select t.rank, s.name, s.ts_ns, s.ts_ns + s.dur_ns from slice s join track t on t.id = s.track_id
  where s.name like 'ncclDevKernel_AllReduce%' order by 1, 3"""
NAMES = "select t.rank, t.kind, s.name, s.depth, count(*), sum(s.dur_ns) from slice s join track t on t.id = s.track_id " \
        "group by 1, 2, 3, 4 order by 1, 2, 3, 4"
FLOWS = "select f.kind, a.name, b.name, count(*) from flow f join slice a on a.id = f.from_slice " \
        "join slice b on b.id = f.to_slice group by 1, 2, 3 order by 1, 2, 3"


def query(sql, path, *options):
    return json.loads(traces.run(PROGRAM, "query", path, sql, "--json", *options).stdout)["rows"]


def spread_of_ends(rows):
    """The largest distance between the ends of one collective on all ranks."""
    ends = {}
    for rank, _, _, end in rows:
        ends.setdefault(rank, []).append(end)
    return max(max(same) - min(same) for same in zip(*ends.values()))


class Align(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.job = os.path.join(cls.folder.name, "job")
        os.mkdir(cls.job)
        simulated_job.write(cls.job, 3, 4, n_steps=8)

    def test_collectives_end_at_the_same_time_on_all_ranks(self):
        self.assertGreater(spread_of_ends(query(ENDS, self.job)), 100_000)
        self.assertLess(spread_of_ends(query(ENDS, self.job, "--align")), NEAR_NS)

    def test_nothing_is_left_to_correct_afterwards(self):
        for clock in traces.output(PROGRAM, "stats", self.job, "--align", "--report", "clocks")["clocks"]:
            self.assertLess(abs(clock["offset_ns"]), NEAR_NS, clock)
            self.assertLess(abs(clock["drift_ppm"]), 1, clock)

    def test_slices_keep_their_names_depths_ranks_and_links(self):
        before, after = query(NAMES, self.job), query(NAMES, self.job, "--align")
        self.assertEqual([row[:5] for row in before], [row[:5] for row in after])
        for old, new in zip(before, after):
            self.assertLess(abs(new[5] - old[5]), old[5] * 50e-6 + 2 * old[4], (old, new))
        self.assertEqual(query(FLOWS, self.job), query(FLOWS, self.job, "--align"))

    def test_ranks_and_devices_stay_what_they_are(self):
        before, after = (traces.output(PROGRAM, "info", self.job, *option) for option in ([], ["--align"]))
        for key in ("ranks", "devices", "events", "health", "steps", "format"):
            self.assertEqual(before[key], after[key], key)
        self.assertEqual(before["aligned"], [])

    def test_what_was_done_is_told(self):
        clocks = traces.output(PROGRAM, "stats", self.job, "--report", "clocks")["clocks"]
        aligned = traces.output(PROGRAM, "info", self.job, "--align")["aligned"]
        for told, found in zip(aligned, clocks, strict=True):
            self.assertAlmostEqual(told.pop("drift_ppm"), found.pop("drift_ppm"), places=3)
            self.assertEqual(told, found)
        self.assertIn("Aligned clocks", traces.run(PROGRAM, "info", self.job, "--align").stdout.decode())

    def test_a_native_file_keeps_it(self):
        path = os.path.join(self.folder.name, "aligned.stepscope")
        result = traces.run(PROGRAM, "convert", self.job, "--align", "-o", path)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(query(ENDS, path), query(ENDS, self.job, "--align"))
        self.assertEqual(query(ENDS, path), query(ENDS, path, "--align"))
        self.assertEqual(traces.output(PROGRAM, "info", path)["aligned"],
                         traces.output(PROGRAM, "info", self.job, "--align")["aligned"])

    def test_a_profile_without_common_collectives_is_refused_with_a_sentence(self):
        alone = os.path.join(self.job, "rank0.pt.trace.json")
        result = traces.run(PROGRAM, "stats", alone, "--align")
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("no two ranks have a collective in common", result.stderr.decode())


if __name__ == "__main__":
    unittest.main()
