# SPDX-License-Identifier: Apache-2.0
"""Reports as one file: the figures of `stats`, whatever names a trace has, in every form."""

import getpass
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

import html_check

PROGRAM = sys.argv.pop(1)
SAMPLE = os.path.join(os.environ["STEPSCOPE_SOURCE"], "resources", "sample")
MAX_BYTES = 3_000_000

# Markup, a script, an end of a comment, quotes, back ticks, bars, a right-to-left override, control characters, no UTF-8
# (as JSON can say it), a name of a megabyte.
HOSTILE = ["<script>alert(1)</script>", "</td></tr></table><img src=x onerror=alert(1)>", "<!-- --><b>", "]]></style>",
           "\"'><svg onload=alert(1)>", "`back`tick | bar \\| [link](http://x) *a* _b_", "&amp;&#60;b&#62;",
           "evil\u202egnp.exe\u2066\u200f", "bell\u0007\u001b[31mred\u0000\u0085", "line\nbreak\r\ttab", "\ud800 lone", "",
           "x" * 1_000_000, "<b>" * 400_000, "=cmd|'/C calc'!A0", "{{7*7}} ${7*7} %s%n", "javascript:alert(1)"]


def run(*arguments, locale=None, verb="report"):
    environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    if locale:
        environment.update(LC_ALL=locale, LANG=locale)
    return subprocess.run([PROGRAM, verb, *arguments], capture_output=True, timeout=120, env=environment, check=False)


def json_of(*arguments):
    result = subprocess.run([PROGRAM, *arguments, "--json"], capture_output=True, timeout=120, check=True)
    return json.loads(result.stdout)


def x_event(category, name, start, length, pid, tid, **args):
    return {"ph": "X", "cat": category, "name": name, "pid": pid, "tid": tid, "ts": start, "dur": length, "args": args}


def make_events(names, steps=3):
    """A run in which every name is that of a kernel, an operator, an annotation and a call."""
    events, now, correlation = [], 0, 0
    for step in range(steps):
        begin = now
        for name in names:
            correlation += 1
            events += [x_event("cpu_op", name, now, 40, 1, 1), x_event("user_annotation", "n" + name, now + 1, 30, 1, 1),
                       x_event("cuda_runtime", "cudaLaunchKernel", now + 2, 5, 1, 1, correlation=correlation),
                       x_event("kernel", name, now + 10, 35, 0, 7, correlation=correlation, device=0, stream=7)]
            now += 50
        events.append(x_event("user_annotation", f"ProfilerStep#{step}", begin, now - begin, 1, 1))
    return events


class Report(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def trace(self, name, events):
        with open(self.path(name), "w", encoding="utf-8") as file:
            json.dump({"schemaVersion": 1, "traceEvents": events}, file)
        return self.path(name)

    def write(self, name, *arguments, **options):
        """Writes a report and returns its bytes."""
        result = run(*arguments, "-o", self.path(name), **options)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, b"", b""))
        with open(self.path(name), "rb") as file:
            data = file.read()
        self.assertLess(len(data), MAX_BYTES)
        return data

    def page(self, *arguments, **options):
        return html_check.Page(self.write("report.html", *arguments, **options).decode())


