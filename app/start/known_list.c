/* SPDX-License-Identifier: Apache-2.0 */

#include "app/start/known_list.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>
#include <stdlib.h>

#include "app/desktop/mnemonic.h"
#include "app/known/known_order.h"
#include "app/known/known_search.h"
#include "app/start/folders_button.h"
#include "app/start/known_actions.h"
#include "app/start/known_source.h"
#include "app/start/search_help.h"
#include "widgets/controls/quiet_tooltip.h"
#include "widgets/look/screen_style.h"
#include "widgets/tables/table_grid.h"

/* GTK 4.8 keeps widgets for so many rows. Removing them all at once takes longer than a key press may. */
#define ROWS_WITH_WIDGETS 200
#define ROWS_PER_FRAME    12

struct _KnownList
{
  GtkWidget parent_instance;

  KnownProfiles *known;
  ProfileList *loaded;

  KnownSource *source;
  TableShown *shown;
  GPtrArray *sorted; /* KnownProfile, in the order of the table, found or not */
  GArray *found;     /* uint64_t: rows of source, as they are shown */
  KnownOrder order;
  bool is_descending;
  KnownSearch *search;
  uint64_t last_ticked; /* row; UINT64_MAX: none */

  int n_columns_shown; /* 0: none yet */
  guint fitting;       /* idle that sets the columns; 0: none */
  guint n_empty;       /* rows below those found, which go a few with each frame */
  guint shrinking;     /* tick; 0: there is none of them */

  GtkWidget *column, *entry, *count, *grid, *nothing, *path, *facts, *choice, *clear, *load, *compare;
};

G_DEFINE_FINAL_TYPE (KnownList, known_list, GTK_TYPE_WIDGET)

/* ---- columns ---- */

/* In this order. A column is shown if there is room for it and for all before it that are shown at that width. */
/* clang-format off */
static const struct
{
  KnownColumn column;
  int px;      /* its width at the default text size; the name also takes what is left */
  int from_px; /* shown in a list at least this wide */
} widths[] = {
  { KNOWN_COLUMN_CHOSEN,   30,    0 },
  { KNOWN_COLUMN_NAME,     180,   0 },
  { KNOWN_COLUMN_FOLDER,   140,   0 },
  { KNOWN_COLUMN_CREATED,  132,   0 },
  { KNOWN_COLUMN_STATUS,   98,    0 },
  { KNOWN_COLUMN_LOADED,   76,    1210 },
  { KNOWN_COLUMN_RANKS,    68,    840 },
  { KNOWN_COLUMN_STEPS,    68,    840 },
  { KNOWN_COLUMN_SIZE,     84,    0 },
  { KNOWN_COLUMN_HARDWARE, 150,   1000 },
  { KNOWN_COLUMN_KIND,     100,   1210 },
  { KNOWN_COLUMN_TAGS,     96,    1210 },
};
/* clang-format on */

/* By what a press on its head sorts; N_KNOWN_ORDERS: by nothing. */
static const KnownOrder order_of_column[N_KNOWN_COLUMNS] = {
  [KNOWN_COLUMN_CHOSEN] = N_KNOWN_ORDERS,      [KNOWN_COLUMN_NAME] = KNOWN_BY_NAME,
  [KNOWN_COLUMN_FOLDER] = KNOWN_BY_FOLDER,     [KNOWN_COLUMN_CREATED] = KNOWN_BY_CREATED,
  [KNOWN_COLUMN_STATUS] = KNOWN_BY_STATUS,     [KNOWN_COLUMN_LOADED] = KNOWN_BY_LOADED,
  [KNOWN_COLUMN_RANKS] = KNOWN_BY_RANKS,       [KNOWN_COLUMN_STEPS] = KNOWN_BY_STEPS,
  [KNOWN_COLUMN_HARDWARE] = KNOWN_BY_HARDWARE, [KNOWN_COLUMN_KIND] = KNOWN_BY_KIND,
  [KNOWN_COLUMN_SIZE] = KNOWN_BY_SIZE,         [KNOWN_COLUMN_TAGS] = KNOWN_BY_TAGS,
};

static int
column_of_order (KnownOrder order)
{
  for (int i = 0; i < N_KNOWN_COLUMNS; i++)
    if (order_of_column[i] == order)
      return i;
  return -1;
}

