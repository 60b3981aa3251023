/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/comparing/name_cut.h"

#include <stdbool.h>
#include <string.h>

#include "app/cli/out/text_width.h"

/* What stays before the first difference. */
#define COLUMNS_BEFORE 4

/* Names that are still alike after so many cuts stay whole. */
#define ROUNDS_MAX 16

static char *
between (const char *begin, const char *end)
{
  return g_strndup (begin, (gsize) (end - begin));
}

/* "head…tail". Transfer full. */
static char *
without_middle (const char *name, size_t n_columns)
{
  size_t n_head = n_columns * 3 / 5, n_tail = n_columns - 1 - n_head;

  if (text_columns (name) <= n_columns)
    return g_strdup (name);
  g_autofree char *head = between (name, text_head_end (name, n_head));
  return g_strconcat (head, "…", text_tail (name, n_tail), NULL);
}

/* "head…what begins with the difference…tail"; the tail may begin with it instead. Transfer full. */
static char *
with_difference (const char *name, size_t difference, size_t n_columns)
{
  size_t n_end = n_columns * 3 / 10, n_middle = n_columns - 2 - 2 * n_end;
  g_autofree char *head = between (name, text_head_end (name, n_end));
  g_autofree char *before = g_strndup (name, difference);
  const char *from = name + (text_tail (before, COLUMNS_BEFORE) - before);

  if (text_columns (name) <= n_columns)
    return g_strdup (name);
  if (text_columns (from) <= n_middle + 1 + n_end)
    return g_strconcat (head, "…", text_tail (name, n_columns - 1 - n_end), NULL);
  g_autofree char *middle = between (from, text_head_end (from, n_middle));
  return g_strconcat (head, "…", middle, "…", text_tail (name, n_end), NULL);
}

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

/* Returns the indices of the names that look like the one at index, which is the first of them. *ret_difference: the bytes
 * that all of them begin with; all of the name if they are equal. */
static GArray *
find_alike (const GPtrArray *cuts, const char *const *names, guint index, size_t *ret_difference)
{
  GArray *alike = g_array_new (FALSE, FALSE, sizeof (guint));

  *ret_difference = strlen (names[index]);
  for (guint i = index; i < cuts->len; i++)
    if (strcmp (cuts->pdata[i], cuts->pdata[index]) == 0)
      {
        g_array_append_val (alike, i);
        if (strcmp (names[i], names[index]) != 0)
          *ret_difference = MIN (*ret_difference, common_length (names[i], names[index]));
      }
  return alike;
}

static bool
has_another (const char *const *texts, const GArray *alike)
{
  const guint *at = (const guint *) (void *) alike->data;

  for (guint k = 1; k < alike->len; k++)
    if (strcmp (texts[at[k]], texts[at[0]]) != 0)
      return true;
  return false;
}

/* Cuts the names anew that look like the one at index but are others. Returns whether there were any. */
static bool
tell_apart (GPtrArray *cuts, const char *const *names, guint index, size_t n_columns, bool is_last)
{
  size_t difference;
  g_autoptr (GArray) alike = find_alike (cuts, names, index, &difference);
  const guint *at = (const guint *) (void *) alike->data;

  if (!has_another (names, alike))
    return false;
  for (int pass = is_last ? 1 : 0; pass < 2; pass++)
    {
      for (guint k = 0; k < alike->len; k++)
        {
          g_free (cuts->pdata[at[k]]);
          cuts->pdata[at[k]] =
            pass == 0 ? with_difference (names[at[k]], difference, n_columns) : g_strdup (names[at[k]]);
        }
      if (has_another ((const char *const *) cuts->pdata, alike))
        break;
    }
  return true;
}

GPtrArray *
names_cut (const char *const *names, guint n, size_t n_columns)
{
  GPtrArray *cuts = g_ptr_array_new_with_free_func (g_free);
  bool is_done = false;

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (cuts, without_middle (names[i], n_columns));
  for (int round = 1; round <= ROUNDS_MAX && !is_done; round++)
    {
      is_done = true;
      for (guint i = 0; i < n; i++)
        is_done &= !tell_apart (cuts, names, i, n_columns, round == ROUNDS_MAX);
    }
  return cuts;
}
