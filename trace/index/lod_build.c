/* SPDX-License-Identifier: Apache-2.0 */

#include <string.h>

#include "trace/index/lod.h"
#include "trace/index/lod_layout.h"
#include "trace/index/occupied.h"

LodShape
lod_shape_of (size_t n_slices)
{
  LodShape shape = { .n_groups = n_slices / LOD_GROUP + (n_slices % LOD_GROUP != 0) };
  size_t n_nodes = n_slices / LOD_NODE + (n_slices % LOD_NODE != 0), sum = 0;

  while (shape.n_levels < LOD_LEVELS_MAX && n_nodes > 0)
    {
      shape.first_node[shape.n_levels] = sum;
      shape.n_nodes[shape.n_levels++] = n_nodes;
      sum += n_nodes;
      if (n_nodes == 1)
        break;
      n_nodes = n_nodes / LOD_FANOUT + (n_nodes % LOD_FANOUT != 0);
    }
  shape.begins_at = sum * sizeof (LodNode);
  shape.edges_at = shape.begins_at + shape.n_groups * sizeof (int64_t);
  shape.shares_at = shape.edges_at + shape.n_groups * sizeof (LodGroupEdges);
  shape.size_bytes = (shape.shares_at + shape.n_groups * sizeof (LodGroupShares) + 7) & ~(size_t) 7;
  return shape;
}

size_t
lod_size_bytes (size_t n)
{
  return lod_shape_of (n).size_bytes;
}

/* The time of each name within a block, in order of first appearance. */
typedef struct
{
  uint32_t n;
  uint32_t names[LOD_BLOCK];
  double time_ns[LOD_BLOCK];
} NameTimes;

/* Adds time_ns to the time of a name and returns the sum. */
static inline double
add_name_time (NameTimes *times, uint32_t name, double time_ns)
{
  uint32_t i = 0;

  while (i < times->n && times->names[i] != name)
    i++;
  if (i == times->n)
    {
      times->n++;
      times->names[i] = name;
      times->time_ns[i] = 0;
    }
  return times->time_ns[i] += time_ns;
}

/* The aggregate of a run of slices while the pyramid is built. */
typedef struct
{
  int64_t begin_ns, end_ns;
  int64_t longest_ns;
  double busy_ns;
  size_t longest, dominant; /* slice indices; dominant has the dominant name */
  double dominant_ns;
} Run;

static Run
run_of_block (const int64_t *start_ns, const int64_t *dur_ns, const uint32_t *name, size_t first, size_t last)
{
  Run run = { .longest = first,
              .dominant = first,
              .begin_ns = start_ns[first],
              .end_ns = INT64_MIN,
              .longest_ns = -1,
              .dominant_ns = -1 };
  int64_t covered_until_ns = INT64_MIN;
  NameTimes times;

  times.n = 0;
  for (size_t i = first; i < last; i++)
    {
      int64_t end_ns = occupied_until (start_ns[i], dur_ns[i]);
      int64_t real_end_ns = dur_ns[i] > 0 ? end_ns : start_ns[i];
      int64_t from_ns = start_ns[i] > covered_until_ns ? start_ns[i] : covered_until_ns;
      double name_ns = add_name_time (&times, name[i], (double) dur_ns[i]);

      if (dur_ns[i] > run.longest_ns)
        {
          run.longest_ns = dur_ns[i];
          run.longest = i;
        }
      if (real_end_ns > from_ns)
        {
          run.busy_ns += (double) time_distance (from_ns, real_end_ns);
          covered_until_ns = real_end_ns;
        }
      run.end_ns = end_ns > run.end_ns ? end_ns : run.end_ns;
      if (name_ns > run.dominant_ns)
        {
          run.dominant_ns = name_ns;
          run.dominant = i;
        }
    }
  return run;
}

