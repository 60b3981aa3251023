/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/details/selection/selection_page.h"

#include <glib/gi18n-lib.h>

#include "widgets/controls/background_answer.h"
#include "widgets/controls/exact_name.h"
#include "widgets/details/facts/area_text.h"
#include "widgets/details/facts/collective_facts.h"
#include "widgets/details/facts/field_grid.h"
#include "widgets/details/facts/selection_text.h"
#include "widgets/details/facts/source_place.h"
#include "widgets/details/selection/collective_panel.h"
#include "widgets/details/selection/name_panel.h"
#include "widgets/details/selection/operator_stack.h"
#include "widgets/details/selection/path_panel.h"
#include "widgets/details/selection/slice_arguments.h"
#include "widgets/look/screen_style.h"

#define SWATCH_PX 16
#define MARGIN_PX 16
#define GAP_PX    12

/* From this width on the durations of the name stand at the right, else below everything. */
#define SIDE_FROM_PX   1600
#define SIDE_PX        420
#define SIDE_CHART_PX  64
#define BELOW_CHART_PX 110

struct _SelectionPage
{
  GtkWidget parent_instance;

  TimelineScene *scene; /* not owned: the pane's */
  ViewState *state;
  WorkKind work; /* that the swatch shows */
  BackgroundAnswer *answer;

  GtkWidget *scroller, *content, *empty;
  GtkWidget *side, *below; /* the durations of the name: one of them is shown */
  bool is_wide;
  guint widen_source;
  GtkWidget *swatch, *title, *note;
  GtkWidget *fields, *collective, *path, *stack, *name, *arguments;
};

G_DEFINE_TYPE (SelectionPage, selection_page, GTK_TYPE_WIDGET)

/* ---- what takes longer ---- */

typedef struct
{
  const Profile *profile;
  ViewSelection selection;
  IdleGap gap;
  bool has_gap;
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  profile_unref (question->profile);
  g_free (question);
}

static void
work_on (gpointer data)
{
  Question *question = data;
  const Profile *profile = question->profile;
  const ViewSelection *selection = &question->selection;

  question->has_gap = idle_gap_explain (profile->trace, profile->steps, selection->device,
                                        selection->begin_ns, selection->end_ns, &question->gap);
}

static void
show_note (SelectionPage *self, const Profile *profile, uint64_t slice, const NamePlace *place, bool is_whole)
{
  g_autofree char *kind = detail_fields_kind (profile, slice);

  if (place == NULL || place->n == 0)
    {
      gtk_label_set_text (GTK_LABEL (self->note), kind);
      return;
    }
  g_autofree char *where =
    detail_fields_place (place->place, place->n, is_whole, screen_style_get (GTK_WIDGET (self))->numbers);
  /* Translators: the kind of a slice, then its place among those with the same name */
  g_autofree char *note = g_strdup_printf (_ ("%s, %s"), kind, where);
  gtk_label_set_text (GTK_LABEL (self->note), note);
}

static void
show_gap (SelectionPage *self, const Profile *profile, const ViewSelection *selection, const IdleGap *gap)
{
  g_autoptr (GArray) fields = detail_fields_new ();

  detail_fields_add_gap (fields, profile, selection, gap, screen_style_get (GTK_WIDGET (self))->numbers);
  field_grid_set_fields (DETAILS_FIELD_GRID (self->fields), fields);
}

static void
show_answer (gpointer data, gpointer user_data)
{
  const Question *question = data;
  SelectionPage *self = user_data;

  if (question->has_gap)
    show_gap (self, question->profile, &question->selection, &question->gap);
}

static void
ask (SelectionPage *self, const Profile *profile, const ViewSelection *selection)
{
  Question *question = g_new0 (Question, 1);

  question->profile = profile_ref (profile);
  question->selection = *selection;
  background_answer_ask (self->answer, question, question_free, work_on, show_answer, self);
}

/* ---- what is known at once ---- */

static void
set_title (SelectionPage *self, const char *title)
{
  gtk_label_set_text (GTK_LABEL (self->title), title);
}

static void
show_exact_name (SelectionPage *self, const char *shown)
{
  g_autofree char *exact = selection_text_exact_name (self->state);
  bool differs = exact != NULL && g_strcmp0 (exact, shown) != 0;

  gtk_widget_set_visible (self->name, differs);
  if (differs)
    exact_name_set (DETAILS_EXACT_NAME (self->name), exact,
                    gtk_widget_get_width (GTK_WIDGET (self)) - 2 * MARGIN_PX);
}

