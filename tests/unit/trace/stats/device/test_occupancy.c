/* SPDX-License-Identifier: Apache-2.0
 *
 * Estimated SM efficiency and occupancy against counting microsecond by microsecond, and where the figures come from. */

#include <glib.h>
#include <math.h>
#include <string.h>

#include "tests/unit/fixtures/opened_trace.h"
#include "trace/model/device_properties.h"
#include "trace/stats/device/occupancy_stats.h"
#include "trace/stats/kernel/kernel_load.h"

#define ROUNDS  40
#define SPAN_US 300

typedef struct
{
  int device, stream, start_us, dur_us;
  double blocks; /* per SM; 0: not told */
  int occupancy; /* percent; -1: not told */
} Kernel;

static void
add_kernel (GString *events, const Kernel *kernel)
{
  g_string_append_printf (events,
                          "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"k\", \"pid\": %d, \"tid\": %d, "
                          "\"ts\": %d, \"dur\": %d, \"args\": {\"device\": %d, \"stream\": %d",
                          kernel->device, kernel->stream, kernel->start_us, kernel->dur_us, kernel->device,
                          kernel->stream);
  if (kernel->blocks > 0)
    {
      char text[G_ASCII_DTOSTR_BUF_SIZE];

      g_string_append_printf (events, ", \"blocks per SM\": %s",
                              g_ascii_formatd (text, sizeof text, "%.6f", kernel->blocks));
    }
  if (kernel->occupancy >= 0)
    g_string_append_printf (events, ", \"est. achieved occupancy %%\": %d", kernel->occupancy);
  g_string_append (events, "}},\n");
}

static Trace *
trace_of (const char *settings, GString *events)
{
  g_autofree char *json =
    g_strdup_printf ("{%s \"schemaVersion\": 1, \"traceEvents\": [\n%s{\"ph\": \"X\", \"cat\": \"cpu_op\", "
                     "\"name\": \"aten::mm\", \"pid\": 10, \"tid\": 10, \"ts\": 0, \"dur\": %d}]}",
                     settings, events->str, SPAN_US);

  return opened_trace ("occupancy.json", json);
}

/* ---- by definition ---- */

/* load: of one kernel; NaN: not known. */
static double
load_of (const Kernel *kernel, bool is_occupancy)
{
  if (is_occupancy)
    return kernel->occupancy >= 0 ? kernel->occupancy / 100.0 : NAN;
  return kernel->blocks > 0 ? round (kernel->blocks * 1e6) / 1e6 : NAN;
}

static void
check_estimate (const StatsScope *scope,
                const Kernel *kernels,
                int n,
                int device,
                bool is_occupancy,
                const LoadEstimate *estimate)
{
  int64_t begin_us = scope->begin_ns / 1000, end_us = scope->end_ns / 1000;
  double weighted = 0, known = 0, covered = 0;
  uint64_t n_known = 0;
  bool any = false, is_idle = true;

  for (int i = 0; i < n; i++)
    {
      double load = load_of (&kernels[i], is_occupancy);
      bool starts = scope->is_whole || (kernels[i].start_us >= begin_us && kernels[i].start_us < end_us);

      if (kernels[i].device != device || kernels[i].dur_us == 0 || isnan (load) || !starts)
        continue;
      n_known++;
      weighted += fmin (load, 1) * kernels[i].dur_us;
      known += kernels[i].dur_us;
    }
  for (int64_t at = begin_us; at < end_us; at++)
    {
      double sum = 0;

      for (int i = 0; i < n; i++)
        {
          double load = load_of (&kernels[i], is_occupancy);

          if (kernels[i].device == device && kernels[i].start_us <= at
              && kernels[i].start_us + kernels[i].dur_us > at && !isnan (load))
            {
              sum += load;
              any = any || load > 0;
            }
        }
      covered += fmin (sum, 1);
    }
  g_assert_cmpuint (estimate->n, ==, n_known);
  g_assert_cmpint (estimate->known_ns, ==, (int64_t) known * 1000);
  if (known > 0)
    g_assert_cmpfloat_with_epsilon (estimate->of_kernel_time, weighted / known, 1e-9);
  else
    g_assert_true (isnan (estimate->of_kernel_time));
  for (int i = 0; i < n; i++)
    is_idle = is_idle
              && (kernels[i].device != device || kernels[i].dur_us == 0 || kernels[i].start_us >= end_us
                  || kernels[i].start_us + kernels[i].dur_us <= begin_us);
  if ((n_known > 0 || any || is_idle) && end_us > begin_us)
    g_assert_cmpfloat_with_epsilon (estimate->of_window, covered / (double) (end_us - begin_us), 1e-9);
  else
    g_assert_true (isnan (estimate->of_window));
}

