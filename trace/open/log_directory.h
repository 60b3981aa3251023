/* SPDX-License-Identifier: Apache-2.0
 *
 * The log directories of TensorBoard, into which the profilers of JAX, TensorFlow and PyTorch/XLA write. A run is a folder with
 * a file for each host, some folders below the one that the user knows:
 *
 *   LOGS/plugins/profile/2026_11_28_10_15_00/host1.xplane.pb
 *   LOGS/train/plugins/profile/…
 *
 * Any thread. Folders are looked for by name; links to folders are not followed. */

#pragma once

#include <glib.h>

#define LOG_DIRECTORY_DEPTH     4    /* folders between the path and "plugins" */
#define LOG_DIRECTORY_NAMES_MAX 8192 /* read in all folders */
#define LOG_DIRECTORY_RUNS_MAX  64

/* Returns the paths (char *) of the runs below a folder, which may itself be "plugins" or "plugins/profile": in the order of
 * their names, in which digits compare as numbers, so that the last recorded one comes last. Owned; empty if the path is no
 * folder or has none; the first ones where it has more than LOG_DIRECTORY_RUNS_MAX. */
GPtrArray *log_directory_runs (const char *path);

/* Returns the path to open for a path that the user gave: that of the run, if the path is a log directory with one run and
 * without a profile among its own files; else the path itself. Transfer full. Returns NULL with TRACE_ERROR_NOT_A_TRACE if there are
 * several runs; the message names them. Reads the first bytes of files that have names of traces. */
char *log_directory_resolve (const char *path, GError **error);
