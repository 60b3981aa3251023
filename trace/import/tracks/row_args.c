/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/tracks/row_args.h"

#include <stdlib.h>
#include <string.h>

#include "trace/model/args_value.h"

/* Arguments are written to the file when so many are in memory. */
#define SPILL_BYTES ((size_t) 1 << 20)

#define INTEGERS_MAX 16

static void
fail (RowArgs *args)
{
  trace_builder_set_failed (args->builder);
  args->is_open = false;
}

void
row_args_begin (RowArgs *args, TraceBuilder *builder)
{
  *args = (RowArgs){
    .builder = builder,
    .keys = trace_builder_arg_keys (builder),
    .blob = trace_builder_args_blob (builder),
    .is_open = !trace_builder_failed (builder),
  };
  if (args->is_open && !args_begin (args->blob, &args->at))
    fail (args);
}

/* Returns whether a value of the key may follow. */
static bool
begin_value (RowArgs *args, uint32_t key)
{
  if (args->is_open && !arg_keys_child (args->keys, args->node, key, &args->node))
    fail (args);
  return args->is_open;
}

/* Writes the tag of a value and its number, which n_bytes may follow. Returns whether there was memory. */
static bool
put_number (RowArgs *args, ArgsType type, uint64_t number, size_t n_bytes)
{
  U8Column *tail = &args->blob->tail;

  if (!u8_column_reserve (tail, ARGS_VALUE_BYTES + n_bytes))
    {
      fail (args);
      return false;
    }
  tail->n = (size_t) (args_value_put (tail->at + tail->n, type, number) - tail->at);
  return true;
}

static void
put_text (RowArgs *args, const char *text, size_t length, ArgsType inline_type, ArgsType table_type)
{
  U8Column *tail = &args->blob->tail;
  uint32_t id;

  if (length > ARGS_INLINE_MAX)
    {
      if (string_table_intern (trace_builder_strings (args->builder), text, length, &id))
        put_number (args, table_type, id, 0);
      else
        fail (args);
    }
  else if (put_number (args, inline_type, length, length))
    for (size_t i = 0; i < length; i++)
      tail->at[tail->n++] = (uint8_t) text[i];
}

void
row_args_integer (RowArgs *args, uint32_t key, int64_t value)
{
  if (!begin_value (args, key))
    return;
  if (value >= 0)
    put_number (args, ARGS_NATURAL, (uint64_t) value, 0);
  else
    put_number (args, ARGS_NEGATIVE, (uint64_t) - (value + 1), 0);
}

void
row_args_json (RowArgs *args, uint32_t key, const char *text, size_t length)
{
  if (begin_value (args, key))
    put_text (args, text, length, ARGS_RAW, ARGS_TEXT);
}

/* Writes at most 20 bytes and returns their number. printf () costs more than all the rest of a kernel's arguments. */
static size_t
put_digits (char *out, uint64_t value)
{
  char digits[20];
  size_t n = 0, length = 0;

  do
    digits[n++] = (char) ('0' + value % 10);
  while ((value /= 10) > 0);
  while (n > 0)
    out[length++] = digits[--n];
  return length;
}

void
row_args_unsigned (RowArgs *args, uint32_t key, uint64_t value)
{
  char text[20];

  if (value <= INT64_MAX)
    row_args_integer (args, key, (int64_t) value);
  else
    row_args_json (args, key, text, put_digits (text, value));
}

/* ---- numbers with a fraction ---- */

/* Powers of ten that a double holds exactly, as far as they are needed. */
static const double tens[] = { 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9 };

/* A text of at most so many digits is the only one of its length that reads as its double. */
#define EXACT_DIGITS_BELOW 1e15

/* Writes a number with few decimals as "%.15g" would, and returns the length; 0 if it is another. A whole number below 2^53
 * divided by a power of ten up to 10^22 is rounded once, as reading its text is: if that gives the number, so does the
 * text. */
static size_t
put_short (char *out, double value)
{
  double size = value < 0 ? -value : value;
  size_t length = 0, n_decimals = 0;

  /* Smaller ones have an exponent. */
  if (!(size >= 1e-4 && size < EXACT_DIGITS_BELOW))
    return 0;
  while (true)
    {
      double scaled = size * tens[n_decimals];

      if (scaled >= EXACT_DIGITS_BELOW)
        return 0;
      uint64_t whole = (uint64_t) (scaled + 0.5);
      if ((double) whole / tens[n_decimals] == size)
        {
          uint64_t unit = (uint64_t) tens[n_decimals], fraction = whole % unit;

          if (value < 0)
            out[length++] = '-';
          length += put_digits (out + length, whole / unit);
          if (n_decimals > 0)
            out[length++] = '.';
          for (unit /= 10; unit > 0; unit /= 10)
            out[length++] = (char) ('0' + fraction / unit % 10);
          return length;
        }
      if (++n_decimals == G_N_ELEMENTS (tens))
        return 0;
    }
}

void
row_args_number (RowArgs *args, uint32_t key, double value)
{
  static const char *const forms[] = { "%.15g", "%.16g", "%.17g" };
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  size_t length;

  if (value - value != 0)
    return;
  length = put_short (text, value);
  for (size_t i = 0; i < G_N_ELEMENTS (forms) && length == 0; i++)
    if (g_ascii_strtod (g_ascii_formatd (text, sizeof text, forms[i], value), NULL) == value
        || i + 1 == G_N_ELEMENTS (forms))
      length = strlen (text);
  row_args_json (args, key, text, length);
}

