/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/input/go_to_popover.h"

#include <glib/gi18n-lib.h>

#include "widgets/look/screen_style.h"
#include "widgets/timeline/view/go_to.h"

/* The size of the answer: always two lines at 9 pt. */
#define WIDTH_CHARS 46
#define ANSWER_PX   34

/* If the whole profile is in view, going to a time shows this part of it. */
#define SHOWN_SHARE 0.1

struct _GoToPopover
{
  GtkPopover parent_instance;

  TimelineScene *scene;
  GtkWidget *entry, *answer;
};

G_DEFINE_TYPE (GoToPopover, go_to_popover, GTK_TYPE_POPOVER)

/* Parses the typed text. The caller frees the sentence. */
static GoTo
find (GoToPopover *self)
{
  ViewState *state = timeline_scene_state (self->scene);
  const TimelineView *view = timeline_scene_view (self->scene);
  int64_t begin_ns, end_ns;

  view_state_span (state, &begin_ns, &end_ns);
  return go_to_find (gtk_editable_get_text (GTK_EDITABLE (self->entry)), view->profile, view->step_rank,
                     &view->clock, begin_ns, screen_style_get (GTK_WIDGET (self))->numbers);
}

static void
show_answer (GoToPopover *self)
{
  GoTo go = find (self);
  bool is_wrong = go.kind == GO_NOWHERE && gtk_editable_get_text (GTK_EDITABLE (self->entry))[0] != '\0';

  gtk_label_set_text (GTK_LABEL (self->answer), go.sentence);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  go.sentence, -1);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_STATE_INVALID,
                               is_wrong ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
  if (is_wrong)
    gtk_widget_add_css_class (self->entry, "error");
  else
    gtk_widget_remove_css_class (self->entry, "error");
  g_free (go.sentence);
}

static void
show_time (GoToPopover *self, int64_t time_ns)
{
  ViewState *state = timeline_scene_state (self->scene);
  const Profile *profile = view_state_profile (state);
  int64_t begin_ns, end_ns;

  view_state_span (state, &begin_ns, &end_ns);
  int64_t most_ns = (int64_t) ((double) (profile->end_ns - profile->begin_ns) * SHOWN_SHARE);
  int64_t length_ns = MAX (MIN (end_ns - begin_ns, most_ns), VIEW_SPAN_MIN_NS);
  view_state_set_span (state, time_ns - length_ns / 2, time_ns - length_ns / 2 + length_ns);
}

static void
go (GoToPopover *self)
{
  GoTo found = find (self);

  if (found.kind == GO_TO_STEP)
    view_state_go_to_step (timeline_scene_state (self->scene), found.step);
  else if (found.kind == GO_TO_TIME)
    show_time (self, found.time_ns);
  if (found.kind != GO_NOWHERE)
    gtk_popover_popdown (GTK_POPOVER (self));
  else
    gtk_widget_error_bell (self->entry);
  g_free (found.sentence);
}

void
go_to_popover_ask (GoToPopover *self)
{
  gtk_widget_set_size_request (self->answer, -1, screen_style_scaled_px (GTK_WIDGET (self), ANSWER_PX));
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  show_answer (self);
  gtk_popover_popup (GTK_POPOVER (self));
  gtk_widget_grab_focus (self->entry);
}

static void
go_to_popover_dispose (GObject *object)
{
  g_clear_object (&GO_TO_POPOVER (object)->scene);
  G_OBJECT_CLASS (go_to_popover_parent_class)->dispose (object);
}

static void
go_to_popover_class_init (GoToPopoverClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = go_to_popover_dispose;
}

static void
go_to_popover_init (GoToPopover *self)
{
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);

  self->entry = gtk_entry_new ();
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->entry), _ ("Go to a time or step"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Go to a time or step"), -1);
  self->answer = gtk_label_new ("");
  gtk_widget_add_css_class (self->answer, "caption");
  gtk_label_set_xalign (GTK_LABEL (self->answer), 0);
  gtk_label_set_wrap (GTK_LABEL (self->answer), TRUE);
  gtk_label_set_yalign (GTK_LABEL (self->answer), 0);
  gtk_label_set_width_chars (GTK_LABEL (self->answer), WIDTH_CHARS);
  gtk_label_set_max_width_chars (GTK_LABEL (self->answer), WIDTH_CHARS);
  gtk_box_append (GTK_BOX (column), self->entry);
  gtk_box_append (GTK_BOX (column), self->answer);
  gtk_popover_set_child (GTK_POPOVER (self), column);
  gtk_popover_set_position (GTK_POPOVER (self), GTK_POS_BOTTOM);
  gtk_popover_set_has_arrow (GTK_POPOVER (self), FALSE);
  g_signal_connect_object (self->entry, "changed", G_CALLBACK (show_answer), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "activate", G_CALLBACK (go), self, G_CONNECT_SWAPPED);
}

GtkWidget *
go_to_popover_new (TimelineScene *scene)
{
  GoToPopover *self = g_object_new (GO_TO_TYPE_POPOVER, NULL);

  self->scene = g_object_ref (scene);
  return GTK_WIDGET (self);
}
