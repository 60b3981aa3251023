/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/lod.h"

#include <stdbool.h>
#include <string.h>

#define BLOCK 16
#define BLOCKS 4 /* per group */
#define GROUP (BLOCK * BLOCKS)
#define FANOUT 4
#define NODE (GROUP * FANOUT)
#define LEVELS_MAX 12 /* of nodes: 256 x 4^11 slices below the uppermost, which is fewer than 2^32 */
#define SHARE_MAX 255

typedef struct
{
  int64_t begin_ns, end_ns;
  float longest_ns;
  float busy_ns;
  uint32_t longest; /* index within the node */
  uint32_t dominant_name;
} LodNode;

_Static_assert (sizeof (LodNode) == 32, "nodes are laid out as in the table of lod.h");

/* Offsets are in units of 2^shift ns from the group's begin; begins round down, ends round up. */
typedef struct
{
  uint32_t end[BLOCKS];
  uint32_t begin[BLOCKS - 1]; /* of blocks 1 to 3; block 0 begins with its group */
} GroupEdges;

typedef struct
{
  uint8_t busy[BLOCKS];     /* share of the block's width */
  uint8_t longest[BLOCKS];  /* duration of its longest slice, as a share of its width */
  uint8_t slices[BLOCKS];   /* low half: which slice is longest; high half: one with the dominant name */
  uint8_t shift;
  uint8_t longest_block;
  uint8_t dominant_block;
  uint8_t group_busy;
} GroupShares;

_Static_assert (sizeof (GroupEdges) == 28 && sizeof (GroupShares) == 16, "52 bytes a group with its begin");

/* Where everything lies in the memory of n slices. */
typedef struct
{
  size_t n_groups;
  size_t n_nodes[LEVELS_MAX]; /* [0]: of 256 slices */
  size_t first_node[LEVELS_MAX];
  unsigned n_levels;
  size_t nodes_at, begins_at, edges_at, shares_at, size_bytes;
} Shape;

static Shape
shape_of (size_t n)
{
  Shape shape = { .n_groups = n / GROUP + (n % GROUP != 0) };
  size_t n_nodes = n / NODE + (n % NODE != 0), sum = 0;

  while (shape.n_levels < LEVELS_MAX && n_nodes > 0)
    {
      shape.first_node[shape.n_levels] = sum;
      shape.n_nodes[shape.n_levels++] = n_nodes;
      sum += n_nodes;
      if (n_nodes == 1)
        break;
      n_nodes = n_nodes / FANOUT + (n_nodes % FANOUT != 0);
    }
  shape.begins_at = sum * sizeof (LodNode);
  shape.edges_at = shape.begins_at + shape.n_groups * sizeof (int64_t);
  shape.shares_at = shape.edges_at + shape.n_groups * sizeof (GroupEdges);
  shape.size_bytes = (shape.shares_at + shape.n_groups * sizeof (GroupShares) + 7) & ~(size_t) 7;
  return shape;
}

size_t
lod_size_bytes (size_t n)
{
  return shape_of (n).size_bytes;
}

static int64_t
occupied_until (int64_t start_ns, int64_t dur_ns)
{
  int64_t end_ns;

  if (dur_ns < 1)
    dur_ns = 1;
  return __builtin_add_overflow (start_ns, dur_ns, &end_ns) ? INT64_MAX : end_ns;
}

/* b - a for b >= a, without overflow. */
static uint64_t
distance (int64_t a, int64_t b)
{
  return (uint64_t) b - (uint64_t) a;
}

/* ---- building ---- */

/* What is known of a run of slices while the pyramid is built. */
typedef struct
{
  int64_t begin_ns, end_ns;
  int64_t longest_ns;
  double busy_ns;
  size_t longest, dominant; /* slices; the second has the dominant name */
  double dominant_ns;
} Run;

