/* SPDX-License-Identifier: Apache-2.0 */

#include "app/desktop/settings.h"

#include <gio/gio.h>
#include <string.h>

#include "trace/cache/cache.h"
#include "trace/findings/threshold_file.h"
#include "trace/stats/idle/idle_causes.h"

#define KEY_WIDTH     "window-width"
#define KEY_HEIGHT    "window-height"
#define KEY_MAXIMIZED "window-maximized"
#define KEY_COLORS    "color-scheme"
#define KEY_TABLE     "table"
#define KEY_COLUMNS   "table-columns"

/* As in the schema, for where there is none. */
static const WindowSize default_size = { 1280, 800, false };

static const char *const color_words[N_COLOR_CHOICES] = { "system", "light", "dark" };

/* g_settings_new () ends the program when the schema is missing, so it is looked up first: where it is installed,
 * then where the build leaves it. */
static GSettings *
open_store (void)
{
  GSettingsSchemaSource *installed = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchema) schema = NULL;

  if (installed != NULL)
    schema = g_settings_schema_source_lookup (installed, STEPSCOPE_APPLICATION_ID, TRUE);
  if (schema == NULL)
    {
      g_autoptr (GSettingsSchemaSource) built =
        g_settings_schema_source_new_from_directory (STEPSCOPE_BUILD_SCHEMAS, installed, TRUE, NULL);
      if (built != NULL)
        schema = g_settings_schema_source_lookup (built, STEPSCOPE_APPLICATION_ID, FALSE);
    }
  return schema != NULL ? g_settings_new_full (schema, NULL, NULL) : NULL;
}

/* NULL: nothing is stored. */
static GSettings *
store (void)
{
  static GSettings *settings;
  static bool is_open;

  if (!is_open)
    {
      settings = open_store ();
      is_open = true;
    }
  return settings;
}

WindowSize
settings_window_size (void)
{
  WindowSize size = default_size;

  if (store () != NULL)
    size = (WindowSize){ .width_px = g_settings_get_int (store (), KEY_WIDTH),
                         .height_px = g_settings_get_int (store (), KEY_HEIGHT),
                         .is_maximized = g_settings_get_boolean (store (), KEY_MAXIMIZED) };
  size.width_px = MAX (size.width_px, WINDOW_WIDTH_MIN_PX);
  size.height_px = MAX (size.height_px, WINDOW_HEIGHT_MIN_PX);
  return size;
}

void
settings_set_window_size (const WindowSize *size)
{
  if (store () == NULL)
    return;
  g_settings_set_int (store (), KEY_WIDTH, size->width_px);
  g_settings_set_int (store (), KEY_HEIGHT, size->height_px);
  g_settings_set_boolean (store (), KEY_MAXIMIZED, size->is_maximized);
}

const char *
color_choice_word (ColorChoice colors)
{
  return color_words[colors];
}

ColorChoice
color_choice_find (const char *word)
{
  for (int i = 0; i < N_COLOR_CHOICES; i++)
    if (strcmp (word, color_words[i]) == 0)
      return (ColorChoice) i;
  return COLORS_FOLLOW_SYSTEM;
}

ColorChoice
settings_colors (void)
{
  if (store () == NULL)
    return COLORS_FOLLOW_SYSTEM;
  g_autofree char *word = g_settings_get_string (store (), KEY_COLORS);
  return color_choice_find (word);
}

void
settings_set_colors (ColorChoice colors)
{
  if (store () != NULL)
    g_settings_set_string (store (), KEY_COLORS, color_choice_word (colors));
}

uint64_t
settings_cache_limit_bytes (void)
{
  if (store () == NULL)
    return CACHE_LIMIT_BYTES;
  return (uint64_t) CLAMP (g_settings_get_int (store (), SETTINGS_CACHE_LIMIT), 0, CACHE_LIMIT_GIB_MAX) << 30;
}

int64_t
settings_launch_gap_ns (void)
{
  if (store () == NULL)
    return IDLE_SHORT_NS;
  return CLAMP (g_settings_get_int (store (), SETTINGS_LAUNCH_GAP), 0, LAUNCH_GAP_US_MAX) * INT64_C (1000);
}

void
settings_follow (const char *key, GObject *object, GCallback changed)
{
  g_autofree char *signal = g_strconcat ("changed::", key, NULL);

  if (store () != NULL)
    g_signal_connect_object (store (), signal, changed, object, G_CONNECT_SWAPPED);
}

bool
settings_remember_views (void)
{
  return store () == NULL || g_settings_get_boolean (store (), SETTINGS_REMEMBER_VIEWS);
}

/* ---- tables ---- */

/* Of this run: by key, where nothing is stored. */
static GHashTable *
unstored (void)
{
  static GHashTable *values;

  if (values == NULL)
    values = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_variant_unref);
  return values;
}

