/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/compare/matching/kernel_matching.h"

#include <stdlib.h>
#include <string.h>

#include "trace/classify/kernel_shape.h"
#include "trace/container/id_map.h"
#include "trace/container/stop_check.h"
#include "trace/naming/base_name.h"
#include "trace/stats/distribution.h"
#include "trace/stats/launch/launch_finder.h"
#include "trace/stats/name_groups.h"

/* ---- by hand ---- */

static uint32_t
row_with_text (const CompareRows *rows, const char *text)
{
  size_t wanted = strlen (text);

  for (uint32_t row = 0; row < rows->rows.n; row++)
    {
      size_t length;
      const char *name = compare_rows_name (rows, row, &length);

      if (length == wanted && memcmp (name, text, length) == 0)
        return row;
    }
  return TRACE_NONE;
}

/* A partner that no row has: of rows that are apart, until all rules were tried. */
#define ROW_APART (TRACE_NONE - 1)

/* Neither name stays. */
static bool
has_replaced (const CompareRows *base, const CompareRows *other, const HandPair *pair)
{
  return row_with_text (other, pair->base) == TRACE_NONE && row_with_text (base, pair->other) == TRACE_NONE;
}

static bool
pair_by_hand (RowMatching *matching,
              const CompareRows *base,
              const CompareRows *other,
              const HandPair *pairs,
              size_t n_pairs,
              const StopCheck *check)
{
  for (int pass = 0; pass < 2; pass++)
    for (size_t i = 0; i < n_pairs; i++)
      {
        bool is_apart = pairs[i].sort == HAND_APART;
        uint32_t a, b;

        if (!stop_check_ask (check))
          return false;
        if (is_apart != (pass == 1) || (is_apart && strcmp (pairs[i].base, pairs[i].other) == 0))
          continue;
        a = row_with_text (base, pairs[i].base);
        b = row_with_text (other, pairs[i].other);
        if (a == TRACE_NONE || b == TRACE_NONE)
          continue;
        if (is_apart)
          {
            /* A name may be apart from several. */
            if (matching->other_of[a] == TRACE_NONE)
              matching->other_of[a] = ROW_APART;
            if (matching->base_of[b] == TRACE_NONE)
              matching->base_of[b] = ROW_APART;
          }
        else if (matching->other_of[a] == TRACE_NONE && matching->base_of[b] == TRACE_NONE
                 && (pairs[i].sort == HAND_PAIR || has_replaced (base, other, &pairs[i])))
          row_matching_pair (matching, a, b, MATCH_HAND);
      }
  return true;
}

/* Rows that are apart have no partner. */
static void
let_apart (RowMatching *matching)
{
  for (uint32_t row = 0; row < matching->n_base; row++)
    if (matching->other_of[row] == ROW_APART)
      matching->other_of[row] = TRACE_NONE;
  for (uint32_t row = 0; row < matching->n_other; row++)
    if (matching->base_of[row] == ROW_APART)
      matching->base_of[row] = TRACE_NONE;
}

static void
mark_elsewhere (RowMatching *matching, const CompareRows *base, const CompareRows *other, const char *name)
{
  uint32_t a = row_with_text (base, name), b = row_with_text (other, name);

  if (a == TRACE_NONE || b == TRACE_NONE)
    return;
  matching->base_is_elsewhere[a] = matching->other_of[a] == TRACE_NONE;
  matching->other_is_elsewhere[b] = matching->base_of[b] == TRACE_NONE;
}

/* Equal names meet unless the caller decides otherwise. Returns false when it is to stop. */
static bool
mark_all_elsewhere (RowMatching *matching,
                    const CompareRows *base,
                    const CompareRows *other,
                    const HandPair *pairs,
                    size_t n_pairs,
                    const StopCheck *check)
{
  for (size_t i = 0; i < n_pairs; i++)
    {
      if (!stop_check_ask (check))
        return false;
      mark_elsewhere (matching, base, other, pairs[i].base);
      mark_elsewhere (matching, base, other, pairs[i].other);
    }
  return true;
}

