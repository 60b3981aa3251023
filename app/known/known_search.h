/* SPDX-License-Identifier: Apache-2.0
 *
 * What is typed into the search of known profiles, and which profiles it finds. Words are combined: each has to be found.
 *
 *   nightly h100         both words, anywhere: name, tags, note, status, date, GPU, kind, path
 *   "two words"          as one
 *   -debug               not this one
 *   status:failed        in that field only: name, tag, note, status, date, gpu, kind, folder
 *   tag:nightly          a whole tag
 *   date:2026-11         the date begins so; date:>2026-10, date:<=2026-11-24 compare dates
 *
 * Case does not matter. A word whose part before the colon is no field is searched as it is. */

#pragma once

#include "app/known/known_profile.h"

typedef struct KnownSearch KnownSearch;

KnownSearch *known_search_new (const char *text);
void known_search_free (KnownSearch *search);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KnownSearch, known_search_free)

/* Returns whether it finds every profile. */
bool known_search_is_empty (const KnownSearch *search);

/* O(words x length of the texts). Any thread. */
bool known_search_finds (const KnownSearch *search, const KnownProfile *profile);
