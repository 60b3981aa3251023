/* SPDX-License-Identifier: Apache-2.0
 *
 * The panes about launches, queues, communication, copies, memory and occupancy: of a profile with everything, of one whose
 * file tells next to nothing, and of a memory snapshot. */

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "tests/golden/golden.h"
#include "tests/unit/fixtures/opened_text.h"
#include "widgets/dashboard/dashboard_draw.h"
#include "widgets/dashboard/panes/pane_bandwidth.h"
#include "widgets/dashboard/panes/pane_launches.h"
#include "widgets/dashboard/panes/pane_memory_operations.h"
#include "widgets/dashboard/panes/pane_memory_peak.h"
#include "widgets/dashboard/panes/pane_memory_use.h"
#include "widgets/dashboard/panes/pane_occupancy.h"
#include "widgets/dashboard/panes/pane_overlap.h"
#include "widgets/dashboard/panes/pane_queues.h"

static const DashboardData *rich, *poor, *snapshot;

typedef struct
{
  const Pane *pane;
  const DashboardData *const *data;
} PaneCase;

static void
draw_pane (cairo_t *cr, const Rect *rect, const DrawStyle *style, const void *data)
{
  const PaneCase *at = data;
  const PaneOptions options = PANE_OPTIONS_DEFAULT;
  const PaneContext context = { at->pane, *at->data, &options, style->numbers };

  pane_draw (cr, rect, style, &context);
}

#define RICH(name) static const PaneCase name = { &pane_##name, &rich }
#define POOR(name) static const PaneCase poor_##name = { &pane_##name, &poor }
RICH (launches);
RICH (queues);
RICH (overlap);
RICH (memory_use);
RICH (bandwidth);
RICH (memory_operations);
RICH (occupancy);
static const PaneCase snapshot_use = { &pane_memory_use, &snapshot }, snapshot_peak = { &pane_memory_peak, &snapshot };
POOR (launches);
POOR (queues);
POOR (overlap);
POOR (memory_use);
POOR (bandwidth);
POOR (memory_operations);
POOR (occupancy);

static const GoldenCase cases[] = {
  { "launches_light", 400, 336, THEME_LIGHT, draw_pane, &launches, NULL, 0 },
  { "launches_dark", 400, 336, THEME_DARK, draw_pane, &launches, NULL, 0 },
  { "launches_contrast", 400, 336, THEME_CONTRAST, draw_pane, &launches, NULL, 0 },
  { "launches_large_text", 616, 448, THEME_LIGHT, draw_pane, &launches, NULL, 2 },
  { "queues_light", 816, 336, THEME_LIGHT, draw_pane, &queues, NULL, 0 },
  { "queues_dark", 816, 336, THEME_DARK, draw_pane, &queues, NULL, 0 },
  { "overlap_light", 400, 336, THEME_LIGHT, draw_pane, &overlap, NULL, 0 },
  { "overlap_dark", 400, 336, THEME_DARK, draw_pane, &overlap, NULL, 0 },
  { "overlap_contrast", 400, 336, THEME_CONTRAST, draw_pane, &overlap, NULL, 0 },
  { "memory_use_light", 816, 336, THEME_LIGHT, draw_pane, &memory_use, NULL, 0 },
  { "memory_use_dark", 816, 336, THEME_DARK, draw_pane, &memory_use, NULL, 0 },
  { "bandwidth_light", 400, 336, THEME_LIGHT, draw_pane, &bandwidth, NULL, 0 },
  { "bandwidth_dark", 400, 336, THEME_DARK, draw_pane, &bandwidth, NULL, 0 },
  { "memory_operations_light", 400, 336, THEME_LIGHT, draw_pane, &memory_operations, NULL, 0 },
  { "memory_operations_dark", 400, 336, THEME_DARK, draw_pane, &memory_operations, NULL, 0 },
  { "occupancy_light", 400, 336, THEME_LIGHT, draw_pane, &occupancy, NULL, 0 },
  { "occupancy_dark", 400, 336, THEME_DARK, draw_pane, &occupancy, NULL, 0 },
  { "snapshot_use_light", 816, 336, THEME_LIGHT, draw_pane, &snapshot_use, NULL, 0 },
  { "snapshot_use_dark", 816, 336, THEME_DARK, draw_pane, &snapshot_use, NULL, 0 },
  { "snapshot_peak_light", 400, 336, THEME_LIGHT, draw_pane, &snapshot_peak, NULL, 0 },
  { "snapshot_peak_dark", 400, 336, THEME_DARK, draw_pane, &snapshot_peak, NULL, 0 },
  { "launches_poor", 400, 336, THEME_LIGHT, draw_pane, &poor_launches, NULL, 0 },
  { "queues_poor", 400, 336, THEME_LIGHT, draw_pane, &poor_queues, NULL, 0 },
  { "overlap_poor", 400, 336, THEME_LIGHT, draw_pane, &poor_overlap, NULL, 0 },
  { "memory_use_poor", 400, 336, THEME_LIGHT, draw_pane, &poor_memory_use, NULL, 0 },
  { "bandwidth_poor", 400, 336, THEME_LIGHT, draw_pane, &poor_bandwidth, NULL, 0 },
  { "memory_operations_poor", 400, 336, THEME_LIGHT, draw_pane, &poor_memory_operations, NULL, 0 },
  { "occupancy_poor", 400, 336, THEME_LIGHT, draw_pane, &poor_occupancy, NULL, 0 },
};

