/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/tracks/row_args.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
  *args = (RowArgs){ .builder = builder, .is_open = !trace_builder_failed (builder) };
  if (args->is_open && !args_begin (trace_builder_args_blob (builder), &args->at))
    fail (args);
}

/* Returns whether a value of the key may follow. */
static bool
begin_value (RowArgs *args, uint32_t key)
{
  if (args->is_open && !arg_keys_child (trace_builder_arg_keys (args->builder), args->node, key, &args->node))
    fail (args);
  return args->is_open;
}

void
row_args_integer (RowArgs *args, uint32_t key, int64_t value)
{
  if (begin_value (args, key) && !args_put_integer (trace_builder_args_blob (args->builder), value))
    fail (args);
}

void
row_args_json (RowArgs *args, uint32_t key, const char *text, size_t length)
{
  if (begin_value (args, key)
      && !args_put_raw (trace_builder_args_blob (args->builder), trace_builder_strings (args->builder), text,
                        length))
    fail (args);
}

void
row_args_unsigned (RowArgs *args, uint32_t key, uint64_t value)
{
  char text[24];

  if (value <= INT64_MAX)
    {
      row_args_integer (args, key, (int64_t) value);
      return;
    }
  int length = snprintf (text, sizeof text, "%" PRIu64, value);
  row_args_json (args, key, text, (size_t) length);
}

void
row_args_number (RowArgs *args, uint32_t key, double value)
{
  static const char *const forms[] = { "%.15g", "%.16g", "%.17g" };
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (value - value != 0)
    return;
  for (size_t i = 0; i < G_N_ELEMENTS (forms); i++)
    if (g_ascii_strtod (g_ascii_formatd (text, sizeof text, forms[i], value), NULL) == value)
      break;
  row_args_json (args, key, text, strlen (text));
}

/* Writes at most 20 bytes and returns their number. printf () costs more than all the rest of a kernel's arguments. */
static size_t
put_digits (char *out, int64_t value)
{
  uint64_t rest = value < 0 ? -(uint64_t) value : (uint64_t) value;
  char digits[20];
  size_t n = 0, length = 0;

  do
    digits[n++] = (char) ('0' + rest % 10);
  while ((rest /= 10) > 0);
  if (value < 0)
    out[length++] = '-';
  while (n > 0)
    out[length++] = digits[--n];
  return length;
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
      length += put_digits (text + length, values[i]);
    }
  text[length++] = ']';
  row_args_json (args, key, text, length);
}

/* ---- text ---- */

void
row_args_quoted (RowArgs *args, uint32_t key, const char *content, size_t length)
{
  if (begin_value (args, key)
      && !args_put_string (trace_builder_args_blob (args->builder), trace_builder_strings (args->builder),
                           content, length))
    fail (args);
}

void
row_args_string (RowArgs *args, uint32_t key, uint32_t string)
{
  if (begin_value (args, key) && !args_put_known (trace_builder_args_blob (args->builder), string))
    fail (args);
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

void
row_args_text (RowArgs *args, uint32_t key, const char *text, size_t length)
{
  char *copy = NULL;

  for (size_t i = 0; i < length && copy == NULL; i++)
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

uint64_t
row_args_end (RowArgs *args)
{
  ArgsBlob *blob = trace_builder_args_blob (args->builder);

  if (!args->is_open)
    return ARGS_NONE;
  if (args->node == 0)
    {
      args_truncate (blob, args->at);
      return ARGS_NONE;
    }
  args_end (blob, args->at, args->node);
  if (blob->tail.n >= SPILL_BYTES)
    trace_builder_spill (args->builder);
  return args->at;
}
