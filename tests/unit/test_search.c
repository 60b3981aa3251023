/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/search/search.h"

#include <glib.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "trace/builder.h"
#include "trace/trace_error.h"

#define SPAN_NS  1000
#define N_ROUNDS 150

/* ---- profiles ---- */

typedef struct
{
  GRand *random;
  TraceBuilder *builder;
} Maker;

static const char *const names[] = {
  "aten::add",
  "ATEN::Add_",
  "void at::native::reduce_kernel<512>(float*)",
  "ncclDevKernel_AllReduce_Sum_f32_RING_LL",
  "Größe prüfen",
  "GRÖSSE PRÜFEN",
  "\xff\xfe bytes",
  "a\xc3",
  "ΣΊΣΥΦΟΣ σίσυφος",
  "7",
  "aaaaaaaaab",
};

static const char *const categories[] = { "kernel", "Kernel", "cpu_op", "" };
static const char *const keys[] = { "Input Dims", "stream", "device", "größe" };
static const char *const texts[] = {
  "[2048, 17]", "a \\\"quoted\\\" text", "line\\nfeed", "gr\\u00f6\\u00dfe", "short", "x", "",
};

static int32_t
below (Maker *maker, int32_t n)
{
  return g_rand_int_range (maker->random, 0, n);
}

#define ANY(maker, array) (array)[below (maker, G_N_ELEMENTS (array))]

static uint32_t
string (Maker *maker, const char *text)
{
  return trace_builder_string (maker->builder, text, strlen (text));
}

static void
put_value (Maker *maker)
{
  ArgsBlob *blob = trace_builder_args_blob (maker->builder);
  StringTable *strings = trace_builder_strings (maker->builder);
  const char *text = ANY (maker, texts);

  switch (below (maker, 4))
    {
    case 0:
      g_assert_true (args_put_integer (blob, below (maker, 100) - 50));
      break;
    case 1:
      g_assert_true (args_put_raw (blob, strings, "[2048,\\7]", 9));
      break;
    case 2:
      g_assert_true (args_put_literal (blob, 't'));
      break;
    default:
      g_assert_true (args_put_string (blob, strings, text, strlen (text)));
      break;
    }
}

static uint64_t
add_args (Maker *maker)
{
  uint64_t offset;
  uint32_t node = 0;

  if (below (maker, 3) == 0)
    return ARGS_NONE;
  g_assert_true (args_begin (trace_builder_args_blob (maker->builder), &offset));
  for (int32_t n = below (maker, 4); n > 0; n--)
    {
      g_assert_true (arg_keys_child (trace_builder_arg_keys (maker->builder), node,
                                     string (maker, ANY (maker, keys)), &node));
      put_value (maker);
    }
  args_end (trace_builder_args_blob (maker->builder), offset, node);
  return offset;
}

static void
add_slices (Maker *maker, uint32_t track, SliceKind kind)
{
  for (int32_t n = below (maker, 60); n > 0; n--)
    trace_builder_add_slice (maker->builder, &(SliceInput){
                                               .track = track,
                                               .name = string (maker, ANY (maker, names)),
                                               .category = string (maker, ANY (maker, categories)),
                                               .kind = kind,
                                               .start_ns = below (maker, SPAN_NS),
                                               .dur_ns = below (maker, 40),
                                               .args = add_args (maker),
                                             });
}

static Trace *
new_profile (GRand *random)
{
  g_autoptr (TraceBuilder) builder = trace_builder_new ();
  g_autoptr (GError) error = NULL;
  Maker maker = { random, builder };

  for (int32_t rank = below (&maker, 3); rank >= 0; rank--)
    {
      trace_builder_begin_rank (builder, "rank.json");
      trace_builder_set_rank_number (builder, rank);
      trace_builder_set_time_base (builder, 1000, true);
      uint32_t process = trace_builder_add_track (builder, TRACK_PROCESS, TRACE_NONE);
      uint32_t thread = trace_builder_add_track (builder, TRACK_THREAD, process);
      add_slices (&maker, trace_builder_add_track (builder, TRACK_OPERATORS, thread), SLICE_OPERATOR);
      for (int32_t number = below (&maker, 3); number > 0; number--)
        {
          uint32_t device = trace_builder_add_track (builder, TRACK_DEVICE, TRACE_NONE);
          uint32_t stream = trace_builder_add_track (builder, TRACK_STREAM, device);

          trace_builder_track (builder, device)->device = number;
          trace_builder_track (builder, stream)->device = number;
          trace_builder_track (builder, stream)->stream = 7;
          add_slices (&maker, stream, SLICE_KERNEL);
        }
    }
  Trace *trace = trace_builder_finish (builder, &error);
  g_assert_no_error (error);
  return trace;
}

