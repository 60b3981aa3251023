/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/perfetto/perfetto_categories.h"

#include <glib.h>
#include <string.h>

/* Sources: rocprofiler-sdk (cxx/perfetto.hpp), rocprofiler-systems and Omnitrace (core/categories.hpp). */
/* clang-format off */
static const struct
{
  const char *text;
  PerfettoCategory category;
} categories[] = {
  { "kernel_dispatch",      { "kernel",          SLICE_KERNEL } },
  { "rocm_kernel_dispatch", { "kernel",          SLICE_KERNEL } },
  { "device_hip",           { "kernel",          SLICE_KERNEL } },
  { "device_hsa",           { "kernel",          SLICE_KERNEL } },
  { "memory_copy",          { "gpu_memcpy",      SLICE_MEMCPY } },
  { "rocm_memory_copy",     { "gpu_memcpy",      SLICE_MEMCPY } },
  { "hip_api",              { "cuda_runtime",    SLICE_CALL } },
  { "rocm_hip_api",         { "cuda_runtime",    SLICE_CALL } },
  { "rocm_hip",             { "cuda_runtime",    SLICE_CALL } },
  { "hsa_api",              { "cuda_runtime",    SLICE_CALL } },
  { "rocm_hsa_api",         { "cuda_runtime",    SLICE_CALL } },
  { "rocm_hsa",             { "cuda_runtime",    SLICE_CALL } },
  { "marker_api",           { "user_annotation", SLICE_ANNOTATION } },
  { "rocm_marker_api",      { "user_annotation", SLICE_ANNOTATION } },
  { "rocm_roctx",           { "user_annotation", SLICE_ANNOTATION } },
  { "user",                 { "user_annotation", SLICE_ANNOTATION } },
  { "python",               { "python_function", SLICE_PYTHON } },
};
/* clang-format on */

PerfettoCategory
perfetto_category (const char *text, size_t length)
{
  for (size_t i = 0; i < G_N_ELEMENTS (categories); i++)
    if (strlen (categories[i].text) == length && memcmp (categories[i].text, text, length) == 0)
      return categories[i].category;
  return (PerfettoCategory){ NULL, slice_kind_of_category (text, length) };
}
