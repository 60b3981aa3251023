/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/details/facts/argument_text.h"

#include <string.h>

#include "trace/json/json_token.h"

#define REPLACEMENT "\uFFFD"

static bool
is_hidden (char c)
{
  return ((guchar) c < 0x20 && c != '\n' && c != '\t') || c == 0x7f;
}

char *
argument_text_decode (const char *text, size_t length)
{
  JsonValue string = { .type = JSON_STRING, .text = text, .length = length };
  g_autofree char *plain = g_malloc (length + 1);
  size_t n = json_string_decode (&string, plain);
  g_autofree char *valid = g_utf8_make_valid (plain, (gssize) n);
  GString *out = g_string_sized_new (n);

  for (const char *at = valid; *at != '\0'; at++)
    if (is_hidden (*at))
      g_string_append (out, REPLACEMENT);
    else
      g_string_append_c (out, *at);
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
