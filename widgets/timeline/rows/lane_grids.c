/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/rows/lane_grids.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "trace/index/lod.h"
#include "widgets/timeline/rows/lane_row.h"

/* Cells of the finest level, by how many slices a lane has; each further level has a quarter. Where views have two of them in
 * a pixel pyramids are as fast: an eighth of the profile at 1920 px and 32768. */
static const uint32_t sizes[] = { 131072, 32768, 8192, 4096 };

#define CELLS_MAX 131072u
#define FANOUT    4u
#define N_LEVELS  4u

/* Of fewer slices to a cell the pyramid looks at the slices themselves. */
#define SLICES_PER_CELL 4u

/* Of all lanes; the profile itself has some 50 bytes a slice. */
#define BYTES_LEAST     (UINT64_C (64) << 20)
#define BYTES_MOST      (UINT64_C (256) << 20)
#define BYTES_PER_SLICE 2u

#define BUSY_MAX     65535.0f
#define DOMINANT_MAX 255.0f

typedef struct
{
  float longest_ns; /* negative: nothing here */
  uint32_t longest; /* within the lane */
  uint16_t busy;    /* of BUSY_MAX, rounded up */
  uint8_t dominant; /* share of the name with most time, of DOMINANT_MAX */
  uint8_t work;
} GridCell;

typedef struct
{
  uint32_t n_cells; /* of the finest level; 0: no grid */
  uint64_t first_slice;
  GridCell *levels[N_LEVELS]; /* one block of memory */
} LaneGrid;

struct LaneGrids
{
  atomic_uint n_refs;
  int64_t begin_ns, end_ns; /* of the profile, and the nanosecond in which a slice of no length may end it */
  uint32_t n_lanes;
  LaneGrid *lanes; /* one per trace_row () */
};

static size_t
cells_of_levels (uint32_t n_cells)
{
  size_t n = 0;

  for (unsigned level = 0; level < N_LEVELS; level++, n_cells /= FANOUT)
    n += n_cells;
  return n;
}

/* ---- making ---- */

static uint32_t
cells_for (const TraceRow *row, uint32_t most)
{
  for (size_t i = 0; i < G_N_ELEMENTS (sizes) && row->n_slices <= UINT32_MAX; i++)
    if (sizes[i] <= most && row->n_slices / SLICES_PER_CELL >= sizes[i])
      return sizes[i];
  return 0;
}

static uint64_t
bytes_for (const TraceRow *row, uint32_t most)
{
  return cells_of_levels (cells_for (row, most)) * sizeof (GridCell);
}

static uint64_t
bytes_of_all (const Trace *trace)
{
  return CLAMP (trace_slices (trace)->n * BYTES_PER_SLICE, BYTES_LEAST, BYTES_MOST);
}

/* As many cells for each lane as all of them may have together. */
static uint32_t
most_cells (const Trace *trace)
{
  for (size_t i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      uint64_t bytes = 0;

      for (uint32_t lane = 0; lane < trace_n_rows (trace); lane++)
        bytes += bytes_for (trace_row (trace, lane), sizes[i]);
      if (bytes <= bytes_of_all (trace))
        return sizes[i];
    }
  return sizes[G_N_ELEMENTS (sizes) - 1];
}

static GridCell
cell_of (const LodCell *pixel, const WorkKinds *works, uint64_t first_slice)
{
  if (pixel->longest == LOD_EMPTY)
    return (GridCell){ .longest_ns = -1 };
  return (GridCell){
    .longest_ns = pixel->longest_ns,
    .longest = (uint32_t) pixel->longest,
    .busy = (uint16_t) ceilf (pixel->busy * BUSY_MAX),
    .dominant = (uint8_t) ceilf (fminf (fmaxf (pixel->dominant_share, 0), 1) * DOMINANT_MAX),
    .work = (uint8_t) work_kind_of_slice (works, first_slice + pixel->dominant),
  };
}

static GridCell
join_cells (const GridCell *cells)
{
  GridCell joined = cells[0];
  unsigned busy = joined.busy;

  for (unsigned i = 1; i < FANOUT; i++)
    {
      busy += cells[i].busy;
      if (cells[i].longest_ns > joined.longest_ns)
        {
          joined.longest_ns = cells[i].longest_ns;
          joined.longest = cells[i].longest;
        }
      if (cells[i].dominant > joined.dominant
          || (cells[i].dominant == joined.dominant && joined.longest == cells[i].longest))
        {
          joined.dominant = cells[i].dominant;
          joined.work = cells[i].work;
        }
    }
  joined.busy = (uint16_t) ((busy + FANOUT - 1) / FANOUT);
  return joined;
}

static bool
fill_grid (LaneGrid *grid, const Profile *profile, uint32_t lane, uint32_t n_cells, LodCell *scratch)
{
  GridCell *cells = malloc (cells_of_levels (n_cells) * sizeof *cells);

  if (cells == NULL)
    return false;
  grid->n_cells = n_cells;
  grid->first_slice = trace_row (profile->trace, lane)->first_slice;
  grid->levels[0] = cells;
  lane_row_query (profile->trace, lane, profile->begin_ns, profile->end_ns + 1, n_cells, scratch);
  for (uint32_t i = 0; i < n_cells; i++)
    cells[i] = cell_of (&scratch[i], profile->works, grid->first_slice);
  for (unsigned level = 1; level < N_LEVELS; level++)
    {
      const GridCell *below = grid->levels[level - 1];

      cells += n_cells;
      n_cells /= FANOUT;
      grid->levels[level] = cells;
      for (uint32_t i = 0; i < n_cells; i++)
        cells[i] = join_cells (below + (size_t) i * FANOUT);
    }
  return true;
}

