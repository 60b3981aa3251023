/* SPDX-License-Identifier: Apache-2.0 */

#include "app/commands/command_search.h"

#include <stdbool.h>
#include <string.h>

enum
{
  RANK_NONE,
  RANK_PARTS,
  RANK_WORDS,
  RANK_BEGIN,
};

char *
command_search_fold (const char *text)
{
  /* Decomposed, so that the marks are characters of their own. */
  g_autofree char *decomposed = g_utf8_normalize (text, -1, G_NORMALIZE_ALL);
  g_autofree char *cased = g_utf8_casefold (decomposed != NULL ? decomposed : "", -1);
  GString *folded = g_string_new (NULL);

  for (const char *at = cased; *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar letter = g_utf8_get_char (at);

      if (!g_unichar_ismark (letter))
        g_string_append_unichar (folded, letter);
    }
  return g_string_free (folded, FALSE);
}

static bool
begins_word (const char *text, const char *at)
{
  return at == text || !g_unichar_isalnum (g_utf8_get_char (g_utf8_prev_char (at)));
}

static guint
rank_of_word (const char *text, const char *word)
{
  guint rank = RANK_NONE;

  for (const char *at = strstr (text, word); at != NULL; at = strstr (g_utf8_next_char (at), word))
    rank = MAX (rank, (guint) (begins_word (text, at) ? RANK_WORDS : RANK_PARTS));
  return rank;
}

guint
command_search_rank (const char *text, const char *question)
{
  g_auto (GStrv) words = g_strsplit_set (question, " \t", -1);
  guint rank = RANK_WORDS;

  for (guint i = 0; words[i] != NULL; i++)
    if (*words[i] != '\0')
      rank = MIN (rank, rank_of_word (text, words[i]));
  return rank != RANK_NONE && g_str_has_prefix (text, question) ? RANK_BEGIN : rank;
}
