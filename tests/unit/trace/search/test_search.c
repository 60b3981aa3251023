/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/search/search.h"

#include <glib.h>
#include <stdlib.h>

#include "tests/unit/trace/search/search_oracle.h"

#define N_ROUNDS 150

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
  query.begin_ns = g_rand_int_range (random, -10, SEARCH_ORACLE_SPAN_NS);
  query.end_ns = query.begin_ns + g_rand_int_range (random, 0, SEARCH_ORACLE_SPAN_NS);
  return query;
}

static void
finds_what_looking_at_every_slice_finds (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (31);
  uint64_t n_found = 0, n_empty = 0;

  for (int round = 0; round < N_ROUNDS; round++)
    {
      g_autoptr (Trace) trace = search_oracle_profile (random);
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
              expected[s] = search_oracle_matches (trace, &query, regex, s);
              n_searched += search_oracle_is_in_scope (trace, &query, s);
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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/search/finds_what_looking_at_every_slice_finds",
                   finds_what_looking_at_every_slice_finds);
  return g_test_run ();
}
