/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/xspace/xspace_steps.h"

#include <inttypes.h>
#include <stdio.h>

COLUMN_IMPLEMENT (XSpaceGroupColumn, xspace_group_column)

void
xspace_steps_clear (XSpaceSteps *steps)
{
  xspace_group_column_clear (&steps->groups);
  id_map_clear (&steps->index_of_group);
}

static XSpaceGroup *
find (XSpaceSteps *steps, int64_t group)
{
  const XSpaceGroup empty = { INT64_MAX, INT64_MIN, INT64_MAX, INT64_MIN, group, false };
  uint64_t *index = id_map_add (&steps->index_of_group, (uint64_t) group, steps->groups.n);

  if (index == NULL || (*index == steps->groups.n && !xspace_group_column_push (&steps->groups, empty)))
    return NULL;
  return &steps->groups.at[*index];
}

bool
xspace_steps_add_host (XSpaceSteps *steps, int64_t group, int64_t begin_ns, int64_t end_ns)
{
  XSpaceGroup *found = find (steps, group);

  if (found == NULL)
    return false;
  found->begin_ns = MIN (found->begin_ns, begin_ns);
  found->end_ns = MAX (found->end_ns, end_ns);
  return true;
}

static bool
add_step (XSpaceSteps *steps, int64_t group, bool is_nth, int64_t number, int64_t begin_ns, int64_t end_ns)
{
  XSpaceGroup *found = find (steps, group);

  if (found == NULL)
    return false;
  found->device_begin_ns = MIN (found->device_begin_ns, begin_ns);
  found->device_end_ns = MAX (found->device_end_ns, end_ns);
  found->number = number;
  found->is_nth = is_nth;
  return true;
}

bool
xspace_steps_add_device (XSpaceSteps *steps, int64_t group, int64_t number, int64_t begin_ns, int64_t end_ns)
{
  steps->has_numbers = true;
  return add_step (steps, group, false, number, begin_ns, end_ns);
}

/* No writer has groups of such numbers. */
#define FIRST_NTH INT64_MIN

bool
xspace_steps_add_nth (XSpaceSteps *steps, int64_t nth, int64_t number, int64_t begin_ns, int64_t end_ns)
{
  return add_step (steps, FIRST_NTH + nth, true, number, begin_ns, end_ns);
}

static bool
is_step (const XSpaceSteps *steps, const XSpaceGroup *group)
{
  return group->device_begin_ns <= group->device_end_ns && !(group->is_nth && steps->has_numbers);
}

bool
xspace_steps_are_found (const XSpaceSteps *steps)
{
  for (size_t i = 0; i < steps->groups.n && !steps->has_marks; i++)
    if (is_step (steps, &steps->groups.at[i]))
      return true;
  return false;
}

uint32_t
xspace_step_name (TraceBuilder *builder, int64_t number)
{
  char text[32];
  int length = snprintf (text, sizeof text, "Step %" PRId64, number);

  return trace_builder_string (builder, text, (size_t) length);
}

void
xspace_steps_finish (XSpaceSteps *steps, TraceBuilder *builder, uint32_t track)
{
  for (size_t i = 0; i < steps->groups.n && !steps->has_marks; i++)
    {
      const XSpaceGroup *group = &steps->groups.at[i];
      bool is_on_host = group->begin_ns <= group->end_ns;

      if (!is_step (steps, group))
        continue;
      trace_builder_event_counts (builder)->total++;
      trace_builder_event_counts (builder)->slices++;
      int64_t begin_ns = is_on_host ? group->begin_ns : group->device_begin_ns;
      trace_builder_add_slice (builder,
                               &(SliceInput){
                                 .track = track,
                                 .name = xspace_step_name (builder, group->number),
                                 .category = trace_builder_string (builder, "step", 4),
                                 .kind = SLICE_ANNOTATION,
                                 .start_ns = begin_ns,
                                 .dur_ns = (is_on_host ? group->end_ns : group->device_end_ns) - begin_ns,
                                 .args = ARGS_NONE,
                               });
    }
}
