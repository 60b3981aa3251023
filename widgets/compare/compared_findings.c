/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/compare/compared_findings.h"

#include <glib/gi18n-lib.h>

static const char *
translate (const char *text)
{
  return _ (text);
}

static void
clear_row (gpointer data)
{
  g_free (((ComparedFinding *) data)->sentence);
}

static void
add_row (ComparedFindings *findings, uint32_t side, const FindingChange *change, const Findings *base, const Findings *other)
{
  const Finding *finding = change->other != NULL ? change->other : change->base;
  ComparedFinding row = {
    .side = side,
    .kind = change->kind,
    .title = _ (change->rule->title),
    .sentence = g_strdup (finding->sentence),
    .has_gain = finding->has_gain,
    .has_base_gain = change->base != NULL && change->base->has_gain,
    .gain_ns = finding->gain_ns,
    .below_ns = change->below_ns,
    .base_gain_ns = change->base != NULL ? change->base->gain_ns : 0,
    .has_steps = change->other != NULL ? other->has_steps : base->has_steps,
  };

  g_array_append_val (findings->rows, row);
}

static bool
add_changes (ComparedFindings *findings, uint32_t side, const Findings *base, const Findings *other)
{
  FindingChanges changes;
  bool ok = finding_changes_find (&changes, base, other);

  for (uint32_t i = 0; i < changes.n; i++)
    add_row (findings, side, &changes.changes[i], base, other);
  finding_changes_clear (&changes);
  return ok;
}

ComparedFindings *
compared_findings_new (const Compared *compared,
                       const FindingThresholds *thresholds,
                       bool (*should_continue) (void *user_data),
                       void *user_data)
{
  ComparedFindings *findings = g_new0 (ComparedFindings, 1);
  Findings of_side[COMPARED_SIDES_MAX] = { 0 };
  uint32_t n = 0;
  bool ok = true;

  findings->rows = g_array_new (FALSE, FALSE, sizeof (ComparedFinding));
  g_array_set_clear_func (findings->rows, clear_row);
  while (ok && n < compared->n_sides)
    {
      ok = findings_compute (&of_side[n], &compared->sides[n].part.scope, thresholds, translate, should_continue, user_data);
      n++;
    }
  for (uint32_t side = 1; ok && side < n; side++)
    ok = add_changes (findings, side, &of_side[0], &of_side[side]);
  for (uint32_t side = 0; side < n; side++)
    findings_clear (&of_side[side]);
  if (!ok)
    g_clear_pointer (&findings, compared_findings_free);
  return findings;
}

void
compared_findings_free (ComparedFindings *findings)
{
  if (findings == NULL)
    return;
  g_array_unref (findings->rows);
  g_free (findings);
}

char *
compared_finding_kind_text (const Compared *compared, const ComparedFinding *finding)
{
  static const char *const kinds[N_FINDING_CHANGES] = {
    /* Translators: a finding that only the compared profile has; then one that only the baseline has, one that both have, and
     * one that one of them cannot have since it lacks the data. */
    [FINDING_APPEARED] = N_ ("New"),
    [FINDING_GONE] = N_ ("Gone"),
    [FINDING_STAYED] = N_ ("In both"),
    [FINDING_UNDECIDED] = N_ ("Not comparable"),
  };

  if (compared->n_sides == 2)
    return g_strdup (_ (kinds[finding->kind]));
  /* Translators: the letter of a compared profile, and "New", "Gone" and the like. */
  return g_strdup_printf (_ ("%s: %s"), compared_letter (finding->side), _ (kinds[finding->kind]));
}

char *
compared_finding_gain_text (const ComparedFinding *finding, const NumberStyle *numbers)
{
  char gain[NUMBER_TEXT_MAX], before[NUMBER_TEXT_MAX];

  if (!finding->has_gain)
    return g_strdup (_ ("no gain that could be told"));
  number_text_duration (numbers, finding->gain_ns, gain);
  if (finding->below_ns > 0)
    {
      number_text_duration (numbers, finding->below_ns, before);
      /* Translators: a finding that went, or that is new: what would be gained, and the time of the side that does not have it,
       * which is too short to be one. */
      return g_strdup_printf (finding->kind == FINDING_GONE ? _ ("at most %s, now %s, which is below its threshold")
                                                            : _ ("at most %s, before %s, which was below its threshold"),
                              gain, before);
    }
  if (finding->kind != FINDING_STAYED || !finding->has_base_gain)
    /* Translators: what would be gained if a finding were gone. */
    return g_strdup_printf (finding->has_steps ? _ ("at most %s per step") : _ ("at most %s in the window"), gain);
  number_text_duration (numbers, finding->base_gain_ns, before);
  return g_strdup_printf (finding->has_steps ? _ ("at most %s per step, before %s")
                                             : _ ("at most %s in the window, before %s"),
                          gain, before);
}
