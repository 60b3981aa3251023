/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>

#include "trace/derive/name_totals.h"

#define N_NAMES 23
#define N_MAX   4000

typedef struct
{
  uint32_t name[N_MAX];
  uint8_t kind[N_MAX], flags[N_MAX];
  int64_t dur_ns[N_MAX];
} Columns;

static SliceColumns
slices_of (const Columns *columns, uint64_t n)
{
  return (SliceColumns){
    .n = n,
    .name = columns->name,
    .kind = columns->kind,
    .flags = columns->flags,
    .dur_ns = columns->dur_ns,
    .n_strings = N_NAMES,
  };
}

/* Names that do not exist among them, and kinds likewise. */
static void
fill_at_random (GRand *random, Columns *columns, uint64_t n)
{
  for (uint64_t i = 0; i < n; i++)
    {
      columns->name[i] = (uint32_t) g_rand_int_range (random, 0, N_NAMES + 2);
      columns->kind[i] = g_rand_boolean (random) ? (uint8_t) (columns->name[i] % N_SLICE_KINDS)
                                                 : (uint8_t) g_rand_int_range (random, 0, N_SLICE_KINDS + 3);
      columns->flags[i] = (uint8_t) g_rand_int_range (random, 0, 4);
      columns->dur_ns[i] = g_rand_int_range (random, 0, 1000000);
    }
}

static NameTotal
count_one_by_one (const Columns *columns, uint64_t n, uint32_t name, SliceKind kind)
{
  NameTotal total = { .name = name, .kind = kind, .min_ns = INT64_MAX, .max_ns = INT64_MIN };

  for (uint64_t i = 0; i < n; i++)
    {
      uint32_t this_name = columns->name[i] < N_NAMES ? columns->name[i] : 0;
      SliceKind this_kind = columns->kind[i] < N_SLICE_KINDS ? (SliceKind) columns->kind[i] : SLICE_OTHER;

      if (columns->flags[i] & SLICE_UNFINISHED || this_name != name || this_kind != kind)
        continue;
      total.count++;
      total.total_ns += columns->dur_ns[i];
      total.min_ns = MIN (total.min_ns, columns->dur_ns[i]);
      total.max_ns = MAX (total.max_ns, columns->dur_ns[i]);
    }
  return total;
}

static void
test_totals_are_those_of_counting (void)
{
  static const uint64_t lengths[] = { 0, 1, 2, 3, 7, 64, 1001, N_MAX };
  g_autoptr (GRand) random = g_rand_new_with_seed (4);
  g_autofree Columns *columns = g_new (Columns, 1);

  for (size_t l = 0; l < G_N_ELEMENTS (lengths); l++)
    {
      SliceColumns slices = slices_of (columns, lengths[l]);
      NameTotals totals;
      size_t at = 0;

      fill_at_random (random, columns, lengths[l]);
      g_assert_true (name_totals_compute (&slices, &totals));
      for (int kind = 0; kind < N_SLICE_KINDS; kind++)
        {
          size_t n_of_kind;
          const NameTotal *of_kind = name_totals_of_kind (&totals, (SliceKind) kind, &n_of_kind);

          g_assert_true (of_kind == totals.totals + at);
          for (uint32_t name = 0; name < N_NAMES; name++)
            {
              NameTotal want = count_one_by_one (columns, lengths[l], name, (SliceKind) kind);

              if (want.count == 0)
                continue;
              g_assert_cmpuint (at, <, totals.n);
              NameTotal got = totals.totals[at++];
              g_assert_cmpuint (got.name, ==, name);
              g_assert_cmpuint (got.kind, ==, (unsigned) kind);
              g_assert_cmpuint (got.count, ==, want.count);
              g_assert_cmpint (got.total_ns, ==, want.total_ns);
              g_assert_cmpint (got.min_ns, ==, want.min_ns);
              g_assert_cmpint (got.max_ns, ==, want.max_ns);
              n_of_kind--;
            }
          g_assert_cmpuint (n_of_kind, ==, 0);
        }
      g_assert_cmpuint (at, ==, totals.n);
      name_totals_clear (&totals);
    }
}

static void
test_any_durations_are_taken (void)
{
  g_autofree Columns *columns = g_new0 (Columns, 1);
  SliceColumns slices = slices_of (columns, 5);
  NameTotals totals;

  for (int i = 0; i < 5; i++)
    columns->dur_ns[i] = i % 2 == 0 ? INT64_MAX : INT64_MIN;
  g_assert_true (name_totals_compute (&slices, &totals));
  g_assert_cmpuint (totals.n, ==, 1);
  g_assert_cmpuint (totals.totals[0].count, ==, 5);
  g_assert_cmpint (totals.totals[0].min_ns, ==, INT64_MIN);
  g_assert_cmpint (totals.totals[0].max_ns, ==, INT64_MAX);
  name_totals_clear (&totals);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/name_totals/totals_are_those_of_counting", test_totals_are_those_of_counting);
  g_test_add_func ("/name_totals/any_durations_are_taken", test_any_durations_are_taken);
  return g_test_run ();
}
