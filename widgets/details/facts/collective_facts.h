/* SPDX-License-Identifier: Apache-2.0
 *
 * What the details say of a rank's part of a collective, in words and figures (METRICS 19). */

#pragma once

#include "widgets/details/facts/detail_fields.h"
#include "widgets/timeline/links/collective_links.h"

/* Returns "Waited 3.120 ms for rank 4.", or of the last one "Came last: 7 other ranks waited for it, up to 3.120 ms.".
 * Transfer full. */
char *collective_facts_sentence (const Trace *trace, const CollectiveLink *link, const NumberStyle *numbers);

/* Returns what makes the figures doubtful, or other than the rows show them: clocks that are not certain, or that the times
 * of the profile are not on one clock. NULL if nothing does. Transfer full. O(parts). */
char *collective_facts_doubt (const Trace *trace, const CollectiveLink *link);

/* Adds the fields of the collective. The size of its message is that of the last part. O(arguments of a slice). */
void collective_facts_add (GArray *fields,
                           const Trace *trace,
                           const CollectiveLink *link,
                           const NumberStyle *numbers);
