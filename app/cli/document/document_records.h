/* SPDX-License-Identifier: Apache-2.0
 *
 * Records of `stats` in a document: the same figures, under the same words as `stats --md`. */

#pragma once

#include "app/cli/document/document.h"
#include "app/cli/out/record.h"

/* Adds a table of the first n_max records, with the cells whose keys are in the comma-separated list, in its order; NULL takes
 * all but nested ones. Keys that the records do not have are left out. more is a sentence of where the others are, for the
 * note; NULL says only how many there are. Adds nothing if there are no records. */
void document_add_records (Document *document,
                           const char *title,
                           const GPtrArray *records,
                           const char *keys,
                           guint n_max,
                           const char *more);

/* Adds a table with a row for each cell of one record: what it is, and the value. */
void document_add_facts (Document *document, const char *title, const Record *record);

/* Returns the cell with that key, or NULL. */
const Cell *record_find (const Record *record, const char *key);
