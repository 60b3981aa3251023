/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/state/shown_pair.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "widgets/look/number_text.h"

/* What a rank did longer than the median rank, as in "Rank 4 and rank 2 (median) in step 14: data loader 12.30 ms longer". */
static const char *const causes[N_GAP_PARTS] = {
  [GAP_COMPUTE] = N_ ("kernels"), [GAP_COLLECTIVE] = N_ ("earlier collective"),
  [GAP_MEMCPY] = N_ ("memcpys"),  [GAP_LOADER] = N_ ("data loader"),
  [GAP_HOST] = N_ ("host"),
};

/* "Rank 4 and rank 2 (median) in step 14" */
static char *
title_of (const Profile *profile, const RankPair *pair)
{
  int64_t rank = trace_rank (profile->trace, pair->rank)->number;
  int64_t median = trace_rank (profile->trace, pair->median)->number;

  if (pair->step >= step_table_count (profile->steps))
    return g_strdup_printf (_ ("Rank %" PRId64 " and rank %" PRId64 " (median)"), rank, median);
  const TraceStep *step = step_table_get (profile->steps, pair->step);
  return g_strdup_printf (_ ("Rank %" PRId64 " and rank %" PRId64 " (median) in step %" PRId64), rank, median,
                          step->has_number ? step->number : (int64_t) step->index + 1);
}

static char *
sentence_of (const Profile *profile, const RankPair *pair)
{
  NumberStyle numbers = number_style_of_locale ();
  g_autofree char *title = title_of (profile, pair);
  char time[NUMBER_TEXT_MAX];

  if (pair->excess_ns <= 0)
    /* Translators: "Rank 4 and rank 2 (median) in step 14: ..." */
    return g_strdup_printf (_ ("%s: it spent no more time on anything"), title);
  number_text_duration (&numbers, (double) pair->excess_ns, time);
  /* Translators: "Rank 4 and rank 2 (median) in step 14: data loader 12.30 ms longer" */
  return g_strdup_printf (_ ("%s: %s %s longer"), title, _ (causes[pair->cause]), time);
}

void
shown_pair_show (ViewState *state, const RankPair *pair)
{
  const Profile *profile = view_state_profile (state);
  g_autofree char *sentence = sentence_of (profile, pair);
  uint32_t n_ranks = trace_n_ranks (profile->trace);
  g_autofree bool *is_chosen = g_new0 (bool, (size_t) n_ranks + 1);
  int64_t begin_ns = pair->begin_ns, end_ns = pair->end_ns, step_begin_ns, step_end_ns;
  uint64_t slice = pair->slice; /* whoever owns the pair may free it when the view changes */

  is_chosen[pair->rank] = is_chosen[pair->median] = true;
  if (pair->step < step_table_count (profile->steps))
    {
      profile_step_span (profile, pair->step, &step_begin_ns, &step_end_ns);
      begin_ns = MIN (begin_ns, step_begin_ns);
      end_ns = MAX (end_ns, step_end_ns);
    }
  /* A scope of one rank or GPU goes before any choice. */
  ViewScope scope = *view_state_scope (state);
  scope.rank = scope.device = TRACE_NONE;
  view_state_set_scope (state, &scope);

  const RankChoice *choice = rank_choice_new (is_chosen, n_ranks, sentence);
  view_state_show_ranks (state, choice, begin_ns, end_ns);
  rank_choice_unref (choice);
  view_state_select_slice (state, slice);
}
