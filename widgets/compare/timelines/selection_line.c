/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/compare/timelines/selection_line.h"

#include <glib/gi18n-lib.h>

#include "widgets/compare/compare_words.h"
#include "widgets/look/screen_style.h"

#define GAP_PX     16
#define NAME_CHARS 10 /* at least so many are shown */

/* The figures of a side stay on one line. */
#define NO_BREAK_SPACE "\u00a0"
#define BETWEEN_SIDES  "   "

struct _SelectionLine
{
  GtkWidget parent_instance;

  GtkWidget *name, *figures, *jump, *align;
};

G_DEFINE_FINAL_TYPE (SelectionLine, selection_line, GTK_TYPE_WIDGET)

enum
{
  JUMP,
  ALIGN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

const char *
selection_line_reason (CounterpartAnswer answer)
{
  switch (answer)
    {
    case COUNTERPART_OUTSIDE:
      return _ ("in no compared step");
    case COUNTERPART_NO_STEP:
      return _ ("no such step");
    case COUNTERPART_FEWER:
      return _ ("fewer of them in this step");
    default:
      return _ ("not on this side");
    }
}

static double
duration_ns (const Compared *compared, uint32_t side, uint64_t slice)
{
  return (double) slice_dur_ns (trace_slices (compared->sides[side].profile->trace), slice);
}

/* "B: 1.500 ms, +266.0 µs (+21.6 %)" */
static char *
side_figures (const Compared *compared,
              const SelectedSlices *selected,
              uint32_t side,
              const NumberStyle *numbers)
{
  uint64_t slice = selected->slices[side];
  char duration[NUMBER_TEXT_MAX];

  if (slice == SLICE_NONE)
    return g_strdup_printf ("%s: %s", compared_letter (side),
                            selected->is_known ? selection_line_reason (selected->answers[side]) : "…");
  number_text_duration (numbers, duration_ns (compared, side, slice), duration);
  if (side == 0 || selected->slices[0] == SLICE_NONE)
    return g_strdup_printf ("%s: %s", compared_letter (side), duration);

  double base_ns = duration_ns (compared, 0, selected->slices[0]);
  double more_ns = duration_ns (compared, side, slice) - base_ns;
  g_autofree char *more = compare_words_duration (numbers, more_ns);
  if (base_ns <= 0)
    return g_strdup_printf ("%s: %s, %s", compared_letter (side), duration, more);
  g_autofree char *percent = compare_words_percent (numbers, more_ns / base_ns);
  return g_strdup_printf ("%s: %s, %s (%s)", compared_letter (side), duration, more, percent);
}

void
selection_line_set (SelectionLine *self, const Compared *compared, const SelectedSlices *selected)
{
  const NumberStyle *numbers = screen_style_get (GTK_WIDGET (self))->numbers;
  guint n_there = 0, n = selected != NULL ? MIN (compared->n_sides, SIDE_PAIRS_MAX) : 0;
  g_autoptr (GString) figures = g_string_new (NULL);

  for (uint32_t side = 0; side < n; side++)
    {
      g_autofree char *text = side_figures (compared, selected, side, numbers);
      g_auto (GStrv) words = g_strsplit (text, " ", -1);
      g_autofree char *unbroken = g_strjoinv (NO_BREAK_SPACE, words);

      g_string_append_printf (figures, "%s%s", side > 0 ? BETWEEN_SIDES : "", unbroken);
      n_there += selected->slices[side] != SLICE_NONE;
    }
  gtk_label_set_text (GTK_LABEL (self->figures), figures->str);
  if (selected != NULL)
    {
      const Trace *trace = compared->sides[selected->from].profile->trace;
      uint64_t slice = selected->slices[selected->from];
      const char *name = trace_display_name (trace, slice_name (trace_slices (trace), slice));

      gtk_label_set_text (GTK_LABEL (self->name), name);
      gtk_widget_set_tooltip_text (self->name, name);
    }
  else
    {
      gtk_label_set_text (GTK_LABEL (self->name), _ ("Select a slice to see its counterparts"));
      gtk_widget_set_tooltip_text (self->name, NULL);
    }
  gtk_widget_set_sensitive (self->jump, n_there > 1);
  gtk_widget_set_sensitive (self->align, n_there > 1);
}

/* ---- the widget ---- */

static void
jump (SelectionLine *self)
{
  g_signal_emit (self, signals[JUMP], 0);
}

static void
align (SelectionLine *self)
{
  g_signal_emit (self, signals[ALIGN], 0);
}

static void
selection_line_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (selection_line_parent_class)->dispose (object);
}

static void
selection_line_class_init (SelectionLineClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = selection_line_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
  signals[JUMP] = g_signal_new ("jump", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[ALIGN] = g_signal_new ("align", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static GtkWidget *
add_label (SelectionLine *self, PangoEllipsizeMode ellipsize)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), ellipsize);
  gtk_widget_set_parent (label, GTK_WIDGET (self));
  return label;
}

static GtkWidget *
add_button (SelectionLine *self, const char *label, const char *tooltip, GCallback clicked)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  g_signal_connect_swapped (button, "clicked", clicked, self);
  gtk_widget_set_parent (button, GTK_WIDGET (self));
  return button;
}

static void
selection_line_init (SelectionLine *self)
{
  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (gtk_widget_get_layout_manager (GTK_WIDGET (self))), GAP_PX);
  gtk_widget_add_css_class (GTK_WIDGET (self), "selection-line");
  self->name = add_label (self, PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_set_hexpand (self->name, TRUE);
  gtk_label_set_width_chars (GTK_LABEL (self->name), NAME_CHARS);
  self->figures = add_label (self, PANGO_ELLIPSIZE_NONE);
  gtk_label_set_wrap (GTK_LABEL (self->figures), TRUE);
  gtk_widget_add_css_class (self->figures, "numeric");
  self->align = add_button (self, _ ("Al_ign"), _ ("Align the timelines by the begins of these slices"),
                            G_CALLBACK (align));
  self->jump =
    add_button (self, _ ("_Next Side"), _ ("Go to the counterpart on the next side (J)"), G_CALLBACK (jump));
  selection_line_set (self, NULL, NULL);
}

GtkWidget *
selection_line_new (void)
{
  return g_object_new (SELECTION_TYPE_LINE, NULL);
}
