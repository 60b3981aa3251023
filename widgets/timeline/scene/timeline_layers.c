/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/scene/timeline_layers.h"

#include "widgets/controls/ink_node.h"
#include "widgets/controls/retained_picture.h"
#include "widgets/look/screen_style.h"
#include "widgets/state/bookmark_list.h"
#include "widgets/timeline/draw/bookmarks_draw.h"
#include "widgets/timeline/draw/flow_overlay.h"
#include "widgets/timeline/draw/path_draw.h"
#include "widgets/timeline/draw/same_name_draw.h"

/* Over the rows, from the lowest up. */
typedef enum
{
  OVERLAY_BOOKMARKS,
  OVERLAY_MARKS,
  OVERLAY_HOVERED,
  OVERLAY_TOOLTIP,
  N_OVERLAYS
} OverlayId;

typedef struct
{
  GskRenderNode *node; /* NULL where there is nothing to be seen */
  bool is_made;
} Overlay;

struct TimelineLayers
{
  TimelineScene *scene;
  GtkWidget *canvas;
  TimelinePlan *plan;
  FlowOverlay *flows;

  RetainedPicture *rows;
  const NameSeries *drawn_series; /* marked on the rows as they were drawn */
  bool has_drawn_dimmed;
  Overlay overlays[N_OVERLAYS];
  GskRenderNode *focus_ring;
  TimelineLinks links; /* of the marks as drawn */

  TimelineHit hit; /* under the pointer */
  double x_px, y_px;
};

static const TimelineHit nothing_hit = { .row = UINT32_MAX, .slice = SLICE_NONE };

static bool
hits_something (const TimelineHit *hit)
{
  return hit->slice != SLICE_NONE || hit->is_gap;
}

static bool
is_same_hit (const TimelineHit *a, const TimelineHit *b)
{
  return a->slice == b->slice && a->is_gap == b->is_gap && a->row == b->row && a->begin_ns == b->begin_ns;
}

/* ---- drawing ---- */

static void
draw_rows (cairo_t *cr, gpointer user_data)
{
  TimelineLayers *self = user_data;
  const TimelineView *view = timeline_scene_view (self->scene);

  SliceRelations *relations = timeline_scene_relations (self->scene);

  timeline_plan_make (self->plan, view, gtk_widget_get_scale_factor (self->canvas));
  timeline_draw_rows (cr, view, self->plan, screen_style_get (self->canvas));

  const FlowIndex *flows = slice_relations_flows (relations);
  if (flows != NULL
      && flow_overlay_make (self->flows, flows, view, gtk_widget_get_scale_factor (self->canvas)))
    flow_overlay_draw (cr, self->flows, screen_style_get (self->canvas));

  g_clear_pointer (&self->drawn_series, name_series_unref);
  self->has_drawn_dimmed = slice_relations_dims_others (relations);
  if (slice_relations_series (relations) != NULL)
    {
      self->drawn_series = name_series_ref (slice_relations_series (relations));
      same_name_draw (cr, view, screen_style_get (self->canvas), self->drawn_series, self->has_drawn_dimmed,
                      timeline_plan_scale (self->plan));
    }
  if (view->path != NULL)
    path_draw (cr, view, screen_style_get (self->canvas), timeline_plan_scale (self->plan),
               timeline_layers_marks (self->scene).selected);
}

/* Of thousands of slices, which may stand in every row: they are marked in the pixels of the rows. */
static bool
has_other_series (const TimelineLayers *self)
{
  SliceRelations *relations = timeline_scene_relations (self->scene);
  const NameSeries *series = slice_relations_series (relations);

  return series != self->drawn_series
         || (series != NULL && slice_relations_dims_others (relations) != self->has_drawn_dimmed);
}

