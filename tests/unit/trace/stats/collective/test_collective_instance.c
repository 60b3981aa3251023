/* SPDX-License-Identifier: Apache-2.0
 *
 * Which kernels of several ranks are one collective, in jobs of two ranks told kernel by kernel. */

#include "trace/stats/collective/collective_instance.h"

#include <glib.h>
#include <string.h>

#include "trace/build/builder.h"
#include "trace/stats/idle/idle_causes.h"

#define US INT64_C (1000)

typedef struct
{
  TraceBuilder *builder;
  uint32_t calls, stream;
  int64_t correlation;
  bool has_epoch;
} Job;

static Job
begin_job (void)
{
  return (Job){ .builder = trace_builder_new (), .has_epoch = true };
}

static void
begin_rank (Job *job, int64_t number)
{
  TraceBuilder *builder = job->builder;

  trace_builder_begin_rank (builder, "rank.json");
  trace_builder_set_rank_number (builder, number);
  trace_builder_set_time_base (builder, 1000, job->has_epoch);
  uint32_t process = trace_builder_add_track (builder, TRACK_PROCESS, TRACE_NONE);
  uint32_t thread = trace_builder_add_track (builder, TRACK_THREAD, process);
  job->calls = trace_builder_add_track (builder, TRACK_CALLS, thread);
  uint32_t device = trace_builder_add_track (builder, TRACK_DEVICE, TRACE_NONE);
  trace_builder_track (builder, device)->device = 0;
  job->stream = trace_builder_add_track (builder, TRACK_STREAM, device);
  trace_builder_track (builder, job->stream)->device = 0;
  trace_builder_track (builder, job->stream)->stream = 7;
}

/* NULL or negative: not told. */
typedef struct
{
  const char *collective, *group, *members;
  int64_t sequence;
  int64_t elements; /* 0: not told */
} Told;

#define NOTHING_TOLD ((Told){ NULL, NULL, NULL, -1, 0 })

static void
put (Job *job, uint32_t *node, const char *key, const char *text, int64_t number)
{
  TraceBuilder *builder = job->builder;
  ArgsBlob *blob = trace_builder_args_blob (builder);

  if (text == NULL && number < 0)
    return;
  g_assert_true (arg_keys_child (trace_builder_arg_keys (builder), *node,
                                 trace_builder_string (builder, key, strlen (key)), node));
  g_assert_true (text != NULL ? args_put_string (blob, trace_builder_strings (builder), text, strlen (text))
                              : args_put_integer (blob, number));
}

static uint64_t
put_all (Job *job, const Told *told)
{
  ArgsBlob *blob = trace_builder_args_blob (job->builder);
  uint32_t node = 0;
  uint64_t args;

  g_assert_true (args_begin (blob, &args));
  put (job, &node, "stream", NULL, 7);
  put (job, &node, "Collective name", told->collective, -1);
  put (job, &node, "Process Group Name", told->group, -1);
  put (job, &node, "Process Group Ranks", told->members, -1);
  put (job, &node, "Seq", NULL, told->sequence);
  put (job, &node, "In msg nelems", NULL, told->elements > 0 ? told->elements : -1);
  args_end (blob, args, node);
  return args;
}

static void
add_slice (Job *job,
           uint32_t track,
           SliceKind kind,
           const char *name,
           int64_t start_us,
           int64_t dur_us,
           uint64_t args)
{
  trace_builder_add_slice (job->builder, &(SliceInput){
                                           .track = track,
                                           .name = trace_builder_string (job->builder, name, strlen (name)),
                                           .kind = kind,
                                           .start_ns = start_us * US,
                                           .dur_ns = dur_us * US,
                                           .correlation = job->correlation,
                                           .args = args,
                                         });
}

/* A kernel that was launched long before. */
static void
run (Job *job, const char *name, int64_t call_us, int64_t start_us, int64_t dur_us, Told told)
{
  job->correlation++;
  add_slice (job, job->calls, SLICE_CALL, "cudaLaunchKernel", call_us, 1, ARGS_NONE);
  add_slice (job, job->stream, SLICE_KERNEL, name, start_us, dur_us, put_all (job, &told));
}

static Trace *
end_job (Job *job)
{
  g_autoptr (GError) error = NULL;
  Trace *trace = trace_builder_finish (job->builder, &error);

  g_assert_no_error (error);
  trace_builder_free (job->builder);
  return trace;
}

#define ALL_REDUCE "ncclDevKernel_AllReduce_Sum_f32_RING_LL"

/* The first rank waits in its stream until 300 us and then joins a collective; the second has its own between. What the gap
 * of the first is put down to. */
