/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/chapters/comparison_document.h"

#include "app/cli/chapters/chapters.h"
#include "app/cli/comparing/compare_findings.h"
#include "app/cli/comparing/compare_tables.h"

static void
add_charts (Document *document, const char *chapter, const ComparisonContents *contents)
{
  if (contents->charts.add != NULL)
    contents->charts.add (document, chapter, contents->charts.user_data);
}

static bool
add_findings (Document *document, const ComparisonContents *contents)
{
  CompareFindings findings;
  g_autoptr (GPtrArray) lines = NULL;
  bool ok = compare_findings_compute (&findings, contents->sides, contents->thresholds, contents->should_continue,
                                      contents->user_data);

  if (ok)
    lines = compare_findings_lines (&findings);
  ok = ok && lines != NULL;
  if (ok)
    {
      document_add_chapter (document, "findings", "Findings");
      if (lines->len == 0)
        document_add_text (document, "No rule found anything wrong with any side.");
      else
        ok = compare_findings_add_table (&findings, document);
      for (guint i = 0; i < lines->len; i++)
        document_add_item (document, lines->pdata[i]);
      chapter_findings_add_changed (document, contents->thresholds);
    }
  compare_findings_clear (&findings);
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
  if (!add_findings (document, contents))
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
