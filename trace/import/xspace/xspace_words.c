/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/xspace/xspace_words.h"

#include <glib.h>
#include <string.h>

#include "trace/model/slice_name_kind.h"

static bool
is_word (const char *text, size_t length, const char *word)
{
  return strlen (word) == length && memcmp (text, word, length) == 0;
}

static bool
has_prefix (const char *text, size_t length, const char *prefix)
{
  size_t n = strlen (prefix);

  return length >= n && memcmp (text, prefix, n) == 0;
}

/* clang-format off */
static const struct
{
  const char *name;
  XSpaceStatWord word;
} stats[] = {
  { "correlation_id",            XSPACE_STAT_CORRELATION },
  { "kernel_details",            XSPACE_STAT_KERNEL_DETAILS },
  { "memcpy_details",            XSPACE_STAT_MEMCPY_DETAILS },
  { "memset_details",            XSPACE_STAT_MEMSET_DETAILS },
  { "theoretical_occupancy_pct", XSPACE_STAT_OCCUPANCY },
  { "step_num",                  XSPACE_STAT_STEP_NUMBER },
  { "step_name",                 XSPACE_STAT_STEP_NAME },
  { "group_id",                  XSPACE_STAT_GROUP },
  { "_pt",                       XSPACE_STAT_PRODUCER_TYPE },
  { "_p",                        XSPACE_STAT_PRODUCER },
  { "_ct",                       XSPACE_STAT_CONSUMER_TYPE },
  { "_c",                        XSPACE_STAT_CONSUMER },
  { "is_eager",                  XSPACE_STAT_IS_EAGER },
  { "allocator_name",            XSPACE_STAT_ALLOCATOR },
  { "index_on_host",             XSPACE_STAT_INDEX_ON_HOST },
  { "bytes_allocated",           XSPACE_STAT_BYTES_ALLOCATED },
  { "bytes_reserved",            XSPACE_STAT_BYTES_RESERVED },
  { "allocation_bytes",          XSPACE_STAT_ALLOCATION_BYTES },
  { "addr",                      XSPACE_STAT_ADDRESS },
  { "profile_start_time",        XSPACE_STAT_START_TIME },
  { "device_vendor",             XSPACE_STAT_VENDOR },
  { "device_type_string",        XSPACE_STAT_DEVICE_TYPE },
  { "core_count",                XSPACE_STAT_CORES },
  { "memory_size",               XSPACE_STAT_MEMORY_BYTES },
  { "compute_cap_major",         XSPACE_STAT_COMPUTE_MAJOR },
  { "compute_cap_minor",         XSPACE_STAT_COMPUTE_MINOR },
};

/* Beginnings, because the cores of a chip follow: "/device:TPU:0 SparseCore 1". */
static const struct
{
  const char *prefix;
  XSpacePlaneWord word;
} planes[] = {
  { "/device:GPU:",     XSPACE_PLANE_GPU },
  { "/device:TPU:",     XSPACE_PLANE_TPU },
  { "/device:",         XSPACE_PLANE_DEVICE },
  { "Task Environment", XSPACE_PLANE_ENVIRONMENT },
};
/* clang-format on */

XSpaceStatWord
xspace_stat_word (const char *name, size_t length)
{
  for (size_t i = 0; i < G_N_ELEMENTS (stats); i++)
    if (is_word (name, length, stats[i].name))
      return stats[i].word;
  return XSPACE_STAT_OTHER;
}

/* Returns the digits at the begin of a text as a number, -1 if there are none or it is too large. */
static int32_t
number_of (const char *text, size_t length)
{
  int32_t number = 0;

  if (length == 0 || !g_ascii_isdigit (text[0]))
    return -1;
  for (size_t i = 0; i < length && g_ascii_isdigit (text[i]); i++)
    if (__builtin_mul_overflow (number, 10, &number)
        || __builtin_add_overflow (number, text[i] - '0', &number))
      return -1;
  return number;
}

XSpacePlaneWord
xspace_plane_word (const char *name, size_t length, int32_t *ret_number)
{
  *ret_number = 0;
  for (size_t i = 0; i < G_N_ELEMENTS (planes); i++)
    if (has_prefix (name, length, planes[i].prefix))
      {
        size_t n = strlen (planes[i].prefix);
        const char *colon;

        /* "/device:CUSTOM:Neuron:3" */
        if (planes[i].word == XSPACE_PLANE_DEVICE && (colon = memrchr (name, ':', length)) != NULL)
          n = (size_t) (colon + 1 - name);
        if (planes[i].word != XSPACE_PLANE_ENVIRONMENT)
          *ret_number = number_of (name + n, length - n);
        return planes[i].word;
      }
  return XSPACE_PLANE_OTHER;
}

XSpaceLineWord
xspace_line_word (XSpacePlaneWord plane, const char *name, size_t length)
{
  if (is_word (name, length, "Steps"))
    return XSPACE_LINE_STEPS;
  switch (plane)
    {
    case XSPACE_PLANE_GPU:
      return has_prefix (name, length, "Stream #") ? XSPACE_LINE_WORK : XSPACE_LINE_DERIVED;
    case XSPACE_PLANE_TPU:
      return is_word (name, length, "XLA Ops")         ? XSPACE_LINE_WORK
             : is_word (name, length, "Async XLA Ops") ? XSPACE_LINE_ASYNC
                                                       : XSPACE_LINE_DERIVED;
    case XSPACE_PLANE_DEVICE:
      return XSPACE_LINE_WORK;
    case XSPACE_PLANE_OTHER:
    case XSPACE_PLANE_ENVIRONMENT:
      break;
    }
  return XSPACE_LINE_DERIVED;
}

SliceKind
xspace_host_kind (const char *name,
                  size_t length,
                  bool has_correlation,
                  bool is_operator,
                  const char **ret_category)
{
  bool is_driver = length > 2 && name[0] == 'c' && name[1] == 'u' && g_ascii_isupper (name[2])
                   && has_prefix (name, length, "cu");

  if (length > 0 && name[0] == '$')
    {
      *ret_category = "python_function";
      return SLICE_PYTHON;
    }
  if (has_correlation || slice_kind_of_host_name (name, length) == SLICE_CALL)
    {
      /* TensorFlow names calls of the driver by what they do: "MemcpyH2D". */
      *ret_category = is_driver || has_prefix (name, length, "Mem") ? "cuda_driver" : "cuda_runtime";
      return SLICE_CALL;
    }
  *ret_category = is_operator ? "cpu_op" : "user_annotation";
  return is_operator ? SLICE_OPERATOR : SLICE_ANNOTATION;
}
