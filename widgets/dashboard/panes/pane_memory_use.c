/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/panes/pane_memory_use.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#include "trace/model/device_word.h"
#include "trace/model/profile_format.h"
#include "trace/stats/memory/allocation_stats.h"
#include "widgets/dashboard/pane/dashboard_text.h"
#include "widgets/dashboard/sections/section_memory_use.h"
#include "widgets/dashboard/sections/section_time.h"

/* Lines that share one frame; more of them are rows. */
#define LINES_MAX 4

G_STATIC_ASSERT (MEMORY_USE_BUCKETS == DASHBOARD_BUCKETS);

static char *
bytes_text (const NumberStyle *numbers, double bytes, char buffer[NUMBER_TEXT_MAX])
{
  return number_text_bytes (numbers, (uint64_t) CLAMP (bytes, 0, 1e18), buffer);
}

/* Process memory belongs to no GPU. If the file records GPU memory, the chart shows only that. */
static uint32_t
n_lines_of (const MemoryUseFigures *use)
{
  return MIN (use->n_shown, use->n_devices > 0 ? use->n_devices : use->n_processes);
}

static char *
line_label (const PaneContext *pane, const MemoryUseStats *stats)
{
  const Trace *trace = pane->data->scope.trace;
  int64_t rank = trace_rank (trace, trace_track (trace, stats->track)->rank)->number;
  bool is_only_rank = trace_n_ranks (trace) < 2;

  if (stats->device >= 0)
    return device_word_in (
      trace, is_only_rank ? g_strdup_printf (_ ("GPU %d"), stats->device)
                          : g_strdup_printf (_ ("GPU %d of rank %" PRId64), stats->device, rank));
  return is_only_rank ? g_strdup (_ ("Host")) : g_strdup_printf (_ ("Host of rank %" PRId64), rank);
}

/* Takes label, which is that of what is allocated where reserved is shown, too. */
static char *
of_two (const MemoryUseFigures *use, char *label, bool is_reserved)
{
  if (use->n_reserved == 0)
    return label;
  /* Translators: "GPU 0 reserved": memory that PyTorch's allocator took from the GPU */
  char *whole = is_reserved ? g_strdup_printf (_ ("%s reserved"), label)
                            /* Translators: "GPU 0 allocated": memory that PyTorch's allocator handed out */
                            : g_strdup_printf (_ ("%s allocated"), label);
  g_free (label);
  return whole;
}

static void
draw (cairo_t *cr,
      const Rect *rect,
      const DrawStyle *style,
      const PaneContext *pane,
      const ChartMarks *marks,
      ChartMap *ret_map)
{
  const MemoryUseFigures *use = dashboard_memory_use (pane->data);
  g_autoptr (GPtrArray) labels = g_ptr_array_new_with_free_func (g_free);
  AreaSeries series[MEMORY_USE_SHOWN_MAX + MEMORY_USE_RESERVED_MAX];
  uint32_t n = n_lines_of (use), n_reserved = MIN (use->n_reserved, n);

  for (uint32_t i = 0; i < n; i++)
    {
      g_autofree char *label = of_two (use, line_label (pane, &use->shown[i]), false);
      char peak[NUMBER_TEXT_MAX];

      /* Rows have no axis of their own. */
      bytes_text (style->numbers, use->shown[i].peak_bytes, peak);
      g_ptr_array_add (labels, n > LINES_MAX ? g_strdup_printf (_ ("%s, peak %s"), label, peak)
                                             : g_steal_pointer (&label));
      series[i] = (AreaSeries){ .label = labels->pdata[i], .values = use->shown[i].bucket_most };
    }
  for (uint32_t i = 0; i < n_reserved; i++)
    {
      g_ptr_array_add (labels, of_two (use, line_label (pane, &use->reserved[i]), true));
      series[n + i] =
        (AreaSeries){ .label = labels->pdata[n + i], .values = use->reserved[i].bucket_most };
    }
  const AreaChart area = {
    .begin_ns = pane->data->scope.begin_ns,
    .end_ns = pane->data->scope.end_ns,
    .n_buckets = DASHBOARD_BUCKETS,
    .series = series,
    .n_series = (int) (n + n_reserved),
    .unit = AREA_BYTES,
  };

  area_chart_draw (cr, rect, style, &area, marks, ret_map);
}

