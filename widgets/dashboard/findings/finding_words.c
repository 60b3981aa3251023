/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/findings/finding_words.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "trace/model/device_word.h"
#include "widgets/dashboard/sections/section_findings.h"

/* Less of a gain in findings above is not worth a word. */
#define OWN_SHARE 0.95

/* Of a name in the list of places, in characters. */
#define NAME_CHARS_MAX 120

static const char *const severities[N_FINDING_SEVERITIES] = {
  [FINDING_HIGH] = N_ ("High"),
  [FINDING_MEDIUM] = N_ ("Medium"),
  [FINDING_LOW] = N_ ("Low"),
  /* Translators: how severe a finding is: it is only information. */
  [FINDING_INFO] = N_ ("Info"),
};

const char *
finding_words_severity (FindingSeverity severity)
{
  return _ (severities[severity]);
}

char *
finding_words_of (const PaneContext *pane, const char *text)
{
  return device_word_in (pane->data->scope.trace, g_strdup (text));
}

char *
finding_words_sentence (const PaneContext *pane, const Finding *finding)
{
  g_autofree char *sentence = finding_words_of (pane, finding->sentence);

  return number_text_signs (pane->numbers, sentence);
}

/* ---- gains ---- */

char *
finding_words_gain (const PaneContext *pane, const Finding *finding)
{
  const Findings *findings = dashboard_findings (pane->data);
  char gain[NUMBER_TEXT_MAX], share[NUMBER_TEXT_MAX];

  if (!finding->has_gain)
    return NULL;
  number_text_duration (pane->numbers, finding->gain_ns, gain);
  number_text_share (pane->numbers, finding->gain_ns / findings->step_ns, share);
  /* Translators: what would be gained: a duration, and its share of the step in parentheses. */
  return findings->has_steps ? g_strdup_printf (_ ("at most %s per step (%s)"), gain, share)
                             : g_strdup_printf (_ ("at most %s in the window (%s)"), gain, share);
}

char *
finding_words_added (const PaneContext *pane, const Finding *finding)
{
  char added[NUMBER_TEXT_MAX];

  if (!finding->has_gain || finding->new_gain_ns >= finding->gain_ns * OWN_SHARE)
    return NULL;
  return g_strdup_printf (_ ("%s of it would not be gained by what stands above."),
                          number_text_duration (pane->numbers, finding->new_gain_ns, added));
}

/* ---- places ---- */

/* Returns the step in which a place begins; one that begins just before a step belongs to it. UINT64_MAX if there is none. */
static uint64_t
step_of (const Profile *profile, const FindingPlace *place)
{
  uint64_t at = profile_step_at (profile, place->rank, place->begin_ns);

  if (at != UINT64_MAX || place->end_ns <= place->begin_ns)
    return at;
  at = profile_step_at (profile, place->rank, place->end_ns - 1);
  return at != UINT64_MAX
             && step_table_get (profile->steps, at)->host_begin_ns
                  <= place->begin_ns + (place->end_ns - place->begin_ns) / 2
           ? at
           : UINT64_MAX;
}

/* Returns "step 7, rank 3", "step 7", "rank 3" or NULL. */
static char *
step_and_rank (const PaneContext *pane, const FindingPlace *place)
{
  const Trace *trace = pane->data->scope.trace;
  bool has_rank = place->rank != TRACE_NONE && trace_n_ranks (trace) > 1;
  uint64_t at = place->rank != TRACE_NONE ? step_of (pane->data->profile, place) : UINT64_MAX;
  g_autofree char *rank =
    has_rank ? g_strdup_printf ("%" PRId64, trace_rank (trace, place->rank)->number) : NULL;

  if (at == UINT64_MAX)
    return has_rank ? g_strdup_printf (_ ("rank %s"), rank) : NULL;

  const TraceStep *step = step_table_get (pane->data->profile->steps, at);
  g_autofree char *number = g_strdup_printf ("%" PRId64, step->has_number ? step->number : (int64_t) step->index);
  return has_rank ? g_strdup_printf (_ ("step %s, rank %s"), number, rank)
                  : g_strdup_printf (_ ("step %s"), number);
}

static const char *
length_of (const PaneContext *pane, const FindingPlace *place, char buffer[NUMBER_TEXT_MAX])
{
  return number_text_duration (pane->numbers, (double) (place->end_ns - place->begin_ns), buffer);
}

