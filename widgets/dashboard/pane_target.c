/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/pane_target.h"

#include "widgets/state/shown_pair.h"

/* Shows a stretch of time with half of its length at both sides: what came before and after explains it. */
static void
fit_with_room (ViewState *state, int64_t begin_ns, int64_t end_ns)
{
  int64_t room_ns = (end_ns - begin_ns) / 2;

  view_state_fit (state, begin_ns - room_ns, end_ns + room_ns);
}

/* In the order of the list, which may say something. */
static char *
query_of_slices (const uint64_t *slices, size_t n)
{
  GString *sql = g_string_new ("WITH listed (place, id) AS (VALUES ");

  for (size_t i = 0; i < n; i++)
    g_string_append_printf (sql, "%s(%" G_GSIZE_FORMAT ", %" G_GUINT64_FORMAT ")", i > 0 ? ", " : "", i + 1,
                            slices[i]);
  g_string_append (
    sql,
    ")\nSELECT slice.id AS slice_id, slice.name, track.rank, slice.ts_ns, slice.dur_ns\n"
    "FROM listed JOIN slice ON slice.id = listed.id JOIN track ON track.id = slice.track_id\nORDER BY listed.place");
  return g_string_free (sql, FALSE);
}

/* Selects the span on the rows of a rank, so that they are shown. */
static void
show_area (ViewState *state, uint32_t rank, int64_t begin_ns, int64_t end_ns)
{
  const Trace *trace = view_state_profile (state)->trace;
  g_autoptr (GArray) tracks = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  const TrackSet *set = NULL;

  if (rank != TRACE_NONE && trace_n_ranks (trace) > 1)
    {
      const RankChoice *ranks = view_state_ranks (state);

      for (uint32_t i = 0; i < trace_n_tracks (trace); i++)
        if (trace_track (trace, i)->rank == rank)
          g_array_append_val (tracks, i);
      set = track_set_new ((const uint32_t *) (void *) tracks->data, tracks->len);
      if (ranks != NULL && !rank_choice_has (ranks, rank))
        {
          const RankChoice *with = rank_choice_with (ranks, rank);

          view_state_set_ranks (state, with);
          rank_choice_unref (with);
        }
    }
  view_state_select_area_on (state, begin_ns, end_ns, set);
  track_set_unref (set);
  fit_with_room (state, begin_ns, end_ns);
}

void
pane_target_show (const PaneTarget *target, ViewState *state)
{
  switch (target->kind)
    {
    case TARGET_NONE:
      return;
    case TARGET_GAP:
      view_state_select_gap (state, target->device, target->begin_ns, target->end_ns);
      fit_with_room (state, target->begin_ns, target->end_ns);
      break;
    case TARGET_SLICE:
      if (target->id == SLICE_NONE)
        return;
      view_state_select_slice (state, target->id);
      fit_with_room (state, view_state_selection (state)->begin_ns, view_state_selection (state)->end_ns);
      break;
    case TARGET_SLICES:
      {
        g_autofree char *sql = query_of_slices (target->slices, target->n_slices);

        view_state_want_table (state, "query", sql);
        return;
      }
    case TARGET_SPAN:
      view_state_set_span (state, target->begin_ns, target->end_ns);
      break;
    case TARGET_STEP:
      view_state_go_to_step (state, target->id);
      break;
    case TARGET_RANK_STEP:
      /* Its slice is what the rows scroll to. */
      view_state_select_slice (state, step_table_get (view_state_profile (state)->steps, target->id)->slice);
      view_state_go_to_step (state, target->id);
      break;
    case TARGET_RANK_PAIR:
      shown_pair_show (state, target->pair);
      break;
    case TARGET_QUERY:
      view_state_want_table (state, "query", target->sql != NULL ? target->sql : "");
      return;
    case TARGET_TABLE:
      view_state_want_table (state, target->table, target->filter != NULL ? target->filter : "");
      return;
    case TARGET_INSTANT:
      /* The table is there before the marker is set: so it follows the marker. */
      view_state_want_table (state, "allocations", "");
      view_state_set_marker (state, MARKER_A, target->begin_ns);
      return;
    case TARGET_AREA:
      show_area (state, target->rank, target->begin_ns, target->end_ns);
      break;
    case TARGET_FOLD:
    case TARGET_DISMISS:
    case TARGET_RESTORE: /* the dashboard does it */
      return;
    }
  view_state_want_page (state, VIEW_PAGE_TIMELINE);
}
