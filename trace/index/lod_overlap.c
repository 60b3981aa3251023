/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds the longest slice in each pixel where slices overlap arbitrarily. Two facts leave few slices to look
 * at:
 *
 * - Of the slices that begin in one pixel, the longest ends last, give or take a pixel. So it can stand
 *   for all of them, in every pixel until the last of their ends.
 * - A slice that begins after another and ends no later is shorter. So of the slices that begin before the
 *   view,
 *   only those that end later than all before them matter, and of these only the first for each pixel in which
 *   they end.
 *
 * The pixels are then swept from left to right. A slice that reaches beyond the pixel it begins in waits. A
 * slice that begins later and is as long also ends later, and takes its place. So the waiting slices, in
 * order, become shorter and end later: the first is the longest of the current pixel, and the last tells how
 * far anything reaches. */

#include <stdbool.h>

#include "trace/index/lod_layout.h"
#include "trace/index/lod_overlap.h"
#include "trace/index/occupied.h"

/* The levels of the sweep: slices, blocks, groups, then the nodes. */
enum
{
  LEVEL_SLICES,
  LEVEL_BLOCKS,
  LEVEL_GROUPS,
  LEVEL_NODES,
};

/* Of slices that reach over the whole view, one that is longer by less than this fraction may be passed over. */
#define LONGER_BY 32

typedef struct
{
  const LodRow *row;
  const LodView *view;
  LodShape shape;
  const LodNode *nodes;
  const int64_t *begins;
  const LodGroupEdges *edges;
  const LodGroupShares *shares;
  unsigned top_level;
  LodCell *cells;

  /* Each waiting slice is stored in the cell of the last pixel that it may appear in. No two share a cell,
   * and cells serve no other purpose before the sweep gets there: longest is the slice, dominant is the pixel
   * where the next longer one waits. */
  bool any_waiting;
  uint32_t first_waiting, last_waiting; /* pixels */
} Sweep;

/* Returns log2 of the number of slices in a bucket. */
static inline unsigned
level_shift (unsigned level)
{
  return level == LEVEL_SLICES ? 0 : 4 + 2 * (level - LEVEL_BLOCKS);
}

static inline size_t
level_size (unsigned level)
{
  return (size_t) 1 << level_shift (level);
}

_Static_assert(LOD_BLOCK == 1 << 4 && LOD_BLOCKS == 1 << 2 && LOD_FANOUT == 1 << 2, "as level_shift () says");

/* Returns the duration, or 0 for a negative one, as damaged rows may have. */
static inline int64_t
length_of (const LodRow *row, size_t slice)
{
  int64_t dur_ns = row->dur_ns[slice];

  return dur_ns > 0 ? dur_ns : 0;
}

/* ---- buckets ---- */

static inline const LodNode *
node_at (const Sweep *sweep, unsigned level, size_t first)
{
  return &sweep->nodes[sweep->shape.first_node[level - LEVEL_NODES] + (first >> level_shift (level))];
}

/* Returns the latest end of the slices in the bucket that begins with the first-th slice. For a group's last
 * block it may be the end of an earlier block. */
static inline int64_t
bucket_end (const Sweep *sweep, unsigned level, size_t first)
{
  if (level == LEVEL_SLICES)
    return occupied_until (sweep->row->start_ns[first], sweep->row->dur_ns[first]);
  if (level >= LEVEL_NODES)
    return node_at (sweep, level, first)->end_ns;

  size_t group = first / LOD_GROUP;
  size_t block = level == LEVEL_BLOCKS ? first / LOD_BLOCK % LOD_BLOCKS : LOD_BLOCKS - 1;
  uint64_t offset = (uint64_t) sweep->edges[group].end[block] << (sweep->shares[group].shift & 31);
  return (int64_t) ((uint64_t) sweep->begins[group] + offset);
}

typedef struct
{
  int64_t begin_ns, end_ns;
  float busy_ns; /* sum over all slices; at least the time that they cover */
  size_t longest, dominant;
} Bucket;

