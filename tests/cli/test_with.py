# SPDX-License-Identifier: Apache-2.0
"""--with: what two profilers recorded of one run is one profile, with the figures of a file that has all of it."""

import contextlib
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import unittest

PROGRAM, MAKE_TRACE = sys.argv.pop(1), sys.argv.pop(1)

DEVICE = {"kernel", "gpu_memcpy", "gpu_memset", "gpu_user_annotation", "cuda_sync"}
CALLS = {"cuda_runtime", "cuda_driver"}

SLICES = """select s.name, s.category, s.ts_ns, s.dur_ns, s.correlation, t.kind, t.name, t.pid, t.tid, t.device, t.stream,
    (select group_concat(pair) from (select key || '=' || value as pair from arg where slice_id = s.id order by 1))
  from slice s join track t on t.id = s.track_id order by 1, 3, 4, 2"""
FLOWS = """select f.kind, a.name, a.ts_ns, b.name, b.ts_ns from flow f join slice a on a.id = f.from_slice
  join slice b on b.id = f.to_slice order by 1, 3, 5, 2, 4"""
COUNTERS = """select t.name, c.ts_ns, c.value from counter c join track t on t.id = c.track_id order by 1, 2, 3"""


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, timeout=120)


def write_report(path, begin_ns, pid):
    """A report of Nsight Systems with two kernels of that process."""
    with contextlib.closing(sqlite3.connect(path)) as report:
        report.executescript(f"""
            create table META_DATA_EXPORT (name text, value text);
            create table StringIds (id integer primary key, value text);
            insert into StringIds values (1, 'gemm');
            create table TARGET_INFO_SESSION_START_TIME (utcEpochNs integer, utcTime text, localTime text);
            insert into TARGET_INFO_SESSION_START_TIME values ({begin_ns}, '', '');
            create table CUPTI_ACTIVITY_KIND_KERNEL (start integer, end integer, deviceId integer, contextId integer,
              streamId integer, correlationId integer, globalPid integer, demangledName integer, shortName integer);
            insert into CUPTI_ACTIVITY_KIND_KERNEL values (1000, 3000, 0, 1, 7, 1, {pid << 24}, 1, 1);
            insert into CUPTI_ACTIVITY_KIND_KERNEL values (5000, 6000, 0, 1, 7, 2, {pid << 24}, 1, 1);""")
        report.commit()


