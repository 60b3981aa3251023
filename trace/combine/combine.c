/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/combine/combine.h"

#include <stdlib.h>
#include <string.h>

#include "trace/combine/combine_private.h"
#include "trace/combine/job_copy.h"
#include "trace/model/job_tables.h"
#include "trace/model/key_hash.h"
#include "trace/text/trace_error.h"

/* ---- what may become one ---- */

static bool
all_overlap (Trace *const *traces, size_t n)
{
  for (size_t i = 0; i < n; i++)
    {
      bool overlaps = false;

      for (size_t j = 0; j < n && !overlaps; j++)
        overlaps = i != j && trace_overlaps (traces[i], traces[j]);
      if (!overlaps)
        return false;
    }
  return true;
}

static bool
any_twice (Trace *const *traces, size_t n)
{
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < i; j++)
      if (trace_is_same_recording (traces[i], traces[j]))
        return true;
  return false;
}

/* ---- the whole ---- */

static bool
part_init (CombinedPart *part, Trace *trace, bool is_changed, int64_t base_ns)
{
  size_t n_strings = (size_t) trace_n_strings (trace) * (is_changed ? N_SLICE_KINDS + N_COPIED_TEXTS : 1);
  int64_t epoch_ns = 0;
  uint32_t n_ranks = trace_n_ranks (trace), n_tracks = trace_n_tracks (trace);

  trace_epoch_ns (trace, &epoch_ns);
  part->trace = trace;
  part->processes = run_processes_new (trace);
  part->shift_ns = epoch_ns - base_ns;
  part->ranks = calloc (n_ranks + (size_t) 1, sizeof *part->ranks);
  part->rows = calloc (n_tracks + (size_t) 1, sizeof *part->rows);
  part->row_kinds = calloc (n_tracks + (size_t) 1, sizeof *part->row_kinds);
  part->strings = calloc (n_strings + 1, sizeof *part->strings);
  return n_ranks > 0 && part->ranks != NULL && part->rows != NULL && part->row_kinds != NULL
         && part->strings != NULL;
}

static void
part_clear (CombinedPart *part)
{
  g_clear_pointer (&part->processes, run_processes_free);
  free (part->ranks);
  free (part->rows);
  free (part->row_kinds);
  free (part->strings);
}

static void
combination_clear (Combination *combination)
{
  for (size_t i = 0; combination->parts != NULL && i < combination->n_parts; i++)
    part_clear (&combination->parts[i]);
  for (uint32_t r = 0; r < combination->n_ranks; r++)
    import_tracks_free (combination->ranks[r].tracks);
  free (combination->ranks);
  id_map_clear (&combination->annotations);
  id_map_clear (&combination->counters);
  free (combination->parts);
  trace_builder_free (combination->builder);
}

/* "kineto+nsys-sqlite", each word once. */
static const char *
format_of (Trace *const *traces, size_t n)
{
  g_autoptr (GString) format = g_string_new (NULL);

  for (size_t i = 0; i < n; i++)
    {
      bool is_there = false;

      for (size_t j = 0; j < i && !is_there; j++)
        is_there = strcmp (trace_format (traces[j]), trace_format (traces[i])) == 0;
      if (!is_there)
        g_string_append_printf (format, "%s%s", format->len > 0 ? "+" : "", trace_format (traces[i]));
    }
  return g_intern_string (format->str);
}

static bool
call_adder (Combination *combination)
{
  const CombinedPart *part = &combination->parts[0];
  ImportTracks **tracks;

  if (combination->change->add == NULL)
    return true;
  tracks = malloc ((trace_n_ranks (part->trace) + (size_t) 1) * sizeof *tracks);

  if (tracks == NULL)
    return false;
  for (uint32_t r = 0; r < trace_n_ranks (part->trace); r++)
    tracks[r] = combine_takes_rank (part, r) ? combination->ranks[part->ranks[r]].tracks : NULL;
  trace_builder_choose_rank (combination->builder, combination->ranks[0].rank);
  combination->change->add (&(TraceCopy){ combination->builder, tracks }, combination->change->data);
  free (tracks);
  return true;
}

static int
compare_keys (const void *a, const void *b)
{
  return memcmp (*(const uint8_t *const *) a, *(const uint8_t *const *) b, TRACE_KEY_BYTES);
}

