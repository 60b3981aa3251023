/* SPDX-License-Identifier: Apache-2.0
 *
 * The chapters that consist of reports of `stats`, in their order, as a table. To add a report to one, add a line to it in
 * chapters.c. */

#pragma once

#include "app/cli/document/document.h"
#include "app/cli/reports/report_figures.h"

typedef struct
{
  const char *report;  /* name of a report of `stats`; NULL ends the tables of a chapter */
  const char *columns; /* keys of its records, comma-separated; NULL: all */
  unsigned n_rows;     /* at most; 0: CHAPTER_ROWS */
  const char *title;   /* NULL: that of the report */
} ChapterTable;

#define CHAPTER_ROWS       25
#define CHAPTER_TABLES_MAX 8

typedef struct
{
  const char *id;    /* for links and charts */
  const char *title;
  const char *text;  /* what its figures are, in a sentence or two */
  const char *empty; /* what is said of a profile without them */
  ChapterTable tables[CHAPTER_TABLES_MAX];

  /* Returns whether the profile has anything of that kind; NULL: always. */
  bool (*applies) (ReportFigures *figures);

  /* Adds what is no report of stats; may be NULL. Returns false when memory ran out. */
  bool (*add) (Document *document, ReportFigures *figures);
} Chapter;

/* Ends with one without an id. */
extern const Chapter chapters[];

/* Adds the tables of a chapter that have rows. Returns false when memory ran out. */
bool chapter_add_tables (const Chapter *chapter, Document *document, ReportFigures *figures);
