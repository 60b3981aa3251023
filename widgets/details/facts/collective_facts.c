/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/details/facts/collective_facts.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "trace/ranks/rank_clocks.h"
#include "trace/stats/collective/collective_traffic.h"
#include "widgets/details/facts/argument_text.h"

/* ---- words ---- */

static const CollectiveWait *
part_of (const CollectiveLink *link)
{
  return &link->parts[link->place];
}

static bool
is_last (const CollectiveLink *link)
{
  return link->place + 1 == link->skew->n_waits;
}

/* The first one waited the longest, unless its kernel ended before the last one began. */
static int64_t
longest_wait_ns (const CollectiveLink *link)
{
  int64_t longest_ns = 0;

  for (uint64_t i = 0; i < link->skew->n_waits; i++)
    longest_ns = MAX (longest_ns, link->parts[i].wait_ns);
  return longest_ns;
}

static char *
sentence_of_last (const CollectiveLink *link, const NumberStyle *numbers)
{
  int64_t longest_ns = longest_wait_ns (link);
  uint64_t n_others = 0;
  char count[NUMBER_TEXT_MAX], duration[NUMBER_TEXT_MAX];

  if (longest_ns == 0)
    return g_strdup (_ ("No rank waited for another."));
  for (uint64_t i = 0; i < link->skew->n_waits; i++)
    n_others += link->parts[i].wait_ns > 0;
  number_text_count (numbers, n_others, count);
  number_text_duration (numbers, (double) longest_ns, duration);
  /* Translators: of the last rank of a collective: how many waited, and the longest of their waits */
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Came last: %s other rank waited for it, up to %s.",
                                       "Came last: %s other ranks waited for it, up to %s.", n_others),
                          count, duration);
}

char *
collective_facts_sentence (const Trace *trace, const CollectiveLink *link, const NumberStyle *numbers)
{
  char duration[NUMBER_TEXT_MAX];

  if (is_last (link))
    return sentence_of_last (link, numbers);
  g_autofree char *last = collective_links_rank (trace, collective_link_last (link)->device);
  if (part_of (link)->wait_ns == 0)
    return g_strdup_printf (_ ("Did not wait for %s, which came last."), last);
  number_text_duration (numbers, (double) part_of (link)->wait_ns, duration);
  /* Translators: how long a rank waited, and for which one: "Waited 3.120 ms for rank 4." */
  return g_strdup_printf (_ ("Waited %s for %s."), duration, last);
}

/* Returns whether the parts are moved against each other, which is more than their clocks are uncertain. */
static bool
is_moved (const Trace *trace, const CollectiveLink *link)
{
  const SliceColumns *slices = trace_slices (trace);
  double least_ns = INFINITY, most_ns = -INFINITY;

  for (uint64_t i = 0; i < link->skew->n_waits; i++)
    {
      double moved_ns =
        collective_links_apart_ns (link->parts[i].begin_ns, slice_start_ns (slices, link->parts[i].slice));

      least_ns = fmin (least_ns, moved_ns);
      most_ns = fmax (most_ns, moved_ns);
    }
  return most_ns - least_ns > RANK_CLOCK_RESIDUAL_MAX_NS;
}

char *
collective_facts_doubt (const Trace *trace, const CollectiveLink *link)
{
  const char *uncertain = link->skew->is_certain
                            ? NULL
                            : _ ("The clocks of these ranks differ by more than 50 µs, or "
                                 "cannot be compared: waits and skews are uncertain.");
  const char *moved = !is_moved (trace, link)
                        ? NULL
                        : _ ("Waits and skews are on one clock; the rows show times as they were recorded.");

  if (uncertain != NULL && moved != NULL)
    return g_strdup_printf ("%s\n%s", uncertain, moved);
  return g_strdup (uncertain != NULL ? uncertain : moved);
}

/* ---- figures ---- */

