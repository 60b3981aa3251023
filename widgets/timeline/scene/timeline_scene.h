/* SPDX-License-Identifier: Apache-2.0
 *
 * The state that the widgets of one timeline share beside the ViewState: the tree of rows with its open and closed
 * lines, the size of the canvas, the vertical scroll position, the visible span during a glide, and the focused row.
 *
 * Main thread only. Properties for menus and the application:
 *   "ruler-mode" (string)          what the ruler counts from: a word of ruler_mode_word ()
 *   "compares-steps" (bool)        whether the step in view is compared with the median step
 *   "shows-path" (bool)            whether the critical path is shown
 *   "layout-text" (string)         the user's changes to the rows, to remember (track_layout_to_text ()); NULL and ""
 *                                  mean the default layout
 *   "rows-text" (string)           the scroll position of the rows, to remember (row_place_text ()); NULL is the top.
 *                                  Notified when scrolling comes to rest. A value set before there is a canvas takes
 *                                  effect when there is one; a value with an unknown row has no effect
 *
 * Signals:
 *   "changed" (SceneChange mask)   something must be drawn again
 *   "zoomed"                       the user zoomed by hand
 *   "filter-wanted"                the user wants to type a filter for the rows
 *   "ranks-wanted"                 the user wants to choose the ranks that are shown */

#pragma once

#include <gtk/gtk.h>

#include "trace/search/search.h"
#include "widgets/state/view_state.h"
#include "widgets/timeline/scene/slice_relations.h"
#include "widgets/timeline/scene/timeline_motion.h"
#include "widgets/timeline/view/timeline_view.h"

/* The widget action of the timeline page that moves the focus from the details back to the rows. */
#define TIMELINE_FOCUS_ROWS "timeline-page.focus-rows"

#define TIMELINE_TYPE_SCENE (timeline_scene_get_type ())
G_DECLARE_FINAL_TYPE (TimelineScene, timeline_scene, TIMELINE, SCENE, GObject)

typedef enum
{
  SCENE_CHANGED_SPAN = 1 << 0, /* the visible span */
  SCENE_CHANGED_TREE = 1 << 1, /* rows, their positions, or the scroll position */
  SCENE_CHANGED_SELECTION = 1 << 2,
  SCENE_CHANGED_FOCUS = 1 << 3,   /* the focused row */
  SCENE_CHANGED_STYLE = 1 << 4,   /* theme or font, so everything */
  SCENE_CHANGED_PROFILE = 1 << 5, /* other steps */
  SCENE_CAME_TO_REST = 1 << 6,    /* the span stopped moving */
  SCENE_CHANGED_MARKS = 1 << 7,   /* kept areas, markers */
  SCENE_CHANGED_FOUND = 1 << 8,   /* the results of the search */
  SCENE_CHANGED_BOOKMARKS = 1 << 9,
  SCENE_CHANGED_SERIES =
    1 << 10, /* the figures of the selected slice's name, or whether other slices are dimmed */
  SCENE_CHANGED_FLOWS = 1 << 11,      /* the connections, or whether all are shown */
  SCENE_CHANGED_PAIRS = 1 << 12,      /* the pairs of forward and backward operators were computed */
  SCENE_CHANGED_STRIP = 1 << 13,      /* more figures of the steps were computed */
  SCENE_CHANGED_COMPARISON = 1 << 14, /* the comparison with the median step */
  SCENE_CHANGED_HOLD = 1 << 15,       /* whether the user holds the canvas */
  SCENE_CHANGED_COLLECTIVES = 1 << 16,
  SCENE_CHANGED_RANKS = 1 << 17, /* the ranks that the user chose */
  SCENE_CHANGED_PATH = 1 << 18,  /* the critical path, or whether one is looked for */
} SceneChange;

TimelineScene *timeline_scene_new (ViewState *state);

ViewState *timeline_scene_state (TimelineScene *scene);
TimelineMotion *timeline_scene_motion (TimelineScene *scene);
SliceRelations *timeline_scene_relations (TimelineScene *scene);

/* Return the view and the rows that are shown. They are valid until the next change. */
const TimelineView *timeline_scene_view (TimelineScene *scene);
const TimelineRow *timeline_scene_rows (TimelineScene *scene, uint32_t *ret_n);

/* Returns the vertical adjustment of the tree. Its bounds follow the rows and the canvas. */
GtkAdjustment *timeline_scene_scroll (TimelineScene *scene);

/* Sets the canvas, whose style and frame clock the scene uses. The canvas reports its size and its changes of style.
 * The scene holds no reference: set NULL before the canvas is freed. */
