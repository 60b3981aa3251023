/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/rows/track_layout.h"

#include <string.h>

#define HEAD "stepscope-rows 1"

/* Of pins and places. */
#define NUMBER_MAX 1000000

typedef struct
{
  TrackFolding folding;
  bool is_hidden;
  int pin, place, size;
} Row;

static const Row row_default = { TRACK_FOLD_DEFAULT, false, -1, -1, TRACK_SIZE_NORMAL };

struct TrackLayout
{
  GHashTable *rows; /* path -> Row; only of those that are not as by default */
  char *filter;
};

TrackLayout *
track_layout_new (void)
{
  TrackLayout *layout = g_new0 (TrackLayout, 1);

  layout->rows = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  layout->filter = g_strdup ("");
  return layout;
}

void
track_layout_free (TrackLayout *layout)
{
  if (layout == NULL)
    return;
  g_hash_table_unref (layout->rows);
  g_free (layout->filter);
  g_free (layout);
}

void
track_layout_clear (TrackLayout *layout)
{
  g_hash_table_remove_all (layout->rows);
  track_layout_set_filter (layout, "");
}

bool
track_layout_is_default (const TrackLayout *layout)
{
  return g_hash_table_size (layout->rows) == 0 && layout->filter[0] == '\0';
}

static Row
row_of (const TrackLayout *layout, const char *path)
{
  const Row *row = g_hash_table_lookup (layout->rows, path);

  return row != NULL ? *row : row_default;
}

static bool
is_default (const Row *row)
{
  return row->folding == TRACK_FOLD_DEFAULT && !row->is_hidden && row->pin < 0 && row->place < 0
         && row->size == TRACK_SIZE_NORMAL;
}

static void
put_row (TrackLayout *layout, const char *path, Row row)
{
  Row *known = g_hash_table_lookup (layout->rows, path);

  if (path[0] == '\0' || strlen (path) > TRACK_LAYOUT_PATH_MAX)
    return;
  if (is_default (&row))
    g_hash_table_remove (layout->rows, path);
  else if (known != NULL)
    *known = row;
  else if (g_hash_table_size (layout->rows) < TRACK_LAYOUT_ROWS_MAX)
    g_hash_table_insert (layout->rows, g_strdup (path), g_memdup2 (&row, sizeof row));
}

TrackFolding
track_layout_folding (const TrackLayout *layout, const char *path)
{
  return row_of (layout, path).folding;
}

void
track_layout_set_folding (TrackLayout *layout, const char *path, TrackFolding folding)
{
  Row row = row_of (layout, path);

  row.folding = folding;
  put_row (layout, path, row);
}

bool
track_layout_is_hidden (const TrackLayout *layout, const char *path)
{
  return row_of (layout, path).is_hidden;
}

void
track_layout_set_hidden (TrackLayout *layout, const char *path, bool is_hidden)
{
  Row row = row_of (layout, path);

  row.is_hidden = is_hidden;
  put_row (layout, path, row);
}

int
track_layout_pin (const TrackLayout *layout, const char *path)
{
  return row_of (layout, path).pin;
}

void
track_layout_set_pinned (TrackLayout *layout, const char *path, bool is_pinned)
{
  Row row = row_of (layout, path);
  GHashTableIter rows;
  gpointer other;
  int last = -1;

  if (is_pinned == (row.pin >= 0))
    return;
  g_hash_table_iter_init (&rows, layout->rows);
  while (g_hash_table_iter_next (&rows, NULL, &other))
    last = MAX (last, ((const Row *) other)->pin);
  row.pin = is_pinned ? MIN (last + 1, NUMBER_MAX) : -1;
  put_row (layout, path, row);
}

void
track_layout_set_pin (TrackLayout *layout, const char *path, int pin)
{
  Row row = row_of (layout, path);

  row.pin = CLAMP (pin, -1, NUMBER_MAX);
  put_row (layout, path, row);
}

int
track_layout_place (const TrackLayout *layout, const char *path)
{
  return row_of (layout, path).place;
}

void
track_layout_set_place (TrackLayout *layout, const char *path, int place)
{
  Row row = row_of (layout, path);

  row.place = CLAMP (place, -1, NUMBER_MAX);
  put_row (layout, path, row);
}

int
track_layout_size (const TrackLayout *layout, const char *path)
{
  return row_of (layout, path).size;
}

void
track_layout_set_size (TrackLayout *layout, const char *path, int size)
{
  Row row = row_of (layout, path);

  row.size = CLAMP (size, TRACK_SIZE_LEAST, TRACK_SIZE_MOST);
  put_row (layout, path, row);
}

const char *
track_layout_filter (const TrackLayout *layout)
{
  return layout->filter;
}

void
track_layout_set_filter (TrackLayout *layout, const char *filter)
{
  g_autofree char *valid = g_utf8_make_valid (filter, (gssize) strnlen (filter, TRACK_LAYOUT_FILTER_MAX + 1));
  size_t length = strlen (valid);

  if (length > TRACK_LAYOUT_FILTER_MAX)
    length = (size_t) (g_utf8_find_prev_char (valid, valid + TRACK_LAYOUT_FILTER_MAX + 1) - valid);
  char *kept = g_strndup (valid, length);
  g_free (layout->filter);
  layout->filter = kept;
}

/* ---- as text ---- */

