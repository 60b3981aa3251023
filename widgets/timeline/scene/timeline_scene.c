/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/scene/timeline_scene.h"

#include <math.h>

#include "widgets/look/screen_style.h"
#include "widgets/timeline/rows/row_place.h"
#include "widgets/timeline/rows/scroll_memory.h"
#include "widgets/timeline/scene/comparison_keeper.h"
#include "widgets/timeline/scene/lane_grids_keeper.h"
#include "widgets/timeline/scene/step_strip_keeper.h"
#include "widgets/timeline/view/ruler.h"

/* Height of the text of a slice: 9 pt at 96 dpi. */
#define SLICE_TEXT_PX 12

/* The distance from the edges at which a row is scrolled into view. */
#define REVEAL_LANES 2

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
  bool compares_steps;
  TimelineView view;
  SearchResult *found;
};

enum
{
  SIGNAL_CHANGED,
  SIGNAL_ZOOMED,
  SIGNAL_FILTER_WANTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

enum
{
  PROP_LAYOUT_TEXT = 1,
  PROP_RULER_MODE,
  PROP_COMPARES_STEPS,
  PROP_ROWS_TEXT,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_TYPE (TimelineScene, timeline_scene, G_TYPE_OBJECT)

static void
emit_changed (TimelineScene *self, guint changes)
{
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0, changes);
}

static void
timeline_scene_dispose (GObject *object)
{
  TimelineScene *self = TIMELINE_SCENE (object);

  timeline_scene_set_canvas (self, NULL);
  g_clear_pointer (&self->scroll_memory, scroll_memory_free);
  g_clear_pointer (&self->strips, step_strip_keeper_free);
  g_clear_pointer (&self->grids, lane_grids_keeper_free);
  g_clear_pointer (&self->comparisons, comparison_keeper_free);
  g_clear_pointer (&self->motion, timeline_motion_free);
  g_clear_object (&self->relations);
  g_clear_pointer (&self->tree, track_tree_free);
  g_clear_pointer (&self->found, search_result_unref);
  g_clear_pointer (&self->layout, track_layout_free);
  g_clear_object (&self->scroll);
  g_clear_object (&self->state);
  G_OBJECT_CLASS (timeline_scene_parent_class)->dispose (object);
}

static void apply_layout (TimelineScene *self);

static void
comparison_arrived (gpointer user_data)
{
  emit_changed (user_data, SCENE_CHANGED_COMPARISON);
}

/* Returns the step of the displayed span, also during a glide. */
static void
compare_steps (TimelineScene *self)
{
  uint64_t step = self->compares_steps ? view_state_current_step (self->state) : UINT64_MAX;
  const StepStrip *strip = timeline_scene_view (self)->strip;

  if (step != UINT64_MAX)
    {
      comparison_keeper_ask (self->comparisons, view_state_profile (self->state), step,
                             strip != NULL ? strip->ranking.median : view_state_median_step (self->state));
      return;
    }
  bool had_one = comparison_keeper_get (self->comparisons) != NULL;
  comparison_keeper_drop (self->comparisons);
  if (had_one)
    emit_changed (self, SCENE_CHANGED_COMPARISON);
}

static void
set_layout_text (TimelineScene *self, const char *text)
{
  g_autofree char *before = track_layout_to_text (self->layout);

  if (g_strcmp0 (before, text) == 0)
    return;
  /* A layout written by a later version is kept as it is until the user changes the rows. */
  if (track_layout_from_text (self->layout, text))
    timeline_scene_layout_changed (self);
  else
    apply_layout (self);
}

/* ---- the scroll position of rows ---- */

static int
pinned_px (TimelineScene *self)
{
  return timeline_view_fixed_px (self->tree, self->height_px);
}

static bool
scroll_to_wanted (TimelineScene *self)
{
  return scroll_memory_apply (self->scroll_memory, self->tree, pinned_px (self));
}

static void
set_rows_text (TimelineScene *self, const char *text)
{
  scroll_memory_want (self->scroll_memory, text);
  if (self->height_px > 0)
    scroll_to_wanted (self);
}

static void
scroll_rested (gpointer user_data)
{
  g_object_notify_by_pspec (G_OBJECT (user_data), properties[PROP_ROWS_TEXT]);
}

static void
canvas_unmapped (TimelineScene *self)
{
  scroll_memory_tell (self->scroll_memory);
}

static void
timeline_scene_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  TimelineScene *self = TIMELINE_SCENE (object);