void timeline_scene_set_canvas (TimelineScene *scene, GtkWidget *canvas);
void timeline_scene_restyle (TimelineScene *scene);

/* Sets the size of the canvas. When the canvas becomes lower, the selection stays in view. */
void timeline_scene_set_canvas_size (TimelineScene *scene, int width_px, int height_px);

/* Sets the height that the rows should fill: the height of the canvas while nothing covers a part of it, so that rows
 * do not change when something does. 0 means the current height of the canvas. */
void timeline_scene_set_room (TimelineScene *scene, int room_px);

/* Returns whether the row of the selection is in view now, but would be partly hidden if covered_px at the bottom of
 * the canvas were covered. */
bool timeline_scene_covers_selection (TimelineScene *scene, int covered_px);

/* Get and set whether a button or fingers hold the canvas. While they do, the selection is not final, and nothing moves
 * under the pointer. */
bool timeline_scene_is_held (TimelineScene *scene);
void timeline_scene_set_held (TimelineScene *scene, bool is_held);

/* Get and set the width of the track column. The overview and the ruler leave it free at their left. */
int timeline_scene_header_px (TimelineScene *scene);
void timeline_scene_set_header_px (TimelineScene *scene, int header_px);

/* Zoom or pan at a position of the canvas; the time at that position stays where it is. */
void timeline_scene_zoom_at (TimelineScene *scene, double x_px, double factor);
void timeline_scene_hold (TimelineScene *scene, TimelineCommand command, double x_px);
void timeline_scene_release (TimelineScene *scene, TimelineCommand command);

/* Selects a slice, the other end of a connection, and shows it. */
void timeline_scene_go_to_slice (TimelineScene *scene, uint64_t slice);

/* Open or close the line of a row; toggle () does the opposite of the current state. Return false if the row does not
 * fold. */
bool timeline_scene_toggle_row (TimelineScene *scene, uint32_t row);
bool timeline_scene_set_row_open (TimelineScene *scene, uint32_t row, bool is_open);

/* Get and set the focused row, UINT32_MAX if there is none. Focusing a row scrolls it into view. */
uint32_t timeline_scene_focused_row (TimelineScene *scene);
void timeline_scene_focus_row (TimelineScene *scene, uint32_t row);

/* Get and set the result of the last search, whose slices are marked, or NULL. The scene takes a reference. */
const SearchResult *timeline_scene_found (TimelineScene *scene);
void timeline_scene_set_found (TimelineScene *scene, SearchResult *found);

/* Set what timelines side by side share: the instant by which they are aligned, from which the ruler counts, and the
 * slices that have no counterpart, which are hatched (NULL if none). What unmatched refers to must outlive the scene, or
 * the next call. */
void timeline_scene_set_instant (TimelineScene *scene, int64_t instant_ns);
bool timeline_scene_has_instant (TimelineScene *scene);
void timeline_scene_set_unmatched (TimelineScene *scene, const UnmatchedSlices *unmatched);

/* Returns the critical path that is shown, or NULL: of the selected span, else of the step of the selected slice if that is in
 * view, else of the step in view. Borrowed until the next change. looks_for_path () returns whether one is being looked for,
 * path_refusal () why none can be shown, translated, or NULL: also if one is shown. path_note () returns why none is shown
 * although one is wanted, translated, or NULL. */
const StepPath *timeline_scene_path (TimelineScene *scene);
bool timeline_scene_looks_for_path (TimelineScene *scene);
const char *timeline_scene_path_refusal (TimelineScene *scene);
const char *timeline_scene_path_note (TimelineScene *scene);

/* Shows the critical path of a step, and what the step did from its begin on the host on. A selection that is not of the
 * step is cleared. */
void timeline_scene_show_path_of (TimelineScene *scene, uint64_t step);

/* Compares a rank with the median rank (widgets/timeline/scene/median_rank.h). Returns false if that cannot be asked. */
bool timeline_scene_compare_ranks (TimelineScene *scene);
bool timeline_scene_can_compare_ranks (TimelineScene *scene);

/* Returns the user's changes to the rows, borrowed. Call timeline_scene_layout_changed () after changing them, once for
 * any number of changes. */
TrackLayout *timeline_scene_layout (TimelineScene *scene);
void timeline_scene_layout_changed (TimelineScene *scene);

/* Returns whether the keyboard focus is on a row, which is a child of the track column. The track column sets itself as
 * the column. The scene holds no reference: set NULL before the column is freed. */
bool timeline_scene_has_row_focus (TimelineScene *scene);
void timeline_scene_set_column (TimelineScene *scene, GtkWidget *column);
