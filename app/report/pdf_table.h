/* SPDX-License-Identifier: Apache-2.0
 *
 * A table of a PDF: as wide as the page, with its head again at the top of each page. A row is never cut by the end of a page. */

#pragma once

#include "app/cli/document/document.h"
#include "app/report/pdf_sheet.h"

/* The least room that a table begins in. */
#define PDF_TABLE_MIN_PT 70.0

void pdf_table_write (PdfSheet *sheet, const char *title, const DocumentTable *table);
