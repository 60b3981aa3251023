/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/look/theme.h"

#include <math.h>
#include <string.h>

#define PX 1.0

/* The inner edge of fills that are close to the view, and the lines of patterns. */
#define EDGE_ALPHA    0.45
#define PATTERN_ALPHA 0.55
#define FRAME_ALPHA   0.30

#define BLACK 0x000000u
#define WHITE 0xffffffu

/* The fills were searched per theme for distance under simulated colour-vision deficiency: with at least 3:1 to
 * both backgrounds no single set is good enough. tests/palette checks what stands here. */
#define LIGHT_WORK(text)                                                   \
  {                                                                        \
    [WORK_GEMM] = { 0x3d61c1, WHITE, 0, false, PATTERN_SOLID },            \
    [WORK_ATTENTION] = { 0x211f5a, WHITE, 0, false, PATTERN_BACKSLASH },   \
    [WORK_COMPUTE] = { 0x41b68e, BLACK, 0, true, PATTERN_SOLID },          \
    [WORK_COMMUNICATION] = { 0xce5000, BLACK, 0, false, PATTERN_SLASH },   \
    [WORK_MEMCPY] = { 0xf9d004, BLACK, 0, true, PATTERN_HORIZONTAL },      \
    [WORK_MEMSET] = { 0x6b595d, WHITE, 0, false, PATTERN_DOTS },           \
    [WORK_SYNC] = { 0x4b0106, WHITE, 0, false, PATTERN_VERTICAL },         \
    [WORK_OPERATOR] = { 0xd8dcec, BLACK, 0, true, PATTERN_SOLID },         \
    [WORK_CALL] = { 0x748a8f, BLACK, 0, false, PATTERN_SOLID },            \
    [WORK_ANNOTATION] = { 0xc9a5e9, text, 0xc9a5e9, true, PATTERN_FRAME }, \
    [WORK_PYTHON] = { 0x95765b, BLACK, 0, false, PATTERN_SOLID },          \
  }

#define DARK_WORK                                                            \
  {                                                                          \
    [WORK_GEMM] = { 0x638cff, BLACK, 0, false, PATTERN_SOLID },              \
    [WORK_ATTENTION] = { 0x2b49c1, WHITE, 0, true, PATTERN_BACKSLASH },      \
    [WORK_COMPUTE] = { 0xbfd4b8, BLACK, 0, false, PATTERN_SOLID },           \
    [WORK_COMMUNICATION] = { 0xe8683c, BLACK, 0, false, PATTERN_SLASH },     \
    [WORK_MEMCPY] = { 0xffe83e, BLACK, 0, false, PATTERN_HORIZONTAL },       \
    [WORK_MEMSET] = { 0x9c8996, BLACK, 0, false, PATTERN_DOTS },             \
    [WORK_SYNC] = { 0xac0d00, WHITE, 0, true, PATTERN_VERTICAL },            \
    [WORK_OPERATOR] = { 0x5b5359, WHITE, 0, true, PATTERN_SOLID },           \
    [WORK_CALL] = { 0x00809d, WHITE, 0, false, PATTERN_SOLID },              \
    [WORK_ANNOTATION] = { 0xc8b1d3, WHITE, 0xc8b1d3, false, PATTERN_FRAME }, \
    [WORK_PYTHON] = { 0x806451, WHITE, 0, false, PATTERN_SOLID },            \
  }

