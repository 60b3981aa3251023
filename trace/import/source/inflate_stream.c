/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/source/inflate_stream.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

#include "trace/import/source/huffman_table.h"

#define WINDOW_BYTES ((size_t) 32 << 10)
#define MATCH_MAX    258

#define LITERAL_WIDTH  11
#define DISTANCE_WIDTH 8
#define LENGTH_WIDTH   7

/* The fast loop reads 8 bytes at once, twice for each round, and writes at most three literals and a match, and up to 32
 * bytes behind these. */
#define FAST_IN_BYTES  32
#define FAST_OUT_BYTES (3 + MATCH_MAX + 32)

typedef enum
{
  AT_BLOCK,
  IN_STORED_SIZE,
  IN_STORED,
  IN_COUNTS,
  IN_LENGTHS_OF_LENGTHS,
  IN_LENGTHS,
  IN_SYMBOLS,
  IN_MATCH, /* the rest of one for which there was no room */
  AT_END,
} State;

typedef UnpackStatus (*ReadFast) (InflateStream *stream, const uint8_t *begin, UnpackSpan *span);

struct InflateStream
{
  ReadFast read_fast;
  State state;
  bool is_last;
  uint64_t bits; /* taken from the input and not used; those above n_bits are 0 */
  unsigned n_bits;

  size_t n_stored;
  unsigned n_literals, n_distances, n_lengths_of_lengths, n_lengths;
  uint8_t lengths[288 + 32];
  size_t match_length, match_distance;

  bool has_fixed_tables; /* of a fixed block: a file may consist of them, 10 bits each */
  uint32_t literals[2342], distances[402], code_lengths[128];

  /* The last bytes written in earlier calls; older ones come first. */
  size_t n_window;
  uint8_t window[WINDOW_BYTES];
};

/* ---- the alphabets ---- */

#define LITERAL(i)           (HUFFMAN_LITERAL | (uint32_t) (i) << 16)
#define LITERALS_4(i)        LITERAL (i), LITERAL (i + 1), LITERAL (i + 2), LITERAL (i + 3)
#define LITERALS_16(i)       LITERALS_4 (i), LITERALS_4 (i + 4), LITERALS_4 (i + 8), LITERALS_4 (i + 12)
#define LITERALS_64(i)       LITERALS_16 (i), LITERALS_16 (i + 16), LITERALS_16 (i + 32), LITERALS_16 (i + 48)
#define EXTRA(base, n_extra) ((uint32_t) (base) << 16 | (n_extra))
#define EXTRA_4(base, n, e) \
  EXTRA (base, e), EXTRA (base + n, e), EXTRA (base + 2 * n, e), EXTRA (base + 3 * n, e)
#define EXTRA_2(base, n, e) EXTRA (base, e), EXTRA (base + n, e)

static const uint32_t literal_values[288] = {
  LITERALS_64 (0),     LITERALS_64 (64),  LITERALS_64 (128),  LITERALS_64 (192),  HUFFMAN_END,
  EXTRA_4 (3, 1, 0),   EXTRA_4 (7, 1, 0), EXTRA_4 (11, 2, 1), EXTRA_4 (19, 4, 2), EXTRA_4 (35, 8, 3),
  EXTRA_4 (67, 16, 4), EXTRA (131, 5),    EXTRA (163, 5),     EXTRA (195, 5),     EXTRA (227, 5),
  EXTRA (258, 0),      HUFFMAN_NONE,      HUFFMAN_NONE,
};

static const uint32_t distance_values[32] = {
  EXTRA_4 (1, 1, 0),
  EXTRA_2 (5, 2, 1),
  EXTRA_2 (9, 4, 2),
  EXTRA_2 (17, 8, 3),
  EXTRA_2 (33, 16, 4),
  EXTRA_2 (65, 32, 5),
  EXTRA_2 (129, 64, 6),
  EXTRA_2 (257, 128, 7),
  EXTRA_2 (513, 256, 8),
  EXTRA_2 (1025, 512, 9),
  EXTRA_2 (2049, 1024, 10),
  EXTRA_2 (4097, 2048, 11),
  EXTRA_2 (8193, 4096, 12),
  EXTRA_2 (16385, 8192, 13),
  HUFFMAN_NONE,
  HUFFMAN_NONE,
};