class Figures(Report):
    def check_rows(self, rows, records, keys, title):
        self.assertGreater(len(rows), 0, title)
        for row, record in zip(rows, records):
            for key in keys:
                head = (key[:-3] if key.endswith("_ns") else key).replace("_", " ")
                if record[key] is None:
                    self.assertEqual(row[head]["text"], "n/a")
                elif not isinstance(record[key], str):
                    self.assertEqual(float(row[head]["exact"]), record[key], (title, key))

    def test_tables_are_those_of_stats(self):
        page = self.page(SAMPLE)
        stats = json_of("stats", SAMPLE)
        facts = page.facts("Summary")
        for key, value in stats["summary"].items():
            head = (key[:-3] if key.endswith("_ns") else key).replace("_", " ")
            self.assertEqual(float(facts[head]["exact"]), value, key)
        self.check_rows(page.table("Kernels"), stats["kernels"],
                        ("count", "total_ns", "percent_of_kernel_time", "mean_ns", "median_ns", "p95_ns", "max_ns"), "kernels")
        slowest = sorted(stats["steps"], key=lambda step: -step["wall_ns"])
        self.check_rows(page.table("The slowest steps"), [{"wall_ns": step["wall_ns"]} for step in slowest], ("wall_ns",), "steps")
        times = page.facts("Times of all steps")
        whole = sorted(step["wall_ns"] for step in stats["steps"] if not step["truncated"])
        self.assertEqual(int(times["steps"]["exact"]), len(whole))
        self.assertEqual((int(times["min"]["exact"]), int(times["max"]["exact"])), (whole[0], whole[-1]))
        self.assertEqual(float(times["median"]["exact"]), stats["summary"]["step_wall_median_ns"])
        idle = json_of("stats", SAMPLE, "--report", "idle")["idle"]
        for cause in idle["classes"]:
            rows = [row for row in page.table("Idle by cause") if row["class"]["text"] == cause["class"]]
            self.assertEqual(sum(int(row["total"]["exact"]) for row in rows), cause["total_ns"])
        for report, title, keys in (
                ("idle_gaps", "Longest idle gaps", ("begin_ns", "dur_ns")),
                ("breakdown", "Step time breakdown", ("wall_ns", "kernel_ns", "dataloader_ns", "operator_ns")),
                ("operators", "Operators", ("count", "total_ns", "self_ns", "p95_ns")),
                ("precision", "Kernel precision distribution (share of kernel time; memcpy and memset left out)",
                 ("count", "total_ns", "percent_of_kernel_time")),
                ("overlap", "Communication and computation", ("compute_ns", "communication_ns", "overlap_ns")),
                ("critical_path", "Critical path", ("count", "total_ns", "percent_of_path")),
                ("rank_steps", "Ranks and steps", ("step_time_ns", "idle_ns"))):
            records = json_of("stats", SAMPLE, "--report", report)[report]
            self.check_rows(page.table(title), records, keys, report)

    def test_findings_are_those_of_check(self):
        page = self.page(SAMPLE)
        found = json_of("check", "--findings", SAMPLE)
        text = " ".join("".join(page.texts).split())
        self.assertEqual([heading for heading in page.headings if heading[0] == 2][1], (2, "Findings"))
        for number, finding in enumerate(found["findings"][:12]):
            self.assertIn(" ".join(finding["sentence"].replace("`", "").split()), text)
            self.assertIn(finding["advice"][0], text)
            self.assertIn(finding["severity"], page.headings[3 + number][1])
        rules = {row["rule"]["text"]: row for row in page.table("All rules")}
        self.assertEqual(len(rules), len(found["rules"]))
        for rule in found["rules"]:
            self.assertEqual(rules[rule["title"]]["state"]["text"], rule["state"].replace("_", " "))

    def test_markdown_has_the_same_rows(self):
        markdown = self.write("report.md", SAMPLE).decode()
        table = run(SAMPLE, "--md", "--report", "kernels", verb="stats").stdout.decode()
        first = [cell.strip() for cell in table.splitlines()[4].split("|")][1:5]
        self.assertIn(f"| {first[0]} | {first[1]} | {first[2]} |", markdown)

    def test_window_step_and_steps(self):
        for options in (("--window", "1ms..50ms"), ("--step", "101"), ("--step", "101", "--rank", "0")):
            page = self.page(SAMPLE, *options)
            stats = json_of("stats", SAMPLE, *options)
            self.assertEqual(int(page.facts("Summary")["busy"]["exact"]), stats["summary"]["busy_ns"])
            self.assertEqual(int(page.facts("The profile")["window begin"]["exact"]), stats["window_ns"]["begin"])
        page = self.page(SAMPLE, "--steps", "no such step")
        self.assertEqual(int(page.facts("Summary")["steps"]["exact"]), 0)

    def test_what_stats_notes_is_noted(self):
        trace = self.trace("plain.json", make_events(["gemm", "softmax"]))
        noted = run(trace, "--report", "critical_path", verb="stats").stderr.decode()
        self.assertIn("no records of synchronisations", noted)
        self.assertIn("no records of synchronisations", "".join(self.page(trace).texts))

    def test_rules_change_findings(self):
        with open(self.path("rules"), "w", encoding="utf-8") as file:
            file.write("[launch_bound]\nenabled=false\n")
        page = self.page(SAMPLE, "--rules", self.path("rules"))
        states = {row["rule"]["text"]: row["state"]["text"] for row in page.table("All rules")}
        self.assertEqual(states["Launch-bound steps"], "off")
        told = "1 rule differs from the built-in one: Launch-bound steps (off)."
        self.assertIn(told, page.texts)
        with open(self.path("rules"), "a", encoding="utf-8") as file:
            file.write("[data_loader]\nshare_percent=99\n")
        self.assertIn("2 rules differ from the built-in ones: Launch-bound steps (off), Waiting for data.",
                      self.page(SAMPLE, "--rules", self.path("rules")).texts)
        self.assertNotIn("from the built-in", "".join(self.page(SAMPLE).texts))

    def test_numbers_keep_their_units(self):
        """On one line where a browser breaks lines; not where a program reads."""
        told = "".join(self.page(SAMPLE).texts)
        sentences = [finding["sentence"] for finding in json_of("check", "--findings", SAMPLE)["findings"]]
        pieces = [piece for sentence in sentences for piece in sentence.split("`")[::2]]
        self.assertTrue(any(re.search(" ms| %", piece) for piece in pieces))
        for piece in pieces:
            self.assertIn(re.sub("(?<=[0-9]) (?=(ns|µs|ms|s|%)([ .,;:)]|$))", "\u00a0", piece), told)
        self.assertNotRegex(self.write("plain.md", SAMPLE).decode(), "[0-9]\u00a0")

    def test_comparison(self):
        other = self.trace("other.json", make_events(["gemm", "softmax"], 8))
        base = self.trace("base.json", make_events(["gemm", "softmax", "extra"], 8))
        page = self.page(base, other)
        compared = json_of("compare", base, other)
        self.assertEqual(page.headings[0], (1, "Comparison of base.json with other.json"))
        rows = {row["name"]["text"]: row for row in page.table("Kernels, per step and GPU")}
        for kernel in compared["kernels"]:
            name = kernel["names"][0] or kernel["names"][1]
            if kernel["differences_ns"][1] != 0:
                self.assertAlmostEqual(float(rows[name]["change"]["exact"]), kernel["differences_ns"][1], delta=1)
        self.assertGreater(page.pictures, 0)
        self.assertNotIn(self.folder.name, page.text_of_page)

    def test_parts_of_one_profile_are_compared(self):
        page = self.page(SAMPLE, "--rank", "0", "--rank", "1")
        self.assertTrue(page.headings[0][1].startswith("Comparison of "))

    def test_job_of_summaries(self):
        summaries = []
        for rank in range(2):
            summaries.append(self.path(f"{rank}.summary"))
            result = run(os.path.join(SAMPLE, f"rank{rank}.pt.trace.json.gz"), "-o", summaries[-1], verb="summarize")
            self.assertEqual(result.returncode, 0, result.stderr)
        job = self.path("job.stepscope")
        self.assertEqual(run(*summaries, "-o", job, verb="merge").returncode, 0)
        page = self.page(job)
        stats = json_of("stats", job)
        self.assertEqual(int(page.facts("Summary")["busy"]["exact"]), stats["summary"]["busy_ns"])
        self.assertEqual(page.facts("The profile")["format"]["text"], "job")
        self.write("job.pdf", job)