char *
finding_words_place (const PaneContext *pane, const FindingPlace *place)
{
  const Trace *trace = pane->data->scope.trace;
  char length[NUMBER_TEXT_MAX], begin[NUMBER_TEXT_MAX];
  g_autofree char *where = step_and_rank (pane, place);
  GString *out = g_string_new (NULL);

  number_text_duration (pane->numbers, (double) place->begin_ns, begin);
  /* Translators: a place in a profile: its length, and when it begins. */
  g_string_printf (out, _ ("%s from %s on"), length_of (pane, place, length), begin);
  if (where != NULL)
    g_string_append_printf (out, ", %s", where);
  if (place->slice != SLICE_NONE)
    {
      const char *name = trace_display_name (trace, slice_name (trace_slices (trace), place->slice));
      g_autofree char *cut = g_utf8_substring (name, 0, MIN (g_utf8_strlen (name, -1), NAME_CHARS_MAX));

      g_string_append_printf (out, ": %s", cut);
    }
  return g_string_free (out, FALSE);
}

char *
finding_words_worst (const PaneContext *pane, const Finding *finding)
{
  const FindingPlace *place = &finding->places.at[0];
  char length[NUMBER_TEXT_MAX], count[NUMBER_TEXT_MAX], begin[NUMBER_TEXT_MAX];
  g_autofree char *where = step_and_rank (pane, place);

  length_of (pane, place, length);
  if (where == NULL)
    where = g_strdup_printf (_ ("from %s on"), number_text_duration (pane->numbers, (double) place->begin_ns, begin));
  if (finding->n_places <= 1)
    /* Translators: the only place of a finding: its length, and its step and rank. */
    return g_strdup_printf (_ ("%s, %s"), length, where);
  /* Translators: "37 places, worst 2.10 ms, step 7, rank 3" */
  return g_strdup_printf (_ ("%s places, worst %s, %s"),
                          number_text_count (pane->numbers, finding->n_places, count), length, where);
}

/* ---- lines ---- */

char *
finding_words_line (const PaneContext *pane, const FindingPart *part)
{
  char n[NUMBER_TEXT_MAX];

  number_text_count (pane->numbers, part->n, n);
  if (part->kind == FINDING_SMALLER)
    return g_strdup_printf (ngettext ("And %s smaller", "And %s smaller", part->n), n);
  if (part->kind == FINDING_DISMISSED)
    return g_strdup_printf (ngettext ("%s dismissed", "%s dismissed", part->n), n);
  return g_strdup_printf (ngettext ("%s rule had no data", "%s rules had no data", part->n), n);
}

static uint32_t
n_dismissed (const PaneContext *pane, const Findings *findings)
{
  uint32_t n = 0;

  for (uint32_t i = 0; i < findings->n; i++)
    n += finding_is_dismissed (pane, &findings->findings[i]);
  return n;
}

char *
finding_words_total (const PaneContext *pane)
{
  const Findings *findings = dashboard_findings (pane->data);
  uint32_t n_clear = finding_rules_in_state (findings, RULE_CLEAR),
           n_off = finding_rules_in_state (findings, RULE_OFF);
  char gain[NUMBER_TEXT_MAX], step[NUMBER_TEXT_MAX], n[NUMBER_TEXT_MAX];
  GString *out = g_string_new (NULL);

  /* The gain of some of them alone is not known: they overlap. */
  if (findings->gain_ns > 0 && n_dismissed (pane, findings) == 0)
    {
      number_text_duration (pane->numbers, findings->gain_ns, gain);
      number_text_duration (pane->numbers, findings->step_ns, step);
      g_string_printf (out,
                       findings->has_steps ? _ ("All together: at most %s of a mean step of %s would be gained.")
                                           : _ ("All together: at most %s of a window of %s would be gained."),
                       gain, step);
      g_string_append_c (out, ' ');
    }
  g_string_append_printf (out, ngettext ("%s rule found nothing.", "%s rules found nothing.", n_clear),
                          number_text_count (pane->numbers, n_clear, n));
  if (n_off > 0)
    {
      g_string_append_c (out, ' ');
      g_string_append_printf (out, ngettext ("%s rule is off.", "%s rules are off.", n_off),
                              number_text_count (pane->numbers, n_off, n));
    }
  return g_string_free (out, FALSE);
}

char *
finding_words_healthy (const PaneContext *pane)
{
  const Findings *findings = dashboard_findings (pane->data);
  uint32_t n_clear = finding_rules_in_state (findings, RULE_CLEAR);
  char n[NUMBER_TEXT_MAX];

  /* Few that could look at all are no sign of health. */
  if (findings->n == 0 && finding_rules_in_state (findings, RULE_NO_DATA) > n_clear)
    return g_strdup_printf (ngettext ("%s rule found nothing wrong; the others had no data",
                                      "%s rules found nothing wrong; the others had no data", n_clear),
                            number_text_count (pane->numbers, n_clear, n));
  if (findings->n == 0)
    return g_strdup (_ ("No rule found anything wrong"));
  return n_dismissed (pane, findings) == findings->n ? g_strdup (_ ("No rule found anything that was not dismissed"))
                                                     : NULL;
}
