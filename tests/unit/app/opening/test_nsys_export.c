/* SPDX-License-Identifier: Apache-2.0
 *
 * Exporting with programs that do what nsys does: well, badly, or never ending. */

#include <glib.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "app/opening/nsys_export.h"
#include "tests/unit/fixtures/scratch_folder.h"

/* ---- what it prints ---- */

static void
check_percent (const char *text, int expected)
{
  g_assert_cmpint (nsys_export_parse_percent (text, strlen (text)), ==, expected);
}

static void
test_percentages (void)
{
  check_percent ("", -1);
  check_percent ("%", -1);
  check_percent ("Processing events", -1);
  check_percent ("[====      45%", 45);
  check_percent ("[10%\r[20%\r[====100%]\n", 100);
  check_percent ("20%\n%%%", 20);
  check_percent ("150%", -1);
  check_percent ("7%\n99", 7);
}

static void
check_lines (const char *text, const char *expected)
{
  g_autofree char *lines = nsys_export_last_lines (text, strlen (text));

  g_assert_cmpstr (lines, ==, expected);
}

static void
test_last_lines (void)
{
  check_lines ("", "");
  check_lines ("\r\n \n", "");
  check_lines ("[10%\r[20%\rError: no space\n", "Error: no space");
  check_lines ("1\n2\n\n3\n4\n5\n6\n7\n", "2\n3\n4\n5\n6\n7");
  check_lines ("bad \xff\n", "bad \uFFFD");
}

/* ---- its process ---- */

typedef struct
{
  char *folder, *program, *report, *target;
  GCancellable *cancellable;
  GError *error;
  bool is_ended, is_done;
} Desk;

static void
set_up (Desk *desk, const char *script)
{
  *desk = (Desk){ .folder = scratch_folder_new (), .cancellable = g_cancellable_new () };
  desk->program = g_build_filename (desk->folder, "nsys", NULL);
  desk->report = g_build_filename (desk->folder, "a 'report'.nsys-rep", NULL);
  desk->target = g_build_filename (desk->folder, "the target.sqlite", NULL);
  g_autofree char *text = g_strconcat ("#!/bin/sh\nout=\"${3#--output=}\"\n", script, NULL);
  g_assert_true (g_file_set_contents (desk->program, text, -1, NULL));
  g_assert_cmpint (g_chmod (desk->program, 0700), ==, 0);
  g_assert_true (g_file_set_contents (desk->report, "NVIDIA Tegra Profiler Report", -1, NULL));
}

/* The folder into which nsys wrote is gone in any case. */
static void
tear_down (Desk *desk)
{
  GDir *directory = g_dir_open (desk->folder, 0, NULL);

  for (const char *name; (name = g_dir_read_name (directory)) != NULL;)
    g_assert_false (g_str_has_prefix (name, ".nsys-export-"));
  g_dir_close (directory);
  scratch_folder_remove (desk->folder);
  g_free (desk->program);
  g_free (desk->report);
  g_free (desk->target);
  g_object_unref (desk->cancellable);
  g_clear_error (&desk->error);
}

static void
take_result (GObject *source, GAsyncResult *result, gpointer data)
{
  Desk *desk = data;
  (void) source;

  desk->is_done = nsys_export_finish (result, &desk->error);
  desk->is_ended = true;
}

static NsysExport *
run (Desk *desk, int cancel_at_percent)
{
  NsysExport *export =
    nsys_export_start (desk->program, desk->report, desk->target, desk->cancellable, take_result, desk);

  while (!desk->is_ended)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (1000);
      if (cancel_at_percent >= 0 && nsys_export_percent (export) >= cancel_at_percent)
        g_cancellable_cancel (desk->cancellable);
    }
  return export;
}

static void
test_a_report_is_exported (void)
{
  Desk desk;
  g_autofree char *contents = NULL;

  set_up (&desk, "printf '[10%%\\r[100%%\\n'; printf '%s|%s|%s' \"$1\" \"$2\" \"$4\" > \"$out\"");
  NsysExport *export = run (&desk, -1);
  g_assert_no_error (desk.error);
  g_assert_true (desk.is_done);
  g_assert_cmpint (nsys_export_percent (export), ==, 100);
  g_assert_true (g_file_get_contents (desk.target, &contents, NULL, NULL));
  g_autofree char *expected = g_strconcat ("export|--type=sqlite|", desk.report, NULL);
  g_assert_cmpstr (contents, ==, expected);
  nsys_export_unref (export);
  tear_down (&desk);
}