static const uint32_t length_values[19] = {
  EXTRA_4 (0, 1, 0), EXTRA_4 (4, 1, 0), EXTRA_4 (8, 1, 0), EXTRA_4 (12, 1, 0),
  EXTRA (16, 2),     EXTRA (17, 3),     EXTRA (18, 7),
};

static bool
fill_tables (InflateStream *stream)
{
  return huffman_table_fill (stream->literals, G_N_ELEMENTS (stream->literals), LITERAL_WIDTH,
                             stream->lengths, stream->n_literals, literal_values)
         && huffman_table_fill (stream->distances, G_N_ELEMENTS (stream->distances), DISTANCE_WIDTH,
                                stream->lengths + stream->n_literals, stream->n_distances, distance_values);
}

static bool
fill_fixed_tables (InflateStream *stream)
{
  if (stream->has_fixed_tables)
    return true;
  memset (stream->lengths, 8, 144);
  memset (stream->lengths + 144, 9, 256 - 144);
  memset (stream->lengths + 256, 7, 280 - 256);
  memset (stream->lengths + 280, 8, 288 - 280);
  memset (stream->lengths + 288, 5, 32);
  stream->n_literals = 288;
  stream->n_distances = 32;
  stream->has_fixed_tables = fill_tables (stream);
  return stream->has_fixed_tables;
}

/* ---- one bit after the other ---- */

/* Makes sure that n bits are there, n at most 56. */
static bool
need (InflateStream *stream, UnpackSpan *span, unsigned n)
{
  for (; stream->n_bits < n; stream->n_bits += 8)
    {
      if (span->in == span->in_end)
        return false;
      stream->bits |= (uint64_t) *span->in++ << stream->n_bits;
    }
  return true;
}

static unsigned
take (InflateStream *stream, unsigned n)
{
  unsigned taken = (unsigned) (stream->bits & ((UINT64_C (1) << n) - 1));

  stream->bits >>= n;
  stream->n_bits -= n;
  return taken;
}

/* Finds a symbol, of which all bits, the extra ones too, are then there. */
static bool
need_symbol (InflateStream *stream,
             UnpackSpan *span,
             const uint32_t *table,
             unsigned width,
             uint32_t *ret_entry)
{
  do
    {
      *ret_entry = huffman_table_find (table, width, stream->bits);
      if ((*ret_entry & 0xff) <= stream->n_bits)
        return true;
    }
  while (need (stream, span, stream->n_bits + 1));
  return false;
}

static uint32_t
value_of (uint32_t entry, uint64_t bits)
{
  uint64_t all = bits & ((UINT64_C (1) << (entry & 0xff)) - 1);

  return (entry >> 16 & 0x7fff) + (uint32_t) (all >> (entry >> 8 & 31));
}

/* Gives back whole bytes, which came from this input: only the fast loop takes more than it needs, and it begins with less
 * than one. */
static void
give_back (InflateStream *stream, UnpackSpan *span)
{
  span->in -= stream->n_bits / 8;
  stream->n_bits %= 8;
  stream->bits &= (UINT64_C (1) << stream->n_bits) - 1;
}

/* ---- matches ---- */

/* Copies the part of a match that lies in the window. Returns how many bytes that were. */
static size_t
copy_from_window (const InflateStream *stream,
                  const uint8_t *begin,
                  uint8_t *out,
                  size_t distance,
                  size_t length)
{
  size_t n_written = (size_t) (out - begin);

  if (distance <= n_written)
    return 0;
  size_t back = distance - n_written, n = back < length ? back : length;
  memcpy (out, stream->window + stream->n_window - back, n);
  return n;
}

