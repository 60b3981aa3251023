/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/sagemaker/job_private.h"

#include <string.h>

#include "trace/sagemaker/job_names.h"

static void
rank_free (gpointer data)
{
  JobRank *rank = data;

  import_tracks_free (rank->tracks);
  g_free (rank->node);
  g_free (rank->process);
  g_free (rank);
}

/* ---- writers ---- */

typedef struct
{
  const char *node, *process; /* borrowed */
} Writer;

static int
compare_writers (gconstpointer a, gconstpointer b)
{
  const Writer *x = a, *y = b;
  int nodes = strverscmp (x->node, y->node);

  return nodes != 0 ? nodes : strverscmp (x->process, y->process);
}

/* A trace of TensorFlow's profiler whose writer is not told is that of whoever else there is. */
static bool
has_writer (const JobFile *file, bool of_system)
{
  return of_system ? file->kind == JOB_FILE_SYSTEM && *file->node != '\0'
                   : (file->kind == JOB_FILE_TIMELINE || file->kind == JOB_FILE_DETAILED)
                       && (*file->node != '\0' || *file->process != '\0');
}

/* Returns the writers of the metrics of machines, or of the timelines; each once, in their order. */
static GArray *
writers_of (const JobFiles *files, bool of_system)
{
  GArray *writers = g_array_new (FALSE, FALSE, sizeof (Writer));
  guint n = 0;

  for (guint i = 0; i < files->files->len; i++)
    {
      const JobFile *file = files->files->pdata[i];
      Writer writer = { file->node, file->process };

      if (has_writer (file, of_system))
        g_array_append_val (writers, writer);
    }
  g_array_sort (writers, compare_writers);
  for (guint i = 0; i < writers->len; i++)
    {
      const Writer writer = g_array_index (writers, Writer, i);

      if (n == 0 || compare_writers (&writer, &g_array_index (writers, Writer, n - 1)) != 0)
        g_array_index (writers, Writer, n++) = writer;
    }
  g_array_set_size (writers, n);
  return writers;
}

/* Returns the only machine of the writers; NULL if there are several, or none. */
static const char *
only_node (const GArray *writers)
{
  for (guint i = 1; i < writers->len; i++)
    if (strcmp (g_array_index (writers, Writer, i).node, g_array_index (writers, Writer, 0).node) != 0)
      return NULL;
  return writers->len > 0 ? g_array_index (writers, Writer, 0).node : NULL;
}

/* ---- ranks ---- */

static char *
key_of (const char *node, const char *process)
{
  return g_strconcat (node, "\n", process, NULL);
}

static JobRank *
add_rank (Job *job, const char *node, const char *process)
{
  if (job->ranks->len >= JOB_RANKS_MAX)
    return NULL;

  uint32_t index = job->ranks->len == 0 ? trace_builder_current_rank (job->builder)
                                        : trace_builder_begin_rank_of_file (job->builder);
  JobRank *rank = g_new0 (JobRank, 1);
  char *of_node = key_of (node, "");

  trace_builder_choose_rank (job->builder, index);
  *rank = (JobRank){
    .node = g_strdup (node),
    .process = g_strdup (process),
    .rank = index,
    .tracks = import_tracks_new (job->builder),
  };
  g_ptr_array_add (job->ranks, rank);
  g_hash_table_insert (job->ranks_by_name, key_of (node, process), rank);
  if (g_hash_table_contains (job->ranks_by_name, of_node))
    g_free (of_node);
  else
    g_hash_table_insert (job->ranks_by_name, of_node, rank);
  trace_builder_set_time_base (job->builder, 0, true);
  if (*node != '\0')
    trace_builder_set_node_name (job->builder, trace_builder_string (job->builder, node, strlen (node)));
  if (rank->tracks != NULL)
    return rank;
  trace_builder_set_failed (job->builder);
  return NULL;
}

JobRank *
job_rank_of (Job *job, const char *node, const char *process)
{
  g_autofree char *key = key_of (node, process);
  JobRank *rank = g_hash_table_lookup (job->ranks_by_name, key);

  return rank != NULL ? rank : add_rank (job, node, process);
}

/* Names of containers and local runs are not those of the metrics. */
static const char *
node_of_host (const Job *job, const char *host)
{
  if (job->only_host != NULL && strcmp (host, job->only_host) == 0)
    return ((const JobRank *) job->ranks->pdata[0])->node;
  return host;
}

/* A trace of TensorFlow's profiler is named after the machine, which may be one of those that are known; of others, the first
 * one stands for all. */
static JobRank *
rank_of_unknown (Job *job, const JobFile *file)
{
  const char *name = job_name_of_path (file->path), *end = strstr (name, ".trace.json");
  g_autofree char *host = g_utf8_make_valid (name, end != NULL ? end - name : -1);
  g_autofree char *key = key_of (host, "");
  JobRank *rank = g_hash_table_lookup (job->ranks_by_name, key);

  return rank != NULL ? rank : job->ranks->pdata[0];
}

JobRank *
job_rank_of_file (Job *job, const JobFile *file)
{
  if (*file->node == '\0' && *file->process == '\0')
    return rank_of_unknown (job, file);
  return job_rank_of (job, node_of_host (job, file->node), file->process);
}

/* The first processes have the numbers of their ranks, if their numbers are those of ranks: all from 0 on. */
static void
number_ranks (Job *job)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new (g_str_hash, g_str_equal);
  guint n = job->ranks->len;

  for (guint i = 0; i < n; i++)
    g_hash_table_add (numbers, ((JobRank *) job->ranks->pdata[i])->process);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *number = g_strdup_printf ("%u", i);

      if (!g_hash_table_contains (numbers, number))
        return;
    }
  for (guint i = 0; i < n && g_hash_table_size (numbers) == n; i++)
    {
      const JobRank *rank = job->ranks->pdata[i];

      trace_builder_choose_rank (job->builder, rank->rank);
      trace_builder_set_rank_number (job->builder, g_ascii_strtoll (rank->process, NULL, 10));
      trace_builder_set_world_size (job->builder, n);
    }
}

/* Ranks beyond JOB_RANKS_MAX are missing, which is told of their files. */
static void
begin_ranks_of (Job *job, const GArray *writers, const char *machine)
{
  for (guint i = 0; i < writers->len; i++)
    {
      const Writer *writer = &g_array_index (writers, Writer, i);

      job_rank_of (job, machine != NULL ? machine : writer->node, writer->process);
    }
}

bool
job_ranks_begin (Job *job)
{
  g_autoptr (GArray) machines = writers_of (job->files, true), writers = writers_of (job->files, false);
  const char *machine = only_node (machines), *host = only_node (writers);
  bool is_only = machine != NULL && host != NULL && strcmp (machine, host) != 0;

  job->ranks = g_ptr_array_new_with_free_func (rank_free);
  job->ranks_by_name = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  trace_builder_begin_rank (job->builder, job->path);
  if (is_only)
    job->only_host = g_strdup (host);
  begin_ranks_of (job, writers, is_only ? machine : NULL);
  number_ranks (job);
  begin_ranks_of (job, machines, NULL);
  if (job->ranks->len == 0)
    job_rank_of (job, "", "");
  return !trace_builder_failed (job->builder);
}
