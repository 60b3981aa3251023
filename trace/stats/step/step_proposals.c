/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/step/step_proposals.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

#include "trace/container/radix_order.h"
#include "trace/index/interval_union.h"
#include "trace/model/slice_name_kind.h"
#include "trace/stats/distribution.h"
#include "trace/stats/step/nested_slices.h"
#include "trace/stats/step/repeated_names.h"
#include "trace/stats/value_order.h"

#define SPREAD_MAX     (1.0 / 3)
#define LONG_INTERVAL  3 /* medians */
#define LONG_SHARE_MAX 0.25
#define COVERS_PERIOD  0.5
#define SPAN_MIN       0.25

/* clang-format off */
static const double cover_min[] = {
  [REPEATS_ANNOTATION] = 0,
  [REPEATS_OPERATOR] = 0.5,
  [REPEATS_MODULE] = 0.1,
  [REPEATS_FRAME] = 0.5,
  [REPEATS_GRAPH_LAUNCH] = 0,
};
/* clang-format on */

/* Bits for the slices around a slice. */
enum
{
  BELOW_MODULE = 1 << 0,
  BELOW_REPEATED = 1 << 1,
};

/* A group of names that may still be proposed, on the current rank. */
typedef struct
{
  const RepeatedName *repeats;
  bool is_out;
  double cover;    /* the least of the ranks so far */
  double total_ns; /* of the ranks so far */

  uint32_t rank; /* the rank that the rest is of; TRACE_NONE: none yet */
  uint32_t thread;
  IntervalColumn slices; /* ascending by begin */
} Candidate;

/* A call that launched something, on the current rank. */
typedef struct
{
  int64_t *call_ns; /* ascending */
  uint32_t *threads;
  size_t n;
} Launches;

typedef struct
{
  const Trace *trace;
  RepeatedNames names;
  Candidate *candidates; /* one for each group of names */
  uint32_t *tracks;      /* those with slices of the host, by rank, then in order of the tree */
  size_t n_tracks;
  uint32_t *seen; /* groups with slices on the rank at hand */
  uint32_t n_seen;
  uint8_t *has_candidate; /* by thread of the rank at hand; the last one is for tracks without a thread */
  Launches launches;
  double span_ns; /* of the profile */
  bool (*should_continue) (void *user_data);
  void *user_data;
} Search;

static bool
should_continue (const Search *search)
{
  return search->should_continue == NULL || search->should_continue (search->user_data);
}

static Candidate *
candidate_of (const Search *search, uint64_t slice)
{
  uint32_t group = search->names.group_of[slice_name (trace_slices (search->trace), slice)];

  return group != TRACE_NONE ? &search->candidates[group] : NULL;
}

/* ---- the slices of a rank ---- */

static void
note_track (Search *search, uint32_t t)
{
  const SliceColumns *slices = trace_slices (search->trace);
  const TraceTrack *track = trace_track (search->trace, t);

  for (uint64_t i = track->first_slice; i < track->first_slice + track->n_slices; i++)
    {
      Candidate *candidate = candidate_of (search, i);

      if (candidate == NULL || candidate->is_out || !repeated_names_has_kind ((SliceKind) slices->kind[i]))
        continue;
      if (candidate->rank != track->rank)
        {
          search->seen[search->n_seen++] = (uint32_t) (candidate - search->candidates);
          candidate->rank = track->rank;
          candidate->thread = track->parent;
          candidate->slices.n = 0;
        }
      else if (candidate->thread != track->parent)
        candidate->is_out = true;
    }
}

