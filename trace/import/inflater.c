/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/inflater.h"

#include <stdlib.h>
#include <string.h>

#include "trace/import/inflater_state.h"

Inflater *
inflater_new (void)
{
  return calloc (1, sizeof (Inflater));
}

void
inflater_free (Inflater *inflater)
{
  free (inflater);
}

static void
set_fixed_codes (Inflater *inflater)
{
  uint8_t *lengths = inflater->lengths;

  if (inflater->has_fixed_code)
    return;
  memset (lengths, 8, 144);
  memset (lengths + 144, 9, 256 - 144);
  memset (lengths + 256, 7, 280 - 256);
  memset (lengths + 280, 8, TEXT_SYMBOLS - 280);
  code_table_build (inflater->text_codes, CODE_OF_TEXT, lengths, TEXT_SYMBOLS);
  memset (lengths, 5, DISTANCES);
  code_table_build (inflater->distance_codes, CODE_OF_DISTANCES, lengths, DISTANCES);
  inflater->has_fixed_code = true;
}

static bool
begin_block (Inflater *inflater, UnpackSpan *span)
{
  if (inflater->is_last)
    {
      inflater->bits = inflater->n_bits = 0;
      inflater->is_last = false;
      inflater->n_window = 0;
      return inflater_stop (inflater, UNPACK_END);
    }
  if (!inflater_need_bits (inflater, span, 3))
    return false;
  inflater->is_last = inflater_take_bits (inflater, 1) != 0;
  switch (inflater_take_bits (inflater, 2))
    {
    case 0:
      inflater->bits = inflater->n_bits = 0;
      inflater->stage = STAGE_STORED_SIZE;
      return true;
    case 1:
      set_fixed_codes (inflater);
      inflater->stage = STAGE_SYMBOL;
      return true;
    case 2:
      inflater->stage = STAGE_CODE_SIZES;
      return true;
    default:
      return inflater_stop (inflater, UNPACK_DAMAGED);
    }
}

static bool
read_stored_size (Inflater *inflater, UnpackSpan *span)
{
  if (!inflater_need_bits (inflater, span, 32))
    return false;
  unsigned size = inflater_take_bits (inflater, 16), inverse = inflater_take_bits (inflater, 16);
  if (size != (inverse ^ 0xffff))
    return inflater_stop (inflater, UNPACK_DAMAGED);
  inflater->n_left = size;
  inflater->stage = STAGE_STORED;
  return true;
}

static bool
copy_stored (Inflater *inflater, UnpackSpan *span)
{
  size_t n_in = (size_t) (span->in_end - span->in), n_room = (size_t) (span->out_end - span->out);
  size_t n = inflater->n_left;

  n = n < n_in ? n : n_in;
  n = n < n_room ? n : n_room;
  if (n > 0)
    memcpy (span->out, span->in, n);
  span->in += n;
  span->out += n;
  inflater->n_left -= (unsigned) n;
  if (inflater->n_left > 0)
    return inflater_stop (inflater, span->in == span->in_end ? UNPACK_STARVED : UNPACK_FULL);
  inflater->stage = STAGE_BLOCK;
  return true;
}

static bool
read_code_sizes (Inflater *inflater, UnpackSpan *span)
{
  if (!inflater_need_bits (inflater, span, 14))
    return false;
  inflater->n_text_lengths = inflater_take_bits (inflater, 5) + 257;
  inflater->n_distance_lengths = inflater_take_bits (inflater, 5) + 1;
  inflater->n_code_lengths = inflater_take_bits (inflater, 4) + 4;
  if (inflater->n_text_lengths > 286 || inflater->n_distance_lengths > 30)
    return inflater_stop (inflater, UNPACK_DAMAGED);
  inflater->n_lengths = 0;
  inflater->has_fixed_code = false;
  inflater->stage = STAGE_CODE_LENGTHS;
  return true;
}

static bool
read_code_lengths (Inflater *inflater, UnpackSpan *span)
{
  static const uint8_t order[] = { 16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15 };

  while (inflater->n_lengths < inflater->n_code_lengths)
    {
      if (!inflater_need_bits (inflater, span, 3))
        return false;
      inflater->lengths[order[inflater->n_lengths++]] = (uint8_t) inflater_take_bits (inflater, 3);
    }
  while (inflater->n_lengths < sizeof order)
    inflater->lengths[order[inflater->n_lengths++]] = 0;
  if (!code_table_build (inflater->length_codes, CODE_OF_LENGTHS, inflater->lengths, sizeof order))
    return inflater_stop (inflater, UNPACK_DAMAGED);
  inflater->n_lengths = 0;
  inflater->stage = STAGE_LENGTHS;
  return true;
}