/* For blocks and higher levels. */
static inline Bucket
bucket_at (const Sweep *sweep, unsigned level, size_t first)
{
  Bucket bucket = {
    .begin_ns = sweep->row->start_ns[first],
    .end_ns = bucket_end (sweep, level, first),
    .longest = first,
    .dominant = first,
  };

  if (level >= LEVEL_NODES)
    {
      const LodNode *node = node_at (sweep, level, first);

      bucket.longest += node->longest;
      bucket.dominant += node->dominant;
      bucket.busy_ns = node->busy_ns > 0 ? node->busy_ns : 0;
    }
  else
    {
      const LodGroupShares *shares = &sweep->shares[first / LOD_GROUP];
      float unit_ns = (float) time_distance (bucket.begin_ns, bucket.end_ns) * (1.0f / LOD_SHARE_MAX);
      size_t block = first / LOD_BLOCK % LOD_BLOCKS;
      size_t longest_block = block, dominant_block = block;

      if (level == LEVEL_GROUPS)
        {
          longest_block = shares->group_blocks & 3;
          dominant_block = shares->group_blocks >> 4 & 3;
        }
      bucket.longest += (longest_block - block) * LOD_BLOCK + (shares->slices[longest_block] & 15u);
      bucket.dominant += (dominant_block - block) * LOD_BLOCK + (shares->slices[dominant_block] >> 4);
      bucket.busy_ns = unit_ns * (level == LEVEL_GROUPS ? shares->group_busy : shares->busy[block]);
    }
  /* Damaged memory may hold any number. */
  bucket.longest = bucket.longest < sweep->row->n ? bucket.longest : first;
  bucket.dominant = bucket.dominant < sweep->row->n ? bucket.dominant : first;
  return bucket;
}

/* Returns whether a bucket begins with the i-th slice and all its slices begin before a time. */
static inline bool
bucket_begins_before (const Sweep *sweep, unsigned level, size_t i, int64_t time_ns)
{
  size_t size = level_size (level), n_left = sweep->row->n - i;

  if ((i & (size - 1)) != 0)
    return false;
  if (level >= LEVEL_GROUPS && n_left > size) /* same answer from fewer cache lines */
    return sweep->begins[(i + size) / LOD_GROUP] < time_ns;
  return sweep->row->start_ns[n_left > size ? i + size : i + n_left - 1] < time_ns;
}

/* Returns whether a bucket begins with the i-th slice, ends by a time, and lies before the last-th slice. */
static inline bool
bucket_ends_by (const Sweep *sweep, unsigned level, size_t i, size_t last, int64_t time_ns)
{
  size_t size = level_size (level);

  return (i & (size - 1)) == 0 && last - i >= size && bucket_end (sweep, level, i) <= time_ns;
}

/* ---- waiting slices ---- */

/* Makes the slice appear until last_px, unless something longer reaches as far. */
static void
wait_until_pixel (Sweep *sweep, size_t slice, uint32_t last_px)
{
  while (sweep->any_waiting
         && length_of (sweep->row, sweep->cells[sweep->last_waiting].longest)
              <= length_of (sweep->row, slice))
    {
      LodCell *shorter = &sweep->cells[sweep->last_waiting];

      last_px = sweep->last_waiting > last_px ? sweep->last_waiting : last_px;
      if (sweep->last_waiting == sweep->first_waiting)
        sweep->any_waiting = false;
      else
        sweep->last_waiting = (uint32_t) shorter->dominant;
      shorter->longest = LOD_EMPTY;
    }
  if (sweep->any_waiting && sweep->last_waiting >= last_px)
    return;

  sweep->cells[last_px].longest = slice;
  sweep->cells[last_px].dominant = sweep->last_waiting;
  if (!sweep->any_waiting)
    sweep->first_waiting = last_px;
  sweep->any_waiting = true;
  sweep->last_waiting = last_px;
}

/* Drops the first waiting slice; its last pixel is over. */
static void
drop_first_waiting (Sweep *sweep)
{
  sweep->any_waiting = sweep->first_waiting != sweep->last_waiting;
  if (sweep->any_waiting)
    do
      sweep->first_waiting++;
    while (sweep->cells[sweep->first_waiting].longest == LOD_EMPTY);
}

/* ---- before the view ---- */

/* Returns the first slice of [i, last) that ends after a time, or last. O(log n). */
static size_t
next_ending_after (const Sweep *sweep, size_t i, size_t last, int64_t time_ns)
{
  unsigned level = LEVEL_SLICES;

  while (i < last)
    {
      level += level < sweep->top_level;
      while (level > LEVEL_SLICES && !bucket_ends_by (sweep, level, i, last, time_ns))
        level--;
      if (level == LEVEL_SLICES && bucket_end (sweep, LEVEL_SLICES, i) > time_ns)
        return i;
      i += level_size (level);
    }
  return last;
}

/* The first n_before slices begin before the view. Returns the time until which they cover it, as far as the
 * slices chosen here do: one for each pixel in which any ends, and of those that reach over the whole view
 * each that is longer by a step. These are at least as long as the view, so steps in proportion to their
 * length are few. */
