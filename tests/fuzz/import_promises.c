/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/fuzz/import_promises.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "tests/fuzz/unnamed_file.h"
#include "tests/import/trace_check.h"
#include "tests/oracle/trace_compare.h"
#include "trace/archive/archive_file.h"
#include "trace/file/verify.h"
#include "trace/open/open.h"
#include "trace/text/trace_error.h"

/* Of the files that can be opened; an archive costs as much as all the rest. */
#define ARCHIVED_EVERY 8

/* Of all: read again by several threads, which small files are not of themselves. */
#define THREADED_EVERY 8

/* ---- files without a name ---- */

static void
assert_same_files (int a, int b)
{
  off_t n = lseek (a, 0, SEEK_END);

  g_assert_cmpint (n, ==, lseek (b, 0, SEEK_END));
  void *x = mmap (NULL, (size_t) n, PROT_READ, MAP_PRIVATE, a, 0);
  void *y = mmap (NULL, (size_t) n, PROT_READ, MAP_PRIVATE, b, 0);
  g_assert_true (x != MAP_FAILED && y != MAP_FAILED);
  g_assert_true (memcmp (x, y, (size_t) n) == 0);
  munmap (x, (size_t) n);
  munmap (y, (size_t) n);
}

/* ---- errors ---- */

static void
assert_refusal (const GError *error)
{
  g_assert_nonnull (error);
  g_assert_true (error->domain == TRACE_ERROR);
  g_assert_true (error->code == TRACE_ERROR_NOT_A_TRACE || error->code == TRACE_ERROR_UNREADABLE
                 || error->code == TRACE_ERROR_DAMAGED);
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
  g_assert_cmpuint (strlen (error->message), >, 10);
}

/* True and no error, or false and one that makes sense. */
static bool
import (int source_fd, int fd, GError **error)
{
  TraceSource source = { source_fd, "fuzz.json" };

  g_assert_cmpint (lseek (source_fd, 0, SEEK_SET), ==, 0);
  bool ok = trace_import (&source, fd, NULL, error);
  if (ok)
    g_assert_no_error (*error);
  else
    assert_refusal (*error);
  return ok;
}

/* ---- what came out ---- */

/* Rows of which each stands for so many skipped events. */
static const HealthId skipping[] = {
  HEALTH_JSON_TRUNCATED,     HEALTH_JSON_EVENT_SKIPPED,     HEALTH_JSON_EVENT_TOO_LARGE,
  HEALTH_JSON_EVENT_EMPTY,   HEALTH_EVENT_PHASE_MISSING,    HEALTH_EVENT_PHASE_UNKNOWN,
  HEALTH_EVENT_TIME_INVALID, HEALTH_EVENT_DURATION_INVALID, HEALTH_CUPTI_NO_TIME,
  HEALTH_CUPTI_LOST,         HEALTH_MEMORY_EVENT_SKIPPED,   HEALTH_PERFETTO_PACKET_DAMAGED,
  HEALTH_PERFETTO_STATE_MISSING, HEALTH_PERFETTO_CLOCK_APART,   HEALTH_XSPACE_EVENT_DAMAGED,
};

/* A memory snapshot shows more than its events: how far the history goes, which is a slice, and what is older than it. */
static uint64_t
n_slices_made (const Trace *trace)
{
  return strcmp (trace_format (trace), "torch-memory") == 0 ? trace_slices (trace)->n : 0;
}

static uint64_t
n_instants_made (const Trace *trace)
{
  uint64_t n = 0;

  if (strcmp (trace_format (trace), "torch-memory") != 0)
    return 0;
  for (uint64_t i = 0; i < trace_n_instants (trace); i++)
    n += strcmp (trace_string (trace, trace_instant (trace, i).name, NULL), "held") == 0;
  return n;
}

