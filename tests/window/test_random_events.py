# SPDX-License-Identifier: Apache-2.0
"""The events of a seed: test_random_events.py SOURCE."""

import sys
import unittest

import random_events
from known_leak import without_leaks_of_mime

SOURCE = sys.argv.pop(1)


class Events(unittest.TestCase):
    def setUp(self):
        self.keys = random_events.bindings(SOURCE)

    def events(self, seed, n=500):
        return list(random_events.Sequence(seed, n, self.keys))

    def test_a_seed_is_one_sequence(self):
        self.assertEqual(self.events(7), self.events(7))
        self.assertNotEqual(self.events(7), self.events(8))

    def test_fewer_are_the_begin_of_more(self):
        self.assertEqual(self.events(7, 90), self.events(7)[:90])
        self.assertEqual(len(self.events(7)), 500)

    def test_keys_are_those_of_the_tables(self):
        for key in ("w", "ctrl+g", "shift+f", "ctrl+shift+Left", "BackSpace", "alt+Left", "ctrl+equal", "F10"):
            self.assertIn(key, self.keys)
        self.assertNotIn("ctrl+q", self.keys)

    def test_a_hundred_sequences_have_every_key_and_kind(self):
        events = [event for seed in range(100) for event in self.events(seed)]
        self.assertEqual(set(self.keys) - {event[1] for event in events if event[0] == "key"}, set())
        self.assertEqual({event[0] for event in events},
                         {"key", "hold", "write", "click", "drag", "wheel", "move", "resize", "reopen"})

    def test_what_was_opened_is_closed_and_what_was_unloaded_is_opened(self):
        for seed in range(20):
            events = self.events(seed)
            for i, event in enumerate(events[:-6]):
                if event == ("key", "ctrl+w"):
                    self.assertIn(("reopen",), events[i:i + 7])
                if event == ("key", "ctrl+k"):
                    self.assertIn(events[i + 2], (("key", "Escape"), ("reopen",), ("key", "alt+2")))


REPORT = """
=================================================================
==18071==ERROR: LeakSanitizer: detected memory leaks

Direct leak of 32 byte(s) in 2 object(s) allocated from:
    #0 0x7f9459ab89cf in __interceptor_malloc ../asan_malloc_linux.cpp:69
    #1 0x7f945931305d  (/lib/x86_64-linux-gnu/libgio-2.0.so.0+0x14305d)
%s
SUMMARY: AddressSanitizer: 32 byte(s) leaked in 2 allocation(s).
"""


class Leaks(unittest.TestCase):
    def test_what_gio_keeps_of_kinds_of_files_is_no_fault(self):
        self.assertNotIn("Sanitizer", without_leaks_of_mime(REPORT % ""))

    def test_what_it_allocated_for_others_is(self):
        for more in ("    #2 0x1 in ours ../app/x.c:3\n",
                     "\nDirect leak of 8 byte(s) in 1 object(s) allocated from:\n    #0 0x1 in __interceptor_malloc x:6\n"
                     "    #1 0x2  (/lib/libglib-2.0.so.0+0x5)\n"):
            self.assertIn("LeakSanitizer", without_leaks_of_mime(REPORT % more))


unittest.main()
