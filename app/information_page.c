/* SPDX-License-Identifier: Apache-2.0 */

#include "app/information_page.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "app/copy_button.h"
#include "app/information.h"
#include "app/mnemonic.h"
#include "widgets/screen_style.h"

#define WIDTH_MAX_PX      1000
#define LABEL_WIDTH_PX    200
#define HEADING_HEIGHT_PX 48

/* A job may have thousands of ranks, and a key's value may be megabytes: what is shown is bounded, what is copied is
 * whole. */
#define ROWS_MAX        100
#define VALUE_BYTES_MAX 1200
#define VALUE_LINES_MAX 4

/* ---- rows ---- */

static GtkWidget *
text_new (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_valign (label, GTK_ALIGN_BASELINE);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  return label;
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

static GtkWidget *
value_row_new (const InformationRow *row)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 16);
  GtkWidget *label = text_new (row->label, "secondary");
  g_autofree char *shown = shortened (row->value);
  GtkWidget *value = text_new (shown, "numeric");
  g_autofree char *what = g_strdup_printf (_ ("Copy %s"), row->label);

  gtk_widget_add_css_class (box, "information-row");
  gtk_widget_set_size_request (label, LABEL_WIDTH_PX, -1);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 24);
  /* Without it GTK 4.8 takes what is shorter than an ellipsis for narrower than nothing. */
  gtk_label_set_width_chars (GTK_LABEL (value), 8);
  gtk_label_set_lines (GTK_LABEL (value), VALUE_LINES_MAX);
  gtk_label_set_ellipsize (GTK_LABEL (value), PANGO_ELLIPSIZE_END);
  gtk_label_set_selectable (GTK_LABEL (value), TRUE);
  gtk_widget_set_hexpand (value, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (value), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, row->label,
                                  -1);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), value);
  gtk_box_append (GTK_BOX (box), copy_button_new (row->value, what));
  return list_row_new (box);
}

static const struct
{
  const char *icon, *css_class;
} severities[] = {
  [HEALTH_INFO] = { "dialog-information-symbolic", "severity-info" },
  [HEALTH_WARNING] = { "dialog-warning-symbolic", "severity-warning" },
  [HEALTH_ERROR] = { "dialog-error-symbolic", "severity-warning" },
  [HEALTH_DATA_LOSS] = { "dialog-error-symbolic", "severity-loss" },
};

static GtkWidget *
health_row_new (const HealthText *health)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 16);
  GtkWidget *severity = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  GtkWidget *word = text_new (health->severity_word, "heading");
  GtkWidget *icon = gtk_image_new_from_icon_name (severities[health->severity].icon);
  GtkWidget *message = text_new (health->message, NULL);
  GtkWidget *count = gtk_label_new (health->count);
  g_autofree char *whole = g_strdup_printf ("%s: %s %s. %s", health->severity_word, health->message,
                                            health->count, health->place != NULL ? health->place : "");

  gtk_widget_add_css_class (count, "numeric");
  gtk_widget_add_css_class (box, "information-row");
  gtk_widget_add_css_class (severity, severities[health->severity].css_class);
  gtk_widget_set_size_request (severity, LABEL_WIDTH_PX, -1);
  gtk_widget_set_valign (severity, GTK_ALIGN_START);
  gtk_box_append (GTK_BOX (severity), icon);
  gtk_box_append (GTK_BOX (severity), word);

  gtk_label_set_selectable (GTK_LABEL (message), TRUE);
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_box_append (GTK_BOX (texts), message);
  if (health->place != NULL)
    {
      GtkWidget *place = text_new (health->place, "caption");

      gtk_widget_add_css_class (place, "secondary");
      gtk_widget_add_css_class (place, "numeric");
      gtk_label_set_selectable (GTK_LABEL (place), TRUE);
      gtk_box_append (GTK_BOX (texts), place);
    }
  gtk_box_append (GTK_BOX (box), severity);
  gtk_box_append (GTK_BOX (box), texts);
  gtk_box_append (GTK_BOX (box), count);
  gtk_box_append (GTK_BOX (box), copy_button_new (whole, _ ("Copy this row")));
  return list_row_new (box);
}

/* ---- sections ---- */

static GtkWidget *
section_new (GtkBox *column, const char *title)
{
  GtkWidget *heading = text_new (title, "heading");
  GtkWidget *list = gtk_list_box_new ();

  gtk_widget_set_margin_top (heading, 16);
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_box_append (column, heading);
  gtk_box_append (column, list);
  return list;
}

static void
add_section (GtkBox *column, const InformationSection *section, const NumberStyle *numbers)
{
  GtkWidget *list = section_new (column, section->title);
  guint n = MIN (section->rows->len, ROWS_MAX);

  for (guint i = 0; i < n; i++)
    gtk_list_box_append (GTK_LIST_BOX (list), value_row_new (section->rows->pdata[i]));
  if (n < section->rows->len)
    {
      char count[NUMBER_TEXT_MAX];
      guint rest = section->rows->len - n;
      g_autofree char *text = g_strdup_printf (
        ngettext ("and %s more; Copy All copies it too", "and %s more; Copy All copies them too", rest),
        number_text_count (numbers, rest, count));
      GtkWidget *label = text_new (text, "secondary");

      gtk_widget_add_css_class (label, "information-row");
      gtk_list_box_append (GTK_LIST_BOX (list), list_row_new (label));
    }
}

