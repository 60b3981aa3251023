/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/gen/kineto_writer.h"

#include "tests/gen/kineto_writer_private.h"
#include "tests/gen/training_run.h"

#include <stdlib.h>

#define TIME_DECIMALS 3

void
kineto_put (KinetoWriter *writer, const char *text)
{
  text_out_string (&writer->out, text);
}

void
kineto_put_int (KinetoWriter *writer, const char *before, int64_t value)
{
  text_out_string (&writer->out, before);
  text_out_int (&writer->out, value);
}

void
kineto_put_name (KinetoWriter *writer, const char *name, int32_t number)
{
  kineto_put (writer, name);
  if (number != NO_NUMBER)
    text_out_int (&writer->out, number);
}

void
kineto_put_time (KinetoWriter *writer, const char *before, int64_t at_ns)
{
  kineto_put (writer, before);
  if (writer->options.times == TIMES_RELATIVE)
    at_ns -= KINETO_BASE_NS;
  text_out_decimal (&writer->out, at_ns, TIME_DECIMALS);
}

void
kineto_put_duration (KinetoWriter *writer, int64_t ns)
{
  kineto_put (writer, ", \"dur\": ");
  text_out_decimal (&writer->out, ns, TIME_DECIMALS);
}

void
kineto_begin_event (KinetoWriter *writer)
{
  kineto_put (writer, writer->n_events++ == 0 ? "\n  {\n" : ",\n  {\n");
}

void
kineto_end_event (KinetoWriter *writer)
{
  kineto_put (writer, "\n  }");
}

void
kineto_begin_slice (KinetoWriter *writer,
                    const char *category,
                    const char *name,
                    int32_t number,
                    int64_t pid,
                    int64_t tid,
                    int64_t begin_ns,
                    int64_t end_ns)
{
  kineto_begin_event (writer);
  kineto_put (writer, "    \"ph\": \"X\", \"cat\": \"");
  kineto_put (writer, category);
  kineto_put (writer, "\", \"name\": \"");
  kineto_put_name (writer, name, number);
  kineto_put_int (writer, "\", \"pid\": ", pid);
  kineto_put_int (writer, ", \"tid\": ", tid);
  kineto_put_time (writer, ",\n    \"ts\": ", begin_ns);
  kineto_put_duration (writer, end_ns - begin_ns);
}

void
kineto_begin_args (KinetoWriter *writer)
{
  kineto_put (writer, ",\n    \"args\": {\n      ");
}

void
kineto_end_args (KinetoWriter *writer)
{
  kineto_put (writer, "\n    }");
  kineto_end_event (writer);
}

KinetoWriter *
kineto_writer_new (FILE *file, const KinetoOptions *options)
{
  KinetoWriter *writer = calloc (1, sizeof *writer);

  if (writer != NULL)
    writer->kernel_members = calloc (N_WORKS, sizeof *writer->kernel_members);
  if (writer == NULL || writer->kernel_members == NULL)
    {
      fputs ("make_trace: out of memory\n", stderr);
      exit (EXIT_FAILURE);
    }
  writer->options = *options;
  writer->out.file = file;
  kineto_write_properties (writer);
  return writer;
}

bool
kineto_writer_finish (KinetoWriter *writer, int64_t begin_ns, int64_t end_ns, int64_t *n_events)
{
  bool ok;

  kineto_write_processes (writer, begin_ns);
  kineto_write_window (writer, begin_ns, end_ns);
  kineto_write_end (writer);
  ok = text_out_finish (&writer->out);
  *n_events = writer->n_events;
  free (writer->kernel_members);
  free (writer);
  return ok;
}
