/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/rocm/rocm_names.h"

#include <glib.h>
#include <string.h>

/* clang-format off */
static const struct
{
  const char *word;
  SliceKind kind;
} categories[N_ROCM_CATEGORIES] = {
  [ROCM_KERNEL]      = { "kernel", SLICE_KERNEL },
  [ROCM_MEMCPY]      = { "gpu_memcpy", SLICE_MEMCPY },
  [ROCM_MEMSET]      = { "gpu_memset", SLICE_MEMSET },
  [ROCM_CALL]        = { "cuda_runtime", SLICE_CALL },
  [ROCM_ANNOTATION]  = { "user_annotation", SLICE_ANNOTATION },
  [ROCM_OPERATOR]    = { "user_annotation", SLICE_OPERATOR },
  [ROCM_PYTHON]      = { "python_function", SLICE_PYTHON },
  [ROCM_OVERHEAD]    = { "overhead", SLICE_OVERHEAD },
  [ROCM_SYNC]        = { "cuda_sync", SLICE_SYNC },
  [ROCM_MEMORY_CALL] = { "memory_allocation", SLICE_OTHER },
  [ROCM_OTHER]       = { "", SLICE_OTHER },
};

/* Words in the name of a domain, in lower case; the first that fits counts. */
static const struct
{
  const char *word;
  RocmCategory category;
} domains[] = {
  { "marker", ROCM_ANNOTATION },
  { "roctx", ROCM_ANNOTATION },
  { "user", ROCM_ANNOTATION },
  { "hip", ROCM_CALL },
  { "hsa", ROCM_CALL },
  { "python", ROCM_PYTHON },
};
/* clang-format on */

static bool
is_text (const char *text, size_t length, const char *other)
{
  return length == strlen (other) && memcmp (text, other, length) == 0;
}

const char *
rocm_category_word (RocmCategory category)
{
  return categories[category].word;
}

SliceKind
rocm_category_kind (RocmCategory category)
{
  return categories[category].kind;
}

RocmCategory
rocm_category_of_operation (const RocmOperation *operation)
{
  switch (operation->kind)
    {
    case SLICE_MEMCPY:
      return ROCM_MEMCPY;
    case SLICE_MEMSET:
      return ROCM_MEMSET;
    case SLICE_SYNC:
      return ROCM_SYNC;
    default:
      return ROCM_KERNEL;
    }
}

RocmCategory
rocm_category_of_call (const char *name, size_t length)
{
  static const char writing[] = "::writeRows";

  if (memmem (name, length, writing, strlen (writing)) != NULL || is_text (name, length, "rpdflush")
      || is_text (name, length, "hcc_activity_callback"))
    return ROCM_OVERHEAD;
  return ROCM_CALL;
}

RocmCategory
rocm_category_of_domain (const char *domain, size_t length)
{
  for (size_t d = 0; d < G_N_ELEMENTS (domains); d++)
    {
      size_t n = strlen (domains[d].word);

      for (size_t i = 0; i + n <= length; i++)
        if (g_ascii_strncasecmp (domain + i, domains[d].word, n) == 0)
          return domains[d].category;
    }
  return ROCM_OTHER;
}

bool
rocm_call_counts_threads (const char *name, size_t length)
{
  return is_text (name, length, "hipExtModuleLaunchKernel")
         || is_text (name, length, "hipHccModuleLaunchKernel");
}
