/* SPDX-License-Identifier: Apache-2.0
 *
 * "Save Report…": asks where, writes the report on a worker thread, and tells the result in a toast that opens it. Main thread. */

#pragma once

#include <adwaita.h>

#include "app/saving/report_task.h"

/* References what is in the subject, from which cancellable keeps the result. name is that of the profile, which proposes that of
 * the file. */
void save_report_ask (GtkWindow *window,
                      AdwToastOverlay *toasts,
                      const ReportSubject *subject,
                      const char *name,
                      GCancellable *cancellable);
