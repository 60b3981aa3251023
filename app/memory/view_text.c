/* SPDX-License-Identifier: Apache-2.0 */

#include "app/memory/view_text.h"

#include <inttypes.h>
#include <string.h>

#include "trace/model/slice_identity.h"

/* An area on more tracks is not remembered. */
#define AREA_TRACKS_MAX 64

/* The two times that a text ends with. False: it does not, or they are no stretch of time. */
static bool
read_stretch (const char *begin, const char *end, int64_t *ret_begin_ns, int64_t *ret_end_ns)
{
  return begin != NULL && end != NULL
         && g_ascii_string_to_signed (begin, 10, -TRACE_TIME_MAX_NS, TRACE_TIME_MAX_NS, ret_begin_ns, NULL)
         && g_ascii_string_to_signed (end, 10, -TRACE_TIME_MAX_NS, TRACE_TIME_MAX_NS, ret_end_ns, NULL)
         && *ret_begin_ns < *ret_end_ns;
}

char *
view_text_of_span (ViewState *state)
{
  g_autoptr (ViewState) untouched = view_state_new (view_state_profile (state));
  int64_t begin_ns, end_ns, all_begin_ns, all_end_ns;

  view_state_span (state, &begin_ns, &end_ns);
  view_state_span (untouched, &all_begin_ns, &all_end_ns);
  if (begin_ns == all_begin_ns && end_ns == all_end_ns)
    return NULL;
  return g_strdup_printf ("%" PRId64 " %" PRId64, begin_ns, end_ns);
}

void
view_text_apply_span (ViewState *state, const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, " ", 3);
  int64_t begin_ns, end_ns;

  if (g_strv_length (words) == 2 && read_stretch (words[0], words[1], &begin_ns, &end_ns))
    view_state_set_span (state, begin_ns, end_ns);
}

/* NULL: it is on more rows than are worth being remembered, or on one that has no path. */
static char *
text_of_area (const TrackPaths *paths, const ViewArea *area)
{
  size_t n = 0;
  const uint32_t *tracks = area->tracks != NULL ? track_set_members (area->tracks, &n) : NULL;
  GString *text = g_string_new (NULL);
  bool ok = n <= AREA_TRACKS_MAX;

  g_string_printf (text, "area %" PRId64 " %" PRId64, area->begin_ns, area->end_ns);
  for (size_t i = 0; i < n && ok; i++)
    {
      const char *path = track_paths_get (paths, tracks[i]);

      ok = path != NULL;
      if (ok)
        g_string_append_printf (text, " %s", path);
    }
  return g_string_free (text, !ok);
}

char *
view_text_of_selection (ViewState *state)
{
  const Profile *profile = view_state_profile (state);
  const ViewSelection *selection = view_state_selection (state);
  const char *path;

  switch (selection->kind)
    {
    case SELECTED_SLICE:
      {
        g_autofree char *identity = slice_identity_text (profile->paths, selection->slice);

        return identity != NULL ? g_strconcat ("slice ", identity, NULL) : NULL;
      }
    case SELECTED_AREA:
      return text_of_area (profile->paths,
                           &(ViewArea){ selection->begin_ns, selection->end_ns, selection->tracks });
    case SELECTED_GAP:
      path = track_paths_get (profile->paths, trace_device (profile->trace, selection->device)->track);
      return path != NULL
               ? g_strdup_printf ("gap %s %" PRId64 " %" PRId64, path, selection->begin_ns, selection->end_ns)
               : NULL;
    default:
      return NULL;
    }
}

static void
apply_gap (ViewState *state, const char *path, int64_t begin_ns, int64_t end_ns)
{
  const Profile *profile = view_state_profile (state);
  uint32_t track = track_paths_find (profile->paths, path);

  for (uint32_t i = 0; track != TRACE_NONE && i < trace_n_devices (profile->trace); i++)
    if (trace_device (profile->trace, i)->track == track)
      view_state_select_gap (state, i, begin_ns, end_ns);
}

/* Of the words of such a text, on the tracks that are there still; without paths on all. Its tracks are the caller's. False:
 * it is none, or none of its tracks is there. */
