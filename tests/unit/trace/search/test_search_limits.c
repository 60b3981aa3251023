/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "trace/build/builder.h"
#include "trace/search/search.h"
#include "trace/text/trace_error.h"

/* By how much the clock runs ahead, and goes on whenever it is looked at while it is hurried. */
static _Atomic int64_t seconds_ahead;
static atomic_bool is_hurried;

int
clock_gettime (clockid_t clock, struct timespec *now)
{
  int status = (int) syscall (SYS_clock_gettime, clock, now);

  if (atomic_load (&is_hurried))
    atomic_fetch_add (&seconds_ahead, 1);
  now->tv_sec += atomic_load (&seconds_ahead);
  return status;
}

static SearchQuery
everywhere (const char *text)
{
  return (SearchQuery){
    .text = text,
    .texts = SEARCH_NAMES | SEARCH_CATEGORIES | SEARCH_ARGUMENTS,
    .rank = TRACE_NONE,
    .device = TRACE_NONE,
  };
}

static void
tells_where_an_expression_is_wrong (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SearchPattern) pattern = search_pattern_new ("größe(", true, false, &error);

  g_assert_null (pattern);
  g_assert_error (error, SEARCH_ERROR, SEARCH_ERROR_EXPRESSION);
  g_assert_true (g_str_has_suffix (error->message, "at character 7"));
}

static void
refuses_what_is_too_long (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = g_strnfill (SEARCH_TEXT_MAX_BYTES + 1, 'x');
  g_autoptr (SearchPattern) pattern = search_pattern_new (text, false, false, &error);

  g_assert_null (pattern);
  g_assert_error (error, SEARCH_ERROR, SEARCH_ERROR_TOO_LONG);
}

static uint32_t
begin_stream (TraceBuilder *builder)
{
  trace_builder_begin_rank (builder, "rank.json");
  trace_builder_set_time_base (builder, 0, true);
  uint32_t device = trace_builder_add_track (builder, TRACK_DEVICE, TRACE_NONE);
  uint32_t stream = trace_builder_add_track (builder, TRACK_STREAM, device);
  trace_builder_track (builder, device)->device = 0;
  trace_builder_track (builder, stream)->device = 0;
  return stream;
}

/* One slice on one stream, n times. */
static Trace *
new_monotony (uint64_t n, const char *name)
{
  g_autoptr (TraceBuilder) builder = trace_builder_new ();
  g_autoptr (GError) error = NULL;

  uint32_t stream = begin_stream (builder);
  uint32_t text = trace_builder_string (builder, name, strlen (name));
  for (uint64_t i = 0; i < n; i++)
    trace_builder_add_slice (builder, &(SliceInput){ .track = stream,
                                                     .name = text,
                                                     .kind = SLICE_KERNEL,
                                                     .start_ns = (int64_t) (10 * i),
                                                     .dur_ns = (int64_t) (i * 7919 % 9),
                                                     .args = ARGS_NONE });
  Trace *trace = trace_builder_finish (builder, &error);
  g_assert_no_error (error);
  return trace;
}

/* By its answer, or by being refused; some of these are seen to match nothing at once. */
static void
an_expression_of_too_many_ways_ends (void)
{
  static const char *const expressions[] = {
    "(a+)+$", "(a|a)*[b-z]", "(.*)(.*)(.*)(.*)(.*)[x-z]", "^(([a-z])+.)+[A-Z]([a-z])+$", "(?:(?:a?)*?b?)*$z",
  };
  g_autofree char *name = g_strnfill (3000, 'a');
  g_autofree char *text = g_strconcat (name, "!", NULL);
  g_autoptr (Trace) trace = new_monotony (3, text);
  int n_refused = 0;

  for (size_t i = 0; i < G_N_ELEMENTS (expressions); i++)
    {
      g_autoptr (GError) error = NULL;
      SearchQuery query = everywhere (expressions[i]);
      gint64 begin_us = g_get_monotonic_time ();

      query.is_regex = true;
      query.match_case = true;
      g_autoptr (SearchResult) result = search_run (trace, &query, NULL, &error);
      g_assert_true ((result == NULL) == (error != NULL));
      if (result != NULL)
        g_assert_cmpuint (search_result_n_hits (result), ==, 0);
      else
        g_assert_error (error, SEARCH_ERROR, SEARCH_ERROR_TOO_COMPLEX);
      n_refused += error != NULL;
      g_assert_cmpint (g_get_monotonic_time () - begin_us, <, 20 * G_USEC_PER_SEC);
    }
  g_assert_cmpint (n_refused, >=, 3);
}

/* Which takes seconds for some: what is limited is the time for one text. */
static void
a_harmless_expression_may_be_tested_with_many_texts (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TraceBuilder) builder = trace_builder_new ();
  SearchQuery query = everywhere ("^text 7+$");

  uint32_t stream = begin_stream (builder);
  for (int i = 0; i < 1000; i++)
    {
      g_autofree char *name = g_strdup_printf ("text %d", i);
      uint32_t text = trace_builder_string (builder, name, strlen (name));

      trace_builder_add_slice (builder, &(SliceInput){ .track = stream,
                                                       .name = text,
                                                       .kind = SLICE_KERNEL,
                                                       .start_ns = 10 * i,
                                                       .dur_ns = 5,
                                                       .args = ARGS_NONE });
    }
  g_autoptr (Trace) trace = trace_builder_finish (builder, &error);
  g_assert_no_error (error);
  query.is_regex = true;
  atomic_store (&is_hurried, true);
  g_autoptr (SearchResult) result = search_run (trace, &query, NULL, &error);
  atomic_store (&is_hurried, false);
  g_assert_no_error (error);
  g_assert_cmpuint (search_result_n_hits (result), ==, 3);
}

