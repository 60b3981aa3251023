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

static bool
contains_word (const char *name, size_t length, const char *word)
{
  size_t n = strlen (word);

  for (size_t i = 0; i + n <= length; i++)
    if (g_ascii_strncasecmp (name + i, word, n) == 0)
      return true;
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
  for (size_t i = 0; i < sizeof communication_words / sizeof communication_words[0]; i++)
    if (contains_word (name, length, communication_words[i]))
      return KERNEL_COMMUNICATION;
  return KERNEL_COMPUTE;
}

const char *
kernel_class_word (KernelClass klass)
{
  static const char *const words[] = { "compute", "communication", "memory" };
  return words[klass];
}