static void
add_text (GArray *fields, const char *key, const CollectiveText *text)
{
  if (text->n > 0)
    detail_fields_take (fields, key, argument_text_decode (text->at, text->n));
}

static void
add_duration (GArray *fields, const char *key, double ns, const NumberStyle *numbers)
{
  char text[NUMBER_TEXT_MAX];

  detail_fields_take (fields, key, g_strdup (number_text_duration (numbers, ns, text)));
}

static void
add_sequence (GArray *fields, const Trace *trace, uint64_t slice)
{
  char *sequence = argument_text_find (trace, slice, "Seq");

  if (sequence == NULL)
    sequence = argument_text_find (trace, slice, "seq_num");
  detail_fields_take (fields, _ ("Sequence number"), sequence);
}

static void
add_ranks (GArray *fields, const CollectiveLink *link, int64_t group_size, const NumberStyle *numbers)
{
  char here[NUMBER_TEXT_MAX], all[NUMBER_TEXT_MAX];

  number_text_count (numbers, link->skew->n_waits, here);
  if (group_size <= 0 || (uint64_t) group_size == link->skew->n_waits)
    {
      detail_fields_take (fields, _ ("Ranks"), g_strdup (here));
      return;
    }
  number_text_count (numbers, (uint64_t) group_size, all);
  /* Translators: ranks of a process group that the profile has, and all of them */
  detail_fields_take (fields, _ ("Ranks"), g_strdup_printf (_ ("%s in this profile, of %s"), here, all));
}

static void
add_bandwidth (GArray *fields,
               const char *key,
               const CollectiveFacts *facts,
               int64_t transfer_ns,
               double factor,
               const NumberStyle *numbers)
{
  char text[NUMBER_TEXT_MAX];

  if (!facts->has_bytes || facts->bytes <= 0 || transfer_ns <= 0 || !(factor > 0)
      || !collective_has_bandwidth (&facts->collective))
    return;
  number_text_value (numbers, (double) facts->bytes / (double) transfer_ns * factor, text);
  detail_fields_take (fields, key, g_strdup_printf ("%s\u00a0GB/s", text));
}

void
collective_facts_add (GArray *fields,
                      const Trace *trace,
                      const CollectiveLink *link,
                      const NumberStyle *numbers)
{
  const CollectiveSkew *skew = link->skew;
  const CollectiveWait *last = collective_link_last (link);
  CollectiveReader reader = { 0 };
  CollectiveFacts facts;
  char bytes[NUMBER_TEXT_MAX];

  if (collective_read (&reader, trace, last->slice, &facts))
    {
      add_text (fields, _ ("Collective"), &facts.collective);
      add_text (fields, _ ("Process group"), &facts.process_group);
      add_sequence (fields, trace, last->slice);
      add_ranks (fields, link, facts.group_size, numbers);
      if (facts.has_bytes && facts.bytes >= 0)
        detail_fields_take (fields, _ ("Message"),
                            g_strdup (number_text_bytes (numbers, (uint64_t) facts.bytes, bytes)));
      add_bandwidth (fields, _ ("Algorithm bandwidth"), &facts, skew->transfer_ns, 1, numbers);
      add_bandwidth (fields, _ ("Bus bandwidth"), &facts, skew->transfer_ns,
                     collective_bus_factor (&facts.collective, facts.group_size), numbers);
    }
  collective_reader_clear (&reader);
  add_duration (fields, _ ("Wait of this rank"), (double) part_of (link)->wait_ns, numbers);
  add_duration (fields, _ ("Transfer"), (double) skew->transfer_ns, numbers);
  add_duration (fields, _ ("Start skew"), (double) skew->start_skew_ns, numbers);
  add_duration (fields, _ ("First start → last end"),
                collective_links_apart_ns (skew->end_ns, skew->begin_ns), numbers);
  detail_fields_take (fields, _ ("Last arriver"), collective_links_rank (trace, last->device));
}
