/* SPDX-License-Identifier: Apache-2.0 */

#include "app/information/information_page.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "app/desktop/copy_button.h"
#include "app/desktop/mnemonic.h"
#include "app/information/health_row.h"
#include "app/information/information.h"
#include "app/information/information_row.h"
#include "widgets/look/screen_style.h"

#define WIDTH_MAX_PX      1000
#define HEADING_HEIGHT_PX 48

/* A job may have thousands of ranks; Copy All has them all. */
#define ROWS_MAX 40

/* Making a row and laying it out takes a millisecond: each frame brings some more. */
#define FILL_US 1000

#define INFORMATION_TYPE_PAGE (information_page_get_type ())
G_DECLARE_FINAL_TYPE (InformationPage, information_page, INFORMATION, PAGE, GtkWidget)

struct _InformationPage
{
  GtkWidget parent_instance;

  ViewState *state;
  ProfileFindings findings;
  GtkWidget *box, *back, *scrolled, *column;
  GtkWidget *health; /* the list of health rows; NULL: not reached yet */

  Information *information; /* what the page is still being filled with */
  guint section, row;       /* what comes next */
  GtkWidget *list;          /* of that section; NULL: not begun */
};

G_DEFINE_TYPE (InformationPage, information_page, GTK_TYPE_WIDGET)

/* ---- filling ---- */

/* end: what stands at the other end of the heading; NULL: nothing. */
static GtkWidget *
add_list (InformationPage *page, const char *title, GtkWidget *end)
{
  GtkWidget *heading = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *label = gtk_label_new (title);
  GtkWidget *list = gtk_list_box_new ();

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (label, "heading");
  gtk_widget_set_margin_top (heading, 16);
  gtk_box_append (GTK_BOX (heading), label);
  if (end != NULL)
    gtk_box_append (GTK_BOX (heading), end);
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_box_append (GTK_BOX (page->column), heading);
  gtk_box_append (GTK_BOX (page->column), list);
  return list;
}

/* One row of the current section, or what ends it. */
static void
add_row (InformationPage *page, const InformationSection *section)
{
  if (page->list == NULL)
    page->list = add_list (page, section->title, NULL);
  if (page->row < section->rows->len && page->row < ROWS_MAX)
    {
      gtk_list_box_append (GTK_LIST_BOX (page->list), information_row_new (section->rows->pdata[page->row]));
      page->row++;
      return;
    }
  if (page->row < section->rows->len)
    {
      char count[NUMBER_TEXT_MAX];
      guint rest = section->rows->len - page->row;
      g_autofree char *text = g_strdup_printf (
        ngettext ("and %s more; Copy All copies it too", "and %s more; Copy All copies them too", rest),
        number_text_count (screen_style_get (GTK_WIDGET (page))->numbers, rest, count));

      gtk_list_box_append (GTK_LIST_BOX (page->list), information_row_new_text (text));
    }
  page->list = NULL;
  page->row = 0;
  page->section++;
}

static GtkWidget *
copy_health_button_new (InformationPage *page)
{
  g_autofree char *report = health_entries_report (view_state_profile (page->state), &page->findings);
  GtkWidget *button = copy_button_new (report, _ ("Copy all rows as text, for a report"));

  gtk_widget_add_css_class (button, "health-copy");
  return button;
}

static void
add_health (InformationPage *page)
{
  const Information *information = page->information;
  const GPtrArray *health = information->health;
  g_autoptr (GtkSizeGroup) counts = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);

  page->health = add_list (page, _ ("Health"), health->len > 0 ? copy_health_button_new (page) : NULL);
  for (guint i = 0; i < health->len; i++)
    gtk_list_box_append (GTK_LIST_BOX (page->health), health_row_new (health->pdata[i], counts));
  if (information->no_health != NULL)
    gtk_list_box_append (GTK_LIST_BOX (page->health), health_row_new_none (information->no_health));
}

static gboolean
fill (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  InformationPage *page = INFORMATION_PAGE (widget);
  const GPtrArray *sections = page->information->sections;
  (void) clock;
  (void) data;

  for (gint64 end_us = g_get_monotonic_time () + FILL_US; g_get_monotonic_time () < end_us;)
    {
      if (page->section < sections->len)
        {
          add_row (page, sections->pdata[page->section]);
          continue;
        }
      add_health (page);
      g_clear_pointer (&page->information, information_free);
      return G_SOURCE_REMOVE;
    }
  return G_SOURCE_CONTINUE;
}

/* ---- the page ---- */