  switch (id)
    {
    case PROP_LAYOUT_TEXT:
      g_value_take_string (value, track_layout_to_text (self->layout));
      break;
    case PROP_RULER_MODE:
      g_value_set_string (value, ruler_mode_word (self->ruler_mode));
      break;
    case PROP_COMPARES_STEPS:
      g_value_set_boolean (value, self->compares_steps);
      break;
    case PROP_ROWS_TEXT:
      g_value_take_string (value, scroll_memory_place (self->scroll_memory, self->tree, pinned_px (self)));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
    }
}

static void
timeline_scene_set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  TimelineScene *self = TIMELINE_SCENE (object);

  switch (id)
    {
    case PROP_LAYOUT_TEXT:
      set_layout_text (self, g_value_get_string (value));
      break;
    case PROP_RULER_MODE:
      self->ruler_mode = ruler_mode_find (g_value_get_string (value));
      /* The lines of the ticks go through the rows. */
      emit_changed (self, SCENE_CHANGED_SPAN | SCENE_CAME_TO_REST);
      break;
    case PROP_COMPARES_STEPS:
      self->compares_steps = g_value_get_boolean (value);
      compare_steps (self);
      break;
    case PROP_ROWS_TEXT:
      set_rows_text (self, g_value_get_string (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
    }
}

static void
timeline_scene_class_init (TimelineSceneClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;

  object_class->dispose = timeline_scene_dispose;
  object_class->get_property = timeline_scene_get_property;
  object_class->set_property = timeline_scene_set_property;
  properties[PROP_LAYOUT_TEXT] =
    g_param_spec_string ("layout-text", NULL, NULL, NULL, flags | G_PARAM_EXPLICIT_NOTIFY);
  properties[PROP_RULER_MODE] = g_param_spec_string ("ruler-mode", NULL, NULL, "step", flags);
  properties[PROP_COMPARES_STEPS] = g_param_spec_boolean ("compares-steps", NULL, NULL, FALSE, flags);
  properties[PROP_ROWS_TEXT] =
    g_param_spec_string ("rows-text", NULL, NULL, NULL, flags | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                          NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[SIGNAL_ZOOMED] = g_signal_new ("zoomed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                         NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_FILTER_WANTED] = g_signal_new ("filter-wanted", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                                0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
strip_arrived (gpointer user_data)
{
  emit_changed (user_data, SCENE_CHANGED_STRIP);
}

static void
scrolled (TimelineScene *self)
{
  emit_changed (self, SCENE_CHANGED_TREE);
}

static void
timeline_scene_init (TimelineScene *self)
{
  self->layout = track_layout_new ();
  self->focused_row = UINT32_MAX;
  self->strips = step_strip_keeper_new (strip_arrived, self);
  self->grids = lane_grids_keeper_new ();
  self->comparisons = comparison_keeper_new (comparison_arrived, self);
  self->scroll = g_object_ref_sink (gtk_adjustment_new (0, 0, 0, 0, 0, 0));
  self->scroll_memory = scroll_memory_new (self->scroll, scroll_rested, self);
  g_signal_connect_swapped (self->scroll, "value-changed", G_CALLBACK (scrolled), self);
}

static int
text_px_of (TimelineScene *self)
{
  return self->canvas != NULL ? screen_style_scaled_px (self->canvas, SLICE_TEXT_PX) : SLICE_TEXT_PX;
}

/* Call this after the rows or the canvas have changed. */
static void
fit_rows (TimelineScene *self)
{
  uint32_t n_rows;

  if (self->height_px > 0)
    track_tree_fit_height (self->tree, self->room_px > 0 ? self->room_px : self->height_px);
  track_tree_rows (self->tree, &n_rows);
  if (self->focused_row != UINT32_MAX && self->focused_row >= n_rows)
    self->focused_row = n_rows > 0 ? n_rows - 1 : UINT32_MAX;

  double lane_px = track_tree_lane_px (self->tree);
  double height_px = track_tree_height_px (self->tree), page_px = self->height_px;
  double value = CLAMP (gtk_adjustment_get_value (self->scroll), 0, fmax (0, height_px - page_px));
  gtk_adjustment_configure (self->scroll, value, 0, fmax (height_px, page_px), lane_px,
                            fmax (lane_px, page_px - lane_px), page_px);
}

/* Scrolls as little as needed to show all of [y_px, y_px + height_px) of the tree, away from the edges, where pinned
 * rows and the hint are. */
static void
reveal (TimelineScene *self, double y_px, double height_px)
{
  int fixed_px = timeline_view_fixed_px (self->tree, self->height_px);
  double top_px = y_px - fixed_px, bottom_px = y_px + height_px;
  double value = gtk_adjustment_get_value (self->scroll),
         margin_px = REVEAL_LANES * track_tree_lane_px (self->tree);

  if (top_px >= 0 && (top_px < value || bottom_px > value + self->height_px))
    gtk_adjustment_clamp_page (self->scroll, top_px - margin_px, bottom_px + margin_px);
}

/* Returns NULL if the selection has no row of its own, or the row is not shown. */
static const TimelineRow *
selected_row (TimelineScene *self)
{
  const ViewSelection *selection = view_state_selection (self->state);
  uint32_t n_rows, row = UINT32_MAX;
  const TimelineRow *rows = track_tree_rows (self->tree, &n_rows);

  if (selection->kind == SELECTED_SLICE)
    row = track_tree_row_of_slice (self->tree, selection->slice);
  else if (selection->kind == SELECTED_GAP)
    for (row = 0;
         row < n_rows && (rows[row].kind != ROW_UTILIZATION || rows[row].device != selection->device);)
      row++;
  return row < n_rows ? &rows[row] : NULL;
}

/* From the top of the canvas, where the row scrolls. */
static double
bottom_of_row (TimelineScene *self, const TimelineRow *row)
{
  return row->y_px + row->height_px - gtk_adjustment_get_value (self->scroll);
}

static void
reveal_selection (TimelineScene *self)
{
  const TimelineRow *row =
    view_state_selection (self->state)->kind == SELECTED_SLICE ? selected_row (self) : NULL;

  if (row != NULL && self->height_px > 0)
    reveal (self, row->y_px, row->height_px);
}

bool
timeline_scene_covers_selection (TimelineScene *self, int covered_px)
{
  const TimelineRow *row = selected_row (self);
  double bottom_px = row != NULL ? bottom_of_row (self, row) : 0;

  return bottom_px > self->height_px - covered_px && bottom_px - row->height_px < self->height_px;
}

/* The rows have changed; the row at the top of the canvas stays there. */
static void
refit_rows (TimelineScene *self)
{
  int before_px = track_tree_height_px (self->tree), y_px;
  g_autofree char *place = scroll_memory_place (self->scroll_memory, self->tree, pinned_px (self));

  fit_rows (self);
  if (place != NULL && track_tree_height_px (self->tree) != before_px
      && row_place_find (self->tree, place, &y_px))
    gtk_adjustment_set_value (self->scroll, y_px - pinned_px (self));
}

void
timeline_scene_set_room (TimelineScene *self, int room_px)
{
  if (room_px == self->room_px)
    return;
  self->room_px = room_px;
  if (self->height_px == 0)
    return;
  refit_rows (self);
  emit_changed (self, SCENE_CHANGED_TREE);
}

bool
timeline_scene_is_held (TimelineScene *self)
{
  return self->is_held;
}

void
timeline_scene_set_held (TimelineScene *self, bool is_held)
{
  if (is_held == self->is_held)
    return;
  self->is_held = is_held;
  emit_changed (self, SCENE_CHANGED_HOLD);
}

static void
make_tree (TimelineScene *self)
{
  const ViewScope *scope = view_state_scope (self->state);

  self->text_px = text_px_of (self);
  self->rank = scope->rank;
  self->device = scope->device;
  g_clear_pointer (&self->tree, track_tree_free);
  self->tree = track_tree_new (view_state_profile (self->state), self->text_px, self->rank, self->device);
  if (!track_layout_is_default (self->layout))
    track_tree_set_layout (self->tree, self->layout);
  fit_rows (self);
}

static void
state_changed (TimelineScene *self, guint changes)
{
  const ViewScope *scope = view_state_scope (self->state);
  guint seen = 0;

  if ((changes & VIEW_CHANGED_PROFILE)
      || ((changes & VIEW_CHANGED_SCOPE) && (scope->rank != self->rank || scope->device != self->device)))
    {
      make_tree (self);
      compare_steps (self);
      seen |= SCENE_CHANGED_TREE | SCENE_CHANGED_PROFILE;
    }
  if (changes & VIEW_CHANGED_SPAN)
    timeline_motion_follow (self->motion);
  if (changes & VIEW_CHANGED_SELECTION)
    {
      seen |= SCENE_CHANGED_SELECTION;
      reveal_selection (self);
    }
  if (changes & VIEW_CHANGED_MARKS)
    seen |= SCENE_CHANGED_MARKS;
  if (seen != 0)
    emit_changed (self, seen);
}

static void
bookmarks_changed (TimelineScene *self)
{
  emit_changed (self, SCENE_CHANGED_BOOKMARKS);
}

static void
span_moved (gpointer user_data)
{
  TimelineScene *self = user_data;
  guint rest = timeline_motion_is_moving (self->motion) ? 0 : SCENE_CAME_TO_REST;

  if (rest != 0 && self->compares_steps)
    compare_steps (self);
  emit_changed (self, SCENE_CHANGED_SPAN | rest);
}

static void
relations_changed (TimelineScene *self, guint changes)
{
  guint seen = 0;

  if (changes & (RELATIONS_CHANGED_SERIES | RELATIONS_CHANGED_DIMMING))
    seen |= SCENE_CHANGED_SERIES;
  if (changes & RELATIONS_CHANGED_FLOWS)
    seen |= SCENE_CHANGED_FLOWS;
  if (changes & RELATIONS_CHANGED_PAIRS)
    seen |= SCENE_CHANGED_PAIRS;
  if (seen != 0)
    emit_changed (self, seen);
}

TimelineScene *
timeline_scene_new (ViewState *state)
{
  TimelineScene *self = g_object_new (TIMELINE_TYPE_SCENE, NULL);

  self->state = g_object_ref (state);
  self->clock = wall_clock_of (view_state_profile (state)->trace);
  self->motion = timeline_motion_new (state, span_moved, self);
  self->relations = slice_relations_new (state);
  g_signal_connect_object (self->relations, "changed", G_CALLBACK (relations_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "changed", G_CALLBACK (state_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (view_state_bookmarks (state), "marks-changed", G_CALLBACK (bookmarks_changed),
                           self, G_CONNECT_SWAPPED);
  make_tree (self);
  return self;
}

ViewState *
timeline_scene_state (TimelineScene *self)
{
  return self->state;
}

TimelineMotion *
timeline_scene_motion (TimelineScene *self)
{
  return self->motion;
}

SliceRelations *
timeline_scene_relations (TimelineScene *self)
{
  return self->relations;
}

const TimelineView *
timeline_scene_view (TimelineScene *self)
{
  TimeSpan seen = timeline_motion_seen (self->motion);

  self->view = (TimelineView){
    .profile = view_state_profile (self->state),
    .tree = self->tree,
    .begin_ns = seen.begin_ns,
    .end_ns = seen.end_ns,
    .width_px = self->width_px,
    .height_px = self->height_px,
    .scroll_px = (int) lround (gtk_adjustment_get_value (self->scroll)),
    .step_rank = view_state_step_rank (self->state),
    .fixed_px = timeline_view_fixed_px (self->tree, self->height_px),
    .ruler_mode = self->ruler_mode,
    .clock = self->clock,
  };
  self->view.comparison = comparison_keeper_get (self->comparisons);
  self->view.strip = step_strip_keeper_get (self->strips, self->view.profile, self->view.step_rank);
  self->view.grids = lane_grids_keeper_get (self->grids, self->view.profile);
  return &self->view;
}

const TimelineRow *
timeline_scene_rows (TimelineScene *self, uint32_t *ret_n)
{
  return track_tree_rows (self->tree, ret_n);
}

GtkAdjustment *
timeline_scene_scroll (TimelineScene *self)
{
  return self->scroll;
}

void
timeline_scene_set_canvas (TimelineScene *self, GtkWidget *canvas)
{
  self->canvas = canvas;
  if (canvas != NULL)
    g_signal_connect_object (canvas, "unmap", G_CALLBACK (canvas_unmapped), self, G_CONNECT_SWAPPED);
  if (self->motion != NULL)
    timeline_motion_set_clock (self->motion, canvas);
}

void
timeline_scene_restyle (TimelineScene *self)
{
  if (text_px_of (self) != self->text_px)
    make_tree (self);
  emit_changed (self, SCENE_CHANGED_STYLE | SCENE_CHANGED_TREE);
}

void
timeline_scene_set_canvas_size (TimelineScene *self, int width_px, int height_px)
{
  if (self->width_px == width_px && self->height_px == height_px)
    return;
  bool was_seen = self->height_px > 0;
  const TimelineRow *row = was_seen && height_px < self->height_px ? selected_row (self) : NULL;
  bool is_in_view = row != NULL && bottom_of_row (self, row) > 0
                    && bottom_of_row (self, row) - row->height_px < self->height_px;
  self->width_px = width_px;
  self->height_px = height_px;
  fit_rows (self);
  if (!was_seen && !scroll_to_wanted (self))
    reveal_selection (self);
  row = is_in_view ? selected_row (self) : NULL;
  if (row != NULL)
    reveal (self, row->y_px, row->height_px);
  emit_changed (self, SCENE_CHANGED_TREE);
}

int
timeline_scene_header_px (TimelineScene *self)
{
  return self->header_px;
}

void
timeline_scene_set_header_px (TimelineScene *self, int header_px)
{
  self->header_px = header_px;
}

/* In the span that a glide will end with: there the next zoom keeps what this one kept. */
static int64_t
anchor_ns (TimelineScene *self, double x_px)
{
  int64_t begin_ns, end_ns;

  view_state_span (self->state, &begin_ns, &end_ns);
  double share = self->width_px > 0 ? CLAMP (x_px / self->width_px, 0, 1) : 0.5;
  return begin_ns + (int64_t) llround ((double) (end_ns - begin_ns) * share);
}

void
timeline_scene_zoom_at (TimelineScene *self, double x_px, double factor)
{
  view_state_zoom_at (self->state, anchor_ns (self, x_px), factor);
  g_signal_emit (self, signals[SIGNAL_ZOOMED], 0);
}

void
timeline_scene_hold (TimelineScene *self, TimelineCommand command, double x_px)
{
  timeline_motion_hold (self->motion, command, anchor_ns (self, x_px));
}

void
timeline_scene_release (TimelineScene *self, TimelineCommand command)
{
  timeline_motion_release (self->motion, command);
  if (command == TIMELINE_ZOOM_IN || command == TIMELINE_ZOOM_OUT)
    g_signal_emit (self, signals[SIGNAL_ZOOMED], 0);
}

void
timeline_scene_go_to_slice (TimelineScene *self, uint64_t slice)
{
  timeline_motion_slow_next (self->motion);
  view_state_go_to_slice (self->state, slice);
}

bool
timeline_scene_set_row_open (TimelineScene *self, uint32_t row, bool is_open)
{
  uint32_t n_rows;
  const TimelineRow *rows = track_tree_rows (self->tree, &n_rows);

  if (row >= n_rows || rows[row].fold == TRACK_FOLD_NONE || rows[row].is_open == is_open)
    return false;
  g_autofree char *path = track_tree_path (self->tree, rows[row].fold);
  track_layout_set_folding (self->layout, path, is_open ? TRACK_FOLD_OPEN : TRACK_FOLD_CLOSED);
  timeline_scene_layout_changed (self);
  return true;
}

bool
timeline_scene_toggle_row (TimelineScene *self, uint32_t row)
{
  uint32_t n_rows;
  const TimelineRow *rows = track_tree_rows (self->tree, &n_rows);

  return row < n_rows && timeline_scene_set_row_open (self, row, !rows[row].is_open);
}

uint32_t
timeline_scene_focused_row (TimelineScene *self)
{
  return self->focused_row;
}

void
timeline_scene_focus_row (TimelineScene *self, uint32_t row)
{
  uint32_t n_rows;
  const TimelineRow *rows = track_tree_rows (self->tree, &n_rows);

  self->focused_row = row < n_rows ? row : UINT32_MAX;
  if (row < n_rows)
    reveal (self, rows[row].y_px, rows[row].height_px);
  emit_changed (self, SCENE_CHANGED_FOCUS);
}

const SearchResult *
timeline_scene_found (TimelineScene *self)
{
  return self->found;
}

void
timeline_scene_set_found (TimelineScene *self, SearchResult *found)
{
  SearchResult *before = self->found;

  if (found == before)
    return;
  self->found = found != NULL ? search_result_ref (found) : NULL;
  search_result_unref (before);
  emit_changed (self, SCENE_CHANGED_FOUND);
}

TrackLayout *
timeline_scene_layout (TimelineScene *self)
{
  return self->layout;
}

/* The focus stays on its line, wherever the line has moved. */
static void
apply_layout (TimelineScene *self)
{
  uint32_t n_rows, first, end;
  const TimelineRow *rows = track_tree_rows (self->tree, &n_rows);
  TrackLine line = self->focused_row < n_rows ? rows[self->focused_row].line : TRACK_LINE_NONE;

  track_tree_set_layout (self->tree, self->layout);
  if (track_tree_rows_of_line (self->tree, line, &first, &end)
      && (self->focused_row < first || self->focused_row >= end))
    self->focused_row = first;
  fit_rows (self);
  emit_changed (self, SCENE_CHANGED_TREE | SCENE_CHANGED_FOCUS);
}

void
timeline_scene_layout_changed (TimelineScene *self)
{
  apply_layout (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LAYOUT_TEXT]);
}

bool
timeline_scene_has_row_focus (TimelineScene *self)
{
  GtkRoot *root = self->column != NULL ? gtk_widget_get_root (self->column) : NULL;
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && gtk_widget_get_parent (focus) == self->column;
}

void
timeline_scene_set_column (TimelineScene *self, GtkWidget *column)
{
  self->column = column;
}
