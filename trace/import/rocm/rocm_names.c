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
  [ROCM_OPERATOR]    = { "cpu_op", SLICE_OPERATOR },
  [ROCM_PYTHON]      = { "python_function", SLICE_PYTHON },
  [ROCM_OVERHEAD]    = { "overhead", SLICE_OVERHEAD },
  [ROCM_SYNC]        = { "cuda_sync", SLICE_SYNC },
  [ROCM_MEMORY_CALL] = { "memory_allocation", SLICE_OTHER },
  [ROCM_OTHER]       = { "", SLICE_OTHER },
};

static const struct
{
  const char *name, *kind;
} copies[N_ROCM_COPIES] = {
  [ROCM_COPY_UNKNOWN] = { "Memcpy", "" },
  [ROCM_COPY_HTOD]    = { "Memcpy HtoD (Host -> Device)", "HtoD" },
  [ROCM_COPY_DTOH]    = { "Memcpy DtoH (Device -> Host)", "DtoH" },
  [ROCM_COPY_DTOD]    = { "Memcpy DtoD (Device -> Device)", "DtoD" },
  [ROCM_COPY_HTOH]    = { "Memcpy HtoH (Host -> Host)", "HtoH" },
  [ROCM_COPY_PTOP]    = { "Memcpy PtoP (Device -> Device)", "PtoP" },
};

/* The first begin that fits counts. The names are those of ROCclr, which appear in traces of roctracer and RPD
 * (CopyHostToDevice, CopyHostToDevice2D), of HIP (hipMemcpyHostToDevice) and of rocprofiler-sdk. */
static const struct
{
  const char *begin;
  RocmWork work;
} work_types[] = {
  { "CopyHostToDevice",             { ROCM_MEMCPY, ROCM_COPY_HTOD } },
  { "CopyDeviceToHost",             { ROCM_MEMCPY, ROCM_COPY_DTOH } },
  { "CopyDeviceToDevice",           { ROCM_MEMCPY, ROCM_COPY_DTOD } },
  { "CopyHostToHost",               { ROCM_MEMCPY, ROCM_COPY_HTOH } },
  { "CopyPeerToPeer",               { ROCM_MEMCPY, ROCM_COPY_PTOP } },
  { "hipMemcpyHostToDevice",        { ROCM_MEMCPY, ROCM_COPY_HTOD } },
  { "hipMemcpyDeviceToHost",        { ROCM_MEMCPY, ROCM_COPY_DTOH } },
  { "hipMemcpyDeviceToDevice",      { ROCM_MEMCPY, ROCM_COPY_DTOD } },
  { "hipMemcpyHostToHost",          { ROCM_MEMCPY, ROCM_COPY_HTOH } },
  { "MEMORY_COPY_HOST_TO_DEVICE",   { ROCM_MEMCPY, ROCM_COPY_HTOD } },
  { "MEMORY_COPY_DEVICE_TO_HOST",   { ROCM_MEMCPY, ROCM_COPY_DTOH } },
  { "MEMORY_COPY_DEVICE_TO_DEVICE", { ROCM_MEMCPY, ROCM_COPY_DTOD } },
  { "MEMORY_COPY_HOST_TO_HOST",     { ROCM_MEMCPY, ROCM_COPY_HTOH } },
  { "HOST_TO_DEVICE",               { ROCM_MEMCPY, ROCM_COPY_HTOD } },
  { "DEVICE_TO_HOST",               { ROCM_MEMCPY, ROCM_COPY_DTOH } },
  { "DEVICE_TO_DEVICE",             { ROCM_MEMCPY, ROCM_COPY_DTOD } },
  { "HOST_TO_HOST",                 { ROCM_MEMCPY, ROCM_COPY_HTOH } },
  { "MEMORY_COPY",                  { ROCM_MEMCPY, ROCM_COPY_UNKNOWN } },
  { "Memcpy",                       { ROCM_MEMCPY, ROCM_COPY_UNKNOWN } },
  { "FillBuffer",                   { ROCM_MEMSET, ROCM_COPY_UNKNOWN } },
  { "Memset",                       { ROCM_MEMSET, ROCM_COPY_UNKNOWN } },
  { "Barrier",                      { ROCM_SYNC, ROCM_COPY_UNKNOWN } },
  { "Marker",                       { ROCM_SYNC, ROCM_COPY_UNKNOWN } },
  { "InternalMarker",               { ROCM_SYNC, ROCM_COPY_UNKNOWN } },
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
begins (const char *text, size_t length, const char *begin)
{
  return length >= strlen (begin) && memcmp (text, begin, strlen (begin)) == 0;
}

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

const char *
rocm_copy_name (RocmCopy copy)
{
  return copies[copy].name;
}

const char *
rocm_copy_kind (RocmCopy copy)
{
  return copies[copy].kind;
}

RocmCopy
rocm_copy_of_number (long long number)
{
  static const RocmCopy of_number[] = { ROCM_COPY_HTOH, ROCM_COPY_HTOD, ROCM_COPY_DTOH, ROCM_COPY_DTOD };

  return number >= 0 && number < (long long) G_N_ELEMENTS (of_number) ? of_number[number] : ROCM_COPY_UNKNOWN;
}

RocmWork
rocm_work_of_type (const char *type, size_t length)
{
  for (size_t i = 0; i < G_N_ELEMENTS (work_types); i++)
    if (begins (type, length, work_types[i].begin))
      return work_types[i].work;
  return (RocmWork){ ROCM_KERNEL, ROCM_COPY_UNKNOWN };
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