class With(unittest.TestCase):
    """The host as PyTorch records it beside another profiler, and the GPU as that one records it."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        made = subprocess.run([MAKE_TRACE, "--steps", "6", "-o", "-"], check=True, capture_output=True)
        cls.document = json.loads(made.stdout)
        cls.whole = cls.write("whole.json", lambda event: True)
        cls.host = cls.write("host.json", lambda event: event.get("cat") not in DEVICE | {"ac2g"})
        cls.gpu = cls.write("gpu.json", lambda event: event["ph"] == "M" or event.get("cat") in DEVICE | CALLS)
        cls.work = cls.write("work.json", lambda event: event["ph"] == "M" or event.get("cat") in DEVICE)

    @classmethod
    def write(cls, name, is_in, **keys):
        path = os.path.join(cls.folder.name, name)
        events = [event for event in cls.document["traceEvents"] if is_in(event)]
        with open(path, "w", encoding="utf-8") as file:
            json.dump({**cls.document, **keys, "traceEvents": events}, file)
        return path

    def out(self, *arguments):
        result = run(*arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def check_same(self, *combined):
        for arguments in (("stats", "--json"), *(("query", "--csv", sql) for sql in (SLICES, FLOWS, COUNTERS))):
            verb, option, *sql = arguments
            self.assertEqual(self.out(verb, *combined, *sql, option), self.out(verb, self.whole, *sql, option))

    def test_host_and_gpu_have_the_figures_slices_and_arrows_of_a_file_with_both(self):
        self.check_same(self.host, "--with", self.gpu)
        self.check_same(self.gpu, "--with", self.host)

    def test_gpu_work_recorded_without_calls_is_launched_by_those_of_the_other_file(self):
        self.check_same(self.host, "--with", self.work)

    def test_info_names_both_formats_and_paths_and_tells_what_was_left_out(self):
        info = json.loads(self.out("info", "--json", self.host, "--with", self.gpu))
        self.assertEqual(info["path"], self.host + " + " + self.gpu)
        self.assertEqual((info["format"], info["source_format"]), ("kineto", "kineto"))
        self.assertEqual([rank["path"] for rank in info["ranks"]], ["host.json + gpu.json"])
        self.assertEqual((len(info["devices"]), info["steps"]), (1, 6))
        calls = sum(event.get("cat") in CALLS for event in self.document["traceEvents"])
        self.assertEqual([(row["id"], row["count"]) for row in info["health"]], [("combined.left_out", calls)])
        text = self.out("check", self.host, "--with", self.gpu).decode()
        self.assertIn("combined.left_out", text)

    def test_formats_are_joined_with_a_plus(self):
        chrome = os.path.join(self.folder.name, "chrome.json")
        begin = min(event["ts"] for event in self.document["traceEvents"] if event.get("cat") == "kernel")
        with open(chrome, "w", encoding="utf-8") as file:
            json.dump([{"ph": "X", "name": "loader", "pid": 77, "tid": 1, "dur": 100,
                        "ts": begin + self.document["baseTimeNanoseconds"] // 1000}], file)
        info = json.loads(self.out("info", "--json", self.whole, "--with", chrome))
        self.assertEqual((info["format"], info["steps"]), ("kineto+chrome-json", 6))

    def test_what_is_converted_is_the_same_profile_in_each_form(self):
        for name, option in (("both.stepscope", ()), ("both.archive", ("--archive",))):
            path = os.path.join(self.folder.name, name)
            self.out("convert", self.host, "--with", self.gpu, "-o", path, *option)
            self.check_same(path)
            self.assertEqual(json.loads(self.out("info", "--json", path))["source_format"], "kineto")
        self.out("convert", self.host, "--with", self.gpu, "-o", os.path.join(self.folder.name, "both.db"),
                 "--to", "sqlite")
        result = run("convert", self.host, "--with", self.gpu, "-o", self.gpu)
        self.assertEqual(result.returncode, 1)
        self.assertIn(b"OUT is the file to read", result.stderr)

    def test_files_of_other_times_and_the_same_file_twice_are_refused(self):
        late = self.write("late.json", lambda event: event.get("cat") == "cpu_op",
                          baseTimeNanoseconds=self.document["baseTimeNanoseconds"] + 10**15)
        timeless = self.write("timeless.json", lambda event: event.get("cat") == "cpu_op", baseTimeNanoseconds=None)
        for other, sentence in ((late, b"were not recorded at the same time"),
                                (timeless, b"one of them does not say when"),
                                (self.host, b"are the same recording"), ("missing.json", b"missing.json")):
            for verb in (("stats",), ("info",), ("check",), ("query", "select 1"),
                         ("convert", "-o", os.path.join(self.folder.name, "never.stepscope"))):
                result = run(verb[0], self.host, *verb[1:], "--with", other)
                self.assertEqual(result.returncode, 2, result.stderr)
                self.assertIn(sentence, result.stderr)
        self.assertFalse(os.path.exists(os.path.join(self.folder.name, "never.stepscope")))

    def test_three_files_are_one_profile(self):
        operators = self.write("operators.json", lambda event: event.get("cat") in {"cpu_op", "fwdbwd"})
        rest = self.write("rest.json", lambda event: event.get("cat") not in DEVICE | {"ac2g", "cpu_op", "fwdbwd"})
        info = json.loads(self.out("info", "--json", self.gpu, "--with", operators, "--with", rest))
        self.assertEqual((len(info["ranks"]), info["steps"]), (1, 6))

    def test_all_of_a_report_of_nsight_systems_is_there_beside_annotations_of_pytorch(self):
        report = os.path.join(os.environ.get("STEPSCOPE_TRACES", ""), "nsys", "nsys-ai__mfu_2gpu_after.sqlite")
        if not os.path.exists(report):
            self.skipTest("no real traces")
        info = json.loads(self.out("info", "--json", report))
        epoch_ns, pid = int(info["time_origin"]["epoch_ns"]), 148  # of one of its two processes
        steps = os.path.join(self.folder.name, "steps.json")
        with open(steps, "w", encoding="utf-8") as file:
            json.dump({"schemaVersion": 1, "baseTimeNanoseconds": epoch_ns, "traceEvents": [
                {"ph": "X", "cat": "user_annotation", "name": f"ProfilerStep#{step}", "pid": pid, "tid": pid,
                 "ts": 100000 * step, "dur": 90000} for step in range(3)]}, file)
        both = (report, "--with", steps)
        slices = SLICES.replace("t.id = s.track_id", "t.id = s.track_id and s.name not like 'ProfilerStep#%'")
        for sql in (slices, FLOWS):
            self.assertEqual(self.out("query", "--csv", *both, sql), self.out("query", "--csv", report, sql))
        combined = json.loads(self.out("info", "--json", *both))
        self.assertEqual((combined["format"], len(combined["ranks"]), combined["steps"]), ("nsys-sqlite+kineto", 2, 3))
        figures = json.loads(self.out("stats", "--json", *both))
        self.assertGreater(sum(step["activities"] for step in figures["steps"]), 0)
        for report_name in ("devices", "kernels", "memory", "launches"):
            alone = json.loads(self.out("stats", "--json", report, "--report", report_name))
            self.assertEqual(figures[report_name], alone[report_name])

    def test_a_folder_tells_how_its_file_of_another_format_becomes_part_of_the_profile(self):
        folder = os.path.join(self.folder.name, "run")
        os.mkdir(folder)
        self.write("run/host.json", lambda event: event.get("cat") not in DEVICE | {"ac2g"})
        made = os.path.join(folder, "gpu.sqlite")
        pid = next(event["pid"] for event in self.document["traceEvents"] if event.get("cat") == "cpu_op")
        begin_ns = self.document["baseTimeNanoseconds"] + 1000 * int(
            min(event["ts"] for event in self.document["traceEvents"] if event.get("cat") == "cpu_op"))
        write_report(made, begin_ns, pid)
        for verb in (("stats",), ("info",), ("query", "select 1"),
                     ("convert", "-o", os.path.join(self.folder.name, "host.stepscope"))):
            result = run(verb[0], folder, *verb[1:])
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual(result.stderr.decode().count(f"--with {made} adds it"), 1, result.stderr)
        said = self.out("info", folder).decode()
        self.assertIn("directory.file_skipped", said)
        self.assertIn("--with FILE", " ".join(said.split()))
        self.assertEqual(run("info", folder, "--with", made).stderr, b"")
        info = json.loads(self.out("info", "--json", folder, "--with", made))
        self.assertEqual((info["format"], len(info["ranks"]), len(info["devices"])), ("kineto+nsys-sqlite", 1, 1))
        figures = json.loads(self.out("stats", "--json", folder, "--with", made))
        self.assertEqual([(row["name"], row["count"]) for row in figures["kernels"]], [("gemm", 2)])

    def test_a_folder_of_two_formats_tells_that_the_files_can_be_opened_as_one(self):
        folder = os.path.join(self.folder.name, "mixed")
        os.mkdir(folder)
        self.write("mixed/a.json", lambda event: event.get("cat") not in DEVICE | {"ac2g"})
        with open(os.path.join(folder, "b.json"), "w", encoding="utf-8") as file:
            json.dump([{"ph": "X", "name": "loader", "pid": 77, "tid": 1, "dur": 100, "ts": 1751328000000000}], file)
        info = json.loads(self.out("info", "--json", folder))
        row = next(row for row in info["health"] if row["id"] == "ranks.formats_differ")
        self.assertEqual((row["severity"], row["count"], os.path.basename(row["path"])), ("info", 1, "b.json"))
        self.assertIn("open the files instead of the directory", row["advice"])

    def test_help_tells_of_it(self):
        for verb in ("info", "stats", "check", "query", "convert"):
            self.assertIn(b"--with=FILE", self.out(verb, "--help"))


if __name__ == "__main__":
    unittest.main()
