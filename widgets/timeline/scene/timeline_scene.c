/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/scene/timeline_scene.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "widgets/look/screen_style.h"
#include "widgets/timeline/scene/timeline_area.h"
#include "widgets/timeline/scene/timeline_scene_private.h"

/* Height of the text of a slice: 9 pt at 96 dpi. */
#define SLICE_TEXT_PX 12

enum
{
  SIGNAL_CHANGED,
  SIGNAL_ZOOMED,
  SIGNAL_FILTER_WANTED,
  SIGNAL_RANKS_WANTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_TYPE (TimelineScene, timeline_scene, G_TYPE_OBJECT)

void
timeline_scene_emit_changed (TimelineScene *self, guint changes)
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
  g_clear_pointer (&self->median, median_rank_free);
  g_clear_pointer (&self->path, path_keeper_free);
  g_clear_pointer (&self->motion, timeline_motion_free);
  g_clear_object (&self->relations);
  g_clear_pointer (&self->tree, track_tree_free);
  g_clear_pointer (&self->found, search_result_unref);
  g_clear_pointer (&self->layout, track_layout_free);
  g_clear_object (&self->scroll);
  g_clear_object (&self->state);
  G_OBJECT_CLASS (timeline_scene_parent_class)->dispose (object);
}

static void
comparison_arrived (gpointer user_data)
{
  timeline_scene_emit_changed (user_data, SCENE_CHANGED_COMPARISON);
}

/* Compares the step of the displayed span, also during a glide. */
void
timeline_scene_compare_steps (TimelineScene *self)
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
    timeline_scene_emit_changed (self, SCENE_CHANGED_COMPARISON);
}

static void
path_arrived (gpointer user_data)
{
  timeline_scene_emit_changed (user_data, SCENE_CHANGED_PATH);
}