static Run
run_of_block (const int64_t *start_ns, const int64_t *dur_ns, const uint32_t *name, size_t first, size_t last)
{
  Run run = { .begin_ns = start_ns[first], .end_ns = INT64_MIN, .longest_ns = -1, .dominant_ns = -1 };
  int64_t covered_until = INT64_MIN;

  for (size_t i = first; i < last; i++)
    {
      int64_t end_ns = occupied_until (start_ns[i], dur_ns[i]);
      int64_t real_end_ns = dur_ns[i] > 0 ? end_ns : start_ns[i];
      int64_t from_ns = start_ns[i] > covered_until ? start_ns[i] : covered_until;
      double name_ns = 0;

      if (dur_ns[i] > run.longest_ns)
        {
          run.longest_ns = dur_ns[i];
          run.longest = i;
        }
      if (real_end_ns > from_ns)
        {
          run.busy_ns += (double) distance (from_ns, real_end_ns);
          covered_until = real_end_ns;
        }
      run.end_ns = end_ns > run.end_ns ? end_ns : run.end_ns;

      for (size_t j = first; j <= i; j++)
        if (name[j] == name[i])
          name_ns += (double) dur_ns[j];
      if (name_ns > run.dominant_ns)
        {
          run.dominant_ns = name_ns;
          run.dominant = i;
        }
    }
  return run;
}

/* Joins runs that follow one another. */
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
  double width = (double) distance (all.begin_ns, all.end_ns);
  if (all.busy_ns > width)
    all.busy_ns = width;
  return all;
}

static uint8_t
share_of (double part, double whole)
{
  double share = whole > 0 ? part / whole * SHARE_MAX + 0.5 : 0;

  return share >= SHARE_MAX ? SHARE_MAX : share <= 0 ? 0 : (uint8_t) share;
}

static unsigned
shift_for (uint64_t width)
{
  unsigned shift = 0;

  while (width >> shift >= UINT32_MAX)
    shift++;
  return shift;
}

static void
write_group (const Run *blocks, size_t n, const Run *all, const uint32_t *name, GroupEdges *edges, GroupShares *shares)
{
  uint64_t unit_minus_1;

  memset (edges, 0, sizeof *edges);
  memset (shares, 0, sizeof *shares);
  shares->shift = (uint8_t) shift_for (distance (all->begin_ns, all->end_ns));
  unit_minus_1 = (UINT64_C (1) << shares->shift) - 1;
  for (size_t b = 0; b < n; b++)
    {
      double width = (double) distance (blocks[b].begin_ns, blocks[b].end_ns);
      uint64_t end = distance (all->begin_ns, blocks[b].end_ns);
      size_t first = blocks[b].longest / BLOCK * BLOCK;

      edges->end[b] = (uint32_t) ((end >> shares->shift) + ((end & unit_minus_1) != 0));
      if (b > 0)
        edges->begin[b - 1] = (uint32_t) (distance (all->begin_ns, blocks[b].begin_ns) >> shares->shift);
      shares->busy[b] = share_of (blocks[b].busy_ns, width);
      shares->longest[b] = share_of ((double) blocks[b].longest_ns, width);
      shares->slices[b] = (uint8_t) ((blocks[b].longest - first) | (blocks[b].dominant - first) << 4);
      if (blocks[b].longest == all->longest)
        shares->longest_block = (uint8_t) b;
      if (name[blocks[b].dominant] == name[all->dominant])
        shares->dominant_block = (uint8_t) b;
    }
  shares->group_busy = share_of (all->busy_ns, (double) distance (all->begin_ns, all->end_ns));
}

static LodNode
node_of_run (const Run *run, size_t first, const uint32_t *name)
{
  return (LodNode){
    .begin_ns = run->begin_ns,
    .end_ns = run->end_ns,
    .longest_ns = (float) run->longest_ns,
    .busy_ns = (float) run->busy_ns,
    .longest = (uint32_t) (run->longest - first),
    .dominant_name = name[run->dominant],
  };
}

