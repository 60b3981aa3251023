/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/name_totals.h"

#include <stdlib.h>

#include "trace/trace_private.h"

COLUMN_DEFINE (NameTotalColumn, name_total_column, NameTotal)
COLUMN_IMPLEMENT (NameTotalColumn, name_total_column)

/* Few of all strings are names of slices, and nearly all of those are names of one kind. So the sums lie close
 * together, in order of first appearance; a table by string id says where the sum of a name is that was used last. */
typedef struct
{
  NameTotalColumn totals;
  U32Column next;  /* by total: + 1, of the same name and another kind; 0: none */
  uint32_t *first; /* by name: a total + 1; 0: none yet */
} Sums;

/* Behind those of other kinds. False: out of memory. */
static bool
find_total (Sums *sums, uint32_t name, SliceKind kind, uint32_t *ret_total)
{
  uint32_t *link = &sums->first[name];

  while (*link != 0)
    {
      if (sums->totals.at[*link - 1].kind == kind)
        {
          *ret_total = *link - 1;
          return true;
        }
      link = &sums->next.at[*link - 1];
    }

  size_t place = sums->next.n;
  size_t at = link == &sums->first[name] ? SIZE_MAX : (size_t) (link - sums->next.at);
  NameTotal total = { .name = name, .kind = kind, .min_ns = INT64_MAX, .max_ns = INT64_MIN };
  if (place >= UINT32_MAX || !name_total_column_push (&sums->totals, total)
      || !u32_column_push (&sums->next, 0))
    return false;
  *(at == SIZE_MAX ? &sums->first[name] : &sums->next.at[at]) = (uint32_t) place + 1;
  *ret_total = (uint32_t) place;
  return true;
}

static bool
add_all (const SliceColumns *slices, Sums *sums)
{
  for (uint64_t i = 0; i < slices->n; i++)
    {
      uint32_t name = slice_name (slices, i);
      unsigned kind = slices->kind[i] < N_SLICE_KINDS ? slices->kind[i] : SLICE_OTHER;
      uint32_t total = sums->first[name] - 1;

      if (slices->flags[i] & SLICE_UNFINISHED)
        continue;
      if ((total == UINT32_MAX || sums->totals.at[total].kind != kind)
          && !find_total (sums, name, (SliceKind) kind, &total))
        return false;

      NameTotal *sum = &sums->totals.at[total];
      int64_t dur_ns = slices->dur_ns[i];
      sum->count++;
      sum->total_ns = (int64_t) ((uint64_t) sum->total_ns + (uint64_t) dur_ns);
      sum->min_ns = dur_ns < sum->min_ns ? dur_ns : sum->min_ns;
      sum->max_ns = dur_ns > sum->max_ns ? dur_ns : sum->max_ns;
    }
  return true;
}

static int
compare_totals (const void *a, const void *b)
{
  const NameTotal *x = a, *y = b;

  if (x->kind != y->kind)
    return x->kind < y->kind ? -1 : 1;
  return x->name < y->name ? -1 : x->name > y->name;
}

bool
name_totals_compute (const SliceColumns *slices, NameTotals *ret_totals)
{
  Sums sums = { .first = calloc ((size_t) slices->n_strings + 1, sizeof *sums.first) };
  bool ok = sums.first != NULL && add_all (slices, &sums);

  free (sums.first);
  u32_column_clear (&sums.next);
  if (!ok)
    {
      name_total_column_clear (&sums.totals);
      return false;
    }
  if (sums.totals.n > 0)
    qsort (sums.totals.at, sums.totals.n, sizeof *sums.totals.at, compare_totals);
  *ret_totals = (NameTotals){ sums.totals.at, sums.totals.n };
  return true;
}

bool
name_totals_of (const Trace *trace, NameTotals *ret_totals)
{
  NameTotalColumn totals = { 0 };

  if (trace->name_totals == NULL)
    return name_totals_compute (trace_slices (trace), ret_totals);
  if (!name_total_column_reserve (&totals, (size_t) trace->n_name_totals))
    return false;
  for (uint64_t i = 0; i < trace->n_name_totals; i++)
    {
      const NameTotalRecord *record = &trace->name_totals[i];

      totals.at[totals.n++] = (NameTotal){
        .name = record->name < trace_n_strings (trace) ? record->name : STRING_EMPTY,
        .kind = record->kind < N_SLICE_KINDS ? (SliceKind) record->kind : SLICE_OTHER,
        .count = record->count,
        .total_ns = record->total_ns,
        .min_ns = record->min_ns,
        .max_ns = record->max_ns,
      };
    }
  *ret_totals = (NameTotals){ totals.at, totals.n };
  return true;
}

void
name_totals_clear (NameTotals *totals)
{
  free (totals->totals);
  *totals = (NameTotals){ 0 };
}

static size_t
first_of_kind (const NameTotals *totals, unsigned kind)
{
  size_t low = 0, high = totals->n;

  while (low < high)
    {
      size_t middle = low + (high - low) / 2;

      if ((unsigned) totals->totals[middle].kind < kind)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

const NameTotal *
name_totals_of_kind (const NameTotals *totals, SliceKind kind, size_t *ret_n)
{
  size_t first = first_of_kind (totals, kind);

  *ret_n = first_of_kind (totals, kind + 1u) - first;
  return totals->totals + first;
}
