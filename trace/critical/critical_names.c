/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/critical/critical_names.h"

#include <stdlib.h>

#include "trace/container/radix_order.h"

COLUMN_IMPLEMENT (CriticalNameColumn, critical_name_column)

static uint64_t
key_of (const CriticalPiece *piece, const SliceColumns *slices)
{
  return (uint64_t) slice_name (slices, piece->slice) * N_CRITICAL_CLASSES + piece->klass;
}

static int
by_total (const void *a, const void *b)
{
  const CriticalName *one = a, *other = b;

  if (one->total_ns != other->total_ns)
    return one->total_ns > other->total_ns ? -1 : 1;
  if (one->klass != other->klass)
    return one->klass < other->klass ? -1 : 1;
  return one->name < other->name ? -1 : one->name > other->name;
}

static void
add_piece (CriticalName *name, const CriticalPiece *piece)
{
  int64_t length_ns = piece->end_ns - piece->begin_ns;

  name->n++;
  name->total_ns += length_ns;
  if (length_ns > name->longest_ns)
    {
      name->longest = piece->slice;
      name->longest_ns = length_ns;
    }
}

bool
critical_names_collect (const CriticalPath *path, const Trace *trace, CriticalNameColumn *names)
{
  const SliceColumns *slices = trace_slices (trace);
  size_t n = path->pieces.n, first = names->n;
  OrderPair *pairs = malloc ((n + 1) * sizeof *pairs), *scratch = malloc ((n + 1) * sizeof *scratch);
  bool ok = pairs != NULL && scratch != NULL;

  for (size_t i = 0; ok && i < n; i++)
    pairs[i] = (OrderPair){ key_of (&path->pieces.at[i], slices), i };
  if (ok)
    radix_order (pairs, scratch, n);
  for (size_t i = 0; ok && i < n; i++)
    {
      const CriticalPiece *piece = &path->pieces.at[pairs[i].item];
      CriticalName name = { .klass = piece->klass, .name = slice_name (slices, piece->slice) };

      if (i == 0 || pairs[i].key != pairs[i - 1].key)
        ok = critical_name_column_push (names, name);
      if (ok)
        add_piece (&names->at[names->n - 1], piece);
    }
  free (pairs);
  free (scratch);
  if (ok && names->n > first)
    qsort (names->at + first, names->n - first, sizeof *names->at, by_total);
  return ok;
}
