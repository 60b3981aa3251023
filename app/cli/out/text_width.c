/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/out/text_width.h"

#include <stdbool.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define COLUMNS_ELSEWHERE 100

/* A narrower terminal gets lines that it breaks itself. */
#define COLUMNS_MIN 40

static size_t
character_columns (gunichar c)
{
  return g_unichar_iszerowidth (c) ? 0 : g_unichar_iswide (c) ? 2 : 1;
}

size_t
text_columns (const char *text)
{
  size_t n = 0;

  for (; *text != '\0'; text = g_utf8_next_char (text))
    n += character_columns (g_utf8_get_char (text));
  return n;
}

const char *
text_head_end (const char *text, size_t n_columns)
{
  for (; *text != '\0'; text = g_utf8_next_char (text))
    {
      size_t n = character_columns (g_utf8_get_char (text));

      if (n > n_columns)
        break;
      n_columns -= n;
    }
  return text;
}

const char *
text_tail (const char *text, size_t n_columns)
{
  const char *tail = text + strlen (text);

  while (tail > text)
    {
      const char *before = g_utf8_prev_char (tail);
      size_t n = character_columns (g_utf8_get_char (before));

      if (n > n_columns)
        break;
      n_columns -= n;
      tail = before;
    }
  /* A combining character without the one that it belongs to says nothing. */
  while (*tail != '\0' && character_columns (g_utf8_get_char (tail)) == 0)
    tail = g_utf8_next_char (tail);
  return tail;
}

/* Returns the end of the word at text: a space, unless it parts a number from what it counts, or the end of the text. */
static const char *
word_end (const char *text, size_t n_kept)
{
  const char *end = text + n_kept;

  for (end += strcspn (end, " "); *end == ' ' && end > text && g_ascii_isdigit (end[-1]);)
    end += 1 + strcspn (end + 1, " ");
  return end;
}

void
text_append_wrapped (GString *out, const char *text, size_t n_kept, size_t n_columns, size_t indent)
{
  const char *end;
  size_t at = 0;

  for (bool is_first = true;; is_first = false)
    {
      end = word_end (text, is_first ? n_kept : 0);
      g_autofree char *word = g_strndup (text, (gsize) (end - text));
      size_t n = text_columns (word);

      if (!is_first && at + 1 + n > n_columns)
        {
          g_string_append_printf (out, "\n%*s", (int) indent, "");
          at = indent;
        }
      else if (!is_first)
        {
          g_string_append_c (out, ' ');
          at++;
        }
      g_string_append (out, word);
      at += n;
      if (*end == '\0')
        break;
      text = end + 1;
    }
  g_string_append_c (out, '\n');
}

size_t
output_columns (void)
{
  struct winsize size = { 0 };

  if (!isatty (STDOUT_FILENO) || ioctl (STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
    return COLUMNS_ELSEWHERE;
  return MAX (size.ws_col, COLUMNS_MIN);
}
