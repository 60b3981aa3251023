/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds the files of a directory that are the ranks of one profile. */

#pragma once

#include <glib.h>
#include <stdbool.h>

/* Returns whether that is the name of a trace file, such as "rank0.json.gz" or "rank0.sqlite". A killed PyTorch job leaves
 * "x.json.tmp" behind. */
bool rank_directory_is_trace_name (const char *name);

/* Returns the names (char *) of the regular files in the directory whose names look like traces, in the order of their
 * ranks: digits compare as numbers, so worker10 comes after worker2. Subdirectories are ignored. Owned; may be empty.
 *
 * The ranks of a profile have one format. Where names of several formats lie in a directory, its ranks are the files of
 * the format that most files have by their first bytes, or JSON text if no format has more; *ret_others returns the
 * other names, owned (may be empty; ret_others may be NULL). Reads first bytes only of such a directory.
 *
 * fd is the directory, borrowed; path is for messages only. TRACE_ERROR_UNREADABLE. */
GPtrArray *rank_directory_list (int fd, const char *path, GPtrArray **ret_others, GError **error);

/* Returns the paths (char *), below the directory, of the files of which its profile is made: the names of
 * rank_directory_list (), or the files of a job (trace/sagemaker/job_files.h). Owned; may be empty. Errors likewise. */
GPtrArray *rank_directory_members (int fd, const char *path, GError **error);

/* Returns the paths (char *) of the files in the directory that look like profiles, but have another format than its ranks:
 * the report of Nsight Systems beside PyTorch traces. They may have recorded the same run. Owned; empty if there are none,
 * or more than RANK_DIRECTORY_OTHERS_MAX, or the path is no directory that can be read. Reads what rank_directory_list ()
 * reads, and the first bytes of the others. */
#define RANK_DIRECTORY_OTHERS_MAX 16
GPtrArray *rank_directory_other_profiles (const char *path);
