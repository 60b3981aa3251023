/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/compare/compare_waterfall.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "trace/compare/headline_text.h"
#include "widgets/compare/compare_words.h"

G_STATIC_ASSERT (N_WATERFALL_PARTS <= 32);

typedef struct
{
  CompareWaterfall *out;
  const Compared *compared;
  const Waterfall *waterfall;
  uint32_t side;
  const NumberStyle *numbers;
  bool differs; /* changes have a tone */
} Filling;

/* Takes text; it lives as long as the rows. */
static const char *
keep (Filling *filling, char *text)
{
  g_ptr_array_add (filling->out->texts, text);
  return text;
}

/* Takes tooltip. */
static void
add_row (Filling *filling, WaterfallRow row, int part, char *tooltip)
{
  g_array_append_val (filling->out->rows, row);
  g_array_append_val (filling->out->parts, part);
  g_ptr_array_add (filling->out->tooltips, tooltip);
}

static void
add_total (Filling *filling, uint32_t side, double ns)
{
  const char *label = keep (filling, compared_side_text (filling->compared, side));
  char buffer[NUMBER_TEXT_MAX];
  const char *value = keep (filling, g_strdup (number_text_duration (filling->numbers, ns, buffer)));
  bool has_steps = filling->compared->comparison.sides[0].steps.has_steps;

  add_row (
    filling,
    (WaterfallRow){ .label = label, .value = value, .to_ns = ns, .is_total = true, .look = CHART_OTHERS }, -1,
    g_strdup_printf (has_steps ? _ ("%s: mean step time %s") : _ ("%s: length of the window %s"), label,
                     value));
}

/* Fills what rows of parts and of kernels have in common. base_ns, other_ns: per step on either side. */
static void
add_change (Filling *filling,
            WaterfallRow row,
            int part,
            double from_ns,
            double difference_ns,
            double base_ns,
            double other_ns)
{
  char base[NUMBER_TEXT_MAX], other[NUMBER_TEXT_MAX];

  number_text_duration (filling->numbers, base_ns, base);
  number_text_duration (filling->numbers, other_ns, other);
  row.value = keep (filling, compare_words_duration (filling->numbers, difference_ns));
  row.share =
    keep (filling, compare_words_percent (filling->numbers, difference_ns / filling->waterfall->from_ns));
  row.from_ns = from_ns;
  row.to_ns = from_ns + difference_ns;
  row.tone = !filling->differs || difference_ns == 0 ? CHANGE_PLAIN
             : difference_ns > 0                     ? CHANGE_WORSE
                                                     : CHANGE_BETTER;
  add_row (
    filling, row, part,
    /* Translators: a part of a step, its change, the change in per cent of A's step time, its time in A, in B. */
    g_strdup_printf (_ ("%s: %s per step (%s of A's step time), %s in A, %s in %s"), row.label, row.value,
                     row.share, base, other, compared_letter (filling->side)));
}

/* ---- kernels ---- */

static double
per_step (int64_t total_ns, uint64_t divisor)
{
  return divisor > 0 ? (double) total_ns / (double) divisor : 0;
}

static char *
kernel_name (const Filling *filling, const WaterfallKernel *kernel)
{
  const CompareSide *sides = filling->compared->comparison.sides;
  const char *base =
    kernel->base_name == TRACE_NONE ? NULL : trace_display_name (sides[0].trace, kernel->base_name);
  const char *other = kernel->other_name == TRACE_NONE
                        ? NULL
                        : trace_display_name (sides[filling->side].trace, kernel->other_name);

  if (base == NULL || other == NULL || kernel->match == MATCH_EXACT || strcmp (base, other) == 0)
    return g_strdup (base != NULL ? base : other != NULL ? other : "");
  return g_strconcat (base, " → ", other, NULL);
}

static WorkKind
work_of (const Filling *filling, const WaterfallKernel *kernel, WaterfallPart part)
{
  bool is_base = kernel->base_name != TRACE_NONE;

  if (part == PART_EXPOSED_COMMUNICATION)
    return WORK_COMMUNICATION;
  if (part == PART_EXPOSED_COPIES)
    return WORK_MEMCPY;
  return work_kind_of_kernel_name (filling->compared->sides[is_base ? 0 : filling->side].profile->works,
                                   is_base ? kernel->base_name : kernel->other_name);
}

