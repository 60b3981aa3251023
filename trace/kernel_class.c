/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/kernel_class.h"

#include <stdbool.h>
#include <string.h>
#include <glib.h>

static const char *const memory_prefixes[] = {
  "MEMORY_COPY_",
  "__amd_rocclr_copyBuffer",
  "__amd_rocclr_fillBuffer",
};

/* Anywhere in the name, upper or lower case. */
static const char *const communication_words[] = {
  "nccl",
  "rccl",
  "hccl",
  "oneccl",
  "xccl",
  "msccl",
  "nvshmem",
  "cross_device_reduce",
  "userbuffers_",
  "deep_ep",
  "multimem_all_",
  "one_shot_all_reduce",
  "two_shot_all_reduce",
};

/* Long names are nearly all looked at in vain, so most places are passed by their first letter alone. */
static bool
holds_communication_word (const char *name, size_t length)
{
  for (size_t i = 0; i < length; i++)
    {
      char first = g_ascii_tolower (name[i]);

      for (size_t w = 0; w < sizeof communication_words / sizeof communication_words[0]; w++)
        {
          const char *word = communication_words[w];
          if (first == word[0] && g_ascii_strncasecmp (name + i, word, MIN (strlen (word), length - i)) == 0
              && strlen (word) <= length - i)
            return true;
        }
    }
  return false;
}

KernelClass
kernel_class_of_name (const char *name, size_t length)
{
  for (size_t i = 0; i < sizeof memory_prefixes / sizeof memory_prefixes[0]; i++)
    {
      size_t n = strlen (memory_prefixes[i]);
      if (length >= n && memcmp (name, memory_prefixes[i], n) == 0)
        return KERNEL_MEMORY;
    }
  return holds_communication_word (name, length) ? KERNEL_COMMUNICATION : KERNEL_COMPUTE;
}

const char *
kernel_class_word (KernelClass klass)
{
  static const char *const words[] = { "compute", "communication", "memory" };
  return words[klass];
}
