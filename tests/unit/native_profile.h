/* SPDX-License-Identifier: Apache-2.0
 *
 * Native files made of JSON text, where a test wants them. */

#pragma once

#include <glib.h>

/* Four steps of a training run: enough rows for every pane. repeats: how many times as many events. Transfer full. */
char *native_profile_json (unsigned repeats);

/* Reads the trace at source_path into fd, which is empty. */
void native_profile_import (const char *source_path, int fd);

/* Writes the native file of that text into the folder; its path, transfer full. */
char *native_profile_write (const char *folder, const char *name, const char *json);
