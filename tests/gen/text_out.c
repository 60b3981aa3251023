/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/gen/text_out.h"

#define INT64_DIGITS 20

void
text_out_flush (TextOut *out)
{
  if (!out->failed && fwrite (out->at, 1, out->n, out->file) != out->n)
    out->failed = true;
  out->n = 0;
}

bool
text_out_finish (TextOut *out)
{
  text_out_flush (out);
  if (!out->failed && fflush (out->file) != 0)
    out->failed = true;
  return !out->failed;
}

/* Writes the decimal digits of value so that they end before end; returns the first. */
static char *
format_digits (char *end, uint64_t value)
{
  do
    {
      *--end = (char) ('0' + value % 10);
      value /= 10;
    }
  while (value != 0);
  return end;
}

void
text_out_int (TextOut *out, int64_t value)
{
  char digits[INT64_DIGITS];
  char *end = digits + sizeof digits;
  uint64_t magnitude = value < 0 ? 0 - (uint64_t) value : (uint64_t) value;
  char *begin = format_digits (end, magnitude);

  if (value < 0)
    *--begin = '-';
  text_out_bytes (out, begin, (size_t) (end - begin));
}

void
text_out_decimal (TextOut *out, int64_t value, unsigned decimals)
{
  char digits[INT64_DIGITS + 1];
  char *end = digits + sizeof digits;
  char *begin = end;
  uint64_t rest = (uint64_t) value;

  for (unsigned i = 0; i < decimals; i++)
    {
      *--begin = (char) ('0' + rest % 10);
      rest /= 10;
    }
  *--begin = '.';
  begin = format_digits (begin, rest);
  text_out_bytes (out, begin, (size_t) (end - begin));
}
