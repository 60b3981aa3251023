/* SPDX-License-Identifier: Apache-2.0
 *
 * Finding a command by what one remembers of its name. Pure. */

#pragma once

#include <glib.h>

/* Text without case and without what letters wear: "Größe" as "große", "Été" as "ete". */
char *command_search_fold (const char *text);

/* How well a text answers a question, both folded; the question's words may be parts of words, in any order. 0: not
 * every one of them is in it; otherwise the larger the better: the text begins with the question, its words begin with
 * those of the question, or merely have them. */
guint command_search_rank (const char *text, const char *question);
