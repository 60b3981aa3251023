/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/import/cupti/small_recording.h"

#define PROCESS 4242
#define THREAD  4243

void
small_call (CuptiWriter *writer, uint32_t callback, uint32_t correlation, uint64_t begin_ns, uint64_t end_ns)
{
  cupti_writer_begin (writer, CUPTI_KIND_RUNTIME);
  CUPTI_PUT (writer, API, cbid, callback);
  CUPTI_PUT (writer, API, start, SMALL_BASE_NS + begin_ns);
  CUPTI_PUT (writer, API, end, SMALL_BASE_NS + end_ns);
  CUPTI_PUT (writer, API, process_id, PROCESS);
  CUPTI_PUT (writer, API, thread_id, THREAD);
  CUPTI_PUT (writer, API, correlation_id, correlation);
}

void
small_kernel (CuptiWriter *writer, uint64_t name, uint32_t correlation, uint64_t begin_ns, uint64_t end_ns)
{
  cupti_writer_begin (writer, 10);
  CUPTI_PUT (writer, KERNEL, registers_per_thread, 64);
  CUPTI_PUT (writer, KERNEL, start, SMALL_BASE_NS + begin_ns);
  CUPTI_PUT (writer, KERNEL, end, SMALL_BASE_NS + end_ns);
  CUPTI_PUT (writer, KERNEL, context_id, 1);
  CUPTI_PUT (writer, KERNEL, stream_id, 7);
  CUPTI_PUT (writer, KERNEL, grid_x, 132);
  CUPTI_PUT (writer, KERNEL, grid_y, 2);
  CUPTI_PUT (writer, KERNEL, grid_z, 1);
  CUPTI_PUT (writer, KERNEL, block_x, 256);
  CUPTI_PUT (writer, KERNEL, block_y, 1);
  CUPTI_PUT (writer, KERNEL, block_z, 1);
  CUPTI_PUT (writer, KERNEL, dynamic_shared_memory, 4096);
  CUPTI_PUT (writer, KERNEL, correlation_id, correlation);
  CUPTI_PUT (writer, KERNEL, name, name);
  CUPTI_PUT (writer, KERNEL, grid_id, correlation);
  CUPTI_PUT (writer, KERNEL, channel_id, 9);
  CUPTI_PUT (writer, KERNEL, channel_type, 1);
  CUPTI_PUT (writer, KERNEL, cluster_x, 2);
  CUPTI_PUT (writer, KERNEL, cluster_y, 1);
  CUPTI_PUT (writer, KERNEL, cluster_z, 1);
}

void
small_memcpy (CuptiWriter *writer, uint32_t correlation, uint64_t begin_ns, uint64_t end_ns)
{
  cupti_writer_begin (writer, 1);
  CUPTI_PUT (writer, MEMCPY, copy_kind, 1);
  CUPTI_PUT (writer, MEMCPY, src_kind, 2);
  CUPTI_PUT (writer, MEMCPY, dst_kind, 3);
  CUPTI_PUT (writer, MEMCPY, flags, 1);
  CUPTI_PUT (writer, MEMCPY, bytes, 4096 * UINT64_C (1000));
  CUPTI_PUT (writer, MEMCPY, start, SMALL_BASE_NS + begin_ns);
  CUPTI_PUT (writer, MEMCPY, end, SMALL_BASE_NS + end_ns);
  CUPTI_PUT (writer, MEMCPY, context_id, 1);
  CUPTI_PUT (writer, MEMCPY, stream_id, 7);
  CUPTI_PUT (writer, MEMCPY, correlation_id, correlation);
  CUPTI_PUT (writer, MEMCPY, channel_id, 10);
  CUPTI_PUT (writer, MEMCPY, channel_type, 2);
  CUPTI_PUT (writer, MEMCPY, copy_count, 1);
}

void
small_marker (CuptiWriter *writer, uint32_t flags, uint32_t id, uint64_t name, uint64_t time_ns)
{
  cupti_writer_begin (writer, 12);
  CUPTI_PUT (writer, MARKER, flags, flags);
  CUPTI_PUT (writer, MARKER, timestamp, SMALL_BASE_NS + time_ns);
  CUPTI_PUT (writer, MARKER, id, id);
  CUPTI_PUT (writer, MARKER, object_kind, 2);
  CUPTI_PUT (writer, MARKER, process_id, PROCESS);
  CUPTI_PUT (writer, MARKER, thread_id, THREAD);
  CUPTI_PUT (writer, MARKER, name, name);
}

