# SPDX-License-Identifier: Apache-2.0
"""SQL over profiles: the same figures as info and stats, in every format; the same answers from an exported database."""

import csv
import glob
import gzip
import io
import json
import os
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = sys.argv.pop(1)
SOURCE = os.environ["STEPSCOPE_SOURCE"]
TRACES = os.path.abspath(os.environ.get("STEPSCOPE_TRACES", os.path.join(SOURCE, "..", "shared", "traces")))
SAMPLE = os.path.join(SOURCE, "resources", "sample")
MAX_BYTES = 1000000

ENDLESS = "with recursive x(n) as (select 1 union all select n + 1 from x) select count(*) from x"

# Asked of the program and of the database that it wrote.
QUESTIONS = [
    "select * from slice order by id",
    "select * from track order by id",
    "select * from kernel order by slice_id",
    "select * from flow order by id",
    "select * from step order by id",
    "select * from counter order by track_id, ts_ns",
    "select slice_id, key, value from arg order by slice_id, key, value",
    "select * from health order by id",
    "select category, name, count(*), sum(dur_ns), max(depth) from slice group by 1, 2 order by 1, 2",
    "select s.name, k.grid_x, count(*), (select count(*) from arg a where a.slice_id = s.id) from kernel k"
    " join slice s on s.id = k.slice_id group by 1, 2 order by 1, 2, 4",
    "select step_id, count(*), min(ts_ns) from slice where track_id in (select id from track where kind = 'stream')"
    " group by step_id order by 1",
]


def real_traces():
    paths = sorted(glob.glob(os.path.join(TRACES, "kineto", "*.json.gz")))
    return [SAMPLE] + [path for path in paths if os.path.getsize(path) < MAX_BYTES]


def run(*arguments, stdin=None):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, timeout=120, input=stdin)


def as_json(*arguments):
    result = run(*arguments, "--json")
    assert result.returncode == 0, (arguments, result.stderr)
    return json.loads(result.stdout)


def rows(path, sql):
    return as_json("query", path, sql)["rows"]


EVENTS = [
    {"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#7", "pid": 1, "tid": 1, "ts": 1000, "dur": 100},
    {"ph": "X", "cat": "hip_runtime", "name": "hipLaunchKernel", "pid": 1, "tid": 1, "ts": 1010, "dur": 5,
     "args": {"correlation": 3, "grid": [3, 2, 1], "block": [128, 1, 1], "shared memory": 96}},
    {"ph": "X", "cat": "kernel", "name": "k, \"quoted\" | `x`", "pid": 0, "tid": 7, "ts": 1020.5, "dur": 60.25,
     "args": {"correlation": 3, "device": 0, "stream": 7, "kind": "Dispatch Kernel"}},
    {"ph": "X", "cat": "kernel", "name": "=formula", "pid": 0, "tid": 7, "ts": 1090, "dur": 1,
     "args": {"device": 0, "stream": 7, "grid": [4, 5, 6], "block": [7, 8, 9], "registers per thread": 10,
              "shared memory": 0}},
]


