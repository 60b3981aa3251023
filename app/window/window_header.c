/* SPDX-License-Identifier: Apache-2.0 */

#include "app/window/window_header.h"

#include <glib/gi18n-lib.h>

#include "app/desktop/mnemonic.h"
#include "app/profiles/profile_switcher.h"
#include "app/window/page_icons.h"
#include "app/window/recent_menu.h"
#include "widgets/controls/short_bar.h"
#include "widgets/look/screen_style.h"

#define LARGE_TEXT_PERCENT 150

struct _WindowHeader
{
  GtkWidget parent_instance;

  GtkWidget *short_bar, *bar; /* what shortens the header bar; it */
  GtkWidget *open, *switcher, *title, *pages, *pill;
  GtkWidget *page_names, *page_icons; /* the forms of pages */
};

G_DEFINE_TYPE (WindowHeader, window_header, GTK_TYPE_WIDGET)

static guint unload_signal;

static void
window_header_dispose (GObject *object)
{
  WindowHeader *header = WINDOW_HEADER (object);

  g_clear_pointer (&header->short_bar, gtk_widget_unparent);
  G_OBJECT_CLASS (window_header_parent_class)->dispose (object);
}

static void
window_header_class_init (WindowHeaderClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = window_header_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  unload_signal = g_signal_new ("unload", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 1, LOADED_TYPE_PROFILE);
}

/* ---- Open ---- */

static GMenu *
open_menu_new (void)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) recents = recent_menu_new ();
  g_autoptr (GMenu) others = g_menu_new ();

  g_menu_append (others, _ ("Open _Folder…"), "win.open-folder");
  g_menu_append (others, _ ("Open _Sample Profile"), "win.open-sample");
  g_menu_append (others, _ ("Add _Counters…"), "win.add-counters");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (recents));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (others));
  return menu;
}

static GtkWidget *
open_button_new (GMenu *menu, const char *icon)
{
  GtkWidget *button = adw_split_button_new ();

  if (icon != NULL)
    adw_split_button_set_icon_name (ADW_SPLIT_BUTTON (button), icon);
  else
    {
      adw_split_button_set_label (ADW_SPLIT_BUTTON (button), _ ("_Open"));
      adw_split_button_set_use_underline (ADW_SPLIT_BUTTON (button), TRUE);
    }
  adw_split_button_set_menu_model (ADW_SPLIT_BUTTON (button), G_MENU_MODEL (menu));
  adw_split_button_set_dropdown_tooltip (ADW_SPLIT_BUTTON (button),
                                         _ ("Recent profiles, folders, sample"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.open");
  gtk_widget_set_tooltip_text (button, _ ("Open a profile"));
  /* libadwaita 1.2 gives its two halves no names. */
  mnemonic_name (gtk_widget_get_first_child (button), _ ("_Open"));
  mnemonic_name (gtk_widget_get_last_child (button), _ ("More ways to open"));
  return button;
}

/* The forms of Open. */
enum
{
  OPEN_WITH_NAME,
  OPEN_AS_ICON,
};

static GtkWidget *
open_new (void)
{
  GtkWidget *open = short_forms_new ();
  g_autoptr (GMenu) menu = open_menu_new ();

  short_forms_add (SHORT_FORMS (open), open_button_new (menu, NULL));
  short_forms_add (SHORT_FORMS (open), open_button_new (menu, "document-open-symbolic"));
  return open;
}

/* ---- the primary menu ---- */

static GtkWidget *
menu_button_new (void)
{
  GtkWidget *button = gtk_menu_button_new ();
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) windows = g_menu_new ();
  g_autoptr (GMenu) profile = g_menu_new ();
  g_autoptr (GMenu) help = g_menu_new ();

  g_menu_append (windows, _ ("_New Window"), "app.new-window");
  g_menu_append (profile, _ ("_Information"), "win.information");
  g_menu_append (profile, _ ("Choose an _Annotation…"), "win.choose-annotation");
  g_menu_append (profile, _ ("Co_mpare Profiles"), "win.compare");
  g_menu_append (profile, _ ("Save _Report…"), "win.save-report");
  g_menu_append (profile, _ ("All _Flows in View"), "win.all-flows");
  g_menu_append (profile, _ ("_Save a Part…"), "win.save-part");
  g_menu_append (profile, _ ("Ranks on _One Clock"), "win.align-ranks");
  g_menu_append (profile, _ ("_Unload Profile"), "win.unload-profile");
  g_menu_append (help, _ ("_Commands…"), "win.commands");
  g_menu_append (help, _ ("_Preferences"), "win.preferences");
  g_menu_append (help, _ ("User's _Guide"), "win.guide");
  g_menu_append (help, _ ("_Keyboard Shortcuts"), "win.shortcuts");
  g_menu_append (help, _ ("A_bout Stepscope"), "win.about");
  for (GMenu *const *section = (GMenu *const[]){ windows, profile, help, NULL }; *section != NULL; section++)
    g_menu_append_section (menu, NULL, G_MENU_MODEL (*section));

  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "open-menu-symbolic");
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), G_MENU_MODEL (menu));
  gtk_menu_button_set_primary (GTK_MENU_BUTTON (button), TRUE);
  gtk_widget_set_tooltip_text (button, _ ("Main menu"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Main menu"),
                                  -1);
  return button;
}

/* ---- pages ---- */

