/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/open/first_look.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "trace/json/json_token.h"
#include "trace/open/rank_directory.h"
#include "trace/section/section.h"

/* What is decoded of a compressed file. */
#define TEXT_BYTES (64 << 10)

#define ZSTD_MAGIC "\x28\xb5\x2f\xfd"
#define GZIP_MAGIC "\x1f\x8b"

static const char *const kineto_words[] = {
  "\"schemaVersion\"", "\"deviceProperties\"", "\"distributedInfo\"", "\"cpu_op\"", "\"ProfilerStep#",
};

static const char *const chrome_words[] = { "\"traceEvents\"", "\"ph\"" };

bool
first_look_is_name (const char *name)
{
  return rank_directory_is_trace_name (name) || g_str_has_suffix (name, ".stepscope")
         || g_str_has_suffix (name, ".archive");
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
has_any (const char *text, size_t n, const char *const *words, size_t n_words)
{
  for (size_t i = 0; i < n_words; i++)
    if (memmem (text, n, words[i], strlen (words[i])) != NULL)
      return true;
  return false;
}

static FirstLookKind
kind_of_text (const char *text, size_t n)
{
  const char *end = text + n, *at = text;

  if (n >= 3 && memcmp (at, "\xef\xbb\xbf", 3) == 0)
    at += 3;
  at = json_skip_space (at, end);
  if (at == end || (*at != '{' && *at != '['))
    return FIRST_LOOK_OTHER;
  if (has_any (text, n, kineto_words, G_N_ELEMENTS (kineto_words)))
    return FIRST_LOOK_KINETO;
  return has_any (text, n, chrome_words, G_N_ELEMENTS (chrome_words)) ? FIRST_LOOK_CHROME : FIRST_LOOK_OTHER;
}

static FirstLookKind
kind_of_section_file (const uint8_t *bytes, size_t n)
{
  SectionFileHeader header;

  if (n < sizeof header)
    return FIRST_LOOK_OTHER;
  memcpy (&header, bytes, sizeof header);
  return header.flags & SECTION_FILE_ARCHIVE ? FIRST_LOOK_ARCHIVE : FIRST_LOOK_NATIVE;
}

static FirstLookKind
kind_of_bytes (const uint8_t *bytes, size_t n, bool *ret_is_plain)
{
  g_autofree char *text = NULL;

  *ret_is_plain = false;
  if (n >= 8 && memcmp (bytes, SECTION_FILE_MAGIC, 8) == 0)
    return kind_of_section_file (bytes, n);
  if (n >= 4 && memcmp (bytes, ZSTD_MAGIC, 4) == 0)
    {
      text = g_malloc (TEXT_BYTES);
      return kind_of_text (text, decode_begin (bytes, n, text));
    }
  if (n >= 2 && memcmp (bytes, GZIP_MAGIC, 2) == 0)
    {
      text = g_malloc (TEXT_BYTES);
      return kind_of_text (text, inflate_begin (bytes, n, text));
    }
  *ret_is_plain = true;
  return kind_of_text ((const char *) bytes, n);
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
first_look_at (const char *path)
{
  FirstLook look = { FIRST_LOOK_OTHER, false };
  bool is_plain = false;
  struct stat info;
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

  if (fd < 0)
    return look;
  if (fstat (fd, &info) == 0 && S_ISREG (info.st_mode))
    {
      g_autofree uint8_t *bytes = g_malloc (FIRST_LOOK_BYTES);
      ssize_t n = pread (fd, bytes, FIRST_LOOK_BYTES, 0);

      look.kind = n > 0 ? kind_of_bytes (bytes, (size_t) n, &is_plain) : FIRST_LOOK_OTHER;
      look.ends_early = is_plain && look.kind != FIRST_LOOK_OTHER && ends_early (fd);
    }
  close (fd);
  return look;
}