/* ---- a profile with everything ---- */

static void
add_run (GString *out,
         const char *category,
         const char *name,
         int device,
         int stream,
         int start_us,
         int dur_us,
         int correlation,
         const char *args)
{
  g_string_append_printf (
    out,
    "{\"ph\": \"X\", \"cat\": \"%s\", \"name\": \"%s\", \"pid\": %d, \"tid\": %d, \"ts\": "
    "%d, \"dur\": %d, \"args\": {\"device\": %d, \"stream\": %d, \"correlation\": %d%s}},\n",
    category, name, device, stream, start_us, dur_us, device, stream, correlation, args);
}

static void
add_call (GString *out, const char *name, int start_us, int dur_us, int correlation)
{
  g_string_append_printf (
    out,
    "{\"ph\": \"X\", \"cat\": \"cuda_runtime\", \"name\": \"%s\", \"pid\": 10, \"tid\": 10, "
    "\"ts\": %d, \"dur\": %d, \"args\": {\"correlation\": %d}},\n",
    name, start_us, dur_us, correlation);
}

static void
add_memory (GString *out, int device, int time_us, int64_t bytes)
{
  g_string_append_printf (
    out,
    "{\"ph\": \"i\", \"s\": \"t\", \"cat\": \"cpu_instant_event\", \"name\": \"[memory]\", \"pid\": 10, "
    "\"tid\": 10, \"ts\": %d, \"args\": {\"Total Allocated\": %" PRId64
    ", \"Bytes\": 1, \"Device Id\": %d, \"Device Type\": 1}},\n",
    time_us, bytes, device);
}

/* Forty rounds of 1 ms: the host runs ahead from one to the next, for three streams of each GPU. */
static void
add_round (GString *out, int round, int device)
{
  int at_us = 1000 * round, ahead_us = 20 + round % 10 * round % 10 * 60, id = 100 * round + 50 * device;

  for (int i = 0; i < 20; i++)
    {
      g_autofree char *shape = g_strdup_printf (
        ", \"blocks per SM\": 0.%d, \"est. achieved occupancy %%\": %d", 21 + 3 * i, 10 + 2 * i);
      int start_us = at_us + 40 * i;

      add_call (out, "cudaLaunchKernel", MAX (start_us - ahead_us - 3 * i, 0), i == 7 ? 70 : 5, id + i + 1);
      add_run (out, "kernel", i % 3 == 0 ? "ampere_sgemm_128x64_nn" : "elementwise_kernel", device, 7,
               start_us, 35, id + i + 1, shape);
    }
  add_call (out, "cudaLaunchKernel", MAX (at_us - ahead_us / 2, 0), 9, id + 40);
  add_run (out, "kernel", "ncclDevKernel_AllReduce_Sum_f32_RING_LL", device, 20, at_us + 500,
           300 + 60 * device, id + 40, ", \"blocks per SM\": 0.2, \"est. achieved occupancy %\": 5");
  add_call (out, "cudaMemcpyAsync", at_us, 12, id + 41);
  add_run (out, "gpu_memcpy",
           round % 2 ? "Memcpy HtoD (Pinned -> Device)" : "Memcpy HtoD (Pageable -> Device)", device, 21,
           at_us + 30, 40 + round, id + 41, round % 2 ? ", \"bytes\": 900000" : ", \"bytes\": 150000");
  add_call (out, "cudaMemcpyAsync", at_us + 3, 12, id + 42);
  add_run (out, "gpu_memcpy", "Memcpy DtoH (Device -> Pinned)", device, 21, at_us + 100, 20, id + 42,
           ", \"bytes\": 300000");
  add_call (out, "cudaMemsetAsync", at_us + 4, 3, id + 43);
  add_run (out, "gpu_memset", "Memset (Device)", device, 21, at_us + 130, 15, id + 43, ", \"bytes\": 4096");
  for (int i = 0; i < 4; i++)
    add_memory (out, device, at_us + 250 * i,
                (int64_t) 1000000000 * (device + 2) + INT64_C (150000000) * (i + round % 10));
}