/* Surfaces are libadwaita's; a card of the dark theme is white at 8 % over the window there. */
static const Theme themes[N_THEMES] = {
  [THEME_LIGHT] = {
    .id = THEME_LIGHT,
    .arrow_width_px = 2.5,
    .window = 0xfafafa, .view = 0xffffff, .card = 0xffffff, .group = 0xf4f4f4,
    .rule = 0xdcdcdc, .grid = 0xdedede,
    .text = 0x333333, .secondary = 0x5e5c64, .link = 0x1c71d8,
    .accent = 0x3584e4,
    .arrow = 0x00838f, .halo = 0xffffff,
    .idle_hatch = 0x8f8c94,
    .warning = 0xb87a00, .warning_text = 0x905400,
    .error = 0xc01c28, .better = 0x1b8553, .worse = 0xc01c28,
    .busy = 0xb9c6e9, .busy_line = 0x3d61c1,
    .others = 0xd6d6d6,
    .work = LIGHT_WORK (0x333333),
  },
  [THEME_DARK] = {
    .id = THEME_DARK,
    .is_dark = true,
    .arrow_width_px = 2.5,
    .window = 0x242424, .view = 0x1e1e1e, .card = 0x363636, .group = 0x2a2a2a,
    .rule = 0x484848, .grid = 0x4c4c4c,
    .text = 0xffffff, .secondary = 0xc0bfbc, .link = 0x78aeed,
    .accent = 0x78aeed,
    .arrow = 0x4dd0e1, .halo = 0x1e1e1e,
    .idle_hatch = 0x8a8a8a,
    .warning = 0xcd9309, .warning_text = 0xf8e45c,
    .error = 0xff7b63, .better = 0x8ff0a4, .worse = 0xff7b63,
    .busy = 0x3a4a78, .busy_line = 0x638cff,
    .others = 0x5e5e5e,
    .work = DARK_WORK,
  },
  [THEME_CONTRAST] = {
    .id = THEME_CONTRAST,
    .has_patterns = true,
    .has_borders = true,
    .arrow_width_px = 3,
    .window = 0xfafafa, .view = 0xffffff, .card = 0xffffff, .group = 0xf4f4f4,
    .rule = 0x7f7f7f, .grid = 0xb3b3b3,
    .text = BLACK, .secondary = BLACK, .link = 0x1a5fb4,
    .accent = 0x1a5fb4,
    .arrow = 0x00838f, .halo = 0xffffff,
    .idle_hatch = 0x5e5c64,
    .warning = 0x905400, .warning_text = 0x905400,
    .error = 0xc01c28, .better = 0x1b8553, .worse = 0xc01c28,
    .busy = 0x6e84cb, .busy_line = 0x3d61c1,
    .others = 0xcccccc,
    .work = LIGHT_WORK (BLACK),
  },
  [THEME_CONTRAST_DARK] = {
    .id = THEME_CONTRAST_DARK,
    .is_dark = true,
    .has_patterns = true,
    .has_borders = true,
    .arrow_width_px = 3,
    .window = 0x242424, .view = 0x1e1e1e, .card = 0x363636, .group = 0x2a2a2a,
    .rule = 0x9a9a9a, .grid = 0x707070,
    .text = WHITE, .secondary = WHITE, .link = 0x99c1f1,
    .accent = 0x99c1f1,
    .arrow = 0x4dd0e1, .halo = 0x1e1e1e,
    .idle_hatch = 0xc0bfbc,
    .warning = 0xf8e45c, .warning_text = 0xf8e45c,
    .error = 0xff7b63, .better = 0x8ff0a4, .worse = 0xff7b63,
    .busy = 0x6378bd, .busy_line = 0x638cff,
    .others = 0x5e5e5e,
    .work = DARK_WORK,
  },
};

static const char *const words[N_THEMES] = { "light", "dark", "contrast", "contrast-dark" };

const Theme *
theme_get (ThemeId id)
{
  return &themes[id];
}

bool
theme_find (const char *word, ThemeId *ret_id)
{
  for (int id = 0; id < N_THEMES; id++)
    if (strcmp (word, words[id]) == 0)
      {
        *ret_id = (ThemeId) id;
        return true;
      }
  return false;
}

const char *
theme_word (ThemeId id)
{
  return words[id];
}

Theme
theme_with_patterns (const Theme *base)
{
  Theme theme = *base;

  theme.has_patterns = true;
  return theme;
}

static double
channel (Rgb rgb, int shift)
{
  return (double) (rgb >> shift & 0xff) / 255;
}

void
theme_set_source (cairo_t *cr, Rgb rgb)
{
  cairo_set_source_rgb (cr, channel (rgb, 16), channel (rgb, 8), channel (rgb, 0));
}

void
theme_set_source_alpha (cairo_t *cr, Rgb rgb, double alpha)
{
  cairo_set_source_rgba (cr, channel (rgb, 16), channel (rgb, 8), channel (rgb, 0), alpha);
}

Rgb
theme_mix (Rgb rgb, Rgb ground, double alpha)
{
  Rgb mixed = 0;

  for (int shift = 0; shift <= 16; shift += 8)
    {
      double value = 255 * (channel (rgb, shift) * alpha + channel (ground, shift) * (1 - alpha));
      mixed |= (Rgb) lround (value) << shift;
    }
  return mixed;
}

/* ---- patterns ---- */