/* ---- what counting finds ---- */

/* Character by character: one letter stays one letter. */
static char *
fold (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  GString *folded = g_string_new (NULL);

  for (const char *at = valid; *at != '\0'; at = g_utf8_next_char (at))
    g_string_append_unichar (folded, g_unichar_tolower (g_unichar_toupper (g_utf8_get_char (at))));
  return g_string_free (folded, FALSE);
}

static bool
part_is_in (const SearchQuery *query, const char *text)
{
  if (query->match_case)
    return strstr (text, query->text) != NULL;
  if (g_str_is_ascii (query->text))
    {
      g_autofree char *lower = g_ascii_strdown (text, -1), *part = g_ascii_strdown (query->text, -1);

      return strstr (lower, part) != NULL;
    }

  g_autofree char *lower = fold (text), *part = fold (query->text);
  return strstr (lower, part) != NULL;
}

/* Regular expressions of the tests match nothing that is no UTF-8. */
static bool
text_matches (const SearchQuery *query, GRegex *regex, const char *text)
{
  if (regex == NULL)
    return part_is_in (query, text);
  if (g_utf8_validate (text, -1, NULL))
    return g_regex_match (regex, text, 0, NULL);

  g_auto (GStrv) parts = g_strsplit_set (text, "\xff\xfe\xc3", -1);
  for (char **part = parts; *part != NULL; part++)
    if (g_utf8_validate (*part, -1, NULL)
        && g_regex_match (regex, *part,
                          (part > parts ? G_REGEX_MATCH_NOTBOL : 0) | (part[1] != NULL ? G_REGEX_MATCH_NOTEOL : 0),
                          NULL))
      return true;
  return false;
}

static char *
read_value (const Arg *arg)
{
  g_autofree char *json = g_strdup_printf (arg->quoted ? "\"%.*s\"" : "%.*s", (int) arg->length, arg->text);
  GString *text = g_string_new (NULL);

  if (!arg->quoted)
    g_string_append (text, json);
  for (const char *at = json + 1; arg->quoted && at[1] != '\0'; at++)
    if (g_str_has_prefix (at, "\\u00"))
      {
        g_string_append_unichar (text,
                                 (gunichar) g_ascii_strtoull ((char[]){ at[4], at[5], '\0' }, NULL, 16));
        at += 5;
      }
    else if (*at == '\\')
      g_string_append_c (text, *++at == 'n' ? '\n' : *at);
    else
      g_string_append_c (text, *at);
  return g_string_free (text, FALSE);
}

static bool
arguments_match (const Trace *trace, const SearchQuery *query, GRegex *regex, uint64_t slice)
{
  ArgIter iter;
  Arg arg;
  bool matches = false;

  if (!trace_args (trace, trace_slices (trace)->args[slice], &iter))
    return false;
  while (arg_iter_next (&iter, &arg))
    {
      g_autofree char *value = read_value (&arg);

      matches = matches || text_matches (query, regex, value)
                || text_matches (query, regex, trace_string (trace, arg.key, NULL));
    }
  arg_iter_clear (&iter);
  return matches;
}

