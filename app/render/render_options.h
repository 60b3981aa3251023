/* SPDX-License-Identifier: Apache-2.0
 *
 * The options of `render`. */

#pragma once

#include "app/cli/comparing/compare_sides.h"
#include "app/cli/options/cache_options.h"
#include "app/cli/options/scope_options.h"
#include "app/cli/options/with_option.h"
#include "widgets/look/picture.h"
#include "widgets/look/theme.h"

/* In logical px; a Cairo surface has at most 32767 device px per side. */
#define RENDER_SIDE_MIN_PX 64
#define RENDER_SIDE_MAX_PX 32767
#define RENDER_SCALE_MAX   8.0

typedef enum
{
  RENDER_DASHBOARD,
  RENDER_TIMELINE,
  RENDER_COMPARE,
  RENDER_TIMELINES, /* of the sides of a comparison */
} RenderView;

typedef struct
{
  RenderView view;
  int width_px, height_px; /* a height of 0 fits the content */
  double scale;            /* device px per logical px */
  ThemeId theme;
  PictureFormat format;
  bool with_bookmarks;
  char *out; /* path, or "-" for PNG on standard output */
  ScopeOptions scope; /* of a view of one profile */
  SideOptions sides;  /* of one that compares */
  WithOption with; /* not of a comparison */
  CacheOptions cache;
  char *kernel_rules; /* path; NULL when not given */
} RenderOptions;

/* Returns whether the view is of several sides, as those of compare. */
static inline bool
render_view_compares (RenderView view)
{
  return view == RENDER_COMPARE || view == RENDER_TIMELINES;
}

/* Parses argv and leaves its operands there. Returns false with the exit status in *ret_status; then there is nothing to
 * clear. */
bool render_options_parse (RenderOptions *options, int *argc, char ***argv, CliStatus *ret_status);
void render_options_clear (RenderOptions *options);
