/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/findings/finding_rules.h"

#include <string.h>

static const FindingRule *const rules[] = {
  &rule_launch_bound, &rule_data_loader, &rule_sync_calls, &rule_allocator_stalls, &rule_profiler_overhead,
};

size_t
finding_rules_count (void)
{
  return G_N_ELEMENTS (rules);
}

const FindingRule *
finding_rules_get (size_t i)
{
  return rules[i];
}

const FindingRule *
finding_rules_find (const char *id)
{
  for (size_t i = 0; i < G_N_ELEMENTS (rules); i++)
    if (strcmp (rules[i]->id, id) == 0)
      return rules[i];
  return NULL;
}
