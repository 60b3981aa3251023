/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/step/repeated_names.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

#include "trace/classify/category_rules.h"
#include "trace/container/radix_order.h"
#include "trace/model/slice_name_kind.h"
#include "trace/naming/text_span.h"
#include "trace/stats/step/step_name_pattern.h"

#define ASK_EVERY 65536

/* ---- kinds ---- */

bool
repeated_names_has_kind (SliceKind kind)
{
  return !slice_kind_is_on_device (kind) && kind != SLICE_PROFILER_SPAN;
}

static bool
is_graph_launch (const char *text, size_t length)
{
  return g_strstr_len (text, (gssize) MIN (length, REPEATS_NAME_MAX), "GraphLaunch") != NULL;
}

/* The RepeatKind as far as the track and kind of a slice tell it. Its name tells the rest, once for all slices of that
 * name. */
static uint8_t
kind_of_place (TrackKind track, SliceKind slice)
{
  if (track == TRACK_ANNOTATIONS && slice == SLICE_ANNOTATION)
    return REPEATS_ANNOTATION;
  if (track == TRACK_OPERATORS && (slice == SLICE_OPERATOR || slice == SLICE_OTHER))
    return REPEATS_OPERATOR;
  if (track == TRACK_PYTHON && slice == SLICE_PYTHON)
    return REPEATS_FRAME;
  if (track == TRACK_CALLS && slice == SLICE_CALL)
    return REPEATS_GRAPH_LAUNCH;
  return REPEATS_NOT;
}

static uint8_t
kind_of_name (const char *text, size_t length, uint8_t place)
{
  if (place == REPEATS_FRAME && slice_name_is_module (text, length))
    return REPEATS_MODULE;
  if (place == REPEATS_GRAPH_LAUNCH && !is_graph_launch (text, length))
    return REPEATS_NOT;
  return place;
}

/* Terminals obey controls, and the others turn text around or hide it. */
static bool
is_for_people (gunichar c)
{
  GUnicodeType type = g_unichar_type (c);

  return type != G_UNICODE_CONTROL && type != G_UNICODE_FORMAT && type != G_UNICODE_LINE_SEPARATOR
         && type != G_UNICODE_PARAGRAPH_SEPARATOR;
}

static bool
may_be_step (const char *text, size_t length)
{
  if (length == 0 || length > REPEATS_NAME_MAX || !g_utf8_validate (text, (gssize) length, NULL))
    return false;
  for (const char *at = text; at < text + length; at = g_utf8_next_char (at))
    if (!is_for_people (g_utf8_get_char (at)))
      return false;
  /* Functions built into Python are counted for all callers together. */
  return !span_starts ((TextSpan){ text, length }, "<built-in")
         && !category_is_collective_annotation (text, length) && !slice_name_is_profiler_step (text, length);
}

/* ---- names ---- */

static uint64_t
hash_bytes (uint64_t hash, const char *text, size_t length)
{
  for (size_t i = 0; i < length; i++)
    hash = (hash ^ (uint8_t) text[i]) * UINT64_C (0x100000001b3);
  return hash;
}

static bool
differ_in_number_alone (const Trace *trace, uint32_t a, uint32_t b)
{
  size_t n_a, n_b, begin_a, begin_b, end_a, end_b;
  const char *x = trace_string (trace, a, &n_a), *y = trace_string (trace, b, &n_b);

  return step_name_number (x, n_a, &begin_a, &end_a) && step_name_number (y, n_b, &begin_b, &end_b)
         && begin_a == begin_b && n_a - end_a == n_b - end_b && memcmp (x, y, begin_a) == 0
         && memcmp (x + end_a, y + end_b, n_a - end_a) == 0;
}

/* ---- groups ---- */

typedef struct
{
  const Trace *trace;
  bool (*should_continue) (void *user_data);
  void *user_data;
  uint8_t *kinds;    /* by string id, as are the next two */
  uint32_t *ranks;   /* the last one on which the name was seen */
  bool *comes_again; /* on one rank */
  RepeatedNames *names;
} Sieve;

/* Asks at every ASK_EVERY-th item of a loop. */
static bool
goes_on (const Sieve *sieve, uint64_t i)
{
  return i % ASK_EVERY != 0 || sieve->should_continue == NULL || sieve->should_continue (sieve->user_data);
}

