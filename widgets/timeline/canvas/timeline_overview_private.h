/* SPDX-License-Identifier: Apache-2.0
 *
 * What the files of the overview share: timeline_overview.c (what it shows), timeline_overview_input.c (what pointer and
 * keys do). */

#pragma once

#include "widgets/controls/retained_picture.h"
#include "widgets/timeline/canvas/timeline_overview.h"

struct _TimelineOverview
{
  GtkWidget parent_instance;

  TimelineScene *scene;
  RetainedPicture *ground;
  uint64_t drawn_step;   /* the one that the ground shows as that in view */
  GskRenderNode *window; /* NULL if it must be drawn again */
  int window_width_px;   /* of the widget then */
  uint64_t hovered_step;
  guint describe_source;
  const char *cursor;

  bool is_dragging; /* moved far enough */
  OverviewPlace grabbed;
  uint64_t grabbed_step;
  int64_t grabbed_ns;
  double grabbed_px, grabbed_y_px;
  TimeSpan before;

  GtkWidget *choose; /* shown where there are no steps */
};

/* All of it is out of date. */
void timeline_overview_redraw (TimelineOverview *overview);

/* Has pointer and keys do what timeline_overview.h says, from now on. */
void timeline_overview_listen (TimelineOverview *overview);

/* The step that has its cell there; UINT64_MAX if none has. */
uint64_t timeline_overview_step_at (GtkWidget *overview, double x_px);
