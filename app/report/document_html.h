/* SPDX-License-Identifier: Apache-2.0
 *
 * A document as one HTML page that needs nothing else: no network, and no script to read it. Its policy (a meta element) forbids
 * everything but its own style and script. The same document gives the same bytes. */

#pragma once

#include "app/cli/document/document.h"

/* At most so many bytes, whatever a trace holds: charts that would not fit are left out, which is said in their place. */
#define DOCUMENT_HTML_MAX_BYTES 2900000

/* Drawings of charts are those of report_chart_add (). Returns NULL with TRACE_ERROR_NO_MEMORY when a picture cannot be made. Any
 * thread. */
GString *document_html (const Document *document, GError **error);
