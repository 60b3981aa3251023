/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/details/facts/selection_text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "trace/model/slice_find.h"
#include "widgets/details/facts/area_text.h"
#include "widgets/details/facts/launched_runs.h"
#include "widgets/details/facts/slice_place.h"
#include "widgets/timeline/rows/track_label.h"

/* More connections that end at one slice are not looked at. */
#define FLOWS_MAX 1000

/* The forward operator of a backward one, by what the file draws; SLICE_NONE. */
static uint64_t
forward_of (const Trace *trace, uint64_t slice)
{
  uint64_t first, n = trace_flows_to (trace, slice, &first);

  for (uint64_t i = first; i < first + MIN (n, FLOWS_MAX); i++)
    {
      TraceFlow flow = trace_flow_into (trace, i);

      if (flow.kind == FLOW_OF_FILE && strcmp (trace_string (trace, flow.category, NULL), "fwdbwd") == 0)
        return flow.from;
    }
  return SLICE_NONE;
}

/* How the slice is connected; NULL when it is not. */
static char *
connection_text (const Trace *trace, uint64_t slice, const NumberStyle *numbers)
{
  const SliceColumns *slices = trace_slices (trace);
  uint64_t launch = trace_launch_of (trace, slice), forward = forward_of (trace, slice), run;
  char latency[NUMBER_TEXT_MAX];

  if (forward != SLICE_NONE)
    return g_strdup_printf (_ ("backward of %s"), trace_display_name (trace, slice_name (slices, forward)));
  if (launch != SLICE_NONE)
    {
      int64_t latency_ns = slice_start_ns (slices, slice) - slice_start_ns (slices, launch);
      const char *name = trace_display_name (trace, slice_name (slices, launch));

      number_text_duration (numbers, (double) ABS (latency_ns), latency);
      return g_strdup_printf (
        latency_ns >= 0 ? _ ("launched by %s %s before") : _ ("launched by %s %s after"), name, latency);
    }
  uint64_t n = launched_runs (trace, slice, &run);
  if (n == 0)
    return NULL;
  if (n > 1)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "launched %u run", "launched %u runs", n),
                            (unsigned) n);
  int64_t latency_ns = slice_start_ns (slices, run) - slice_start_ns (slices, slice);
  number_text_duration (numbers, (double) ABS (latency_ns), latency);
  return g_strdup_printf (latency_ns >= 0 ? _ ("launched %s %s later") : _ ("launched %s %s earlier"),
                          trace_display_name (trace, slice_name (slices, run)), latency);
}

/* When it begins: since the begin of the profile, and in its step where it lies in one. */
static char *
begin_text (const Profile *profile, uint64_t slice, const NumberStyle *numbers)
{
  uint32_t rank = slice_place_rank (profile->trace, slice);
  int64_t start_ns = slice_start_ns (trace_slices (profile->trace), slice);
  char start[NUMBER_TEXT_MAX];

  number_text_duration (numbers, (double) start_ns, start);
  if (profile_step_at (profile, rank, start_ns) == UINT64_MAX)
    return g_strdup (start);
  g_autofree char *in_step = slice_place_time (profile, rank, start_ns, numbers);
  /* Translators: the same moment in the profile, then in its step: "160.2 ms, Step 1011 + 7.324 ms" */
  return g_strdup_printf (_ ("%s, %s"), start, in_step);
}

/* "stream 21 of GPU 3, 12 of 411 in its row". */
static char *
row_text (const Trace *trace, uint64_t slice, const NumberStyle *numbers)
{
  const TraceRow *lane = trace_row (trace, slice_find_row (trace, slice));
  g_autofree char *row = slice_place_row (trace, slice);
  char place[NUMBER_TEXT_MAX], n[NUMBER_TEXT_MAX];

  number_text_count (numbers, slice - lane->first_slice + 1, place);
  number_text_count (numbers, lane->n_slices, n);
  /* Translators: a row, then which of its slices, from left to right, of how many */
  return g_strdup_printf (_ ("%s, %s of %s in its row"), row, place, n);
}

static char *
slice_text (const Profile *profile, uint64_t slice, const NumberStyle *numbers)
{
  const Trace *trace = profile->trace;
  const SliceColumns *slices = trace_slices (trace);
  char duration[NUMBER_TEXT_MAX];
  g_autofree char *start = begin_text (profile, slice, numbers);
  g_autofree char *row = row_text (trace, slice, numbers);
  g_autofree char *connection = connection_text (trace, slice, numbers);

  number_text_duration (numbers, (double) slice_dur_ns (slices, slice), duration);
  const char *name = trace_display_name (trace, slice_name (slices, slice));
  g_autofree char *lasted = (slices->flags[slice] & SLICE_UNFINISHED)
                              ? g_strdup_printf (_ ("%s, then the recording ended"), duration)
                              : g_strdup (duration);
  if (connection == NULL)
    return g_strdup_printf (_ ("%s, %s, at %s, %s"), name, lasted, start, row);
  /* Translators: name, duration, start, row; how it is connected */
  return g_strdup_printf (_ ("%s, %s, at %s, %s; %s"), name, lasted, start, row, connection);
}

static char *
span_text (const ViewSelection *selection, const Trace *trace, const NumberStyle *numbers)
{
  char length[NUMBER_TEXT_MAX], start[NUMBER_TEXT_MAX];

  number_text_duration (numbers, (double) (selection->end_ns - selection->begin_ns), length);
  number_text_duration (numbers, (double) selection->begin_ns, start);
  if (selection->kind == SELECTED_AREA)
    {
      g_autofree char *rows = area_text_rows (selection->tracks);

      /* Translators: length, start, "3 rows" */
      return g_strdup_printf (_ ("area of %s, at %s, %s"), length, start, rows);
    }
  g_autofree char *device = track_label_device (trace, trace_device (trace, selection->device)->track);
  return g_strdup_printf (_ ("%s idle for %s, at %s"), device, length, start);
}

