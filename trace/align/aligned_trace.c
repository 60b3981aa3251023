/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/align/aligned_trace.h"

#include <string.h>

#include "trace/align/aligned_clock.h"
#include "trace/combine/trace_copy.h"
#include "trace/model/key_hash.h"
#include "trace/text/trace_error.h"

typedef struct
{
  Trace *trace;
  RankClocks clocks;
} Aligning;

/* ---- what the copy is made with ---- */

static int64_t
correct (uint32_t rank, int64_t time_ns, gpointer data)
{
  const Aligning *aligning = data;

  return clock_fit_correct_ns (&aligning->clocks.fit, rank, time_ns);
}

static void
add_settings (const TraceCopy *copy, gpointer data)
{
  const Aligning *aligning = data;
  uint32_t key = trace_builder_string (copy->builder, ALIGNED_SETTING, strlen (ALIGNED_SETTING));

  for (uint32_t r = 0; r < trace_n_ranks (aligning->trace); r++)
    {
      AlignedClock clock = aligned_clock_of (aligning->trace, &aligning->clocks, r);
      g_autofree char *text = aligned_clock_text (&clock);

      trace_builder_add_setting (copy->builder, key, trace_builder_string (copy->builder, text, strlen (text)));
    }
}

/* Marks and notes that are stored for the profile are at its times, not at those of the copy. */
static void
set_key (const TraceCopy *copy, gpointer data)
{
  const Aligning *aligning = data;
  uint8_t key[TRACE_KEY_BYTES];
  g_autoptr (KeyHash) hash = key_hash_new ();

  if (hash == NULL)
    {
      trace_builder_set_failed (copy->builder);
      return;
    }
  key_hash_add (hash, trace_profile_key (aligning->trace), TRACE_KEY_BYTES);
  key_hash_add (hash, ALIGNED_SETTING, strlen (ALIGNED_SETTING));
  key_hash_get (hash, key);
  trace_builder_set_key (copy->builder, key);
}

static const TraceCopyChange no_change;

static TraceCopyChange
change_of (Aligning *aligning)
{
  return (TraceCopyChange){ .add_settings = add_settings, .add = set_key, .time = correct, .data = aligning };
}

/* ---- the whole ---- */

static bool
any_corrected (const Aligning *aligning)
{
  for (uint32_t r = 0; r < aligning->clocks.fit.n_ranks; r++)
    if (aligning->clocks.fit.ranks[r].n_readings > 0)
      return true;
  return false;
}

/* Call aligning_clear () in any case. */
static bool
aligning_init (Aligning *aligning, Trace *trace, const char *path, GError **error)
{
  CollectiveInstances instances = { 0 };

  *aligning = (Aligning){ .trace = trace };
  bool ok = collective_instances_init (&instances, trace, NULL, NULL)
            && rank_clocks_init (&aligning->clocks, trace, &instances, NULL, NULL);
  collective_instances_clear (&instances);
  if (!ok)
    g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "%s: not enough memory to align its ranks.", path);
  else if (!any_corrected (aligning))
    {
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_SUCH,
                   "%s: the clocks of its ranks cannot be compared: no two ranks have a collective in common in which each "
                   "waits for all others. Where the file tells no sequence numbers, ranks must have recorded equally many.",
                   path);
      ok = false;
    }
  return ok;
}

static void
aligning_clear (Aligning *aligning)
{
  rank_clocks_clear (&aligning->clocks);
}

Trace *
aligned_trace_new (Trace *trace, const char *path, GError **error)
{
  Aligning aligning;
  TraceCopyChange change = change_of (&aligning);

  if (aligned_clocks_any (trace))
    return trace_ref (trace);
  Trace *aligned = aligning_init (&aligning, trace, path, error) ? trace_copy_with (trace, &change, path, error) : NULL;
  aligning_clear (&aligning);
  return aligned;
}

bool
aligned_trace_write (Trace *trace, const char *path, int fd, GError **error)
{
  Aligning aligning;
  TraceCopyChange change = change_of (&aligning);

  if (aligned_clocks_any (trace))
    return trace_copy_with_file (trace, &no_change, path, fd, error);
  bool ok = aligning_init (&aligning, trace, path, error) && trace_copy_with_file (trace, &change, path, fd, error);
  aligning_clear (&aligning);
  return ok;
}
