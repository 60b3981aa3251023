/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/details/area/area_page.h"

#include <glib/gi18n-lib.h>

#include "trace/model/job_tables.h"
#include "widgets/details/area/area_fields.h"
#include "widgets/details/area/area_finder.h"
#include "widgets/details/area/area_view.h"
#include "widgets/details/area/kept_areas.h"
#include "widgets/details/facts/area_text.h"
#include "widgets/details/facts/field_grid.h"
#include "widgets/details/facts/selection_text.h"
#include "widgets/look/screen_style.h"

#define MARGIN_PX 16
#define GAP_PX    12

/* Figures that are about to be replaced. */
#define STALE_OPACITY 0.5

struct _AreaPage
{
  GtkWidget parent_instance;

  TimelineScene *scene;
  AreaFinder *finder;
  const AreaFigures *shown; /* NULL: there was no area yet */
  bool is_choosing;

  GtkWidget *scroller, *empty, *failure, *lacking;
  GtkWidget *title, *select, *keep, *copy_tsv, *copy_markdown, *kept;
  GtkWidget *fields, *view;
  GtkWidget *markers_box, *markers;
};

G_DEFINE_TYPE (AreaPage, area_page, GTK_TYPE_WIDGET)

/* ---- what is shown ---- */

static void
show_parts (AreaPage *self)
{
  bool has_failed = self->shown != NULL && self->shown->has_failed;
  bool is_job = self->shown != NULL && trace_is_job (self->shown->profile->trace);
  bool has_figures = self->shown != NULL && !has_failed && !is_job;

  gtk_widget_set_visible (self->empty, self->shown == NULL);
  gtk_widget_set_visible (self->failure, has_failed && !is_job);
  gtk_widget_set_visible (self->lacking, is_job);
  gtk_widget_set_visible (self->fields, has_figures);
  gtk_widget_set_visible (self->view, has_figures);
  gtk_widget_set_visible (self->copy_tsv, has_figures);
  gtk_widget_set_visible (self->copy_markdown, has_figures);
}

static void
show_figures (AreaPage *self)
{
  const AreaFigures *figures = self->shown;
  g_autoptr (GArray) fields = detail_fields_new ();
  const NumberStyle *numbers = screen_style_get (GTK_WIDGET (self))->numbers;
  const AreaStats *stats = figures->is_known ? &figures->stats : NULL;
  const ViewArea shown = { figures->scope.begin_ns, figures->scope.end_ns, figures->area.tracks };
  g_autofree char *sentence = area_text_sentence (&shown, stats, numbers);

  gtk_label_set_text (GTK_LABEL (self->title), sentence);
  gtk_label_set_selectable (GTK_LABEL (self->title), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, sentence, -1);
  area_fields_add (fields, &figures->scope, stats, numbers);
  field_grid_set_fields (DETAILS_FIELD_GRID (self->fields), fields);
  area_view_set_sheet (DETAILS_AREA_VIEW (self->view),
                       stats == NULL ? NULL
                                     : area_sheet_new (figures->profile, stats, figures->scope.begin_ns,
                                                       figures->scope.end_ns, numbers));
  gtk_widget_set_sensitive (self->copy_tsv, stats != NULL);
  gtk_widget_set_sensitive (self->copy_markdown, stats != NULL);
  show_parts (self);
}

static void
set_shown (AreaPage *self, const AreaFigures *figures)
{
  const AreaFigures *before = self->shown;

  self->shown = area_figures_ref (figures);
  g_clear_pointer (&before, area_figures_unref);
  show_figures (self);
}

static void
set_stale (AreaPage *self, bool is_stale)
{
  gtk_widget_set_opacity (self->fields, is_stale ? STALE_OPACITY : 1);
  gtk_widget_set_opacity (self->view, is_stale ? STALE_OPACITY : 1);
}

static void
found (const AreaFigures *figures, bool is_last, gpointer user_data)
{
  AreaPage *self = user_data;

  set_shown (self, figures);
  set_stale (self, !is_last);
}

/* Figures of another area stay, dimmed, until there are these; the first ones have placeholders. */
static void
show_area (AreaPage *self, const ViewArea *area)
{
  const AreaFigures *figures = area_finder_ask (self->finder, timeline_scene_state (self->scene), area);
  bool is_stale = !figures->is_known && self->shown != NULL && self->shown->is_known;

  if (!is_stale && figures != self->shown)
    set_shown (self, figures);
  set_stale (self, is_stale);
  area_figures_unref (figures);
}

static void
show_markers (AreaPage *self)
{
  ViewState *state = timeline_scene_state (self->scene);
  g_autoptr (GArray) fields = detail_fields_new ();

  area_fields_add_markers (fields, view_state_marks (state), screen_style_get (GTK_WIDGET (self))->numbers);
  gtk_widget_set_visible (self->markers_box, fields->len > 0);
  field_grid_set_fields (DETAILS_FIELD_GRID (self->markers), fields);
}

void
area_page_update (AreaPage *self)
{
  ViewState *state = timeline_scene_state (self->scene);
  const ViewSelection *selection = view_state_selection (state);
  bool is_selected = selection->kind == SELECTED_AREA;

  if (is_selected)
    show_area (self, &(ViewArea){ selection->begin_ns, selection->end_ns, selection->tracks });
  else if (self->shown != NULL)
    {
      /* The scope may have become another one. */
      ViewArea area = self->shown->area;

      track_set_ref (area.tracks);
      show_area (self, &area);
      track_set_unref (area.tracks);
    }
  show_markers (self);
  show_parts (self);
  gtk_widget_set_visible (self->keep, is_selected);
  gtk_widget_set_visible (self->select, !is_selected && self->shown != NULL);
}

