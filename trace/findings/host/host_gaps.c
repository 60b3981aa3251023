/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/findings/host/host_gaps.h"

#include "trace/findings/finding_rules.h"

static const IdleCause causes[] = { IDLE_CALL, IDLE_OPERATOR, IDLE_PYTHON, IDLE_ANNOTATION, IDLE_HOST_UNKNOWN };

/* Both rules ask for the thresholds of one, so that a gap belongs to one of them whatever a user sets. */
static double
threshold (const FindingLook *look, const char *key, double value)
{
  finding_thresholds_get (look->thresholds, rule_launch_bound.id, key, &value);
  return value;
}

/* Returns the share of kernels that are shorter, 0 to 1. */
static double
share_of_short_kernels (FindingFacts *facts, double short_ns)
{
  FactsWalk walk = facts_walk_begin (facts, TRACK_STREAM);
  uint64_t slice, n = 0, n_short = 0;

  while ((slice = facts_walk_next (&walk)) != SLICE_NONE)
    if (facts->slices->kind[slice] == SLICE_KERNEL)
      {
        n++;
        n_short += (double) slice_dur_ns (facts->slices, slice) < short_ns;
      }
  return n > 0 ? (double) n_short / (double) n : 0;
}

bool
host_gaps_gain (FindingLook *look, HostGapsKind kind, HostGaps *ret_gaps)
{
  FindingFacts *facts = look->facts;
  double long_ns = 1000 * threshold (look, "gap_us", HOST_GAPS_LONG_US);
  bool are_short;

  *ret_gaps = (HostGaps){ .short_share = share_of_short_kernels (
                            facts, 1000 * threshold (look, "short_kernel_us", HOST_GAPS_SHORT_KERNEL_US)) };
  are_short = ret_gaps->short_share > 0.5;
  for (size_t i = 0; i < G_N_ELEMENTS (causes); i++)
    for (uint32_t device = 0; device < trace_n_devices (facts->trace); device++)
      {
        const IntervalColumn *idle = &finding_facts_idle (facts, causes[i], device)->intervals;
        uint32_t rank = trace_device (facts->trace, device)->rank;

        for (size_t j = 0; j < idle->n; j++)
          {
            Interval gap = idle->at[j];
            bool is_of_launching = are_short && (double) (gap.end_ns - gap.begin_ns) <= long_ns;

            if (is_of_launching != (kind == HOST_GAPS_OF_LAUNCHING) || !finding_facts_holds (facts, rank, gap.begin_ns, gap.end_ns))
              continue;
            look_gain (look, device, gap.begin_ns, gap.end_ns);
            look_place (look, rank, gap.begin_ns, gap.end_ns, SLICE_NONE);
            ret_gaps->by_cause[causes[i]] += gap.end_ns - gap.begin_ns;
            ret_gaps->longest_ns = MAX (ret_gaps->longest_ns, gap.end_ns - gap.begin_ns);
          }
      }
  return !facts->has_failed && !look->has_failed;
}
