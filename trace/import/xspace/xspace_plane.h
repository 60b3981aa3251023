/* SPDX-License-Identifier: Apache-2.0
 *
 * The structure of a plane: its lines and what their events and stats are called. */

#pragma once

#include "trace/container/column.h"
#include "trace/container/id_map.h"
#include "trace/import/tracks/row_args.h"
#include "trace/import/xspace/xspace_details.h"
#include "trace/import/xspace/xspace_import.h"
#include "trace/import/xspace/xspace_words.h"

/* A text of the plane: a range of its texts. */
typedef struct
{
  size_t at, length;
} XSpaceText;

/* What an event is on a thread of the host. */
typedef struct
{
  bool is_set;
  uint8_t kind;      /* SliceKind */
  uint32_t category; /* string */
} XSpaceHostKind;

typedef struct
{
  XSpaceText name, display;
  size_t stats_at, n_stats; /* bytes of the plane's texts: an XEventMetadata with fields 5 alone */
  bool is_resolved;         /* what follows is set */
  bool is_operator;         /* named by TensorFlow: "scope/op:Type" */
  bool is_unnamed;          /* it has no name: that of its id is shown */
  XSpaceHostKind host, correlated, eager; /* the last two when first needed, of events with such stats */
  uint32_t shown;                         /* string: the display name, or else the name */
  uint32_t long_name; /* string with JSON's escapes, if there is a display name; else STRING_EMPTY */
  RowArgsPart stats;  /* arguments of its stats, if these tell nothing else */
  bool has_shared_args;
  uint64_t
    shared_args; /* of events without stats of their own on a thread of the host, or beside the work of a device */
} XSpaceEventName;

typedef struct
{
  XSpaceText name;
  bool is_resolved;
  uint32_t key;  /* string */
  uint32_t text; /* string with JSON's escapes, for stats that refer to the name */
  XSpaceStatWord word;
  uint32_t shape; /* index + 1 of a kernel's details; 0 while the name is not read as such */
} XSpaceStatName;

typedef struct
{
  uint64_t at; /* of its field in the file */
  int64_t id;
  XSpaceText name, display;
  int64_t begin_ns;
  uint64_t n_events;
} XSpaceLine;

/* What is computed from the text of a kernel's details. */
#define XSPACE_RATIO_BYTES 48

typedef struct
{
  XSpaceKernel kernel;
  char blocks_per_sm[XSPACE_RATIO_BYTES], warps_per_sm[XSPACE_RATIO_BYTES], occupancy[XSPACE_RATIO_BYTES];
  uint8_t n_blocks_per_sm, n_warps_per_sm, n_occupancy; /* bytes; 0 if it is not known */
  RowArgsPart args;                                     /* in the plane's kept_args */
} XSpaceShape;

COLUMN_DEFINE (XSpaceShapeColumn, xspace_shape_column, XSpaceShape)
COLUMN_DEFINE (XSpaceEventNameColumn, xspace_event_name_column, XSpaceEventName)
COLUMN_DEFINE (XSpaceStatNameColumn, xspace_stat_name_column, XSpaceStatName)
COLUMN_DEFINE (XSpaceLineColumn, xspace_line_column, XSpaceLine)

typedef struct
{
  XSpaceText name;
  XSpacePlaneWord word;
  int32_t number; /* of the device */
  uint32_t nth;   /* among the planes of its name on its host; set by the caller of xspace_plane_read () */
  XSpaceEventNameColumn events;
  XSpaceStatNameColumn stats;
  IdMap event_of_id, stat_of_id;     /* index */
  U32Column near_events, near_stats; /* by small id: the same, + 1, or 0 */
  XSpaceLineColumn lines;            /* those with events */
  U8Column texts;
  U8Column own_stats; /* an XPlane with fields 6 alone */
  U8Column kept_args; /* of parts of arguments */
  XSpaceShapeColumn shapes;
} XSpacePlane; /* all 0: empty */

/* Reads the plane that was entered. Returns false if the reading had to stop. */
bool xspace_plane_read (XSpaceImport *import, XSpacePlane *plane);
void xspace_plane_clear (XSpacePlane *plane);

static inline const char *
xspace_text (const XSpacePlane *plane, XSpaceText text)
{
  return text.length > 0 ? (const char *) plane->texts.at + text.at : "";
}

/* Return the entry of an id, with its strings; NULL if the plane has none. O(1), and O(length) the first time. */
XSpaceEventName *xspace_plane_event (XSpaceImport *import, XSpacePlane *plane, int64_t id);

/* Returns the string that an event without a name is shown by: "event ID". */
uint32_t xspace_plane_unnamed (XSpaceImport *import, int64_t id);

/* Returns what events of that name are on a thread of the host if they have a correlation id, or run eagerly. */
const XSpaceHostKind *xspace_plane_host_kind (XSpaceImport *import,
                                              const XSpacePlane *plane,
                                              XSpaceEventName *event,
                                              bool has_correlation,
                                              bool is_eager);
XSpaceStatName *xspace_plane_stat (XSpaceImport *import, XSpacePlane *plane, int64_t id);

/* ---- stats ---- */

typedef enum
{
  XSPACE_VALUE_NONE,
  XSPACE_VALUE_DOUBLE,
  XSPACE_VALUE_UNSIGNED,
  XSPACE_VALUE_INTEGER,
  XSPACE_VALUE_TEXT,
  XSPACE_VALUE_BYTES,
  XSPACE_VALUE_REFERENCE, /* to the name of a stat */
} XSpaceValueKind;

typedef struct
{
  int64_t id; /* of the stat's name */
  XSpaceValueKind kind;
  uint64_t number; /* as stored; of a reference the id */
  const char *text;
  size_t length; /* of texts and bytes */
} XSpaceStat;

/* Reads an XStat. Returns false if it is damaged. */
bool xspace_stat_read (ProtobufSpan span, XSpaceStat *ret_stat);

/* Sets *ret_number if the value is a whole number. A text counts if it is one. */
bool xspace_stat_integer (const XSpaceStat *stat, int64_t *ret_number);

/* Sets the text of a text or of a reference. */
bool xspace_stat_text (const XSpaceStat *stat,
                       const XSpacePlane *plane,
                       const char **ret_text,
                       size_t *ret_length);
