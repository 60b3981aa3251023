/* SPDX-License-Identifier: Apache-2.0
 *
 * Why devices did nothing, asked on several threads: they find what one finds, in damaged profiles too, and stop when
 * they are told to. */

#include "trace/stats/idle/idle_causes.h"

#include <glib.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/unit/fixtures/random_job.h"
#include "tests/unit/fixtures/random_profile.h"
#include "trace/model/trace_private.h"

/* The map is private: what is written stays in this process. */
static void
make_writable (const void *at, size_t n_bytes)
{
  uintptr_t page = (uintptr_t) sysconf (_SC_PAGESIZE), begin = (uintptr_t) at & ~(page - 1);

  g_assert_cmpint (mprotect ((void *) begin, (uintptr_t) at + n_bytes - begin, PROT_READ | PROT_WRITE), ==,
                   0);
}

/* Times of some slices are others, and so is where some flows lead: neither are in order any more. */
static void
damage (GRand *random, const Trace *trace)
{
  const SliceColumns *slices = trace_slices (trace);
  int64_t *start_ns = (int64_t *) slices->start_ns, *dur_ns = (int64_t *) slices->dur_ns;

  make_writable (start_ns, slices->n * sizeof *start_ns);
  make_writable (dur_ns, slices->n * sizeof *dur_ns);
  for (uint64_t i = 0; i < slices->n; i++)
    {
      if (g_rand_int_range (random, 0, 3) == 0)
        start_ns[i] = g_rand_int_range (random, -20, 300);
      if (g_rand_int_range (random, 0, 3) == 0)
        dur_ns[i] = g_rand_boolean (random) ? INT64_MAX : g_rand_int_range (random, -5, 300);
    }
  if (trace->flows.n > 0)
    make_writable (trace->flows.at, trace->flows.n * sizeof *trace->flows.at);
  for (size_t i = 0; i < trace->flows.n; i++)
    if (g_rand_int_range (random, 0, 3) == 0)
      trace->flows.at[i].to = (uint64_t) g_rand_int_range (random, 0, (int32_t) slices->n);
}

static void
check_same_sum (const IdleSum *a, const IdleSum *b)
{
  g_assert_cmpuint (a->n_gaps, ==, b->n_gaps);
  g_assert_cmpint (a->total_ns, ==, b->total_ns);
  g_assert_cmpint (a->profiler_ns, ==, b->profiler_ns);
}

static void
check_same (const IdleCauses *a, const IdleCauses *b)
{
  for (IdleCause cause = 0; cause < N_IDLE_CAUSES; cause++)
    check_same_sum (&a->causes[cause], &b->causes[cause]);
  check_same_sum (&a->all, &b->all);
  g_assert_cmpuint (a->longest.n, ==, b->longest.n);
  for (size_t i = 0; i < a->longest.n; i++)
    {
      g_assert_cmpint (a->longest.at[i].cause, ==, b->longest.at[i].cause);
      g_assert_cmpint (idle_gap_compare (&a->longest.at[i].gap, &b->longest.at[i].gap), ==, 0);
      g_assert_cmpuint (a->longest.at[i].gap.host, ==, b->longest.at[i].gap.host);
      g_assert_cmpuint (a->longest.at[i].gap.launch, ==, b->longest.at[i].gap.launch);
    }
  g_assert_cmpuint (a->gaps.host_name, ==, b->gaps.host_name);
  g_assert_cmpint (a->gaps.host_name_ns, ==, b->gaps.host_name_ns);
}

static void
one_thread_finds_what_several_do (void)
{
  GRand *random = g_rand_new_with_seed (74);

  for (int round = 0; round < 300; round++)
    {
      g_autoptr (Trace) trace = random_job_new (random);
      g_autoptr (StepTable) steps = random_profile_steps (trace);
      StatsScope scope = random_profile_scope (random, trace, steps);
      IdleCauses found[2];

      if (round % 4 > 0 && trace_slices (trace)->n > 0)
        damage (random, trace);
      for (int i = 0; i < 2; i++)
        {
          g_setenv ("STEPSCOPE_THREADS", i == 0 ? "1" : "3", TRUE);
          g_assert_true (idle_causes_compute (&scope, 5, 100000, NULL, NULL, &found[i]));
        }
      check_same (&found[0], &found[1]);
      idle_causes_clear (&found[0]);
      idle_causes_clear (&found[1]);
    }
  g_unsetenv ("STEPSCOPE_THREADS");
  g_rand_free (random);
}

/* Asked on several threads. */
static bool
continues_for_a_while (void *user_data)
{
  atomic_int *n_left = user_data;

  return atomic_fetch_sub (n_left, 1) > 0;
}

static void
given_up_when_it_is_not_wanted (void)
{
  GRand *random = g_rand_new_with_seed (73);
  g_autoptr (Trace) trace = random_job_new (random);
  g_autoptr (StepTable) steps = random_profile_steps (trace);
  StatsScope scope = stats_scope_whole (trace, steps);
  bool is_done = false;
  int n_times = 0;

  g_setenv ("STEPSCOPE_THREADS", "3", TRUE);
  for (; !is_done; n_times++)
    {
      atomic_int n_left = n_times;
      IdleCauses found;

      is_done = idle_causes_compute (&scope, 0, 5, continues_for_a_while, &n_left, &found);
      idle_causes_clear (&found);
    }
  g_unsetenv ("STEPSCOPE_THREADS");
  g_assert_cmpint (n_times, >, 1);
  g_rand_free (random);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/idle_causes_threads/one_thread_finds_what_several_do", one_thread_finds_what_several_do);
  g_test_add_func ("/idle_causes_threads/given_up_when_it_is_not_wanted", given_up_when_it_is_not_wanted);
  return g_test_run ();
}
