/* SPDX-License-Identifier: Apache-2.0
 *
 * What the program remembers of the user's wishes between runs. Main thread.
 *
 * Where the settings schema is not installed nothing is stored and everything has its default: a program that was
 * merely built, or copied, works. */

#pragma once

#include <glib-object.h>
#include <stdbool.h>
#include <stdint.h>

#include "widgets/controls/key_binding.h"

#define WINDOW_WIDTH_MIN_PX  720
#define WINDOW_HEIGHT_MIN_PX 600

typedef struct
{
  int width_px, height_px; /* of the window that is not maximized; at least the smallest window */
  bool is_maximized;
} WindowSize;

WindowSize settings_window_size (void);
void settings_set_window_size (const WindowSize *size);

typedef enum
{
  COLORS_FOLLOW_SYSTEM,
  COLORS_LIGHT,
  COLORS_DARK,
  N_COLOR_CHOICES
} ColorChoice;

ColorChoice settings_colors (void);
void settings_set_colors (ColorChoice colors);

/* "system", "light", "dark" <-> choice. An unknown word is COLORS_FOLLOW_SYSTEM. */
const char *color_choice_word (ColorChoice colors);
ColorChoice color_choice_find (const char *word);

/* How much the cache of native files may take (trace/cache/cache.h); 0: nothing is kept. */
#define CACHE_LIMIT_GIB_MAX 1024

uint64_t settings_cache_limit_bytes (void);

/* Keeps a property of an object as it was left, in this run and from run to run; several objects at once keep in
 * step. */
#define SETTINGS_DETAILS_VISIBLE "details-visible" /* bool */
#define SETTINGS_DETAILS_SIZE    "details-size"    /* int, px; 0: as the design has it */
#define SETTINGS_HINT_ZOOMS      "hint-zooms-left" /* int: zooms until the timeline's hint line goes for good */
#define SETTINGS_KEYS            "keys"            /* string: a word of key_preset_word () */
#define SETTINGS_ALL_FLOWS       "all-flows"       /* bool */
#define SETTINGS_RULER_MODE      "ruler-mode"      /* string: what the timeline's ruler counts from */
#define SETTINGS_PATTERNS        "patterns" /* bool: kinds of work are told apart by patterns as well */
#define SETTINGS_PANES           "panes"    /* strings: as widgets/dashboard/panes/pane_arrangement.h */
#define SETTINGS_CACHE_LIMIT     "cache-limit-gib" /* int, GiB, at most CACHE_LIMIT_GIB_MAX */

#define SETTINGS_LAUNCH_GAP "launch-gap-us" /* int, µs, at most LAUNCH_GAP_US_MAX */

/* changed (object) is called whenever what is stored under a key is another, as long as the object lives. */
void settings_follow (const char *key, GObject *object, GCallback changed);

void settings_bind (const char *key, gpointer object, const char *property);

/* Which program's keys the user wants; changed (user_data) is called now and whenever that is another one. */
KeyPreset settings_keys (void);
void settings_set_keys (KeyPreset keys);
void settings_follow_keys (void (*changed) (gpointer user_data), gpointer user_data);
/* Likewise whether patterns are wanted. */
bool settings_patterns (void);
void settings_follow_patterns (void (*changed) (void));

/* Below which length a gap on a GPU before work that had been launched is launch overhead (trace/stats/idle/idle_causes.h). */
#define LAUNCH_GAP_US_MAX 1000000

int64_t settings_launch_gap_ns (void);

/* Whether a profile that is opened again looks as it was left. */
#define SETTINGS_REMEMBER_VIEWS "remember-views" /* bool */
bool settings_remember_views (void);

/* Which table was shown last (trace/stats/tables/stat_tables.h, or "query"); transfer full, "" at first. */
char *settings_table (void);
void settings_set_table (const char *id);

/* Keeps a string property of an object that shows the table of that id: the columns that were chosen for it. */
void settings_bind_table_columns (const char *id, gpointer object, const char *property);

/* Queries that were run, the last one first ("as"), and those that were given a name ("a(ss)": name, SQL). */
#define SETTINGS_QUERY_HISTORY "query-history"
#define SETTINGS_SAVED_QUERIES "saved-queries"

/* What is kept under a key as it is; kept in this run where nothing is stored. Transfer full; value is sunk. */
GVariant *settings_value (const char *key, const char *type);
void settings_set_value (const char *key, GVariant *value);

/* Whether settings are stored at all. */
bool settings_are_stored (void);
