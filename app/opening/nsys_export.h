/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs NVIDIA's nsys, which alone reads the reports of Nsight Systems (.nsys-rep), to export one as SQLite. */

#pragma once

#include <gio/gio.h>
#include <stdbool.h>

/* Returns the path of nsys in the search path, or NULL. Transfer full. */
char *nsys_export_program (void);

/* Returns whether the file is such a report. Reads its first bytes. */
bool nsys_export_is_report (const char *path);

typedef struct NsysExport NsysExport;

/* Starts `program export` in a process group of its own, in a worker thread. nsys writes into a folder of its own beside
 * target, and what it wrote becomes target (which is replaced) once it has ended well; that folder is gone when on_ready is
 * called, whatever happened. Cancelling ends nsys and its children: SIGTERM, after two seconds SIGKILL. Keep the result for
 * nsys_export_percent (). The paths are absolute. */
NsysExport *nsys_export_start (const char *program,
                               const char *report,
                               const char *target,
                               GCancellable *cancellable,
                               GAsyncReadyCallback on_ready,
                               gpointer ready_data);

/* Returns false with G_IO_ERROR_CANCELLED, or with an error whose message is what nsys said last, or why nsys could not be
 * started. */
bool nsys_export_finish (GAsyncResult *result, GError **error);

/* Returns the percentage that nsys printed last; -1 before the first one. */
int nsys_export_percent (const NsysExport *export);

NsysExport *nsys_export_ref (NsysExport *export);
void nsys_export_unref (NsysExport *export);

/* Returns the last percentage ("45%") in the text; -1 if there is none. For tests. */
int nsys_export_parse_percent (const char *text, size_t length);

/* Returns the last lines of what nsys printed, without its progress bars; "" for none. Valid UTF-8, transfer full. */
char *nsys_export_last_lines (const char *text, size_t length);
