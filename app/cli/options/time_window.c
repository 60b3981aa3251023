/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/options/time_window.h"

#include <string.h>

#include "trace/model/trace.h"
#include "trace/text/decimal_time.h"

/* clang-format off */
static const struct
{
  const char *unit;
  int power; /* of ten, in nanoseconds */
} units[] = {
  { "ns", 0 },
  { "us", 3 },
  { "\xc2\xb5s", 3 },
  { "\xce\xbcs", 3 },
  { "ms", 6 },
  { "s", 9 },
  { "", 0 },
};
/* clang-format on */

static bool
parse_time (const char *text, size_t length, int64_t *ret_ns)
{
  for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
    {
      size_t n = strlen (units[i].unit);
      bool rounded;

      if (length > n && memcmp (text + length - n, units[i].unit, n) == 0)
        return decimal_to_scaled (text, length - n, units[i].power, TRACE_TIME_MAX_NS, ret_ns, &rounded);
    }
  return false;
}

bool
time_window_parse (const char *text, TimeWindow *ret_window)
{
  const char *dots = strstr (text, "..");
  TimeWindow window = { 0 };

  if (dots == NULL)
    return false;
  window.has_begin = dots > text;
  window.has_end = dots[2] != '\0';
  if ((window.has_begin && !parse_time (text, (size_t) (dots - text), &window.begin_ns))
      || (window.has_end && !parse_time (dots + 2, strlen (dots + 2), &window.end_ns))
      || (window.has_begin && window.has_end && window.end_ns < window.begin_ns))
    return false;
  *ret_window = window;
  return true;
}

bool
time_window_parse_time (const char *text, int64_t *ret_ns)
{
  return parse_time (text, strlen (text), ret_ns);
}
