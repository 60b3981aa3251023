/* SPDX-License-Identifier: Apache-2.0 */

#include "app/tables/instant_choice.h"

#include <glib/gi18n-lib.h>

#include "app/tables/shrinking_choice.h"

typedef enum
{
  INSTANT_PEAK,
  INSTANT_MARKER_A,
  INSTANT_MARKER_B,
  INSTANT_SELECTION,
  N_INSTANTS
} Instant;

static const char *const words[N_INSTANTS] = {
  [INSTANT_PEAK] = N_ ("At the peak"),
  [INSTANT_MARKER_A] = N_ ("At marker A"),
  [INSTANT_MARKER_B] = N_ ("At marker B"),
  [INSTANT_SELECTION] = N_ ("At the begin of the selection"),
};

struct _InstantChoice
{
  GtkWidget parent_instance;

  ViewState *state;
  GtkWidget *list;
  bool has_marker[N_MARKERS]; /* as they were last */
  int64_t marker_ns[N_MARKERS];
};

G_DEFINE_FINAL_TYPE (InstantChoice, instant_choice, GTK_TYPE_WIDGET)

static guint changed_signal;

static Instant
chosen (InstantChoice *self)
{
  return (Instant) MIN (gtk_drop_down_get_selected (GTK_DROP_DOWN (self->list)), N_INSTANTS - 1);
}

bool
instant_choice_time (InstantChoice *self, int64_t *ret_time_ns)
{
  const ViewMarks *marks = view_state_marks (self->state);
  const ViewSelection *selection = view_state_selection (self->state);
  Instant instant = chosen (self);
  Marker marker = instant == INSTANT_MARKER_B ? MARKER_B : MARKER_A;

  switch (instant)
    {
    case INSTANT_MARKER_A:
    case INSTANT_MARKER_B:
      *ret_time_ns = marks->marker_ns[marker];
      return marks->has_marker[marker];
    case INSTANT_SELECTION:
      *ret_time_ns = selection->begin_ns;
      return selection->kind != SELECTED_NOTHING;
    default:
      return false;
    }
}

char *
instant_choice_text (InstantChoice *self)
{
  int64_t time_ns;

  return g_strdup (_ (words[instant_choice_time (self, &time_ns) ? chosen (self) : INSTANT_PEAK]));
}

/* ---- what changes ---- */

static void
emit_changed (InstantChoice *self)
{
  g_signal_emit (self, changed_signal, 0);
}

/* Chooses a marker, or says that the chosen one has moved. */
static void
choose (InstantChoice *self, Instant instant)
{
  if (chosen (self) == instant)
    emit_changed (self);
  else
    gtk_drop_down_set_selected (GTK_DROP_DOWN (self->list), instant);
}

static void
look_at_marker (InstantChoice *self, Marker marker)
{
  const ViewMarks *marks = view_state_marks (self->state);
  bool is_set = marks->has_marker[marker], was_set = self->has_marker[marker];
  bool is_moved = is_set && (!was_set || marks->marker_ns[marker] != self->marker_ns[marker]);
  Instant instant = marker == MARKER_A ? INSTANT_MARKER_A : INSTANT_MARKER_B;

  self->has_marker[marker] = is_set;
  self->marker_ns[marker] = marks->marker_ns[marker];
  if (is_moved)
    choose (self, instant);
  else if (was_set && !is_set && chosen (self) == instant)
    emit_changed (self);
}

static void
state_changed (InstantChoice *self, guint changes)
{
  if (changes & VIEW_CHANGED_MARKS)
    for (Marker marker = 0; marker < N_MARKERS; marker++)
      look_at_marker (self, marker);
  if (changes & VIEW_CHANGED_SELECTION && chosen (self) == INSTANT_SELECTION)
    emit_changed (self);
}

/* ---- the widget ---- */

static void
instant_choice_dispose (GObject *object)
{
  InstantChoice *self = INSTANT_CHOICE (object);

  g_clear_pointer (&self->list, gtk_widget_unparent);
  g_clear_object (&self->state);
  G_OBJECT_CLASS (instant_choice_parent_class)->dispose (object);
}

static void
instant_choice_class_init (InstantChoiceClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = instant_choice_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  changed_signal = g_signal_new ("changed", INSTANT_TYPE_CHOICE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void
instant_choice_init (InstantChoice *self)
{
  (void) self;
}

GtkWidget *
instant_choice_new (ViewState *state)
{
  InstantChoice *self = g_object_new (INSTANT_TYPE_CHOICE, NULL);
  const char *translated[N_INSTANTS + 1] = { NULL };
  const ViewMarks *marks = view_state_marks (state);

  self->state = g_object_ref (state);
  for (Marker marker = 0; marker < N_MARKERS; marker++)
    {
      self->has_marker[marker] = marks->has_marker[marker];
      self->marker_ns[marker] = marks->marker_ns[marker];
    }
  for (int i = 0; i < N_INSTANTS; i++)
    translated[i] = _ (words[i]);
  self->list = shrinking_choice_new (translated, _ ("Instant"));
  gtk_widget_set_parent (self->list, GTK_WIDGET (self));
  g_signal_connect_object (self->list, "notify::selected", G_CALLBACK (emit_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "changed", G_CALLBACK (state_changed), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
