/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/draw/flow_overlay.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "trace/container/column.h"
#include "trace/index/occupied.h"

#define ALPHA   0.25
#define TICK_PX 3

/* Ink of a single line, and of a line between two others. Many side by side stay as quiet as single lines. */
#define LINE_INK  255
#define DENSE_INK 110

/* Edges of a row. */
typedef enum
{
  TOP,
  BOTTOM,
  N_EDGES
} Edge;

struct FlowOverlay
{
  uint32_t width, height; /* of the canvas in device pixels */
  double scale;
  uint32_t first_row, n_rows; /* places in view, as place_of_row () tells them */
  uint32_t n_fixed, scrolled; /* pinned rows, and the first row of the tree that is seen below them */
  int top;                    /* nothing is painted above it, of the row at hand */

  /* Columns that a line goes through begin and end here: +1 where it comes, -1 where it is gone. */
  int32_t *upright; /* (n_rows + 1) x width: the height of a row, from one row to the next */
  int32_t *along;   /* n_rows x N_EDGES x (width + 1): one edge, from one column to the next */
  uint8_t *ticks;   /* n_rows x N_EDGES x width */
  size_t upright_cap, along_cap, ticks_cap;

  uint8_t *mask; /* height x stride */
  size_t mask_cap;
  int stride;
  int32_t *through; /* width: what comes down from the row above */
  uint8_t *line;    /* stride */
  size_t through_cap, line_cap;
};

FlowOverlay *
flow_overlay_new (void)
{
  return g_new0 (FlowOverlay, 1);
}

void
flow_overlay_free (FlowOverlay *overlay)
{
  if (overlay == NULL)
    return;
  free (overlay->upright);
  free (overlay->along);
  free (overlay->ticks);
  free (overlay->mask);
  free (overlay->through);
  free (overlay->line);
  g_free (overlay);
}

/* ---- from connections to columns ---- */

typedef struct
{
  FlowOverlay *overlay;
  const FlowGroup *group;
  int64_t begin_ns, end_ns; /* of the view */
  double px_per_ns;
  uint32_t from_row, to_row; /* of the tree; then their places */
} Lines;

static uint32_t
column_of (const Lines *lines, int64_t time_ns)
{
  double x = ((double) time_ns - (double) lines->begin_ns) * lines->px_per_ns;

  return x < 0 ? 0 : x >= lines->overlay->width ? lines->overlay->width - 1 : (uint32_t) x;
}

/* Returns the index of the first time behind i in another column. Times ascend. Looks first n_before times further on, as
 * many as were in the column before, since most columns hold about as many. O(log of how far that is off). */
static uint64_t
end_of_column (const Lines *lines, const int64_t *times_ns, uint64_t i, uint64_t end, uint64_t n_before)
{
  uint32_t x = column_of (lines, times_ns[i]);
  uint64_t low = i, high = end, step = 1;

  if (n_before >= end - i || column_of (lines, times_ns[i + n_before]) != x)
    {
      high = MIN (i + n_before, end);
      for (; high - low > step && column_of (lines, times_ns[high - step]) != x; step *= 2)
        high -= step;
      low = high - low > step ? high - step : low;
    }
  else
    {
      low = i + n_before;
      for (; high - low > step && column_of (lines, times_ns[low + step]) == x; step *= 2)
        low += step;
      high = high - low > step ? low + step : high;
    }
  while (high - low > 1)
    {
      uint64_t middle = low + (high - low) / 2;

      if (column_of (lines, times_ns[middle]) == x)
        low = middle;
      else
        high = middle;
    }
  return high;
}

/* Returns the edge of a row that faces another row. */
static Edge
edge_towards (uint32_t row, uint32_t other)
{
  return other > row ? BOTTOM : TOP;
}

static bool
is_in_view (const FlowOverlay *overlay, uint32_t row)
{
  return row >= overlay->first_row && row - overlay->first_row < overlay->n_rows;
}

static size_t
edge_index (const FlowOverlay *overlay, uint32_t row, Edge edge)
{
  return (size_t) (row - overlay->first_row) * N_EDGES + edge;
}

static void
add_tick (const Lines *lines, uint32_t row, uint32_t other, uint32_t x)
{
  FlowOverlay *overlay = lines->overlay;

  if (is_in_view (overlay, row))
    overlay->ticks[edge_index (overlay, row, edge_towards (row, other)) * overlay->width + x] = 1;
}

