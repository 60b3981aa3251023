/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/import/pickled_json.h"

#include <string.h>

#include "trace/json/json_token.h"

typedef struct
{
  GByteArray *out;
  PickledForm form;
  guint32 n_kept;
  GHashTable *texts; /* text: its number + 1 */
} Pickling;

static void
put (Pickling *pickling, const void *bytes, gsize n)
{
  g_byte_array_append (pickling->out, bytes, (guint) n);
}

static void
put_text (Pickling *pickling, const char *text)
{
  put (pickling, text, strlen (text));
}

G_GNUC_PRINTF (2, 3)
static void
put_line (Pickling *pickling, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_autofree char *line = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  put_text (pickling, line);
}

/* Numbers of the host are those of pickles on the machines that this runs on: the lowest byte first. */
static void
put_number (Pickling *pickling, char opcode, guint64 number, gsize n_bytes)
{
  guint64 ordered = GUINT64_TO_LE (number);

  put (pickling, &opcode, 1);
  put (pickling, &ordered, n_bytes);
}

static void
keep (Pickling *pickling)
{
  guint32 n = pickling->n_kept++;

  if (pickling->form == PICKLED_PYTHON_4)
    put_text (pickling, "\x94");
  else if (pickling->form == PICKLED_PYTHON_0)
    put_line (pickling, "p%u\n", n);
  else
    put_number (pickling, n < 256 ? 'q' : 'r', n, n < 256 ? 1 : 4);
}

static void
get (Pickling *pickling, guint32 n)
{
  if (pickling->form == PICKLED_PYTHON_0)
    put_line (pickling, "g%u\n", n);
  else
    put_number (pickling, n < 256 ? 'h' : 'j', n, n < 256 ? 1 : 4);
}

static void
pickle_text (Pickling *pickling, const JsonValue *value)
{
  g_autofree char *text = g_malloc (value->length + 1);
  gsize n = json_string_decode (value, text);

  text[n] = '\0';
  gpointer known = g_hash_table_lookup (pickling->texts, text);
  if (known != NULL)
    {
      get (pickling, GPOINTER_TO_UINT (known) - 1);
      return;
    }
  if (pickling->form == PICKLED_PYTHON_0)
    {
      put_text (pickling, "V");
      for (gsize i = 0; i < n; i++)
        if (text[i] == '\n' || text[i] == '\\')
          put_line (pickling, "\\u%04x", (unsigned char) text[i]);
        else
          put (pickling, &text[i], 1);
      put_text (pickling, "\n");
    }
  else if (pickling->form == PICKLED_PYTHON_4 && n < 256)
    {
      put_number (pickling, '\x8c', n, 1);
      put (pickling, text, n);
    }
  else
    {
      put_number (pickling, 'X', n, 4);
      put (pickling, text, n);
    }
  g_hash_table_insert (pickling->texts, g_steal_pointer (&text), GUINT_TO_POINTER (pickling->n_kept + 1));
  keep (pickling);
}

static void
pickle_number (Pickling *pickling, const JsonValue *value)
{
  g_autofree char *text = g_strndup (value->text, value->length);

  if (strpbrk (text, ".eE") != NULL)
    {
      double real = g_ascii_strtod (text, NULL);
      guint64 bits;

      memcpy (&bits, &real, sizeof bits);
      bits = GUINT64_SWAP_LE_BE (bits);
      if (pickling->form == PICKLED_PYTHON_0)
        put_line (pickling, "F%s\n", text);
      else
        put_number (pickling, 'G', bits, 8);
      return;
    }
  gint64 number = g_ascii_strtoll (text, NULL, 10);
  if (pickling->form == PICKLED_PYTHON_0)
    put_line (pickling,
              number > G_MAXINT32 || number < G_MININT32 ? "L%" G_GINT64_FORMAT "L\n"
                                                         : "I%" G_GINT64_FORMAT "\n",
              number);
  else if (number >= 0 && number < 256)
    put_number (pickling, 'K', (guint64) number, 1);
  else if (number >= 0 && number < 65536)
    put_number (pickling, 'M', (guint64) number, 2);
  else if (number >= G_MININT32 && number <= G_MAXINT32)
    put_number (pickling, 'J', (guint64) number, 4);
  else
    {
      put_text (pickling, "\x8a");
      put_number (pickling, 8, (guint64) number, 8);
    }
}

