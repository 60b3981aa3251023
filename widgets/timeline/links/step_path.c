/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/links/step_path.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "trace/container/radix_order.h"
#include "trace/container/stop_check.h"
#include "trace/critical/critical_items.h"
#include "trace/stats/percent_parts.h"
#include "widgets/state/critical_words.h"

typedef struct
{
  StepPath shown; /* first: what callers hold */
  PathSpan *spans;
  size_t *edges;
  CriticalPath *path;
  atomic_uint n_users;
} Owned;

PathPlace
path_place_of_step (const Profile *profile, uint64_t step)
{
  const TraceStep *at = step_table_get (profile->steps, step);

  return (PathPlace){ step, at->rank, at->host_begin_ns, at->host_end_ns };
}

bool
path_place_is_same (const PathPlace *a, const PathPlace *b)
{
  return a->step == b->step && a->rank == b->rank && a->begin_ns == b->begin_ns && a->end_ns == b->end_ns;
}

/* ---- spans ---- */

static PathSpan
span_of (const CriticalPiece *piece, const SliceColumns *slices)
{
  PathSpan span = { piece->begin_ns, piece->end_ns, piece->slice, piece->klass };

  if (piece->klass == CRITICAL_LAUNCH)
    span.end_ns = MAX (MIN (span.end_ns, slice_end_ns (slices, piece->slice)), span.begin_ns + 1);
  return span;
}

/* Pieces ascend by time, and equal keys keep their order. */
static bool
order_spans (Owned *owned, const Trace *trace, StopCheck *check)
{
  const CriticalPieceColumn *pieces = &owned->path->pieces;
  size_t n = pieces->n;
  OrderPair *pairs = malloc ((n + 1) * sizeof *pairs), *scratch = malloc ((n + 1) * sizeof *scratch);
  bool ok = pairs != NULL && scratch != NULL;

  owned->spans = malloc ((n + 1) * sizeof *owned->spans);
  ok = ok && owned->spans != NULL && stop_check_ask (check);
  for (size_t i = 0; ok && i < n; i++)
    pairs[i] = (OrderPair){ pieces->at[i].slice, i };
  if (ok)
    radix_order (pairs, scratch, n);
  for (size_t i = 0; ok && i < n; i++)
    {
      owned->spans[i] = span_of (&pieces->at[pairs[i].item], trace_slices (trace));
      ok = stop_check_next (check);
    }
  free (pairs);
  free (scratch);
  owned->shown.spans = owned->spans;
  owned->shown.n_spans = ok ? n : 0;
  return ok;
}

/* Bands of a thread count as one. */
static uint32_t
line_of (const Trace *trace, const CriticalPiece *piece)
{
  uint32_t track = trace_track_of (trace, piece->slice);
  const TraceTrack *at = trace_track (trace, track);
  bool is_band = at->kind == TRACK_ANNOTATIONS || at->kind == TRACK_OPERATORS || at->kind == TRACK_CALLS;

  return is_band && at->parent != TRACE_NONE ? at->parent : track;
}

static bool
find_edges (Owned *owned, const Trace *trace, StopCheck *check)
{
  const CriticalPieceColumn *pieces = &owned->path->pieces;
  uint32_t before = TRACE_NONE;

  owned->edges = malloc ((pieces->n + 1) * sizeof *owned->edges);
  owned->shown.edges = owned->edges;
  if (owned->edges == NULL)
    return false;
  for (size_t i = 0; i < pieces->n; i++)
    {
      uint32_t line = line_of (trace, &pieces->at[i]);

      if (!stop_check_next (check))
        return false;
      if (i > 0 && line != before)
        owned->edges[owned->shown.n_edges++] = i - 1;
      before = line;
    }
  return true;
}

