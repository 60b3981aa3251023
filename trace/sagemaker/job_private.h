/* SPDX-License-Identifier: Apache-2.0
 *
 * What the sources of trace/sagemaker/job_import.h share while the folder of a job becomes a profile. Times are those since 1970,
 * and the base of all ranks is 0. */

#pragma once

#include "trace/build/builder.h"
#include "trace/import/source/importer.h"
#include "trace/import/tracks/import_tracks.h"
#include "trace/sagemaker/job_description.h"
#include "trace/sagemaker/job_files.h"

/* A process of the job; or a machine without one, whose metrics alone are known. */
typedef struct
{
  char *node, *process; /* owned, UTF-8; process is "" for a machine alone */
  uint32_t rank;        /* of the builder */
  ImportTracks *tracks; /* owned */
  uint64_t next_flow;
} JobRank;

typedef struct
{
  int fd;           /* the folder, borrowed */
  const char *path; /* of it, for messages */
  TraceBuilder *builder;
  const ImportControl *control;
  JobFiles *files;
  JobDescription *description; /* owned; NULL if the folder has none */
  GPtrArray *ranks;            /* of JobRank: by machine, then process; not empty */
  GHashTable *ranks_by_name;   /* machine and process to JobRank; a machine alone to its first one */
  char *only_host; /* a name of timelines' writers that stands for the only machine with metrics; NULL if there is none */
  GHashTable *keys; /* of the files that were read, with their writers: no file is read twice */
  GHashTable *closed_heads; /* of job_timeline.c; NULL until it is needed */
  unsigned n_training_files;
  bool has_data;        /* any sample or slice */
  uint64_t bytes_done;  /* of files that were read */
  uint64_t bytes_total; /* of all files that will be */
} Job;

/* ---- job_ranks.c ---- */

/* Finds the machines and processes that the names of the files tell, and begins a rank for each. Returns false when memory
 * runs out. O(files log files). */
bool job_ranks_begin (Job *job);

/* Returns the rank of a process, which is begun if it is missing; of a machine alone (process is ""), its first one. NULL when
 * there are more than JOB_RANKS_MAX, or memory runs out. O(1). */
#define JOB_RANKS_MAX 4096
JobRank *job_rank_of (Job *job, const char *node, const char *process);

/* Returns the rank of a timeline's writer, likewise. */
JobRank *job_rank_of_file (Job *job, const JobFile *file);

/* ---- job_counters.c, job_timeline.c ---- */

/* Read a file into the job and add its health. Return false with an error after which importing cannot go on; a file that
 * cannot be read, or is none of its kind, is counted. */
bool job_read_counters (Job *job, const JobFile *file, GError **error);
bool job_read_timeline (Job *job, const JobFile *file, GError **error);

/* ---- job_import.c ---- */

/* Returns the path of a file, for messages. Transfer full. */
char *job_path_of (const Job *job, const JobFile *file);

/* Adds health about one of the files. */
void job_add_health (Job *job, HealthId id, uint64_t count, const char *path);

/* Opens a file of the folder. Returns -1, and counts it, if that is not possible. */
int job_open (Job *job, const JobFile *file);

/* Counts a file that could not be read as what it seemed to be, and clears *error. Returns false, and leaves *error, if
 * importing cannot go on. */
bool job_take_error (Job *job, const JobFile *file, GError **error);

/* Returns whether no file of the same writer with that key was read before. Counts one that was. */
bool job_is_new (Job *job, const JobFile *file, const uint8_t key[TRACE_KEY_BYTES]);

