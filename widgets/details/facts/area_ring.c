/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/details/facts/area_ring.h"

#include <glib/gi18n-lib.h>

#include "trace/stats/percent_parts.h"
#include "widgets/charts/chart_map.h"
#include "widgets/details/facts/figure_table.h"

typedef enum
{
  PART_COMPUTE,
  PART_COMMUNICATION,
  PART_COPY,
  PART_IDLE,
  N_TIME_PARTS
} TimePart;

static const struct
{
  const char *label;
  WorkKind work;
  ChartLook look;
} looks[N_TIME_PARTS] = {
  [PART_COMPUTE] = { N_ ("Compute"), WORK_GEMM, CHART_WORK },
  [PART_COMMUNICATION] = { N_ ("Exposed communication"), WORK_COMMUNICATION, CHART_WORK },
  [PART_COPY] = { N_ ("Exposed memcpy"), WORK_MEMCPY, CHART_WORK },
  [PART_IDLE] = { N_ ("Idle"), WORK_COMPUTE, CHART_IDLE },
};

struct AreaRing
{
  char *title, *note;
  char *figure, *caption;
  GArray *parts; /* ChartPart, which own their texts */
};

static void
clear_part (gpointer data)
{
  ChartPart *part = data;

  g_free ((char *) (uintptr_t) part->label);
  g_free ((char *) (uintptr_t) part->value);
  g_free ((char *) (uintptr_t) part->share);
}

static AreaRing *
ring_new (const char *title)
{
  AreaRing *ring = g_new0 (AreaRing, 1);

  ring->title = g_strdup (title);
  ring->parts = g_array_new (FALSE, FALSE, sizeof (ChartPart));
  g_array_set_clear_func (ring->parts, clear_part);
  return ring;
}

void
area_ring_free (AreaRing *ring)
{
  if (ring == NULL)
    return;
  g_free (ring->title);
  g_free (ring->note);
  g_free (ring->figure);
  g_free (ring->caption);
  g_array_unref (ring->parts);
  g_free (ring);
}

static void
add_part (AreaRing *ring,
          const char *label,
          int64_t time_ns,
          uint32_t tenths,
          ChartLook look,
          WorkKind work,
          const NumberStyle *numbers)
{
  char value[NUMBER_TEXT_MAX], share[NUMBER_TEXT_MAX];
  ChartPart part = {
    .label = g_strdup (label),
    .value = g_strdup (number_text_duration (numbers, (double) time_ns, value)),
    .share = g_strdup (number_text_tenths (numbers, tenths, share)),
    .amount = (double) time_ns,
    .look = look,
    .work = work,
  };

  g_array_append_val (ring->parts, part);
}

/* ---- GPU time ---- */

AreaRing *
area_ring_of_time (const AreaStats *stats, const NumberStyle *numbers)
{
  const TimeSplit *split = &stats->split;
  const int64_t times[N_TIME_PARTS] = { split->compute_ns, split->exposed_communication_ns,
                                        split->exposed_copy_ns, split->idle_ns };
  uint64_t n_devices = stats->summary.n_devices;
  char text[NUMBER_TEXT_MAX], n[NUMBER_TEXT_MAX];
  uint32_t tenths[N_TIME_PARTS];
  AreaRing *ring = ring_new (_ ("GPU time"));

  if (split->total_ns <= 0)
    {
      ring->note = g_strdup (_ ("None of the rows is a GPU stream"));
      return ring;
    }
  percent_parts (times, N_TIME_PARTS, tenths);
  for (TimePart part = 0; part < N_TIME_PARTS; part++)
    if (times[part] > 0)
      add_part (ring, _ (looks[part].label), times[part], tenths[part], looks[part].look, looks[part].work,
                numbers);
  ring->figure = g_strdup (number_text_tenths (numbers, 1000 - (int64_t) tenths[PART_IDLE], text));
  ring->caption = g_strdup (_ ("busy"));
  number_text_duration (numbers, (double) (split->total_ns / (int64_t) MAX (n_devices, 1)), text);
  number_text_count (numbers, n_devices, n);
  ring->note = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                             "Each instant counts once; shares of %s, %s "
                                             "GPU",
                                             "Each instant counts once; shares of %s × %s GPUs", n_devices),
                                text, n);
  return ring;
}

