# SPDX-License-Identifier: Apache-2.0
"""Writing a native file when the disk is full, the disk is broken, or the process dies.

Whatever happens: the file that was there before is there still, or there is none; nothing else is left in its folder
or in the cache; a program that lives says in a sentence what happened, and exits with 5 when it ran out of something.

test_faults.py PROGRAM SHIM MAKE_TRACE [--kills N]
"""

import hashlib
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM, SHIM, MAKE_TRACE = sys.argv[1:4]
KILLS = int(sys.argv[5]) if sys.argv[4:5] == ["--kills"] else 200
del sys.argv[1:]

SECONDS = 120


def digest(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() if hasattr(hashlib, "file_digest") else hashlib.sha256(
            file.read()).hexdigest()


def make_trace(path, events, seed=1):
    subprocess.run([MAKE_TRACE, "--events", str(events), "--seed", str(seed), "--stacks", "-o", path], check=True,
                   stderr=subprocess.DEVNULL)


class Faults(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.small = os.path.join(cls.folder.name, "small.json")
        cls.large = os.path.join(cls.folder.name, "large.json")
        make_trace(cls.small, 6000)
        make_trace(cls.large, 60000, seed=2)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def setUp(self):
        self.folder = tempfile.mkdtemp(dir=type(self).folder.name)
        self.cache = os.path.join(self.folder, "cache")
        self.outputs = os.path.join(self.folder, "outputs")
        os.mkdir(self.cache)
        os.mkdir(self.outputs)
        self.out = os.path.join(self.outputs, "out.stepscope")

    def environment(self, **variables):
        result = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
        return dict(result, XDG_CACHE_HOME=self.cache, **variables)

    def command(self, source, *options, out=None):
        return [PROGRAM, "convert", source, "-o", out or self.out, *options]

    def convert(self, source, *options, out=None, limit=None, **variables):
        return subprocess.run(self.command(source, *options, out=out), env=self.environment(**variables),
                              capture_output=True, timeout=SECONDS, preexec_fn=limit, check=False)

    def with_shim(self, source, *options, **variables):
        # A sanitizer wants to be loaded first; the order does not matter to this library.
        asan = os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"
        return self.convert(source, *options, LD_PRELOAD=SHIM, ASAN_OPTIONS=asan, **variables)

    def assert_nothing_left(self, names=(), outputs=None):
        self.assertEqual(sorted(os.listdir(outputs or self.outputs)), sorted(names))
        left = [os.path.join(folder, name) for folder, _, files in os.walk(self.cache) for name in files]
        self.assertEqual([path for path in left if os.path.getsize(path) > 0], [])

    def assert_failed(self, result, statuses, what):
        self.assertIn(result.returncode, statuses, (what, result.stderr))
        lines = result.stderr.decode().splitlines()
        self.assertEqual(len(lines), 1, (what, lines))
        self.assertTrue(lines[0].rstrip().endswith((".", ")")), (what, lines))
        self.assertEqual(result.stdout, b"", what)

    def assert_whole(self, path, source):
        """path is a whole native file of that source."""
        check = subprocess.run([PROGRAM, "check", path, "--strict"], env=self.environment(), capture_output=True,
                               timeout=SECONDS, check=False)
        self.assertEqual(check.returncode, 0, check.stdout + check.stderr)
        stats = [subprocess.run([PROGRAM, "stats", name, "--json"], env=self.environment(), capture_output=True,
                                timeout=SECONDS, check=True).stdout for name in (path, source)]
        self.assertEqual(*stats)

    def test_a_full_disk_is_a_message_and_leaves_nothing(self):
        mount = os.path.join(self.folder, "full")
        os.mkdir(mount)
        if os.geteuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "stepscope-test", mount],
                                               capture_output=True, check=False).returncode != 0:
            self.skipTest("no file system can be mounted here")
        self.addCleanup(subprocess.run, ["umount", mount], check=True)
        out = os.path.join(mount, "out.stepscope")
        for options in ([], ["--archive"]):
            result = self.convert(self.large if not options else self.larger(), *options, out=out)
            self.assert_failed(result, (5,), "tmpfs")
            self.assertIn(b"space", result.stderr.lower())
            self.assert_nothing_left(outputs=mount)
        # What fits is written there.
        tiny = os.path.join(self.folder, "tiny.json")
        make_trace(tiny, 1000)
        self.assertEqual(self.convert(tiny, out=out).returncode, 0)
        self.assert_nothing_left(["out.stepscope"], outputs=mount)
        before = digest(out)
        self.assert_failed(self.convert(self.large, out=out), (5,), "tmpfs, over a file")
        self.assertEqual(digest(out), before)

    def larger(self):
        path = os.path.join(self.folder, "larger.json")
        make_trace(path, 600000)
        return path

    def test_a_limit_of_file_sizes_is_a_message_and_leaves_nothing(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (300000, 300000))

        self.assert_failed(self.convert(self.large, limit=limit), (5,), "RLIMIT_FSIZE")
        self.assert_nothing_left()

    def test_a_folder_that_cannot_be_written_to_is_a_message(self):
        self.assert_failed(self.convert(self.small, out="/proc/out.stepscope"), (2,), "/proc")
        missing = os.path.join(self.folder, "missing", "out.stepscope")
        self.assert_failed(self.convert(self.small, out=missing), (2,), "missing folder")

    def count_calls(self, *options):
        count = os.path.join(self.folder, "count")
        result = self.with_shim(self.small, *options, STEPSCOPE_FAULT_COUNT=count)
        self.assertEqual(result.returncode, 0, result.stderr)
        os.unlink(self.out)
        with open(count, encoding="ascii") as file:
            return int(file.read())

    def test_each_call_that_fails_is_a_message_and_leaves_nothing(self):
        for options in ([], ["--archive"]):
            n_calls = self.count_calls(*options)
            self.assertGreater(n_calls, 5)
            n_failed = 0
            for error, statuses in (("EIO", (2, 5)), ("ENOSPC", (5,))):
                for at in range(1, n_calls + 1, max(1, n_calls // 40)):
                    what = f"{error} at call {at} of {n_calls} {options}"
                    result = self.with_shim(self.small, *options, STEPSCOPE_FAULT_AT=str(at),
                                            STEPSCOPE_FAULT_ERROR=error)
                    # That a file could not be extended beforehand is found out again when it is written.
                    if result.returncode == 0:
                        os.unlink(self.out)
                        continue
                    n_failed += 1
                    self.assert_failed(result, statuses, what)
                    self.assert_nothing_left()
            self.assertGreater(n_failed, 5)

    def test_failing_over_a_file_keeps_it(self):
        self.assertEqual(self.convert(self.large).returncode, 0)
        before = digest(self.out)
        n_calls = self.count_calls_over()
        for at in sorted({1, 2, n_calls // 2, n_calls - 1, n_calls}):
            result = self.with_shim(self.small, STEPSCOPE_FAULT_AT=str(at), STEPSCOPE_FAULT_STAYS="1",
                                    STEPSCOPE_FAULT_ERROR="ENOSPC")
            self.assert_failed(result, (5,), f"call {at} of {n_calls}")
            self.assertEqual(digest(self.out), before)
            self.assert_nothing_left(["out.stepscope"])
        self.assertEqual(self.convert(self.small).returncode, 0)
        self.assert_whole(self.out, self.small)

    def count_calls_over(self):
        other = os.path.join(self.folder, "other.stepscope")
        count = os.path.join(self.folder, "count")
        asan = os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"
        result = self.convert(self.small, out=other, LD_PRELOAD=SHIM, ASAN_OPTIONS=asan, STEPSCOPE_FAULT_COUNT=count)
        self.assertEqual(result.returncode, 0, result.stderr)
        with open(count, encoding="ascii") as file:
            return int(file.read())

    def kill_after(self, seconds):
        process = subprocess.Popen(self.command(self.large), env=self.environment(), stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL)
        return process.wait(SECONDS)

    def test_a_killed_process_leaves_the_old_file_or_none(self):
        begin = time.monotonic()
        self.assertEqual(self.convert(self.large).returncode, 0)
        whole_s = time.monotonic() - begin
        new = digest(self.out)
        old_path = os.path.join(self.folder, "old.stepscope")
        self.assertEqual(self.convert(self.small, out=old_path).returncode, 0)
        old = digest(old_path)
        moments = random.Random(4)
        n_killed = n_old = n_new = 0
        for i in range(KILLS):
            has_old = i % 2 == 0
            if os.path.exists(self.out):
                os.unlink(self.out)
            if has_old:
                shutil.copyfile(old_path, self.out)
            n_killed += self.kill_after(moments.uniform(0, 1.2 * whole_s)) == -signal.SIGKILL
            if not os.path.exists(self.out):
                self.assertFalse(has_old, "the old file is gone")
            elif digest(self.out) == old:
                n_old += 1
            else:
                n_new += 1
                if digest(self.out) != new:
                    self.assert_whole(self.out, self.large)
            if i % 50 == 49:
                # Nothing stands in the way of the next one, and it takes away what the others left.
                self.assertEqual(self.convert(self.large).returncode, 0)
                self.assert_nothing_left(["out.stepscope"])
        print(f"{KILLS} times: {n_killed} killed, {n_old} with the old file, {n_new} with the new one")
        self.assertGreater(n_killed, KILLS // 4)
        self.assertGreater(n_old, 0)


if __name__ == "__main__":
    unittest.main()