/* Rows have their places only after a frame. */
static gboolean
scroll_to_health (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  InformationPage *page = INFORMATION_PAGE (widget);
  GtkAdjustment *place = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (page->scrolled));
  graphene_rect_t bounds;
  (void) clock;
  (void) data;

  if (page->health == NULL || gtk_widget_get_height (page->health) == 0
      || !gtk_widget_compute_bounds (page->health, page->column, &bounds))
    return G_SOURCE_CONTINUE;
  gtk_widget_child_focus (page->health, GTK_DIR_TAB_FORWARD);
  gtk_adjustment_set_value (place, (double) bounds.origin.y - HEADING_HEIGHT_PX);
  return G_SOURCE_REMOVE;
}

void
information_page_show_health (GtkWidget *page)
{
  gtk_widget_add_tick_callback (page, scroll_to_health, NULL, NULL);
}

void
information_page_focus (GtkWidget *page)
{
  gtk_widget_grab_focus (INFORMATION_PAGE (page)->back);
}

static void
copy_all (InformationPage *page)
{
  const Profile *profile = view_state_profile (page->state);
  g_autoptr (Information) information =
    information_new (profile, &page->findings, screen_style_get (GTK_WIDGET (page))->numbers);
  g_autofree char *text = information_text (information, profile->name);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (page)), text);
}

/* Not AdwButtonContent, which names its button a second time whenever it comes into a window. */
static GtkWidget *
back_button_new (void)
{
  GtkWidget *button = gtk_button_new ();
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  gtk_box_append (GTK_BOX (content), gtk_image_new_from_icon_name ("go-previous-symbolic"));
  gtk_box_append (GTK_BOX (content), gtk_label_new_with_mnemonic (_ ("_Back")));
  gtk_button_set_child (GTK_BUTTON (button), content);
  gtk_widget_add_css_class (button, "image-text-button");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.back");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  mnemonic_name (button, _ ("_Back"));
  return button;
}

static GtkWidget *
bar_new (InformationPage *page)
{
  GtkWidget *bar = gtk_center_box_new ();
  GtkWidget *title = gtk_label_new (view_state_profile (page->state)->name);
  GtkWidget *copy = mnemonic_button_new (_ ("_Copy All"));

  page->back = back_button_new ();
  gtk_widget_set_valign (copy, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (copy, _ ("Copy everything on this page as text"));
  g_signal_connect_swapped (copy, "clicked", G_CALLBACK (copy_all), page);

  gtk_label_set_ellipsize (GTK_LABEL (title), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_add_css_class (title, "heading");
  gtk_widget_add_css_class (bar, "page-bar");
  gtk_center_box_set_start_widget (GTK_CENTER_BOX (bar), page->back);
  gtk_center_box_set_center_widget (GTK_CENTER_BOX (bar), title);
  gtk_center_box_set_end_widget (GTK_CENTER_BOX (bar), copy);
  return bar;
}

static void
information_page_dispose (GObject *object)
{
  InformationPage *page = INFORMATION_PAGE (object);

  g_clear_pointer (&page->information, information_free);
  g_clear_pointer (&page->box, gtk_widget_unparent);
  g_clear_object (&page->state);
  G_OBJECT_CLASS (information_page_parent_class)->dispose (object);
}

static void
information_page_class_init (InformationPageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = information_page_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
information_page_init (InformationPage *page)
{
  GtkWidget *clamp = adw_clamp_new ();

  page->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (page->box, GTK_WIDGET (page));
  gtk_widget_add_css_class (GTK_WIDGET (page), "background");

  page->column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  gtk_widget_set_margin_bottom (page->column, 24);
  gtk_widget_set_margin_start (page->column, 24);
  gtk_widget_set_margin_end (page->column, 24);
  adw_clamp_set_maximum_size (ADW_CLAMP (clamp), WIDTH_MAX_PX);
  adw_clamp_set_child (ADW_CLAMP (clamp), page->column);

  page->scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (page->scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (page->scrolled), clamp);
  gtk_widget_set_vexpand (page->scrolled, TRUE);
}

GtkWidget *
information_page_new (ViewState *state, const ProfileFindings *findings)
{
  InformationPage *page = g_object_new (INFORMATION_TYPE_PAGE, NULL);

  page->state = g_object_ref (state);
  if (findings != NULL)
    page->findings = *findings;
  page->information = information_new (view_state_profile (state), &page->findings,
                                       screen_style_get (GTK_WIDGET (page))->numbers);
  gtk_box_append (GTK_BOX (page->box), bar_new (page));
  gtk_box_append (GTK_BOX (page->box), page->scrolled);
  gtk_widget_add_tick_callback (GTK_WIDGET (page), fill, NULL, NULL);
  return GTK_WIDGET (page);
}