/* Joins consecutive runs. */
static Run
join_runs (const Run *runs, size_t n, const uint32_t *name)
{
  Run all = runs[0];

  for (size_t i = 1; i < n; i++)
    {
      all.end_ns = runs[i].end_ns > all.end_ns ? runs[i].end_ns : all.end_ns;
      all.busy_ns += runs[i].busy_ns;
      if (runs[i].longest_ns > all.longest_ns)
        {
          all.longest_ns = runs[i].longest_ns;
          all.longest = runs[i].longest;
        }
    }
  all.dominant_ns = -1;
  for (size_t i = 0; i < n; i++)
    {
      double name_ns = 0;

      for (size_t j = 0; j < n; j++)
        if (name[runs[j].dominant] == name[runs[i].dominant])
          name_ns += runs[j].dominant_ns;
      if (name_ns > all.dominant_ns)
        {
          all.dominant_ns = name_ns;
          all.dominant = runs[i].dominant;
        }
    }
  double width = (double) time_distance (all.begin_ns, all.end_ns);
  if (all.busy_ns > width)
    all.busy_ns = width;
  return all;
}

static uint8_t
share_of (double part, double whole)
{
  double share = whole > 0 ? part / whole * LOD_SHARE_MAX + 0.5 : 0;

  return (uint8_t) (share >= LOD_SHARE_MAX ? LOD_SHARE_MAX : share <= 0 ? 0 : (int) share);
}

static unsigned
shift_for (uint64_t width)
{
  unsigned shift = 0;

  while (width >> shift >= UINT32_MAX)
    shift++;
  return shift;
}

static uint32_t
offset_of_end (int64_t begin_ns, int64_t end_ns, unsigned shift)
{
  uint64_t offset = time_distance (begin_ns, end_ns);

  return (uint32_t) ((offset >> shift) + ((offset & ((UINT64_C (1) << shift) - 1)) != 0));
}

static void
write_group (const Run *blocks, size_t n, const Run *all, LodGroupEdges *edges, LodGroupShares *shares)
{
  double group_width = (double) time_distance (all->begin_ns, all->end_ns);
  unsigned shift = shift_for (time_distance (all->begin_ns, all->end_ns));
  unsigned longest_block = 0, dominant_block = 0;

  memset (edges, 0, sizeof *edges);
  memset (shares, 0, sizeof *shares);
  shares->shift = (uint8_t) shift;
  for (size_t b = 0; b < n; b++)
    {
      double width = (double) time_distance (blocks[b].begin_ns, blocks[b].end_ns);
      size_t first = blocks[b].longest / LOD_BLOCK * LOD_BLOCK;

      edges->end[b] = offset_of_end (all->begin_ns, blocks[b].end_ns, shift);
      if (b > 0)
        edges->begin[b - 1] = (uint32_t) (time_distance (all->begin_ns, blocks[b].begin_ns) >> shift);
      shares->busy[b] = share_of (blocks[b].busy_ns, width);
      shares->longest[b] = share_of ((double) blocks[b].longest_ns, width);
      shares->slices[b] = (uint8_t) ((blocks[b].longest - first) | (blocks[b].dominant - first) << 4);
      if (blocks[b].longest == all->longest)
        longest_block = (unsigned) b;
      if (blocks[b].dominant == all->dominant)
        dominant_block = (unsigned) b;
    }
  for (size_t b = n - 1; b < LOD_BLOCKS; b++)
    edges->end[b] = offset_of_end (all->begin_ns, all->end_ns, shift);
  shares->group_busy = share_of (all->busy_ns, group_width);
  shares->group_longest = share_of ((double) all->longest_ns, group_width);
  shares->group_blocks = (uint8_t) (longest_block | dominant_block << 4);
}

static LodNode
node_of_run (const Run *run, size_t first)
{
  return (LodNode){
    .begin_ns = run->begin_ns,
    .end_ns = run->end_ns,
    .longest_ns = (float) run->longest_ns,
    .busy_ns = (float) run->busy_ns,
    .longest = (uint32_t) (run->longest - first),
    .dominant = (uint32_t) (run->dominant - first),
  };
}

