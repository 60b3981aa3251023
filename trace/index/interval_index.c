/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/index/interval_index.h"

#include "trace/index/occupied.h"

#define BLOCK      64
#define FANOUT     8
#define LEVELS_MAX 24 /* 64 x 8^20 slices are more than can exist */

/* Where each level begins in the tree, and how many nodes it has; level n_levels - 1 is the root. */
typedef struct
{
  size_t begin[LEVELS_MAX], n[LEVELS_MAX];
  unsigned n_levels;
  size_t length;
} Levels;

static Levels
levels_of (size_t n_slices)
{
  Levels levels = { 0 };
  size_t n = n_slices / BLOCK + (n_slices % BLOCK != 0);

  while (n > 0)
    {
      levels.begin[levels.n_levels] = levels.length;
      levels.n[levels.n_levels++] = n;
      levels.length += n;
      if (n == 1)
        break;
      n = n / FANOUT + (n % FANOUT != 0);
    }
  return levels;
}

size_t
interval_index_length (size_t n)
{
  return levels_of (n).length;
}

void
interval_index_build (const int64_t *start_ns, const int64_t *dur_ns, size_t n, int64_t *tree)
{
  Levels levels = levels_of (n);

  for (size_t block = 0; levels.n_levels > 0 && block < levels.n[0]; block++)
    {
      size_t end = n - block * BLOCK < BLOCK ? n : (block + 1) * BLOCK;
      int64_t latest = INT64_MIN;

      for (size_t i = block * BLOCK; i < end; i++)
        {
          int64_t end_ns = occupied_until (start_ns[i], dur_ns[i]);
          latest = end_ns > latest ? end_ns : latest;
        }
      tree[block] = latest;
    }
  for (unsigned level = 1; level < levels.n_levels; level++)
    for (size_t node = 0; node < levels.n[level]; node++)
      {
        const int64_t *below = tree + levels.begin[level - 1];
        size_t end = (node + 1) * FANOUT < levels.n[level - 1] ? (node + 1) * FANOUT : levels.n[level - 1];
        int64_t latest = INT64_MIN;

        for (size_t i = node * FANOUT; i < end; i++)
          latest = below[i] > latest ? below[i] : latest;
        tree[levels.begin[level] + node] = latest;
      }
}

/* Returns the first block, from the given one on, that holds an end later than begin_ns, or n_blocks. Climbs
 * while whole nodes have ended, then descends into the first that has not. */
static size_t
next_block (const Levels *levels, const int64_t *tree, size_t from, int64_t begin_ns)
{
  unsigned level = 0;
  size_t node = from;

  while (node < levels->n[level])
    {
      if (tree[levels->begin[level] + node] > begin_ns)
        {
          if (level == 0)
            return node;
          level--;
          node *= FANOUT;
          continue;
        }
      node++;
      while (node % FANOUT == 0 && level + 1 < levels->n_levels)
        {
          node /= FANOUT;
          level++;
        }
    }
  return levels->n[0];
}

bool
interval_index_query (const IntervalIndex *index, int64_t begin_ns, int64_t end_ns, U64Column *out)
{
  Levels levels = levels_of (index->n);
  size_t n_begun = count_begun (index->start_ns, index->n, end_ns);
  size_t n_blocks = n_begun / BLOCK + (n_begun % BLOCK != 0);

  for (size_t block = 0; block < n_blocks; block++)
    {
      block = next_block (&levels, index->tree, block, begin_ns);
      if (block >= n_blocks)
        break;
      size_t end = n_begun - block * BLOCK < BLOCK ? n_begun : (block + 1) * BLOCK;
      for (size_t i = block * BLOCK; i < end; i++)
        if (occupied_until (index->start_ns[i], index->dur_ns[i]) > begin_ns && !u64_column_push (out, i))
          return false;
    }
  return true;
}
