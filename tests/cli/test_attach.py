# SPDX-License-Identifier: Apache-2.0
"""--attach: counters that other programs sampled lie on the time axis of a profile, which stays as it is otherwise."""

import datetime
import json
import os
import random
import subprocess
import sys
import tempfile
import unittest

PROGRAM = sys.argv.pop(1)

BEGIN_S = 1767454600  # 2026-01-03 15:36:40 UTC
SLICES = "select name, category, ts_ns, dur_ns, depth, lane, correlation, step_id from slice order by 3, 4, 1, 6"
ARGS = "select a.key, a.value, count(*) from arg a group by 1, 2 order by 1, 2"
COUNTERS = """select t.kind, t.name, t.device, c.ts_ns, c.value from counter c join track t on t.id = c.track_id
  order by 2, 3, 4"""


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, timeout=120)


def work(seed):
    """What two GPUs do for 40 seconds: bursts of kernels and pauses, in microseconds."""
    numbers = random.Random(seed)
    busy = {0: [], 1: []}
    for spans in busy.values():
        at = 0
        while at < 40e6:
            end = at + numbers.randrange(50000, 3000000)
            spans.append((at, end))
            at = end + numbers.randrange(50000, 3000000)
    return busy


class Attach(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.busy = work(7)
        events = [{"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 100, "tid": 100, "ts": 0, "dur": 41000000}]
        for device, spans in cls.busy.items():
            for i, (begin, end) in enumerate(spans):
                events.append({"ph": "X", "cat": "kernel", "name": f"gemm {i}", "pid": device, "tid": 7, "ts": begin,
                               "dur": end - begin, "args": {"device": device, "stream": 7, "shape": [i]}})
        document = {"schemaVersion": 1, "deviceProperties": [{"id": 0, "name": "A100"}, {"id": 1, "name": "A100"}],
                    "baseTimeNanoseconds": BEGIN_S * 10**9, "traceEvents": events}
        cls.trace = cls.write("run.json", json.dumps(document))
        document.pop("baseTimeNanoseconds")
        cls.timeless = cls.write("timeless.json", json.dumps(document))
        cls.smi = cls.write("smi.csv", cls.nvidia_smi(zone_s=3600, ahead_s=3.2))

    @classmethod
    def write(cls, name, text):
        path = os.path.join(cls.folder.name, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    @classmethod
    def samples(cls):
        """Every half second from before the run to behind it: (seconds from its begin, device, utilization)."""
        for k in range(-30, 110):
            for device, spans in cls.busy.items():
                at = k * 0.5 + 0.1 + device / 1000
                begin, end = (at - 0.5) * 1e6, at * 1e6
                busy = sum(max(0, min(e, end) - max(b, begin)) for b, e in spans)
                yield at, device, round(100 * busy / (end - begin))

    @classmethod
    def nvidia_smi(cls, zone_s, ahead_s):
        rows = ["timestamp, index, utilization.gpu [%], power.draw [W], fan.speed [%]"]
        for at, device, value in cls.samples():
            time = datetime.datetime.fromtimestamp(BEGIN_S + at + zone_s + ahead_s, datetime.timezone.utc)
            rows.append(f"{time:%Y/%m/%d %H:%M:%S}.{time.microsecond // 1000:03}, {device}, {value} %, "
                        f"{60 + 2.5 * value:.2f} W, [N/A]")
        return "\n".join(rows) + "\n"

    def out(self, *arguments):
        result = run(*arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def info(self, *arguments):
        return json.loads(self.out("info", "--json", *arguments))

    def check_refused(self, sentence, *arguments, status=2):
        for verb in (("info",), ("stats",), ("check",), ("query", "select 1"),
                     ("convert", "-o", os.path.join(self.folder.name, "never.stepscope"))):
            result = run(verb[0], arguments[0], *verb[1:], *arguments[1:])
            self.assertEqual(result.returncode, status, (verb, result.stderr))
            self.assertIn(sentence, result.stderr.decode())
        self.assertFalse(os.path.exists(os.path.join(self.folder.name, "never.stepscope")))

    def test_a_folder_of_ranks_keeps_its_ranks(self):
        folder = os.path.join(self.folder.name, "ranks")
        os.mkdir(folder)
        with open(self.trace, encoding="utf-8") as file:
            document = json.load(file)
        for rank in range(2):
            document["distributedInfo"] = {"rank": rank, "world_size": 2}
            self.write(f"ranks/rank{rank}.json", json.dumps(document))
        plain, attached = self.info(folder), self.info(folder, "--attach", self.smi, "--attach-zone", "+01:00")
        self.assertEqual(len(plain["ranks"]), 2)
        self.assertEqual(attached["ranks"], plain["ranks"])
        self.assertEqual(attached["devices"], plain["devices"])

    def test_the_shift_is_found_and_told(self):
        info = self.info(self.trace, "--attach", self.smi)
        attached, = info["attached"]
        self.assertEqual((attached["format"], attached["way"], attached["shift_from"]),
                         ("nvidia-smi", "correlation", "utc"))
        self.assertEqual((attached["series"], attached["samples"]), (4, 560))
        self.assertLess(abs(attached["shift_ns"] + 3603.2e9), 100e6)
        self.assertGreater(attached["correlation"], 0.95)
        self.assertIn("attached.shift_found", [row["id"] for row in info["health"]])
        self.assertIn(("attached.value_missing", 280), [(row["id"], row["count"]) for row in info["health"]])
        text = self.out("info", self.trace, "--attach", self.smi).decode()
        self.assertRegex(text, r"smi\.csv +nvidia-smi +\+01:00 -3\.\d+s +correlation +4 +560")

    def test_a_shift_that_was_told_is_that_one(self):
        shift = self.info(self.trace, "--attach", self.smi)["attached"][0]["shift_ns"]
        found = self.out("query", "--csv", self.trace, "--attach", self.smi, COUNTERS)
        self.assertEqual(self.out("query", "--csv", self.trace, "--attach", self.smi, f"--attach-shift={shift}ns", COUNTERS),
                         found)
        zone = self.info(self.trace, "--attach", self.smi, "--attach-zone", "+01:00")["attached"][0]
        self.assertEqual((zone["way"], zone["shift_ns"]), ("zone", -3600 * 10**9))
        both = self.info(self.trace, "--attach", self.smi, "--attach-zone", "+01:00", "--attach-shift=-3.2s")
        self.assertEqual(both["attached"][0]["shift_ns"], -3603200000000)
        self.assertNotIn("attached.shift_found", [row["id"] for row in both["health"]])

    def test_samples_are_those_of_the_file(self):
        rows = json.loads(self.out("query", "--json", self.trace, "--attach", self.smi, "--attach-shift=-3603.2s", COUNTERS))
        got = [tuple(row) if isinstance(row, list) else tuple(row.values()) for row in rows["rows"]]
        want = []
        for at, device, value in self.samples():
            ms = int((BEGIN_S + at + 3603.2) * 1000 + 1e-4) - (BEGIN_S * 1000 + 3603200)
            want.append(("counter", "GPU utilization (%)", device, ms, value))
        near = [(kind, name, device, round(ts / 1e6), value) for kind, name, device, ts, value in got
                if name.startswith("GPU")]
        self.assertEqual(len(near), len(want))
        for row, (kind, name, device, ms, value) in zip(sorted(near), sorted(want)):
            self.assertEqual((row[0], row[1], row[2], row[4]), (kind, name, device, value))
            self.assertLessEqual(abs(row[3] - ms), 1)

    def test_nothing_else_of_the_profile_changes(self):
        with_counters = (self.trace, "--attach", self.smi, "--attach-zone", "+01:00")
        for sql in (SLICES, ARGS, "select * from step", "select * from kernel order by 1"):
            self.assertEqual(self.out("query", "--csv", *with_counters, sql), self.out("query", "--csv", self.trace, sql))
        self.assertEqual(self.out("stats", "--json", *with_counters), self.out("stats", "--json", self.trace))

    def test_rows_without_times_are_placed_by_the_gpu_activity(self):
        lines = []
        for at, device, value in self.samples():
            if len(lines) % 50 == 0:
                lines.append("#Entity   GPUTL   POWER\nID\n")
            lines.append(f"GPU {device}     {value}      N/A\n")
        dmon = self.write("dmon.txt", "".join(lines))
        attached, = self.info(self.trace, "--attach", dmon, "--attach-interval", "500ms")["attached"]
        self.assertEqual((attached["way"], attached["shift_from"], attached["interval_ns"]),
                         ("correlation", "begin", 500000000))
        self.assertLess(abs(attached["shift_ns"] + 14.9e9), 100e6)
        os.utime(dmon, (1, 1))
        self.check_refused("its rows have no times", self.trace, "--attach", dmon)
        told = self.info(self.trace, "--attach", dmon, "--attach-start", "2026-01-03T15:36:25.1Z", "--attach-interval", "0.5s")
        self.assertEqual((told["attached"][0]["way"], told["attached"][0]["shift_ns"]), ("start", -14900000000))

    def test_a_profile_without_a_time_of_day_takes_a_found_shift(self):
        attached, = self.info(self.timeless, "--attach", self.smi)["attached"]
        self.assertEqual((attached["way"], attached["shift_from"]), ("correlation", "begin"))
        self.assertLess(abs(attached["shift_ns"] + 14.9e9), 100e6)
        self.assertIsNone(self.info(self.timeless, "--attach", self.smi)["time_origin"]["epoch_ns"])

    def test_counters_of_processors_are_at_the_machine(self):
        perf = self.write("perf.csv", "# started on Sat Jan  3 16:36:40 2026\n\n" + "".join(
            f"{i}.000123456,CPU{cpu},{1000 * i + cpu},,cycles,1000,100.00,,\n" for i in range(1, 40) for cpu in (0, 1)))
        info = self.info(self.trace, "--attach", perf, "--attach-zone", "+01:00", "--attach", self.smi)
        self.assertEqual([x["series"] for x in info["attached"]], [2, 4])
        self.assertIn("attached.start_to_the_second", [x["id"] for x in info["health"]])
        rows = self.out("query", "--csv", self.trace, "--attach", perf, "--attach-zone", "+0100",
                        "select t.name, min(c.ts_ns), count(*) from counter c join track t on t.id = c.track_id group by 1")
        self.assertEqual(rows.decode().splitlines()[1:], ['"cycles, core 0",0,39', '"cycles, core 1",0,39'])
        self.check_refused("its times have no time zone", self.trace, "--attach", perf)

    def test_what_is_converted_has_the_counters(self):
        before = self.out("query", "--csv", self.trace, "--attach", self.smi, COUNTERS)
        for name, options in (("with.stepscope", ()), ("with.archive", ("--archive",))):
            path = os.path.join(self.folder.name, name)
            self.out("convert", self.trace, "--attach", self.smi, "-o", path, *options)
            self.assertEqual(self.out("query", "--csv", path, COUNTERS), before)
            self.assertEqual(self.info(path)["attached"], self.info(self.trace, "--attach", self.smi)["attached"])
        result = run("convert", self.trace, "--attach", self.smi, "-o", self.smi)
        self.assertEqual(result.returncode, 1)
        self.assertIn(b"OUT is the file to read", result.stderr)

    def test_what_cannot_be_attached_is_refused(self):
        late = self.write("late.csv", self.nvidia_smi(zone_s=3600, ahead_s=86400))
        noise = self.write("noise.csv", "timestamp, index, utilization.gpu [%]\n" + "".join(
            f"2026/01/03 16:36:{i:02}.5, 0, {random.Random(i).randrange(101)} %\n" for i in range(60)))
        self.check_refused("is in no known format of counters", self.trace, "--attach", self.trace)
        self.check_refused("missing.csv: cannot be opened", self.trace, "--attach", "missing.csv")
        self.check_refused("no sample is from the time of the profile", self.trace, "--attach", late, "--attach-zone", "+01:00")
        self.check_refused("Say the time zone or the shift", self.trace, "--attach", noise)
        self.check_refused("is not a regular file", self.trace, "--attach", self.folder.name)

    def test_options_that_mean_nothing_are_refused(self):
        for sentence, *options in (("need --attach FILE", "--attach-zone", "+01:00"),
                                   ("--attach-zone needs a time zone", "--attach", self.smi, "--attach-zone", "CET"),
                                   ("--attach-shift needs a duration", "--attach", self.smi, "--attach-shift", "1 day"),
                                   ("in whole nanoseconds; a number alone is of nanoseconds", "--attach", self.smi,
                                    "--attach-shift", "1.5"),
                                   ("--attach-start needs a time", "--attach", self.smi, "--attach-start", "noon"),
                                   ("--attach-interval needs a duration", "--attach", self.smi, "--attach-interval", "0s"),
                                   ("the same in two ways", "--attach", self.smi, "--attach-start", "1767454600",
                                    "--attach-shift", "1s")):
            self.check_refused(sentence, self.trace, *options, status=1)

    def test_help_tells_of_it(self):
        for verb in ("info", "stats", "check", "query", "convert"):
            text = self.out(verb, "--help")
            self.assertIn(b"--attach=FILE", text)
            for writer in (b"nvidia-smi", b"dcgmi dmon", b"rocm-smi", b"perf stat", b"SageMaker"):
                self.assertIn(writer, text)


if __name__ == "__main__":
    unittest.main()
