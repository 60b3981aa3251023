/* SPDX-License-Identifier: Apache-2.0 */

#include "app/start/known_actions.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "app/desktop/toasts.h"
#include "app/start/known_list.h"
#include "app/start/words_dialog.h"
#include "widgets/controls/popover_place.h"
#include "widgets/look/screen_style.h"

#define TOAST_SECONDS 8

#define KEY_OWNER "known-actions"

/* More are loaded only after a question. */
#define UNASKED_MAX 8

typedef struct
{
  GtkWidget *widget; /* that has the actions */
  KnownProfiles *known;
  GPtrArray *(*targets) (GtkWidget *widget);
  const char *(*path_to_open) (GtkWidget *widget, const char *path);
} Owner;

static AdwToastOverlay *
toasts_of (GtkWidget *widget)
{
  return ADW_TOAST_OVERLAY (gtk_widget_get_ancestor (widget, ADW_TYPE_TOAST_OVERLAY));
}

/* ---- opening ---- */

/* The first one is shown first; what is loaded already comes at once. */
static void
open_all (const Owner *owner, const GPtrArray *paths)
{
  for (guint i = 0; i < paths->len; i++)
    gtk_widget_activate_action_variant (
      owner->widget, "win.open-path",
      g_variant_new_bytestring (owner->path_to_open (owner->widget, paths->pdata[i])));
}

/* What was asked about. */
typedef struct
{
  GtkWidget *widget; /* with the Owner */
  GPtrArray *paths;
} Asked;

static void
asked_free (gpointer data, GClosure *closure)
{
  Asked *asked = data;
  (void) closure;

  g_object_unref (asked->widget);
  g_ptr_array_unref (asked->paths);
  g_free (asked);
}

static void
answered (AdwMessageDialog *dialog, const char *response, gpointer data)
{
  const Asked *asked = data;
  (void) dialog;

  if (g_str_equal (response, "load") && gtk_widget_get_root (asked->widget) != NULL)
    open_all (g_object_get_data (G_OBJECT (asked->widget), KEY_OWNER), asked->paths);
}

static uint64_t
bytes_of (const Owner *owner, const GPtrArray *paths)
{
  uint64_t bytes = 0;

  for (guint i = 0; i < paths->len; i++)
    {
      KnownProfile *profile = known_profiles_find (owner->known, paths->pdata[i]);

      bytes += profile != NULL ? (uint64_t) MAX (profile->entry->size_bytes, 0) : 0;
    }
  return bytes;
}

static void
ask_to_open (const Owner *owner, GPtrArray *paths)
{
  const NumberStyle *numbers = screen_style_get (owner->widget)->numbers;
  char count[NUMBER_TEXT_MAX], bytes[NUMBER_TEXT_MAX];
  Asked *asked = g_new (Asked, 1);

  number_text_count (numbers, paths->len, count);
  number_text_bytes (numbers, bytes_of (owner, paths), bytes);
  g_autofree char *heading =
    g_strdup_printf (ngettext ("Load %s Profile?", "Load %s Profiles?", paths->len), count);
  g_autofree char *body = g_strdup_printf (
    _ ("The files take %s. They are read one after the other, and all profiles stay in memory."), bytes);
  GtkWidget *dialog =
    adw_message_dialog_new (GTK_WINDOW (gtk_widget_get_root (owner->widget)), heading, body);

  *asked = (Asked){ g_object_ref (owner->widget), g_ptr_array_ref (paths) };
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "load", _ ("_Load"),
                                    NULL);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "load");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_data (dialog, "response", G_CALLBACK (answered), asked, asked_free, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
open_targets (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const Owner *owner = data;
  g_autoptr (GPtrArray) paths = owner->targets (owner->widget);
  (void) action;
  (void) parameter;

  if (paths->len > UNASKED_MAX)
    ask_to_open (owner, paths);
  else
    open_all (owner, paths);
}

static void
compare_targets (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const Owner *owner = data;
  g_autoptr (GPtrArray) paths = owner->targets (owner->widget);
  GVariantBuilder builder;
  (void) action;
  (void) parameter;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("aay"));
  for (guint i = 0; i < paths->len; i++)
    g_variant_builder_add_value (
      &builder, g_variant_new_bytestring (owner->path_to_open (owner->widget, paths->pdata[i])));
  gtk_widget_activate_action_variant (owner->widget, "win.compare-profiles",
                                      g_variant_builder_end (&builder));
}