TimelineMarks
timeline_layers_marks (TimelineScene *scene)
{
  const ViewSelection *selection = view_state_selection (timeline_scene_state (scene));
  SliceRelations *relations = timeline_scene_relations (scene);

  return (TimelineMarks){
    .selected = selection->kind == SELECTED_SLICE ? selection->slice : SLICE_NONE,
    .hovered = SLICE_NONE,
    .focused = SLICE_NONE,
    .has_gap = selection->kind == SELECTED_GAP,
    .gap_device = selection->device,
    .has_area = selection->kind == SELECTED_AREA,
    .begin_ns = selection->begin_ns,
    .end_ns = selection->end_ns,
    .tracks = selection->tracks,
    .marks = view_state_marks (timeline_scene_state (scene)),
    .found = timeline_scene_found (scene),
    .pairs = slice_relations_pairs (relations),
    .fans = slice_relations_fans (relations),
    .collectives = slice_relations_collectives (relations),
    .same_name = slice_relations_series (relations),
    .dims_others = slice_relations_dims_others (relations),
    .draws_path = true,
  };
}

static void
draw_marks (cairo_t *cr, gpointer user_data)
{
  TimelineLayers *self = user_data;
  TimelineMarks marks = timeline_layers_marks (self->scene);

  marks.same_name = NULL;
  marks.draws_path = false;
  timeline_draw_marks (cr, timeline_scene_view (self->scene), self->plan, screen_style_get (self->canvas),
                       &marks, &self->links);
}

static void
draw_bookmarks (cairo_t *cr, gpointer user_data)
{
  TimelineLayers *self = user_data;
  size_t n;
  const BookmarkMark *marks =
    bookmark_list_marks (view_state_bookmarks (timeline_scene_state (self->scene)), &n);

  bookmarks_draw_canvas (cr, timeline_scene_view (self->scene), screen_style_get (self->canvas), marks, n);
}

static void
draw_hovered (cairo_t *cr, gpointer user_data)
{
  TimelineLayers *self = user_data;
  TimelineMarks marks = {
    .selected = SLICE_NONE,
    .hovered = self->hit.slice,
    .focused = SLICE_NONE,
    .pairs = slice_relations_pairs (timeline_scene_relations (self->scene)),
    .fans = slice_relations_fans (timeline_scene_relations (self->scene)),
  };

  timeline_draw_marks (cr, timeline_scene_view (self->scene), self->plan, screen_style_get (self->canvas),
                       &marks, NULL);
}

static void
draw_tooltip (cairo_t *cr, gpointer user_data)
{
  TimelineLayers *self = user_data;

  timeline_draw_tooltip (cr, timeline_scene_view (self->scene), screen_style_get (self->canvas), &self->hit,
                         self->x_px, self->y_px);
}

/* The selected slice already has a ring and an arrow, and the details say more than a tooltip. */
static bool
is_selected (const TimelineLayers *self, const TimelineHit *hit)
{
  const ViewSelection *selection = view_state_selection (timeline_scene_state (self->scene));
  uint32_t n_rows;

  if (!hit->is_gap)
    return selection->kind == SELECTED_SLICE && selection->slice == hit->slice;
  return selection->kind == SELECTED_GAP && selection->begin_ns == hit->begin_ns
         && selection->device == timeline_scene_rows (self->scene, &n_rows)[hit->row].device;
}

/* ---- layers ---- */

static void
drop (TimelineLayers *self, OverlayId id)
{
  g_clear_pointer (&self->overlays[id].node, gsk_render_node_unref);
  self->overlays[id].is_made = false;
}

static void
make (TimelineLayers *self, OverlayId id, bool is_there, void (*draw) (cairo_t *cr, gpointer user_data))
{
  Overlay *overlay = &self->overlays[id];

  if (!overlay->is_made && is_there)
    overlay->node =
      ink_node_new (gtk_widget_get_width (self->canvas), gtk_widget_get_height (self->canvas), draw, self);
  overlay->is_made = true;
}

static void
make_overlays (TimelineLayers *self)
{
  bool is_hovering = hits_something (&self->hit) && !is_selected (self, &self->hit);

  if (!self->overlays[OVERLAY_MARKS].is_made)
    self->links.n = 0;
  make (self, OVERLAY_BOOKMARKS, true, draw_bookmarks);
  make (self, OVERLAY_MARKS, true, draw_marks);
  make (self, OVERLAY_HOVERED, is_hovering && self->hit.slice != SLICE_NONE, draw_hovered);
  make (self, OVERLAY_TOOLTIP, is_hovering, draw_tooltip);
}