static bool
count_track (Sieve *sieve, const TraceTrack *track)
{
  const SliceColumns *slices = trace_slices (sieve->trace);

  for (uint64_t i = track->first_slice; i < track->first_slice + track->n_slices; i++)
    {
      uint32_t name = slice_name (slices, i);
      SliceKind kind = (SliceKind) slices->kind[i];

      if (!goes_on (sieve, i))
        return false;
      if (!repeated_names_has_kind (kind))
        continue;
      uint8_t place = kind_of_place (track->kind, kind);
      if (sieve->names->counts[name]++ == 0)
        sieve->kinds[name] = place;
      else
        {
          sieve->comes_again[name] |= sieve->ranks[name] == track->rank;
          if (sieve->kinds[name] != place)
            sieve->kinds[name] = REPEATS_NOT;
        }
      sieve->ranks[name] = track->rank;
    }
  return true;
}

/* Counts rank by rank: a name whose last rank is the current one occurs again on it. */
static bool
count_names (Sieve *sieve)
{
  uint32_t n = trace_n_tracks (sieve->trace);
  OrderPair *pairs = malloc (2 * ((size_t) n + 1) * sizeof *pairs);
  bool ok = pairs != NULL;

  for (uint32_t t = 0; ok && t < n; t++)
    pairs[t] = (OrderPair){ trace_track (sieve->trace, t)->rank, t };
  if (ok && n > 0)
    radix_order (pairs, pairs + n, n);
  for (uint32_t i = 0; ok && i < n; i++)
    ok = count_track (sieve, trace_track (sieve->trace, (uint32_t) pairs[i].item));
  free (pairs);
  return ok;
}

/* For each name of a host slice. */
static bool
look_at_names (Sieve *sieve, uint32_t n_names)
{
  RepeatedNames *names = sieve->names;

  for (uint32_t name = 0; name < n_names; name++)
    {
      size_t length;
      const char *text = trace_string (sieve->trace, name, &length);

      if (!goes_on (sieve, name))
        return false;
      if (names->counts[name] == 0)
        continue;
      sieve->kinds[name] = kind_of_name (text, length, sieve->kinds[name]);
      names->has_modules = names->has_modules || sieve->kinds[name] == REPEATS_MODULE;
    }
  return true;
}

static void
add_group (Sieve *sieve, const uint32_t *members, size_t n_members, uint64_t count, bool is_numbered)
{
  RepeatedNames *names = sieve->names;
  size_t length;
  const char *text = trace_string (sieve->trace, members[0], &length);

  if (count < REPEATS_COUNT_MIN || count > REPEATS_COUNT_MAX || !may_be_step (text, length))
    return;
  for (size_t i = 0; i < n_members; i++)
    names->group_of[members[i]] = names->n;
  names->groups[names->n++] = (RepeatedName){
    .kind = (RepeatKind) sieve->kinds[members[0]],
    .name = members[0],
    .is_numbered = is_numbered,
    .count = count,
  };
}

/* Names that seem to differ only in a number, ascending by id. Returns false if the search is to end. */
static bool
add_numbered (Sieve *sieve, const uint32_t *members, size_t n)
{
  uint8_t kind = sieve->kinds[members[0]];
  uint64_t count = 0;

  for (size_t i = 0; i < n; i++)
    {
      if (!goes_on (sieve, i + 1))
        return false;
      if (sieve->kinds[members[i]] != kind || sieve->comes_again[members[i]]
          || !differ_in_number_alone (sieve->trace, members[0], members[i]))
        return true;
      count += sieve->names->counts[members[i]];
    }
  if (n >= REPEATS_COUNT_MIN && (kind == REPEATS_ANNOTATION || kind == REPEATS_OPERATOR))
    add_group (sieve, members, n, count, true);
  return true;
}

