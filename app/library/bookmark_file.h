/* SPDX-License-Identifier: Apache-2.0
 *
 * Bookmarks as a JSON file for exchange with other people.
 *
 *   { "schema": "stepscope.bookmarks/1",
 *     "profile": { "key": "0123...", "name": "control.json.gz" },
 *     "bookmarks": [
 *       { "id": UUID, "kind": "time" | "range" | "slice", "begin_ns": 0, "end_ns": 0,
 *         "slice": IDENTITY (trace/model/slice_identity.h; of slices only), "title": "", "note": "", "colour": 0,
 *         "created_ms": 0, "modified_ms": 0 } ] }
 *
 * Times are relative to the profile's time origin. Unknown keys are ignored; id, colour, created_ms and modified_ms are
 * optional. Pure; any thread. */

#pragma once

#include "trace/model/bookmark.h"
#include "trace/model/trace.h"

/* Writes an array of Bookmark. name is the profile's name. Transfer full. */
GString *
bookmark_file_write (const GPtrArray *bookmarks, const uint8_t key[TRACE_KEY_BYTES], const char *name);

/* Returns an array of Bookmark, repaired, of at most BOOKMARK_FILE_MAX. Sets *ret_is_same if they were made in the
 * profile with that key; otherwise their times and slices may mean nothing in it. path is for messages. Fails with
 * TRACE_ERROR_DAMAGED. */
#define BOOKMARK_FILE_MAX       100000
#define BOOKMARK_FILE_BYTES_MAX (64 * 1024 * 1024)
GPtrArray *bookmark_file_read (const char *text,
                               size_t length,
                               const char *path,
                               const uint8_t key[TRACE_KEY_BYTES],
                               bool *ret_is_same,
                               GError **error);
