/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/guard/hostile_trace.h"

#include "tests/guard/hostile_text.h"

#include <stdlib.h>

#define MILLION      1000000
#define QUARTER      (MILLION / 4)
#define STRING_BYTES (INT64_C (64) << 20)
#define DEPTH        100000
#define METADATA     60000
#define DEEP_EVENTS  20 /* so that there is something to count */

/* ---- begins, ends and times ---- */

static void
write_begins (TextOut *out, int64_t n)
{
  FOR_EACH_EVENT (out, n)
  hostile_put (out, "{\"ph\":\"B\",\"cat\":\"op\",\"name\":\"begun\",\"pid\":1,\"tid\":1,\"ts\":%}",
               FIRST_TIME_US + i);
}

static void
write_begins_of_threads (TextOut *out, int64_t n)
{
  FOR_EACH_EVENT (out, n)
  hostile_put (out, "{\"ph\":\"B\",\"cat\":\"op\",\"name\":\"begun\",\"pid\":1,\"tid\":%,\"ts\":%}", i % 1000,
               FIRST_TIME_US + i);
}

static void
write_ends (TextOut *out, int64_t n)
{
  FOR_EACH_EVENT (out, n)
  hostile_put (out, "{\"ph\":\"E\",\"cat\":\"op\",\"name\":\"ended\",\"pid\":1,\"tid\":1,\"ts\":%}",
               FIRST_TIME_US + i);
}

static void
write_equal_times (TextOut *out, int64_t n)
{
  FOR_EACH_EVENT (out, n)
  hostile_put_slice (out, 0, 10);
}

static void
write_equal_begins (TextOut *out, int64_t n)
{
  FOR_EACH_EVENT (out, n)
  hostile_put_slice (out, 0, i);
}

static void
write_empty_slices (TextOut *out, int64_t n)
{
  FOR_EACH_EVENT (out, n)
  hostile_put_slice (out, 0, 0);
}

static void
write_backwards (TextOut *out, int64_t n)
{
  FOR_EACH_EVENT (out, n)
  hostile_put_slice (out, 10 * (n - i), 5);
}

/* Each overlaps all others and lies in none. */
static void
write_staircase (TextOut *out, int64_t n)
{
  FOR_EACH_EVENT (out, n)
  hostile_put_slice (out, i, n);
}

static void
write_nested_slices (TextOut *out, int64_t n)
{
  FOR_EACH_EVENT (out, n)
  hostile_put_slice (out, i, 2 * (n - i));
}

/* Of a device, where slices that overlap get lanes of their own. */
static void
write_overlapping_kernels (TextOut *out, int64_t n)
{
  FOR_EACH_EVENT (out, n)
  hostile_put (
    out,
    "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k\",\"pid\":0,\"tid\":7,\"ts\":%,\"dur\":%,\"args\":"
    "{\"device\":0,\"stream\":7}}",
    FIRST_TIME_US + i, n);
}

/* ---- where it happens ---- */

static void
write_tracks (TextOut *out, int64_t n)
{
  FOR_EACH_EVENT (out, n)
  hostile_put (out,
               "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"op\",\"pid\":1,\"tid\":%,\"ts\":%,\"dur\":2}", i,
               FIRST_TIME_US + i);
}

static void
write_processes (TextOut *out, int64_t n)
{
  FOR_EACH_EVENT (out, n)
  hostile_put (out,
               "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"op\",\"pid\":%,\"tid\":1,\"ts\":%,\"dur\":2}", i,
               FIRST_TIME_US + i);
}

static void
write_streams (TextOut *out, int64_t n)
{
  FOR_EACH_EVENT (out, n)
  hostile_put (
    out,
    "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k\",\"pid\":0,\"tid\":%,\"ts\":%,\"dur\":2,\"args\":"
    "{\"device\":0,\"stream\":%}}",
    i, FIRST_TIME_US + i, i);
}

static void
write_metadata (TextOut *out, int64_t n)
{
  FOR_EACH_EVENT (out, n)
  hostile_put (
    out,
    "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":1,\"tid\":1,\"ts\":%,\"args\":{\"name\":\"main %\"}}",
    FIRST_TIME_US + i, i);
  text_out_string (out, ",\n");
  hostile_put_slice (out, 0, 1);
}

static void
write_thread_names (TextOut *out, int64_t n)
{
  FOR_EACH_EVENT (out, n)
  hostile_put (out,
               "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":1,\"tid\":%,\"args\":{\"name\":\"main\"}}", i);
  text_out_string (out, ",\n");
  hostile_put_slice (out, 0, 1);
}

