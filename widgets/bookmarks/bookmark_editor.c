/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/bookmarks/bookmark_editor.h"

#include <glib/gi18n-lib.h>

#include "widgets/bookmarks/bookmark_colour_button.h"

#define STORE_AFTER_MS 600
#define GAP_PX         8

struct _BookmarkEditor
{
  GtkWidget parent_instance;

  TimelineScene *scene;
  BookmarkItem *item;
  GtkWidget *title, *note, *colour, *top;
  bool is_filling; /* by the program, not by hand */
  guint store_timer;
};

G_DEFINE_TYPE (BookmarkEditor, bookmark_editor, GTK_TYPE_WIDGET)

static BookmarkList *
list_of (BookmarkEditor *self)
{
  return view_state_bookmarks (timeline_scene_state (self->scene));
}

static char *
typed_note (BookmarkEditor *self)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->note));
  GtkTextIter begin, end;

  gtk_text_buffer_get_bounds (buffer, &begin, &end);
  return gtk_text_buffer_get_text (buffer, &begin, &end, FALSE);
}

static void
store (BookmarkEditor *self)
{
  g_clear_handle_id (&self->store_timer, g_source_remove);
  if (self->item == NULL)
    return;
  g_autoptr (BookmarkItem) item = g_object_ref (self->item);
  g_autofree char *note = typed_note (self);
  g_autofree char *title = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->title)));
  bookmark_list_set_title (list_of (self), item, title);
  bookmark_list_set_note (list_of (self), item, note);
}

static gboolean
store_now (gpointer user_data)
{
  BookmarkEditor *self = user_data;

  self->store_timer = 0;
  store (self);
  return G_SOURCE_REMOVE;
}

static void
typed (BookmarkEditor *self)
{
  if (self->is_filling)
    return;
  g_clear_handle_id (&self->store_timer, g_source_remove);
  self->store_timer = g_timeout_add (STORE_AFTER_MS, store_now, self);
}

static void
colour_chosen (BookmarkEditor *self)
{
  if (self->is_filling || self->item == NULL)
    return;
  g_autoptr (BookmarkItem) item = g_object_ref (self->item);
  bookmark_list_set_colour (list_of (self), item,
                            bookmark_colour_button_get (BOOKMARK_COLOUR_BUTTON (self->colour)));
}

static void
focus_left (BookmarkEditor *self)
{
  if (self->store_timer != 0)
    store (self);
}

/* A paste must not be stored in part without being seen to be. */
static void
bound_note (GtkTextBuffer *buffer, GtkTextIter *at, const char *text, int length, BookmarkEditor *self)
{
  g_autofree char *before = typed_note (self);
  size_t n = strlen (before);
  (void) at;
  (void) text;

  if (n + (size_t) length <= BOOKMARK_NOTE_MAX)
    return;
  g_signal_stop_emission_by_name (buffer, "insert-text");
  gtk_widget_error_bell (self->note);
}

void
bookmark_editor_set_item (BookmarkEditor *self, BookmarkItem *item)
{
  const Bookmark *bookmark = item != NULL ? bookmark_item_get (item) : NULL;

  if (item == self->item)
    return;
  if (self->store_timer != 0)
    store (self);
  g_set_object (&self->item, item);
  self->is_filling = true;
  gtk_editable_set_text (GTK_EDITABLE (self->title), bookmark != NULL ? bookmark->title : "");
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->note)),
                            bookmark != NULL ? bookmark->note : "", -1);
  bookmark_colour_button_set (BOOKMARK_COLOUR_BUTTON (self->colour), bookmark != NULL ? bookmark->colour : 0);
  self->is_filling = false;
  gtk_widget_set_sensitive (GTK_WIDGET (self), item != NULL);
}

void
bookmark_editor_edit_title (BookmarkEditor *self)
{
  gtk_widget_grab_focus (self->title);
  gtk_editable_select_region (GTK_EDITABLE (self->title), 0, -1);
}

static void
go_to (BookmarkEditor *self)
{
  if (self->item != NULL)
    timeline_bookmarks_go_to (self->scene, self->item);
}

