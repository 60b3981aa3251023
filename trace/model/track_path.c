/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/model/track_path.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/text/bounded_text.h"

/* node > process > thread > band: importers make nothing deeper. */
#define DEPTH_MAX 6

/* "device-annotations=", two texts, "~4294967295" */
#define PART_MAX (2 * BOUNDED_TEXT_MAX + 64)

G_STATIC_ASSERT (DEPTH_MAX *PART_MAX < TRACK_PATH_MAX);

struct TrackPaths
{
  const Trace *trace;
  uint32_t n; /* tracks */
  char **paths;
  uint32_t *sorted; /* the tracks that have a path, ordered by it */
  uint32_t n_sorted;
};

static const char *const kind_words[N_TRACK_KINDS] = {
  [TRACK_NODE] = "node",           [TRACK_PROCESS] = "process",
  [TRACK_THREAD] = "thread",       [TRACK_ANNOTATIONS] = "annotations",
  [TRACK_OPERATORS] = "operators", [TRACK_CALLS] = "calls",
  [TRACK_PYTHON] = "python",       [TRACK_PROFILER] = "profiler",
  [TRACK_ASYNC] = "async",         [TRACK_DEVICE] = "gpu",
  [TRACK_STREAM] = "stream",       [TRACK_DEVICE_ANNOTATIONS] = "device-annotations",
  [TRACK_SYNC] = "sync",           [TRACK_COUNTER] = "counter",
};

static void
put_text (char *out, const Trace *trace, uint32_t id)
{
  size_t length;
  const char *text = trace_string (trace, id, &length);

  bounded_text_put (out, text, length);
}

static int64_t
rank_number (const Trace *trace, uint32_t rank)
{
  return rank < trace_n_ranks (trace) ? trace_rank (trace, rank)->number : -1;
}

/* Writes the part of the path that distinguishes a track from its siblings. */
static void
put_part (char out[PART_MAX], const Trace *trace, const TraceTrack *track)
{
  const char *word = kind_words[track->kind];
  char text[BOUNDED_TEXT_MAX];

  switch (track->kind)
    {
    case TRACK_PROCESS:
      put_text (text, trace, track->pid);
      snprintf (out, PART_MAX, "%s=%" PRId64 ",%s", word, rank_number (trace, track->rank), text);
      break;
    case TRACK_THREAD:
      put_text (text, trace, track->tid);
      if (text[0] != '\0')
        {
          snprintf (out, PART_MAX, "%s=%s", word, text);
          break;
        }
      put_text (text, trace, track->name);
      snprintf (out, PART_MAX, "%s=,%s", word, text);
      break;
    case TRACK_DEVICE:
      snprintf (out, PART_MAX, "%s=%" PRId64 ",%d", word, rank_number (trace, track->rank), track->device);
      break;
    case TRACK_STREAM:
    case TRACK_DEVICE_ANNOTATIONS:
    case TRACK_SYNC:
      snprintf (out, PART_MAX, "%s=%" PRId64, word, track->stream);
      break;
    default:
      put_text (text, trace, track->name);
      snprintf (out, PART_MAX, text[0] != '\0' ? "%s=%s" : "%s", word, text);
    }
}

/* ---- the table ---- */

static int
compare_paths (const void *a, const void *b, void *user_data)
{
  const TrackPaths *paths = user_data;
  uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;
  int order = strcmp (paths->paths[x], paths->paths[y]);

  return order != 0 ? order : (x > y) - (x < y);
}

/* Makes the path of a track, before equal siblings are numbered. NULL: out of memory. */
static char *
new_path (const TrackPaths *paths, uint32_t track)
{
  const TraceTrack *at = trace_track (paths->trace, track);
  const char *above = at->parent != TRACE_NONE ? paths->paths[at->parent] : NULL;
  char part[PART_MAX];

  put_part (part, paths->trace, at);
  size_t n_above = above != NULL ? strlen (above) + 1 : 0, n = strlen (part) + 1;
  char *path = malloc (n_above + n);
  if (path == NULL)
    return NULL;
  if (above != NULL)
    {
      memcpy (path, above, n_above - 1);
      path[n_above - 1] = '/';
    }
  memcpy (path + n_above, part, n);
  return path;
}

