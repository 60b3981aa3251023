/* SPDX-License-Identifier: Apache-2.0
 *
 * The GPUs of the machine (TARGET_INFO_GPU) and the number that each process gives them.
 *
 * CUDA numbers the devices of a process; Nsight Systems numbers those of the machine. TARGET_INFO_CUDA_DEVICE maps one to
 * the other where an export has it. */

#pragma once

#include "trace/import/sqlite/foreign_database.h"
#include "trace/import/tracks/launch_occupancy.h"

typedef struct
{
  int64_t gpu;         /* number on the machine */
  int64_t cuda_number; /* number in a process that sees all of them, or -1 */
  uint32_t name;       /* string id, or STRING_EMPTY */
  GpuLimits limits;
  /* -1 where it is not known */
  int64_t memory_bytes, minor, block_threads;
  int64_t block_registers, block_shared_bytes, block_shared_optin_bytes;
} NsysGpu;

typedef struct NsysDevices NsysDevices;

/* Returns NULL if memory runs out. */
NsysDevices *nsys_devices_new (ForeignDatabase *database, TraceBuilder *builder);
void nsys_devices_free (NsysDevices *devices);

/* Returns the GPU that a process calls by a number, or NULL if it is not described. O(GPUs), O(1) if asked
 * for the same again. */
const NsysGpu *nsys_devices_find (NsysDevices *devices, int64_t pid, int64_t device);

/* Sets *ret_pid to the process, or -1 for any, and *ret_device to the number in it, of a GPU of the machine: of the first
 * process if several use it. */
void nsys_devices_of_gpu (const NsysDevices *devices, int64_t gpu, int64_t *ret_pid, int64_t *ret_device);

/* Names the devices of the process in the current rank of the builder and returns their properties as Kineto writes
 * them: the string id of a JSON array, or STRING_EMPTY if there is none. */
uint32_t nsys_devices_describe (NsysDevices *devices, int64_t pid);