static bool
is_in_scope (const Trace *trace, const SearchQuery *query, uint64_t slice)
{
  const SliceColumns *slices = trace_slices (trace);
  const TraceTrack *track = trace_track (trace, slices->track[slice]);
  int64_t start_ns = slices->start_ns[slice], end_ns = start_ns + slices->dur_ns[slice];

  if (query->rank != TRACE_NONE && track->rank != query->rank)
    return false;
  if (query->device != TRACE_NONE
      && (track->rank != trace_device (trace, query->device)->rank
          || (track->device >= 0 && track->device != trace_device (trace, query->device)->number)))
    return false;
  return !query->has_window || (start_ns >= query->begin_ns && start_ns < query->end_ns)
         || (start_ns < query->end_ns && end_ns > query->begin_ns);
}

static bool
should_match (const Trace *trace, const SearchQuery *query, GRegex *regex, uint64_t slice)
{
  const SliceColumns *slices = trace_slices (trace);
  const char *name = trace_string (trace, slices->name[slice], NULL);
  const char *category = trace_string (trace, slices->category[slice], NULL);

  return is_in_scope (trace, query, slice)
         && (((query->texts & SEARCH_NAMES)
              && (text_matches (query, regex, name)
                  || text_matches (query, regex, trace_display_name (trace, slices->name[slice]))))
             || ((query->texts & SEARCH_CATEGORIES) && text_matches (query, regex, category))
             || ((query->texts & SEARCH_ARGUMENTS) && arguments_match (trace, query, regex, slice)));
}

/* ---- comparing ---- */

static void
check_tracks (const SearchResult *result, const bool *expected)
{
  const Trace *trace = search_result_trace (result);
  size_t n_tracks, t = 0;
  const SearchTrack *tracks = search_result_tracks (result, &n_tracks);

  for (uint32_t id = 0; id < trace_n_tracks (trace); id++)
    {
      const TraceTrack *track = trace_track (trace, id);
      uint64_t n = 0, first = SLICE_NONE;

      for (uint64_t i = track->first_slice + track->n_slices; i-- > track->first_slice;)
        if (expected[i])
          {
            n++;
            first = i;
          }
      g_assert_cmpuint (
        n, ==, search_result_count (result, track->first_slice, track->first_slice + track->n_slices));
      if (n == 0)
        continue;
      g_assert_cmpuint (t, <, n_tracks);
      g_assert_cmpuint (tracks[t].track, ==, id);
      g_assert_cmpuint (tracks[t].n_hits, ==, n);
      g_assert_cmpuint (tracks[t++].first, ==, first);
    }
  g_assert_cmpuint (t, ==, n_tracks);
}

static void
check_ticks (const SearchResult *result, const bool *expected)
{
  const SliceColumns *slices = trace_slices (search_result_trace (result));
  int64_t begin_ns, end_ns;
  const uint8_t *ticks = search_result_ticks (result, &begin_ns, &end_ns);
  g_autofree uint8_t *wanted = g_new0 (uint8_t, SEARCH_TICKS);

  for (uint64_t i = 0; i < slices->n; i++)
    if (expected[i])
      for (int64_t tick = 0; tick < SEARCH_TICKS; tick++)
        {
          /* begin + tick x span / n <= start, and start is before that of the next. */
          int64_t at = (MIN (slices->start_ns[i], end_ns - 1) - begin_ns) * SEARCH_TICKS;

          if (at >= tick * (end_ns - begin_ns) && at < (tick + 1) * (end_ns - begin_ns))
            wanted[tick] = 1;
        }
  for (size_t tick = 0; tick < SEARCH_TICKS; tick++)
    {
      bool is_near =
        wanted[tick] || (tick > 0 && wanted[tick - 1]) || (tick + 1 < SEARCH_TICKS && wanted[tick + 1]);
      bool has_near =
        ticks[tick] || (tick > 0 && ticks[tick - 1]) || (tick + 1 < SEARCH_TICKS && ticks[tick + 1]);

      g_assert_true (!ticks[tick] || is_near);
      g_assert_true (!wanted[tick] || has_near);
    }
}

