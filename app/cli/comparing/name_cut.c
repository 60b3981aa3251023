/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/comparing/name_cut.h"

#include <stdbool.h>
#include <string.h>

#include "app/cli/out/text_width.h"

/* What stays before a difference, and at least of it. */
#define COLUMNS_BEFORE 4
#define COLUMNS_MIN    7

/* Names that are still alike after so many cuts stay whole. */
#define ROUNDS_MAX 16

typedef struct
{
  const char *name; /* borrowed */
  char *text;       /* as it is printed */
  GArray *places;   /* size_t, ascending: bytes at which it differs from names that would look alike */
} Cut;

static void
cut_clear (gpointer data)
{
  Cut *cut = data;

  g_free (cut->text);
  g_array_free (cut->places, TRUE);
}

/* ---- the text of one name ---- */

/* "head…tail". Transfer full. */
static char *
without_middle (const char *name, size_t n_columns)
{
  size_t n_head = n_columns * 3 / 5, n_tail = n_columns - 1 - n_head;
  GString *out;

  if (text_columns (name) <= n_columns)
    return g_strdup (name);
  out = g_string_new_len (name, text_head_end (name, n_head) - name);
  g_string_append_printf (out, "…%s", text_tail (name, n_tail));
  return g_string_free (out, FALSE);
}

/* Appends what lies between begin and end, which is not before *at, the end of what was appended last. */
static void
append_range (GString *out, const char **at, const char *begin, const char *end)
{
  if (begin > *at)
    g_string_append (out, "…");
  else
    begin = *at;
  if (end > begin)
    {
      g_string_append_len (out, begin, end - begin);
      *at = end;
    }
}

/* "head…what begins with a difference…the same of the next one…tail", or the whole name if too little of them would stay.
 * Transfer full. */
static char *
with_differences (const char *name, const GArray *places, size_t n_columns)
{
  size_t n = places->len, n_end = n_columns / (n + 2), n_between = n_columns - 2 * n_end;
  const char *at = name, *tail = text_tail (name, n_end);
  GString *out;

  if (text_columns (name) <= n_columns || n_between < n + 1 || (n_between - n - 1) / n < COLUMNS_MIN)
    return g_strdup (name);
  out = g_string_new (NULL);
  append_range (out, &at, name, text_head_end (name, n_end));
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *before = g_strndup (name, g_array_index (places, size_t, i));
      const char *from = name + (text_tail (before, COLUMNS_BEFORE) - before);
      const char *end = text_head_end (from, (n_between - n - 1) / n);

      if (from < tail && end > at)
        append_range (out, &at, from, end);
    }
  append_range (out, &at, MAX (tail, at), name + strlen (name));
  return g_string_free (out, FALSE);
}

/* ---- names that look alike ---- */

/* The bytes that both begin with, whole characters. */
static size_t
common_length (const char *a, const char *b)
{
  size_t n = 0;

  while (a[n] != '\0' && a[n] == b[n])
    n++;
  while (n > 0 && ((unsigned char) a[n] & 0xc0) == 0x80)
    n--;
  return n;
}

/* Returns the Cuts that look like one of them, that one first. *ret_place: the bytes that all of them begin with; the whole
 * name if they are equal. */
static GPtrArray *
find_alike (const GArray *cuts, const Cut *like, size_t *ret_place)
{
  GPtrArray *alike = g_ptr_array_new ();

  *ret_place = strlen (like->name);
  g_ptr_array_add (alike, (gpointer) like);
  for (guint i = 0; i < cuts->len; i++)
    {
      Cut *cut = &g_array_index (cuts, Cut, i);

      if (cut == like || strcmp (cut->text, like->text) != 0)
        continue;
      g_ptr_array_add (alike, cut);
      if (strcmp (cut->name, like->name) != 0)
        *ret_place = MIN (*ret_place, common_length (cut->name, like->name));
    }
  return alike;
}

static bool
are_equal (const GPtrArray *alike)
{
  const Cut *first = alike->pdata[0];

  for (guint i = 1; i < alike->len; i++)
    if (strcmp (((const Cut *) alike->pdata[i])->name, first->name) != 0)
      return false;
  return true;
}

/* Returns whether the place is a new one. */
static bool
add_place (GArray *places, size_t place)
{
  guint i = 0;

  while (i < places->len && g_array_index (places, size_t, i) < place)
    i++;
  if (i < places->len && g_array_index (places, size_t, i) == place)
    return false;
  g_array_insert_val (places, i, place);
  return true;
}

/* Cuts the names anew that look like one of them but are others. Returns whether there were any. */
static bool
tell_apart (const GArray *cuts, const Cut *like, size_t n_columns, bool is_last)
{
  size_t place;
  g_autoptr (GPtrArray) alike = find_alike (cuts, like, &place);

  if (are_equal (alike))
    return false;
  for (guint i = 0; i < alike->len; i++)
    {
      Cut *cut = alike->pdata[i];
      bool is_whole = !add_place (cut->places, place) || is_last;

      g_free (cut->text);
      cut->text = is_whole ? g_strdup (cut->name) : with_differences (cut->name, cut->places, n_columns);
    }
  return true;
}

GPtrArray *
names_cut (const char *const *names, guint n, size_t n_columns)
{
  g_autoptr (GArray) cuts = g_array_new (FALSE, FALSE, sizeof (Cut));
  GPtrArray *texts = g_ptr_array_new_with_free_func (g_free);
  bool is_done = false;

  g_array_set_clear_func (cuts, cut_clear);
  for (guint i = 0; i < n; i++)
    {
      Cut cut = { names[i], without_middle (names[i], n_columns),
                  g_array_new (FALSE, FALSE, sizeof (size_t)) };

      g_array_append_val (cuts, cut);
    }
  for (int round = 1; round <= ROUNDS_MAX && !is_done; round++)
    {
      is_done = true;
      for (guint i = 0; i < n; i++)
        is_done &= !tell_apart (cuts, &g_array_index (cuts, Cut, i), n_columns, round == ROUNDS_MAX);
    }
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (texts, g_strdup (g_array_index (cuts, Cut, i).text));
  return texts;
}
