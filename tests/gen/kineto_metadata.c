/* SPDX-License-Identifier: Apache-2.0
 *
 * What a file says around its events: the properties of the run, the names of its processes and threads, and the
 * profiler's window. */

#include "tests/gen/kineto_writer_private.h"

#include <stdio.h>

#define GPU_SORT_INDEX   5000000
#define SPANS_SORT_INDEX 536870912

static void
write_device_properties (KinetoWriter *writer)
{
  kineto_put (writer, "  \"deviceProperties\": [");
  for (int i = 0; i < KINETO_GPUS; i++)
    {
      kineto_put_int (writer, i == 0 ? "\n    {\n      \"id\": " : ",\n    {\n      \"id\": ", i);
      kineto_put (writer, ", \"name\": \"NVIDIA H100 80GB HBM3\", \"totalGlobalMem\": 85029158912,\n"
                          "      \"computeMajor\": 9, \"computeMinor\": 0,\n"
                          "      \"maxThreadsPerBlock\": 1024, \"maxThreadsPerMultiprocessor\": 2048,\n"
                          "      \"regsPerBlock\": 65536, \"warpSize\": 32,\n"
                          "      \"sharedMemPerBlock\": 49152, \"numSms\": ");
      text_out_int (&writer->out, KINETO_SMS);
      kineto_put (writer, "\n    , \"regsPerMultiprocessor\": 65536, \"sharedMemPerBlockOptin\": 232448, "
                          "\"sharedMemPerMultiprocessor\": 233472\n    }");
    }
  kineto_put (writer, "\n  ],\n");
}

static void
write_distributed_info (KinetoWriter *writer)
{
  int world_size = writer->options.world_size;

  kineto_put_int (writer, "  \"distributedInfo\": {\"backend\": \"nccl\", \"rank\": ", writer->options.rank);
  kineto_put_int (writer, ", \"world_size\": ", world_size);
  kineto_put_int (writer,
                  ", \"pg_count\": 1, \"pg_config\": [{\"pg_name\": \"0\", \"pg_desc\": \"default_pg\", "
                  "\"backend_config\": \"cuda:nccl\", \"pg_size\": ",
                  world_size);
  kineto_put (writer, ", \"ranks\": [");
  for (int r = 0; r < world_size; r++)
    kineto_put_int (writer, r == 0 ? "" : ", ", r);
  kineto_put (writer, "]}], \"nccl_version\": \"2.26.2\"},\n");
}

static void
write_trace_id (KinetoWriter *writer)
{
  static const char digits[] = "0123456789ABCDEF";
  char text[2 * sizeof writer->options.trace_id + 1] = { 0 };

  for (size_t i = 0; i + 1 < sizeof text; i++)
    text[i] = digits[writer->options.trace_id >> (60 - 4 * i) & 15];
  kineto_put (writer, "  \"trace_id\": \"");
  kineto_put (writer, text);
  kineto_put (writer, text);
  kineto_put (writer, "\",\n");
}

void
kineto_write_properties (KinetoWriter *writer)
{
  kineto_put (writer, "\n{\n  \"schemaVersion\": 1,\n");
  write_device_properties (writer);
  write_distributed_info (writer);
  kineto_put (writer, "  \"cupti_version\": 26,\n  \"cuda_runtime_version\": 12060,\n"
                      "  \"cuda_driver_version\": 12080,\n"
                      "  \"record_shapes\": 1,\n  \"profile_memory\": 1,\n");
  if (writer->options.python_frames)
    kineto_put (writer, "  \"with_stack\": 1,\n");
  write_trace_id (writer);
  kineto_put (writer, "  \"traceEvents\": [");
}

/* pid as JSON text, because it is a string for the profiler's own rows. */
static void
begin_metadata (KinetoWriter *writer, const char *name, int64_t at_ns, const char *pid)
{
  kineto_begin_event (writer);
  kineto_put (writer, "    \"name\": \"");
  kineto_put (writer, name);
  kineto_put_time (writer, "\", \"ph\": \"M\", \"ts\": ", at_ns);
  kineto_put (writer, ", \"pid\": ");
  kineto_put (writer, pid);
}

static void
write_text_metadata (KinetoWriter *writer,
                     const char *name,
                     int64_t at_ns,
                     const char *pid,
                     int64_t tid,
                     const char *key,
                     const char *value)
{
  begin_metadata (writer, name, at_ns, pid);
  kineto_put_int (writer, ", \"tid\": ", tid);
  kineto_put (writer, ",\n    \"args\": {\n      \"");
  kineto_put (writer, key);
  kineto_put (writer, "\": \"");
  kineto_put (writer, value);
  kineto_put (writer, "\"");
  kineto_end_args (writer);
}

