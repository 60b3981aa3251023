/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/view/span_sink.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* From one line of a hatch to the next, at 96 dpi. */
#define HATCH_PX 7

/* The image that cr draws on, when its pixels are those of the canvas; NULL where Cairo has to do it. */
static cairo_surface_t *
image_of (cairo_t *cr, int width, int height, double scale, int *ret_x, int *ret_y)
{
  cairo_surface_t *surface = cairo_get_group_target (cr);
  cairo_matrix_t matrix;
  double left, top, right, bottom, x_scale, y_scale, x_offset, y_offset;

  if (cairo_surface_get_type (surface) != CAIRO_SURFACE_TYPE_IMAGE)
    return NULL;
  cairo_format_t format = cairo_image_surface_get_format (surface);
  if (format != CAIRO_FORMAT_RGB24 && format != CAIRO_FORMAT_ARGB32)
    return NULL;

  cairo_get_matrix (cr, &matrix);
  cairo_surface_get_device_scale (surface, &x_scale, &y_scale);
  cairo_surface_get_device_offset (surface, &x_offset, &y_offset);
  if (matrix.xx * x_scale != scale || matrix.yy * y_scale != scale || matrix.xy != 0 || matrix.yx != 0)
    return NULL;

  double x = matrix.x0 * x_scale + x_offset, y = matrix.y0 * y_scale + y_offset;
  if (x != floor (x) || y != floor (y) || x < 0 || y < 0
      || x + width > cairo_image_surface_get_width (surface)
      || y + height > cairo_image_surface_get_height (surface))
    return NULL;

  /* A clip is something that only Cairo obeys. */
  cairo_clip_extents (cr, &left, &top, &right, &bottom);
  if (left > 0 || top > 0 || right * scale < width || bottom * scale < height)
    return NULL;
  *ret_x = (int) x;
  *ret_y = (int) y;
  return surface;
}

bool
span_sink_open (SpanSink *sink, cairo_t *cr, int width, int height, double scale)
{
  uint32_t *lines = calloc ((size_t) width * 3 + 1, sizeof *lines);
  int x, y;

  if (lines == NULL)
    return false;
  *sink = (SpanSink){
    .cr = cr,
    .image = image_of (cr, width, height, scale, &x, &y),
    .width = width,
    .height = height,
    .scale = scale,
    .ground = lines,
    .line = lines + width,
    .edge_line = lines + 2 * (size_t) width,
  };
  if (sink->image != NULL)
    {
      cairo_surface_flush (sink->image);
      sink->stride = cairo_image_surface_get_stride (sink->image) / 4;
      sink->pixels = (uint32_t *) (void *) cairo_image_surface_get_data (sink->image);
      sink->pixels += (ptrdiff_t) y * sink->stride + x;
    }
  else
    {
      cairo_save (cr);
      cairo_scale (cr, 1 / scale, 1 / scale);
      cairo_rectangle (cr, 0, 0, width, height);
      cairo_clip (cr);
    }
  return true;
}

void
span_sink_close (SpanSink *sink)
{
  if (sink->image != NULL)
    cairo_surface_mark_dirty (sink->image);
  else
    cairo_restore (sink->cr);
  free (sink->ground);
}

bool
span_sink_fork (const SpanSink *sink, SpanSink *ret_fork)
{
  size_t width = (size_t) sink->width;
  uint32_t *lines = calloc (width * 3 + 1, sizeof *lines);

  if (lines == NULL)
    return false;
  *ret_fork = *sink;
  ret_fork->ground = memcpy (lines, sink->ground, width * sizeof *lines);
  ret_fork->line = lines + width;
  ret_fork->edge_line = lines + 2 * width;
  return true;
}

void
span_sink_end_fork (SpanSink *fork)
{
  free (fork->ground);
}

void
span_sink_begin_at (SpanSink *sink, int top)
{
  sink->top = top;
}

static uint32_t
pixel_of (Rgb colour)
{
  return 0xff000000u | colour;
}

static void
fill_pixels (uint32_t *at, int n, uint32_t pixel)
{
  for (int i = 0; i < n; i++)
    at[i] = pixel;
}

