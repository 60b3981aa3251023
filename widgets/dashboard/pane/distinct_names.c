/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/pane/distinct_names.h"

#include <stdbool.h>
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

/* Returns the longest such text that fits. */
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

/* Returns the number of characters in the common begin of two texts. */
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

/* ---- words ---- */

#define WORDS_MAX 64

/* One name as its words, which borrow from it. What is between words belongs to neither. */
typedef struct
{
  const char *begin[WORDS_MAX];
  size_t bytes[WORDS_MAX];
  bool is_kept[WORDS_MAX];
  size_t n;
} Words;

static bool
is_between (gunichar character)
{
  return character == ' ' || character == '_' || character == ',' || character == 0xB7; /* a middle dot */
}

/* Words beyond the limit belong to the last word. */
static void
split (const char *name, Words *ret_words)
{
  const char *place = name;

  ret_words->n = 0;
  while (*place != '\0' && ret_words->n < WORDS_MAX)
    {
      while (*place != '\0' && is_between (g_utf8_get_char (place)))
        place = g_utf8_next_char (place);
      const char *begin = place;
      while (*place != '\0' && (ret_words->n == WORDS_MAX - 1 || !is_between (g_utf8_get_char (place))))
        place = g_utf8_next_char (place);
      if (place > begin)
        {
          ret_words->begin[ret_words->n] = begin;
          ret_words->bytes[ret_words->n] = (size_t) (place - begin);
          ret_words->is_kept[ret_words->n++] = false;
        }
    }
}

static bool
has_word (const Words *words, const char *word, size_t bytes)
{
  for (size_t i = 0; i < words->n; i++)
    if (words->bytes[i] == bytes && memcmp (words->begin[i], word, bytes) == 0)
      return true;
  return false;
}

/* The words that are kept, with what is between neighbours, and "…" where words between them are not. What is left out at
 * the ends is told only if nothing is between: room is short. */
static char *
join (const Words *words)
{
  GString *out = g_string_new (NULL);
  const char *done = NULL;
  bool has_gap = false;

  for (size_t i = 0; i < words->n; i++)
    {
      if (!words->is_kept[i])
        continue;
      if (done != NULL && words->is_kept[i - 1])
        g_string_append_len (out, done, words->begin[i] - done);
      else if (done != NULL)
        {
          g_string_append (out, "…");
          has_gap = true;
        }
      g_string_append_len (out, words->begin[i], (gssize) words->bytes[i]);
      done = words->begin[i] + words->bytes[i];
    }
  if (!has_gap && done != NULL && !words->is_kept[0])
    g_string_prepend (out, "…");
  else if (!has_gap && done != NULL && !words->is_kept[words->n - 1])
    g_string_append (out, "…");
  return g_string_free (out, FALSE);
}

/* Keeps a word if the text still fits with it. */
static bool
keep_word (const Room *room, Words *words, size_t word)
{
  words->is_kept[word] = true;
  g_autofree char *text = join (words);
  words->is_kept[word] = fits (room, text);
  return words->is_kept[word];
}

/* How many of the others, not counting those that are told already, have no such word as that of name i. */
static size_t
n_told_by (const Words *words, size_t n, size_t i, size_t word, const bool *is_told)
{
  size_t n_told = 0;

  for (size_t j = 0; j < n; j++)
    n_told += j != i && !is_told[j] && !has_word (&words[j], words[i].begin[word], words[i].bytes[word]);
  return n_told;
}

/* Keeps, of name i, few words that no other name has all of: the one that tells it from most others first, and of such the
 * shortest, as far as there is room. */
static void
keep_telling_words (const Room *room, Words *words, size_t n, size_t i, bool *is_told)
{
  Words *own = &words[i];
  bool is_tried[WORDS_MAX] = { false };

  for (;;)
    {
      size_t best = own->n, best_told = 0;

      for (size_t word = 0; word < own->n; word++)
        {
          size_t told = is_tried[word] ? 0 : n_told_by (words, n, i, word, is_told);

          if (told > best_told || (told > 0 && told == best_told && own->bytes[word] < own->bytes[best]))
            {
              best = word;
              best_told = told;
            }
        }
      if (best == own->n)
        return;
      is_tried[best] = true;
      if (!keep_word (room, own, best))
        continue;
      for (size_t j = 0; j < n; j++)
        is_told[j] = is_told[j] || !has_word (&words[j], own->begin[best], own->bytes[best]);
    }
}

/* Name i as the words that tell it from the others, and more from the first on. NULL: there is room for none. */
static char *
tell (const Room *room, Words *words, size_t n, size_t i)
{
  g_autofree bool *is_told = g_new0 (bool, n);
  bool is_any = false;

  keep_telling_words (room, words, n, i, is_told);
  for (size_t word = 0; word < words[i].n; word++)
    is_any = words[i].is_kept[word] || keep_word (room, &words[i], word) || is_any;
  return is_any ? join (&words[i]) : NULL;
}

static Words *
split_all (const char *const *names, size_t n)
{
  Words *words = g_new (Words, n);

  for (size_t i = 0; i < n; i++)
    split (names[i], &words[i]);
  return words;
}

/* Returns whether the last n characters can be kept. */
static bool
has_room_for_tail (const Room *room, const char *name, glong n)
{
  glong length = g_utf8_strlen (name, -1);
  g_autofree char *tail = keep (name, length, n, n);

  return fits (room, tail);
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
  g_autofree Words *words = NULL;
  for (size_t i = 0; i < n; i++)
    {
      char *told = NULL;

      if (tails[i] == 0)
        continue;
      if (!has_room_for_tail (&room, names[i], tails[i]))
        {
          if (words == NULL)
            words = split_all (names, n);
          told = tell (&room, words, n, i);
        }
      g_free (shown->pdata[i]);
      shown->pdata[i] = told != NULL ? told : cut (&room, names[i], tails[i]);
    }
  return shown;
}
