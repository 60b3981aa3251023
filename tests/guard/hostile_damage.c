/* SPDX-License-Identifier: Apache-2.0
 *
 * Texts in which nearly every event is damaged, or that are not events at all. */

#include "tests/guard/hostile_text.h"

/* Each in between whole ones. */
static void
write_damaged (TextOut *out, int64_t n, const char *pattern)
{
  FOR_EACH_EVENT (out, n)
  if (i % 1000 == 0)
    hostile_put_slice (out, 10 * i, 5);
  else
    hostile_put (out, pattern, FIRST_TIME_US + 10 * i);
}

void
write_bad_escapes (TextOut *out, int64_t n)
{
  write_damaged (
    out, n, "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"a\\q\\w\",\"pid\":1,\"tid\":1,\"ts\":%,\"dur\":5}");
}

void
write_bare_quotes (TextOut *out, int64_t n)
{
  write_damaged (
    out, n,
    "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"a \"b\" c\",\"pid\":1,\"tid\":1,\"ts\":%,\"dur\":5}");
}

void
write_bad_values (TextOut *out, int64_t n)
{
  write_damaged (
    out, n, "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"op\",\"pid\":1,\"tid\":1,\"ts\":%,\"dur\":oops}");
}

void
write_no_colons (TextOut *out, int64_t n)
{
  write_damaged (out, n, "{\"ph\" \"X\" \"cat\" \"cpu_op\" \"name\" \"op\" \"pid\" 1 \"tid\" 1 \"ts\" %}");
}

void
write_half_events (TextOut *out, int64_t n)
{
  write_damaged (out, n,
                 "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"op\",\"pid\":1,\"tid\":1,\"ts\":%,\"du");
}

void
write_lost_quotes (TextOut *out, int64_t n)
{
  write_damaged (out, n,
                 "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"op,\"pid\":1,\"tid\":1,\"ts\":%,\"dur\":5}");
}

void
write_bad_times (TextOut *out, int64_t n)
{
  write_damaged (
    out, n, "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"op\",\"pid\":1,\"tid\":1,\"ts\":\"%s\",\"dur\":-5}");
}

void
write_open_braces (TextOut *out, int64_t n)
{
  hostile_put_slice (out, 0, 1);
  text_out_string (out, ",\n");
  hostile_put_repeated (out, "{", n);
}

void
write_open_events (TextOut *out, int64_t n)
{
  hostile_put_slice (out, 0, 1);
  text_out_string (out, ",\n");
  hostile_put_repeated (out, "{\"ph\":", n / 6);
}

void
write_open_brackets (TextOut *out, int64_t n)
{
  hostile_put_slice (out, 0, 1);
  text_out_string (out, ",\n");
  hostile_put_repeated (out, "[", n);
}

void
write_quotes (TextOut *out, int64_t n)
{
  hostile_put_slice (out, 0, 1);
  text_out_string (out, ",\n{\"ph\":\"");
  hostile_put_repeated (out, "\"", n);
}

void
write_commas (TextOut *out, int64_t n)
{
  hostile_put_slice (out, 0, 1);
  hostile_put_repeated (out, ",", n);
}

void
write_empty_objects (TextOut *out, int64_t n)
{
  hostile_put_slice (out, 0, 1);
  hostile_put_repeated (out, ",{}", n);
}
