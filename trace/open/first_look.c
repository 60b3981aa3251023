/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/open/first_look.h"

#include <fcntl.h>
#include <glib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "trace/import/cupti/cupti_file.h"
#include "trace/import/perfetto/perfetto_sniff.h"
#include "trace/import/xspace/xspace_sniff.h"
#include "trace/json/json_token.h"
#include "trace/section/input_file.h"
#include "trace/section/section.h"

/* What is decoded of a compressed file. */
#define TEXT_BYTES (64 << 10)

#define ZSTD_MAGIC "\x28\xb5\x2f\xfd"
#define GZIP_MAGIC "\x1f\x8b"

bool
first_look_is_name (const char *name)
{
  size_t n;
  const ProfileFormat *formats = profile_formats (&n);

  for (size_t i = 0; i < n; i++)
    if (profile_format_has_name (&formats[i], name))
      return true;
  return false;
}

/* ---- the begin ---- */

/* Both return how many bytes of text there are; a cut stream gives what it has. */
static size_t
inflate_begin (const uint8_t *packed, size_t n, char *text)
{
  z_stream stream = { .next_in = (Bytef *) (uintptr_t) packed, .avail_in = (uInt) n };

  if (inflateInit2 (&stream, 16 + MAX_WBITS) != Z_OK)
    return 0;
  stream.next_out = (Bytef *) text;
  stream.avail_out = TEXT_BYTES;
  inflate (&stream, Z_SYNC_FLUSH);
  inflateEnd (&stream);
  return TEXT_BYTES - stream.avail_out;
}

static size_t
decode_begin (const uint8_t *packed, size_t n, char *text)
{
  ZSTD_DCtx *context = ZSTD_createDCtx ();
  ZSTD_inBuffer in = { packed, n, 0 };
  ZSTD_outBuffer out = { text, TEXT_BYTES, 0 };

  if (context == NULL)
    return 0;
  for (size_t before = SIZE_MAX; out.pos < out.size && in.pos + out.pos != before;)
    {
      before = in.pos + out.pos;
      if (ZSTD_isError (ZSTD_decompressStream (context, &out, &in)))
        break;
    }
  ZSTD_freeDCtx (context);
  return out.pos;
}

static bool
has_mark (const char *bytes, size_t n, const ProfileFormat *format)
{
  for (const char *const *mark = format->marks; *mark != NULL; mark++)
    if (memmem (bytes, n, *mark, strlen (*mark)) != NULL)
      return true;
  return false;
}

/* Returns the first format of that sort with a mark in the bytes. */
static ProfileFormatId
format_with_mark (const char *bytes, size_t n, ProfileBytes sort)
{
  size_t n_formats;
  const ProfileFormat *formats = profile_formats (&n_formats);

  for (size_t i = 0; i < n_formats; i++)
    if (formats[i].bytes == sort && has_mark (bytes, n, &formats[i]))
      return formats[i].id;
  return PROFILE_FORMAT_NONE;
}

static ProfileFormatId
format_with_magic (const char *bytes, size_t n)
{
  size_t n_formats;
  const ProfileFormat *formats = profile_formats (&n_formats);

  for (size_t i = 0; i < n_formats; i++)
    if (formats[i].bytes == PROFILE_BYTES_MAGIC && n >= strlen (formats[i].marks[0])
        && memcmp (bytes, formats[i].marks[0], strlen (formats[i].marks[0])) == 0)
      return formats[i].id;
  return PROFILE_FORMAT_NONE;
}

static bool
is_database (const char *bytes, size_t n)
{
  return n >= SQLITE_MAGIC_BYTES && memcmp (bytes, SQLITE_MAGIC, SQLITE_MAGIC_BYTES) == 0;
}

static ProfileFormatId
format_of_text (const char *text, size_t n)
{
  const char *end = text + n, *at = text;

  if (n >= 3 && memcmp (at, "\xef\xbb\xbf", 3) == 0)
    at += 3;
  at = json_skip_space (at, end);
  if (at == end || (*at != '{' && *at != '['))
    return PROFILE_FORMAT_NONE;
  return format_with_mark (text, n, PROFILE_BYTES_TEXT);
}

