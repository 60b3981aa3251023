/* SPDX-License-Identifier: Apache-2.0
 *
 * The file of an SQLite database as pages: https://www.sqlite.org/fileformat2.html. Pages have numbers from 1. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/import/source/byte_source.h"

typedef struct
{
  ByteSource *source;
  uint32_t page_bytes;   /* 512 to 65536 */
  uint32_t usable_bytes; /* of each page, from its begin; at least 480 */
  uint32_t n_pages;      /* whole pages that are in the file */
  uint32_t n_told_pages; /* as its header tells; 0 if it does not */
  uint32_t first_free;   /* first trunk page of the freelist, or 0 */
  uint32_t n_free;       /* pages of the freelist */
  int text_encoding;     /* SQLITE_UTF8, SQLITE_UTF16LE or SQLITE_UTF16BE */
} PageFile;

/* Reads the header of a seekable source, which is borrowed. Returns false if it makes no sense. */
bool page_file_init (PageFile *file, ByteSource *source);

/* Reads a whole page into buffer, of page_bytes. Returns false if the file has no such page. */
bool page_file_read (const PageFile *file, uint32_t page, uint8_t *buffer);

/* Calls each for the number of each page of the freelist, in the file or behind its end. Returns whether the list could be
 * followed completely. buffer has page_bytes. Takes time in proportion to the list, at most to the file. */
bool page_file_each_free (const PageFile *file,
                          uint8_t *buffer,
                          void (*each) (uint32_t page, void *user_data),
                          void *user_data);

static inline uint32_t
page_u16 (const uint8_t *bytes)
{
  return (uint32_t) bytes[0] << 8 | bytes[1];
}

static inline uint32_t
page_u32 (const uint8_t *bytes)
{
  return page_u16 (bytes) << 16 | page_u16 (bytes + 2);
}

/* Reads a number of 1 to 9 bytes before end. Returns its bytes, or 0 if it does not end before end. */
unsigned page_varint (const uint8_t *bytes, const uint8_t *end, uint64_t *ret);
