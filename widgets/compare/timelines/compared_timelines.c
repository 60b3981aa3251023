/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/compare/timelines/compared_timelines_private.h"

#include <glib/gi18n-lib.h>

#include "widgets/compare/timelines/alignment_bar.h"
#include "widgets/compare/timelines/side_head.h"
#include "widgets/compare/timelines/sides_search.h"
#include "widgets/compare/timelines/timelines_picture.h"
#include "widgets/compare/timelines/timelines_words.h"
#include "widgets/look/picture.h"
#include "widgets/look/screen_style.h"
#include "widgets/timeline/canvas/timeline_ruler.h"
#include "widgets/timeline/page/timeline_page.h"
#include "widgets/timeline/scene/timeline_layers.h"

G_STATIC_ASSERT (COMPARED_TIMELINES_MAX == LINKED_TIMELINES_MAX && COMPARED_TIMELINES_MAX == SIDE_PAIRS_MAX
                 && COMPARED_TIMELINES_MAX == SIDES_SEARCH_MAX);

/* Of a picture that is saved. */
#define PICTURE_WIDTH_MIN_PX 960
#define PICTURE_SCALE        2

G_DEFINE_FINAL_TYPE (ComparedTimelines, compared_timelines, GTK_TYPE_WIDGET)

enum
{
  PROP_KEYS = 1,
  N_PROPS
};

static guint slice_signal;

static TimelineScene *
scene_of (ComparedTimelines *self, guint side)
{
  return timeline_page_scene (TIMELINE_PAGE (self->pages[side]));
}

static ViewState *
state_of (ComparedTimelines *self, guint side)
{
  return timeline_scene_state (scene_of (self, side));
}

/* ---- the selection ---- */

static void
show_selected (ComparedTimelines *self)
{
  bool has_any = self->n > 0 && self->selected.slices[self->selected.from] != SLICE_NONE;

  selection_line_set (SELECTION_LINE (self->line), self->compared, has_any ? &self->selected : NULL);
}

static void
forget_selected (ComparedTimelines *self)
{
  self->selected = (SelectedSlices){ 0 };
  for (guint i = 0; i < COMPARED_TIMELINES_MAX; i++)
    self->selected.slices[i] = SLICE_NONE;
}

static void
clear_others (ComparedTimelines *self, guint side)
{
  for (guint i = 0; i < self->n; i++)
    if (i != side)
      linked_timelines_select (self->link, i, SLICE_NONE);
}

static void
selected (uint32_t side, gpointer user_data)
{
  ComparedTimelines *self = user_data;
  const ViewSelection *selection = view_state_selection (state_of (self, side));

  pairs_task_cancel_find (self->pairs);
  if (selection->kind == SELECTED_SLICE && self->selected.is_known
      && self->selected.slices[side] == selection->slice)
    {
      /* One of those that are selected already. */
      self->selected.from = side;
      for (guint i = 0; i < self->n; i++)
        linked_timelines_select (self->link, i, self->selected.slices[i]);
      show_selected (self);
      return;
    }
  forget_selected (self);
  self->selected.from = side;
  if (selection->kind == SELECTED_SLICE)
    {
      self->selected.slices[side] = selection->slice;
      pairs_task_find (self->pairs, side, selection->slice);
    }
  else if (selection->kind == SELECTED_AREA)
    linked_timelines_select_area (self->link, side);
  else
    clear_others (self, side);
  show_selected (self);
}

static void
counterparts_found (const SelectedSlices *slices, gpointer user_data)
{
  ComparedTimelines *self = user_data;

  self->selected = *slices;
  for (guint i = 0; i < self->n; i++)
    if (i != slices->from)
      linked_timelines_select (self->link, i, slices->slices[i]);
  show_selected (self);
}

/* To the next side that has one. */
static void
jump (ComparedTimelines *self)
{
  guint from = self->used < self->n ? self->used : 0;

  if (self->n == 0 || self->selected.slices[self->selected.from] == SLICE_NONE)
    {
      compared_timelines_say (self, _ ("No slice is selected"));
      return;
    }
  for (guint by = 1; by < self->n; by++)
    {
      guint side = (from + by) % self->n;

      if (self->selected.slices[side] == SLICE_NONE)
        continue;
      timeline_scene_go_to_slice (scene_of (self, side), self->selected.slices[side]);
      gtk_widget_grab_focus (self->pages[side]);
      return;
    }
  compared_timelines_say (self, _ ("The selected slice has no counterpart"));
}

/* ---- slices without a counterpart ---- */

