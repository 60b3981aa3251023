/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/summary/job_merge.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "trace/build/set_job.h"
#include "trace/combine/job_copy.h"
#include "trace/file/trace_map.h"
#include "trace/file/verify.h"
#include "trace/model/key_hash.h"
#include "trace/summary/job_append.h"
#include "trace/text/trace_error.h"

/* Names that one row of the health table lists. */
#define NAMED_MAX 16

/* A file that is merged. */
typedef struct
{
  const char *path; /* borrowed */
  char *source;     /* the path of the trace of its first rank */
  uint8_t key[TRACE_KEY_BYTES];
  int64_t *numbers; /* of its ranks */
  uint32_t n_ranks;
  int64_t world_size; /* 0: its ranks do not know their numbers */
} Summary;

typedef struct
{
  Summary *summaries;
  size_t n;
  GHashTable *taken;          /* numbers of ranks */
  GPtrArray *damaged, *twice; /* base names of files */
  JobMerged *merged;
} Merge;

/* ---- reading ---- */

static Trace *
open_summary (const char *path, GError **error)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  TraceDamage damage = { 0 };

  if (fd < 0)
    {
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_UNREADABLE, "%s: cannot be opened: %s.", path,
                   g_strerror (errno));
      return NULL;
    }
  g_autoptr (Trace) trace = trace_map (fd, path, error);
  close (fd);
  if (trace == NULL)
    return NULL;
  trace_verify (trace, NULL, &damage);
  if (damage.n > 0 || trace_was_cut (trace) || trace_is_partial (trace))
    g_set_error (error, TRACE_ERROR, TRACE_ERROR_DAMAGED,
                 "%s: its section \"%s\" is damaged. Summarize its trace again.", path,
                 damage.n > 0 ? trace_damage_name (&damage, 0) : "end");
  else if (!trace_is_job (trace) || trace_n_ranks (trace) == 0)
    g_set_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE,
                 "%s: is a profile, not a summary. Make one of it with summarize.", path);
  else
    return g_steal_pointer (&trace);
  return NULL;
}

static void
leave_out (Merge *merge, GPtrArray *names, const char *path, char *complaint)
{
  g_ptr_array_add (names, g_path_get_basename (path));
  g_ptr_array_add (merge->merged->complaints, complaint);
}

/* Returns false when memory runs out. */
static bool
read_summary (Merge *merge, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (Trace) trace = open_summary (path, &error);
  Summary *summary = &merge->summaries[merge->n];

  if (trace == NULL)
    {
      bool is_whole = !g_error_matches (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY);

      leave_out (merge, merge->damaged, path, g_strdup (error->message));
      return is_whole;
    }
  *summary = (Summary){ .path = path, .n_ranks = trace_n_ranks (trace) };
  summary->source = g_strdup (trace_string (trace, trace_rank (trace, 0)->path, NULL));
  memcpy (summary->key, trace_profile_key (trace), sizeof summary->key);
  summary->numbers = malloc (summary->n_ranks * sizeof *summary->numbers);
  if (summary->numbers == NULL)
    return false;
  for (uint32_t r = 0; r < summary->n_ranks; r++)
    {
      const TraceRank *rank = trace_rank (trace, r);

      summary->numbers[r] = rank->number;
      summary->world_size = r > 0 && summary->world_size == 0 ? 0 : MAX (rank->world_size, 0);
    }
  merge->n++;
  return true;
}

/* ---- numbers ---- */

/* The same files give the same order, whatever their order was. */
static int
compare_summaries (const void *a, const void *b)
{
  const Summary *x = a, *y = b;
  int order;

  if ((x->world_size > 0) != (y->world_size > 0))
    return x->world_size > 0 ? -1 : 1;
  if (x->world_size > 0 && x->numbers[0] != y->numbers[0])
    return x->numbers[0] < y->numbers[0] ? -1 : 1;
  order = strverscmp (x->source, y->source);
  if (order == 0)
    order = memcmp (x->key, y->key, sizeof x->key);
  return order != 0 ? order : strcmp (x->path, y->path);
}

static int
compare_numbers (const void *a, const void *b)
{
  const Summary *x = a, *y = b;

  return x->numbers[0] < y->numbers[0] ? -1 : x->numbers[0] > y->numbers[0];
}

/* Returns a rank of the summary that another one has, or -1. */
static int64_t
rank_taken (const Merge *merge, const Summary *summary)
{
  for (uint32_t r = 0; r < summary->n_ranks; r++)
    if (g_hash_table_contains (merge->taken, &summary->numbers[r]))
      return summary->numbers[r];
  return -1;
}

