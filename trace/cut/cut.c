/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/cut/cut.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "trace/combine/trace_copy.h"
#include "trace/cut/cut_slices.h"
#include "trace/derive/memory_use.h"
#include "trace/model/key_hash.h"
#include "trace/text/duration_text.h"
#include "trace/text/trace_error.h"

typedef struct
{
  Trace *trace;
  TraceCopyPart part;
  uint8_t *keep, *instants; /* what part.slices and part.instants borrow */
  bool is_whole;    /* nothing is left out */
  bool is_scrubbed; /* names are replaced */
} Cutting;

/* Returns false if the system has no random numbers. */
static bool
make_random_key (uint8_t key[TRACE_KEY_BYTES])
{
  return getrandom (key, TRACE_KEY_BYTES, 0) == TRACE_KEY_BYTES;
}

static void
set_key (const TraceCopy *copy, gpointer data)
{
  static const char word[] = "part";
  const Cutting *cutting = data;
  uint8_t key[TRACE_KEY_BYTES];
  g_autoptr (KeyHash) hash = key_hash_new ();

  if (hash == NULL || (cutting->is_scrubbed && !make_random_key (key)))
    {
      trace_builder_set_failed (copy->builder);
      return;
    }
  if (cutting->is_scrubbed)
    {
      trace_builder_set_key (copy->builder, key);
      return;
    }
  key_hash_add (hash, trace_profile_key (cutting->trace), TRACE_KEY_BYTES);
  key_hash_add (hash, word, strlen (word));
  key_hash_add (hash, &cutting->part.begin_ns, sizeof cutting->part.begin_ns);
  key_hash_add (hash, &cutting->part.end_ns, sizeof cutting->part.end_ns);
  if (cutting->part.ranks != NULL)
    key_hash_add (hash, cutting->part.ranks, trace_n_ranks (cutting->trace));
  key_hash_get (hash, key);
  trace_builder_set_key (copy->builder, key);
}

static TraceCopyChange
change_of (Cutting *cutting, Scrub *scrub, const atomic_bool *cancelled)
{
  return (TraceCopyChange){
    .add = set_key,
    .data = cutting,
    .text = scrub != NULL ? scrub_text : NULL,
    .text_data = scrub,
    .part = cutting->is_whole ? NULL : &cutting->part,
    .cancelled = cancelled,
  };
}

static void
set_empty_error (const Trace *trace, const char *path, GError **error)
{
  char length[DURATION_TEXT_MAX];
  int64_t begin_ns, end_ns;

  trace_span (trace, &begin_ns, &end_ns);
  g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_SUCH,
               "%s: nothing was recorded in this part of it; the profile lies between 0 and %s.", path,
               duration_text ((double) end_ns, length));
}

static bool
cutting_init (Cutting *cutting,
              Trace *trace,
              const StepTable *steps,
              const CutPart *part,
              bool is_scrubbed,
              const char *path,
              GError **error)
{
  bool has_window = part->begin_ns != INT64_MIN || part->end_ns != INT64_MAX;
  uint64_t n = 0;

  *cutting = (Cutting){ .trace = trace, .is_whole = !has_window && part->ranks == NULL, .is_scrubbed = is_scrubbed };
  cutting->part =
    (TraceCopyPart){ .ranks = part->ranks, .begin_ns = part->begin_ns, .end_ns = part->end_ns };
  if (cutting->is_whole)
    return true;
  cutting->part.slices = cutting->keep = calloc ((size_t) trace_slices (trace)->n + 1, 1);
  cutting->part.instants = cutting->instants = calloc ((size_t) trace_n_instants (trace) + 1, 1);
  if (cutting->keep == NULL || cutting->instants == NULL
      || !memory_use_mark_last (trace, part->begin_ns, cutting->instants)
      || !cut_slices_find (trace, steps, part->begin_ns, part->end_ns, part->ranks, cutting->keep, &n))
    g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "%s: not enough memory to copy a part of it.",
                 path);
  else if (has_window && (n == 0 || part->end_ns <= part->begin_ns))
    set_empty_error (trace, path, error);
  else
    return true;
  return false;
}

static void
cutting_clear (Cutting *cutting)
{
  free (cutting->keep);
  free (cutting->instants);
}

Trace *
trace_cut (Trace *trace,
           const StepTable *steps,
           const CutPart *part,
           Scrub *scrub,
           const char *path,
           const atomic_bool *cancelled,
           GError **error)
{
  Cutting cutting;
  bool ok = cutting_init (&cutting, trace, steps, part, scrub != NULL, path, error);
  const TraceCopyChange change = change_of (&cutting, scrub, cancelled);
  Trace *cut = ok ? trace_copy_with (trace, &change, path, error) : NULL;

  cutting_clear (&cutting);
  return cut;
}

bool
trace_cut_file (Trace *trace,
                const StepTable *steps,
                const CutPart *part,
                Scrub *scrub,
                const char *path,
                int fd,
                const atomic_bool *cancelled,
                GError **error)
{
  Cutting cutting;
  bool ok = cutting_init (&cutting, trace, steps, part, scrub != NULL, path, error);
  const TraceCopyChange change = change_of (&cutting, scrub, cancelled);

  ok = ok && trace_copy_with_file (trace, &change, path, fd, error);
  cutting_clear (&cutting);
  return ok;
}

void
cut_part_clear (CutPart *part)
{
  g_clear_pointer (&part->ranks, free);
}