/* TensorFlow, JAX and CUDA itself are recorded by other formats. */
static bool
is_of_pytorch (const PaneContext *pane)
{
  const Trace *trace = pane->data->scope.trace;

  return dashboard_text_is_of_pytorch (trace) || profile_format_is_among (PROFILE_FORMAT_TORCH_MEMORY, trace_format (trace));
}

static char *
empty (const PaneContext *pane)
{
  if (n_lines_of (dashboard_memory_use (pane->data)) > 0
      && pane->data->scope.end_ns > pane->data->scope.begin_ns)
    return NULL;
  return g_strdup (is_of_pytorch (pane)
                     ? _ ("The file does not record how much memory was allocated here. PyTorch records it "
                          "with profile_memory=True.")
                     : _ ("The file does not record how much memory was allocated here."));
}

static char *
footer (const PaneContext *pane)
{
  const MemoryUseFigures *use = dashboard_memory_use (pane->data);
  char peak[NUMBER_TEXT_MAX], at[NUMBER_TEXT_MAX];
  double bucket_ns = (double) (pane->data->scope.end_ns - pane->data->scope.begin_ns) / DASHBOARD_BUCKETS;

  const char *what = is_of_pytorch (pane) ? _ ("Allocated by PyTorch") : _ ("Allocated memory");

  if (n_lines_of (use) == 0)
    return g_strdup (what);
  /* Translators: "Allocated by PyTorch, peak of each 4.65 ms; highest 6.63 GB" */
  return g_strdup_printf (_ ("%s, peak of each %s; highest %s"), what,
                          number_text_duration (pane->numbers, bucket_ns, at),
                          bytes_text (pane->numbers, use->peak_bytes, peak));
}