static int64_t
reach_into_view (Sweep *sweep, size_t n_before)
{
  const LodView *view = sweep->view;
  int64_t reached_ns = view->begin_ns, end_ns = view->begin_ns;

  for (size_t i = 0;; i++)
    {
      i = next_ending_after (sweep, i, n_before, reached_ns);
      if (i == n_before)
        return end_ns;

      end_ns = bucket_end (sweep, LEVEL_SLICES, i);
      uint32_t last_px = lod_view_pixel_of (view, (end_ns < view->end_ns ? end_ns : view->end_ns) - 1);
      wait_until_pixel (sweep, i, last_px);
      if (last_px + 1 < view->n_px)
        reached_ns = lod_view_begin_of_pixel (view, last_px + 1);
      else
        reached_ns =
          occupied_until (end_ns, length_of (sweep->row, sweep->cells[last_px].longest) / LONGER_BY);
    }
}

/* ---- in the view ---- */

/* The current pixel and its contents. */
typedef struct
{
  int64_t begin_ns, end_ns;
  int64_t covered_until_ns; /* the latest end so far: all is covered from the latest begin until then */
  int64_t reached_ns;       /* latest end of the slices that begin here */
  uint64_t longest, dominant;
  int64_t longest_ns; /* -1 if there is no slice */
  float dominant_ns, busy_ns;
} Pixel;

/* Returns the time from one to another, or 0 if the second is not later. */
static inline float
ns_between (int64_t from_ns, int64_t to_ns)
{
  return to_ns > from_ns ? (float) time_distance (from_ns, to_ns) : 0;
}

/* Moves on to the next pixel. */
static void
enter_pixel (Pixel *pixel, int64_t end_ns)
{
  pixel->begin_ns = pixel->end_ns;
  pixel->end_ns = end_ns;
  pixel->reached_ns = INT64_MIN;
  pixel->longest_ns = -1;
  pixel->dominant_ns = -1;
  pixel->busy_ns =
    ns_between (pixel->begin_ns, pixel->covered_until_ns < end_ns ? pixel->covered_until_ns : end_ns);
}

/* Adds a bucket whose slices all begin in the pixel; longest_ns is the duration of its longest slice. */
static inline void
add_bucket (Pixel *pixel, const Bucket *bucket, int64_t longest_ns)
{
  int64_t until_ns = bucket->end_ns < pixel->end_ns ? bucket->end_ns : pixel->end_ns;
  int64_t from_ns = bucket->begin_ns > pixel->covered_until_ns ? bucket->begin_ns : pixel->covered_until_ns;
  float here_ns = ns_between (bucket->begin_ns, until_ns), new_ns = ns_between (from_ns, until_ns);
  bool is_longer = longest_ns > pixel->longest_ns;

  here_ns = bucket->busy_ns < here_ns ? bucket->busy_ns : here_ns;
  bool is_more = here_ns > pixel->dominant_ns;
  pixel->busy_ns += bucket->busy_ns < new_ns ? bucket->busy_ns : new_ns;
  if (bucket->busy_ns > 0 && bucket->end_ns > pixel->covered_until_ns)
    pixel->covered_until_ns = bucket->end_ns;
  pixel->reached_ns = bucket->end_ns > pixel->reached_ns ? bucket->end_ns : pixel->reached_ns;
  pixel->longest = is_longer ? bucket->longest : pixel->longest;
  pixel->longest_ns = is_longer ? longest_ns : pixel->longest_ns;
  pixel->dominant = is_more ? bucket->dominant : pixel->dominant;
  pixel->dominant_ns = is_more ? here_ns : pixel->dominant_ns;
}

/* Adds the slices of [i, last) that begin in the pixel, one by one. Returns the first that does not, or last. */
static size_t
add_slices (const LodRow *row, Pixel *pixel, size_t i, size_t last)
{
  Pixel here = *pixel; /* keeps it in registers */

  for (; i < last && row->start_ns[i] < here.end_ns; i++)
    {
      int64_t start_ns = row->start_ns[i], dur_ns = length_of (row, i);
      const Bucket bucket = { start_ns, occupied_until (start_ns, dur_ns), (float) dur_ns, i, i };

      add_bucket (&here, &bucket, dur_ns);
    }
  *pixel = here;
  return i;
}

/* Adds the slices from i on that begin in the pixel, in buckets as large as fit. Returns the first that does
 * not. */
