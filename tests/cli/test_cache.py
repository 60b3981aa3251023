# SPDX-License-Identifier: Apache-2.0
"""--cache and --no-cache: what is kept, when it is used, and that nothing depends on it but the time."""

import concurrent.futures
import json
import os
import random
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = os.path.abspath(sys.argv.pop(1))
SAMPLE = os.path.join(os.environ["STEPSCOPE_SOURCE"], "resources", "sample")
N_PROCESSES = 8
N_OPENINGS = 50
N_KILLS = 25
ARGUMENTS = 38  # the section's id


def make_trace(n_kernels, name="k"):
    events = [{"ph": "X", "cat": "kernel", "name": f"{name}{i % 10}", "pid": 0, "tid": 7, "ts": 10 * i, "dur": 5,
               "args": {"device": 0, "stream": 7, "correlation": i + 1, "grid": [i, 1, 1]}} for i in range(n_kernels)]
    return json.dumps({"schemaVersion": 1, "traceEvents": events})


def flip(text, at):
    return text[:at] + bytes([text[at] ^ 1]) + text[at + 1:]


class Cache(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.environment = {**os.environ, "HOME": self.path("home"), "XDG_CACHE_HOME": self.path("cache")}
        os.mkdir(self.path("home"))
        self.trace = self.write("trace.json", make_trace(3))

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path(name)

    def start(self, *arguments, **options):
        return subprocess.run([PROGRAM, *arguments], capture_output=True, timeout=120, check=False,
                              env=self.environment, **options)

    def run_verb(self, *arguments, stderr=b"", **options):
        result = self.start(*arguments, **options)
        self.assertEqual(result.returncode, 0, result.stderr)
        if stderr:
            self.assertIn(stderr, result.stderr)
        else:
            self.assertEqual(result.stderr, b"")
        return result.stdout

    def stats(self, path, *options, **more):
        return self.run_verb("stats", path, "--json", *options, **more)

    def kernels(self, path, *options, **more):
        return json.loads(self.stats(path, *options, **more))["summary"]["kernel_count"]

    def kept(self, base=None):
        """The files of the cache; none may be a lock or a temporary one."""
        directory = os.path.join(base or self.path("cache"), "stepscope", "profiles")
        names = sorted(os.listdir(directory)) if os.path.isdir(directory) else []
        self.assertTrue(all(name.endswith(".stepscope") for name in names), names)
        return [os.path.join(directory, name) for name in names]

    def test_help_of_each_verb_tells(self):
        for verb in ("info", "stats", "check", "render"):
            text = self.run_verb(verb, "--help")
            self.assertIn(b"--cache ", text, verb)
            self.assertIn(b"--no-cache ", text, verb)

    def test_nothing_is_written_unless_it_is_asked_for(self):
        self.assertEqual(self.kernels(self.trace), 3)
        self.assertEqual(self.kernels(self.trace, "--no-cache"), 3)
        self.assertFalse(os.path.exists(self.path("cache")))

    def test_all_verbs_say_the_same_of_what_was_kept(self):
        for path in (self.trace, SAMPLE):
            for arguments in (["info", path, "--json"], ["stats", path, "--json"], ["stats", path], ["info", path],
                              ["render", path, "--view", "timeline", "-o", "-"]):
                first = self.run_verb(*arguments, "--no-cache")
                self.assertEqual(self.run_verb(*arguments, "--cache"), first)
                self.assertEqual(self.run_verb(*arguments), first)
                self.assertEqual(self.run_verb(*arguments, "--cache"), first)
        self.assertEqual(len(self.kept()), 2)
        self.assertEqual(os.stat(self.kept()[0]).st_mode & 0o7777, 0o600)

    def test_what_was_kept_is_used_in_place_of_the_source(self):
        """Another profile in its place is what is shown; --no-cache still shows the source."""
        other = self.write("other.json", make_trace(8))
        self.kernels(self.trace, "--cache")
        [mine] = self.kept()
        self.kernels(other, "--cache")
        [others] = [path for path in self.kept() if path != mine]
        shutil.copyfile(others, mine)
        self.assertEqual(self.kernels(self.trace), 8)
        self.assertEqual(self.kernels(self.trace, "--cache"), 8)
        self.assertEqual(self.kernels(self.trace, "--no-cache"), 3)
        self.assertEqual(self.kernels(self.trace, "--no-cache", "--cache"), 3)
        self.assertEqual(self.kernels(self.trace), 3)

    def test_source_that_changed_is_read(self):
        self.kernels(self.trace, "--cache")
        self.write("trace.json", make_trace(4))
        self.assertEqual(self.kernels(self.trace), 4)

        # As many bytes, the same file, the same time.
        before = os.stat(self.trace)
        self.kernels(self.trace, "--cache")
        with open(self.trace, "r+", encoding="utf-8") as file:
            text = file.read().replace('"dur": 5', '"dur": 7')
            file.seek(0)
            file.write(text)
        os.utime(self.trace, ns=(before.st_atime_ns, before.st_mtime_ns))
        self.assertEqual(json.loads(self.stats(self.trace))["summary"]["kernel_total_ns"], 4 * 7000)

    def test_directory_of_ranks(self):
        folder = self.path("ranks")
        os.mkdir(folder)
        for rank in range(3):
            self.write(f"ranks/rank{rank}.json", make_trace(3 + rank))
        first = self.stats(folder, "--no-cache")
        self.assertEqual(self.stats(folder, "--cache"), first)
        self.assertEqual(self.stats(folder), first)
        self.assertEqual(len(self.kept()), 1)
        os.remove(os.path.join(folder, "rank1.json"))
        self.assertEqual(self.kernels(folder), 3 + 5)

    def test_damaged_file_is_replaced(self):
        self.kernels(self.trace, "--cache")
        [kept] = self.kept()
        with open(kept, "rb") as file:
            whole = file.read()
        table_at, n_sections = struct.unpack_from("<QI", whole, 24)
        sections = [struct.unpack_from("<IIQQ", whole, table_at + 48 * i) for i in range(n_sections)]
        flips = [flip(whole, at) for at in [60, table_at] + [at for _, _, at, stored in sections if stored]]
        for damaged in [b"", b"text", whole[:100], whole[:-1], bytes(len(whole)), *flips]:
            for options in ((), ("--cache",)):
                with open(kept, "wb") as file:
                    file.write(damaged)
                self.assertEqual(self.kernels(self.trace, *options), 3, damaged[:10])
                self.assertEqual(self.kept(), [kept] if options else [], damaged[:10])

    def test_damage_is_never_converted(self):
        """Of a section that is larger than what opening verifies: what is written would pass for whole."""
        source = self.write("large.json", make_trace(3, "k" * 1_200_000))
        native = self.path("large.stepscope")
        self.run_verb("convert", source, "-o", native)
        self.run_verb("info", source, "--cache")
        [kept] = self.kept()
        for path in (native, kept):
            with open(path, "rb") as file:
                text = file.read()
            at = text.index(b"k" * 1000) + 500
            with open(path, "wb") as file:
                file.write(flip(text, at))
        forms = ((), ("--archive",), ("--to", "sqlite"))
        for form in forms:
            out = self.path("out")
            result = self.start("convert", native, "-o", out, *form)
            self.assertEqual(result.returncode, 2, form)
            self.assertIn(b'section "string.bytes" is damaged; nothing was written', result.stderr)
            self.assertFalse(os.path.exists(out), form)
        for form in forms[:2]:
            self.run_verb("convert", source, "-o", out, *form)
            self.assertEqual(self.start("check", out, "--strict").returncode, 0, form)

    def test_figures_of_a_damaged_file_do_not_go_out_without_a_word(self):
        source = self.write("large.json", make_trace(3, "k" * 1_200_000))
        self.run_verb("info", source, "--cache")
        [kept] = self.kept()
        with open(kept, "rb") as file:
            text = file.read()
        for verb in (("stats",), ("info", "--json"), ("query", "select count(*) from slice")):
            self.assertEqual(self.start(verb[0], source, *verb[1:]).stderr, b"", verb)
        with open(kept, "wb") as file:
            file.write(flip(text, text.index(b"k" * 1000) + 500))
        for verb in (("stats",), ("info", "--json"), ("query", "select count(*) from slice")):
            result = self.start(verb[0], source, *verb[1:])
            self.assertEqual(result.returncode, 0, verb)
            self.assertIn(b'section "string.bytes" is damaged; figures', result.stderr, verb)
        self.assertEqual(self.start("stats", source, "--no-cache").stderr, b"")

    def test_verbs_verify_the_sections_that_they_use(self):
        """A section of a megabyte and more is not looked at when the file is opened (trace/file/FORMAT.md, Table)."""
        native = self.path("large.stepscope")
        make_profile = os.path.join(os.environ["STEPSCOPE_BUILD"], "tests", "gen", "make_profile")
        subprocess.run([make_profile, "--events", "100000", "-o", native], check=True, capture_output=True)
        with open(native, "rb") as file:
            text = file.read()
        table, n = struct.unpack_from("<QI", text, 24)
        sections = {entry[0]: entry for entry in struct.iter_unpack("<IIQQQQQ", text[table:table + 48 * n])}
        _, _, at, n_bytes, *_ = sections[ARGUMENTS]
        self.assertGreater(n_bytes, 1 << 20)
        for verb in (("stats",), ("query", "select count(*) from arg")):
            self.assertEqual(self.start(verb[0], native, *verb[1:]).stderr, b"", verb)
        with open(native, "wb") as file:
            file.write(flip(text, at + n_bytes // 2))
        for verb in (("info",), ("info", "--json"), ("query", "select count(*) from track"),
                     ("query", "select count(*) from step"), ("query", "select count(*) from health"),
                     ("query", "select count(*) from slice")):
            self.assertEqual(self.start(verb[0], native, *verb[1:]).stderr, b"", verb)
        for verb in (("query", "select count(*) from arg"), ("query", "select count(*) from kernel"), ("stats",)):
            self.assertIn(b'section "arguments" is damaged; figures', self.start(verb[0], native, *verb[1:]).stderr, verb)
        self.assertEqual(self.start("check", native, "--strict").returncode, 3)

    def test_relative_variable_is_ignored(self):
        self.environment["XDG_CACHE_HOME"] = "cache"
        self.kernels(self.trace, "--cache", cwd=self.folder)
        self.assertEqual(self.kept(), [])
        self.assertEqual(len(self.kept(self.path("home", ".cache"))), 1)

    def test_cache_that_cannot_be_used_is_told_where_it_was_asked_for(self):
        os.makedirs(self.path("cache", "stepscope"))
        os.symlink(self.path("home"), self.path("cache", "stepscope", "profiles"))
        self.assertEqual(self.kernels(self.trace), 3)
        self.assertEqual(self.kernels(self.trace, "--no-cache"), 3)
        self.assertEqual(self.kernels(self.trace, "--cache", stderr=b"symbolic link"), 3)
        self.assertEqual(os.listdir(self.path("home")), [])

    def test_file_in_the_way_ends_in_a_message(self):
        self.kernels(self.trace, "--cache")
        [kept] = self.kept()
        os.remove(kept)
        os.mkdir(kept)
        self.assertEqual(self.kernels(self.trace), 3)
        self.assertEqual(self.kernels(self.trace, "--cache", stderr=b"cannot be written"), 3)

    def test_pipes_and_native_files_pass_it_by(self):
        with open(self.trace, "rb") as file:
            self.assertEqual(self.kernels("-", "--cache", input=file.read()), 3)
        self.assertEqual(self.kept(), [])
        self.kernels(self.trace, "--cache")
        native = shutil.copyfile(self.kept()[0], self.path("copy.stepscope"))
        self.assertEqual(self.kernels(native, "--cache"), 3)
        self.assertEqual(len(self.kept()), 1)

    def test_file_that_is_being_written_is_not_kept(self):
        text = make_trace(3)
        path = self.write("trace.json.tmp", text[:-2] + ",")
        self.assertEqual(self.kernels(path, "--cache", stderr=b"still being written"), 3)
        self.assertEqual(self.kept(), [])
        os.utime(path, (1000, 1000))
        self.assertEqual(self.kernels(path, "--cache"), 3)
        self.assertEqual(len(self.kept()), 1)

    def test_errors_keep_nothing(self):
        self.assertEqual(self.start("info", self.write("x.json", "text"), "--cache").returncode, 2)
        self.assertEqual(self.start("info", self.path("none.json"), "--cache").returncode, 2)
        self.assertEqual(self.kept(), [])

    def test_full_disk_is_told_and_harmless(self):
        large = self.write("large.json", make_trace(30000))
        os.mkdir(self.path("cache"))
        script = 'mount -t tmpfs -o size=1m none "$1" && shift && "$@"; status=$?; ls "$XDG_CACHE_HOME"/*/* >&2; exit $status'
        if subprocess.run(["unshare", "-m", "true"], capture_output=True, check=False).returncode:
            self.skipTest("mounting is not permitted")
        result = subprocess.run(["unshare", "-m", "sh", "-c", script, "sh", self.path("cache"), PROGRAM, "stats", large,
                                 "--json", "--cache"], capture_output=True, timeout=120, check=False,
                                env=self.environment)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(json.loads(result.stdout)["summary"]["kernel_count"], 30000)
        [message] = result.stderr.decode().splitlines()
        self.assertTrue("MB are free" in message or "No space left" in message, message)

    def test_eight_processes_open_it_fifty_times(self):
        expected = self.run_verb("info", self.trace, "--json")

        def open_often(_):
            for _ in range(N_OPENINGS):
                self.assertEqual(self.run_verb("info", self.trace, "--json", "--cache"), expected)

        with concurrent.futures.ThreadPoolExecutor(N_PROCESSES) as pool:
            list(pool.map(open_often, range(N_PROCESSES)))
        self.assertEqual(len(self.kept()), 1)

    def test_killed_at_any_moment_it_leaves_nothing_broken(self):
        large = self.write("large.json", make_trace(20000))
        expected = self.stats(large)
        begin = time.monotonic()
        self.stats(large, "--cache")
        duration = time.monotonic() - begin
        chance = random.Random(1)
        for _ in range(N_KILLS):
            for path in self.kept():
                os.remove(path)
            with subprocess.Popen([PROGRAM, "stats", large, "--json", "--cache"], stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL, env=self.environment) as process:
                time.sleep(chance.uniform(0, duration))
                process.send_signal(signal.SIGKILL)
            self.assertEqual(self.stats(large), expected)
            self.assertLessEqual(len(self.kept()), 1)


unittest.main()
