/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/controls/short_bar.h"

#include <stdbool.h>

struct _ShortBar
{
  GtkWidget parent_instance;

  GtkWidget *content;
  ShortStep *steps;
  size_t n_steps;
};

G_DEFINE_FINAL_TYPE (ShortBar, short_bar, GTK_TYPE_WIDGET)

size_t
short_bar_n_steps (int width_px, const int *needed_px, size_t n)
{
  size_t taken = 0;

  while (taken < n && needed_px[taken] > width_px)
    taken++;
  return taken;
}

/* A part inside a hidden widget takes no width. */
static bool
is_seen (ShortBar *self, ShortForms *part)
{
  for (GtkWidget *widget = GTK_WIDGET (part); widget != GTK_WIDGET (self);
       widget = gtk_widget_get_parent (widget))
    if (!gtk_widget_get_visible (widget) || !gtk_widget_get_child_visible (widget))
      return false;
  return true;
}

/* Returns the form of a part after the first n steps. */
static guint
form_after (ShortBar *self, ShortForms *part, size_t n)
{
  while (n > 0)
    if (self->steps[--n].part == part)
      return self->steps[n].form;
  return 0;
}

static bool
is_first_of_part (ShortBar *self, size_t step)
{
  for (size_t i = 0; i < step; i++)
    if (self->steps[i].part == self->steps[step].part)
      return false;
  return true;
}

/* Returns how much wider the content would be after n steps, with the widths of form_px (), than it is now, with the
 * widths of shown_px (). */
static int
wider_px (ShortBar *self, size_t n, int (*form_px) (ShortForms *, guint), int (*shown_px) (ShortForms *))
{
  int by_px = 0;

  for (size_t i = 0; i < self->n_steps; i++)
    {
      ShortForms *part = self->steps[i].part;

      if (is_first_of_part (self, i) && is_seen (self, part))
        by_px += form_px (part, form_after (self, part, n)) - shown_px (part);
    }
  return by_px;
}

static int
shown_natural_px (ShortForms *part)
{
  return short_forms_natural_px (part, short_forms_shown (part));
}

/* The content requests the sum of the widths in its boxes, so its width changes by as much as that of its parts. */
static void
choose_forms (ShortBar *self, int width_px)
{
  g_autofree int *needed_px = g_new (int, self->n_steps + 1);
  int now_px;

  gtk_widget_measure (self->content, GTK_ORIENTATION_HORIZONTAL, -1, &now_px, NULL, NULL, NULL);
  for (size_t n = 0; n <= self->n_steps; n++)
    needed_px[n] = now_px + wider_px (self, n, short_forms_natural_px, short_forms_asked_px);
  size_t taken = short_bar_n_steps (width_px, needed_px, self->n_steps);
  for (size_t i = 0; i < self->n_steps; i++)
    {
      ShortForms *part = self->steps[i].part;

      if (is_first_of_part (self, i))
        short_forms_show (part, form_after (self, part, taken), needed_px[taken] > width_px);
    }
}

/* ---- the widget ---- */

static void
short_bar_measure (GtkWidget *widget,
                   GtkOrientation orientation,
                   int for_size,
                   int *minimum,
                   int *natural,
                   int *minimum_baseline,
                   int *natural_baseline)
{
  ShortBar *self = SHORT_BAR (widget);

  gtk_widget_measure (self->content, orientation, for_size, minimum, natural, minimum_baseline,
                      natural_baseline);
  if (orientation == GTK_ORIENTATION_VERTICAL)
    return;
  /* The result does not depend on the shown forms, so that the limits of the window do not change during a resize. */
  *minimum += wider_px (self, self->n_steps, short_forms_tight_px, short_forms_asked_px);
  *natural = MAX (*minimum, *natural + wider_px (self, 0, short_forms_natural_px, shown_natural_px));
}

/* When a part changes its form, GTK discards its measured size and measures it again before the allocation. */
static void
short_bar_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  ShortBar *self = SHORT_BAR (widget);

  choose_forms (self, width);
  gtk_widget_measure (self->content, GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
  gtk_widget_allocate (self->content, width, height, baseline, NULL);
}

static void
short_bar_dispose (GObject *object)
{
  ShortBar *self = SHORT_BAR (object);

  self->n_steps = 0;
  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_pointer (&self->steps, g_free);
  G_OBJECT_CLASS (short_bar_parent_class)->dispose (object);
}

static void
short_bar_class_init (ShortBarClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = short_bar_dispose;
  GTK_WIDGET_CLASS (klass)->measure = short_bar_measure;
  GTK_WIDGET_CLASS (klass)->size_allocate = short_bar_size_allocate;
}

static void
short_bar_init (ShortBar *self)
{
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
}

GtkWidget *
short_bar_new (GtkWidget *content, const ShortStep *steps, size_t n_steps)
{
  ShortBar *self = g_object_new (SHORT_TYPE_BAR, NULL);

  self->content = content;
  self->steps = g_memdup2 (steps, n_steps * sizeof *steps);
  self->n_steps = n_steps;
  gtk_widget_set_parent (content, GTK_WIDGET (self));
  return GTK_WIDGET (self);
}
