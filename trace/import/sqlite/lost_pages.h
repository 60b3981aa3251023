/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds the leaf pages of a damaged database whose rows SQLite cannot reach, and whose they are.
 *
 * A page belongs to the table whose tree leads to it. If no tree does, because the page above it is missing, it belongs to a
 * table only if
 *   - the schema, the freelist and everything that is left of the trees agree: no page has two places;
 *   - a page that led to pages of this table is missing, and the rowids of the page are ones that are missing with it;
 *   - each of its records is what the declared types of the table promise;
 *   - no other table that misses such a page, and those rowids, could have stored these records.
 * Else its rows are left. A page on the freelist belongs to nobody. If the freelist cannot be followed, or an entry of the
 * schema is missing, only the pages to which a tree leads are found.
 *
 * Memory: 24 bytes a leaf page, 24 a gap of a tree and 1 a page, and 21 pages. */

#pragma once

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/import/sqlite/page_file.h"
#include "trace/import/sqlite/table_shape.h"

typedef struct LostPages LostPages;

typedef struct
{
  int64_t first, last; /* rowids of its first and last row */
  uint32_t page;
  uint16_t table;
  bool is_reached; /* a tree leads to it */
} LostPage;

/* Reads every page of the file once. db and source are borrowed. keeps_on is called at least once per 1024 pages; false
 * from it ends the search. Returns NULL then, if memory runs out, which sets *ret_no_memory, or if the file tells nothing. */
LostPages *lost_pages_new (ByteSource *source,
                           sqlite3 *db,
                           bool (*keeps_on) (void *user_data),
                           void *user_data,
                           bool *ret_no_memory);
void lost_pages_free (LostPages *pages);

const PageFile *lost_pages_file (const LostPages *pages);

/* Returns the shape of a table with rowids that is known, or NULL. */
const TableShape *lost_pages_shape (const LostPages *pages, const char *table);

/* Sets *ret to the pages of a table with a row in low..high, ordered by rowid; no two of them overlap. A page that no tree
 * leads to is there only if all its rows are in low..high. The caller frees it. Returns false if memory runs out.
 * O(pages + n log n). */
bool lost_pages_of (const LostPages *pages,
                    const char *table,
                    int64_t low,
                    int64_t high,
                    LostPage **ret,
                    size_t *ret_n);
