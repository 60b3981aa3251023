/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/derive/name_totals.h"

#include <stdlib.h>

#include "trace/model/trace_private.h"

#define N_LANES    2
#define KIND_BITS  4
#define KIND_MASK  15u
#define PLACES_MAX (UINT32_MAX >> KIND_BITS)

_Static_assert(N_SLICE_KINDS < KIND_MASK,
               "a kind, plus 1, fits its bits, and so does the one that does not exist");

/* Neighbouring slices often have the same name. Adding the second would wait for the store of the first, so
 * they alternate between two lanes. */
typedef struct
{
  uint64_t count;
  int64_t total_ns, min_ns, max_ns;
} LaneSum;

typedef struct
{
  LaneSum lanes[N_LANES];
} LanePair;

typedef struct
{
  uint32_t name;
  uint32_t kind;
  uint32_t next; /* index of another sum of the same name; they form a ring */
} SumOwner;

COLUMN_DEFINE (LanePairColumn, lane_pair_column, LanePair)
COLUMN_DEFINE (SumOwnerColumn, sum_owner_column, SumOwner)
COLUMN_IMPLEMENT (LanePairColumn, lane_pair_column)
COLUMN_IMPLEMENT (SumOwnerColumn, sum_owner_column)

/* Few of all strings are names of slices, and most of those have one kind. So the sums lie close together, in
 * order of first appearance, and a table by string id leads to them. It holds the index and the kind of the
 * sum of that name used last, so that one comparison tells whether it is the right one. */
typedef struct
{
  LanePairColumn sums;
  SumOwnerColumn owners; /* of each sum */
  uint32_t *links;       /* by name: index << KIND_BITS | kind + 1, or 0 if it has none yet */
} NameSums;

/* Points the name's link at its sum of that kind, which is added if missing. Returns false if memory runs
 * out. */
static bool
relink (NameSums *sums, uint32_t name, unsigned kind)
{
  static const LaneSum empty = { .min_ns = INT64_MAX, .max_ns = INT64_MIN };
  uint32_t link = sums->links[name], place = (uint32_t) sums->owners.n;
  SumOwner owner = { .name = name, .kind = kind, .next = place };

  if (link != 0)
    {
      uint32_t last = link >> KIND_BITS, other = last;

      do
        {
          if (sums->owners.at[other].kind == kind)
            {
              sums->links[name] = other << KIND_BITS | (kind + 1);
              return true;
            }
          other = sums->owners.at[other].next;
        }
      while (other != last);
      owner.next = sums->owners.at[last].next;
      sums->owners.at[last].next = place;
    }
  sums->links[name] = place << KIND_BITS | (kind + 1);
  return place <= PLACES_MAX && sum_owner_column_push (&sums->owners, owner)
         && lane_pair_column_push (&sums->sums, (LanePair){ { empty, empty } });
}

/* Copies of the inputs, so that the compiler knows that storing a sum does not change them. */
typedef struct
{
  SliceColumns slices;
  const uint32_t *links;
  LanePair *pairs;
} AddState;

static inline bool
add_slice (AddState *state, NameSums *sums, uint64_t i, unsigned lane)
{
  uint32_t name = slice_name (&state->slices, i), link = state->links[name];
  unsigned kind = state->slices.kind[i];

  if (G_UNLIKELY ((link & KIND_MASK) != kind + 1))
    {
      if (!relink (sums, name, kind < N_SLICE_KINDS ? kind : SLICE_OTHER))
        return false;
      link = state->links[name];
      state->pairs = sums->sums.at;
    }

  LaneSum *sum = &state->pairs[link >> KIND_BITS].lanes[lane];
  int64_t dur_ns = state->slices.dur_ns[i];
  sum->count++;
  sum->total_ns = (int64_t) ((uint64_t) sum->total_ns + (uint64_t) dur_ns);
  /* Branches save a store each, because new extremes are rare. */
  if (G_UNLIKELY (dur_ns < sum->min_ns))
    sum->min_ns = dur_ns;
  if (G_UNLIKELY (dur_ns > sum->max_ns))
    sum->max_ns = dur_ns;
  return true;
}

static bool
add_all (const SliceColumns *slices, NameSums *sums)
{
  AddState state = { *slices, sums->links, NULL };
  const uint8_t *flags = slices->flags;
  uint64_t n = slices->n, i = 0;

  for (; i + 1 < n; i += N_LANES)
    if (G_LIKELY (!((flags[i] | flags[i + 1]) & SLICE_UNFINISHED)))
      {
        if (!add_slice (&state, sums, i, 0) || !add_slice (&state, sums, i + 1, 1))
          return false;
      }
    else
      for (uint64_t j = i; j < i + N_LANES; j++)
        if (!(flags[j] & SLICE_UNFINISHED) && !add_slice (&state, sums, j, 0))
          return false;
  return i == n || flags[i] & SLICE_UNFINISHED || add_slice (&state, sums, i, 0);
}

static int
compare_totals (const void *a, const void *b)
{
  const NameTotal *x = a, *y = b;

  if (x->kind != y->kind)
    return x->kind < y->kind ? -1 : 1;
  return x->name < y->name ? -1 : x->name > y->name;
}

static bool
take_totals (const NameSums *sums, NameTotals *ret_totals)
{
  NameTotal *totals = calloc (sums->owners.n + 1, sizeof *totals);

  if (totals == NULL)
    return false;
  for (size_t i = 0; i < sums->owners.n; i++)
    {
      const LaneSum *a = &sums->sums.at[i].lanes[0], *b = &sums->sums.at[i].lanes[1];

      totals[i] = (NameTotal){
        .name = sums->owners.at[i].name,
        .kind = (SliceKind) sums->owners.at[i].kind,
        .count = a->count + b->count,
        .total_ns = (int64_t) ((uint64_t) a->total_ns + (uint64_t) b->total_ns),
        .min_ns = a->min_ns < b->min_ns ? a->min_ns : b->min_ns,
        .max_ns = a->max_ns > b->max_ns ? a->max_ns : b->max_ns,
      };
    }
  qsort (totals, sums->owners.n, sizeof *totals, compare_totals);
  *ret_totals = (NameTotals){ totals, sums->owners.n };
  return true;
}

bool
name_totals_compute (const SliceColumns *slices, NameTotals *ret_totals)
{
  NameSums sums = { .links = calloc ((size_t) slices->n_strings + 1, sizeof *sums.links) };
  bool ok = sums.links != NULL && add_all (slices, &sums) && take_totals (&sums, ret_totals);

  free (sums.links);
  lane_pair_column_clear (&sums.sums);
  sum_owner_column_clear (&sums.owners);
  return ok;
}

bool
name_totals_of (const Trace *trace, NameTotals *ret_totals)
{
  if (trace->name_totals == NULL)
    return name_totals_compute (trace_slices (trace), ret_totals);

  NameTotal *totals = calloc ((size_t) trace->n_name_totals + 1, sizeof *totals);
  if (totals == NULL)
    return false;
  for (uint64_t i = 0; i < trace->n_name_totals; i++)
    {
      const NameTotalRecord *record = &trace->name_totals[i];

      totals[i] = (NameTotal){
        .name = record->name < trace_n_strings (trace) ? record->name : STRING_EMPTY,
        .kind = record->kind < N_SLICE_KINDS ? (SliceKind) record->kind : SLICE_OTHER,
        .count = record->count,
        .total_ns = record->total_ns,
        .min_ns = record->min_ns,
        .max_ns = record->max_ns,
      };
    }
  *ret_totals = (NameTotals){ totals, (size_t) trace->n_name_totals };
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