static bool
reaches_back (const InflateStream *stream, const uint8_t *begin, const uint8_t *out, size_t distance)
{
  return distance <= (size_t) (out - begin) + stream->n_window;
}

static void
keep_window (InflateStream *stream, const uint8_t *begin, const uint8_t *end)
{
  size_t n = (size_t) (end - begin);

  if (n >= WINDOW_BYTES)
    {
      memcpy (stream->window, end - WINDOW_BYTES, WINDOW_BYTES);
      stream->n_window = WINDOW_BYTES;
      return;
    }
  size_t n_kept = MIN (stream->n_window, WINDOW_BYTES - n);
  memmove (stream->window, stream->window + stream->n_window - n_kept, n_kept);
  memcpy (stream->window + n_kept, begin, n);
  stream->n_window = n_kept + n;
}

/* Copies as much as there is room for. */
static UnpackStatus
copy_match (InflateStream *stream, const uint8_t *begin, UnpackSpan *span)
{
  size_t room = (size_t) (span->out_end - span->out), n = MIN (stream->match_length, room);
  size_t i = copy_from_window (stream, begin, span->out, stream->match_distance, n);

  for (; i < n; i++)
    span->out[i] = *(span->out + i - stream->match_distance);
  span->out += n;
  stream->match_length -= n;
  stream->state = stream->match_length > 0 ? IN_MATCH : IN_SYMBOLS;
  return stream->match_length > 0 ? UNPACK_FULL : UNPACK_END;
}

/* Writes up to 31 bytes more. */
static inline uint8_t *
copy_fast (uint8_t *out, size_t distance, size_t length)
{
  const uint8_t *from = out - distance;
  uint8_t *end = out + length;

  if (distance >= 16)
    do
      {
        memcpy (out, from, 16);
        memcpy (out + 16, from + 16, 16);
        out += 32;
        from += 32;
      }
    while (out < end);
  else if (distance >= 8)
    do
      {
        memcpy (out, from, 8);
        out += 8;
        from += 8;
      }
    while (out < end);
  else if (distance == 1)
    memset (out, *from, length);
  else
    do
      *out++ = *from++;
    while (out < end);
  return end;
}

/* ---- the fast loop ---- */

static inline uint64_t
load_64 (const uint8_t *at)
{
  uint64_t word;

  memcpy (&word, at, sizeof word);
  return word;
}