class Forms(Report):
    def test_html_is_one_page_that_needs_nothing(self):
        page = self.page(SAMPLE)
        self.assertEqual(page.language, "en")
        self.assertGreater(page.pictures, 10)
        levels = [level for level, _ in page.headings]
        self.assertEqual(levels[0], 1)
        self.assertTrue(all(b - a <= 1 for a, b in zip(levels, levels[1:])), levels)
        self.assertIn("prefers-color-scheme:dark", page.style)
        self.assertIn("@page{size:A4", page.style)

    def test_same_bytes_again_and_in_another_locale(self):
        for ending in ("html", "pdf", "md"):
            first = self.write("a." + ending, SAMPLE)
            self.assertEqual(first, self.write("b." + ending, SAMPLE), ending)
            self.assertEqual(first, self.write("c." + ending, SAMPLE, locale="es_ES.UTF-8"), ending)

    def test_pdf(self):
        data = self.write("report.pdf", SAMPLE)
        self.assertTrue(data.startswith(b"%PDF-1."))
        self.assertIn(b"/CreationDate (20000101000000Z", data.replace(b"(D:", b"("))
        for secret in (getpass.getuser(), socket.gethostname(), self.folder.name):
            self.assertNotIn(b"(" + secret.encode(), data)

    def test_no_path_of_who_made_it(self):
        for ending in ("html", "md"):
            self.assertNotIn(os.path.dirname(SAMPLE), self.write("report." + ending, SAMPLE).decode())

    def test_standard_output_is_markdown(self):
        result = run(SAMPLE, "-o", "-")
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        self.assertTrue(result.stdout.startswith(b"# Training profile "))
        self.assertEqual(result.stdout, self.write("report.md", SAMPLE))


