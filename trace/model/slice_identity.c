/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/model/slice_identity.h"

#include <inttypes.h>
#include <string.h>

#include "trace/model/slice_find.h"
#include "trace/text/bounded_text.h"

#define VERSION "1"

G_STATIC_ASSERT (TRACK_PATH_MAX + BOUNDED_TEXT_MAX + 80 < SLICE_IDENTITY_MAX);

/* The properties of the wanted slice. */
typedef struct
{
  const Trace *trace;
  int64_t start_ns, dur_ns;
  const char *name; /* as of bounded_text_put () */
} Wanted;

static void
put_name (char out[BOUNDED_TEXT_MAX], const Trace *trace, uint64_t slice)
{
  size_t length;
  const char *name = trace_string (trace, slice_name (trace_slices (trace), slice), &length);

  bounded_text_put (out, name, length);
}

static bool
is_wanted (const Wanted *wanted, uint64_t slice)
{
  char name[BOUNDED_TEXT_MAX];

  if (slice_dur_ns (trace_slices (wanted->trace), slice) != wanted->dur_ns)
    return false;
  put_name (name, wanted->trace, slice);
  return strcmp (name, wanted->name) == 0;
}

/* Returns the nth slice that fits, or stop_at if it fits and comes earlier; SLICE_NONE if there is none. Sets
 * *ret_before to the number of fitting slices before it. */
static uint64_t
find_on_track (const Wanted *wanted, uint32_t track, uint64_t nth, uint64_t stop_at, uint64_t *ret_before)
{
  const SliceColumns *slices = trace_slices (wanted->trace);
  const TraceTrack *at = trace_track (wanted->trace, track);
  uint64_t n = 0;

  for (uint32_t r = at->first_row; r < at->first_row + at->n_rows; r++)
    {
      const TraceRow *row = trace_row (wanted->trace, r);
      uint64_t end = row->first_slice + row->n_slices;

      for (uint64_t i = slice_find_from (slices, row, wanted->start_ns);
           i < end && slice_start_ns (slices, i) == wanted->start_ns; i++)
        if (is_wanted (wanted, i))
          {
            *ret_before = n;
            if (i == stop_at || n++ == nth)
              return i;
          }
    }
  return SLICE_NONE;
}

char *
slice_identity_text (const TrackPaths *paths, uint64_t slice)
{
  const Trace *trace = track_paths_trace (paths);
  const SliceColumns *slices = trace_slices (trace);
  char name[BOUNDED_TEXT_MAX];
  uint64_t nth;

  if (slice >= slices->n)
    return NULL;
  uint32_t track = trace_track_of (trace, slice);
  const char *path = track_paths_get (paths, track);
  put_name (name, trace, slice);
  Wanted wanted = { trace, slice_start_ns (slices, slice), slice_dur_ns (slices, slice), name };
  if (path == NULL || find_on_track (&wanted, track, UINT64_MAX, slice, &nth) != slice)
    return NULL;
  return g_strdup_printf (VERSION ";%s;%" PRId64 ";%" PRId64 ";%" PRIu64 ";%s", path, wanted.start_ns,
                          wanted.dur_ns, nth, name);
}

uint64_t
slice_identity_find (const TrackPaths *paths, const char *text)
{
  enum
  {
    PART_VERSION,
    PART_PATH,
    PART_START,
    PART_DUR,
    PART_NTH,
    PART_NAME,
    N_PARTS
  };
  guint64 nth;
  uint64_t before;
  gint64 start_ns, dur_ns;

  if (strnlen (text, SLICE_IDENTITY_MAX) == SLICE_IDENTITY_MAX)
    return SLICE_NONE;
  g_auto (GStrv) parts = g_strsplit (text, ";", -1);
  if (g_strv_length (parts) != N_PARTS || strcmp (parts[PART_VERSION], VERSION) != 0
      || !g_ascii_string_to_signed (parts[PART_START], 10, -TRACE_TIME_MAX_NS, TRACE_TIME_MAX_NS, &start_ns,
                                    NULL)
      || !g_ascii_string_to_signed (parts[PART_DUR], 10, 0, TRACE_TIME_MAX_NS, &dur_ns, NULL)
      || !g_ascii_string_to_unsigned (parts[PART_NTH], 10, 0, UINT64_MAX - 1, &nth, NULL))
    return SLICE_NONE;
  uint32_t track = track_paths_find (paths, parts[PART_PATH]);
  if (track == TRACE_NONE)
    return SLICE_NONE;
  Wanted wanted = { track_paths_trace (paths), start_ns, dur_ns, parts[PART_NAME] };
  return find_on_track (&wanted, track, nth, SLICE_NONE, &before);
}