static void
is_what_counting_every_microsecond_gives (void)
{
  GRand *random = g_rand_new_with_seed (601);

  for (int round = 0; round < ROUNDS; round++)
    {
      g_autoptr (GString) events = g_string_new (NULL);
      int n = g_rand_int_range (random, 1, 30);
      Kernel kernels[30];

      for (int i = 0; i < n; i++)
        {
          kernels[i] = (Kernel){
            .device = g_rand_int_range (random, 0, 2),
            .stream = g_rand_int_range (random, 0, 3),
            .start_us = g_rand_int_range (random, 0, SPAN_US - 60),
            .dur_us = g_rand_int_range (random, 0, 60),
            .blocks = g_rand_int_range (random, 0, 5) == 0 ? 0 : g_rand_double_range (random, 0.001, 1.5),
            .occupancy = g_rand_int_range (random, -5, 101),
          };
          add_kernel (events, &kernels[i]);
        }
      g_autoptr (Trace) trace = trace_of ("", events);
      g_autoptr (StepTable) steps = step_table_new (trace, NULL, NULL);
      for (int w = 0; w < 6; w++)
        {
          int64_t begin_ns = 1000 * g_rand_int_range (random, 0, SPAN_US);
          int64_t end_ns = begin_ns + 1000 * g_rand_int_range (random, 0, 150);
          StatsScope scope = w == 0 ? stats_scope_whole (trace, steps)
                                    : stats_scope_window (trace, steps, &begin_ns, &end_ns);
          OccupancyTable table;

          g_assert_true (occupancy_stats_compute (&scope, NULL, NULL, &table));
          g_assert_cmpuint (table.n, ==, trace_n_devices (trace));
          for (uint32_t d = 0; d < table.n; d++)
            {
              int device = trace_device (trace, table.devices[d].device)->number;

              check_estimate (&scope, kernels, n, device, false, &table.devices[d].sm_efficiency);
              check_estimate (&scope, kernels, n, device, true, &table.devices[d].occupancy);
            }
          occupancy_stats_clear (&table);
        }
    }
  g_rand_free (random);
}

/* ---- METRICS 27, item 15: two denominators, named ---- */

static void
idle_counts_in_one_of_the_two_and_not_in_the_other (void)
{
  g_autoptr (GString) events = g_string_new (NULL);
  OccupancyTable table;

  add_kernel (events, &(Kernel){ 0, 7, 0, 30, 0.5, 20 });
  add_kernel (events, &(Kernel){ 0, 7, 100, 30, 4, 60 });
  g_autoptr (Trace) trace = trace_of ("", events);
  g_autoptr (StepTable) steps = step_table_new (trace, NULL, NULL);
  StatsScope scope = stats_scope_whole (trace, steps);

  g_assert_true (occupancy_stats_compute (&scope, NULL, NULL, &table));
  g_assert_cmpuint (table.n, ==, 1);
  g_assert_cmpfloat_with_epsilon (table.devices[0].sm_efficiency.of_window, 45.0 / SPAN_US, 1e-12);
  g_assert_cmpfloat_with_epsilon (table.devices[0].sm_efficiency.of_kernel_time, 0.75, 1e-12);
  g_assert_cmpfloat_with_epsilon (table.devices[0].occupancy.of_window, 24.0 / SPAN_US, 1e-12);
  g_assert_cmpfloat_with_epsilon (table.devices[0].occupancy.of_kernel_time, 0.4, 1e-12);
  g_assert_cmpfloat_with_epsilon (table.all.occupancy.of_kernel_time, 0.4, 1e-12);
  occupancy_stats_clear (&table);
}

/* ---- where blocks per SM come from ---- */

#define DEVICES "\"deviceProperties\": [{\"id\": 0, \"numSms\": 100}, {\"id\": 1, \"numSms\": 100}],"

static double
blocks_with (const char *settings, const char *call, const char *args)
{
  g_autoptr (GString) events = g_string_new (NULL);
  KernelLoadReader reader;
  DeviceProperties properties = { 0 };

  g_string_append_printf (events,
                          "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"k\", \"pid\": 0, \"tid\": 7, "
                          "\"ts\": 10, \"dur\": 5, \"args\": {\"device\": 0, \"stream\": 7, "
                          "\"correlation\": 3%s}},\n"
                          "{\"ph\": \"X\", \"cat\": \"cuda_runtime\", \"name\": \"%s\", \"pid\": 10, "
                          "\"tid\": 10, \"ts\": 0, \"dur\": 5, \"args\": {\"correlation\": 3}},\n",
                          args, call);
  g_autoptr (Trace) trace = trace_of (settings, events);
  const SliceColumns *slices = trace_slices (trace);
  uint64_t kernel = 0;

  while (slices->kind[kernel] != SLICE_KERNEL)
    kernel++;
  device_properties_of (trace, trace_rank (trace, 0), 0, &properties);
  kernel_load_reader_init (&reader, trace);
  const KernelLoad load = kernel_load_of (&reader, kernel, properties.multiprocessors);
  kernel_load_reader_clear (&reader);
  return load.blocks_per_sm;
}

