/* SPDX-License-Identifier: Apache-2.0 */

#include "app/manual/option_values.h"

#include <string.h>

/* Which options have words in their text, and where these begin and end. */
static const struct
{
  const char *option, *begin, *end;
  ValueKind kind;
} worded[] = {
  { "report", "(", ")", VALUES_WORDS }, { "table", "(", ")", VALUES_WORDS }, { "view", ": ", "", VALUES_WORDS },
  { "to", ": ", "", VALUES_WORDS },     { "theme", "", " (", VALUES_WORDS }, { "scrub", ": ", ";", VALUES_LIST },
};

static gboolean
is_word (const char *text)
{
  for (const char *at = text; *at != '\0'; at++)
    if (!g_ascii_islower (*at) && (at == text || (*at != '_' && *at != '-')))
      return FALSE;
  return *text != '\0';
}

/* "a (the default; b), c or d": a, c, d. What is quoted between parentheses is a word, too; what is explained there is
 * none. */
static char **
words_of (const char *text, const char *begin, const char *end)
{
  const char *first = strstr (text, begin);
  const char *last = first != NULL && *end != '\0' ? strstr (first + strlen (begin), end) : NULL;
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();

  if (first == NULL)
    return g_strv_builder_end (words);
  first += strlen (begin);
  g_autofree char *list = last != NULL ? g_strndup (first, (gsize) (last - first)) : g_strdup (first);
  g_autoptr (GRegex) quoted = g_regex_new (" \\(\"([a-z]+)\"[^)]*\\)", 0, 0, NULL);
  g_autoptr (GRegex) explained = g_regex_new (" \\([^)]*\\)", 0, 0, NULL);
  g_autofree char *plain = g_regex_replace (quoted, list, -1, 0, ", \\1", 0, NULL);
  g_autofree char *bare = g_regex_replace_literal (explained, plain, -1, 0, "", 0, NULL);
  g_auto (GStrv) items = g_regex_split_simple (", or |, |; | or ", bare, 0, 0);

  for (char **item = items; *item != NULL; item++)
    {
      g_auto (GStrv) parts = g_strsplit (*item, " ", 2);

      if (parts[0] != NULL && is_word (parts[0]))
        g_strv_builder_add (words, parts[0]);
    }
  return g_strv_builder_end (words);
}

ValueKind
option_values (const OptionHelp *option, char ***ret_words)
{
  *ret_words = NULL;
  for (size_t i = 0; i < G_N_ELEMENTS (worded); i++)
    if (g_str_equal (option->long_name, worded[i].option))
      {
        *ret_words = words_of (option->text, worded[i].begin, worded[i].end);
        return worded[i].kind;
      }
  *ret_words = g_new0 (char *, 1);
  if (g_str_equal (option->long_name, "step"))
    {
      if (strstr (option->argument, "|median") != NULL)
        {
          g_strfreev (*ret_words);
          *ret_words = g_strsplit ("median", " ", -1);
        }
      return VALUES_STEPS;
    }
  if (g_str_equal (option->long_name, "what-if"))
    return VALUES_KERNELS;
  return g_str_equal (option->argument, "FILE") || g_str_equal (option->argument, "OUT")
             || g_str_equal (option->argument, "FOLDER")
           ? VALUES_PATHS
           : VALUES_FREE;
}

char *
option_line (const OptionHelp *option)
{
  static const char *const ends[] = { " (", ": ", "; " };
  gsize length = strlen (option->text);

  for (size_t i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      const char *end = g_strstr_len (option->text, (gssize) length, ends[i]);

      if (end != NULL)
        length = (gsize) (end - option->text);
    }
  return g_strndup (option->text, length);
}
