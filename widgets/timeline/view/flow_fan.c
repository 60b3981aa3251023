/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/view/flow_fan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "trace/model/slice_find.h"

/* The selected slice and the hovered one, each with connections of two kinds. */
#define N_KEPT 4

struct FlowFans
{
  FlowFan kept[N_KEPT];
  uint64_t asked[N_KEPT]; /* which question was the last for each */
  uint64_t n_asked;
};

/* ---- what they are ---- */

static void
fan_clear (FlowFan *fan)
{
  free (fan->to);
  free (fan->parts);
  *fan = (FlowFan){ .slice = SLICE_NONE };
}

static void
take_slices (FlowFan *fan, const Trace *trace, uint64_t first, uint64_t n)
{
  const SliceColumns *slices = trace_slices (trace);

  fan->begin_ns = INT64_MAX;
  fan->end_ns = INT64_MIN;
  for (uint64_t i = first; i < first + n; i++)
    {
      TraceFlow flow = trace_flow (trace, i);

      if (flow.kind != fan->kind)
        continue;
      fan->to[fan->n++] = flow.to;
      fan->begin_ns = MIN (fan->begin_ns, slice_start_ns (slices, flow.to));
      fan->end_ns = MAX (fan->end_ns, slice_end_ns (slices, flow.to));
    }
}

/* The first of to, from i on, that is not below a slice. */
static uint64_t
first_from (const FlowFan *fan, uint64_t i, uint64_t slice)
{
  uint64_t high = fan->n;

  while (i < high)
    {
      uint64_t middle = i + (high - i) / 2;

      if (fan->to[middle] < slice)
        i = middle + 1;
      else
        high = middle;
    }
  return i;
}

static bool
make_parts (FlowFan *fan, const Trace *trace)
{
  size_t room = 0;

  for (uint64_t first = 0, end; first < fan->n; first = end)
    {
      const TraceRow *row = trace_row (trace, slice_find_row (trace, fan->to[first]));

      if (fan->n_parts == room)
        {
          room = MAX (2 * room, 16);
          FlowFanPart *parts = realloc (fan->parts, room * sizeof *parts);

          if (parts == NULL)
            return false;
          fan->parts = parts;
        }
      end = first_from (fan, first + 1, row->first_slice + row->n_slices);
      fan->parts[fan->n_parts++] = (FlowFanPart){ first, end };
    }
  return true;
}

static void
fan_fill (FlowFan *fan, const Trace *trace, uint64_t slice, FlowKind kind)
{
  uint64_t first, n = trace_flows_from (trace, slice, &first);

  fan_clear (fan);
  fan->slice = slice;
  fan->kind = kind;
  fan->to = calloc (n + 1, sizeof *fan->to);
  if (fan->to == NULL)
    return;
  take_slices (fan, trace, first, n);
  if (!make_parts (fan, trace))
    fan->n = fan->n_parts = 0;
}

FlowFans *
flow_fans_new (void)
{
  FlowFans *fans = g_new (FlowFans, 1);

  memset (fans, 0, sizeof *fans);
  flow_fans_forget (fans);
  return fans;
}

void
flow_fans_free (FlowFans *fans)
{
  if (fans == NULL)
    return;
  flow_fans_forget (fans);
  g_free (fans);
}

void
flow_fans_forget (FlowFans *fans)
{
  for (int i = 0; i < N_KEPT; i++)
    fan_clear (&fans->kept[i]);
}

static bool
is_of (const FlowFan *fan, uint64_t slice, FlowKind kind)
{
  return fan->slice == slice && fan->kind == kind;
}

const FlowFan *
flow_fans_get (FlowFans *fans, const Trace *trace, uint64_t slice, FlowKind kind)
{
  int at = 0;

  for (int i = 1; i < N_KEPT; i++)
    if (fans->asked[i] < fans->asked[at])
      at = i;
  for (int i = 0; i < N_KEPT; i++)
    if (is_of (&fans->kept[i], slice, kind))
      at = i;
  fans->asked[at] = ++fans->n_asked;
  if (!is_of (&fans->kept[at], slice, kind))
    fan_fill (&fans->kept[at], trace, slice, kind);
  return &fans->kept[at];
}

/* ---- what is seen of them ---- */

typedef struct
{
  const FlowFan *fan;
  const TimelineView *view;
  const SliceColumns *slices;
  double apart_px;
  FlowFanHeads *heads;
  double last_x_px, last_y_px; /* of the last one shown */
} Looking;

static double
x_of (const Looking *looking, uint64_t i)
{
  return timeline_view_px (looking->view, slice_start_ns (looking->slices, looking->fan->to[i]));
}

/* The first of a part, from i on, that begins at x_px or later. */
static uint64_t
first_at (const Looking *looking, uint64_t i, uint64_t end, double x_px)
{
  while (i < end)
    {
      uint64_t middle = i + (end - i) / 2;

      if (x_of (looking, middle) < x_px)
        i = middle + 1;
      else
        end = middle;
    }
  return i;
}

static bool
has_room (const FlowFanHeads *heads)
{
  return heads->n_shown < (int) G_N_ELEMENTS (heads->shown);
}

static void
show (Looking *looking, uint64_t i, double y_px)
{
  FlowFanHeads *heads = looking->heads;

  heads->shown[heads->n_shown++] = looking->fan->to[i];
  looking->last_x_px = x_of (looking, i);
  looking->last_y_px = y_px;
}

/* Goes from one head to the next that stands apart, over all between. The row counts where no more are shown, too. */
static void
look_at_part (Looking *looking, const FlowFanPart *part)
{
  const TimelineView *view = looking->view;
  FlowFanHeads *heads = looking->heads;
  Rect rect;

  if (!timeline_view_slice_rect (view, looking->fan->to[part->first], &rect))
    return;
  heads->top_px = fmin (heads->top_px, rect.y_px);

  double y_px = rect.y_px + rect.height_px / 2;
  if (heads->n_shown == 0)
    show (looking, part->first, y_px);
  if (y_px < 0 || y_px >= view->height_px || !has_room (heads))
    return;
  for (uint64_t i = first_at (looking, part->first, part->end, 0); i < part->end && has_room (heads);)
    {
      double x_px = x_of (looking, i);

      if (x_px >= view->width_px)
        return;
      if (fabs (y_px - looking->last_y_px) < looking->apart_px
          && fabs (x_px - looking->last_x_px) < looking->apart_px)
        {
          i = first_at (looking, i + 1, part->end, looking->last_x_px + looking->apart_px);
          continue;
        }
      show (looking, i++, y_px);
    }
}

void
flow_fan_heads (const FlowFan *fan, const TimelineView *view, double apart_px, FlowFanHeads *ret)
{
  Looking looking = {
    .fan = fan,
    .view = view,
    .slices = trace_slices (view->profile->trace),
    .apart_px = apart_px,
    .heads = ret,
  };

  ret->n_shown = 0;
  ret->top_px = HUGE_VAL;
  for (size_t p = 0; p < fan->n_parts; p++)
    look_at_part (&looking, &fan->parts[p]);
}
