/* SPDX-License-Identifier: Apache-2.0
 *
 * The known profiles as rows of a table. A row is a profile and keeps its number as long as the source lives, whatever
 * comes and goes. Unlike other sources it changes while it is shown, so only the main thread may use it. */

#pragma once

#include <glib.h>

#include "app/known/known_profile.h"
#include "widgets/tables/table_source.h"

/* The columns. */
typedef enum
{
  KNOWN_COLUMN_CHOSEN,
  KNOWN_COLUMN_NAME,
  KNOWN_COLUMN_FOLDER,
  KNOWN_COLUMN_CREATED,
  KNOWN_COLUMN_STATUS,
  KNOWN_COLUMN_LOADED,
  KNOWN_COLUMN_RANKS,
  KNOWN_COLUMN_STEPS,
  KNOWN_COLUMN_HARDWARE,
  KNOWN_COLUMN_KIND,
  KNOWN_COLUMN_SIZE,
  KNOWN_COLUMN_TAGS,
  N_KNOWN_COLUMNS
} KnownColumn;

typedef struct KnownSource KnownSource;

KnownSource *known_source_new (void);

/* Borrowed; release it with table_source_unref (). */
TableSource *known_source_table (KnownSource *source);

/* Sets the profiles (KnownProfile) that there are now. Those that are gone are no longer chosen. */
void known_source_set_profiles (KnownSource *source, const GPtrArray *profiles);

/* Sets what is loaded: path of the entry -> path under which it was opened, which may have links. */
void known_source_set_loaded (KnownSource *source, GHashTable *paths);
GHashTable *known_source_loaded (KnownSource *source); /* borrowed; NULL before it was set */
bool known_source_is_loaded (KnownSource *source, uint64_t row);

/* Returns the path under which the profile of an entry is opened: as it was before, if it is loaded, so that it is not
 * loaded twice. Valid until the next known_source_set_loaded (), and as long as path. */
const char *known_source_path_to_open (KnownSource *source, const char *path);

/* Returns the profile of the row, borrowed, or NULL if it is gone. */
KnownProfile *known_source_get (KnownSource *source, uint64_t row);

/* Returns the row of the path, or UINT64_MAX. */
uint64_t known_source_row (KnownSource *source, const char *path);

void known_source_set_chosen (KnownSource *source, uint64_t row, bool is_chosen);
bool known_source_is_chosen (KnownSource *source, uint64_t row);
guint known_source_n_chosen (KnownSource *source);