static void
append_escaped (GString *text, const char *plain)
{
  for (const guchar *at = (const guchar *) plain; *at != '\0'; at++)
    if (*at <= ' ' || *at >= 0x7f || *at == '%')
      g_string_append_printf (text, "%%%02X", *at);
    else
      g_string_append_c (text, (char) *at);
}

/* NULL: not what append_escaped () writes. */
static char *
unescaped (const char *text)
{
  GString *plain = g_string_new (NULL);

  for (const char *at = text; *at != '\0'; at++)
    {
      int byte = (guchar) *at;

      if (byte == '%')
        {
          int high = g_ascii_xdigit_value (at[1]), low = high < 0 ? -1 : g_ascii_xdigit_value (at[2]);

          byte = low < 0 ? 0 : high * 16 + low;
          at += low < 0 ? 0 : 2;
        }
      else if (byte <= ' ' || byte >= 0x7f)
        byte = 0;
      if (byte == 0)
        {
          g_string_free (plain, TRUE);
          return NULL;
        }
      g_string_append_c (plain, (char) byte);
    }
  return g_string_free (plain, FALSE);
}

static void
append_number (GString *text, const char *word, int number, const char *path)
{
  g_string_append_printf (text, "%s %d ", word, number);
  append_escaped (text, path);
  g_string_append_c (text, '\n');
}

static void
append_word (GString *text, const char *word, const char *path)
{
  g_string_append_printf (text, "%s ", word);
  append_escaped (text, path);
  g_string_append_c (text, '\n');
}

static void
append_row (GString *text, const char *path, const Row *row)
{
  if (row->folding != TRACK_FOLD_DEFAULT)
    append_word (text, row->folding == TRACK_FOLD_OPEN ? "open" : "closed", path);
  if (row->is_hidden)
    append_word (text, "hidden", path);
  if (row->pin >= 0)
    append_number (text, "pin", row->pin, path);
  if (row->place >= 0)
    append_number (text, "place", row->place, path);
  if (row->size != TRACK_SIZE_NORMAL)
    append_number (text, "size", row->size, path);
}

static int
compare_paths (gconstpointer a, gconstpointer b)
{
  return strcmp (a, b);
}

char *
track_layout_to_text (const TrackLayout *layout)
{
  GString *text = g_string_new (NULL);
  GList *paths;

  if (track_layout_is_default (layout))
    return g_string_free (text, FALSE);
  g_string_append (text, HEAD "\n");
  if (layout->filter[0] != '\0')
    append_word (text, "filter", layout->filter);
  paths = g_list_sort (g_hash_table_get_keys (layout->rows), compare_paths);
  for (const GList *at = paths; at != NULL; at = at->next)
    {
      size_t length = text->len;

      append_row (text, at->data, g_hash_table_lookup (layout->rows, at->data));
      if (text->len > TRACK_LAYOUT_TEXT_MAX)
        {
          g_string_truncate (text, length);
          break;
        }
    }
  g_list_free (paths);
  return g_string_free (text, FALSE);
}

static bool
read_number (const char *word, int *ret_number)
{
  guint64 number;

  if (!g_ascii_string_to_unsigned (word, 10, 0, NUMBER_MAX, &number, NULL))
    return false;
  *ret_number = (int) number;
  return true;
}

/* "word rest" or "word number rest". */
static void
read_line (TrackLayout *layout, char *line)
{
  char *rest = strchr (line, ' '), *second;
  int number = 0;

  if (rest == NULL)
    return;
  *rest++ = '\0';
  second = strchr (rest, ' ');
  if (second != NULL)
    *second++ = '\0';
  if (second != NULL && !read_number (rest, &number))
    return;

  g_autofree char *plain = unescaped (second != NULL ? second : rest);
  bool has_number = second != NULL;
  if (plain == NULL)
    return;
  if (!has_number && strcmp (line, "filter") == 0)
    track_layout_set_filter (layout, plain);
  else if (!has_number && strcmp (line, "open") == 0)
    track_layout_set_folding (layout, plain, TRACK_FOLD_OPEN);
  else if (!has_number && strcmp (line, "closed") == 0)
    track_layout_set_folding (layout, plain, TRACK_FOLD_CLOSED);
  else if (!has_number && strcmp (line, "hidden") == 0)
    track_layout_set_hidden (layout, plain, true);
  else if (has_number && strcmp (line, "pin") == 0)
    track_layout_set_pin (layout, plain, number);
  else if (has_number && strcmp (line, "place") == 0)
    track_layout_set_place (layout, plain, number);
  else if (has_number && strcmp (line, "size") == 0)
    track_layout_set_size (layout, plain, number);
}

bool
track_layout_from_text (TrackLayout *layout, const char *text)
{
  const size_t n_head = strlen (HEAD);

  track_layout_clear (layout);
  if (text == NULL || text[0] == '\0')
    return true;
  size_t length = strnlen (text, TRACK_LAYOUT_TEXT_MAX + 1);
  if (length > TRACK_LAYOUT_TEXT_MAX || length < n_head || memcmp (text, HEAD, n_head) != 0
      || (text[n_head] != '\n' && text[n_head] != '\0'))
    return false;
  for (const char *at = text + n_head, *end; *at != '\0'; at = end)
    {
      at += *at == '\n';
      end = strchrnul (at, '\n');
      g_autofree char *line = g_strndup (at, (size_t) (end - at));
      read_line (layout, line);
    }
  return true;
}