/* ---- kernels ---- */

char *
area_ring_others (uint64_t n, const NumberStyle *numbers)
{
  char count[NUMBER_TEXT_MAX];

  number_text_count (numbers, n, count);
  /* Translators: all kernels of a table but those that have a row */
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s other", "%s others", n), count);
}

AreaRing *
area_ring_of_kernels (const Profile *profile,
                      const AreaStats *stats,
                      const AreaKernels *shown,
                      const NumberStyle *numbers)
{
  const KernelStatsTable *kernels = &stats->kernels;
  uint64_t n_shown = shown->n_shown;
  AreaRing *ring = ring_new (_ ("Kernel time"));
  char text[NUMBER_TEXT_MAX];

  if (kernels->total_ns <= 0)
    {
      /* Translators: of an area of the timeline */
      ring->note =
        g_strdup (kernels->count == 0 ? _ ("No kernel begins in the area") : _ ("Its kernels took no time"));
      return ring;
    }
  for (uint64_t i = 0; i < n_shown; i++)
    add_part (ring, trace_display_name (profile->trace, kernels->kernels[i].name), shown->times_ns[i],
              shown->tenths[i], CHART_WORK,
              work_kind_of_kernel_name (profile->works, kernels->kernels[i].name), numbers);
  if (shown->n_others > 0)
    {
      g_autofree char *others = area_ring_others (shown->n_others, numbers);

      add_part (ring, others, shown->times_ns[n_shown], shown->tenths[n_shown], CHART_OTHERS, WORK_COMPUTE,
                numbers);
    }
  ring->figure = g_strdup (number_text_duration (numbers, (double) kernels->total_ns, text));
  ring->caption = g_strdup (_ ("kernels"));
  ring->note = g_strdup (_ ("Durations, by name"));
  return ring;
}

/* ---- what it shows ---- */

int
area_ring_n_parts (const AreaRing *ring)
{
  return (int) ring->parts->len;
}

const char *
area_ring_note (const AreaRing *ring)
{
  return ring->note;
}

static const ChartPart *
part_at (const AreaRing *ring, int part)
{
  return &g_array_index (ring->parts, ChartPart, part);
}

char *
area_ring_text (const AreaRing *ring, int part)
{
  const ChartPart *at = part_at (ring, part);

  /* Translators: a part of a ring, its time, and its share of all */
  return g_strdup_printf (_ ("%s: %s, %s"), at->label, at->value, at->share);
}

static int
own_part (int part, int first_part)
{
  return part >= first_part ? part - first_part : -1;
}

void
area_ring_draw (cairo_t *cr,
                const Rect *rect,
                const DrawStyle *style,
                const AreaRing *ring,
                bool has_legend,
                int first_part,
                const ChartMarks *marks,
                ChartMap *map)
{
  g_autofree ChartMap *own_map = map != NULL ? g_new0 (ChartMap, 1) : NULL;
  Rect body = figure_table_body (rect, style);
  const RingChart chart = {
    .parts = (const ChartPart *) (const void *) ring->parts->data,
    .n_parts = (int) ring->parts->len,
    .figure = ring->figure,
    .caption = ring->caption,
    .has_no_legend = !has_legend,
  };
  ChartMarks own_marks = CHART_NO_MARKS;

  figure_table_draw_frame (cr, rect, style, ring->title, ring->note);
  if (ring->parts->len == 0)
    return;
  if (marks != NULL)
    own_marks = (ChartMarks){
      .hovered = own_part (marks->hovered, first_part),
      .selected = own_part (marks->selected, first_part),
      .focused = own_part (marks->focused, first_part),
    };
  ring_chart_draw (cr, &body, style, &chart, &own_marks, own_map);
  for (int i = 0; map != NULL && i < own_map->n && map->n < CHART_AREAS_MAX; i++)
    {
      map->areas[map->n] = own_map->areas[i];
      map->areas[map->n++].part += first_part;
    }
}
