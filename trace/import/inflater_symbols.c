/* SPDX-License-Identifier: Apache-2.0
 *
 * Two ways through the symbols of a block. The fast one runs while there is plenty of input and room, on a buffer
 * of 64 bits that is filled eight bytes at a time. The careful one takes single bytes. */

#include <string.h>

#include "trace/import/inflater_state.h"

#define MATCH_MAX  258
#define COPY_BYTES 16 /* a match is copied in steps of it, and over its end */

/* What one turn of the fast way takes at most: seven bytes twice, and looks at eight; two bytes and a match. */
#define FAST_IN_BYTES   16
#define FAST_ROOM_BYTES (2 + MATCH_MAX + 2 * COPY_BYTES)

static bool
reaches_too_far (const Inflater *inflater, const InflaterRun *run, size_t distance)
{
  return distance > inflater->n_window + (size_t) (run->span->out - run->begin);
}

/* Copies n bytes, for which there is room, from distance bytes before the place they are written to. */
static void
copy_match (const Inflater *inflater, const InflaterRun *run, size_t distance, size_t n)
{
  uint8_t *out = run->span->out;
  size_t n_written = (size_t) (out - run->begin);

  run->span->out += n;
  if (distance > n_written)
    {
      size_t n_before = distance - n_written;
      size_t n_part = n < n_before ? n : n_before;

      memcpy (out, inflater->window + inflater->n_window - n_before, n_part);
      out += n_part;
      n -= n_part;
    }
  for (; n > 0; n--, out++)
    *out = out[-(ptrdiff_t) distance];
}

/* The same for a distance within what this call wrote, with room for 2 * COPY_BYTES more than n. Bytes behind the
 * match are written too. */
static inline uint8_t *
copy_match_fast (uint8_t *out, size_t distance, size_t n)
{
  const uint8_t *from = out - distance;
  uint8_t *end = out + n;

  if (distance >= COPY_BYTES)
    do
      {
        memcpy (out, from, COPY_BYTES);
        memcpy (out + COPY_BYTES, from + COPY_BYTES, COPY_BYTES);
        out += 2 * COPY_BYTES;
        from += 2 * COPY_BYTES;
      }
    while (out < end);
  else if (distance == 1)
    memset (out, *from, n);
  else
    while (out < end)
      *out++ = *from++;
  return end;
}

/* Tops up to at least 56 bits. Bits above n_bits are those that come next: the next filling writes the same over
 * them. */
static inline void
fill_bits (const uint8_t **in, uint64_t *bits, unsigned *n_bits)
{
  uint64_t word;

  memcpy (&word, *in, sizeof word);
  *bits |= word << *n_bits;
  *in += (63 - *n_bits) >> 3;
  *n_bits |= 56;
}

static inline void
drop_bits (uint64_t *bits, unsigned *n_bits, unsigned n)
{
  *bits >>= n;
  *n_bits -= n;
}

/* The length or distance of an entry with its extra bits. */
static inline size_t
drop_number (uint64_t *bits, unsigned *n_bits, CodeEntry entry)
{
  unsigned extra = inflater_low_bits (*bits, code_entry_total_bits (entry)) >> code_entry_bits (entry);

  drop_bits (bits, n_bits, code_entry_total_bits (entry));
  return code_entry_value (entry) + extra;
}

/* The fast way: as many symbols as there is plenty of input and room for. False: damage.
 *
 * A turn takes at most two bytes of short codes (22 bits) and a length (20) from one filling, a distance (28) from
 * the next. The entry of the next symbol is looked up before a match is copied, which takes as long. */
