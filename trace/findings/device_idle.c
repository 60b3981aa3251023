/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/findings/device_idle.h"

#include <stdlib.h>

#include "trace/text/marked_text.h"

Interval
device_idle_range (const FindingFacts *facts, const DeviceStats *stats)
{
  const IntervalColumn *steps = &facts->step_time[trace_device (facts->trace, stats->device)->rank].intervals;

  if (!facts->has_steps)
    return (Interval){ stats->first_start_ns, stats->last_end_ns };
  if (steps->n == 0)
    return (Interval){ 0, 0 };
  return (Interval){ MAX (steps->at[0].begin_ns, facts->scope->begin_ns),
                     MIN (steps->at[steps->n - 1].end_ns, facts->scope->end_ns) };
}

/* Returns the first interval that ends behind a time. */
static size_t
first_open (const IntervalColumn *all, int64_t time_ns)
{
  size_t low = 0, high = all->n;

  while (low < high)
    {
      size_t middle = low + (high - low) / 2;

      if (all->at[middle].end_ns <= time_ns)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

int64_t
device_idle_within (const FindingFacts *facts,
                    uint32_t device,
                    int64_t begin_ns,
                    int64_t end_ns,
                    int64_t by_cause[N_IDLE_CAUSES])
{
  int64_t all_ns = 0;

  for (IdleCause cause = 0; cause < N_IDLE_CAUSES; cause++)
    {
      const IntervalColumn *idle = &finding_facts_idle (facts, cause, device)->intervals;
      int64_t cause_ns = 0;

      for (size_t i = first_open (idle, begin_ns); i < idle->n && idle->at[i].begin_ns < end_ns; i++)
        cause_ns += MIN (idle->at[i].end_ns, end_ns) - MAX (idle->at[i].begin_ns, begin_ns);
      if (by_cause != NULL)
        by_cause[cause] += cause_ns;
      all_ns += cause_ns;
    }
  return all_ns;
}

bool
device_idle_shares (const FindingFacts *facts, uint32_t device, Interval range, uint32_t n, double *shares)
{
  double *of_cause = calloc (n, sizeof *of_cause);

  if (of_cause == NULL)
    return false;
  for (uint32_t i = 0; i < n; i++)
    shares[i] = 0;
  for (IdleCause cause = 0; cause < N_IDLE_CAUSES; cause++)
    {
      const IntervalUnion *idle = finding_facts_idle (facts, cause, device);

      if (idle->intervals.n == 0)
        continue;
      interval_union_busy_shares (idle, range.begin_ns, range.end_ns, n, of_cause);
      for (uint32_t i = 0; i < n; i++)
        shares[i] += of_cause[i];
    }
  free (of_cause);
  return true;
}

static int64_t
gain_cause (FindingLook *look, uint32_t device, IdleCause cause, int64_t begin_ns, int64_t end_ns)
{
  const IntervalColumn *idle = &finding_facts_idle (look->facts, cause, device)->intervals;
  int64_t all_ns = 0;

  for (size_t i = first_open (idle, begin_ns); i < idle->n && idle->at[i].begin_ns < end_ns; i++)
    {
      int64_t from_ns = MAX (idle->at[i].begin_ns, begin_ns), to_ns = MIN (idle->at[i].end_ns, end_ns);

      look_gain (look, device, from_ns, to_ns);
      all_ns += to_ns - from_ns;
    }
  return all_ns;
}

int64_t
device_idle_gain (FindingLook *look, uint32_t device, int64_t begin_ns, int64_t end_ns)
{
  int64_t all_ns = 0;

  for (IdleCause cause = 0; cause < N_IDLE_CAUSES; cause++)
    all_ns += gain_cause (look, device, cause, begin_ns, end_ns);
  return all_ns;
}

int64_t
device_idle_gain_cause (FindingLook *look, uint32_t rank, IdleCause cause, int64_t begin_ns, int64_t end_ns)
{
  const FindingFacts *facts = look->facts;
  int64_t most_ns = 0;

  for (uint32_t i = 0; i < trace_n_devices (facts->trace); i++)
    if (trace_device (facts->trace, i)->rank == rank && stats_scope_holds_device (facts->scope, i))
      most_ns = MAX (most_ns, gain_cause (look, i, cause, begin_ns, end_ns));
  return most_ns;
}

int64_t
device_idle_gain_of_rank (FindingLook *look, uint32_t rank, int64_t begin_ns, int64_t end_ns)
{
  const FindingFacts *facts = look->facts;
  int64_t most_ns = 0;

  for (uint32_t i = 0; i < trace_n_devices (facts->trace); i++)
    if (trace_device (facts->trace, i)->rank == rank && stats_scope_holds_device (facts->scope, i))
      most_ns = MAX (most_ns, device_idle_gain (look, i, begin_ns, end_ns));
  return most_ns;
}

void
device_idle_gain_length (FindingLook *look,
                         uint32_t device,
                         int64_t begin_ns,
                         int64_t end_ns,
                         int64_t length_ns)
{
  int64_t idle_ns = device_idle_within (look->facts, device, begin_ns, end_ns, NULL);
  int64_t low_ns = begin_ns, high_ns = end_ns;

  if (idle_ns <= length_ns)
    {
      device_idle_gain (look, device, begin_ns, end_ns);
      /* The rest is busy time: the shortest tail that has as much of it. */
      int64_t rest_ns = length_ns - idle_ns;
      while (low_ns < high_ns)
        {
          int64_t middle_ns = low_ns + (high_ns - low_ns) / 2;
          int64_t busy_ns =
            end_ns - middle_ns - device_idle_within (look->facts, device, middle_ns, end_ns, NULL);

          if (busy_ns > rest_ns)
            low_ns = middle_ns + 1;
          else
            high_ns = middle_ns;
        }
      look_gain (look, device, low_ns, end_ns);
      return;
    }
  while (low_ns < high_ns)
    {
      int64_t middle_ns = low_ns + (high_ns - low_ns) / 2;

      if (device_idle_within (look->facts, device, begin_ns, middle_ns, NULL) < length_ns)
        low_ns = middle_ns + 1;
      else
        high_ns = middle_ns;
    }
  device_idle_gain (look, device, begin_ns, low_ns);
}

IdleCause
device_idle_largest (const int64_t by_cause[N_IDLE_CAUSES])
{
  IdleCause largest = N_IDLE_CAUSES;

  for (IdleCause cause = 0; cause < N_IDLE_CAUSES; cause++)
    if (by_cause[cause] > (largest == N_IDLE_CAUSES ? 0 : by_cause[largest]))
      largest = cause;
  return largest;
}

const char *
device_idle_phrase (IdleCause cause)
{
  static const char *const phrases[N_IDLE_CAUSES] = {
    [IDLE_PROFILER] = N_ ("the profiler's own work"),
    [IDLE_LOADER] = N_ ("fetching the next batch"),
    [IDLE_SYNC_CALL] = N_ ("synchronising calls of the host"),
    [IDLE_ALLOCATION] = N_ ("allocating memory"),
    [IDLE_CALL] = N_ ("API calls of the host"),
    [IDLE_OPERATOR] = N_ ("operators on the host"),
    [IDLE_PYTHON] = N_ ("Python"),
    [IDLE_ANNOTATION] = N_ ("host code that only a named range describes"),
    [IDLE_HOST_UNKNOWN] = N_ ("host code that is not recorded"),
    [IDLE_SYNC] = N_ ("synchronising calls of the host"),
    [IDLE_STREAM_WAIT] = N_ ("waiting for another stream"),
    [IDLE_COLLECTIVE] = N_ ("waiting for another rank"),
    [IDLE_LAUNCH_OVERHEAD] = N_ ("going from one kernel to the next"),
    [IDLE_NO_NEXT] = N_ ("having no more work"),
    [IDLE_NO_LAUNCH] = N_ ("a launch that is not recorded"),
    [IDLE_QUEUED] = N_ ("work that was launched but did not begin"),
    [IDLE_NOT_RECORDED] = N_ ("time before the recording"),
  };

  return phrases[cause];
}

char *
device_idle_name (const FindingLook *look, uint32_t device)
{
  const TraceDevice *found = trace_device (look->facts->trace, device);

  return device_idle_gpu (look, found->rank, found->number);
}

char *
device_idle_gpu (const FindingLook *look, uint32_t rank, int32_t number)
{
  const Trace *trace = look->facts->trace;

  if (trace_n_ranks (trace) < 2)
    return g_strdup_printf (look_tr (look, N_ ("GPU %d")), number);
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, trace_rank (trace, rank)->number);
  return g_strdup_printf (look_tr (look, N_ ("GPU %d of rank %s")), number, text);
}