static void
set_columns (KnownList *list, int width_px)
{
  int columns[N_KNOWN_COLUMNS], n = 0;

  for (size_t i = 0; i < G_N_ELEMENTS (widths); i++)
    if (screen_style_scaled_px (GTK_WIDGET (list), widths[i].from_px) <= width_px)
      columns[n++] = (int) widths[i].column;
  if (list->n_columns_shown == n)
    return;
  list->n_columns_shown = n;
  table_grid_set_columns (TABLES_GRID (list->grid), columns, n);
  for (size_t i = 0; i < G_N_ELEMENTS (widths); i++)
    table_grid_set_column_px (TABLES_GRID (list->grid), (int) widths[i].column,
                              screen_style_scaled_px (GTK_WIDGET (list), widths[i].px));
  table_grid_show_order (TABLES_GRID (list->grid), column_of_order (list->order), list->is_descending);
}

static gboolean
fit_columns (gpointer data)
{
  KnownList *list = data;

  list->fitting = 0;
  set_columns (list, gtk_widget_get_width (GTK_WIDGET (list)));
  return G_SOURCE_REMOVE;
}

/* ---- what is chosen ---- */

static uint64_t
selected_row (KnownList *list)
{
  return list->source != NULL ? table_grid_selected (TABLES_GRID (list->grid)) : UINT64_MAX;
}

/* The ticked ones in the order of the list, the hidden ones included; without any, the selected one. */
static GPtrArray *
targets (GtkWidget *widget)
{
  KnownList *list = KNOWN_LIST (widget);
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);

  if (known_source_n_chosen (list->source) == 0)
    {
      const KnownProfile *profile = known_source_get (list->source, selected_row (list));

      if (profile != NULL)
        g_ptr_array_add (paths, g_strdup (profile->entry->path));
      return paths;
    }
  for (guint i = 0; i < list->sorted->len; i++)
    {
      const KnownProfile *profile = list->sorted->pdata[i];

      if (known_source_is_chosen (list->source, known_source_row (list->source, profile->entry->path)))
        g_ptr_array_add (paths, g_strdup (profile->entry->path));
    }
  return paths;
}

static const char *
path_to_open (GtkWidget *widget, const char *path)
{
  return known_source_path_to_open (KNOWN_LIST (widget)->source, path);
}

static guint
n_chosen_hidden (KnownList *list)
{
  guint n_shown = 0;

  for (guint i = 0; i < list->found->len; i++)
    n_shown += known_source_is_chosen (list->source, g_array_index (list->found, uint64_t, i));
  return known_source_n_chosen (list->source) - n_shown;
}

static void
set_button (GtkWidget *button, const char *label_of_one, const char *label_of_many, guint n)
{
  g_autofree char *label = n > 1 ? g_strdup_printf (label_of_many, n) : g_strdup (label_of_one);

  gtk_button_set_label (GTK_BUTTON (button), label);
  mnemonic_name (button, label);
}

static void
append_part (GString *line, const char *part)
{
  if (*part != '\0')
    g_string_append_printf (line, "%s%s", line->len > 0 ? " · " : "", part);
}

static void
append_counts (GString *line, const LibraryEntry *entry, const NumberStyle *numbers)
{
  char number[NUMBER_TEXT_MAX];

  if (entry->n_ranks >= 0)
    {
      number_text_count (numbers, (uint64_t) entry->n_ranks, number);
      g_autofree char *ranks =
        g_strdup_printf (ngettext ("%s rank", "%s ranks", (gulong) entry->n_ranks), number);
      append_part (line, ranks);
    }
  if (entry->n_steps >= 0)
    {
      number_text_count (numbers, (uint64_t) entry->n_steps, number);
      g_autofree char *steps =
        g_strdup_printf (ngettext ("%s step", "%s steps", (gulong) entry->n_steps), number);
      append_part (line, steps);
    }
}

