/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/compare/timelines/linked_timelines.h"

#include "widgets/compare/timelines/common_time.h"

/* The whole of all sides is cut here, so that lengths and margins can be stored. */
#define WHOLE_MAX_NS (INT64_MAX / 4)

typedef struct
{
  LinkedTimelines *link;
  uint32_t place;
  TimelineScene *scene;
  ViewState *state;
  int64_t instant_ns;
} LinkedSide;

struct LinkedTimelines
{
  LinkedSide sides[LINKED_TIMELINES_MAX];
  uint32_t n;
  bool is_passing_on; /* what changes now is not the user's doing */
  void (*selected) (uint32_t side, gpointer user_data);
  gpointer user_data;
};

static TimeSpan
common_span (const LinkedSide *side, TimeSpan span)
{
  return (TimeSpan){ common_time_of (span.begin_ns, side->instant_ns),
                     common_time_of (span.end_ns, side->instant_ns) };
}

static TimeSpan
span_on_side (const LinkedSide *side, TimeSpan common)
{
  return (TimeSpan){ common_time_on_side (common.begin_ns, side->instant_ns),
                     common_time_on_side (common.end_ns, side->instant_ns) };
}

static TimeSpan
wanted_span (const LinkedSide *side)
{
  TimeSpan span;

  view_state_span (side->state, &span.begin_ns, &span.end_ns);
  return common_span (side, span);
}

/* The displayed span follows the timeline that moves. */
static void
pass_span_on (LinkedTimelines *link, const LinkedSide *from)
{
  TimeSpan common = wanted_span (from);

  for (uint32_t i = 0; i < link->n; i++)
    {
      LinkedSide *side = &link->sides[i];
      TimelineMotion *motion = timeline_scene_motion (side->scene);
      TimeSpan span = span_on_side (side, common);

      if (side == from)
        continue;
      timeline_motion_set_led (motion, true);
      view_state_set_span (side->state, span.begin_ns, span.end_ns);
      timeline_motion_set_led (motion, false);
    }
}

static void
pass_seen_on (LinkedTimelines *link, const LinkedSide *from)
{
  TimeSpan seen = common_span (from, timeline_motion_seen (timeline_scene_motion (from->scene)));

  for (uint32_t i = 0; i < link->n; i++)
    if (&link->sides[i] != from)
      timeline_motion_lead (timeline_scene_motion (link->sides[i].scene),
                            span_on_side (&link->sides[i], seen));
}

static void
pass_markers_on (LinkedTimelines *link, const LinkedSide *from)
{
  const ViewMarks *marks = view_state_marks (from->state);

  for (uint32_t i = 0; i < link->n; i++)
    {
      const LinkedSide *side = &link->sides[i];

      if (side == from)
        continue;
      view_state_clear_markers (side->state);
      for (Marker marker = 0; marker < N_MARKERS; marker++)
        if (marks->has_marker[marker])
          view_state_set_marker (
            side->state, marker,
            common_time_on_side (common_time_of (marks->marker_ns[marker], from->instant_ns),
                                 side->instant_ns));
    }
}

static void
state_changed (LinkedSide *side, guint changes)
{
  LinkedTimelines *link = side->link;

  if (link->is_passing_on)
    return;
  link->is_passing_on = true;
  if (changes & VIEW_CHANGED_SPAN)
    pass_span_on (link, side);
  if (changes & VIEW_CHANGED_MARKS)
    pass_markers_on (link, side);
  link->is_passing_on = false;
  if (changes & VIEW_CHANGED_SELECTION)
    link->selected (side->place, link->user_data);
}

static void
scene_changed (LinkedSide *side, guint changes)
{
  LinkedTimelines *link = side->link;

  if (link->is_passing_on || !(changes & SCENE_CHANGED_SPAN))
    return;
  link->is_passing_on = true;
  pass_seen_on (link, side);
  link->is_passing_on = false;
}

static void
let_go (LinkedTimelines *link)
{
  for (uint32_t i = 0; i < link->n; i++)
    {
      g_signal_handlers_disconnect_by_data (link->sides[i].state, &link->sides[i]);
      g_signal_handlers_disconnect_by_data (link->sides[i].scene, &link->sides[i]);
      g_clear_object (&link->sides[i].scene);
    }
  link->n = 0;
}

LinkedTimelines *
linked_timelines_new (void (*selected) (uint32_t side, gpointer user_data), gpointer user_data)
{
  LinkedTimelines *link = g_new0 (LinkedTimelines, 1);

  link->selected = selected;
  link->user_data = user_data;
  return link;
}

void
linked_timelines_free (LinkedTimelines *link)
{
  if (link == NULL)
    return;
  let_go (link);
  g_free (link);
}

