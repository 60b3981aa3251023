/* SPDX-License-Identifier: Apache-2.0
 *
 * What an inflater is in the middle of, for the two files that are one: inflater.c goes through the blocks,
 * inflater_symbols.c through the symbols of a block.
 *
 * Everything can be stopped anywhere. Between symbols fewer than 8 bits wait in the buffer, so that no byte behind
 * the text is ever taken. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/import/code_table.h"
#include "trace/import/inflater.h"

#define WINDOW_BYTES ((size_t) 32 * 1024) /* how far back a match may reach */
#define TEXT_SYMBOLS 288
#define DISTANCES    32

typedef enum
{
  STAGE_BLOCK,        /* its first three bits */
  STAGE_STORED_SIZE,  /* how many bytes are stored as they are */
  STAGE_STORED,       /* n_left of them */
  STAGE_CODE_SIZES,   /* how many lengths the three codes have */
  STAGE_CODE_LENGTHS, /* those of the first code */
  STAGE_LENGTHS,      /* those of the two others, written in the first */
  STAGE_SYMBOL,       /* a byte, the length of a match, the end */
  STAGE_DISTANCE,     /* of a match of n_left bytes */
  STAGE_MATCH,        /* n_left bytes of it */
} Stage;

struct Inflater
{
  uint64_t bits; /* the lowest comes first; none set above n_bits */
  unsigned n_bits;
  Stage stage;
  UnpackStatus status; /* why it stopped */
  bool is_last;        /* block */
  bool has_fixed_code; /* the tables are those of the fixed codes */

  unsigned n_left, distance;

  unsigned n_text_lengths, n_distance_lengths, n_code_lengths, n_lengths; /* the last: read so far */
  uint8_t lengths[TEXT_SYMBOLS + DISTANCES];
  CodeEntry length_codes[CODE_LENGTHS_ENTRIES];
  CodeEntry text_codes[CODE_TEXT_ENTRIES];
  CodeEntry distance_codes[CODE_DISTANCES_ENTRIES];

  /* What was written before this call: the last n_window bytes, 32 KiB or more once there are as many. */
  size_t n_window;
  uint8_t window[2 * WINDOW_BYTES];
};

/* A call's bytes, and where it began to write. */
typedef struct
{
  UnpackSpan *span;
  const uint8_t *begin;
} InflaterRun;

/* Functions of both files return false where they stopped, for inflater->status; true: go on with the stage. */

/* STAGE_SYMBOL, STAGE_DISTANCE, STAGE_MATCH. */
bool inflater_take_symbol (Inflater *inflater, const InflaterRun *run);
bool inflater_take_distance (Inflater *inflater, const InflaterRun *run);
bool inflater_take_match (Inflater *inflater, const InflaterRun *run);

static inline bool
inflater_stop (Inflater *inflater, UnpackStatus status)
{
  inflater->status = status;
  return false;
}

static inline bool
inflater_need_bits (Inflater *inflater, UnpackSpan *span, unsigned n)
{
  while (inflater->n_bits < n)
    {
      if (span->in == span->in_end)
        return inflater_stop (inflater, UNPACK_STARVED);
      inflater->bits |= (uint64_t) *span->in++ << inflater->n_bits;
      inflater->n_bits += 8;
    }
  return true;
}

static inline unsigned
inflater_low_bits (uint64_t bits, unsigned n)
{
  return (unsigned) (bits & ((UINT64_C (1) << n) - 1));
}

/* Of those that are there. */
static inline unsigned
inflater_take_bits (Inflater *inflater, unsigned n)
{
  unsigned value = inflater_low_bits (inflater->bits, n);

  inflater->bits >>= n;
  inflater->n_bits -= n;
  return value;
}

/* The entry of the next code and how many bits it has, none of which is taken. As few bytes are taken as tell. */
static inline bool
inflater_next_code (Inflater *inflater,
                    UnpackSpan *span,
                    const CodeEntry *table,
                    unsigned main_bits,
                    CodeEntry *ret_entry,
                    unsigned *ret_bits)
{
  for (;;)
    {
      CodeEntry entry = table[inflater_low_bits (inflater->bits, main_bits)];
      unsigned n = code_entry_bits (entry);

      if (entry & CODE_SUBTABLE)
        {
          entry = table[code_entry_value (entry) + inflater_low_bits (inflater->bits >> main_bits, n)];
          n = main_bits + code_entry_bits (entry);
        }
      /* With fewer bits than that, those missing were taken for 0. */
      if (n <= inflater->n_bits)
        {
          *ret_entry = entry;
          *ret_bits = n;
          return true;
        }
      if (!inflater_need_bits (inflater, span, inflater->n_bits + 1))
        return false;
    }
}