static void
check_list (const SearchResult *result, SearchOrder order, uint32_t track, const bool *expected)
{
  const SliceColumns *slices = trace_slices (search_result_trace (result));
  size_t n, n_expected = 0;
  g_autofree bool *seen = g_new0 (bool, slices->n + 1);
  uint64_t *list = search_result_list (result, order, track, NULL, &n);

  g_assert_nonnull (list);
  for (uint64_t i = 0; i < slices->n; i++)
    n_expected += expected[i] && (track == TRACE_NONE || slices->track[i] == track);
  g_assert_cmpuint (n, ==, n_expected);
  for (size_t i = 0; i < n; i++)
    {
      g_assert_true (expected[list[i]] && !seen[list[i]]);
      g_assert_true (track == TRACE_NONE || slices->track[list[i]] == track);
      seen[list[i]] = true;
      if (i == 0)
        continue;
      int64_t before = order == SEARCH_BY_TIME ? slices->start_ns[list[i - 1]] : -slices->dur_ns[list[i - 1]];
      int64_t here = order == SEARCH_BY_TIME ? slices->start_ns[list[i]] : -slices->dur_ns[list[i]];
      g_assert_true (before < here || (before == here && list[i - 1] < list[i]));
    }
  free (list);
}

static void
check_result (const SearchResult *result, const bool *expected, uint64_t n_searched)
{
  uint64_t n = trace_slices (search_result_trace (result))->n, next = SLICE_NONE, n_hits = 0;

  for (uint64_t i = n; i-- > 0;)
    {
      next = expected[i] ? i : next;
      n_hits += expected[i];
      g_assert_cmpint (search_result_holds (result, i), ==, expected[i]);
      g_assert_cmpuint (search_result_next (result, i), ==, next);
    }
  g_assert_cmpuint (search_result_next (result, n), ==, SLICE_NONE);
  g_assert_false (search_result_holds (result, n));
  g_assert_cmpuint (search_result_n_hits (result), ==, n_hits);
  g_assert_cmpuint (search_result_n_searched (result), ==, n_searched);
  check_tracks (result, expected);
  check_list (result, SEARCH_BY_TIME, TRACE_NONE, expected);
  check_list (result, SEARCH_BY_DURATION, TRACE_NONE, expected);
  if (trace_n_tracks (search_result_trace (result)) > 0)
    check_list (result, SEARCH_BY_DURATION, trace_n_tracks (search_result_trace (result)) - 1, expected);
}

/* ---- tests ---- */

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

static SearchQuery
random_query (GRand *random, const Trace *trace)
{
  static const char *const parts[] = {
    "a",    "ADD",       "::",       "größe",      "ΣΊΣΥΦΟΣ", "Prüf",      "7",
    "-3",   "[2048",     "quoted\"", "line\nfeed", "kernel",  "Kernel",    "Dims",
    "true", "not there", "ß",        "reduce f32", "aab",     "allreduce",
  };
  static const char *const expressions[] = {
    "a",       "^a",    "add$", "[0-9]+", "(all|re)duce", "^.{5}$", "gr\\w+",
    "\\bx\\b", "(a+)b", "Σ",    "^$",     "a.*e",         "(.)\\1",
  };
  SearchQuery query = everywhere (NULL);

  query.is_regex = g_rand_boolean (random);
  query.text = query.is_regex ? expressions[g_rand_int_range (random, 0, G_N_ELEMENTS (expressions))]
                              : parts[g_rand_int_range (random, 0, G_N_ELEMENTS (parts))];
  query.match_case = g_rand_boolean (random);
  query.texts = (unsigned) g_rand_int_range (random, 1, 8);
  if (g_rand_boolean (random) && trace_n_ranks (trace) > 0)
    query.rank = (uint32_t) g_rand_int_range (random, 0, (int) trace_n_ranks (trace));
  else if (g_rand_boolean (random) && trace_n_devices (trace) > 0)
    query.device = (uint32_t) g_rand_int_range (random, 0, (int) trace_n_devices (trace));
  query.has_window = g_rand_boolean (random);
  query.begin_ns = g_rand_int_range (random, -10, SPAN_NS);
  query.end_ns = query.begin_ns + g_rand_int_range (random, 0, SPAN_NS);
  return query;
}