static void
pairs_arrived (gpointer user_data)
{
  ComparedTimelines *self = user_data;
  SidePairs *pairs = pairs_task_pairs (self->pairs);

  for (guint i = 0; i < self->n; i++)
    {
      UnmatchedSlices unmatched = { 0 };

      if (pairs != NULL)
        unmatched = side_pairs_unmatched (pairs, i);
      timeline_scene_set_unmatched (scene_of (self, i), &unmatched);
    }
}

/* ---- search ---- */

static void
set_search_shown (ComparedTimelines *self, bool is_shown)
{
  gtk_widget_set_visible (self->search, is_shown);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->search_button), is_shown);
}

static void
begin_search (ComparedTimelines *self)
{
  set_search_shown (self, true);
  sides_search_begin (SIDES_SEARCH (self->search));
}

static bool
end_search (ComparedTimelines *self)
{
  bool was_shown = gtk_widget_get_visible (self->search);
  bool had_any = sides_search_clear (SIDES_SEARCH (self->search));

  set_search_shown (self, false);
  return was_shown || had_any;
}

static void
search_toggled (ComparedTimelines *self)
{
  bool is_wanted = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->search_button));

  if (is_wanted == gtk_widget_get_visible (self->search))
    return;
  if (is_wanted)
    begin_search (self);
  else
    end_search (self);
}

static gboolean
compared_timelines_grab_focus (GtkWidget *widget)
{
  ComparedTimelines *self = COMPARED_TIMELINES (widget);

  return self->n > 0 && gtk_widget_grab_focus (self->pages[MIN (self->used, self->n - 1)]);
}

static void
search_left (ComparedTimelines *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
}

/* Selects the match; moves the view only when it lies outside. */
static void
show_match (ComparedTimelines *self, guint side, guint64 slice)
{
  ViewState *state = state_of (self, side);
  const SliceColumns *slices = trace_slices (view_state_profile (state)->trace);
  int64_t begin_ns, end_ns;

  view_state_span (state, &begin_ns, &end_ns);
  if (slice_start_ns (slices, slice) >= end_ns || slice_end_ns (slices, slice) <= begin_ns)
    timeline_scene_go_to_slice (scene_of (self, side), slice);
  else
    view_state_select_slice (state, slice);
}

/* ---- commands ---- */

static guint
side_of_page (ComparedTimelines *self, GtkWidget *page)
{
  guint side = 0;

  while (side + 1 < self->n && self->pages[side] != page)
    side++;
  return side;
}

static void
want_slice (ComparedTimelines *self, guint side)
{
  const ViewSelection *selection = view_state_selection (state_of (self, side));

  if (selection->kind == SELECTED_SLICE)
    g_signal_emit (self, slice_signal, 0, side, selection->slice);
  else
    compared_timelines_say (self, _ ("No slice is selected"));
}

static bool
clear (ComparedTimelines *self, guint side)
{
  if (end_search (self))
    return true;
  /* The rank of a side stays. */
  return view_state_selection (state_of (self, side))->kind == SELECTED_NOTHING;
}

static gboolean
do_command (ComparedTimelines *self, int command, GtkWidget *page)
{
  guint side = side_of_page (self, page);

  switch (command)
    {
    case TIMELINE_COUNTERPART:
      jump (self);
      return TRUE;
    case TIMELINE_SEARCH:
      begin_search (self);
      return TRUE;
    case TIMELINE_NEXT_FOUND:
    case TIMELINE_PREVIOUS_FOUND:
      if (!sides_search_walk (SIDES_SEARCH (self->search), command == TIMELINE_NEXT_FOUND ? 1 : -1))
        begin_search (self);
      return TRUE;
    case TIMELINE_PREVIOUS_STEP:
    case TIMELINE_NEXT_STEP:
      return alignment_bar_walk (ALIGNMENT_BAR (self->bar), command == TIMELINE_NEXT_STEP ? 1 : -1);
    case TIMELINE_SHOW_DETAILS:
      want_slice (self, side);
      return TRUE;
    case TIMELINE_BOOKMARK:
      compared_timelines_say (self, _ ("Bookmarks are set on the Timeline page"));
      return TRUE;
    case TIMELINE_CLEAR:
      return clear (self, side);
    default:
      return FALSE;
    }
}

static void
page_entered (GtkEventControllerFocus *focus, ComparedTimelines *self)
{
  self->used = side_of_page (self, gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (focus)));
  sides_search_set_side (SIDES_SEARCH (self->search), self->used);
}

/* ---- the timelines ---- */

