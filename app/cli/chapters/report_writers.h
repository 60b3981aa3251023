/* SPDX-License-Identifier: Apache-2.0
 *
 * The forms in which reports are written, by the suffix of the file. Markdown is here; a program that can draw adds its own
 * (app/report/). */

#pragma once

#include "app/cli/chapters/profile_document.h"
#include "app/cli/comparing/compare_sides.h"
#include "trace/section/output_file.h"

typedef struct
{
  const char *suffix; /* ".html" */
  bool has_charts;

  /* Returns the bytes of the file, or NULL with an error. */
  GString *(*write) (const Document *document, GError **error);
} ReportWriter;

/* What a program that can draw brings along. */
typedef struct
{
  const ReportWriter *writers; /* ends with one without a suffix */

  /* Computes what the charts of a profile show, and returns what *ret_charts needs; free it with charts_free (). The charts in
   * a document outlive it. NULL with an error, or without one when it was cancelled. */
  gpointer (*profile_charts_new) (Trace *trace,
                                  const char *path,
                                  const char *name,
                                  const char *steps_pattern,
                                  const StatsScope *scope,
                                  bool (*should_continue) (void *user_data),
                                  DocumentCharts *ret_charts,
                                  GError **error);

  /* The same for a comparison. */
  gpointer (*comparison_charts_new) (const CompareSides *sides,
                                     const char *step_names,
                                     bool (*should_continue) (void *user_data),
                                     DocumentCharts *ret_charts,
                                     GError **error);
  void (*charts_free) (gpointer charts);
} ReportDrawing;

/* Adds what the program can draw; NULL for nothing. Call it once, at the begin. */
void report_writers_add (const ReportDrawing *drawing);
const ReportDrawing *report_writers_drawing (void);

/* Returns the writer for a path, or NULL. "-" is Markdown. */
const ReportWriter *report_writer_find (const char *path);

/* Writes a document to a file that was begun, and gives it its name; path is for messages. Errors as of output_file_commit (),
 * and of the writer. */
bool report_writer_save (
  const ReportWriter *writer, const Document *document, const char *path, OutputFile *file, GError **error);

/* Returns ".md, .html and .pdf", the endings that there are; transfer full. */
char *report_writers_suffixes (void);
