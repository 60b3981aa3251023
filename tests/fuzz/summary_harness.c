/* SPDX-License-Identifier: Apache-2.0
 *
 * A summary, or what looks like one, is merged with the summary of another rank. Whatever its bytes are, the other rank
 * is in the job; the profile of the job can be opened and read by everything, and merging again makes the same bytes. */

#include "tests/fuzz/allocation_bound.h"
#include "tests/fuzz/harness.h"
#include "tests/fuzz/native_mutation.h"
#include "tests/fuzz/packing.h"
#include "tests/summary/summary_source.h"
#include "tests/unit/fixtures/native_bytes.h"
#include "tests/unit/hostile/every_reader.h"
#include "trace/file/verify.h"
#include "trace/model/job_tables.h"
#include "trace/ranks/job_waits.h"
#include "trace/stats/kernel/precision_stats.h"
#include "trace/text/trace_error.h"

/* What the readers of a job's ranks do; clocks, waits and stragglers say nothing that could be checked here. */
static void
read_ranks (Trace *trace)
{
  g_autoptr (StepTable) steps = step_table_new (trace, NULL, NULL);
  StatsScope scope = stats_scope_whole (trace, steps);
  JobStragglers job;
  PrecisionStats precisions;

  g_assert_true (job_stragglers_init (&job, &scope, NULL, NULL));
  job_stragglers_clear (&job);
  g_assert_true (precision_stats_compute (&scope, NULL, NULL, &precisions));
  precision_stats_clear (&precisions);
}

static void
read_everything (Trace *trace)
{
  every_reader_reads (trace);
  read_ranks (trace);
}

static void
check (const uint8_t *bytes, size_t n)
{
  static GBytes *other;
  g_autoptr (GBytes) summary = NULL;
  g_autoptr (GError) error = NULL;
  TraceDamage damage;

  if (packing_of (bytes, n) != PACKING_NATIVE)
    return;
  if (other == NULL)
    other = summary_source_of_rank (1);
  summary = g_bytes_new (bytes, n);
  g_autoptr (Trace) alone = native_bytes_map (bytes, n, NULL);
  if (alone != NULL && trace_is_job (alone))
    read_everything (alone);
  g_autoptr (Trace) job = summary_source_merge ((GBytes *[]){ summary, other }, 2, &error);
  if (job == NULL)
    {
      /* A job of several ranks may lie around the other one. */
      g_assert_true (error != NULL && error->domain == TRACE_ERROR);
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      return;
    }
  g_assert_true (trace_is_job (job) && trace_n_ranks (job) >= 1);
  g_assert_true (trace_verify (job, NULL, &damage) && damage.n == 0);
  read_everything (job);
}

const Harness summary_harness = { "summary", check, native_mutation };
