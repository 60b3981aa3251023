/* SPDX-License-Identifier: Apache-2.0 */

#include "app/start/words_dialog.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#define NOTE_HEIGHT_PX 96
#define WIDTH_PX       420

typedef struct
{
  KnownProfiles *known;
  KnownProfile *profile; /* as it was when the dialog opened */
  GtkWidget *name, *tags, *note;
} Words;

static void
words_free (gpointer data, GClosure *closure)
{
  Words *words = data;
  (void) closure;

  g_object_unref (words->known);
  known_profile_unref (words->profile);
  g_free (words);
}

/* Returns NULL where the user has changed nothing: another window or program may have. */
static const char *
changed_text (const char *text, const char *before)
{
  return g_str_equal (text, before) ? NULL : text;
}

static void
finish (AdwMessageDialog *dialog, const char *response, gpointer data)
{
  Words *words = data;
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (words->note));
  GtkTextIter begin, end;
  (void) dialog;

  if (!g_str_equal (response, "save"))
    return;
  gtk_text_buffer_get_bounds (buffer, &begin, &end);
  g_autofree char *note = gtk_text_buffer_get_text (buffer, &begin, &end, FALSE);
  g_autofree char *name = g_strdup (gtk_editable_get_text (GTK_EDITABLE (words->name)));
  g_autofree char *tags = library_tags_tidy (gtk_editable_get_text (GTK_EDITABLE (words->tags)));
  const LibraryEntry *before = words->profile->entry;
  known_profiles_set_words (
    words->known, before->path, changed_text (g_strstrip (name), before->display_name),
    changed_text (tags, before->tags), changed_text (g_strchomp (note), before->note));
}

static GtkWidget *
entry_row_new (const char *title, const char *text)
{
  GtkWidget *row = adw_entry_row_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  gtk_editable_set_text (GTK_EDITABLE (row), text);
  adw_entry_row_set_activates_default (ADW_ENTRY_ROW (row), TRUE);
  return row;
}

static GtkWidget *
note_new (Words *words, const char *text)
{
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  GtkWidget *label = gtk_label_new_with_mnemonic (_ ("N_ote"));
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  words->note = gtk_text_view_new ();
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (words->note)), text, -1);
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (words->note), GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_accepts_tab (GTK_TEXT_VIEW (words->note), FALSE);
  gtk_text_view_set_left_margin (GTK_TEXT_VIEW (words->note), 12);
  gtk_text_view_set_right_margin (GTK_TEXT_VIEW (words->note), 12);
  gtk_text_view_set_top_margin (GTK_TEXT_VIEW (words->note), 8);
  gtk_text_view_set_bottom_margin (GTK_TEXT_VIEW (words->note), 8);
  gtk_accessible_update_property (GTK_ACCESSIBLE (words->note), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Note"),
                                  -1);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), words->note);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), words->note);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (scrolled), NOTE_HEIGHT_PX);
  gtk_widget_add_css_class (scrolled, "card");
  gtk_widget_set_overflow (scrolled, GTK_OVERFLOW_HIDDEN);
  gtk_box_append (GTK_BOX (column), label);
  gtk_box_append (GTK_BOX (column), scrolled);
  return column;
}

static const char *
text_or (const char *text, const char *other)
{
  return text != NULL ? text : other;
}

void
words_dialog_show (GtkWindow *parent, KnownProfiles *known, KnownProfile *profile)
{
  const LibraryEntry *entry = profile->entry;
  static const KnownWords none = { 0 };
  const KnownWords *lost = known_profiles_unsaved (known, entry->path);
  const KnownWords *unsaved = lost != NULL ? lost : &none;
  g_autofree char *file = g_filename_display_basename (entry->path);
  GtkWidget *dialog = adw_message_dialog_new (parent, _ ("Name, Tags and Note"), NULL);
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *list = gtk_list_box_new ();
  Words *words = g_new0 (Words, 1);

  words->known = g_object_ref (known);
  words->profile = known_profile_ref (profile);
  words->name = entry_row_new (_ ("Name in this list"), text_or (unsaved->display_name, entry->display_name));
  words->tags = entry_row_new (_ ("Tags, separated by spaces"), text_or (unsaved->tags, entry->tags));
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  gtk_list_box_append (GTK_LIST_BOX (list), words->name);
  gtk_list_box_append (GTK_LIST_BOX (list), words->tags);
  gtk_box_append (GTK_BOX (column), list);
  gtk_box_append (GTK_BOX (column), note_new (words, text_or (unsaved->note, entry->note)));
  gtk_widget_set_size_request (column, WIDTH_PX, -1);

  adw_message_dialog_format_body (ADW_MESSAGE_DIALOG (dialog), _ ("For %s. The file itself does not change."),
                                  file);
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), column);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "save", _ ("_Save"),
                                    NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "save", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "save");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_data (dialog, "response", G_CALLBACK (finish), words, words_free, 0);
  gtk_window_present (GTK_WINDOW (dialog));
  gtk_widget_grab_focus (words->name);
}
