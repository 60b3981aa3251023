/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds a command by parts of its title. Pure functions. */

#pragma once

#include <glib.h>

/* Returns the text without case and without combining marks: "Größe" as "große", "Été" as "ete". Transfer full. */
char *command_search_fold (const char *text);

/* Returns how well a text matches a question; both must be folded. The question's words may be parts of words, in any
 * order. Returns 0 when one of them is missing. Otherwise a larger number is a better match: the text begins with the
 * question, its words begin with the question's words, or its words contain them. */
guint command_search_rank (const char *text, const char *question);
