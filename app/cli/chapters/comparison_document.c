/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/chapters/comparison_document.h"

#include "app/cli/chapters/chapters.h"
#include "app/cli/comparing/compare_tables.h"
#include "app/cli/out/report_out.h"
#include "trace/compare/headline_text.h"
#include "trace/findings/findings.h"

/* Sentences of the findings of one side. */
#define SENTENCES_MAX FINDINGS_SHOWN_MAX

static void
add_charts (Document *document, const char *chapter, const ComparisonContents *contents)
{
  if (contents->charts.add != NULL)
    contents->charts.add (document, chapter, contents->charts.user_data);
}

/* ---- findings that came and went ---- */

static const Finding *
finding_of (const Findings *findings, size_t rule)
{
  for (uint32_t i = 0; i < findings->n; i++)
    if (findings->findings[i].rule == findings->rules[rule].rule)
      return &findings->findings[i];
  return NULL;
}

/* "high, at most 12.50 ms", "clear", "no data" */
static char *
state_text (const Findings *findings, size_t rule)
{
  const Finding *finding = finding_of (findings, rule);

  if (finding == NULL)
    return g_strdup (findings->rules[rule].state == RULE_NO_DATA ? "no data"
                                                                 : rule_state_word (findings->rules[rule].state));
  if (!finding->has_gain)
    return g_strdup (finding_severity_word (finding->severity));
  g_autofree char *gain = report_duration (finding->gain_ns);
  return g_strdup_printf ("%s, at most %s", finding_severity_word (finding->severity), gain);
}

static const char *
change_text (const Findings *base, const Findings *other, size_t rule)
{
  bool was = finding_of (base, rule) != NULL, is = finding_of (other, rule) != NULL;

  return was == is ? (is ? "still there" : "-") : is ? "new" : "gone";
}

static void
add_findings_table (Document *document, const Findings *findings, guint n_sides)
{
  DocumentTable *table = document_add_table (document, "Findings that came and went");

  document_table_add_column (table, "rule", true);
  for (guint side = 0; side < n_sides; side++)
    {
      g_autofree char *label = compare_side_label (side);
      g_autofree char *change = g_strdup_printf ("%s against A", label);

      document_table_add_column (table, label, true);
      if (side > 0)
        document_table_add_column (table, change, true);
    }
  for (size_t rule = 0; rule < findings[0].n_rules; rule++)
    {
      bool is_found = false;

      for (guint side = 0; side < n_sides; side++)
        is_found = is_found || finding_of (&findings[side], rule) != NULL;
      if (!is_found)
        continue;
      document_table_add_text (table, findings[0].rules[rule].rule->title);
      for (guint side = 0; side < n_sides; side++)
        {
          g_autofree char *text = state_text (&findings[side], rule);

          document_table_add_text (table, text);
          if (side > 0)
            document_table_add_text (table, change_text (&findings[0], &findings[side], rule));
        }
    }
}

static void
add_sentences (Document *document, const Findings *findings, guint side)
{
  g_autofree char *label = compare_side_label (side);

  for (uint32_t i = 0; i < MIN (findings->n, SENTENCES_MAX); i++)
    {
      g_autofree char *text = g_strdup_printf ("%s: %s", label, findings->findings[i].sentence);
      document_add_item (document, text);
    }
}

static bool
add_findings (Document *document, const ComparisonContents *contents, const Comparison *comparison)
{
  guint n_sides = comparison->n_sides;
  g_autofree Findings *findings = g_new0 (Findings, n_sides);
  bool ok = true, any = false;

  for (guint side = 0; side < n_sides && ok; side++)
    {
      ok = findings_compute (&findings[side], &comparison->sides[side].steps.scope, contents->thresholds, NULL,
                             contents->should_continue, contents->user_data);
      any = any || findings[side].n > 0;
    }
  if (ok)
    {
      document_add_chapter (document, "findings", "Findings");
      if (any)
        add_findings_table (document, findings, n_sides);
      else
        document_add_text (document, "No rule found anything wrong with any side.");
      for (guint side = 0; side < n_sides; side++)
        add_sentences (document, &findings[side], side);
    }
  for (guint side = 0; side < n_sides; side++)
    findings_clear (&findings[side]);
  return ok;
}

/* ---- the whole ---- */

/* "Comparison of a.json with b.json" */
static char *
title_text (const CompareSides *sides)
{
  g_autoptr (GString) out = g_string_new ("Comparison of ");

  for (guint side = 0; side < sides->n; side++)
    {
      g_autofree char *name = g_path_get_basename (sides->sides[side].path);

      g_string_append_printf (out, "%s%s", side == 0 ? "" : side == 1 ? " with " : ", ", name);
    }
  return g_strdup (out->str);
}

static bool
add_chapters (Document *document, const ComparisonContents *contents, const Comparison *comparison)
{
  document_add_chapter (document, "changed", "What changed");
  compare_tables_add (document, COMPARED_HEADLINE, contents->sides, comparison, CHAPTER_ROWS);
  document_add_chapter (document, "loaded", "What is compared");
  compare_tables_add (document, COMPARED_SIDES, contents->sides, comparison, CHAPTER_ROWS);
  if (!add_findings (document, contents, comparison))
    return false;
  document_add_chapter (document, "summary", "Figures");
  add_charts (document, "summary", contents);
  compare_tables_add (document, COMPARED_SUMMARY, contents->sides, comparison, CHAPTER_ROWS);
  document_add_chapter (document, "waterfall", "From one step time to the other");
  add_charts (document, "waterfall", contents);
  compare_tables_add (document, COMPARED_WATERFALLS, contents->sides, comparison, CHAPTER_ROWS);
  document_add_chapter (document, "rows", "What differs most");
  compare_tables_add (document, COMPARED_ROWS, contents->sides, comparison, CHAPTER_ROWS);
  return true;
}

static bool
compute (const ComparisonContents *contents, Comparison *ret_comparison)
{
  const CompareSides *sides = contents->sides;
  g_autofree ComparePart *parts = g_new (ComparePart, sides->n);
  const ComparisonOptions options = { .only_common_steps = false };

  for (guint i = 0; i < sides->n; i++)
    parts[i] = sides->sides[i].part;
  return comparison_compute (parts, sides->n, &options, contents->should_continue, contents->user_data,
                             ret_comparison);
}

Document *
comparison_document_new (const ComparisonContents *contents)
{
  g_autofree char *title = title_text (contents->sides);
  g_autoptr (Document) document = document_new (title);
  Comparison computed;
  bool ok;

  if (contents->comparison != NULL)
    ok = add_chapters (document, contents, contents->comparison);
  else
    {
      ok = compute (contents, &computed) && add_chapters (document, contents, &computed);
      comparison_clear (&computed);
    }
  return ok ? g_steal_pointer (&document) : NULL;
}
