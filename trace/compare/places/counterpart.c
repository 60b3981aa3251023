/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/compare/places/counterpart.h"

#include <stdlib.h>
#include <string.h>

#include "trace/container/string_table.h"

/* ---- names ---- */

/* Finds the ids of one profile for the names of another. */
static bool
map_names (const Trace *from, const Trace *to, uint32_t *name_to)
{
  uint32_t n = trace_n_strings (to), n_slots = 16;
  uint32_t *slots;

  if (from == to)
    {
      for (uint32_t id = 0; id < n; id++)
        name_to[id] = id;
      return true;
    }
  while (n_slots < UINT32_MAX / 4 && n_slots < 2 * (uint64_t) n)
    n_slots *= 2;
  if (n_slots <= n)
    return false;
  slots = malloc (n_slots * sizeof *slots);
  if (slots == NULL)
    return false;
  memset (slots, 0xff, n_slots * sizeof *slots);
  for (uint32_t id = 0; id < n; id++)
    {
      size_t length;
      const char *text = trace_string (to, id, &length);
      uint32_t slot = (uint32_t) string_hash (text, length) & (n_slots - 1);

      while (slots[slot] != TRACE_NONE)
        slot = (slot + 1) & (n_slots - 1);
      slots[slot] = id;
    }
  for (uint32_t id = 0; id < trace_n_strings (from); id++)
    {
      size_t length, of_length;
      const char *text = trace_string (from, id, &length);
      uint32_t slot = (uint32_t) string_hash (text, length) & (n_slots - 1);

      for (; slots[slot] != TRACE_NONE; slot = (slot + 1) & (n_slots - 1))
        {
          const char *of_slot = trace_string (to, slots[slot], &of_length);

          if (of_length == length && memcmp (of_slot, text, length) == 0)
            break;
        }
      name_to[id] = slots[slot];
    }
  free (slots);
  return true;
}

static void
map_kernels (const Comparison *comparison, uint32_t from, uint32_t to, uint32_t *kernel_to)
{
  const CompareTable *table = &comparison->tables[ROWS_KERNELS];

  for (uint64_t row = 0; row < table->n; row++)
    {
      uint32_t a = compare_table_cell (table, row, from)->row, b = compare_table_cell (table, row, to)->row;

      if (a != TRACE_NONE && b != TRACE_NONE)
        kernel_to[comparison->sides[from].device.kernels.rows.at[a].text] =
          comparison->sides[to].device.kernels.rows.at[b].text;
    }
}

/* ---- steps and ranks ---- */

typedef struct
{
  int64_t id;
  uint32_t sample;
} SampleId;

static int
compare_sample_ids (const void *a, const void *b)
{
  const SampleId *x = a, *y = b;

  if (x->id != y->id)
    return x->id < y->id ? -1 : 1;
  return x->sample < y->sample ? -1 : x->sample > y->sample;
}

static SampleId *
sample_ids_new (const CompareSteps *steps)
{
  SampleId *ids = malloc ((steps->n + 1) * sizeof *ids);

  if (ids == NULL)
    return NULL;
  for (uint64_t i = 0; i < steps->n; i++)
    ids[i] = (SampleId){ steps->samples[i].id, (uint32_t) i };
  qsort (ids, steps->n, sizeof *ids, compare_sample_ids);
  return ids;
}

static bool
map_samples (const CompareSteps *from, const CompareSteps *to, uint32_t *sample_to)
{
  SampleId *ids_from = sample_ids_new (from), *ids_to = sample_ids_new (to);
  bool ok = ids_from != NULL && ids_to != NULL;
  uint64_t n_common = 0;

  for (uint64_t i = 0, k = 0; i < from->n && ok; i++)
    {
      while (k < to->n && ids_to[k].id < ids_from[i].id)
        k++;
      sample_to[ids_from[i].sample] =
        k < to->n && ids_to[k].id == ids_from[i].id ? ids_to[k].sample : SAMPLE_NONE;
      n_common += sample_to[ids_from[i].sample] != SAMPLE_NONE;
    }
  if (!from->has_steps || from->scope.trace == to->scope.trace || 2 * n_common < MIN (from->n, to->n))
    for (uint64_t i = 0; i < from->n; i++)
      sample_to[i] = i < to->n ? (uint32_t) i : SAMPLE_NONE;
  free (ids_from);
  free (ids_to);
  return ok;
}

static void
map_ranks (const CompareSteps *from, const CompareSteps *to, uint32_t *rank_to)
{
  uint32_t other = 0, n_other = trace_n_ranks (to->scope.trace);

  for (uint32_t rank = 0; rank < trace_n_ranks (from->scope.trace); rank++)
    {
      rank_to[rank] = TRACE_NONE;
      if (!from->holds_rank[rank])
        continue;
      while (other < n_other && !to->holds_rank[other])
        other++;
      if (other < n_other)
        rank_to[rank] = other++;
    }
}

