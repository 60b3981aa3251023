/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/unit/launched_work.h"

#include <glib.h>
#include <string.h>

#include "trace/build/builder.h"

Trace *
launched_work_trace (const LaunchedWork *works, size_t n, int n_devices, int64_t length_ns)
{
  g_autoptr (TraceBuilder) builder = trace_builder_new ();
  g_autoptr (GError) error = NULL;

  trace_builder_begin_rank (builder, "rank.json");
  uint32_t process = trace_builder_add_track (builder, TRACK_PROCESS, TRACE_NONE);
  uint32_t thread = trace_builder_add_track (builder, TRACK_THREAD, process);
  uint32_t operators = trace_builder_add_track (builder, TRACK_OPERATORS, thread);
  uint32_t calls = trace_builder_add_track (builder, TRACK_CALLS, thread);

#define ADD(track_, kind_, name_, start_, dur_, correlation_)                                            \
  trace_builder_add_slice (builder,                                                                      \
                           &(SliceInput){ .track = (track_),                                             \
                                          .name = trace_builder_string (builder, name_, strlen (name_)), \
                                          .kind = (kind_),                                               \
                                          .start_ns = (start_),                                          \
                                          .dur_ns = (dur_),                                              \
                                          .correlation = (correlation_),                                 \
                                          .args = ARGS_NONE })

  ADD (operators, SLICE_OPERATOR, "loader", 0, length_ns, 0);
  for (int device = 0; device < n_devices; device++)
    {
      uint32_t gpu = trace_builder_add_track (builder, TRACK_DEVICE, TRACE_NONE);
      uint32_t stream = trace_builder_add_track (builder, TRACK_STREAM, gpu);

      trace_builder_track (builder, gpu)->device = device;
      trace_builder_track (builder, stream)->device = device;
      for (size_t i = 0; i < n; i++)
        {
          int64_t correlation = (int64_t) (i + 1) + device * 1000;
          bool is_copy = g_str_has_prefix (works[i].name, "Memcpy");

          ADD (calls, SLICE_CALL, "cudaLaunchKernel", works[i].call_ns + device, 1, correlation);
          ADD (stream, is_copy ? SLICE_MEMCPY : SLICE_KERNEL, works[i].name, works[i].start_ns,
               works[i].dur_ns, correlation);
        }
    }
#undef ADD
  Trace *trace = trace_builder_finish (builder, &error);
  g_assert_no_error (error);
  return trace;
}
