/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/nsys/nsys_scheduling.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/container/radix_order.h"
#include "trace/text/decimal_time.h"

/* The counter of the whole file has so many samples at most, and none for a shorter time. */
#define N_BUCKETS_MAX   2000
#define BUCKET_LEAST_NS INT64_C (1000000)

#define NOT_RUNNING INT64_MIN

typedef struct
{
  int64_t time_ns;
  uint32_t thread;
  int32_t cpu;
  bool is_in;
  uint8_t state, block; /* 0: not known */
} Switch;

/* What is known of a thread while the switches are followed in order of time. */
typedef struct
{
  int64_t since_ns; /* NOT_RUNNING */
  uint32_t track;   /* TRACE_NONE until it is needed */
  int32_t cpu;
} ThreadState;

COLUMN_DEFINE (SwitchColumn, nsys_switch_column, Switch)
COLUMN_IMPLEMENT (SwitchColumn, nsys_switch_column)

typedef struct
{
  NsysImport *import;
  SwitchColumn switches;
  NsysLabels states, blocks;
  ThreadState *threads;
  uint32_t n_threads;
  uint32_t *n_running; /* per process */

  int64_t begin_ns, bucket_ns;
  size_t n_buckets;
  int64_t *busy_ns; /* per bucket */
} Scheduling;

/* ---- reading ---- */

enum
{
  START,
  CPU,
  IS_IN,
  THREAD,
  STATE,
  BLOCK,
  N_COLUMNS
};

static const char *const columns[N_COLUMNS] = {
  [START] = "start",      [CPU] = "cpu",           [IS_IN] = "isSchedIn",
  [THREAD] = "globalTid", [STATE] = "threadState", [BLOCK] = "threadBlock",
};

static uint8_t
small_number (const ForeignRows *rows, unsigned column)
{
  int64_t number = nsys_integer_or (rows, column, 0);

  return number > 0 && number <= UINT8_MAX ? (uint8_t) number : 0;
}

static void
read_row (Scheduling *scheduling, const ForeignRows *rows)
{
  NsysImport *import = scheduling->import;
  Switch added = { 0 };
  int64_t global_tid, cpu = nsys_integer_or (rows, CPU, -1);

  if (!nsys_take_time (import, rows, START, &added.time_ns))
    return;
  bool has_thread = foreign_rows_integer (rows, THREAD, &global_tid);
  added.thread = nsys_processes_thread (import->processes, has_thread ? &global_tid : NULL);
  added.cpu = cpu >= 0 && cpu <= INT32_MAX ? (int32_t) cpu : -1;
  added.is_in = nsys_integer_or (rows, IS_IN, 0) != 0;
  added.state = small_number (rows, STATE);
  added.block = small_number (rows, BLOCK);
  scheduling->n_threads = MAX (scheduling->n_threads, added.thread + 1);
  if (!nsys_switch_column_push (&scheduling->switches, added))
    trace_builder_set_failed (import->builder);
}

static bool
sort_switches (SwitchColumn *switches)
{
  size_t n = switches->n;
  OrderPair *pairs = malloc (2 * n * sizeof *pairs);
  Switch *sorted = malloc (n * sizeof *sorted);
  bool ok = pairs != NULL && sorted != NULL;

  for (size_t i = 0; ok && i < n; i++)
    pairs[i] = (OrderPair){ (uint64_t) switches->at[i].time_ns ^ UINT64_C (1) << 63, i };
  if (ok)
    {
      radix_order (pairs, pairs + n, n);
      for (size_t i = 0; i < n; i++)
        sorted[i] = switches->at[pairs[i].item];
      free (switches->at);
      *switches = (SwitchColumn){ sorted, n, n };
    }
  else
    free (sorted);
  free (pairs);
  return ok;
}

/* ---- slices ---- */

static uint32_t
thread_track (Scheduling *scheduling, uint32_t thread)
{
  NsysImport *import = scheduling->import;
  ThreadState *state = &scheduling->threads[thread];
  char text[64];

  if (state->track == TRACE_NONE)
    {
      int length = snprintf (text, sizeof text, "CPU time of thread %" PRIu32,
                             nsys_processes_tid (import->processes, thread));
      state->track =
        nsys_processes_async_track (import->processes, thread, import->words[WORD_THREAD_STATE],
                                    trace_builder_string (import->builder, text, (size_t) length));
    }
  return state->track;
}