void
step_path_spans_of (const StepPath *path, const TraceRow *lane, size_t *ret_begin, size_t *ret_end)
{
  const uint64_t bounds[] = { lane->first_slice, lane->first_slice + lane->n_slices };
  size_t found[2];

  for (int i = 0; i < 2; i++)
    {
      size_t low = 0, high = path->n_spans;

      while (low < high)
        {
          size_t middle = low + (high - low) / 2;

          if (path->spans[middle].slice < bounds[i])
            low = middle + 1;
          else
            high = middle;
        }
      found[i] = low;
    }
  *ret_begin = found[0];
  *ret_end = found[1];
}

/* ---- life ---- */

const StepPath *
step_path_new (const Profile *profile,
               const PathPlace *place,
               bool (*should_continue) (void *user_data),
               void *user_data)
{
  Owned *owned = g_new0 (Owned, 1);
  StatsScope scope = stats_scope_window (profile->trace, profile->steps, &place->begin_ns, &place->end_ns);
  StopCheck check = { should_continue, user_data, 0 };

  atomic_init (&owned->n_users, 1);
  owned->path = critical_path_new (&scope, place->rank, should_continue, user_data);
  owned->shown = (StepPath){ .profile = profile_ref (profile), .place = *place, .path = owned->path };
  if (owned->path != NULL && order_spans (owned, profile->trace, &check)
      && find_edges (owned, profile->trace, &check))
    return &owned->shown;
  step_path_unref (&owned->shown);
  return NULL;
}

const StepPath *
step_path_ref (const StepPath *path)
{
  atomic_fetch_add_explicit (&((Owned *) (uintptr_t) path)->n_users, 1, memory_order_relaxed);
  return path;
}

static void
owned_free (gpointer data, gpointer user_data)
{
  Owned *owned = data;

  (void) user_data;
  critical_path_free (owned->path);
  free (owned->spans);
  free (owned->edges);
  profile_unref (owned->shown.profile);
  g_free (owned);
}

static gpointer
new_pool (gpointer unused)
{
  (void) unused;
  return g_thread_pool_new (owned_free, NULL, 1, FALSE, NULL);
}

/* The memory of a path of a million slices takes longer to free than a frame: another thread does it. */
void
step_path_unref (const StepPath *path)
{
  static GOnce once = G_ONCE_INIT;
  Owned *owned = (Owned *) (uintptr_t) path;

  if (owned != NULL && atomic_fetch_sub_explicit (&owned->n_users, 1, memory_order_acq_rel) == 1)
    g_thread_pool_push (g_once (&once, new_pool, NULL), owned, NULL);
}

/* ---- words ---- */

static void
rank_number (const StepPath *path, uint32_t rank, char *ret_number)
{
  g_snprintf (ret_number, NUMBER_TEXT_MAX, "%" PRId64, trace_rank (path->profile->trace, rank)->number);
}

char *
step_path_place_text (const StepPath *path)
{
  bool is_one_of_ranks = trace_n_ranks (path->profile->trace) > 1;
  char number[NUMBER_TEXT_MAX], rank[NUMBER_TEXT_MAX];

  rank_number (path, path->place.rank, rank);
  if (path->place.step == UINT64_MAX)
    /* Translators: a number, within a sentence */
    return is_one_of_ranks ? g_strdup_printf (_ ("the selected span of rank %s"), rank)
                           : g_strdup (_ ("the selected span"));
  const TraceStep *step = step_table_get (path->profile->steps, path->place.step);
  g_snprintf (number, sizeof number, "%" PRId64, step->has_number ? step->number : step->index + INT64_C (1));
  if (is_one_of_ranks)
    /* Translators: a step by its number and that of its rank, within a sentence */
    return g_strdup_printf (_ ("step %s of rank %s"), number, rank);
  /* Translators: a step by its number, within a sentence */
  return g_strdup_printf (_ ("step %s"), number);
}