static void
drop_pages (ComparedTimelines *self)
{
  GtkWidget *child;

  linked_timelines_set (self->link, NULL, 0);
  sides_search_set (SIDES_SEARCH (self->search), NULL, 0);
  if (self->ruler != NULL)
    gtk_box_remove (GTK_BOX (self->column), self->ruler);
  self->ruler = NULL;
  while ((child = gtk_widget_get_first_child (self->rows)) != NULL)
    gtk_box_remove (GTK_BOX (self->rows), child);
  self->n = 0;
  self->used = 0;
}

static void
add_page (ComparedTimelines *self, guint side)
{
  const ComparedSide *of = &self->compared->sides[side];
  const StatsScope *stats = &self->compared->comparison.sides[side].steps.scope;
  ViewScope scope = { .window = SCOPE_WHOLE, .rank = stats->rank, .device = stats->device };
  g_autoptr (ViewState) state = view_state_new (of->profile);
  GtkEventController *focus = gtk_event_controller_focus_new ();
  /* Translators: of a side of a comparison, which is a letter. */
  g_autofree char *label = g_strdup_printf (_ ("Timeline of %s"), compared_letter (side));

  view_state_set_scope (state, &scope);
  self->heads[side] = side_head_new ();
  self->pages[side] = timeline_page_new (state);
  timeline_page_stand_beside (TIMELINE_PAGE (self->pages[side]), self->heads[side], label);
  g_object_set (self->pages[side], "keys", self->keys, NULL);
  gtk_widget_set_vexpand (self->pages[side], TRUE);
  gtk_widget_add_css_class (self->pages[side], "side-timeline");
  g_signal_connect_object (self->pages[side], "command", G_CALLBACK (do_command), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (focus, "enter", G_CALLBACK (page_entered), self, G_CONNECT_DEFAULT);
  gtk_widget_add_controller (self->pages[side], focus);
  gtk_box_append (GTK_BOX (self->rows), self->pages[side]);
}

/* Whether what is shown is of the same profiles and ranks. */
static bool
shows_same (ComparedTimelines *self, guint n)
{
  for (guint i = 0; i < self->n && i < n; i++)
    {
      const StatsScope *stats = &self->compared->comparison.sides[i].steps.scope;
      const ViewScope *scope = view_state_scope (state_of (self, i));

      if (view_state_profile (state_of (self, i)) != self->compared->sides[i].profile
          || scope->rank != stats->rank || scope->device != stats->device)
        return false;
    }
  return n == self->n;
}

static void
make_pages (ComparedTimelines *self, guint n)
{
  TimelineScene *scenes[COMPARED_TIMELINES_MAX];

  drop_pages (self);
  for (guint i = 0; i < n; i++)
    {
      add_page (self, i);
      scenes[i] = scene_of (self, i);
    }
  self->n = n;
  if (n == 0)
    return;
  self->ruler = timeline_ruler_new (scenes[0]);
  gtk_box_insert_child_after (GTK_BOX (self->column), self->ruler, self->search);
  linked_timelines_set (self->link, scenes, n);
  sides_search_set (SIDES_SEARCH (self->search), scenes, n);
}

static guint
n_shown (ComparedTimelines *self)
{
  return self->compared != NULL ? MIN (self->compared->n_sides, COMPARED_TIMELINES_MAX) : 0;
}

static void
make_current (ComparedTimelines *self)
{
  guint n = n_shown (self);

  if (!self->is_stale)
    return;
  self->is_stale = false;
  self->is_by_user = false;
  pairs_task_set (self->pairs, NULL);
  alignment_bar_set_choices (ALIGNMENT_BAR (self->bar), NULL);
  if (!shows_same (self, n))
    make_pages (self, n);
  for (guint i = 0; i < n; i++)
    {
      side_head_set (self->heads[i], self->compared, i);
      linked_timelines_select (self->link, i, SLICE_NONE);
    }
  forget_selected (self);
  show_selected (self);
  gtk_widget_set_visible (self->note,
                          self->compared != NULL && self->compared->n_sides > COMPARED_TIMELINES_MAX);
  compared_alignment_by_begins (self);
  alignment_task_set (self->alignments, self->compared, n);
  pairs_task_set (self->pairs, self->compared);
}

void
compared_timelines_set (ComparedTimelines *self, Compared *compared)
{
  Compared *before = self->compared;

  pairs_task_set (self->pairs, NULL);
  alignment_bar_set_choices (ALIGNMENT_BAR (self->bar), NULL);
  alignment_task_set (self->alignments, NULL, 0);
  forget_selected (self);
  selection_line_set (SELECTION_LINE (self->line), NULL, NULL);
  self->compared = compared != NULL ? compared_ref (compared) : NULL;
  self->is_stale = true;
  if (compared == NULL)
    drop_pages (self);
  else if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    make_current (self);
  else if (!shows_same (self, n_shown (self)))
    drop_pages (self); /* they keep profiles in memory */
  compared_unref (before);
}

void
compared_timelines_show_slices (ComparedTimelines *self, const uint64_t *slices)
{
  if (self->compared == NULL)
    return;
  make_current (self);
  pairs_task_cancel_find (self->pairs);
  forget_selected (self);
  for (guint i = self->n; i-- > 0;)
    {
      const SliceColumns *columns = trace_slices (self->compared->sides[i].profile->trace);

      self->selected.slices[i] = slices[i] < columns->n ? slices[i] : SLICE_NONE;
      self->selected.answers[i] = COUNTERPART_NO_NAME;
      if (self->selected.slices[i] != SLICE_NONE)
        self->selected.from = i;
    }
  self->selected.is_known = true;
  compared_alignment_by_selected (self);
  for (guint i = 0; i < self->n; i++)
    linked_timelines_select (self->link, i, self->selected.slices[i]);
  show_selected (self);
}

/* ---- a picture ---- */

typedef struct
{
  TimelinesPicture picture;
  DrawStyle style;
  int width_px, height_px;
  bool is_drawn;
} Drawing;

static void
draw_picture (cairo_t *cr, void *user_data)
{
  Drawing *drawing = user_data;

  drawing->is_drawn =
    timelines_picture_draw (cr, &drawing->picture, &drawing->style, drawing->width_px, drawing->height_px);
}

/* What a glide leads to is shown, wherever it is now. */
static void
take_side (ComparedTimelines *self, guint side, TimelinesPicture *picture)
{
  TimelineView *view = &picture->views[side];

  *view = *timeline_scene_view (scene_of (self, side));
  view_state_span (state_of (self, side), &view->begin_ns, &view->end_ns);
  picture->marks[side] = timeline_layers_marks (scene_of (self, side));
  picture->marks[side].fans = NULL; /* they are kept for the canvas */
}

bool
compared_timelines_has_picture (ComparedTimelines *self)
{
  return self->compared != NULL && !self->is_stale && self->n > 0;
}

bool
compared_timelines_save (ComparedTimelines *self, const char *path, GError **error)
{
  PictureFormat format = PICTURE_PNG;
  bool has_selected = self->selected.slices[self->selected.from] != SLICE_NONE;
  Drawing drawing = {
    .picture = { .compared = self->compared,
                 .n = self->n,
                 .header_px = timeline_scene_header_px (scene_of (self, 0)),
                 .aligned_by = self->aligned_by,
                 .selected = has_selected ? &self->selected : NULL },
    .style = *screen_style_get (GTK_WIDGET (self)),
    .width_px = MAX (gtk_widget_get_width (GTK_WIDGET (self)), PICTURE_WIDTH_MIN_PX),
  };
  const Theme printed = theme_with_patterns (drawing.style.theme);

  for (guint side = 0; side < self->n; side++)
    take_side (self, side, &drawing.picture);
  picture_format_of_path (path, &format);
  if (format == PICTURE_PDF) /* it may be printed without colour */
    drawing.style.theme = &printed;
  drawing.height_px = timelines_picture_height_px (&drawing.picture, &drawing.style, drawing.width_px);
  if (!picture_write (path, format, drawing.width_px, drawing.height_px, PICTURE_SCALE, draw_picture,
                      &drawing, error))
    return false;
  if (!drawing.is_drawn)
    g_set_error_literal (error, PICTURE_ERROR, PICTURE_ERROR_WRITE, _ ("Not enough memory for this picture"));
  return drawing.is_drawn;
}

/* ---- the widget ---- */

static void
compared_timelines_map (GtkWidget *widget)
{
  make_current (COMPARED_TIMELINES (widget));
  GTK_WIDGET_CLASS (compared_timelines_parent_class)->map (widget);
}

static void
compared_timelines_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  if (id == PROP_KEYS)
    g_value_set_string (value, COMPARED_TIMELINES (object)->keys);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
}