class Query(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.trace = os.path.join(self.folder, "trace.json")
        with open(self.trace, "w", encoding="utf-8") as file:
            json.dump({"schemaVersion": 1, "traceEvents": EVENTS}, file)

    def test_json_has_the_documented_keys_and_types(self):
        answer = as_json("query", self.trace, "select 1 as one, 2.5, null, 'text', x'0aff', 9223372036854775807")
        self.assertEqual(list(answer), ["schema", "time_origin", "columns", "rows"])
        self.assertEqual(answer["schema"], "stepscope.query/1")
        self.assertEqual(answer["columns"], ["one", "2.5", "null", "'text'", "x'0aff'", "9223372036854775807"])
        self.assertEqual(answer["rows"], [[1, 2.5, None, "text", "0aff", 9223372036854775807]])
        empty = as_json("query", self.trace, "select id from slice where 0")
        self.assertEqual((empty["columns"], empty["rows"]), (["id"], []))

    def test_csv_is_quoted_and_formulas_are_defused(self):
        result = run("query", self.trace, "select name, dur_ns, correlation from slice order by id", "--csv")
        table = list(csv.reader(io.StringIO(result.stdout.decode(), newline="")))
        self.assertEqual(table[0], ["name", "dur_ns", "correlation"])
        self.assertIn(["k, \"quoted\" | `x`", "60250", "3"], table)
        self.assertIn(["'=formula", "1000", ""], table)
        self.assertEqual(run("query", self.trace, "select 1 as \"a,b\" where 0", "--csv").stdout, b'"a,b"\r\n')

    def test_markdown_and_columns_are_for_people(self):
        sql = "select name, dur_ns, count(*) from slice where category = 'kernel' group by name order by 2"
        markdown = run("query", self.trace, sql, "--md").stdout.decode().splitlines()
        self.assertEqual(markdown[:2], ["| name | dur | count(*) |", "| --- | ---: | ---: |"])
        self.assertEqual(len(markdown), 4)
        self.assertIn("\\|", markdown[3])
        columns = run("query", self.trace, sql).stdout.decode()
        self.assertIn("60.25", columns)
        self.assertIn("none", run("query", self.trace, "select 1 where 0").stdout.decode())
        self.assertEqual(run("query", self.trace, "select 1 where 0", "--md").stdout, b"None.\n")

    def test_columns_say_that_there_are_more(self):
        many = "with recursive x(n) as (select 1 union all select n + 1 from x where n < %d) select n from x"
        whole = run("query", self.trace, many % 1000).stdout.decode()
        self.assertNotIn("more", whole)
        cut = run("query", self.trace, many % 1001).stdout.decode()
        self.assertIn("first 1000 rows", cut)
        self.assertEqual(len(as_json("query", self.trace, many % 100000)["rows"]), 100000)
        self.assertEqual(len(run("query", self.trace, many % 5000, "--md").stdout.splitlines()), 5002)

    def test_nothing_reaches_the_terminal_as_a_command(self):
        for arguments in ((), ("--csv",), ("--md",), ("--json",)):
            output = run("query", self.trace, "select char(27) || ']52;c;x' || char(7, 155, 8238)", *arguments).stdout
            for bad in (b"\x1b", b"\x07", b"\xc2\x9b", b"\xe2\x80\xae"):
                self.assertNotIn(bad, output, arguments)

    def test_mistakes_exit_1_and_say_where(self):
        for sql, message in (("select foo from slice", "no such column: foo, at character 8"),
                             ("selekt", "at character 1"), ("delete from slice", "may not be modified"),
                             ("attach 'x' as x", "only read"), ("pragma user_version", "only read"), ("", "empty"),
                             ("select 1; select 2", "one statement"),
                             ("select abs(-9223372036854775808)", "integer overflow")):
            result = run("query", self.trace, sql)
            self.assertEqual(result.returncode, 1, sql)
            self.assertEqual(result.stdout, b"")
            self.assertIn(message, result.stderr.decode())
        self.assertEqual(run("query", self.trace).returncode, 1)
        self.assertEqual(run("query", self.trace, "select 1", "--json", "--csv").returncode, 1)
        self.assertEqual(run("query", "/nonexistent/x", "select 1").returncode, 2)
        self.assertIn(b"slice(id", run("query", "--help").stdout)

    def test_too_much_memory_exits_5_and_says_what_to_do(self):
        columns = ", ".join(f"printf('%.*c', {60000000 + i}, 'x')" for i in range(11))
        result = run("query", SAMPLE, f"select {columns}")
        self.assertEqual(result.returncode, 5, result.stderr)
        self.assertIn(b"fewer rows or columns", result.stderr)
        self.assertEqual(result.stdout.count(b"x"), 0)

    def test_interrupt_exits_4(self):
        process = subprocess.Popen([PROGRAM, "query", self.trace, ENDLESS], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        begin = time.monotonic()
        _, errors = process.communicate(timeout=20)
        self.assertEqual(process.returncode, 4, errors)
        self.assertLess(time.monotonic() - begin, 5)

    def test_kernels_have_their_shape_from_either_side(self):
        self.assertEqual(rows(self.trace, "select k.* from kernel k join slice s on s.id = k.slice_id order by s.ts_ns"),
                         [[2, 3, 2, 1, 128, 1, 1, None, 96, None, None], [3, 4, 5, 6, 7, 8, 9, 10, 0, None, None]])

    def test_processes_and_threads_are_the_numbers_of_the_file_or_its_words(self):
        with open(self.trace, "w", encoding="utf-8") as file:
            json.dump([{"ph": "X", "name": "a", "pid": pid, "tid": tid, "ts": 1, "dur": 1}
                       for pid, tid in ((10, 9), (9, "10"), (-1, "007"), ("Spans", "-0"), (2**63, "1.0"))], file)
        self.assertEqual(rows(self.trace, "select distinct pid, tid from track where tid is not null order by pid, tid"),
                         [[-1, "007"], [9, 10], [10, 9], ["9223372036854775808", "1.0"], ["Spans", "-0"]])
        for condition in ("pid = 10", "pid = '10'", "tid = '9'", "pid between 10 and 11"):
            self.assertEqual(rows(self.trace, f"select distinct pid from track where {condition} and tid != 10"), [[10]])

    def test_steps_follow_the_pattern(self):
        self.assertEqual(rows(self.trace, "select number from step"), [[7]])
        answer = as_json("query", self.trace, "select name, number from step", "--steps", "^hip(.*)")
        self.assertEqual(answer["rows"], [["hipLaunchKernel", None]])

    def test_scope_is_the_window_or_step_that_was_asked_for(self):
        ask = "select scope_begin_ns(), scope_end_ns()"
        whole = as_json("info", SAMPLE)["span_ns"]
        self.assertEqual(rows(SAMPLE, ask), [[whole["begin"], whole["end"]]])
        self.assertEqual(as_json("query", SAMPLE, ask, "--window", "1ms..2ms")["rows"], [[1000000, 2000000]])
        step = as_json("stats", SAMPLE, "--report", "steps")["steps"][3]
        window = as_json("stats", SAMPLE, "--step", str(step["number"]))["window_ns"]
        self.assertEqual(as_json("query", SAMPLE, ask, "--step", str(step["number"]))["rows"],
                         [[window["begin"], window["end"]]])
        self.assertEqual(run("query", SAMPLE, ask, "--step", "1", "--window", "1..2").returncode, 1)

    def test_calls_join_what_they_launched_by_correlation_at_once(self):
        with open(self.trace, "w", encoding="utf-8") as file:
            json.dump([{"ph": "X", "cat": category, "name": category, "pid": pid, "tid": pid, "ts": i, "dur": 1,
                        "args": {"correlation": i + 1}}
                       for i in range(40000) for pid, category in ((1, "cuda_runtime"), (0, "kernel"))], file)
        begin = time.monotonic()
        self.assertEqual(rows(self.trace, "select count(*) from slice a join slice b on a.correlation = b.correlation"
                                          " where a.category = 'cuda_runtime' and b.category = 'kernel'"), [[40000]])
        self.assertLess(time.monotonic() - begin, 10)

    def test_work_belongs_to_the_step_that_launched_it(self):
        self.assertEqual(rows(self.trace, "select name, step_id from slice order by ts_ns"),
                         [["ProfilerStep#7", 0], ["hipLaunchKernel", 0], ["k, \"quoted\" | `x`", 0], ["=formula", None]])

    def test_figures_are_those_of_info_and_stats(self):
        for path in real_traces():
            with self.subTest(path=os.path.basename(path)):
                info, stats = as_json("info", path), as_json("stats", path)
                [[count]] = rows(path, "select count(*) from slice")
                unfinished = {row["id"]: row["count"] for row in info["health"]}.get("slice.unfinished", 0)
                self.assertEqual(count, info["events"]["slices"] + unfinished)
                self.assertEqual(rows(path, "select count(*) from step"), [[info["steps"]]])
                self.assertEqual(rows(path, "select id, severity, count, first_offset, message from health"),
                                 [[row[key] for key in ("id", "severity", "count", "first_offset", "message")]
                                  for row in info["health"]])
                kernels = rows(path, "select name, count(*), sum(dur_ns), min(dur_ns), max(dur_ns) from kernel"
                                     " join slice on id = slice_id group by name order by 3 desc, name")
                self.assertEqual(sorted(kernels), sorted([row[key] for key in ("name", "count", "total_ns", "min_ns",
                                                                               "max_ns")] for row in stats["kernels"]))
                wall = rows(path, "select rank, idx, number, name, host_begin_ns, host_end_ns, device_begin_ns,"
                                  " device_end_ns, wall_ns from step")
                self.assertEqual(wall, [[row[key] for key in ("rank", "index", "number", "name", "host_begin_ns",
                                                              "host_end_ns", "device_begin_ns", "device_end_ns",
                                                              "wall_ns")] for row in stats["steps"]])
                [[launched]] = rows(path, "select count(distinct to_slice) from flow where kind = 'launch' and to_slice"
                                          " in (select id from slice where track_id in (select id from track where"
                                          " kind = 'stream'))")
                self.assertGreaterEqual(launched, stats["launches"]["matched"])

    def test_arguments_come_back(self):
        for path in real_traces()[1:6]:
            with self.subTest(path=os.path.basename(path)):
                with gzip.open(path, "rt", encoding="utf-8", errors="replace") as file:
                    document = json.load(file)
                events = document["traceEvents"] if isinstance(document, dict) else document
                expected = sorted(json.dumps([event["name"], key, value], sort_keys=True) for event in events
                                  if event.get("ph") == "X" and isinstance(event.get("args"), dict)
                                  for key, value in event["args"].items())
                found = sorted(json.dumps([name, key, json.loads(value)], sort_keys=True) for name, key, value in
                               rows(path, "select name, key, value from arg join slice on slice.id = slice_id"))
                self.assertEqual(found, expected)


class Export(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.out = os.path.join(self.folder, "out.sqlite")

    def convert(self, path, *arguments, **options):
        return subprocess.run([PROGRAM, "convert", path, "-o", self.out, "--to", "sqlite", *arguments],
                              capture_output=True, timeout=120, check=False, **options)

    def test_database_answers_as_the_program_does(self):
        for path in real_traces()[:8]:
            with self.subTest(path=os.path.basename(path)):
                result = self.convert(path)
                self.assertEqual(result.returncode, 0, result.stderr)
                self.assertRegex(result.stdout.decode(), r"^[0-9.]+ \w+ -> [0-9.]+ \w+ \(\d+ %\), [0-9,]+ events\n$")
                database = sqlite3.connect(self.out)
                self.assertEqual(database.execute("pragma integrity_check").fetchall(), [("ok",)])
                for sql in QUESTIONS:
                    answer = [list(row) for row in database.execute(sql)]
                    self.assertEqual(rows(path, sql), answer, sql)
                epoch = as_json("info", path)["time_origin"]["epoch_ns"]
                [(value,)] = database.execute("select value from profile where key = 'time_origin_epoch_ns'").fetchall()
                self.assertEqual(None if value is None else str(value), epoch)
                database.close()
                self.assertEqual(os.listdir(self.folder), ["out.sqlite"])

    def test_damage_and_mistakes_leave_what_was_there(self):
        with open(self.out, "wb") as file:
            file.write(b"old")
        bad = os.path.join(self.folder, "bad.json")
        with open(bad, "wb") as file:
            file.write(b"hello")
        self.assertEqual(self.convert(bad).returncode, 2)
        self.assertEqual(self.convert("/nonexistent/x").returncode, 2)
        self.assertEqual(run("convert", SAMPLE, "--to", "sqlite").returncode, 1)
        self.assertEqual(run("convert", SAMPLE, "-o", self.out, "--to", "nonsense").returncode, 1)
        self.assertEqual(run("convert", SAMPLE, "-o", "", "--to", "sqlite").returncode, 1)
        self.assertEqual(run("convert", bad, "-o", bad, "--to", "sqlite").returncode, 1)
        missing = run("convert", SAMPLE, "-o", os.path.join(self.folder, "no", "x"), "--to", "sqlite")
        self.assertEqual(missing.returncode, 2)
        self.assertIn("cannot be opened", missing.stderr.decode())
        with open(self.out, "rb") as file:
            self.assertEqual(file.read(), b"old")
        self.assertEqual(sorted(os.listdir(self.folder)), ["bad.json", "out.sqlite"])

    def test_a_file_of_the_source_is_not_replaced(self):
        ranks = os.path.join(self.folder, "ranks")
        os.mkdir(ranks)
        path = os.path.join(ranks, "rank0.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(EVENTS, file)
        result = run("convert", ranks, "-o", path, "--to", "sqlite")
        self.assertEqual(result.returncode, 1)
        with open(path, encoding="utf-8") as file:
            self.assertEqual(json.load(file), EVENTS)

    def test_full_disk_exits_5_and_leaves_nothing(self):
        native = tempfile.NamedTemporaryFile(suffix=".stepscope")  # which needs no writing to be read
        self.addCleanup(native.close)
        self.assertEqual(run("convert", SAMPLE, "-o", native.name).returncode, 0)
        result = self.convert(native.name, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100000, 100000)))
        self.assertEqual(result.returncode, 5, result.stderr)
        self.assertIn("out.sqlite", result.stderr.decode())
        self.assertEqual(os.listdir(self.folder), [])

    def test_interrupt_exits_4_and_leaves_nothing(self):
        process = subprocess.Popen([PROGRAM, "convert", SAMPLE, "-o", self.out, "--to", "sqlite"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        while process.poll() is None and not os.listdir(self.folder):
            time.sleep(0.001)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 4, errors)
        self.assertEqual(os.listdir(self.folder), [])

    def test_killed_writers_leave_no_database(self):
        for _ in range(5):
            process = subprocess.Popen([PROGRAM, "convert", SAMPLE, "-o", self.out, "--to", "sqlite"],
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            while process.poll() is None and not os.listdir(self.folder):
                time.sleep(0.001)
            process.kill()
            process.communicate(timeout=60)
            self.assertFalse(os.path.exists(self.out))
        self.assertEqual(self.convert(SAMPLE).returncode, 0)
        self.assertEqual(os.listdir(self.folder), ["out.sqlite"])


unittest.main(verbosity=2)
