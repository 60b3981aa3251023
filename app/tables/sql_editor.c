/* SPDX-License-Identifier: Apache-2.0 */

#include "app/tables/sql_editor.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app/tables/sql_words.h"
#include "widgets/controls/popover_place.h"
#include "widgets/look/screen_style.h"

#define MARGIN_PX      8
#define WORDS_MAX      200
#define LIST_HEIGHT_PX 200

/* Longer queries stay as they are written: tags are set anew with each letter. */
#define COLOURED_BYTES_MAX 20000

struct _SqlEditor
{
  GtkWidget parent_instance;

  GtkWidget *scroller, *view, *popover, *list, *list_scroller;
  GtkTextBuffer *buffer;
  GtkTextTag *tags[SQL_COMMENT + 1];
  GArray *words; /* SqlWord: those listed */
  size_t word_begin;
  int offered_at;  /* the cursor's place in characters when the words were listed */
  bool is_setting; /* text that nobody types */
};

G_DEFINE_FINAL_TYPE (SqlEditor, sql_editor, GTK_TYPE_WIDGET)

enum
{
  SIGNAL_RUN,
  SIGNAL_HISTORY,
  SIGNAL_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

char *
sql_editor_text (SqlEditor *self)
{
  GtkTextIter begin, end;

  gtk_text_buffer_get_bounds (self->buffer, &begin, &end);
  return gtk_text_buffer_get_text (self->buffer, &begin, &end, FALSE);
}

/* Up to the cursor. */
static size_t
cursor_offset (SqlEditor *self)
{
  GtkTextIter begin, cursor;

  gtk_text_buffer_get_start_iter (self->buffer, &begin);
  gtk_text_buffer_get_iter_at_mark (self->buffer, &cursor, gtk_text_buffer_get_insert (self->buffer));
  g_autofree char *text = gtk_text_buffer_get_text (self->buffer, &begin, &cursor, FALSE);
  return strlen (text);
}

/* ---- colours ---- */

static void
colour (SqlEditor *self, const char *text)
{
  GtkTextIter begin, end;
  SqlTokenKind kind;
  int place = 0;

  gtk_text_buffer_get_bounds (self->buffer, &begin, &end);
  gtk_text_buffer_remove_all_tags (self->buffer, &begin, &end);
  if (strlen (text) > COLOURED_BYTES_MAX)
    return;
  for (const char *at = text, *token = at; sql_words_next (&at, &kind); token = at)
    {
      int length = (int) g_utf8_strlen (token, at - token);

      if (self->tags[kind] != NULL)
        {
          gtk_text_buffer_get_iter_at_offset (self->buffer, &begin, place);
          gtk_text_buffer_get_iter_at_offset (self->buffer, &end, place + length);
          gtk_text_buffer_apply_tag (self->buffer, self->tags[kind], &begin, &end);
        }
      place += length;
    }
}

static void
set_tag_colour (GtkTextTag *tag, Rgb rgb)
{
  GdkRGBA colour_of = { (float) (rgb >> 16 & 0xff) / 255, (float) (rgb >> 8 & 0xff) / 255,
                        (float) (rgb & 0xff) / 255, 1 };

  g_object_set (tag, "foreground-rgba", &colour_of, NULL);
}

static void
style_changed (GtkWidget *widget)
{
  SqlEditor *self = SQL_EDITOR (widget);
  const Theme *theme = screen_style_get (widget)->theme;

  set_tag_colour (self->tags[SQL_TEXT], theme->link);
  set_tag_colour (self->tags[SQL_COMMENT], theme->secondary);
}

/* ---- words to choose from ---- */

static void
close_words (SqlEditor *self)
{
  gtk_popover_popdown (GTK_POPOVER (self->popover));
  gtk_accessible_reset_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
}

static bool
shows_words (SqlEditor *self)
{
  return gtk_widget_get_visible (self->popover);
}

static const char *
detail_of (const SqlWord *word)
{
  switch (word->kind)
    {
    case SQL_WORD_COLUMN:
      return word->table != NULL ? word->table : _ ("column");
    case SQL_WORD_TABLE:
      return _ ("table");
    case SQL_WORD_FUNCTION:
      return _ ("function");
    default:
      return "";
    }
}

static void
list_words (SqlEditor *self)
{
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (self->list)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), row);
  for (guint i = 0; i < MIN (self->words->len, WORDS_MAX); i++)
    {
      const SqlWord *word = &g_array_index (self->words, SqlWord, i);
      GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 24);
      GtkWidget *name = gtk_label_new (word->word), *detail = gtk_label_new (detail_of (word));

      gtk_widget_add_css_class (name, "monospace");
      gtk_widget_add_css_class (detail, "secondary");
      gtk_widget_add_css_class (detail, "caption");
      gtk_widget_set_hexpand (name, TRUE);
      gtk_label_set_xalign (GTK_LABEL (name), 0);
      gtk_box_append (GTK_BOX (box), name);
      gtk_box_append (GTK_BOX (box), detail);
      gtk_list_box_append (GTK_LIST_BOX (self->list), box);
    }
}