bool
counterparts_init (Counterparts *counterparts, const Comparison *comparison, uint32_t from, uint32_t to)
{
  const CompareSide *a = &comparison->sides[from], *b = &comparison->sides[to];
  size_t n_names = trace_n_strings (a->trace) + (size_t) 1;

  *counterparts = (Counterparts){
    .from = a,
    .to = b,
    .name_to = malloc (n_names * sizeof (uint32_t)),
    .kernel_to = malloc (n_names * sizeof (uint32_t)),
    .sample_to = malloc ((a->steps.n + 1) * sizeof (uint32_t)),
    .rank_to = malloc ((trace_n_ranks (a->trace) + (size_t) 1) * sizeof (uint32_t)),
  };
  if (counterparts->name_to == NULL || counterparts->kernel_to == NULL || counterparts->sample_to == NULL
      || counterparts->rank_to == NULL)
    return false;
  memset (counterparts->name_to, 0xff, n_names * sizeof (uint32_t));
  memset (counterparts->kernel_to, 0xff, n_names * sizeof (uint32_t));
  map_kernels (comparison, from, to, counterparts->kernel_to);
  map_ranks (&a->steps, &b->steps, counterparts->rank_to);
  return map_samples (&a->steps, &b->steps, counterparts->sample_to)
         && map_names (a->trace, b->trace, counterparts->name_to);
}

void
counterparts_clear (Counterparts *counterparts)
{
  free (counterparts->name_to);
  free (counterparts->kernel_to);
  free (counterparts->sample_to);
  free (counterparts->rank_to);
  *counterparts = (Counterparts){ 0 };
}

/* ---- one slice ---- */

static bool
holds_track (const CompareSteps *steps, const TraceTrack *track)
{
  return track->rank != TRACE_NONE && steps->holds_rank[track->rank]
         && stats_scope_holds_track (&steps->scope, track);
}

uint32_t
counterparts_sample_of (const CompareSteps *steps,
                        uint64_t slice,
                        uint64_t launch,
                        uint64_t *hint,
                        uint32_t *ret_rank)
{
  const Trace *trace = steps->scope.trace;
  const SliceColumns *slices = trace_slices (trace);
  const TraceTrack *track = trace_track (trace, trace_track_of (trace, slice));
  int64_t start_ns = slice_start_ns (slices, slice);

  *ret_rank = holds_track (steps, track) ? track->rank : TRACE_NONE;
  if (*ret_rank == TRACE_NONE || slices->kind[slice] == SLICE_PROFILER_SPAN)
    return SAMPLE_NONE;
  if (!steps->has_steps)
    return stats_scope_holds_start (&steps->scope, start_ns) ? 0 : SAMPLE_NONE;
  if (track->device < 0)
    return compare_steps_at (steps, *ret_rank, start_ns, hint);
  if (launch == SLICE_NONE)
    return compare_steps_window_at (steps, *ret_rank, start_ns);
  return compare_steps_at (steps, *ret_rank, slice_start_ns (slices, launch), hint);
}

/* One of the slices that a slice is counted among. */
typedef struct
{
  int64_t start_ns;
  uint64_t slice;
  uint32_t track;
} Peer;

COLUMN_DEFINE (PeerColumn, peer_column, Peer)
COLUMN_IMPLEMENT (PeerColumn, peer_column)

static int
compare_by_track (const void *a, const void *b)
{
  const Peer *x = a, *y = b;

  if (x->track != y->track)
    return x->track < y->track ? -1 : 1;
  if (x->start_ns != y->start_ns)
    return x->start_ns < y->start_ns ? -1 : 1;
  return x->slice < y->slice ? -1 : x->slice > y->slice;
}

static int
compare_by_time (const void *a, const void *b)
{
  const Peer *x = a, *y = b;

  if (x->start_ns != y->start_ns)
    return x->start_ns < y->start_ns ? -1 : 1;
  return x->slice < y->slice ? -1 : x->slice > y->slice;
}

