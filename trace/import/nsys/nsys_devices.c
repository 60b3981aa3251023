/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/nsys/nsys_devices.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>

#include "trace/container/column.h"

/* No machine has more; a damaged file may say so. */
#define GPUS_MAX     1024
#define MAPPINGS_MAX 4096
#define DEVICES_MAX  64 /* of a process */

typedef struct
{
  int64_t gpu, device, pid;
} Mapping;

COLUMN_DEFINE (GpuColumn, nsys_gpu_column, NsysGpu)
COLUMN_DEFINE (MappingColumn, nsys_mapping_column, Mapping)
COLUMN_IMPLEMENT (GpuColumn, nsys_gpu_column)
COLUMN_IMPLEMENT (MappingColumn, nsys_mapping_column)

struct NsysDevices
{
  TraceBuilder *builder;
  GpuColumn gpus;
  MappingColumn mappings;

  /* What was found last: kernels of a device follow one another. */
  bool has_last;
  int64_t last_pid, last_device;
  const NsysGpu *last;
};

/* ---- reading ---- */

static const struct
{
  const char *column;
  size_t member;
} members[] = {
  { "id", offsetof (NsysGpu, gpu) },
  { "cuDevice", offsetof (NsysGpu, cuda_number) },
  { "smCount", offsetof (NsysGpu, limits.multiprocessors) },
  { "threadsPerWarp", offsetof (NsysGpu, limits.warp_threads) },
  { "totalMemory", offsetof (NsysGpu, memory_bytes) },
  { "computeMajor", offsetof (NsysGpu, limits.major) },
  { "computeMinor", offsetof (NsysGpu, minor) },
  { "maxThreadsPerBlock", offsetof (NsysGpu, block_threads) },
  { "maxWarpsPerSm", offsetof (NsysGpu, limits.sm_warps) },
  { "maxBlocksPerSm", offsetof (NsysGpu, limits.sm_blocks) },
  { "maxRegistersPerSm", offsetof (NsysGpu, limits.sm_registers) },
  { "maxShmemPerSm", offsetof (NsysGpu, limits.sm_shared_bytes) },
  { "maxRegistersPerBlock", offsetof (NsysGpu, block_registers) },
  { "maxShmemPerBlock", offsetof (NsysGpu, block_shared_bytes) },
  { "maxShmemPerBlockOptin", offsetof (NsysGpu, block_shared_optin_bytes) },
};

#define NAME_COLUMN G_N_ELEMENTS (members)

static void
read_gpus (NsysDevices *devices, ForeignDatabase *database)
{
  const char *columns[NAME_COLUMN + 1];
  ForeignRows rows;
  const char *text;
  size_t length;

  for (size_t i = 0; i < NAME_COLUMN; i++)
    columns[i] = members[i].column;
  columns[NAME_COLUMN] = "name";
  if (foreign_rows_begin (&rows, database, "TARGET_INFO_GPU", columns, G_N_ELEMENTS (columns)))
    while (foreign_rows_next (&rows) && devices->gpus.n < GPUS_MAX)
      {
        NsysGpu gpu = { .name = STRING_EMPTY };

        for (unsigned i = 0; i < NAME_COLUMN; i++)
          {
            int64_t *member = (int64_t *) ((char *) &gpu + members[i].member);

            *member = -1;
            if (foreign_rows_integer (&rows, i, member) && *member < 0)
              *member = -1;
          }
        if (foreign_rows_text (&rows, NAME_COLUMN, &text, &length))
          gpu.name = trace_builder_string (devices->builder, text, length);
        if (!nsys_gpu_column_push (&devices->gpus, gpu))
          trace_builder_set_failed (devices->builder);
      }
  foreign_rows_end (&rows);
}

static void
read_mappings (NsysDevices *devices, ForeignDatabase *database)
{
  static const char *const columns[] = { "gpuId", "cudaId", "pid" };
  ForeignRows rows;
  Mapping mapping;

  if (foreign_rows_begin (&rows, database, "TARGET_INFO_CUDA_DEVICE", columns, G_N_ELEMENTS (columns)))
    while (foreign_rows_next (&rows) && devices->mappings.n < MAPPINGS_MAX)
      if (foreign_rows_integer (&rows, 0, &mapping.gpu) && foreign_rows_integer (&rows, 1, &mapping.device)
          && foreign_rows_integer (&rows, 2, &mapping.pid)
          && !nsys_mapping_column_push (&devices->mappings, mapping))
        trace_builder_set_failed (devices->builder);
  foreign_rows_end (&rows);
}

NsysDevices *
nsys_devices_new (ForeignDatabase *database, TraceBuilder *builder)
{
  NsysDevices *devices = calloc (1, sizeof *devices);

  if (devices == NULL)
    return NULL;
  devices->builder = builder;
  read_gpus (devices, database);
  read_mappings (devices, database);
  return devices;
}

