/* SPDX-License-Identifier: Apache-2.0
 *
 * Shared by the files of the overview: timeline_overview.c (drawing), timeline_overview_input.c (pointer and keys). */

#pragma once

#include "widgets/controls/retained_picture.h"
#include "widgets/timeline/canvas/timeline_overview.h"

struct _TimelineOverview
{
  GtkWidget parent_instance;

  TimelineScene *scene;
  RetainedPicture *ground;
  uint64_t drawn_step;   /* the step in view that the ground shows */
  GskRenderNode *window; /* NULL if it must be drawn again */
  int window_width_px;   /* width of the widget when window was drawn */
  uint64_t hovered_step;
  guint describe_source;
  const char *cursor;

  bool is_dragging; /* the pointer has moved far enough for a drag */
  OverviewPlace grabbed;
  uint64_t grabbed_step;
  int64_t grabbed_ns;
  double grabbed_px, grabbed_y_px;
  TimeSpan before;

  GtkWidget *choose; /* shown where there are no steps */
};

/* Redraws all of it. */
void timeline_overview_redraw (TimelineOverview *overview);

/* Connects pointer and keys as timeline_overview.h describes. */
void timeline_overview_listen (TimelineOverview *overview);

/* Returns the step whose cell is at x_px, or UINT64_MAX if there is none. */
uint64_t timeline_overview_step_at (GtkWidget *overview, double x_px);