/* Everything that is missing is accounted for, and everything that is there was counted. */
static void
assert_events_add_up (const Trace *trace)
{
  const EventCounts *events = trace_event_counts (trace);
  const HealthTable *health = trace_health (trace);
  const SliceColumns *slices = trace_slices (trace);
  uint64_t n_skipped = 0, n_unfinished = 0, n_paired = 0;

  for (size_t i = 0; i < G_N_ELEMENTS (skipping); i++)
    n_skipped += health->rows[skipping[i]].count;
  g_assert_cmpuint (n_skipped, ==, events->skipped);

  for (uint64_t i = 0; i < slices->n; i++)
    {
      n_unfinished += (slices->flags[i] & SLICE_UNFINISHED) != 0;
      n_paired += (slices->flags[i] & SLICE_PAIRED) != 0;
    }
  g_assert_cmpuint (slices->n, ==, events->slices + n_unfinished);
  g_assert_cmpuint (n_unfinished, ==, health->rows[HEALTH_SLICE_UNFINISHED].count);
  g_assert_cmpuint (trace_n_instants (trace), ==, events->instants + n_instants_made (trace));
  /* What is left is metadata. */
  g_assert_cmpuint (slices->n + n_paired + health->rows[HEALTH_SLICE_END_WITHOUT_BEGIN].count
                      + events->instants + events->counters + events->flows
                      + health->rows[HEALTH_EVENT_PHASE_NOT_SHOWN].count,
                    <=, events->total + n_slices_made (trace));
}

static void
assert_health_has_places (const Trace *trace, size_t n_text)
{
  for (int id = 0; id < N_HEALTH_IDS; id++)
    {
      const HealthRow *row = &trace_health (trace)->rows[id];

      g_assert_cmpint (row->first_offset, >=, HEALTH_NO_OFFSET);
      g_assert_cmpint (row->first_offset, <=, (int64_t) n_text);
      g_assert_cmpint (row->first_source, >=, -1);
      g_assert_cmpint (row->first_source, <, trace_n_ranks (trace));
      g_assert_true (row->count > 0 || (row->first_offset == HEALTH_NO_OFFSET && row->first_source == -1));
    }
}

static void
assert_whole (const Trace *trace)
{
  TraceDamage damage;

  g_assert_true (trace_verify (trace, NULL, &damage));
  g_assert_cmpstr (damage.n > 0 ? trace_damage_name (&damage, 0) : NULL, ==, NULL);
  g_autofree char *broken = trace_check (trace);
  g_assert_cmpstr (broken, ==, NULL);
}

static void
assert_archive_holds (const Trace *trace)
{
  g_autoptr (GError) error = NULL;
  int archive_fd = unnamed_file_new (), fd = unnamed_file_new ();

  g_assert_true (trace_write_archive (trace, archive_fd, NULL, "fuzz.stepscope", &error));
  g_assert_no_error (error);
  g_assert_true (import (archive_fd, fd, &error));
  g_autoptr (Trace) restored = trace_map (fd, "fuzz.stepscope", &error);
  g_assert_no_error (error);
  assert_whole (restored);
  g_autofree char *difference = trace_compare (trace, restored, 0);
  g_assert_cmpstr (difference, ==, NULL);
  close (archive_fd);
  close (fd);
}

Trace *
import_promises_check (const uint8_t *bytes, size_t n, size_t n_text, GError **error)
{
  g_autoptr (GError) problem = NULL, again = NULL;
  int source_fd = unnamed_file_new (), fd = unnamed_file_new (), fd_again = unnamed_file_new ();
  Trace *trace = NULL;

  g_assert_cmpint (pwrite (source_fd, bytes, n, 0), ==, (gssize) n);
  uint64_t draw = XXH3_64bits (bytes, n);
  bool ok = import (source_fd, fd, &problem);

  if (draw % THREADED_EVERY == 1)
    g_setenv ("STEPSCOPE_THREADS", "3", TRUE);
  g_assert_true (import (source_fd, fd_again, &again) == ok);
  g_unsetenv ("STEPSCOPE_THREADS");
  if (ok)
    {
      assert_same_files (fd, fd_again);
      trace = trace_map (fd, "fuzz.stepscope", &problem);
      g_assert_no_error (problem);
      assert_whole (trace);
      assert_events_add_up (trace);
      assert_health_has_places (trace, n_text);
      if (draw % ARCHIVED_EVERY == 0)
        assert_archive_holds (trace);
    }
  else
    {
      g_assert_cmpstr (problem->message, ==, again->message);
      g_propagate_error (error, g_steal_pointer (&problem));
    }
  close (source_fd);
  close (fd);
  close (fd_again);
  return trace;
}