/* ---- of one ---- */

static KnownProfile *
current (const Owner *owner)
{
  g_autoptr (GPtrArray) paths = owner->targets (owner->widget);

  return paths->len > 0 ? known_profiles_find (owner->known, paths->pdata[0]) : NULL;
}

static void
edit_words (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const Owner *owner = data;
  KnownProfile *profile = current (owner);
  (void) action;
  (void) parameter;

  if (profile != NULL)
    words_dialog_show (GTK_WINDOW (gtk_widget_get_root (owner->widget)), owner->known, profile);
}

static void
copy_path (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const Owner *owner = data;
  KnownProfile *profile = current (owner);
  (void) action;
  (void) parameter;

  if (profile == NULL)
    return;
  g_autofree char *shown = g_filename_display_name (profile->entry->path);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (owner->widget), shown);
}

static void
say_not_shown (GtkWidget *widget, const GError *error)
{
  g_autofree char *text = g_strdup_printf (_ ("The folder cannot be shown: %s"), error->message);
  g_autofree char *markup = g_markup_escape_text (text, -1);

  if (toasts_of (widget) != NULL)
    toasts_add_passing (toasts_of (widget), adw_toast_new (markup));
}

static void
shown_in_folder (GObject *source, GAsyncResult *result, gpointer widget)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GtkWidget) owned = widget;
  (void) source;

  if (!g_app_info_launch_default_for_uri_finish (result, &error))
    say_not_shown (owned, error);
}

static void
show_in_folder (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const Owner *owner = data;
  KnownProfile *profile = current (owner);
  (void) action;
  (void) parameter;

  if (profile == NULL)
    return;
  g_autofree char *folder = g_path_get_dirname (profile->entry->path);
  g_autofree char *uri = g_filename_to_uri (folder, NULL, NULL);
  if (uri != NULL)
    g_app_info_launch_default_for_uri_async (uri, NULL, NULL, shown_in_folder, g_object_ref (owner->widget));
}

/* ---- removing ---- */

/* What an Undo needs. */
typedef struct
{
  KnownProfiles *known;
  GPtrArray *paths;
} Removed;

static void
removed_free (gpointer data, GClosure *closure)
{
  Removed *removed = data;
  (void) closure;

  g_object_unref (removed->known);
  g_ptr_array_unref (removed->paths);
  g_free (removed);
}

static void
undo (AdwToast *toast, gpointer data)
{
  const Removed *removed = data;
  (void) toast;

  known_profiles_set_removed (removed->known, removed->paths, false);
}

static void
offer_undo (const Owner *owner, GPtrArray *paths)
{
  KnownProfile *first = known_profiles_find (owner->known, paths->pdata[0]);
  g_autofree char *text =
    paths->len == 1 && first != NULL
      ? g_strdup_printf (_ ("%s removed from the list; the file stays"), first->name)
      : g_strdup_printf (ngettext ("%u profile removed from the list; the file stays",
                                   "%u profiles removed from the list; the files stay", paths->len),
                         paths->len);
  g_autofree char *markup = g_markup_escape_text (text, -1);
  AdwToast *toast = adw_toast_new (markup);
  Removed *removed = g_new (Removed, 1);

  *removed = (Removed){ g_object_ref (owner->known), g_ptr_array_ref (paths) };
  adw_toast_set_button_label (toast, _ ("_Undo"));
  adw_toast_set_timeout (toast, TOAST_SECONDS);
  g_signal_connect_data (toast, "button-clicked", G_CALLBACK (undo), removed, removed_free, 0);
  toasts_add_first (toasts_of (owner->widget), toast);
}

