/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/verbs/findings_out.h"

#include <inttypes.h>
#include <string.h>

#include "app/cli/out/json_text.h"
#include "app/cli/out/report_out.h"
#include "trace/text/size_text.h"

static void
append_member (GString *out, const char *key, const char *text)
{
  g_string_append_printf (out, ",\"%s\":", key);
  if (text != NULL)
    json_append_string (out, text, strlen (text));
  else
    g_string_append (out, "null");
}

static void
append_gain (GString *out, const char *key, bool has_gain, double gain_ns)
{
  g_string_append_printf (out, ",\"%s\":", key);
  if (has_gain)
    json_append_integer (out, (int64_t) (gain_ns + 0.5));
  else
    g_string_append (out, "null");
}

static void
append_place (GString *out, const FindingPlace *place, const Trace *trace)
{
  g_string_append (out, "{\"rank\":");
  if (place->rank != TRACE_NONE)
    json_append_integer (out, trace_rank (trace, place->rank)->number);
  else
    g_string_append (out, "null");
  g_string_append (out, ",\"begin_ns\":");
  json_append_integer (out, place->begin_ns);
  g_string_append (out, ",\"end_ns\":");
  json_append_integer (out, place->end_ns);
  g_string_append (out, ",\"slice\":");
  if (place->slice != SLICE_NONE)
    json_append_unsigned (out, place->slice);
  else
    g_string_append (out, "null");
  g_string_append_c (out, '}');
}

static void
append_finding (GString *out, const Finding *finding, const Trace *trace)
{
  g_string_append (out, "{\"rule\":");
  json_append_string (out, finding->rule->id, strlen (finding->rule->id));
  append_member (out, "severity", finding_severity_word (finding->severity));
  append_member (out, "sentence", finding->sentence);
  append_gain (out, "gain_ns_per_step", finding->has_gain, finding->gain_ns);
  append_gain (out, "new_gain_ns_per_step", finding->has_gain, finding->new_gain_ns);
  g_string_append (out, ",\"places\":");
  json_append_unsigned (out, finding->n_places);
  g_string_append (out, ",\"evidence\":[");
  for (size_t i = 0; i < finding->places.n; i++)
    {
      if (i > 0)
        g_string_append_c (out, ',');
      append_place (out, &finding->places.at[i], trace);
    }
  g_string_append (out, "],\"advice\":[");
  for (unsigned i = 0; i < RULE_ADVICE_MAX && finding->rule->advice[i] != NULL; i++)
    {
      if (i > 0)
        g_string_append_c (out, ',');
      json_append_string (out, finding->rule->advice[i], strlen (finding->rule->advice[i]));
    }
  g_string_append_c (out, ']');
  append_member (out, "method", finding->rule->method);
  g_string_append_c (out, '}');
}

void
findings_append_json (GString *out, const Findings *findings, const Trace *trace)
{
  append_gain (out, "gain_ns_per_step", findings->gain_ns > 0, findings->gain_ns);
  append_gain (out, "step_ns", true, findings->step_ns);
  append_member (out, "gains_per", findings->has_steps ? "step" : "window");
  g_string_append (out, ",\n\"findings\":[");
  for (uint32_t i = 0; i < findings->n; i++)
    {
      if (i > 0)
        g_string_append (out, ",\n");
      append_finding (out, &findings->findings[i], trace);
    }
  g_string_append (out, "],\n\"rules\":[");
  for (size_t i = 0; i < findings->n_rules; i++)
    {
      const RuleResult *result = &findings->rules[i];

      g_string_append (out, i > 0 ? ",\n{\"rule\":" : "{\"rule\":");
      json_append_string (out, result->rule->id, strlen (result->rule->id));
      append_member (out, "title", result->rule->title);
      append_member (out, "state", rule_state_word (result->state));
      append_member (out, "reason", result->reason);
      g_string_append_c (out, '}');
    }
  g_string_append_c (out, ']');
}

/* ---- text ---- */

void
findings_append_place (GString *out, const FindingPlace *place, const Trace *trace)
{
  g_autofree char *begin = report_duration ((double) place->begin_ns);
  g_autofree char *length = report_duration ((double) (place->end_ns - place->begin_ns));

  if (place->rank != TRACE_NONE && trace_n_ranks (trace) > 1)
    g_string_append_printf (out, "rank %" PRId64 ", ", trace_rank (trace, place->rank)->number);
  /* A nanosecond stands for an instant. */
  if (place->end_ns - place->begin_ns <= 1)
    g_string_append_printf (out, "at %s", begin);
  else
    g_string_append_printf (out, "%s from %s on", length, begin);
}