static IdleCause
cause_with (Job *job, int64_t other_us, Told own, Told other)
{
  begin_rank (job, 0);
  run (job, "sgemm", 0, 10, 90, NOTHING_TOLD);
  run (job, ALL_REDUCE, 5, 300, 50, own);
  begin_rank (job, 1);
  run (job, ALL_REDUCE, 5, other_us, 100, other);

  g_autoptr (Trace) trace = end_job (job);
  g_autoptr (GError) error = NULL;
  g_autoptr (StepTable) steps = step_table_new (trace, NULL, &error);
  StatsScope scope = stats_scope_whole (trace, steps);
  IdleCauses found;
  IdleCause cause = IDLE_NO_NEXT;

  g_assert_true (idle_causes_compute (&scope, IDLE_SHORT_NS, 100, NULL, NULL, &found));
  for (size_t i = 0; i < found.longest.n; i++)
    if (found.longest.at[i].gap.device == 0 && found.longest.at[i].gap.begin_ns == 100 * US)
      cause = found.longest.at[i].cause;
  idle_causes_clear (&found);
  return cause;
}

static void
another_ranks_part_explains_a_gap (void)
{
  Job job = begin_job ();
  g_assert_cmpint (cause_with (&job, 250, NOTHING_TOLD, NOTHING_TOLD), ==, IDLE_COLLECTIVE);

  job = begin_job ();
  Told told = { "allreduce", "dp", "[0, 1]", 5, 0 };
  g_assert_cmpint (cause_with (&job, 250, told, told), ==, IDLE_COLLECTIVE);

  /* It began before the gap. */
  job = begin_job ();
  g_assert_cmpint (cause_with (&job, 50, told, told), ==, IDLE_QUEUED);

  /* The two clocks cannot be compared. */
  job = begin_job ();
  job.has_epoch = false;
  g_assert_cmpint (cause_with (&job, 250, told, told), ==, IDLE_QUEUED);
}

static void
another_group_or_number_or_peer_does_not (void)
{
  static const Told own = { "allreduce", "dp", "[0, 1]", 5, 0 };
  static const Told others[] = {
    { "allreduce", "tp", "[0, 1]", 5, 0 },  { "allreduce", "dp", "[2, 3]", 5, 0 },
    { "allreduce", "dp", "[0, 1]", 6, 0 },  { "send", "dp", "[0, 1]", 5, 0 },
    { "allreduce", "dp", "[0, 1]", -1, 0 },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (others); i++)
    {
      Job job = begin_job ();

      g_assert_cmpint (cause_with (&job, 250, own, others[i]), ==, IDLE_QUEUED);
    }
}

/* Numbers of one rank alone: the second's part of the first collective is long over, and what begins in the gap is the
 * second. */
static void
the_next_of_that_name_does_not (void)
{
  Job job = begin_job ();

  begin_rank (&job, 1);
  run (&job, ALL_REDUCE, 1, 20, 40, NOTHING_TOLD);
  run (&job, ALL_REDUCE, 3, 250, 40, NOTHING_TOLD);
  begin_rank (&job, 0);
  run (&job, "sgemm", 0, 10, 90, NOTHING_TOLD);
  run (&job, ALL_REDUCE, 5, 300, 50, NOTHING_TOLD);
  run (&job, ALL_REDUCE, 6, 350, 50, NOTHING_TOLD);

  g_autoptr (Trace) trace = end_job (&job);
  const SliceColumns *slices = trace_slices (trace);
  CollectiveInstances instances;
  int n_first = 0, n_second = 0;

  g_assert_true (collective_instances_init (&instances, trace, NULL, NULL));
  g_assert_cmpuint (instances.parts.n, ==, 4);
  for (uint64_t i = 0; i < slices->n; i++)
    {
      n_first += collective_instances_begin_elsewhere (&instances, i, 0, 50 * US);
      n_second += collective_instances_begin_elsewhere (&instances, i, 100 * US, 299 * US);
      if (slices->start_ns[i] == 300 * US)
        {
          g_assert_true (collective_instances_begin_elsewhere (&instances, i, 20 * US, 20 * US));
          g_assert_false (collective_instances_begin_elsewhere (&instances, i, 21 * US, 400 * US));
        }
    }
  g_assert_cmpint (n_first, ==, 1);
  g_assert_cmpint (n_second, ==, 1);
  collective_instances_clear (&instances);
}

static void
the_shortest_part_is_the_transfer (void)
{
  Told told = { "allreduce", "dp", "[0, 1]", 1, 0 };
  Job job = begin_job ();

  begin_rank (&job, 0);
  run (&job, ALL_REDUCE, 0, 10, 90, told);
  run (&job, "sgemm", 1, 110, 9, NOTHING_TOLD);
  begin_rank (&job, 1);
  run (&job, ALL_REDUCE, 0, 60, 40, told);
  told.sequence = 2;
  run (&job, ALL_REDUCE, 0, 160, 7, told);

  g_autoptr (Trace) trace = end_job (&job);
  const SliceColumns *slices = trace_slices (trace);
  CollectiveInstances instances;

  g_assert_true (collective_instances_init (&instances, trace, NULL, NULL));
  for (uint64_t i = 0; i < slices->n; i++)
    g_assert_cmpint (collective_instances_shortest_ns (&instances, i), ==,
                     slices->dur_ns[i] == 90 * US || slices->dur_ns[i] == 40 * US ? 40 * US : -1);
  collective_instances_clear (&instances);
}