/* Parallel lines across the extents, step px apart along x (or y for horizontal ones), as one path. */
static void
add_lines (cairo_t *cr, Pattern pattern, double step_px)
{
  double left, top, right, bottom;

  cairo_clip_extents (cr, &left, &top, &right, &bottom);
  double height = bottom - top;
  switch (pattern)
    {
    case PATTERN_HORIZONTAL:
      for (double y = floor (top / step_px) * step_px + PX / 2; y < bottom; y += step_px)
        {
          cairo_move_to (cr, left, y);
          cairo_line_to (cr, right, y);
        }
      break;
    case PATTERN_VERTICAL:
      for (double x = floor (left / step_px) * step_px + PX / 2; x < right; x += step_px)
        {
          cairo_move_to (cr, x, top);
          cairo_line_to (cr, x, bottom);
        }
      break;
    case PATTERN_BACKSLASH: /* x - y is constant along a line */
      for (double c = floor ((left - bottom) / step_px) * step_px; c < right - top + step_px; c += step_px)
        {
          cairo_move_to (cr, c + top, top);
          cairo_line_to (cr, c + top + height, bottom);
        }
      break;
    case PATTERN_SLASH: /* x + y is constant along a line */
    case PATTERN_SPARSE_SLASH:
      for (double c = floor ((left + top) / step_px) * step_px; c < right + bottom + step_px; c += step_px)
        {
          cairo_move_to (cr, c - top, top);
          cairo_line_to (cr, c - top - height, bottom);
        }
      break;
    case PATTERN_SOLID:
    case PATTERN_DOTS:
    case PATTERN_FRAME:
      break;
    }
}

static void
add_dots (cairo_t *cr, double step_px, double size_px)
{
  double left, top, right, bottom;

  cairo_clip_extents (cr, &left, &top, &right, &bottom);
  for (double y = floor (top / step_px) * step_px + PX; y < bottom; y += step_px)
    for (double x = floor (left / step_px) * step_px + PX; x < right; x += step_px)
      cairo_rectangle (cr, x, y, size_px, size_px);
}

/* Within the clip, in the current source. */
static void
draw_pattern (cairo_t *cr, Pattern pattern)
{
  switch (pattern)
    {
    case PATTERN_SOLID:
    case PATTERN_FRAME:
      return;
    case PATTERN_DOTS:
      add_dots (cr, 5 * PX, 2 * PX);
      cairo_fill (cr);
      return;
    case PATTERN_HORIZONTAL:
    case PATTERN_VERTICAL:
      add_lines (cr, pattern, 4 * PX);
      break;
    case PATTERN_BACKSLASH:
    case PATTERN_SLASH:
      add_lines (cr, pattern, 6 * PX);
      break;
    case PATTERN_SPARSE_SLASH:
      add_lines (cr, pattern, 7 * PX);
      break;
    }
  cairo_stroke (cr);
}

void
theme_stroke_inside (cairo_t *cr, Rgb rgb, double alpha, double width_px)
{
  cairo_save (cr);
  cairo_clip_preserve (cr);
  theme_set_source_alpha (cr, rgb, alpha);
  cairo_set_dash (cr, NULL, 0, 0);
  cairo_set_line_width (cr, 2 * width_px);
  cairo_stroke (cr);
  cairo_restore (cr);
}

void
theme_fill_work (cairo_t *cr, const Theme *theme, WorkKind work, bool with_edge)
{
  const WorkFill *fill = &theme->work[work];
  bool is_frame = fill->pattern == PATTERN_FRAME;

  cairo_save (cr);
  theme_set_source_alpha (cr, fill->fill, is_frame ? FRAME_ALPHA : 1);
  cairo_fill_preserve (cr);
  if (theme->has_patterns && fill->pattern != PATTERN_SOLID && !is_frame)
    {
      cairo_path_t *path = cairo_copy_path (cr);

      cairo_save (cr);
      cairo_clip (cr);
      theme_set_source_alpha (cr, fill->ink, PATTERN_ALPHA);
      cairo_set_dash (cr, NULL, 0, 0);
      cairo_set_line_width (cr, PX);
      draw_pattern (cr, fill->pattern);
      cairo_restore (cr);
      cairo_append_path (cr, path);
      cairo_path_destroy (path);
    }
  if (theme->has_borders)
    theme_stroke_inside (cr, theme->text, 1, PX);
  else if (is_frame)
    theme_stroke_inside (cr, fill->border, 1, PX);
  else if (with_edge && fill->edge)
    theme_stroke_inside (cr, theme->text, EDGE_ALPHA, PX);
  cairo_new_path (cr);
  cairo_restore (cr);
}

void
theme_fill_idle (cairo_t *cr, const Theme *theme)
{
  cairo_save (cr);
  cairo_clip (cr);
  theme_set_source (cr, theme->idle_hatch);
  cairo_set_dash (cr, NULL, 0, 0);
  cairo_set_line_width (cr, PX);
  draw_pattern (cr, PATTERN_SPARSE_SLASH);
  cairo_restore (cr);
}
