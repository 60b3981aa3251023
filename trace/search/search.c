/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/search/search.h"

#include <stdlib.h>

#include "trace/container/parallel.h"
#include "trace/json/json_token.h"
#include "trace/model/slice_find.h"
#include "trace/search/search_result_private.h"
#include "trace/text/trace_error.h"

/* Slices per task: few enough that all threads end at nearly the same time, and a multiple of 64, so that no two tasks
 * share a word of bits. */
#define TASK_SLICES (64 * 4096)

/* Slices between two checks of the caller's cancel flag. */
#define SLICES_AT_ONCE 1024

/* Estimated time per slice, which decides whether another thread is worth starting. */
#define NAME_NS     2
#define ARGUMENT_NS 150

/* The role in which a text was found. The verdict of a text has two bits per role. */
typedef enum
{
  ROLE_NAME,
  ROLE_CATEGORY,
  ROLE_KEY,
  ROLE_STRING, /* a value between quotes */
  ROLE_VALUE,  /* any other value */
} Role;

#define WAS_TESTED(role) (1u << (2 * (role)))
#define MATCHES(role)    (2u << (2 * (role)))

typedef struct
{
  Trace *trace;
  const SliceColumns *slices;
  const SearchQuery *query;
  const SearchPattern *pattern;
  const atomic_bool *cancelled;
  _Atomic uint16_t *verdicts; /* by string id */
  SearchResult *result;
  bool *is_row_in_scope;
  bool tests_integers;
  atomic_bool must_stop, is_too_complex, is_out_of_memory;
  _Atomic uint64_t n_searched;
} Search;

/* The data of one thread. */
typedef struct
{
  Search *search;
  SearchMatcher *matcher;
  ArgIter iter;
  char *decoded;
  size_t decoded_cap;
} Worker;

/* ---- texts ---- */

static bool
test_text (Worker *worker, const char *text, size_t length)
{
  Search *search = worker->search;
  SearchVerdict verdict = search_matcher_test (worker->matcher, text, length);

  if (verdict == SEARCH_TOO_COMPLEX)
    {
      atomic_store (&search->is_too_complex, true);
      atomic_store (&search->must_stop, true);
    }
  return verdict == SEARCH_MATCH;
}

/* Returns the text between the quotes with escapes decoded. */
static bool
test_string (Worker *worker, const char *text, size_t length)
{
  const JsonValue string = { .type = JSON_STRING, .text = text, .length = length };

  if (memchr (text, '\\', length) == NULL)
    return test_text (worker, text, length);
  if (length > worker->decoded_cap)
    {
      char *decoded = realloc (worker->decoded, length);

      if (decoded == NULL)
        {
          atomic_store (&worker->search->is_out_of_memory, true);
          atomic_store (&worker->search->must_stop, true);
          return false;
        }
      worker->decoded = decoded;
      worker->decoded_cap = length;
    }
  return test_text (worker, worker->decoded, json_string_decode (&string, worker->decoded));
}

static bool
test_id (Worker *worker, Role role, uint32_t id)
{
  const Trace *trace = worker->search->trace;
  size_t length;
  const char *text = trace_string (trace, id, &length);

  if (role == ROLE_STRING)
    return test_string (worker, text, length);
  if (test_text (worker, text, length))
    return true;
  if (role != ROLE_NAME)
    return false;
  const char *shown = trace_display_name (trace, id);
  return shown != text && test_text (worker, shown, strlen (shown));
}

/* Two threads may test the same text at the same time; both get the same result. id must exist. */
static bool
text_matches (Worker *worker, Role role, uint32_t id)
{
  _Atomic uint16_t *verdict = &worker->search->verdicts[id];
  unsigned known = atomic_load_explicit (verdict, memory_order_relaxed);

  if (known & WAS_TESTED (role))
    return known & MATCHES (role);
  bool matches = test_id (worker, role, id);
  atomic_fetch_or_explicit (verdict, (uint16_t) (WAS_TESTED (role) | (matches ? MATCHES (role) : 0)),
                            memory_order_relaxed);
  return matches;
}

/* ---- slices ---- */

static bool
value_matches (Worker *worker, const Arg *arg)
{
  if (arg->string != ARG_NO_STRING)
    return text_matches (worker, arg->quoted ? ROLE_STRING : ROLE_VALUE, arg->string);
  if (arg->quoted)
    return test_string (worker, arg->text, arg->length);
  if (arg->text == worker->iter.integer + sizeof worker->iter.integer - arg->length
      && !worker->search->tests_integers)
    return false;
  return test_text (worker, arg->text, arg->length);
}