static void
put_label (Scheduling *scheduling, RowArgs *args, NsysWord key, const NsysLabels *labels, uint8_t number)
{
  NsysImport *import = scheduling->import;
  size_t length;

  if (number == 0)
    return;
  const char *text =
    string_table_get (trace_builder_strings (import->builder), nsys_label (labels, number), &length);
  if (length > 0)
    row_args_text (args, import->words[key], text, length);
  else
    row_args_integer (args, import->words[key], number);
}

/* out is NULL if the recording ended first. */
static void
add_running (Scheduling *scheduling, uint32_t thread, const Switch *out)
{
  NsysImport *import = scheduling->import;
  const ThreadState *state = &scheduling->threads[thread];
  NsysSpan span = { .start_ns = state->since_ns, .has_end = out != NULL };
  SliceInput slice = {
    .name = import->words[WORD_RUNNING],
    .category = import->words[WORD_THREAD_STATE],
    .kind = SLICE_OTHER,
    /* The row that says when it left may be missing; it left before it came again. */
    .flags = out != NULL && !out->is_in ? SLICE_PAIRED : 0,
  };
  RowArgs args;

  slice.track = thread_track (scheduling, thread);
  row_args_begin (&args, import->builder);
  row_args_integer (&args, import->words[WORD_CPU], state->cpu);
  if (out != NULL)
    span.dur_ns = out->time_ns - state->since_ns;
  if (out != NULL && !out->is_in)
    {
      put_label (scheduling, &args, WORD_STATE_AFTER, &scheduling->states, out->state);
      put_label (scheduling, &args, WORD_BLOCKED_ON, &scheduling->blocks, out->block);
    }
  slice.args = row_args_end (&args);
  nsys_add_slice (import, &slice, &span);
}

/* ---- counters ---- */

static void
count_running (Scheduling *scheduling, uint32_t process, int64_t time_ns, int change)
{
  NsysImport *import = scheduling->import;
  uint32_t *n = &scheduling->n_running[process];

  *n = change > 0 ? *n + 1 : *n - 1;
  trace_builder_add_sample (import->builder,
                            nsys_processes_counter_track (import->processes, process,
                                                          import->words[WORD_RUNNING],
                                                          import->words[WORD_THREADS]),
                            time_ns, *n);
}

static void
add_busy (Scheduling *scheduling, int64_t begin_ns, int64_t end_ns)
{
  size_t bucket = (size_t) ((begin_ns - scheduling->begin_ns) / scheduling->bucket_ns);

  for (; begin_ns < end_ns && bucket < scheduling->n_buckets; bucket++)
    {
      int64_t bucket_end_ns = scheduling->begin_ns + ((int64_t) bucket + 1) * scheduling->bucket_ns;
      int64_t until_ns = MIN (end_ns, bucket_end_ns);

      scheduling->busy_ns[bucket] += until_ns - begin_ns;
      begin_ns = until_ns;
    }
}

/* Returns 0 if the export does not say how many processors there are. */
static int64_t
n_processors (NsysImport *import)
{
  static const char *const names[] = { "name", "value" };
  ForeignRows rows;
  const char *text;
  size_t length;
  int64_t n = 0, found;

  if (foreign_rows_begin (&rows, import->database, "TARGET_INFO_SYSTEM_ENV", names, 2))
    while (foreign_rows_next (&rows))
      if (foreign_rows_text (&rows, 0, &text, &length) && length == strlen ("CpuCores")
          && memcmp (text, "CpuCores", length) == 0 && foreign_rows_text (&rows, 1, &text, &length)
          && decimal_to_integer (text, length, &found) && found > 0)
        n = found;
  foreign_rows_end (&rows);
  return n;
}

static void
add_utilization (Scheduling *scheduling)
{
  NsysImport *import = scheduling->import;
  int64_t n_cpus = n_processors (import);

  for (size_t i = 0; i < scheduling->switches.n; i++)
    n_cpus = MAX (n_cpus, (int64_t) scheduling->switches.at[i].cpu + 1);
  if (n_cpus <= 0)
    return;
  uint32_t process = nsys_processes_of_thread (import->processes, scheduling->switches.at[0].thread);
  uint32_t track = nsys_processes_counter_track (
    import->processes, process, import->words[WORD_CPU_UTILIZATION], import->words[WORD_PERCENT]);
  int64_t end_ns = scheduling->switches.at[scheduling->switches.n - 1].time_ns;
  for (size_t i = 0; i < scheduling->n_buckets; i++)
    {
      int64_t begin_ns = scheduling->begin_ns + (int64_t) i * scheduling->bucket_ns;
      int64_t length_ns = MIN (scheduling->bucket_ns, end_ns - begin_ns);

      if (length_ns > 0)
        trace_builder_add_sample (import->builder, track, begin_ns,
                                  100 * (double) scheduling->busy_ns[i]
                                    / ((double) length_ns * (double) n_cpus));
    }
}