static LodNode
join_nodes (const LodNode *nodes, size_t n, size_t n_slices_each)
{
  LodNode all = nodes[0];
  float dominant_ns = -1;

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
        if (nodes[j].dominant_name == nodes[i].dominant_name)
          name_ns += nodes[j].busy_ns;
      if (name_ns > dominant_ns)
        {
          dominant_ns = name_ns;
          all.dominant_name = nodes[i].dominant_name;
        }
    }
  float width = (float) distance (all.begin_ns, all.end_ns);
  if (all.busy_ns > width)
    all.busy_ns = width;
  return all;
}

void
lod_build (const int64_t *start_ns, const int64_t *dur_ns, const uint32_t *name, size_t n, void *memory)
{
  Shape shape = shape_of (n);
  char *base = memory;
  LodNode *nodes = memory;
  int64_t *begins = (int64_t *) (void *) (base + shape.begins_at);
  GroupEdges *edges = (GroupEdges *) (void *) (base + shape.edges_at);
  GroupShares *shares = (GroupShares *) (void *) (base + shape.shares_at);
  Run groups[FANOUT];

  for (size_t g = 0; g < shape.n_groups; g++)
    {
      Run blocks[BLOCKS];
      size_t n_blocks = 0;

      for (size_t first = g * GROUP; first < n && n_blocks < BLOCKS; first += BLOCK)
        {
          size_t last = n - first < BLOCK ? n : first + BLOCK;
          blocks[n_blocks++] = run_of_block (start_ns, dur_ns, name, first, last);
        }
      groups[g % FANOUT] = join_runs (blocks, n_blocks, name);
      begins[g] = groups[g % FANOUT].begin_ns;
      write_group (blocks, n_blocks, &groups[g % FANOUT], name, &edges[g], &shares[g]);
      if (g % FANOUT == FANOUT - 1 || g + 1 == shape.n_groups)
        {
          Run run = join_runs (groups, g % FANOUT + 1, name);
          nodes[g / FANOUT] = node_of_run (&run, g / FANOUT * NODE, name);
        }
    }

  size_t n_slices_each = NODE;
  for (unsigned level = 1; level < shape.n_levels; level++, n_slices_each *= FANOUT)
    for (size_t i = 0; i < shape.n_nodes[level]; i++)
      {
        size_t first = i * FANOUT;
        size_t n_below = shape.n_nodes[level - 1] - first < FANOUT ? shape.n_nodes[level - 1] - first : FANOUT;

        nodes[shape.first_node[level] + i]
          = join_nodes (nodes + shape.first_node[level - 1] + first, n_below, n_slices_each);
      }
  if (shape.size_bytes > shape.shares_at + shape.n_groups * sizeof (GroupShares))
    memset (base + shape.shares_at + shape.n_groups * sizeof (GroupShares), 0,
            shape.size_bytes - shape.shares_at - shape.n_groups * sizeof (GroupShares));
}

/* ---- querying ---- */

typedef struct
{
  const LodRow *row;
  Shape shape;
  const LodNode *nodes;
  const int64_t *begins;
  const GroupEdges *edges;
  const GroupShares *shares;

  int64_t begin_ns, end_ns;
  uint32_t n_px;
  double px_per_ns, ns_per_px;
  LodCell *cells;

  /* The pixel that slices are being gathered for: those that lie in [px_begin_ns, px_end_ns) need no
   * arithmetic but comparing. */
  uint32_t px;
  int64_t px_begin_ns, px_end_ns;
} Query;

static uint32_t
pixel_of (const Query *query, int64_t time_ns)
{
  if (time_ns <= query->begin_ns)
    return 0;
  double px = (double) distance (query->begin_ns, time_ns) * query->px_per_ns;
  return px >= query->n_px ? query->n_px - 1 : (uint32_t) px;
}

uint32_t
lod_pixel_of (int64_t time_ns, int64_t begin_ns, int64_t end_ns, uint32_t n_px)
{
  Query query = { .begin_ns = begin_ns, .end_ns = end_ns, .n_px = n_px };

  if (end_ns <= begin_ns || n_px == 0)
    return 0;
  query.px_per_ns = (double) n_px / (double) distance (begin_ns, end_ns);
  return pixel_of (&query, time_ns);
}