static uint8_t
visit (uint64_t slice, uint8_t above, void *user_data)
{
  Search *search = user_data;
  const SliceColumns *slices = trace_slices (search->trace);
  uint32_t name = slice_name (slices, slice);
  Candidate *candidate = candidate_of (search, slice);
  size_t length;
  const char *text;

  if (candidate != NULL && !candidate->is_out && candidate->repeats->kind != REPEATS_GRAPH_LAUNCH)
    {
      RepeatKind kind = candidate->repeats->kind;
      bool is_named = kind == REPEATS_ANNOTATION || kind == REPEATS_MODULE;

      if ((above & BELOW_MODULE) || (!is_named && (above & BELOW_REPEATED))
          || !interval_column_push (
            &candidate->slices, (Interval){ slice_start_ns (slices, slice), slice_end_ns (slices, slice) }))
        candidate->is_out = true;
    }

  uint8_t marks =
    candidate != NULL || search->names.counts[name] > trace_n_ranks (search->trace) ? BELOW_REPEATED : 0;
  if (slices->kind[slice] == SLICE_PYTHON && search->names.has_modules)
    {
      text = trace_string (search->trace, name, &length);
      marks |= slice_name_is_module (text, length) ? BELOW_MODULE : 0;
    }
  return marks;
}

/* Python frames are around annotations, and annotations are around operators. */
static int
compare_bands (const Trace *trace, uint32_t a, uint32_t b)
{
  static const uint8_t places[N_TRACK_KINDS] = {
    [TRACK_PYTHON] = 1, [TRACK_ANNOTATIONS] = 2, [TRACK_OPERATORS] = 3
  };

  return places[trace_track (trace, a)->kind] - places[trace_track (trace, b)->kind];
}

static bool
walk_thread (Search *search, const uint32_t *tracks, size_t n)
{
  uint32_t bands[3];
  size_t n_bands = 0;

  for (size_t i = 0; i < n; i++)
    {
      TrackKind kind = trace_track (search->trace, tracks[i])->kind;
      size_t place = n_bands;

      if ((kind != TRACK_PYTHON && kind != TRACK_ANNOTATIONS && kind != TRACK_OPERATORS)
          || n_bands == G_N_ELEMENTS (bands))
        continue;
      for (; place > 0 && compare_bands (search->trace, bands[place - 1], tracks[i]) > 0; place--)
        bands[place] = bands[place - 1];
      bands[place] = tracks[i];
      n_bands++;
    }
  return nested_slices_walk (&(NestedSlices){
    .trace = search->trace,
    .tracks = bands,
    .n_tracks = n_bands,
    .visit = visit,
    .user_data = search,
    .should_continue = search->should_continue,
    .continue_data = search->user_data,
  });
}

static int
compare_begins (const void *a, const void *b)
{
  const Interval *x = a, *y = b;

  return x->begin_ns < y->begin_ns ? -1 : x->begin_ns > y->begin_ns;
}

/* Graph launches are on a track of their own and inside everything else. */
static void
add_graph_launches (Search *search, uint32_t t)
{
  const SliceColumns *slices = trace_slices (search->trace);
  const TraceTrack *track = trace_track (search->trace, t);

  for (uint64_t i = track->first_slice; i < track->first_slice + track->n_slices; i++)
    {
      Candidate *candidate = candidate_of (search, i);

      if (candidate != NULL && !candidate->is_out && candidate->repeats->kind == REPEATS_GRAPH_LAUNCH
          && !interval_column_push (&candidate->slices,
                                    (Interval){ slice_start_ns (slices, i), slice_end_ns (slices, i) }))
        candidate->is_out = true;
    }
}

static uint32_t
thread_place (const Search *search, uint32_t thread)
{
  return MIN (thread, trace_n_tracks (search->trace));
}

/* Marks the threads that have slices of groups which may still be proposed. */
static void
mark_threads (const Search *search)
{
  for (uint32_t i = 0; i < search->n_seen; i++)
    {
      const Candidate *candidate = &search->candidates[search->seen[i]];

      if (!candidate->is_out && candidate->repeats->kind != REPEATS_GRAPH_LAUNCH)
        search->has_candidate[thread_place (search, candidate->thread)] = 1;
    }
}