static void
show_fields (SelectionPage *self, const Profile *profile, uint64_t slice)
{
  const CollectiveLinks *collectives = slice_relations_collectives (timeline_scene_relations (self->scene));
  const NumberStyle *numbers = screen_style_get (GTK_WIDGET (self))->numbers;
  g_autoptr (GArray) fields = detail_fields_new ();
  CollectiveLink link;

  detail_fields_add_slice (fields, profile, slice, numbers);
  if (collective_links_find (collectives, slice, &link))
    collective_facts_add (fields, profile->trace, &link, numbers);
  field_grid_set_fields (DETAILS_FIELD_GRID (self->fields), fields);
}

static void
show_slice (SelectionPage *self, const Profile *profile, uint64_t slice)
{
  const Trace *trace = profile->trace;
  g_autofree char *stack = source_place_stack (trace, slice);
  const char *name = trace_display_name (trace, slice_name (trace_slices (trace), slice));

  self->work = work_kind_of_slice (profile->works, slice);
  gtk_widget_queue_draw (self->swatch);
  set_title (self, name);
  show_note (self, profile, slice, NULL, true);
  show_exact_name (self, name);
  show_fields (self, profile, slice);
  operator_stack_set (DETAILS_OPERATOR_STACK (self->stack), stack);
  slice_arguments_set (DETAILS_SLICE_ARGUMENTS (self->arguments), profile, slice);
}

static void
show_area (SelectionPage *self)
{
  g_autoptr (GArray) fields = detail_fields_new ();
  g_autofree char *rows = area_text_rows (view_state_selection (self->state)->tracks);

  gtk_label_set_text (GTK_LABEL (self->note), rows);
  detail_fields_add_area (fields, self->state, screen_style_get (GTK_WIDGET (self))->numbers);
  field_grid_set_fields (DETAILS_FIELD_GRID (self->fields), fields);
}

static void
show_panels (SelectionPage *self)
{
  bool is_slice = view_state_selection (self->state)->kind == SELECTED_SLICE;

  gtk_widget_set_visible (self->side, is_slice && self->is_wide);
  gtk_widget_set_visible (self->below, is_slice && !self->is_wide);
}

void
selection_page_update_series (SelectionPage *self)
{
  const Profile *profile = view_state_profile (self->state);
  const ViewSelection *selection = view_state_selection (self->state);
  bool is_whole;
  const NameSeries *series =
    slice_relations_series_in_scope (timeline_scene_relations (self->scene), &is_whole);

  if (selection->kind != SELECTED_SLICE)
    return;
  name_panel_set_series (DETAILS_NAME_PANEL (self->side), profile, selection->slice, series, is_whole);
  name_panel_set_series (DETAILS_NAME_PANEL (self->below), profile, selection->slice, series, is_whole);
  if (series == NULL)
    return;
  NamePlace place = name_series_place (series, profile->trace, selection->slice);
  show_note (self, profile, selection->slice, &place, is_whole);
}

void
selection_page_update (SelectionPage *self)
{
  const Profile *profile = view_state_profile (self->state);
  const ViewSelection *selection = view_state_selection (self->state);
  bool is_slice = selection->kind == SELECTED_SLICE;

  background_answer_drop (self->answer);
  gtk_widget_set_visible (self->empty, selection->kind == SELECTED_NOTHING);
  gtk_widget_set_visible (self->scroller, selection->kind != SELECTED_NOTHING);
  gtk_widget_set_visible (self->swatch, is_slice);
  show_panels (self);
  collective_panel_update (DETAILS_COLLECTIVE_PANEL (self->collective));
  path_panel_update (DETAILS_PATH_PANEL (self->path));
  if (!is_slice)
    {
      gtk_widget_set_visible (self->name, FALSE);
      operator_stack_set (DETAILS_OPERATOR_STACK (self->stack), NULL);
      slice_arguments_clear (DETAILS_SLICE_ARGUMENTS (self->arguments));
    }
  switch (selection->kind)
    {
    case SELECTED_NOTHING:
      break;
    case SELECTED_SLICE:
      show_slice (self, profile, selection->slice);
      selection_page_update_series (self);
      break;
    case SELECTED_GAP:
      set_title (self, _ ("Gap"));
      gtk_label_set_text (GTK_LABEL (self->note), _ ("no kernel, memcpy or memset ran on this device"));
      show_gap (self, profile, selection, NULL);
      ask (self, profile, selection);
      break;
    case SELECTED_AREA:
      set_title (self, _ ("Area"));
      show_area (self);
      break;
    }
}

