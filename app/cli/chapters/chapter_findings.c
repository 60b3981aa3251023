/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/chapters/chapter_findings.h"

#include <inttypes.h>
#include <string.h>

#include "app/cli/out/json_text.h"
#include "app/cli/out/report_out.h"
#include "app/cli/verbs/findings_out.h"
#include "trace/text/size_text.h"

#define PLACES_SHOWN 5

static char *
exact_ns (double ns)
{
  g_autoptr (GString) exact = g_string_new (NULL);

  json_append_integer (exact, (int64_t) (ns + 0.5));
  return g_strdup (exact->str);
}

static void
add_places (Document *document, const Finding *finding, const Trace *trace)
{
  size_t n_shown = MIN (finding->places.n, PLACES_SHOWN);
  g_autoptr (GString) places = g_string_new ("Where: ");

  if (n_shown == 0)
    return;
  for (size_t i = 0; i < n_shown; i++)
    {
      g_string_append (places, i == 0 ? "" : "; ");
      findings_append_place (places, &finding->places.at[i], trace);
    }
  if (finding->n_places > n_shown)
    {
      g_autofree char *n_places = count_text (finding->n_places);

      g_string_append_printf (places, "; the longest of %s places", n_places);
    }
  g_string_append_c (places, '.');
  document_add_text (document, places->str);
}

static void
add_finding (Document *document, uint32_t number, const Finding *finding, const Findings *findings, const Trace *trace)
{
  g_autofree char *title = g_strdup_printf ("%u. %s", number, finding->rule->title);
  g_autofree char *gain = findings_gain_text (findings, finding);

  document_add_part (document, title, finding_severity_word (finding->severity));
  document_add_text (document, finding->sentence);
  if (gain != NULL)
    document_add_text (document, gain);
  add_places (document, finding, trace);
  for (unsigned i = 0; i < RULE_ADVICE_MAX && finding->rule->advice[i] != NULL; i++)
    document_add_item (document, finding->rule->advice[i]);
  document_add_format (document, "How it is computed: %s", finding->rule->method);
}

static char *
reason_of (const DismissedFindings *dismissed, const Finding *finding)
{
  return dismissed->reason != NULL ? dismissed->reason (finding->rule, dismissed->user_data) : NULL;
}

static void
add_dismissed (Document *document, const Findings *findings, const DismissedFindings *dismissed, uint32_t n)
{
  if (n == 0)
    return;
  document_add_format (document,
                       n == 1 ? "%u finding was dismissed, so it is not told here:"
                              : "%u findings were dismissed, so they are not told here:",
                       n);
  for (uint32_t i = 0; i < findings->n; i++)
    {
      g_autofree char *reason = reason_of (dismissed, &findings->findings[i]);
      g_autofree char *item =
        reason != NULL ? g_strdup_printf ("%s: %s", findings->findings[i].rule->title, reason) : NULL;

      /* Back ticks stand around names. */
      if (item != NULL)
        document_add_item (document, g_strdelimit (item, "`", '\''));
    }
}

void
chapter_findings_add (Document *document,
                      const Findings *findings,
                      const DismissedFindings *dismissed,
                      const Trace *trace)
{
  g_autofree char *total = findings_total_text (findings);
  uint32_t n_dismissed = 0, n_told = 0;

  for (uint32_t i = 0; i < findings->n; i++)
    {
      g_autofree char *reason = reason_of (dismissed, &findings->findings[i]);

      n_dismissed += reason != NULL;
    }
  document_add_chapter (document, "findings", "Findings");
  if (findings->n == 0)
    document_add_text (document, findings_none_text (findings));
  else if (n_dismissed == findings->n)
    document_add_text (document, "No rule found anything that was not dismissed.");
  /* The gain of some of them alone is not known: they overlap. */
  if (total != NULL && n_dismissed == 0)
    document_add_text (document, total);
  for (uint32_t i = 0; i < findings->n; i++)
    {
      g_autofree char *reason = reason_of (dismissed, &findings->findings[i]);

      if (reason == NULL && n_told++ < FINDINGS_SHOWN_MAX)
        add_finding (document, n_told, &findings->findings[i], findings, trace);
    }
  if (n_told > FINDINGS_SHOWN_MAX)
    document_add_format (document, "And %u smaller; the chapter Rules lists them.",
                         n_told - FINDINGS_SHOWN_MAX);
  add_dismissed (document, findings, dismissed, n_dismissed);
}