static void
finds_what_looking_at_every_slice_finds (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (31);
  uint64_t n_found = 0, n_empty = 0;

  for (int round = 0; round < N_ROUNDS; round++)
    {
      g_autoptr (Trace) trace = new_profile (random);
      uint64_t n = trace_slices (trace)->n;

      for (int i = 0; i < 12; i++)
        {
          g_autoptr (GError) error = NULL;
          g_autoptr (GRegex) regex = NULL;
          g_autofree bool *expected = g_new0 (bool, n + 1);
          SearchQuery query = random_query (random, trace);
          uint64_t n_searched = 0;

          if (query.is_regex)
            regex = g_regex_new (query.text, query.match_case ? 0 : G_REGEX_CASELESS, 0, NULL);
          for (uint64_t s = 0; s < n; s++)
            {
              expected[s] = should_match (trace, &query, regex, s);
              n_searched += is_in_scope (trace, &query, s);
            }
          g_autoptr (SearchResult) result = search_run (trace, &query, NULL, &error);
          g_assert_no_error (error);
          check_result (result, expected, n_searched);
          if (i == 0)
            check_ticks (result, expected);
          n_found += search_result_n_hits (result) > 0;
          n_empty += search_result_n_hits (result) == 0;
        }
    }
  g_assert_cmpuint (n_found, >, N_ROUNDS);
  g_assert_cmpuint (n_empty, >, N_ROUNDS);
}

static void
tells_where_an_expression_is_wrong (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SearchPattern) pattern = search_pattern_new ("größe(", true, false, &error);

  g_assert_null (pattern);
  g_assert_error (error, TRACE_ERROR, TRACE_ERROR_NO_SUCH);
  g_assert_true (g_str_has_suffix (error->message, "at character 7"));
}

static void
refuses_what_is_too_long (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = g_strnfill (SEARCH_TEXT_MAX_BYTES + 1, 'x');
  g_autoptr (SearchPattern) pattern = search_pattern_new (text, false, false, &error);

  g_assert_null (pattern);
  g_assert_error (error, TRACE_ERROR, TRACE_ERROR_NO_SUCH);
}

/* One slice on one stream, n times. */
static Trace *
new_monotony (uint64_t n, const char *name)
{
  g_autoptr (TraceBuilder) builder = trace_builder_new ();
  g_autoptr (GError) error = NULL;

  trace_builder_begin_rank (builder, "rank.json");
  trace_builder_set_time_base (builder, 0, true);
  uint32_t device = trace_builder_add_track (builder, TRACK_DEVICE, TRACE_NONE);
  uint32_t stream = trace_builder_add_track (builder, TRACK_STREAM, device);
  trace_builder_track (builder, device)->device = 0;
  trace_builder_track (builder, stream)->device = 0;
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
        g_assert_error (error, TRACE_ERROR, TRACE_ERROR_NO_SUCH);
      n_refused += error != NULL;
      g_assert_cmpint (g_get_monotonic_time () - begin_us, <, 20 * G_USEC_PER_SEC);
    }
  g_assert_cmpint (n_refused, >=, 3);
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
  g_test_add_func ("/search/finds_what_looking_at_every_slice_finds",
                   finds_what_looking_at_every_slice_finds);
  g_test_add_func ("/search/tells_where_an_expression_is_wrong", tells_where_an_expression_is_wrong);
  g_test_add_func ("/search/refuses_what_is_too_long", refuses_what_is_too_long);
  g_test_add_func ("/search/an_expression_of_too_many_ways_ends", an_expression_of_too_many_ways_ends);
  g_test_add_func ("/search/a_search_that_is_cancelled_before_finds_nothing",
                   a_search_that_is_cancelled_before_finds_nothing);
  g_test_add_func ("/search/a_search_stops_soon_when_it_is_cancelled",
                   a_search_stops_soon_when_it_is_cancelled);
  g_test_add_func ("/search/a_list_has_the_first_of_very_many", a_list_has_the_first_of_very_many);
  return g_test_run ();
}
