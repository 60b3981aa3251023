/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/compare/timelines/side_pairs.h"

G_STATIC_ASSERT (UNMATCHED_SIDES_MAX >= SIDE_PAIRS_MAX - 1);

struct SidePairs
{
  gatomicrefcount n_references;
  Compared *compared;
  uint32_t n_sides;
  Counterparts ways[SIDE_PAIRS_MAX][SIDE_PAIRS_MAX];           /* from, to */
  MissingCounterparts missing[SIDE_PAIRS_MAX][SIDE_PAIRS_MAX]; /* of the baseline and on it */
};

/* Only what is compared is marked: the baseline with the others. */
static bool
add_way (SidePairs *pairs, uint32_t from, uint32_t to, bool (*should_continue) (void *), void *user_data)
{
  Counterparts *way = &pairs->ways[from][to];

  if (!counterparts_init (way, &pairs->compared->comparison, from, to))
    return false;
  return (from != 0 && to != 0)
         || missing_counterparts_compute (way, should_continue, user_data, &pairs->missing[from][to]);
}

SidePairs *
side_pairs_new (Compared *compared, bool (*should_continue) (void *user_data), void *user_data)
{
  SidePairs *pairs = g_new0 (SidePairs, 1);

  g_atomic_ref_count_init (&pairs->n_references);
  pairs->compared = compared_ref (compared);
  pairs->n_sides = MIN (compared->n_sides, SIDE_PAIRS_MAX);
  for (uint32_t from = 0; from < pairs->n_sides; from++)
    for (uint32_t to = 0; to < pairs->n_sides; to++)
      if (from != to && !add_way (pairs, from, to, should_continue, user_data))
        {
          side_pairs_unref (pairs);
          return NULL;
        }
  return pairs;
}

SidePairs *
side_pairs_ref (SidePairs *pairs)
{
  g_atomic_ref_count_inc (&pairs->n_references);
  return pairs;
}

void
side_pairs_unref (SidePairs *pairs)
{
  if (pairs == NULL || !g_atomic_ref_count_dec (&pairs->n_references))
    return;
  for (uint32_t from = 0; from < SIDE_PAIRS_MAX; from++)
    for (uint32_t to = 0; to < SIDE_PAIRS_MAX; to++)
      {
        missing_counterparts_clear (&pairs->missing[from][to]);
        counterparts_clear (&pairs->ways[from][to]);
      }
  compared_unref (pairs->compared);
  g_free (pairs);
}

uint32_t
side_pairs_n_sides (const SidePairs *pairs)
{
  return pairs->n_sides;
}

uint64_t
side_pairs_find (const SidePairs *pairs,
                 uint32_t from,
                 uint64_t slice,
                 uint32_t to,
                 CounterpartAnswer *ret_answer)
{
  uint64_t found;

  if (from == to || !counterparts_find (&pairs->ways[from][to], slice, &found, ret_answer))
    return SLICE_NONE;
  return found;
}

UnmatchedSlices
side_pairs_unmatched (const SidePairs *pairs, uint32_t side)
{
  UnmatchedSlices unmatched = { 0 };

  for (uint32_t other = 0; other < pairs->n_sides; other++)
    if (other != side && (side == 0 || other == 0))
      unmatched.sides[unmatched.n++] = &pairs->missing[side][other];
  return unmatched;
}
