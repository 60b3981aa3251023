/* SPDX-License-Identifier: Apache-2.0 */

#include "app/start/start_page.h"

#include <glib/gi18n-lib.h>

#include "app/desktop/mnemonic.h"
#include "app/desktop/open_dialog.h"
#include "app/opening/recents.h"
#include "app/start/known_list.h"
#include "app/start/loaded_rows.h"
#include "app/start/recordings.h"
#include "app/start/welcome.h"
#include "widgets/controls/quiet_tooltip.h"

/* Files that were opened before there was a list. */
#define N_RECENTS 50

#define RECORDINGS_HEIGHT_MAX_PX 440

struct _StartPage
{
  GtkWidget parent_instance;

  KnownProfiles *known;
  ProfileList *list;
  bool has_recents; /* they were given to the list */

  GtkWidget *stack, *waiting, *welcome, *library;
  GtkWidget *back, *title, *known_list, *not_stored;
};

G_DEFINE_FINAL_TYPE (StartPage, start_page, GTK_TYPE_WIDGET)

static guint unload_signal;

/* ---- what is shown ---- */

static void
update (StartPage *page)
{
  bool has_any = known_profiles_list (page->known)->len > 0 || known_profiles_folders (page->known)->len > 0
                 || profile_list_count (page->list) > 0;
  GtkWidget *shown = has_any                                ? page->library
                     : known_profiles_is_read (page->known) ? page->welcome
                                                            : page->waiting;

  GtkWidget *before = gtk_stack_get_visible_child (GTK_STACK (page->stack));

  gtk_stack_set_visible_child (GTK_STACK (page->stack), shown);
  /* Who sees the list first wants to find something in it. */
  if (shown == page->library && before != shown && gtk_widget_get_mapped (GTK_WIDGET (page)))
    known_list_focus_search (KNOWN_LIST (page->known_list));
  gtk_widget_set_visible (page->not_stored, !known_profiles_is_stored (page->known));
}

static void
add_recents (StartPage *page)
{
  g_autoptr (GPtrArray) recents = recents_list (N_RECENTS);
  g_autoptr (GPtrArray) entries = g_ptr_array_new_with_free_func ((GDestroyNotify) library_entry_free);

  for (guint i = 0; i < recents->len; i++)
    {
      const RecentProfile *recent = recents->pdata[i];
      LibraryEntry *entry = library_entry_new (recent->path);

      entry->opened_ms = recent->opened_s * 1000;
      g_ptr_array_add (entries, entry);
    }
  known_profiles_add_recent (page->known, entries);
  page->has_recents = true;
}

static void
start_page_map (GtkWidget *widget)
{
  StartPage *page = START_PAGE (widget);

  GTK_WIDGET_CLASS (start_page_parent_class)->map (widget);
  if (!page->has_recents)
    add_recents (page);
  known_profiles_watch (page->known);
}

static void
start_page_unmap (GtkWidget *widget)
{
  known_profiles_unwatch (START_PAGE (widget)->known);
  GTK_WIDGET_CLASS (start_page_parent_class)->unmap (widget);
}

/* Ctrl+F, wherever in the window the keyboard is. */
static gboolean
focus_search (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  (void) arguments;
  (void) data;
  if (!gtk_widget_get_mapped (START_PAGE (widget)->library))
    return FALSE;
  known_list_focus_search (KNOWN_LIST (START_PAGE (widget)->known_list));
  return TRUE;
}

static void
add_shortcut (GtkWidget *widget)
{
  GtkEventController *shortcuts = gtk_shortcut_controller_new ();

  gtk_shortcut_controller_set_scope (GTK_SHORTCUT_CONTROLLER (shortcuts), GTK_SHORTCUT_SCOPE_GLOBAL);
  gtk_shortcut_controller_add_shortcut (
    GTK_SHORTCUT_CONTROLLER (shortcuts),
    gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_f, GDK_CONTROL_MASK),
                      gtk_callback_action_new (focus_search, NULL, NULL)));
  gtk_widget_add_controller (widget, shortcuts);
}

void
start_page_set_back (StartPage *page, bool has_back)
{
  gtk_widget_set_visible (page->back, has_back);
  /* The header bar names the page then. */
  gtk_widget_set_visible (page->title, !has_back);
}

void
start_page_focus (StartPage *page)
{
  if (gtk_stack_get_visible_child (GTK_STACK (page->stack)) == page->library)
    known_list_focus_search (KNOWN_LIST (page->known_list));
}

/* ---- folders ---- */

static void
folder_chosen (GFile *file, gpointer data)
{
  StartPage *page = data;
  g_autofree char *path = g_file_get_path (file);

  if (path != NULL)
    known_profiles_add_folder (page->known, path);
}

static void
add_folder (GSimpleAction *action, GVariant *parameter, gpointer page)
{
  (void) action;
  (void) parameter;
  open_dialog_show_folder (GTK_WINDOW (gtk_widget_get_root (page)), _ ("Add a Folder of Profiles"),
                           _ ("_Add"), folder_chosen, page);
}

static const GActionEntry entries[] = { { .name = "add-folder", .activate = add_folder } };

/* ---- the widget ---- */

