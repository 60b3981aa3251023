# SPDX-License-Identifier: Apache-2.0
""""-": every verb reads any form from the standard input, and convert writes any to the standard output."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.path.abspath(sys.argv.pop(1))
SAMPLE = os.path.join(os.environ["STEPSCOPE_SOURCE"], "resources", "sample")
RANK = os.path.join(SAMPLE, sorted(name for name in os.listdir(SAMPLE) if ".json" in name)[0])
QUERY = ("query", "-", "select count(*), sum(dur_ns), (select count(*) from arg) from slice", "--json")
FORMS = {"native": (), "archive": ("--archive",), "sqlite": ("--to", "sqlite")}


def run(*arguments, **options):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, timeout=120, check=False, **options)


class Streams(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.before = set(os.listdir(tempfile.gettempdir()))

    def written(self, form):
        with open(RANK, "rb") as file:
            result = run("convert", "-", "-o", "-", *FORMS[form], stdin=file)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn(b"events", result.stderr)
        self.assertIn(b"%", result.stderr)
        return result.stdout

    def save(self, name, data):
        path = os.path.join(self.folder, name)
        with open(path, "wb") as file:
            file.write(data)
        return path

    def assert_nothing_is_left(self):
        left = {name for name in os.listdir(tempfile.gettempdir()) if name.startswith(".stepscope")}
        self.assertEqual(left - self.before, set())

    def test_pipes_and_files_of_every_form_say_the_same(self):
        with open(RANK, "rb") as file:
            forms = {"source": file.read(), "native": self.written("native"), "archive": self.written("archive")}
        commands = (QUERY, ("stats", "-", "--json"))
        wanted = [run(*command, input=forms["source"]).stdout for command in commands]
        for form, data in forms.items():
            path = self.save(form, data)
            for command, want in zip(commands, wanted):
                piped = run(*command, input=data)
                self.assertEqual((piped.returncode, piped.stdout), (0, want), (form, piped.stderr))
                with open(path, "rb") as file:
                    self.assertEqual(run(*command, stdin=file).stdout, want, form)
        self.assert_nothing_is_left()

    def check(self, data):
        """Of a file and of a pipe."""
        with open(self.save("checked", data), "rb") as file:
            return (run("check", "-", "--json", "--strict", stdin=file),
                    run("check", "-", "--json", "--strict", input=data))

    def test_check_tells_native_streams_and_names_damaged_sections(self):
        data = self.written("native")
        for result in self.check(data):
            self.assertTrue(json.loads(result.stdout)["native"])
        middle = len(data) // 2
        for result in self.check(data[:middle] + bytes([data[middle] ^ 0xff]) + data[middle + 1:]):
            self.assertEqual(result.returncode, 2)
            self.assertRegex(result.stderr, b'section "[a-z.]+" is damaged')

    def test_cut_streams_are_refused(self):
        data = self.written("native")
        for n in (0, 4, 8, 40, len(data) // 2, len(data) - 1):
            result = run("info", "-", input=data[:n])
            self.assertEqual(result.returncode, 2, n)
            self.assertNotEqual(result.stderr, b"")

    def test_a_database_comes_out_whole(self):
        database = sqlite3.connect(self.save("db", self.written("sqlite")))
        self.addCleanup(database.close)
        [wanted] = json.loads(run("query", RANK, QUERY[2], "--json").stdout)["rows"]
        self.assertEqual(list(database.execute(QUERY[2]).fetchone()), wanted)

    def test_reader_that_goes_away_and_full_disk_end_in_a_message(self):
        process = subprocess.Popen([PROGRAM, "convert", SAMPLE, "-o", "-"], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        process.stdout.close()
        errors = process.stderr.read()
        process.stderr.close()
        self.assertEqual(process.wait(), 2, errors)
        self.assertIn(b"could not be written", errors)
        with open("/dev/full", "wb") as full:
            result = subprocess.run([PROGRAM, "convert", SAMPLE, "-o", "-"], stdout=full, stderr=subprocess.PIPE,
                                    timeout=120, check=False)
        self.assertEqual(result.returncode, 5, result.stderr)
        self.assert_nothing_is_left()

    def test_out_is_never_what_is_read(self):
        path = self.save("native", self.written("native"))
        with open(path, "rb") as file:
            self.assertEqual(run("convert", "-", "-o", path, "--archive", stdin=file).returncode, 1)
        self.assertEqual(run("convert", path, "-o", "").returncode, 1)

    def test_interrupt_while_a_native_file_comes_in_exits_4(self):
        process = subprocess.Popen([PROGRAM, "stats", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        process.stdin.write(self.written("native")[:1000])
        process.stdin.flush()
        try:
            process.wait(timeout=0.5)
        except subprocess.TimeoutExpired:
            pass
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=20), 4)
        for stream in (process.stdin, process.stdout, process.stderr):
            stream.close()


unittest.main(verbosity=2)