static char *
part_text (const PaneContext *pane, int part)
{
  const MemoryUseFigures *use = dashboard_memory_use (pane->data);
  char begin[NUMBER_TEXT_MAX], end[NUMBER_TEXT_MAX];
  g_autoptr (GString) out = g_string_new (NULL);

  number_text_duration (pane->numbers, (double) dashboard_bucket_ns (pane->data, (uint32_t) part), begin);
  number_text_duration (pane->numbers, (double) dashboard_bucket_ns (pane->data, (uint32_t) part + 1), end);
  g_string_append_printf (out, _ ("%s to %s"), begin, end);
  for (uint32_t i = 0; i < n_lines_of (use); i++)
    {
      g_autofree char *label = line_label (pane, &use->shown[i]);
      char most[NUMBER_TEXT_MAX], mean[NUMBER_TEXT_MAX];

      g_string_append_c (out, '\n');
      if (isnan (use->shown[i].bucket_most[part]))
        g_string_append_printf (out, _ ("%s: not yet known"), label);
      else
        /* Translators: "GPU 1: peak 6.63 GB, mean 6.10 GB" */
        g_string_append_printf (out, _ ("%s: peak %s, mean %s"), label,
                                bytes_text (pane->numbers, use->shown[i].bucket_most[part], most),
                                bytes_text (pane->numbers, use->shown[i].bucket_mean[part], mean));
      if (i < use->n_reserved && !isnan (use->reserved[i].bucket_most[part]))
        /* Translators: follows "GPU 1: peak 6.63 GB, mean 6.10 GB" */
        g_string_append_printf (out, _ (", reserved %s"),
                                bytes_text (pane->numbers, use->reserved[i].bucket_most[part], most));
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

static char *
alternative (const PaneContext *pane)
{
  const MemoryUseFigures *use = dashboard_memory_use (pane->data);
  g_autoptr (GString) out = g_string_new (NULL);
  g_autofree char *definition = footer (pane);

  for (uint32_t i = 0; i < n_lines_of (use); i++)
    {
      const MemoryUseStats *stats = &use->shown[i];
      g_autofree char *label = line_label (pane, stats);
      char peak[NUMBER_TEXT_MAX], at[NUMBER_TEXT_MAX], first[NUMBER_TEXT_MAX], last[NUMBER_TEXT_MAX];

      /* Translators: "GPU 1: 1.20 GB at first, 1.31 GB at last, peak 6.63 GB at 107.0 ms" */
      g_string_append_printf (out, _ ("%s: %s at first, %s at last, peak %s at %s"), label,
                              bytes_text (pane->numbers, stats->first_bytes, first),
                              bytes_text (pane->numbers, stats->last_bytes, last),
                              bytes_text (pane->numbers, stats->peak_bytes, peak),
                              number_text_duration (pane->numbers, (double) stats->peak_ns, at));
      if (i < use->n_reserved)
        g_string_append_printf (out, _ (", reserved at most %s"),
                                bytes_text (pane->numbers, use->reserved[i].peak_bytes, peak));
      g_string_append_c (out, '\n');
    }
  g_string_append (out, definition);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

static void
add_bytes (PaneTable *table, double bytes)
{
  if (isnan (bytes))
    pane_table_add (table, "");
  else
    pane_table_add_count (table, (uint64_t) CLAMP (bytes, 0, 1e18));
}

static PaneTable *
table_of (const PaneContext *pane)
{
  const MemoryUseFigures *use = dashboard_memory_use (pane->data);
  PaneTable *table = pane_table_new ((const PaneColumn[]){
    { _ ("Device"), false },
    { _ ("From (ns)"), true },
    { _ ("To (ns)"), true },
    { _ ("Peak (bytes)"), true },
    { _ ("Mean (bytes)"), true },
    { use->n_reserved > 0 ? _ ("Reserved (bytes)") : NULL, true },
    { NULL, false },
  });

  for (uint32_t i = 0; i < n_lines_of (use); i++)
    for (uint32_t bucket = 0; bucket < DASHBOARD_BUCKETS; bucket++)
      {
        g_autofree char *label = line_label (pane, &use->shown[i]);

        pane_table_add (table, label);
        pane_table_add_ns (table, dashboard_bucket_ns (pane->data, bucket));
        pane_table_add_ns (table, dashboard_bucket_ns (pane->data, bucket + 1));
        add_bytes (table, use->shown[i].bucket_most[bucket]);
        add_bytes (table, use->shown[i].bucket_mean[bucket]);
        if (use->n_reserved > 0)
          add_bytes (table, use->reserved[i].bucket_most[bucket]);
      }
  return table;
}

/* When most was allocated in a part. */
static int64_t
peak_ns (const MemoryUseFigures *use, int part)
{
  uint32_t best = 0;

  for (uint32_t i = 1; i < n_lines_of (use); i++)
    if (!(use->shown[i].bucket_most[part] <= use->shown[best].bucket_most[part]))
      best = i;
  return use->shown[best].bucket_most_ns[part];
}

static PaneTarget
part_target (const PaneContext *pane, int part)
{
  const MemoryUseFigures *use = dashboard_memory_use (pane->data);

  if (allocation_stats_has_history (pane->data->scope.trace))
    return (PaneTarget){ .kind = TARGET_INSTANT, .begin_ns = peak_ns (use, part) };
  return (PaneTarget){
    .kind = TARGET_SPAN,
    .begin_ns = dashboard_bucket_ns (pane->data, (uint32_t) part),
    .end_ns = dashboard_bucket_ns (pane->data, (uint32_t) part + 1),
  };
}

const Pane pane_memory_use = {
  .id = "memory-use",
  .title = N_ ("Memory use over time"),
  .definition = N_ (
    "Memory that the allocator of the framework had handed out, over the window in 100 equal buckets; each shows its "
    "peak. A value holds from one allocation or release to the next. Nothing is drawn before the first one "
    "in the file, since the value is not known.\n"
    "The chart shows each GPU that the file has records of, or those with the highest peaks if there is no "
    "room for all. If there is none, it shows the host's memory.\n"
    "Traps: the allocator keeps released memory for later, so the GPU's own tools show more than this. "
    "Memory of libraries that do not use this allocator (NCCL, cuBLAS) is not included.\n"
    "A memory snapshot also records what the allocator has reserved: of one or two GPUs it is a line of its own. "
    "What is reserved and not allocated is kept for later, or lost in gaps.\n"
    "Click a bucket to zoom the timeline to it. With a memory snapshot, this sets marker A at the peak of the "
    "bucket and lists what was allocated then."),
  .needs = SECTION_BIT (SECTION_MEMORY_USE),
  .shape = { .span = 2, .grows = true },
  .ghost = GHOST_AXES,
  .is_of_memory = true,
  .draw = draw,
  .empty = empty,
  .footer = footer,
  .table = table_of,
  .alternative = alternative,
  .part_text = part_text,
  .part_target = part_target,
};