/* ---- by base and shape ---- */

typedef struct
{
  bool is_known[KERNEL_BLOCK_Z + 1];
  int64_t number[KERNEL_BLOCK_Z + 1];
} LaunchShape;

static LaunchShape
launch_shape (const Trace *trace, uint64_t slice)
{
  LaunchShape shape;
  KernelShape of_kernel;

  memset (&shape, 0, sizeof shape);
  if (slice == SLICE_NONE)
    return shape;
  of_kernel = kernel_shape_of (trace, slice);
  for (int i = 0; i <= KERNEL_BLOCK_Z; i++)
    if (of_kernel.is_known[i])
      {
        shape.is_known[i] = true;
        shape.number[i] = of_kernel.number[i];
      }
  return shape;
}

/* buffer has BASE_NAME_MAX_BYTES and a shape more. */
static bool
base_key (const CompareRows *rows, uint32_t row, StringTable *keys, char *buffer, uint32_t *ret_key)
{
  LaunchShape shape = launch_shape (rows->trace, rows->rows.at[row].longest);
  size_t length, n;
  const char *name = compare_rows_name (rows, row, &length);

  n = base_name_write (name, length, buffer);
  if (n == 0)
    {
      n = MIN (length, BASE_NAME_MAX_BYTES);
      memcpy (buffer, name, n);
    }
  memcpy (buffer + n, &shape, sizeof shape);
  return string_table_intern (keys, buffer, n + sizeof shape, ret_key);
}

/* ---- by operator ---- */

/* Returns the string id of the name of the innermost operator in which an API call began, or TRACE_NONE. */
static uint32_t
operator_around (const Trace *trace, uint64_t call, U64Column *found)
{
  const SliceColumns *slices = trace_slices (trace);
  uint64_t innermost = SLICE_NONE;
  uint32_t thread = trace_track (trace, trace_track_of (trace, call))->parent;
  int64_t time_ns = slice_start_ns (slices, call);

  for (uint32_t t = thread + 1;
       thread != TRACE_NONE && t < trace_n_tracks (trace) && trace_track (trace, t)->parent == thread; t++)
    {
      found->n = 0;
      if (trace_track (trace, t)->kind != TRACK_OPERATORS
          || !trace_track_overlapping (trace, t, time_ns, time_ns + 1, found))
        continue;
      for (size_t i = 0; i < found->n; i++)
        {
          uint64_t slice = found->at[i];

          if (slices->kind[slice] == SLICE_OPERATOR
              && (innermost == SLICE_NONE
                  || slice_start_ns (slices, slice) > slice_start_ns (slices, innermost)
                  || (slice_start_ns (slices, slice) == slice_start_ns (slices, innermost)
                      && slice_dur_ns (slices, slice) <= slice_dur_ns (slices, innermost))))
            innermost = slice;
        }
    }
  return innermost == SLICE_NONE ? TRACE_NONE : slice_name (slices, innermost);
}

/* The time of one kernel name under one operator. */
typedef struct
{
  uint32_t row, launcher;
  int64_t total_ns;
} OperatorTime;

COLUMN_DEFINE (OperatorTimeColumn, operator_time_column, OperatorTime)
COLUMN_IMPLEMENT (OperatorTimeColumn, operator_time_column)

typedef struct
{
  const CompareSide *side;
  uint32_t *row_of_name; /* by string id: the row of a name that still has no partner, or TRACE_NONE */
  uint32_t *n_seen;      /* by row */
  IdMap places;          /* of a row and an operator in times */
  OperatorTimeColumn times;
  LaunchFinder launches;
  U64Column found;
  StopCheck *check;
} OperatorSearch;