/* Decodes symbols while input and room last. Returns UNPACK_END at the end of the block, UNPACK_FULL if it goes on. */
static inline __attribute__ ((always_inline)) UnpackStatus
read_fast (InflateStream *stream, const uint8_t *begin, UnpackSpan *span)
{
  const uint8_t *in = span->in, *in_end = span->in_end - FAST_IN_BYTES;
  uint8_t *out = span->out, *out_end = span->out_end - FAST_OUT_BYTES;
  const uint32_t *literals = stream->literals, *distances = stream->distances;
  uint64_t bits = stream->bits, before;
  unsigned n_bits = stream->n_bits;
  UnpackStatus status = UNPACK_FULL;

  /* Bits above n_bits may be set; they are those of the bytes that follow. */
#define FILL_UP()                     \
  do                                  \
    {                                 \
      bits |= load_64 (in) << n_bits; \
      in += (63 - n_bits) >> 3;       \
      n_bits |= 56;                   \
    }                                 \
  while (0)
#define PASS(entry)            \
  do                           \
    {                          \
      bits >>= (entry) &0x3f;  \
      n_bits -= (entry) &0xff; \
    }                          \
  while (0)

  while (in < in_end && out < out_end)
    {
      FILL_UP ();
      uint32_t entry = literals[bits & ((1u << LITERAL_WIDTH) - 1)];

      if (entry & HUFFMAN_LITERAL)
        {
          PASS (entry);
          *out++ = (uint8_t) (entry >> 16);
          entry = literals[bits & ((1u << LITERAL_WIDTH) - 1)];
          if (entry & HUFFMAN_LITERAL)
            {
              PASS (entry);
              *out++ = (uint8_t) (entry >> 16);
              entry = literals[bits & ((1u << LITERAL_WIDTH) - 1)];
              if (entry & HUFFMAN_LITERAL)
                {
                  PASS (entry);
                  *out++ = (uint8_t) (entry >> 16);
                  continue;
                }
            }
        }
      if (entry & HUFFMAN_SPECIAL)
        {
          if ((entry & HUFFMAN_SPECIAL) == HUFFMAN_LINK)
            entry = literals[(entry >> 16) + ((bits >> LITERAL_WIDTH) & ((1u << (entry >> 8 & 31)) - 1))];
          if (entry & HUFFMAN_LITERAL)
            {
              PASS (entry);
              *out++ = (uint8_t) (entry >> 16);
              continue;
            }
          if (entry & HUFFMAN_SPECIAL)
            {
              PASS (entry);
              status = (entry & HUFFMAN_SPECIAL) == HUFFMAN_END ? UNPACK_END : UNPACK_DAMAGED;
              break;
            }
        }

      before = bits;
      PASS (entry);
      size_t length = value_of (entry, before);
      FILL_UP ();
      entry = huffman_table_find (distances, DISTANCE_WIDTH, bits);
      if (entry & HUFFMAN_SPECIAL)
        {
          status = UNPACK_DAMAGED;
          break;
        }
      before = bits;
      PASS (entry);
      size_t distance = value_of (entry, before);

      if (distance <= (size_t) (out - begin))
        out = copy_fast (out, distance, length);
      else if (reaches_back (stream, begin, out, distance))
        {
          size_t n = copy_from_window (stream, begin, out, distance, length);

          out = n < length ? copy_fast (out + n, distance, length - n) : out + n;
        }
      else
        {
          status = UNPACK_DAMAGED;
          break;
        }
    }
#undef FILL_UP
#undef PASS
  stream->bits = n_bits == 0 ? 0 : bits & (UINT64_MAX >> (64 - n_bits));
  stream->n_bits = n_bits;
  span->in = in;
  span->out = out;
  give_back (stream, span);
  return status;
}

static UnpackStatus
read_fast_plain (InflateStream *stream, const uint8_t *begin, UnpackSpan *span)
{
  return read_fast (stream, begin, span);
}

#ifdef __x86_64__
__attribute__ ((target ("bmi,bmi2"))) static UnpackStatus
read_fast_bmi2 (InflateStream *stream, const uint8_t *begin, UnpackSpan *span)
{
  return read_fast (stream, begin, span);
}
#endif

static ReadFast
best_read_fast (void)
{
#ifdef __x86_64__
  if (__builtin_cpu_supports ("bmi2") && __builtin_cpu_supports ("bmi"))
    return read_fast_bmi2;
#endif
  return read_fast_plain;
}

/* ---- the parts of a block; UNPACK_END says that one is complete ---- */

static UnpackStatus
read_block_head (InflateStream *stream, UnpackSpan *span)
{
  if (!need (stream, span, 3))
    return UNPACK_STARVED;
  stream->is_last = take (stream, 1) != 0;
  switch (take (stream, 2))
    {
    case 0:
      take (stream, stream->n_bits % 8);
      stream->state = IN_STORED_SIZE;
      return UNPACK_END;
    case 1:
      stream->state = IN_SYMBOLS;
      return fill_fixed_tables (stream) ? UNPACK_END : UNPACK_DAMAGED;
    case 2:
      stream->state = IN_COUNTS;
      return UNPACK_END;
    default:
      return UNPACK_DAMAGED;
    }
}

static UnpackStatus
read_stored_size (InflateStream *stream, UnpackSpan *span)
{
  if (!need (stream, span, 32))
    return UNPACK_STARVED;
  unsigned size = take (stream, 16), inverse = take (stream, 16);

  stream->n_stored = size;
  stream->state = IN_STORED;
  return (size ^ inverse) == 0xffff ? UNPACK_END : UNPACK_DAMAGED;
}