static bool
arguments_match (Worker *worker, uint64_t slice)
{
  Search *search = worker->search;
  uint32_t n_strings = search->slices->n_strings;
  Arg arg;

  if (!trace_args_move (search->trace, search->slices->args[slice], &worker->iter))
    return false;
  while (arg_iter_next (&worker->iter, &arg))
    if ((arg.key < n_strings && text_matches (worker, ROLE_KEY, arg.key)) || value_matches (worker, &arg))
      return true;
  return false;
}

static bool
slice_matches (Worker *worker, uint64_t slice)
{
  const SliceColumns *slices = worker->search->slices;
  unsigned texts = worker->search->query->texts;

  return ((texts & SEARCH_NAMES) && text_matches (worker, ROLE_NAME, slice_name (slices, slice)))
         || ((texts & SEARCH_CATEGORIES)
             && text_matches (worker, ROLE_CATEGORY, slice_category (slices, slice)))
         || ((texts & SEARCH_ARGUMENTS) && arguments_match (worker, slice));
}

/* As in trace/stats/scope.h: any part of the slice, or its start, is in the window. */
static bool
touches_window (const Search *search, uint64_t slice)
{
  const SearchQuery *query = search->query;
  int64_t start_ns = slice_start_ns (search->slices, slice);

  if (!query->has_window || (start_ns >= query->begin_ns && start_ns < query->end_ns))
    return true;
  return start_ns < query->end_ns && slice_end_ns (search->slices, slice) > query->begin_ns;
}

static bool
must_stop (Search *search)
{
  if (search->cancelled != NULL && atomic_load_explicit (search->cancelled, memory_order_relaxed))
    atomic_store (&search->must_stop, true);
  return atomic_load_explicit (&search->must_stop, memory_order_relaxed);
}

/* Returns a bit for each of n <= 64 slices from one on: whether its name matches. The known results of all are put
 * together first, without branches; names are tested only where one is not known yet, which is rare. */
static uint64_t
names_that_match (Worker *worker, uint64_t first, unsigned n)
{
  const Search *search = worker->search;
  unsigned tested = WAS_TESTED (ROLE_NAME);
  uint64_t bits = 0;

  for (unsigned i = 0; i < n; i++)
    {
      unsigned known = atomic_load_explicit (&search->verdicts[slice_name (search->slices, first + i)],
                                             memory_order_relaxed);

      tested &= known;
      bits |= (uint64_t) (known / MATCHES (ROLE_NAME) & 1) << i;
    }
  for (unsigned i = 0; tested == 0 && i < n; i++)
    bits |= (uint64_t) text_matches (worker, ROLE_NAME, slice_name (search->slices, first + i)) << i;
  return bits;
}

/* Likewise of slices [begin, end), all of which are searched. */
static void
search_names (Worker *worker, uint64_t begin, uint64_t end)
{
  uint64_t *bits = worker->search->result->bits;

  for (uint64_t at = begin; at < end; at = (at / 64 + 1) * 64)
    bits[at / 64] |= names_that_match (worker, at, (unsigned) (MIN ((at / 64 + 1) * 64, end) - at)) << (at % 64);
}

/* Searches the slices [begin, end), which are in one row. */
static void
search_run_of_slices (Worker *worker, uint64_t begin, uint64_t end)
{
  Search *search = worker->search;
  bool only_names = search->query->texts == SEARCH_NAMES && !search->query->has_window;
  uint64_t *bits = search->result->bits, n_searched = 0;

  for (uint64_t at = begin; at < end; at += SLICES_AT_ONCE)
    {
      if (must_stop (search))
        return;
      if (only_names)
        {
          search_names (worker, at, MIN (at + SLICES_AT_ONCE, end));
          n_searched += MIN (at + SLICES_AT_ONCE, end) - at;
          continue;
        }
      for (uint64_t i = at; i < MIN (at + SLICES_AT_ONCE, end); i++)
        if (touches_window (search, i))
          {
            n_searched++;
            bits[i / 64] |= (uint64_t) slice_matches (worker, i) << (i % 64);
          }
    }
  atomic_fetch_add_explicit (&search->n_searched, n_searched, memory_order_relaxed);
}

