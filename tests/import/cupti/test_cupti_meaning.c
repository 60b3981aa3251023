/* SPDX-License-Identifier: Apache-2.0
 *
 * What records mean together: launches, ranges, waits, allocations, names, devices. */

#include <string.h>

#include "tests/import/cupti/opened_records.h"
#include "tests/import/cupti/small_recording.h"
#include "trace/derive/memory_use.h"
#include "trace/model/device_properties.h"

static CuptiWriter *
begin (void)
{
  return cupti_writer_new (cupti_release_find ("13.0"), CUPTI_CONTAINER);
}

static Trace *
opened (CuptiWriter *writer)
{
  g_autoptr (GByteArray) file = cupti_writer_finish (writer);
  g_autoptr (GError) error = NULL;
  Trace *trace = opened_records (file, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

static Trace *
opened_small (void)
{
  g_autoptr (GByteArray) file = small_recording (cupti_release_find ("13.0"), CUPTI_CONTAINER);

  return opened_records (file, NULL, NULL);
}

static const char *
name_at (const Trace *trace, uint64_t time_ns)
{
  uint64_t slice = opened_slice_at (trace, SMALL_BASE_NS + time_ns);

  return trace_string (trace, slice_name (trace_slices (trace), slice), NULL);
}

static void
assert_arg (const Trace *trace, uint64_t time_ns, const char *key, const char *expected)
{
  uint64_t slice = opened_slice_at (trace, SMALL_BASE_NS + time_ns);
  g_autofree char *text = opened_arg (trace, trace_slices (trace)->args[slice], key);

  g_assert_cmpstr (text, ==, expected);
}

static const char *
setting (const Trace *trace, const char *key)
{
  const TraceRank *rank = trace_rank (trace, 0);

  for (uint64_t i = 0; i < rank->n_settings; i++)
    {
      const TraceSetting *setting = trace_setting (trace, rank->first_setting + i);

      if (strcmp (trace_string (trace, setting->key, NULL), key) == 0)
        return trace_string (trace, setting->value, NULL);
    }
  return NULL;
}

/* ---- names and arguments as of Kineto ---- */

static void
test_work_has_the_names_and_keys_of_kineto (void)
{
  g_autoptr (Trace) trace = opened_small ();
  const SliceColumns *slices = trace_slices (trace);
  uint64_t kernel = opened_slice_at (trace, SMALL_BASE_NS + 15000);

  g_assert_cmpstr (trace_format (trace), ==, "cupti");
  g_assert_cmpstr (name_at (trace, 10000), ==, "cudaLaunchKernel");
  g_assert_cmpstr (name_at (trace, 14100), ==, "cudaMemcpyAsync");
  g_assert_cmpstr (name_at (trace, 15000), ==, "_Z4gemmIfEvPKT_S2_PS0_");
  g_assert_cmpstr (name_at (trace, 22500), ==, "Memcpy HtoD (Pinned -> Device)");
  g_assert_cmpstr (name_at (trace, 600100), ==, "Stream Sync");
  g_assert_cmpint (slices->kind[kernel], ==, SLICE_KERNEL);
  g_assert_cmpstr (trace_string (trace, slice_category (slices, kernel), NULL), ==, "kernel");
  assert_arg (trace, 15000, "grid", "[132,2,1]");
  assert_arg (trace, 15000, "block", "[256,1,1]");
  assert_arg (trace, 15000, "cluster", "[2,1,1]");
  assert_arg (trace, 15000, "registers per thread", "64");
  assert_arg (trace, 15000, "shared memory", "4096");
  /* 264 blocks of 8 warps on 132 multiprocessors. */
  assert_arg (trace, 15000, "blocks per SM", "2.00");
  assert_arg (trace, 15000, "warps per SM", "16.00");
  /* Of 4 blocks that fit, by their registers, there are 2: 512 of 2,048 threads. */
  assert_arg (trace, 15000, "est. achieved occupancy %", "25");
  assert_arg (trace, 15000, "External id", "9001");
  assert_arg (trace, 10000, "External id", "9001");
  assert_arg (trace, 22500, "bytes", "4096000");
  /* 4,096,000 bytes in 2,500 ns. */
  assert_arg (trace, 22500, "memory bandwidth (GB/s)", "1638.40");
  assert_arg (trace, 600100, "cuda_sync_kind", "Stream Sync");
}

static void
test_each_launch_leads_to_what_it_launched (void)
{
  g_autoptr (Trace) trace = opened_small ();

  for (uint64_t i = 0; i < SMALL_LAUNCHES; i++)
    {
      uint64_t at = SMALL_BASE_NS + 10000 + 20000 * i;

      g_assert_cmpuint (trace_launch_of (trace, opened_slice_at (trace, at + 5000)), ==,
                        opened_slice_at (trace, at));
      g_assert_cmpuint (trace_launch_of (trace, opened_slice_at (trace, at + 12500)), ==,
                        opened_slice_at (trace, at + 4100));
    }
}

static void
test_one_graph_launch_leads_to_all_its_nodes (void)
{
  CuptiWriter *writer = begin ();
  uint64_t name = cupti_writer_text (writer, "node", 4);

  small_call (writer, 311, 5, 1000, 2000);
  for (uint64_t i = 0; i < 10; i++)
    {
      small_kernel (writer, name, 5, 3000 + 100 * i, 3050 + 100 * i);
      CUPTI_PUT (writer, KERNEL, graph_id, 3);
      CUPTI_PUT (writer, KERNEL, graph_node_id, 40 + i);
    }
  g_autoptr (Trace) trace = opened (writer);
  uint64_t first;
  g_assert_cmpuint (trace_flows_from (trace, opened_slice_at (trace, SMALL_BASE_NS + 1000), &first), ==, 10);
  assert_arg (trace, 3900, "graph id", "3");
  assert_arg (trace, 3900, "graph node id", "49");
}

static void
test_a_graph_that_was_recorded_as_a_whole_is_device_work (void)
{
  CuptiWriter *writer = begin ();

  small_call (writer, 311, 5, 1000, 2000);
  cupti_writer_begin (writer, 51);
  CUPTI_PUT (writer, GRAPH, correlation_id, 5);
  CUPTI_PUT (writer, GRAPH, start, SMALL_BASE_NS + 3000);
  CUPTI_PUT (writer, GRAPH, end, SMALL_BASE_NS + 9000);
  /* It starts on the host, and ends on device 1. */
  CUPTI_PUT (writer, GRAPH, device_id, INT32_MAX);
  CUPTI_PUT (writer, GRAPH, end_device_id, 1);
  CUPTI_PUT (writer, GRAPH, graph_id, 12);
  CUPTI_PUT (writer, GRAPH, stream_id, 7);
  g_autoptr (Trace) trace = opened (writer);
  g_assert_cmpstr (name_at (trace, 3000), ==, "CUDA graph 12");
  g_assert_cmpuint (trace_n_devices (trace), ==, 1);
  g_assert_cmpint (trace_device (trace, 0)->number, ==, 1);
  g_assert_cmpuint (trace_n_flows (trace), ==, 1);
}

/* ---- ranges ---- */

static const TraceTrack *
track_at (const Trace *trace, uint64_t time_ns)
{
  uint64_t slice = opened_slice_at (trace, SMALL_BASE_NS + time_ns);

  return trace_track (trace, trace_track_of (trace, slice));
}

static void
test_ranges_of_a_thread_are_annotations_there (void)
{
  g_autoptr (Trace) trace = opened_small ();
  const TraceTrack *track = track_at (trace, 1000);
  uint64_t slice = opened_slice_at (trace, SMALL_BASE_NS + 1000);

  g_assert_cmpstr (name_at (trace, 1000), ==, "ProfilerStep#3");
  g_assert_cmpint (track->kind, ==, TRACK_ANNOTATIONS);
  g_assert_cmpstr (trace_string (trace, track->pid, NULL), ==, "4242");
  g_assert_cmpstr (trace_string (trace, track->tid, NULL), ==, "4243");
  g_assert_cmpint (trace_slices (trace)->dur_ns[slice], ==, 899000);
  g_assert_cmpint (trace_slices (trace)->kind[slice], ==, SLICE_ANNOTATION);
}

static void
test_ranges_across_threads_are_asynchronous (void)
{
  CuptiWriter *writer = begin ();
  uint64_t name = cupti_writer_text (writer, "request", 7);

  small_marker (writer, 2, 1, name, 1000);
  small_marker (writer, 4, 1, 0, 5000);
  CUPTI_PUT (writer, MARKER, thread_id, 5);
  g_autoptr (Trace) trace = opened (writer);
  g_assert_cmpint (track_at (trace, 1000)->kind, ==, TRACK_ASYNC);
}

static void
test_ranges_have_domain_color_category_and_payload (void)
{
  CuptiWriter *writer = begin ();
  uint64_t name = cupti_writer_text (writer, "range", 5),
           domain = cupti_writer_text (writer, "a \"domain\"", 10);
  double payload = 2.5;
  uint64_t bits;

  memcpy (&bits, &payload, sizeof bits);
  small_marker (writer, 2, 1, name, 1000);
  CUPTI_PUT (writer, MARKER, domain, domain);
  cupti_writer_begin (writer, 13);
  CUPTI_PUT (writer, MARKER_DATA, id, 1);
  CUPTI_PUT (writer, MARKER_DATA, flags, 2);
  CUPTI_PUT (writer, MARKER_DATA, color, 0xff00aa11);
  CUPTI_PUT (writer, MARKER_DATA, category, 6);
  CUPTI_PUT (writer, MARKER_DATA, payload, bits);
  small_marker (writer, 4, 1, 0, 5000);
  g_autoptr (Trace) trace = opened (writer);
  assert_arg (trace, 1000, "domain", "a \\\"domain\\\"");
  assert_arg (trace, 1000, "color", "#ff00aa11");
  assert_arg (trace, 1000, "category", "6");
  assert_arg (trace, 1000, "payload", "2.5");
}

static void
test_data_of_an_end_takes_nothing_from_a_range (void)
{
  CuptiWriter *writer = begin ();

  small_marker (writer, 2, 1, cupti_writer_text (writer, "range", 5), 1000);
  cupti_writer_begin (writer, 13);
  CUPTI_PUT (writer, MARKER_DATA, id, 1);
  CUPTI_PUT (writer, MARKER_DATA, category, 6);
  small_marker (writer, 4, 1, 0, 5000);
  cupti_writer_begin (writer, 13);
  CUPTI_PUT (writer, MARKER_DATA, id, 1);
  CUPTI_PUT (writer, MARKER_DATA, flags, 1);
  g_autoptr (Trace) trace = opened (writer);
  assert_arg (trace, 1000, "category", "6");
}

static void
test_marks_are_instants (void)
{
  CuptiWriter *writer = begin ();
  uint64_t name = cupti_writer_text (writer, "here", 4);

  small_call (writer, 211, 1, 1000, 2000);
  small_marker (writer, 1, 1, name, 1500);
  g_autoptr (Trace) trace = opened (writer);
  TraceInstant instant = opened_instant_at (trace, SMALL_BASE_NS + 1500);
  g_assert_cmpstr (trace_string (trace, instant.name, NULL), ==, "here");
}

/* ---- waits ---- */

static void
add_wait (CuptiWriter *writer, uint32_t correlation, uint64_t sync_id, uint64_t begin_ns)
{
  cupti_writer_begin (writer, 38);
  CUPTI_PUT (writer, SYNC, type, 2);
  CUPTI_PUT (writer, SYNC, start, SMALL_BASE_NS + begin_ns);
  CUPTI_PUT (writer, SYNC, end, SMALL_BASE_NS + begin_ns + 10);
  CUPTI_PUT (writer, SYNC, correlation_id, correlation);
  CUPTI_PUT (writer, SYNC, context_id, 1);
  CUPTI_PUT (writer, SYNC, stream_id, 7);
  CUPTI_PUT (writer, SYNC, cuda_event_id, 3);
  CUPTI_PUT (writer, SYNC, cuda_event_sync_id, sync_id);
}

static void
add_event (CuptiWriter *writer, uint32_t correlation, uint64_t sync_id, uint32_t stream)
{
  cupti_writer_begin (writer, 36);
  CUPTI_PUT (writer, EVENT, correlation_id, correlation);
  CUPTI_PUT (writer, EVENT, context_id, 1);
  CUPTI_PUT (writer, EVENT, stream_id, stream);
  CUPTI_PUT (writer, EVENT, event_id, 3);
  CUPTI_PUT (writer, EVENT, cuda_event_sync_id, sync_id);
}

static void
test_a_wait_names_the_record_that_it_waits_for (void)
{
  CuptiWriter *writer = begin ();

  add_event (writer, 50, 0, 21);
  add_wait (writer, 60, 0, 1000);
  /* Where the pairing is recorded it counts, wherever the record is. */
  add_wait (writer, 61, 900, 2000);
  add_event (writer, 51, 900, 22);
  g_autoptr (Trace) trace = opened (writer);
  assert_arg (trace, 1000, "wait_on_stream", "21");
  assert_arg (trace, 1000, "wait_on_cuda_event_record_corr_id", "50");
  assert_arg (trace, 1000, "wait_on_cuda_event_id", "3");
  assert_arg (trace, 2000, "wait_on_stream", "22");
  assert_arg (trace, 2000, "wait_on_cuda_event_record_corr_id", "51");
}

/* ---- memory ---- */

static void
assert_total (const Trace *trace, uint64_t time_ns, const char *total, const char *bytes)
{
  TraceInstant instant = opened_instant_at (trace, SMALL_BASE_NS + time_ns);
  g_autofree char *total_text = opened_arg (trace, instant.args, "Total Allocated");
  g_autofree char *bytes_text = opened_arg (trace, instant.args, "Bytes");

  g_assert_cmpstr (total_text, ==, total);
  g_assert_cmpstr (bytes_text, ==, bytes);
}

static void
test_allocations_add_up_in_order_of_time (void)
{
  CuptiWriter *writer = begin ();

  small_call (writer, 211, 1, 100, 200);
  small_kernel (writer, 0, 1, 300, 400);
  small_allocation (writer, true, 300, 4000);
  small_allocation (writer, false, 500, 3000);
  small_allocation (writer, false, 300, 2000);
  small_allocation (writer, true, 900, 1000);
  g_autoptr (Trace) trace = opened (writer);
  /* What was allocated before the recording is not known. */
  assert_total (trace, 1000, "0", "-900");
  assert_total (trace, 2000, "300", "300");
  assert_total (trace, 3000, "800", "500");
  assert_total (trace, 4000, "500", "-300");

  MemoryUse *use = memory_use_new (trace);
  const MemorySeries *series = memory_use_of_track (use, trace_device (trace, 0)->track);
  g_assert_nonnull (series);
  g_assert_cmpuint (series->n, ==, 4);
  g_assert_cmpfloat (series->most, ==, 800);
  memory_use_free (use);
}

static void
test_an_allocation_of_one_record_is_made_and_released (void)
{
  CuptiWriter *writer = begin ();

  small_call (writer, 211, 1, 100, 200);
  small_kernel (writer, 0, 1, 300, 400);
  cupti_writer_begin (writer, 45);
  CUPTI_PUT (writer, MEMORY, memory_kind, 3);
  CUPTI_PUT (writer, MEMORY, bytes, 4096);
  CUPTI_PUT (writer, MEMORY, start, SMALL_BASE_NS + 1000);
  CUPTI_PUT (writer, MEMORY, end, SMALL_BASE_NS + 5000);
  g_autoptr (Trace) trace = opened (writer);
  assert_total (trace, 1000, "4096", "4096");
  assert_total (trace, 5000, "0", "-4096");
}

/* ---- counters ---- */

static bool
has_counter (const Trace *trace, const char *name, double value)
{
  for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
    {
      const TraceTrack *track = trace_track (trace, t);

      if (track->kind == TRACK_COUNTER && strcmp (trace_string (trace, track->name, NULL), name) == 0)
        return track->n_samples == 1 && sample_value (trace_samples (trace), track->first_sample) == value;
    }
  return false;
}

static void
add_sensor (CuptiWriter *writer, uint32_t kind, uint32_t first, uint32_t second)
{
  cupti_writer_begin (writer, 20);
  CUPTI_PUT (writer, ENVIRONMENT, timestamp, SMALL_BASE_NS + 1000);
  CUPTI_PUT (writer, ENVIRONMENT, environment_kind, kind);
  CUPTI_PUT (writer, ENVIRONMENT, power, first);
  CUPTI_PUT (writer, ENVIRONMENT, power_limit, second);
}

static void
test_sensors_are_counters_of_their_device (void)
{
  CuptiWriter *writer = begin ();

  small_kernel (writer, 0, 1, 300, 400);
  add_sensor (writer, 1, 1980, 2619);
  CUPTI_PUT (writer, ENVIRONMENT, pcie_link_gen, 5);
  CUPTI_PUT (writer, ENVIRONMENT, pcie_link_width, 16);
  CUPTI_PUT (writer, ENVIRONMENT, clocks_throttle_reasons, 4);
  add_sensor (writer, 2, 61, 0);
  add_sensor (writer, 3, 512000, 700000);
  add_sensor (writer, 4, 35, 0);
  g_autoptr (Trace) trace = opened (writer);
  g_assert_true (has_counter (trace, "SM clock (MHz)", 1980));
  g_assert_true (has_counter (trace, "Memory clock (MHz)", 2619));
  g_assert_true (has_counter (trace, "PCIe generation", 5));
  g_assert_true (has_counter (trace, "PCIe lanes", 16));
  g_assert_true (has_counter (trace, "Clock throttle reasons", 4));
  g_assert_true (has_counter (trace, "Temperature (°C)", 61));
  g_assert_true (has_counter (trace, "Power (mW)", 512000));
  g_assert_true (has_counter (trace, "Power limit (mW)", 700000));
  g_assert_true (has_counter (trace, "Fan speed (%)", 35));
  g_assert_cmpuint (trace_event_counts (trace)->counters, ==, 4);
}

/* ---- names and facts ---- */

static void
add_name (CuptiWriter *writer, uint32_t object_kind, const uint32_t ids[3], const char *name)
{
  uint64_t address = cupti_writer_text (writer, name, strlen (name));

  cupti_writer_begin (writer, 11);
  CUPTI_PUT (writer, NAME, object_kind, object_kind);
  CUPTI_PUT (writer, NAME, device_id, ids[0]);
  CUPTI_PUT (writer, NAME, context_id, ids[1]);
  CUPTI_PUT (writer, NAME, stream_id, ids[2]);
  CUPTI_PUT (writer, NAME, name, address);
}

static void
test_processes_threads_devices_and_streams_have_their_names (void)
{
  CuptiWriter *writer = begin ();

  small_call (writer, 211, 1, 100, 200);
  small_kernel (writer, 0, 1, 300, 400);
  add_name (writer, 1, (const uint32_t[]){ 4242, 0, 0 }, "trainer");
  add_name (writer, 2, (const uint32_t[]){ 4242, 4243, 0 }, "main thread");
  add_name (writer, 3, (const uint32_t[]){ 0, 0, 0 }, "the GPU");
  add_name (writer, 5, (const uint32_t[]){ 0, 1, 7 }, "compute");
  g_autoptr (Trace) trace = opened (writer);
  const TraceTrack *stream = track_at (trace, 300);
  const TraceTrack *thread = trace_track (trace, track_at (trace, 100)->parent);

  g_assert_cmpstr (trace_string (trace, stream->name, NULL), ==, "compute");
  g_assert_cmpstr (trace_string (trace, thread->name, NULL), ==, "main thread");
  g_assert_cmpstr (trace_string (trace, trace_track (trace, thread->parent)->name, NULL), ==, "trainer");
  g_assert_cmpstr (trace_string (trace, trace_device (trace, 0)->name, NULL), ==, "the GPU");
}

static void
test_a_name_holds_until_its_address_is_used_again (void)
{
  CuptiWriter *writer = begin ();

  cupti_writer_text_at (writer, 0x1000, "first", 5);
  small_kernel (writer, 0x1000, 1, 1000, 2000);
  cupti_writer_end_buffer (writer);
  cupti_writer_text_at (writer, 0x1000, "second", 6);
  small_kernel (writer, 0x1000, 2, 3000, 4000);
  g_autoptr (Trace) trace = opened (writer);
  g_assert_cmpstr (name_at (trace, 1000), ==, "first");
  g_assert_cmpstr (name_at (trace, 3000), ==, "second");
}

static void
test_devices_are_described (void)
{
  g_autoptr (Trace) trace = opened_small ();
  DeviceProperties properties;

  g_assert_true (device_properties_of (trace, trace_rank (trace, 0), 0, &properties));
  g_assert_cmpint (properties.multiprocessors, ==, 132);
  g_assert_cmpint (properties.memory_bytes, ==, INT64_C (85029158912));
  g_assert_cmpstr (trace_string (trace, trace_device (trace, 0)->name, NULL), ==, "NVIDIA H100");
  g_assert_cmpstr (setting (trace, "cupti_version"), ==, "130001");
  g_assert_cmpstr (setting (trace, "cuda_driver_version"), ==, "13000");
  g_assert_cmpstr (setting (trace, "host"), ==, "\"node-3\"");
  g_assert_nonnull (strstr (setting (trace, "cudaContexts"), "\"context\": 1"));
  g_assert_cmpstr (trace_string (trace, trace_track (trace, trace_rank (trace, 0)->node)->name, NULL), ==,
                   "node-3");
}

static void
test_a_long_name_of_a_device_spoils_no_other (void)
{
  CuptiWriter *writer = begin ();
  g_autofree char *name = g_strnfill (300000, 'n');
  uint64_t address = cupti_writer_text (writer, name, strlen (name));
  DeviceProperties properties;

  small_call (writer, 211, 1, 1000, 2000);
  for (uint32_t i = 0; i < 3; i++)
    {
      cupti_writer_begin (writer, 8);
      CUPTI_PUT (writer, DEVICE, id, i);
      CUPTI_PUT (writer, DEVICE, num_multiprocessors, 132);
      CUPTI_PUT (writer, DEVICE, name, i == 0 ? address : cupti_writer_text (writer, "B", 1));
    }
  g_autoptr (Trace) trace = opened (writer);
  for (int32_t i = 0; i < 3; i++)
    {
      g_assert_true (device_properties_of (trace, trace_rank (trace, 0), i, &properties));
      g_assert_cmpint (properties.multiprocessors, ==, 132);
    }
}

static void
test_ticks_become_nanoseconds_since_1970 (void)
{
  const CuptiHeader header = {
    .pid = 1, .rank = 5, .world_size = 8, .clock = CUPTI_CLOCK_OTHER, .ticks_per_second = 4000000000
  };
  CuptiWriter *writer = cupti_writer_new_with_header (cupti_release_find ("12.4"), &header);
  int64_t epoch_ns;

  /* 1000 s of the clock are SMALL_BASE_NS. */
  cupti_writer_clock (writer, UINT64_C (4000000000000), SMALL_BASE_NS);
  small_call (writer, 211, 1, 0, 0);
  CUPTI_PUT (writer, API, start, UINT64_C (4000000000000) + 8000);
  CUPTI_PUT (writer, API, end, UINT64_C (4000000000000) + 16000);
  small_kernel (writer, 0, 1, 0, 0);
  CUPTI_PUT (writer, KERNEL, queued, UINT64_C (4000000000000) + 10000);
  CUPTI_PUT (writer, KERNEL, submitted, UINT64_C (4000000000000) + 12000);
  CUPTI_PUT (writer, KERNEL, start, UINT64_C (4000000000000) + 20000);
  CUPTI_PUT (writer, KERNEL, end, UINT64_C (4000000000000) + 24000);
  g_autoptr (Trace) trace = opened (writer);
  g_assert_true (trace_epoch_ns (trace, &epoch_ns));
  g_assert_cmpint (epoch_ns, ==, (int64_t) SMALL_BASE_NS + 2000);
  g_assert_cmpint (trace_slices (trace)->dur_ns[0], ==, 2000);
  assert_arg (trace, 5000, "queued", "1000000002500");
  assert_arg (trace, 5000, "submitted", "1000000003000");
  g_assert_cmpint (trace_rank (trace, 0)->number, ==, 5);
  g_assert_cmpint (trace_rank (trace, 0)->world_size, ==, 8);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cupti meaning/work has the names and keys of kineto",
                   test_work_has_the_names_and_keys_of_kineto);
  g_test_add_func ("/cupti meaning/each launch leads to what it launched",
                   test_each_launch_leads_to_what_it_launched);
  g_test_add_func ("/cupti meaning/one graph launch leads to all its nodes",
                   test_one_graph_launch_leads_to_all_its_nodes);
  g_test_add_func ("/cupti meaning/a graph that was recorded as a whole is device work",
                   test_a_graph_that_was_recorded_as_a_whole_is_device_work);
  g_test_add_func ("/cupti meaning/ranges of a thread are annotations there",
                   test_ranges_of_a_thread_are_annotations_there);
  g_test_add_func ("/cupti meaning/ranges across threads are asynchronous",
                   test_ranges_across_threads_are_asynchronous);
  g_test_add_func ("/cupti meaning/ranges have domain, color, category and payload",
                   test_ranges_have_domain_color_category_and_payload);
  g_test_add_func ("/cupti meaning/data of an end takes nothing from a range",
                   test_data_of_an_end_takes_nothing_from_a_range);
  g_test_add_func ("/cupti meaning/marks are instants", test_marks_are_instants);
  g_test_add_func ("/cupti meaning/a wait names the record that it waits for",
                   test_a_wait_names_the_record_that_it_waits_for);
  g_test_add_func ("/cupti meaning/allocations add up in order of time",
                   test_allocations_add_up_in_order_of_time);
  g_test_add_func ("/cupti meaning/an allocation of one record is made and released",
                   test_an_allocation_of_one_record_is_made_and_released);
  g_test_add_func ("/cupti meaning/sensors are counters of their device",
                   test_sensors_are_counters_of_their_device);
  g_test_add_func ("/cupti meaning/processes, threads, devices and streams have their names",
                   test_processes_threads_devices_and_streams_have_their_names);
  g_test_add_func ("/cupti meaning/a name holds until its address is used again",
                   test_a_name_holds_until_its_address_is_used_again);
  g_test_add_func ("/cupti meaning/devices are described", test_devices_are_described);
  g_test_add_func ("/cupti meaning/a long name of a device spoils no other",
                   test_a_long_name_of_a_device_spoils_no_other);
  g_test_add_func ("/cupti meaning/ticks become nanoseconds since 1970",
                   test_ticks_become_nanoseconds_since_1970);
  return g_test_run ();
}