static size_t
add_beginning (const Sweep *sweep, Pixel *pixel, size_t i)
{
  const LodRow *row = sweep->row;
  unsigned level = LEVEL_SLICES;

  while (i < row->n && row->start_ns[i] < pixel->end_ns)
    {
      size_t block_last = row->n - i < LOD_BLOCK ? row->n : (i / LOD_BLOCK + 1) * LOD_BLOCK;

      level += level < sweep->top_level;
      while (level > LEVEL_SLICES && !bucket_begins_before (sweep, level, i, pixel->end_ns))
        level--;
      if (level == LEVEL_SLICES)
        {
          i = add_slices (row, pixel, i, block_last);
          continue;
        }
      const Bucket bucket = bucket_at (sweep, level, i);
      add_bucket (pixel, &bucket, length_of (row, bucket.longest));
      i = row->n - i < level_size (level) ? row->n : i + level_size (level);
    }
  return i;
}

static void
fill_cell (LodCell *cell, const Pixel *pixel)
{
  float per_ns = 1 / (float) time_distance (pixel->begin_ns, pixel->end_ns);

  *cell = (LodCell){
    .longest = pixel->longest,
    .dominant = pixel->dominant,
    .longest_ns = (float) pixel->longest_ns,
    .busy = pixel->busy_ns * per_ns,
    .dominant_share = pixel->dominant_ns * per_ns,
  };
}

/* Adds the longest slice that began before the pixel. */
static void
add_first_waiting (const Sweep *sweep, Pixel *pixel)
{
  size_t slice = sweep->cells[sweep->first_waiting].longest;
  int64_t start_ns = sweep->row->start_ns[slice], end_ns = bucket_end (sweep, LEVEL_SLICES, slice);
  float here_ns = ns_between (start_ns > pixel->begin_ns ? start_ns : pixel->begin_ns,
                              end_ns < pixel->end_ns ? end_ns : pixel->end_ns);

  if (length_of (sweep->row, slice) >= pixel->longest_ns)
    {
      pixel->longest = slice;
      pixel->longest_ns = length_of (sweep->row, slice);
    }
  if (here_ns >= pixel->dominant_ns)
    {
      pixel->dominant = slice;
      pixel->dominant_ns = here_ns;
    }
}

/* Prefetches the place where the next pixel ends if it holds as many slices as this one. With a million
 * slices in view, waiting for these lines would take a fifth of the time. */
static inline void
prefetch_edge (const Sweep *sweep, size_t i)
{
  if (i >= sweep->row->n)
    return;
  __builtin_prefetch (&sweep->row->start_ns[i]);
  __builtin_prefetch (&sweep->row->dur_ns[i]);
  __builtin_prefetch (&sweep->edges[i / LOD_GROUP]);
  __builtin_prefetch (&sweep->shares[i / LOD_GROUP]);
}

/* i is the first slice that begins in the view. */
static void
sweep_pixels (Sweep *sweep, size_t i, int64_t covered_until_ns)
{
  const LodView *view = sweep->view;
  Pixel pixel = { .end_ns = view->begin_ns, .covered_until_ns = covered_until_ns };

  for (uint32_t px = 0; px < view->n_px; px++)
    {
      enter_pixel (&pixel, lod_view_begin_of_pixel (view, px + 1));
      size_t first = i;
      i = add_beginning (sweep, &pixel, i);
      prefetch_edge (sweep, i + (i - first));

      size_t longest_begun = pixel.longest;
      if (sweep->any_waiting)
        {
          add_first_waiting (sweep, &pixel);
          if (sweep->first_waiting == px)
            drop_first_waiting (sweep);
        }
      if (pixel.reached_ns > pixel.end_ns && px + 1 < view->n_px)
        {
          int64_t until_ns = pixel.reached_ns < view->end_ns ? pixel.reached_ns : view->end_ns;
          wait_until_pixel (sweep, longest_begun, lod_view_pixel_of (view, until_ns - 1));
        }
      if (pixel.longest_ns >= 0)
        fill_cell (&sweep->cells[px], &pixel);
    }
}

void
lod_overlap_fill (const LodRow *row, const LodView *view, LodCell *cells)
{
  const char *base = row->memory;
  LodShape shape = lod_shape_of (row->n);
  Sweep sweep = {
    .row = row,
    .view = view,
    .shape = shape,
    .nodes = row->memory,
    .begins = (const int64_t *) (const void *) (base + shape.begins_at),
    .edges = (const LodGroupEdges *) (const void *) (base + shape.edges_at),
    .shares = (const LodGroupShares *) (const void *) (base + shape.shares_at),
    .top_level = LEVEL_NODES + shape.n_levels - 1,
    .cells = cells,
  };
  size_t first = count_begun (row->start_ns, row->n, view->begin_ns);
  int64_t covered_until_ns = reach_into_view (&sweep, first);

  sweep_pixels (&sweep, first, covered_until_ns);
}
