/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/guard/hostile_text.h"

#include <stdarg.h>

void
hostile_put (TextOut *out, const char *pattern, ...)
{
  va_list numbers;

  va_start (numbers, pattern);
  for (const char *percent; (percent = strchr (pattern, '%')) != NULL; pattern = percent + 1)
    {
      text_out_bytes (out, pattern, (size_t) (percent - pattern));
      text_out_int (out, va_arg (numbers, int64_t));
    }
  va_end (numbers);
  text_out_string (out, pattern);
}

void
hostile_put_repeated (TextOut *out, const char *piece, int64_t n)
{
  for (int64_t i = 0; i < n; i++)
    text_out_string (out, piece);
}

void
hostile_put_slice (TextOut *out, int64_t begin_us, int64_t dur_us)
{
  hostile_put (out,
               "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"op\",\"pid\":1,\"tid\":1,\"ts\":%,\"dur\":%}",
               FIRST_TIME_US + begin_us, dur_us);
}