/* ---- everything in order ---- */

static bool
prepare (Scheduling *scheduling)
{
  const SwitchColumn *switches = &scheduling->switches;

  scheduling->begin_ns = switches->at[0].time_ns;
  int64_t length_ns = switches->at[switches->n - 1].time_ns - scheduling->begin_ns;
  scheduling->bucket_ns = MAX (length_ns / N_BUCKETS_MAX + 1, BUCKET_LEAST_NS);
  scheduling->n_buckets = (size_t) (length_ns / scheduling->bucket_ns) + 1;
  scheduling->busy_ns = calloc (scheduling->n_buckets, sizeof *scheduling->busy_ns);
  scheduling->threads = calloc (scheduling->n_threads, sizeof *scheduling->threads);
  scheduling->n_running =
    calloc (nsys_processes_count (scheduling->import->processes) + 1, sizeof *scheduling->n_running);
  if (scheduling->busy_ns == NULL || scheduling->threads == NULL || scheduling->n_running == NULL)
    return false;
  for (uint32_t i = 0; i < scheduling->n_threads; i++)
    scheduling->threads[i] = (ThreadState){ NOT_RUNNING, TRACE_NONE, -1 };
  return true;
}

static void
stop_running (Scheduling *scheduling, uint32_t thread, const Switch *out)
{
  ThreadState *state = &scheduling->threads[thread];
  const SwitchColumn *switches = &scheduling->switches;

  add_running (scheduling, thread, out);
  add_busy (scheduling, state->since_ns, out != NULL ? out->time_ns : switches->at[switches->n - 1].time_ns);
  state->since_ns = NOT_RUNNING;
}

static void
follow (Scheduling *scheduling)
{
  NsysImport *import = scheduling->import;

  for (size_t i = 0; i < scheduling->switches.n && !trace_builder_failed (import->builder); i++)
    {
      const Switch *at = &scheduling->switches.at[i];
      ThreadState *state = &scheduling->threads[at->thread];
      uint32_t process = nsys_processes_of_thread (import->processes, at->thread);
      bool is_running = state->since_ns != NOT_RUNNING;

      if (is_running)
        {
          stop_running (scheduling, at->thread, at);
        }
      else if (!at->is_in)
        nsys_note (import, HEALTH_SLICE_END_WITHOUT_BEGIN);
      if (at->is_in)
        {
          state->since_ns = at->time_ns;
          state->cpu = at->cpu;
        }
      if (is_running != at->is_in)
        count_running (scheduling, process, at->time_ns, at->is_in ? 1 : -1);
    }
  for (uint32_t i = 0; i < scheduling->n_threads; i++)
    if (scheduling->threads[i].since_ns != NOT_RUNNING)
      stop_running (scheduling, i, NULL);
  add_utilization (scheduling);
}

void
nsys_scheduling_read (NsysImport *import)
{
  Scheduling scheduling = { .import = import };
  ForeignRows rows;

  if (foreign_rows_begin (&rows, import->database, "SCHED_EVENTS", columns, N_COLUMNS))
    while (foreign_rows_next (&rows))
      read_row (&scheduling, &rows);
  foreign_rows_end (&rows);
  if (scheduling.switches.n > 0 && !trace_builder_failed (import->builder))
    {
      nsys_labels_read (import, "ENUM_SAMPLING_THREAD_STATE", &scheduling.states);
      nsys_labels_read (import, "ENUM_SCHEDULING_THREAD_BLOCK", &scheduling.blocks);
      if (sort_switches (&scheduling.switches) && prepare (&scheduling))
        follow (&scheduling);
      else
        trace_builder_set_failed (import->builder);
    }
  nsys_switch_column_clear (&scheduling.switches);
  free (scheduling.threads);
  free (scheduling.n_running);
  free (scheduling.busy_ns);
}
