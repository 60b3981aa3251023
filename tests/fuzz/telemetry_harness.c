/* SPDX-License-Identifier: Apache-2.0 */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/fuzz/allocation_bound.h"
#include "tests/fuzz/harness.h"
#include "tests/fuzz/unnamed_file.h"
#include "tests/import/telemetry_text.h"
#include "tests/import/trace_check.h"
#include "trace/attach/attach.h"
#include "trace/import/telemetry/telemetry_file.h"
#include "trace/import/telemetry/telemetry_read.h"
#include "trace/open/open.h"

/* A second of work, of which the samples may be. */
static const char run[] =
  "{\"schemaVersion\":1,\"baseTimeNanoseconds\":1767454613000000000,\"traceEvents\":["
  "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"gemm\",\"pid\":0,\"tid\":7,\"ts\":0,\"dur\":300000,\"args\":{\"device\":0,\"stream\":7}},"
  "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"gemm\",\"pid\":0,\"tid\":7,\"ts\":700000,\"dur\":300000,\"args\":{\"device\":0,\"stream\":7}}]}";

static void
require (bool holds, const char *what)
{
  if (holds)
    return;
  g_printerr ("telemetry: %s\n", what);
  abort ();
}

static Telemetry *
read_bytes (const uint8_t *bytes, size_t n)
{
  int fd = unnamed_file_new ();

  require (write (fd, bytes, n) == (ssize_t) n && lseek (fd, 0, SEEK_SET) == 0, "cannot be written");
  Telemetry *telemetry = telemetry_read_fd (fd, "input", NULL);
  close (fd);
  return telemetry;
}

static Trace *
open_run (void)
{
  int fd = unnamed_file_new (), out = unnamed_file_new ();
  TraceSource source = { fd, "run.json" };

  require (write (fd, run, sizeof run - 1) == (ssize_t) sizeof run - 1 && lseek (fd, 0, SEEK_SET) == 0,
           "the run cannot be written");
  require (trace_import (&source, out, NULL, NULL), "the run cannot be imported");
  Trace *trace = trace_map (out, "run", NULL);
  close (fd);
  close (out);
  require (trace != NULL, "the run cannot be mapped");
  return trace;
}

/* Another process reads it, and hands it over in a file (telemetry_file.h). */
static void
check_handed_over (const Telemetry *telemetry, const char *text)
{
  int fd = unnamed_file_new ();
  g_autoptr (GString) other = g_string_new (NULL);

  require (telemetry_file_write (telemetry, fd), "cannot be written");
  g_autoptr (Telemetry) back = telemetry_file_read (fd, "input", NULL);
  close (fd);
  require (back != NULL, "is not read back");
  telemetry_text_append (other, back);
  require (strcmp (text, other->str) == 0, "is another thing in the file that hands it over");
}

/* Its samples are on the time axis of the run wherever it is put. */
static void
check_attached (const Telemetry *telemetry, const uint8_t *bytes, size_t n)
{
  static Trace *trace;
  AttachWishes wishes = { .has_shift = n % 2 == 0, .shift_ns = (int64_t) bytes[0] * 10000000 };
  AttachedFile file = { "input", telemetry, { 0 } };

  if (trace == NULL)
    trace = open_run ();
  if (!attach_place_find (trace, telemetry, &wishes, "input", &file.place, NULL))
    return;
  g_autoptr (Trace) with = attach_counters (trace, &file, 1, "run + input", NULL);
  require (with != NULL, "cannot be attached");
  g_autofree char *broken = trace_check (with);
  require (broken == NULL, broken != NULL ? broken : "");
  require (trace_event_counts (with)->counters == telemetry->n_samples, "samples are lost");
  require (trace_slices (with)->n == trace_slices (trace)->n, "slices are lost");
  g_autoptr (GPtrArray) files = attached_files (with);
  require (files->len == 1, "what was attached is not told");
}

static void
check (const uint8_t *bytes, size_t n)
{
  if (n == 0)
    return;
  allocation_bound_set (n, ALLOCATION_TIMES_OF_TEXT);
  g_autoptr (Telemetry) telemetry = read_bytes (bytes, n), again = read_bytes (bytes, n);

  require ((telemetry == NULL) == (again == NULL), "is read once and refused once");
  if (telemetry != NULL)
    {
      g_autoptr (GString) text = g_string_new (NULL), other = g_string_new (NULL);

      telemetry_text_append (text, telemetry);
      telemetry_text_append (other, again);
      require (strcmp (text->str, other->str) == 0, "is read as two things");
      for (guint i = 0; i < telemetry->series->len; i++)
        {
          const TelemetrySeries *series = telemetry->series->pdata[i];

          require (g_utf8_validate (series->name, -1, NULL), "a name is not UTF-8");
          for (size_t s = 0; s < series->samples.n; s++)
            require (series->samples.at[s].value - series->samples.at[s].value == 0, "a value is not finite");
        }
      check_handed_over (telemetry, text->str);
      check_attached (telemetry, bytes, n);
    }
  allocation_bound_lift ();
}

const Harness telemetry_harness = { "telemetry", check, NULL };
