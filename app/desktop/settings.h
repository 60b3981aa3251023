/* SPDX-License-Identifier: Apache-2.0
 *
 * The user's settings. Main thread.
 *
 * Without an installed settings schema nothing is stored and every setting has its default, so that a program that was
 * only built or copied works. */

#pragma once

#include <glib-object.h>
#include <stdbool.h>
#include <stdint.h>

#include "trace/findings/finding_thresholds.h"
#include "widgets/controls/key_binding.h"

#define WINDOW_WIDTH_MIN_PX  720
#define WINDOW_HEIGHT_MIN_PX 600

typedef struct
{
  int width_px, height_px; /* of the window while it is not maximized; at least the minimum size */
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

/* Convert between a choice and its word: "system", "light", "dark". An unknown word is COLORS_FOLLOW_SYSTEM. */
const char *color_choice_word (ColorChoice colors);
ColorChoice color_choice_find (const char *word);

/* The size limit of the cache of native files (trace/cache/cache.h); with 0 nothing is kept. */
#define CACHE_LIMIT_GIB_MAX 1024

uint64_t settings_cache_limit_bytes (void);

/* The keys of settings that settings_bind () keeps in step with an object's property, also from run to run. */
#define SETTINGS_DETAILS_VISIBLE "details-visible" /* bool */
#define SETTINGS_DETAILS_SIZE    "details-size"    /* int, px; 0 for the default size */
#define SETTINGS_HINT_ZOOMS      "hint-zooms-left" /* int: zooms until the timeline's hint line disappears for good */
#define SETTINGS_KEYS            "keys"            /* string: a word of key_preset_word () */
#define SETTINGS_ALL_FLOWS       "all-flows"       /* bool */
#define SETTINGS_RULER_MODE      "ruler-mode"      /* string: the origin of the times in the timeline's ruler */
#define SETTINGS_PATTERNS        "patterns" /* bool: kinds of work are told apart by patterns as well */
#define SETTINGS_PANES           "panes"    /* strings: as widgets/dashboard/panes/pane_arrangement.h */
#define SETTINGS_CACHE_LIMIT     "cache-limit-gib" /* int, GiB, at most CACHE_LIMIT_GIB_MAX */

#define SETTINGS_LAUNCH_GAP "launch-gap-us" /* int, µs, at most LAUNCH_GAP_US_MAX */

/* Calls changed (object) whenever the value of the key changes, as long as the object lives. */
void settings_follow (const char *key, GObject *object, GCallback changed);

void settings_bind (const char *key, gpointer object, const char *property);

/* Get, set and follow the key preset. settings_follow_keys () calls changed (user_data) now and whenever the preset
 * changes. */
KeyPreset settings_keys (void);
void settings_set_keys (KeyPreset keys);
void settings_follow_keys (void (*changed) (gpointer user_data), gpointer user_data);
/* Get and follow whether fills have patterns. settings_follow_patterns () calls changed () now and whenever this
 * changes. */
bool settings_patterns (void);
void settings_follow_patterns (void (*changed) (void));

/* A shorter gap on a GPU before work that was already launched counts as launch overhead
 * (trace/stats/idle/idle_causes.h). */
#define LAUNCH_GAP_US_MAX 1000000

int64_t settings_launch_gap_ns (void);

/* Get, set and (settings_follow ()) follow what the user changed of the rules of findings, as the text of a file of rules
 * (trace/findings/threshold_file.h); NULL if that is nothing. They are kept for this run if settings are not stored. The
 * result is transfer full. */
#define SETTINGS_FINDING_RULES "finding-rules"
char *settings_finding_rules (void);
void settings_set_finding_rules (const char *rules);

/* Returns them as thresholds, for what is computed on another thread; rules that cannot be read are as if nothing was changed.
 * Free them with finding_thresholds_clear (). */
FindingThresholds settings_finding_thresholds (void);

/* Whether a profile that is opened again shows its last view. */
#define SETTINGS_REMEMBER_VIEWS "remember-views" /* bool */
bool settings_remember_views (void);

/* Get and set the id of the last shown table (trace/stats/tables/stat_tables.h, or "query"). It is "" at first. The
 * result is transfer full. */
char *settings_table (void);
void settings_set_table (const char *id);

/* Binds a string property of an object to the columns chosen for the table of that id. */
void settings_bind_table_columns (const char *id, gpointer object, const char *property);

/* The queries that were run, last one first ("as"), and the saved queries ("a(ss)": name, SQL). */
#define SETTINGS_QUERY_HISTORY "query-history"
#define SETTINGS_SAVED_QUERIES "saved-queries"

/* Get and set the raw value of a key. It is kept for this run if settings are not stored. settings_value () returns
 * transfer full; settings_set_value () sinks value. */
GVariant *settings_value (const char *key, const char *type);
void settings_set_value (const char *key, GVariant *value);

/* Returns whether settings are stored from run to run. */
bool settings_are_stored (void);
