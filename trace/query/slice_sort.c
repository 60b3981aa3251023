/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/query/slice_sort.h"

#include <stdlib.h>

#include "trace/container/column.h"

/* Slices between two checks whether to stop. */
#define STRETCH (UINT64_C (1) << 20)

typedef uint32_t (*StringOf) (const SliceColumns *slices, uint64_t slice);

/* Counts the slices of each string, by string id. */
static int
count (const QuerySource *source, SliceScan scan, StringOf string, uint64_t *n_of, uint64_t *ret_n)
{
  uint64_t slice, n = 0;

  while (slice_scan_next (&scan, &slice))
    {
      n_of[string (scan.slices, slice)]++;
      if (++n % STRETCH == 0 && query_source_is_over (source))
        return SQLITE_INTERRUPT;
    }
  *ret_n = n;
  return SQLITE_OK;
}

/* Turns each count into the position of the first slice of that string. */
static bool
place (const QuerySource *source, uint32_t n_strings, bool is_descending, uint64_t *n_of)
{
  U32Column used = { 0 };
  bool ok = true;
  uint64_t next = 0;

  for (uint32_t id = 0; id < n_strings && ok; id++)
    if (n_of[id] > 0)
      ok = u32_column_push (&used, id);
  ok = ok && query_text_order (source->text, used.at, used.n);
  for (size_t i = 0; i < used.n && ok; i++)
    {
      uint32_t id = used.at[is_descending ? used.n - 1 - i : i];
      uint64_t n = n_of[id];

      n_of[id] = next;
      next += n;
    }
  u32_column_clear (&used);
  return ok;
}

/* A file that is truncated while it is mapped may give other values the second time; never write beyond the last
 * position. */
static int
deal (const QuerySource *source,
      SliceScan scan,
      StringOf string,
      uint64_t *place_of,
      uint64_t *slices,
      uint64_t n_slices)
{
  uint64_t slice, n = 0;

  while (slice_scan_next (&scan, &slice))
    {
      uint64_t i = place_of[string (scan.slices, slice)]++;

      if (i < n_slices)
        slices[i] = slice;
      if (++n % STRETCH == 0 && query_source_is_over (source))
        return SQLITE_INTERRUPT;
    }
  return SQLITE_OK;
}

int
slice_sort (const QuerySource *source,
            const SliceScan *scan,
            StringOf string,
            bool is_descending,
            uint64_t **ret_slices,
            uint64_t *ret_n)
{
  uint32_t n_strings = trace_n_strings (source->trace);
  uint64_t *n_of = calloc ((size_t) n_strings + 1, sizeof *n_of);
  uint64_t *slices = NULL;
  uint64_t n = 0;
  int status = n_of == NULL ? SQLITE_NOMEM : count (source, *scan, string, n_of, &n);

  if (status == SQLITE_OK
      && ((slices = calloc (n + 1, sizeof *slices)) == NULL
          || !place (source, n_strings, is_descending, n_of)))
    status = SQLITE_NOMEM;
  if (status == SQLITE_OK)
    status = deal (source, *scan, string, n_of, slices, n);
  free (n_of);
  if (status != SQLITE_OK)
    {
      free (slices);
      return status;
    }
  *ret_slices = slices;
  *ret_n = n;
  return SQLITE_OK;
}