static bool
read_area (const Profile *profile, char **words, ViewArea *ret_area)
{
  guint n_words = g_strv_length (words);
  uint32_t tracks[AREA_TRACKS_MAX];
  size_t n = 0;

  *ret_area = (ViewArea){ 0 };
  if (n_words < 3 || n_words > AREA_TRACKS_MAX + 3 || strcmp (words[0], "area") != 0
      || !read_stretch (words[1], words[2], &ret_area->begin_ns, &ret_area->end_ns))
    return false;
  if (n_words == 3)
    return true;
  for (char **path = words + 3; *path != NULL; path++)
    {
      tracks[n] = track_paths_find (profile->paths, *path);
      n += tracks[n] != TRACE_NONE;
    }
  ret_area->tracks = n > 0 ? track_set_new (tracks, n) : NULL;
  return ret_area->tracks != NULL;
}

void
view_text_apply_selection (ViewState *state, const char *text)
{
  const Profile *profile = view_state_profile (state);
  g_auto (GStrv) words = g_strsplit (text, " ", AREA_TRACKS_MAX + 4);
  guint n = g_strv_length (words);
  int64_t begin_ns, end_ns;
  ViewArea area;

  if (n == 2 && strcmp (words[0], "slice") == 0)
    {
      uint64_t slice = slice_identity_find (profile->paths, words[1]);

      if (slice != SLICE_NONE)
        view_state_select_slice (state, slice);
    }
  else if (read_area (profile, words, &area))
    {
      view_state_select_area_on (state, area.begin_ns, area.end_ns, area.tracks);
      track_set_unref (area.tracks);
    }
  else if (n == 4 && strcmp (words[0], "gap") == 0 && read_stretch (words[2], words[3], &begin_ns, &end_ns))
    apply_gap (state, words[1], begin_ns, end_ns);
}

/* ---- marks ---- */

static const char *const marker_words[N_MARKERS] = { [MARKER_A] = "marker-a", [MARKER_B] = "marker-b" };

char *
view_text_of_marks (ViewState *state)
{
  const ViewMarks *marks = view_state_marks (state);
  GString *text = g_string_new (NULL);

  for (int i = 0; i < marks->n_kept; i++)
    {
      g_autofree char *area = text_of_area (view_state_profile (state)->paths, &marks->kept[i]);

      if (area != NULL)
        g_string_append_printf (text, "%s\n", area);
    }
  for (int i = 0; i < N_MARKERS; i++)
    if (marks->has_marker[i])
      g_string_append_printf (text, "%s %" PRId64 "\n", marker_words[i], marks->marker_ns[i]);
  return g_string_free (text, text->len == 0);
}

static void
add_mark (const Profile *profile, ViewMarks *marks, char **words)
{
  ViewArea area;

  if (read_area (profile, words, &area))
    {
      view_marks_keep (marks, &area);
      track_set_unref (area.tracks);
    }
  for (int i = 0; g_strv_length (words) == 2 && i < N_MARKERS; i++)
    if (strcmp (words[0], marker_words[i]) == 0)
      marks->has_marker[i] = g_ascii_string_to_signed (words[1], 10, -TRACE_TIME_MAX_NS, TRACE_TIME_MAX_NS,
                                                       &marks->marker_ns[i], NULL);
}

void
view_text_apply_marks (ViewState *state, const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", VIEW_KEPT_MAX + N_MARKERS + 1);
  ViewMarks marks = { 0 };

  for (char **line = lines; *line != NULL; line++)
    {
      g_auto (GStrv) words = g_strsplit (*line, " ", AREA_TRACKS_MAX + 4);

      add_mark (view_state_profile (state), &marks, words);
    }
  view_state_set_marks (state, &marks);
  view_marks_drop_all (&marks);
}

/* ---- ranks ---- */

char *
view_text_of_ranks (ViewState *state)
{
  return rank_choice_to_text (view_state_ranks (state), view_state_profile (state)->trace);
}

void
view_text_apply_ranks (ViewState *state, const char *text)
{
  const RankChoice *ranks;

  if (rank_choice_from_text (view_state_profile (state)->trace, text, &ranks))
    view_state_set_ranks (state, ranks);
  rank_choice_unref (ranks);
}