void
small_allocation (CuptiWriter *writer, bool is_release, uint64_t bytes, uint64_t time_ns)
{
  if (!cupti_writer_begin (writer, 49))
    return;
  CUPTI_PUT (writer, MEMORY_OP, memory_operation_type, is_release ? 2 : 1);
  CUPTI_PUT (writer, MEMORY_OP, memory_kind, 3);
  CUPTI_PUT (writer, MEMORY_OP, address, 0x7f0000000000);
  CUPTI_PUT (writer, MEMORY_OP, bytes, bytes);
  CUPTI_PUT (writer, MEMORY_OP, timestamp, SMALL_BASE_NS + time_ns);
  CUPTI_PUT (writer, MEMORY_OP, process_id, PROCESS);
  CUPTI_PUT (writer, MEMORY_OP, context_id, 1);
  CUPTI_PUT (writer, MEMORY_OP, stream_id, 7);
}

static void
add_device (CuptiWriter *writer, uint64_t name)
{
  cupti_writer_begin (writer, 8);
  CUPTI_PUT (writer, DEVICE, id, 0);
  CUPTI_PUT (writer, DEVICE, name, name);
  CUPTI_PUT (writer, DEVICE, num_multiprocessors, 132);
  CUPTI_PUT (writer, DEVICE, num_threads_per_warp, 32);
  CUPTI_PUT (writer, DEVICE, max_warps_per_multiprocessor, 64);
  CUPTI_PUT (writer, DEVICE, max_blocks_per_multiprocessor, 32);
  CUPTI_PUT (writer, DEVICE, max_registers_per_multiprocessor, 65536);
  CUPTI_PUT (writer, DEVICE, max_shared_memory_per_multiprocessor, 233472);
  CUPTI_PUT (writer, DEVICE, compute_capability_major, 9);
  CUPTI_PUT (writer, DEVICE, global_memory_size, UINT64_C (85029158912));
  cupti_writer_begin (writer, 9);
  CUPTI_PUT (writer, CONTEXT, context_id, 1);
  CUPTI_PUT (writer, CONTEXT, compute_api_kind, 1);
}

static void
add_external_id (CuptiWriter *writer, uint32_t correlation)
{
  cupti_writer_begin (writer, 39);
  CUPTI_PUT (writer, EXTERNAL, external_kind, 3);
  CUPTI_PUT (writer, EXTERNAL, external_id, 9000 + correlation);
  CUPTI_PUT (writer, EXTERNAL, correlation_id, correlation);
}

static void
add_sync (CuptiWriter *writer, uint32_t correlation, uint64_t begin_ns, uint64_t end_ns)
{
  small_call (writer, 131, correlation, begin_ns, end_ns);
  cupti_writer_begin (writer, 38);
  CUPTI_PUT (writer, SYNC, type, 3);
  CUPTI_PUT (writer, SYNC, start, SMALL_BASE_NS + begin_ns + 100);
  CUPTI_PUT (writer, SYNC, end, SMALL_BASE_NS + end_ns - 100);
  CUPTI_PUT (writer, SYNC, correlation_id, correlation);
  CUPTI_PUT (writer, SYNC, context_id, 1);
  CUPTI_PUT (writer, SYNC, stream_id, 7);
  CUPTI_PUT (writer, SYNC, cuda_event_id, UINT32_MAX);
}

GByteArray *
small_recording (int release, CuptiForm form)
{
  return small_recording_of (release, form, SMALL_LAUNCHES);
}

GByteArray *
small_recording_of (int release, CuptiForm form, uint32_t n_launches)
{
  CuptiWriter *writer = cupti_writer_new (release, form);

  cupti_writer_property (writer, "host", "node-3");
  uint64_t kernel = cupti_writer_text (writer, "_Z4gemmIfEvPKT_S2_PS0_", 22);
  uint64_t step = cupti_writer_text (writer, "ProfilerStep#3", 14);
  uint64_t device = cupti_writer_text (writer, "NVIDIA H100", 11);
  add_device (writer, device);
  small_marker (writer, 2, 1, step, 1000);
  for (uint32_t i = 0; i < n_launches; i++)
    {
      uint64_t at_ns = 10000 + 20000 * i;
      uint32_t correlation = 2 * i + 1;

      /* Two buffers. */
      if (i == n_launches / 2)
        cupti_writer_end_buffer (writer);
      add_external_id (writer, correlation);
      small_call (writer, 211, correlation, at_ns, at_ns + 4000);
      small_kernel (writer, kernel, correlation, at_ns + 5000, at_ns + 12000);
      small_call (writer, 41, correlation + 1, at_ns + 4100, at_ns + 8000);
      small_memcpy (writer, correlation + 1, at_ns + 12500, at_ns + 15000);
    }
  add_sync (writer, 1000, 600000, 700000);
  small_allocation (writer, false, 1 << 20, 5000);
  small_allocation (writer, true, 1 << 20, 800000);
  small_marker (writer, 4, 1, 0, 900000);
  return cupti_writer_finish (writer);
}
