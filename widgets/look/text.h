/* SPDX-License-Identifier: Apache-2.0
 *
 * Draws text on a Cairo surface in one font and the sizes of the design, with tabular numerals. Layouts
 * are cached.
 *
 * Making a Pango layout takes about 15 µs, drawing a cached one 3 µs. A frame of the timeline has
 * hundreds. */

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
  TEXT_MIDDLE, /* cuts out the middle; the first 60 % of the kept text is its begin */
} TextFit;

typedef struct TextCache TextCache;

/* Creates a cache, which belongs to one thread. family is the font of the desktop; NULL selects the default sans-serif
 * font. scale is the user's text scale; 1.0 is 96 dpi. Fontconfig replaces a missing font; that is not an error. */
TextCache *text_cache_new (const char *family, double scale);
void text_cache_free (TextCache *cache);

/* Shapes texts in the language of the user, which selects the forms of Chinese characters. Call it for a cache that
 * draws on the screen. Otherwise texts are shaped as English, so that a picture is the same on every machine. */
void text_cache_follow_locale (TextCache *cache);

double text_cache_scale (const TextCache *cache);

/* Returns the memory of the cached text coverage for text_stamp_fitted (): at most 64 MB plus one text. */
size_t text_cache_stamp_bytes (const TextCache *cache);

/* Return the height of a line in px, which is ascent + descent, and the width of a text. text is UTF-8 and never markup.
 * Control characters are shown as spaces. */
double text_height_px (TextCache *cache, TextRole role);
double text_width_px (TextCache *cache, TextRole role, const char *text);

/* Draws one line whose vertical middle is y_px. x_px is its left edge, centre or right edge, as align
 * says. */
void text_draw (TextCache *cache,
                cairo_t *cr,
                TextRole role,
                Rgb colour,
                TextAlign align,
                double x_px,
                double y_px,
                const char *text);

/* Like text_draw (), but cuts text wider than max_width_px as fit says. Returns the drawn width in px. */
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

/* Opaque pixels of an image, and the part that may be drawn on, in device pixels from the first pixel. */
typedef struct
{
  uint32_t *pixels; /* as CAIRO_FORMAT_RGB24 */
  int stride;       /* pixels from line to line */
  int left, top, right, bottom;
  double scale; /* device pixels per logical one */
} TextGround;

/* Returns whether the text can be drawn straight into pixels. That needs characters of one colour; emoji
 * have colours of their own. */
bool text_can_stamp (const char *text);

/* Like text_draw_fitted () with TEXT_CLIP, for a text that text_can_stamp () accepts. x_px, y_px count
 * from the first pixel. The coverage of the text is cached, so drawing the label of a slice takes a
 * quarter of the time of Cairo. Returns a negative number and draws nothing when memory runs out. */
double text_stamp_fitted (TextCache *cache,
                          const TextGround *ground,
                          TextRole role,
                          Rgb colour,
                          TextAlign align,
                          double x_px,
                          double y_px,
                          double max_width_px,
                          const char *text);

/* Draws a paragraph from the top left, wrapped at words (or else anywhere) into at most max_lines lines
 * and then ellipsized. Returns its height in px. If cr is NULL, it only measures. */
double text_draw_wrapped (TextCache *cache,
                          cairo_t *cr,
                          TextRole role,
                          Rgb colour,
                          double x_px,
                          double y_px,
                          double width_px,
                          int max_lines,
                          const char *text);
