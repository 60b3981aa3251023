/* SPDX-License-Identifier: Apache-2.0
 *
 * What changed most, in one or two sentences that can be checked.
 *
 *   Steps take 18.20 ms longer (+27 %, 95 % interval +25..+30): 11.00 ms exposed `all_reduce`, 6.100 ms `gemm`
 *   replaced by `triton_mm`. */

#pragma once

#include <glib.h>

#include "trace/compare/headline.h"

/* Returns the text in the user's language, such as gettext (). */
typedef const char *(*HeadlineTranslate) (const char *text);

/* Returns sentences in plain text, about all sides but the baseline; names in them are display names. Labels of sides are
 * "A", "B" and so on. translate may be NULL: then they are English. Transfer full (g_strfreev ()). */
char **headline_texts (const Comparison *comparison, HeadlineTranslate translate);

/* Says why the steps of the sides are not used, in a clause such as "A has no steps, and B's only step in scope is recorded
 * in part"; NULL if they are. translate may be NULL. Transfer full (g_free ()). */
char *compare_lack_text (const Comparison *comparison, HeadlineTranslate translate);

/* Returns the label of a side: "A" to "Z", then "S26" and so on. Transfer full (g_free ()). */
char *compare_side_label (uint32_t side);

/* Returns what a device waits for, in a clause such as "the host fetches the next batch". */
const char *idle_cause_clause (IdleCause cause);