/* Adds the part of a line through the rows between, as far as they are in view. */
static void
add_upright (const Lines *lines, uint32_t x)
{
  FlowOverlay *overlay = lines->overlay;
  uint32_t low = MIN (lines->from_row, lines->to_row) + 1, high = MAX (lines->from_row, lines->to_row);

  low = MAX (low, overlay->first_row) - overlay->first_row;
  high = MIN (MAX (high, overlay->first_row) - overlay->first_row, overlay->n_rows);
  if (low >= high)
    return;
  overlay->upright[(size_t) low * overlay->width + x]++;
  overlay->upright[(size_t) high * overlay->width + x]--;
}

static void
add_along (const Lines *lines, uint32_t first_x, uint32_t last_x)
{
  FlowOverlay *overlay = lines->overlay;

  if (!is_in_view (overlay, lines->to_row))
    return;
  int32_t *edge = overlay->along
                  + edge_index (overlay, lines->to_row, edge_towards (lines->to_row, lines->from_row))
                      * (overlay->width + 1);
  edge[first_x]++;
  edge[last_x + 1]--;
}

/* Adds the connections that begin in view, from column to column. */
static void
add_begun (const Lines *lines, uint64_t first, uint64_t last)
{
  const FlowGroup *group = lines->group;

  for (uint64_t i = first, end, n_before = 1; i < last; n_before = end - i, i = end)
    {
      uint32_t x = column_of (lines, group->from_ns[i]);
      int64_t least_ns, most_ns;

      end = end_of_column (lines, group->from_ns, i, last, n_before);
      flow_group_extent (group, i, end, &least_ns, &most_ns);
      add_tick (lines, lines->from_row, lines->to_row, x);
      add_upright (lines, x);
      add_along (lines, MIN (x, column_of (lines, least_ns)), MAX (x, column_of (lines, most_ns)));
    }
}

static void
add_group (const Lines *lines)
{
  const FlowGroup *group = lines->group;
  uint64_t first = count_begun (group->from_ns, group->n, lines->begin_ns);
  uint64_t last = count_begun (group->from_ns, group->n, lines->end_ns);
  int64_t least_ns, most_ns;

  add_begun (lines, first, last);

  /* Those that come in from the left, and from the right: clocks may differ. */
  if (first > 0)
    {
      flow_group_extent (group, 0, first, &least_ns, &most_ns);
      if (most_ns >= lines->begin_ns)
        add_along (lines, 0, column_of (lines, most_ns));
    }
  if (last < group->n)
    {
      flow_group_extent (group, last, group->n, &least_ns, &most_ns);
      if (least_ns < lines->end_ns)
        add_along (lines, column_of (lines, least_ns), lines->overlay->width - 1);
    }

  first = count_begun (group->heads_ns, group->n, lines->begin_ns);
  last = count_begun (group->heads_ns, group->n, lines->end_ns);
  for (uint64_t i = first, end, n_before = 1; i < last; n_before = end - i, i = end)
    {
      end = end_of_column (lines, group->heads_ns, i, last, n_before);
      add_tick (lines, lines->to_row, lines->from_row, column_of (lines, group->heads_ns[i]));
    }
}

/* ---- from columns to pixels ---- */

static int
device_px (const FlowOverlay *overlay, double px)
{
  return (int) lround (px * overlay->scale);
}

/* Adds the line to [y, y + height) of the mask, as far as that is in view. */
static void
add_line (FlowOverlay *overlay, int y, int height, bool is_first)
{
  for (int i = MAX (y, overlay->top); i < y + height && i < (int) overlay->height; i++)
    {
      uint8_t *at = overlay->mask + (size_t) i * (size_t) overlay->stride;

      if (is_first)
        memcpy (at, overlay->line, overlay->width);
      else
        for (uint32_t x = 0; x < overlay->width; x++)
          at[x] |= overlay->line[x];
    }
}

static void
paint_edge (FlowOverlay *overlay, size_t edge, int y, int height, bool is_bottom)
{
  int pen = MAX ((int) overlay->scale, 1), tick = MIN (device_px (overlay, TICK_PX), height);
  const int32_t *along = overlay->along + edge * (overlay->width + 1);
  const uint8_t *ticks = overlay->ticks + edge * overlay->width;
  bool has_line = false, has_tick = false;
  int32_t open = 0;

  for (uint32_t x = 0; x < overlay->width; x++)
    {
      open += along[x];
      overlay->line[x] = open > 0 ? LINE_INK : 0;
      has_line |= open > 0;
    }
  if (has_line)
    add_line (overlay, is_bottom ? y + height - pen : y, MIN (pen, height), false);
  for (uint32_t x = 0; x < overlay->width; x++)
    {
      overlay->line[x] = ticks[x] ? LINE_INK : 0;
      has_tick |= ticks[x] != 0;
    }
  if (has_tick)
    add_line (overlay, is_bottom ? y + height - tick : y, tick, false);
}

