/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/comparing/compare_findings.h"

#include <string.h>

#include "app/cli/out/markdown_text.h"
#include "app/cli/out/record.h"
#include "app/cli/out/report_out.h"
#include "app/cli/out/text_width.h"
#include "trace/compare/headline_text.h"
#include "trace/findings/finding_changes.h"

bool
compare_findings_compute (CompareFindings *findings,
                          const CompareSides *sides,
                          const FindingThresholds *thresholds,
                          bool (*should_continue) (void *user_data),
                          void *user_data)
{
  *findings = (CompareFindings){ g_new0 (Findings, sides->n), sides->n };
  for (guint i = 0; i < sides->n; i++)
    if (!findings_compute (&findings->sides[i], &sides->sides[i].part.scope, thresholds, NULL, should_continue,
                           user_data))
      return false;
  return true;
}

void
compare_findings_clear (CompareFindings *findings)
{
  for (guint i = 0; i < findings->n; i++)
    findings_clear (&findings->sides[i]);
  g_free (findings->sides);
  *findings = (CompareFindings){ 0 };
}

/* Calls add () with each change of each side. Returns false when memory runs out. */
static bool
each_change (const CompareFindings *findings,
             void (*add) (gpointer out, const CompareFindings *findings, guint side, const FindingChange *change),
             gpointer out)
{
  for (guint side = 1; side < findings->n; side++)
    {
      FindingChanges changes;
      bool ok = finding_changes_find (&changes, &findings->sides[0], &findings->sides[side]);

      for (uint32_t i = 0; i < changes.n; i++)
        add (out, findings, side, &changes.changes[i]);
      finding_changes_clear (&changes);
      if (!ok)
        return false;
    }
  return true;
}

static void
add_text (Record *record, const char *key, const char *text)
{
  if (text != NULL)
    record_add_text (record, key, text, strlen (text), NULL);
  else
    record_add_null (record, key);
}

/* finding may be NULL. */
static void
add_finding (Record *record, const Finding *finding, const char *severity_key, const char *gain_key, const char *sentence_key)
{
  add_text (record, severity_key, finding != NULL ? finding_severity_word (finding->severity) : NULL);
  if (finding != NULL && finding->has_gain)
    record_add_integer (record, gain_key, (int64_t) (finding->gain_ns + 0.5));
  else
    record_add_null (record, gain_key);
  add_text (record, sentence_key, finding != NULL ? finding->sentence : NULL);
}

static Record *
record_of (guint side, const FindingChange *change)
{
  Record *record = record_new ();

  record_add_count (record, "profile", side);
  add_text (record, "rule", change->rule->id);
  add_text (record, "title", change->rule->title);
  add_text (record, "change", finding_change_word (change->kind));
  add_finding (record, change->base, "base_severity", "base_gain_ns_per_step", "base_sentence");
  add_finding (record, change->other, "severity", "gain_ns_per_step", "sentence");
  if (change->below_ns > 0)
    record_add_integer (record, "below_threshold_ns_per_step", (int64_t) (change->below_ns + 0.5));
  else
    record_add_null (record, "below_threshold_ns_per_step");
  return record;
}

static void
add_record (gpointer out, const CompareFindings *findings, guint side, const FindingChange *change)
{
  (void) findings;
  g_ptr_array_add (out, record_of (side, change));
}

bool
compare_findings_append_json (GString *out, const CompareFindings *findings)
{
  g_autoptr (GPtrArray) records = g_ptr_array_new_with_free_func ((GDestroyNotify) record_free);

  if (!each_change (findings, add_record, records))
    return false;
  g_string_append (out, ",\n\"findings\":");
  report_json_array (out, records);
  return true;
}

/* ---- for people ---- */

/* "appeared", as a sentence says it */
static const char *const heads[N_FINDING_CHANGES] = {
  [FINDING_APPEARED] = "New",
  [FINDING_GONE] = "Gone",
  [FINDING_STAYED] = "In both",
  [FINDING_UNDECIDED] = "In one, and the other lacks the data",
};

/* "at most 1.204 ms per step"; "no gain" if it has none that could be told. */
static void
append_gain (GString *out, const Finding *finding, const Findings *all)
{
  g_autofree char *gain = finding->has_gain ? report_duration (finding->gain_ns) : NULL;

  if (gain != NULL)
    g_string_append_printf (out, "at most %s %s", gain, all->has_steps ? "per step" : "in the window");
  else
    g_string_append (out, "no gain that could be told");
}

