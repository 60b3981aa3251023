/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/percent_parts.h"

#define WHOLE 1000

static unsigned __int128
amount_of (int64_t part)
{
  return part > 0 ? (unsigned __int128) part : 0;
}

/* The whole tenths of a part, and the rest of the part in units of sum / 1000. */
static uint32_t
full_tenths (int64_t part, unsigned __int128 sum, unsigned __int128 *ret_remainder)
{
  unsigned __int128 scaled = amount_of (part) * WHOLE;

  *ret_remainder = scaled % sum;
  return (uint32_t) (scaled / sum);
}

bool
percent_parts (const int64_t *parts, size_t n, uint32_t *tenths)
{
  unsigned __int128 sum = 0, remainder;
  uint32_t left = WHOLE;

  for (size_t i = 0; i < n; i++)
    sum += amount_of (parts[i]);
  for (size_t i = 0; i < n; i++)
    {
      tenths[i] = sum > 0 ? full_tenths (parts[i], sum, &remainder) : 0;
      left -= tenths[i];
    }
  if (sum == 0)
    return false;

  /* The remainders add up to left x sum and each is below sum, so more than left of them are not 0: there is always a
   * winner. */
  for (; left > 0; left--)
    {
      unsigned __int128 largest = 0;
      size_t winner = n;

      for (size_t i = 0; i < n; i++)
        if (tenths[i] == full_tenths (parts[i], sum, &remainder) && remainder > largest)
          {
            largest = remainder;
            winner = i;
          }
      tenths[winner]++;
    }
  return true;
}
