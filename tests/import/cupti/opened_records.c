/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/import/cupti/opened_records.h"

#include <inttypes.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/import/gzip_text.h"
#include "tests/import/trace_check.h"
#include "trace/open/open.h"

static int
memory_file (const char *name)
{
  int fd = memfd_create (name, MFD_CLOEXEC);

  g_assert_cmpint (fd, >=, 0);
  return fd;
}

Trace *
opened_records (const GByteArray *bytes, const char *release, GError **error)
{
  ImportControl control = { .cupti_release = release };
  int source_fd = memory_file ("records"), fd = memory_file ("profile");
  TraceSource source = { source_fd, "records.cupti" };
  Trace *trace = NULL;

  g_assert_cmpint (pwrite (source_fd, bytes->data, bytes->len, 0), ==, (gssize) bytes->len);
  if (trace_import (&source, fd, &control, error))
    {
      trace = trace_map (fd, "records.cupti", error);
      g_assert_nonnull (trace);
      g_autofree char *broken = trace_check (trace);
      g_assert_cmpstr (broken, ==, NULL);
    }
  close (source_fd);
  close (fd);
  return trace;
}

static int64_t
since_origin (const Trace *trace, uint64_t time)
{
  int64_t epoch_ns;

  g_assert_true (trace_epoch_ns (trace, &epoch_ns));
  return (int64_t) time - epoch_ns;
}

uint64_t
opened_slice_at (const Trace *trace, uint64_t start)
{
  const SliceColumns *slices = trace_slices (trace);
  int64_t start_ns = since_origin (trace, start);
  uint64_t found = SLICE_NONE;

  for (uint64_t i = 0; i < slices->n; i++)
    if (slices->start_ns[i] == start_ns)
      {
        g_assert_cmpuint (found, ==, SLICE_NONE);
        found = i;
      }
  g_assert_cmpuint (found, !=, SLICE_NONE);
  return found;
}

TraceInstant
opened_instant_at (const Trace *trace, uint64_t time)
{
  int64_t time_ns = since_origin (trace, time);
  uint64_t n_found = 0;
  TraceInstant found = { 0 };

  for (uint64_t i = 0; i < trace_n_instants (trace); i++)
    if (trace_instant (trace, i).time_ns == time_ns)
      {
        found = trace_instant (trace, i);
        n_found++;
      }
  g_assert_cmpuint (n_found, ==, 1);
  return found;
}

char *
opened_arg (const Trace *trace, uint64_t args, const char *key)
{
  char *found = NULL;
  ArgIter iter;
  Arg arg;

  if (!trace_args (trace, args, &iter))
    return NULL;
  while (arg_iter_next (&iter, &arg))
    if (g_strcmp0 (trace_string (trace, arg.key, NULL), key) == 0)
      {
        g_assert_null (found);
        found = g_strndup (arg.text, arg.length);
      }
  arg_iter_clear (&iter);
  return found;
}

char *
opened_summary (const Trace *trace)
{
  const EventCounts *events = trace_event_counts (trace);
  GString *out = g_string_new (NULL);

  g_string_append_printf (out,
                          "total %" PRIu64 " skipped %" PRIu64 " slices %" PRIu64 " instants %" PRIu64
                          " counters %" PRIu64 " flows %" PRIu64,
                          events->total, events->skipped, trace_slices (trace)->n, trace_n_instants (trace),
                          events->counters, trace_n_flows (trace));
  for (HealthId id = 0; id < N_HEALTH_IDS; id++)
    if (trace_health (trace)->rows[id].count > 0)
      g_string_append_printf (out, "; %s %" PRIu64, health_id_name (id),
                              trace_health (trace)->rows[id].count);
  return g_string_free (out, FALSE);
}

void
opened_records_pack (GByteArray *bytes)
{
  g_autoptr (GByteArray) packed = g_byte_array_new ();

  gzip_text_append (packed, (const char *) bytes->data, bytes->len);
  g_byte_array_set_size (bytes, 0);
  g_byte_array_append (bytes, packed->data, packed->len);
}
