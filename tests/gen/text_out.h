/* SPDX-License-Identifier: Apache-2.0
 *
 * Buffered text output for large files: strings and integers without printf, one write per buffer.
 *
 * Formatting is the whole cost of the generator, so the small calls are inline. A write error is
 * kept and returned by text_out_finish; output after it is dropped. */

#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define TEXT_OUT_SIZE ((size_t) 1 << 18)

typedef struct
{
  FILE *file; /* borrowed */
  size_t n;   /* bytes waiting in at[] */
  bool failed;
  char at[TEXT_OUT_SIZE];
} TextOut;

void text_out_flush (TextOut *out);

/* Flushes; false when this or any earlier write failed. The file stays open. */
bool text_out_finish (TextOut *out);

void text_out_int (TextOut *out, int64_t value);

/* value / 10^decimals with exactly that many decimals (1 to 18), value >= 0: nanoseconds with 3
 * decimals are microseconds. */
void text_out_decimal (TextOut *out, int64_t value, unsigned decimals);

static inline void
text_out_bytes (TextOut *out, const char *text, size_t n)
{
  while (n > TEXT_OUT_SIZE - out->n)
    {
      size_t part = TEXT_OUT_SIZE - out->n;

      memcpy (out->at + out->n, text, part);
      out->n += part;
      text += part;
      n -= part;
      text_out_flush (out);
    }
  memcpy (out->at + out->n, text, n);
  out->n += n;
}

/* Inline, so that the length of a literal is known to the compiler. */
static inline void
text_out_string (TextOut *out, const char *text)
{
  text_out_bytes (out, text, strlen (text));
}
