/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/findings/communication/exposed_gain.h"

#include <stdlib.h>

#include "trace/model/job_tables.h"
#include "trace/text/marked_text.h"

bool
exposed_gain_init (ExposedGain *gain, FindingLook *look, RuleState *ret_state)
{
  *gain = (ExposedGain){ .n_devices = trace_n_devices (look->facts->trace) };
  if (look->facts->n_devices == 0)
    {
      *ret_state = look_is_without (look, N_ ("The profile has no GPU activity."));
      return false;
    }
  if (!trace_is_job (look->facts->trace))
    gain->communication = finding_facts_communication (look->facts);
  gain->spans = calloc ((size_t) gain->n_devices + 1, sizeof *gain->spans);
  if (look->facts->has_failed || gain->spans == NULL)
    {
      *ret_state = look_is_stopped (look);
      return false;
    }
  if (gain->communication != NULL && gain->communication->kernels.n == 0)
    {
      *ret_state = look_is_without (look, N_ ("No kernel in the window communicates with another GPU."));
      return false;
    }
  return true;
}

void
exposed_gain_clear (ExposedGain *gain)
{
  for (uint32_t i = 0; gain->spans != NULL && i < gain->n_devices; i++)
    interval_union_clear (&gain->spans[i]);
  free (gain->spans);
  *gain = (ExposedGain){ 0 };
}

void
exposed_gain_add (ExposedGain *gain, FindingLook *look, uint32_t device, int64_t begin_ns, int64_t end_ns)
{
  if (begin_ns < end_ns && !interval_union_add (&gain->spans[device], begin_ns, end_ns))
    look->has_failed = true;
}

void
exposed_gain_take (ExposedGain *gain, FindingLook *look)
{
  for (uint32_t device = 0; device < gain->n_devices; device++)
    {
      const IntervalColumn *spans = &gain->spans[device].intervals;
      const IntervalColumn *exposed;

      interval_union_merge (&gain->spans[device]);
      exposed = gain->communication != NULL ? &gain->communication->exposed[device].intervals : spans;
      for (size_t i = 0, j = 0; i < spans->n && j < exposed->n;)
        {
          Interval x = spans->at[i], y = exposed->at[j];

          look_gain (look, device, MAX (x.begin_ns, y.begin_ns), MIN (x.end_ns, y.end_ns));
          if (x.end_ns < y.end_ns)
            i++;
          else
            j++;
        }
    }
}
