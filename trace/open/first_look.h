/* SPDX-License-Identifier: Apache-2.0
 *
 * Tells profiles from other files by their name and their first bytes, for looking through folders. Any thread. */

#pragma once

#include <stdbool.h>

#include "trace/model/profile_format.h"

typedef struct
{
  /* PROFILE_FORMAT_NONE: not a profile, or it cannot be read. */
  ProfileFormatId format;

  /* The file is JSON text whose last bytes do not end an object or an array. It is false for other files, whose ends say
   * nothing. */
  bool ends_early;
} FirstLook;

/* Returns whether a profile may have that name, such as "rank0.json.gz" or "run.stepscope". */
bool first_look_is_name (const char *name);

/* Reads at most FIRST_LOOK_BYTES from the begin of a file, of JSON text the last FIRST_LOOK_END_BYTES, and of an SQLite
 * database at most FIRST_LOOK_TABLE_BYTES of the pages that name its tables. Opening a file that looks like a profile may
 * still fail. */
#define FIRST_LOOK_BYTES       (16 << 10)
#define FIRST_LOOK_END_BYTES   64
#define FIRST_LOOK_TABLE_BYTES (256 << 10)
FirstLook first_look_at (const char *path);

/* Does the same for an open file; the file's position does not matter and stays as it is. */
FirstLook first_look_at_fd (int fd);

/* Returns the format of the bytes with which a file begins, decoded where it is packed; of an SQLite database by the names
 * of tables in these bytes alone. */
ProfileFormatId first_look_of_bytes (const char *bytes, size_t n);
