/* SPDX-License-Identifier: Apache-2.0
 *
 * A slice is found again by what it is stored as: that very one, or none. */

#include <glib/gstdio.h>
#include <string.h>
#include <utime.h>

#include "tests/unit/fixtures/random_profile.h"
#include "tests/unit/fixtures/scratch_folder.h"
#include "trace/build/builder.h"
#include "trace/cache/cached_open.h"
#include "trace/model/slice_identity.h"
#include "trace/text/bounded_text.h"

/* ---- profiles made here ---- */

static uint32_t
string_of (TraceBuilder *builder, const char *text)
{
  return trace_builder_string (builder, text, strlen (text));
}

static void
add_slice (TraceBuilder *builder, uint32_t track, const char *name, int64_t start_ns, int64_t dur_ns)
{
  trace_builder_add_slice (builder, &(SliceInput){
                                      .track = track,
                                      .name = string_of (builder, name),
                                      .category = string_of (builder, "cpu_op"),
                                      .kind = SLICE_OPERATOR,
                                      .start_ns = start_ns,
                                      .dur_ns = dur_ns,
                                      .args = ARGS_NONE,
                                    });
}

static uint32_t
add_thread (TraceBuilder *builder, const char *tid)
{
  uint32_t process = trace_builder_add_track (builder, TRACK_PROCESS, TRACE_NONE);
  trace_builder_track (builder, process)->pid = string_of (builder, "1074");
  uint32_t thread = trace_builder_add_track (builder, TRACK_THREAD, process);
  trace_builder_track (builder, thread)->tid = string_of (builder, tid);
  return trace_builder_add_track (builder, TRACK_OPERATORS, thread);
}

static Trace *
finish (TraceBuilder *builder)
{
  g_autoptr (GError) error = NULL;
  Trace *trace = trace_builder_finish (builder, &error);

  g_assert_no_error (error);
  trace_builder_free (builder);
  return trace;
}

static TraceBuilder *
begin (void)
{
  TraceBuilder *builder = trace_builder_new ();

  trace_builder_begin_rank (builder, "x.json");
  return builder;
}

/* Each is found by a text of its own, in printable ASCII. */
static uint64_t
assert_round_trip (Trace *trace)
{
  g_autoptr (TrackPaths) paths = track_paths_new (trace);
  g_autoptr (GHashTable) texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  uint64_t n = trace_slices (trace)->n;

  for (uint64_t i = 0; i < n; i++)
    {
      char *text = slice_identity_text (paths, i);

      g_assert_nonnull (text);
      g_assert_cmpuint (strlen (text), <, SLICE_IDENTITY_MAX);
      for (const char *at = text; *at != '\0'; at++)
        g_assert_true (*at > ' ' && *at < 0x7f);
      g_assert_cmpuint (slice_identity_find (paths, text), ==, i);
      g_assert_true (g_hash_table_add (texts, text));
    }
  return n;
}

/* ---- tests ---- */

static void
test_every_slice_is_found_again (void)
{
  GRand *random = g_rand_new_with_seed (6);
  uint64_t n = 0;

  for (int round = 0; round < 60; round++)
    {
      g_autoptr (Trace) trace = random_profile_new (random);

      n += assert_round_trip (trace);
    }
  g_assert_cmpuint (n, >, 1000);
  g_rand_free (random);
}

static void
test_every_track_has_a_path_of_its_own (void)
{
  GRand *random = g_rand_new_with_seed (7);

  for (int round = 0; round < 20; round++)
    {
      g_autoptr (Trace) trace = random_profile_new (random);
      g_autoptr (TrackPaths) paths = track_paths_new (trace);

      for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
        g_assert_cmpuint (track_paths_find (paths, track_paths_get (paths, t)), ==, t);
      g_assert_cmpuint (track_paths_find (paths, "node=elsewhere"), ==, TRACE_NONE);
      g_assert_null (track_paths_get (paths, trace_n_tracks (trace)));
    }
  g_rand_free (random);
}

static void
test_equals_are_told_apart (void)
{
  TraceBuilder *builder = begin ();
  uint32_t track = add_thread (builder, "7");

  for (int i = 0; i < 700; i++)
    add_slice (builder, track, "same", 100, 50);
  for (int i = 0; i < 20; i++)
    add_slice (builder, track, "instantly", 100, 0);
  add_slice (builder, track, "same", 0, 50);
  add_slice (builder, track, "same", 100, 51);
  g_autoptr (Trace) trace = finish (builder);
  g_autoptr (TrackPaths) paths = track_paths_new (trace);

  g_assert_cmpuint (assert_round_trip (trace), ==, 722);
  g_autofree char *last =
    g_strdup_printf ("1;%s;100;50;699;same", track_paths_get (paths, trace_track_of (trace, 0)));
  g_assert_cmpuint (slice_identity_find (paths, last), !=, SLICE_NONE);
  g_autofree char *beyond =
    g_strdup_printf ("1;%s;100;50;700;same", track_paths_get (paths, trace_track_of (trace, 0)));
  g_assert_cmpuint (slice_identity_find (paths, beyond), ==, SLICE_NONE);
}

