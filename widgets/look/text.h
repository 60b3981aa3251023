/* SPDX-License-Identifier: Apache-2.0
 *
 * Text on a Cairo surface: one font in the sizes of the design, tabular numerals, layouts kept for reuse.
 *
 * Making a Pango layout costs some 15 µs, drawing a kept one 3 µs; a frame of the timeline has hundreds. */

#pragma once

#include <cairo.h>
#include <stdbool.h>
#include <stdint.h>

#include "widgets/look/theme.h"

typedef enum
{
  TEXT_FIGURE,   /* 20 pt, 800: a big figure in a ring */
  TEXT_SUMMARY,  /* 15 pt, 800: figures of the summary */
  TEXT_SENTENCE, /* 13 pt, 700 */
  TEXT_HEADING,  /* 11 pt, 700: titles of panes */
  TEXT_BODY,     /* 11 pt */
  TEXT_TREE,     /* 10 pt */
  TEXT_GROUP,    /* 10 pt, 700 */
  TEXT_CAPTION,  /* 9 pt: labels of slices, axes, legends, footers */
  TEXT_CAPTION_BOLD,
  TEXT_MONOSPACE, /* 10 pt */
  N_TEXT_ROLES
} TextRole;

typedef enum
{
  TEXT_LEFT,
  TEXT_CENTER,
  TEXT_RIGHT,
} TextAlign;

typedef enum
{
  TEXT_CLIP,   /* cut at the edge */
  TEXT_MIDDLE, /* loses its middle; the first 60 % of what is kept is its begin */
} TextFit;

typedef struct TextCache TextCache;

/* family: the desktop's font, NULL for the default sans-serif one. scale: of the user's text, 1.0 = 96 dpi.
 * One owner thread. Fonts are found by fontconfig; a missing font is replaced by it, never an error. */
TextCache *text_cache_new (const char *family, double scale);
void text_cache_free (TextCache *cache);

/* Texts are shaped as English, so that a picture is the same wherever it is made; a screen follows its user, whose
 * language decides which forms Chinese characters have. */
void text_cache_follow_locale (TextCache *cache);

double text_cache_scale (const TextCache *cache);

/* Memory of what texts cover, for text_stamp_fitted (): at most 64 MB and one text more. */
size_t text_cache_stamp_bytes (const TextCache *cache);

/* Ascent + descent of a line, and the width of one; px. text is UTF-8, never markup; control characters are
 * shown as spaces. */
double text_height_px (TextCache *cache, TextRole role);
double text_width_px (TextCache *cache, TextRole role, const char *text);

/* One line whose middle is at y_px; x_px is its left edge, centre or right edge. */
void text_draw (TextCache *cache,
                cairo_t *cr,
                TextRole role,
                Rgb colour,
                TextAlign align,
                double x_px,
                double y_px,
                const char *text);

/* The same within a width: what does not fit is cut as fit says. Returns the width drawn. */
double text_draw_fitted (TextCache *cache,
                         cairo_t *cr,
                         TextRole role,
                         Rgb colour,
                         TextAlign align,
                         TextFit fit,
                         double x_px,
                         double y_px,
                         double max_width_px,
                         const char *text);

/* Opaque pixels of an image, and the part of them that may be drawn on: device pixels from their first one. */
typedef struct
{
  uint32_t *pixels; /* as CAIRO_FORMAT_RGB24 */
  int stride;       /* pixels from line to line */
  int left, top, right, bottom;
  double scale; /* device pixels per logical one */
} TextGround;

/* Whether the text can be drawn straight into pixels: its characters are all of one colour. Pictographs have colours of
 * their own. */
bool text_can_stamp (const char *text);

/* text_draw_fitted () with TEXT_CLIP of a text that can be stamped; x_px, y_px from the first pixel. What a text covers is
 * kept: a label of a slice takes a quarter of what Cairo takes. Negative, with nothing drawn: out of memory. */
double text_stamp_fitted (TextCache *cache,
                          const TextGround *ground,
                          TextRole role,
                          Rgb colour,
                          TextAlign align,
                          double x_px,
                          double y_px,
                          double max_width_px,
                          const char *text);

/* A paragraph wrapped at words (then anywhere) into at most max_lines, ellipsized behind; from the top left.
 * Returns its height; cr NULL: only measures. */
double text_draw_wrapped (TextCache *cache,
                          cairo_t *cr,
                          TextRole role,
                          Rgb colour,
                          double x_px,
                          double y_px,
                          double width_px,
                          int max_lines,
                          const char *text);
