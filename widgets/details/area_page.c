/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/details/area_page.h"

#include <glib/gi18n-lib.h>

#include "widgets/details/area_text.h"
#include "widgets/details/area_view.h"
#include "widgets/details/background_answer.h"
#include "widgets/details/field_grid.h"
#include "widgets/details/kept_areas.h"
#include "widgets/details/selection_text.h"
#include "widgets/screen_style.h"

#define MARGIN_PX 16
#define GAP_PX    12

/* So many areas' figures are remembered: those of the kept ones, and some that one goes back and forth between. */
#define REMEMBERED_MAX 16

/* While an area is dragged its figures follow: what is being worked out is finished, and then the newest asked. What takes
 * longer than this gives way at once. */
#define PATIENCE_US 300000

/* Figures that are about to be replaced. */
#define STALE_OPACITY 0.5

/* One area and, once they are known, its figures. */
typedef struct
{
  int n_users;
  const Profile *profile;
  ViewArea area;    /* its tracks are referenced */
  StatsScope scope; /* of the figures */
  bool is_done;     /* of the thread that works on them */
  AreaStats stats;  /* likewise, until they are known */
  bool is_known;    /* of the main thread */
} Figures;

struct _AreaPage
{
  GtkWidget parent_instance;

  TimelineScene *scene;
  BackgroundAnswer *answer;
  GPtrArray *remembered; /* Figures that are known, the ones used last at the end */
  Figures *shown;        /* NULL: there was no area yet */
  Figures *asked;        /* whose answer is awaited; NULL */
  Figures *next;         /* what is to be asked then; NULL */
  gint64 asked_us;       /* when */
  bool is_choosing;

  GtkWidget *scroller, *empty;
  GtkWidget *title, *select, *keep, *copy_tsv, *copy_markdown, *kept;
  GtkWidget *fields, *view;
  GtkWidget *markers_box, *markers;
};

G_DEFINE_TYPE (AreaPage, area_page, GTK_TYPE_WIDGET)

/* ---- figures ---- */

static void
figures_unref (gpointer data)
{
  Figures *figures = data;

  if (!g_atomic_int_dec_and_test (&figures->n_users))
    return;
  if (figures->is_done)
    area_stats_clear (&figures->stats);
  track_set_unref (figures->area.tracks);
  profile_unref (figures->profile);
  g_free (figures);
}

static Figures *
figures_ref (Figures *figures)
{
  g_atomic_int_inc (&figures->n_users);
  return figures;
}

static Figures *
figures_new (ViewState *state, const ViewArea *area)
{
  Figures *figures = g_new0 (Figures, 1);

  figures->n_users = 1;
  figures->profile = profile_ref (view_state_profile (state));
  figures->area = *area;
  track_set_ref (area->tracks);
  figures->scope = view_state_area_scope (state, area);
  return figures;
}

static bool
is_same (const Figures *figures, const Figures *other)
{
  return figures->profile == other->profile && view_area_equal (&figures->area, &other->area)
         && figures->scope.begin_ns == other->scope.begin_ns && figures->scope.end_ns == other->scope.end_ns
         && figures->scope.rank == other->scope.rank && figures->scope.device == other->scope.device;
}

static bool
is_wanted (void *user_data)
{
  (void) user_data;
  return background_answer_is_wanted ();
}

static void
work_on (gpointer data)
{
  Figures *figures = data;

  figures->is_done = area_stats_compute (&figures->scope, is_wanted, NULL, &figures->stats);
}

/* ---- what is shown ---- */

static void
take_field (GArray *fields, const char *key, char *value)
{
  DetailField field = { g_strdup (key), value };

  g_array_append_val (fields, field);
}

/* "1.504 ms (1,504,113 ns)" */
static char *
exact_text (const NumberStyle *numbers, int64_t ns)
{
  char duration[NUMBER_TEXT_MAX], exact[NUMBER_TEXT_MAX];

  number_text_exact_ns (numbers, ns, exact);
  if (ns < 1000)
    return g_strdup (exact);
  return g_strdup_printf ("%s (%s)", number_text_duration (numbers, (double) ns, duration), exact);
}

/* "1,504,113 ns, 83.4 % of 1.804 ms" */
static char *
part_text (const NumberStyle *numbers, int64_t ns, int64_t whole_ns)
{
  char exact[NUMBER_TEXT_MAX], share[NUMBER_TEXT_MAX], whole[NUMBER_TEXT_MAX];

  number_text_exact_ns (numbers, ns, exact);
  if (whole_ns <= 0)
    return g_strdup (exact);
  /* Translators: a time, its share of another one, that one */
  return g_strdup_printf (_ ("%s, %s of %s"), exact,
                          number_text_share (numbers, (double) ns / (double) whole_ns, share),
                          number_text_duration (numbers, (double) whole_ns, whole));
}