void
chapter_findings_add_changed (Document *document, const FindingThresholds *thresholds)
{
  g_autoptr (GString) names = g_string_new (NULL);
  uint32_t n = 0;

  for (size_t i = 0; i < finding_rules_count (); i++)
    {
      const FindingRule *rule = finding_rules_get (i);
      bool is_off;

      if (finding_rule_is_changed (rule, thresholds, &is_off))
        g_string_append_printf (names, "%s%s%s", n++ == 0 ? "" : ", ", rule->title, is_off ? " (off)" : "");
    }
  if (n > 0)
    document_add_format (document,
                         n == 1 ? "%u rule differs from the built-in one: %s."
                                : "%u rules differ from the built-in ones: %s.",
                         n, names->str);
}

/* ---- rules ---- */

/* "Share of the step (%): 25; ..." */
static char *
thresholds_text (const FindingRule *rule, const FindingThresholds *thresholds)
{
  g_autoptr (GString) out = g_string_new (NULL);

  for (unsigned i = 0; i < RULE_THRESHOLDS_MAX && rule->thresholds[i].key != NULL; i++)
    {
      double value = rule->thresholds[i].value;

      if (thresholds != NULL)
        finding_thresholds_get (thresholds, rule->id, rule->thresholds[i].key, &value);
      g_string_append_printf (out, "%s%s: ", i == 0 ? "" : "; ", rule->thresholds[i].title);
      json_append_real (out, value);
    }
  return g_strdup (out->str);
}

static void
add_rule (DocumentTable *table, const RuleResult *result, const Finding *finding, const FindingThresholds *thresholds)
{
  g_autofree char *numbers = thresholds_text (result->rule, thresholds);
  g_autofree char *places = finding != NULL ? count_text (finding->n_places) : g_strdup ("-");
  g_autofree char *n_places = finding != NULL ? g_strdup_printf ("%" PRIu64, finding->n_places) : NULL;
  bool has_gain = finding != NULL && finding->has_gain;
  g_autofree char *gain = has_gain ? report_duration (finding->gain_ns) : g_strdup ("-");
  g_autofree char *exact = has_gain ? exact_ns (finding->gain_ns) : NULL;

  document_table_add_text (table, result->rule->title);
  document_table_add_text (table, result->state == RULE_NO_DATA ? "no data" : rule_state_word (result->state));
  document_table_add_number (table, places, n_places);
  document_table_add_number (table, gain, exact);
  document_table_add_text (table, *numbers != '\0' ? numbers : "-");
  document_table_add_text (table, result->reason != NULL ? result->reason : result->rule->method);
}

void
chapter_findings_add_rules (Document *document, const Findings *findings, const FindingThresholds *thresholds)
{
  DocumentTable *table;

  document_add_chapter (document, "rules", "Rules");
  document_add_text (document, "Every rule, what became of it, and with which thresholds. Gains are upper bounds.");
  table = document_add_table (document, "All rules");
  document_table_add_column (table, "rule", true);
  document_table_add_column (table, "state", true);
  document_table_add_column (table, "places", false);
  document_table_add_column (table, findings->has_steps ? "gain per step" : "gain in the window", false);
  document_table_add_column (table, "thresholds", true);
  document_table_add_column (table, "why, or how it looks", true);
  for (size_t i = 0; i < findings->n_rules; i++)
    add_rule (table, &findings->rules[i], findings_of_rule (findings, findings->rules[i].rule), thresholds);
}
