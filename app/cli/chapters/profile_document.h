/* SPDX-License-Identifier: Apache-2.0
 *
 * The report on one profile as a document: what was loaded, what is wrong with it, and the figures of `stats`, chapter by
 * chapter. The window and the command line make the same one. */

#pragma once

#include "app/cli/chapters/chapter_findings.h"
#include "trace/findings/finding_thresholds.h"
#include "trace/stats/scope.h"

/* Adds the charts of a chapter, whose id is one of chapters.c, to the document; NULL adds none. */
typedef struct
{
  void (*add) (Document *document, const char *chapter, void *user_data);
  void *user_data;
} DocumentCharts;

typedef struct
{
  const StatsScope *scope;
  const char *name; /* of the profile, as it is shown; no path, which may tell who recorded it */
  const FindingThresholds *thresholds; /* NULL: as they are */
  DismissedFindings dismissed;
  DocumentCharts charts;
  bool (*should_continue) (void *user_data); /* may be NULL; called on several threads at once */
  void *user_data;
} ProfileContents;

/* Returns NULL when should_continue () returned false or memory ran out. Takes the time of all reports of `stats` and of
 * findings_compute (): call it from a worker thread. Not on several threads at once. */
Document *profile_document_new (const ProfileContents *contents);
