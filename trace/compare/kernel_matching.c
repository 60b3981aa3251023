/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/compare/kernel_matching.h"

#include <stdlib.h>
#include <string.h>

#include "trace/classify/kernel_shape.h"
#include "trace/naming/base_name.h"

/* ---- by hand ---- */

static uint32_t
row_with_text (const CompareRows *rows, const char *text)
{
  size_t wanted = strlen (text);

  for (uint32_t row = 0; row < rows->rows.n; row++)
    {
      size_t length;
      const char *name = compare_rows_text (rows, row, &length);

      if (length == wanted && memcmp (name, text, length) == 0)
        return row;
    }
  return TRACE_NONE;
}

static void
pair_by_hand (RowMatching *matching,
              const CompareRows *base,
              const CompareRows *other,
              const HandPair *pairs,
              size_t n_pairs)
{
  for (size_t i = 0; i < n_pairs; i++)
    {
      uint32_t a = row_with_text (base, pairs[i].base), b = row_with_text (other, pairs[i].other);

      if (a != TRACE_NONE && b != TRACE_NONE && matching->other_of[a] == TRACE_NONE
          && matching->base_of[b] == TRACE_NONE)
        row_matching_pair (matching, a, b, MATCH_HAND);
    }
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
  const char *name = compare_rows_text (rows, row, &length);

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

uint32_t
kernel_launching_operator (const Trace *trace, uint64_t slice)
{
  const SliceColumns *slices = trace_slices (trace);
  uint64_t call = slice == SLICE_NONE ? SLICE_NONE : trace_launch_of (trace, slice), innermost = SLICE_NONE;
  U64Column found = { 0 };
  uint32_t thread;
  int64_t time_ns;

  if (call == SLICE_NONE)
    return TRACE_NONE;
  time_ns = slice_start_ns (slices, call);
  thread = trace_track (trace, trace_track_of (trace, call))->parent;
  for (uint32_t t = thread + 1;
       thread != TRACE_NONE && t < trace_n_tracks (trace) && trace_track (trace, t)->parent == thread; t++)
    {
      found.n = 0;
      if (trace_track (trace, t)->kind != TRACK_OPERATORS
          || !trace_track_overlapping (trace, t, time_ns, time_ns + 1, &found))
        continue;
      for (size_t i = 0; i < found.n; i++)
        {
          uint64_t candidate = found.at[i];

          if (slices->kind[candidate] == SLICE_OPERATOR
              && (innermost == SLICE_NONE
                  || slice_start_ns (slices, candidate) > slice_start_ns (slices, innermost)
                  || (slice_start_ns (slices, candidate) == slice_start_ns (slices, innermost)
                      && slice_dur_ns (slices, candidate) <= slice_dur_ns (slices, innermost))))
            innermost = candidate;
        }
    }
  u64_column_clear (&found);
  return innermost == SLICE_NONE ? TRACE_NONE : slice_name (slices, innermost);
}

/* *ret_key is 0, the empty text, if no operator is known. */
static bool
operator_key (const CompareRows *rows, uint32_t row, StringTable *keys, char *buffer, uint32_t *ret_key)
{
  uint32_t name = kernel_launching_operator (rows->trace, rows->rows.at[row].longest);
  size_t length;
  const char *text;

  (void) buffer;
  *ret_key = 0;
  if (name == TRACE_NONE)
    return true;
  text = trace_string (rows->trace, name, &length);
  return string_table_intern (keys, text, length, ret_key);
}

/* ---- all ---- */

typedef bool (
  *KeyFunc) (const CompareRows *rows, uint32_t row, StringTable *keys, char *buffer, uint32_t *ret_key);

static bool
list_keys (const CompareRows *rows,
           const uint32_t *partner_of,
           KeyFunc key_of,
           StringTable *keys,
           char *buffer,
           RowKeyColumn *list)
{
  for (uint32_t row = 0; row < rows->rows.n; row++)
    {
      RowKey key = { 0, row };

      if (partner_of[row] != TRACE_NONE)
        continue;
      if (!key_of (rows, row, keys, buffer, &key.key)
          || (key.key != STRING_EMPTY && !row_key_column_push (list, key)))
        return false;
    }
  return true;
}

static bool
pair_by (RowMatching *matching,
         const CompareRows *base,
         const CompareRows *other,
         KeyFunc key_of,
         RowMatch how)
{
  StringTable *keys = string_table_new ();
  char *buffer = malloc (BASE_NAME_MAX_BYTES + sizeof (LaunchShape));
  RowKeyColumn of_base = { 0 }, of_other = { 0 };
  bool ok = keys != NULL && buffer != NULL
            && list_keys (base, matching->other_of, key_of, keys, buffer, &of_base)
            && list_keys (other, matching->base_of, key_of, keys, buffer, &of_other);

  if (ok)
    row_matching_by_key (matching, base, &of_base, other, &of_other, false, how);
  row_key_column_clear (&of_base);
  row_key_column_clear (&of_other);
  free (buffer);
  if (keys != NULL)
    string_table_free (keys);
  return ok;
}

bool
kernel_matching_compute (const CompareRows *base,
                         const CompareRows *other,
                         const HandPair *pairs,
                         size_t n_pairs,
                         RowMatching *ret_matching)
{
  if (!row_matching_init (ret_matching, (uint32_t) base->rows.n, (uint32_t) other->rows.n))
    return false;
  pair_by_hand (ret_matching, base, other, pairs, n_pairs);
  return row_matching_by_text (ret_matching, base, other)
         && pair_by (ret_matching, base, other, base_key, MATCH_BASE)
         && pair_by (ret_matching, base, other, operator_key, MATCH_OPERATOR);
}