static void
compared_timelines_set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  ComparedTimelines *self = COMPARED_TIMELINES (object);

  if (id != PROP_KEYS)
    {
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
      return;
    }
  g_free (self->keys);
  self->keys = g_value_dup_string (value);
  for (guint i = 0; i < self->n; i++)
    g_object_set (self->pages[i], "keys", self->keys, NULL);
}

static void
compared_timelines_dispose (GObject *object)
{
  ComparedTimelines *self = COMPARED_TIMELINES (object);

  if (self->column != NULL)
    {
      drop_pages (self);
      g_clear_pointer (&self->column, gtk_widget_unparent);
    }
  g_clear_pointer (&self->alignments, alignment_task_free);
  g_clear_pointer (&self->pairs, pairs_task_free);
  g_clear_pointer (&self->link, linked_timelines_free);
  g_clear_pointer (&self->compared, compared_unref);
  g_clear_pointer (&self->keys, g_free);
  g_clear_pointer (&self->aligned_by, g_free);
  G_OBJECT_CLASS (compared_timelines_parent_class)->dispose (object);
}

static void
compared_timelines_class_init (ComparedTimelinesClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = compared_timelines_dispose;
  object_class->get_property = compared_timelines_get_property;
  object_class->set_property = compared_timelines_set_property;
  widget_class->map = compared_timelines_map;
  widget_class->grab_focus = compared_timelines_grab_focus;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  g_object_class_install_property (
    object_class, PROP_KEYS,
    g_param_spec_string ("keys", NULL, NULL, NULL, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS));
  slice_signal = g_signal_new ("slice-wanted", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                               NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT64);
}