static void
blocks_are_read_or_follow_from_the_grid (void)
{
  const char *grid = ", \"grid\": [512, 2, 1], \"block\": [256, 1, 1]";

  g_assert_cmpfloat (blocks_with (DEVICES, "cudaLaunchKernel", ", \"blocks per SM\": 2.5"), ==, 2.5);
  g_assert_cmpfloat (blocks_with (DEVICES, "cudaLaunchKernel", grid), ==, 10.24);
  /* This call takes its grid in work-items: 2 x 2 blocks of 256. */
  g_assert_cmpfloat (blocks_with (DEVICES, "hipExtModuleLaunchKernel", grid), ==, 0.04);
  g_assert_true (isnan (blocks_with ("", "cudaLaunchKernel", grid)));
  g_assert_true (isnan (blocks_with (DEVICES, "cudaLaunchKernel", "")));
  g_assert_true (isnan (blocks_with ("", "cudaLaunchKernel", ", \"blocks per SM\": \"inf\"")));
  g_assert_true (isnan (blocks_with ("", "cudaLaunchKernel", ", \"blocks per SM\": 0")));
  g_assert_true (isnan (blocks_with ("", "cudaLaunchKernel", ", \"blocks per SM\": -1")));
}

static void
a_file_without_shapes_has_no_estimate (void)
{
  g_autoptr (GString) events = g_string_new (NULL);
  OccupancyTable table;

  add_kernel (events, &(Kernel){ 0, 7, 0, 30, 0, -1 });
  g_autoptr (Trace) trace = trace_of ("", events);
  g_autoptr (StepTable) steps = step_table_new (trace, NULL, NULL);
  StatsScope scope = stats_scope_whole (trace, steps);

  g_assert_true (occupancy_stats_compute (&scope, NULL, NULL, &table));
  g_assert_cmpuint (table.devices[0].n_kernels, ==, 1);
  g_assert_cmpuint (table.devices[0].sm_efficiency.n, ==, 0);
  g_assert_true (isnan (table.devices[0].sm_efficiency.of_window));
  g_assert_true (isnan (table.devices[0].sm_efficiency.of_kernel_time));
  g_assert_true (isnan (table.all.occupancy.of_window));
  occupancy_stats_clear (&table);
}

static void
multiprocessors_are_those_of_the_device_or_of_all (void)
{
  static const struct
  {
    const char *settings;
    int64_t of_0, of_2;
  } cases[] = {
    { "", -1, -1 },
    { "\"deviceProperties\": [{\"id\": 0, \"numSms\": 80}],", 80, 80 },
    { "\"deviceProperties\": [{\"id\": 0, \"numSms\": 80}, {\"id\": 1, \"numSms\": 90}],", 80, -1 },
    { "\"deviceProperties\": [{\"id\": 1, \"numSms\": 90}, {\"id\": 0}],", 90, 90 },
    { "\"computeProperties\": [{\"id\": 2, \"multiProcessorCount\": 20}],", 20, 20 },
    { "\"deviceProperties\": {},", -1, -1 },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) events = g_string_new (NULL);
      g_autoptr (Trace) trace = trace_of (cases[i].settings, events);
      const TraceRank *rank = trace_rank (trace, 0);

      g_assert_cmpint (device_multiprocessors (trace, rank, 0), ==, cases[i].of_0);
      g_assert_cmpint (device_multiprocessors (trace, rank, 2), ==, cases[i].of_2);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/occupancy/is_what_counting_every_microsecond_gives",
                   is_what_counting_every_microsecond_gives);
  g_test_add_func ("/occupancy/idle_counts_in_one_of_the_two_and_not_in_the_other",
                   idle_counts_in_one_of_the_two_and_not_in_the_other);
  g_test_add_func ("/occupancy/blocks_are_read_or_follow_from_the_grid",
                   blocks_are_read_or_follow_from_the_grid);
  g_test_add_func ("/occupancy/a_file_without_shapes_has_no_estimate", a_file_without_shapes_has_no_estimate);
  g_test_add_func ("/occupancy/multiprocessors_are_those_of_the_device_or_of_all",
                   multiprocessors_are_those_of_the_device_or_of_all);
  return g_test_run ();
}