static void
start_page_dispose (GObject *object)
{
  StartPage *page = START_PAGE (object);

  if (page->known != NULL)
    g_signal_handlers_disconnect_by_data (page->known, page);
  if (page->list != NULL)
    g_signal_handlers_disconnect_by_data (page->list, page);
  g_clear_pointer (&page->stack, gtk_widget_unparent);
  g_clear_object (&page->known);
  g_clear_object (&page->list);
  G_OBJECT_CLASS (start_page_parent_class)->dispose (object);
}

static void
start_page_class_init (StartPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = start_page_dispose;
  widget_class->map = start_page_map;
  widget_class->unmap = start_page_unmap;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  unload_signal = g_signal_new ("unload", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 1, LOADED_TYPE_PROFILE);
}

static void
start_page_init (StartPage *page)
{
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();

  g_action_map_add_action_entries (G_ACTION_MAP (group), entries, G_N_ELEMENTS (entries), page);
  gtk_widget_insert_action_group (GTK_WIDGET (page), "start", G_ACTION_GROUP (group));
  add_shortcut (GTK_WIDGET (page));
}

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
  mnemonic_name (button, _ ("_Back"));
  return button;
}

static GtkWidget *
recordings_button_new (void)
{
  GtkWidget *button = gtk_menu_button_new (), *popover = gtk_popover_new ();
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkWidget *label = gtk_label_new (_ ("How to Record One"));

  recordings_add (GTK_BOX (column));
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), RECORDINGS_HEIGHT_MAX_PX);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), column);
  gtk_popover_set_child (GTK_POPOVER (popover), scrolled);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_menu_button_set_child (GTK_MENU_BUTTON (button), label);
  gtk_menu_button_set_always_show_arrow (GTK_MENU_BUTTON (button), TRUE);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  gtk_widget_add_css_class (button, "flat");
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("How to Record One"), -1);
  return button;
}

static GtkWidget *
button_new (const char *label, const char *action, const char *css_class)
{
  GtkWidget *button = mnemonic_button_new (label);

  if (css_class != NULL)
    gtk_widget_add_css_class (button, css_class);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  return button;
}

static GtkWidget *
head_new (StartPage *page)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *recordings = recordings_button_new ();

  page->title = gtk_label_new (_ ("Open a GPU Profile"));
  page->back = back_button_new ();
  gtk_widget_set_visible (page->back, FALSE);
  gtk_widget_add_css_class (page->title, "title-4");
  gtk_label_set_xalign (GTK_LABEL (page->title), 0);
  gtk_label_set_ellipsize (GTK_LABEL (page->title), PANGO_ELLIPSIZE_END);
  quiet_tooltip_of_cut_text (page->title);
  gtk_widget_set_hexpand (recordings, TRUE);
  gtk_widget_set_halign (recordings, GTK_ALIGN_END);
  gtk_box_append (GTK_BOX (head), page->back);
  gtk_box_append (GTK_BOX (head), page->title);
  gtk_box_append (GTK_BOX (head), recordings);
  gtk_box_append (GTK_BOX (head), button_new (_ ("Open _Sample Profile"), "win.open-sample", NULL));
  gtk_box_append (GTK_BOX (head), button_new (_ ("_Open…"), "win.open", NULL));
  return head;
}

static void
pass_unload (StartPage *page, LoadedProfile *loaded)
{
  g_signal_emit (page, unload_signal, 0, loaded);
}

static GtkWidget *
library_new_page (StartPage *page)
{
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 16);
  GtkWidget *loaded = loaded_rows_new (page->list);

  page->known_list = known_list_new (page->known, page->list);
  page->not_stored = gtk_label_new (
    _ ("The library cannot be stored: names, tags, notes and folders last until the program ends."));
  gtk_label_set_xalign (GTK_LABEL (page->not_stored), 0);
  gtk_label_set_wrap (GTK_LABEL (page->not_stored), TRUE);
  gtk_widget_add_css_class (page->not_stored, "secondary");
  g_signal_connect_swapped (loaded, "unload", G_CALLBACK (pass_unload), page);
  gtk_widget_add_css_class (column, "start-library");
  gtk_box_append (GTK_BOX (column), head_new (page));
  gtk_box_append (GTK_BOX (column), page->not_stored);
  gtk_box_append (GTK_BOX (column), loaded);
  gtk_widget_set_vexpand (page->known_list, TRUE);
  gtk_box_append (GTK_BOX (column), page->known_list);
  return column;
}

GtkWidget *
start_page_new (KnownProfiles *known, ProfileList *list)
{
  StartPage *page = g_object_new (START_TYPE_PAGE, NULL);

  page->known = g_object_ref (known);
  page->list = g_object_ref (list);
  page->waiting = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  page->welcome = welcome_new ();
  page->library = library_new_page (page);
  page->stack = gtk_stack_new ();
  for (GtkWidget *const *part = (GtkWidget *const[]){ page->waiting, page->welcome, page->library, NULL };
       *part != NULL; part++)
    gtk_stack_add_child (GTK_STACK (page->stack), *part);
  gtk_widget_set_parent (page->stack, GTK_WIDGET (page));
  g_signal_connect_swapped (known, "changed", G_CALLBACK (update), page);
  g_signal_connect_swapped (list, "changed", G_CALLBACK (update), page);
  update (page);
  return GTK_WIDGET (page);
}
