/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/view/step_comparison.h"

#include <glib/gi18n-lib.h>
#include <stdatomic.h>

#include "widgets/timeline/view/ruler.h"

typedef struct
{
  StepComparison shown; /* first: what callers hold */
  atomic_uint n_users;
} Owned;

bool
step_comparison_has_two (const StepComparison *comparison)
{
  return comparison->median != UINT64_MAX && comparison->median != comparison->step;
}

const StepComparison *
step_comparison_new (const Profile *profile,
                     uint64_t step,
                     uint64_t median,
                     bool (*should_continue) (void *user_data),
                     void *user_data)
{
  Owned *owned = g_new0 (Owned, 1);
  StepComparison *comparison = &owned->shown;

  atomic_init (&owned->n_users, 1);
  *comparison = (StepComparison){ .profile = profile_ref (profile), .step = step, .median = median };
  if (!step_comparison_has_two (comparison)
      || step_differences_compute (profile->trace, profile->steps, step, median, should_continue, user_data,
                                   &comparison->differences))
    return comparison;
  step_comparison_unref (comparison);
  return NULL;
}

const StepComparison *
step_comparison_ref (const StepComparison *comparison)
{
  atomic_fetch_add_explicit (&((Owned *) (uintptr_t) comparison)->n_users, 1, memory_order_relaxed);
  return comparison;
}

void
step_comparison_unref (const StepComparison *comparison)
{
  Owned *owned = (Owned *) (uintptr_t) comparison;

  if (owned == NULL || atomic_fetch_sub_explicit (&owned->n_users, 1, memory_order_acq_rel) != 1)
    return;
  step_differences_clear (&owned->shown.differences);
  profile_unref (owned->shown.profile);
  g_free (owned);
}

char *
step_comparison_legend (const StepComparison *comparison, const NumberStyle *numbers)
{
  const StepDifferences *differences = &comparison->differences;
  char step[NUMBER_TEXT_MAX], median[NUMBER_TEXT_MAX], counts[N_DIFFERENCE_KINDS][NUMBER_TEXT_MAX];

  if (comparison->median == UINT64_MAX)
    return g_strdup (_ ("No median step: the profile needs at least two complete steps"));
  ruler_step_number (comparison->profile, comparison->step, step);
  if (!step_comparison_has_two (comparison))
    return g_strdup_printf (_ ("Step %s is the median step"), step);
  ruler_step_number (comparison->profile, comparison->median, median);
  if (differences->n == 0)
    return g_strdup_printf (_ ("Step %s compared with the median step %s: no differences"), step, median);
  for (int i = 0; i < N_DIFFERENCE_KINDS; i++)
    number_text_count (numbers, differences->n_of[i], counts[i]);
  /* Translators: two steps, then how many slices took longer, how many only the first and only the second has */
  return g_strdup_printf (_ ("Step %s compared with the median step %s: %s longer, %s added, %s missing"),
                          step, median, counts[DIFFERS_LONGER], counts[DIFFERS_ADDITIONAL],
                          counts[DIFFERS_MISSING]);
}