/* ---- texts and arguments ---- */

static void
write_names (TextOut *out, int64_t n)
{
  FOR_EACH_EVENT (out, n)
  hostile_put (out,
               "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"name %\",\"pid\":1,\"tid\":1,\"ts\":%,\"dur\":5}",
               i, FIRST_TIME_US + 10 * i);
}

static void
write_categories (TextOut *out, int64_t n)
{
  FOR_EACH_EVENT (out, n)
  hostile_put (out,
               "{\"ph\":\"X\",\"cat\":\"category %\",\"name\":\"op\",\"pid\":1,\"tid\":1,\"ts\":%,\"dur\":5}",
               i, FIRST_TIME_US + 10 * i);
}

static void
write_keys (TextOut *out, int64_t n)
{
  FOR_EACH_EVENT (out, n)
  hostile_put (
    out,
    "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"op\",\"pid\":1,\"tid\":1,\"ts\":%,\"dur\":5,\"args\":"
    "{\"key %\":%}}",
    FIRST_TIME_US + 10 * i, i, i);
}

/* All in one event. */
static void
write_keys_of_one (TextOut *out, int64_t n)
{
  text_out_string (out, "{\"ph\":\"X\",\"name\":\"op\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":5,\"args\":{");
  FOR_EACH_EVENT (out, n)
  hostile_put (out, "\"key %\":%", i, i);
  text_out_string (out, "}}");
}

/* The same in all, n times in each. */
static void
write_many_keys (TextOut *out, int64_t n)
{
  FOR_EACH_EVENT (out, n / 1000)
  {
    hostile_put (out,
                 "{\"ph\":\"X\",\"name\":\"op\",\"pid\":1,\"tid\":1,\"ts\":%,\"dur\":5,\"args\":{\"first\":0",
                 FIRST_TIME_US + 10 * i);
    for (int64_t k = 0; k < 1000; k++)
      hostile_put (out, ",\"key %\":%", k, i);
    text_out_string (out, "}}");
  }
}

static void
write_deep_arguments (TextOut *out, int64_t n)
{
  FOR_EACH_EVENT (out, DEEP_EVENTS)
  {
    hostile_put (out,
                 "{\"ph\":\"X\",\"name\":\"op\",\"pid\":1,\"tid\":1,\"ts\":%,\"dur\":5,\"args\":{\"deep\":",
                 FIRST_TIME_US + 10 * i);
    hostile_put_repeated (out, "[", n);
    hostile_put_repeated (out, "]", n);
    text_out_string (out, "}}");
  }
}

static void
write_deep_objects (TextOut *out, int64_t n)
{
  FOR_EACH_EVENT (out, DEEP_EVENTS)
  {
    hostile_put (out, "{\"ph\":\"X\",\"name\":\"op\",\"pid\":1,\"tid\":1,\"ts\":%,\"dur\":5,\"args\":",
                 FIRST_TIME_US + 10 * i);
    hostile_put_repeated (out, "{\"a\":", n);
    text_out_string (out, "1");
    hostile_put_repeated (out, "}", n + 1);
  }
}

static void
write_long_name (TextOut *out, int64_t n)
{
  hostile_put_slice (out, 0, 1);
  text_out_string (out, ",\n{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":5,\"dur\":1,\"name\":\"");
  hostile_put_repeated (out, "abcdefgh", n / 8);
  text_out_string (out, "\"}");
}

static void
write_long_argument (TextOut *out, int64_t n)
{
  hostile_put_slice (out, 0, 1);
  text_out_string (
    out, ",\n{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":5,\"dur\":1,\"name\":\"op\",\"args\":{\"text\":\"");
  hostile_put_repeated (out, "abcdefgh", n / 8);
  text_out_string (out, "\"}}");
}

/* A quotation mark is lost: the string goes on through all that follows. */
static void
write_unclosed_string (TextOut *out, int64_t n)
{
  hostile_put_slice (out, 0, 1);
  text_out_string (
    out, ",\n{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":5,\"dur\":1,\"name\":\"op\",\"args\":{\"text\":\"");
  hostile_put_repeated (out, "abcdefg\n", n / 8);
}

/* ---- what belongs together ---- */

