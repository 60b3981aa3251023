/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/details/selection/path_panel.h"

#include <glib/gi18n-lib.h>

#include "widgets/controls/background_answer.h"
#include "widgets/details/facts/path_facts.h"
#include "widgets/look/screen_style.h"

#define GAP_PX        8
#define PERCENT_FIRST 20

struct _PathPanel
{
  GtkBox parent_instance;

  TimelineScene *scene; /* not owned */
  BackgroundAnswer *answer;
  const StepPath *path; /* referenced: of what is shown; NULL if none */
  uint64_t slice;
  GtkWidget *sentence, *what_if, *percent, *is_for_name, *result;
};

G_DEFINE_TYPE (PathPanel, path_panel, GTK_TYPE_BOX)

/* ---- what if ---- */

typedef struct
{
  const StepPath *path;
  PathQuestion question;
  PathAnswer answer;
} WhatIf;

static void
forget (gpointer data)
{
  WhatIf *what_if = data;

  step_path_unref (what_if->path);
  g_free (what_if);
}

static void
measure (gpointer data)
{
  WhatIf *what_if = data;

  what_if->answer = path_facts_ask (what_if->path, &what_if->question);
}

static void
show_result (gpointer data, gpointer user_data)
{
  const WhatIf *what_if = data;
  PathPanel *self = user_data;
  g_autofree char *text =
    path_facts_answer (what_if->path, &what_if->answer, screen_style_get (GTK_WIDGET (self))->numbers);

  gtk_label_set_text (GTK_LABEL (self->result), text);
}

static void
ask (PathPanel *self)
{
  if (self->path == NULL || !gtk_widget_get_visible (self->what_if))
    return;
  WhatIf *what_if = g_new0 (WhatIf, 1);

  what_if->path = step_path_ref (self->path);
  what_if->question = (PathQuestion){
    .slice = self->slice,
    .is_for_name = gtk_check_button_get_active (GTK_CHECK_BUTTON (self->is_for_name)),
    .percent = gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->percent)),
  };
  background_answer_ask (self->answer, what_if, forget, measure, show_result, self);
}

/* ---- contents ---- */

static void
show_path (PathPanel *self)
{
  g_autofree char *sentence = step_path_other_rank_text (self->path, self->slice);
  int64_t slack_ns;
  bool takes_part = critical_path_slack_ns (self->path->path, self->slice, &slack_ns);

  if (sentence == NULL)
    sentence = path_facts_sentence (self->path, self->slice, screen_style_get (GTK_WIDGET (self))->numbers);
  gtk_label_set_text (GTK_LABEL (self->sentence), sentence);
  gtk_widget_set_visible (self->what_if, takes_part);
  gtk_widget_set_visible (self->result, takes_part);
  /* What it said was of another slice or path. */
  gtk_label_set_text (GTK_LABEL (self->result), "");
  ask (self);
}

void
path_panel_update (PathPanel *self)
{
  const ViewSelection *selection = view_state_selection (timeline_scene_state (self->scene));
  const StepPath *path = timeline_scene_path (self->scene), *before = self->path;
  uint64_t slice = selection->kind == SELECTED_SLICE ? selection->slice : SLICE_NONE;
  bool is_looking = timeline_scene_looks_for_path (self->scene);

  gtk_widget_set_visible (GTK_WIDGET (self), slice != SLICE_NONE && (path != NULL || is_looking));
  if (path != NULL && path == before && slice == self->slice)
    return;
  background_answer_drop (self->answer);
  self->path = path != NULL && slice != SLICE_NONE ? step_path_ref (path) : NULL;
  self->slice = slice;
  step_path_unref (before);
  if (self->path != NULL)
    {
      show_path (self);
      return;
    }
  gtk_label_set_text (GTK_LABEL (self->sentence), is_looking ? _ ("Looking for the critical path…") : "");
  gtk_widget_set_visible (self->what_if, FALSE);
  gtk_widget_set_visible (self->result, FALSE);
}

/* ---- widgets ---- */

static GtkWidget *
add_label (GtkWidget *box, const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "numeric");
  gtk_box_append (GTK_BOX (box), label);
  return label;
}

static GtkWidget *
add_sentence (PathPanel *self)
{
  GtkWidget *label = add_label (GTK_WIDGET (self), NULL);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  return label;
}

static void
add_what_if (PathPanel *self)
{
  self->what_if = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, GAP_PX);
  gtk_box_append (GTK_BOX (self), self->what_if);
  /* Translators: before a number of percent */
  add_label (self->what_if, _ ("What if its own time were shorter, by"));
  gtk_widget_set_tooltip_text (self->what_if, _ ("Own time is without what it calls"));
  self->percent = gtk_spin_button_new_with_range (1, 100, 1);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->percent), PERCENT_FIRST);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->percent), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Percent less time"), -1);
  gtk_box_append (GTK_BOX (self->what_if), self->percent);
  add_label (self->what_if, "%");
  self->is_for_name = gtk_check_button_new_with_label (_ ("All with this name"));
  gtk_box_append (GTK_BOX (self->what_if), self->is_for_name);
  g_signal_connect_swapped (self->percent, "value-changed", G_CALLBACK (ask), self);
  g_signal_connect_swapped (self->is_for_name, "toggled", G_CALLBACK (ask), self);
}

static void
path_panel_dispose (GObject *object)
{
  PathPanel *self = DETAILS_PATH_PANEL (object);

  g_clear_pointer (&self->answer, background_answer_free);
  g_clear_pointer (&self->path, step_path_unref);
  G_OBJECT_CLASS (path_panel_parent_class)->dispose (object);
}

static void
path_panel_class_init (PathPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = path_panel_dispose;
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
path_panel_init (PathPanel *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), GAP_PX);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Critical path"),
                                  -1);
  self->answer = background_answer_new ();
  self->slice = SLICE_NONE;
  self->sentence = add_sentence (self);
  add_what_if (self);
  self->result = add_sentence (self);
}

GtkWidget *
path_panel_new (TimelineScene *scene)
{
  PathPanel *self = g_object_new (DETAILS_TYPE_PATH_PANEL, NULL);

  self->scene = scene;
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  return GTK_WIDGET (self);
}
