/* SPDX-License-Identifier: Apache-2.0
 *
 * A place for the library of a test: a folder in which there is no database yet. */

#pragma once

#include <glib.h>

typedef struct
{
  char *folder;
  char *path; /* of the database */
} LibraryPlace;

void library_place_set_up (LibraryPlace *place, gconstpointer data);

/* With all that is in the folder. */
void library_place_tear_down (LibraryPlace *place, gconstpointer data);

/* Runs SQL on the database at path, which it makes where there is none, behind the library's back. */
void library_place_execute (const char *path, const char *sql);