/* Each name of a host slice, with the hash of the text around its number. Returns false if the search is to end. */
static bool
collect_numbered (const Sieve *sieve, uint32_t n_names, OrderPair *pairs, size_t *ret_n)
{
  size_t n = 0;

  for (uint32_t name = 0; name < n_names; name++)
    {
      size_t length, begin, end;
      const char *text = trace_string (sieve->trace, name, &length);

      if (!goes_on (sieve, name))
        return false;
      if (sieve->names->counts[name] == 0 || length > REPEATS_NAME_MAX
          || !step_name_number (text, length, &begin, &end))
        continue;
      uint64_t hash = hash_bytes (UINT64_C (0xcbf29ce484222325), text, begin);
      hash = hash_bytes (hash * 31 + begin, text + end, length - end);
      pairs[n++] = (OrderPair){ hash, name };
    }
  *ret_n = n;
  return true;
}

static bool
group_numbered (Sieve *sieve, uint32_t n_names)
{
  OrderPair *pairs = malloc (2 * ((size_t) n_names + 1) * sizeof *pairs);
  uint32_t *members = malloc (((size_t) n_names + 1) * sizeof *members);
  size_t n = 0;
  bool ok = pairs != NULL && members != NULL && collect_numbered (sieve, n_names, pairs, &n);

  if (ok && n > 0)
    radix_order (pairs, pairs + n_names + 1, n);
  for (size_t first = 0, last; ok && first < n; first = last)
    {
      for (last = first; ok && last < n && pairs[last].key == pairs[first].key; last++)
        {
          members[last - first] = (uint32_t) pairs[last].item;
          ok = goes_on (sieve, last);
        }
      ok = ok && add_numbered (sieve, members, last - first);
    }
  free (members);
  free (pairs);
  return ok;
}

/* Names that are in no group yet. */
static bool
group_single (Sieve *sieve, uint32_t n_names)
{
  const RepeatedNames *names = sieve->names;

  for (uint32_t name = 0; name < n_names; name++)
    {
      if (!goes_on (sieve, name))
        return false;
      if (names->counts[name] > 0 && names->group_of[name] == TRACE_NONE && sieve->kinds[name] != REPEATS_NOT)
        add_group (sieve, &name, 1, names->counts[name], false);
    }
  return true;
}

bool
repeated_names_find (const Trace *trace,
                     bool (*should_continue) (void *user_data),
                     void *user_data,
                     RepeatedNames *ret_names)
{
  uint32_t n_names = MAX (trace_n_strings (trace), 1);
  Sieve sieve = {
    .trace = trace,
    .should_continue = should_continue,
    .user_data = user_data,
    .names = ret_names,
    .kinds = calloc (n_names, 1),
    .ranks = malloc (n_names * sizeof *sieve.ranks),
    .comes_again = calloc (n_names, sizeof *sieve.comes_again),
  };

  *ret_names = (RepeatedNames){
    .groups = malloc (n_names * sizeof *ret_names->groups),
    .group_of = malloc (n_names * sizeof *ret_names->group_of),
    .counts = calloc (n_names, sizeof *ret_names->counts),
    .end = step_name_pattern_end (trace),
  };
  bool ok = sieve.kinds != NULL && sieve.ranks != NULL && sieve.comes_again != NULL
            && ret_names->groups != NULL && ret_names->group_of != NULL && ret_names->counts != NULL;
  for (uint32_t name = 0; ok && name < n_names; name++)
    ret_names->group_of[name] = TRACE_NONE;
  ok = ok && count_names (&sieve) && look_at_names (&sieve, n_names) && group_numbered (&sieve, n_names)
       && group_single (&sieve, n_names);
  free (sieve.kinds);
  free (sieve.ranks);
  free (sieve.comes_again);
  return ok;
}

void
repeated_names_clear (RepeatedNames *names)
{
  free (names->groups);
  free (names->group_of);
  free (names->counts);
  *names = (RepeatedNames){ 0 };
}

/* ---- texts ---- */

char *
repeated_name_pattern (const Trace *trace, const RepeatedNames *names, const RepeatedName *name)
{
  size_t length;
  const char *text = trace_string (trace, name->name, &length);

  return step_name_pattern (text, length, name->is_numbered, names->end);
}

char *
repeated_name_text (const Trace *trace, const RepeatedName *name)
{
  size_t length, begin, end;
  const char *text = trace_string (trace, name->name, &length);

  if (!name->is_numbered || !step_name_number (text, length, &begin, &end))
    return g_strndup (text, length);
  return g_strdup_printf ("%.*sN%.*s", (int) begin, text, (int) (length - end), text + end);
}