/* through[x] is complete; through of the next column is not yet. */
static uint8_t
ink_of_column (const FlowOverlay *overlay, const int32_t *come, uint32_t x)
{
  bool is_line = overlay->through[x] > 0;
  bool has_before = x == 0 || overlay->through[x - 1] > 0;
  bool has_behind = x + 1 == overlay->width || overlay->through[x + 1] + come[x + 1] > 0;

  return !is_line ? 0 : has_before && has_behind ? DENSE_INK : LINE_INK;
}

/* Where a row stands among those in view. Pinned rows are followed by one place for all rows that have scrolled away behind
 * them, which has no height; without pinned rows it is the row itself. */
static uint32_t
place_of_row (const FlowOverlay *overlay, uint32_t row)
{
  if (overlay->n_fixed == 0 || row < overlay->n_fixed)
    return row;
  return row < overlay->scrolled ? overlay->n_fixed : row - overlay->scrolled + overlay->n_fixed + 1;
}

/* place is UINT32_MAX for rows that have scrolled away. */
static uint32_t
row_at_place (const FlowOverlay *overlay, uint32_t place)
{
  if (overlay->n_fixed == 0 || place < overlay->n_fixed)
    return place;
  return place == overlay->n_fixed ? UINT32_MAX : place - overlay->n_fixed - 1 + overlay->scrolled;
}

static void
paint_mask (FlowOverlay *overlay, const TimelineView *view)
{
  uint32_t n;
  const TimelineRow *rows = track_tree_rows (view->tree, &n);

  memset (overlay->mask, 0, (size_t) overlay->height * (size_t) overlay->stride);
  memset (overlay->through, 0, overlay->width * sizeof *overlay->through);
  for (uint32_t r = 0; r < overlay->n_rows; r++)
    {
      const int32_t *come = overlay->upright + (size_t) r * overlay->width;
      uint32_t row = row_at_place (overlay, overlay->first_row + r);
      bool is_gap = row == UINT32_MAX;
      int y_px = is_gap ? view->fixed_px : timeline_view_row_y (view, row);
      int y = device_px (overlay, y_px),
          bottom = device_px (overlay, y_px + (is_gap ? 0 : rows[row].height_px));

      overlay->top = row < overlay->n_fixed ? 0 : device_px (overlay, view->fixed_px);

      for (uint32_t x = 0; x < overlay->width; x++)
        {
          overlay->through[x] += come[x];
          overlay->line[x] = ink_of_column (overlay, come, x);
        }
      add_line (overlay, y, bottom - y, true);
      for (int edge = 0; edge < N_EDGES; edge++)
        paint_edge (overlay, (size_t) r * N_EDGES + (size_t) edge, y, bottom - y, edge == BOTTOM);
    }
}

/* ---- making ---- */

static void
find_rows (FlowOverlay *overlay, const TimelineView *view)
{
  uint32_t n_scrolled = 0;

  overlay->n_fixed = 0;
  overlay->scrolled = UINT32_MAX;
  for (uint32_t r = timeline_view_first_row (view); r != UINT32_MAX; r = timeline_view_next_row (view, r))
    if (timeline_view_is_fixed (view, r))
      overlay->n_fixed++;
    else
      {
        overlay->scrolled = MIN (overlay->scrolled, r);
        n_scrolled++;
      }
  overlay->first_row = overlay->n_fixed > 0 ? 0 : overlay->scrolled;
  overlay->n_rows = overlay->n_fixed > 0 ? overlay->n_fixed + 1 + n_scrolled : n_scrolled;
}

static bool
make_room (FlowOverlay *overlay)
{
  size_t width = overlay->width, rows = overlay->n_rows;

  overlay->stride = cairo_format_stride_for_width (CAIRO_FORMAT_A8, (int) overlay->width);
  if (overlay->stride < 0
      || !column_grow ((void **) &overlay->upright, &overlay->upright_cap, (rows + 1) * width + 1,
                       sizeof *overlay->upright)
      || !column_grow ((void **) &overlay->along, &overlay->along_cap, rows * N_EDGES * (width + 1) + 1,
                       sizeof *overlay->along)
      || !column_grow ((void **) &overlay->ticks, &overlay->ticks_cap, rows * N_EDGES * width + 1,
                       sizeof *overlay->ticks)
      || !column_grow ((void **) &overlay->mask, &overlay->mask_cap,
                       (size_t) overlay->height * (size_t) overlay->stride + 1, 1)
      || !column_grow ((void **) &overlay->through, &overlay->through_cap, width + 1,
                       sizeof *overlay->through)
      || !column_grow ((void **) &overlay->line, &overlay->line_cap, (size_t) overlay->stride + 1, 1))
    return false;
  memset (overlay->upright, 0, (rows + 1) * width * sizeof *overlay->upright);
  memset (overlay->along, 0, rows * N_EDGES * (width + 1) * sizeof *overlay->along);
  memset (overlay->ticks, 0, rows * N_EDGES * width);
  return true;
}