static bool
take_symbols (Inflater *inflater, const InflaterRun *run)
{
  UnpackSpan *span = run->span;
  const CodeEntry *const text_codes = inflater->text_codes, *const distance_codes = inflater->distance_codes;
  const uint8_t *in = span->in;
  uint8_t *out = span->out;
  uint64_t bits = inflater->bits;
  unsigned n_bits = inflater->n_bits;
  bool ok = true;

  if (span->in_end - in < FAST_IN_BYTES || span->out_end - out < FAST_ROOM_BYTES)
    return true;
  const uint8_t *const in_last = span->in_end - FAST_IN_BYTES;
  uint8_t *const out_last = span->out_end - FAST_ROOM_BYTES;

  fill_bits (&in, &bits, &n_bits);
  CodeEntry entry = text_codes[inflater_low_bits (bits, CODE_TEXT_BITS)];
  while (in <= in_last && out <= out_last)
    {
      if (entry & CODE_LITERAL)
        {
          drop_bits (&bits, &n_bits, code_entry_bits (entry));
          *out++ = (uint8_t) code_entry_value (entry);
          entry = text_codes[inflater_low_bits (bits, CODE_TEXT_BITS)];
          if (entry & CODE_LITERAL)
            {
              drop_bits (&bits, &n_bits, code_entry_bits (entry));
              *out++ = (uint8_t) code_entry_value (entry);
              entry = text_codes[inflater_low_bits (bits, CODE_TEXT_BITS)];
            }
        }
      if (entry & CODE_SUBTABLE)
        {
          drop_bits (&bits, &n_bits, CODE_TEXT_BITS);
          entry = text_codes[code_entry_value (entry) + inflater_low_bits (bits, code_entry_bits (entry))];
        }
      if (entry & CODE_LITERAL)
        {
          drop_bits (&bits, &n_bits, code_entry_bits (entry));
          *out++ = (uint8_t) code_entry_value (entry);
          fill_bits (&in, &bits, &n_bits);
          entry = text_codes[inflater_low_bits (bits, CODE_TEXT_BITS)];
          continue;
        }
      if (entry & CODE_SPECIAL)
        {
          drop_bits (&bits, &n_bits, code_entry_bits (entry));
          inflater->stage = STAGE_BLOCK;
          ok = (entry & CODE_END) != 0;
          break;
        }

      size_t length = drop_number (&bits, &n_bits, entry);
      fill_bits (&in, &bits, &n_bits);
      entry = distance_codes[inflater_low_bits (bits, CODE_DISTANCES_BITS)];
      if (entry & CODE_SUBTABLE)
        {
          drop_bits (&bits, &n_bits, CODE_DISTANCES_BITS);
          entry =
            distance_codes[code_entry_value (entry) + inflater_low_bits (bits, code_entry_bits (entry))];
        }
      ok = (entry & CODE_SPECIAL) == 0;
      if (!ok)
        break;
      size_t distance = drop_number (&bits, &n_bits, entry);
      fill_bits (&in, &bits, &n_bits);
      entry = text_codes[inflater_low_bits (bits, CODE_TEXT_BITS)];

      if (distance <= (size_t) (out - run->begin))
        out = copy_match_fast (out, distance, length);
      else
        {
          span->out = out;
          ok = !reaches_too_far (inflater, run, distance);
          if (!ok)
            break;
          copy_match (inflater, run, distance, length);
          out = span->out;
        }
    }

  /* Whole bytes go back to where they came from. Those of an earlier call cannot, but then no symbol was taken. */
  size_t n_back = n_bits >> 3, n_taken = (size_t) (in - span->in);
  if (n_back > n_taken)
    n_back = n_taken;
  in -= n_back;
  n_bits -= (unsigned) n_back * 8;
  inflater->bits = bits & ((UINT64_C (1) << n_bits) - 1);
  inflater->n_bits = n_bits;
  span->in = in;
  span->out = out;
  return ok || inflater_stop (inflater, UNPACK_DAMAGED);
}

/* The length or distance of an entry with its extra bits; both are taken. */
static bool
take_number (Inflater *inflater, UnpackSpan *span, CodeEntry entry, unsigned n_bits, unsigned *ret)
{
  unsigned n_extra = code_entry_total_bits (entry) - code_entry_bits (entry);

  if (!inflater_need_bits (inflater, span, n_bits + n_extra))
    return false;
  inflater_take_bits (inflater, n_bits);
  *ret = code_entry_value (entry) + inflater_take_bits (inflater, n_extra);
  return true;
}

/* The careful way: one symbol, unless the fast way came to the block's end. */
bool
inflater_take_symbol (Inflater *inflater, const InflaterRun *run)
{
  UnpackSpan *span = run->span;
  CodeEntry entry;
  unsigned n_bits;

  if (!take_symbols (inflater, run))
    return false;
  if (inflater->stage != STAGE_SYMBOL)
    return true;
  if (!inflater_next_code (inflater, span, inflater->text_codes, CODE_TEXT_BITS, &entry, &n_bits))
    return false;
  if (entry & CODE_LITERAL)
    {
      if (span->out == span->out_end)
        return inflater_stop (inflater, UNPACK_FULL);
      inflater_take_bits (inflater, n_bits);
      *span->out++ = (uint8_t) code_entry_value (entry);
      return true;
    }
  if (entry & CODE_END)
    {
      inflater_take_bits (inflater, n_bits);
      inflater->stage = STAGE_BLOCK;
      return true;
    }
  if (entry & CODE_SPECIAL)
    return inflater_stop (inflater, UNPACK_DAMAGED);
  if (!take_number (inflater, span, entry, n_bits, &inflater->n_left))
    return false;
  inflater->stage = STAGE_DISTANCE;
  return true;
}

bool
inflater_take_distance (Inflater *inflater, const InflaterRun *run)
{
  CodeEntry entry;
  unsigned n_bits;

  if (!inflater_next_code (inflater, run->span, inflater->distance_codes, CODE_DISTANCES_BITS, &entry,
                           &n_bits))
    return false;
  if (entry & CODE_SPECIAL)
    return inflater_stop (inflater, UNPACK_DAMAGED);
  if (!take_number (inflater, run->span, entry, n_bits, &inflater->distance))
    return false;
  if (reaches_too_far (inflater, run, inflater->distance))
    return inflater_stop (inflater, UNPACK_DAMAGED);
  inflater->stage = STAGE_MATCH;
  return true;
}

bool
inflater_take_match (Inflater *inflater, const InflaterRun *run)
{
  size_t n_room = (size_t) (run->span->out_end - run->span->out);
  size_t n = inflater->n_left < n_room ? inflater->n_left : n_room;

  copy_match (inflater, run, inflater->distance, n);
  inflater->n_left -= (unsigned) n;
  if (inflater->n_left > 0)
    return inflater_stop (inflater, UNPACK_FULL);
  inflater->stage = STAGE_SYMBOL;
  return true;
}
