/* SPDX-License-Identifier: Apache-2.0 */

#include <glib/gi18n-lib.h>
#include <string.h>

#include "widgets/timeline/rows/track_tree_private.h"

static bool
matches (const char *label, const char *folded_filter)
{
  g_autofree char *folded = g_utf8_casefold (label, -1);

  return strstr (folded, folded_filter) != NULL;
}

/* The names of the parts themselves; what they are parts of is found by its own. */
static const char *
part_name (TrackPart part)
{
  switch (part)
    {
    case TRACK_PART_COUNTERS:
      return _ ("Counters");
    case TRACK_PART_UTILIZATION:
      return _ ("utilization");
    case TRACK_PART_INSTANTS:
      return _ ("instants");
    case TRACK_PART_MEMORY:
      return _ ("memory allocated");
    default:
      return "";
    }
}

static bool
has_part (const TrackTree *tree, uint32_t t, TrackPart part)
{
  const TraceTrack *track = trace_track (trace_of (tree), t);

  return (part == TRACK_PART_UTILIZATION && track->kind == TRACK_DEVICE
          && tree->tracks[t].device != TRACE_NONE)
         || (part == TRACK_PART_INSTANTS && track->n_instants > 0)
         || (part == TRACK_PART_MEMORY && memory_use_of_track (tree->profile->memory, t) != NULL);
}

/* Of a machine: the counters of all that runs on it stand together. */
static void
find_counters (TrackTree *tree, uint32_t node, const char *folded_filter)
{
  LineState *group = line_state (tree, node, TRACK_PART_COUNTERS);
  bool is_named = matches (part_name (TRACK_PART_COUNTERS), folded_filter), any = false;

  for (uint32_t t = node + 1; t < tree->tracks[node].end; t++)
    {
      TrackKind kind = trace_track (trace_of (tree), t)->kind;
      bool is_memory = kind == TRACK_PROCESS && has_part (tree, t, TRACK_PART_MEMORY);
      LineState *counter = line_state (tree, t, is_memory ? TRACK_PART_MEMORY : TRACK_PART_WHOLE);

      if (kind != TRACK_COUNTER && !is_memory)
        continue;
      any = any || counter->is_found;
      counter->is_found = counter->is_found || is_named;
    }
  group->is_found = any || is_named;
  group->is_opened = any && !is_named;
  if (group->is_found && !line_state (tree, node, TRACK_PART_WHOLE)->is_found)
    line_state (tree, node, TRACK_PART_WHOLE)->is_found =
      line_state (tree, node, TRACK_PART_WHOLE)->is_opened = true;
}

void
track_filter_apply (TrackTree *tree, const char *filter)
{
  const Trace *trace = trace_of (tree);
  g_autofree char *folded = g_utf8_casefold (filter, -1);
  g_autofree bool *is_named = NULL; /* the track, or something above it */

  tree->has_filter = filter[0] != '\0';
  tree->n_matches = 0;
  if (!tree->has_filter)
    return;

  is_named = g_new0 (bool, (size_t) tree->n_tracks + 1);
  for (uint32_t t = 0; t < tree->n_tracks; t++)
    {
      uint32_t parent = trace_track (trace, t)->parent;
      bool is_visible = tree->tracks[t].is_shown && !tree->tracks[t].is_empty;
      g_autofree char *label = is_visible ? track_rows_label (tree, t) : NULL;
      bool is_match = is_visible && matches (label, folded);

      tree->n_matches += is_match;
      is_named[t] = is_match || (parent != TRACE_NONE && is_named[parent]);
      line_state (tree, t, TRACK_PART_WHOLE)->is_found = is_named[t];
      line_state (tree, t, TRACK_PART_WHOLE)->is_opened = false;
      for (int part = TRACK_PART_UTILIZATION; part < N_TRACK_PARTS; part++)
        {
          bool is_part = is_visible && has_part (tree, t, (TrackPart) part)
                         && matches (part_name ((TrackPart) part), folded);

          tree->n_matches += is_part;
          line_state (tree, t, (TrackPart) part)->is_found = is_named[t] || is_part;
        }
    }
  for (uint32_t t = tree->n_tracks; t > 0; t--)
    {
      uint32_t parent = trace_track (trace, t - 1)->parent;
      LineState *line = line_state (tree, t - 1, TRACK_PART_WHOLE);

      for (int part = TRACK_PART_UTILIZATION; part < N_TRACK_PARTS; part++)
        if (line_state (tree, t - 1, (TrackPart) part)->is_found && !is_named[t - 1]
            && !(part == TRACK_PART_MEMORY && trace_track (trace, t - 1)->kind == TRACK_PROCESS))
          line->is_found = line->is_opened = true;
      bool is_counter = trace_track (trace, t - 1)->kind == TRACK_COUNTER;
      if (parent != TRACE_NONE && line->is_found && !is_named[parent] && !is_counter)
        {
          line_state (tree, parent, TRACK_PART_WHOLE)->is_found = true;
          line_state (tree, parent, TRACK_PART_WHOLE)->is_opened = true;
        }
      if (trace_track (trace, t - 1)->kind == TRACK_NODE)
        find_counters (tree, t - 1, folded);
    }
}