static void pickle_value (Pickling *pickling, const JsonValue *value);

static void
pickle_list (Pickling *pickling, const JsonValue *list)
{
  bool is_old = pickling->form == PICKLED_PYTHON_0;
  const char *at = list->text, *end = list->text + list->length;
  JsonValue item, first;
  guint n = 0;

  put_text (pickling, is_old ? "(l" : "]");
  if (pickling->form != PICKLED_CPP)
    keep (pickling);
  while (json_next (&at, end, NULL, &item))
    {
      /* Python puts a single item in on its own. */
      if (n++ == 0 && pickling->form == PICKLED_PYTHON_4)
        {
          first = item;
          continue;
        }
      if (n == 2 && pickling->form == PICKLED_PYTHON_4)
        {
          put_text (pickling, "(");
          pickle_value (pickling, &first);
        }
      if (n == 1 && pickling->form == PICKLED_CPP)
        put_text (pickling, "(");
      pickle_value (pickling, &item);
      if (is_old)
        put_text (pickling, "a");
    }
  if (n == 1 && pickling->form == PICKLED_PYTHON_4)
    {
      pickle_value (pickling, &first);
      put_text (pickling, "a");
    }
  else if (n > 0 && !is_old)
    put_text (pickling, "e");
}

static void
pickle_dict (Pickling *pickling, const JsonValue *dict)
{
  bool is_old = pickling->form == PICKLED_PYTHON_0;
  const char *at = dict->text, *end = dict->text + dict->length;
  JsonValue key, item;
  guint n = 0;

  put_text (pickling, is_old ? "(d" : "}");
  if (pickling->form != PICKLED_CPP)
    keep (pickling);
  for (; json_next (&at, end, &key, &item); n++)
    {
      if (n == 0 && !is_old)
        put_text (pickling, "(");
      pickle_text (pickling, &key);
      pickle_value (pickling, &item);
      if (is_old)
        put_text (pickling, "s");
    }
  if (n > 0 && !is_old)
    put_text (pickling, "u");
  if (pickling->form == PICKLED_CPP)
    keep (pickling);
}

static void
pickle_value (Pickling *pickling, const JsonValue *value)
{
  bool is_old = pickling->form == PICKLED_PYTHON_0;

  switch (value->type)
    {
    case JSON_STRING:
      pickle_text (pickling, value);
      break;
    case JSON_NUMBER:
      pickle_number (pickling, value);
      break;
    case JSON_LITERAL:
    case JSON_WORD:
      put_text (pickling, value->text[0] == 'n'   ? "N"
                          : value->text[0] == 't' ? is_old ? "I01\n" : "\x88"
                          : is_old                ? "I00\n"
                                                  : "\x89");
      break;
    case JSON_ARRAY:
      pickle_list (pickling, value);
      break;
    case JSON_OBJECT:
      pickle_dict (pickling, value);
      break;
    }
}

GByteArray *
pickled_json (const char *text, gsize length, PickledForm form)
{
  Pickling pickling = { g_byte_array_new (), form, 0,
                        g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL) };
  const char *at = json_skip_space (text, text + length);
  unsigned repairs = 0;
  JsonValue value;

  g_assert_true (json_value (&at, text + length, JSON_STRICT, &repairs, &value) == JSON_OK);
  if (form == PICKLED_PYTHON_4)
    put_text (&pickling, "\x80\x04");
  else if (form == PICKLED_CPP)
    put_text (&pickling, "\x80\x02");
  pickle_value (&pickling, &value);
  put_text (&pickling, ".");
  g_hash_table_unref (pickling.texts);
  return pickling.out;
}