static void
write_sort_index (KinetoWriter *writer,
                  const char *name,
                  int64_t at_ns,
                  const char *pid,
                  int64_t tid,
                  int64_t sort_index)
{
  begin_metadata (writer, name, at_ns, pid);
  kineto_put_int (writer, ", \"tid\": ", tid);
  kineto_put_int (writer, ",\n    \"args\": {\n      \"sort_index\": ", sort_index);
  kineto_end_args (writer);
}

static void
write_process (KinetoWriter *writer, int64_t at_ns, int64_t pid, const char *label, int64_t sort_index)
{
  char pid_text[24];

  snprintf (pid_text, sizeof pid_text, "%lld", (long long) pid);
  write_text_metadata (writer, "process_name", at_ns, pid_text, 0, "name", "python3");
  write_text_metadata (writer, "process_labels", at_ns, pid_text, 0, "labels", label);
  write_sort_index (writer, "process_sort_index", at_ns, pid_text, 0, sort_index);
}

static void
write_thread (KinetoWriter *writer, int64_t at_ns, int64_t pid, int64_t tid, const char *name)
{
  char pid_text[24];

  snprintf (pid_text, sizeof pid_text, "%lld", (long long) pid);
  write_text_metadata (writer, "thread_name", at_ns, pid_text, tid, "name", name);
  write_sort_index (writer, "thread_sort_index", at_ns, pid_text, tid, tid);
}

void
kineto_write_processes (KinetoWriter *writer, int64_t at_ns)
{
  int64_t pid = kineto_process_of (writer);
  int64_t device = kineto_device_of (writer);
  char text[48];

  write_process (writer, at_ns, pid, "CPU", pid);
  /* libkineto names all GPUs it could have seen, used or not. */
  for (int i = 0; i < KINETO_GPUS; i++)
    {
      snprintf (text, sizeof text, "GPU %d", i);
      write_process (writer, at_ns, i, text, GPU_SORT_INDEX + i);
    }
  for (Stream s = 0; s < N_STREAMS; s++)
    {
      if (s == STREAM_COLLECTIVE && writer->options.world_size == 1)
        continue;
      snprintf (text, sizeof text, "stream %lld ", (long long) kineto_stream (s));
      write_thread (writer, at_ns, device, kineto_stream (s), text);
    }
  snprintf (text, sizeof text, "Device %lld", (long long) device);
  write_thread (writer, at_ns, device, -1, text);
  write_thread (writer, at_ns, -1, 0, "CUPTI Overhead");
  for (HostThread t = 0; t < N_HOST_THREADS; t++)
    {
      snprintf (text, sizeof text, "thread %lld (%s)", (long long) kineto_thread_of (writer, t),
                kineto_thread_command (t));
      write_thread (writer, at_ns, pid, kineto_thread_of (writer, t), text);
    }
}

void
kineto_write_window (KinetoWriter *writer, int64_t begin_ns, int64_t end_ns)
{
  kineto_begin_event (writer);
  kineto_put_time (writer, "    \"ph\": \"X\", \"cat\": \"Trace\", \"ts\": ", begin_ns);
  kineto_put_duration (writer, end_ns - begin_ns);
  kineto_put (writer, ",\n    \"pid\": \"Spans\", \"tid\": \"PyTorch Profiler\",\n"
                      "    \"name\": \"PyTorch Profiler (0)\",\n"
                      "    \"args\": {\n      \"Op count\": 0");
  kineto_end_args (writer);
  write_sort_index (writer, "process_sort_index", begin_ns, "\"Spans\"", 0, SPANS_SORT_INDEX);

  kineto_begin_event (writer);
  kineto_put (writer, "    \"name\": \"Iteration Start: PyTorch Profiler\", \"ph\": \"i\", \"s\": \"g\",\n"
                      "    \"pid\": \"Traces\", \"tid\": \"Trace PyTorch Profiler\", \"ts\": ");
  kineto_put_time (writer, "", begin_ns);
  kineto_end_event (writer);

  kineto_begin_event (writer);
  kineto_put (writer, "    \"name\": \"Record Window End\", \"ph\": \"i\", \"s\": \"g\",\n"
                      "    \"pid\": \"\", \"tid\": \"\", \"ts\": ");
  kineto_put_time (writer, "", end_ns);
  kineto_end_event (writer);
}

void
kineto_write_end (KinetoWriter *writer)
{
  kineto_put (writer, "\n  ],\n  \"traceName\": \"");
  kineto_put (writer, writer->options.trace_name);
  kineto_put (writer, "\",\n  \"displayTimeUnit\": \"ms\"");
  if (writer->options.times == TIMES_RELATIVE)
    kineto_put_int (writer, ",\n  \"baseTimeNanoseconds\": ", KINETO_BASE_NS);
  kineto_put (writer, "\n}");
}
