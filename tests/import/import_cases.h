/* SPDX-License-Identifier: Apache-2.0
 *
 * Cases of a format: each file of a folder becomes bytes, which are opened; the profile as text (trace_text.h) is NAME.expect, or
 * "refused" and the reason. A case is also imported compressed and in pieces, with the same outcome; and those whose name begins
 * with y_whole are cut, where they open or are refused, nothing is counted twice, and what is missing is told.
 *
 * STEPSCOPE_WRITE_EXPECTED=1 writes the expectations anew; each is then to be checked by eye. */

#pragma once

#include <glib.h>

#include "trace/model/trace.h"

typedef struct
{
  const char *name; /* of the format, in the names of the tests: "xspace" */

  /* Returns the bytes of a case, transfer full. */
  GByteArray *(*bytes) (const char *path);

  /* Returns the number of events that the source has. NULL: the first line of the expectation says it, which a person has
   * counted. */
  uint64_t (*n_events) (const char *path);

  /* Returns whether a case can be imported in pieces. NULL: all can. */
  bool (*has_pieces) (const char *path);

  unsigned n_cuts; /* of a case that is cut: cuts at equal distances; 0: after every byte */

  /* Returns whether the profile of a cut case tells that something is missing, where it is. */
  bool (*is_told) (const Trace *trace);

  /* Checks more of a case that opens; may be NULL. */
  void (*check) (const char *path, const GByteArray *bytes, const Trace *trace);
} ImportCases;

/* Adds a test for each of the paths; cases must live until they have run. */
void import_cases_add (const ImportCases *cases, const GPtrArray *paths);

/* ---- the parts, for formats whose cases become several files ---- */

/* Opens bytes in a file of their own, whose path messages begin with. */
Trace *import_cases_open (const void *bytes, gsize n, char **ret_path, GError **error);

/* Returns the first line of an expectation, with the number of events that a person counted, which outlives rewriting; "?" if there
 * is none. expected may be NULL. Transfer full. */
char *import_cases_counted (const char *expected);

/* Checks that the profile is sound and that the events that were read and skipped are as many as that line says. */
void import_cases_check_counted (const Trace *trace, const char *counted);

/* Imports the bytes compressed and, if has_pieces, in pieces, and compares the outcomes. */
void import_cases_check_wrappings (const char *path, const void *bytes, gsize n, bool has_pieces);

/* Opens cuts of the bytes; n_events is the number of events of the whole, at which it ends. */
void import_cases_check_cuts (const void *bytes,
                              gsize n,
                              unsigned n_cuts,
                              uint64_t n_events,
                              bool (*is_told) (const Trace *trace));
