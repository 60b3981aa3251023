/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/bookmarks/bookmarks_page.h"

#include <glib/gi18n-lib.h>

#include "widgets/bookmarks/bookmark_editor.h"
#include "widgets/bookmarks/bookmark_row.h"
#include "widgets/controls/scrolled_list.h"
#include "widgets/look/screen_style.h"

#define MARGIN_PX 16
#define GAP_PX    8
#define EDITOR_PX 300

/* That the theme gives the rows of a list. */
#define ROW_PADDING_PX 2

struct _BookmarksPage
{
  GtkWidget parent_instance;

  TimelineScene *scene;
  GtkFilter *filter;
  GtkSingleSelection *chosen;
  GtkWidget *whole, *search, *lists, *empty, *none_found, *editor;
  char *wanted; /* what is looked for, casefolded; NULL: all */
};

G_DEFINE_TYPE (BookmarksPage, bookmarks_page, GTK_TYPE_WIDGET)

static BookmarkList *
list_of (BookmarksPage *self)
{
  return view_state_bookmarks (timeline_scene_state (self->scene));
}

/* ---- filter ---- */

static bool
contains (const char *text, const char *wanted)
{
  g_autofree char *folded = g_utf8_casefold (text, -1);

  return strstr (folded, wanted) != NULL;
}

static gboolean
is_found (gpointer item, gpointer user_data)
{
  BookmarksPage *self = user_data;
  const Bookmark *bookmark = bookmark_item_get (BOOKMARK_ITEM (item));

  if (self->wanted == NULL || contains (bookmark->title, self->wanted)
      || contains (bookmark->note, self->wanted))
    return TRUE;
  g_autofree char *place = timeline_bookmarks_place (self->scene, BOOKMARK_ITEM (item),
                                                     screen_style_get (GTK_WIDGET (self))->numbers);
  return contains (place, self->wanted);
}

static void
look_for (BookmarksPage *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->search));

  g_free (self->wanted);
  self->wanted = *text != '\0' ? g_utf8_casefold (text, -1) : NULL;
  gtk_filter_changed (self->filter, GTK_FILTER_CHANGE_DIFFERENT);
}

/* ---- what is chosen ---- */

static BookmarkItem *
chosen_item (BookmarksPage *self)
{
  return gtk_single_selection_get_selected_item (self->chosen);
}

static void
show_chosen (BookmarksPage *self)
{
  bookmark_editor_set_item (BOOKMARK_EDITOR (self->editor), chosen_item (self));
}

static void
choose (BookmarksPage *self, BookmarkItem *item)
{
  GListModel *shown = G_LIST_MODEL (self->chosen);

  for (guint i = 0; i < g_list_model_get_n_items (shown); i++)
    {
      g_autoptr (BookmarkItem) at = g_list_model_get_item (shown, i);

      if (at == item)
        gtk_single_selection_set_selected (self->chosen, i);
    }
}

static void
follow_current (BookmarksPage *self)
{
  BookmarkItem *current = bookmark_list_current (list_of (self));

  if (current != NULL)
    choose (self, current);
}

static void
go_to_row (BookmarksPage *self, guint place)
{
  g_autoptr (BookmarkItem) item = g_list_model_get_item (G_LIST_MODEL (self->chosen), place);

  if (item != NULL)
    timeline_bookmarks_go_to (self->scene, item);
}

static gboolean
delete_chosen (GtkWidget *list, GVariant *arguments, gpointer user_data)
{
  BookmarksPage *self = user_data;
  BookmarkItem *item = chosen_item (self);
  (void) list;
  (void) arguments;

  if (item != NULL)
    bookmark_list_remove (list_of (self), item);
  return TRUE;
}

void
bookmarks_page_edit_current (BookmarksPage *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  look_for (self);
  follow_current (self);
  bookmark_editor_edit_title (BOOKMARK_EDITOR (self->editor));
}

/* ---- life ---- */

static void
show_emptiness (BookmarksPage *self)
{
  guint n = bookmark_list_count (list_of (self));
  guint n_shown = g_list_model_get_n_items (G_LIST_MODEL (self->chosen));

  gtk_widget_set_visible (self->empty, n == 0);
  gtk_widget_set_visible (self->none_found, n > 0 && n_shown == 0);
  gtk_widget_set_visible (self->lists, n > 0);
  gtk_widget_set_sensitive (self->search, n > 0);
}

static void
set_up_row (GtkSignalListItemFactory *factory, GtkListItem *item, BookmarksPage *self)
{
  GtkWidget *row = bookmark_row_new (self->scene);

  (void) factory;
  gtk_widget_set_margin_start (row, GAP_PX - ROW_PADDING_PX);
  gtk_widget_set_margin_end (row, GAP_PX - ROW_PADDING_PX);
  gtk_list_item_set_child (item, row);
}

static void
bind_row (GtkSignalListItemFactory *factory, GtkListItem *item, BookmarksPage *self)
{
  (void) factory;
  (void) self;
  bookmark_row_bind (BOOKMARK_ROW (gtk_list_item_get_child (item)),
                     BOOKMARK_ITEM (gtk_list_item_get_item (item)));
}

static void
bookmarks_page_dispose (GObject *object)
{
  BookmarksPage *self = BOOKMARKS_PAGE (object);

  g_clear_pointer (&self->whole, gtk_widget_unparent);
  g_clear_object (&self->chosen);
  g_clear_object (&self->filter);
  g_clear_object (&self->scene);
  G_OBJECT_CLASS (bookmarks_page_parent_class)->dispose (object);
}

static void
bookmarks_page_finalize (GObject *object)
{
  g_free (BOOKMARKS_PAGE (object)->wanted);
  G_OBJECT_CLASS (bookmarks_page_parent_class)->finalize (object);
}

