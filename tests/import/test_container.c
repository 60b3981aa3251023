/* SPDX-License-Identifier: Apache-2.0
 *
 * What a trace's text comes in: gzip whole, in pieces, cut and damaged, and files that are still
 * written. */

#include <string.h>
#include <utime.h>
#include <glib.h>
#include <glib/gstdio.h>

#include "tests/import/gzip_text.h"
#include "tests/import/trace_check.h"
#include "trace/open/open.h"
#include "trace/text/trace_error.h"

#define N_EVENTS 2000

/* N_EVENTS slices at 10 us intervals. Names differ, so that it does not compress to
 * nothing. */
static GString *
make_text (void)
{
  GString *text = g_string_new ("{\"schemaVersion\": 1, \"traceEvents\": [\n");
  GRand *random = g_rand_new_with_seed (7);

  for (int i = 0; i < N_EVENTS; i++)
    g_string_append_printf (text,
                            "%s{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"op %08x\", \"pid\": 1,"
                            " \"tid\": 2, \"ts\": %d, \"dur\": 5}",
                            i > 0 ? ",\n" : "", g_rand_int (random), i * 10);
  g_string_append (text, "\n], \"traceName\": \"t\"}\n");
  g_rand_free (random);
  return text;
}

/* Events whose closing brace is among the first n bytes. */
static uint64_t
complete_events (const GString *text, size_t n)
{
  uint64_t count = 0;

  for (size_t i = strlen ("{\"schemaVersion\": 1, \"traceEvents\": ["); i < n; i++)
    count += text->str[i] == '}';
  return MIN (count, N_EVENTS);
}

static char *
write_file (const char *folder, const char *name, const void *data, size_t length)
{
  char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, data, (gssize) length, NULL));
  return path;
}

/* Opens the bytes as a file of that name, age_s seconds old. NULL: refused as a trace of which nothing can be read. */
static Trace *
open_bytes (const char *name, const void *data, size_t length, int age_s)
{
  g_autofree char *folder = g_dir_make_tmp ("stepscope-XXXXXX", NULL);
  g_autofree char *path = write_file (folder, name, data, length);
  struct utimbuf times = { .actime = time (NULL), .modtime = time (NULL) - age_s };
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (utime (path, &times), ==, 0);
  Trace *trace = trace_open (path, NULL, &error);
  g_unlink (path);
  g_rmdir (folder);
  if (trace == NULL)
    {
      g_assert_error (error, TRACE_ERROR, TRACE_ERROR_UNREADABLE);
      return NULL;
    }
  g_autofree char *broken = trace_check (trace);
  g_assert_cmpstr (broken, ==, NULL);
  return trace;
}

/* Exactly this row is there, or none: N_HEALTH_IDS. */
static void
check_health (const Trace *trace, HealthId expected)
{
  for (int id = 0; id < N_HEALTH_IDS; id++)
    g_assert_cmpuint (trace_health (trace)->rows[id].count, ==, id == (int) expected ? 1 : 0);
}

static void
check_whole (const Trace *trace, HealthId expected)
{
  g_assert_nonnull (trace);
  g_assert_cmpuint (trace_event_counts (trace)->total, ==, N_EVENTS);
  g_assert_cmpuint (trace_event_counts (trace)->skipped, ==, 0);
  g_assert_cmpuint (trace_slices (trace)->n, ==, N_EVENTS);
  g_assert_cmpint (trace_status (trace), ==, PROFILE_COMPLETED);
  check_health (trace, expected);
}

static void
gzip_is_told_by_its_bytes_not_its_name (void)
{
  g_autoptr (GString) text = make_text ();
  g_autoptr (GByteArray) gzip = g_byte_array_new ();

  gzip_text_append (gzip, text->str, text->len);
  g_autoptr (Trace) packed = open_bytes ("packed.json", gzip->data, gzip->len, 0);
  g_autoptr (Trace) plain = open_bytes ("plain.json.gz", text->str, text->len, 0);
  check_whole (packed, N_HEALTH_IDS);
  check_whole (plain, N_HEALTH_IDS);
}