/* What was typed comes back with an undo. */
static void
delete_item (BookmarkEditor *self)
{
  if (self->item == NULL)
    return;
  g_autoptr (BookmarkItem) item = g_object_ref (self->item);
  store (self);
  bookmark_list_remove (list_of (self), item);
}

/* ---- life ---- */

static void
bookmark_editor_dispose (GObject *object)
{
  BookmarkEditor *self = BOOKMARK_EDITOR (object);
  GtkWidget *child;

  if (self->store_timer != 0)
    store (self);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->item);
  g_clear_object (&self->scene);
  G_OBJECT_CLASS (bookmark_editor_parent_class)->dispose (object);
}

static void
bookmark_editor_class_init (BookmarkEditorClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = bookmark_editor_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
}

static void
add_button (BookmarkEditor *self, const char *icon, const char *label, GCallback clicked)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_set_tooltip_text (button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  g_signal_connect_swapped (button, "clicked", clicked, self);
  gtk_box_append (GTK_BOX (self->top), button);
}

static void
watch_focus (BookmarkEditor *self, GtkWidget *widget)
{
  GtkEventController *focus = gtk_event_controller_focus_new ();

  g_signal_connect_swapped (focus, "leave", G_CALLBACK (focus_left), self);
  gtk_widget_add_controller (widget, focus);
}

static void
bookmark_editor_init (BookmarkEditor *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));
  GtkWidget *scroller = gtk_scrolled_window_new ();

  gtk_orientable_set_orientation (GTK_ORIENTABLE (layout), GTK_ORIENTATION_VERTICAL);
  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (layout), GAP_PX);

  self->title = gtk_entry_new ();
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->title), _ ("Title"));
  gtk_entry_set_max_length (GTK_ENTRY (self->title), BOOKMARK_TITLE_MAX / 4);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->title), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Title of the bookmark"), -1);
  gtk_widget_set_hexpand (self->title, TRUE);
  self->top = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, GAP_PX);
  gtk_box_append (GTK_BOX (self->top), self->title);
  self->colour = bookmark_colour_button_new ();
  gtk_box_append (GTK_BOX (self->top), self->colour);
  add_button (self, "find-location-symbolic", _ ("Go to the bookmark"), G_CALLBACK (go_to));
  add_button (self, "user-trash-symbolic", _ ("Delete the bookmark"), G_CALLBACK (delete_item));
  gtk_widget_set_parent (self->top, GTK_WIDGET (self));

  self->note = gtk_text_view_new ();
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (self->note), GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_accepts_tab (GTK_TEXT_VIEW (self->note), FALSE);
  gtk_text_view_set_left_margin (GTK_TEXT_VIEW (self->note), GAP_PX);
  gtk_text_view_set_top_margin (GTK_TEXT_VIEW (self->note), GAP_PX / 2);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->note), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Note of the bookmark"), -1);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_has_frame (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->note);
  gtk_widget_set_vexpand (scroller, TRUE);
  gtk_widget_set_parent (scroller, GTK_WIDGET (self));

  g_signal_connect_swapped (self->colour, "notify::colour", G_CALLBACK (colour_chosen), self);
  g_signal_connect_swapped (self->title, "changed", G_CALLBACK (typed), self);
  g_signal_connect_swapped (self->title, "activate", G_CALLBACK (store), self);
  g_signal_connect_swapped (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->note)), "changed",
                            G_CALLBACK (typed), self);
  g_signal_connect (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->note)), "insert-text",
                    G_CALLBACK (bound_note), self);
  watch_focus (self, self->title);
  watch_focus (self, self->note);
  gtk_widget_set_sensitive (GTK_WIDGET (self), FALSE);
}

GtkWidget *
bookmark_editor_new (TimelineScene *scene)
{
  BookmarkEditor *self = g_object_new (BOOKMARK_TYPE_EDITOR, NULL);

  self->scene = g_object_ref (scene);
  return GTK_WIDGET (self);
}
