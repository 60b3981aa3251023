# SPDX-License-Identifier: Apache-2.0
"""A memory snapshot on the command line: what is live, at the peak and at a time; attached to a trace of the same run."""

import json
import os
import pickle
import subprocess
import sys
import tempfile
import unittest

PROGRAM, MAKE_TRACE = sys.argv.pop(1), sys.argv.pop(1)

ADDRESS = 0x7F0000000000
COUNTER = """select c.ts_ns, c.value from counter c join track t on t.id = c.track_id
  where t.name = 'Memory allocated' order by 1"""


def frames(*names):
    return [{"name": name, "filename": f"/home/user/{name}.py", "line": 7} for name in names]


def event(action, address, size, time_us, **keys):
    return {"action": action, "addr": address, "size": size, "stream": 0, "time_us": time_us, **keys}


def snapshot(begin_us):
    """2000 bytes before the history; a peak of 7000 bytes 20 us behind its begin."""
    inside = [{"name": "empty", "filename": "/opt/python/torch/_ops.py", "line": 3}]
    at = [ADDRESS + 0x10000 * i for i in range(4)]
    events = [
        event("alloc", at[1], 3000, begin_us + 10, frames=inside + frames("loss", "main")),
        event("alloc", at[2], 2000, begin_us + 20, frames=inside + frames("model", "main"), category="activation"),
        event("free_requested", at[1], 3000, begin_us + 30),
        event("free_completed", at[1], 3000, begin_us + 30),
        event("oom", 0, 1 << 40, begin_us + 40),
    ]
    blocks = [{"address": a, "size": 0x10000, "requested_size": n, "frames": f,
               "state": "active_allocated" if n else "inactive"}
              for a, n, f in ((at[0], 2000, frames("init")), (at[1], 0, []), (at[2], 2000, []))]
    return {"segments": [{"device": 0, "address": ADDRESS, "total_size": 0x30000, "stream": 0, "blocks": blocks}],
            "device_traces": [events]}


