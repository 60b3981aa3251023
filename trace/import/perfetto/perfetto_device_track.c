/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/perfetto/perfetto_device_track.h"

#include <glib.h>
#include <stdbool.h>
#include <string.h>

/* Finds a word at the begin of another, in any case. Returns where it ends, or NULL. */
static const char *
find_word (const char *at, const char *end, const char *word)
{
  size_t n = strlen (word);

  for (const char *from = at; (size_t) (end - from) >= n; from++)
    if ((from == at || !g_ascii_isalpha (from[-1])) && g_ascii_strncasecmp (from, word, n) == 0)
      return from + n;
  return NULL;
}

/* Reads the number behind a word: "[4]", " 4" or "4". */
static bool
number_behind (const char *at, const char *end, int64_t max, int64_t *ret)
{
  int64_t value = 0;

  while (at < end && (*at == ' ' || *at == '[' || *at == '#' || *at == ':' || *at == '-'))
    at++;
  if (at == end || !g_ascii_isdigit (*at))
    return false;
  for (; at < end && g_ascii_isdigit (*at); at++)
    {
      if (value > (max - (*at - '0')) / 10)
        return false;
      value = value * 10 + (*at - '0');
    }
  *ret = value;
  return true;
}

static bool
find_number (const char *name, size_t length, const char *const *words, int64_t max, int64_t *ret)
{
  for (; *words != NULL; words++)
    {
      const char *behind = find_word (name, name + length, *words);

      if (behind != NULL && number_behind (behind, name + length, max, ret))
        return true;
    }
  return false;
}

PerfettoDeviceTrack
perfetto_device_track (const char *name, size_t length)
{
  static const char *const devices[] = { "device", "agent", "gpu", "kernel dispatch", NULL };
  static const char *const streams[] = { "stream", "queue", "thread", NULL };
  PerfettoDeviceTrack track = { -1, -1 };
  int64_t device;

  /* The number of an agent that memory is copied to is one of CPUs and GPUs together. */
  bool is_copy = find_word (name, name + length, "copy to") != NULL;
  bool is_gpu = memmem (name, length, "(GPU)", 5) != NULL;

  if (memmem (name, length, "(CPU)", 5) == NULL && (!is_copy || is_gpu)
      && find_number (name, length, devices, INT32_MAX, &device))
    track.device = (int32_t) device;
  if (!find_number (name, length, streams, INT64_MAX, &track.stream))
    track.stream = -1;
  return track;
}