/* One symbol of the first code: a length, or how often one is repeated. */
static bool
read_length (Inflater *inflater, UnpackSpan *span)
{
  static const struct
  {
    uint8_t n_extra, least;
  } repeats[] = { { 2, 3 }, { 3, 3 }, { 7, 11 } };
  CodeEntry entry;
  unsigned n_bits;

  if (!inflater_next_code (inflater, span, inflater->length_codes, CODE_LENGTHS_BITS, &entry, &n_bits))
    return false;
  unsigned symbol = code_entry_value (entry), n = 1;
  uint8_t length = (uint8_t) symbol;
  if (symbol < 16)
    inflater_take_bits (inflater, n_bits);
  else
    {
      if (!inflater_need_bits (inflater, span, n_bits + repeats[symbol - 16].n_extra))
        return false;
      inflater_take_bits (inflater, n_bits);
      n = repeats[symbol - 16].least + inflater_take_bits (inflater, repeats[symbol - 16].n_extra);
      if (symbol == 16 && inflater->n_lengths == 0)
        return inflater_stop (inflater, UNPACK_DAMAGED);
      length = symbol == 16 ? inflater->lengths[inflater->n_lengths - 1] : 0;
      if (n > inflater->n_text_lengths + inflater->n_distance_lengths - inflater->n_lengths)
        return inflater_stop (inflater, UNPACK_DAMAGED);
    }
  memset (inflater->lengths + inflater->n_lengths, length, n);
  inflater->n_lengths += n;
  return true;
}

static bool
read_lengths (Inflater *inflater, UnpackSpan *span)
{
  while (inflater->n_lengths < inflater->n_text_lengths + inflater->n_distance_lengths)
    if (!read_length (inflater, span))
      return false;
  /* A block without a code for its end has none. */
  if (inflater->lengths[256] == 0
      || !code_table_build (inflater->text_codes, CODE_OF_TEXT, inflater->lengths, inflater->n_text_lengths)
      || !code_table_build (inflater->distance_codes, CODE_OF_DISTANCES,
                            inflater->lengths + inflater->n_text_lengths, inflater->n_distance_lengths))
    return inflater_stop (inflater, UNPACK_DAMAGED);
  inflater->stage = STAGE_SYMBOL;
  return true;
}

/* Keeps what later matches may reach of the bytes written. */
static void
remember (Inflater *inflater, const uint8_t *bytes, size_t n)
{
  if (n >= WINDOW_BYTES)
    {
      memcpy (inflater->window, bytes + n - WINDOW_BYTES, WINDOW_BYTES);
      inflater->n_window = WINDOW_BYTES;
      return;
    }
  if (inflater->n_window + n > sizeof inflater->window)
    {
      memmove (inflater->window, inflater->window + inflater->n_window - WINDOW_BYTES, WINDOW_BYTES);
      inflater->n_window = WINDOW_BYTES;
    }
  if (n > 0)
    memcpy (inflater->window + inflater->n_window, bytes, n);
  inflater->n_window += n;
}

static bool
step (Inflater *inflater, const InflaterRun *run)
{
  switch (inflater->stage)
    {
    case STAGE_BLOCK:
      return begin_block (inflater, run->span);
    case STAGE_STORED_SIZE:
      return read_stored_size (inflater, run->span);
    case STAGE_STORED:
      return copy_stored (inflater, run->span);
    case STAGE_CODE_SIZES:
      return read_code_sizes (inflater, run->span);
    case STAGE_CODE_LENGTHS:
      return read_code_lengths (inflater, run->span);
    case STAGE_LENGTHS:
      return read_lengths (inflater, run->span);
    case STAGE_SYMBOL:
      return inflater_take_symbol (inflater, run);
    case STAGE_DISTANCE:
      return inflater_take_distance (inflater, run);
    case STAGE_MATCH:
      return inflater_take_match (inflater, run);
    }
  return inflater_stop (inflater, UNPACK_DAMAGED);
}

UnpackStatus
inflater_run (Inflater *inflater, UnpackSpan *span)
{
  const InflaterRun run = { span, span->out };

  while (step (inflater, &run))
    continue;
  if (inflater->status != UNPACK_END)
    remember (inflater, run.begin, (size_t) (span->out - run.begin));
  return inflater->status;
}
