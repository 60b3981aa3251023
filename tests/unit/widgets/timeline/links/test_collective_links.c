/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <string.h>

#include "tests/unit/fixtures/collective_job.h"
#include "trace/ranks/rank_clocks.h"
#include "widgets/details/facts/argument_text.h"
#include "widgets/details/facts/collective_facts.h"
#include "widgets/timeline/links/collective_links.h"

#define N_JOBS 40

/* Returns "dp 17", or NULL for a slice that is no part of a collective. */
static char *
identity_of (const Trace *trace, uint64_t slice)
{
  g_autofree char *group = argument_text_find (trace, slice, "Process Group Name");
  g_autofree char *sequence = argument_text_find (trace, slice, "Seq");

  return group != NULL && sequence != NULL ? g_strconcat (group, " ", sequence, NULL) : NULL;
}

static uint32_t
device_of (const Trace *trace, uint64_t slice)
{
  const TraceTrack *track = trace_track (trace, trace_track_of (trace, slice));

  for (uint32_t i = 0; i < trace_n_devices (trace); i++)
    if (trace_device (trace, i)->rank == track->rank && trace_device (trace, i)->number == track->device)
      return i;
  g_assert_not_reached ();
}

static int64_t
begin_on_one_clock (const Trace *trace, const RankClocks *clocks, uint64_t slice)
{
  uint32_t rank = trace_track (trace, trace_track_of (trace, slice))->rank;

  return clock_fit_correct_ns (&clocks->fit, rank, slice_start_ns (trace_slices (trace), slice));
}

typedef struct
{
  const Trace *trace;
  const CollectiveLinks *links;
  RankClocks clocks;
  char **identities; /* by slice */
} Job;

static void
check_parts (const Job *job, const CollectiveLink *link, uint64_t slice, uint64_t n)
{
  const SliceColumns *slices = trace_slices (job->trace);
  int64_t last_ns = collective_link_last (link)->begin_ns;

  g_assert_cmpuint (link->skew->n_waits, ==, n);
  g_assert_cmpuint (link->parts[link->place].slice, ==, slice);
  for (uint64_t i = 0; i < n; i++)
    {
      const CollectiveWait *part = &link->parts[i];

      g_assert_cmpstr (job->identities[part->slice], ==, job->identities[slice]);
      g_assert_cmpuint (part->device, ==, device_of (job->trace, part->slice));
      g_assert_cmpint (part->begin_ns, ==, begin_on_one_clock (job->trace, &job->clocks, part->slice));
      g_assert_cmpint (part->begin_ns, <=, last_ns);
      g_assert_cmpint (part->wait_ns, ==, MIN (last_ns - part->begin_ns, slice_dur_ns (slices, part->slice)));
      g_assert_true (
        i == 0 || part->begin_ns > link->parts[i - 1].begin_ns
        || (part->begin_ns == link->parts[i - 1].begin_ns && part->slice > link->parts[i - 1].slice));
    }
}

static bool
has_even_place (uint64_t slice, void *user_data)
{
  (void) user_data;
  return slice % 2 == 0;
}

/* Going on from rank to rank visits each part that is shown once, by device, and comes back. */
static void
check_walk (const Job *job, const CollectiveLink *link, int by, bool (*is_shown) (uint64_t, void *))
{
  uint64_t slice = link->parts[link->place].slice;
  uint64_t n_shown = 0, n_visited = 0;
  unsigned n_rounds = 0;
  CollectiveLink at = *link;

  for (uint64_t i = 0; i < link->skew->n_waits; i++)
    n_shown += i != link->place && (is_shown == NULL || is_shown (link->parts[i].slice, NULL));
  for (;;)
    {
      uint64_t next = collective_link_walk (&at, by, is_shown, NULL);
      CollectiveLink there;

      if (next == SLICE_NONE || next == slice)
        break;
      g_assert_true (collective_links_find (job->links, next, &there));
      int64_t ahead = ((int64_t) there.parts[there.place].device - at.parts[at.place].device) * by;
      n_rounds += ahead < 0;
      g_assert_cmpint (ahead, !=, 0);
      at = there;
      n_visited++;
      if (n_visited == n_shown)
        break;
    }
  g_assert_cmpuint (n_visited, ==, n_shown);
  g_assert_cmpuint (n_rounds, <=, 1);
}