static void
add_line (gpointer lines, const CompareFindings *findings, guint side, const FindingChange *change)
{
  const Finding *finding = change->other != NULL ? change->other : change->base;
  g_autoptr (GString) line = g_string_new (NULL);
  g_autofree char *sentence = report_printable (finding->sentence, strlen (finding->sentence));

  if (findings->n > 2)
    {
      g_autofree char *label = compare_side_label (side);

      g_string_append_printf (line, "%s: ", label);
    }
  g_string_append_printf (line, "%s: %s (%s, ", heads[change->kind], change->rule->title,
                          finding_severity_word (finding->severity));
  append_gain (line, finding, &findings->sides[change->other != NULL ? side : 0]);
  if (change->kind == FINDING_STAYED && change->base->has_gain && finding->has_gain)
    {
      g_autofree char *before = report_duration (change->base->gain_ns);

      g_string_append_printf (line, ", before %s", before);
    }
  if (change->below_ns > 0)
    {
      g_autofree char *below = report_duration (change->below_ns);

      g_string_append_printf (line, ", %s %s, below its threshold", change->base != NULL ? "now" : "before", below);
    }
  g_string_append (line, ")");
  if (change->kind != FINDING_STAYED)
    g_string_append_printf (line, ". %s", sentence);
  g_ptr_array_add (lines, g_strdup (line->str));
}

GPtrArray *
compare_findings_lines (const CompareFindings *findings)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  return each_change (findings, add_line, lines) ? g_steal_pointer (&lines) : NULL;
}

/* The cells of what would be gained; finding may be NULL. */
static void
add_gain_cell (DocumentTable *table, const Finding *finding)
{
  bool has_gain = finding != NULL && finding->has_gain;
  g_autofree char *text = has_gain ? report_duration (finding->gain_ns) : g_strdup ("-");
  g_autofree char *exact = has_gain ? g_strdup_printf ("%" G_GINT64_FORMAT, (int64_t) (finding->gain_ns + 0.5)) : NULL;

  document_table_add_number (table, text, exact);
}

static void
add_row (gpointer out, const CompareFindings *findings, guint side, const FindingChange *change)
{
  const Finding *finding = change->other != NULL ? change->other : change->base;
  g_autofree char *label = compare_side_label (side);

  if (findings->n > 2)
    document_table_add_text (out, label);
  document_table_add_text (out, change->rule->title);
  document_table_add_text (out, finding_change_word (change->kind));
  document_table_add_text (out, finding_severity_word (finding->severity));
  add_gain_cell (out, change->base);
  add_gain_cell (out, change->other);
}

bool
compare_findings_add_table (const CompareFindings *findings, Document *document)
{
  DocumentTable *table = document_add_table (document, "Findings that came and went");
  bool has_steps = findings->sides[0].has_steps;

  if (findings->n > 2)
    document_table_add_column (table, "side", true);
  document_table_add_column (table, "rule", true);
  document_table_add_column (table, "change", true);
  document_table_add_column (table, "severity", true);
  document_table_add_column (table, has_steps ? "gain per step in A" : "gain in A", false);
  document_table_add_column (table, has_steps ? "gain per step" : "gain", false);
  return each_change (findings, add_row, table);
}

bool
compare_findings_append_text (GString *out, const CompareFindings *findings, bool is_markdown, size_t n_columns)
{
  g_autoptr (GPtrArray) lines = compare_findings_lines (findings);

  if (lines == NULL)
    return false;
  g_string_append (out, is_markdown ? "## Findings\n\n" : "Findings\n");
  if (lines->len == 0)
    g_string_append (out, is_markdown ? "No rule found anything wrong.\n" : "  No rule found anything wrong.\n");
  for (guint i = 0; i < lines->len; i++)
    if (is_markdown)
      {
        g_string_append (out, "- ");
        markdown_append_sentence (out, lines->pdata[i]);
        g_string_append_c (out, '\n');
      }
    else
      {
        g_autofree char *line = g_strconcat ("  ", lines->pdata[i], NULL);

        text_append_wrapped (out, line, 0, n_columns, 4);
      }
  return true;
}