static void
write_flows (TextOut *out, int64_t n)
{
  FOR_EACH_EVENT (out, n)
  {
    hostile_put (out,
                 "{\"ph\":\"s\",\"cat\":\"flow\",\"name\":\"f\",\"id\":%,\"pid\":1,\"tid\":1,\"ts\":%},\n", i,
                 FIRST_TIME_US + 10 * i);
    hostile_put (
      out,
      "{\"ph\":\"f\",\"cat\":\"flow\",\"name\":\"f\",\"id\":%,\"pid\":1,\"tid\":2,\"ts\":%,\"bp\":\"e\"}", i,
      FIRST_TIME_US + 10 * i + 5);
  }
}

static void
write_flows_of_one_id (TextOut *out, int64_t n)
{
  FOR_EACH_EVENT (out, n)
  {
    hostile_put (out,
                 "{\"ph\":\"s\",\"cat\":\"flow\",\"name\":\"f\",\"id\":7,\"pid\":1,\"tid\":1,\"ts\":%},\n",
                 FIRST_TIME_US + 10 * i);
    hostile_put (
      out,
      "{\"ph\":\"f\",\"cat\":\"flow\",\"name\":\"f\",\"id\":7,\"pid\":1,\"tid\":2,\"ts\":%,\"bp\":\"e\"}",
      FIRST_TIME_US + 10 * i + 5);
  }
}

static void
write_flow_ends (TextOut *out, int64_t n)
{
  FOR_EACH_EVENT (out, n)
  hostile_put (
    out, "{\"ph\":\"f\",\"cat\":\"flow\",\"name\":\"f\",\"id\":%,\"pid\":1,\"tid\":2,\"ts\":%,\"bp\":\"e\"}",
    i, FIRST_TIME_US + 10 * i);
}

static void
put_launch (TextOut *out, int64_t i, int64_t correlation)
{
  hostile_put (
    out,
    "{\"ph\":\"X\",\"cat\":\"cuda_runtime\",\"name\":\"cudaLaunchKernel\",\"pid\":1,\"tid\":1,\"ts\":%,\"dur\":2,"
    "\"args\":{\"correlation\":%}},\n",
    FIRST_TIME_US + 10 * i, correlation);
  hostile_put (
    out,
    "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k\",\"pid\":0,\"tid\":7,\"ts\":%,\"dur\":4,\"args\":"
    "{\"device\":0,\"stream\":7,\"correlation\":%}}",
    FIRST_TIME_US + 10 * i + 3, correlation);
}

static void
write_correlations (TextOut *out, int64_t n)
{
  FOR_EACH_EVENT (out, n / 2)
  put_launch (out, i, i + 1);
}

static void
write_one_correlation (TextOut *out, int64_t n)
{
  FOR_EACH_EVENT (out, n / 2)
  put_launch (out, i, 7);
}

static void
write_samples (TextOut *out, int64_t n)
{
  FOR_EACH_EVENT (out, n)
  hostile_put (out, "{\"ph\":\"C\",\"name\":\"c\",\"pid\":1,\"tid\":1,\"ts\":%,\"args\":{\"value\":%}}",
               FIRST_TIME_US + i, i);
}

static void
write_counters (TextOut *out, int64_t n)
{
  FOR_EACH_EVENT (out, n)
  hostile_put (out, "{\"ph\":\"C\",\"name\":\"c %\",\"pid\":1,\"tid\":1,\"ts\":%,\"args\":{\"value\":%}}", i,
               FIRST_TIME_US + i, i);
}

static void
write_series (TextOut *out, int64_t n)
{
  FOR_EACH_EVENT (out, n)
  hostile_put (out, "{\"ph\":\"C\",\"name\":\"c\",\"pid\":1,\"tid\":1,\"ts\":%,\"args\":{\"series %\":%}}",
               FIRST_TIME_US + i, i, i);
}

static void
write_instants (TextOut *out, int64_t n)
{
  FOR_EACH_EVENT (out, n)
  hostile_put (out, "{\"ph\":\"i\",\"name\":\"now\",\"pid\":1,\"tid\":1,\"ts\":%,\"s\":\"t\"}",
               (int64_t) FIRST_TIME_US);
}

/* ---- the table ---- */

/* Texts that are nothing but keys never seen before, braces or quotation marks have far more of them in a byte than
 * files do, and may take longer for it. */