static UnpackStatus
end_block (InflateStream *stream)
{
  stream->state = stream->is_last ? AT_END : AT_BLOCK;
  return UNPACK_END;
}

/* No bits are left over: sizes end at a byte, and only bytes that are needed were taken. */
static UnpackStatus
read_stored (InflateStream *stream, UnpackSpan *span)
{
  size_t n = MIN (stream->n_stored, (size_t) (span->in_end - span->in));

  n = MIN (n, (size_t) (span->out_end - span->out));
  if (n > 0)
    memcpy (span->out, span->in, n);
  span->in += n;
  span->out += n;
  stream->n_stored -= n;
  if (stream->n_stored == 0)
    return end_block (stream);
  return span->out == span->out_end ? UNPACK_FULL : UNPACK_STARVED;
}

static UnpackStatus
read_counts (InflateStream *stream, UnpackSpan *span)
{
  if (!need (stream, span, 14))
    return UNPACK_STARVED;
  stream->has_fixed_tables = false;
  stream->n_literals = take (stream, 5) + 257;
  stream->n_distances = take (stream, 5) + 1;
  stream->n_lengths_of_lengths = take (stream, 4) + 4;
  stream->n_lengths = 0;
  memset (stream->lengths, 0, 19);
  stream->state = IN_LENGTHS_OF_LENGTHS;
  return stream->n_literals <= 286 && stream->n_distances <= 30 ? UNPACK_END : UNPACK_DAMAGED;
}

static UnpackStatus
read_lengths_of_lengths (InflateStream *stream, UnpackSpan *span)
{
  static const uint8_t order[] = { 16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15 };

  for (; stream->n_lengths < stream->n_lengths_of_lengths; stream->n_lengths++)
    {
      if (!need (stream, span, 3))
        return UNPACK_STARVED;
      stream->lengths[order[stream->n_lengths]] = (uint8_t) take (stream, 3);
    }
  stream->n_lengths = 0;
  stream->state = IN_LENGTHS;
  return huffman_table_fill (stream->code_lengths, G_N_ELEMENTS (stream->code_lengths), LENGTH_WIDTH,
                             stream->lengths, 19, length_values)
           ? UNPACK_END
           : UNPACK_DAMAGED;
}

static UnpackStatus
read_lengths (InflateStream *stream, UnpackSpan *span)
{
  unsigned n_all = stream->n_literals + stream->n_distances;

  while (stream->n_lengths < n_all)
    {
      uint32_t entry;

      if (!need_symbol (stream, span, stream->code_lengths, LENGTH_WIDTH, &entry))
        return UNPACK_STARVED;
      if (entry & HUFFMAN_SPECIAL)
        return UNPACK_DAMAGED;
      unsigned symbol = entry >> 16, extra = value_of (entry, stream->bits) - symbol, n_times = 1;
      uint8_t length = (uint8_t) symbol;

      take (stream, entry & 0xff);
      if (symbol >= 16)
        {
          if (symbol == 16 && stream->n_lengths == 0)
            return UNPACK_DAMAGED;
          length = symbol == 16 ? stream->lengths[stream->n_lengths - 1] : 0;
          n_times = extra + (symbol == 18 ? 11 : 3);
        }
      if (n_times > n_all - stream->n_lengths)
        return UNPACK_DAMAGED;
      memset (stream->lengths + stream->n_lengths, length, n_times);
      stream->n_lengths += n_times;
    }
  stream->state = IN_SYMBOLS;
  return stream->lengths[256] > 0 && fill_tables (stream) ? UNPACK_END : UNPACK_DAMAGED;
}