/* "/runs/a.json", "PyTorch · Completed · 8 ranks · 6 steps · tags · note": what the columns have no room for. */
static void
tell_details (KnownList *list)
{
  const KnownProfile *profile = known_source_get (list->source, selected_row (list));

  if (profile == NULL)
    {
      /* Who has ticked some knows how. */
      gtk_label_set_text (
        GTK_LABEL (list->path),
        known_source_n_chosen (list->source) > 0
          ? ""
          : _ ("Enter loads the selected profile. Space ticks it, to load or compare several."));
      gtk_widget_set_visible (list->facts, FALSE);
      return;
    }
  const LibraryEntry *entry = profile->entry;
  g_autofree char *path = g_filename_display_name (entry->path);
  g_autoptr (GString) line = g_string_new (NULL);
  g_autofree char *note = g_strdelimit (g_strdup (entry->note), "\n\r\t", ' ');
  g_autofree char *status =
    *entry->reason != '\0' ? g_strdup_printf (_ ("%s: %s"), known_status_word (entry->status), entry->reason)
                           : g_strdup (known_status_word (entry->status));
  append_part (line, known_kind_word (entry->kind));
  append_part (line, status);
  if (known_source_is_loaded (list->source, selected_row (list)))
    append_part (line, _ ("loaded"));
  append_counts (line, entry, screen_style_get (GTK_WIDGET (list))->numbers);
  append_part (line, entry->hardware);
  append_part (line, entry->tags);
  append_part (line, note);
  gtk_label_set_text (GTK_LABEL (list->path), path);
  gtk_label_set_text (GTK_LABEL (list->facts), line->str);
  gtk_widget_set_visible (list->facts, TRUE);
}

static void
update_choice (KnownList *list)
{
  /* A window that goes takes its actions and rows away, which are told of. */
  if (list->column == NULL)
    return;
  guint n_chosen = known_source_n_chosen (list->source), n_hidden = n_chosen_hidden (list);
  guint n = n_chosen > 0 ? n_chosen : selected_row (list) != UINT64_MAX;
  g_autofree char *chosen = n_hidden > 0
                              ? g_strdup_printf (_ ("%u ticked, %u of them not shown"), n_chosen, n_hidden)
                              : g_strdup_printf (_ ("%u ticked"), n_chosen);

  gtk_label_set_text (GTK_LABEL (list->choice), chosen);
  gtk_widget_set_visible (list->choice, n_chosen > 0);
  gtk_widget_set_visible (list->clear, n_chosen > 0);
  g_autofree char *too_many =
    g_strdup_printf (_ ("At most %d profiles are compared at once"), KNOWN_COMPARED_MAX);
  set_button (list->load, _ ("_Load"), _ ("_Load %u"), n);
  set_button (list->compare, _ ("_Compare"), _ ("_Compare %u"), n);
  gtk_widget_set_sensitive (list->load, n >= 1);
  gtk_widget_set_sensitive (list->compare, n >= 2 && n <= KNOWN_COMPARED_MAX);
  quiet_tooltip_set (list->compare, n > KNOWN_COMPARED_MAX
                                      ? too_many
                                      : _ ("Compare the ticked profiles; the first one is the baseline"));
  tell_details (list);
}

static void
tick (KnownList *list, uint64_t row, gboolean is_range)
{
  bool is_chosen = !known_source_is_chosen (list->source, row);
  bool is_in = false;

  if (is_range && list->last_ticked != UINT64_MAX && list->last_ticked != row)
    {
      is_chosen = known_source_is_chosen (list->source, list->last_ticked);
      for (guint i = 0; i < list->found->len; i++)
        {
          uint64_t at = g_array_index (list->found, uint64_t, i);
          bool is_end = at == row || at == list->last_ticked;

          if (is_in || is_end)
            known_source_set_chosen (list->source, at, is_chosen);
          is_in ^= is_end;
        }
    }
  known_source_set_chosen (list->source, row, is_chosen);
  list->last_ticked = row;
  table_grid_redraw (TABLES_GRID (list->grid));
  update_choice (list);
}

static void
tick_all (KnownList *list, bool is_chosen)
{
  if (is_chosen)
    for (guint i = 0; i < list->found->len; i++)
      known_source_set_chosen (list->source, g_array_index (list->found, uint64_t, i), true);
  else
    for (guint i = 0; i < list->sorted->len; i++)
      {
        const KnownProfile *profile = list->sorted->pdata[i];

        known_source_set_chosen (list->source, known_source_row (list->source, profile->entry->path), false);
      }
  table_grid_redraw (TABLES_GRID (list->grid));
  update_choice (list);
}

static void
clear_choice (KnownList *list)
{
  tick_all (list, false);
}

/* ---- rows ---- */