void
span_sink_set_ground (SpanSink *sink, Rgb colour, Rgb grid, const int *grid_x, int n_grid)
{
  sink->ground_colour = colour;
  fill_pixels (sink->ground, sink->width, pixel_of (colour));
  for (int i = 0; i < n_grid; i++)
    if (grid_x[i] >= 0 && grid_x[i] < sink->width)
      sink->ground[grid_x[i]] = pixel_of (grid);
}

/* Cuts [*at, *at + *length) to [begin, end); false: nothing is left. */
static bool
cut (int *at, int *length, int begin, int end)
{
  if (*at < begin)
    {
      *length -= begin - *at;
      *at = begin;
    }
  if (*length > end - *at)
    *length = end - *at;
  return *length > 0;
}

static void
copy_line (SpanSink *sink, int y, int height, const uint32_t *line)
{
  if (cut (&y, &height, sink->top, sink->height))
    for (int i = 0; i < height; i++)
      memcpy (sink->pixels + (ptrdiff_t) (y + i) * sink->stride, line, (size_t) sink->width * sizeof *line);
}

static void
cairo_rect (SpanSink *sink, int x, int y, int width, int height, Rgb colour)
{
  theme_set_source (sink->cr, colour);
  cairo_rectangle (sink->cr, x, y, width, height);
  cairo_fill (sink->cr);
}

void
span_sink_fill_ground (SpanSink *sink, int y, int height)
{
  if (sink->image != NULL)
    {
      copy_line (sink, y, height, sink->ground);
      return;
    }

  cairo_rect (sink, 0, y, sink->width, height, sink->ground_colour);
  for (int x = 0; x < sink->width; x++)
    if (sink->ground[x] != pixel_of (sink->ground_colour))
      cairo_rect (sink, x, y, 1, height, sink->ground[x] & 0xffffff);
}

void
span_sink_rect (SpanSink *sink, int x, int y, int width, int height, Rgb colour)
{
  if (!cut (&x, &width, 0, sink->width) || !cut (&y, &height, sink->top, sink->height))
    return;
  if (sink->image == NULL)
    cairo_rect (sink, x, y, width, height, colour);
  else
    for (int i = 0; i < height; i++)
      fill_pixels (sink->pixels + (ptrdiff_t) (y + i) * sink->stride + x, width, pixel_of (colour));
}

/* Two channels at a time, each rounded to the nearest. */
static uint32_t
mix_channels (uint32_t ground, uint32_t colour, uint32_t alpha)
{
  uint32_t sum = ground * (255 - alpha) + colour * alpha + 0x00800080u;

  return (sum + ((sum >> 8) & 0x00ff00ffu)) >> 8 & 0x00ff00ffu;
}

static void
wash_pixels (uint32_t *at, int n, uint32_t pixel, uint32_t alpha)
{
  for (int i = 0; i < n; i++)
    at[i] = mix_channels (at[i] & 0x00ff00ffu, pixel & 0x00ff00ffu, alpha)
            | mix_channels (at[i] >> 8 & 0x00ff00ffu, pixel >> 8 & 0x00ff00ffu, alpha) << 8;
}

void
span_sink_wash (SpanSink *sink, int x, int y, int width, int height, Rgb colour, double alpha)
{
  if (!cut (&x, &width, 0, sink->width) || !cut (&y, &height, sink->top, sink->height))
    return;
  if (sink->image == NULL)
    {
      theme_set_source_alpha (sink->cr, colour, alpha);
      cairo_rectangle (sink->cr, x, y, width, height);
      cairo_fill (sink->cr);
    }
  else
    for (int i = 0; i < height; i++)
      wash_pixels (sink->pixels + (ptrdiff_t) (y + i) * sink->stride + x, width, pixel_of (colour),
                   (uint32_t) lround (alpha * 255));
}

void
span_sink_begin_row (SpanSink *sink, int y, int height)
{
  sink->y = y;
  sink->row_height = height;
  if (sink->image == NULL)
    {
      span_sink_fill_ground (sink, y, height);
      return;
    }
  memcpy (sink->line, sink->ground, (size_t) sink->width * sizeof *sink->line);
  memcpy (sink->edge_line, sink->ground, (size_t) sink->width * sizeof *sink->line);
}