/* What any side has can be shown on all. */
static void
share_whole (LinkedTimelines *link)
{
  TimeSpan whole = { INT64_MAX, INT64_MIN };

  for (uint32_t i = 0; i < link->n; i++)
    {
      const Profile *profile = view_state_profile (link->sides[i].state);
      TimeSpan common = common_span (&link->sides[i], (TimeSpan){ profile->begin_ns, profile->end_ns });

      whole.begin_ns = MIN (whole.begin_ns, MAX (common.begin_ns, -WHOLE_MAX_NS));
      whole.end_ns = MAX (whole.end_ns, MIN (common.end_ns, WHOLE_MAX_NS));
    }
  for (uint32_t i = 0; i < link->n; i++)
    {
      TimeSpan span = span_on_side (&link->sides[i], whole);

      view_state_set_whole (link->sides[i].state, span.begin_ns, span.end_ns);
    }
}

/* Without a glide: the sides move against each other. */
static void
show_at_once (LinkedTimelines *link, TimeSpan common)
{
  link->is_passing_on = true;
  for (uint32_t i = 0; i < link->n; i++)
    timeline_motion_set_led (timeline_scene_motion (link->sides[i].scene), true);
  share_whole (link);
  for (uint32_t i = 0; i < link->n; i++)
    {
      LinkedSide *side = &link->sides[i];
      TimeSpan span = span_on_side (side, common);

      view_state_set_span (side->state, span.begin_ns, span.end_ns);
      view_state_span (side->state, &span.begin_ns, &span.end_ns);
      timeline_motion_set_led (timeline_scene_motion (side->scene), false);
      timeline_motion_lead (timeline_scene_motion (side->scene), span);
      timeline_scene_set_instant (side->scene, side->instant_ns);
    }
  link->is_passing_on = false;
}

void
linked_timelines_set (LinkedTimelines *link, TimelineScene *const *scenes, uint32_t n)
{
  TimeSpan common = { 0, 0 };

  let_go (link);
  link->n = MIN (n, LINKED_TIMELINES_MAX);
  for (uint32_t i = 0; i < link->n; i++)
    {
      LinkedSide *side = &link->sides[i];
      ViewState *state = timeline_scene_state (scenes[i]);

      *side = (LinkedSide){ link, i, g_object_ref (scenes[i]), state, view_state_profile (state)->begin_ns };
      common.end_ns =
        MAX (common.end_ns, common_time_of (view_state_profile (state)->end_ns, side->instant_ns));
      g_signal_connect_swapped (state, "changed", G_CALLBACK (state_changed), side);
      g_signal_connect_swapped (side->scene, "changed", G_CALLBACK (scene_changed), side);
    }
  show_at_once (link, common);
}

void
linked_timelines_align (LinkedTimelines *link, const int64_t *instants_ns)
{
  if (link->n == 0)
    return;
  TimeSpan common = wanted_span (&link->sides[0]);
  int64_t moved_ns = common_time_of (link->sides[0].instant_ns, instants_ns[0]);

  for (uint32_t i = 0; i < link->n; i++)
    link->sides[i].instant_ns = instants_ns[i];
  show_at_once (link, (TimeSpan){ common_time_on_side (common.begin_ns, moved_ns),
                                  common_time_on_side (common.end_ns, moved_ns) });
}

int64_t
linked_timelines_instant (const LinkedTimelines *link, uint32_t side)
{
  return side < link->n ? link->sides[side].instant_ns : 0;
}

void
linked_timelines_show (LinkedTimelines *link, int64_t begin_ns, int64_t end_ns)
{
  if (link->n == 0)
    return;
  TimeSpan span = span_on_side (&link->sides[0], (TimeSpan){ begin_ns, end_ns });

  view_state_set_span (link->sides[0].state, span.begin_ns, span.end_ns);
}

void
linked_timelines_select (LinkedTimelines *link, uint32_t side, uint64_t slice)
{
  if (side >= link->n)
    return;
  link->is_passing_on = true;
  if (slice != SLICE_NONE)
    view_state_select_slice (link->sides[side].state, slice);
  else
    view_state_clear_selection (link->sides[side].state);
  link->is_passing_on = false;
}

void
linked_timelines_select_area (LinkedTimelines *link, uint32_t from)
{
  if (from >= link->n)
    return;
  const ViewSelection *selection = view_state_selection (link->sides[from].state);
  TimeSpan common = common_span (&link->sides[from], (TimeSpan){ selection->begin_ns, selection->end_ns });

  link->is_passing_on = true;
  for (uint32_t i = 0; i < link->n; i++)
    if (i != from)
      {
        TimeSpan span = span_on_side (&link->sides[i], common);

        view_state_select_area (link->sides[i].state, span.begin_ns, span.end_ns);
      }
  link->is_passing_on = false;
}