/* ---- widgets ---- */

static void
draw_swatch (GtkDrawingArea *area, cairo_t *cr, int width_px, int height_px, gpointer user_data)
{
  SelectionPage *self = user_data;

  (void) area;
  cairo_rectangle (cr, 0, 0, width_px, height_px);
  theme_fill_work (cr, screen_style_get (GTK_WIDGET (self))->theme, self->work, true);
}

static GtkWidget *
new_title_row (SelectionPage *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  /* What it shows stands beside it in words. */
  self->swatch =
    g_object_new (GTK_TYPE_DRAWING_AREA, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);
  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (self->swatch), SWATCH_PX);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (self->swatch), SWATCH_PX);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->swatch), draw_swatch, self, NULL);
  gtk_widget_set_valign (self->swatch, GTK_ALIGN_CENTER);

  self->title = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->title, "title-4");
  gtk_label_set_selectable (GTK_LABEL (self->title), TRUE);
  gtk_label_set_ellipsize (GTK_LABEL (self->title), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_xalign (GTK_LABEL (self->title), 0);

  self->note = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->note, "caption");
  gtk_widget_add_css_class (self->note, "secondary");
  gtk_label_set_ellipsize (GTK_LABEL (self->note), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (self->note), 0);
  gtk_widget_set_hexpand (self->note, TRUE);

  gtk_box_append (GTK_BOX (row), self->swatch);
  gtk_box_append (GTK_BOX (row), self->title);
  gtk_box_append (GTK_BOX (row), self->note);
  return row;
}

static void
selection_page_dispose (GObject *object)
{
  SelectionPage *self = DETAILS_SELECTION_PAGE (object);

  g_clear_pointer (&self->answer, background_answer_free);
  g_clear_handle_id (&self->widen_source, g_source_remove);
  g_clear_pointer (&self->side, gtk_widget_unparent);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_pointer (&self->empty, gtk_widget_unparent);
  g_clear_object (&self->state);
  G_OBJECT_CLASS (selection_page_parent_class)->dispose (object);
}

/* The width decides where the durations of the name stand; GTK wants to know of that outside of layout. */
static gboolean
widen (gpointer user_data)
{
  SelectionPage *self = user_data;

  self->widen_source = 0;
  self->is_wide = !self->is_wide;
  show_panels (self);
  return G_SOURCE_REMOVE;
}

static int
side_px (SelectionPage *self)
{
  return gtk_widget_should_layout (self->side) ? screen_style_scaled_px (GTK_WIDGET (self), SIDE_PX) : 0;
}

static void
selection_page_measure (GtkWidget *widget,
                        GtkOrientation orientation,
                        int for_size,
                        int *minimum,
                        int *natural,
                        int *minimum_baseline,
                        int *natural_baseline)
{
  SelectionPage *self = DETAILS_SELECTION_PAGE (widget);
  int empty_minimum, empty_natural;

  gtk_widget_measure (self->scroller, orientation, for_size, minimum, natural, minimum_baseline,
                      natural_baseline);
  gtk_widget_measure (self->empty, orientation, for_size, &empty_minimum, &empty_natural, NULL, NULL);
  *minimum = MAX (*minimum, empty_minimum);
  *natural = MAX (*natural, empty_natural);
  gtk_widget_measure (self->side, orientation, -1, &empty_minimum, NULL, NULL, NULL);
  if (orientation == GTK_ORIENTATION_VERTICAL)
    *minimum = MAX (*minimum, empty_minimum);
  *natural = MAX (*natural, *minimum);
}