void
window_header_set_stack (WindowHeader *header, AdwViewStack *stack, const char *title)
{
  GtkStack *place = GTK_STACK (header->title);

  adw_view_switcher_set_stack (ADW_VIEW_SWITCHER (header->page_names), stack);
  page_icons_set_stack (WINDOW_PAGE_ICONS (header->page_icons), stack);
  /* With large text, names are below the icons: beside them, the window would be wider than a screen. */
  adw_view_switcher_set_policy (ADW_VIEW_SWITCHER (header->page_names),
                                screen_style_scaled_px (GTK_WIDGET (header), 100) > LARGE_TEXT_PERCENT
                                  ? ADW_VIEW_SWITCHER_POLICY_NARROW
                                  : ADW_VIEW_SWITCHER_POLICY_WIDE);
  adw_window_title_set_title (ADW_WINDOW_TITLE (gtk_stack_get_child_by_name (place, "title")), title);
  gtk_stack_set_visible_child_name (place, stack != NULL ? "pages" : "title");
}

/* The forms of the pages. */
enum
{
  PAGES_WITH_NAMES,
  PAGES_AS_ICONS,
};

static GtkWidget *
pages_new (WindowHeader *header)
{
  GtkWidget *pages = short_forms_new ();

  header->page_names = adw_view_switcher_new ();
  adw_view_switcher_set_policy (ADW_VIEW_SWITCHER (header->page_names), ADW_VIEW_SWITCHER_POLICY_WIDE);
  header->page_icons = page_icons_new ();
  short_forms_add (SHORT_FORMS (pages), header->page_names);
  short_forms_add (SHORT_FORMS (pages), header->page_icons);
  return pages;
}

/* ---- the health pill ---- */

/* Its forms. */
enum
{
  PILL_WITH_TEXT,
  PILL_AS_ICON,
  N_PILLS
};

static GtkWidget *
pill_new (void)
{
  GtkWidget *pill = short_forms_new ();

  for (int i = 0; i < N_PILLS; i++)
    {
      GtkWidget *button = gtk_button_new ();

      gtk_widget_add_css_class (button, "health-pill");
      gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
      gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.information-health");
      short_forms_add (SHORT_FORMS (pill), button);
    }
  gtk_widget_set_visible (pill, FALSE);
  return pill;
}

void
window_header_set_pill (WindowHeader *header, const char *text, bool is_loss)
{
  GtkWidget *with_text = short_forms_get (SHORT_FORMS (header->pill), PILL_WITH_TEXT);
  GtkWidget *as_icon = short_forms_get (SHORT_FORMS (header->pill), PILL_AS_ICON);

  gtk_widget_set_visible (header->pill, text != NULL);
  if (text == NULL)
    return;
  /* Translators: the label of the pill in the header bar: "Health: 3 notes". */
  g_autofree char *name = g_strdup_printf (_ ("Health: %s"), text);

  gtk_button_set_label (GTK_BUTTON (with_text), text);
  gtk_widget_set_tooltip_text (with_text, _ ("Show the health of the file"));
  gtk_button_set_icon_name (GTK_BUTTON (as_icon),
                            is_loss ? "dialog-warning-symbolic" : "dialog-information-symbolic");
  gtk_widget_set_tooltip_text (as_icon, name);
  for (guint i = 0; i < N_PILLS; i++)
    {
      GtkWidget *button = short_forms_get (SHORT_FORMS (header->pill), i);

      gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
      if (is_loss)
        gtk_widget_add_css_class (button, "loss");
      else
        gtk_widget_remove_css_class (button, "loss");
    }
}

/* ---- the bar ---- */

static void
pass_unload (WindowHeader *header, LoadedProfile *loaded)
{
  g_signal_emit (header, unload_signal, 0, loaded);
}

/* The order in which a narrow window shortens the bar. Before that, the pages leave the middle of the bar, and the name
 * of the profile shrinks to its least width. */
static GtkWidget *
shortened (WindowHeader *header)
{
  /* clang-format off */
  const ShortStep order[] = {
    { SHORT_FORMS (header->pages), PAGES_AS_ICONS },
    { SHORT_FORMS (header->open),  OPEN_AS_ICON },
    { SHORT_FORMS (header->pill),  PILL_AS_ICON },
  };
  /* clang-format on */
  return short_bar_new (header->bar, order, G_N_ELEMENTS (order));
}

static void
window_header_init (WindowHeader *header)
{
  header->bar = adw_header_bar_new ();
  header->open = open_new ();
  adw_header_bar_pack_start (ADW_HEADER_BAR (header->bar), header->open);

  header->pages = pages_new (header);
  header->title = gtk_stack_new ();
  gtk_stack_set_hhomogeneous (GTK_STACK (header->title), FALSE);
  gtk_stack_add_named (GTK_STACK (header->title), adw_window_title_new (_ ("Stepscope"), NULL), "title");
  gtk_stack_add_named (GTK_STACK (header->title), header->pages, "pages");
  adw_header_bar_set_title_widget (ADW_HEADER_BAR (header->bar), header->title);
  adw_header_bar_set_centering_policy (ADW_HEADER_BAR (header->bar), ADW_CENTERING_POLICY_LOOSE);

  adw_header_bar_pack_end (ADW_HEADER_BAR (header->bar), menu_button_new ());
  header->pill = pill_new ();
  adw_header_bar_pack_end (ADW_HEADER_BAR (header->bar), header->pill);

  header->short_bar = shortened (header);
  gtk_widget_set_parent (header->short_bar, GTK_WIDGET (header));
}

GtkWidget *
window_header_new (ProfileList *list)
{
  WindowHeader *header = g_object_new (WINDOW_TYPE_HEADER, NULL);

  header->switcher = profile_switcher_new (list);
  g_signal_connect_swapped (header->switcher, "unload", G_CALLBACK (pass_unload), header);
  adw_header_bar_pack_start (ADW_HEADER_BAR (header->bar), header->switcher);
  return GTK_WIDGET (header);
}
