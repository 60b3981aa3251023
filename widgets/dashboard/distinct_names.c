/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/distinct_names.h"

#include <string.h>

typedef struct
{
  TextCache *cache;
  TextRole role;
  double max_width_px;
} Room;

static bool
fits (const Room *room, const char *text)
{
  return text_width_px (room->cache, room->role, text) <= room->max_width_px;
}

/* n characters of a text of length characters: its begin, and its last ones, of which there are at least tail_min
 * where n allows. */
static char *
keep (const char *text, glong length, glong n, glong tail_min)
{
  glong tail = MIN (MAX (n * 4 / 10, tail_min), n);
  glong head = n - tail;
  const char *head_end = g_utf8_offset_to_pointer (text, head);

  return g_strdup_printf ("%.*s…%s", (int) (head_end - text), text,
                          g_utf8_offset_to_pointer (text, length - tail));
}

/* The longest such text that fits. */
static char *
cut (const Room *room, const char *text, glong tail_min)
{
  glong length = g_utf8_strlen (text, -1), least = 0, most = length - 1;

  if (fits (room, text))
    return g_strdup (text);
  while (least < most)
    {
      glong middle = least + (most - least + 1) / 2;
      g_autofree char *candidate = keep (text, length, middle, tail_min);

      if (fits (room, candidate))
        least = middle;
      else
        most = middle - 1;
    }
  return keep (text, length, least, tail_min);
}

/* Characters that two texts begin with. */
static glong
common_begin (const char *a, const char *b)
{
  glong n = 0;

  while (*a != '\0' && g_utf8_get_char (a) == g_utf8_get_char (b))
    {
      a = g_utf8_next_char (a);
      b = g_utf8_next_char (b);
      n++;
    }
  return n;
}

/* Characters from the word on that holds the first difference to any of those that look alike, to the end; 0: it
 * looks like no other. */
static glong
differing_tail (const char *const *names, const GPtrArray *shown, size_t n, size_t i)
{
  glong begin = G_MAXLONG;

  for (size_t j = 0; j < n; j++)
    if (j != i && strcmp (shown->pdata[i], shown->pdata[j]) == 0)
      begin = MIN (begin, common_begin (names[i], names[j]));
  if (begin == G_MAXLONG)
    return 0;

  const char *place = g_utf8_offset_to_pointer (names[i], begin);
  while (place > names[i] && g_ascii_isalnum (place[-1]))
    place--;
  return g_utf8_strlen (place, -1);
}

GPtrArray *
distinct_names_fit (TextCache *cache, TextRole role, double max_width_px, const char *const *names, size_t n)
{
  const Room room = { cache, role, max_width_px };
  GPtrArray *shown = g_ptr_array_new_with_free_func (g_free);
  g_autofree glong *tails = g_new0 (glong, n + 1);

  for (size_t i = 0; i < n; i++)
    g_ptr_array_add (shown, cut (&room, names[i], 0));
  for (size_t i = 0; i < n; i++)
    tails[i] = differing_tail (names, shown, n, i);
  for (size_t i = 0; i < n; i++)
    if (tails[i] > 0)
      {
        g_free (shown->pdata[i]);
        shown->pdata[i] = cut (&room, names[i], tails[i]);
      }
  return shown;
}