static void
clear_summary (Summary *summary)
{
  g_free (summary->source);
  free (summary->numbers);
}

static void
number_summaries (Merge *merge)
{
  size_t n = 0;
  int64_t next = 0;

  if (merge->n > 0)
    qsort (merge->summaries, merge->n, sizeof *merge->summaries, compare_summaries);
  for (size_t i = 0; i < merge->n; i++)
    {
      Summary *summary = &merge->summaries[i];
      int64_t taken = summary->world_size > 0 ? rank_taken (merge, summary) : -1;

      for (uint32_t r = 0; r < summary->n_ranks && summary->world_size == 0; r++)
        {
          while (g_hash_table_contains (merge->taken, &next))
            next++;
          summary->numbers[r] = next++;
        }
      if (taken >= 0)
        {
          leave_out (merge, merge->twice, summary->path,
                     g_strdup_printf ("%s: another summary is of rank %" G_GINT64_FORMAT
                                      ", too. Merge the summaries of one run only.",
                                      summary->path, taken));
          clear_summary (summary);
          continue;
        }
      for (uint32_t r = 0; r < summary->n_ranks; r++)
        g_hash_table_add (merge->taken, &summary->numbers[r]);
      merge->summaries[n++] = *summary;
    }
  merge->n = n;
  if (n > 0)
    qsort (merge->summaries, n, sizeof *merge->summaries, compare_numbers);
}

/* Ranks of one file follow one another in the tables. */
static bool
are_apart (const Merge *merge)
{
  for (size_t i = 0; i < merge->n; i++)
    {
      const Summary *summary = &merge->summaries[i];

      if (i > 0 && summary->numbers[0] < merge->summaries[i - 1].numbers[merge->summaries[i - 1].n_ranks - 1])
        return false;
    }
  return true;
}

/* ---- what is missing ---- */

static int
compare_int64 (const void *a, const void *b)
{
  int64_t x = *(const int64_t *) a, y = *(const int64_t *) b;

  return x < y ? -1 : x > y;
}

/* Appends "3" or "5-8" for the numbers [first, end). */
static void
append_range (GString *text, int64_t first, int64_t end)
{
  g_string_append_printf (text, "%s%" G_GINT64_FORMAT, text->len > 0 ? ", " : "", first);
  if (end - first > 1)
    g_string_append_printf (text, "-%" G_GINT64_FORMAT, end - 1);
}

/* Sets *ret_n to the number of missing ranks, and returns their numbers as text: "3, 5-8". */
static GString *
missing_ranks (const Merge *merge, uint64_t *ret_n)
{
  GString *text = g_string_new (NULL);
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (int64_t));
  int64_t world_size = 0, next = 0;
  guint n_named = 0;

  *ret_n = 0;
  for (size_t i = 0; i < merge->n; i++)
    {
      world_size = MAX (world_size, merge->summaries[i].world_size);
      g_array_append_vals (numbers, merge->summaries[i].numbers, merge->summaries[i].n_ranks);
    }
  g_array_append_val (numbers, world_size);
  qsort (numbers->data, numbers->len, sizeof (int64_t), compare_int64);
  for (guint i = 0; i < numbers->len && next < world_size; i++)
    {
      int64_t number = g_array_index (numbers, int64_t, i);

      if (number > next)
        {
          *ret_n += (uint64_t) (number - next);
          if (n_named < NAMED_MAX)
            append_range (text, next, number);
          else if (n_named == NAMED_MAX)
            g_string_append (text, ", ...");
          n_named++;
        }
      next = number < INT64_MAX ? MAX (next, number + 1) : number;
    }
  return text;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strverscmp (*(const char *const *) a, *(const char *const *) b);
}

/* Adds a row with the names of the files. */
static void
add_named (TraceBuilder *builder, HealthId id, GPtrArray *names)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len && i < NAMED_MAX; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", (const char *) names->pdata[i]);
  if (names->len > NAMED_MAX)
    g_string_append (text, ", ...");
  if (names->len > 0)
    trace_builder_add_file_health (builder, id, text->str);
  if (names->len > 1)
    trace_builder_add_health (builder, id, names->len - 1, HEALTH_NO_OFFSET);
}