void
timeline_layers_snapshot (TimelineLayers *self, GtkSnapshot *snapshot)
{
  int width_px = gtk_widget_get_width (self->canvas), height_px = gtk_widget_get_height (self->canvas);

  if (width_px <= 0 || height_px <= 0)
    return;
  retained_picture_snapshot (self->rows, self->canvas, snapshot, width_px, height_px, draw_rows, self);
  make_overlays (self);
  for (OverlayId id = 0; id < N_OVERLAYS; id++)
    if (self->overlays[id].node != NULL)
      gtk_snapshot_append_node (snapshot, self->overlays[id].node);
  if (gtk_widget_has_visible_focus (self->canvas))
    {
      if (self->focus_ring == NULL)
        self->focus_ring = ink_node_focus_ring (self->canvas);
      gtk_snapshot_append_node (snapshot, self->focus_ring);
    }
}

void
timeline_layers_hover (TimelineLayers *self, const TimelineHit *hit, double x_px, double y_px)
{
  hit = hit != NULL ? hit : &nothing_hit;
  bool is_same = is_same_hit (hit, &self->hit);

  self->x_px = x_px;
  self->y_px = y_px;
  if (is_same && !hits_something (hit))
    return;
  if (!is_same)
    drop (self, OVERLAY_HOVERED);
  self->hit = *hit;
  drop (self, OVERLAY_TOOLTIP);
  gtk_widget_queue_draw (self->canvas);
}

const TimelineLink *
timeline_layers_link_at (const TimelineLayers *self, double x_px, double y_px)
{
  for (int i = self->links.n - 1; i >= 0; i--)
    if (rect_holds (&self->links.links[i].rect, x_px, y_px))
      return &self->links.links[i];
  return NULL;
}

/* ---- invalidation ---- */

void
timeline_layers_scene_changed (TimelineLayers *self, guint changes)
{
  guint view = SCENE_CHANGED_SPAN | SCENE_CHANGED_TREE | SCENE_CHANGED_STYLE | SCENE_CHANGED_PROFILE;
  guint selected =
    SCENE_CHANGED_SELECTION | SCENE_CHANGED_MARKS | SCENE_CHANGED_PAIRS | SCENE_CHANGED_COLLECTIVES;

  /* The path dims all but the selected slice. */
  guint drawn = view | SCENE_CHANGED_FLOWS | SCENE_CHANGED_PATH
                | (timeline_scene_path (self->scene) != NULL ? SCENE_CHANGED_SELECTION : 0);

  if ((changes & drawn) || has_other_series (self))
    retained_picture_invalidate (self->rows);
  if (changes & (view | SCENE_CHANGED_BOOKMARKS))
    drop (self, OVERLAY_BOOKMARKS);
  if (changes & (view | selected | SCENE_CHANGED_COMPARISON | SCENE_CHANGED_FOUND | SCENE_CHANGED_PATH))
    drop (self, OVERLAY_MARKS);
  if (changes & (view | selected))
    {
      drop (self, OVERLAY_HOVERED);
      drop (self, OVERLAY_TOOLTIP);
    }
  if (changes & view)
    self->hit = nothing_hit;
  if (changes & SCENE_CHANGED_STYLE)
    g_clear_pointer (&self->focus_ring, gsk_render_node_unref);
}

void
timeline_layers_resized (TimelineLayers *self)
{
  g_clear_pointer (&self->focus_ring, gsk_render_node_unref);
}

/* ---- life ---- */

TimelineLayers *
timeline_layers_new (TimelineScene *scene, GtkWidget *canvas)
{
  TimelineLayers *self = g_new0 (TimelineLayers, 1);

  self->scene = scene;
  self->canvas = canvas;
  self->plan = timeline_plan_new ();
  self->flows = flow_overlay_new ();
  self->rows = retained_picture_new ();
  self->hit = nothing_hit;
  return self;
}

void
timeline_layers_free (TimelineLayers *self)
{
  if (self == NULL)
    return;
  for (OverlayId id = 0; id < N_OVERLAYS; id++)
    drop (self, id);
  g_clear_pointer (&self->focus_ring, gsk_render_node_unref);
  retained_picture_free (self->rows);
  g_clear_pointer (&self->drawn_series, name_series_unref);
  timeline_plan_free (self->plan);
  flow_overlay_free (self->flows);
  g_free (self);
}
