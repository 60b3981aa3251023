/* SPDX-License-Identifier: Apache-2.0
 *
 * The changes of the user to the rows of the timeline: opened and closed, hidden, pinned, moved among
 * siblings, resized, filtered by name. It identifies rows only by their paths (track_part.h), so it
 * outlives the tree and still applies after a rebuild of the cache or in another copy of the profile.
 *
 * Its text form has one line per change and is what is stored: see track_layout_to_text (). One owner
 * thread. */

#pragma once

#include <glib.h>
#include <stdbool.h>

typedef struct TrackLayout TrackLayout;

/* Changes beyond this number are dropped. */
#define TRACK_LAYOUT_ROWS_MAX   20000
#define TRACK_LAYOUT_PATH_MAX   12320 /* bytes: of a track (TRACK_PATH_MAX), and of a part of it */
#define TRACK_LAYOUT_FILTER_MAX 256   /* bytes */
#define TRACK_LAYOUT_TEXT_MAX   (4 << 20)

/* Height of a row with a scale, in percent of its default. */
#define TRACK_SIZE_LEAST  50
#define TRACK_SIZE_NORMAL 100
#define TRACK_SIZE_MOST   400

typedef enum
{
  TRACK_FOLD_DEFAULT, /* the user neither opened nor closed it */
  TRACK_FOLD_CLOSED,
  TRACK_FOLD_OPEN,
} TrackFolding;

TrackLayout *track_layout_new (void);
void track_layout_free (TrackLayout *layout);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrackLayout, track_layout_free)

/* Returns whether the layout contains no change. O(1). */
bool track_layout_is_default (const TrackLayout *layout);

/* Every function below that takes a path copies it. A change is ignored if the path is empty or too long, or if
 * TRACK_LAYOUT_ROWS_MAX other rows have changes already. */
TrackFolding track_layout_folding (const TrackLayout *layout, const char *path);
void track_layout_set_folding (TrackLayout *layout, const char *path, TrackFolding folding);

bool track_layout_is_hidden (const TrackLayout *layout, const char *path);
void track_layout_set_hidden (TrackLayout *layout, const char *path, bool is_hidden);

/* Returns the place among the pinned rows, or -1 if the row is not pinned. Places start at 0, ascend, and may have
 * gaps. A newly pinned row becomes the last. */
int track_layout_pin (const TrackLayout *layout, const char *path);
void track_layout_set_pinned (TrackLayout *layout, const char *path, bool is_pinned);
void track_layout_set_pin (TrackLayout *layout, const char *path, int pin);

/* Returns the place of a row among its siblings, from 0, or -1 if it has none. Siblings without a place follow those
 * with one, in their default order. */
int track_layout_place (const TrackLayout *layout, const char *path);
void track_layout_set_place (TrackLayout *layout, const char *path, int place);

/* Get and set the height in percent of the default, clamped to TRACK_SIZE_LEAST and TRACK_SIZE_MOST. */
int track_layout_size (const TrackLayout *layout, const char *path);
void track_layout_set_size (TrackLayout *layout, const char *path, int size);

/* Get and set the text that a row's name must contain to be shown. It is never NULL; "" shows all rows. A text of more
 * than TRACK_LAYOUT_FILTER_MAX bytes is cut between characters. */
const char *track_layout_filter (const TrackLayout *layout);
void track_layout_set_filter (TrackLayout *layout, const char *filter);

/* Resets everything to the default. */
void track_layout_clear (TrackLayout *layout);

/* Returns the line "stepscope-rows 1", then one line per change, sorted: "open PATH", "closed PATH", "hidden PATH",
 * "pin N PATH", "place N PATH", "size N PATH", "filter TEXT". The text is ASCII; other bytes of a PATH or TEXT,
 * unprintable ones and '%' are written as %XX. Returns "" for the default layout. Transfer full. */
char *track_layout_to_text (const TrackLayout *layout);

/* Reads a text of track_layout_to_text () of at most TRACK_LAYOUT_TEXT_MAX bytes. Keeps paths that no row
 * of the profile has and skips invalid lines. NULL or "" gives the default layout. Returns false and sets
 * the default layout if the text has another format or a later version. */
bool track_layout_from_text (TrackLayout *layout, const char *text);