class Hostile(Report):
    def check_texts(self, data):
        self.assertNotRegex(data, "[\x00-\x08\x0b-\x1f\x7f-\x9f]")
        self.assertNotRegex(data, "[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]")

    def test_names_stay_text(self):
        events = make_events(HOSTILE)
        events += [{"ph": "M", "name": "process_name", "pid": 1, "args": {"name": HOSTILE[0]}},
                   {"ph": "M", "name": "thread_name", "pid": 1, "tid": 1, "args": {"name": HOSTILE[1]}}]
        path = self.trace("<b>x`y|z&.json", events)
        page = self.page(path)
        self.assertIn("Training profile <b>x`y|z&.json", page.headings[0][1])
        # Text, as it is in the file.
        names = [row["name"]["text"] for row in page.table("Operators")]
        self.assertIn("<script>alert(1)</script>", names)
        self.assertTrue(all(len(name) <= 120 for name in names))
        self.assertTrue(any("…" in name for name in names))
        markdown = self.write("report.md", path).decode()
        self.check_texts(markdown)
        outside = re.sub(r"`[^`\n]*`", "", markdown)
        self.assertNotRegex(outside, r"(?<!\\)<")
        columns = [len(re.findall(r"(?<!\\)\|", line)) for line in markdown.splitlines() if line.startswith("| ")]
        self.assertTrue(columns)
        for table in re.findall(r"(?:^\| .*\n)+", markdown, re.M):
            self.assertEqual(len({len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}), 1, table[:300])
        self.write("report.pdf", path)

    def test_comparison_of_hostile_names(self):
        base, other = (self.trace(f"<{side}>.json", make_events(HOSTILE + [side], 4)) for side in "ab")
        self.page(base, other)
        self.check_texts(self.write("report.md", base, other).decode())
        self.write("report.pdf", base, other)

    def test_many_of_everything_stay_small(self):
        numbers = random.Random(3)
        names = [f"kernel_{i}_" + "".join(numbers.choices("abcdefgh<>&\"_", k=200)) for i in range(4000)]
        page = self.page(self.trace("large.json", make_events(names, 2)))
        self.assertLessEqual(len(page.table("Kernels")), 25)
        self.assertIn("25 of 4,000 rows are shown", "".join(page.texts))

    def test_damaged_and_empty(self):
        path = self.trace("empty.json", [])
        self.assertEqual([title for level, title in self.page(path).headings if level == 2][:2], ["What was loaded", "Findings"])
        with open(self.path("cut.json"), "w", encoding="utf-8") as file:
            file.write(json.dumps({"traceEvents": make_events(["gemm"])})[:-40])
        page = self.page(self.path("cut.json"))
        self.assertIn("Data of the file is missing", "".join(page.texts))


class Refused(Report):
    def refused(self, status, message, *arguments):
        result = run(*arguments)
        self.assertEqual(result.returncode, status, result.stderr)
        self.assertIn(message, result.stderr.decode())
        self.assertEqual(result.stdout, b"")

    def test_usage(self):
        self.refused(1, "report needs a PATH")
        self.refused(1, "report needs -o OUT", SAMPLE)
        self.refused(1, "does not tell what to write: a report ends in .md, .html or .pdf", SAMPLE, "-o", self.path("a.doc"))
        self.refused(1, "--window needs A..B", SAMPLE, "-o", self.path("a.md"), "--window", "soon")
        self.refused(1, "only one of --window and --step", SAMPLE, "-o", self.path("a.md"), "--window", "0..1", "--step", "1")
        self.refused(1, "one PATH", SAMPLE, SAMPLE, "--with", SAMPLE, "-o", self.path("a.md"))
        self.refused(1, "no_such_rule", SAMPLE, "-o", self.path("a.md"), "--rules", self.rules("[no_such_rule]\nx=1\n"))
        self.assertEqual(os.listdir(self.folder.name), ["rules"])

    def rules(self, text):
        with open(self.path("rules"), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path("rules")

    def test_no_folder_and_no_file(self):
        self.refused(2, "cannot be opened", SAMPLE, "-o", self.path("none/a.html"))
        self.refused(2, "is a folder", SAMPLE, "-o", self.make_folder("a.pdf"))
        self.refused(2, "none.json", self.path("none.json"), "-o", self.path("a.html"))
        self.assertFalse(os.path.exists(self.path("a.html")))

    def make_folder(self, name):
        os.mkdir(self.path(name))
        return self.path(name)

    def test_cancelled(self):
        path = self.trace("long.json", make_events([f"kernel_{i}" for i in range(2000)], 20))
        with subprocess.Popen([PROGRAM, "report", path, "-o", self.path("a.pdf")], stderr=subprocess.PIPE) as process:
            time.sleep(0.3)
            process.send_signal(signal.SIGINT)
            complaint = process.stderr.read().decode()
        # It may have been faster.
        self.assertIn((process.returncode, os.path.exists(self.path("a.pdf"))), ((4, False), (0, True)), complaint)
        self.assertEqual([name for name in os.listdir(self.folder.name) if name.startswith(".")], [])

    def test_a_failure_leaves_the_old_report(self):
        with open(self.path("a.html"), "w", encoding="utf-8") as file:
            file.write("old")
        self.refused(2, "none.json", self.path("none.json"), "-o", self.path("a.html"))
        with open(self.path("a.html"), encoding="utf-8") as file:
            self.assertEqual(file.read(), "old")

    def test_help(self):
        result = run("--help")
        self.assertEqual(result.returncode, 0)
        for option in ("--output", "--window", "--step", "--rank", "--steps", "--rules", ".html", ".pdf"):
            self.assertIn(option, result.stdout.decode())


if __name__ == "__main__":
    unittest.main()