LaneGrids *
lane_grids_new (const Profile *profile, bool (*should_continue) (void *user_data), void *user_data)
{
  const Trace *trace = profile->trace;
  uint32_t most = most_cells (trace);
  LaneGrids *grids = calloc (1, sizeof *grids);
  LodCell *scratch = malloc (CELLS_MAX * sizeof *scratch);
  uint64_t bytes_left = bytes_of_all (trace);
  bool ok = grids != NULL && scratch != NULL;

  if (ok)
    {
      atomic_init (&grids->n_refs, 1);
      grids->begin_ns = profile->begin_ns;
      grids->end_ns = profile->end_ns + 1;
      grids->lanes = calloc (MAX (trace_n_rows (trace), 1u), sizeof *grids->lanes);
      ok = grids->lanes != NULL;
    }
  for (uint32_t lane = 0; ok && lane < trace_n_rows (trace); lane++)
    {
      uint32_t n_cells = cells_for (trace_row (trace, lane), most);
      uint64_t bytes = bytes_for (trace_row (trace, lane), most);

      if (n_cells == 0 || bytes > bytes_left)
        continue;
      ok = (should_continue == NULL || should_continue (user_data))
           && fill_grid (&grids->lanes[lane], profile, lane, n_cells, scratch);
      grids->n_lanes = lane + 1;
      bytes_left -= bytes;
    }
  free (scratch);
  if (!ok)
    {
      lane_grids_unref (grids);
      return NULL;
    }
  return grids;
}

LaneGrids *
lane_grids_ref (LaneGrids *grids)
{
  atomic_fetch_add_explicit (&grids->n_refs, 1, memory_order_relaxed);
  return grids;
}

void
lane_grids_unref (LaneGrids *grids)
{
  if (grids == NULL || atomic_fetch_sub_explicit (&grids->n_refs, 1, memory_order_acq_rel) != 1)
    return;
  for (uint32_t lane = 0; lane < grids->n_lanes; lane++)
    free (grids->lanes[lane].levels[0]);
  free (grids->lanes);
  free (grids);
}

/* ---- asking ---- */

static LanePixel
pixel_of (const GridCell *cells, uint32_t n, uint64_t first_slice)
{
  float longest_ns = -1;
  uint32_t longest = 0, busy = 0;
  int dominant = -1;
  uint8_t work = 0;

  /* Which is longer is as random as the profile; written so that it compiles to moves, not to branches. */
  for (uint32_t i = 0; i < n; i++)
    {
      bool is_longer = cells[i].longest_ns > longest_ns;
      int share = cells[i].longest_ns < 0 ? -1 : cells[i].dominant;
      bool is_more = share > dominant;

      longest = is_longer ? cells[i].longest : longest;
      longest_ns = is_longer ? cells[i].longest_ns : longest_ns;
      work = is_more ? cells[i].work : work;
      dominant = is_more ? share : dominant;
      busy += cells[i].busy;
    }
  return (LanePixel){
    .longest = longest_ns < 0 ? LOD_EMPTY : first_slice + longest,
    .busy = (float) busy / ((float) n * BUSY_MAX),
    .work = work,
  };
}

bool
lane_grids_query (const LaneGrids *grids,
                  uint32_t lane,
                  int64_t begin_ns,
                  int64_t end_ns,
                  uint32_t n_px,
                  LanePixel *pixels)
{
  if (grids == NULL || lane >= grids->n_lanes || grids->lanes[lane].n_cells == 0 || n_px == 0
      || end_ns <= begin_ns)
    return false;

  const LaneGrid *grid = &grids->lanes[lane];
  double cell_ns = ((double) grids->end_ns - (double) grids->begin_ns) / grid->n_cells;
  double cells_per_px = ((double) end_ns - (double) begin_ns) / n_px / cell_ns;
  double at = ((double) begin_ns - (double) grids->begin_ns) / cell_ns;
  double n_cells = grid->n_cells;
  unsigned level = 0;

  if (cells_per_px < 2)
    return false;
  while (level + 1 < N_LEVELS && cells_per_px >= 2 * FANOUT)
    {
      cells_per_px /= FANOUT;
      at /= FANOUT;
      n_cells /= FANOUT;
      level++;
    }

  /* The outermost pixels have all of the cells that reach into the view. */
  uint32_t first = (uint32_t) fmin (fmax (floor (at), 0), n_cells);
  for (uint32_t px = 0; px < n_px; px++)
    {
      double edge = at + (px + 1) * cells_per_px;
      double until = px + 1 < n_px ? edge + 0.5 : ceil (edge);
      uint32_t end = (uint32_t) fmin (fmax (until, 0), n_cells);

      pixels[px] = end > first ? pixel_of (grid->levels[level] + first, end - first, grid->first_slice)
                               : (LanePixel){ .longest = LOD_EMPTY };
      first = MAX (first, end);
    }
  return true;
}