static void
check_job (GRand *random)
{
  const Profile *profile = collective_job_random (random);
  const Trace *trace = profile->trace;
  uint64_t n = trace_slices (trace)->n;
  CollectiveLinks *links = collective_links_new (trace, NULL, NULL);
  CollectiveInstances instances;
  Job job = { .trace = trace, .links = links, .identities = g_new0 (char *, n + 1) };

  g_assert_nonnull (links);
  g_assert_true (collective_instances_init (&instances, trace, NULL, NULL));
  g_assert_true (rank_clocks_init (&job.clocks, trace, &instances, NULL, NULL));
  for (uint64_t i = 0; i < n; i++)
    job.identities[i] = identity_of (trace, i);
  for (uint64_t i = 0; i < n; i++)
    {
      CollectiveLink link;
      uint64_t n_parts = 0;

      for (uint64_t j = 0; j < n && job.identities[i] != NULL; j++)
        n_parts += g_strcmp0 (job.identities[i], job.identities[j]) == 0;
      g_assert_true (collective_links_find (links, i, &link) == (n_parts > 1));
      if (n_parts < 2)
        continue;
      check_parts (&job, &link, i, n_parts);
      for (int by = -1; by <= 1; by += 2)
        {
          check_walk (&job, &link, by, NULL);
          if (i % 2 == 0)
            check_walk (&job, &link, by, has_even_place);
        }
    }
  for (uint64_t i = 0; i < n; i++)
    g_free (job.identities[i]);
  g_free (job.identities);
  rank_clocks_clear (&job.clocks);
  collective_instances_clear (&instances);
  collective_links_free (links);
  profile_unref (profile);
}

static void
each_kernel_leads_to_all_parts_of_its_collective (void)
{
  GRand *random = g_rand_new_with_seed (21);

  for (int i = 0; i < N_JOBS; i++)
    check_job (random);
  g_rand_free (random);
}

static bool
is_not_wanted (void *user_data)
{
  (void) user_data;
  return false;
}

static void
nothing_is_found_without_links_or_slice (void)
{
  const Profile *profile = collective_job_new (3, 0);
  CollectiveLinks *links = collective_links_new (profile->trace, NULL, NULL);
  CollectiveLink link;

  g_assert_false (collective_links_find (NULL, 0, &link));
  g_assert_false (collective_links_find (links, SLICE_NONE, &link));
  g_assert_null (collective_links_new (profile->trace, is_not_wanted, NULL));
  collective_links_free (links);
  collective_links_free (NULL);
  profile_unref (profile);
}

/* ---- in words ---- */

static uint64_t
part_of (const Profile *profile, uint32_t rank, unsigned meeting)
{
  const Trace *trace = profile->trace;
  const SliceColumns *slices = trace_slices (trace);

  for (uint64_t i = 0; i < slices->n; i++)
    if (strcmp (trace_string (trace, slice_name (slices, i), NULL), COLLECTIVE_JOB_REDUCE) == 0
        && trace_track (trace, trace_track_of (trace, i))->rank == rank && meeting-- == 0)
      return i;
  g_assert_not_reached ();
}

static const char *
value_of (const GArray *fields, const char *key)
{
  for (guint i = 0; i < fields->len; i++)
    if (strcmp (g_array_index (fields, DetailField, i).key, key) == 0)
      return g_array_index (fields, DetailField, i).value;
  return NULL;
}

