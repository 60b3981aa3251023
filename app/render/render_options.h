/* SPDX-License-Identifier: Apache-2.0
 *
 * What `render` was asked for. */

#pragma once

#include "app/cli/options/cache_options.h"
#include "app/cli/options/scope_options.h"
#include "widgets/look/picture.h"
#include "widgets/look/theme.h"

/* Logical px; Cairo's surfaces end at 32767 device px. */
#define RENDER_SIDE_MIN_PX 64
#define RENDER_SIDE_MAX_PX 32767
#define RENDER_SCALE_MAX   8.0

typedef enum
{
  RENDER_DASHBOARD,
  RENDER_TIMELINE,
} RenderView;

typedef struct
{
  RenderView view;
  int width_px, height_px; /* height 0: as high as the content */
  double scale;            /* device px per logical one */
  ThemeId theme;
  PictureFormat format;
  bool with_bookmarks;
  char *out; /* path, or "-": the standard output, as PNG */
  ScopeOptions scope;
  CacheOptions cache;
  char *kernel_rules; /* path; NULL: not given */
} RenderOptions;

/* Parses argv, which keeps its operands. False: *ret_status is what to exit with; nothing to clear. */
bool render_options_parse (RenderOptions *options, int *argc, char ***argv, CliStatus *ret_status);
void render_options_clear (RenderOptions *options);
