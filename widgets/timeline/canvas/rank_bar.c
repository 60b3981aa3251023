/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/canvas/rank_bar.h"

#include <glib/gi18n-lib.h>

#include "widgets/timeline/rows/rank_find.h"

struct _RankBar
{
  GtkWidget parent_instance;

  TimelineScene *scene;
  GtkWidget *rows, *text, *choose, *show_all;
};

G_DEFINE_TYPE (RankBar, rank_bar, GTK_TYPE_WIDGET)

static void
choose (RankBar *self)
{
  g_signal_emit_by_name (self->scene, "ranks-wanted");
}

static void
show_all (RankBar *self)
{
  view_state_choose_ranks (timeline_scene_state (self->scene), RANKS_ALL);
}

/* Returns NULL while all ranks are shown, or the one of the scope. */
static char *
text_of (RankBar *self)
{
  ViewState *state = timeline_scene_state (self->scene);
  const RankChoice *ranks = view_state_ranks (state);
  const Trace *trace = view_state_profile (state)->trace;

  if (ranks == NULL || view_state_ranks_are_of_scope (state))
    return NULL;
  if (rank_choice_note (ranks) != NULL)
    return g_strdup (rank_choice_note (ranks));
  g_autofree char *count = rank_find_count_text (trace, ranks), *list = rank_choice_to_text (ranks, trace);
  /* Translators: "4 of 64 ranks: 0-3" */
  return g_strdup_printf (_ ("%s: %s"), count, list);
}

static void
update (RankBar *self)
{
  g_autofree char *text = text_of (self);
  GtkWidget *widget = GTK_WIDGET (self);

  if (text == NULL && (gtk_widget_get_state_flags (widget) & GTK_STATE_FLAG_FOCUS_WITHIN) != 0)
    gtk_widget_grab_focus (self->rows);
  gtk_widget_set_visible (widget, text != NULL);
  if (text == NULL || g_str_equal (gtk_label_get_text (GTK_LABEL (self->text)), text))
    return;
  gtk_label_set_text (GTK_LABEL (self->text), text);
  gtk_widget_set_tooltip_text (self->text, text);
}

static void
scene_changed (RankBar *self, guint changes)
{
  if (changes & (SCENE_CHANGED_RANKS | SCENE_CHANGED_PROFILE))
    update (self);
}

static void
rank_bar_dispose (GObject *object)
{
  RankBar *self = TIMELINE_RANK_BAR (object);

  g_clear_pointer (&self->text, gtk_widget_unparent);
  g_clear_pointer (&self->choose, gtk_widget_unparent);
  g_clear_pointer (&self->show_all, gtk_widget_unparent);
  g_clear_object (&self->scene);
  G_OBJECT_CLASS (rank_bar_parent_class)->dispose (object);
}

static void
rank_bar_class_init (RankBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = rank_bar_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "rankbar");
}

static void
rank_bar_init (RankBar *self)
{
  self->text = gtk_label_new ("");
  self->choose = gtk_button_new_with_label (_ ("Choose…"));
  self->show_all = gtk_button_new_with_label (_ ("Show All Ranks"));
  gtk_label_set_xalign (GTK_LABEL (self->text), 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->text), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (self->text, TRUE);
  gtk_widget_add_css_class (self->text, "caption");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->choose), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Choose Ranks"), -1);
  gtk_widget_set_parent (self->text, GTK_WIDGET (self));
  gtk_widget_set_parent (self->choose, GTK_WIDGET (self));
  gtk_widget_set_parent (self->show_all, GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  g_signal_connect_swapped (self->choose, "clicked", G_CALLBACK (choose), self);
  g_signal_connect_swapped (self->show_all, "clicked", G_CALLBACK (show_all), self);
}

GtkWidget *
rank_bar_new (TimelineScene *scene, GtkWidget *rows)
{
  RankBar *self = g_object_new (TIMELINE_TYPE_RANK_BAR, NULL);

  self->scene = g_object_ref (scene);
  self->rows = rows;
  g_signal_connect_object (scene, "changed", G_CALLBACK (scene_changed), self, G_CONNECT_SWAPPED);
  update (self);
  return GTK_WIDGET (self);
}
