/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/compare/places/counterpart.h"

#include <stdlib.h>
#include <string.h>

#include "trace/container/string_table.h"
#include "trace/stats/step_names.h"

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

static bool
map_kernels (const Comparison *comparison, uint32_t from, uint32_t to, Counterparts *counterparts)
{
  const CompareTable *table = &comparison->tables[ROWS_KERNELS];
  const CompareRows *rows = &comparison->sides[from].device.kernels,
                    *rows_to = &comparison->sides[to].device.kernels;
  uint32_t *partner_of = malloc ((rows->rows.n + 1) * sizeof *partner_of);
  bool ok = partner_of != NULL;

  /* Rows with nothing in them are not in the table. */
  if (ok)
    memset (partner_of, 0xff, rows->rows.n * sizeof *partner_of);
  for (uint64_t row = 0; row < table->n && ok; row++)
    {
      uint32_t a = compare_table_cell (table, row, from)->row, b = compare_table_cell (table, row, to)->row;

      if (a != TRACE_NONE)
        partner_of[a] = b;
    }
  ok =
    ok
    && slice_peers_match_kernels (rows, rows_to, partner_of, counterparts->name_to, counterparts->kernel_to);
  free (partner_of);
  return ok;
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

/* Where one side has no steps, the other's slices of steps are what their names say. */
static bool
mark_steps (Counterparts *counterparts)
{
  const StatsScope *from = &counterparts->from->steps.scope, *to = &counterparts->to->steps.scope;

  if (step_table_count (from->steps) == 0 || step_table_count (to->steps) == 0)
    return true;
  counterparts->is_step_from = step_names_new (from->trace, from->steps);
  counterparts->is_step_to = step_names_new (to->trace, to->steps);
  return counterparts->is_step_from != NULL && counterparts->is_step_to != NULL;
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
  map_ranks (&a->steps, &b->steps, counterparts->rank_to);
  return map_samples (&a->steps, &b->steps, counterparts->sample_to)
         && map_names (a->trace, b->trace, counterparts->name_to)
         && map_kernels (comparison, from, to, counterparts) && mark_steps (counterparts);
}

void
counterparts_clear (Counterparts *counterparts)
{
  free (counterparts->name_to);
  free (counterparts->kernel_to);
  free (counterparts->is_step_from);
  free (counterparts->is_step_to);
  free (counterparts->sample_to);
  free (counterparts->rank_to);
  *counterparts = (Counterparts){ 0 };
}

/* ---- one slice ---- */

/* A slice, and the one that it meets. */
typedef struct
{
  uint64_t slice, other;
} Search;

static bool
look_for (void *user_data, const Peer *a, const Peer *b)
{
  Search *search = user_data;

  if (a != NULL && b != NULL && a->slice == search->slice)
    search->other = b->slice;
  return true;
}

/* Returns whether a kernel has a row on the other side. */
static bool
has_row_there (const Counterparts *counterparts, uint32_t name)
{
  const CompareRowColumn *rows = &counterparts->to->device.kernels.rows;

  for (size_t row = 0; row < rows->n; row++)
    if (rows->at[row].text == name)
      return true;
  return false;
}

bool
counterparts_find (const Counterparts *counterparts,
                   uint64_t slice,
                   uint64_t *ret_slice,
                   CounterpartAnswer *ret_answer)
{
  PeerSide from = counterparts_side_from (counterparts), to = counterparts_side_to (counterparts);
  const Trace *trace = from.steps->scope.trace;
  Peer like = { .kind = trace_slices (trace)->kind[slice], .name = slice_peers_name_of (&from, slice) };
  PeerColumn mine = { 0 }, others = { 0 };
  Search search = { slice, SLICE_NONE };
  StopCheck check = { 0 };
  uint64_t hint = 0;
  uint32_t rank,
    sample = slice_peers_sample_of (from.steps, slice, trace_launch_of (trace, slice), &hint, &rank);
  bool ok;

  *ret_slice = SLICE_NONE;
  *ret_answer = COUNTERPART_OUTSIDE;
  if (sample == SAMPLE_NONE)
    return true;
  *ret_answer = COUNTERPART_NO_STEP;
  if (counterparts->sample_to[sample] == SAMPLE_NONE || counterparts->rank_to[rank] == TRACE_NONE)
    return true;
  *ret_answer = COUNTERPART_NO_NAME;
  if (like.name == TRACE_NONE)
    return true;
  ok = slice_peers_collect (&from, rank, sample, &like, &check, &mine)
       && slice_peers_collect (&to, counterparts->rank_to[rank], counterparts->sample_to[sample], &like,
                               &check, &others)
       && slice_peers_meet (&mine, &others, &check, look_for, &search);
  *ret_slice = search.other;
  if (search.other != SLICE_NONE)
    *ret_answer = COUNTERPART_FOUND;
  else if (like.kind != SLICE_KERNEL || has_row_there (counterparts, like.name))
    *ret_answer = COUNTERPART_FEWER;
  peer_column_clear (&mine);
  peer_column_clear (&others);
  return ok;
}