GVariant *
settings_value (const char *key, const char *type)
{
  GVariant *value =
    store () != NULL ? g_settings_get_value (store (), key) : g_hash_table_lookup (unstored (), key);

  if (value == NULL)
    return g_variant_ref_sink (g_variant_new_array (g_variant_type_element (G_VARIANT_TYPE (type)), NULL, 0));
  return store () != NULL ? value : g_variant_ref (value);
}

void
settings_set_value (const char *key, GVariant *value)
{
  if (store () != NULL)
    g_settings_set_value (store (), key, value);
  else
    g_hash_table_insert (unstored (), g_strdup (key), g_variant_ref_sink (value));
}

char *
settings_finding_rules (void)
{
  GVariant *kept = store () == NULL ? g_hash_table_lookup (unstored (), SETTINGS_FINDING_RULES) : NULL;
  char *rules = store () != NULL ? g_settings_get_string (store (), SETTINGS_FINDING_RULES)
                                 : g_strdup (kept != NULL ? g_variant_get_string (kept, NULL) : "");

  if (*rules == '\0')
    g_clear_pointer (&rules, g_free);
  return rules;
}

FindingThresholds
settings_finding_thresholds (void)
{
  g_autofree char *rules = settings_finding_rules ();
  FindingThresholds thresholds = { 0 };

  if (rules != NULL && strlen (rules) <= THRESHOLD_FILE_MAX_BYTES)
    threshold_text_read ("", rules, strlen (rules), &thresholds, NULL);
  return thresholds;
}

void
settings_set_finding_rules (const char *rules)
{
  settings_set_value (SETTINGS_FINDING_RULES, g_variant_new_string (rules != NULL ? rules : ""));
}

char *
settings_table (void)
{
  return store () != NULL ? g_settings_get_string (store (), KEY_TABLE) : g_strdup ("");
}

void
settings_set_table (const char *id)
{
  if (store () != NULL)
    g_settings_set_string (store (), KEY_TABLE, id);
}

static void
columns_chosen (GObject *object, GParamSpec *property, const char *id)
{
  g_autoptr (GVariant) before = settings_value (KEY_COLUMNS, "a{ss}");
  g_autofree char *columns = NULL;
  GVariantBuilder builder;
  GVariantIter iter;
  const char *other, *text;

  g_object_get (object, property->name, &columns, NULL);
  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a{ss}"));
  g_variant_iter_init (&iter, before);
  while (g_variant_iter_next (&iter, "{&s&s}", &other, &text))
    if (!g_str_equal (other, id))
      g_variant_builder_add (&builder, "{ss}", other, text);
  if (columns != NULL && columns[0] != '\0')
    g_variant_builder_add (&builder, "{ss}", id, columns);
  settings_set_value (KEY_COLUMNS, g_variant_builder_end (&builder));
}

static void
free_id (gpointer id, GClosure *closure)
{
  (void) closure;
  g_free (id);
}

void
settings_bind_table_columns (const char *id, gpointer object, const char *property)
{
  g_autoptr (GVariant) all = settings_value (KEY_COLUMNS, "a{ss}");
  g_autofree char *signal = g_strconcat ("notify::", property, NULL);
  const char *columns;

  if (g_variant_lookup (all, id, "&s", &columns))
    g_object_set (object, property, columns, NULL);
  g_signal_connect_data (object, signal, G_CALLBACK (columns_chosen), g_strdup (id), free_id, 0);
}

bool
settings_are_stored (void)
{
  return store () != NULL;
}

void
settings_bind (const char *key, gpointer object, const char *property)
{
  if (store () != NULL)
    g_settings_bind (store (), key, object, property, G_SETTINGS_BIND_DEFAULT);
}

KeyPreset
settings_keys (void)
{
  if (store () == NULL)
    return KEYS_DEFAULT;
  g_autofree char *word = g_settings_get_string (store (), SETTINGS_KEYS);
  return key_preset_find (word);
}

void
settings_set_keys (KeyPreset keys)
{
  if (store () != NULL)
    g_settings_set_string (store (), SETTINGS_KEYS, key_preset_word (keys));
}

void
settings_follow_keys (void (*changed) (gpointer user_data), gpointer user_data)
{
  if (store () != NULL)
    g_signal_connect_swapped (store (), "changed::" SETTINGS_KEYS, G_CALLBACK (changed), user_data);
  changed (user_data);
}

bool
settings_patterns (void)
{
  return store () != NULL && g_settings_get_boolean (store (), SETTINGS_PATTERNS);
}

void
settings_follow_patterns (void (*changed) (void))
{
  if (store () != NULL)
    g_signal_connect_swapped (store (), "changed::" SETTINGS_PATTERNS, G_CALLBACK (changed), NULL);
  changed ();
}