/* The flag and the clock are looked at after every 64 positions. */
static void
a_harmless_expression_may_be_tested_with_a_text_of_any_length (void)
{
  for (gsize length = 0; length <= 300; length++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *name = g_strnfill (length, 'z');
      g_autoptr (Trace) trace = new_monotony (3, name);
      SearchQuery query = everywhere ("[a-m]y");

      query.is_regex = true;
      g_autoptr (SearchResult) result = search_run (trace, &query, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (search_result_n_hits (result), ==, 0);
    }
}

/* Each place of the text takes nearly as long as it may. */
static void
an_expression_that_takes_too_long_for_a_text_ends (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *name = g_strnfill (15000, 'a');
  g_autoptr (Trace) trace = new_monotony (3, name);
  SearchQuery query = everywhere ("a{0,100}a{0,100}[b-z]");

  query.is_regex = true;
  atomic_store (&is_hurried, true);
  g_autoptr (SearchResult) result = search_run (trace, &query, NULL, &error);
  atomic_store (&is_hurried, false);
  g_assert_null (result);
  g_assert_error (error, SEARCH_ERROR, SEARCH_ERROR_TOO_COMPLEX);
}

static void
a_search_that_is_cancelled_before_finds_nothing (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (Trace) trace = new_monotony (100, "kernel");
  SearchQuery query = everywhere ("kernel");
  atomic_bool cancelled = true;
  g_autoptr (SearchResult) result = search_run (trace, &query, &cancelled, &error);

  g_assert_null (result);
  g_assert_error (error, TRACE_ERROR, TRACE_ERROR_CANCELLED);
}

static void *
cancel_soon (void *user_data)
{
  g_usleep (20000);
  atomic_store ((atomic_bool *) user_data, true);
  return NULL;
}

/* Each place of the text takes nearly as long as it may, so the whole would take minutes. */
static void
a_search_stops_soon_when_it_is_cancelled (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *name = g_strnfill (15000, 'a');
  g_autoptr (Trace) trace = new_monotony (3, name);
  SearchQuery query = everywhere ("a{0,100}a{0,100}[b-z]");
  atomic_bool cancelled = false;
  pthread_t thread;

  query.is_regex = true;
  g_assert_cmpint (pthread_create (&thread, NULL, cancel_soon, &cancelled), ==, 0);
  g_autoptr (SearchResult) result = search_run (trace, &query, &cancelled, &error);
  pthread_join (thread, NULL);
  g_assert_null (result);
  g_assert_nonnull (error);
}

static void
a_list_has_the_first_of_very_many (void)
{
  g_autoptr (GError) error = NULL;
  const uint64_t n = 2 * SEARCH_LIST_MAX + 300000;
  g_autoptr (Trace) trace = new_monotony (n, "kernel");
  const SliceColumns *slices = trace_slices (trace);
  SearchQuery query = everywhere ("KERN");
  size_t n_listed, n_longer = 0;

  query.texts = SEARCH_NAMES;
  g_autoptr (SearchResult) result = search_run (trace, &query, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (search_result_n_hits (result), ==, n);
  uint64_t *list = search_result_list (result, SEARCH_BY_TIME, TRACE_NONE, NULL, &n_listed);
  g_assert_cmpuint (n_listed, ==, SEARCH_LIST_MAX);
  for (size_t i = 0; i < n_listed; i++)
    g_assert_cmpuint (list[i], ==, i);
  free (list);

  list = search_result_list (result, SEARCH_BY_DURATION, TRACE_NONE, NULL, &n_listed);
  g_assert_cmpuint (n_listed, ==, SEARCH_LIST_MAX);
  int64_t least_ns = slices->dur_ns[list[n_listed - 1]];
  for (size_t i = 1; i < n_listed; i++)
    g_assert_true (slices->dur_ns[list[i - 1]] > slices->dur_ns[list[i]]
                   || (slices->dur_ns[list[i - 1]] == slices->dur_ns[list[i]] && list[i - 1] < list[i]));
  for (uint64_t i = 0; i < n; i++)
    n_longer += slices->dur_ns[i] > least_ns;
  g_assert_cmpuint (n_longer, <, SEARCH_LIST_MAX);
  free (list);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/search_limits/tells_where_an_expression_is_wrong", tells_where_an_expression_is_wrong);
  g_test_add_func ("/search_limits/refuses_what_is_too_long", refuses_what_is_too_long);
  g_test_add_func ("/search_limits/an_expression_of_too_many_ways_ends", an_expression_of_too_many_ways_ends);
  g_test_add_func ("/search_limits/a_harmless_expression_may_be_tested_with_many_texts",
                   a_harmless_expression_may_be_tested_with_many_texts);
  g_test_add_func ("/search_limits/a_harmless_expression_may_be_tested_with_a_text_of_any_length",
                   a_harmless_expression_may_be_tested_with_a_text_of_any_length);
  g_test_add_func ("/search_limits/an_expression_that_takes_too_long_for_a_text_ends",
                   an_expression_that_takes_too_long_for_a_text_ends);
  g_test_add_func ("/search_limits/a_search_that_is_cancelled_before_finds_nothing",
                   a_search_that_is_cancelled_before_finds_nothing);
  g_test_add_func ("/search_limits/a_search_stops_soon_when_it_is_cancelled",
                   a_search_stops_soon_when_it_is_cancelled);
  g_test_add_func ("/search_limits/a_list_has_the_first_of_very_many", a_list_has_the_first_of_very_many);
  return g_test_run ();
}
