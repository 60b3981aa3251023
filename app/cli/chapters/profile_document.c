/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/chapters/profile_document.h"

#include "app/cli/chapters/chapter_loaded.h"
#include "app/cli/chapters/chapters.h"
#include "app/cli/reports/report_figures.h"
#include "trace/findings/findings.h"
#include "trace/model/job_tables.h"

static bool
continues (const ProfileContents *contents)
{
  return contents->should_continue == NULL || contents->should_continue (contents->user_data);
}

static bool
add_chapter (const Chapter *chapter, const ProfileContents *contents, Document *document, ReportFigures *figures)
{
  guint begin, n;

  document_add_chapter (document, chapter->id, chapter->title);
  begin = document->blocks->len;
  document_add_text (document, chapter->text);
  n = document->blocks->len;
  if (chapter->applies == NULL || chapter->applies (figures))
    {
      if (contents->charts.add != NULL)
        contents->charts.add (document, chapter->id, contents->charts.user_data);
      if (!chapter_add_tables (chapter, document, figures))
        return false;
    }
  if (document->blocks->len > n)
    return true;

  /* What its figures would be tells nothing where there are none. */
  g_ptr_array_set_size (document->blocks, (gint) begin);
  if (chapter->empty == NULL)
    g_ptr_array_set_size (document->blocks, (gint) begin - 1);
  else
    document_add_text (document, trace_is_job (contents->scope->trace)
                                   ? "Summaries of ranks do not have these figures, or there is nothing to tell."
                                   : chapter->empty);
  return true;
}

static bool
add_chapters (const ProfileContents *contents, Document *document)
{
  g_autoptr (ReportFigures) figures = report_figures_new (contents->scope);

  for (const Chapter *chapter = chapters; chapter->id != NULL; chapter++)
    if (!continues (contents) || !add_chapter (chapter, contents, document, figures))
      return false;
  return true;
}

Document *
profile_document_new (const ProfileContents *contents)
{
  g_autofree char *title = g_strdup_printf ("Training profile %s", contents->name);
  g_autoptr (Document) document = document_new (title);
  Findings findings = { 0 };
  bool ok = findings_compute (&findings, contents->scope, contents->thresholds, NULL, contents->should_continue,
                              contents->user_data);

  if (ok)
    {
      chapter_loaded_add (document, contents->name, contents->scope);
      chapter_findings_add (document, &findings, &contents->dismissed, contents->scope->trace);
      chapter_findings_add_changed (document, contents->thresholds);
      ok = add_chapters (contents, document);
    }
  if (ok)
    {
      chapter_findings_add_rules (document, &findings, contents->thresholds);
      chapter_loaded_add_details (document, contents->scope->trace);
    }
  findings_clear (&findings);
  return ok ? g_steal_pointer (&document) : NULL;
}