static void
gzip_members_are_joined (void)
{
  g_autoptr (GString) text = make_text ();
  g_autoptr (GByteArray) gzip = g_byte_array_new ();

  /* Cut in the middle of events, and with an empty member between. */
  for (size_t at = 0; at < text->len; at += 40001)
    gzip_text_append (gzip, text->str + at, MIN (text->len - at, 40001));
  gzip_text_append (gzip, "", 0);
  g_autoptr (Trace) trace = open_bytes ("members.json.gz", gzip->data, gzip->len, 0);
  check_whole (trace, N_HEALTH_IDS);
}

static void
gzip_followed_by_other_bytes_is_whole (void)
{
  static const char garbage[512] = { 'g', 'a', 'r', 'b', 'a', 'g', 'e' };
  static const char zeros[512] = { 0 };
  g_autoptr (GString) text = make_text ();

  for (int i = 0; i < 2; i++)
    {
      g_autoptr (GByteArray) gzip = g_byte_array_new ();

      gzip_text_append (gzip, text->str, text->len);
      g_byte_array_append (gzip, (const guint8 *) (i == 0 ? garbage : zeros), 512);
      g_autoptr (Trace) trace = open_bytes ("trailing.json.gz", gzip->data, gzip->len, 0);
      check_whole (trace, HEALTH_GZIP_TRAILING);
    }
}

static void
gzip_cut_anywhere_keeps_every_complete_event (void)
{
  g_autoptr (GString) text = make_text ();
  g_autoptr (GByteArray) gzip = g_byte_array_new ();

  gzip_text_append (gzip, text->str, text->len);
  for (guint cut = gzip->len / 16; cut < gzip->len; cut += gzip->len / 16)
    {
      g_autoptr (GByteArray) left = gzip_text_inflate (gzip->data, cut);
      g_autoptr (Trace) trace = open_bytes ("cut.json.gz", gzip->data, cut, 3600);

      g_assert_nonnull (trace);
      g_assert_cmpuint (trace_event_counts (trace)->total, ==, complete_events (text, left->len));
      g_assert_cmpuint (trace_health (trace)->rows[HEALTH_GZIP_TRUNCATED].count, ==, 1);
      g_assert_cmpint (trace_health (trace)->rows[HEALTH_GZIP_TRUNCATED].first_offset, ==, left->len);
      g_assert_cmpint (trace_status (trace), ==, PROFILE_STOPPED);
    }
}

static void
gzip_with_a_wrong_checksum_keeps_everything (void)
{
  g_autoptr (GString) text = make_text ();
  g_autoptr (GByteArray) gzip = g_byte_array_new ();

  gzip_text_append (gzip, text->str, text->len);
  gzip->data[gzip->len - 8] ^= 1;
  g_autoptr (Trace) trace = open_bytes ("checksum.json.gz", gzip->data, gzip->len, 3600);
  g_assert_nonnull (trace);
  g_assert_cmpuint (trace_event_counts (trace)->total, ==, N_EVENTS);
  g_assert_cmpuint (trace_health (trace)->rows[HEALTH_GZIP_DAMAGED].count, ==, 1);
}

static void
gzip_with_a_flipped_byte_keeps_what_is_before_it (void)
{
  g_autoptr (GString) text = make_text ();
  g_autoptr (GByteArray) gzip = g_byte_array_new ();

  gzip_text_append (gzip, text->str, text->len);
  for (guint at = gzip->len / 8; at < gzip->len - 8; at += gzip->len / 8)
    {
      g_autoptr (GByteArray) before = gzip_text_inflate (gzip->data, at);

      gzip->data[at] ^= 0x55;
      g_autoptr (Trace) trace = open_bytes ("flipped.json.gz", gzip->data, gzip->len, 3600);
      g_assert_nonnull (trace);
      g_assert_cmpuint (trace_event_counts (trace)->total, >=, complete_events (text, before->len));
      g_assert_cmpuint (trace_health (trace)->rows[HEALTH_GZIP_DAMAGED].count
                          + trace_health (trace)->rows[HEALTH_GZIP_TRUNCATED].count,
                        ==, 1);
      gzip->data[at] ^= 0x55;
    }
}

