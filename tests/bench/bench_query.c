/* SPDX-License-Identifier: Apache-2.0
 *
 * SQL over a profile of n slices (default 1 M) on 16 tracks with 400 names: seconds of processor time per query.
 *
 *   bench_query [N] */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "trace/build/builder.h"
#include "trace/query/query.h"

#define N_NAMES   400
#define N_STREAMS 8
#define STEP_NS   1000000

static const char *const queries[] = {
  "select count(*), sum(dur_ns) from slice",
  "select name, count(*), sum(dur_ns) from slice group by 1 order by 3 desc limit 5",
  "select category, count(*) from slice group by category",
  "select track_id, max(ts_ns + dur_ns) from slice group by track_id",
  "select name, count(*) from slice where ts_ns between 1000000 and 20000000 group by name order by 2 desc limit 5",
  "select count(*) from slice where name = 'kernel 7'",
  "select max(depth) from slice",
  "select count(distinct step_id) from slice",
  "select count(*) from kernel join slice on slice.id = kernel.slice_id",
  "select sum(r.ts_ns - c.ts_ns) from flow f join slice c on c.id = f.from_slice join slice r on r.id = f.to_slice",
  "select id, dur_ns from slice order by dur_ns desc limit 5",
};

static double
processor_s (void)
{
  struct timespec time;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double) time.tv_sec + (double) time.tv_nsec / 1e9;
}

static uint32_t
text (TraceBuilder *builder, const char *format, int i)
{
  g_autofree char *name = g_strdup_printf (format, i);

  return trace_builder_string (builder, name, strlen (name));
}

/* A thread that launches, two calls deep, and streams that run. */
static Trace *
make_profile (uint64_t n)
{
  g_autoptr (TraceBuilder) builder = trace_builder_new ();
  g_autoptr (GError) error = NULL;
  uint32_t streams[N_STREAMS], names[N_NAMES];

  trace_builder_begin_rank (builder, "bench.json");
  trace_builder_set_time_base (builder, 0, true);
  uint32_t process = trace_builder_add_track (builder, TRACK_PROCESS, TRACE_NONE);
  uint32_t thread = trace_builder_add_track (builder, TRACK_THREAD, process);
  uint32_t annotations = trace_builder_add_track (builder, TRACK_ANNOTATIONS, thread);
  uint32_t calls = trace_builder_add_track (builder, TRACK_CALLS, thread);
  uint32_t operators = trace_builder_add_track (builder, TRACK_OPERATORS, thread);
  uint32_t device = trace_builder_add_track (builder, TRACK_DEVICE, TRACE_NONE);
  uint32_t kernel = text (builder, "kernel", 0), cpu_op = text (builder, "cpu_op", 0);
  uint32_t runtime = text (builder, "cuda_runtime", 0), launch = text (builder, "cudaLaunchKernel", 0);

  for (int i = 0; i < N_STREAMS; i++)
    {
      streams[i] = trace_builder_add_track (builder, TRACK_STREAM, device);
      trace_builder_track (builder, streams[i])->stream = i;
    }
  for (int i = 0; i < N_NAMES; i++)
    names[i] = text (builder, "kernel %d", i);
  for (uint64_t i = 0; i < n / 4; i++)
    {
      int64_t at_ns = (int64_t) i * 1000, correlation = (int64_t) i + 1;

      if (at_ns % STEP_NS == 0)
        trace_builder_add_slice (
          builder, &(SliceInput){ .track = annotations,
                                  .name = text (builder, "ProfilerStep#%d", (int) (at_ns / STEP_NS)),
                                  .kind = SLICE_ANNOTATION,
                                  .start_ns = at_ns,
                                  .dur_ns = STEP_NS,
                                  .args = ARGS_NONE });
      for (int depth = 0; depth < 2; depth++)
        trace_builder_add_slice (builder, &(SliceInput){ .track = operators,
                                                         .name = names[(i * 7 + (uint64_t) depth) % N_NAMES],
                                                         .category = cpu_op,
                                                         .kind = SLICE_OPERATOR,
                                                         .start_ns = at_ns + 10 * depth,
                                                         .dur_ns = 900 - 100 * depth,
                                                         .args = ARGS_NONE });
      trace_builder_add_slice (builder, &(SliceInput){ .track = calls,
                                                       .name = launch,
                                                       .category = runtime,
                                                       .kind = SLICE_CALL,
                                                       .start_ns = at_ns + 100,
                                                       .dur_ns = 200,
                                                       .correlation = correlation,
                                                       .args = ARGS_NONE });
      trace_builder_add_slice (builder, &(SliceInput){ .track = streams[i % N_STREAMS],
                                                       .name = names[i * i % N_NAMES],
                                                       .category = kernel,
                                                       .kind = SLICE_KERNEL,
                                                       .start_ns = at_ns + 400,
                                                       .dur_ns = 300 + (int64_t) (i % 64),
                                                       .correlation = correlation,
                                                       .args = ARGS_NONE });
    }
  Trace *trace = trace_builder_finish (builder, &error);
  if (trace == NULL)
    g_error ("%s", error->message);
  return trace;
}

static void
measure (QueryDatabase *database, const char *sql)
{
  g_autoptr (GError) error = NULL;
  double begin_s = processor_s ();
  uint64_t n_rows = 0;
  g_autoptr (Query) query = query_new (database, sql, &error);
  QueryStep step = QUERY_FAILED;

  while (query != NULL && (step = query_step (query, &error)) == QUERY_ROW)
    n_rows++;
  if (step == QUERY_FAILED)
    g_error ("%s: %s", sql, error->message);
  printf ("%8.3f s  %6" G_GUINT64_FORMAT " rows  %s\n", processor_s () - begin_s, n_rows, sql);
}

int
main (int argc, char **argv)
{
  uint64_t n = argc > 1 ? g_ascii_strtoull (argv[1], NULL, 10) : 1000000;
  g_autoptr (GError) error = NULL;
  g_autoptr (Trace) trace = make_profile (n);
  g_autoptr (StepTable) steps = step_table_new (trace, NULL, &error);
  g_autoptr (QueryDatabase) database = query_database_new (trace, steps, &error);

  printf ("%" G_GUINT64_FORMAT " slices\n", trace_slices (trace)->n);
  for (size_t i = 0; i < G_N_ELEMENTS (queries); i++)
    measure (database, queries[i]);
  return 0;
}
