/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/model/slice_kind.h"

#include <string.h>
#include <glib.h>

static const struct
{
  const char *category;
  SliceKind kind;
} categories[] = {
  { "cpu_op", SLICE_OPERATOR },
  { "operator", SLICE_OPERATOR },
  { "user_annotation", SLICE_ANNOTATION },
  { "python_function", SLICE_PYTHON },
  { "kernel", SLICE_KERNEL },
  { "concurrent_kernel", SLICE_KERNEL },
  { "cuda_graph", SLICE_KERNEL },
  { "gpu_memcpy", SLICE_MEMCPY },
  { "memcpy", SLICE_MEMCPY },
  { "gpu_memset", SLICE_MEMSET },
  { "memset", SLICE_MEMSET },
  { "mtia_ccp_events", SLICE_ACCELERATOR },
  { "hpu_op", SLICE_ACCELERATOR },
  { "privateuse1_kernel", SLICE_ACCELERATOR },
  { "cuda_runtime", SLICE_CALL },
  { "cuda_driver", SLICE_CALL },
  { "runtime", SLICE_CALL },
  { "driver", SLICE_CALL },
  { "hip_runtime", SLICE_CALL },
  { "hip_driver", SLICE_CALL },
  { "xpu_runtime", SLICE_CALL },
  { "xpu_driver", SLICE_CALL },
  { "mtia_runtime", SLICE_CALL },
  { "privateuse1_runtime", SLICE_CALL },
  { "privateuse1_driver", SLICE_CALL },
  { "gcu_runtime", SLICE_CALL },
  { "musa_runtime", SLICE_CALL },
  { "gpu_user_annotation", SLICE_DEVICE_ANNOTATION },
  { "cuda_sync", SLICE_SYNC },
  { "overhead", SLICE_OVERHEAD },
  { "cuda_profiler_range", SLICE_COUNTER_RANGE },
  { "trace", SLICE_PROFILER_SPAN },
};

SliceKind
slice_kind_of_category (const char *category, size_t length)
{
  for (size_t i = 0; i < sizeof categories / sizeof categories[0]; i++)
    if (strlen (categories[i].category) == length
        && g_ascii_strncasecmp (categories[i].category, category, length) == 0)
      return categories[i].kind;
  return SLICE_OTHER;
}
