/* SPDX-License-Identifier: Apache-2.0
 *
 * A profile, copied into a new one while something is added to it or left out, or its times are changed. Nothing else of
 * it changes; what is found in slices (lanes, launches, steps) is found again. */

#pragma once

#include <stdatomic.h>

#include "trace/build/builder.h"
#include "trace/import/tracks/import_tracks.h"
#include "trace/model/trace.h"

/* A copy to which something may be added. Times are those of the copy. */
typedef struct
{
  TraceBuilder *builder;
  ImportTracks *const *tracks; /* of each rank of the profile; NULL for one that is left out */
} TraceCopy;

typedef void (*TraceCopyFunc) (const TraceCopy *copy, gpointer data);

/* Returns a time of the copy from one of a rank of the profile; it grows with time_ns. */
typedef int64_t (*TraceCopyTimeFunc) (uint32_t rank, int64_t time_ns, gpointer data);

/* What is copied. All of it is borrowed. */
typedef struct
{
  const uint8_t *slices;     /* by slice: 0 leaves it out; NULL leaves out none */
  const uint8_t *ranks;      /* by rank, of which at least one stays: 0 leaves it out with all that it did; NULL likewise */
  const uint8_t *instants;   /* by instant: 1 takes one of another time, too; NULL takes none */
  int64_t begin_ns, end_ns;  /* instants and samples of other times are left out; half open. Of each counter, the last sample
                                before is taken, too, because its value still holds. */
} TraceCopyPart;

/* What a text of a profile is. */
typedef enum
{
  COPIED_NAME, /* of a slice */
  COPIED_MARK, /* of an instant or an asynchronous slice */
  COPIED_CATEGORY,
  COPIED_TRACK, /* a process, thread or counter: its name, or its id as the file writes it */
  COPIED_NODE,
  COPIED_DEVICE,
  COPIED_PATH, /* of a source file */
  COPIED_KEY,  /* of an argument */
  COPIED_SETTING_KEY,
  COPIED_VALUE,   /* of an argument: what is between the quotes of JSON */
  COPIED_JSON,    /* an argument that is no string: JSON */
  COPIED_SETTING, /* JSON */
  N_COPIED_TEXTS
} CopiedWhat;

typedef struct
{
  CopiedWhat what;
  SliceKind kind; /* of the slice whose name it is */
  uint32_t key;   /* string of the profile: of an argument's or a setting's value */
  const char *text;
  size_t length;
} CopiedText;

/* Returns what is written for a text: another one of the same form (JSON stays JSON), or text->text itself. Returned texts are
 * borrowed; they live until the next call at least. */
typedef const char *(*TraceCopyTextFunc) (const CopiedText *text, size_t *ret_length, gpointer data);

/* How a copy differs. Any function may be NULL. */
typedef struct
{
  TraceCopyFunc add_settings; /* may add settings to the first rank */
  TraceCopyFunc add;          /* is called when all is copied, and may add anything else */
  TraceCopyTimeFunc time;     /* begins and ends are changed by it */
  gpointer data;              /* of these functions */
  TraceCopyTextFunc text;     /* every text of the profile passes through it; of a name it must always return the same */
  gpointer text_data;
  const TraceCopyPart *part;  /* NULL: everything is copied. Events that are left out are not counted, arrows of which one
                                 end is left out are left out. */
  const atomic_bool *cancelled; /* NULL, or another thread sets it; then the copy fails with TRACE_ERROR_CANCELLED */
} TraceCopyChange;

/* Returns the copy. path is for messages. O(slices log slices). Errors as of trace_builder_finish (), and
 * TRACE_ERROR_NO_SUCH for a profile made of summaries. */
Trace *trace_copy_with (Trace *trace, const TraceCopyChange *change, const char *path, GError **error);

/* Does the same into a native file; fd is an empty regular file, open for reading and writing, borrowed. */
bool
trace_copy_with_file (Trace *trace, const TraceCopyChange *change, const char *path, int fd, GError **error);

/* A rank of a builder to which profiles are copied, beside whatever else is added to it. */
typedef struct
{
  TraceBuilder *builder;
  ImportTracks *tracks; /* of the rank */
  uint32_t rank;        /* of the builder */
  int64_t shift_ns;     /* from the times of the profile to those of the rank */

  /* The profile is one of several files that a process wrote one after the other. Processes with the same name become one,
   * whatever their ids are, because a new file numbers its rows anew; and a slice that the file does not end lasts until the
   * end of that file. */
  bool is_one_of_many;
  uint64_t *next_flow; /* counts the arrows of the rank; 0 at first */
} TraceCopyPlace;

/* Copies all that lies on the tracks of a profile, and its health and counts, to that place. Settings are not copied. Returns
 * false when memory runs out. O(slices). */
bool trace_copy_to (Trace *trace, const TraceCopyPlace *place);