bool
area_page_is_choosing (AreaPage *self)
{
  return self->is_choosing;
}

/* ---- what is done with it ---- */

static void
slice_activated (AreaPage *self, guint64 slice)
{
  self->is_choosing = true;
  timeline_scene_go_to_slice (self->scene, slice);
  self->is_choosing = false;
}

static void
select_again (AreaPage *self)
{
  ViewState *state = timeline_scene_state (self->scene);

  if (self->shown != NULL)
    view_state_select_area_on (state, self->shown->area.begin_ns, self->shown->area.end_ns,
                               self->shown->area.tracks);
}

static void
keep_area (AreaPage *self)
{
  view_state_keep_area (timeline_scene_state (self->scene));
}

static void
copy (AreaPage *self, AreaTextForm form)
{
  if (self->shown == NULL || !self->shown->is_known)
    return;
  g_autofree char *text = area_text_tables (self->shown->profile->trace, &self->shown->stats,
                                            self->shown->scope.begin_ns, self->shown->scope.end_ns, form);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
copy_tsv (AreaPage *self)
{
  copy (self, AREA_TSV);
}

static void
copy_markdown (AreaPage *self)
{
  copy (self, AREA_MARKDOWN);
}

static void
copy_markers (AreaPage *self)
{
  g_autofree char *text = selection_text_markers (timeline_scene_state (self->scene),
                                                  screen_style_get (GTK_WIDGET (self))->numbers);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
clear_markers (AreaPage *self)
{
  view_state_clear_markers (timeline_scene_state (self->scene));
}

/* ---- widgets ---- */

static GtkWidget *
add_button (GtkWidget *box, const char *label, GCallback clicked, AreaPage *self)
{
  GtkWidget *button = gtk_button_new_with_label (label);

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  g_signal_connect_swapped (button, "clicked", clicked, self);
  gtk_box_append (GTK_BOX (box), button);
  return button;
}

static GtkWidget *
new_remark (const char *text)
{
  GtkWidget *remark = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (remark), TRUE);
  gtk_label_set_xalign (GTK_LABEL (remark), 0);
  gtk_widget_add_css_class (remark, "secondary");
  return remark;
}

static GtkWidget *
new_title_row (AreaPage *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  self->title = gtk_label_new (_ ("No area yet"));
  gtk_label_set_xalign (GTK_LABEL (self->title), 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->title), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (self->title, "heading");
  gtk_widget_add_css_class (self->title, "numeric");
  gtk_widget_set_hexpand (self->title, TRUE);
  gtk_box_append (GTK_BOX (row), self->title);
  self->select = add_button (row, _ ("Select Again"), G_CALLBACK (select_again), self);
  self->keep = add_button (row, _ ("Keep"), G_CALLBACK (keep_area), self);
  self->copy_tsv = add_button (row, _ ("Copy as TSV"), G_CALLBACK (copy_tsv), self);
  self->copy_markdown = add_button (row, _ ("Copy as Markdown"), G_CALLBACK (copy_markdown), self);
  self->kept = kept_areas_new (timeline_scene_state (self->scene));
  gtk_widget_set_valign (self->kept, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (row), self->kept);
  return row;
}

static GtkWidget *
new_markers_box (AreaPage *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  self->markers = field_grid_new ();
  gtk_widget_set_hexpand (self->markers, TRUE);
  gtk_box_append (GTK_BOX (box), self->markers);
  add_button (box, _ ("Copy Markers"), G_CALLBACK (copy_markers), self);
  add_button (box, _ ("Clear Markers"), G_CALLBACK (clear_markers), self);
  self->markers_box = box;
  return box;
}

static void
area_page_dispose (GObject *object)
{
  AreaPage *self = DETAILS_AREA_PAGE (object);

  g_clear_pointer (&self->finder, area_finder_free);
  g_clear_pointer (&self->shown, area_figures_unref);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_object (&self->scene);
  G_OBJECT_CLASS (area_page_parent_class)->dispose (object);
}

static void
area_page_class_init (AreaPageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = area_page_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
area_page_init (AreaPage *self)
{
  self->finder = area_finder_new (found, self);
}

GtkWidget *
area_page_new (TimelineScene *scene)
{
  AreaPage *self = g_object_new (DETAILS_TYPE_AREA_PAGE, NULL);
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_VERTICAL, GAP_PX);

  self->scene = g_object_ref (scene);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Area"), -1);
  gtk_widget_set_margin_start (content, MARGIN_PX);
  gtk_widget_set_margin_end (content, MARGIN_PX);
  gtk_widget_set_margin_top (content, GAP_PX);
  gtk_widget_set_margin_bottom (content, GAP_PX);
  self->fields = field_grid_new ();
  self->view = area_view_new ();
  g_signal_connect_swapped (self->view, "slice-activated", G_CALLBACK (slice_activated), self);
  self->empty = new_remark (_ (
    "Drag across rows to select an area, or press M to use the selected slice. T and Shift+T set two markers."));
  self->failure = new_remark (_ ("Not enough memory to compute the figures of this area"));
  self->lacking = new_remark (
    _ ("This job was merged from summaries, which have no figures of an area. Open the trace of a "
       "rank to see them."));
  gtk_box_append (GTK_BOX (content), new_title_row (self));
  gtk_box_append (GTK_BOX (content), self->empty);
  gtk_box_append (GTK_BOX (content), self->failure);
  gtk_box_append (GTK_BOX (content), self->lacking);
  gtk_box_append (GTK_BOX (content), new_markers_box (self));
  gtk_box_append (GTK_BOX (content), self->fields);
  gtk_box_append (GTK_BOX (content), self->view);

  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), content);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  area_page_update (self);
  return GTK_WIDGET (self);
}
