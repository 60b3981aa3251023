/* SPDX-License-Identifier: Apache-2.0
 *
 * Makes the report on a profile or a comparison and writes it to a file, on a worker thread. */

#pragma once

#include <gio/gio.h>

#include "app/saving/report_subject.h"

/* References what is in the subject. The suffix of path says what is written (app/cli/chapters/report_writers.h). Reports are made
 * one after the other. */
void report_task_run (const ReportSubject *subject,
                      const char *path,
                      GCancellable *cancellable,
                      GAsyncReadyCallback on_ready,
                      gpointer ready_data);

/* Errors: those of writing, and of memory; TRACE_ERROR_NO_SUCH for a suffix that says nothing; G_IO_ERROR_CANCELLED. */
bool report_task_finish (GAsyncResult *result, GError **error);