static bool
add_launch (OperatorSearch *search, uint32_t row, uint64_t slice)
{
  const Trace *trace = search->side->trace;
  uint64_t call = launch_finder_of (&search->launches, slice), *place;
  uint32_t name = call == SLICE_NONE ? TRACE_NONE : operator_around (trace, call, &search->found);
  OperatorTime *time;

  if (name == TRACE_NONE)
    return true;
  place = id_map_add (&search->places, (uint64_t) row << 32 | name, search->times.n);
  if (place == NULL
      || (*place == search->times.n
          && !operator_time_column_push (&search->times, (OperatorTime){ row, name, 0 })))
    return false;
  time = &search->times.at[*place];
  time->total_ns = add_saturated (time->total_ns, slice_dur_ns (trace_slices (trace), slice));
  return true;
}

static bool
search_device (OperatorSearch *search, uint32_t device)
{
  const Trace *trace = search->side->trace;
  const SliceColumns *slices = trace_slices (trace);
  const StatsScope *scope = &search->side->steps.scope;
  uint32_t parent = trace_device (trace, device)->track;

  for (uint32_t t = parent + 1; t < trace_n_tracks (trace) && trace_track (trace, t)->parent == parent; t++)
    {
      const TraceTrack *track = trace_track (trace, t);

      for (uint32_t r = track->first_row; track->kind == TRACK_STREAM && r < track->first_row + track->n_rows;
           r++)
        {
          uint64_t first, end;

          if (!stats_scope_slices_of_row (scope, trace_row (trace, r), &first, &end))
            return false;
          for (uint64_t i = first; i < end; i++)
            {
              uint32_t row = slices->kind[i] != SLICE_KERNEL || (slices->flags[i] & SLICE_UNFINISHED)
                               ? TRACE_NONE
                               : search->row_of_name[slice_name (slices, i)];

              if (!stop_check_next (search->check))
                return false;
              if (row != TRACE_NONE && stats_scope_holds_start (scope, slice_start_ns (slices, i))
                  && search->n_seen[row]++ < KERNEL_LAUNCHES_SEEN && !add_launch (search, row, i))
                return false;
            }
        }
    }
  return true;
}

static bool
is_better (const Trace *trace, const OperatorTime *a, const OperatorTime *b)
{
  return a->total_ns != b->total_ns ? a->total_ns > b->total_ns
                                    : name_compare (trace, a->launcher, b->launcher) < 0;
}

/* Lists the operator of every row that has no partner, as a text of keys. */
static bool
list_operators (const CompareSide *side,
                const uint32_t *partner_of,
                StringTable *keys,
                StopCheck *check,
                RowKeyColumn *list)
{
  const CompareRows *rows = &side->device.kernels;
  size_t n_names = trace_n_strings (side->trace) + (size_t) 1;
  OperatorTime *best = calloc (rows->rows.n + 1, sizeof *best);
  OperatorSearch search = {
    .side = side,
    .row_of_name = malloc (n_names * sizeof *search.row_of_name),
    .n_seen = calloc (rows->rows.n + 1, sizeof *search.n_seen),
    .check = check,
  };
  bool ok = launch_finder_init (&search.launches, side->trace), any = false;

  ok = ok && best != NULL && search.row_of_name != NULL && search.n_seen != NULL;
  if (ok)
    memset (search.row_of_name, 0xff, n_names * sizeof *search.row_of_name);
  for (uint32_t row = 0; row < rows->rows.n && ok; row++)
    if (partner_of[row] == TRACE_NONE)
      {
        search.row_of_name[rows->rows.at[row].text] = row;
        best[row].launcher = TRACE_NONE;
        any = true;
      }
  for (uint32_t device = 0; device < trace_n_devices (side->trace) && ok && any; device++)
    ok = !stats_scope_holds_device (&side->steps.scope, device) || search_device (&search, device);
  for (size_t i = 0; i < search.times.n && ok; i++)
    {
      OperatorTime *of_row = &best[search.times.at[i].row];

      if (of_row->launcher == TRACE_NONE || is_better (side->trace, &search.times.at[i], of_row))
        *of_row = search.times.at[i];
    }
  for (uint32_t row = 0; row < rows->rows.n && ok; row++)
    {
      RowKey key = { 0, row };
      size_t length;
      const char *text;

      if (partner_of[row] != TRACE_NONE || best[row].launcher == TRACE_NONE)
        continue;
      text = trace_string (side->trace, best[row].launcher, &length);
      ok = stop_check_next (check) && string_table_intern (keys, text, length, &key.key)
           && row_key_column_push (list, key);
    }
  free (best);
  free (search.row_of_name);
  free (search.n_seen);
  id_map_clear (&search.places);
  operator_time_column_clear (&search.times);
  launch_finder_clear (&search.launches);
  u64_column_clear (&search.found);
  return ok;
}

