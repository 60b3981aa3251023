/* SPDX-License-Identifier: Apache-2.0
 *
 * A report as a list of blocks: headings, texts, lists, tables and charts. It is built once and then written as Markdown
 * (app/cli/document/document_markdown.h), HTML or PDF (app/report/).
 *
 * Every text is valid UTF-8 without control characters and without characters that change the direction of text, and at most
 * DOCUMENT_TEXT_MAX characters long (names: DOCUMENT_NAME_MAX), whatever a trace holds: functions that take a text copy it and
 * make it so. In sentences, names stand between back ticks and have none inside. A document is built and written on one
 * thread at a time; any thread. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#define DOCUMENT_TEXT_MAX 2000 /* characters of a sentence */
#define DOCUMENT_NAME_MAX 120  /* characters of a name in a table; longer ones lose their middle */

typedef enum
{
  DOCUMENT_HEADING,
  DOCUMENT_TEXT,
  DOCUMENT_ITEM, /* of a list; items that follow each other are one list */
  DOCUMENT_TABLE,
  DOCUMENT_CHART,
} DocumentBlockKind;

typedef struct
{
  char *title;
  bool is_text; /* aligned to the left; else its cells are numbers */
} DocumentColumn;

typedef struct
{
  char *text;
  char *exact;  /* of a number: the decimal that `stats --json` prints; NULL for texts and unknown numbers */
  bool is_name; /* a name of the trace */
} DocumentCell;

typedef struct
{
  GArray *columns; /* DocumentColumn */
  GArray *cells;   /* DocumentCell, row after row */
  char *note;      /* below the table, such as which rows are left out; NULL for none */
  bool is_facts;   /* rows are of different things, so that there is nothing to sort */
} DocumentTable;

typedef struct
{
  int width_px, height_px;
  gpointer drawing; /* owned; only who added it knows what it is */
  GDestroyNotify free_drawing;
} DocumentChart;

typedef struct
{
  DocumentBlockKind kind;
  int level;   /* of a heading: 2 for a chapter, 3 for a part of it */
  char *id;    /* of a heading of level 2, static letters, digits and '-'; NULL otherwise */
  char *mark;  /* of a heading: a word such as "high" that stands beside it; NULL for none */
  char *title; /* of a heading, table or chart */
  char *text;  /* of a text or item; of a chart, its figures in words, for who does not see it */
  char *note;  /* of a chart: what its figures are, or NULL */
  DocumentTable *table;
  DocumentChart chart;
} DocumentBlock;

typedef struct
{
  char *title;
  GPtrArray *blocks; /* DocumentBlock, in order */
} Document;

Document *document_new (const char *title);
void document_free (Document *document);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Document, document_free)

/* Begins a chapter. id names it in links; it is static and unique in the document. */
void document_add_chapter (Document *document, const char *id, const char *title);

/* Begins a part of a chapter. mark may be NULL. */
void document_add_part (Document *document, const char *title, const char *mark);

void document_add_text (Document *document, const char *text);
void document_add_format (Document *document, const char *format, ...) G_GNUC_PRINTF (2, 3);
void document_add_item (Document *document, const char *text);

/* Adds a table, which the document owns. Columns come before cells, and every row has a cell for each column. */
DocumentTable *document_add_table (Document *document, const char *title);
void document_table_add_column (DocumentTable *table, const char *title, bool is_text);
void document_table_add_text (DocumentTable *table, const char *text);

/* Add a name of the trace, and another text of it, such as that of a node; both are cut. */
void document_table_add_name (DocumentTable *table, const char *name, size_t length);
void document_table_add_word (DocumentTable *table, const char *text, size_t length);

/* exact is the decimal for sorting, or NULL where the number is not known. */
void document_table_add_number (DocumentTable *table, const char *text, const char *exact);

/* Sets the note below a table. */
void document_table_set_note (DocumentTable *table, const char *note);
guint document_table_n_rows (const DocumentTable *table);

/* Adds a chart. text says the same in words, note stands below it and may be NULL. Takes drawing, which free_drawing () frees. */
void document_add_chart (Document *document,
                         const char *title,
                         const char *text,
                         const char *note,
                         int width_px,
                         int height_px,
                         gpointer drawing,
                         GDestroyNotify free_drawing);

/* Returns a name for a sentence: between back ticks, cut as in a table. Transfer full. */
char *document_name (const char *name, size_t length);
