/* SPDX-License-Identifier: Apache-2.0
 *
 * Texts in HTML that stay texts. They are valid UTF-8 without control characters, as those of a document are. */

#pragma once

#include <glib.h>

/* Appends a text for an element or a quoted attribute. */
void html_append_text (GString *out, const char *text);

/* Appends a sentence in which names stand between back ticks: those become code elements. No line ends
 * between a number and its unit. */
void html_append_sentence (GString *out, const char *text);