/* What is chosen is heard where the focus is: in the text. */
static void
choose (SqlEditor *self, int place)
{
  int n = (int) MIN (self->words->len, WORDS_MAX);
  int chosen = (place + n) % MAX (n, 1);
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), chosen);
  graphene_rect_t bounds;

  if (row == NULL)
    return;
  gtk_list_box_select_row (GTK_LIST_BOX (self->list), row);
  const SqlWord *word = &g_array_index (self->words, SqlWord, chosen);
  /* Translators: a word that could be taken, what it is (a column's table), its place among how many. */
  g_autofree char *heard =
    g_strdup_printf (_ ("%s, %s, %d of %d"), word->word, detail_of (word), chosen + 1, n);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, heard,
                                  -1);
  if (gtk_widget_compute_bounds (GTK_WIDGET (row), self->list, &bounds))
    gtk_adjustment_clamp_page (
      gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->list_scroller)), bounds.origin.y,
      bounds.origin.y + bounds.size.height);
}

static void
place_popover (SqlEditor *self)
{
  GtkTextIter cursor;
  GdkRectangle place;
  int x_px, y_px;

  gtk_text_buffer_get_iter_at_mark (self->buffer, &cursor, gtk_text_buffer_get_insert (self->buffer));
  gtk_text_view_get_iter_location (GTK_TEXT_VIEW (self->view), &cursor, &place);
  gtk_text_view_buffer_to_window_coords (GTK_TEXT_VIEW (self->view), GTK_TEXT_WINDOW_WIDGET, place.x, place.y,
                                         &x_px, &y_px);
  popover_place (GTK_POPOVER (self->popover), x_px, y_px, 1, place.height);
}

/* is_asked: also where nothing is typed yet. */
static void
offer_words (SqlEditor *self, bool is_asked)
{
  g_autofree char *text = sql_editor_text (self);
  size_t offset = cursor_offset (self);

  g_clear_pointer (&self->words, g_array_unref);
  self->words = sql_words_complete (text, offset, &self->word_begin);
  bool is_typed = offset > self->word_begin || (offset > 0 && text[offset - 1] == '.');
  bool is_complete = self->words->len == 1
                     && strlen (g_array_index (self->words, SqlWord, 0).word) == offset - self->word_begin;
  if (self->words->len == 0 || is_complete || (!is_typed && !is_asked))
    {
      close_words (self);
      return;
    }
  g_object_get (self->buffer, "cursor-position", &self->offered_at, NULL);
  list_words (self);
  place_popover (self);
  gtk_popover_popup (GTK_POPOVER (self->popover));
  choose (self, 0);
}

static void
take_word (SqlEditor *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list));
  g_autofree char *text = sql_editor_text (self);
  GtkTextIter begin, cursor;

  if (row == NULL)
    return;
  const SqlWord *word = &g_array_index (self->words, SqlWord, gtk_list_box_row_get_index (row));
  gtk_text_buffer_get_iter_at_mark (self->buffer, &cursor, gtk_text_buffer_get_insert (self->buffer));
  gtk_text_buffer_get_iter_at_offset (self->buffer, &begin,
                                      (int) g_utf8_strlen (text, (gssize) self->word_begin));
  self->is_setting = true;
  gtk_text_buffer_begin_user_action (self->buffer);
  gtk_text_buffer_delete (self->buffer, &begin, &cursor);
  gtk_text_buffer_insert (self->buffer, &begin, word->word, -1);
  gtk_text_buffer_end_user_action (self->buffer);
  self->is_setting = false;
  close_words (self);
}