void
row_args_integers (RowArgs *args, uint32_t key, const int64_t *values, size_t n)
{
  char text[INTEGERS_MAX * 21 + 3];
  size_t length = 0;

  text[length++] = '[';
  for (size_t i = 0; i < MIN (n, INTEGERS_MAX); i++)
    {
      if (i > 0)
        text[length++] = ',';
      if (values[i] < 0)
        text[length++] = '-';
      length += put_digits (text + length, values[i] < 0 ? -(uint64_t) values[i] : (uint64_t) values[i]);
    }
  text[length++] = ']';
  row_args_json (args, key, text, length);
}

/* ---- text ---- */

void
row_args_quoted (RowArgs *args, uint32_t key, const char *content, size_t length)
{
  if (begin_value (args, key))
    put_text (args, content, length, ARGS_QUOTED, ARGS_STRING);
}

void
row_args_string (RowArgs *args, uint32_t key, uint32_t content)
{
  if (begin_value (args, key))
    put_number (args, ARGS_STRING, content, 0);
}

static bool
needs_escape (unsigned char c)
{
  return c < 0x20 || c == '"' || c == '\\';
}

/* Returns the text with what JSON does not allow between quotes escaped; NULL when memory runs out. */
static char *
escaped (const char *text, size_t length, size_t *ret_length)
{
  static const char digits[] = "0123456789abcdef";
  char *out = length < SIZE_MAX / 6 ? malloc (length * 6 + 1) : NULL;
  size_t n = 0;

  for (size_t i = 0; out != NULL && i < length; i++)
    {
      unsigned char c = (unsigned char) text[i];

      if (c >= 0x20 && needs_escape (c))
        out[n++] = '\\';
      if (c >= 0x20)
        {
          out[n++] = (char) c;
          continue;
        }
      memcpy (out + n, "\\u00", 4);
      out[n + 4] = digits[c >> 4];
      out[n + 5] = digits[c & 15];
      n += 6;
    }
  *ret_length = n;
  return out;
}

#define EACH_BYTE UINT64_C (0x0101010101010101)

/* Returns whether one of eight bytes is zero. */
static inline bool
has_zero (uint64_t bytes)
{
  return ((bytes - EACH_BYTE) & ~bytes & EACH_BYTE << 7) != 0;
}

/* Returns the number of bytes at the begin that need no escape for certain: all of them, or to within eight of the first
 * that does. */
static size_t
plain_prefix (const char *text, size_t length)
{
  size_t i = 0;
  uint64_t eight;

  for (; length - i >= sizeof eight; i += sizeof eight)
    {
      memcpy (&eight, text + i, sizeof eight);
      bool has_control = ((eight - EACH_BYTE * 0x20) & ~eight & EACH_BYTE << 7) != 0;
      if (has_control || has_zero (eight ^ EACH_BYTE * '"') || has_zero (eight ^ EACH_BYTE * '\\'))
        break;
    }
  return i;
}

void
row_args_text (RowArgs *args, uint32_t key, const char *text, size_t length)
{
  char *copy = NULL;

  for (size_t i = plain_prefix (text, length); i < length && copy == NULL; i++)
    if (needs_escape ((unsigned char) text[i]))
      {
        copy = escaped (text, length, &length);
        if (copy == NULL)
          {
            fail (args);
            return;
          }
      }
  row_args_quoted (args, key, copy != NULL ? copy : text, length);
  free (copy);
}

uint32_t
row_args_content (TraceBuilder *builder, uint32_t text)
{
  size_t length;
  const char *bytes = string_table_get (trace_builder_strings (builder), text, &length);

  for (size_t i = plain_prefix (bytes, length); i < length; i++)
    if (needs_escape ((unsigned char) bytes[i]))
      {
        char *content = escaped (bytes, length, &length);

        if (content != NULL)
          text = trace_builder_string (builder, content, length);
        else
          trace_builder_set_failed (builder);
        free (content);
        return text;
      }
  return text;
}

/* ---- what many events have in common ---- */

RowArgsMark
row_args_mark (const RowArgs *args)
{
  return (RowArgsMark){ .path = args->node, .n_bytes = args->blob->tail.n };
}

void
row_args_keep (const RowArgs *args, RowArgsMark mark, RowArgsPart *part, U8Column *bytes)
{
  size_t n = args->blob->tail.n - mark.n_bytes;

  if (!args->is_open)
    return;
  /* The values do not depend on the keys before them. */
  if (!part->is_kept)
    {
      if (!u8_column_reserve (bytes, n))
        return;
      part->at = bytes->n;
      part->n = n;
      part->is_kept = true;
      if (n > 0)
        memcpy (bytes->at + bytes->n, args->blob->tail.at + mark.n_bytes, n);
      bytes->n += n;
    }
  part->from = mark.path;
  part->to = args->node;
}

bool
row_args_repeat (RowArgs *args, const RowArgsPart *part, const U8Column *bytes)
{
  U8Column *tail = &args->blob->tail;

  if (!part->is_kept || part->from != args->node || !args->is_open || !u8_column_reserve (tail, part->n))
    return false;
  if (part->n > 0)
    memcpy (tail->at + tail->n, bytes->at + part->at, part->n);
  tail->n += part->n;
  args->node = part->to;
  return true;
}

/* ---- end ---- */

uint64_t
row_args_end (RowArgs *args)
{
  if (!args->is_open)
    return ARGS_NONE;
  if (args->node == 0)
    {
      args_truncate (args->blob, args->at);
      return ARGS_NONE;
    }
  args_end (args->blob, args->at, args->node);
  if (args->blob->tail.n >= SPILL_BYTES)
    trace_builder_spill (args->builder);
  return args->at;
}