static void
tell_count (KnownList *list)
{
  const NumberStyle *numbers = screen_style_get (GTK_WIDGET (list))->numbers;
  char n_found[NUMBER_TEXT_MAX], n_all[NUMBER_TEXT_MAX];

  number_text_count (numbers, list->found->len, n_found);
  number_text_count (numbers, list->sorted->len, n_all);
  g_autofree char *text =
    known_search_is_empty (list->search)
      ? g_strdup_printf (ngettext ("%s profile", "%s profiles", list->sorted->len), n_all)
      : g_strdup_printf (ngettext ("%s of %s profile", "%s of %s profiles", list->sorted->len), n_found,
                         n_all);
  gtk_label_set_text (GTK_LABEL (list->count), text);
}

static void
tell_nothing (KnownList *list)
{
  AdwStatusPage *page = ADW_STATUS_PAGE (list->nothing);

  if (list->found->len > 0)
    {
      gtk_widget_set_visible (list->nothing, FALSE);
      return;
    }
  if (known_search_is_empty (list->search) && known_profiles_is_looking (list->known))
    {
      adw_status_page_set_title (page, _ ("Looking Into Folders…"));
      adw_status_page_set_description (page,
                                       _ ("The profiles in them are listed when all have been looked into."));
    }
  else if (known_search_is_empty (list->search))
    {
      bool has_folders = known_profiles_folders (list->known)->len > 0;

      adw_status_page_set_title (page, _ ("No Profile Yet"));
      adw_status_page_set_description (
        page, has_folders ? _ ("Profiles in the watched folders are listed here as soon as they are written.")
                          : _ ("Profiles that you open are listed here, and those in folders that you add."));
    }
  else
    {
      adw_status_page_set_title (page, _ ("No Profile Matches"));
      adw_status_page_set_description (
        page, _ ("Names, tags, notes, dates, status, hardware and paths were searched."));
    }
  gtk_widget_set_visible (list->nothing, TRUE);
}

static void
give_rows (KnownList *list)
{
  size_t n = list->found->len + list->n_empty;
  uint64_t *rows = malloc (MAX (n, 1) * sizeof *rows);

  if (rows == NULL)
    return;
  for (size_t i = 0; i < n; i++)
    rows[i] = i < list->found->len ? g_array_index (list->found, uint64_t, i) : UINT64_MAX;
  table_grid_take_rows (TABLES_GRID (list->grid), rows, n);
}

static gboolean
shrink (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  KnownList *list = KNOWN_LIST (widget);
  (void) clock;
  (void) data;

  list->n_empty -= MIN (list->n_empty, ROWS_PER_FRAME);
  give_rows (list);
  if (list->n_empty > 0)
    return G_SOURCE_CONTINUE;
  list->shrinking = 0;
  return G_SOURCE_REMOVE;
}

/* Rows that are too many stay for a moment, and are empty. */
static void
show_rows (KnownList *list, guint n_before)
{
  guint n_kept = MIN (n_before, ROWS_WITH_WIDGETS);

  list->n_empty = list->found->len < n_kept ? n_kept - list->found->len : 0;
  if (list->n_empty > 0 && list->shrinking == 0)
    list->shrinking = gtk_widget_add_tick_callback (GTK_WIDGET (list), shrink, NULL, NULL);
  give_rows (list);
}

/* Finds the rows of the search among the sorted ones. */
static void
find (KnownList *list)
{
  guint n_before = list->found->len + list->n_empty;

  g_array_set_size (list->found, 0);
  for (guint i = 0; i < list->sorted->len; i++)
    {
      const KnownProfile *profile = list->sorted->pdata[i];

      if (known_search_finds (list->search, profile))
        {
          uint64_t row = known_source_row (list->source, profile->entry->path);
          g_array_append_val (list->found, row);
        }
    }
  show_rows (list, n_before);
  tell_count (list);
  tell_nothing (list);
  update_choice (list);
}

static void
sort (KnownList *list)
{
  known_order_sort (list->sorted, list->order, list->is_descending, known_source_loaded (list->source));
  find (list);
}

static void
follow_known (KnownList *list)
{
  const GPtrArray *profiles = known_profiles_list (list->known);

  known_source_set_profiles (list->source, profiles);
  g_ptr_array_set_size (list->sorted, 0);
  for (guint i = 0; i < profiles->len; i++)
    g_ptr_array_add (list->sorted, known_profile_ref (profiles->pdata[i]));
  sort (list);
}

