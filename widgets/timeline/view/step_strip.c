/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/view/step_strip.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "trace/compare/side/compare_steps.h"
#include "trace/model/job_tables.h"
#include "trace/stats/percent_parts.h"
#include "trace/stats/step/step_breakdown.h"
#include "trace/stats/step/step_split.h"
#include "widgets/timeline/view/ruler.h"

typedef struct
{
  StepStrip shown; /* first: what callers hold */
  atomic_uint n_users;
} Owned;

/* A job that was merged from summaries has the parts of its steps, and few of the slices that they are made of. */
static bool
take_parts_of_job (StepStrip *strip, bool (*should_continue) (void *user_data), void *user_data)
{
  StatsScope scope = stats_scope_whole (strip->profile->trace, strip->profile->steps);
  StepBreakdownColumn steps;

  scope.rank = strip->rank;
  bool ok = step_breakdown_compute (&scope, should_continue, user_data, &steps);
  for (uint64_t i = 0; i < strip->n; i++)
    strip->splits[i] = (TimeSplit){ 0 };
  for (size_t i = 0; i < steps.n; i++)
    if (steps.at[i].step - strip->first < strip->n)
      strip->splits[steps.at[i].step - strip->first] = steps.at[i].devices;
  step_breakdown_column_clear (&steps);
  return ok;
}

static bool
compute (StepStrip *strip, bool (*should_continue) (void *user_data), void *user_data)
{
  const Profile *profile = strip->profile;
  Interval *windows = malloc ((strip->n + 1) * sizeof *windows);
  bool ok = windows != NULL;

  strip->splits = malloc ((strip->n + 1) * sizeof *strip->splits);
  for (uint64_t i = 0; i < strip->n && ok; i++)
    profile_step_span (profile, strip->first + i, &windows[i].begin_ns, &windows[i].end_ns);
  ok = ok && strip->splits != NULL
       && (trace_is_job (profile->trace) ? take_parts_of_job (strip, should_continue, user_data)
                                         : step_split_compute (profile->trace, strip->rank, windows, strip->n,
                                                               should_continue, user_data, strip->splits))
       && step_ranking_compute (profile->steps, strip->first, strip->n, &strip->ranking);
  /* The median step is the one that a comparison chooses, without the first steps where these are outliers. */
  if (ok && strip->ranking.median != UINT64_MAX)
    strip->ranking.median = compare_median_step (profile->trace, profile->steps, strip->rank);
  free (windows);
  return ok;
}

const StepStrip *
step_strip_new (const Profile *profile,
                uint32_t rank,
                bool (*should_continue) (void *user_data),
                void *user_data)
{
  Owned *owned = g_new0 (Owned, 1);

  atomic_init (&owned->n_users, 1);
  owned->shown = (StepStrip){ .profile = profile_ref (profile), .rank = rank };
  owned->shown.n = profile_steps_of_rank (profile, rank, &owned->shown.first);
  if (compute (&owned->shown, should_continue, user_data))
    return &owned->shown;
  step_strip_unref (&owned->shown);
  return NULL;
}

const StepStrip *
step_strip_ref (const StepStrip *strip)
{
  atomic_fetch_add_explicit (&((Owned *) (uintptr_t) strip)->n_users, 1, memory_order_relaxed);
  return strip;
}

void
step_strip_unref (const StepStrip *strip)
{
  Owned *owned = (Owned *) (uintptr_t) strip;

  if (owned == NULL || atomic_fetch_sub_explicit (&owned->n_users, 1, memory_order_acq_rel) != 1)
    return;
  free (owned->shown.splits);
  profile_unref (owned->shown.profile);
  g_free (owned);
}

const TimeSplit *
step_strip_split (const StepStrip *strip, uint64_t step)
{
  if (strip == NULL || step < strip->first || step - strip->first >= strip->n)
    return NULL;
  return &strip->splits[step - strip->first];
}

/* "compute 60.5 %, ..."; NULL: no device, or no time. */
static char *
parts_text (const TimeSplit *split, const NumberStyle *numbers)
{
  const int64_t parts[] = { split->compute_ns, split->exposed_communication_ns, split->exposed_copy_ns,
                            split->idle_ns };
  uint32_t tenths[G_N_ELEMENTS (parts)];
  char text[G_N_ELEMENTS (parts)][NUMBER_TEXT_MAX];

  if (!percent_parts (parts, G_N_ELEMENTS (parts), tenths))
    return NULL;
  for (size_t i = 0; i < G_N_ELEMENTS (parts); i++)
    number_text_tenths (numbers, tenths[i], text[i]);
  /* Translators: shares of a step's time */
  return g_strdup_printf (_ ("compute %s, communication %s, memcpy %s, idle %s"), text[0], text[1], text[2],
                          text[3]);
}

static const char *
remark (const StepStrip *strip, const TraceStep *at, uint64_t step)
{
  if (at->is_truncated)
    return _ ("partial");
  if (strip == NULL)
    return NULL;
  if (step == strip->ranking.slowest)
    return _ ("slowest");
  if (step_ranking_sticks_out (&strip->ranking, at))
    return _ ("outlier");
  return step == strip->ranking.median ? _ ("median") : NULL;
}

char *
step_strip_sentence (const StepStrip *strip,
                     const Profile *profile,
                     uint64_t step,
                     const NumberStyle *numbers)
{
  const TraceStep *at = step_table_get (profile->steps, step);
  const TimeSplit *split = step_strip_split (strip, step);
  g_autofree char *parts = split != NULL ? parts_text (split, numbers) : NULL;
  const char *said = remark (strip, at, step);
  char number[NUMBER_TEXT_MAX], wall[NUMBER_TEXT_MAX];
  uint64_t first, n = profile_steps_of_rank (profile, at->rank, &first);
  GString *text = g_string_new (NULL);

  ruler_step_number (profile, step, number);
  number_text_duration (numbers, (double) at->wall_ns, wall);
  g_string_append_printf (text, _ ("Step %s (%u of %" PRIu64 "), %s"), number, at->index + 1, n, wall);
  if (said != NULL)
    g_string_append_printf (text, ", %s", said);
  if (parts != NULL)
    g_string_append_printf (text, ": %s", parts);
  return g_string_free (text, FALSE);
}