static void
add_to_cell (LodCell *cell, uint64_t longest, float longest_ns, float share, uint32_t name, float name_share)
{
  if (cell->longest == LOD_EMPTY || longest_ns > cell->longest_ns)
    {
      cell->longest = longest;
      cell->longest_ns = longest_ns;
    }
  cell->busy += share;
  if (name_share > cell->dominant_share || cell->dominant_share < 0)
    {
      cell->dominant_share = name_share;
      cell->dominant_name = name;
    }
}

/* A bucket no wider than a pixel: it lies in one pixel, or in two. Both are truly not empty: a slice begins
 * where the bucket does, and one ends where it ends. */
static void
add_bucket (Query *query,
            int64_t begin_ns,
            int64_t end_ns,
            uint64_t longest,
            float longest_ns,
            float busy_ns,
            uint32_t name)
{
  int64_t from_ns = begin_ns > query->begin_ns ? begin_ns : query->begin_ns;
  int64_t to_ns = end_ns < query->end_ns ? end_ns : query->end_ns;
  uint32_t first = pixel_of (query, from_ns), last = pixel_of (query, to_ns - 1);
  double per_ns = query->px_per_ns * (double) busy_ns / (double) distance (begin_ns, end_ns);
  float share = (float) ((double) distance (from_ns, to_ns) * per_ns);

  if (first == last)
    {
      add_to_cell (&query->cells[first], longest, longest_ns, share, name, share);
      return;
    }
  double in_last = ((double) distance (query->begin_ns, to_ns) * query->px_per_ns - (double) last) * query->ns_per_px;
  float last_share = (float) ((in_last > 0 ? in_last : 0) * per_ns);
  if (last_share > share)
    last_share = share;
  for (uint32_t px = first; px <= last; px++)
    {
      float part = px == last ? last_share : (share - last_share) / (float) (last - first);
      add_to_cell (&query->cells[px], longest, longest_ns, part, name, part);
    }
}

/* The first time in the pixel after px, as pixel_of () sees it. */
static int64_t
end_of_pixel (const Query *query, uint32_t px)
{
  if (px + 1 >= query->n_px)
    return query->end_ns;

  double offset = (double) (px + 1) * query->ns_per_px;
  uint64_t span = distance (query->begin_ns, query->end_ns);
  uint64_t whole = offset >= (double) span ? span : (uint64_t) offset;
  int64_t time_ns = (int64_t) ((uint64_t) query->begin_ns + whole);

  while (time_ns > query->begin_ns && pixel_of (query, time_ns - 1) > px)
    time_ns--;
  while (time_ns < query->end_ns && pixel_of (query, time_ns) <= px)
    time_ns++;
  return time_ns;
}

static void
enter_pixel (Query *query, uint32_t px)
{
  if (px == 0)
    query->px_begin_ns = query->begin_ns;
  else if (px == query->px + 1)
    query->px_begin_ns = query->px_end_ns;
  else
    query->px_begin_ns = end_of_pixel (query, px - 1);
  query->px = px;
  query->px_end_ns = end_of_pixel (query, px);
}

/* A slice that reaches over an edge of the view or of a pixel. */
static void
add_slice (Query *query, uint64_t i, int64_t start_ns, int64_t end_ns)
{
  int64_t from_ns = start_ns > query->begin_ns ? start_ns : query->begin_ns;
  int64_t to_ns = end_ns < query->end_ns ? end_ns : query->end_ns;
  uint32_t first = pixel_of (query, from_ns), last = pixel_of (query, to_ns - 1);
  float dur_ns = (float) query->row->dur_ns[i];
  bool covers = query->row->dur_ns[i] > 0;
  double from_px = (double) distance (query->begin_ns, from_ns) * query->px_per_ns;
  double to_px = (double) distance (query->begin_ns, to_ns) * query->px_per_ns;

  for (uint32_t px = first; px <= last; px++)
    {
      double left = from_px > px ? from_px : px, right = to_px < px + 1.0 ? to_px : px + 1.0;
      float share = covers && right > left ? (float) (right - left) : 0;

      add_to_cell (&query->cells[px], i, dur_ns, share, query->row->name[i], share);
    }
}