char *
selection_text_markers (ViewState *state, const NumberStyle *numbers)
{
  const ViewMarks *marks = view_state_marks (state);
  char a[NUMBER_TEXT_MAX], b[NUMBER_TEXT_MAX], distance[NUMBER_TEXT_MAX];
  int64_t distance_ns;

  number_text_exact_ns (numbers, marks->marker_ns[MARKER_A], a);
  number_text_exact_ns (numbers, marks->marker_ns[MARKER_B], b);
  if (view_marks_distance (marks, &distance_ns))
    return g_strdup_printf (_ ("Marker A at %s, marker B at %s, %s apart"), a, b,
                            number_text_exact_ns (numbers, distance_ns, distance));
  if (marks->has_marker[MARKER_A])
    return g_strdup_printf (_ ("Marker A at %s"), a);
  return marks->has_marker[MARKER_B] ? g_strdup_printf (_ ("Marker B at %s"), b) : g_strdup ("");
}

/* Bookmarks whose titles are told. */
#define TITLES_MAX 3

static char *
bookmarks_text (ViewState *state, int64_t begin_ns, int64_t end_ns, const NumberStyle *numbers)
{
  BookmarkList *list = view_state_bookmarks (state);
  GString *titles = g_string_new (NULL);
  char count[NUMBER_TEXT_MAX];
  guint n = 0;

  for (guint i = 0; i < bookmark_list_count (list); i++)
    {
      const Bookmark *bookmark = bookmark_item_get (bookmark_list_at (list, i));
      char time[NUMBER_TEXT_MAX];

      if (bookmark->begin_ns >= end_ns || bookmark->end_ns < begin_ns || n++ >= TITLES_MAX)
        continue;
      number_text_duration (numbers, (double) bookmark->begin_ns, time);
      /* Translators: one of several bookmarks: its title and its time */
      g_string_append_printf (titles, _ (", %s at %s"), bookmark->title, time);
    }
  number_text_count (numbers, n, count);
  g_autofree char *text =
    g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s bookmark in view", "%s bookmarks in view", n), count);
  g_string_prepend (titles, text);
  if (n == 0)
    g_string_truncate (titles, 0);
  return g_string_free (titles, FALSE);
}

char *
selection_text_notes_in_view (ViewState *state, const NumberStyle *numbers)
{
  const ViewMarks *marks = view_state_marks (state);
  int64_t begin_ns, end_ns;
  bool has_marker = false;

  view_state_span (state, &begin_ns, &end_ns);
  for (int i = 0; i < N_MARKERS; i++)
    has_marker |= marks->has_marker[i] && marks->marker_ns[i] >= begin_ns && marks->marker_ns[i] < end_ns;
  g_autofree char *markers = has_marker ? selection_text_markers (state, numbers) : g_strdup ("");
  g_autofree char *bookmarks = bookmarks_text (state, begin_ns, end_ns, numbers);
  if (*markers == '\0')
    return *bookmarks == '\0' ? NULL : g_steal_pointer (&bookmarks);
  return *bookmarks == '\0' ? g_steal_pointer (&markers) : g_strdup_printf ("%s; %s", markers, bookmarks);
}

char *
selection_text_of_view (ViewState *state, uint32_t n_rows, const NumberStyle *numbers)
{
  const Profile *profile = view_state_profile (state);
  const ViewSelection *selection = view_state_selection (state);
  char begin[NUMBER_TEXT_MAX], end[NUMBER_TEXT_MAX];
  int64_t begin_ns, end_ns;

  view_state_span (state, &begin_ns, &end_ns);
  number_text_duration (numbers, (double) begin_ns, begin);
  number_text_duration (numbers, (double) end_ns, end);
  g_autofree char *view = g_strdup_printf (
    g_dngettext (GETTEXT_PACKAGE, "%s to %s, %u row", "%s to %s, %u rows", n_rows), begin, end, n_rows);
  if (selection->kind == SELECTED_NOTHING)
    return g_steal_pointer (&view);
  g_autofree char *selected = selection->kind == SELECTED_SLICE
                                ? slice_text (profile, selection->slice, numbers)
                                : span_text (selection, profile->trace, numbers);
  /* Translators: what is in view, then what is selected in it */
  return g_strdup_printf (_ ("%s; selected: %s"), view, selected);
}

char *
selection_text_to_copy (ViewState *state, const NumberStyle *numbers)
{
  const Trace *trace = view_state_profile (state)->trace;
  const ViewSelection *selection = view_state_selection (state);
  char exact[NUMBER_TEXT_MAX];

  if (selection->kind == SELECTED_NOTHING)
    return NULL;
  if (selection->kind != SELECTED_SLICE)
    return span_text (selection, trace, numbers);
  const SliceColumns *slices = trace_slices (trace);
  number_text_exact_ns (numbers, slice_dur_ns (slices, selection->slice), exact);
  return g_strdup_printf ("%s\t%s", trace_display_name (trace, slice_name (slices, selection->slice)), exact);
}

char *
selection_text_exact_name (ViewState *state)
{
  const Trace *trace = view_state_profile (state)->trace;
  const ViewSelection *selection = view_state_selection (state);
  size_t length;

  if (selection->kind != SELECTED_SLICE)
    return NULL;
  const char *name = trace_string (trace, slice_name (trace_slices (trace), selection->slice), &length);
  return g_utf8_make_valid (name, (gssize) length);
}