void
nsys_devices_free (NsysDevices *devices)
{
  if (devices == NULL)
    return;
  nsys_gpu_column_clear (&devices->gpus);
  nsys_mapping_column_clear (&devices->mappings);
  free (devices);
}

/* ---- finding ---- */

static const NsysGpu *
find_gpu (const NsysDevices *devices, int64_t gpu)
{
  for (size_t i = 0; i < devices->gpus.n; i++)
    if (devices->gpus.at[i].gpu == gpu)
      return &devices->gpus.at[i];
  return NULL;
}

static const NsysGpu *
find_device (const NsysDevices *devices, int64_t pid, int64_t device)
{
  bool is_mapped = false;

  for (size_t i = 0; i < devices->mappings.n; i++)
    {
      const Mapping *mapping = &devices->mappings.at[i];

      is_mapped = is_mapped || mapping->pid == pid;
      if (mapping->pid == pid && mapping->device == device)
        return find_gpu (devices, mapping->gpu);
    }
  if (is_mapped)
    return NULL;
  for (size_t i = 0; i < devices->gpus.n; i++)
    if (devices->gpus.at[i].cuda_number == device)
      return &devices->gpus.at[i];
  const NsysGpu *same = find_gpu (devices, device);
  return same != NULL && same->cuda_number < 0 ? same : NULL;
}

const NsysGpu *
nsys_devices_find (NsysDevices *devices, int64_t pid, int64_t device)
{
  if (!devices->has_last || devices->last_pid != pid || devices->last_device != device)
    {
      devices->last = find_device (devices, pid, device);
      devices->last_pid = pid;
      devices->last_device = device;
      devices->has_last = true;
    }
  return devices->last;
}

void
nsys_devices_of_gpu (const NsysDevices *devices, int64_t gpu, int64_t *ret_pid, int64_t *ret_device)
{
  const NsysGpu *found = find_gpu (devices, gpu);

  *ret_pid = -1;
  *ret_device = found != NULL && found->cuda_number >= 0 ? found->cuda_number : gpu;
  for (size_t i = 0; i < devices->mappings.n; i++)
    if (devices->mappings.at[i].gpu == gpu)
      {
        *ret_pid = devices->mappings.at[i].pid;
        *ret_device = devices->mappings.at[i].device;
        return;
      }
}

/* ---- describing ---- */

static void
put (GString *json, const char *key, int64_t value)
{
  if (value >= 0)
    g_string_append_printf (json, ", \"%s\": %" PRId64, key, value);
}

static void
put_gpu (GString *json, const NsysDevices *devices, const NsysGpu *gpu, int64_t device)
{
  size_t length;
  const char *name = string_table_get (trace_builder_strings (devices->builder), gpu->name, &length);

  g_string_append_printf (json, "%s{\"id\": %" PRId64 ", \"name\": \"", json->len > 1 ? ", " : "", device);
  for (size_t i = 0; i < length; i++)
    if ((unsigned char) name[i] >= 0x20)
      {
        if (name[i] == '"' || name[i] == '\\')
          g_string_append_c (json, '\\');
        g_string_append_c (json, name[i]);
      }
  g_string_append_c (json, '"');
  put (json, "totalGlobalMem", gpu->memory_bytes);
  put (json, "computeMajor", gpu->limits.major);
  put (json, "computeMinor", gpu->minor);
  put (json, "maxThreadsPerBlock", gpu->block_threads);
  if (gpu->limits.sm_warps >= 0 && gpu->limits.warp_threads >= 0 && gpu->limits.sm_warps < INT32_MAX
      && gpu->limits.warp_threads < INT32_MAX)
    put (json, "maxThreadsPerMultiprocessor", gpu->limits.sm_warps * gpu->limits.warp_threads);
  put (json, "regsPerBlock", gpu->block_registers);
  put (json, "warpSize", gpu->limits.warp_threads);
  put (json, "sharedMemPerBlock", gpu->block_shared_bytes);
  put (json, "numSms", gpu->limits.multiprocessors);
  put (json, "regsPerMultiprocessor", gpu->limits.sm_registers);
  put (json, "sharedMemPerBlockOptin", gpu->block_shared_optin_bytes);
  put (json, "sharedMemPerMultiprocessor", gpu->limits.sm_shared_bytes);
  g_string_append_c (json, '}');
}

uint32_t
nsys_devices_describe (NsysDevices *devices, int64_t pid)
{
  g_autoptr (GString) json = g_string_new ("[");

  for (int32_t device = 0; device < DEVICES_MAX; device++)
    {
      const NsysGpu *gpu = nsys_devices_find (devices, pid, device);

      if (gpu == NULL)
        continue;
      if (gpu->name != STRING_EMPTY)
        trace_builder_set_device_name (devices->builder, device, gpu->name);
      put_gpu (json, devices, gpu, device);
    }
  if (json->len == 1)
    return STRING_EMPTY;
  g_string_append_c (json, ']');
  return trace_builder_string (devices->builder, json->str, json->len);
}