static void
selection_page_size_allocate (GtkWidget *widget, int width_px, int height_px, int baseline)
{
  SelectionPage *self = DETAILS_SELECTION_PAGE (widget);
  bool is_wide = width_px >= screen_style_scaled_px (widget, SIDE_FROM_PX);
  int side = MIN (side_px (self), width_px / 2);

  if (is_wide != self->is_wide && self->widen_source == 0)
    self->widen_source = g_idle_add_full (G_PRIORITY_DEFAULT, widen, self, NULL);
  gtk_widget_size_allocate (self->scroller, &(GtkAllocation){ 0, 0, width_px - side, height_px }, baseline);
  gtk_widget_size_allocate (self->empty, &(GtkAllocation){ 0, 0, width_px, height_px }, baseline);
  if (side > 0)
    gtk_widget_size_allocate (self->side, &(GtkAllocation){ width_px - side, 0, side, height_px }, -1);
}

static void
selection_page_class_init (SelectionPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = selection_page_dispose;
  widget_class->measure = selection_page_measure;
  widget_class->size_allocate = selection_page_size_allocate;
}

static void
selection_page_init (SelectionPage *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  self->answer = background_answer_new ();
  self->content = gtk_box_new (GTK_ORIENTATION_VERTICAL, GAP_PX);
  gtk_widget_set_margin_start (self->content, MARGIN_PX);
  gtk_widget_set_margin_end (self->content, MARGIN_PX);
  gtk_widget_set_margin_top (self->content, GAP_PX);
  gtk_widget_set_margin_bottom (self->content, GAP_PX);
  self->fields = field_grid_new ();
  self->stack = operator_stack_new ();
  self->name = exact_name_new ();
  self->arguments = slice_arguments_new ();
  gtk_box_append (GTK_BOX (self->content), new_title_row (self));
  gtk_box_append (GTK_BOX (self->content), self->fields);
  gtk_box_append (GTK_BOX (self->content), self->stack);
  gtk_box_append (GTK_BOX (self->content), self->name);
  gtk_box_append (GTK_BOX (self->content), self->arguments);
  self->below = name_panel_new (BELOW_CHART_PX);
  gtk_box_append (GTK_BOX (self->content), self->below);
  self->side = name_panel_new (SIDE_CHART_PX);
  gtk_widget_set_margin_end (self->side, MARGIN_PX);
  gtk_widget_set_margin_top (self->side, GAP_PX);
  gtk_widget_set_margin_bottom (self->side, GAP_PX);
  gtk_widget_set_parent (self->side, widget);

  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->content);
  gtk_widget_set_parent (self->scroller, widget);

  self->empty = gtk_label_new (_ ("Nothing is selected. Click a slice or an idle gap, or drag across rows."));
  gtk_label_set_wrap (GTK_LABEL (self->empty), TRUE);
  gtk_widget_add_css_class (self->empty, "secondary");
  gtk_widget_set_parent (self->empty, widget);
}

static void
show_collective (SelectionPage *self)
{
  const ViewSelection *selection = view_state_selection (self->state);

  collective_panel_update (DETAILS_COLLECTIVE_PANEL (self->collective));
  if (selection->kind == SELECTED_SLICE)
    show_fields (self, view_state_profile (self->state), selection->slice);
}

static void
relations_changed (SelectionPage *self, guint changes)
{
  if (changes & RELATIONS_CHANGED_SCOPED)
    selection_page_update_series (self);
  if (changes & RELATIONS_CHANGED_COLLECTIVES)
    show_collective (self);
}

static void
scene_changed (SelectionPage *self, guint changes)
{
  if (changes & SCENE_CHANGED_PATH)
    path_panel_update (DETAILS_PATH_PANEL (self->path));
}

GtkWidget *
selection_page_new (TimelineScene *scene)
{
  SelectionPage *self = g_object_new (DETAILS_TYPE_SELECTION_PAGE, NULL);

  self->scene = scene;
  self->state = g_object_ref (timeline_scene_state (scene));
  self->collective = collective_panel_new (scene);
  gtk_box_insert_child_after (GTK_BOX (self->content), self->collective,
                              gtk_widget_get_prev_sibling (self->fields));
  self->path = path_panel_new (scene);
  gtk_box_insert_child_after (GTK_BOX (self->content), self->path, self->collective);
  g_signal_connect_object (scene, "changed", G_CALLBACK (scene_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (timeline_scene_relations (scene), "changed", G_CALLBACK (relations_changed), self,
                           G_CONNECT_SWAPPED);
  selection_page_update (self);
  return GTK_WIDGET (self);
}
