/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/gen/injection.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define MAX_SLOWER_PERCENT 1000
#define MAX_STEPS          1000000

/* The number at the beginning of text, from 1 to max; 0 where there is none. */
static int32_t
leading_number (const char *text, int32_t max, const char **ret_rest)
{
  char *rest;
  unsigned long value;

  if (text[0] < '0' || text[0] > '9')
    return 0;
  errno = 0;
  value = strtoul (text, &rest, 10);
  *ret_rest = rest;
  return errno == 0 && value <= (unsigned long) max ? (int32_t) value : 0;
}

static bool
parse_slower (const char *text, Injection *injection)
{
  const char *rest;
  int32_t percent = leading_number (text, MAX_SLOWER_PERCENT, &rest);

  if (percent == 0 || strcmp (rest, "%") != 0)
    return false;
  injection->slower_permille = percent * 10;
  return true;
}

static bool
parse_slow_steps (const char *text, Injection *injection)
{
  const char *rest;
  int32_t slow = leading_number (text, MAX_STEPS, &rest);
  int32_t of = slow > 0 && rest[0] == '/' ? leading_number (rest + 1, MAX_STEPS, &rest) : 0;

  if (of < slow || of == 0 || rest[0] != '\0')
    return false;
  injection->slow_steps = slow;
  injection->slow_steps_of = of;
  return true;
}

bool
injection_parse (const char *text, Injection *injection)
{
  static const char slower[] = "kernel-slower=", slow_steps[] = "slow-loader=";

  if (strncmp (text, slower, sizeof slower - 1) == 0)
    return parse_slower (text + sizeof slower - 1, injection);
  if (strncmp (text, slow_steps, sizeof slow_steps - 1) == 0)
    return parse_slow_steps (text + sizeof slow_steps - 1, injection);
  if (strcmp (text, "added-memcpy") == 0)
    injection->added_memcpy = true;
  else if (strcmp (text, "removed-overlap") == 0)
    injection->removed_overlap = true;
  else
    return false;
  return true;
}

bool
injection_slows_loader (const Injection *injection, int64_t step)
{
  int64_t slow = injection->slow_steps, of = injection->slow_steps_of;

  if (of == 0)
    return false;
  /* How many are due before a step is (2 * slow * step + of) / (2 * of): the first after half a share. */
  return (2 * slow * (step + 1) + of) / (2 * of) > (2 * slow * step + of) / (2 * of);
}
