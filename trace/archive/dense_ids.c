/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/archive/dense_ids.h"

#include <stdlib.h>
#include <string.h>

bool
dense_ids_begin (DenseIds *dense, size_t max_distinct)
{
  size_t n_slots = 16;

  dense->distinct.n = 0;
  if (max_distinct > SIZE_MAX / 32 || !u32_column_reserve (&dense->distinct, max_distinct))
    return false;
  while (n_slots < max_distinct * 2)
    n_slots *= 2;
  if (dense->n_slots < n_slots)
    {
      free (dense->slots);
      dense->slots = malloc (n_slots * sizeof *dense->slots);
      dense->n_slots = dense->slots == NULL ? 0 : n_slots;
      if (dense->slots == NULL)
        return false;
    }
  memset (dense->slots, 0, dense->n_slots * sizeof *dense->slots);
  return true;
}

uint32_t
dense_ids_of (DenseIds *dense, uint32_t id)
{
  size_t mask = dense->n_slots - 1, slot = (size_t) (id * 0x9e3779b97f4a7c15u >> 32) & mask;

  for (; dense->slots[slot] != 0; slot = (slot + 1) & mask)
    if (dense->distinct.at[dense->slots[slot] - 1] == id)
      return dense->slots[slot] - 1;
  dense->distinct.at[dense->distinct.n++] = id;
  dense->slots[slot] = (uint32_t) dense->distinct.n;
  return dense->slots[slot] - 1;
}

void
dense_ids_clear (DenseIds *dense)
{
  u32_column_clear (&dense->distinct);
  free (dense->slots);
  *dense = (DenseIds){ 0 };
}