static void
it_is_said_if_clocks_are_uncertain (void)
{
  GRand *random = g_rand_new_with_seed (3);
  int n_certain = 0, n_uncertain = 0;

  for (int i = 0; i < N_JOBS; i++)
    {
      const Profile *profile = collective_job_random (random);
      CollectiveLinks *links = collective_links_new (profile->trace, NULL, NULL);

      for (uint64_t slice = 0; slice < trace_slices (profile->trace)->n; slice++)
        {
          CollectiveLink link;

          if (!collective_links_find (links, slice, &link))
            continue;
          g_autofree char *doubt = collective_facts_doubt (profile->trace, &link);
          bool is_said = doubt != NULL && strstr (doubt, "waits and skews are uncertain") != NULL;
          g_assert_true (is_said == !link.skew->is_certain);
          n_certain += !is_said;
          n_uncertain += is_said;
        }
      collective_links_free (links);
      profile_unref (profile);
    }
  g_assert_cmpint (n_uncertain, >, 0);
  g_assert_cmpint (n_certain, >, 0);
  g_rand_free (random);
}

static void
who_waited_for_whom_is_said_in_words_and_figures (void)
{
  const Profile *profile = collective_job_new (8, 0);
  CollectiveLinks *links = collective_links_new (profile->trace, NULL, NULL);
  g_autoptr (GArray) fields = detail_fields_new ();
  CollectiveLink link;

  /* Rank 0 comes at 1.59 ms, rank 4 at 2.2 ms. */
  g_assert_true (collective_links_find (links, part_of (profile, 0, 3), &link));
  g_autofree char *sentence = collective_facts_sentence (profile->trace, &link, &number_style_c);
  g_assert_cmpstr (sentence, ==, "Waited 610.0\u00a0µs for rank 4.");
  g_assert_null (collective_facts_doubt (profile->trace, &link));

  collective_facts_add (fields, profile->trace, &link, &number_style_c);
  g_assert_cmpstr (value_of (fields, "Process group"), ==, "dp");
  g_assert_cmpstr (value_of (fields, "Sequence number"), ==, "103");
  g_assert_cmpstr (value_of (fields, "Ranks"), ==, "8");
  g_assert_cmpstr (value_of (fields, "Last arriver"), ==, "rank 4");
  g_assert_cmpstr (value_of (fields, "Message"), ==, "16.0\u00a0MB");
  /* 16 MB in 600 µs, and 7/4 of that. */
  g_assert_cmpstr (value_of (fields, "Algorithm bandwidth"), ==, "26.67\u00a0GB/s");
  g_assert_cmpstr (value_of (fields, "Bus bandwidth"), ==, "46.67\u00a0GB/s");

  g_assert_true (collective_links_find (links, part_of (profile, 4, 3), &link));
  g_autofree char *of_last = collective_facts_sentence (profile->trace, &link, &number_style_c);
  g_assert_true (g_str_has_prefix (of_last, "Came last: 7 other ranks waited for it, up to "));
  collective_links_free (links);
  profile_unref (profile);
}

static void
it_is_said_if_the_rows_are_not_on_one_clock (void)
{
  const Profile *profile = collective_job_new (8, 150000);
  CollectiveLinks *links = collective_links_new (profile->trace, NULL, NULL);
  CollectiveLink link;

  g_assert_true (collective_links_find (links, part_of (profile, 0, 3), &link));
  g_autofree char *doubt = collective_facts_doubt (profile->trace, &link);
  g_assert_cmpstr (doubt, ==, "Waits and skews are on one clock; the rows show times as they were recorded.");
  g_autofree char *sentence = collective_facts_sentence (profile->trace, &link, &number_style_c);
  g_assert_true (g_str_has_suffix (sentence, " for rank 4."));
  collective_links_free (links);
  profile_unref (profile);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/collective_links/each_kernel_leads_to_all_parts_of_its_collective",
                   each_kernel_leads_to_all_parts_of_its_collective);
  g_test_add_func ("/collective_links/nothing_is_found_without_links_or_slice",
                   nothing_is_found_without_links_or_slice);
  g_test_add_func ("/collective_links/it_is_said_if_clocks_are_uncertain",
                   it_is_said_if_clocks_are_uncertain);
  g_test_add_func ("/collective_links/who_waited_for_whom_is_said_in_words_and_figures",
                   who_waited_for_whom_is_said_in_words_and_figures);
  g_test_add_func ("/collective_links/it_is_said_if_the_rows_are_not_on_one_clock",
                   it_is_said_if_the_rows_are_not_on_one_clock);
  return g_test_run ();
}
