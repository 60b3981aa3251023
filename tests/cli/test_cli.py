# SPDX-License-Identifier: Apache-2.0
"""The command line as scripts see it: exit statuses, streams, formats, locales."""

import gzip
import json
import os
import shlex
import sqlite3
import subprocess
import sys
import tempfile
import unittest

PROGRAM = sys.argv.pop(1)
SAMPLE = os.path.join(os.environ["STEPSCOPE_SOURCE"], "resources", "sample")

EVENTS = [
    {"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#7", "pid": 1, "tid": 1, "ts": 1000, "dur": 100},
    {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 1, "ts": 1010, "dur": 5,
     "args": {"correlation": 3}},
    {"ph": "X", "cat": "kernel", "name": "k, \"quoted\" | `x`", "pid": 0, "tid": 7, "ts": 1020.5, "dur": 60.25,
     "args": {"correlation": 3, "device": 0, "stream": 7}},
]


def run(*arguments, stdin=None, locale=None):
    environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    if locale:
        environment.update(LC_ALL=locale, LANG=locale)
    return subprocess.run([PROGRAM, *arguments], capture_output=True, timeout=60, input=stdin, env=environment)


class CommandLine(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.trace = self.write("trace.json", json.dumps({"schemaVersion": 1, "traceEvents": EVENTS}))

    def write(self, name, text):
        path = os.path.join(self.folder.name, name)
        with open(path, "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())
        return path

    def check(self, result, status, stderr=""):
        self.assertEqual(result.returncode, status, result.stderr)
        self.assertIn(stderr, result.stderr.decode())
        if status:
            self.assertEqual(result.stdout, b"")

    def test_usage_errors_exit_1_with_a_sentence(self):
        self.check(run("info"), 1, "info needs a PATH")
        self.check(run("info", "a", "b"), 1, "one PATH")
        self.check(run("stats", self.trace, "--report", "nope"), 1, 'no report "nope"')
        self.check(run("stats", self.trace, "--csv"), 1, "exactly one --report")
        self.check(run("stats", self.trace, "--json", "--md"), 1, "only one of")
        self.check(run("stats", self.trace, "--window", "x..y"), 1, "--window needs A..B")
        self.check(run("stats", self.trace, "--window", "1..2", "--step", "7"), 1, "only one of")
        self.check(run("stats", self.trace, "--rank", "0"), 1, "--rank")
        self.check(run("stats", self.trace, "--steps", "("), 1, "not a valid pattern")
        self.check(run("--nonsense"), 1, "unknown option")
        self.check(run("stats", self.trace, "--nonsense"), 1, "nonsense")

    def test_unreadable_files_exit_2_with_a_sentence(self):
        self.check(run("info", "/nonexistent/x.json"), 2, "cannot be opened")
        self.check(run("info", self.write("empty.json", "")), 2, "is empty")
        self.check(run("info", self.write("text.json", "hello")), 2, "not in a known trace format")
        self.check(run("info", self.write("other.json", '{"a": 1}')), 2, "has no traceEvents")
        self.check(run("info", self.write("x.nsys-rep", "NVIDIA Tegra Profiler Report 2025@5")), 2, "nsys export")
        self.check(run("info", "/dev/zero"), 2, "not a regular file")
        os.mkdir(os.path.join(self.folder.name, "nothing"))
        self.check(run("info", os.path.join(self.folder.name, "nothing")), 2, "no trace in this directory")

    def test_a_report_of_nsight_systems_is_refused_with_the_command_that_exports_it(self):
        report = self.write("it's one.nsys-rep", "NVIDIA Tegra Profiler Report 2025@5")
        result = run("info", report)
        self.check(result, 2, "Export it, then open the result: nsys export --type sqlite ")
        command = result.stderr.decode().split("open the result: ")[1].strip()
        self.assertEqual(shlex.split(command), ["nsys", "export", "--type", "sqlite", report])

    def test_what_is_no_trace_is_refused_with_what_can_be_opened(self):
        formats = "PyTorch traces, Nsight Systems SQLite exports"
        self.check(run("info", self.write("text.json", "hello")), 2, "Stepscope opens " + formats)
        os.mkdir(os.path.join(self.folder.name, "nothing"))
        self.check(run("info", os.path.join(self.folder.name, "nothing")), 2, "Stepscope opens " + formats)
        self.assertIn(formats, run("--help").stdout.decode().replace("\n", " "))

    def test_a_stray_database_among_ranks_is_left_out_and_counted(self):
        folder = os.path.join(self.folder.name, "ranks")
        os.mkdir(folder)
        for rank in (0, 1):
            self.write(f"ranks/rank{rank}.json", json.dumps(
                {"schemaVersion": 1, "distributedInfo": {"rank": rank, "world_size": 2}, "traceEvents": EVENTS}))
        database = sqlite3.connect(os.path.join(folder, "cache.db"))
        database.execute("CREATE TABLE notes (text)")
        database.close()
        info = json.loads(run("info", folder, "--json").stdout)
        self.assertEqual([rank["rank"] for rank in info["ranks"]], [0, 1])
        rows = {row["id"]: row for row in info["health"]}
        self.assertEqual(rows["directory.file_skipped"]["count"], 1)
        self.assertTrue(rows["directory.file_skipped"]["path"].endswith("cache.db"))

    def test_info_names_the_tool_that_recorded(self):
        path = self.write("tool.json", json.dumps({"tool": "Nsight Systems", "tool version": "2025.3.1",
                                                   "traceEvents": EVENTS}))
        self.assertEqual(json.loads(run("info", path, "--json").stdout)["tool"],
                         {"name": "Nsight Systems", "version": "2025.3.1"})
        self.assertIn("Nsight Systems 2025.3.1", run("info", path).stdout.decode())
        path = self.write("no_tool.json", json.dumps([{"ph": "X", "name": "a", "ts": 0, "dur": 1}]))
        self.assertEqual(json.loads(run("info", path, "--json").stdout)["tool"], {"name": None, "version": None})

    def test_unknown_step_says_which_there_are(self):
        self.check(run("stats", self.trace, "--step", "40"), 1, "There is no step 40 (7 to 7).")

    def test_help_of_everything_exits_0(self):
        for arguments in ((), ("info",), ("stats",), ("compare",), ("query",), ("convert",)):
            result = run(*arguments, "--help")
            self.assertEqual(result.returncode, 0)
            self.assertIn(b"PATH", result.stdout)
        self.check(run(), 1, "no display")
        self.assertIn(b"stats", run("stats", "--help").stdout.splitlines()[1])
        for status in (b"0 done", b"1 usage", b"2 cannot read", b"3 data", b"4 cancelled", b"5 out", b"6 findings"):
            self.assertIn(status, run("--help").stdout)

    def test_info_has_the_documented_keys_in_order(self):
        info = json.loads(run("info", self.trace, "--json").stdout)
        self.assertEqual(list(info), ["schema", "time_origin", "path", "format", "status", "span_ns", "events", "ranks",
                                      "devices", "threads", "steps", "strings", "kernel_rules", "health",
                                      "source_format", "step_proposals", "tool", "attached", "aligned"])
        self.assertEqual(info["schema"], "stepscope.info/1")
        self.assertEqual(info["time_origin"], {"epoch_ns": None})
        self.assertEqual(info["format"], "kineto")
        self.assertEqual(info["span_ns"], {"begin": 0, "end": 100000})
        self.assertEqual(info["events"]["by_category"], {"cuda_runtime": 1, "kernel": 1, "user_annotation": 1})
        self.assertEqual(info["devices"], [{"rank": 0, "device": 0, "kind": "GPU", "name": "", "streams": [7]}])
        self.assertEqual((info["threads"], info["steps"]), (1, 1))
        self.assertEqual(info["tool"], {"name": "PyTorch", "version": None})

    def test_stats_has_the_documented_keys_and_values(self):
        stats = json.loads(run("stats", self.trace, "--json").stdout)
        self.assertEqual(list(stats), ["schema", "time_origin", "window_ns", "summary", "devices", "kernels", "memory",
                                       "launches", "steps", "annotations", "utilization"])
        self.assertEqual(stats["devices"][0]["busy_ns"], 60250)
        self.assertEqual(stats["launches"]["latency"]["mean_ns"], 10500)
        self.assertEqual(stats["steps"][0]["wall_ns"], 100000)
        self.assertEqual(stats["summary"]["gpu_active_percent"], 60.25)
        self.assertEqual(len(stats["utilization"]["devices"][0]["values"]), 100)

    def test_report_selects_and_window_clips(self):
        stats = json.loads(run("stats", self.trace, "--report", "devices", "--window", "30us..0.05ms", "--json").stdout)
        self.assertEqual(list(stats), ["schema", "time_origin", "window_ns", "devices"])
        self.assertEqual(stats["window_ns"], {"begin": 30000, "end": 50000})
        self.assertEqual(stats["devices"][0]["busy_ns"], 20000)
        self.assertEqual(stats["devices"][0]["activities"], 0)

    def test_csv_quotes_and_markdown_escapes(self):
        csv = run("stats", self.trace, "--report", "kernels", "--csv").stdout.decode()
        self.assertTrue(csv.startswith("name,count,total_ns,mean_ns"), csv)
        self.assertIn('"k, ""quoted"" | `x`",1,60250', csv)
        markdown = run("stats", self.trace, "--report", "kernels", "--md").stdout.decode()
        self.assertIn("\\|", markdown)
        self.assertNotIn("`x`", markdown)

    def test_csv_always_has_its_header_and_it_names_the_keys(self):
        empty = self.write("empty.json", '{"traceEvents": []}')
        stats = json.loads(run("stats", self.trace, "--json").stdout)
        names = run("stats", self.trace, "--report", "nope").stderr.decode().split("there are ")[1].split()
        for report in names:
            if report == "bookmarks":
                continue
            header = run("stats", empty, "--report", report, "--csv").stdout.decode().splitlines()[0]
            rows = run("stats", self.trace, "--report", report, "--csv").stdout.decode().splitlines()
            self.assertEqual(rows[0], header)
            if report not in stats:
                stats.update(json.loads(run("stats", self.trace, "--report", report, "--json").stdout))
            # Other objects are more than their rows.
            if report == "summary" or (isinstance(stats[report], list) and stats[report]):
                row = stats[report] if report == "summary" else stats[report][0]
                self.assertEqual(header, ",".join(row))

    def test_reports_of_devices_are_printed_where_they_are_asked_for(self):
        whole = json.loads(run("stats", self.trace, "--json").stdout)
        for report in ("queue", "launch_latency", "queue_depth", "overlap", "memory_use", "bandwidth", "occupancy"):
            self.assertNotIn(report, whole)
            got = json.loads(run("stats", self.trace, "--report", report, "--json").stdout)[report]
            rows = run("stats", self.trace, "--report", report, "--csv").stdout.decode().splitlines()
            if report in ("queue_depth", "memory_use"):
                self.assertEqual(got["buckets"], 100)
                continue
            for row in got if isinstance(got, list) else [got]:
                self.assertEqual(rows[0], ",".join(row))

    def test_csv_formulas_are_defused(self):
        path = self.write("x.json", json.dumps([dict(EVENTS[2], name="=cmd()")]))
        self.assertIn("\"'=cmd()\"", run("stats", path, "--report", "kernels", "--csv").stdout.decode())

    def test_windows_that_end_before_they_begin_are_refused(self):
        self.check(run("stats", self.trace, "--window", "5s.."), 1, "ends before")
        self.check(run("stats", self.trace, "--window=..-5"), 1, "ends before")

    def test_messages_name_what_was_asked_for(self):
        self.check(run("nonsense", self.trace), 1, '"nonsense" is neither a verb nor a file')
        self.check(run("stats", self.trace, "--step", "7", "--rank", "9"), 1, "of rank 9")
        self.check(run("stats", self.trace, "--step", "99999999999999999999"), 1, "need a number")

    def test_directory_says_which_file_it_left_out(self):
        folder = os.path.join(self.folder.name, "ranks")
        os.mkdir(folder)
        for name, text in (("a.json", json.dumps(EVENTS)), ("b.json", '{"x": 1}'), ("c.json", json.dumps(EVENTS))):
            self.write(os.path.join("ranks", name), text)
        info = json.loads(run("info", folder, "--json").stdout)
        rows = {row["id"]: row for row in info["health"]}
        self.assertTrue(rows["directory.file_skipped"]["path"].endswith("b.json"))
        self.assertEqual(info["events"]["total"], 6)

    def test_directory_says_which_file_it_could_not_read(self):
        folder = os.path.join(self.folder.name, "ranks")
        os.mkdir(folder)
        whole = json.dumps({"schemaVersion": 1, "traceEvents": EVENTS})
        packed = gzip.compress(whole.encode())
        self.write(os.path.join("ranks", "a.json"), whole)
        for name, text in (("empty.json.gz", gzip.compress(b"")), ("cut.json.gz", packed[:14]),
                           ("damaged.json.gz", packed[:10] + b"\xff" * 40), ("head.json", whole[:30])):
            path = self.write(os.path.join("ranks", name), text)
            rows = {row["id"]: row for row in json.loads(run("info", folder, "--json").stdout)["health"]}
            self.assertNotIn("directory.file_skipped", rows, name)
            self.assertTrue(rows["directory.file_unreadable"]["path"].endswith(name))
            self.assertEqual(run("info", path).returncode, 2)
            os.remove(path)

    def test_large_first_event_opens(self):
        big = dict(EVENTS[0], args={"text": "x" * 300000})
        ordered = {"args": big.pop("args"), **big}
        for text in (json.dumps([ordered, EVENTS[1]]), json.dumps(ordered) + "\n" + json.dumps(EVENTS[1]),
                     json.dumps({"traceEvents": [ordered, EVENTS[1]]})):
            info = json.loads(run("info", self.write("big.json", text), "--json").stdout)
            self.assertEqual(info["events"]["total"], 2)

    def test_unfinished_kernel_enters_no_total(self):
        events = EVENTS[:2] + [{"ph": "B", "cat": "kernel", "name": "k", "pid": 0, "tid": 7, "ts": 1020,
                                "args": {"correlation": 3}}]
        stats = json.loads(run("stats", self.write("b.json", json.dumps(events)), "--json").stdout)
        self.assertEqual(stats["summary"]["busy_ns"], 0)
        self.assertEqual((stats["steps"][0]["busy_ns"], stats["steps"][0]["activities"]), (0, 0))
        self.assertEqual(stats["launches"]["activities"], 0)

    def test_a_path_alone_prints_its_statistics(self):
        result = run(self.trace)
        self.assertEqual(result.returncode, 0)
        self.assertIn("ProfilerStep#7", result.stdout.decode())

    def test_standard_input_and_gzip_are_read(self):
        with open(self.trace, "rb") as file:
            text = file.read()
        plain = json.loads(run("stats", self.trace, "--json").stdout)
        for data in (text, gzip.compress(text)):
            self.assertEqual(json.loads(run("stats", "-", "--json", stdin=data).stdout), plain)

    def test_zstd_is_read_and_its_damage_told(self):
        """In frames of raw blocks (RFC 8878, 3.1.1), of which a trace has as many as it has halves."""
        with open(self.trace, "rb") as file:
            text = file.read()
        halves = (text[:100], text[100:])
        frames = [b"\x28\xb5\x2f\xfd\x00\x58" + (len(half) << 3 | 1).to_bytes(3, "little") + half for half in halves]
        packed = b"".join(frames)
        plain = json.loads(run("stats", self.trace, "--json").stdout)
        self.assertEqual(json.loads(run("stats", self.write("x.json.zst", packed), "--json").stdout), plain)
        self.assertEqual(json.loads(run("stats", "-", "--json", stdin=packed).stdout), plain)
        self.assertEqual(run("check", self.write("x.json.zst", packed), "--strict").returncode, 0)
        for data, id, is_lost in ((packed + b"?", "zstd.trailing_data", False),
                                  (packed[:-1], "zstd.truncated", True),
                                  (frames[0] + frames[1][:8] + b"\xff" + frames[1][9:], "zstd.damaged", True)):
            path = self.write("x.json.zst", data)
            self.assertIn(f"\"{id}\"", run("check", path, "--json").stdout.decode())
            health = json.loads(run("info", path, "--json").stdout)["health"]
            self.assertEqual(id in [row["id"] for row in health], True, health)
            self.assertEqual(run("check", path, "--strict").returncode, 3 if is_lost else 0, id)

    def test_frame_that_claims_more_than_there_is_memory_is_refused(self):
        frame = b"\x28\xb5\x2f\xfd\xe0" + (1 << 60).to_bytes(8, "little") + b"\x01\x00\x00"
        self.check(run("info", self.write("x.json.zst", frame)), 2, "zstd -d --long=31")

    def test_damaged_gzip_keeps_what_is_before_the_damage(self):
        with open(self.trace, "rb") as file:
            text = file.read()
        whole = gzip.compress(text)
        for data, id, is_whole in ((whole[:-8] + b"\0\0\0\0" + whole[-4:], "gzip.damaged", True),
                                   (whole[:-4], "gzip.truncated", True),
                                   (whole[:len(whole) // 2], "gzip.truncated", False),
                                   (whole + b"\0" * 512, "gzip.trailing_data", True)):
            path = self.write("x.json.gz", data)
            self.assertIn(f"\"{id}\"", run("check", path, "--json").stdout.decode())
            info = json.loads(run("info", path, "--json").stdout)
            self.assertIn(id, [row["id"] for row in info["health"]])
            self.assertEqual(info["events"]["total"] == len(EVENTS), is_whole, id)

    def test_hostile_names_reach_no_terminal(self):
        hostile = self.write("x.json", json.dumps([{"ph": "X", "cat": "kernel", "name": "\x1b]0;owned\x07\u202eevil",
                                                    "pid": 0, "tid": 0, "ts": 0, "dur": 1}]))
        for arguments in (("stats",), ("info",), ("stats", "--md"), ("stats", "--json"),
                          ("stats", "--report", "kernels", "--csv")):
            output = run(*arguments, hostile).stdout
            self.assertNotIn(b"\x1b", output)
            self.assertNotIn(b"\x07", output)
            self.assertNotIn("\u202e".encode(), output)
        self.assertNotIn(b"\x1b", run("info", "/tmp/\x1b[31mx.json").stderr)

    def test_output_does_not_depend_on_the_locale(self):
        wanted = run("stats", SAMPLE, "--json").stdout
        self.assertGreater(len(wanted), 1000)
        for locale in ("es_ES.UTF-8", "id_ID.UTF-8", "C.UTF-8", "C"):
            self.assertEqual(run("stats", SAMPLE, "--json", locale=locale).stdout, wanted, locale)
        # Those locales must really be there, or this proves nothing.
        path = os.environ.get("LOCPATH", "/usr/lib/locale")
        self.assertTrue(os.path.isdir(os.path.join(path, "es_ES.UTF-8")), path)

    def test_truncated_file_opens_as_stopped(self):
        text = json.dumps({"traceEvents": EVENTS})
        info = json.loads(run("info", self.write("x.json", text[:len(text) - 40]), "--json").stdout)
        self.assertEqual(info["status"], "stopped")
        self.assertEqual(info["events"]["total"] + info["events"]["skipped"], 3)
        self.assertEqual([row["id"] for row in info["health"]], ["json.truncated"])

    def test_check_tells_the_gravest_first(self):
        never = dict(EVENTS[0], ts="soon")
        text = json.dumps({"traceEvents": [{}, *EVENTS, never, dict(never, dur=5)]})[:-2] + ",]}"
        path = self.write("lost.json", text)
        result = run("check", path)
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        lines = result.stdout.decode().splitlines()
        self.assertEqual(lines[:3], ["File", "  3 events read, 3 skipped", "Health"])
        self.assertEqual(lines[3], "  data_loss  event.time_invalid   2 of 6 events  first at byte "
                                   f"{text.index(json.dumps(never))} of the text")
        self.assertEqual(lines[4:8], [
            "             The time of events is missing, not a number or out of range. They were skipped, and no number",
            "             includes them.",
            "             Report this to the makers of the program that wrote the file.",
            "  info       json.event_empty     1 of 6 events  first at byte 17 of the text"])
        self.assertEqual(lines[9], "  info       json.trailing_comma        1 place  first at byte "
                                   f"{text.index(']')} of the text")
        self.assertEqual([line for line in lines if line != line.rstrip() or len(line) > 110], [])

        found = json.loads(run("check", path, "--json").stdout)
        self.assertEqual([row["severity"] for row in found["health"]], ["data_loss", "info", "info"])
        self.assertEqual(list(found["health"][0]), ["id", "severity", "count", "first_offset", "message", "path",
                                                    "out_of", "advice"])
        self.assertEqual((found["health"][0]["count"], found["health"][0]["out_of"]), (2, 6))
        self.assertTrue(found["data_loss"])
        self.assertEqual(json.loads(run("info", path, "--json").stdout)["health"], found["health"])

    def test_check_strict_judges_by_what_was_found(self):
        clean, lost = [*EVENTS], [*EVENTS, dict(EVENTS[0], ts="soon")]
        warned = [*EVENTS, dict(EVENTS[0], dur=-1)]
        for events, status in ((clean, 0), ([*EVENTS, {}], 0), (lost, 3), (warned, 6)):
            path = self.write("judged.json", json.dumps({"traceEvents": events}))
            self.assertEqual(run("check", path).returncode, 0)
            self.assertEqual(run("check", path, "--strict").returncode, status, events[-1])
        path = self.write("clean.json", json.dumps({"traceEvents": clean}))
        self.assertIn("  Every event of the file was read; nothing had to be repaired.\n", run("check", path).stdout.decode())

    def test_check_of_a_directory_says_where_and_obeys_no_name(self):
        folder = os.path.join(self.folder.name, "hostile")
        os.mkdir(folder)
        for name, events in (("a.json", EVENTS), ("b\x1b[31m\n.json", [*EVENTS, dict(EVENTS[0], ts="soon")])):
            self.write(os.path.join("hostile", name), json.dumps({"traceEvents": events}))
        os.symlink("/proc/self/mem", os.path.join(folder, "c.json"))  # reading it fails, even for root
        text = run("check", folder).stdout.decode()
        self.assertNotIn("\x1b", text)
        self.assertRegex(text, r"data_loss  directory\.file_unreadable +1 of 3 files  first in .*c\.json\n")
        self.assertRegex(text, r"data_loss  event\.time_invalid +1 of 7 events  first at byte \d+ of the text of "
                               r".*b.*\.json\n")
        self.assertEqual(run("check", folder, "--strict").returncode, 3)

    def test_directory_is_one_profile_of_ranks(self):
        info = json.loads(run("info", SAMPLE, "--json").stdout)
        self.assertEqual([rank["rank"] for rank in info["ranks"]], [0, 1])
        self.assertEqual([(d["rank"], d["device"]) for d in info["devices"]], [(0, 0), (1, 1)])
        self.assertIsNotNone(info["time_origin"]["epoch_ns"])
        step = json.loads(run("stats", SAMPLE, "--step", "107", "--rank", "1", "--json").stdout)
        self.assertEqual(len([s for s in step["steps"] if s["rank"] == 1]), 1)

    def test_closed_output_is_an_error(self):
        with open("/dev/full", "wb") as full:
            result = subprocess.run([PROGRAM, "stats", SAMPLE, "--json"], stdout=full, stderr=subprocess.PIPE,
                                    timeout=60, check=False)
        self.assertEqual(result.returncode, 5)
        self.assertIn(b"cannot write", result.stderr)


if __name__ == "__main__":
    unittest.main()