/* The times within which slices of a sample on a rank start, on the host and on its GPUs. */
static void
reach_of_sample (const CompareSteps *steps,
                 uint32_t rank,
                 uint32_t sample,
                 StatsScope *host,
                 StatsScope *gpus)
{
  *host = *gpus = steps->scope;
  if (!steps->has_steps)
    return;
  *host = *gpus = stats_scope_whole (steps->scope.trace, steps->scope.steps);
  host->is_whole = gpus->is_whole = false;
  host->begin_ns = host->end_ns = gpus->begin_ns = gpus->end_ns = 0;
  for (uint64_t i = steps->first_step[rank]; i < steps->first_step[rank + 1]; i++)
    if (steps->steps[i].sample == sample)
      {
        const CompareStep *step = &steps->steps[i];
        const TraceStep *in_table = step_table_get (steps->scope.steps, i);

        host->begin_ns = step->host_begin_ns;
        host->end_ns = step->host_end_ns;
        gpus->begin_ns = step->begin_ns;
        gpus->end_ns = step->end_ns;
        if (in_table->has_device)
          {
            gpus->begin_ns = MIN (gpus->begin_ns, in_table->device_begin_ns);
            gpus->end_ns = MAX (gpus->end_ns, in_table->device_end_ns);
          }
        /* Work of no length may start at the end of the last. */
        gpus->end_ns += gpus->end_ns < INT64_MAX;
        return;
      }
}

/* Collects the slices of a kind and name in a sample on a rank. */
static bool
collect_peers (const CompareSteps *steps,
               uint32_t rank,
               uint32_t sample,
               uint8_t kind,
               uint32_t name,
               PeerColumn *peers)
{
  const Trace *trace = steps->scope.trace;
  const SliceColumns *slices = trace_slices (trace);
  StatsScope host, gpus;
  uint64_t hint = 0, near = 0;

  reach_of_sample (steps, rank, sample, &host, &gpus);
  for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
    {
      const TraceTrack *track = trace_track (trace, t);

      if (track->rank != rank || !holds_track (steps, track))
        continue;
      for (uint32_t r = track->first_row; r < track->first_row + track->n_rows; r++)
        {
          uint64_t first, end;
          uint32_t of_slice;

          if (!stats_scope_slices_of_row (track->device < 0 ? &host : &gpus, trace_row (trace, r), &first,
                                          &end))
            return false;
          for (uint64_t i = first; i < end; i++)
            if (slices->kind[i] == kind && slice_name (slices, i) == name
                && counterparts_sample_of (
                     steps, i, track->device < 0 ? SLICE_NONE : trace_launch_of_near (trace, i, &near), &hint,
                     &of_slice)
                     == sample
                && !peer_column_push (peers, (Peer){ slice_start_ns (slices, i), i, t }))
              return false;
        }
    }
  if (peers->n > 0)
    qsort (peers->at, peers->n, sizeof *peers->at, compare_by_track);
  return true;
}

/* Returns whether the k-th tracks of both have as many; both are ordered by track. */
static bool
have_equal_tracks (const PeerColumn *a, const PeerColumn *b)
{
  if (a->n != b->n)
    return false;
  for (size_t i = 1; i < a->n; i++)
    if ((a->at[i].track == a->at[i - 1].track) != (b->at[i].track == b->at[i - 1].track))
      return false;
  return true;
}

static void
order_by_time (PeerColumn *peers)
{
  if (peers->n > 0)
    qsort (peers->at, peers->n, sizeof *peers->at, compare_by_time);
}

bool
counterparts_find (const Counterparts *counterparts,
                   uint64_t slice,
                   uint64_t *ret_slice,
                   CounterpartAnswer *ret_answer)
{
  const CompareSteps *from = &counterparts->from->steps, *to = &counterparts->to->steps;
  const Trace *trace = from->scope.trace;
  uint8_t kind = trace_slices (trace)->kind[slice];
  PeerColumn mine = { 0 }, others = { 0 };
  uint64_t hint = 0;
  uint32_t rank, name = counterparts_name_of (counterparts, slice),
                 sample = counterparts_sample_of (from, slice, trace_launch_of (trace, slice), &hint, &rank);
  bool ok;

  *ret_slice = SLICE_NONE;
  *ret_answer = COUNTERPART_OUTSIDE;
  if (sample == SAMPLE_NONE)
    return true;
  *ret_answer = COUNTERPART_NO_STEP;
  if (counterparts->sample_to[sample] == SAMPLE_NONE || counterparts->rank_to[rank] == TRACE_NONE)
    return true;
  *ret_answer = COUNTERPART_NO_NAME;
  if (name == TRACE_NONE)
    return true;
  *ret_answer = COUNTERPART_FEWER;
  ok =
    collect_peers (from, rank, sample, kind, slice_name (trace_slices (trace), slice), &mine)
    && collect_peers (to, counterparts->rank_to[rank], counterparts->sample_to[sample], kind, name, &others);
  if (ok && !have_equal_tracks (&mine, &others))
    {
      order_by_time (&mine);
      order_by_time (&others);
    }
  for (size_t i = 0; i < MIN (mine.n, others.n) && ok; i++)
    if (mine.at[i].slice == slice)
      {
        *ret_slice = others.at[i].slice;
        *ret_answer = COUNTERPART_FOUND;
      }
  peer_column_clear (&mine);
  peer_column_clear (&others);
  return ok;
}