static void
timeline_scene_class_init (TimelineSceneClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = timeline_scene_dispose;
  timeline_scene_install_properties (object_class);
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                          NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[SIGNAL_ZOOMED] = g_signal_new ("zoomed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                         NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_FILTER_WANTED] = g_signal_new ("filter-wanted", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                                0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_RANKS_WANTED] = g_signal_new ("ranks-wanted", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                               0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
strip_arrived (gpointer user_data)
{
  timeline_scene_emit_changed (user_data, SCENE_CHANGED_STRIP);
}

static void
timeline_scene_init (TimelineScene *self)
{
  self->layout = track_layout_new ();
  self->strips = step_strip_keeper_new (strip_arrived, self);
  self->grids = lane_grids_keeper_new ();
  self->comparisons = comparison_keeper_new (comparison_arrived, self);
  timeline_scene_init_scroll (self);
}

static int
text_px_of (TimelineScene *self)
{
  return self->canvas != NULL ? screen_style_scaled_px (self->canvas, SLICE_TEXT_PX) : SLICE_TEXT_PX;
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
  timeline_scene_emit_changed (self, SCENE_CHANGED_HOLD);
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
  if (view_state_ranks (self->state) != NULL)
    track_tree_set_ranks (self->tree, view_state_ranks (self->state), self->layout);
  else if (!track_layout_is_default (self->layout))
    track_tree_set_layout (self->tree, self->layout);
  timeline_scene_fit_rows (self);
}

static void
state_changed (TimelineScene *self, guint changes)
{
  const ViewScope *scope = view_state_scope (self->state);
  guint seen = 0;

  /* The answer would move a view that is another one now. */
  if (self->median != NULL
      && (changes
          & (VIEW_CHANGED_PROFILE | VIEW_CHANGED_SCOPE | VIEW_CHANGED_RANKS | VIEW_CHANGED_SELECTION)))
    median_rank_drop (self->median);
  if ((changes & VIEW_CHANGED_PROFILE)
      || ((changes & VIEW_CHANGED_SCOPE) && (scope->rank != self->rank || scope->device != self->device)))
    {
      make_tree (self);
      timeline_scene_compare_steps (self);
      seen |= SCENE_CHANGED_TREE | SCENE_CHANGED_PROFILE;
    }
  else if (changes & VIEW_CHANGED_RANKS)
    {
      timeline_scene_choose_ranks (self);
      if (self->compares_steps)
        timeline_scene_compare_steps (self);
      seen |= SCENE_CHANGED_TREE | SCENE_CHANGED_FOCUS;
    }
  if (changes & VIEW_CHANGED_RANKS)
    seen |= SCENE_CHANGED_RANKS;
  if (changes & VIEW_CHANGED_SPAN)
    timeline_motion_follow (self->motion);
  if (changes & VIEW_CHANGED_SELECTION)
    {
      seen |= SCENE_CHANGED_SELECTION;
      timeline_scene_reveal_selection (self);
    }
  if (changes & ~(guint) (VIEW_CHANGED_SPAN | VIEW_CHANGED_MARKS))
    path_keeper_follow (self->path);
  if (changes & VIEW_CHANGED_MARKS)
    seen |= SCENE_CHANGED_MARKS;
  if (seen != 0)
    timeline_scene_emit_changed (self, seen);
}

static void
bookmarks_changed (TimelineScene *self)
{
  timeline_scene_emit_changed (self, SCENE_CHANGED_BOOKMARKS);
}

static void
span_moved (gpointer user_data)
{
  TimelineScene *self = user_data;
  guint rest = timeline_motion_is_moving (self->motion) ? 0 : SCENE_CAME_TO_REST;

  if (rest != 0 && self->compares_steps)
    timeline_scene_compare_steps (self);
  if (rest != 0)
    path_keeper_follow (self->path);
  timeline_scene_emit_changed (self, SCENE_CHANGED_SPAN | rest);
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
  if (changes & RELATIONS_CHANGED_COLLECTIVES)
    seen |= SCENE_CHANGED_COLLECTIVES;
  if (seen != 0)
    timeline_scene_emit_changed (self, seen);
}

static void
no_median_rank (gpointer user_data)
{
  TimelineScene *self = user_data;

  if (self->canvas != NULL)
    gtk_widget_activate_action (self->canvas, "win.say", "s",
                                _ ("This step has no collective of several ranks to compare"));
}

bool
timeline_scene_compare_ranks (TimelineScene *self)
{
  return median_rank_ask (self->median);
}

bool
timeline_scene_can_compare_ranks (TimelineScene *self)
{
  return median_rank_can_ask (self->median);
}

const StepPath *
timeline_scene_path (TimelineScene *self)
{
  return path_keeper_get (self->path);
}

bool
timeline_scene_looks_for_path (TimelineScene *self)
{
  return path_keeper_is_looking (self->path);
}

const char *
timeline_scene_path_refusal (TimelineScene *self)
{
  return path_keeper_is_on (self->path) ? NULL : path_keeper_refusal (self->path);
}

const char *
timeline_scene_path_note (TimelineScene *self)
{
  return path_keeper_note (self->path);
}

void
timeline_scene_show_path_of (TimelineScene *self, uint64_t step)
{
  const ViewSelection *selection = view_state_selection (self->state);
  const Profile *profile = view_state_profile (self->state);
  int64_t begin_ns, end_ns;

  /* Another step's slice, or a span, would have its own path. */
  if (selection->kind != SELECTED_SLICE || timeline_area_step_of_selection (self->state) != step)
    view_state_clear_selection (self->state);
  profile_step_span (profile, step, &begin_ns, &end_ns);
  view_state_set_span (self->state, MIN (begin_ns, step_table_get (profile->steps, step)->host_begin_ns),
                       end_ns);
  path_keeper_show_step (self->path, step);
  g_object_notify (G_OBJECT (self), "shows-path");
}

TimelineScene *
timeline_scene_new (ViewState *state)
{
  TimelineScene *self = g_object_new (TIMELINE_TYPE_SCENE, NULL);

  self->state = g_object_ref (state);
  self->clock = wall_clock_of (view_state_profile (state)->trace);
  self->motion = timeline_motion_new (state, span_moved, self);
  self->median = median_rank_new (state, no_median_rank, self);
  self->path = path_keeper_new (state, path_arrived, self);
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
    .has_instant = self->has_instant,
    .instant_ns = self->instant_ns,
    .unmatched = self->unmatched.n > 0 ? &self->unmatched : NULL,
  };
  self->view.path = path_keeper_get (self->path);
  self->view.path_note = path_keeper_note (self->path);
  self->view.comparison = comparison_keeper_get (self->comparisons);
  self->view.strip = step_strip_keeper_get (self->strips, self->view.profile, self->view.step_rank);
  self->view.grids = lane_grids_keeper_get (self->grids, self->view.profile);
  return &self->view;
}

GtkAdjustment *
timeline_scene_scroll (TimelineScene *self)
{
  return self->scroll;
}

static void
canvas_unmapped (TimelineScene *self)
{
  scroll_memory_tell (self->scroll_memory);
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
  timeline_scene_emit_changed (self, SCENE_CHANGED_STYLE | SCENE_CHANGED_TREE);
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

void
timeline_scene_set_instant (TimelineScene *self, int64_t instant_ns)
{
  self->has_instant = true;
  self->instant_ns = instant_ns;
  timeline_scene_emit_changed (self, SCENE_CHANGED_SPAN | SCENE_CAME_TO_REST);
}

bool
timeline_scene_has_instant (TimelineScene *self)
{
  return self->has_instant;
}

void
timeline_scene_set_unmatched (TimelineScene *self, const UnmatchedSlices *unmatched)
{
  self->unmatched = unmatched != NULL ? *unmatched : (UnmatchedSlices){ 0 };
  timeline_scene_emit_changed (self, SCENE_CHANGED_SPAN);
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
  timeline_scene_emit_changed (self, SCENE_CHANGED_FOUND);
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
