/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/track_path.h"

#include <glib.h>
#include <inttypes.h>
#include <string.h>

/* Of a name that is longer only the begin stands in a path, and a hash of all of it. */
#define NAME_BYTES 64

/* Likewise of what stands above a track. */
#define ABOVE_BYTES 512

struct TrackPaths
{
  const char **of_track;
  GStringChunk *texts;
};

static const char *const kinds[N_TRACK_KINDS] = {
  [TRACK_NODE] = "node",           [TRACK_PROCESS] = "process",
  [TRACK_THREAD] = "thread",       [TRACK_ANNOTATIONS] = "annotations",
  [TRACK_OPERATORS] = "operators", [TRACK_CALLS] = "calls",
  [TRACK_PYTHON] = "python",       [TRACK_PROFILER] = "profiler",
  [TRACK_ASYNC] = "async",         [TRACK_DEVICE] = "device",
  [TRACK_STREAM] = "stream",       [TRACK_DEVICE_ANNOTATIONS] = "device-annotations",
  [TRACK_SYNC] = "sync",           [TRACK_COUNTER] = "counter",
};

static const char *const parts[N_TRACK_PARTS] = {
  [TRACK_PART_WHOLE] = "",
  [TRACK_PART_COUNTERS] = "/counters",
  [TRACK_PART_UTILIZATION] = "/utilization",
  [TRACK_PART_INSTANTS] = "/instants",
  [TRACK_PART_MEMORY] = "/memory",
};

/* FNV-1a: the same in every version and on every machine. */
static uint64_t
hash_of (const char *bytes, size_t n)
{
  uint64_t hash = UINT64_C (0xcbf29ce484222325);

  for (size_t i = 0; i < n; i++)
    hash = (hash ^ (unsigned char) bytes[i]) * UINT64_C (0x100000001b3);
  return hash;
}

static void
append_text (GString *path, const Trace *trace, uint32_t string)
{
  size_t length;
  const char *bytes = trace_string (trace, string, &length);

  for (size_t i = 0; i < MIN (length, NAME_BYTES); i++)
    {
      unsigned char byte = (unsigned char) bytes[i];

      if (g_ascii_isalnum ((char) byte) || strchr ("-._()", byte) != NULL)
        g_string_append_c (path, (char) byte);
      else
        g_string_append_printf (path, "~%02X", byte);
    }
  if (length > NAME_BYTES)
    g_string_append_printf (path, "~%016" PRIX64, hash_of (bytes, length));
}

/* What tells a track from its siblings. */
static void
append_identity (GString *path, const Trace *trace, uint32_t t)
{
  const TraceTrack *track = trace_track (trace, t);
  bool has_rank = track->kind == TRACK_PROCESS || track->kind == TRACK_DEVICE;

  g_string_append (path, kinds[track->kind]);
  if (has_rank && track->rank != TRACE_NONE && trace_n_ranks (trace) > 1)
    g_string_append_printf (path, ":rank%" PRId64, trace_rank (trace, track->rank)->number);
  switch (track->kind)
    {
    case TRACK_PROCESS:
      g_string_append_c (path, ':');
      append_text (path, trace, track->pid);
      break;
    case TRACK_THREAD:
      g_string_append_c (path, ':');
      append_text (path, trace, track->tid);
      break;
    case TRACK_DEVICE:
      g_string_append_printf (path, ":%d", track->device);
      break;
    case TRACK_STREAM:
    case TRACK_DEVICE_ANNOTATIONS:
    case TRACK_SYNC:
      g_string_append_printf (path, ":%" PRId64, track->stream);
      break;
    case TRACK_NODE:
    case TRACK_ASYNC:
    case TRACK_COUNTER:
      g_string_append_c (path, ':');
      append_text (path, trace, track->name);
      break;
    default:
      break;
    }
}

TrackPaths *
track_paths_new (const Trace *trace)
{
  TrackPaths *paths = g_new0 (TrackPaths, 1);
  uint32_t n = trace_n_tracks (trace);
  GHashTable *n_equal = g_hash_table_new (g_str_hash, g_str_equal);
  GString *path = g_string_new (NULL);

  paths->of_track = g_new (const char *, (size_t) n + 1);
  paths->texts = g_string_chunk_new (4096);
  for (uint32_t t = 0; t < n; t++)
    {
      uint32_t parent = trace_track (trace, t)->parent;

      g_string_truncate (path, 0);
      if (parent != TRACE_NONE && strlen (paths->of_track[parent]) <= ABOVE_BYTES)
        g_string_append_printf (path, "%s/", paths->of_track[parent]);
      else if (parent != TRACE_NONE)
        g_string_append_printf (path, "~%016" PRIX64 "/",
                                hash_of (paths->of_track[parent], strlen (paths->of_track[parent])));
      append_identity (path, trace, t);

      /* Equal ones are counted in the order of the file. '#' stands in no other path. */
      const char *first = g_string_chunk_insert_const (paths->texts, path->str);
      guint before = GPOINTER_TO_UINT (g_hash_table_lookup (n_equal, first));
      g_hash_table_insert (n_equal, (gpointer) first, GUINT_TO_POINTER (before + 1));
      if (before > 0)
        g_string_append_printf (path, "#%u", before + 1);
      paths->of_track[t] = before == 0 ? first : g_string_chunk_insert (paths->texts, path->str);
    }
  g_string_free (path, TRUE);
  g_hash_table_unref (n_equal);
  return paths;
}

void
track_paths_free (TrackPaths *paths)
{
  if (paths == NULL)
    return;
  g_string_chunk_free (paths->texts);
  g_free (paths->of_track);
  g_free (paths);
}

const char *
track_paths_of (const TrackPaths *paths, uint32_t track)
{
  return paths->of_track[track];
}

char *
track_paths_of_part (const TrackPaths *paths, uint32_t track, TrackPart part)
{
  return g_strconcat (paths->of_track[track], parts[part], NULL);
}