/* Connections between rows that are both above or both below the view are not visible. */
static bool
can_be_seen (const FlowOverlay *overlay, uint32_t a, uint32_t b)
{
  uint32_t end = overlay->first_row + overlay->n_rows;

  return !(a < overlay->first_row && b < overlay->first_row) && !(a >= end && b >= end);
}

bool
flow_overlay_make (FlowOverlay *overlay, const FlowIndex *index, const TimelineView *view, double scale)
{
  const Trace *trace = view->profile->trace;

  overlay->width = (uint32_t) CLAMP (lround (view->width_px * scale), 0, INT16_MAX);
  overlay->height = (uint32_t) CLAMP (lround (view->height_px * scale), 0, INT16_MAX);
  overlay->scale = scale;
  find_rows (overlay, view);
  if (overlay->width == 0 || overlay->height == 0 || view->end_ns <= view->begin_ns || !make_room (overlay))
    {
      overlay->width = overlay->height = 0;
      return false;
    }

  for (uint32_t g = 0; g < index->n_groups; g++)
    {
      const FlowGroup *group = &index->groups[g];
      Lines lines = {
        .overlay = overlay,
        .group = group,
        .begin_ns = view->begin_ns,
        .end_ns = view->end_ns,
        .px_per_ns = overlay->width / ((double) view->end_ns - (double) view->begin_ns),
        .from_row = track_tree_row_of_slice (view->tree, trace_row (trace, group->from_lane)->first_slice),
        .to_row = track_tree_row_of_slice (view->tree, trace_row (trace, group->to_lane)->first_slice),
      };

      if (lines.from_row == UINT32_MAX || lines.to_row == UINT32_MAX)
        continue;
      lines.from_row = place_of_row (overlay, lines.from_row);
      lines.to_row = place_of_row (overlay, lines.to_row);
      if (can_be_seen (overlay, lines.from_row, lines.to_row))
        add_group (&lines);
    }
  paint_mask (overlay, view);
  return true;
}

const uint8_t *
flow_overlay_mask (const FlowOverlay *overlay, uint32_t *ret_width, uint32_t *ret_height)
{
  *ret_width = overlay->width;
  *ret_height = overlay->height;
  return overlay->mask;
}

/* ---- drawing ---- */

/* Fills runs of pixels of that ink as rectangles. Equal lines are merged with the line above. */
static void
add_rectangles (cairo_t *cr, const FlowOverlay *overlay, uint8_t ink)
{
  uint32_t y = 0, end;

  for (; y < overlay->height; y = end)
    {
      const uint8_t *line = overlay->mask + (size_t) y * (size_t) overlay->stride;

      for (end = y + 1;
           end < overlay->height
           && memcmp (overlay->mask + (size_t) end * (size_t) overlay->stride, line, overlay->width) == 0;
           end++)
        ;
      for (uint32_t x = 0, right; x < overlay->width; x = right)
        {
          for (right = x; right < overlay->width && line[right] == line[x]; right++)
            ;
          if (line[x] == ink)
            cairo_rectangle (cr, x / overlay->scale, y / overlay->scale, (right - x) / overlay->scale,
                             (end - y) / overlay->scale);
        }
    }
}

void
flow_overlay_draw (cairo_t *cr, FlowOverlay *overlay, const DrawStyle *style)
{
  if (overlay->width == 0)
    return;
  cairo_save (cr);
  theme_set_source_alpha (cr, style->theme->arrow, ALPHA);
  if (cairo_surface_get_type (cairo_get_target (cr)) == CAIRO_SURFACE_TYPE_IMAGE)
    {
      cairo_surface_t *mask = cairo_image_surface_create_for_data (
        overlay->mask, CAIRO_FORMAT_A8, (int) overlay->width, (int) overlay->height, overlay->stride);

      cairo_surface_set_device_scale (mask, overlay->scale, overlay->scale);
      cairo_mask_surface (cr, mask, 0, 0);
      cairo_surface_finish (mask);
      cairo_surface_destroy (mask);
    }
  else
    {
      add_rectangles (cr, overlay, LINE_INK);
      cairo_fill (cr);
      theme_set_source_alpha (cr, style->theme->arrow, ALPHA * DENSE_INK / LINE_INK);
      add_rectangles (cr, overlay, DENSE_INK);
      cairo_fill (cr);
    }
  cairo_restore (cr);
}
