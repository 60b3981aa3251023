/* SPDX-License-Identifier: Apache-2.0 */

#include "app/start/known_source.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  KnownProfile *profile; /* NULL: gone */
  bool is_chosen;
} Row;

struct KnownSource
{
  TableSource table; /* first: what a table gets */
  TableColumn columns[N_KNOWN_COLUMNS];
  GArray *rows;        /* Row */
  GHashTable *numbers; /* path -> number + 1 */
  GHashTable *loaded;  /* path of the entry -> path as opened, or NULL */
  guint n_chosen;
};

/* clang-format off */
static const TableColumn columns[N_KNOWN_COLUMNS] = {
  [KNOWN_COLUMN_CHOSEN] =   { "chosen",   "",              N_ ("Chosen to be loaded or compared"),                              TABLE_CHECK, false },
  [KNOWN_COLUMN_NAME] =     { "name",     N_ ("Name"),     NULL,                                                                TABLE_NAME,  false },
  [KNOWN_COLUMN_FOLDER] =   { "folder",   N_ ("Folder"),   NULL,                                                                TABLE_TEXT,  false },
  [KNOWN_COLUMN_CREATED] =  { "created",  N_ ("Created"),  N_ ("When the recording began; when the file was written until the profile was opened"), TABLE_TEXT, false },
  [KNOWN_COLUMN_STATUS] =   { "status",   N_ ("Status"),   N_ ("In progress while the file grows, Completed, Stopped when it ends early, Failed when it cannot be opened"), TABLE_TEXT, false },
  [KNOWN_COLUMN_LOADED] =   { "loaded",   N_ ("Loaded"),   NULL,                                                                TABLE_TEXT,  false },
  [KNOWN_COLUMN_RANKS] =    { "ranks",    N_ ("Ranks"),    NULL,                                                                TABLE_COUNT, false },
  [KNOWN_COLUMN_STEPS] =    { "steps",    N_ ("Steps"),    N_ ("Steps of the rank that has most"),                              TABLE_COUNT, false },
  [KNOWN_COLUMN_HARDWARE] = { "hardware", N_ ("Hardware"), NULL,                                                                TABLE_TEXT,  false },
  [KNOWN_COLUMN_KIND] =     { "kind",     N_ ("Kind"),     NULL,                                                                TABLE_TEXT,  false },
  [KNOWN_COLUMN_SIZE] =     { "size",     N_ ("Size"),     N_ ("Size of the file, or of all files of the folder of ranks"),     TABLE_BYTES, false },
  [KNOWN_COLUMN_TAGS] =     { "tags",     N_ ("Tags"),     NULL,                                                                TABLE_TEXT,  false },
};
/* clang-format on */

static Row *
row_at (const KnownSource *source, uint64_t row)
{
  return row < source->rows->len ? &g_array_index (source->rows, Row, row) : NULL;
}

/* ---- cells ---- */

static TableValue
text_value (const char *text)
{
  return (TableValue){ .type = TABLE_VALUE_TEXT, .text = text };
}

static TableValue
number_value (int64_t number)
{
  return (TableValue){ .type = number >= 0 ? TABLE_VALUE_INTEGER : TABLE_VALUE_NONE, .integer = number };
}

static TableValue
value (const TableSource *table, size_t number, int column)
{
  const KnownSource *source = (const KnownSource *) table;
  const Row *row = row_at (source, number);

  if (row == NULL || row->profile == NULL)
    return text_value ("");
  const KnownProfile *profile = row->profile;
  const LibraryEntry *entry = profile->entry;
  switch ((KnownColumn) column)
    {
    case KNOWN_COLUMN_CHOSEN:
      return number_value (row->is_chosen);
    case KNOWN_COLUMN_NAME:
      return text_value (profile->name);
    case KNOWN_COLUMN_FOLDER:
      return text_value (profile->folder);
    case KNOWN_COLUMN_CREATED:
      return text_value (profile->created);
    case KNOWN_COLUMN_STATUS:
      return text_value (known_status_word (entry->status));
    case KNOWN_COLUMN_LOADED:
      return text_value (
        source->loaded != NULL && g_hash_table_contains (source->loaded, entry->path) ? _ ("loaded") : "");
    case KNOWN_COLUMN_RANKS:
      return number_value (entry->n_ranks);
    case KNOWN_COLUMN_STEPS:
      return number_value (entry->n_steps);
    case KNOWN_COLUMN_HARDWARE:
      return text_value (entry->hardware);
    case KNOWN_COLUMN_KIND:
      return text_value (known_kind_word (entry->kind));
    case KNOWN_COLUMN_SIZE:
      return number_value (entry->size_bytes);
    case KNOWN_COLUMN_TAGS:
      return text_value (entry->tags);
    case N_KNOWN_COLUMNS:
      break;
    }
  return text_value ("");
}

