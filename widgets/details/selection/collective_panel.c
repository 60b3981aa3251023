/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/details/selection/collective_panel.h"

#include <glib/gi18n-lib.h>

#include "widgets/controls/quiet_tooltip.h"
#include "widgets/details/facts/collective_facts.h"
#include "widgets/look/screen_style.h"
#include "widgets/timeline/input/collective_walk.h"

#define GAP_PX 8

struct _CollectivePanel
{
  GtkBox parent_instance;

  TimelineScene *scene; /* not owned */
  GtkWidget *sentence, *doubt, *buttons, *previous, *next, *last;
};

G_DEFINE_TYPE (CollectivePanel, collective_panel, GTK_TYPE_BOX)

/* ---- contents ---- */

static void
set_text (GtkWidget *label, const char *text)
{
  gtk_widget_set_visible (label, text != NULL);
  gtk_label_set_text (GTK_LABEL (label), text != NULL ? text : "");
}

static void
show_buttons (CollectivePanel *self, const Trace *trace, const CollectiveLink *link)
{
  const CollectiveWait *last = collective_link_last (link);
  g_autofree char *rank = collective_links_rank (trace, last->device);
  /* Translators: a button; a rank, as in "rank 4" */
  g_autofree char *text = g_strdup_printf (_ ("Go to %s"), rank);

  gtk_button_set_label (GTK_BUTTON (self->last), text);
  gtk_widget_set_visible (self->last, link->place + 1 != link->skew->n_waits);
  gtk_widget_set_sensitive (self->last, collective_walk_to_last_refusal (self->scene) == NULL);
  gtk_widget_set_sensitive (self->previous, collective_walk_refusal (self->scene) == NULL);
  gtk_widget_set_sensitive (self->next, collective_walk_refusal (self->scene) == NULL);
}

static void
show_link (CollectivePanel *self, const Trace *trace, const CollectiveLink *link)
{
  const NumberStyle *numbers = screen_style_get (GTK_WIDGET (self))->numbers;
  g_autofree char *sentence = collective_facts_sentence (trace, link, numbers);
  g_autofree char *doubt = collective_facts_doubt (trace, link);

  set_text (self->sentence, sentence);
  set_text (self->doubt, doubt);
  show_buttons (self, trace, link);
}

void
collective_panel_update (CollectivePanel *self)
{
  const Profile *profile = view_state_profile (timeline_scene_state (self->scene));
  SliceRelations *relations = timeline_scene_relations (self->scene);
  const ViewSelection *selection = view_state_selection (timeline_scene_state (self->scene));
  uint64_t slice = selection->kind == SELECTED_SLICE ? selection->slice : SLICE_NONE;
  CollectiveLink link;
  bool has_link = collective_links_find (slice_relations_collectives (relations), slice, &link);
  bool is_awaited = slice != SLICE_NONE && slice_relations_awaits_collectives (relations)
                    && work_kind_of_slice (profile->works, slice) == WORK_COMMUNICATION;

  gtk_widget_set_visible (GTK_WIDGET (self), has_link || is_awaited);
  gtk_widget_set_visible (self->buttons, has_link);
  if (has_link)
    show_link (self, profile->trace, &link);
  else
    {
      set_text (self->sentence, is_awaited ? _ ("Looking for the parts of other ranks…") : NULL);
      set_text (self->doubt, NULL);
    }
}

/* ---- widgets ---- */

static void
go_to_last (CollectivePanel *self)
{
  collective_walk_to_last (self->scene);
}

static void
go_to_previous (CollectivePanel *self)
{
  collective_walk (self->scene, -1);
}

static void
go_to_next (CollectivePanel *self)
{
  collective_walk (self->scene, 1);
}

static void
add_button (CollectivePanel *self, GtkWidget *button, const char *label, GCallback clicked)
{
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  quiet_tooltip_set (button, label);
  g_signal_connect_swapped (button, "clicked", clicked, self);
  gtk_box_append (GTK_BOX (self->buttons), button);
}

static GtkWidget *
add_icon_button (CollectivePanel *self, const char *icon, const char *label, GCallback clicked)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  add_button (self, button, label, clicked);
  return button;
}

static GtkWidget *
new_label (const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, css_class);
  return label;
}

static void
collective_panel_class_init (CollectivePanelClass *klass)
{
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
collective_panel_init (CollectivePanel *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 2 * GAP_PX);

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), GAP_PX);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Collective across ranks"), -1);
  self->sentence = new_label ("numeric");
  self->doubt = new_label ("secondary");
  self->buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, GAP_PX);
  self->previous = add_icon_button (self, "go-previous-symbolic", _ ("Previous rank of the collective"),
                                    G_CALLBACK (go_to_previous));
  self->next =
    add_icon_button (self, "go-next-symbolic", _ ("Next rank of the collective"), G_CALLBACK (go_to_next));
  self->last = gtk_button_new ();
  add_button (self, self->last, _ ("Select the part of the rank that came last"), G_CALLBACK (go_to_last));
  gtk_box_append (GTK_BOX (row), self->sentence);
  gtk_box_append (GTK_BOX (row), self->buttons);
  gtk_box_append (GTK_BOX (self), row);
  gtk_box_append (GTK_BOX (self), self->doubt);
}

GtkWidget *
collective_panel_new (TimelineScene *scene)
{
  CollectivePanel *self = g_object_new (DETAILS_TYPE_COLLECTIVE_PANEL, NULL);

  self->scene = scene;
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  return GTK_WIDGET (self);
}