static const DashboardData *
data_of_text (const char *name, const char *json)
{
  g_autoptr (GError) error = NULL;
  const Profile *profile = opened_text (name, json, NULL);
  StatsScope scope = stats_scope_whole (profile->trace, profile->steps);
  const DashboardData *data = dashboard_data_new (profile, &scope, &error);

  g_assert_no_error (error);
  profile_unref (profile);
  return data;
}

static const DashboardData *
data_of (const char *settings, GString *events)
{
  g_autofree char *json = g_strdup_printf (
    "{%s \"schemaVersion\": 1, \"traceEvents\": [\n%s{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"aten::mm\", "
    "\"pid\": 10, \"tid\": 10, \"ts\": 0, \"dur\": 40000}]}",
    settings, events->str);

  return data_of_text ("panes.json", json);
}

static const DashboardData *
make_rich (void)
{
  g_autoptr (GString) events = g_string_new (NULL);

  for (int round = 0; round < 40; round++)
    for (int device = 0; device < 2; device++)
      add_round (events, round, device);
  /* A clock that runs behind, and a graph. */
  add_call (events, "cudaLaunchKernel", 39995, 3, 9001);
  add_run (events, "kernel", "elementwise_kernel", 0, 7, 39985, 10, 9001, "");
  add_call (events, "cudaGraphLaunch", 30500, 40, 9002);
  for (int i = 0; i < 10; i++)
    add_run (events, "kernel", "elementwise_kernel", 1, 30, 30600 + 20 * i, 15, 9002, "");
  return data_of ("\"deviceProperties\": [{\"id\": 0, \"numSms\": 108}, {\"id\": 1, \"numSms\": 108}],",
                  events);
}

/* One kernel, of which nothing but its time is known. */
static const DashboardData *
make_poor (void)
{
  g_autoptr (GString) events = g_string_new (NULL);

  add_run (events, "kernel", "elementwise_kernel", 0, 7, 10, 500, 0, "");
  return data_of ("", events);
}

static void
add_memory_event (GString *out, const char *action, int slot, int64_t bytes, int time_us)
{
  g_string_append_printf (out,
                          "%s{\"action\": \"%s\", \"addr\": %d, \"size\": %" PRId64
                          ", \"stream\": 0, \"time_us\": %d",
                          out->len > 0 ? ",\n" : "", action, slot << 20, bytes, time_us);
  if (strcmp (action, "alloc") == 0)
    g_string_append_printf (out,
                            ", \"frames\": [{\"filename\": \"/opt/python/torch/nn/functional.py\", \"line\": 114, "
                            "\"name\": \"linear\"}, {\"filename\": \"/home/user/model/layer_%d.py\", "
                            "\"line\": %d, \"name\": \"forward\"}]",
                            slot % 16, 20 + slot % 16);
  g_string_append_c (out, '}');
}

/* Four steps in which allocations pile up and are released again. 1.5 GB without a call stack are older. */
static const DashboardData *
make_snapshot (void)
{
  g_autoptr (GString) events = g_string_new (NULL);
  const int64_t held = INT64_C (1500000000), reserved = INT64_C (3000000000);

  add_memory_event (events, "segment_alloc", 100, reserved, 0);
  for (int step = 0; step < 4; step++)
    for (int i = 0; i < 80; i++)
      {
        int slot = i < 40 ? i : 79 - i, time_us = 100000 * step + 1000 * i + 10;
        int64_t bytes = INT64_C (4000000) * (1 + slot % 16) + INT64_C (1000000) * step;

        if (i < 40)
          add_memory_event (events, "alloc", 1 + slot, bytes, time_us);
        else
          {
            add_memory_event (events, "free_requested", 1 + slot, bytes, time_us);
            add_memory_event (events, "free_completed", 1 + slot, bytes, time_us);
          }
      }
  g_autofree char *json = g_strdup_printf (
    "{\"segments\": [{\"device\": 0, \"address\": %d, \"total_size\": %" PRId64
    ", \"blocks\": [{\"address\": %d, \"size\": %" PRId64 ", \"requested_size\": %" PRId64
    ", \"state\": \"active_allocated\"}]}], \"device_traces\": [[%s]]}",
    200 << 20, reserved, 200 << 20, held, held, events->str);

  return data_of_text ("snapshot.json", json);
}

int
main (int argc, char **argv)
{
  snapshot = make_snapshot ();
  rich = make_rich ();
  poor = make_poor ();
  return golden_main (argc, argv, "device_panes", cases, sizeof cases / sizeof cases[0]);
}
