# SPDX-License-Identifier: Apache-2.0
"""mcp: nothing outside the allowed folders can be read, however it is named: test_mcp_paths.py PROGRAM MAKE_TRACE."""

import ctypes
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import unittest

from mcp_client import Client

PROGRAM, MAKE_TRACE = sys.argv.pop(1), sys.argv.pop(1)
SECRET = "planted_secret_kernel"


class Paths(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = os.path.realpath(folder.name)
        self.allowed, self.outside = os.path.join(self.root, "allowed"), os.path.join(self.root, "allowed-not")
        os.makedirs(self.allowed)
        os.makedirs(self.outside)
        self.good, self.secret = os.path.join(self.allowed, "good.json"), os.path.join(self.outside, "secret.json")
        subprocess.run([MAKE_TRACE, "--steps", "2", "-o", self.good], check=True, capture_output=True)
        with open(self.secret, "w", encoding="utf-8") as file:
            json.dump({"schemaVersion": 1, "traceEvents": [{"ph": "X", "cat": "kernel", "name": SECRET, "pid": 0, "tid": 7,
                                                            "ts": 1, "dur": 9, "args": {"device": 0, "stream": 7}}]}, file)
        self.client = Client(PROGRAM, self.allowed)
        self.addCleanup(self.client.close)

    def link(self, target, name):
        path = os.path.join(self.allowed, name)
        os.symlink(target, path)
        return path

    def names(self, path):
        return self.client.call("query", path=path, sql="select distinct name from slice", max_rows=1000)

    def assert_refused(self, path):
        for result in (self.client.call("info", path=path), self.names(path),
                       self.client.call("compare", paths=[self.good, path])):
            self.assertTrue(result["isError"], path)
            self.assertNotIn(SECRET, json.dumps(result))

    def test_allowed_paths_can_be_named_in_several_ways(self):
        inner = os.path.join(self.allowed, "inner")
        os.mkdir(inner)
        shutil.copy(self.good, inner)
        for path in (self.good, "good.json", "./good.json", "inner/good.json", self.allowed + "//inner/./good.json",
                     self.link(self.good, "link.json"), self.link("inner", "way") + "/good.json", "link.json",
                     "/proc/self/root" + self.good):
            self.assertFalse(self.client.call("info", path=path)["isError"], path)

    def test_paths_outside_are_refused(self):
        for path in (self.secret, self.outside, self.root, "/", "/etc/passwd", "/proc/self/environ", "/dev/zero", "-", "",
                     "~", ".." + "/allowed-not/secret.json", "../allowed/good.json",
                     self.allowed + "/../allowed-not/secret.json", self.allowed + "-not/secret.json",
                     "/proc/self/root" + self.secret, f"/proc/{os.getpid()}/root{self.secret}", "/proc/self/cwd",
                     "/proc/self/fd/0", "/dev/stdin", "/dev/fd/0", "file://" + self.secret, "x" * 5000, "/" * 5000,
                     "a/" * 2000, "good.json/", "good.json/x"):
            self.assert_refused(path)

    def test_what_is_said_does_not_tell_whether_a_path_outside_exists(self):
        there = self.client.refuse("info", path=self.secret)
        missing = self.client.refuse("info", path=self.secret + "x")
        self.assertEqual(there.replace("secret.json", ""), missing.replace("secret.jsonx", ""))
        self.link(self.outside, "way")
        self.assertEqual(self.client.refuse("info", path="way/secret.json").replace("secret", ""),
                         self.client.refuse("info", path="way/nothing.json").replace("nothing", ""))

    def test_links_that_lead_out_are_refused(self):
        self.assert_refused(self.link(self.secret, "out.json"))
        self.assert_refused(self.link(self.outside, "way"))
        self.assert_refused(os.path.join(self.allowed, "way", "secret.json"))
        self.assert_refused(self.link("../allowed-not/secret.json", "relative.json"))
        self.assert_refused(self.link("out.json", "chain.json"))
        self.assert_refused(self.link("/proc/self/root" + self.secret, "proc.json"))
        self.assert_refused(self.link("loop.json", "loop.json"))

    def test_a_folder_with_a_rank_that_lies_elsewhere_is_refused(self):
        ranks = os.path.join(self.allowed, "ranks")
        os.mkdir(ranks)
        shutil.copy(self.good, os.path.join(ranks, "rank0.json"))
        self.assertFalse(self.client.call("info", path=ranks)["isError"])
        os.symlink(self.secret, os.path.join(ranks, "rank1.json"))
        self.assert_refused(ranks)
        self.assertIn("rank1.json", self.client.refuse("info", path=ranks))
        self.assertNotIn(SECRET, json.dumps(self.client.call("list")))

    def test_list_follows_no_links(self):
        self.link(self.outside, "way")
        self.link(self.secret, "out.json")
        answer = json.dumps(self.client.give("list"))
        self.assertNotIn("secret", answer)
        self.assertNotIn("way", answer)
        self.assertNotIn("out.json", answer)
        self.assertTrue(self.client.call("list", folder=self.outside)["isError"])
        self.assertTrue(self.client.call("list", folder="way")["isError"])

    def test_what_is_no_file_is_refused(self):
        os.mkfifo(os.path.join(self.allowed, "pipe.json"))
        begin = time.monotonic()
        self.assert_refused("pipe.json")
        self.client.give("list")
        self.assertLess(time.monotonic() - begin, 10)

    def test_a_folder_that_is_replaced_by_a_link_gives_nothing_away(self):
        """A folder of the client's is swapped for a link outside, over and over, while it is read."""
        inner, aside = os.path.join(self.allowed, "inner"), os.path.join(self.allowed, "aside")
        os.mkdir(inner)
        shutil.copy(self.good, os.path.join(inner, "secret.json"))
        ends = threading.Event()

        def swap():
            while not ends.is_set():
                os.rename(inner, aside)
                os.symlink(self.outside, inner)
                time.sleep(0.0005)
                os.unlink(inner)
                os.rename(aside, inner)
                time.sleep(0.0005)

        thread = threading.Thread(target=swap)
        thread.start()
        told = 0
        try:
            for i in range(1500):
                path = ("inner/secret.json", inner)[i % 2]
                result = self.names(path)
                self.assertNotIn(SECRET, json.dumps(result))
                told += not result["isError"]
        finally:
            ends.set()
            thread.join()
        self.assertFalse(self.names("inner/secret.json")["isError"])

    def test_an_allowed_folder_that_is_replaced_is_not_followed(self):
        os.rename(self.allowed, self.allowed + ".old")
        os.symlink(self.outside, self.allowed)
        self.assert_refused("secret.json")
        self.assert_refused(os.path.join(self.allowed, "secret.json"))

    def test_an_allowed_link_stands_for_where_it_leads(self):
        link = os.path.join(self.root, "link")
        os.symlink(self.allowed, link)
        client = Client(PROGRAM, link)
        self.addCleanup(client.close)
        for path in ("good.json", link + "/good.json", self.good):
            self.assertFalse(client.call("info", path=path)["isError"], path)

    def test_the_system_refuses_what_lies_outside(self):
        """Landlock, where there is one: also what no check of a path sees. The folders of temporary files stay open."""
        if ctypes.CDLL(None).syscall(444, None, ctypes.c_size_t(0), ctypes.c_uint32(1)) < 1:
            self.skipTest("the system has no Landlock")
        pid = self.client.process.pid
        with open(f"/proc/{pid}/status", encoding="utf-8") as file:
            self.assertIn("NoNewPrivs:\t1", file.read())


if __name__ == "__main__":
    unittest.main()