/* tracks[0..n) are the tracks of one rank. */
static bool
collect_slices (Search *search, const uint32_t *tracks, size_t n)
{
  bool ok = true;

  search->n_seen = 0;
  for (size_t i = 0; i < n; i++)
    note_track (search, tracks[i]);
  for (size_t i = 0; i < n; i++)
    search->has_candidate[thread_place (search, trace_track (search->trace, tracks[i])->parent)] = 0;
  mark_threads (search);
  for (size_t first = 0, last; first < n && ok; first = last)
    {
      uint32_t thread = trace_track (search->trace, tracks[first])->parent;
      bool has_candidate = search->has_candidate[thread_place (search, thread)];

      for (last = first; last < n && trace_track (search->trace, tracks[last])->parent == thread; last++)
        if (trace_track (search->trace, tracks[last])->kind == TRACK_CALLS)
          add_graph_launches (search, tracks[last]);
      ok = should_continue (search) && (!has_candidate || walk_thread (search, tracks + first, last - first));
    }
  return ok;
}

/* ---- launches ---- */

static void
launches_clear (Launches *launches)
{
  free (launches->call_ns);
  free (launches->threads);
  *launches = (Launches){ 0 };
}

/* Returns the first flow from that slice or a later one. */
static uint64_t
first_flow_from (const Trace *trace, uint64_t slice)
{
  uint64_t low = 0, high = trace_n_flows (trace);

  while (low < high)
    {
      uint64_t middle = low + (high - low) / 2;
      if (trace_flow (trace, middle).from < slice)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Adds the launching calls of a track to *n pairs of time and thread. pairs may be NULL: then it only counts them. */
static void
add_launches (const Trace *trace, uint32_t t, OrderPair *pairs, size_t *n)
{
  const SliceColumns *slices = trace_slices (trace);
  const TraceTrack *track = trace_track (trace, t);
  uint64_t behind = track->first_slice + track->n_slices, before = SLICE_NONE;

  for (uint64_t i = first_flow_from (trace, track->first_slice); i < trace_n_flows (trace); i++)
    {
      TraceFlow flow = trace_flow (trace, i);

      if (flow.from >= behind)
        break;
      if (flow.kind != FLOW_LAUNCH || flow.from == before)
        continue;
      before = flow.from;
      if (pairs != NULL)
        pairs[*n] =
          (OrderPair){ (uint64_t) slice_start_ns (slices, flow.from) ^ UINT64_C (1) << 63, track->parent };
      (*n)++;
    }
}

/* tracks[0..n_tracks) are the tracks of one rank. O(launches of the rank + tracks x log flows). */
static bool
collect_launches (Search *search, const uint32_t *tracks, size_t n_tracks)
{
  Launches *launches = &search->launches;
  OrderPair *pairs;
  size_t n = 0, n_added = 0;

  launches_clear (launches);
  for (size_t i = 0; i < n_tracks; i++)
    add_launches (search->trace, tracks[i], NULL, &n);
  pairs = malloc (2 * (n + 1) * sizeof *pairs);
  launches->call_ns = malloc ((n + 1) * sizeof *launches->call_ns);
  launches->threads = malloc ((n + 1) * sizeof *launches->threads);
  bool ok = pairs != NULL && launches->call_ns != NULL && launches->threads != NULL;
  for (size_t i = 0; ok && i < n_tracks; i++)
    add_launches (search->trace, tracks[i], pairs, &n_added);
  if (ok && n > 0)
    radix_order (pairs, pairs + n + 1, n);
  for (size_t i = 0; ok && i < n; i++)
    {
      launches->call_ns[i] = (int64_t) (pairs[i].key ^ UINT64_C (1) << 63);
      launches->threads[i] = (uint32_t) pairs[i].item;
    }
  launches->n = ok ? n : 0;
  free (pairs);
  return ok;
}

/* O(slices + launches) */
static bool
launches_enough (const Launches *launches, const Candidate *candidate)
{
  bool any_thread = candidate->repeats->kind == REPEATS_ANNOTATION;
  size_t at = 0, n_launching = 0;

  if (launches->n == 0)
    return candidate->repeats->kind != REPEATS_FRAME;
  if (candidate->repeats->kind == REPEATS_GRAPH_LAUNCH)
    return true;
  for (size_t i = 0; i < candidate->slices.n; i++)
    {
      const Interval *slice = &candidate->slices.at[i];
      bool has_launch = false;

      while (at < launches->n && launches->call_ns[at] < slice->begin_ns)
        at++;
      for (; at < launches->n && launches->call_ns[at] < slice->end_ns; at++)
        has_launch = has_launch || any_thread || launches->threads[at] == candidate->thread;
      n_launching += has_launch;
    }
  return n_launching >= candidate->slices.n - candidate->slices.n / 2;
}

/* ---- regularity ---- */

/* of values, which it overwrites with their distance from it. */
static double
median_deviation (int64_t *sorted, size_t n, double median)
{
  for (size_t i = 0; i < n; i++)
    {
      double distance = (double) sorted[i] - median;
      sorted[i] = (int64_t) (distance < 0 ? -distance : distance);
    }
  value_order (sorted, n);
  return distribution_percentile (sorted, n, 0.5);
}

/* Returns whether long intervals take little of the time, without the longest one. */
static bool
has_few_pauses (const int64_t *sorted, size_t n, double median)
{
  double total = 0, pauses = 0;

  for (size_t i = 0; i + 1 < n; i++)
    {
      total += (double) sorted[i];
      if ((double) sorted[i] > LONG_INTERVAL * median)
        pauses += (double) sorted[i];
    }
  return pauses <= LONG_SHARE_MAX * total;
}

/* Returns the median interval from begin to begin, or 0 if slices overlap or are irregular. values has an entry per
 * slice. */
static double
regular_period (const IntervalColumn *slices, int64_t *values)
{
  size_t n = slices->n - 1;

  for (size_t i = 0; i < n; i++)
    {
      if (slices->at[i].end_ns > slices->at[i + 1].begin_ns)
        return 0;
      values[i] = slices->at[i + 1].begin_ns - slices->at[i].begin_ns;
    }
  value_order (values, n);
  double median = distribution_percentile (values, n, 0.5);
  if (median <= 0 || !has_few_pauses (values, n, median)
      || median_deviation (values, n, median) > SPREAD_MAX * median)
    return 0;
  return median;
}

/* From the first to the last it is a good part of the profile; an annotation may come after a long preparation. */
static bool
spans_enough (const Search *search, const Candidate *candidate)
{
  const IntervalColumn *slices = &candidate->slices;

  return candidate->repeats->kind == REPEATS_ANNOTATION
         || (double) (slices->at[slices->n - 1].end_ns - slices->at[0].begin_ns)
              >= SPAN_MIN * search->span_ns;
}

/* For the current rank. Returns false when memory runs out. */
static bool
judge (Search *search, Candidate *candidate)
{
  IntervalColumn *slices = &candidate->slices;
  int64_t *values;

  if (slices->n < STEP_PROPOSAL_COUNT_MIN)
    {
      candidate->is_out = true;
      return true;
    }
  for (size_t i = 1; i < slices->n; i++)
    if (slices->at[i].begin_ns < slices->at[i - 1].begin_ns)
      {
        qsort (slices->at, slices->n, sizeof *slices->at, compare_begins);
        break;
      }
  values = malloc (slices->n * sizeof *values);
  if (values == NULL)
    return false;
  double period = regular_period (slices, values);
  for (size_t i = 0; i < slices->n; i++)
    {
      values[i] = slices->at[i].end_ns - slices->at[i].begin_ns;
      candidate->total_ns += (double) values[i];
    }
  value_order (values, slices->n);
  double cover = period > 0 ? distribution_percentile (values, slices->n, 0.5) / period : 0;
  free (values);

  candidate->cover = MIN (candidate->cover, MIN (cover, 1));
  candidate->is_out = period <= 0 || cover < cover_min[candidate->repeats->kind]
                      || !spans_enough (search, candidate) || !launches_enough (&search->launches, candidate);
  return true;
}

static bool
judge_rank (Search *search, const uint32_t *tracks, size_t n)
{
  bool ok = collect_slices (search, tracks, n), has_launches = false;

  for (uint32_t i = 0; i < search->n_seen && ok; i++)
    {
      Candidate *candidate = &search->candidates[search->seen[i]];

      if (!candidate->is_out)
        {
          ok = should_continue (search) && (has_launches || collect_launches (search, tracks, n));
          has_launches = true;
          ok = ok && judge (search, candidate);
        }
      interval_column_clear (&candidate->slices);
    }
  return ok;
}

/* ---- all ranks ---- */

static bool
collect_tracks (Search *search)
{
  const Trace *trace = search->trace;
  uint32_t n = trace_n_tracks (trace);
  OrderPair *pairs = malloc (2 * ((size_t) n + 1) * sizeof *pairs);
  size_t n_pairs = 0;

  search->tracks = malloc (((size_t) n + 1) * sizeof *search->tracks);
  for (uint32_t t = 0; pairs != NULL && t < n; t++)
    {
      const TraceTrack *track = trace_track (trace, t);

      if (track->n_slices > 0 && track->rank < trace_n_ranks (trace)
          && (track->kind == TRACK_ASYNC
              || (track->kind >= TRACK_ANNOTATIONS && track->kind <= TRACK_PROFILER)))
        pairs[n_pairs++] = (OrderPair){ (uint64_t) track->rank << 32 | track->parent, t };
    }
  if (n_pairs > 0)
    radix_order (pairs, pairs + n + 1, n_pairs);
  for (size_t i = 0; search->tracks != NULL && i < n_pairs; i++)
    search->tracks[i] = (uint32_t) pairs[i].item;
  search->n_tracks = n_pairs;
  bool ok = pairs != NULL && search->tracks != NULL;
  free (pairs);
  return ok;
}

static bool
judge_all (Search *search)
{
  const Trace *trace = search->trace;
  bool ok = collect_tracks (search);

  search->candidates = calloc ((size_t) search->names.n + 1, sizeof *search->candidates);
  search->seen = malloc (((size_t) search->names.n + 1) * sizeof *search->seen);
  search->has_candidate = malloc ((size_t) trace_n_tracks (trace) + 1);
  ok = ok && search->candidates != NULL && search->seen != NULL && search->has_candidate != NULL;
  for (uint32_t g = 0; ok && g < search->names.n; g++)
    search->candidates[g] = (Candidate){
      .repeats = &search->names.groups[g], .cover = 1, .rank = TRACE_NONE, .thread = TRACE_NONE
    };
  for (size_t first = 0, last; ok && first < search->n_tracks; first = last)
    {
      uint32_t rank = trace_track (trace, search->tracks[first])->rank;

      for (last = first; last < search->n_tracks && trace_track (trace, search->tracks[last])->rank == rank;
           last++)
        ;
      ok = judge_rank (search, search->tracks + first, last - first);
    }
  return ok;
}

/* ---- the most likely proposals ---- */

static bool
says_step (const Trace *trace, const RepeatedName *name)
{
  static const char *const words[] = { "step", "iter", "batch" };
  size_t length;
  const char *exact = trace_string (trace, name->name, &length);

  if (name->kind != REPEATS_ANNOTATION)
    return false;
  g_autofree char *text = g_ascii_strdown (exact, (gssize) length);
  for (size_t i = 0; i < G_N_ELEMENTS (words); i++)
    if (strstr (text, words[i]) != NULL)
      return true;
  return false;
}

static int
compare_candidates (const void *a, const void *b, void *user_data)
{
  const Candidate *x = a, *y = b;
  const Trace *trace = user_data;
  bool x_covers = x->cover >= COVERS_PERIOD, y_covers = y->cover >= COVERS_PERIOD;
  size_t n_x, n_y;

  if (x_covers != y_covers)
    return x_covers ? -1 : 1;
  if (x->repeats->kind != y->repeats->kind)
    return x->repeats->kind < y->repeats->kind ? -1 : 1;
  bool x_says = says_step (trace, x->repeats), y_says = says_step (trace, y->repeats);
  if (x_says != y_says)
    return x_says ? -1 : 1;
  if (x->total_ns != y->total_ns)
    return x->total_ns > y->total_ns ? -1 : 1;
  const char *x_text = trace_string (trace, x->repeats->name, &n_x);
  const char *y_text = trace_string (trace, y->repeats->name, &n_y);
  int order = memcmp (x_text, y_text, MIN (n_x, n_y));
  return order != 0 ? order : (n_x > n_y) - (n_x < n_y);
}

/* Returns "Optimizer.step" for "Optimizer.step#SGD.step", a name that PyTorch makes. */
static char *
short_name (const char *name)
{
  const char *mark = g_str_has_prefix (name, "Optimizer.") ? strchr (name, '#') : NULL;

  return mark != NULL ? g_strndup (name, (gsize) (mark - name)) : g_strdup (name);
}

static void
take_best (Search *search, StepProposals *proposals)
{
  uint32_t n = 0;

  for (uint32_t g = 0; g < search->names.n; g++)
    if (!search->candidates[g].is_out)
      search->candidates[n++] = search->candidates[g];
  g_qsort_with_data (search->candidates, (int) n, sizeof *search->candidates, compare_candidates,
                     (void *) search->trace);
  proposals->n = MIN (n, STEP_PROPOSALS_MAX);
  proposals->proposals = g_new0 (StepProposal, STEP_PROPOSALS_MAX);
  for (uint32_t i = 0; i < proposals->n; i++)
    {
      const RepeatedName *name = search->candidates[i].repeats;
      StepProposal *proposal = &proposals->proposals[i];

      proposal->name = repeated_name_text (search->trace, name);
      proposal->shown = short_name (proposal->name);
      proposal->pattern = repeated_name_pattern (search->trace, &search->names, name);
      proposal->count = name->count;
      proposal->cover = search->candidates[i].cover;
    }
  for (uint32_t i = 0; i < proposals->n; i++)
    for (uint32_t other = 0; other < proposals->n; other++)
      if (other != i && g_str_has_prefix (proposals->proposals[other].name, proposals->proposals[i].shown)
          && proposals->proposals[other].name[strlen (proposals->proposals[i].shown)] == '#')
        {
          g_free (proposals->proposals[i].shown);
          proposals->proposals[i].shown = g_strdup (proposals->proposals[i].name);
        }
}

bool
step_proposals_cost_at_most (const Trace *trace, uint64_t n)
{
  return trace_slices (trace)->n <= n && trace_n_flows (trace) <= n && trace_n_strings (trace) <= n;
}

bool
step_proposals_find (const Trace *trace,
                     bool (*wanted) (void *user_data),
                     void *user_data,
                     StepProposals *ret_proposals)
{
  Search search = { .trace = trace, .should_continue = wanted, .user_data = user_data };
  int64_t begin_ns, end_ns;

  trace_span (trace, &begin_ns, &end_ns);
  search.span_ns = (double) (end_ns - begin_ns);
  bool ok = repeated_names_find (trace, wanted, user_data, &search.names) && judge_all (&search);

  *ret_proposals = (StepProposals){ 0 };
  for (uint32_t g = 0; search.candidates != NULL && g < search.names.n; g++)
    interval_column_clear (&search.candidates[g].slices);
  if (ok)
    take_best (&search, ret_proposals);
  launches_clear (&search.launches);
  free (search.candidates);
  free (search.seen);
  free (search.has_candidate);
  free (search.tracks);
  repeated_names_clear (&search.names);
  return ok;
}

void
step_proposals_clear (StepProposals *proposals)
{
  for (uint32_t i = 0; i < proposals->n; i++)
    {
      g_free (proposals->proposals[i].name);
      g_free (proposals->proposals[i].shown);
      g_free (proposals->proposals[i].pattern);
    }
  g_free (proposals->proposals);
  *proposals = (StepProposals){ 0 };
}
