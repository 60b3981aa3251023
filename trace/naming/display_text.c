/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/naming/display_text.h"

#include <stdint.h>
#include <glib.h>

#define ELLIPSIS    "\xe2\x80\xa6"
#define REPLACEMENT "\xef\xbf\xbd"

/* Returns the character at *at as it will be shown. */
static TextSpan
next_character (TextSpan text, size_t *at)
{
  TextSpan rest = span_from (text, *at);
  gunichar c = g_utf8_get_char_validated (rest.at, (gssize) MIN (rest.n, 8));

  if (rest.at[0] == '\0' || (c != (gunichar) -1 && c != (gunichar) -2 && g_unichar_iscntrl (c)))
    {
      *at += rest.at[0] == '\0' ? 1 : (size_t) g_unichar_to_utf8 (c, NULL);
      return SPAN (" ");
    }
  if (c == (gunichar) -1 || c == (gunichar) -2)
    {
      *at += 1;
      return SPAN (REPLACEMENT);
    }
  rest.n = (size_t) g_unichar_to_utf8 (c, NULL);
  *at += rest.n;
  return rest;
}

/* Writes characters of text from begin on as far as they fit in room; *ret_at is where the rest begins. */
static size_t
fill (TextSpan text, size_t begin, char *out, size_t room, size_t *ret_at)
{
  size_t n = 0, at = begin;

  while (at < text.n)
    {
      size_t next = at;
      TextSpan shown = next_character (text, &next);
      if (shown.n > room - n)
        break;
      memcpy (out + n, shown.at, shown.n);
      n += shown.n;
      at = next;
    }
  *ret_at = at;
  return n;
}

size_t
display_text (TextSpan text, char *out, size_t max_bytes)
{
  size_t at, n = fill (text, 0, out, max_bytes, &at);

  if (at == text.n)
    return n;

  n = fill (text, 0, out, max_bytes * 3 / 5, &at);
  memcpy (out + n, ELLIPSIS, strlen (ELLIPSIS));
  n += strlen (ELLIPSIS);
  /* A byte of the end may take three bytes to show, so shorter ends are tried until one fits. */
  for (size_t tail = max_bytes - n; tail > 0; tail--)
    {
      size_t begin = text.n - MIN (tail, text.n - at);
      while (begin < text.n && ((uint8_t) text.at[begin] & 0xc0) == 0x80)
        begin++;
      size_t end, n_tail = fill (text, begin, out + n, max_bytes - n, &end);
      if (end == text.n)
        return n + n_tail;
    }
  return n;
}
