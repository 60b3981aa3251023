# SPDX-License-Identifier: Apache-2.0
"""Pictures without a display: formats, sizes, the same bytes again, and what is refused."""

import json
import os
import re
import sqlite3
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib

PROGRAM = sys.argv.pop(1)
SAMPLE = os.path.join(os.environ["STEPSCOPE_SOURCE"], "resources", "sample")


def run(*arguments, locale=None, data_home=None):
    environment = {key: value for key, value in os.environ.items()
                   if key not in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS")}
    if data_home:
        environment.update(XDG_DATA_HOME=data_home)
    if locale:
        environment.update(LC_ALL=locale, LANG=locale)
    return subprocess.run([PROGRAM, "render", *arguments], capture_output=True, timeout=60, env=environment,
                          check=False)


def png_size(data):
    assert data[:8] == b"\x89PNG\r\n\x1a\n", data[:8]
    return struct.unpack(">II", data[16:24])


def png_colours(data):
    """How many different bytes its pixels have: a blank picture has a handful."""
    body, at = b"", 8
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body += data[at + 8:at + 8 + length] if kind == b"IDAT" else b""
        at += 12 + length
    return len(set(zlib.decompress(body)))


# A profile, and what it is known by: XXH3-128 of these bytes.
TRACE = (b'{"schemaVersion": 1, "traceEvents": [{"ph": "X", "cat": "kernel", "name": "k", "ts": 1, "dur": 9, "pid": 0, '
         b'"tid": 7, "args": {"device": 0, "stream": 7, "External id": 1}}]}')
TRACE_KEY = "e80ef90ab98fd2c3422b5d4019e2703c"


def make_library(home):
    """The library of somebody who set a bookmark in TRACE."""
    os.makedirs(os.path.join(home, "stepscope"))
    database = sqlite3.connect(os.path.join(home, "stepscope", "library.sqlite"))
    database.executescript(f"""
        CREATE TABLE bookmark (key BLOB, id TEXT, kind INTEGER, begin_ns INTEGER, end_ns INTEGER, slice TEXT,
                               colour INTEGER, title TEXT, note TEXT, created_ms INTEGER, modified_ms INTEGER);
        INSERT INTO bookmark VALUES (x'{TRACE_KEY}', '6ba7b810-9dad-41d1-80b4-00c04fd430c8', 0, 4000, 4000, '', 1,
                                     'here', '', 0, 0);
        PRAGMA user_version = 2""")
    database.close()


class Render(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def draw(self, name, *arguments, **options):
        result = run(SAMPLE, "-o", self.path(name), *arguments, **options)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, b"", b""))
        with open(self.path(name), "rb") as file:
            return file.read()

    def refused(self, status, message, *arguments):
        result = run(*arguments)
        self.assertEqual(result.returncode, status, result.stderr)
        self.assertIn(message, result.stderr.decode())
        self.assertEqual(result.stdout, b"")
        self.assertEqual(os.listdir(self.folder.name), [])

    def test_png_has_the_size_of_the_window(self):
        self.assertEqual(png_size(self.draw("a.png", "--view", "timeline")), (1280, 800))
        width, height = png_size(self.draw("b.png", "--view", "dashboard"))
        self.assertEqual(width, 1280)
        self.assertGreater(height, 1000)

    def test_size_and_scale_are_obeyed(self):
        for view in ("dashboard", "timeline"):
            self.assertEqual(png_size(self.draw("a.png", "--view", view, "--size", "1920x1080")), (1920, 1080))
            self.assertEqual(png_size(self.draw("a.png", "--view", view, "--size", "640x480", "--scale", "2")),
                             (1280, 960))
            self.assertEqual(png_size(self.draw("a.png", "--view", view, "--size", "640x480", "--scale", "1.5")),
                             (960, 720))

    def test_something_is_drawn_in_every_theme(self):
        for view in ("dashboard", "timeline"):
            pictures = [self.draw("a.png", "--view", view, "--theme", theme)
                        for theme in ("light", "dark", "contrast", "contrast-dark")]
            self.assertEqual(len(set(pictures)), 4)
            for picture in pictures:
                self.assertGreater(png_colours(picture), 50)

    def test_svg_and_pdf(self):
        for view in ("dashboard", "timeline"):
            svg = self.draw("a.svg", "--view", view, "--size", "1280x800").decode()
            self.assertIn("<svg", svg[:200])
            self.assertRegex(svg[:400], r'width="1280(px)?"')
            self.assertRegex(self.draw("a.pdf", "--view", view, "--size", "1280x800")[:8], rb"%PDF-1\.\d")

    def test_same_bytes_again_whatever_the_locale(self):
        for view in ("dashboard", "timeline"):
            for suffix in ("png", "svg", "pdf"):
                first = self.draw("a." + suffix, "--view", view)
                self.assertEqual(self.draw("b." + suffix, "--view", view), first)
                self.assertEqual(self.draw("c." + suffix, "--view", view, locale="es_ES.UTF-8"), first)

    def test_a_comparison_of_parts_and_of_profiles(self):
        ranks = ("--view", "compare", "--rank", "0", "--rank", "1")
        for suffix in ("png", "svg", "pdf"):
            first = self.draw("a." + suffix, *ranks)
            self.assertEqual(self.draw("b." + suffix, *ranks, locale="es_ES.UTF-8"), first)
        self.assertGreater(png_size(self.draw("a.png", *ranks))[1], 1000)
        self.assertEqual(png_size(self.draw("a.png", *ranks, "--size", "720x900")), (720, 900))
        self.assertNotEqual(self.draw("a.png", *ranks), self.draw("b.png", "--view", "compare", "--rank", "1", "--rank", "0"))
        with tempfile.TemporaryDirectory() as folder:
            trace = os.path.join(folder, "trace.json")
            with open(trace, "w", encoding="utf-8") as file:
                json.dump({"schemaVersion": 1, "traceEvents": []}, file)
            result = run(trace, trace, SAMPLE, "--view=compare", "-o", self.path("a.png"))
            self.assertEqual((result.returncode, result.stderr), (0, b""))

    def test_timelines_of_parts_and_of_profiles(self):
        steps = ("--view", "timelines", "--rank", "0", "--rank", "1", "--step", "107")
        for suffix in ("png", "svg", "pdf"):
            first = self.draw("a." + suffix, *steps)
            self.assertEqual(self.draw("b." + suffix, *steps, locale="es_ES.UTF-8"), first)
        picture = self.draw("a.png", *steps)
        self.assertEqual(png_size(picture)[0], 1280)
        self.assertGreater(png_size(picture)[1], 600)
        self.assertGreater(png_colours(picture), 50)
        self.assertEqual(png_size(self.draw("a.png", *steps, "--size", "720x500")), (720, 500))
        others = [self.draw("b.png", "--view", "timelines", "--rank", "0", "--rank", "1", *more)
                  for more in ((), ("--step", "106"), ("--align", "step:107"), ("--align", "step:107", "--window", "0..5ms"))]
        self.assertEqual(len({picture, *others}), 5)
        with tempfile.TemporaryDirectory() as folder:
            trace = os.path.join(folder, "trace.json")
            with open(trace, "w", encoding="utf-8") as file:
                json.dump({"schemaVersion": 1, "traceEvents": []}, file)
            result = run(trace, SAMPLE, trace, SAMPLE, trace, "--view=timelines", "-o", self.path("a.png"))
            self.assertEqual((result.returncode, result.stderr), (0, b""))

    def test_bookmarks_of_the_user_only_when_asked_for(self):
        trace, home = self.path("trace.json"), self.path("home")
        with open(trace, "wb") as file:
            file.write(TRACE)
        make_library(home)

        def draw(data_home, *arguments):
            result = run(trace, "-o", "-", "--view", "timeline", *arguments, data_home=data_home)
            self.assertEqual((result.returncode, result.stderr), (0, b""))
            return result.stdout
        plain = draw(self.path("none"))
        self.assertEqual(draw(self.path("none"), "--bookmarks"), plain)
        self.assertEqual(draw(home), plain)
        self.assertNotEqual(draw(home, "--bookmarks"), plain)
        self.assertEqual(draw(home, "--view", "dashboard"), draw(home, "--view", "dashboard", "--bookmarks"))

    def test_standard_output_is_a_png(self):
        result = run(SAMPLE, "--view", "timeline", "-o", "-")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(png_size(result.stdout), (1280, 800))

    def test_scope_changes_the_picture(self):
        for view in ("dashboard", "timeline"):
            whole = self.draw("a.png", "--view", view)
            step = self.draw("b.png", "--view", view, "--step", "107", "--rank", "1")
            window = self.draw("c.png", "--view", view, "--window", "10ms..20ms")
            self.assertEqual(len({whole, step, window}), 3)

    def test_profiles_with_little_to_show(self):
        step = {"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#1", "pid": 1, "tid": 1, "ts": 0, "dur": 9}
        for events in ([], [step], [dict(step, cat="kernel", pid=0, tid=7, args={"device": 0, "stream": 7}, dur=0)]):
            with tempfile.TemporaryDirectory() as folder:
                trace = os.path.join(folder, "trace.json")
                with open(trace, "w", encoding="utf-8") as file:
                    json.dump({"schemaVersion": 1, "traceEvents": events}, file)
                for view in ("dashboard", "timeline"):
                    result = run(trace, "--view", view, "-o", self.path("a.png"))
                    self.assertEqual((result.returncode, result.stderr), (0, b""), events)

    def test_usage_errors_exit_1_with_a_sentence(self):
        out = self.path("a.png")
        self.refused(1, "render needs --view", SAMPLE, "-o", out)
        self.refused(1, "compare needs a BASE", SAMPLE, "--view", "compare", "-o", out)
        self.refused(1, "compare needs a BASE", SAMPLE, "--view", "timelines", "-o", out)
        self.refused(1, "at most 8 sides", *[SAMPLE] * 9, "--view=compare", "-o", out)
        self.refused(1, "once for each side", SAMPLE, SAMPLE, SAMPLE, "--view", "compare", "-o", out, "--rank", "0", "--rank", "1")
        self.refused(1, 'no view "x"', SAMPLE, "--view", "x", "-o", out)
        self.refused(1, "render needs -o OUT", SAMPLE, "--view", "timeline")
        self.refused(1, ".png, .svg or .pdf", SAMPLE, "--view", "timeline", "-o", self.path("a.gif"))
        self.refused(1, "render needs a PATH", "--view", "timeline", "-o", out)
        self.refused(1, "one PATH", SAMPLE, SAMPLE, "--view", "timeline", "-o", out)
        for size in ("1280", "0x0", "1280x", "x800", "1280x800x3", "99999x800", "-5x800", "1280 x 800", ""):
            self.refused(1, "--size needs WxH", SAMPLE, "--view", "timeline", "-o", out, "--size=" + size)
        for scale in ("0", "-1", "9", "x", "nan", "1,5", ""):
            self.refused(1, "--scale needs", SAMPLE, "--view", "timeline", "-o", out, "--scale=" + scale)
        self.refused(1, 'no theme "sepia"', SAMPLE, "--view", "timeline", "-o", out, "--theme", "sepia")
        self.refused(1, "only one of", SAMPLE, "--view", "timeline", "-o", out, "--window", "1..2", "--step", "7")
        self.refused(1, "--rank", SAMPLE, "--view", "timeline", "-o", out, "--rank", "1")
        self.refused(1, "--window needs A..B", SAMPLE, "--view", "timeline", "-o", out, "--window", "x")
        self.refused(1, "There is no step 4000", SAMPLE, "--view", "timeline", "-o", out, "--step", "4000")
        self.refused(1, "not a valid pattern", SAMPLE, "--view", "timeline", "-o", out, "--steps", "(")

    def test_what_cannot_be_read_or_written(self):
        self.refused(2, "cannot be opened", "/nonexistent/x.json", "--view", "timeline", "-o", self.path("a.png"))
        self.refused(5, "nonexistent", SAMPLE, "--view", "timeline", "-o", self.path("nonexistent/a.png"))

    def test_help_names_every_option(self):
        result = run("--help")
        self.assertEqual(result.returncode, 0)
        for option in ("--view", "--window", "--step", "--rank", "--steps", "--size", "--scale", "--theme", "--bookmarks",
                       "-o"):
            self.assertTrue(re.search(re.escape(option) + r"\b", result.stdout.decode()), option)


if __name__ == "__main__":
    unittest.main()