static void
remove_targets (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const Owner *owner = data;
  g_autoptr (GPtrArray) paths = owner->targets (owner->widget);
  (void) action;
  (void) parameter;

  if (paths->len == 0)
    return;
  known_profiles_set_removed (owner->known, paths, true);
  if (toasts_of (owner->widget) != NULL)
    offer_undo (owner, paths);
}

/* ---- the actions and the menu ---- */

static const GActionEntry entries[] = {
  { .name = "open", .activate = open_targets },   { .name = "compare", .activate = compare_targets },
  { .name = "edit", .activate = edit_words },     { .name = "show-in-folder", .activate = show_in_folder },
  { .name = "copy-path", .activate = copy_path }, { .name = "remove", .activate = remove_targets },
};

void
known_actions_add (GtkWidget *widget,
                   KnownProfiles *known,
                   GPtrArray *(*targets) (GtkWidget *widget),
                   const char *(*path_to_open) (GtkWidget *widget, const char *path))
{
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  Owner *owner = g_new (Owner, 1);

  *owner = (Owner){ widget, known, targets, path_to_open };
  g_action_map_add_action_entries (G_ACTION_MAP (group), entries, G_N_ELEMENTS (entries), owner);
  gtk_widget_insert_action_group (widget, "known", G_ACTION_GROUP (group));
  g_object_set_data_full (G_OBJECT (widget), KEY_OWNER, owner, g_free);
}

static gboolean
unparent (gpointer menu)
{
  if (gtk_widget_get_parent (menu) != NULL)
    gtk_widget_unparent (menu);
  g_object_unref (menu);
  return G_SOURCE_REMOVE;
}

/* Not at once: what was chosen is carried out after the menu has closed. */
static void
closed (GtkWidget *menu, GtkWidget *grid)
{
  table_grid_focus_rows (TABLES_GRID (grid));
  g_idle_add (unparent, g_object_ref (menu));
}

static void
widget_gone (GtkWidget *menu)
{
  if (gtk_widget_get_parent (menu) != NULL)
    gtk_widget_unparent (menu);
}

void
known_actions_open_menu (TableGrid *at, double x_px, double y_px, guint n)
{
  g_autoptr (GMenu) model = g_menu_new ();
  g_autoptr (GMenu) of_one = g_menu_new ();
  g_autoptr (GMenu) end = g_menu_new ();
  g_autofree char *load = n > 1 ? g_strdup_printf (_ ("_Load %u"), n) : g_strdup (_ ("_Load"));

  g_menu_append (model, load, "known.open");
  if (n >= 2 && n <= KNOWN_COMPARED_MAX)
    {
      g_autofree char *compare = g_strdup_printf (_ ("_Compare %u"), n);

      g_menu_append (model, compare, "known.compare");
    }
  if (n == 1)
    {
      g_menu_append (of_one, _ ("_Name, Tags and Note…"), "known.edit");
      g_menu_append (of_one, _ ("_Show in Folder"), "known.show-in-folder");
      g_menu_append (of_one, _ ("_Copy Path"), "known.copy-path");
      g_menu_append_section (model, NULL, G_MENU_MODEL (of_one));
    }
  g_menu_append (end, _ ("_Remove from List"), "known.remove");
  g_menu_append_section (model, NULL, G_MENU_MODEL (end));

  GtkWidget *menu = gtk_popover_menu_new_from_model (G_MENU_MODEL (model));
  gtk_widget_set_parent (menu, GTK_WIDGET (at));
  gtk_popover_set_has_arrow (GTK_POPOVER (menu), FALSE);
  gtk_widget_set_halign (menu, GTK_ALIGN_START);
  popover_place (GTK_POPOVER (menu), x_px, y_px, 1, 1);
  g_signal_connect (menu, "closed", G_CALLBACK (closed), at);
  g_signal_connect_object (at, "destroy", G_CALLBACK (widget_gone), menu, G_CONNECT_SWAPPED);
  gtk_popover_popup (GTK_POPOVER (menu));
}