/* first is the first slice of nodes[0]; each node has n_slices_each slices. */
static LodNode
join_nodes (const LodNode *nodes, size_t n, size_t first, size_t n_slices_each, const uint32_t *name)
{
  LodNode all = nodes[0];
  uint32_t names[LOD_FANOUT];
  float dominant_ns = -1;

  for (size_t i = 0; i < n; i++)
    names[i] = name[first + i * n_slices_each + nodes[i].dominant];
  all.busy_ns = 0;
  all.longest_ns = -1;
  for (size_t i = 0; i < n; i++)
    {
      float name_ns = 0;

      all.end_ns = nodes[i].end_ns > all.end_ns ? nodes[i].end_ns : all.end_ns;
      all.busy_ns += nodes[i].busy_ns;
      if (nodes[i].longest_ns > all.longest_ns)
        {
          all.longest_ns = nodes[i].longest_ns;
          all.longest = (uint32_t) (i * n_slices_each + nodes[i].longest);
        }
      for (size_t j = 0; j < n; j++)
        if (names[j] == names[i])
          name_ns += nodes[j].busy_ns;
      if (name_ns > dominant_ns)
        {
          dominant_ns = name_ns;
          all.dominant = (uint32_t) (i * n_slices_each + nodes[i].dominant);
        }
    }
  float width = (float) time_distance (all.begin_ns, all.end_ns);
  if (all.busy_ns > width)
    all.busy_ns = width;
  return all;
}

static void
build_groups (const int64_t *start_ns,
              const int64_t *dur_ns,
              const uint32_t *name,
              size_t n,
              const LodShape *shape,
              char *memory)
{
  LodNode *nodes = (LodNode *) (void *) memory;
  int64_t *begins = (int64_t *) (void *) (memory + shape->begins_at);
  LodGroupEdges *edges = (LodGroupEdges *) (void *) (memory + shape->edges_at);
  LodGroupShares *shares = (LodGroupShares *) (void *) (memory + shape->shares_at);
  Run groups[LOD_FANOUT];

  for (size_t g = 0; g < shape->n_groups; g++)
    {
      Run blocks[LOD_BLOCKS];
      size_t n_blocks = 0;

      for (size_t first = g * LOD_GROUP; first < n && n_blocks < LOD_BLOCKS; first += LOD_BLOCK)
        {
          size_t last = n - first < LOD_BLOCK ? n : first + LOD_BLOCK;
          blocks[n_blocks++] = run_of_block (start_ns, dur_ns, name, first, last);
        }
      Run *group = &groups[g % LOD_FANOUT];
      *group = join_runs (blocks, n_blocks, name);
      begins[g] = group->begin_ns;
      write_group (blocks, n_blocks, group, &edges[g], &shares[g]);
      if (g % LOD_FANOUT == LOD_FANOUT - 1 || g + 1 == shape->n_groups)
        {
          Run run = join_runs (groups, g % LOD_FANOUT + 1, name);
          nodes[g / LOD_FANOUT] = node_of_run (&run, g / LOD_FANOUT * LOD_NODE);
        }
    }
}

void
lod_build (const int64_t *start_ns, const int64_t *dur_ns, const uint32_t *name, size_t n, void *memory)
{
  LodShape shape = lod_shape_of (n);
  LodNode *nodes = memory;
  size_t used = shape.shares_at + shape.n_groups * sizeof (LodGroupShares);

  build_groups (start_ns, dur_ns, name, n, &shape, memory);

  size_t n_slices_each = LOD_NODE;
  for (unsigned level = 1; level < shape.n_levels; level++, n_slices_each *= LOD_FANOUT)
    for (size_t i = 0; i < shape.n_nodes[level]; i++)
      {
        size_t first = i * LOD_FANOUT, n_left = shape.n_nodes[level - 1] - first;

        nodes[shape.first_node[level] + i] =
          join_nodes (nodes + shape.first_node[level - 1] + first, n_left < LOD_FANOUT ? n_left : LOD_FANOUT,
                      first * n_slices_each, n_slices_each, name);
      }
  memset ((char *) memory + used, 0, shape.size_bytes - used);
}
