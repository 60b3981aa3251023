/* SPDX-License-Identifier: Apache-2.0
 *
 * What the names of the files of a SageMaker job tell. The layouts are those of smdebug
 * (github.com/awslabs/sagemaker-debugger, smdebug/core/locations.py and smdebug/profiler/utils.py). Any thread. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Returns the name that is behind the last slash of a path. Borrowed. */
const char *job_name_of_path (const char *path);

/* Returns whether one of the folders of a path has that name: "a/b/c.json" is in the folders "a" and "b". O(length). */
bool job_name_is_in (const char *path, const char *folder);

/* Reads the end of a timeline's name, such as "_pythontimeline.json", which may be packed (".gz") or still being written
 * (".tmp"). *ret_stem_bytes is the length of the name before it. */
bool job_name_is_timeline (const char *name, int *ret_stem_bytes, bool *ret_is_being_written);

/* Reads "72-algo-1": the process 72 (its rank or process id) of the machine algo-1. A text without such a number is the
 * name of a machine. Both results are UTF-8 and owned; *ret_process may be "". */
void job_name_read_writer (const char *text, int length, char **ret_node, char **ret_process);

/* Reads the stem "1594662624718694_72-algo-1": the time at which the last event of the file ended, in nanoseconds since
 * 1970 (0 if it is not told), and its writer. */
void
job_name_read_timeline (const char *name, int stem_bytes, char **ret_node, char **ret_process, int64_t *ret_ns);

/* Reads "1591160699.algo-1.json": *ret_node is owned, or NULL if the name is another. */
void job_name_read_system (const char *name, char **ret_node);

/* Reads "72-algo-1_1596659864545103_1596659864854168.metadata", beside which TensorFlow's profiler wrote from the first
 * time to the second. Returns false for any other name; then nothing is set. */
bool job_name_read_metadata (const char *name, char **ret_node, char **ret_process, int64_t *ret_begin_ns);

/* Reads the folder of a run of TensorFlow's profiler, "2020_08_05_13_37_44", as UTC. Returns 0 for any other name. */
int64_t job_name_read_run (const char *path);