static char *
slices_text (const NumberStyle *numbers, const TrackStatsTable *tracks)
{
  char count[NUMBER_TEXT_MAX], before[NUMBER_TEXT_MAX];

  number_text_count (numbers, tracks->count, count);
  number_text_count (numbers, tracks->n_before, before);
  return tracks->n_before == 0
           ? g_strdup_printf (
             g_dngettext (GETTEXT_PACKAGE, "%s begins in it", "%s begin in it", tracks->count), count)
           : g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s begins in it; %s from before",
                                           "%s begin in it; %s from before", tracks->count),
                              count, before);
}

static char *
gpu_text (const NumberStyle *numbers, const AreaStats *stats)
{
  char n[NUMBER_TEXT_MAX];
  g_autofree char *busy = part_text (numbers, stats->summary.busy_ns, stats->split.total_ns);

  if (stats->summary.n_devices == 0)
    return g_strdup (_ ("no stream among the rows"));
  if (stats->summary.n_devices == 1)
    return g_steal_pointer (&busy);
  number_text_count (numbers, stats->summary.n_devices, n);
  /* Translators: "1.5 ms, 41.7 % of 3.6 ms", number of GPUs that the last is the time of */
  return g_strdup_printf (_ ("%s (%s GPUs)"), busy, n);
}

static void
show_fields (AreaPage *self, const Figures *figures)
{
  const NumberStyle *numbers = screen_style_get (GTK_WIDGET (self))->numbers;
  const AreaStats *stats = figures->is_known ? &figures->stats : NULL;
  int64_t length_ns = figures->scope.end_ns - figures->scope.begin_ns;
  g_autoptr (GArray) fields = detail_fields_new ();
  char n[NUMBER_TEXT_MAX], begin[NUMBER_TEXT_MAX], end[NUMBER_TEXT_MAX];
  const char *unknown = "…";

  number_text_exact_ns (numbers, figures->scope.begin_ns, begin);
  number_text_exact_ns (numbers, figures->scope.end_ns, end);
  take_field (fields, _ ("Length"), exact_text (numbers, length_ns));
  take_field (fields, _ ("Begin"), g_strdup (begin));
  take_field (fields, _ ("End"), g_strdup (end));
  take_field (fields, _ ("Slices"),
              stats == NULL ? g_strdup (unknown) : slices_text (numbers, &stats->tracks));
  take_field (fields, _ ("Any row busy"),
              stats == NULL ? g_strdup (unknown) : part_text (numbers, stats->tracks.busy_ns, length_ns));
  take_field (fields, _ ("Sum of durations"),
              stats == NULL ? g_strdup (unknown) : exact_text (numbers, stats->tracks.total_ns));
  take_field (fields, _ ("GPU busy"), stats == NULL ? g_strdup (unknown) : gpu_text (numbers, stats));
  take_field (fields, _ ("Kernels"),
              g_strdup (stats == NULL ? unknown : number_text_count (numbers, stats->kernels.count, n)));
  take_field (fields, _ ("Time of kernels"),
              stats == NULL ? g_strdup (unknown) : exact_text (numbers, stats->kernels.total_ns));
  field_grid_set_fields (DETAILS_FIELD_GRID (self->fields), fields);
}

static void
show_figures (AreaPage *self)
{
  const Figures *figures = self->shown;
  const NumberStyle *numbers = screen_style_get (GTK_WIDGET (self))->numbers;
  const AreaStats *stats = figures->is_known ? &figures->stats : NULL;
  const ViewArea shown = { figures->scope.begin_ns, figures->scope.end_ns, figures->area.tracks };
  g_autofree char *sentence = area_text_sentence (&shown, stats, numbers);

  gtk_label_set_text (GTK_LABEL (self->title), sentence);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, sentence, -1);
  show_fields (self, figures);
  area_view_set_sheet (DETAILS_AREA_VIEW (self->view),
                       stats == NULL ? NULL
                                     : area_sheet_new (figures->profile, stats, figures->scope.begin_ns,
                                                       figures->scope.end_ns, numbers));
  gtk_widget_set_sensitive (self->copy_tsv, stats != NULL);
  gtk_widget_set_sensitive (self->copy_markdown, stats != NULL);
}

static void
remember (AreaPage *self, Figures *figures)
{
  g_ptr_array_add (self->remembered, figures_ref (figures));
  if (self->remembered->len > REMEMBERED_MAX)
    g_ptr_array_remove_index (self->remembered, 0);
}

/* NULL: not known. The one that is found counts as used last. */
static Figures *
find_remembered (AreaPage *self, const Figures *wanted)
{
  for (guint i = 0; i < self->remembered->len; i++)
    if (is_same (self->remembered->pdata[i], wanted))
      {
        Figures *found = figures_ref (self->remembered->pdata[i]);

        g_ptr_array_remove_index (self->remembered, i);
        remember (self, found);
        figures_unref (found);
        return found;
      }
  return NULL;
}

static void
set_shown (AreaPage *self, Figures *figures)
{
  Figures *before = self->shown;

  self->shown = figures_ref (figures);
  g_clear_pointer (&before, figures_unref);
  show_figures (self);
}