static void
search_task (void *user_data, size_t task, unsigned thread)
{
  Worker *worker = &((Worker *) user_data)[thread];
  Search *search = worker->search;
  uint64_t begin = (uint64_t) task * TASK_SLICES;
  uint64_t end = MIN (begin + TASK_SLICES, search->slices->n);

  for (uint32_t r = slice_find_row (search->trace, begin); r < trace_n_rows (search->trace); r++)
    {
      const TraceRow *row = trace_row (search->trace, r);

      if (row->first_slice >= end || must_stop (search))
        break;
      if (search->is_row_in_scope[r])
        search_run_of_slices (worker, MAX (row->first_slice, begin),
                              MIN (row->first_slice + row->n_slices, end));
    }
}

/* ---- the search ---- */

static bool
is_track_in_scope (const Trace *trace, const SearchQuery *query, uint32_t track)
{
  const TraceTrack *at = trace_track (trace, track);
  const TraceDevice *device = query->device != TRACE_NONE ? trace_device (trace, query->device) : NULL;
  uint32_t rank = device != NULL ? device->rank : query->rank;

  return (rank == TRACE_NONE || at->rank == rank)
         && (device == NULL || at->device < 0 || at->device == device->number);
}

static bool
prepare (Search *search)
{
  uint32_t n_rows = trace_n_rows (search->trace);

  search->verdicts = calloc (search->slices->n_strings + (size_t) 1, sizeof *search->verdicts);
  search->is_row_in_scope = calloc (n_rows + (size_t) 1, sizeof *search->is_row_in_scope);
  search->result = search_result_new (search->trace);
  if (search->verdicts == NULL || search->is_row_in_scope == NULL || search->result == NULL)
    return false;
  for (uint32_t r = 0; r < n_rows; r++)
    search->is_row_in_scope[r] =
      is_track_in_scope (search->trace, search->query, trace_row (search->trace, r)->track);
  return true;
}

static bool
run_tasks (Search *search)
{
  size_t n_tasks = (size_t) (search->slices->n / TASK_SLICES + (search->slices->n % TASK_SLICES > 0));
  uint64_t each_ns = (search->query->texts & SEARCH_ARGUMENTS) ? ARGUMENT_NS : NAME_NS;
  unsigned n_threads = parallel_threads_for (search->slices->n * each_ns);
  Worker *workers = calloc (n_threads, sizeof *workers);
  bool ok = workers != NULL;

  for (unsigned i = 0; ok && i < n_threads; i++)
    {
      workers[i].search = search;
      workers[i].matcher = search_matcher_new (search->pattern, search->cancelled);
      ok = workers[i].matcher != NULL;
    }
  if (ok)
    parallel_run (n_threads, n_tasks, search_task, workers);
  for (unsigned i = 0; workers != NULL && i < n_threads; i++)
    {
      search_matcher_free (workers[i].matcher);
      arg_iter_clear (&workers[i].iter);
      free (workers[i].decoded);
    }
  free (workers);
  return ok && !atomic_load (&search->is_out_of_memory);
}

static bool
tell_why (const Search *search, GError **error)
{
  if (search->cancelled != NULL && atomic_load (search->cancelled))
    g_set_error (error, TRACE_ERROR, TRACE_ERROR_CANCELLED, "The search was cancelled");
  else
    g_set_error (error, SEARCH_ERROR, SEARCH_ERROR_TOO_COMPLEX,
                 "This expression takes too long: it has too many ways to match a text");
  return false;
}

static bool
run (Search *search, GError **error)
{
  if (!prepare (search) || !run_tasks (search))
    {
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "Not enough memory to search");
      return false;
    }
  if (must_stop (search))
    return tell_why (search, error);
  search->result->n_searched = atomic_load (&search->n_searched);
  if (!search_result_finish (search->result))
    {
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "Not enough memory to search");
      return false;
    }
  return true;
}

SearchResult *
search_run (Trace *trace, const SearchQuery *query, const atomic_bool *cancelled, GError **error)
{
  g_autoptr (SearchPattern) pattern =
    search_pattern_new (query->text, query->is_regex, query->match_case, error);
  Search search = {
    .trace = trace,
    .slices = trace_slices (trace),
    .query = query,
    .pattern = pattern,
    .cancelled = cancelled,
  };

  if (pattern == NULL)
    return NULL;
  search.tests_integers = search_pattern_may_match_integers (pattern);
  bool ok = run (&search, error);
  free (search.verdicts);
  free (search.is_row_in_scope);
  if (!ok)
    g_clear_pointer (&search.result, search_result_unref);
  return search.result;
}