static void
visit_slices (Query *query, size_t first, size_t last)
{
  const int64_t *start_ns = query->row->start_ns, *dur_ns = query->row->dur_ns;
  size_t i = first;

  while (i < last)
    {
      size_t longest = i;
      int64_t longest_ns = -1;
      uint64_t sum_ns = 0; /* wraps around only where slices overlap absurdly; the share is capped anyway */

      /* As many as lie within the pixel at hand. */
      for (; i < last && start_ns[i] >= query->px_begin_ns; i++)
        {
          int64_t dur = dur_ns[i];
          if (occupied_until (start_ns[i], dur) > query->px_end_ns)
            break;
          longest = dur > longest_ns ? i : longest;
          longest_ns = dur > longest_ns ? dur : longest_ns;
          sum_ns += dur > 0 ? (uint64_t) dur : 0;
        }
      if (longest_ns >= 0)
        {
          float share = (float) ((double) sum_ns * query->px_per_ns);
          float own = (float) ((double) longest_ns * query->px_per_ns);
          add_to_cell (&query->cells[query->px], longest, (float) longest_ns, share,
                       query->row->name[longest], own);
        }
      if (i == last)
        return;

      /* This one lies elsewhere, or reaches further. */
      int64_t end_ns = occupied_until (start_ns[i], dur_ns[i]);
      if (start_ns[i] >= query->end_ns)
        return;
      if (end_ns > query->begin_ns)
        {
          uint32_t px = pixel_of (query, start_ns[i]);
          if (px != query->px)
            enter_pixel (query, px);
          if (start_ns[i] >= query->px_begin_ns && end_ns <= query->px_end_ns)
            continue;
          add_slice (query, i, start_ns[i], end_ns);
        }
      i++;
    }
}

static int64_t
edge (int64_t begin_ns, uint32_t offset, unsigned shift)
{
  int64_t time_ns;
  uint64_t distance_ns = (uint64_t) offset << (shift & 63);

  if (distance_ns > INT64_MAX || __builtin_add_overflow (begin_ns, (int64_t) distance_ns, &time_ns))
    return INT64_MAX;
  return time_ns;
}

static void
visit_group (Query *query, size_t g)
{
  const GroupEdges *edges = &query->edges[g];
  const GroupShares *shares = &query->shares[g];
  size_t first = g * GROUP, n_left = query->row->n - first;
  size_t n_blocks = n_left >= GROUP ? BLOCKS : (n_left + BLOCK - 1) / BLOCK;
  int64_t begin_ns = query->begins[g];
  uint32_t last_end = 0;

  for (size_t b = 0; b < n_blocks; b++)
    last_end = edges->end[b] > last_end ? edges->end[b] : last_end;
  int64_t end_ns = edge (begin_ns, last_end, shares->shift);
  if (begin_ns >= query->end_ns || end_ns <= query->begin_ns)
    return;

  double width = (double) distance (begin_ns, end_ns);
  if (width <= query->ns_per_px)
    {
      size_t b = shares->longest_block % BLOCKS, d = shares->dominant_block % BLOCKS;
      double unit = (double) (UINT64_C (1) << (shares->shift & 63));
      double block_width = ((double) edges->end[b] - (b > 0 ? (double) edges->begin[b - 1] : 0)) * unit;
      uint64_t longest = first + b * BLOCK + (shares->slices[b] & 15u);
      uint64_t dominant = first + d * BLOCK + (shares->slices[d] >> 4);

      if (longest >= query->row->n || dominant >= query->row->n)
        return;
      add_bucket (query, begin_ns, end_ns, longest, (float) (block_width * shares->longest[b] / SHARE_MAX),
                  (float) (width * shares->group_busy / SHARE_MAX), query->row->name[dominant]);
      return;
    }

  for (size_t b = 0; b < n_blocks; b++)
    {
      int64_t block_begin_ns = b == 0 ? begin_ns : edge (begin_ns, edges->begin[b - 1], shares->shift);
      int64_t block_end_ns = edge (begin_ns, edges->end[b], shares->shift);
      size_t block = first + b * BLOCK;
      size_t last = query->row->n - block < BLOCK ? query->row->n : block + BLOCK;

      if (block_begin_ns >= query->end_ns || block_end_ns <= query->begin_ns || block_end_ns <= block_begin_ns)
        continue;
      double block_width = (double) distance (block_begin_ns, block_end_ns);
      uint64_t longest = block + (shares->slices[b] & 15u), dominant = block + (shares->slices[b] >> 4);
      if (block_width > query->ns_per_px || longest >= last || dominant >= last)
        visit_slices (query, block, last);
      else
        add_bucket (query, block_begin_ns, block_end_ns, longest,
                    (float) (block_width * shares->longest[b] / SHARE_MAX),
                    (float) (block_width * shares->busy[b] / SHARE_MAX), query->row->name[dominant]);
    }
}