static void
add_missing (Merge *merge, TraceBuilder *builder)
{
  uint64_t n;
  g_autoptr (GString) text = missing_ranks (merge, &n);
  g_autofree char *named = g_strdup_printf ("%s %s", n == 1 ? "rank" : "ranks", text->str);

  merge->merged->n_missing = n;
  if (n == 0)
    return;
  trace_builder_add_file_health (builder, HEALTH_JOB_RANK_MISSING, named);
  trace_builder_add_health (builder, HEALTH_JOB_RANK_MISSING, n - 1, HEALTH_NO_OFFSET);
  g_ptr_array_add (merge->merged->complaints, g_strdup_printf ("there is no summary of %s", named));
}

/* ---- the whole ---- */

static bool
add_summary (TraceBuilder *builder, const Summary *summary, JobInput *job, KeyHash *keys, GError **error)
{
  g_autoptr (Trace) trace = open_summary (summary->path, error);

  if (trace == NULL)
    return false;
  key_hash_add (keys, trace_profile_key (trace), TRACE_KEY_BYTES);
  if (trace_n_ranks (trace) != summary->n_ranks)
    {
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_DAMAGED, "%s: changed while it was read.", summary->path);
      return false;
    }
  /* Running out of memory is remembered by the builder. */
  if (!job_copy_trace (builder, trace, NULL, summary->numbers) || !job_append (builder, trace, job))
    trace_builder_set_failed (builder);
  return true;
}

static bool
write_job (Merge *merge, int fd, const char *path, GError **error)
{
  g_autoptr (TraceBuilder) builder = trace_builder_new_for_file (fd);
  g_autoptr (KeyHash) keys = key_hash_new ();
  uint8_t key[TRACE_KEY_BYTES];
  JobInput job = { 0 };
  bool ok = builder != NULL && keys != NULL;

  if (!ok)
    g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "%s: not enough memory for this profile.", path);
  for (size_t i = 0; i < merge->n && ok; i++)
    {
      ok = add_summary (builder, &merge->summaries[i], &job, keys, error);
      merge->merged->n_ranks += merge->summaries[i].n_ranks;
    }
  if (!ok)
    {
      job_input_clear (&job);
      return false;
    }
  add_named (builder, HEALTH_JOB_SUMMARY_DAMAGED, merge->damaged);
  add_named (builder, HEALTH_JOB_RANK_TWICE, merge->twice);
  add_missing (merge, builder);
  key_hash_get (keys, key);
  trace_builder_set_key (builder, key);
  trace_builder_set_format (builder, "job");
  trace_builder_set_job (builder, &job);
  return trace_builder_finish_file (builder, path, error);
}

static bool
merge_all (Merge *merge, const char *const *paths, size_t n, int fd, const char *path, GError **error)
{
  for (size_t i = 0; i < n; i++)
    if (!read_summary (merge, paths[i]))
      {
        g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "%s: not enough memory to read it.",
                     paths[i]);
        return false;
      }
  number_summaries (merge);
  merge->merged->n_damaged = merge->damaged->len;
  merge->merged->n_twice = merge->twice->len;
  if (merge->n == 0)
    g_set_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE,
                 "%s: none of the files is a summary that can be read.", path);
  else if (!are_apart (merge))
    g_set_error (
      error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE,
      "%s: numbers of ranks of one summary lie between those of another. Summarize each rank alone.", path);
  else
    return write_job (merge, fd, path, error);
  return false;
}

bool
job_merge (const char *const *paths,
           size_t n,
           int fd,
           const char *path,
           JobMerged *ret_merged,
           GError **error)
{
  Merge merge = {
    .summaries = calloc (n + 1, sizeof *merge.summaries),
    .taken = g_hash_table_new (g_int64_hash, g_int64_equal),
    .damaged = g_ptr_array_new_with_free_func (g_free),
    .twice = g_ptr_array_new_with_free_func (g_free),
    .merged = ret_merged,
  };

  *ret_merged = (JobMerged){ .complaints = g_ptr_array_new_with_free_func (g_free) };
  bool ok = false;
  if (merge.summaries != NULL)
    ok = merge_all (&merge, paths, n, fd, path, error);
  else
    g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "%s: not enough memory for this profile.", path);
  for (size_t i = 0; merge.summaries != NULL && i < merge.n; i++)
    clear_summary (&merge.summaries[i]);
  free (merge.summaries);
  g_hash_table_destroy (merge.taken);
  g_ptr_array_unref (merge.damaged);
  g_ptr_array_unref (merge.twice);
  return ok;
}

void
job_merged_clear (JobMerged *merged)
{
  g_clear_pointer (&merged->complaints, g_ptr_array_unref);
}
