/* SPDX-License-Identifier: Apache-2.0
 *
 * What the user did to the rows of the timeline: opened and closed, hidden, pinned, moved among their siblings, made
 * higher or lower, filtered by name. A value of its own, which knows rows by their paths alone (track_part.h), so that
 * it outlives the tree and is found again after a rebuild of the cache, or in another copy of the profile.
 *
 * As text it is one line a decision, and is remembered so: see track_layout_to_text (). One owner thread. */

#pragma once

#include <glib.h>
#include <stdbool.h>

typedef struct TrackLayout TrackLayout;

/* Decisions beyond these are dropped; nobody makes so many by hand. */
#define TRACK_LAYOUT_ROWS_MAX   20000
#define TRACK_LAYOUT_PATH_MAX   12320 /* bytes: of a track (TRACK_PATH_MAX), and of a part of it */
#define TRACK_LAYOUT_FILTER_MAX 256   /* bytes */
#define TRACK_LAYOUT_TEXT_MAX   (4 << 20)

/* Height of a row with a scale, in per cent of its usual one. */
#define TRACK_SIZE_LEAST  50
#define TRACK_SIZE_NORMAL 100
#define TRACK_SIZE_MOST   400

typedef enum
{
  TRACK_FOLD_DEFAULT, /* as the design has it */
  TRACK_FOLD_CLOSED,
  TRACK_FOLD_OPEN,
} TrackFolding;

TrackLayout *track_layout_new (void);
void track_layout_free (TrackLayout *layout);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrackLayout, track_layout_free)

/* Nothing was ever done: every row as the design has it. */
bool track_layout_is_default (const TrackLayout *layout);

/* Each takes a path and keeps a copy. One that is empty, too long or one too many is ignored. */
TrackFolding track_layout_folding (const TrackLayout *layout, const char *path);
void track_layout_set_folding (TrackLayout *layout, const char *path, TrackFolding folding);

bool track_layout_is_hidden (const TrackLayout *layout, const char *path);
void track_layout_set_hidden (TrackLayout *layout, const char *path, bool is_hidden);

/* Place among the pinned rows, from 0, ascending but not without gaps; -1: not pinned. A row that is pinned becomes the
 * last of them. */
int track_layout_pin (const TrackLayout *layout, const char *path);
void track_layout_set_pinned (TrackLayout *layout, const char *path, bool is_pinned);
void track_layout_set_pin (TrackLayout *layout, const char *path, int pin);

/* Place among its siblings, from 0; -1: as the design has it, behind those that have one. */
int track_layout_place (const TrackLayout *layout, const char *path);
void track_layout_set_place (TrackLayout *layout, const char *path, int place);

/* In per cent; kept between TRACK_SIZE_LEAST and TRACK_SIZE_MOST. */
int track_layout_size (const TrackLayout *layout, const char *path);
void track_layout_set_size (TrackLayout *layout, const char *path, int size);

/* Rows whose name has this in it are shown; never NULL, "": all. Cut to whole characters. */
const char *track_layout_filter (const TrackLayout *layout);
void track_layout_set_filter (TrackLayout *layout, const char *filter);

/* Everything as the design has it. */
void track_layout_clear (TrackLayout *layout);

/* "stepscope-rows 1", then a line a decision, sorted: "open PATH", "closed PATH", "hidden PATH", "pin N PATH",
 * "place N PATH", "size N PATH", "filter TEXT"; ASCII, bytes of texts that are not printable or '%' as %XX. "" for the default layout.
 * Transfer full. */
char *track_layout_to_text (const TrackLayout *layout);

/* What track_layout_to_text () wrote, at most TRACK_LAYOUT_TEXT_MAX bytes. Paths that no row of the profile has are
 * kept, lines that make no sense are skipped. NULL or "": the default layout. False, and the layout is the default:
 * the text is another thing, or of a later version. */
bool track_layout_from_text (TrackLayout *layout, const char *text);