/* ---- keys ---- */

static gboolean
word_key (SqlEditor *self, guint keyval)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list));
  int at = row != NULL ? gtk_list_box_row_get_index (row) : -1;

  switch (keyval)
    {
    case GDK_KEY_Down:
      choose (self, at + 1);
      return GDK_EVENT_STOP;
    case GDK_KEY_Up:
      choose (self, at - 1);
      return GDK_EVENT_STOP;
    case GDK_KEY_Tab:
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      take_word (self);
      return GDK_EVENT_STOP;
    case GDK_KEY_Escape:
      close_words (self);
      return GDK_EVENT_STOP;
    case GDK_KEY_Left:
    case GDK_KEY_Right:
    case GDK_KEY_Home:
    case GDK_KEY_End:
      close_words (self);
      return GDK_EVENT_PROPAGATE;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

/* A query has no tabs: Tab goes on to what comes next, as everywhere. */
static gboolean
key_pressed (SqlEditor *self, guint keyval, guint keycode, GdkModifierType held)
{
  bool is_enter = keyval == GDK_KEY_Return || keyval == GDK_KEY_KP_Enter;

  (void) keycode;
  if ((held & GDK_CONTROL_MASK) != 0 && is_enter)
    {
      close_words (self);
      g_signal_emit (self, signals[SIGNAL_RUN], 0);
      return GDK_EVENT_STOP;
    }
  if ((held & GDK_CONTROL_MASK) != 0 && keyval == GDK_KEY_space)
    {
      offer_words (self, true);
      return GDK_EVENT_STOP;
    }
  if ((held & GDK_ALT_MASK) != 0 && (keyval == GDK_KEY_Up || keyval == GDK_KEY_Down))
    {
      close_words (self);
      g_signal_emit (self, signals[SIGNAL_HISTORY], 0, keyval == GDK_KEY_Up ? -1 : 1);
      return GDK_EVENT_STOP;
    }
  if (shows_words (self) && (held & (GDK_CONTROL_MASK | GDK_ALT_MASK)) == 0)
    return word_key (self, keyval);
  return GDK_EVENT_PROPAGATE;
}

static void
changed (SqlEditor *self)
{
  g_autofree char *text = sql_editor_text (self);

  colour (self, text);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
  if (!self->is_setting && gtk_widget_has_focus (self->view))
    offer_words (self, false);
}

/* Words are of the place where they were listed: taken elsewhere, one would replace all that lies between. */
static void
cursor_moved (SqlEditor *self)
{
  int place;

  g_object_get (self->buffer, "cursor-position", &place, NULL);
  if (shows_words (self) && place != self->offered_at)
    close_words (self);
}

static void
left (SqlEditor *self)
{
  close_words (self);
}

/* ---- the widget ---- */

void
sql_editor_set_text (SqlEditor *self, const char *text)
{
  GtkTextIter begin, end;

  self->is_setting = true;
  gtk_text_buffer_begin_user_action (self->buffer);
  gtk_text_buffer_get_bounds (self->buffer, &begin, &end);
  gtk_text_buffer_delete (self->buffer, &begin, &end);
  gtk_text_buffer_insert (self->buffer, &begin, text, -1);
  gtk_text_buffer_end_user_action (self->buffer);
  self->is_setting = false;
}

void
sql_editor_show_place (SqlEditor *self, int character)
{
  GtkTextIter place;

  gtk_text_buffer_get_iter_at_offset (self->buffer, &place, MAX (character - 1, 0));
  gtk_text_buffer_place_cursor (self->buffer, &place);
  gtk_text_view_scroll_mark_onscreen (GTK_TEXT_VIEW (self->view), gtk_text_buffer_get_insert (self->buffer));
}

static gboolean
sql_editor_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (SQL_EDITOR (widget)->view);
}

static void
sql_editor_size_allocate (GtkWidget *widget, int width_px, int height_px, int baseline)
{
  SqlEditor *self = SQL_EDITOR (widget);

  gtk_widget_allocate (self->scroller, width_px, height_px, baseline, NULL);
  gtk_popover_present (GTK_POPOVER (self->popover));
}

