/* SPDX-License-Identifier: Apache-2.0
 *
 * Attempts behind the walls: each is made by a process of its own, which finds a folder with a file "source" beside an
 * "other" folder. */

#pragma once

#include <glib.h>
#include <stdbool.h>

typedef struct
{
  char *folder, *source, *other, *other_file, *new_file;
  int source_fd, folder_fd, native_fd;
} SandboxPlace;

extern const SandboxPlace *sandbox_place; /* of the running test: attempts take nothing */

void sandbox_place_set_up (SandboxPlace *fixture, gconstpointer data);
void sandbox_place_tear_down (SandboxPlace *fixture, gconstpointer data);

/* Where an attempt is made: without walls, or within those of a source that is a file, or a directory. */
enum
{
  OUTSIDE = 1,
  INSIDE_FILE,
  INSIDE_DIRECTORY,
};

/* The wait status of the process that made the attempt: exit status 0 where it returned true. */
int sandbox_place_status (bool (*what) (void), int where);

/* Likewise; fails where there are no walls to be had. */
bool sandbox_place_succeeds (bool (*what) (void), int where);
