/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/model/rocm_operation.h"

#include <glib.h>
#include <string.h>

/* clang-format off */
static const struct
{
  MemcpyDirection direction;
  MemoryKind from, to;
} copies[N_ROCM_COPIES] = {
  [ROCM_COPY_UNKNOWN] = { MEMCPY_UNKNOWN, MEMORY_UNKNOWN, MEMORY_UNKNOWN },
  [ROCM_COPY_HTOD]    = { MEMCPY_HTOD, MEMORY_HOST, MEMORY_DEVICE },
  [ROCM_COPY_DTOH]    = { MEMCPY_DTOH, MEMORY_DEVICE, MEMORY_HOST },
  [ROCM_COPY_DTOD]    = { MEMCPY_DTOD, MEMORY_DEVICE, MEMORY_DEVICE },
  [ROCM_COPY_HTOH]    = { MEMCPY_HTOH, MEMORY_HOST, MEMORY_HOST },
  [ROCM_COPY_PTOP]    = { MEMCPY_PTOP, MEMORY_DEVICE, MEMORY_DEVICE },
};

/* The first begin that fits counts. The names are those of ROCclr, which appear in traces of roctracer and RPD
 * (CopyHostToDevice, CopyHostToDevice2D), of HIP (hipMemcpyHostToDevice) and of rocprofiler-sdk. */
static const struct
{
  const char *begin;
  RocmOperation operation;
} types[] = {
  { "KernelExecution",              { SLICE_KERNEL, ROCM_COPY_UNKNOWN } },
  { "Task",                         { SLICE_KERNEL, ROCM_COPY_UNKNOWN } },
  { "CopyHostToDevice",             { SLICE_MEMCPY, ROCM_COPY_HTOD } },
  { "CopyDeviceToHost",             { SLICE_MEMCPY, ROCM_COPY_DTOH } },
  { "CopyDeviceToDevice",           { SLICE_MEMCPY, ROCM_COPY_DTOD } },
  { "CopyHostToHost",               { SLICE_MEMCPY, ROCM_COPY_HTOH } },
  { "CopyPeerToPeer",               { SLICE_MEMCPY, ROCM_COPY_PTOP } },
  { "hipMemcpyHostToDevice",        { SLICE_MEMCPY, ROCM_COPY_HTOD } },
  { "hipMemcpyDeviceToHost",        { SLICE_MEMCPY, ROCM_COPY_DTOH } },
  { "hipMemcpyDeviceToDevice",      { SLICE_MEMCPY, ROCM_COPY_DTOD } },
  { "hipMemcpyHostToHost",          { SLICE_MEMCPY, ROCM_COPY_HTOH } },
  { "MEMORY_COPY_HOST_TO_DEVICE",   { SLICE_MEMCPY, ROCM_COPY_HTOD } },
  { "MEMORY_COPY_DEVICE_TO_HOST",   { SLICE_MEMCPY, ROCM_COPY_DTOH } },
  { "MEMORY_COPY_DEVICE_TO_DEVICE", { SLICE_MEMCPY, ROCM_COPY_DTOD } },
  { "MEMORY_COPY_HOST_TO_HOST",     { SLICE_MEMCPY, ROCM_COPY_HTOH } },
  { "HOST_TO_DEVICE",               { SLICE_MEMCPY, ROCM_COPY_HTOD } },
  { "DEVICE_TO_HOST",               { SLICE_MEMCPY, ROCM_COPY_DTOH } },
  { "DEVICE_TO_DEVICE",             { SLICE_MEMCPY, ROCM_COPY_DTOD } },
  { "HOST_TO_HOST",                 { SLICE_MEMCPY, ROCM_COPY_HTOH } },
  { "MEMORY_COPY",                  { SLICE_MEMCPY, ROCM_COPY_UNKNOWN } },
  { "Memcpy",                       { SLICE_MEMCPY, ROCM_COPY_UNKNOWN } },
  { "FillBuffer",                   { SLICE_MEMSET, ROCM_COPY_UNKNOWN } },
  { "Memset",                       { SLICE_MEMSET, ROCM_COPY_UNKNOWN } },
  { "Barrier",                      { SLICE_SYNC, ROCM_COPY_UNKNOWN } },
  { "Marker",                       { SLICE_SYNC, ROCM_COPY_UNKNOWN } },
  { "InternalMarker",               { SLICE_SYNC, ROCM_COPY_UNKNOWN } },
};
/* clang-format on */

size_t
rocm_copy_name (RocmCopy copy, char name[MEMCPY_NAME_BYTES])
{
  if (copy == ROCM_COPY_UNKNOWN)
    return g_strlcpy (name, "Memcpy", MEMCPY_NAME_BYTES);
  return memcpy_name_write (name, copies[copy].direction, copies[copy].from, copies[copy].to);
}

const char *
rocm_copy_kind (RocmCopy copy)
{
  return copy == ROCM_COPY_UNKNOWN ? "" : memcpy_name_direction (copies[copy].direction);
}

RocmCopy
rocm_copy_of_number (long long number)
{
  static const RocmCopy of_number[] = { ROCM_COPY_HTOH, ROCM_COPY_HTOD, ROCM_COPY_DTOH, ROCM_COPY_DTOD };

  return number >= 0 && number < (long long) G_N_ELEMENTS (of_number) ? of_number[number] : ROCM_COPY_UNKNOWN;
}

bool
rocm_operation_of_type (const char *type, size_t length, RocmOperation *ret)
{
  for (size_t i = 0; i < G_N_ELEMENTS (types); i++)
    if (length >= strlen (types[i].begin) && memcmp (type, types[i].begin, strlen (types[i].begin)) == 0)
      {
        *ret = types[i].operation;
        return true;
      }
  *ret = (RocmOperation){ SLICE_KERNEL, ROCM_COPY_UNKNOWN };
  return false;
}