static void
bookmarks_page_class_init (BookmarksPageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = bookmarks_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = bookmarks_page_finalize;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
bookmarks_page_init (BookmarksPage *self)
{
  (void) self;
}

static GtkWidget *
new_bar (BookmarksPage *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, GAP_PX);
  GtkWidget *menu_button = gtk_menu_button_new ();
  g_autoptr (GMenu) menu = g_menu_new ();

  self->search = gtk_search_entry_new ();
  g_object_set (self->search, "placeholder-text", _ ("Filter by title, note or time"), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->search), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Filter bookmarks"), -1);
  gtk_widget_set_hexpand (self->search, TRUE);
  g_signal_connect_swapped (self->search, "search-changed", G_CALLBACK (look_for), self);

  g_menu_append (menu, _ ("Export Bookmarks…"), "win.export-bookmarks");
  g_menu_append (menu, _ ("Import Bookmarks…"), "win.import-bookmarks");
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (menu_button), "view-more-symbolic");
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (menu_button), G_MENU_MODEL (menu));
  gtk_widget_set_tooltip_text (menu_button, _ ("Export and import"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (menu_button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Export and import bookmarks"), -1);

  gtk_box_append (GTK_BOX (bar), self->search);
  gtk_box_append (GTK_BOX (bar), menu_button);
  gtk_widget_set_margin_start (bar, MARGIN_PX);
  gtk_widget_set_margin_end (bar, MARGIN_PX);
  gtk_widget_set_margin_top (bar, GAP_PX);
  return bar;
}

static GtkWidget *
new_list (BookmarksPage *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkWidget *list = gtk_list_view_new (GTK_SELECTION_MODEL (g_object_ref (self->chosen)), factory);
  GtkWidget *scroller = scrolled_list_new (list);
  GtkEventController *keys = gtk_shortcut_controller_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (set_up_row), self);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_row), self);
  g_signal_connect_swapped (list, "activate", G_CALLBACK (go_to_row), self);
  gtk_shortcut_controller_add_shortcut (
    GTK_SHORTCUT_CONTROLLER (keys), gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Delete, 0),
                                                      gtk_callback_action_new (delete_chosen, self, NULL)));
  gtk_widget_add_controller (list, keys);
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Bookmarks"), -1);
  gtk_widget_set_vexpand (scroller, TRUE);
  gtk_widget_set_hexpand (scroller, TRUE);
  return scroller;
}

/* The list with its head. */
static GtkWidget *
new_lists (BookmarksPage *self)
{
  GtkWidget *lists = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  GtkWidget *head = bookmark_row_new_head ();

  gtk_widget_set_margin_start (lists, MARGIN_PX);
  gtk_widget_set_margin_end (lists, MARGIN_PX);
  gtk_widget_set_margin_start (head, GAP_PX);
  gtk_widget_set_margin_end (head, GAP_PX);
  gtk_box_append (GTK_BOX (lists), head);
  gtk_box_append (GTK_BOX (lists), new_list (self));
  gtk_widget_set_vexpand (lists, TRUE);
  return lists;
}

static GtkWidget *
new_editor (BookmarksPage *self)
{
  GtkWidget *editor = bookmark_editor_new (self->scene);

  gtk_widget_set_size_request (editor, EDITOR_PX, -1);
  gtk_widget_set_margin_end (editor, MARGIN_PX);
  gtk_widget_set_margin_top (editor, GAP_PX);
  gtk_widget_set_margin_bottom (editor, GAP_PX);
  return editor;
}

static GtkWidget *
new_sentence (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_margin_start (label, MARGIN_PX);
  gtk_widget_set_margin_end (label, MARGIN_PX);
  gtk_widget_add_css_class (label, "secondary");
  return label;
}

GtkWidget *
bookmarks_page_new (TimelineScene *scene)
{
  BookmarksPage *self = g_object_new (BOOKMARKS_TYPE_PAGE, NULL);
  BookmarkList *list = view_state_bookmarks (timeline_scene_state (scene));

  self->scene = g_object_ref (scene);
  self->filter = GTK_FILTER (gtk_custom_filter_new (is_found, self, NULL));
  self->chosen = gtk_single_selection_new (G_LIST_MODEL (
    gtk_filter_list_model_new (G_LIST_MODEL (g_object_ref (list)), g_object_ref (self->filter))));
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, GAP_PX);
  self->empty =
    new_sentence (_ ("No bookmarks. Press B to set one on the selection, or on the time under the pointer."));
  self->none_found = new_sentence (_ ("No bookmark has this text in its title, note or time."));
  gtk_box_append (GTK_BOX (column), new_bar (self));
  gtk_box_append (GTK_BOX (column), self->empty);
  gtk_box_append (GTK_BOX (column), self->none_found);
  self->lists = new_lists (self);
  gtk_box_append (GTK_BOX (column), self->lists);
  gtk_widget_set_hexpand (column, TRUE);
  self->editor = new_editor (self);
  self->whole = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_box_append (GTK_BOX (self->whole), column);
  gtk_box_append (GTK_BOX (self->whole), self->editor);
  gtk_widget_set_parent (self->whole, GTK_WIDGET (self));

  g_signal_connect_object (self->chosen, "notify::selected-item", G_CALLBACK (show_chosen), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->chosen, "items-changed", G_CALLBACK (show_emptiness), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (list, "items-changed", G_CALLBACK (show_emptiness), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (list, "marks-changed", G_CALLBACK (follow_current), self, G_CONNECT_SWAPPED);
  show_chosen (self);
  show_emptiness (self);
  return GTK_WIDGET (self);
}
