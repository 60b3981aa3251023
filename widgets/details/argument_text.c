/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/details/argument_text.h"

#include <string.h>

#define REPLACEMENT 0xfffd

/* Four hexadecimal digits at text, or -1. */
static int
hex4 (const char *text, const char *end)
{
  int value = 0;

  if (end - text < 4)
    return -1;
  for (int i = 0; i < 4; i++)
    {
      int digit = g_ascii_xdigit_value (text[i]);

      if (digit < 0)
        return -1;
      value = value * 16 + digit;
    }
  return value;
}

/* A \u escape whose digits begin at text, of a pair of surrogates both; returns where it ends. */
static const char *
decode_unicode (const char *text, const char *end, gunichar *ret_c)
{
  int high = hex4 (text, end), low;

  if (high < 0)
    {
      *ret_c = REPLACEMENT;
      return text;
    }
  text += 4;
  *ret_c = (gunichar) high;
  if (high >= 0xd800 && high < 0xdc00 && end - text >= 6 && text[0] == '\\' && text[1] == 'u')
    {
      low = hex4 (text + 2, end);
      if (low >= 0xdc00 && low < 0xe000)
        {
          *ret_c = 0x10000 + (((gunichar) high - 0xd800) << 10) + ((gunichar) low - 0xdc00);
          return text + 6;
        }
    }
  return text;
}

static const char *
decode_escape (const char *text, const char *end, gunichar *ret_c)
{
  char c = *text++;

  switch (c)
    {
    case 'u':
      return decode_unicode (text, end, ret_c);
    case 'n':
      *ret_c = '\n';
      break;
    case 't':
      *ret_c = '\t';
      break;
    case 'b':
    case 'f':
    case 'r':
      *ret_c = REPLACEMENT;
      break;
    default:
      *ret_c = (guchar) c;
    }
  return text;
}

static void
append_shown (GString *out, gunichar c)
{
  bool is_hidden = (c < 0x20 && c != '\n' && c != '\t') || c == 0x7f;

  g_string_append_unichar (out, is_hidden || !g_unichar_validate (c) ? REPLACEMENT : c);
}

char *
argument_text_decode (const char *text, size_t length)
{
  g_autofree char *valid = g_utf8_make_valid (text, (gssize) length);
  const char *at = valid, *end = valid + strlen (valid);
  GString *out = g_string_sized_new (length);

  while (at < end)
    {
      gunichar c = g_utf8_get_char (at);

      at = g_utf8_next_char (at);
      if (c == '\\' && at < end)
        at = decode_escape (at, end, &c);
      append_shown (out, c);
    }
  return g_string_free (out, FALSE);
}

char *
argument_text_value (const Arg *arg)
{
  return arg->quoted ? argument_text_decode (arg->text, arg->length)
                     : g_utf8_make_valid (arg->text, (gssize) arg->length);
}

char *
argument_text_find (const Trace *trace, uint64_t slice, const char *key)
{
  ArgIter iter;
  Arg arg;
  char *value = NULL;

  if (!trace_args (trace, trace_slices (trace)->args[slice], &iter))
    return NULL;
  while (value == NULL && arg_iter_next (&iter, &arg))
    if (strcmp (trace_string (trace, arg.key, NULL), key) == 0)
      value = argument_text_value (&arg);
  arg_iter_clear (&iter);
  return value;
}

char *
argument_text_json (const Trace *trace, uint64_t slice)
{
  GString *out = g_string_new ("{");
  ArgIter iter;
  Arg arg;

  if (trace_args (trace, trace_slices (trace)->args[slice], &iter))
    {
      while (arg_iter_next (&iter, &arg))
        {
          size_t length;
          const char *key = trace_string (trace, arg.key, &length);

          g_string_append (out, out->len > 1 ? ",\n  \"" : "\n  \"");
          g_string_append_len (out, key, (gssize) length);
          g_string_append (out, arg.quoted ? "\": \"" : "\": ");
          g_string_append_len (out, arg.text, (gssize) arg.length);
          if (arg.quoted)
            g_string_append_c (out, '"');
        }
      arg_iter_clear (&iter);
    }
  g_string_append (out, out->len > 1 ? "\n}" : "}");
  char *json = g_utf8_make_valid (out->str, (gssize) out->len);
  g_string_free (out, TRUE);
  return json;
}