/* Depth is at most LEVELS_MAX. */
static void
visit_node (Query *query, unsigned level, size_t i, uint64_t first_slice, uint64_t n_slices)
{
  const LodNode *node = &query->nodes[query->shape.first_node[level] + i];

  if (node->begin_ns >= query->end_ns || node->end_ns <= query->begin_ns || node->end_ns <= node->begin_ns)
    return;
  if ((double) distance (node->begin_ns, node->end_ns) <= query->ns_per_px
      && first_slice + node->longest < query->row->n)
    {
      add_bucket (query, node->begin_ns, node->end_ns, first_slice + node->longest, node->longest_ns,
                  node->busy_ns, node->dominant_name);
      return;
    }
  if (level == 0)
    {
      size_t last = (i + 1) * FANOUT < query->shape.n_groups ? (i + 1) * FANOUT : query->shape.n_groups;
      for (size_t g = i * FANOUT; g < last; g++)
        visit_group (query, g);
      return;
    }
  size_t last = (i + 1) * FANOUT < query->shape.n_nodes[level - 1] ? (i + 1) * FANOUT
                                                                    : query->shape.n_nodes[level - 1];
  for (size_t below = i * FANOUT; below < last; below++)
    visit_node (query, level - 1, below, first_slice + (below - i * FANOUT) * (n_slices / FANOUT),
                n_slices / FANOUT);
}

void
lod_query (const LodRow *row, int64_t begin_ns, int64_t end_ns, uint32_t n_px, LodCell *cells)
{
  const char *base = row->memory;
  Query query = {
    .row = row,
    .shape = shape_of (row->n),
    .begin_ns = begin_ns,
    .end_ns = end_ns,
    .n_px = n_px,
    .cells = cells,
  };

  for (uint32_t px = 0; px < n_px; px++)
    cells[px] = (LodCell){ .longest = LOD_EMPTY, .dominant_share = -1 };
  if (end_ns <= begin_ns || n_px == 0 || row->n == 0)
    return;

  query.nodes = row->memory;
  query.begins = (const int64_t *) (const void *) (base + query.shape.begins_at);
  query.edges = (const GroupEdges *) (const void *) (base + query.shape.edges_at);
  query.shares = (const GroupShares *) (const void *) (base + query.shape.shares_at);
  query.px_per_ns = (double) n_px / (double) distance (begin_ns, end_ns);
  query.ns_per_px = (double) distance (begin_ns, end_ns) / (double) n_px;
  enter_pixel (&query, 0);

  unsigned top = query.shape.n_levels - 1;
  uint64_t n_slices = (uint64_t) NODE << (2 * top);
  for (size_t i = 0; i < query.shape.n_nodes[top]; i++)
    visit_node (&query, top, i, i * n_slices, n_slices);

  for (uint32_t px = 0; px < n_px; px++)
    {
      if (cells[px].busy > 1)
        cells[px].busy = 1;
      if (cells[px].dominant_share < 0)
        cells[px].dominant_share = 0;
      if (cells[px].dominant_share > cells[px].busy)
        cells[px].dominant_share = cells[px].busy;
    }
}
