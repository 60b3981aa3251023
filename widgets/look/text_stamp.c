/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/look/text_stamp.h"

#include <glib.h>
#include <math.h>
#include <pango/pangocairo.h>
#include <stdlib.h>
#include <string.h>

/* Antialiasing reaches so far beyond what Pango says that is inked. */
#define MARGIN_PX 1

/* Pixels that are blended at once, and bytes of one. */
#define BLOCK 8
#define PIXEL 4

bool
text_stamp_make (TextStamp *stamp, PangoLayoutLine *line, double scale)
{
  PangoRectangle ink;

  pango_layout_line_get_pixel_extents (line, &ink, NULL);
  int left = (int) floor ((ink.x - MARGIN_PX) * scale), top = (int) floor ((ink.y - MARGIN_PX) * scale);
  int width = (int) ceil ((ink.x + ink.width + MARGIN_PX) * scale) - left;
  int height = (int) ceil ((ink.y + ink.height + MARGIN_PX) * scale) - top;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, width, height);
  uint8_t *coverage = malloc ((size_t) width * (size_t) height);
  cairo_t *cr = cairo_create (surface);

  cairo_translate (cr, -left, -top);
  cairo_scale (cr, scale, scale);
  cairo_move_to (cr, 0, 0);
  pango_cairo_show_layout_line (cr, line);
  bool ok = coverage != NULL && cairo_status (cr) == CAIRO_STATUS_SUCCESS;
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  if (ok)
    {
      const uint8_t *data = cairo_image_surface_get_data (surface);
      ptrdiff_t stride = cairo_image_surface_get_stride (surface);

      for (int y = 0; y < height; y++)
        memcpy (coverage + (ptrdiff_t) y * width, data + y * stride, (size_t) width);
      *stamp = (TextStamp){ coverage, left, top, width, height, scale };
    }
  else
    free (coverage);
  cairo_surface_destroy (surface);
  return ok;
}

void
text_stamp_clear (TextStamp *stamp)
{
  free (stamp->coverage);
  *stamp = (TextStamp){ 0 };
}

size_t
text_stamp_bytes (const TextStamp *stamp)
{
  return (size_t) stamp->width * (size_t) stamp->height;
}

/* One channel of a pixel: ink over what is there, rounded as Pixman does. */
static inline uint8_t
blend (uint8_t under, uint8_t ink, uint8_t coverage)
{
  uint16_t over = (uint16_t) (ink * coverage + 128), left = (uint16_t) (under * (255 - coverage) + 128);

  over = (uint16_t) ((over + (over >> 8)) >> 8);
  left = (uint16_t) ((left + (left >> 8)) >> 8);
  return (uint8_t) (over + left);
}

/* n pixels, at most BLOCK. Plain loops over bytes, which become vectors. */
static inline void
blend_block (uint8_t *pixels, const uint8_t *coverage, size_t n, const uint8_t *ink)
{
  uint8_t of_bytes[BLOCK * PIXEL];

  for (size_t i = 0; i < n; i++)
    memset (of_bytes + i * PIXEL, coverage[i], PIXEL);
  for (size_t i = 0; i < n * PIXEL; i++)
    pixels[i] = blend (pixels[i], ink[i], of_bytes[i]);
}

static void
blend_line (uint8_t *pixels, const uint8_t *coverage, size_t n, const uint8_t *ink)
{
  size_t i = 0;

  for (; i + BLOCK <= n; i += BLOCK)
    {
      uint64_t any;

      /* Half of a line of text is empty. */
      memcpy (&any, coverage + i, sizeof any);
      if (any != 0)
        blend_block (pixels + i * PIXEL, coverage + i, BLOCK, ink);
    }
  blend_block (pixels + i * PIXEL, coverage + i, n - i, ink);
}

void
text_stamp_blend (const TextStamp *stamp, const TextGround *ground, Rgb colour, double x_px, double y_px)
{
  double x = floor (x_px * ground->scale + 0.5) + stamp->x, y = floor (y_px * ground->scale + 0.5) + stamp->y;

  if (!(x < ground->right && y < ground->bottom && x + stamp->width > ground->left
        && y + stamp->height > ground->top))
    return;

  int left = MAX ((int) x, ground->left), right = MIN ((int) x + stamp->width, ground->right);
  int top = MAX ((int) y, ground->top), bottom = MIN ((int) y + stamp->height, ground->bottom);

  uint32_t pixel = 0xff000000 | colour;
  uint8_t ink[BLOCK * PIXEL];

  for (size_t k = 0; k < sizeof ink; k += PIXEL)
    memcpy (ink + k, &pixel, PIXEL);
  for (int line = top; line < bottom && left < right; line++)
    blend_line ((uint8_t *) (ground->pixels + (ptrdiff_t) line * ground->stride + left),
                stamp->coverage + (ptrdiff_t) (line - (int) y) * stamp->width + (left - (int) x),
                (size_t) (right - left), ink);
}
