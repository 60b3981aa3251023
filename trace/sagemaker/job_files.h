/* SPDX-License-Identifier: Apache-2.0
 *
 * The folder of a SageMaker Debugger job, as it is downloaded from its bucket: profiler-output/ with system/ and
 * framework/ in it, or these alone. Finds what each of its files is, mostly by its name and place:
 *
 *   system/incremental/[2020060500/]1591160699.algo-1.json                     metrics of a machine
 *   framework/pevents/2020060500/1594662624718694_72-algo-1_pythontimeline.json  a timeline of a process
 *   framework/tensorflow/detailed_profiling/.../plugins/profile/RUN/HOST.trace.json.gz  TensorFlow's own profiler
 *   system/training_job_end.ts, framework/training_job_end.ts                  the job has ended
 *   any other JSON file                                                        what its first bytes say
 *
 * Links to folders are not followed. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum
{
  JOB_FILE_SYSTEM,      /* metrics of machines */
  JOB_FILE_TRAINING,    /* metrics of the training: loss, accuracy */
  JOB_FILE_TIMELINE,    /* a timeline that smdebug wrote */
  JOB_FILE_DETAILED,    /* a trace of TensorFlow's profiler */
  JOB_FILE_DESCRIPTION, /* what `aws sagemaker describe-training-job` prints */
  JOB_FILE_METADATA,    /* its name tells when a detailed trace began */
  JOB_FILE_END_MARKER,  /* the job has ended; the file is empty */
  JOB_FILE_NOT_SHOWN,   /* tensors, reports, profiles of Python */
  JOB_FILE_STRANGE,     /* nothing that a job writes */
  JOB_FILE_UNREADABLE,  /* a folder or file that cannot be opened */
} JobFileKind;

typedef struct
{
  char *path; /* below the folder; bytes as the file system has them */
  JobFileKind kind;
  char *node;            /* the machine that wrote it, UTF-8: "algo-1"; "" if that is not told */
  char *process;         /* the process or rank on it: "72"; "" if that is not told */
  int64_t time_ns;       /* since 1970: when a timeline ended, and a detailed trace began; 0 if that is not told */
  bool is_guessed;       /* of a detailed trace: time_ns is taken from the name of its folder */
  bool is_being_written; /* a timeline that its writer has not closed (".tmp") */
} JobFile;

#define JOB_FILES_MAX  200000 /* files and folders that are looked at */
#define JOB_LEVELS_MAX 16     /* folders inside of one another */

typedef struct
{
  GPtrArray *files; /* of JobFile, by path: digits compare as numbers */
  bool has_end_marker; /* there is one */
  uint64_t n_left_out; /* folders and files beyond the limits */
} JobFiles;

/* Returns whether a folder is that of a job. A few calls of fstatat (). */
bool job_files_are_in (int fd);

/* Finds the files. fd is the folder, borrowed; path is for messages. Reads the names, and the first bytes of JSON files whose
 * name says nothing. Fails with TRACE_ERROR_UNREADABLE. O(files log files). */
JobFiles *job_files_find (int fd, const char *path, GError **error);
void job_files_free (JobFiles *files);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (JobFiles, job_files_free)