char *
step_path_other_rank_text (const StepPath *path, uint64_t slice)
{
  const Trace *trace = path->profile->trace;
  uint32_t of_slice = trace_track (trace, trace_track_of (trace, slice))->rank;
  char numbers[2][NUMBER_TEXT_MAX];

  if (of_slice == path->place.rank || of_slice == TRACE_NONE)
    return NULL;
  rank_number (path, path->place.rank, numbers[0]);
  rank_number (path, of_slice, numbers[1]);
  /* Translators: two numbers */
  return g_strdup_printf (_ ("The path is of rank %s, this slice of rank %s."), numbers[0], numbers[1]);
}

/* At most n_most of them, but one at least. */
static void
add_parts (const CriticalPath *path, const NumberStyle *numbers, int n_most, GString *text)
{
  uint32_t tenths[N_CRITICAL_CLASSES];
  bool is_said[N_CRITICAL_CLASSES] = { false };

  percent_parts (path->total_ns, N_CRITICAL_CLASSES, tenths);
  for (int n = 0; n < N_CRITICAL_CLASSES; n++)
    {
      int largest = -1;
      char share[NUMBER_TEXT_MAX];

      for (int i = 0; i < N_CRITICAL_CLASSES; i++)
        if (!is_said[i] && path->total_ns[i] > 0
            && (largest < 0 || path->total_ns[i] > path->total_ns[largest]))
          largest = i;
      if (largest < 0)
        break;
      is_said[largest] = true;
      if (n > 0 && tenths[largest] == 0)
        break;
      if (n > 0 && n >= n_most)
        {
          g_string_append (text, ", …");
          break;
        }
      number_text_tenths (numbers, tenths[largest], share);
      g_string_append_printf (text, "%s%s %s", n > 0 ? ", " : "", critical_words_of ((CriticalClass) largest),
                              share);
    }
}

static char *
legend_of_parts (const StepPath *path,
                 const NumberStyle *numbers,
                 const char *place,
                 int n_parts,
                 bool is_guess_said)
{
  g_autoptr (GString) parts = g_string_new (NULL);
  char length[NUMBER_TEXT_MAX];

  add_parts (path->path, numbers, n_parts, parts);
  number_text_duration (numbers, (double) path->path->length_ns, length);
  /* Translators: "step 12", the length of its path, and its parts: "compute 71.2 %, launch 28.8 %" */
  return g_strdup_printf (is_guess_said ? _ ("Critical path of %s, %s, waits guessed: %s")
                                        : _ ("Critical path of %s, %s: %s"),
                          place, length, parts->str);
}

char *
step_path_legend (const StepPath *path, const NumberStyle *numbers)
{
  g_autofree char *place = step_path_place_text (path);
  char most[NUMBER_TEXT_MAX];

  if (path->path->is_too_large)
    {
      number_text_count (numbers, CRITICAL_ITEMS_MAX, most);
      return g_strdup_printf (_ ("No critical path of %s: more than %s slices; select a shorter span"), place,
                              most);
    }
  if (path->path->length_ns == 0)
    return g_strdup_printf (_ ("No critical path of %s: no work of this rank"), place);
  return legend_of_parts (path, numbers, place, N_CRITICAL_CLASSES, false);
}

char *
step_path_shorter_legend (const StepPath *path, const NumberStyle *numbers, int n_parts, bool has_length)
{
  g_autofree char *place = step_path_place_text (path);
  bool is_guessed = step_path_doubt (path) != NULL;
  g_autoptr (GString) parts = g_string_new (NULL);

  if (path->path->is_too_large || path->path->length_ns == 0)
    return step_path_legend (path, numbers);
  if (has_length)
    return legend_of_parts (path, numbers, place, n_parts, is_guessed);
  add_parts (path->path, numbers, n_parts, parts);
  /* Translators: where there is little room: "step 12", and the largest parts of its path: "compute 71.2 %, …" */
  return g_strdup_printf (is_guessed ? _ ("Path of %s, waits guessed: %s") : _ ("Path of %s: %s"), place,
                          parts->str);
}

const char *
step_path_doubt (const StepPath *path)
{
  return path->path->are_waits_guessed ? _ ("The trace has no sync events: waits are guessed") : NULL;
}
