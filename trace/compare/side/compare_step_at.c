/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/compare/side/compare_step_at.h"

/* A step that is not used leaves its time to the used one around it, as if it had ended before all. */
static int64_t
end_of (const CompareStep *step)
{
  return step->sample == SAMPLE_NONE ? INT64_MIN : step->host_end_ns;
}

static bool
ends_by (const CompareStep *steps, uint64_t i, int64_t time_ns)
{
  return i != STEP_NONE && end_of (&steps[i]) <= time_ns;
}

/* Host spans end later and later on the way outwards. Each step also knows one much further out, such that any of them is
 * reached in O(log steps): a step skips what the step around it and the one that this one skips to skip, if these are as
 * far (Myers 1983, "An applicative random-access stack"). */
void
compare_steps_link (CompareStep *steps, uint64_t first, uint64_t end)
{
  for (uint64_t i = first; i < end; i++)
    {
      uint64_t around = i == first ? STEP_NONE : i - 1, near, far;

      while (ends_by (steps, around, end_of (&steps[i])))
        around = steps[around].around;
      steps[i].around = steps[i].further = around;
      steps[i].depth = around == STEP_NONE ? 0 : steps[around].depth + 1;
      if (around == STEP_NONE)
        continue;
      near = steps[around].further;
      far = near == STEP_NONE ? STEP_NONE : steps[near].further;
      if (far != STEP_NONE && steps[around].depth - steps[near].depth == steps[near].depth - steps[far].depth)
        steps[i].further = far;
    }
}

static bool
is_last_begun (const CompareSteps *steps, uint64_t i, uint64_t end, int64_t time_ns)
{
  return steps->steps[i].host_begin_ns <= time_ns
         && (i + 1 == end || steps->steps[i + 1].host_begin_ns > time_ns);
}

uint32_t
compare_steps_at (const CompareSteps *steps, uint32_t rank, int64_t time_ns, uint64_t *hint)
{
  uint64_t first = steps->first_step[rank], end = steps->first_step[rank + 1], i = *hint;

  if (first == end)
    return SAMPLE_NONE;
  if (i < first || i >= end || !is_last_begun (steps, i, end, time_ns))
    {
      uint64_t low = first, high = end;

      if (i >= first && i + 1 < end && is_last_begun (steps, i + 1, end, time_ns))
        low = high = i + 2;
      while (low < high)
        {
          uint64_t middle = low + (high - low) / 2;

          if (steps->steps[middle].host_begin_ns <= time_ns)
            low = middle + 1;
          else
            high = middle;
        }
      if (low == first)
        return SAMPLE_NONE;
      i = *hint = low - 1;
    }
  while (ends_by (steps->steps, i, time_ns))
    i = ends_by (steps->steps, steps->steps[i].further, time_ns) ? steps->steps[i].further
                                                                 : steps->steps[i].around;
  return i == STEP_NONE ? SAMPLE_NONE : steps->steps[i].sample;
}

uint32_t
compare_steps_window_at (const CompareSteps *steps, uint32_t rank, int64_t time_ns)
{
  uint64_t low = steps->first_step[rank], end = steps->first_step[rank + 1], high = end;

  /* Windows follow one another in order. */
  while (low < high)
    {
      uint64_t middle = low + (high - low) / 2;

      if (steps->steps[middle].end_ns <= time_ns)
        low = middle + 1;
      else
        high = middle;
    }
  for (; low < end && steps->steps[low].begin_ns <= time_ns; low++)
    if (steps->steps[low].end_ns > time_ns)
      return steps->steps[low].sample;
  return SAMPLE_NONE;
}

uint64_t
compare_steps_windows (const CompareSteps *steps, uint32_t rank, CompareWindow *ret_windows)
{
  uint64_t n = 0;
  int64_t until_ns = INT64_MIN;

  if (!steps->has_steps)
    {
      *ret_windows = (CompareWindow){ trace_time_clamp (steps->scope.begin_ns),
                                      trace_time_clamp (steps->scope.end_ns), 0 };
      return ret_windows->end_ns > ret_windows->begin_ns;
    }
  for (uint64_t i = steps->first_step[rank]; i < steps->first_step[rank + 1]; i++)
    {
      /* They overlap in a damaged profile alone. */
      CompareWindow window = { MAX (steps->steps[i].begin_ns, until_ns), steps->steps[i].end_ns,
                               steps->steps[i].sample };

      if (window.sample == SAMPLE_NONE || window.begin_ns >= window.end_ns)
        continue;
      ret_windows[n++] = window;
      until_ns = window.end_ns;
    }
  return n;
}
