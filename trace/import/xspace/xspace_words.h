/* SPDX-License-Identifier: Apache-2.0
 *
 * The names in XSpace files that mean something here: of stats, lines and planes, as xprof (tsl/profiler/utils/xplane_schema.cc)
 * writes them. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/model/slice_kind.h"

/* What a stat tells. */
typedef enum
{
  XSPACE_STAT_OTHER,
  XSPACE_STAT_CORRELATION,
  XSPACE_STAT_KERNEL_DETAILS,
  XSPACE_STAT_MEMCPY_DETAILS,
  XSPACE_STAT_MEMSET_DETAILS,
  XSPACE_STAT_OCCUPANCY,
  XSPACE_STAT_STEP_NUMBER,
  XSPACE_STAT_STEP_NAME,
  XSPACE_STAT_GROUP,
  XSPACE_STAT_PRODUCER_TYPE,
  XSPACE_STAT_PRODUCER,
  XSPACE_STAT_CONSUMER_TYPE,
  XSPACE_STAT_CONSUMER,
  XSPACE_STAT_IS_EAGER,
  XSPACE_STAT_ALLOCATOR,
  XSPACE_STAT_INDEX_ON_HOST,
  XSPACE_STAT_BYTES_ALLOCATED,
  XSPACE_STAT_BYTES_RESERVED,
  XSPACE_STAT_ALLOCATION_BYTES,
  XSPACE_STAT_ADDRESS,
  /* Of planes. */
  XSPACE_STAT_START_TIME,
  XSPACE_STAT_VENDOR,
  XSPACE_STAT_DEVICE_TYPE,
  XSPACE_STAT_CORES,
  XSPACE_STAT_MEMORY_BYTES,
  XSPACE_STAT_COMPUTE_MAJOR,
  XSPACE_STAT_COMPUTE_MINOR,
  N_XSPACE_STATS
} XSpaceStatWord;

XSpaceStatWord xspace_stat_word (const char *name, size_t length);

/* What a plane is of. */
typedef enum
{
  XSPACE_PLANE_OTHER, /* a host's threads, if it has lines at all */
  XSPACE_PLANE_GPU,
  XSPACE_PLANE_TPU,
  XSPACE_PLANE_DEVICE, /* of another maker */
  XSPACE_PLANE_ENVIRONMENT,
} XSpacePlaneWord;

/* Sets *ret_number to the number of the device, 0 if the plane is of none, -1 if its name has none or too large a one. */
XSpacePlaneWord xspace_plane_word (const char *name, size_t length, int32_t *ret_number);

/* What lies on a line of a device. */
typedef enum
{
  XSPACE_LINE_WORK,    /* a stream: what the device did */
  XSPACE_LINE_ASYNC,   /* transfers and collectives of TPUs beside the work */
  XSPACE_LINE_DERIVED, /* names of the work of other lines: never counted as work */
  XSPACE_LINE_STEPS,   /* the same, an event for each step */
} XSpaceLineWord;

XSpaceLineWord xspace_line_word (XSpacePlaneWord plane, const char *name, size_t length);

/* Returns the kind of an event of the host's threads by its name, and its category. has_correlation: it launched work.
 * is_operator: TensorFlow says that it ran an operator. */
SliceKind xspace_host_kind (const char *name,
                            size_t length,
                            bool has_correlation,
                            bool is_operator,
                            const char **ret_category);