/* What the user stores for the profile is found again in whichever order its files are opened. */
static void
set_key (TraceBuilder *builder, Trace *const *traces, size_t n)
{
  uint8_t key[TRACE_KEY_BYTES];
  g_autoptr (KeyHash) hash = key_hash_new ();

  if (hash == NULL)
    {
      trace_builder_set_failed (builder);
      return;
    }
  g_autofree const uint8_t **keys = g_new (const uint8_t *, n);
  for (size_t i = 0; i < n; i++)
    keys[i] = trace_profile_key (traces[i]);
  qsort (keys, n, sizeof *keys, compare_keys);
  for (size_t i = 0; i < n; i++)
    key_hash_add (hash, keys[i], TRACE_KEY_BYTES);
  key_hash_get (hash, key);
  trace_builder_set_key (builder, key);
}

static bool
combine (Combination *combination, TraceBuilder *builder, Trace *const *traces, size_t n, const char *path)
{
  int64_t base_ns = INT64_MAX, epoch_ns;
  bool is_changed = combination->change != NULL && combination->change->text != NULL;

  combination->builder = builder;
  combination->parts = calloc (n, sizeof *combination->parts);
  combination->n_parts = n;
  for (size_t i = 0; i < n; i++)
    if (trace_epoch_ns (traces[i], &epoch_ns))
      base_ns = MIN (base_ns, epoch_ns);
  if (combination->builder == NULL || combination->parts == NULL)
    return false;
  if (base_ns == INT64_MAX)
    base_ns = 0;
  for (size_t i = 0; i < n; i++)
    if (!part_init (&combination->parts[i], traces[i], is_changed, base_ns))
      return false;
  if (combination_is_copy (combination) && combination->change->part != NULL)
    {
      combination->parts[0].copied = combination->change->part;
      combination->parts[0].keep = combination->change->part->slices;
    }
  if (!combine_ranks_join (combination, path, base_ns)
      || (!combination_is_copy (combination) && !combine_owners_choose (combination)))
    return false;
  combine_copy_settings (combination);
  for (size_t i = 0; i < n; i++)
    combine_copy_part (combination, &combination->parts[i]);
  if (combination_is_copy (combination) && !call_adder (combination))
    return false;
  for (uint32_t r = 0; r < combination->n_ranks; r++)
    import_tracks_finish (combination->ranks[r].tracks);
  trace_builder_add_health (combination->builder, HEALTH_COMBINED_LEFT_OUT, combination->n_left_out,
                            HEALTH_NO_OFFSET);
  trace_builder_add_health (combination->builder, HEALTH_COMBINED_SAMPLES_LEFT_OUT,
                            combination->n_samples_left_out, HEALTH_NO_OFFSET);
  trace_builder_set_format (combination->builder, format_of (traces, n));
  if (!combination_is_copy (combination))
    set_key (combination->builder, traces, n);
  return true;
}

/* Takes the builder, which may be NULL. Returns whether combination->builder is to be finished; combination must be cleared
 * in either case. */
static bool
begin (Combination *combination,
       TraceBuilder *builder,
       Trace *const *traces,
       size_t n,
       const char *path,
       GError **error)
{
  for (size_t i = 0; i < n; i++)
    if (trace_is_job (traces[i]))
      {
        trace_builder_free (builder);
        g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_SUCH,
                     "%s: a profile made of summaries cannot be changed or joined with another. Use the traces of its ranks.", path);
        return false;
      }
  if (!combination_is_copy (combination) && !all_overlap (traces, n))
    {
      trace_builder_free (builder);
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE,
                   "%s: these were not recorded at the same time, or one of them does not say when.", path);
      return false;
    }
  if (any_twice (traces, n))
    {
      trace_builder_free (builder);
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE, "%s: two of these are the same recording.",
                   path);
      return false;
    }
  if (combine (combination, builder, traces, n, path) && !combination_is_cancelled (combination))
    return true;
  if (combination_is_cancelled (combination))
    {
      g_set_error_literal (error, TRACE_ERROR, TRACE_ERROR_CANCELLED, "Making one profile was cancelled.");
      return false;
    }
  g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "%s: not enough memory to make one profile.", path);
  return false;
}

