/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/compare/kernel_pairing.h"

#include <string.h>

static const TableCell *
cell_of (const Compared *compared, uint64_t row, uint32_t side)
{
  return compare_table_cell (&compared->comparison.tables[ROWS_KERNELS], row, side);
}

char *
kernel_pairing_name (const Compared *compared, uint64_t row, uint32_t side)
{
  const TableCell *cell = cell_of (compared, row, side);
  size_t length;
  const char *name;

  if (cell->row == TRACE_NONE)
    return NULL;
  name = compare_rows_text (compare_side_rows (&compared->comparison.sides[side], ROWS_KERNELS), cell->row,
                            &length);
  return g_strndup (name, length);
}

/* Returns a side that lacks what the baseline has in one row, and has the other row alone; 0: none. */
static uint32_t
side_to_pair_on (const Compared *compared, uint64_t base_row, uint64_t other_row)
{
  for (uint32_t side = 1; side < compared->n_sides; side++)
    if (cell_of (compared, base_row, side)->match == MATCH_REMOVED
        && cell_of (compared, other_row, side)->match == MATCH_ADDED)
      return side;
  return 0;
}

static bool
is_of_baseline (const Compared *compared, uint64_t row)
{
  return cell_of (compared, row, 0)->row != TRACE_NONE;
}

static uint32_t
side_of_pair (const Compared *compared, uint64_t row, uint64_t candidate)
{
  return is_of_baseline (compared, row) ? side_to_pair_on (compared, row, candidate)
                                        : side_to_pair_on (compared, candidate, row);
}

GArray *
kernel_pairing_candidates (const Compared *compared, uint64_t row)
{
  GArray *candidates = g_array_new (FALSE, FALSE, sizeof (uint64_t));

  for (uint64_t candidate = 0; candidate < compared->comparison.tables[ROWS_KERNELS].n; candidate++)
    if (candidate != row && side_of_pair (compared, row, candidate) > 0)
      g_array_append_val (candidates, candidate);
  return candidates;
}

bool
kernel_pairing_names (const Compared *compared,
                      uint64_t row,
                      uint64_t candidate,
                      char **ret_base_name,
                      char **ret_other_name)
{
  uint32_t side = side_of_pair (compared, row, candidate);
  bool is_base = is_of_baseline (compared, row);

  if (side == 0)
    return false;
  *ret_base_name = kernel_pairing_name (compared, is_base ? row : candidate, 0);
  *ret_other_name = kernel_pairing_name (compared, is_base ? candidate : row, side);
  return true;
}

bool
kernel_pairing_can_part (const Compared *compared, uint64_t row, uint32_t side)
{
  return side > 0 && is_of_baseline (compared, row) && cell_of (compared, row, side)->row != TRACE_NONE
         && cell_of (compared, row, side)->match != MATCH_EXACT;
}

const char *
kernel_pairing_parted_from (const Compared *compared, uint64_t row, uint32_t side)
{
  bool is_removed = cell_of (compared, row, side)->match == MATCH_REMOVED;

  if (!is_removed && cell_of (compared, row, side)->match != MATCH_ADDED)
    return NULL;
  g_autofree char *name = kernel_pairing_name (compared, row, is_removed ? 0 : side);
  const CompareRows *others =
    compare_side_rows (&compared->comparison.sides[is_removed ? side : 0], ROWS_KERNELS);

  for (size_t i = 0; i < compared->n_pairs; i++)
    {
      const HandPair *pair = &compared->pairs[i];
      const char *own = is_removed ? pair->base : pair->other, *from = is_removed ? pair->other : pair->base;

      if (pair->sort == HAND_APART && strcmp (own, name) == 0 && strcmp (from, name) != 0
          && compare_rows_have (others, from))
        return from;
    }
  return NULL;
}