char *
findings_gain_text (const Findings *findings, const Finding *finding)
{
  if (!finding->has_gain)
    return NULL;
  g_autofree char *gain = report_duration (finding->gain_ns), *added = report_duration (finding->new_gain_ns);
  const char *of_what = findings->has_steps ? "per step" : "in the window";

  if (finding->new_gain_ns < finding->gain_ns * 0.01)
    return g_strdup_printf ("At most %s %s would be gained, all of it counted above.", gain, of_what);
  if (finding->new_gain_ns < finding->gain_ns * 0.95)
    return g_strdup_printf ("At most %s %s would be gained, %s of it not counted above.", gain, of_what, added);
  return g_strdup_printf ("At most %s %s would be gained.", gain, of_what);
}

const char *
findings_none_text (const Findings *findings)
{
  uint32_t n_of[N_RULE_STATES] = { 0 };

  for (size_t i = 0; i < findings->n_rules; i++)
    n_of[findings->rules[i].state]++;
  return n_of[RULE_CLEAR] >= n_of[RULE_NO_DATA]
           ? "No rule found anything wrong."
           : "No rule found anything wrong, but most of them lack the data that they need.";
}

char *
findings_total_text (const Findings *findings)
{
  if (findings->gain_ns <= 0)
    return NULL;
  g_autofree char *gain = report_duration (findings->gain_ns), *step = report_duration (findings->step_ns);

  return g_strdup_printf ("All of them together: at most %s of %s %s.", gain, step,
                          findings->has_steps ? "per step" : "(the window)");
}

static void
append_finding_text (GString *out,
                     uint32_t number,
                     const Finding *finding,
                     const Findings *findings,
                     const Trace *trace)
{
  g_autofree char *sentence = report_printable (finding->sentence, strlen (finding->sentence));

  g_string_append_printf (out, "\n%u. %s (%s)\n   %s\n", number, finding->rule->title,
                          finding_severity_word (finding->severity), sentence);
  g_autofree char *gain = findings_gain_text (findings, finding);
  if (gain != NULL)
    g_string_append_printf (out, "   %s\n", gain);
  if (finding->places.n > 0)
    {
      g_autofree char *n_places = count_text (finding->n_places);

      g_string_append (out, "   Worst: ");
      findings_append_place (out, &finding->places.at[0], trace);
      if (finding->n_places > 1)
        g_string_append_printf (out, " (%s places)", n_places);
      g_string_append (out, ".\n");
    }
  for (unsigned i = 0; i < RULE_ADVICE_MAX && finding->rule->advice[i] != NULL; i++)
    g_string_append_printf (out, "   - %s\n", finding->rule->advice[i]);
}

void
findings_append_text (GString *out, const Findings *findings, const Trace *trace)
{
  uint32_t n_shown = MIN (findings->n, FINDINGS_SHOWN_MAX);
  uint32_t n_of[N_RULE_STATES] = { 0 };

  for (size_t i = 0; i < findings->n_rules; i++)
    n_of[findings->rules[i].state]++;
  g_string_append (out, "\nFindings\n");
  if (findings->n == 0)
    g_string_append_printf (out, "  %s\n", findings_none_text (findings));
  for (uint32_t i = 0; i < n_shown; i++)
    append_finding_text (out, i + 1, &findings->findings[i], findings, trace);
  if (findings->n > n_shown)
    g_string_append_printf (out, "\nAnd %u smaller.\n", findings->n - n_shown);
  g_autofree char *total = findings_total_text (findings);
  if (total != NULL)
    g_string_append_printf (out, "\n%s\n", total);
  g_string_append_printf (out, "\nRules that found nothing: %u.", n_of[RULE_CLEAR]);
  if (n_of[RULE_OFF] > 0)
    g_string_append_printf (out, " Switched off: %u.", n_of[RULE_OFF]);
  g_string_append_printf (out, " Rules that lack the data that they need: %u%s\n", n_of[RULE_NO_DATA],
                          n_of[RULE_NO_DATA] > 0 ? ":" : ".");
  for (size_t i = 0; i < findings->n_rules; i++)
    if (findings->rules[i].state == RULE_NO_DATA)
      g_string_append_printf (out, "  %s: %s\n", findings->rules[i].rule->title, findings->rules[i].reason);
}

bool
findings_are_severe (const Findings *findings)
{
  for (uint32_t i = 0; i < findings->n; i++)
    if (findings->findings[i].severity != FINDING_INFO)
      return true;
  return false;
}