static bool
pair_by_operator (RowMatching *matching, const CompareSide *base, const CompareSide *other, StopCheck *check)
{
  StringTable *keys = string_table_new ();
  RowKeyColumn of_base = { 0 }, of_other = { 0 };
  bool ok =
    keys != NULL && list_operators (base, matching->other_of, keys, check, &of_base)
    && list_operators (other, matching->base_of, keys, check, &of_other)
    && row_matching_by_key (matching, &base->device.kernels, &of_base, &other->device.kernels, &of_other,
                            false, MATCH_OPERATOR, check->should_continue, check->user_data);

  row_key_column_clear (&of_base);
  row_key_column_clear (&of_other);
  if (keys != NULL)
    string_table_free (keys);
  return ok;
}

/* ---- all ---- */

static bool
list_bases (const CompareRows *rows,
            const uint32_t *partner_of,
            StringTable *keys,
            char *buffer,
            StopCheck *check,
            RowKeyColumn *list)
{
  for (uint32_t row = 0; row < rows->rows.n; row++)
    {
      RowKey key = { 0, row };

      if (!stop_check_next (check))
        return false;
      if (partner_of[row] == TRACE_NONE
          && (!base_key (rows, row, keys, buffer, &key.key) || !row_key_column_push (list, key)))
        return false;
    }
  return true;
}

static bool
pair_by_base (RowMatching *matching, const CompareRows *base, const CompareRows *other, StopCheck *check)
{
  StringTable *keys = string_table_new ();
  char *buffer = malloc (BASE_NAME_MAX_BYTES + sizeof (LaunchShape));
  RowKeyColumn of_base = { 0 }, of_other = { 0 };
  bool ok = keys != NULL && buffer != NULL
            && list_bases (base, matching->other_of, keys, buffer, check, &of_base)
            && list_bases (other, matching->base_of, keys, buffer, check, &of_other)
            && row_matching_by_key (matching, base, &of_base, other, &of_other, false, MATCH_BASE,
                                    check->should_continue, check->user_data);

  row_key_column_clear (&of_base);
  row_key_column_clear (&of_other);
  free (buffer);
  if (keys != NULL)
    string_table_free (keys);
  return ok;
}

bool
kernel_matching_compute (const CompareSide *base,
                         const CompareSide *other,
                         const HandPair *pairs,
                         size_t n_pairs,
                         bool (*should_continue) (void *user_data),
                         void *user_data,
                         RowMatching *ret_matching)
{
  StopCheck check = { should_continue, user_data, 0 };
  const CompareRows *of_base = &base->device.kernels, *of_other = &other->device.kernels;
  bool ok;

  if (!row_matching_init (ret_matching, (uint32_t) of_base->rows.n, (uint32_t) of_other->rows.n))
    return false;
  ok = pair_by_hand (ret_matching, of_base, of_other, pairs, n_pairs, &check)
       && row_matching_by_text (ret_matching, of_base, of_other, should_continue, user_data)
       && pair_by_base (ret_matching, of_base, of_other, &check)
       && pair_by_operator (ret_matching, base, other, &check);
  let_apart (ret_matching);
  return ok && mark_all_elsewhere (ret_matching, of_base, of_other, pairs, n_pairs, &check);
}