/* Decodes one symbol, where input or room are short. */
static UnpackStatus
read_symbol (InflateStream *stream, const uint8_t *begin, UnpackSpan *span)
{
  uint32_t entry, of_distance;

  if (!need_symbol (stream, span, stream->literals, LITERAL_WIDTH, &entry))
    return UNPACK_STARVED;
  if (entry & HUFFMAN_LITERAL)
    {
      if (span->out == span->out_end)
        return UNPACK_FULL;
      *span->out++ = (uint8_t) (entry >> 16);
      take (stream, entry & 0xff);
      return UNPACK_END;
    }
  if (entry & HUFFMAN_SPECIAL)
    {
      take (stream, entry & 0xff);
      return (entry & HUFFMAN_SPECIAL) == HUFFMAN_END ? end_block (stream) : UNPACK_DAMAGED;
    }

  /* The length stays until the distance is there, too. */
  unsigned n_length = entry & 0xff;
  do
    {
      of_distance = huffman_table_find (stream->distances, DISTANCE_WIDTH, stream->bits >> n_length);
      if (n_length + (of_distance & 0xff) <= stream->n_bits)
        break;
    }
  while (need (stream, span, stream->n_bits + 1));
  if (n_length + (of_distance & 0xff) > stream->n_bits)
    return UNPACK_STARVED;
  stream->match_length = value_of (entry, stream->bits);
  take (stream, n_length);
  stream->match_distance = value_of (of_distance, stream->bits);
  take (stream, of_distance & 0xff);
  if ((of_distance & HUFFMAN_SPECIAL) != 0
      || !reaches_back (stream, begin, span->out, stream->match_distance))
    return UNPACK_DAMAGED;
  return copy_match (stream, begin, span);
}

static UnpackStatus
read_symbols (InflateStream *stream, const uint8_t *begin, UnpackSpan *span)
{
  UnpackStatus status = UNPACK_END;

  while (stream->state == IN_SYMBOLS && status == UNPACK_END)
    if (stream->n_bits < 8 && span->in_end - span->in > FAST_IN_BYTES
        && span->out_end - span->out > FAST_OUT_BYTES)
      {
        status = stream->read_fast (stream, begin, span);
        if (status == UNPACK_END)
          return end_block (stream);
        if (status == UNPACK_FULL)
          status = UNPACK_END;
      }
    else
      status = read_symbol (stream, begin, span);
  return status;
}

/* ---- public functions ---- */

InflateStream *
inflate_stream_new (void)
{
  InflateStream *stream = calloc (1, sizeof *stream);

  if (stream != NULL)
    stream->read_fast = best_read_fast ();
  return stream;
}

void
inflate_stream_free (InflateStream *stream)
{
  free (stream);
}

void
inflate_stream_begin (InflateStream *stream)
{
  stream->state = AT_BLOCK;
  stream->bits = stream->n_bits = 0;
  stream->n_window = 0;
}

static UnpackStatus
read_on (InflateStream *stream, const uint8_t *begin, UnpackSpan *span)
{
  switch (stream->state)
    {
    case AT_BLOCK:
      return read_block_head (stream, span);
    case IN_STORED_SIZE:
      return read_stored_size (stream, span);
    case IN_STORED:
      return read_stored (stream, span);
    case IN_COUNTS:
      return read_counts (stream, span);
    case IN_LENGTHS_OF_LENGTHS:
      return read_lengths_of_lengths (stream, span);
    case IN_LENGTHS:
      return read_lengths (stream, span);
    case IN_SYMBOLS:
      return read_symbols (stream, begin, span);
    case IN_MATCH:
      return copy_match (stream, begin, span);
    case AT_END:
    default:
      give_back (stream, span);
      return UNPACK_END;
    }
}

UnpackStatus
inflate_stream_read (InflateStream *stream, UnpackSpan *span)
{
  const uint8_t *begin = span->out;
  UnpackStatus status = UNPACK_END;

  while (status == UNPACK_END && stream->state != AT_END)
    status = read_on (stream, begin, span);
  if (status == UNPACK_END)
    give_back (stream, span);
  keep_window (stream, begin, span->out);
  return status;
}