static GtkWidget *
save_button_new (void)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("document-save-symbolic");
  const char *text = _ ("Save the timelines as a picture");

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.save-comparison");
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  return button;
}

static GtkWidget *
bar_new (ComparedTimelines *self)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  g_autofree char *note = g_strdup_printf (_ ("The first %d sides"), COMPARED_TIMELINES_MAX);

  self->bar = alignment_bar_new ();
  gtk_widget_set_hexpand (self->bar, TRUE);
  gtk_box_append (GTK_BOX (line), self->bar);
  self->note = gtk_label_new (note);
  gtk_widget_add_css_class (self->note, "secondary");
  gtk_widget_set_tooltip_text (self->note, _ ("Only these have a timeline here"));
  gtk_box_append (GTK_BOX (line), self->note);
  self->search_button = gtk_toggle_button_new ();
  gtk_button_set_icon_name (GTK_BUTTON (self->search_button), "edit-find-symbolic");
  gtk_widget_add_css_class (self->search_button, "flat");
  gtk_widget_set_valign (self->search_button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (self->search_button, _ ("Search all timelines"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->search_button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Search all timelines"), -1);
  gtk_box_append (GTK_BOX (line), self->search_button);
  gtk_box_append (GTK_BOX (line), save_button_new ());
  gtk_widget_add_css_class (line, "page-bar");
  return line;
}

static void
compared_timelines_init (ComparedTimelines *self)
{
  self->link = linked_timelines_new (selected, self);
  self->alignments = alignment_task_new (compared_alignment_set_choices, compared_alignment_found, self);
  self->pairs = pairs_task_new (pairs_arrived, counterparts_found, self);
  forget_selected (self);
  self->column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (self->column), bar_new (self));
  self->search = sides_search_new ();
  gtk_widget_add_css_class (self->search, "page-bar");
  gtk_widget_set_visible (self->search, FALSE);
  gtk_box_append (GTK_BOX (self->column), self->search);
  self->rows = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_set_homogeneous (GTK_BOX (self->rows), TRUE);
  gtk_widget_set_vexpand (self->rows, TRUE);
  gtk_box_append (GTK_BOX (self->column), self->rows);
  self->line = selection_line_new ();
  gtk_box_append (GTK_BOX (self->column), self->line);
  gtk_widget_set_parent (self->column, GTK_WIDGET (self));
  g_signal_connect_swapped (self->bar, "chosen", G_CALLBACK (compared_alignment_chosen), self);
  g_signal_connect_swapped (self->search_button, "toggled", G_CALLBACK (search_toggled), self);
  g_signal_connect_swapped (self->search, "walked", G_CALLBACK (show_match), self);
  g_signal_connect_swapped (self->search, "left", G_CALLBACK (search_left), self);
  g_signal_connect_swapped (self->line, "jump", G_CALLBACK (jump), self);
  g_signal_connect_swapped (self->line, "align", G_CALLBACK (compared_alignment_by_selected), self);
}

GtkWidget *
compared_timelines_new (void)
{
  return g_object_new (COMPARED_TYPE_TIMELINES, NULL);
}
