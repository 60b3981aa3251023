/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/details/facts/slice_place.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "widgets/timeline/rows/track_label.h"
#include "widgets/timeline/view/ruler.h"

static uint32_t
track_of (const Trace *trace, uint64_t slice)
{
  return trace_track_of (trace, slice);
}

uint32_t
slice_place_rank (const Trace *trace, uint64_t slice)
{
  return trace_track (trace, track_of (trace, slice))->rank;
}

static bool
is_band (TrackKind kind)
{
  return kind >= TRACK_ANNOTATIONS && kind <= TRACK_PROFILER;
}

/* The thread that a band belongs to, or whatever else heads the line. */
static char *
label_parent (const Trace *trace, uint32_t parent)
{
  switch (trace_track (trace, parent)->kind)
    {
    case TRACK_THREAD:
      return track_label_thread (trace, parent);
    case TRACK_DEVICE:
      return track_label_device (trace, parent);
    case TRACK_PROCESS:
      return track_label_process (trace, parent);
    case TRACK_NODE:
      return track_label_node (trace, parent);
    default:
      return track_label_line (trace, parent);
    }
}

char *
slice_place_thread (const Trace *trace, uint64_t slice)
{
  uint32_t track = track_of (trace, slice);

  if (is_band (trace_track (trace, track)->kind))
    return label_parent (trace, trace_track (trace, track)->parent);
  return slice_place_row (trace, slice);
}

char *
slice_place_row (const Trace *trace, uint64_t slice)
{
  uint32_t track = track_of (trace, slice);
  const TraceTrack *line = trace_track (trace, track);
  g_autofree char *label =
    is_band (line->kind) ? g_strdup (track_label_band (line->kind)) : track_label_line (trace, track);

  if (line->parent == TRACE_NONE)
    return g_steal_pointer (&label);
  g_autofree char *parent = label_parent (trace, line->parent);
  /* Translators: a row of the timeline, as in "stream 21 of GPU 3" and "calls of thread 12" */
  return g_strdup_printf (_ ("%s of %s"), label, parent);
}

char *
slice_place_time (const Profile *profile, uint32_t rank, int64_t time_ns, const NumberStyle *numbers)
{
  uint64_t i = profile_step_at (profile, rank, time_ns);
  char offset[NUMBER_TEXT_MAX], number[NUMBER_TEXT_MAX];

  if (i == UINT64_MAX)
    return g_strdup (number_text_duration (numbers, (double) time_ns, offset));
  number_text_duration (numbers, (double) (time_ns - step_table_get (profile->steps, i)->host_begin_ns),
                        offset);
  /* Translators: a moment of a step, as in "Step 1011 + 7.324 ms" */
  return g_strdup_printf (_ ("Step %s + %s"), ruler_step_number (profile, i, number), offset);
}

char *
slice_place_step (const Profile *profile, uint32_t rank, int64_t time_ns)
{
  uint64_t i = profile_step_at (profile, rank, time_ns), first;
  char number[NUMBER_TEXT_MAX];

  if (i == UINT64_MAX)
    return NULL;
  /* Translators: the name of a step, then its place among all */
  return g_strdup_printf (_ ("%s (%u of %" PRIu64 ")"), ruler_step_number (profile, i, number),
                          step_table_get (profile->steps, i)->index + 1,
                          profile_steps_of_rank (profile, rank, &first));
}
