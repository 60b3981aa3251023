/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/sqlite/page_file.h"

#include <sqlite3.h>

#define HEADER_BYTES      100
#define PAGE_SIZE_AT      16 /* 2 bytes; 1 is 65536 */
#define RESERVED_AT       20 /* 1 byte: unused bytes at the end of each page */
#define CHANGE_COUNTER_AT 24
#define N_PAGES_AT        28 /* valid if the counters are equal */
#define FIRST_FREE_AT     32
#define N_FREE_AT         36
#define TEXT_ENCODING_AT  56
#define VALID_FOR_AT      92

/* A trunk page: number of the next one, number of entries, entries. */
#define TRUNK_ENTRIES_AT 8

bool
page_file_init (PageFile *file, ByteSource *source)
{
  uint8_t header[HEADER_BYTES];

  if (byte_source_read_at (source, 0, header, sizeof header) != sizeof header)
    return false;
  uint32_t page_bytes = page_u16 (header + PAGE_SIZE_AT);
  uint32_t encoding = page_u32 (header + TEXT_ENCODING_AT);
  bool tells_size = page_u32 (header + CHANGE_COUNTER_AT) == page_u32 (header + VALID_FOR_AT);
  page_bytes = page_bytes == 1 ? 65536 : page_bytes;
  if (page_bytes < 512 || (page_bytes & (page_bytes - 1)) != 0 || page_bytes - header[RESERVED_AT] < 480
      || encoding > SQLITE_UTF16BE)
    return false;
  uint64_t n_pages = byte_source_decoded_size (source) / page_bytes;
  *file = (PageFile){
    .source = source,
    .page_bytes = page_bytes,
    .usable_bytes = page_bytes - header[RESERVED_AT],
    .n_pages = n_pages < UINT32_MAX ? (uint32_t) n_pages : UINT32_MAX - 1,
    .n_told_pages = tells_size ? page_u32 (header + N_PAGES_AT) : 0,
    .first_free = page_u32 (header + FIRST_FREE_AT),
    .n_free = page_u32 (header + N_FREE_AT),
    .text_encoding = encoding == 0 ? SQLITE_UTF8 : (int) encoding,
  };
  return true;
}

bool
page_file_read (const PageFile *file, uint32_t page, uint8_t *buffer)
{
  return page >= 1 && page <= file->n_pages
         && byte_source_read_at (file->source, (uint64_t) (page - 1) * file->page_bytes, buffer,
                                 file->page_bytes)
              == file->page_bytes;
}

bool
page_file_each_free (const PageFile *file,
                     uint8_t *buffer,
                     void (*each) (uint32_t page, void *user_data),
                     void *user_data)
{
  uint64_t n = 0;
  uint32_t n_trunks = 0;

  for (uint32_t trunk = file->first_free; trunk != 0; trunk = page_u32 (buffer))
    {
      if (n_trunks++ >= file->n_pages || !page_file_read (file, trunk, buffer))
        return false;
      uint32_t n_entries = page_u32 (buffer + 4);
      if (n_entries > file->usable_bytes / 4 - 2)
        return false;
      each (trunk, user_data);
      for (uint32_t i = 0; i < n_entries; i++)
        each (page_u32 (buffer + TRUNK_ENTRIES_AT + 4 * i), user_data);
      n += 1 + n_entries;
    }
  return n == file->n_free;
}

unsigned
page_varint (const uint8_t *bytes, const uint8_t *end, uint64_t *ret)
{
  uint64_t value = 0;

  for (unsigned i = 0; i < 9 && bytes + i < end; i++)
    {
      if (i == 8)
        {
          *ret = value << 8 | bytes[i];
          return 9;
        }
      value = value << 7 | (bytes[i] & 0x7f);
      if (bytes[i] < 0x80)
        {
          *ret = value;
          return i + 1;
        }
    }
  return 0;
}
