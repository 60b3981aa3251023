/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/cupti/cupti_args.h"

#include <string.h>

/* Digits of a number that is stored as text. */
#define DIGITS_MAX 24

/* Arguments are written to the file when so many are in memory. */
#define SPILL_BYTES ((size_t) 1 << 20)

void
cupti_args_init (CuptiArgs *args, TraceBuilder *builder, const uint32_t *words)
{
  *args = (CuptiArgs){ .builder = builder, .words = words, .blob = trace_builder_args_blob (builder) };
  for (int i = 0; i < N_CUPTI_WORDS; i++)
    args->last[i].from = UINT32_MAX;
}

void
cupti_args_begin (CuptiArgs *args)
{
  args->node = 0;
  args->at = NULL;
  if (trace_builder_failed (args->builder))
    return;
  if (!u8_column_reserve (&args->blob->tail,
                          ARGS_HEADER_BYTES + CUPTI_ARGS_MAX * (size_t) (ARGS_VALUE_BYTES + DIGITS_MAX)))
    {
      trace_builder_set_failed (args->builder);
      return;
    }
  args->begin = args_size (args->blob);
  args->at = args->blob->tail.at + args->blob->tail.n + ARGS_HEADER_BYTES;
}

uint64_t
cupti_args_end (CuptiArgs *args)
{
  if (args->at == NULL || args->node == 0)
    return ARGS_NONE;

  U8Column *tail = &args->blob->tail;
  args_header_set (tail->at + tail->n, args->node);
  tail->n = (size_t) (args->at - tail->at);
  if (tail->n >= SPILL_BYTES)
    trace_builder_spill (args->builder);
  return args->begin;
}

void
cupti_args_step (CuptiArgs *args, CuptiWord key)
{
  uint32_t from = args->node;

  if (!arg_keys_child (trace_builder_arg_keys (args->builder), from, args->words[key], &args->node))
    {
      trace_builder_set_failed (args->builder);
      return;
    }
  args->last[key].from = from;
  args->last[key].to = args->node;
}

static void
put_raw (CuptiArgs *args, CuptiWord key, const char *text, size_t length)
{
  cupti_args_key (args, key);
  args->at = args_value_put (args->at, ARGS_RAW, length);
  memcpy (args->at, text, length);
  args->at += length;
}

/* Writes decimal digits that end before end. Returns where they begin. */
static char *
digits_before (char *end, uint64_t value)
{
  do
    *--end = (char) ('0' + value % 10);
  while ((value /= 10) > 0);
  return end;
}

void
cupti_args_unsigned (CuptiArgs *args, CuptiWord key, uint64_t value)
{
  char text[DIGITS_MAX];

  if (value <= INT64_MAX)
    cupti_args_integer (args, key, (int64_t) value);
  else if (args->at != NULL)
    {
      char *begin = digits_before (text + sizeof text, value);

      put_raw (args, key, begin, (size_t) (text + sizeof text - begin));
    }
}

void
cupti_args_hundredths (CuptiArgs *args, CuptiWord key, uint64_t hundredths)
{
  char text[DIGITS_MAX];

  if (args->at == NULL)
    return;
  text[sizeof text - 1] = (char) ('0' + hundredths % 10);
  text[sizeof text - 2] = (char) ('0' + hundredths / 10 % 10);
  text[sizeof text - 3] = '.';
  char *begin = digits_before (text + sizeof text - 3, hundredths / 100);
  put_raw (args, key, begin, (size_t) (text + sizeof text - begin));
}
