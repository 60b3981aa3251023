/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/sagemaker/job_kinds.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trace/sagemaker/job_names.h"
#include "trace/section/input_file.h"

/* Folders of a job in which there are no metrics and no timelines: tensors, models, and what SageMaker's rules found. */
static const char *const other_folders[] = {
  "rule-output", "debug-output", "output", "source", "tensors", "index", "events", "collections", "checkpoints",
};

/* Files that stand between those that are shown: profiles of Python, TensorFlow's other files, and what smdebug keeps for
 * itself. */
static const char *const other_suffixes[] = {
  ".pb", ".pb.gz", ".html", ".ipynb", ".tar.gz", ".tfevents", ".profile-empty", ".smd",
  "python_stats", "python_stats.json", "_collections.json", "profilerconfig.json", "resourceconfig.json",
};

/* JSON files by texts that are near their begin. */
static const struct
{
  const char *marks[2];
  JobFileKind kind;
} contents[] = {
  { { "\"SecondaryStatusTransitions\"", "\"" }, JOB_FILE_DESCRIPTION },
  { { "\"TrainingJobName\"", "\"TrainingJobStatus\"" }, JOB_FILE_DESCRIPTION },
  { { "\"start_time_since_epoch_in_micros\"", "\"ph\"" }, JOB_FILE_TIMELINE },
  { { "\"Dimension\"", "\"NodeId\"" }, JOB_FILE_SYSTEM },
  { { "\"MetricName\"", "\"Timestamp\"" }, JOB_FILE_TRAINING },
};

static bool
is_json (const char *name)
{
  return g_str_has_suffix (name, ".json") || g_str_has_suffix (name, ".json.gz")
         || g_str_has_suffix (name, ".json.tmp");
}

static JobFileKind
kind_of_content (int fd, const char *path)
{
  int file = input_file_open (fd, path, 0);
  char *head = malloc (JOB_HEAD_BYTES);
  JobFileKind kind = file >= 0 ? JOB_FILE_STRANGE : JOB_FILE_UNREADABLE;
  ssize_t n = file >= 0 && head != NULL ? pread (file, head, JOB_HEAD_BYTES, 0) : 0;

  for (size_t i = 0; i < G_N_ELEMENTS (contents) && n > 0 && kind == JOB_FILE_STRANGE; i++)
    if (memmem (head, (size_t) n, contents[i].marks[0], strlen (contents[i].marks[0])) != NULL
        && memmem (head, (size_t) n, contents[i].marks[1], strlen (contents[i].marks[1])) != NULL)
      kind = contents[i].kind;
  free (head);
  if (file >= 0)
    close (file);
  return kind;
}

JobFileKind
job_kind_of_file (int fd, const char *path)
{
  const char *name = job_name_of_path (path);
  int stem_bytes;
  bool is_being_written;

  if (*name == '.')
    return JOB_FILE_NOT_SHOWN;
  for (size_t i = 0; i < G_N_ELEMENTS (other_folders); i++)
    if (job_name_is_in (path, other_folders[i]))
      return JOB_FILE_NOT_SHOWN;
  if (g_str_has_suffix (name, ".metadata"))
    return JOB_FILE_METADATA;
  if (job_name_is_timeline (name, &stem_bytes, &is_being_written))
    return JOB_FILE_TIMELINE;
  if (g_str_has_suffix (name, ".trace.json.gz") || g_str_has_suffix (name, ".trace.json"))
    return JOB_FILE_DETAILED;
  if (job_name_is_in (path, "system") && is_json (name))
    return JOB_FILE_SYSTEM;
  for (size_t i = 0; i < G_N_ELEMENTS (other_suffixes); i++)
    if (g_str_has_suffix (name, other_suffixes[i]))
      return JOB_FILE_NOT_SHOWN;
  if (g_str_has_prefix (name, "events.out.tfevents"))
    return JOB_FILE_NOT_SHOWN;
  return is_json (name) ? kind_of_content (fd, path) : JOB_FILE_STRANGE;
}
