/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/host/cpu_counter.h"

#include <glib.h>
#include <string.h>

static const char *const use_words[] = { "util", "usage", "load", "busy", "percent", "pct", "%" };
static const char *const other_words[] = { "gpu", "mem", "freq", "clock", "temp", "power", "cache" };
static const char *const percent_words[] = { "percent", "pct", "%" };

/* Upper or lower case. */
static bool
holds (const char *name, size_t length, const char *word)
{
  size_t n = strlen (word);

  for (size_t i = 0; i + n <= length; i++)
    if (g_ascii_strncasecmp (name + i, word, n) == 0)
      return true;
  return false;
}

static bool
holds_any (const char *name, size_t length, const char *const *words, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (holds (name, length, words[i]))
      return true;
  return false;
}

bool
cpu_counter_is_utilization (const char *name, size_t length)
{
  return holds (name, length, "cpu") && holds_any (name, length, use_words, G_N_ELEMENTS (use_words))
         && !holds_any (name, length, other_words, G_N_ELEMENTS (other_words));
}

bool
cpu_counter_says_percent (const char *name, size_t length)
{
  return holds_any (name, length, percent_words, G_N_ELEMENTS (percent_words));
}
