/* SPDX-License-Identifier: Apache-2.0 */

#include "app/saving/report_task.h"

#include <glib/gi18n-lib.h>

#include "app/cli/chapters/comparison_document.h"
#include "app/cli/chapters/profile_document.h"
#include "app/cli/chapters/report_writers.h"
#include "app/desktop/settings.h"
#include "app/report/comparison_charts.h"
#include "app/report/profile_charts.h"
#include "trace/text/trace_error.h"
#include "widgets/dashboard/findings/dismissed_findings.h"

typedef struct
{
  ReportSubject subject;
  FindingThresholds thresholds;
  char *path;
} Task;

/* The reports of stats are made on one thread at a time. */
static GMutex making;

static void
task_free (gpointer data)
{
  Task *task = data;

  report_subject_clear (&task->subject);
  finding_thresholds_clear (&task->thresholds);
  g_free (task->path);
  g_free (task);
}

static bool
should_continue (void *cancellable)
{
  return !g_cancellable_is_cancelled (cancellable);
}

static char *
reason_of (const FindingRule *rule, const void *dismissed)
{
  return dismissed_findings_reason (dismissed, rule);
}

static Document *
profile_document (const Task *task, GCancellable *cancellable)
{
  const ReportSubject *subject = &task->subject;
  ProfileCharts *charts = profile_charts_new (subject->profile, &subject->scope, should_continue, cancellable);
  Document *document = NULL;

  if (charts != NULL)
    document = profile_document_new (&(const ProfileContents){
      .scope = &subject->scope,
      .name = subject->profile->name,
      .thresholds = &task->thresholds,
      .dismissed = { reason_of, subject->dismissed },
      .charts = profile_charts_hook (charts),
      .should_continue = should_continue,
      .user_data = cancellable,
    });
  profile_charts_free (charts);
  return document;
}

static Document *
comparison_document (const Task *task, GCancellable *cancellable)
{
  const ReportSubject *subject = &task->subject;
  const Compared *compared = subject->compared;
  SideAsked sides[COMPARED_SIDES_MAX] = { 0 };
  const CompareSides asked = { .sides = sides, .n = compared->n_sides };
  ComparisonCharts *charts = comparison_charts_new (subject->compared, should_continue, cancellable);
  Document *document = NULL;

  for (uint32_t i = 0; i < compared->n_sides; i++)
    {
      const ComparedSide *side = &compared->sides[i];

      sides[i] = (SideAsked){ .path = side->profile->name,
                              .trace = (Trace *) (uintptr_t) side->profile->trace,
                              .part = side->part,
                              .part_text = side->scope };
    }
  if (charts != NULL)
    document = comparison_document_new (&(const ComparisonContents){
      .sides = &asked,
      .comparison = &compared->comparison,
      .thresholds = &task->thresholds,
      .charts = comparison_charts_hook (charts),
      .should_continue = should_continue,
      .user_data = cancellable,
    });
  comparison_charts_free (charts);
  return document;
}

static bool
write_document (const Document *document, const char *path, GError **error)
{
  const ReportWriter *writer = report_writer_find (path);

  if (writer == NULL)
    {
      g_autofree char *suffixes = report_writers_suffixes ();

      g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_SUCH, _ ("The name of a report ends in %s"), suffixes);
      return false;
    }
  g_autoptr (OutputFile) file = output_file_begin (path, error);
  return file != NULL && report_writer_save (writer, document, path, file, error);
}

static void
run_in_thread (GTask *task, gpointer source_object, gpointer task_data, GCancellable *cancellable)
{
  const Task *asked = task_data;
  g_autoptr (GError) error = NULL;
  (void) source_object;

  g_mutex_lock (&making);
  g_autoptr (Document) document = asked->subject.profile != NULL ? profile_document (asked, cancellable)
                                                                 : comparison_document (asked, cancellable);
  g_mutex_unlock (&making);
  if (g_task_return_error_if_cancelled (task))
    return;
  if (document == NULL)
    g_task_return_new_error (task, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "%s", _ ("Not enough memory for this report"));
  else if (write_document (document, asked->path, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

void
report_task_run (const ReportSubject *subject,
                 const char *path,
                 GCancellable *cancellable,
                 GAsyncReadyCallback on_ready,
                 gpointer ready_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, on_ready, ready_data);
  Task *asked = g_new (Task, 1);

  *asked = (Task){ report_subject_copy (subject), settings_finding_thresholds (), g_strdup (path) };
  g_task_set_task_data (task, asked, task_free);
  g_task_run_in_thread (task, run_in_thread);
}

bool
report_task_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}
