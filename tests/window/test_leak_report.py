# SPDX-License-Identifier: Apache-2.0
"""Whose a leak is: test_leak_report.py"""

import unittest

from leak_report import own_leaks

HEAD = "==7==ERROR: LeakSanitizer: detected memory leaks\n\nDirect leak of 14 byte(s) in 1 object(s) allocated from:\n"
MALLOC = "    #0 0x7f in __interceptor_malloc ../../../../src/libsanitizer/asan/asan_malloc_linux.cpp:69\n"
GLIB = "    #1 0x7f in g_malloc (/lib/x86_64-linux-gnu/libglib-2.0.so.0+0x5a658)\n"
GTK = "    #2 0x7f  (/lib/x86_64-linux-gnu/libgtk-4.so.1+0x1f2a0)\n"
OWN = "    #3 0x55 in on_pressed ../app/start/start_page.c:41\n"
OWN_MODULE = "    #3 0x55 in on_pressed (/src/.build-sanitize/app/stepscope+0x4de7)\n"
LOOP = "    #4 0x7f in g_main_context_dispatch (/lib/x86_64-linux-gnu/libglib-2.0.so.0+0x54fd7)\n"
MAIN = "    #5 0x55 in main ../app/main.c:20\n"
THREAD = "    #4 0x7f in start_thread nptl/pthread_create.c:442\n"
END = "\nSUMMARY: AddressSanitizer: 14 byte(s) leaked in 1 allocation(s).\n"


class LeakReport(unittest.TestCase):
    def test_a_library_in_the_main_loop_or_in_a_thread(self):
        self.assertEqual(own_leaks(HEAD + MALLOC + GLIB + GTK + LOOP + MAIN + END), [])
        self.assertEqual(own_leaks(HEAD + MALLOC + GLIB + THREAD + END), [])

    def test_the_program_in_a_callback_or_a_thread_of_its_own(self):
        for own in (OWN, OWN_MODULE):
            self.assertEqual(len(own_leaks(HEAD + MALLOC + GLIB + GTK + own + LOOP + MAIN + END)), 1)
            self.assertEqual(len(own_leaks(HEAD + MALLOC + own + THREAD + END)), 1)

    def test_a_stack_that_was_cut_is_the_programs(self):
        self.assertEqual(len(own_leaks(HEAD + MALLOC + GLIB + END)), 1)
        self.assertEqual(len(own_leaks(HEAD + MALLOC + GLIB + GTK + END)), 1)

    def test_one_of_several(self):
        second = HEAD.partition("\n\n")[2]
        found = own_leaks(HEAD + MALLOC + GLIB + LOOP + "\n" + second + MALLOC + OWN + LOOP + END)
        self.assertEqual(len(found), 1)
        self.assertIn("start_page.c", found[0])

    def test_no_report(self):
        self.assertIsNone(own_leaks("Segmentation fault"))
        self.assertIsNone(own_leaks("==7==ERROR: AddressSanitizer: heap-use-after-free\n" + MALLOC + OWN))


if __name__ == "__main__":
    unittest.main()