/* The first key of a memory snapshot is near its begin; other pickles are none of ours. */
#define PICKLE_HEAD_BYTES 256

static bool
is_memory_pickle (const char *bytes, size_t n)
{
  static const char key[] = "segments", other_key[] = "device_traces";

  n = MIN (n, PICKLE_HEAD_BYTES);
  return n >= 2 && (unsigned char) bytes[0] == 0x80
         && (memmem (bytes, n, key, strlen (key)) != NULL
             || memmem (bytes, n, other_key, strlen (other_key)) != NULL);
}

static ProfileFormatId
format_of_section_file (const char *bytes, size_t n)
{
  SectionFileHeader header;

  if (n < sizeof header)
    return PROFILE_FORMAT_NONE;
  memcpy (&header, bytes, sizeof header);
  return header.flags & SECTION_FILE_ARCHIVE ? PROFILE_FORMAT_ARCHIVE : PROFILE_FORMAT_NATIVE;
}

static ProfileFormatId
format_of_plain (const char *bytes, size_t n)
{
  if (n >= 8 && memcmp (bytes, SECTION_FILE_MAGIC, 8) == 0)
    return format_of_section_file (bytes, n);
  if (is_database (bytes, n))
    return format_with_mark (bytes, n, PROFILE_BYTES_TABLES);
  if (is_memory_pickle (bytes, n))
    return PROFILE_FORMAT_TORCH_MEMORY;

  ProfileFormatId format = format_with_magic (bytes, n);
  if (format == PROFILE_FORMAT_NONE)
    format = format_of_text (bytes, n);
  if (format == PROFILE_FORMAT_NONE && xspace_sniff (bytes, n))
    format = PROFILE_FORMAT_XSPACE;
  if (format == PROFILE_FORMAT_NONE && perfetto_sniff ((const uint8_t *) bytes, n))
    format = PROFILE_FORMAT_PERFETTO;
  /* Records without a container begin with nothing that stands for the format. */
  return format == PROFILE_FORMAT_NONE && cupti_file_sniff ((const uint8_t *) bytes, n) ? PROFILE_FORMAT_CUPTI
                                                                                        : format;
}

static bool
is_packed (const char *bytes, size_t n, size_t (**ret_decode) (const uint8_t *packed, size_t n, char *text))
{
  *ret_decode = n >= 4 && memcmp (bytes, ZSTD_MAGIC, 4) == 0   ? decode_begin
                : n >= 2 && memcmp (bytes, GZIP_MAGIC, 2) == 0 ? inflate_begin
                                                               : NULL;
  return *ret_decode != NULL;
}

ProfileFormatId
first_look_of_bytes (const char *bytes, size_t n)
{
  size_t (*decode) (const uint8_t *packed, size_t n, char *text);

  if (!is_packed (bytes, n, &decode))
    return format_of_plain (bytes, n);
  g_autofree char *text = g_malloc (TEXT_BYTES);
  size_t n_text = decode ((const uint8_t *) bytes, n, text);
  return format_of_plain (text, n_text);
}

/* ---- the tables of a database: https://sqlite.org/fileformat2.html ---- */

#define DATABASE_HEADER_BYTES 100
#define PAGE_SIZE_AT          16
#define INTERIOR_TABLE_PAGE   5
#define INTERIOR_HEADER_BYTES 12
#define N_CELLS_AT            3 /* in the header of a page */
#define LAST_CHILD_AT         8

static uint32_t
big_endian (const uint8_t *bytes, size_t n)
{
  uint32_t value = 0;

  for (size_t i = 0; i < n; i++)
    value = value << 8 | bytes[i];
  return value;
}

static ProfileFormatId
format_of_page (int fd, uint32_t number, char *page, uint32_t page_bytes)
{
  off_t at = (off_t) (number - 1) * (off_t) page_bytes;
  ssize_t n = number > 0 ? pread (fd, page, page_bytes, at) : 0;

  return n > 0 ? format_with_mark (page, (size_t) n, PROFILE_BYTES_TABLES) : PROFILE_FORMAT_NONE;
}

