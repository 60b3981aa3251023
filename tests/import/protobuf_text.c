/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/import/protobuf_text.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef struct
{
  const char *begin, *at, *name;
} Reader;

static G_NORETURN void
fail (const Reader *reader, const char *what)
{
  int line = 1;

  for (const char *at = reader->begin; at < reader->at; at++)
    line += *at == '\n';
  g_error ("%s:%d: %s", reader->name, line, what);
}

static void
skip_space (Reader *reader)
{
  while (g_ascii_isspace (*reader->at) || *reader->at == '#')
    if (*reader->at == '#')
      reader->at += strcspn (reader->at, "\n");
    else
      reader->at++;
}

static void
put_varint (GByteArray *out, uint64_t value)
{
  for (; value >= 0x80; value >>= 7)
    g_byte_array_append (out, &(guint8){ (guint8) (value | 0x80) }, 1);
  g_byte_array_append (out, &(guint8){ (guint8) value }, 1);
}

static void
put_tag (GByteArray *out, uint64_t number, unsigned wire)
{
  put_varint (out, number << 3 | wire);
}

static guint8
take_hex (Reader *reader)
{
  int high = g_ascii_xdigit_value (reader->at[0]);
  int low = high >= 0 ? g_ascii_xdigit_value (reader->at[1]) : -1;

  if (low < 0)
    fail (reader, "two hexadecimal digits are missing");
  reader->at += 2;
  return (guint8) (high << 4 | low);
}

static void
take_bytes (Reader *reader, GByteArray *out)
{
  reader->at++;
  for (skip_space (reader); *reader->at != '`'; skip_space (reader))
    g_byte_array_append (out, &(guint8){ take_hex (reader) }, 1);
  reader->at++;
}

static void
take_text (Reader *reader, GByteArray *out)
{
  for (reader->at++; *reader->at != '"';)
    {
      guint8 byte = (guint8) *reader->at++;

      if (byte == '\0')
        fail (reader, "the quote is missing");
      if (byte == '\\')
        {
          char escape = *reader->at++;

          byte = escape == 'x' ? take_hex (reader) : escape == 'n' ? '\n' : (guint8) escape;
        }
      g_byte_array_append (out, &byte, 1);
    }
  reader->at++;
}

static void take_fields (Reader *reader, GByteArray *out, char end);

static void
put_bytes (GByteArray *out, uint64_t number, const GByteArray *bytes)
{
  put_tag (out, number, 2);
  put_varint (out, bytes->len);
  g_byte_array_append (out, bytes->data, bytes->len);
}

static void
take_number (Reader *reader, GByteArray *out, uint64_t number)
{
  size_t length = strspn (reader->at, "+-0123456789.eEx");
  g_autofree char *text = g_strndup (reader->at, length);

  if (length == 0)
    fail (reader, "a value is missing");
  reader->at += length;
  if (strchr (text, '.') != NULL)
    {
      double value = g_ascii_strtod (text, NULL);

      put_tag (out, number, 1);
      g_byte_array_append (out, (const guint8 *) &value, 8);
      return;
    }
  uint64_t value =
    *text == '-' ? (uint64_t) g_ascii_strtoll (text, NULL, 10) : g_ascii_strtoull (text, NULL, 0);
  bool is_64 = g_str_has_prefix (reader->at, "i64"), is_32 = g_str_has_prefix (reader->at, "i32");
  put_tag (out, number, is_64 ? 1 : is_32 ? 5 : 0);
  if (is_64 || is_32)
    {
      g_byte_array_append (out, (const guint8 *) &value, is_64 ? 8 : 4);
      reader->at += 3;
    }
  else
    put_varint (out, value);
}

static void
take_field (Reader *reader, GByteArray *out)
{
  char *end;
  uint64_t number = g_ascii_strtoull (reader->at, &end, 10);
  g_autoptr (GByteArray) inside = g_byte_array_new ();

  if (end == reader->at || *end != ':')
    fail (reader, "a number and a colon are missing");
  reader->at = end + 1;
  skip_space (reader);
  switch (*reader->at)
    {
    case '{':
      take_fields (reader, inside, '}');
      put_bytes (out, number, inside);
      break;
    case '!':
      reader->at++;
      put_tag (out, number, 3);
      take_fields (reader, out, '}');
      put_tag (out, number, 4);
      break;
    case '"':
      take_text (reader, inside);
      put_bytes (out, number, inside);
      break;
    default:
      take_number (reader, out, number);
    }
}

static void
take_fields (Reader *reader, GByteArray *out, char end)
{
  if (end != '\0')
    reader->at++;
  for (skip_space (reader); *reader->at != end; skip_space (reader))
    if (*reader->at == '`')
      take_bytes (reader, out);
    else
      take_field (reader, out);
  if (end != '\0')
    reader->at++;
}

GByteArray *
protobuf_text_bytes (const char *text, const char *name)
{
  Reader reader = { text, text, name };
  GByteArray *out = g_byte_array_new ();

  take_fields (&reader, out, '\0');
  return out;
}
