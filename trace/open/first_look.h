/* SPDX-License-Identifier: Apache-2.0
 *
 * Tells profiles from other files by their name and their first bytes, for looking through folders. Any thread. */

#pragma once

#include <stdbool.h>

typedef enum
{
  FIRST_LOOK_OTHER, /* not a profile, or it cannot be read */
  FIRST_LOOK_KINETO,
  FIRST_LOOK_CHROME,
  FIRST_LOOK_NATIVE,
  FIRST_LOOK_ARCHIVE,
} FirstLookKind;

typedef struct
{
  FirstLookKind kind;

  /* The file is JSON text whose last bytes do not end an object or an array. It is false for other files, whose ends say
   * nothing. */
  bool ends_early;
} FirstLook;

/* Returns whether a profile may have that name, such as "rank0.json.gz" or "run.stepscope". */
bool first_look_is_name (const char *name);

/* Reads at most FIRST_LOOK_BYTES from the begin of a file, and of JSON text the last FIRST_LOOK_END_BYTES. Opening a file
 * that looks like a profile may still fail. */
#define FIRST_LOOK_BYTES     (16 << 10)
#define FIRST_LOOK_END_BYTES 64
FirstLook first_look_at (const char *path);
