/* SPDX-License-Identifier: Apache-2.0
 *
 * The colours and patterns of all drawings, one set per theme. tests/palette checks them.
 *
 * Hue shows the kind of work and has the same meaning on every page. Colour never carries meaning alone: a
 * label, a pattern, a position or a number accompanies it. */

#pragma once

#include <cairo.h>
#include <stdbool.h>
#include <stdint.h>

#include "widgets/look/work_kind.h"

typedef enum
{
  THEME_LIGHT,
  THEME_DARK,
  THEME_CONTRAST,      /* high contrast on light: patterns, borders in text colour */
  THEME_CONTRAST_DARK,
  N_THEMES
} ThemeId;

typedef enum
{
  PATTERN_SOLID,
  PATTERN_BACKSLASH,  /* \ lines */
  PATTERN_SLASH,      /* / lines */
  PATTERN_HORIZONTAL,
  PATTERN_VERTICAL,
  PATTERN_DOTS,
  PATTERN_FRAME,      /* 30 % tint, 1 px border, label in text colour */
  PATTERN_SPARSE_SLASH, /* idle: no fill */
} Pattern;

/* 0xRRGGBB */
typedef uint32_t Rgb;

/* How one kind of work is filled. */
typedef struct
{
  Rgb fill;
  Rgb ink;    /* colour of a label on the fill: black or white, at least 4.5:1; text colour for frames */
  Rgb border; /* of frames */
  bool edge;  /* with less than 3:1 to the view; device rows and charts add an inner edge in text colour at 45 % */
  Pattern pattern; /* drawn in contrast themes, in print, and where the user wants patterns */
} WorkFill;

typedef struct
{
  ThemeId id;
  bool is_dark;
  bool has_patterns; /* WorkFill.pattern is drawn */
  bool has_borders;  /* contrast: every span gets a 1 px border in text colour */
  double arrow_width_px;

  Rgb window, view, card, group; /* surfaces; group: rows that head a group */
  Rgb rule;                      /* hairlines between rows and panes */
  Rgb grid;                      /* lines behind a chart or under a ruler's ticks */
  Rgb text, secondary, link;
  Rgb accent;
  Rgb arrow, halo;
  Rgb idle_hatch;
  Rgb warning;                     /* bars and lines: 3:1 to the view */
  Rgb warning_text, error, better, worse; /* texts: 4.5:1 on every surface */
  Rgb busy;      /* opaque area of utilization and of collapsed groups */
  Rgb busy_line; /* a line of utilization; at 15 % the area below it in a chart */
  Rgb others;    /* the rest of a ring: text colour at 20 % on a card */
  WorkFill work[N_WORK_KINDS];
} Theme;

/* Returns a theme. It is static. Any thread. */
const Theme *theme_get (ThemeId id);

/* Convert between "light", "dark", "contrast", "contrast-dark" and the id. Returns false if there is no
 * such theme. */
bool theme_find (const char *word, ThemeId *ret_id);

/* Returns "light", ...; never translated. */
const char *theme_word (ThemeId id);

/* Returns a copy of base with patterns on, for print or if the user wants them. */
Theme theme_with_patterns (const Theme *base);

void theme_set_source (cairo_t *cr, Rgb rgb);
void theme_set_source_alpha (cairo_t *cr, Rgb rgb, double alpha);

/* Returns the opaque colour that rgb over ground at alpha gives. */
Rgb theme_mix (Rgb rgb, Rgb ground, double alpha);

/* Fills the current path in the style of that kind of work, with its pattern if the theme has patterns,
 * and consumes the path. with_edge draws the inner edge if the fill needs one. Patterns and edges are
 * clipped strokes, so they stay lines in SVG and PDF. Patterns are anchored at the origin of the context. */
void theme_fill_work (cairo_t *cr, const Theme *theme, WorkKind work, bool with_edge);

/* Fills the current path with the hatching of idle time, without an outline, and consumes the path. */
void theme_fill_idle (cairo_t *cr, const Theme *theme);

/* Draws a line of that width along the inner side of the current path and consumes the path. */
void theme_stroke_inside (cairo_t *cr, Rgb rgb, double alpha, double width_px);
