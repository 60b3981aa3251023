/* SPDX-License-Identifier: Apache-2.0 */

#include "app/profiles/profile_facts.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "trace/combine/combine.h"
#include "trace/model/device_word.h"
#include "trace/model/profile_format.h"
#include "trace/stats/distribution.h"

/* Bytes of all columns and indices for one slice: SliceColumns, the interval index, a share of the pyramid. */
#define SLICE_BYTES 72

static int64_t
median_step_ns (const Profile *profile)
{
  uint64_t n = step_table_count (profile->steps), n_whole = 0;
  int64_t *walls_ns = g_try_new (int64_t, n + 1);
  int64_t median_ns = NOT_KNOWN_NS;

  if (walls_ns == NULL)
    return NOT_KNOWN_NS;
  for (uint64_t i = 0; i < n; i++)
    {
      const TraceStep *step = step_table_get (profile->steps, i);

      if (!step->is_truncated)
        walls_ns[n_whole++] = step->wall_ns;
    }
  if (n_whole > 0)
    median_ns = (int64_t) distribution_of (walls_ns, n_whole).median_ns;
  g_free (walls_ns);
  return median_ns;
}

ProfileFacts
profile_facts_of (const Profile *profile)
{
  const Trace *trace = profile->trace;
  uint64_t bytes = trace_slices (trace)->n * SLICE_BYTES + trace_samples (trace)->n * 16
                   + trace_n_instants (trace) * sizeof (TraceInstant)
                   + trace_n_flows (trace) * (sizeof (TraceFlow) + 8);

  for (uint32_t i = 0; i < trace_n_strings (trace); i++)
    {
      size_t length;

      trace_string (trace, i, &length);
      bytes += length + 16;
    }
  return (ProfileFacts){ .step_median_ns = median_step_ns (profile), .memory_bytes = bytes };
}

/* Cuts the first of them that it ends with and is more than. Returns whether there was one. */
static bool
cut_suffix (char *name, const char *const *suffixes)
{
  for (; *suffixes != NULL; suffixes++)
    if (g_str_has_suffix (name, *suffixes) && strlen (name) > strlen (*suffixes))
      {
        name[strlen (name) - strlen (*suffixes)] = '\0';
        return true;
      }
  return false;
}

char *
profile_short_name (const char *name)
{
  static const char *const suffixes[] = { ".stepscope", ".tmp", ".gz", ".zst", ".json", ".trace", ".pt" };
  g_autofree char *shortened = g_strdup (name);
  size_t n_formats;
  const ProfileFormat *formats = profile_formats (&n_formats);
  bool is_cut = false;

  /* Of several files, which often differ only in their suffixes. */
  if (strstr (name, TRACE_COMBINE_SEPARATOR) != NULL)
    return g_steal_pointer (&shortened);
  for (size_t i = 0; i < G_N_ELEMENTS (suffixes); i++)
    if (g_str_has_suffix (shortened, suffixes[i]) && strlen (shortened) > strlen (suffixes[i]))
      shortened[strlen (shortened) - strlen (suffixes[i])] = '\0';
  for (size_t i = 0; i < n_formats && !is_cut; i++)
    is_cut =
      formats[i].bytes != PROFILE_BYTES_SECTIONS && formats[i].bytes != PROFILE_BYTES_TEXT
      && (cut_suffix (shortened, formats[i].suffixes) || cut_suffix (shortened, formats[i].other_suffixes));
  return g_steal_pointer (&shortened);
}

char *
profile_rank (const Profile *profile)
{
  const TraceRank *rank = trace_rank (profile->trace, 0);

  if (trace_n_ranks (profile->trace) != 1 || rank->world_size <= 1)
    return g_strdup ("");
  return g_strdup_printf (_ ("rank %" PRId64 " of %" PRId64), rank->number, rank->world_size);
}

/* "A100-SXM4-40GB": who made it is not what tells one GPU from another. */
static const char *
without_maker (const char *model)
{
  static const char *const makers[] = { "NVIDIA ", "Tesla ", "AMD ", "Instinct " };

  for (size_t i = 0; i < G_N_ELEMENTS (makers); i++)
    if (g_str_has_prefix (model, makers[i]))
      model += strlen (makers[i]);
  return model;
}

char *
profile_hardware_of_trace (const Trace *trace)
{
  uint32_t n = trace_n_devices (trace);
  const char *model = "";
  size_t length = 0;

  for (uint32_t i = 0; i < n && length == 0; i++)
    model = trace_string (trace, trace_device (trace, i)->name, &length);
  if (n == 0)
    return g_strdup ("");
  if (length == 0)
    return device_word_in (trace, g_strdup_printf (ngettext ("%u GPU", "%u GPUs", n), n));
  g_autofree char *whole = g_utf8_make_valid (model, (gssize) length);
  g_autofree char *name = g_strdup (without_maker (whole));
  return n == 1 ? g_steal_pointer (&name) : g_strdup_printf (_ ("%u × %s"), n, name);
}

char *
profile_hardware (const Profile *profile)
{
  return profile_hardware_of_trace (profile->trace);
}

static char *
recorded_text (const Trace *trace)
{
  g_autoptr (GDateTime) recorded = NULL;
  int64_t epoch_ns;

  if (trace_epoch_ns (trace, &epoch_ns))
    recorded = g_date_time_new_from_unix_local (epoch_ns / 1000000000);
  return recorded != NULL ? g_date_time_format (recorded, "%Y-%m-%d") : g_strdup ("");
}

/* Takes both; what is empty is left out. */
static char *
joined (char *first, char *second)
{
  g_autofree char *begin = first, *end = second;

  if (*begin == '\0')
    return g_steal_pointer (&end);
  if (*end == '\0')
    return g_steal_pointer (&begin);
  /* Translators: between two facts about a profile: "rank 3 of 8, A100", "A100, 2022-08-22". */
  return g_strdup_printf (_ ("%s, %s"), begin, end);
}

char *
profile_subtitle (const Profile *profile)
{
  return joined (joined (profile_rank (profile), profile_hardware (profile)), recorded_text (profile->trace));
}

char *
profile_facts_line (const Profile *profile, const ProfileFacts *facts, const NumberStyle *numbers)
{
  g_autofree char *hardware = profile_hardware (profile);
  char step[NUMBER_TEXT_MAX], memory[NUMBER_TEXT_MAX];
  const char *gpu = *hardware != '\0' ? hardware : _ ("no GPU");
  g_autofree char *rank = profile_rank (profile);
  g_autofree char *what = *rank != '\0' ? g_strdup_printf (_ ("%s, %s"), rank, gpu) : g_strdup (gpu);

  number_text_bytes (numbers, facts->memory_bytes, memory);
  if (facts->step_median_ns == NOT_KNOWN_NS)
    /* Translators: the GPU, and the memory that the profile takes. */
    return g_strdup_printf (_ ("%s, %s in memory"), what, memory);
  return g_strdup_printf (_ ("%s, %s per step, %s in memory"), what,
                          number_text_duration (numbers, (double) facts->step_median_ns, step), memory);
}