static void
follow_loaded (KnownList *list)
{
  g_autoptr (GHashTable) paths = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (guint i = 0; i < profile_list_count (list->loaded); i++)
    {
      LoadedProfile *loaded = profile_list_get (list->loaded, i);

      g_hash_table_insert (paths, g_strdup (loaded_profile_real_path (loaded)),
                           g_strdup (loaded_profile_profile (loaded)->path));
    }
  known_source_set_loaded (list->source, paths);
  if (list->order == KNOWN_BY_LOADED)
    sort (list);
  table_grid_redraw (TABLES_GRID (list->grid));
  update_choice (list);
}

static void
search (KnownList *list)
{
  known_search_free (list->search);
  list->search = known_search_new (gtk_editable_get_text (GTK_EDITABLE (list->entry)));
  find (list);
}

static void
stop_search (KnownList *list)
{
  gtk_editable_set_text (GTK_EDITABLE (list->entry), "");
}

/* From the search down to what it found. */
static void
go_to_rows (KnownList *list)
{
  if (list->found->len == 0)
    return;
  if (selected_row (list) == UINT64_MAX)
    table_grid_select (TABLES_GRID (list->grid), g_array_index (list->found, uint64_t, 0));
  table_grid_focus_rows (TABLES_GRID (list->grid));
}

static void
change_order (KnownList *list, int column, gboolean is_descending)
{
  if (column < 0 || order_of_column[column] == N_KNOWN_ORDERS)
    {
      list->order = KNOWN_BY_RECENT;
      list->is_descending = true;
    }
  else
    {
      list->order = order_of_column[column];
      list->is_descending = is_descending;
    }
  sort (list);
}

/* Enter, or a double click. */
static void
load_row (KnownList *list, uint64_t row)
{
  const KnownProfile *profile = known_source_get (list->source, row);

  if (profile != NULL)
    gtk_widget_activate_action_variant (
      GTK_WIDGET (list), "win.open-path",
      g_variant_new_bytestring (known_source_path_to_open (list->source, profile->entry->path)));
}

/* On a row that is not ticked, a menu or a key is for this row alone: the ticked ones may be out of sight. */
static void
choose_for (KnownList *list, uint64_t row)
{
  if (known_source_n_chosen (list->source) > 0 && row != UINT64_MAX
      && !known_source_is_chosen (list->source, row))
    clear_choice (list);
}

static void
open_menu (KnownList *list, uint64_t row, double x_px, double y_px)
{
  choose_for (list, row);
  known_actions_open_menu (TABLES_GRID (list->grid), x_px, y_px,
                           MAX (known_source_n_chosen (list->source), 1));
}

/* Returns the row below, or above the last one; UINT64_MAX if there is no other. */
static uint64_t
row_beside (KnownList *list, uint64_t row)
{
  for (guint i = 0; i < list->found->len; i++)
    if (g_array_index (list->found, uint64_t, i) == row)
      return i + 1 < list->found->len ? g_array_index (list->found, uint64_t, i + 1)
             : i > 0                  ? g_array_index (list->found, uint64_t, i - 1)
                                      : UINT64_MAX;
  return UINT64_MAX;
}

static void
remove_selected (KnownList *list)
{
  uint64_t row = selected_row (list);

  choose_for (list, row);
  bool is_one = known_source_n_chosen (list->source) == 0;
  uint64_t next = is_one ? row_beside (list, row) : UINT64_MAX;
  gtk_widget_activate_action (GTK_WIDGET (list), "known.remove", NULL);
  /* So that the next press of the key is for the next one. */
  if (next != UINT64_MAX)
    {
      table_grid_select (TABLES_GRID (list->grid), next);
      table_grid_focus_rows (TABLES_GRID (list->grid));
    }
}

static void
edit_selected (KnownList *list)
{
  choose_for (list, selected_row (list));
  if (known_source_n_chosen (list->source) < 2)
    gtk_widget_activate_action (GTK_WIDGET (list), "known.edit", NULL);
}

/* ---- keys ---- */

void
known_list_focus_search (KnownList *list)
{
  gtk_widget_grab_focus (list->entry);
}