static void
add_kernels (Filling *filling, WaterfallPart part, double from_ns)
{
  const Waterfall *waterfall = filling->waterfall;
  const WaterfallStep *of_part = &waterfall->parts[part];
  uint64_t n_shown = MIN (of_part->n_kernels, COMPARE_WATERFALL_KERNELS);
  double base_ns = per_step (of_part->base_ns, waterfall->base_divisor);
  double other_ns = per_step (of_part->other_ns, waterfall->other_divisor);

  if (of_part->n_kernels == n_shown + 1)
    n_shown++;
  for (uint64_t i = 0; i < n_shown; i++)
    {
      const WaterfallKernel *kernel = &of_part->kernels[i];
      double base = per_step (kernel->base_ns, waterfall->base_divisor);
      double other = per_step (kernel->other_ns, waterfall->other_divisor);

      add_change (filling,
                  (WaterfallRow){ .label = keep (filling, kernel_name (filling, kernel)),
                                  .is_detail = true,
                                  .look = CHART_WORK,
                                  .work = work_of (filling, kernel, part) },
                  (int) part, from_ns, kernel->difference_ns, base, other);
      from_ns += kernel->difference_ns;
      base_ns -= base;
      other_ns -= other;
    }
  if (n_shown == of_part->n_kernels)
    return;
  char n[NUMBER_TEXT_MAX];
  number_text_count (filling->numbers, of_part->n_kernels - n_shown, n);
  add_change (filling,
              (WaterfallRow){ .label = keep (filling, g_strdup_printf (_ ("%s others"), n)),
                              .is_detail = true,
                              .look = CHART_OTHERS },
              (int) part, from_ns, waterfall_rest_ns (waterfall, part, n_shown), fmax (base_ns, 0),
              fmax (other_ns, 0));
}

/* ---- parts ---- */

static void
add_part (Filling *filling, WaterfallPart part, bool is_open, double from_ns)
{
  const WaterfallStep *of_part = &filling->waterfall->parts[part];
  WaterfallRow row = { .label = keep (filling, compare_words_part (part)),
                       .can_open = of_part->n_kernels > 0,
                       .is_open = of_part->n_kernels > 0 && is_open };

  switch (part)
    {
    case PART_COMPUTE:
      row.look = CHART_WORK;
      row.work = WORK_COMPUTE;
      break;
    case PART_EXPOSED_COMMUNICATION:
      row.look = CHART_WORK;
      row.work = WORK_COMMUNICATION;
      break;
    case PART_EXPOSED_COPIES:
      row.look = CHART_WORK;
      row.work = WORK_MEMCPY;
      break;
    default:
      row.look = part == PART_NO_GPU || part == PART_OTHER ? CHART_OTHERS : CHART_IDLE;
      break;
    }
  add_change (filling, row, (int) part, from_ns, of_part->difference_ns,
              per_step (of_part->base_ns, filling->waterfall->base_divisor),
              per_step (of_part->other_ns, filling->waterfall->other_divisor));
  if (row.is_open)
    add_kernels (filling, part, from_ns);
}

CompareWaterfall *
compare_waterfall_new (const Compared *compared, uint32_t side, uint32_t open, const NumberStyle *numbers)
{
  CompareWaterfall *out = g_new (CompareWaterfall, 1);
  const Waterfall *waterfall = &compared->comparison.waterfalls[side];
  const Headline headline = headline_of (&compared->comparison, side);
  Filling filling = { out, compared, waterfall, side, numbers, headline.kind == HEADLINE_DIFFERS };
  double from_ns = waterfall->from_ns;

  *out = (CompareWaterfall){
    .rows = g_array_new (FALSE, FALSE, sizeof (WaterfallRow)),
    .parts = g_array_new (FALSE, FALSE, sizeof (int)),
    .texts = g_ptr_array_new_with_free_func (g_free),
    .tooltips = g_ptr_array_new_with_free_func (g_free),
  };
  add_total (&filling, 0, waterfall->from_ns);
  for (int part = 0; part < N_WATERFALL_PARTS; part++)
    if (waterfall->parts[part].base_ns != 0 || waterfall->parts[part].other_ns != 0)
      {
        add_part (&filling, (WaterfallPart) part, (open >> part & 1) != 0, from_ns);
        from_ns += waterfall->parts[part].difference_ns;
      }
  add_total (&filling, side, waterfall->to_ns);
  return out;
}

void
compare_waterfall_free (CompareWaterfall *waterfall)
{
  if (waterfall == NULL)
    return;
  g_array_free (waterfall->rows, TRUE);
  g_array_free (waterfall->parts, TRUE);
  g_ptr_array_free (waterfall->texts, TRUE);
  g_ptr_array_free (waterfall->tooltips, TRUE);
  g_free (waterfall);
}
