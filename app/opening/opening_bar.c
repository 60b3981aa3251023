/* SPDX-License-Identifier: Apache-2.0 */

#include "app/opening/opening_bar.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "app/desktop/prompt_button.h"
#include "widgets/look/screen_style.h"

/* Before that there is too little to extrapolate from. */
#define ESTIMATE_AFTER_S     0.5
#define ESTIMATE_AFTER_SHARE 0.02

typedef struct
{
  GtkWidget *text, *waiting, *bar;
  char *name;
} Parts;

static void
free_parts (gpointer data)
{
  Parts *parts = data;

  g_free (parts->name);
  g_free (parts);
}

static Parts *
parts_of (GtkWidget *bar)
{
  return g_object_get_data (G_OBJECT (bar), "parts");
}

static double
share_read (const LoadProgress *progress)
{
  return progress->size_bytes > 0
           ? CLAMP ((double) progress->position_bytes / (double) progress->size_bytes, 0, 1)
           : 0;
}

/* NULL: not known yet. */
static char *
left_text (const LoadProgress *progress, const NumberStyle *numbers)
{
  double share = share_read (progress);
  char left[NUMBER_TEXT_MAX];

  if (progress->is_folder || progress->elapsed_s < ESTIMATE_AFTER_S || share < ESTIMATE_AFTER_SHARE)
    return NULL;
  double left_s = ceil (progress->elapsed_s / share * (1 - share));
  if (left_s < 60)
    return g_strdup_printf (_ ("about %s s left"),
                            number_text_count (numbers, (uint64_t) MAX (left_s, 1), left));
  return g_strdup_printf (_ ("about %s left"), number_text_duration (numbers, left_s * 1e9, left));
}

static char *
partial_text (const LoadProgress *progress, const NumberStyle *numbers)
{
  char percent[NUMBER_TEXT_MAX], covered[NUMBER_TEXT_MAX];

  number_text_duration (numbers, (double) progress->covered_ns, covered);
  if (progress->is_folder || progress->size_bytes == 0)
    return g_strdup_printf (_ ("Still reading. Numbers cover the first %s."), covered);
  number_text_count (numbers, (uint64_t) (share_read (progress) * 100), percent);
  /* Translators: percent of the file, and a duration such as "3.2 s". */
  return g_strdup_printf (_ ("Still reading (%s %%). Numbers cover the first %s."), percent, covered);
}

char *
opening_text (const char *name, const LoadProgress *progress, const NumberStyle *numbers)
{
  char position[NUMBER_TEXT_MAX], size[NUMBER_TEXT_MAX], events[NUMBER_TEXT_MAX];
  g_autofree char *left = left_text (progress, numbers);

  if (progress->covered_ns > 0)
    return partial_text (progress, numbers);
  if (progress->stage == LOAD_INDEXING)
    return g_strdup_printf (_ ("Indexing %s"), name);
  if (progress->stage == LOAD_WAITING)
    return g_strdup_printf (_ ("Waiting for %s: another window is reading it"), name);
  number_text_count (numbers, progress->position_bytes / 1000000, position);
  number_text_count (numbers, (progress->size_bytes + 999999) / 1000000, size);
  number_text_count (numbers, progress->n_events, events);
  if (progress->is_folder && progress->size_bytes > 0)
    return g_strdup_printf (_ ("Reading %s: file %u, %s of %s MB, %s events"), name, progress->file, position,
                            size, events);
  if (progress->size_bytes == 0)
    return g_strdup_printf (_ ("Reading %s"), name);
  if (left == NULL)
    return g_strdup_printf (_ ("Reading %s: %s of %s MB, %s events"), name, position, size, events);
  /* Translators: file, megabytes read, of how many, events, and "about 1 s left". */
  return g_strdup_printf (_ ("Reading %s: %s of %s MB, %s events, %s"), name, position, size, events, left);
}

void
opening_bar_set_progress (GtkWidget *bar, const LoadProgress *progress)
{
  Parts *parts = parts_of (bar);
  g_autofree char *text = opening_text (parts->name, progress, screen_style_get (bar)->numbers);

  gtk_label_set_text (GTK_LABEL (parts->text), text);
  if (progress->stage != LOAD_READING)
    gtk_progress_bar_pulse (GTK_PROGRESS_BAR (parts->bar));
  else
    gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (parts->bar), share_read (progress));
}

void
opening_bar_set_name (GtkWidget *bar, const char *name)
{
  Parts *parts = parts_of (bar);

  g_free (parts->name);
  parts->name = g_strdup (name);
  opening_bar_set_progress (bar, &(LoadProgress){ .stage = LOAD_READING });
}

void
opening_bar_set_waiting (GtkWidget *bar, guint n)
{
  Parts *parts = parts_of (bar);
  g_autofree char *text = g_strdup_printf (ngettext ("%u more waits", "%u more wait", n), n);

  gtk_label_set_text (GTK_LABEL (parts->waiting), text);
  gtk_widget_set_visible (parts->waiting, n > 0);
}

/* GTK 4.8 goes on moving a bar that nobody sees: sixty frames a second, until it shows a share again. */
static void
end_pulse (GtkWidget *bar)
{
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (bar), 0);
}

GtkWidget *
opening_bar_new (void)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 16);
  GtkWidget *cancel = prompt_button_new (_ ("_Cancel"));
  Parts *parts = g_new0 (Parts, 1);

  parts->text = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (parts->text), 0);
  gtk_label_set_ellipsize (GTK_LABEL (parts->text), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_add_css_class (parts->text, "numeric");
  gtk_widget_set_hexpand (parts->text, TRUE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (cancel), "win.cancel-opening");
  parts->waiting = gtk_label_new (NULL);
  gtk_widget_add_css_class (parts->waiting, "numeric");
  gtk_widget_add_css_class (parts->waiting, "secondary");
  gtk_widget_set_visible (parts->waiting, FALSE);
  gtk_box_append (GTK_BOX (line), parts->text);
  gtk_box_append (GTK_BOX (line), parts->waiting);
  gtk_box_append (GTK_BOX (line), cancel);

  parts->bar = gtk_progress_bar_new ();
  gtk_accessible_update_property (GTK_ACCESSIBLE (parts->bar), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Progress"),
                                  -1);
  g_signal_connect (parts->bar, "unmap", G_CALLBACK (end_pulse), NULL);
  gtk_widget_add_css_class (bar, "opening-bar");
  gtk_box_append (GTK_BOX (bar), line);
  gtk_box_append (GTK_BOX (bar), parts->bar);
  g_object_set_data_full (G_OBJECT (bar), "parts", parts, free_parts);
  return bar;
}