static gboolean
key_pressed (KnownList *list, guint keyval, guint keycode, GdkModifierType held)
{
  bool is_in_entry = (gtk_widget_get_state_flags (list->entry) & GTK_STATE_FLAG_FOCUS_WITHIN) != 0;
  (void) keycode;

  if ((held & GDK_ALT_MASK) != 0)
    return GDK_EVENT_PROPAGATE;
  if ((held & GDK_CONTROL_MASK) != 0)
    {
      if (keyval != GDK_KEY_a || is_in_entry)
        return GDK_EVENT_PROPAGATE;
      tick_all (list, true);
      return GDK_EVENT_STOP;
    }
  if (keyval == GDK_KEY_Down && is_in_entry)
    go_to_rows (list);
  else if (keyval == GDK_KEY_Delete && !is_in_entry)
    remove_selected (list);
  else if (keyval == GDK_KEY_F2)
    edit_selected (list);
  else
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

/* ---- the widget ---- */

static void
known_list_measure (GtkWidget *widget,
                    GtkOrientation orientation,
                    int for_size,
                    int *minimum,
                    int *natural,
                    int *minimum_baseline,
                    int *natural_baseline)
{
  gtk_widget_measure (KNOWN_LIST (widget)->column, orientation, for_size, minimum, natural, minimum_baseline,
                      natural_baseline);
}

static void
known_list_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  KnownList *list = KNOWN_LIST (widget);

  gtk_widget_allocate (list->column, width, height, baseline, NULL);
  /* Columns are not to be made while widgets get their places. */
  if (list->fitting == 0)
    list->fitting = g_idle_add_full (G_PRIORITY_HIGH_IDLE, fit_columns, list, NULL);
}

static void
known_list_dispose (GObject *object)
{
  KnownList *list = KNOWN_LIST (object);

  g_clear_handle_id (&list->fitting, g_source_remove);
  if (list->shrinking != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (list), list->shrinking);
  list->shrinking = 0;
  if (list->known != NULL)
    g_signal_handlers_disconnect_by_data (list->known, list);
  if (list->loaded != NULL)
    g_signal_handlers_disconnect_by_data (list->loaded, list);
  /* A table that goes tells that it is no longer sorted. */
  if (list->column != NULL)
    g_signal_handlers_disconnect_by_data (list->grid, list);
  g_clear_object (&list->known);
  g_clear_object (&list->loaded);
  g_clear_pointer (&list->column, gtk_widget_unparent);
  G_OBJECT_CLASS (known_list_parent_class)->dispose (object);
}

static void
known_list_finalize (GObject *object)
{
  KnownList *list = KNOWN_LIST (object);

  g_ptr_array_unref (list->sorted);
  g_array_unref (list->found);
  known_search_free (list->search);
  table_shown_unref (list->shown); /* and with it the source */
  G_OBJECT_CLASS (known_list_parent_class)->finalize (object);
}

static void
known_list_class_init (KnownListClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = known_list_dispose;
  G_OBJECT_CLASS (klass)->finalize = known_list_finalize;
  widget_class->measure = known_list_measure;
  widget_class->size_allocate = known_list_size_allocate;
}

static GtkWidget *
label_new (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

static GtkWidget *
bar_new (KnownList *list)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *title = label_new (_ ("All profiles"), "heading");

  list->count = label_new (NULL, "secondary");
  gtk_widget_add_css_class (list->count, "numeric");
  gtk_label_set_ellipsize (GTK_LABEL (list->count), PANGO_ELLIPSIZE_END);
  gtk_label_set_ellipsize (GTK_LABEL (title), PANGO_ELLIPSIZE_END);
  list->entry = gtk_search_entry_new ();
  g_object_set (list->entry, "placeholder-text", _ ("Search by name, tag, date or status:failed"), NULL);
  gtk_editable_set_width_chars (GTK_EDITABLE (list->entry), 12);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (list->entry), 44);
  gtk_widget_set_hexpand (list->entry, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (list->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Search profiles"), -1);
  gtk_box_append (GTK_BOX (bar), title);
  gtk_box_append (GTK_BOX (bar), list->count);
  gtk_box_append (GTK_BOX (bar), list->entry);
  gtk_box_append (GTK_BOX (bar), search_help_new ());
  gtk_box_append (GTK_BOX (bar), folders_button_new (list->known));
  return bar;
}

static GtkWidget *
detail_new (GtkBox *details, PangoEllipsizeMode cut)
{
  GtkWidget *label = label_new (NULL, "caption");

  gtk_widget_add_css_class (label, "secondary");
  gtk_label_set_ellipsize (GTK_LABEL (label), cut);
  quiet_tooltip_of_cut_text (label);
  gtk_box_append (details, label);
  return label;
}

static GtkWidget *
foot_new (KnownList *list)
{
  GtkWidget *foot = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *details = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  list->path = detail_new (GTK_BOX (details), PANGO_ELLIPSIZE_MIDDLE);
  list->facts = detail_new (GTK_BOX (details), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (details, TRUE);
  list->choice = label_new (NULL, "caption");
  gtk_widget_add_css_class (list->choice, "numeric");
  list->clear = mnemonic_button_new (_ ("_Untick All"));
  list->compare = mnemonic_button_new (_ ("_Compare"));
  list->load = mnemonic_button_new (_ ("_Load"));
  gtk_widget_add_css_class (list->load, "suggested-action");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (list->load), "known.open");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (list->compare), "known.compare");
  for (GtkWidget *const *part =
         (GtkWidget *const[]){ details, list->choice, list->clear, list->compare, list->load, NULL };
       *part != NULL; part++)
    {
      gtk_widget_set_valign (*part, GTK_ALIGN_CENTER);
      gtk_box_append (GTK_BOX (foot), *part);
    }
  return foot;
}