static void
set_stale (AreaPage *self, bool is_stale)
{
  gtk_widget_set_opacity (self->fields, is_stale ? STALE_OPACITY : 1);
  gtk_widget_set_opacity (self->view, is_stale ? STALE_OPACITY : 1);
}

static void
forget_questions (AreaPage *self)
{
  background_answer_drop (self->answer);
  g_clear_pointer (&self->asked, figures_unref);
  g_clear_pointer (&self->next, figures_unref);
}

static void show_answer (gpointer data, gpointer user_data);

static void
ask (AreaPage *self, Figures *figures)
{
  forget_questions (self);
  self->asked = figures_ref (figures);
  self->asked_us = g_get_monotonic_time ();
  background_answer_ask (self->answer, figures_ref (figures), figures_unref, work_on, show_answer, self);
}

static void
show_answer (gpointer data, gpointer user_data)
{
  Figures *figures = data;
  AreaPage *self = user_data;
  Figures *next = g_steal_pointer (&self->next);

  g_clear_pointer (&self->asked, figures_unref);
  figures->is_known = figures->is_done;
  if (figures->is_known)
    {
      remember (self, figures);
      set_shown (self, figures);
    }
  set_stale (self, next != NULL);
  if (next != NULL)
    ask (self, next);
  g_clear_pointer (&next, figures_unref);
}

/* Figures of another area stay, dimmed, until there are these; the first ones have placeholders. */
static void
want (AreaPage *self, Figures *figures)
{
  bool is_first = self->shown == NULL || !self->shown->is_known;

  if (is_first)
    set_shown (self, figures);
  set_stale (self, !is_first);
  if (self->asked == NULL || g_get_monotonic_time () - self->asked_us > PATIENCE_US)
    {
      ask (self, figures);
      return;
    }
  g_clear_pointer (&self->next, figures_unref);
  if (!is_same (self->asked, figures))
    self->next = figures_ref (figures);
}

static void
show_area (AreaPage *self, const ViewArea *area)
{
  Figures *wanted = figures_new (timeline_scene_state (self->scene), area);
  Figures *known = find_remembered (self, wanted);

  if (known != NULL)
    {
      forget_questions (self);
      set_stale (self, false);
      if (known != self->shown)
        set_shown (self, known);
    }
  else if (self->asked == NULL || !is_same (self->asked, wanted) || self->next != NULL)
    want (self, wanted);
  figures_unref (wanted);
}

static void
show_markers (AreaPage *self)
{
  ViewState *state = timeline_scene_state (self->scene);
  const NumberStyle *numbers = screen_style_get (GTK_WIDGET (self))->numbers;
  const ViewMarks *marks = view_state_marks (state);
  g_autoptr (GArray) fields = detail_fields_new ();
  char text[NUMBER_TEXT_MAX];
  int64_t distance_ns;

  if (marks->has_marker[MARKER_A])
    take_field (fields, _ ("Marker A"),
                g_strdup (number_text_exact_ns (numbers, marks->marker_ns[MARKER_A], text)));
  if (marks->has_marker[MARKER_B])
    take_field (fields, _ ("Marker B"),
                g_strdup (number_text_exact_ns (numbers, marks->marker_ns[MARKER_B], text)));
  if (view_marks_distance (marks, &distance_ns))
    take_field (fields, _ ("A to B"), exact_text (numbers, distance_ns));
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
  gtk_widget_set_visible (self->empty, self->shown == NULL);
  gtk_widget_set_visible (self->fields, self->shown != NULL);
  gtk_widget_set_visible (self->view, self->shown != NULL);
  gtk_widget_set_visible (self->copy_tsv, self->shown != NULL);
  gtk_widget_set_visible (self->copy_markdown, self->shown != NULL);
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
new_title_row (AreaPage *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  self->title = gtk_label_new (_ ("No area yet"));
  gtk_label_set_xalign (GTK_LABEL (self->title), 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->title), PANGO_ELLIPSIZE_END);
  gtk_label_set_selectable (GTK_LABEL (self->title), TRUE);
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

  g_clear_pointer (&self->answer, background_answer_free);
  g_clear_pointer (&self->next, figures_unref);
  g_clear_pointer (&self->remembered, g_ptr_array_unref);
  g_clear_pointer (&self->shown, figures_unref);
  g_clear_pointer (&self->asked, figures_unref);
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
  self->answer = background_answer_new ();
  self->remembered = g_ptr_array_new_with_free_func (figures_unref);
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
  self->empty = gtk_label_new (
    _ ("Drag over rows of the timeline, or press M on what is selected. T and Shift+T set two markers."));
  gtk_label_set_wrap (GTK_LABEL (self->empty), TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->empty), 0);
  gtk_widget_add_css_class (self->empty, "secondary");
  gtk_box_append (GTK_BOX (content), new_title_row (self));
  gtk_box_append (GTK_BOX (content), self->empty);
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