static GtkWidget *
add_health (GtkBox *column, const Information *information)
{
  GtkWidget *list = section_new (column, _ ("Health"));

  for (guint i = 0; i < information->health->len; i++)
    gtk_list_box_append (GTK_LIST_BOX (list), health_row_new (information->health->pdata[i]));
  if (information->health->len == 0)
    {
      GtkWidget *label = text_new (_ ("Nothing was lost, repaired or left unmatched."), "information-row");
      gtk_list_box_append (GTK_LIST_BOX (list), list_row_new (label));
    }
  return list;
}

/* ---- the page ---- */

typedef struct
{
  ViewState *state;
  GtkWidget *back, *scrolled, *column, *health;
} Parts;

static void
free_parts (gpointer data)
{
  Parts *parts = data;

  g_object_unref (parts->state);
  g_free (parts);
}

static void
copy_all (GtkWidget *page)
{
  Parts *parts = g_object_get_data (G_OBJECT (page), "parts");
  const Profile *profile = view_state_profile (parts->state);
  g_autoptr (Information) information = information_new (profile, screen_style_get (page)->numbers);
  g_autofree char *text = information_text (information, profile->name);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (page), text);
}

/* Rows have their places only after a frame. */
static gboolean
scroll_to_health (GtkWidget *page, GdkFrameClock *clock, gpointer data)
{
  Parts *parts = data;
  GtkAdjustment *place = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (parts->scrolled));
  graphene_rect_t bounds;
  (void) page;
  (void) clock;

  if (gtk_widget_get_height (parts->health) == 0
      || !gtk_widget_compute_bounds (parts->health, parts->column, &bounds))
    return G_SOURCE_CONTINUE;
  gtk_adjustment_set_value (place, (double) bounds.origin.y - HEADING_HEIGHT_PX);
  return G_SOURCE_REMOVE;
}

void
information_page_show_health (GtkWidget *page)
{
  gtk_widget_add_tick_callback (page, scroll_to_health, g_object_get_data (G_OBJECT (page), "parts"), NULL);
}

void
information_page_focus (GtkWidget *page)
{
  Parts *parts = g_object_get_data (G_OBJECT (page), "parts");

  gtk_widget_grab_focus (parts->back);
}

static GtkWidget *
bar_new (GtkWidget *page, GtkWidget *back, const char *name)
{
  GtkWidget *bar = gtk_center_box_new ();
  GtkWidget *back_content = adw_button_content_new ();
  GtkWidget *title = gtk_label_new (name);
  GtkWidget *copy = mnemonic_button_new (_ ("_Copy All"));

  adw_button_content_set_icon_name (ADW_BUTTON_CONTENT (back_content), "go-previous-symbolic");
  adw_button_content_set_label (ADW_BUTTON_CONTENT (back_content), _ ("_Back"));
  adw_button_content_set_use_underline (ADW_BUTTON_CONTENT (back_content), TRUE);
  gtk_button_set_child (GTK_BUTTON (back), back_content);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (back), "win.back");
  gtk_widget_set_valign (back, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (copy, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (back), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Back"), -1);
  gtk_widget_set_tooltip_text (copy, _ ("Copy everything on this page as text"));
  g_signal_connect_swapped (copy, "clicked", G_CALLBACK (copy_all), page);

  gtk_label_set_ellipsize (GTK_LABEL (title), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_add_css_class (title, "heading");
  gtk_widget_add_css_class (bar, "page-bar");
  gtk_center_box_set_start_widget (GTK_CENTER_BOX (bar), back);
  gtk_center_box_set_center_widget (GTK_CENTER_BOX (bar), title);
  gtk_center_box_set_end_widget (GTK_CENTER_BOX (bar), copy);
  return bar;
}

GtkWidget *
information_page_new (ViewState *state)
{
  GtkWidget *page = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *clamp = adw_clamp_new ();
  const Profile *profile = view_state_profile (state);
  const NumberStyle *numbers = screen_style_get (page)->numbers;
  g_autoptr (Information) information = information_new (profile, numbers);
  Parts *parts = g_new (Parts, 1);

  *parts = (Parts){ .state = g_object_ref (state),
                    .back = gtk_button_new (),
                    .scrolled = gtk_scrolled_window_new (),
                    .column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8) };
  for (guint i = 0; i < information->sections->len; i++)
    add_section (GTK_BOX (parts->column), information->sections->pdata[i], numbers);
  parts->health = add_health (GTK_BOX (parts->column), information);
  gtk_widget_set_margin_bottom (parts->column, 24);
  gtk_widget_set_margin_start (parts->column, 24);
  gtk_widget_set_margin_end (parts->column, 24);

  adw_clamp_set_maximum_size (ADW_CLAMP (clamp), WIDTH_MAX_PX);
  adw_clamp_set_child (ADW_CLAMP (clamp), parts->column);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (parts->scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (parts->scrolled), clamp);
  gtk_widget_set_vexpand (parts->scrolled, TRUE);

  gtk_box_append (GTK_BOX (page), bar_new (page, parts->back, profile->name));
  gtk_box_append (GTK_BOX (page), parts->scrolled);
  gtk_widget_add_css_class (page, "background");
  g_object_set_data_full (G_OBJECT (page), "parts", parts, free_parts);
  return page;
}