static void
test_threads_of_one_number_are_told_apart (void)
{
  TraceBuilder *builder = begin ();

  for (int i = 0; i < 3; i++)
    add_slice (builder, add_thread (builder, "7"), "same", 0, 50);
  g_autoptr (Trace) trace = finish (builder);

  g_assert_cmpuint (assert_round_trip (trace), ==, 3);
}

static void
test_names_of_any_bytes (void)
{
  g_autofree char *long_name = g_strnfill (200000, 'x');
  g_autofree char *other_long_name = g_strconcat (long_name, "y", NULL);
  TraceBuilder *builder = begin ();
  uint32_t track = add_thread (builder, "7;8/9=%");

  add_slice (builder, track, "", 0, 10);
  add_slice (builder, track, "a;b;1;2", 0, 10);
  add_slice (builder, track, "a%3bb;1;2", 0, 10);
  add_slice (builder, track, "\xff\xfe <b>\n", 0, 10);
  add_slice (builder, track, "größe", 0, 10);
  add_slice (builder, track, long_name, 0, 10);
  add_slice (builder, track, other_long_name, 0, 10);
  g_autoptr (Trace) trace = finish (builder);

  g_assert_cmpuint (assert_round_trip (trace), ==, 7);
}

static void
test_what_is_not_there_is_not_found (void)
{
  TraceBuilder *builder = begin ();

  add_slice (builder, add_thread (builder, "7"), "name", 100, 50);
  g_autoptr (Trace) trace = finish (builder);
  g_autoptr (TrackPaths) paths = track_paths_new (trace);
  const char *path = track_paths_get (paths, trace_track_of (trace, 0));
  g_autofree char *right = slice_identity_text (paths, 0);
  g_autofree char *expected = g_strdup_printf ("1;%s;0;50;0;name", path);
  /* Version, path, and what follows it. */
  static const char *const wrong[][3] = {
    { "2", NULL, "0;50;0;name" },  { "1", "node=", "0;50;0;name" },
    { "1", NULL, "1;50;0;name" },  { "1", NULL, "0;51;0;name" },
    { "1", NULL, "0;50;1;name" },  { "1", NULL, "0;50;0;Name" },
    { "1", NULL, "0;50;0;name;" }, { "1", NULL, "0;50;0" },
    { "1", NULL, "0;-50;0;name" }, { "1", NULL, "0x0;50;0;name" },
    { "1", NULL, "0;50;-1;name" }, { "1", NULL, "99999999999999999999;50;0;name" },
  };

  g_assert_cmpstr (right, ==, expected);
  for (size_t i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autofree char *text =
        g_strdup_printf ("%s;%s;%s", wrong[i][0], wrong[i][1] != NULL ? wrong[i][1] : path, wrong[i][2]);

      g_assert_cmpuint (slice_identity_find (paths, text), ==, SLICE_NONE);
    }
  g_autofree char *endless = g_strnfill (100000, ';');
  g_assert_cmpuint (slice_identity_find (paths, endless), ==, SLICE_NONE);
  g_assert_cmpuint (slice_identity_find (paths, ""), ==, SLICE_NONE);
  g_assert_null (slice_identity_text (paths, 1));
}

static void
test_bounded_text (void)
{
  static const struct
  {
    const char *bytes, *text;
  } cases[] = {
    { "", "" },
    { "aten::addmm<4>(int)", "aten::addmm<4>(int)" },
    { "a b", "a%20b" },
    { "%/;,=~", "%25%2f%3b%2c%3d%7e" },
    { "\xc3\xbc\n", "%c3%bc%0a" },
  };
  char text[BOUNDED_TEXT_MAX];
  g_autofree char *longest = g_strnfill (BOUNDED_TEXT_WHOLE + 1, ';');

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_assert_cmpuint (bounded_text_put (text, cases[i].bytes, strlen (cases[i].bytes)), ==,
                        strlen (cases[i].text));
      g_assert_cmpstr (text, ==, cases[i].text);
    }
  g_assert_cmpuint (bounded_text_put (text, longest, BOUNDED_TEXT_WHOLE), ==, BOUNDED_TEXT_MAX - 1);
  g_assert_cmpuint (bounded_text_put (text, longest, BOUNDED_TEXT_WHOLE + 1), <, BOUNDED_TEXT_MAX);
  g_assert_nonnull (strstr (text, "%*"));
}

