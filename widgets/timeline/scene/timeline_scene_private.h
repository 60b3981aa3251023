/* SPDX-License-Identifier: Apache-2.0
 *
 * Shared by the files of the scene: timeline_scene.c (what the widgets share), timeline_scene_rows.c (rows in the height of
 * the canvas) and timeline_scene_properties.c (the properties that the application stores). */

#pragma once

#include "widgets/timeline/rows/scroll_memory.h"
#include "widgets/timeline/scene/comparison_keeper.h"
#include "widgets/timeline/scene/lane_grids_keeper.h"
#include "widgets/timeline/scene/median_rank.h"
#include "widgets/timeline/scene/path_keeper.h"
#include "widgets/timeline/scene/step_strip_keeper.h"
#include "widgets/timeline/scene/timeline_scene.h"
#include "widgets/timeline/view/ruler.h"

struct _TimelineScene
{
  GObject parent_instance;

  ViewState *state;
  TimelineMotion *motion;
  SliceRelations *relations;
  TrackTree *tree;
  TrackLayout *layout; /* outlives the tree */
  int text_px;         /* height of text that the tree was made for */
  uint32_t rank, device;
  GtkAdjustment *scroll;
  ScrollMemory *scroll_memory;
  GtkWidget *canvas; /* not owned */
  int width_px, height_px, header_px;
  int room_px; /* the height that rows should fill, or 0 for the height of the canvas */
  bool is_held;
  uint32_t focused_row;
  GtkWidget *column; /* not owned */
  RulerMode ruler_mode;
  WallClock clock;
  StepStripKeeper *strips;
  LaneGridsKeeper *grids;
  ComparisonKeeper *comparisons;
  MedianRank *median;
  PathKeeper *path;
  bool compares_steps;
  bool has_instant;
  int64_t instant_ns;
  UnmatchedSlices unmatched;
  TimelineView view;
  SearchResult *found;
};

void timeline_scene_emit_changed (TimelineScene *scene, guint changes);

/* Call this after the step in view, or whether it is compared, has changed. */
void timeline_scene_compare_steps (TimelineScene *scene);

/* ---- timeline_scene_rows.c ---- */

/* Makes the adjustment that scrolls the rows, and no row focused. */
void timeline_scene_init_scroll (TimelineScene *scene);

/* Call this after the rows or the canvas have changed. */
void timeline_scene_fit_rows (TimelineScene *scene);

/* Shows the row of the selected slice, if it has one and there is a canvas. */
void timeline_scene_reveal_selection (TimelineScene *scene);

/* Scrolls to the position that was set before there was a canvas. Returns false if there is none. */
bool timeline_scene_scroll_to_wanted (TimelineScene *scene);

/* The height of the rows that stay at the top of the canvas. */
int timeline_scene_pinned_px (TimelineScene *scene);

/* Gives the tree the ranks that the user chose. The row at the top of the canvas stays there if it is still shown. */
void timeline_scene_choose_ranks (TimelineScene *scene);

/* Gives the tree the user's changes to the rows, without storing them. */
void timeline_scene_apply_layout (TimelineScene *scene);

/* ---- timeline_scene_properties.c ---- */

void timeline_scene_install_properties (GObjectClass *klass);
