/* SPDX-License-Identifier: Apache-2.0
 *
 * A document as a PDF of A4 pages. Its metadata have the title and the program, but no date, user or machine: the same document
 * gives the same bytes. */

#pragma once

#include "app/cli/document/document.h"

/* Drawings of charts are those of report_chart_add (). Returns NULL with TRACE_ERROR_NO_MEMORY when Cairo fails. Any thread. */
GString *document_pdf (const Document *document, GError **error);
