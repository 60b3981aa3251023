/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads untrusted bytes. A read past the end returns zero and is remembered. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct
{
  const uint8_t *at, *end;
  bool is_damaged; /* a read went past the end, or the bytes make no sense */
} ByteReader;

/* Returns the next n bytes, inside the buffer, or NULL if there are fewer. */
static inline const uint8_t *
byte_reader_take (ByteReader *reader, uint64_t n)
{
  const uint8_t *bytes = reader->at;

  if (n > (uint64_t) (reader->end - reader->at))
    {
      reader->is_damaged = true;
      return NULL;
    }
  reader->at += n;
  return bytes;
}

static inline uint8_t
byte_reader_u8 (ByteReader *reader)
{
  const uint8_t *byte = byte_reader_take (reader, 1);

  return byte == NULL ? 0 : *byte;
}

/* Reads a number in LEB128, which has seven bits a byte, least significant first, and at most ten bytes. */
static inline uint64_t
byte_reader_varint (ByteReader *reader)
{
  uint64_t number = 0;

  for (unsigned shift = 0; shift < 64 && reader->at < reader->end; shift += 7)
    {
      uint8_t byte = *reader->at++;

      if (shift == 63 && byte > 1)
        break;
      number |= (uint64_t) (byte & 0x7f) << shift;
      if (byte < 0x80)
        return number;
    }
  reader->is_damaged = true;
  return 0;
}

/* Reads a varint that counts something of which at most max are possible. */
static inline uint64_t
byte_reader_count (ByteReader *reader, uint64_t max)
{
  uint64_t number = byte_reader_varint (reader);

  if (number <= max)
    return number;
  reader->is_damaged = true;
  return 0;
}

static inline uint64_t
zigzag (int64_t value)
{
  return (uint64_t) value << 1 ^ (uint64_t) (value >> 63);
}

static inline int64_t
unzigzag (uint64_t bits)
{
  return (int64_t) (bits >> 1 ^ (0 - (bits & 1)));
}
