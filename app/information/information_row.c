/* SPDX-License-Identifier: Apache-2.0 */

#include "app/information/information_row.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app/desktop/copy_button.h"
#include "widgets/controls/quiet_tooltip.h"

/* The value of a key may be megabytes. */
#define VALUE_BYTES_MAX 440
#define LINE_BYTES_MAX  80
#define VALUE_LINES_MAX 4

static GtkWidget *
text_new (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_valign (label, GTK_ALIGN_BASELINE);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

static void
wrap (GtkWidget *label)
{
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
}

/* JSON that was written in lines goes on one, and what is long ends early. */
static char *
shortened (const char *value)
{
  GString *text = g_string_new (NULL);
  const char *at = value;

  for (; *at != '\0' && text->len < VALUE_BYTES_MAX; at = g_utf8_next_char (at))
    if (!g_ascii_isspace (*at))
      g_string_append_unichar (text, g_utf8_get_char (at));
    else if (!g_ascii_isspace (at[1]))
      g_string_append_c (text, ' ');
  if (*at != '\0')
    g_string_append (text, "…");
  return g_string_free (text, FALSE);
}

static GtkWidget *
list_row_new (GtkWidget *content)
{
  GtkWidget *row = gtk_list_box_row_new ();

  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), content);
  gtk_widget_set_focusable (row, FALSE);
  return row;
}

GtkWidget *
information_row_new (const InformationRow *row)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 16);
  GtkWidget *label = text_new (row->label, "secondary");
  g_autofree char *shown = shortened (row->value);
  GtkWidget *value = text_new (shown, "numeric");
  g_autofree char *what = g_strdup_printf (_ ("Copy %s"), row->label);

  gtk_widget_add_css_class (box, "information-row");
  /* A date has no letters that would tell its direction. */
  gtk_label_set_xalign (GTK_LABEL (value), gtk_widget_get_direction (value) == GTK_TEXT_DIR_RTL ? 1 : 0);
  gtk_widget_set_direction (value, GTK_TEXT_DIR_LTR);
  gtk_widget_set_size_request (label, INFORMATION_LABEL_WIDTH_PX, -1);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 24);
  quiet_tooltip_of_cut_text (label);
  /* A label that wraps is laid out a dozen times before GTK 4.8 knows its width. */
  if (strlen (shown) > LINE_BYTES_MAX)
    {
      wrap (value);
      gtk_label_set_lines (GTK_LABEL (value), VALUE_LINES_MAX);
    }
  /* Without it GTK 4.8 takes what is shorter than an ellipsis for narrower than nothing. */
  gtk_label_set_width_chars (GTK_LABEL (value), 8);
  gtk_label_set_ellipsize (GTK_LABEL (value), PANGO_ELLIPSIZE_END);
  gtk_label_set_selectable (GTK_LABEL (value), TRUE);
  quiet_tooltip_of_cut_text (value);
  gtk_widget_set_hexpand (value, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (value), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, row->label,
                                  -1);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), value);
  gtk_box_append (GTK_BOX (box), copy_button_new (row->value, what));
  return list_row_new (box);
}

GtkWidget *
information_row_new_text (const char *text)
{
  GtkWidget *label = text_new (text, "information-row");

  wrap (label);
  return list_row_new (label);
}
