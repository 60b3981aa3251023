/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/findings/findings_text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "trace/findings/finding_rules.h"
#include "trace/findings/threshold_file.h"
#include "trace/model/setting_value.h"
#include "widgets/dashboard/findings/dismissed_findings.h"
#include "widgets/dashboard/findings/finding_words.h"
#include "widgets/dashboard/pane/dashboard_text.h"
#include "widgets/dashboard/sections/section_findings.h"

/* Of each finding: the longest. */
#define PLACES_MAX 3

/* What profilers write about the software of a rank. */
static const char *const version_keys[] = {
  "torch_version",        "pytorch_version",     "cuda_runtime_version", "cuda_driver_version", "cupti_version",
  "hip_runtime_version", "hip_driver_version", "roctracer_version",    "rocprofiler_version",
};

/* Takes text and returns it in one line: a name is the file's. */
static char *
one_line (char *text)
{
  return g_strdelimit (text, "\r\n\t", ' ');
}

static void
append_versions (GString *out, const Trace *trace)
{
  g_string_append (out, "Stepscope " STEPSCOPE_VERSION);
  for (size_t i = 0; trace_n_ranks (trace) > 0 && i < G_N_ELEMENTS (version_keys); i++)
    {
      g_autofree char *value = setting_value_of (trace, trace_rank (trace, 0), version_keys[i]);

      if (value == NULL)
        continue;
      one_line (value);
      g_string_append_printf (out, ", %s %s", version_keys[i], value);
    }
  if (trace_n_devices (trace) > 0)
    {
      size_t length;
      const char *told = trace_string (trace, trace_device (trace, 0)->name, &length);
      g_autofree char *name = g_utf8_make_valid (told, (gssize) length);

      if (*name != '\0')
        g_string_append_printf (out, ", %s", one_line (name));
    }
  g_string_append_c (out, '\n');
}

static void
append_finding (GString *out, const PaneContext *pane, uint32_t number, const Finding *finding)
{
  g_autofree char *sentence = finding_words_sentence (pane, finding),
                  *title = finding_words_of (pane, _ (finding->rule->title)),
                  *gain = finding_words_gain (pane, finding), *added = finding_words_added (pane, finding);

  g_string_append_printf (out, "\n%u. %s (%s)\n   %s\n", number, title, finding_words_severity (finding->severity),
                          one_line (sentence));
  if (gain != NULL)
    {
      g_string_append (out, "   ");
      g_string_append_printf (out, _ ("Would be gained: %s."), gain);
      g_string_append_printf (out, "%s%s\n", added != NULL ? " " : "", added != NULL ? added : "");
    }
  for (size_t i = 0; i < MIN (finding->places.n, PLACES_MAX); i++)
    {
      g_autofree char *place = finding_words_place (pane, &finding->places.at[i]);

      g_string_append_printf (out, "   @ %s\n", one_line (place));
    }
  if (finding->n_places > PLACES_MAX)
    {
      char n[NUMBER_TEXT_MAX];

      g_string_append (out, "   ");
      g_string_append_printf (out, _ ("%s places in all"), number_text_count (pane->numbers, finding->n_places, n));
      g_string_append_c (out, '\n');
    }
  for (unsigned i = 0; i < RULE_ADVICE_MAX && finding->rule->advice[i] != NULL; i++)
    {
      g_autofree char *advice = finding_words_of (pane, _ (finding->rule->advice[i]));

      g_string_append_printf (out, "   - %s\n", advice);
    }
}

/* How many were dismissed, and why: who reads the text does not see the window. */
static void
append_dismissed (GString *out, const PaneContext *pane)
{
  const Findings *findings = dashboard_findings (pane->data);
  g_autoptr (GString) lines = g_string_new (NULL);
  char count[NUMBER_TEXT_MAX];
  unsigned n = 0;

  for (uint32_t i = 0; i < findings->n; i++)
    {
      const FindingRule *rule = findings->findings[i].rule;
      g_autofree char *reason = dismissed_findings_reason (pane->data->dismissed, rule),
                      *title = finding_words_of (pane, _ (rule->title));

      if (reason == NULL)
        continue;
      n++;
      g_string_append_printf (lines, "   - %s: %s\n", title, reason);
    }
  if (n == 0)
    return;
  g_string_append_c (out, '\n');
  g_string_append_printf (out, ngettext ("%s finding was dismissed:", "%s findings were dismissed:", n),
                          number_text_count (pane->numbers, n, count));
  g_string_append_printf (out, "\n%s", lines->str);
}

static void
append_changed_rules (GString *out, const PaneContext *pane)
{
  const char *text = pane->data->finding_rules;
  FindingThresholds thresholds = { 0 };
  g_autoptr (GString) names = g_string_new (NULL);
  char count[NUMBER_TEXT_MAX];
  unsigned n = 0;

  if (text == NULL || !threshold_text_read ("", text, strlen (text), &thresholds, NULL))
    return;
  for (size_t i = 0; i < finding_rules_count (); i++)
    {
      const FindingRule *rule = finding_rules_get (i);
      bool is_off;

      if (!finding_rule_is_changed (rule, &thresholds, &is_off))
        continue;
      g_autofree char *title = finding_words_of (pane, _ (rule->title));
      /* Translators: a rule that is switched off. */
      g_autofree char *off = is_off ? g_strdup_printf (_ ("%s (off)"), title) : NULL;
      g_string_append_printf (names, "%s%s", n++ == 0 ? "" : ", ", is_off ? off : title);
    }
  finding_thresholds_clear (&thresholds);
  if (n == 0)
    return;
  /* Translators: a number of rules, and their names. */
  g_string_append_printf (
    out,
    ngettext ("%s rule differs from the built-in one: %s", "%s rules differ from the built-in ones: %s", n),
    number_text_count (pane->numbers, n, count), names->str);
  g_string_append_c (out, '\n');
}

char *
findings_issue_text (const PaneContext *pane)
{
  const DashboardData *data = pane->data;
  const Findings *findings = dashboard_findings (data);
  g_autofree char *name = one_line (g_utf8_make_valid (data->profile->name, -1)),
                  *scope = dashboard_text_scope (data, pane->numbers), *total = finding_words_total (pane),
                  *healthy = finding_words_healthy (pane);
  GString *out = g_string_new (NULL);
  uint32_t n = 0;

  g_string_append_printf (out, _ ("Findings of %s (%s)"), name, trace_format (data->scope.trace));
  g_string_append_printf (out, "\n%s\n", scope);
  append_versions (out, data->scope.trace);
  if (healthy != NULL)
    g_string_append_printf (out, "\n%s\n", healthy);
  for (uint32_t i = 0; i < findings->n; i++)
    if (!finding_is_dismissed (pane, &findings->findings[i]) && n++ < FINDINGS_SHOWN_MAX)
      append_finding (out, pane, n, &findings->findings[i]);
  if (n > FINDINGS_SHOWN_MAX)
    {
      const FindingPart line = { .kind = FINDING_SMALLER, .n = n - FINDINGS_SHOWN_MAX };
      g_autofree char *smaller = finding_words_line (pane, &line);

      g_string_append_printf (out, "\n%s\n", smaller);
    }
  append_dismissed (out, pane);
  g_string_append_printf (out, "\n%s\n", total);
  append_changed_rules (out, pane);
  return g_string_free (out, FALSE);
}