static char *
reason (const TableSource *table, size_t number, int column)
{
  const Row *row = row_at ((const KnownSource *) table, number);

  if (row == NULL || row->profile == NULL)
    return NULL;
  const LibraryEntry *entry = row->profile->entry;
  if (column == KNOWN_COLUMN_STATUS && *entry->reason != '\0')
    return g_strdup (entry->reason);
  if (column == KNOWN_COLUMN_NAME)
    return *entry->note != '\0' ? g_strdup (entry->note) : NULL;
  if (column == KNOWN_COLUMN_FOLDER)
    return g_filename_display_name (entry->path);
  if ((column == KNOWN_COLUMN_STEPS && entry->n_steps < 0)
      || (column == KNOWN_COLUMN_RANKS && entry->n_ranks < 0))
    return g_strdup (_ ("It is known once the profile was opened."));
  return NULL;
}

/* ---- rows ---- */

static void
clear_row (gpointer row)
{
  g_clear_pointer (&((Row *) row)->profile, known_profile_unref);
}

static void
free_source (TableSource *table)
{
  KnownSource *source = (KnownSource *) table;

  g_array_unref (source->rows);
  g_hash_table_unref (source->numbers);
  g_clear_pointer (&source->loaded, g_hash_table_unref);
  g_free (source);
}

KnownSource *
known_source_new (void)
{
  KnownSource *source = g_new0 (KnownSource, 1);

  table_source_init (&source->table);
  for (int i = 0; i < N_KNOWN_COLUMNS; i++)
    {
      source->columns[i] = columns[i];
      source->columns[i].title = *columns[i].title != '\0' ? _ (columns[i].title) : "";
      source->columns[i].tooltip = columns[i].tooltip != NULL ? _ (columns[i].tooltip) : NULL;
    }
  source->table.n_columns = N_KNOWN_COLUMNS;
  source->table.columns = source->columns;
  source->table.value = value;
  source->table.reason = reason;
  source->table.free = free_source;
  source->rows = g_array_new (FALSE, TRUE, sizeof (Row));
  g_array_set_clear_func (source->rows, clear_row);
  source->numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return source;
}

TableSource *
known_source_table (KnownSource *source)
{
  return &source->table;
}

uint64_t
known_source_row (KnownSource *source, const char *path)
{
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (source->numbers, path));

  return number > 0 ? number - 1 : UINT64_MAX;
}

void
known_source_set_profiles (KnownSource *source, const GPtrArray *profiles)
{
  for (guint i = 0; i < source->rows->len; i++)
    clear_row (row_at (source, i));
  for (guint i = 0; i < profiles->len; i++)
    {
      KnownProfile *profile = profiles->pdata[i];
      uint64_t number = known_source_row (source, profile->entry->path);

      if (number == UINT64_MAX)
        {
          Row row = { 0 };

          number = source->rows->len;
          g_array_append_val (source->rows, row);
          g_hash_table_insert (source->numbers, g_strdup (profile->entry->path),
                               GUINT_TO_POINTER (source->rows->len));
        }
      row_at (source, number)->profile = known_profile_ref (profile);
    }
  source->n_chosen = 0;
  for (guint i = 0; i < source->rows->len; i++)
    {
      Row *row = row_at (source, i);

      row->is_chosen &= row->profile != NULL;
      source->n_chosen += row->is_chosen;
    }
  source->table.n_rows = source->rows->len;
}

void
known_source_set_loaded (KnownSource *source, GHashTable *paths)
{
  g_hash_table_ref (paths);
  g_clear_pointer (&source->loaded, g_hash_table_unref);
  source->loaded = paths;
}

GHashTable *
known_source_loaded (KnownSource *source)
{
  return source->loaded;
}

const char *
known_source_path_to_open (KnownSource *source, const char *path)
{
  const char *opened = source->loaded != NULL ? g_hash_table_lookup (source->loaded, path) : NULL;

  return opened != NULL ? opened : path;
}

bool
known_source_is_loaded (KnownSource *source, uint64_t row)
{
  const KnownProfile *profile = known_source_get (source, row);

  return profile != NULL && source->loaded != NULL
         && g_hash_table_contains (source->loaded, profile->entry->path);
}

KnownProfile *
known_source_get (KnownSource *source, uint64_t row)
{
  return row < source->rows->len ? row_at (source, row)->profile : NULL;
}

void
known_source_set_chosen (KnownSource *source, uint64_t number, bool is_chosen)
{
  Row *row = row_at (source, number);

  if (row == NULL || row->profile == NULL || row->is_chosen == is_chosen)
    return;
  row->is_chosen = is_chosen;
  source->n_chosen += is_chosen ? 1 : (guint) -1;
}

bool
known_source_is_chosen (KnownSource *source, uint64_t number)
{
  const Row *row = row_at (source, number);

  return row != NULL && row->is_chosen;
}

guint
known_source_n_chosen (KnownSource *source)
{
  return source->n_chosen;
}