/* ---- files ---- */

static char *
write_trace (const char *folder, const char *name)
{
  g_autoptr (GString) text = g_string_new ("{\"traceEvents\": [");
  char *path = g_build_filename (folder, name, NULL);

  for (int i = 0; i < 400; i++)
    g_string_append_printf (
      text,
      "%s{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"op %d\",\"pid\":%d,\"tid\":%d,\"ts\":%d.5,\"dur\":%d}\n",
      i > 0 ? "," : "", i % 7, 1 + i % 2, i % 5, 1000 + i / 8 * 10, i % 3 * 20);
  g_string_append (text, "]}\n");
  g_assert_true (g_file_set_contents (path, text->str, (gssize) text->len, NULL));
  return path;
}

static Trace *
open_cached (const char *path, unsigned use)
{
  g_autoptr (GError) error = NULL;
  Trace *trace = cached_open (path, use, NULL, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

/* By what was stored about a, the same is found in b. */
static void
assert_found_in (Trace *a, Trace *b)
{
  g_autoptr (TrackPaths) paths_a = track_paths_new (a), paths_b = track_paths_new (b);
  const SliceColumns *slices_a = trace_slices (a), *slices_b = trace_slices (b);

  g_assert_true (memcmp (trace_profile_key (a), trace_profile_key (b), TRACE_KEY_BYTES) == 0);
  g_assert_cmpuint (slices_a->n, ==, 400);
  for (uint64_t i = 0; i < slices_a->n; i++)
    {
      g_autofree char *text = slice_identity_text (paths_a, i);
      uint64_t found = slice_identity_find (paths_b, text);

      g_assert_cmpuint (found, !=, SLICE_NONE);
      g_assert_cmpint (slice_start_ns (slices_b, found), ==, slice_start_ns (slices_a, i));
      g_assert_cmpint (slice_dur_ns (slices_b, found), ==, slice_dur_ns (slices_a, i));
      g_assert_cmpstr (trace_string (b, slice_name (slices_b, found), NULL), ==,
                       trace_string (a, slice_name (slices_a, i), NULL));
      g_assert_cmpstr (track_paths_get (paths_b, trace_track_of (b, found)), ==,
                       track_paths_get (paths_a, trace_track_of (a, i)));
    }
}

static void
test_found_in_a_copy_after_a_touch_and_when_read_again (void)
{
  char *folder = scratch_folder_new ();
  g_autofree char *base = g_build_filename (folder, "cache", NULL);
  g_autofree char *path = write_trace (folder, "trace.json");
  g_autofree char *copy = write_trace (folder, "elsewhere.json");

  g_mkdir (base, 0700);
  g_setenv ("XDG_CACHE_HOME", base, TRUE);
  {
    g_autoptr (Trace) first = open_cached (path, CACHE_READ | CACHE_WRITE);
    g_autoptr (Trace) cached = open_cached (path, CACHE_READ | CACHE_WRITE);
    g_autoptr (Trace) copied = open_cached (copy, CACHE_READ | CACHE_WRITE);

    assert_found_in (first, cached);
    assert_found_in (first, copied);
    g_assert_cmpint (utime (path, &(struct utimbuf){ 1000000000, 1000000000 }), ==, 0);
    g_autoptr (Trace) touched = open_cached (path, CACHE_READ | CACHE_WRITE);
    g_autoptr (Trace) read_again = open_cached (path, CACHE_WRITE);
    assert_found_in (first, touched);
    assert_found_in (first, read_again);
  }
  scratch_folder_remove (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/slice_identity/every_slice_is_found_again", test_every_slice_is_found_again);
  g_test_add_func ("/slice_identity/every_track_has_a_path_of_its_own",
                   test_every_track_has_a_path_of_its_own);
  g_test_add_func ("/slice_identity/equals_are_told_apart", test_equals_are_told_apart);
  g_test_add_func ("/slice_identity/threads_of_one_number_are_told_apart",
                   test_threads_of_one_number_are_told_apart);
  g_test_add_func ("/slice_identity/names_of_any_bytes", test_names_of_any_bytes);
  g_test_add_func ("/slice_identity/what_is_not_there_is_not_found", test_what_is_not_there_is_not_found);
  g_test_add_func ("/slice_identity/bounded_text", test_bounded_text);
  g_test_add_func ("/slice_identity/found_in_a_copy_after_a_touch_and_when_read_again",
                   test_found_in_a_copy_after_a_touch_and_when_read_again);
  return g_test_run ();
}
