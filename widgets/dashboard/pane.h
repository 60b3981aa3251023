/* SPDX-License-Identifier: Apache-2.0
 *
 * What a pane of the dashboard is: one chart of the figures of a scope, with its definition, its real denominator,
 * its text alternative, and where its parts lead.
 *
 * A pane is one file with one `const Pane`, and an entry in the table of panes.c. Parts are numbered as the chart's
 * areas name them (widgets/charts/chart.h). Texts are translated where they are shown. Any thread. */

#pragma once

#include "widgets/charts/chart.h"
#include "widgets/dashboard/dashboard_data.h"
#include "widgets/dashboard/dashboard_layout.h"

typedef enum
{
  TARGET_NONE,
  TARGET_GAP,   /* a stretch in which a device did nothing */
  TARGET_SLICE, /* one slice */
  TARGET_SPAN,  /* a stretch of time */
  TARGET_STEP,  /* one step */
} PaneTargetKind;

/* The events behind a part. */
typedef struct
{
  PaneTargetKind kind;
  uint32_t device;
  uint64_t id; /* of the slice or step */
  int64_t begin_ns, end_ns;
} PaneTarget;

#define PANE_TARGET_NONE ((PaneTarget){ .kind = TARGET_NONE })

/* The grey blocks that stand for the chart while its figures are being computed. */
typedef enum
{
  GHOST_SUMMARY,
  GHOST_RING,
  GHOST_BARS,
  GHOST_AXES,
} PaneGhost;

typedef struct
{
  const char *id; /* stable: for tests and settings */
  const char *title;
  const char *definition; /* formula, window, which events, known traps; paragraphs */
  PaneShape shape;
  PaneGhost ghost;
  bool needs_gpu; /* not shown for a profile without any */

  void (*draw) (cairo_t *cr,
                const Rect *rect,
                const DrawStyle *style,
                const DashboardData *data,
                const ChartMarks *marks,
                ChartMap *ret_map);

  /* The rest return a text of the caller's (g_free ()). */

  /* Why there is nothing to draw, in a sentence; NULL: there is. */
  char *(*empty) (const DashboardData *data, const NumberStyle *numbers);

  /* The definition in one line, with the denominator in figures. NULL function: the pane has no footer. */
  char *(*footer) (const DashboardData *data, const NumberStyle *numbers);

  /* Everything that the chart shows, as lines of text. */
  char *(*alternative) (const DashboardData *data, const NumberStyle *numbers);

  /* One part: its name and exact figures. */
  char *(*part_text) (const DashboardData *data, const NumberStyle *numbers, int part);

  PaneTarget (*part_target) (const DashboardData *data, int part);
} Pane;