static void
gzip_without_contents_is_refused (void)
{
  g_autoptr (GByteArray) gzip = g_byte_array_new ();

  gzip_text_append (gzip, "", 0);
  g_assert_null (open_bytes ("empty.json.gz", gzip->data, gzip->len, 0));
  g_assert_null (open_bytes ("magic.json.gz", gzip->data, 2, 0));
}

static void
check_status (const char *name, bool whole, int age_s, ProfileStatus expected)
{
  g_autoptr (GString) text = make_text ();
  size_t cut = whole ? text->len : (size_t) (strstr (text->str, "\"ts\": 500,") - text->str);
  g_autoptr (Trace) trace = open_bytes (name, text->str, cut, age_s);

  g_assert_nonnull (trace);
  g_assert_cmpuint (trace_event_counts (trace)->total, ==, whole ? N_EVENTS : 50);
  g_assert_cmpint (trace_status (trace), ==, expected);
}

static void
status_of_a_file_that_is_still_written_is_in_progress (void)
{
  check_status ("kineto.json.tmp", false, 0, PROFILE_IN_PROGRESS);
}

static void
status_of_a_file_left_behind_is_stopped (void)
{
  check_status ("kineto.json.tmp", false, 3600, PROFILE_STOPPED);
  check_status ("kineto.json", false, 0, PROFILE_STOPPED);
}

static void
status_of_a_whole_file_is_completed_whatever_its_name (void)
{
  check_status ("kineto.json.tmp", true, 0, PROFILE_COMPLETED);
}

static void
path_that_is_no_file_is_unreadable (void)
{
  static const char *const paths[] = { "/nonexistent/trace.json", "/dev/null" };

  for (size_t i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (trace_open (paths[i], NULL, &error));
      g_assert_error (error, TRACE_ERROR, TRACE_ERROR_UNREADABLE);
      g_assert_true (g_str_has_prefix (error->message, paths[i]));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/container/gzip/told_by_its_bytes_not_its_name", gzip_is_told_by_its_bytes_not_its_name);
  g_test_add_func ("/container/gzip/members_are_joined", gzip_members_are_joined);
  g_test_add_func ("/container/gzip/followed_by_other_bytes_is_whole", gzip_followed_by_other_bytes_is_whole);
  g_test_add_func ("/container/gzip/cut_anywhere_keeps_every_complete_event",
                   gzip_cut_anywhere_keeps_every_complete_event);
  g_test_add_func ("/container/gzip/wrong_checksum_keeps_everything",
                   gzip_with_a_wrong_checksum_keeps_everything);
  g_test_add_func ("/container/gzip/flipped_byte_keeps_what_is_before_it",
                   gzip_with_a_flipped_byte_keeps_what_is_before_it);
  g_test_add_func ("/container/gzip/without_contents_is_refused", gzip_without_contents_is_refused);
  g_test_add_func ("/container/status/still_written_is_in_progress",
                   status_of_a_file_that_is_still_written_is_in_progress);
  g_test_add_func ("/container/status/left_behind_is_stopped", status_of_a_file_left_behind_is_stopped);
  g_test_add_func ("/container/status/whole_is_completed_whatever_its_name",
                   status_of_a_whole_file_is_completed_whatever_its_name);
  g_test_add_func ("/container/path/no_file_is_unreadable", path_that_is_no_file_is_unreadable);
  return g_test_run ();
}