static void
check_failure (const char *script, const char *expected)
{
  Desk desk;

  set_up (&desk, script);
  g_assert_true (g_file_set_contents (desk.target, "as before", -1, NULL));
  nsys_export_unref (run (&desk, -1));
  g_assert_false (desk.is_done);
  g_assert_nonnull (strstr (desk.error->message, expected));
  g_autofree char *contents = NULL;
  g_assert_true (g_file_get_contents (desk.target, &contents, NULL, NULL));
  g_assert_cmpstr (contents, ==, "as before");
  tear_down (&desk);
}

static void
test_what_nsys_says_is_told_when_it_fails (void)
{
  check_failure ("echo half > \"$out\"; echo 'Error: bad report' >&2; exit 1", "Error: bad report");
  check_failure ("exit 3", "status 3");
  check_failure ("exit 0", "wrote no file");
  check_failure ("kill -9 $$", "signal 9");
}

static void
test_a_program_that_cannot_be_started (void)
{
  Desk desk;

  set_up (&desk, "");
  g_assert_cmpint (g_unlink (desk.program), ==, 0);
  nsys_export_unref (run (&desk, -1));
  g_assert_false (desk.is_done);
  g_assert_true (g_str_has_prefix (desk.error->message, "nsys cannot be started"));
  tear_down (&desk);
}

static void
test_a_place_that_cannot_be_written (void)
{
  Desk desk;

  set_up (&desk, "echo a > \"$out\"");
  g_free (desk.target);
  desk.target = g_build_filename (desk.folder, "absent", "a.sqlite", NULL);
  nsys_export_unref (run (&desk, -1));
  g_assert_false (desk.is_done);
  g_assert_true (g_str_has_prefix (desk.error->message, "Nothing can be written there"));
  tear_down (&desk);
}

/* With its children, one of which holds the pipe; what it wrote goes too. */
static void
test_cancelling_ends_nsys_and_its_children (void)
{
  Desk desk;
  g_autofree char *text = NULL;

  set_up (&desk,
          "echo half > \"$out\"; sleep 600 & echo $! > \"$(dirname \"$0\")/child\"; printf '5%%\\n'; wait");
  g_autofree char *child = g_build_filename (desk.folder, "child", NULL);
  gint64 begin_us = g_get_monotonic_time ();
  nsys_export_unref (run (&desk, 5));
  g_assert_error (desk.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_false (g_file_test (desk.target, G_FILE_TEST_EXISTS));
  g_assert_cmpint (g_get_monotonic_time () - begin_us, <, 60 * G_USEC_PER_SEC);
  g_assert_true (g_file_get_contents (child, &text, NULL, NULL));
  /* It is killed at once, but its entry may wait for whoever inherited it. */
  g_autofree char *stat_path = g_strdup_printf ("/proc/%d/stat", atoi (text));
  g_autofree char *stat_text = NULL;
  if (g_file_get_contents (stat_path, &stat_text, NULL, NULL))
    for (int i = 0; i < 500 && strstr (stat_text, ") Z") == NULL; i++)
      {
        g_usleep (10000);
        g_clear_pointer (&stat_text, g_free);
        if (!g_file_get_contents (stat_path, &stat_text, NULL, NULL))
          break;
        g_assert_cmpint (i, <, 499);
      }
  tear_down (&desk);
}

static void
test_a_stubborn_nsys_is_killed (void)
{
  Desk desk;

  set_up (&desk, "trap '' TERM; printf '5%%\\n'; while :; do sleep 1; done");
  nsys_export_unref (run (&desk, 5));
  g_assert_error (desk.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  tear_down (&desk);
}

static void
test_reports_are_told_from_other_files (void)
{
  Desk desk;

  set_up (&desk, "");
  g_assert_true (nsys_export_is_report (desk.report));
  g_assert_false (nsys_export_is_report (desk.program));
  g_assert_false (nsys_export_is_report (desk.folder));
  tear_down (&desk);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/nsys_export/percentages", test_percentages);
  g_test_add_func ("/nsys_export/last_lines", test_last_lines);
  g_test_add_func ("/nsys_export/a_report_is_exported", test_a_report_is_exported);
  g_test_add_func ("/nsys_export/what_nsys_says_is_told_when_it_fails",
                   test_what_nsys_says_is_told_when_it_fails);
  g_test_add_func ("/nsys_export/a_program_that_cannot_be_started", test_a_program_that_cannot_be_started);
  g_test_add_func ("/nsys_export/a_place_that_cannot_be_written", test_a_place_that_cannot_be_written);
  g_test_add_func ("/nsys_export/cancelling_ends_nsys_and_its_children",
                   test_cancelling_ends_nsys_and_its_children);
  g_test_add_func ("/nsys_export/a_stubborn_nsys_is_killed", test_a_stubborn_nsys_is_killed);
  g_test_add_func ("/nsys_export/reports_are_told_from_other_files", test_reports_are_told_from_other_files);
  return g_test_run ();
}
