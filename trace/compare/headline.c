/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/compare/headline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "trace/stats/distribution.h"

/* A cause must explain at least this share of the difference. */
#define CAUSE_LEAST 0.05

/* And one in the other direction at least this much. */
#define OFFSET_LEAST 0.5

/* What remains of a part without the kernels that are named is said if it is more than this share of the difference; so is
 * what remains of the difference without all that is named. */
#define REST_LEAST 0.2

static bool
is_in_direction (const Headline *headline, const HeadlineCause *cause)
{
  return (cause->difference_ns > 0) == (headline->difference_ns > 0);
}

static bool
is_large (const Headline *headline, const HeadlineCause *cause, double least)
{
  return headline->difference_ns != 0 && cause->difference_ns != 0
         && fabs (cause->difference_ns) >= least * fabs (headline->difference_ns);
}

/* Keeps the largest of those with the direction of the difference, and the largest of the others. */
static void
add_cause (Headline *headline, HeadlineCause cause)
{
  uint32_t place = headline->n_causes;
  double size = fabs (cause.difference_ns);

  if (!is_in_direction (headline, &cause))
    {
      if (is_large (headline, &cause, OFFSET_LEAST)
          && (headline->n_offsets == 0 || size > fabs (headline->offsets[0].difference_ns)))
        {
          headline->offsets[0] = cause;
          headline->n_offsets = 1;
        }
      return;
    }
  if (!is_large (headline, &cause, CAUSE_LEAST))
    return;
  while (place > 0 && size > fabs (headline->causes[place - 1].difference_ns))
    place--;
  if (place == HEADLINE_NAMED_MAX)
    return;
  if (headline->n_causes < HEADLINE_NAMED_MAX)
    headline->n_causes++;
  for (uint32_t i = headline->n_causes - 1; i > place; i--)
    headline->causes[i] = headline->causes[i - 1];
  headline->causes[place] = cause;
}

static bool
is_unmatched (const WaterfallKernel *kernel)
{
  return kernel->base_name == TRACE_NONE || kernel->other_name == TRACE_NONE;
}

/* Nets the kernels of a part that have no counterpart. Returns whether some are on the one side and some on the other. */
static bool
find_replaced (const Waterfall *waterfall, WaterfallPart part, HeadlineCause *ret_cause)
{
  const WaterfallStep *of_part = &waterfall->parts[part];
  HeadlineCause cause = { .part = part };
  int64_t added_ns = 0, removed_ns = 0;

  for (uint64_t i = 0; i < of_part->n_kernels; i++)
    {
      const WaterfallKernel *kernel = &of_part->kernels[i];

      if (!is_unmatched (kernel))
        continue;
      HeadlineUnmatched *of_side = kernel->base_name == TRACE_NONE ? &cause.added : &cause.removed;
      if (kernel->base_name == TRACE_NONE)
        added_ns = add_saturated (added_ns, kernel->other_ns);
      else
        removed_ns = add_saturated (removed_ns, kernel->base_ns);
      of_side->kernel = kernel;
      of_side->is_elsewhere = of_side->is_elsewhere || kernel->is_elsewhere;
      of_side->n++;
    }
  cause.added.ns = (double) added_ns / (double) waterfall->other_divisor;
  cause.removed.ns = (double) removed_ns / (double) waterfall->base_divisor;
  cause.difference_ns = cause.added.ns - cause.removed.ns;
  *ret_cause = cause;
  return cause.added.n > 0 && cause.removed.n > 0;
}

static void
add_kernels (Headline *headline, const Waterfall *waterfall, WaterfallPart part)
{
  const WaterfallStep *of_part = &waterfall->parts[part];
  HeadlineCause replaced;
  bool are_replaced = find_replaced (waterfall, part, &replaced);

  for (uint64_t i = 0; i < of_part->n_kernels; i++)
    {
      const WaterfallKernel *kernel = &of_part->kernels[i];

      if (!are_replaced || !is_unmatched (kernel))
        add_cause (headline,
                   (HeadlineCause){ .part = part, .kernel = kernel, .difference_ns = kernel->difference_ns });
    }
  if (are_replaced)
    add_cause (headline, replaced);
}

/* Takes what is named of a part from it. Returns whether something is. */
static bool
subtract_named (HeadlineCause *others, const HeadlineCause *named, uint32_t n)
{
  bool any = false;

  for (uint32_t i = 0; i < n; i++)
    if (named[i].part == others->part && !named[i].is_rest)
      {
        others->difference_ns -= named[i].difference_ns;
        any = true;
      }
  return any;
}

/* Many kernels with a little each are much together. */
static void
add_rest_of_part (Headline *headline, const Waterfall *waterfall, WaterfallPart part, bool is_any_named)
{
  HeadlineCause others = {
    .part = part,
    .is_rest = true,
    .difference_ns = waterfall->parts[part].difference_ns,
  };
  bool is_of_named = subtract_named (&others, headline->causes, headline->n_causes);

  others.is_rest_of_named = subtract_named (&others, headline->offsets, headline->n_offsets) || is_of_named;
  if (is_in_direction (headline, &others))
    {
      if (is_large (headline, &others, is_any_named ? REST_LEAST : CAUSE_LEAST))
        headline->causes[headline->n_causes++] = others;
    }
  else if (is_large (headline, &others, OFFSET_LEAST))
    headline->offsets[headline->n_offsets++] = others;
}

static void
find_causes (Headline *headline, const Waterfall *waterfall)
{
  bool is_any_named;

  headline->rest_ns = headline->difference_ns;
  for (WaterfallPart part = 0; part < N_WATERFALL_PARTS; part++)
    {
      add_kernels (headline, waterfall, part);
      if (part >= PART_IDLE)
        add_cause (headline, (HeadlineCause){ .part = part,
                                              .is_rest = true,
                                              .difference_ns = waterfall->parts[part].difference_ns });
    }
  is_any_named = headline->n_causes > 0;
  for (WaterfallPart part = 0; part < PART_IDLE; part++)
    add_rest_of_part (headline, waterfall, part, is_any_named);
  if (headline->n_causes == 0)
    headline->n_offsets = 0;
  for (uint32_t i = 0; i < headline->n_causes; i++)
    headline->rest_ns -= headline->causes[i].difference_ns;
  for (uint32_t i = 0; i < headline->n_offsets; i++)
    headline->rest_ns -= headline->offsets[i].difference_ns;
  headline->has_rest =
    headline->n_causes > 0 && fabs (headline->rest_ns) > REST_LEAST * fabs (headline->difference_ns);
}

Headline
headline_of (const Comparison *comparison, uint32_t side)
{
  const SummaryCell *mean = &comparison->summary.cells[SUMMARY_STEP_MEAN][side];
  const Waterfall *waterfall = &comparison->waterfalls[side];
  Headline headline = { .difference_ns = waterfall->to_ns - waterfall->from_ns };

  if (!comparison->sides[side].steps.has_steps)
    headline.kind = HEADLINE_NO_STEPS;
  else if (!mean->difference.is_decided)
    headline.kind = HEADLINE_FEW_STEPS;
  else
    headline.kind =
      mean->difference.at_99.low > 0 || mean->difference.at_99.high < 0 ? HEADLINE_DIFFERS : HEADLINE_SAME;
  headline.has_slow_steps = slow_steps_differ (&comparison->slow[0], &comparison->slow[side]);
  find_causes (&headline, waterfall);
  return headline;
}
