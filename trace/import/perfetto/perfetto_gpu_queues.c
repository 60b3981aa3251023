/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/perfetto/perfetto_gpu_queues.h"

#include <glib.h>
#include <string.h>

void
perfetto_gpu_queues_clear (PerfettoGpuQueues *queues)
{
  id_map_clear (&queues->of_name);
  id_map_clear (&queues->of_id);
  id_map_clear (&queues->taken);
  id_map_clear (&queues->next);
}

static uint64_t
key_of (int32_t device, uint64_t number)
{
  return (uint64_t) (uint32_t) device << 32 | (uint32_t) number;
}

bool
perfetto_gpu_queues_take (PerfettoGpuQueues *queues, int32_t device, int64_t number)
{
  /* Larger numbers are never given to a queue. */
  return number > INT32_MAX || id_map_add (&queues->taken, key_of (device, (uint64_t) number), 0) != NULL;
}

static bool
is_free (const PerfettoGpuQueues *queues, int32_t device, int64_t number)
{
  return id_map_find (&queues->taken, key_of (device, (uint64_t) number)) == NULL;
}

/* Reads "stream N", in any case. Returns -1 if that is not the name. */
static int64_t
number_in (const char *name, size_t length)
{
  static const char word[] = "stream ";
  const char *at = name + strlen (word), *end = name + length;
  int64_t number = 0;

  if (length <= strlen (word) || g_ascii_strncasecmp (name, word, strlen (word)) != 0)
    return -1;
  for (; at < end; at++)
    {
      if (!g_ascii_isdigit (*at) || number > (INT32_MAX - (*at - '0')) / 10)
        return -1;
      number = number * 10 + (*at - '0');
    }
  return number;
}

/* Gives a queue the number that it wants, or the next one that is free. */
static bool
give (PerfettoGpuQueues *queues, uint64_t *place, int32_t device, int64_t wanted)
{
  if (wanted < 0 || wanted > INT32_MAX || !is_free (queues, device, wanted))
    {
      uint64_t *next = id_map_add (&queues->next, (uint32_t) device, 1);

      if (next == NULL)
        return false;
      while (!is_free (queues, device, (int64_t) *next))
        ++*next;
      wanted = (int64_t) *next;
    }
  *place = (uint64_t) wanted;
  return perfetto_gpu_queues_take (queues, device, wanted);
}

bool
perfetto_gpu_queues_named (PerfettoGpuQueues *queues,
                           const StringTable *strings,
                           int32_t device,
                           uint32_t name,
                           int64_t *ret_number)
{
  uint64_t key = key_of (device, name), *known = id_map_find (&queues->of_name, key);
  size_t length;

  if (known == NULL)
    {
      const char *text = string_table_get (strings, name, &length);

      known = id_map_add (&queues->of_name, key, 0);
      if (known == NULL || !give (queues, known, device, number_in (text, length)))
        return false;
    }
  *ret_number = (int64_t) *known;
  return true;
}

bool
perfetto_gpu_queues_unnamed (PerfettoGpuQueues *queues, int32_t device, uint64_t iid, int64_t *ret_number)
{
  uint64_t key = key_of (device, iid), *known = id_map_find (&queues->of_id, key);

  if (known == NULL)
    {
      known = id_map_add (&queues->of_id, key, 0);
      if (known == NULL || !give (queues, known, device, (int64_t) MIN (iid, INT64_MAX)))
        return false;
    }
  *ret_number = (int64_t) *known;
  return true;
}