/* What the kernels of a job of two ranks have in common, by their place in time; -1: nothing. */
static void
check_shortest (Job *job, const int64_t *shortest_us, int n)
{
  g_autoptr (Trace) trace = end_job (job);
  const SliceColumns *slices = trace_slices (trace);
  CollectiveInstances instances;

  g_assert_true (collective_instances_init (&instances, trace, NULL, NULL));
  for (uint64_t i = 0; i < slices->n; i++)
    {
      int place = (int) (slices->start_ns[i] / (100 * US));

      g_assert_cmpint (place, <, n);
      g_assert_cmpint (collective_instances_shortest_ns (&instances, i), ==,
                       slices->kind[i] != SLICE_KERNEL || shortest_us[place] < 0 ? -1
                                                                                 : shortest_us[place] * US);
    }
  collective_instances_clear (&instances);
}

/* One that begins to record later has not the first: what its own first belongs to, nothing tells. */
static void
of_unequally_many_each_is_alone (void)
{
  static const int64_t none_us[] = { -1, -1, -1 }, even_us[] = { 10, 20, 30 };

  for (int is_even = 0; is_even < 2; is_even++)
    {
      Job job = begin_job ();

      begin_rank (&job, 0);
      for (int i = 0; i < 3; i++)
        run (&job, ALL_REDUCE, 100 * i, 100 * i + 1, 40, NOTHING_TOLD);
      begin_rank (&job, 1);
      for (int i = 1 - is_even; i < 3; i++)
        run (&job, ALL_REDUCE, 100 * i, 100 * i + 1, 10 * (i + 1), NOTHING_TOLD);
      check_shortest (&job, is_even ? even_us : none_us, 3);
    }
}

static void
messages_of_other_sizes_are_not_one_transfer (void)
{
  static const int64_t transfer_us[] = { 30, -1 };
  Job job = begin_job ();

  for (int64_t rank = 0; rank < 2; rank++)
    {
      begin_rank (&job, rank);
      run (&job, ALL_REDUCE, 0, 10, rank == 0 ? 30 : 40, (Told){ "allreduce", "tp", NULL, 1, 1000 });
      run (&job, ALL_REDUCE, 100, 110, 5, (Told){ "allreduce", "tp", NULL, 2, rank == 0 ? 1000 : 7 });
    }
  check_shortest (&job, transfer_us, 2);
}

static void
a_part_of_no_length_is_no_transfer (void)
{
  static const int64_t transfer_us[] = { 30 };
  Job job = begin_job ();

  begin_rank (&job, 0);
  run (&job, ALL_REDUCE, 0, 10, 30, NOTHING_TOLD);
  begin_rank (&job, 1);
  run (&job, ALL_REDUCE, 0, 20, 0, NOTHING_TOLD);
  check_shortest (&job, transfer_us, 1);
}

static void
what_may_be_sent_to_one_is_no_collective (void)
{
  static const int64_t none_us[] = { -1 };
  Job job = begin_job ();

  for (int64_t rank = 0; rank < 2; rank++)
    {
      begin_rank (&job, rank);
      run (&job, "ncclDevKernel_SendRecv", 0, 10, 30, NOTHING_TOLD);
    }
  check_shortest (&job, none_us, 1);
}

static bool
continues_for_a_while (void *user_data)
{
  int *n_left = user_data;

  return (*n_left)-- > 0;
}

static void
given_up_when_it_is_not_wanted (void)
{
  Job job = begin_job ();
  bool is_done = false;
  int n_times = 0;

  for (int64_t rank = 0; rank < 2; rank++)
    {
      begin_rank (&job, rank);
      for (int64_t i = 0; i < 20000; i++)
        run (&job, ALL_REDUCE, 0, 2 * i, 1, NOTHING_TOLD);
    }
  g_autoptr (Trace) trace = end_job (&job);
  for (; !is_done; n_times++)
    {
      int n_left = n_times;
      CollectiveInstances instances;

      is_done = collective_instances_init (&instances, trace, continues_for_a_while, &n_left);
      collective_instances_clear (&instances);
    }
  g_assert_cmpint (n_times, >, 4);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/collective_instance/another_ranks_part_explains_a_gap",
                   another_ranks_part_explains_a_gap);
  g_test_add_func ("/collective_instance/another_group_or_number_or_peer_does_not",
                   another_group_or_number_or_peer_does_not);
  g_test_add_func ("/collective_instance/the_next_of_that_name_does_not", the_next_of_that_name_does_not);
  g_test_add_func ("/collective_instance/the_shortest_part_is_the_transfer",
                   the_shortest_part_is_the_transfer);
  g_test_add_func ("/collective_instance/of_unequally_many_each_is_alone", of_unequally_many_each_is_alone);
  g_test_add_func ("/collective_instance/messages_of_other_sizes_are_not_one_transfer",
                   messages_of_other_sizes_are_not_one_transfer);
  g_test_add_func ("/collective_instance/a_part_of_no_length_is_no_transfer",
                   a_part_of_no_length_is_no_transfer);
  g_test_add_func ("/collective_instance/what_may_be_sent_to_one_is_no_collective",
                   what_may_be_sent_to_one_is_no_collective);
  g_test_add_func ("/collective_instance/given_up_when_it_is_not_wanted", given_up_when_it_is_not_wanted);
  return g_test_run ();
}