static void
known_list_init (KnownList *list)
{
  list->sorted = g_ptr_array_new_with_free_func ((GDestroyNotify) known_profile_unref);
  list->found = g_array_new (FALSE, FALSE, sizeof (uint64_t));
  list->search = known_search_new ("");
  list->order = KNOWN_BY_RECENT;
  list->is_descending = true;
  list->last_ticked = UINT64_MAX;
  list->source = known_source_new ();
  list->shown = table_shown_new ();
  table_shown_set (list->shown, known_source_table (list->source),
                   table_text_new (known_source_table (list->source)));
}

static void
build (KnownList *list)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkWidget *overlay = gtk_overlay_new ();

  list->column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  list->grid = table_grid_new (list->shown, _ ("All profiles"));
  list->nothing = adw_status_page_new ();
  gtk_widget_add_css_class (list->nothing, "compact");
  /* Over the table: to hide one with 200 rows of widgets takes longer than a key press may. */
  gtk_widget_add_css_class (list->nothing, "nothing-found");
  gtk_widget_set_visible (list->nothing, FALSE);
  gtk_overlay_set_child (GTK_OVERLAY (overlay), list->grid);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), list->nothing);
  gtk_widget_set_vexpand (overlay, TRUE);
  gtk_box_append (GTK_BOX (list->column), bar_new (list));
  gtk_box_append (GTK_BOX (list->column), overlay);
  gtk_box_append (GTK_BOX (list->column), foot_new (list));
  gtk_widget_set_parent (list->column, GTK_WIDGET (list));

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_pressed), list);
  gtk_widget_add_controller (GTK_WIDGET (list), keys);
  g_signal_connect_swapped (list->entry, "changed", G_CALLBACK (search), list);
  g_signal_connect_swapped (list->entry, "stop-search", G_CALLBACK (stop_search), list);
  g_signal_connect_swapped (list->entry, "activate", G_CALLBACK (go_to_rows), list);
  g_signal_connect_swapped (list->grid, "order-wanted", G_CALLBACK (change_order), list);
  g_signal_connect_swapped (list->grid, "row-activated", G_CALLBACK (load_row), list);
  g_signal_connect_swapped (list->grid, "row-selected", G_CALLBACK (update_choice), list);
  g_signal_connect_swapped (list->grid, "check-pressed", G_CALLBACK (tick), list);
  g_signal_connect_swapped (list->grid, "menu-wanted", G_CALLBACK (open_menu), list);
  g_signal_connect_swapped (list->clear, "clicked", G_CALLBACK (clear_choice), list);
}

GtkWidget *
known_list_new (KnownProfiles *known, ProfileList *loaded)
{
  KnownList *list = g_object_new (KNOWN_TYPE_LIST, NULL);

  list->known = g_object_ref (known);
  list->loaded = g_object_ref (loaded);
  build (list);
  known_actions_add (GTK_WIDGET (list), known, targets, path_to_open);
  g_signal_connect_swapped (known, "changed", G_CALLBACK (follow_known), list);
  g_signal_connect_swapped (loaded, "changed", G_CALLBACK (follow_loaded), list);
  set_columns (list, 0);
  follow_loaded (list);
  follow_known (list);
  return GTK_WIDGET (list);
}
