/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/text/bounded_text.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

/* Bytes that are kept of a longer text. */
#define HEAD_BYTES 160

static const char hex[] = "0123456789abcdef";

static bool
is_plain (unsigned char byte)
{
  return byte > ' ' && byte < 0x7f && strchr ("%/;,=~", byte) == NULL;
}

static char *
put_escaped (char *out, const char *bytes, size_t n)
{
  for (size_t i = 0; i < n; i++)
    {
      unsigned char byte = (unsigned char) bytes[i];

      if (is_plain (byte))
        {
          *out++ = (char) byte;
          continue;
        }
      *out++ = '%';
      *out++ = hex[byte >> 4];
      *out++ = hex[byte & 15];
    }
  return out;
}

static char *
put_hash (char *out, const char *bytes, size_t n)
{
  XXH128_canonical_t canonical;

  XXH128_canonicalFromHash (&canonical, XXH3_128bits (bytes, n));
  for (size_t i = 0; i < sizeof canonical.digest; i++)
    {
      *out++ = hex[canonical.digest[i] >> 4];
      *out++ = hex[canonical.digest[i] & 15];
    }
  return out;
}

size_t
bounded_text_put (char out[BOUNDED_TEXT_MAX], const char *bytes, size_t n)
{
  char *end = put_escaped (out, bytes, n <= BOUNDED_TEXT_WHOLE ? n : HEAD_BYTES);

  if (n > BOUNDED_TEXT_WHOLE)
    {
      *end++ = '%';
      *end++ = '*';
      end = put_hash (end, bytes, n);
    }
  *end = '\0';
  return (size_t) (end - out);
}
