/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/input/ranks_popover.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "widgets/look/screen_style.h"
#include "widgets/timeline/rows/rank_find.h"

/* The size of the answer: always two lines at 9 pt. */
#define WIDTH_CHARS 46
#define ANSWER_PX   34

#define N_READY (RANKS_ONE_PER_NODE + 1)

struct _RanksPopover
{
  GtkPopover parent_instance;

  TimelineScene *scene;
  GtkWidget *entry, *answer;
  GtkWidget *ready[N_READY];
};

G_DEFINE_TYPE (RanksPopover, ranks_popover, GTK_TYPE_POPOVER)

static const Trace *
trace_of (RanksPopover *self)
{
  return view_state_profile (timeline_scene_state (self->scene))->trace;
}

static void
show_answer (RanksPopover *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  RankFind found = rank_find (trace_of (self), text);
  bool is_wrong = !found.is_found && text[0] != '\0';

  gtk_label_set_text (GTK_LABEL (self->answer), found.sentence);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  found.sentence, -1);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_STATE_INVALID,
                               is_wrong ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
  if (is_wrong)
    gtk_widget_add_css_class (self->entry, "error");
  else
    gtk_widget_remove_css_class (self->entry, "error");
  rank_choice_unref (found.choice);
  g_free (found.sentence);
}

static void
take (RanksPopover *self)
{
  RankFind found = rank_find (trace_of (self), gtk_editable_get_text (GTK_EDITABLE (self->entry)));

  if (found.is_found)
    {
      view_state_set_ranks (timeline_scene_state (self->scene), found.choice);
      gtk_popover_popdown (GTK_POPOVER (self));
    }
  else
    gtk_widget_error_bell (self->entry);
  rank_choice_unref (found.choice);
  g_free (found.sentence);
}

static void
take_ready (GtkWidget *button, gpointer user_data)
{
  RanksPopover *self = user_data;

  for (int i = 0; i < N_READY; i++)
    if (self->ready[i] == button
        && view_state_choose_ranks (timeline_scene_state (self->scene), (ReadyRanks) i))
      gtk_popover_popdown (GTK_POPOVER (self));
}

static void
set_ready_text (GtkWidget *button, const char *text)
{
  gtk_label_set_text (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button))), text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

/* Names the step that is in view now. */
static void
show_ready (RanksPopover *self)
{
  ViewState *state = timeline_scene_state (self->scene);
  uint64_t step = view_state_current_step (state);
  g_autofree char *slowest = NULL;

  if (step != UINT64_MAX)
    {
      const TraceStep *of = step_table_get (view_state_profile (state)->steps, step);

      /* Translators: "Slowest 4 in Step 14" */
      slowest = g_strdup_printf (_ ("Slowest %d in Step %" PRId64), READY_RANKS_SLOWEST,
                                 of->has_number ? of->number : (int64_t) of->index + 1);
    }
  else
    slowest = g_strdup_printf (_ ("Slowest %d in the Step"), READY_RANKS_SLOWEST);
  set_ready_text (self->ready[RANKS_SLOWEST_IN_STEP], slowest);
  for (int i = 0; i < N_READY; i++)
    gtk_widget_set_sensitive (self->ready[i], view_state_can_choose_ranks (state, (ReadyRanks) i));
}

void
ranks_popover_ask (RanksPopover *self)
{
  g_autofree char *text =
    rank_choice_to_text (view_state_ranks (timeline_scene_state (self->scene)), trace_of (self));

  gtk_widget_set_size_request (self->answer, -1, screen_style_scaled_px (GTK_WIDGET (self), ANSWER_PX));
  gtk_editable_set_text (GTK_EDITABLE (self->entry), text != NULL ? text : "");
  show_answer (self);
  show_ready (self);
  gtk_popover_popup (GTK_POPOVER (self));
  gtk_widget_grab_focus (self->entry);
}

static void
ranks_popover_dispose (GObject *object)
{
  g_clear_object (&RANKS_POPOVER (object)->scene);
  G_OBJECT_CLASS (ranks_popover_parent_class)->dispose (object);
}

static void
ranks_popover_class_init (RanksPopoverClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ranks_popover_dispose;
}

static GtkWidget *
new_entry (void)
{
  GtkWidget *entry = gtk_entry_new ();

  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), _ ("Ranks to show"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Ranks to show"),
                                  -1);
  return entry;
}

static GtkWidget *
new_answer (void)
{
  GtkWidget *answer = gtk_label_new ("");

  gtk_widget_add_css_class (answer, "caption");
  gtk_label_set_xalign (GTK_LABEL (answer), 0);
  gtk_label_set_yalign (GTK_LABEL (answer), 0);
  gtk_label_set_wrap (GTK_LABEL (answer), TRUE);
  gtk_label_set_lines (GTK_LABEL (answer), 2);
  gtk_label_set_ellipsize (GTK_LABEL (answer), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (answer), WIDTH_CHARS);
  gtk_label_set_max_width_chars (GTK_LABEL (answer), WIDTH_CHARS);
  return answer;
}

static GtkWidget *
new_ready (RanksPopover *self, ReadyRanks ready)
{
  g_autofree char *slowest = g_strdup_printf (_ ("Slowest %d over All Steps"), READY_RANKS_SLOWEST);
  const char *text = ready == RANKS_ALL            ? _ ("All Ranks")
                     : ready == RANKS_ONE_PER_NODE ? _ ("One per Node")
                                                   : slowest;
  GtkWidget *button = gtk_button_new (), *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_button_set_child (GTK_BUTTON (button), label);
  set_ready_text (button, text);
  gtk_widget_add_css_class (button, "flat");
  g_signal_connect (button, "clicked", G_CALLBACK (take_ready), self);
  return button;
}

static void
ranks_popover_init (RanksPopover *self)
{
  static const ReadyRanks order[N_READY] = { RANKS_SLOWEST_IN_STEP, RANKS_SLOWEST, RANKS_ONE_PER_NODE,
                                             RANKS_ALL };
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8),
            *choices = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->entry = new_entry ();
  self->answer = new_answer ();
  gtk_box_append (GTK_BOX (column), self->entry);
  gtk_box_append (GTK_BOX (column), self->answer);
  gtk_box_append (GTK_BOX (column), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  for (int i = 0; i < N_READY; i++)
    {
      self->ready[order[i]] = new_ready (self, order[i]);
      gtk_box_append (GTK_BOX (choices), self->ready[order[i]]);
    }
  gtk_box_append (GTK_BOX (column), choices);
  gtk_popover_set_child (GTK_POPOVER (self), column);
  gtk_popover_set_position (GTK_POPOVER (self), GTK_POS_BOTTOM);
  gtk_popover_set_has_arrow (GTK_POPOVER (self), FALSE);
  g_signal_connect_object (self->entry, "changed", G_CALLBACK (show_answer), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "activate", G_CALLBACK (take), self, G_CONNECT_SWAPPED);
}

GtkWidget *
ranks_popover_new (TimelineScene *scene)
{
  RanksPopover *self = g_object_new (RANKS_TYPE_POPOVER, NULL);

  self->scene = g_object_ref (scene);
  return GTK_WIDGET (self);
}
