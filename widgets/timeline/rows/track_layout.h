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
  TRACK_FOLD_DEFAULT, /* the default */
  TRACK_FOLD_CLOSED,
  TRACK_FOLD_OPEN,
} TrackFolding;

TrackLayout *track_layout_new (void);
void track_layout_free (TrackLayout *layout);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrackLayout, track_layout_free)

/* Creates the default layout. */
bool track_layout_is_default (const TrackLayout *layout);

/* Each copies the path. It is ignored if it is empty, too long, or exceeds the limit. */
TrackFolding track_layout_folding (const TrackLayout *layout, const char *path);
void track_layout_set_folding (TrackLayout *layout, const char *path, TrackFolding folding);

bool track_layout_is_hidden (const TrackLayout *layout, const char *path);
void track_layout_set_hidden (TrackLayout *layout, const char *path, bool is_hidden);

/* Returns the place among the pinned rows, from 0, ascending but possibly with gaps; -1: not pinned. A
 * newly pinned row becomes the last. */
int track_layout_pin (const TrackLayout *layout, const char *path);
void track_layout_set_pinned (TrackLayout *layout, const char *path, bool is_pinned);
void track_layout_set_pin (TrackLayout *layout, const char *path, int pin);

/* Returns the place among its siblings, from 0; -1: default, after those that have one. */
int track_layout_place (const TrackLayout *layout, const char *path);
void track_layout_set_place (TrackLayout *layout, const char *path, int place);

/* In percent; clamped to TRACK_SIZE_LEAST and TRACK_SIZE_MOST. */
int track_layout_size (const TrackLayout *layout, const char *path);
void track_layout_set_size (TrackLayout *layout, const char *path, int size);

/* Shows only rows whose name contains the text; never NULL, "": all. Cut at whole characters. */
const char *track_layout_filter (const TrackLayout *layout);
void track_layout_set_filter (TrackLayout *layout, const char *filter);

/* Resets everything to the default. */
void track_layout_clear (TrackLayout *layout);

/* "stepscope-rows 1", then a line a decision, sorted: "open PATH", "closed PATH", "hidden PATH", "pin N PATH",
 * "place N PATH", "size N PATH", "filter TEXT"; ASCII, bytes of texts that are not printable or '%' as %XX. "" for the default layout.
 * Transfer full. */
char *track_layout_to_text (const TrackLayout *layout);

/* Reads a text of track_layout_to_text () of at most TRACK_LAYOUT_TEXT_MAX bytes. Keeps paths that no row
 * of the profile has and skips invalid lines. NULL or "" gives the default layout. Returns false and sets
 * the default layout if the text has another format or a later version. */
bool track_layout_from_text (TrackLayout *layout, const char *text);