class Snapshot(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.trace = cls.path("trace.json")
        subprocess.run([MAKE_TRACE, "--steps", "4", "-o", cls.trace], check=True, capture_output=True)
        cls.origin_ns = int(cls.json("info", cls.trace)["time_origin"]["epoch_ns"])
        cls.begin_us = cls.origin_ns // 1000 + 5000
        cls.alone = cls.path("alone.pickle")
        with open(cls.alone, "wb") as file:
            pickle.dump(snapshot(cls.begin_us), file)

    @classmethod
    def path(cls, name):
        return os.path.join(cls.folder.name, name)

    @classmethod
    def run_program(cls, *arguments):
        return subprocess.run([PROGRAM, *arguments, "--no-cache"], capture_output=True, timeout=120)

    @classmethod
    def json(cls, verb, *arguments):
        done = cls.run_program(verb, *arguments, "--json")
        if done.returncode != 0:
            raise AssertionError(done.stderr)
        return json.loads(done.stdout)

    def live(self, *arguments):
        rows = self.json("stats", *arguments, "--report", "allocations_live")["allocations_live"]
        return [(row["bytes"], row["count"], row["category"], row["place"]) for row in rows]

    def test_the_peak_is_what_was_allocated_with_what_is_older_than_the_history(self):
        self.assertEqual(self.live(self.alone), [
            (3000, 1, None, "/home/user/loss.py(7): loss"),
            (2000, 1, None, "/home/user/init.py(7): init"),
            (2000, 1, "activation", "/home/user/model.py(7): model"),
        ])
        peak, = self.json("stats", self.alone, "--report", "allocations_peak")["allocations_peak"]
        self.assertEqual((peak["at_ns"], peak["allocated_bytes"], peak["allocations"], peak["reserved_bytes"],
                          peak["not_allocated_bytes"]), (11000, 7000, 3, 0x30000, 0x30000 - 7000))
        self.assertEqual(peak["sentence"], "At the peak GPU 0 had 7.0 kB allocated in 3 allocations; "
                                           "43 % of it from /home/user/loss.py(7): loss.")

    def test_at_takes_another_instant(self):
        self.assertEqual(self.live(self.alone, "--at", "0us"), [(2000, 1, None, "/home/user/init.py(7): init")])
        self.assertEqual(sum(row[0] for row in self.live(self.alone, "--at", "1ms")), 4000)

    def by(self, grouping, *options):
        report = "allocations_by_" + grouping
        rows = self.json("stats", self.alone, *options, "--report", report)[report]
        return [(row["name"], row["bytes"], row["count"], row["oldest_age_ns"]) for row in rows]

    def test_the_table_of_the_window_has_the_same_rows_with_their_age(self):
        loss, init, model = (f"/home/user/{name}.py(7): {name}" for name in ("loss", "init", "model"))
        # What is older than the history has no age.
        self.assertEqual(sorted(self.by("stack")), [(init, 2000, 1, None), (loss, 3000, 1, 10000), (model, 2000, 1, 0)])
        self.assertEqual(sorted(self.by("line")), sorted(self.by("stack")))
        self.assertEqual(self.by("category"), [(None, 5000, 2, None), ("activation", 2000, 1, 0)])
        self.assertEqual(self.by("line", "--at", "0us"), [(init, 2000, 1, None)])
        self.assertEqual(sorted(self.by("stack", "--at", "1ms")), [(init, 2000, 1, None), (model, 2000, 1, 989000)])

    def test_the_peak_of_a_window_is_at_its_begin_if_it_never_rises_again(self):
        peak, = self.json("stats", self.alone, "--report", "allocations_peak", "--window",
                          "15us..25us")["allocations_peak"]
        self.assertEqual((peak["at_ns"], peak["allocated_bytes"]), (15000, 7000))
        peak, = self.json("stats", self.alone, "--report", "allocations_peak", "--window", "25us..")["allocations_peak"]
        self.assertEqual((peak["at_ns"], peak["allocated_bytes"]), (25000, 4000))

    def test_memory_use_is_that_of_the_history(self):
        series, = self.json("stats", self.alone, "--report", "memory_use")["memory_use"]["series"]
        self.assertEqual((series["device"], series["changes"], series["first_bytes"], series["last_bytes"],
                          series["max_bytes"], series["max_at_ns"]), (0, 4, 2000, 4000, 7000, 11000))
        # Where the profiler recorded it itself, that counts.
        alone, both = (self.json("stats", self.trace, *options, "--report", "memory_use")["memory_use"]
                       for options in ((), ("--with", self.alone)))
        self.assertEqual(alone, both)

    def test_a_time_that_is_none_is_a_mistake(self):
        self.assertEqual(self.run_program("stats", self.alone, "--at", "noon").returncode, 1)

    def test_running_out_of_memory_is_told(self):
        rows = self.json("info", self.alone)["health"]
        self.assertEqual([(row["id"], row["severity"]) for row in rows], [("memory.out_of_memory", "info")])

    def test_a_trace_of_the_same_run_has_it_on_its_time_axis(self):
        for first, second in ((self.trace, self.alone), (self.alone, self.trace)):
            with_both = (first, "--with", second)
            info = self.json("info", *with_both)
            self.assertEqual(len(info["ranks"]), 1)
            self.assertEqual(int(info["time_origin"]["epoch_ns"]), self.origin_ns)
            rows = self.json("query", *with_both, COUNTER)["rows"]
            rows = [tuple(row) if isinstance(row, list) else tuple(row.values()) for row in rows]
            begin_ns = self.begin_us * 1000 - self.origin_ns
            self.assertEqual([(at - begin_ns, value) for at, value in rows],
                             [(9000, 2000), (10000, 5000), (20000, 7000), (30000, 4000)])
            self.assertEqual(sorted(map(str, self.live(*with_both))), sorted(map(str, self.live(self.alone))))
            devices = self.json("stats", *with_both, "--report", "devices")["devices"]
            self.assertEqual(devices, self.json("stats", self.trace, "--report", "devices")["devices"])

    def test_a_profile_without_a_history_has_no_rows(self):
        self.assertEqual(self.live(self.trace), [])

    def test_a_pickle_of_something_else_is_refused_with_its_place(self):
        path = self.path("model.pkl")
        with open(path, "wb") as file:
            file.write(b"\x80\x02cos\nsystem\n.")
        done = self.run_program("info", path)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"at byte 2, GLOBAL", done.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=0)