const HostileTrace hostile_traces[] = {
  { "begins without ends", write_begins, MILLION, MILLION, false, 0 },
  { "begins without ends of 1,000 threads", write_begins_of_threads, QUARTER, MILLION, false, 0 },
  { "ends without begins", write_ends, QUARTER, MILLION, false, 0 },
  { "slices of equal times", write_equal_times, MILLION, MILLION, false, 0 },
  { "slices of equal begins", write_equal_begins, MILLION, MILLION, false, 0 },
  { "slices without duration at one time", write_empty_slices, QUARTER, MILLION, false, 0 },
  { "slices from last to first", write_backwards, QUARTER, MILLION, false, 0 },
  { "slices that overlap all others", write_staircase, QUARTER, MILLION, false, 0 },
  { "slices within slices", write_nested_slices, DEPTH, DEPTH, false, 0 },
  { "kernels that overlap all others", write_overlapping_kernels, QUARTER, MILLION, false, 0 },
  { "threads", write_tracks, MILLION, MILLION, false, 0 },
  { "processes", write_processes, QUARTER, MILLION, false, 0 },
  { "streams", write_streams, QUARTER, MILLION, false, 0 },
  { "names of one thread", write_metadata, METADATA, METADATA, false, 0 },
  { "names of threads without events", write_thread_names, QUARTER, MILLION, false, 0 },
  { "names", write_names, QUARTER, MILLION, false, 0 },
  { "categories", write_categories, QUARTER, MILLION, false, 0 },
  { "argument keys", write_keys, QUARTER, MILLION, true, 0 },
  { "argument keys of one event", write_keys_of_one, QUARTER, MILLION, true, 6 },
  { "1,000 arguments in each event", write_many_keys, QUARTER, MILLION, true, 0 },
  { "arrays within arrays", write_deep_arguments, DEPTH, DEPTH, false, 0 },
  { "objects within objects", write_deep_objects, DEPTH, DEPTH, false, 0 },
  { "one name of 64 MiB", write_long_name, STRING_BYTES, STRING_BYTES, false, 0 },
  { "one argument of 64 MiB", write_long_argument, STRING_BYTES, STRING_BYTES, false, 0 },
  { "one string that never ends", write_unclosed_string, STRING_BYTES, STRING_BYTES, false, 0 },
  { "flows", write_flows, MILLION, MILLION, false, 0 },
  { "flows of one id", write_flows_of_one_id, QUARTER, MILLION, false, 0 },
  { "flow ends without begins", write_flow_ends, QUARTER, MILLION, false, 0 },
  { "launches", write_correlations, QUARTER, MILLION, false, 0 },
  { "launches of one correlation", write_one_correlation, QUARTER, MILLION, false, 0 },
  { "samples of one counter", write_samples, QUARTER, MILLION, false, 0 },
  { "counters", write_counters, QUARTER, MILLION, false, 0 },
  { "series of one counter", write_series, QUARTER, MILLION, true, 0 },
  { "instants at one time", write_instants, QUARTER, MILLION, false, 0 },
  { "bad escapes", write_bad_escapes, QUARTER, MILLION, true, 0 },
  { "bare quotation marks", write_bare_quotes, QUARTER, MILLION, true, 0 },
  { "lost quotation marks", write_lost_quotes, QUARTER, MILLION, true, 0 },
  { "bad values", write_bad_values, QUARTER, MILLION, true, 0 },
  { "bad times", write_bad_times, QUARTER, MILLION, false, 0 },
  { "no colons", write_no_colons, QUARTER, MILLION, true, 0 },
  { "half events", write_half_events, QUARTER, MILLION, true, 0 },
  { "open braces", write_open_braces, STRING_BYTES / 16, STRING_BYTES / 4, true, 4 },
  { "open events", write_open_events, STRING_BYTES / 16, STRING_BYTES / 4, true, 0 },
  { "open brackets", write_open_brackets, STRING_BYTES / 16, STRING_BYTES / 4, true, 0 },
  { "quotation marks", write_quotes, STRING_BYTES / 16, STRING_BYTES / 4, true, 10 },
  { "commas", write_commas, STRING_BYTES / 16, STRING_BYTES / 4, true, 0 },
  { "empty objects", write_empty_objects, QUARTER, MILLION, true, 0 },
};

const size_t n_hostile_traces = sizeof hostile_traces / sizeof hostile_traces[0];

bool
hostile_trace_write (const HostileTrace *trace, int64_t n, FILE *file)
{
  TextOut *out = malloc (sizeof *out);

  if (out == NULL)
    return false;
  out->file = file;
  out->n = 0;
  out->failed = false;
  text_out_string (out, "{\"schemaVersion\":1,\"traceEvents\":[\n");
  trace->write (out, n);
  text_out_string (out, "\n]}\n");
  bool is_written = text_out_finish (out);
  free (out);
  return is_written;
}