/* Numbers equal paths among the sorted ones of one depth. */
static bool
number_equals (TrackPaths *paths, const uint32_t *sorted, uint32_t n)
{
  for (uint32_t first = 0, end; first < n; first = end)
    {
      const char *path = paths->paths[sorted[first]];

      for (end = first + 1; end < n && strcmp (paths->paths[sorted[end]], path) == 0; end++)
        ;
      for (uint32_t i = first + 1; i < end; i++)
        {
          size_t size = strlen (path) + 12;
          char *numbered = malloc (size);

          if (numbered == NULL)
            return false;
          snprintf (numbered, size, "%s~%" PRIu32, path, i - first + 1);
          free (paths->paths[sorted[i]]);
          paths->paths[sorted[i]] = numbered;
        }
    }
  return true;
}

/* Names the tracks whose parents have names: those of the next depth. */
static bool
add_depth (TrackPaths *paths, const uint8_t *depths, uint8_t depth)
{
  uint32_t first = paths->n_sorted;

  for (uint32_t t = 0; t < paths->n; t++)
    if (depths[t] == depth)
      {
        paths->paths[t] = new_path (paths, t);
        if (paths->paths[t] == NULL)
          return false;
        paths->sorted[paths->n_sorted++] = t;
      }
  qsort_r (paths->sorted + first, paths->n_sorted - first, sizeof *paths->sorted, compare_paths, paths);
  return number_equals (paths, paths->sorted + first, paths->n_sorted - first);
}

static bool
build (TrackPaths *paths)
{
  g_autofree uint8_t *depths = g_try_malloc (MAX (paths->n, 1));
  bool ok = depths != NULL;

  /* A parent's id is smaller than its children's. */
  for (uint32_t t = 0; ok && t < paths->n; t++)
    {
      uint32_t parent = trace_track (paths->trace, t)->parent;

      depths[t] = parent == TRACE_NONE ? 0 : (uint8_t) MIN (depths[parent] + 1, DEPTH_MAX);
    }
  for (uint8_t depth = 0; ok && depth < DEPTH_MAX; depth++)
    ok = add_depth (paths, depths, depth);
  if (ok)
    qsort_r (paths->sorted, paths->n_sorted, sizeof *paths->sorted, compare_paths, paths);
  return ok;
}

TrackPaths *
track_paths_new (const Trace *trace)
{
  TrackPaths *paths = calloc (1, sizeof *paths);

  if (paths == NULL)
    return NULL;
  paths->trace = trace;
  paths->n = trace_n_tracks (trace);
  paths->paths = calloc ((size_t) paths->n + 1, sizeof *paths->paths);
  paths->sorted = calloc ((size_t) paths->n + 1, sizeof *paths->sorted);
  if (paths->paths != NULL && paths->sorted != NULL && build (paths))
    return paths;
  track_paths_free (paths);
  return NULL;
}

void
track_paths_free (TrackPaths *paths)
{
  if (paths == NULL)
    return;
  for (uint32_t t = 0; paths->paths != NULL && t < paths->n; t++)
    free (paths->paths[t]);
  free (paths->paths);
  free (paths->sorted);
  free (paths);
}

const Trace *
track_paths_trace (const TrackPaths *paths)
{
  return paths->trace;
}

const char *
track_paths_get (const TrackPaths *paths, uint32_t track)
{
  return track < paths->n ? paths->paths[track] : NULL;
}

uint32_t
track_paths_find (const TrackPaths *paths, const char *path)
{
  uint32_t low = 0, high = paths->n_sorted;

  while (low < high)
    {
      uint32_t middle = low + (high - low) / 2;
      int order = strcmp (paths->paths[paths->sorted[middle]], path);

      if (order == 0)
        return paths->sorted[middle];
      if (order < 0)
        low = middle + 1;
      else
        high = middle;
    }
  return TRACE_NONE;
}