static void
add_cairo_span (SpanSink *sink, int x, int width, SpanLook look)
{
  cairo_rect (sink, x, sink->y, width, sink->row_height, look.has_edge ? look.edge : look.fill);
  if (look.has_edge && width > 2 && sink->row_height > 2)
    cairo_rect (sink, x + 1, sink->y + 1, width - 2, sink->row_height - 2, look.fill);
}

void
span_sink_add (SpanSink *sink, int x, int width, SpanLook look)
{
  int left = x, right = x + width;

  if (!cut (&x, &width, 0, sink->width))
    return;
  if (sink->image == NULL)
    {
      add_cairo_span (sink, left, right - left, look);
      return;
    }
  fill_pixels (sink->line + x, width, pixel_of (look.fill));
  fill_pixels (sink->edge_line + x, width, pixel_of (look.has_edge ? look.edge : look.fill));
  if (look.has_edge && left >= 0)
    sink->line[left] = pixel_of (look.edge);
  if (look.has_edge && right <= sink->width)
    sink->line[right - 1] = pixel_of (look.edge);
}

void
span_sink_end_row (SpanSink *sink)
{
  if (sink->image == NULL)
    return;
  copy_line (sink, sink->y, 1, sink->edge_line);
  copy_line (sink, sink->y + 1, sink->row_height - 2, sink->line);
  if (sink->row_height > 1)
    copy_line (sink, sink->y + sink->row_height - 1, 1, sink->edge_line);
}

/* The first column from x on in which a diagonal crosses a line. */
static int
crossing (int x, int at, int period)
{
  int rest = (x - at) % period;

  return x + (rest == 0 ? 0 : rest < 0 ? -rest : period - rest);
}

void
span_sink_hatch (SpanSink *sink, int x, int y, int width, int height, Rgb colour)
{
  int period = MAX ((int) lround (HATCH_PX * sink->scale), 2), thick = MAX ((int) sink->scale, 1);

  if (!cut (&x, &width, 0, sink->width) || !cut (&y, &height, sink->top, sink->height))
    return;
  for (int line = y; line < y + height; line++)
    for (int way = -1; way <= 1; way += 2)
      for (int at = crossing (x - thick + 1, way * line, period); at < x + width; at += period)
        {
          int left = at, n = thick;

          if (!cut (&left, &n, x, x + width))
            continue;
          if (sink->image != NULL)
            fill_pixels (sink->pixels + (ptrdiff_t) line * sink->stride + left, n, pixel_of (colour));
          else
            cairo_rectangle (sink->cr, left, line, n, 1);
        }
  if (sink->image == NULL)
    {
      theme_set_source (sink->cr, colour);
      cairo_fill (sink->cr);
    }
}

static int
column_height (float share, int height)
{
  int pixels = (int) lrintf (fminf (fmaxf (share, 0), 1) * (float) height);

  return share > 0 && pixels == 0 ? 1 : pixels;
}

void
span_sink_shares (SpanSink *sink, int y, int height, const float *shares, Rgb colour)
{
  if (sink->image == NULL)
    {
      for (int x = 0, end; x < sink->width; x = end)
        {
          int column = column_height (shares[x], height);

          for (end = x + 1; end < sink->width && column_height (shares[end], height) == column;)
            end++;
          if (column > 0)
            cairo_rect (sink, x, y + height - column, end - x, column, colour);
        }
      return;
    }

  /* Line by line, as the memory lies. */
  for (int x = 0; x < sink->width; x++)
    sink->edge_line[x] = (uint32_t) column_height (shares[x], height);
  for (int i = 0; i < height; i++)
    {
      uint32_t from_below = (uint32_t) (height - i);

      for (int x = 0; x < sink->width; x++)
        sink->line[x] = sink->edge_line[x] >= from_below ? pixel_of (colour) : sink->ground[x];
      copy_line (sink, y + i, 1, sink->line);
    }
}