static void
sql_editor_measure (GtkWidget *widget,
                    GtkOrientation orientation,
                    int for_size,
                    int *minimum,
                    int *natural,
                    int *minimum_baseline,
                    int *natural_baseline)
{
  gtk_widget_measure (SQL_EDITOR (widget)->scroller, orientation, for_size, minimum, natural,
                      minimum_baseline, natural_baseline);
}

static void
sql_editor_dispose (GObject *object)
{
  SqlEditor *self = SQL_EDITOR (object);

  g_clear_pointer (&self->popover, gtk_widget_unparent);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_pointer (&self->words, g_array_unref);
  G_OBJECT_CLASS (sql_editor_parent_class)->dispose (object);
}

static void
sql_editor_class_init (SqlEditorClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sql_editor_dispose;
  widget_class->grab_focus = sql_editor_grab_focus;
  widget_class->size_allocate = sql_editor_size_allocate;
  widget_class->measure = sql_editor_measure;
  gtk_widget_class_set_css_name (widget_class, "sqleditor");
  signals[SIGNAL_RUN] = g_signal_new ("run", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_HISTORY] =
    g_signal_new ("history", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT);
  signals[SIGNAL_CHANGED] =
    g_signal_new ("changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
add_view (SqlEditor *self)
{
  GtkEventController *keys = gtk_event_controller_key_new (), *focus = gtk_event_controller_focus_new ();

  self->view = gtk_text_view_new ();
  self->buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view));
  g_object_set (self->view, "monospace", TRUE, "accepts-tab", FALSE, "wrap-mode", GTK_WRAP_WORD_CHAR,
                "top-margin", MARGIN_PX, "bottom-margin", MARGIN_PX, "left-margin", MARGIN_PX, "right-margin",
                MARGIN_PX, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Query"),
                                  -1);
  self->tags[SQL_KEYWORD] =
    gtk_text_buffer_create_tag (self->buffer, NULL, "weight", PANGO_WEIGHT_BOLD, NULL);
  self->tags[SQL_TEXT] = gtk_text_buffer_create_tag (self->buffer, NULL, NULL);
  self->tags[SQL_COMMENT] =
    gtk_text_buffer_create_tag (self->buffer, NULL, "style", PANGO_STYLE_ITALIC, NULL);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_pressed), self);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (left), self);
  gtk_widget_add_controller (self->view, keys);
  gtk_widget_add_controller (self->view, focus);
  g_signal_connect_swapped (self->buffer, "changed", G_CALLBACK (changed), self);
  g_signal_connect_swapped (self->buffer, "notify::cursor-position", G_CALLBACK (cursor_moved), self);

  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->view);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (self->scroller), 72);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
}

/* It takes neither focus nor grab: typing goes on. */
static void
add_popover (SqlEditor *self)
{
  self->list = gtk_list_box_new ();
  gtk_widget_set_can_focus (self->list, FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Completions"), -1);
  g_signal_connect_swapped (self->list, "row-activated", G_CALLBACK (take_word), self);
  self->list_scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->list_scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (self->list_scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (self->list_scroller), LIST_HEIGHT_PX);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->list_scroller), self->list);
  self->popover = gtk_popover_new ();
  gtk_popover_set_autohide (GTK_POPOVER (self->popover), FALSE);
  gtk_popover_set_has_arrow (GTK_POPOVER (self->popover), FALSE);
  gtk_popover_set_position (GTK_POPOVER (self->popover), GTK_POS_BOTTOM);
  gtk_widget_set_can_focus (self->popover, FALSE);
  gtk_popover_set_child (GTK_POPOVER (self->popover), self->list_scroller);
  gtk_widget_set_parent (self->popover, GTK_WIDGET (self));
}

static void
sql_editor_init (SqlEditor *self)
{
  add_view (self);
  add_popover (self);
  screen_style_connect_changed (GTK_WIDGET (self), style_changed);
  style_changed (GTK_WIDGET (self));
}

GtkWidget *
sql_editor_new (void)
{
  return g_object_new (SQL_TYPE_EDITOR, NULL);
}
