/* SPDX-License-Identifier: Apache-2.0 */

#include "app/settings.h"

#include <gio/gio.h>
#include <string.h>

#include "trace/cache/cache.h"

#define KEY_WIDTH     "window-width"
#define KEY_HEIGHT    "window-height"
#define KEY_MAXIMIZED "window-maximized"
#define KEY_COLORS    "color-scheme"

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

bool
settings_remember_views (void)
{
  return store () == NULL || g_settings_get_boolean (store (), SETTINGS_REMEMBER_VIEWS);
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