/* The schema is a tree whose root is the first page. Reads the pages below it, which together name the tables. */
static ProfileFormatId
format_of_tables (int fd, const uint8_t *first, size_t n)
{
  const uint8_t *root = first + DATABASE_HEADER_BYTES;

  if (n < DATABASE_HEADER_BYTES + INTERIOR_HEADER_BYTES)
    return PROFILE_FORMAT_NONE;
  uint32_t page_bytes = big_endian (first + PAGE_SIZE_AT, 2);
  if (page_bytes == 1) /* stands for what does not fit into two bytes */
    page_bytes = 1 << 16;
  if (page_bytes < 512)
    return PROFILE_FORMAT_NONE;

  g_autofree char *page = g_malloc (page_bytes);
  if (root[0] != INTERIOR_TABLE_PAGE)
    return format_of_page (fd, 1, page, page_bytes);

  /* The places of the cells follow the header; a cell begins with the number of a page, and the last page has no cell. */
  uint32_t n_cells = big_endian (root + N_CELLS_AT, 2), n_pages = FIRST_LOOK_TABLE_BYTES / page_bytes;
  ProfileFormatId format = PROFILE_FORMAT_NONE;

  for (uint32_t i = 0; i <= n_cells && i < n_pages && format == PROFILE_FORMAT_NONE; i++)
    {
      size_t place_at = DATABASE_HEADER_BYTES + INTERIOR_HEADER_BYTES + 2 * (size_t) i;
      size_t at = i == n_cells        ? DATABASE_HEADER_BYTES + LAST_CHILD_AT
                  : place_at + 2 <= n ? big_endian (first + place_at, 2)
                                      : n;

      if (at + 4 <= n)
        format = format_of_page (fd, big_endian (first + at, 4), page, page_bytes);
    }
  return format;
}

/* ---- the end ---- */

static bool
ends_early (int fd)
{
  char bytes[FIRST_LOOK_END_BYTES];
  struct stat info;

  if (fstat (fd, &info) != 0 || info.st_size == 0)
    return false;
  off_t n = MIN (info.st_size, (off_t) sizeof bytes);
  ssize_t n_read = pread (fd, bytes, (size_t) n, info.st_size - n);

  while (n_read > 0 && strchr (" \t\r\n", bytes[n_read - 1]) != NULL && bytes[n_read - 1] != '\0')
    n_read--;
  return n_read > 0 && bytes[n_read - 1] != '}' && bytes[n_read - 1] != ']';
}

FirstLook
first_look_at_fd (int fd)
{
  FirstLook look = { PROFILE_FORMAT_NONE, false };
  size_t (*decode) (const uint8_t *packed, size_t n, char *text);
  struct stat info;

  if (fstat (fd, &info) != 0 || !S_ISREG (info.st_mode))
    return look;
  g_autofree char *bytes = g_malloc (FIRST_LOOK_BYTES);
  ssize_t n = pread (fd, bytes, FIRST_LOOK_BYTES, 0);

  if (n <= 0)
    return look;
  look.format = first_look_of_bytes (bytes, (size_t) n);
  if (look.format == PROFILE_FORMAT_NONE && is_database (bytes, (size_t) n))
    look.format = format_of_tables (fd, (const uint8_t *) bytes, (size_t) n);

  const ProfileFormat *format = profile_format_get (look.format);
  look.ends_early = format != NULL && format->bytes == PROFILE_BYTES_TEXT
                    && !is_packed (bytes, (size_t) n, &decode) && ends_early (fd);
  return look;
}

FirstLook
first_look_at (const char *path)
{
  FirstLook look = { PROFILE_FORMAT_NONE, false };
  int fd = input_file_open (AT_FDCWD, path, 0);

  if (fd < 0)
    return look;
  look = first_look_at_fd (fd);
  close (fd);
  return look;
}