Trace *
trace_combine (Trace *const *traces, size_t n, const char *path, const atomic_bool *cancelled, GError **error)
{
  Combination combination = { .cancelled = cancelled };
  Trace *trace = begin (&combination, trace_builder_new (), traces, n, path, error)
                   ? trace_builder_finish (combination.builder, error)
                   : NULL;

  combination_clear (&combination);
  return trace;
}

bool
trace_combine_file (Trace *const *traces, size_t n, const char *path, int fd, GError **error)
{
  Combination combination = { .next_flow = 0 };
  bool ok = begin (&combination, trace_builder_new_for_file (fd), traces, n, path, error)
            && trace_builder_finish_file (combination.builder, path, error);

  combination_clear (&combination);
  return ok;
}

Trace *
trace_copy_with (Trace *trace, const TraceCopyChange *change, const char *path, GError **error)
{
  Combination combination = { .change = change, .cancelled = change->cancelled };
  Trace *copy = begin (&combination, trace_builder_new (), &trace, 1, path, error)
                  ? trace_builder_finish (combination.builder, error)
                  : NULL;

  combination_clear (&combination);
  return copy;
}

bool
trace_copy_with_file (Trace *trace, const TraceCopyChange *change, const char *path, int fd, GError **error)
{
  Combination combination = { .change = change, .cancelled = change->cancelled };
  bool ok = begin (&combination, trace_builder_new_for_file (fd), &trace, 1, path, error)
            && trace_builder_finish_file (combination.builder, path, error);

  combination_clear (&combination);
  return ok;
}

/* With one part, nothing is owned by another. */
bool
trace_copy_to (Trace *trace, const TraceCopyPlace *place)
{
  CombinedRank rank = { .rank = place->rank, .tracks = place->tracks };
  CombinedPart part = { 0 };
  Combination combination = {
    .builder = place->builder,
    .parts = &part,
    .n_parts = 1,
    .ranks = &rank,
    .n_ranks = 1,
    .next_flow = *place->next_flow,
    .is_one_of_many = place->is_one_of_many,
  };
  bool ok = part_init (&part, trace, false, 0);

  part.shift_ns = place->shift_ns;
  if (ok)
    combine_copy_part (&combination, &part);
  *place->next_flow = combination.next_flow;
  part_clear (&part);
  return ok && !trace_builder_failed (place->builder);
}

#define EPOCH_MAX_NS (INT64_C (1) << 62)

bool
job_copy_trace (TraceBuilder *builder, Trace *trace, const uint8_t *keep, const int64_t *numbers)
{
  const TraceCopyChange none = { 0 };
  Combination combination = { .builder = builder, .change = &none, .is_job = true, .n_parts = 1 };
  int64_t base_ns = 0;
  SourceRecord source = { 0 };

  /* A forged file may have any epoch; sums of one and a time fit into int64 within this. */
  trace_epoch_ns (trace, &base_ns);
  base_ns = CLAMP (base_ns, -EPOCH_MAX_NS, EPOCH_MAX_NS);
  if (trace_n_ranks (trace) == 1)
    memcpy (source.key, trace_profile_key (trace), sizeof source.key);
  combination.parts = calloc (1, sizeof *combination.parts);
  bool ok = combination.parts != NULL && part_init (&combination.parts[0], trace, false, base_ns)
            && combine_ranks_join (&combination, "", base_ns);
  for (uint32_t r = 0; ok && r < combination.n_ranks; r++)
    {
      trace_builder_choose_rank (builder, combination.ranks[r].rank);
      trace_builder_set_rank_number (builder, numbers[r]);
      trace_builder_set_source (builder, &source);
    }
  if (ok)
    {
      combination.parts[0].keep = keep;
      combination.parts[0].shift_ns = 0;
      combine_copy_settings (&combination);
      combine_copy_part (&combination, &combination.parts[0]);
      for (uint32_t r = 0; r < combination.n_ranks; r++)
        import_tracks_finish (combination.ranks[r].tracks);
    }
  combination.builder = NULL; /* which is the caller's */
  combination_clear (&combination);
  return ok && !trace_builder_failed (builder);
}

char *
trace_combine_name (const char *const *paths, size_t n)
{
  GString *name = g_string_new (NULL);

  for (size_t i = 0; i < n; i++)
    {
      g_autofree char *base = g_path_get_basename (paths[i]);

      g_string_append_printf (name, "%s%s", i > 0 ? TRACE_COMBINE_SEPARATOR : "", base);
    }
  return g_string_free (name, FALSE);
}
