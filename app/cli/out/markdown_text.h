/* SPDX-License-Identifier: Apache-2.0
 *
 * Texts in GitHub's Markdown that stay texts. */

#pragma once

#include <glib.h>

/* Returns a text that may stand in a code span in a cell of a table. Transfer full. */
char *markdown_code_cell (const char *text);

/* Appends a sentence without control characters, in which names stand between back ticks: those stay code, and whatever else
 * would be markup is escaped. It may stand in a cell of a table, too. */
void markdown_append_sentence (GString *out, const char *text);
