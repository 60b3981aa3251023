/* SPDX-License-Identifier: Apache-2.0
 *
 * Prices of nodes and samples of steps are remembered. */

#include "app/library/library_costs.h"

#include <math.h>

#include "tests/unit/app/library/library_place.h"

static const uint8_t key[TRACE_KEY_BYTES] = { 1, 2, 3 };

static const LibraryPrice known = { 98.32, "USD", 8 };

static void
assert_price (Library *library, const char *hardware, double per_hour, const char *currency, int64_t gpus)
{
  LibraryPrice price;

  g_assert_true (library_price (library, hardware, &price));
  g_assert_cmpfloat (price.per_hour, ==, per_hour);
  g_assert_cmpstr (price.currency, ==, currency);
  g_assert_cmpint (price.gpus_per_node, ==, gpus);
}

static bool
has_price (Library *library, const char *hardware)
{
  LibraryPrice price;

  return library_price (library, hardware, &price);
}

static void
test_prices_outlive_the_program (LibraryPlace *place, gconstpointer data)
{
  Library *library = library_new (place->path);
  (void) data;

  g_assert_false (has_price (library, "8 × H100"));
  g_assert_true (library_set_price (library, "8 × H100", &known));
  g_assert_true (library_set_price (library, "8 × A100", &(LibraryPrice){ 0, "", 0 }));
  library_free (library);

  library = library_new (place->path);
  assert_price (library, "8 × H100", 98.32, "USD", 8);
  assert_price (library, "8 × A100", 0, "", 0);
  g_assert_false (has_price (library, "H100"));

  g_assert_true (library_set_price (library, "8 × H100", &(LibraryPrice){ 55.5, "EUR", 4 }));
  assert_price (library, "8 × H100", 55.5, "EUR", 4);
  g_assert_true (library_set_price (library, "8 × H100", NULL));
  g_assert_false (has_price (library, "8 × H100"));
  assert_price (library, "8 × A100", 0, "", 0);
  library_free (library);
}

/* Another program that has the same database open. */
static void
test_another_program_sees_them (LibraryPlace *place, gconstpointer data)
{
  Library *one = library_new (place->path), *other = library_new (place->path);
  (void) data;

  library_set_price (one, "8 × H100", &known);
  library_set_samples (one, key, 4096);
  assert_price (other, "8 × H100", 98.32, "USD", 8);
  g_assert_cmpint (library_samples (other, key), ==, 4096);
  library_free (one);
  library_free (other);
}

static void
test_what_is_no_price_is_not_stored (LibraryPlace *place, gconstpointer data)
{
  static const LibraryPrice wrong[] = {
    { -1, "USD", 8 },           { 2e12, "USD", 8 }, { (double) INFINITY, "USD", 8 },
    { (double) NAN, "USD", 8 }, { 1, "USD", -1 },   { 1, "USD", LIBRARY_GPUS_PER_NODE_MAX + 1 },
  };
  Library *library = library_new (place->path);
  (void) data;

  library_set_price (library, "x", &known);
  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_assert_false (library_set_price (library, "x", &wrong[i]));
      assert_price (library, "x", 98.32, "USD", 8);
    }
  library_free (library);

  /* Nor believed, if something else has written it; a long currency is cut between characters. */
  library_place_execute (place->path, "INSERT INTO price VALUES ('negative', -5, 'USD', 8);"
                                      "INSERT INTO price VALUES ('long', 5, '12345678901234€€', 8);"
                                      "INSERT INTO batch VALUES (x'01020300000000000000000000000000', -7)");
  library = library_new (place->path);
  g_assert_false (has_price (library, "negative"));
  assert_price (library, "long", 5, "12345678901234", 8);
  g_assert_cmpint (library_samples (library, key), ==, 0);
  library_free (library);
}

static void
test_samples_are_those_of_a_profile (LibraryPlace *place, gconstpointer data)
{
  static const uint8_t other[TRACE_KEY_BYTES] = { 9 }, nobody[TRACE_KEY_BYTES];
  Library *library = library_new (place->path);
  (void) data;

  g_assert_cmpint (library_samples (library, key), ==, 0);
  g_assert_true (library_set_samples (library, key, 4096));
  g_assert_true (library_set_samples (library, other, 1));
  g_assert_false (library_set_samples (library, nobody, 5));
  g_assert_false (library_set_samples (library, key, -5));
  g_assert_false (library_set_samples (library, key, LIBRARY_SAMPLES_MAX + 1));
  library_free (library);

  library = library_new (place->path);
  g_assert_cmpint (library_samples (library, key), ==, 4096);
  g_assert_cmpint (library_samples (library, other), ==, 1);
  g_assert_cmpint (library_samples (library, nobody), ==, 0);
  /* They are no view. */
  library_forget_views (library);
  g_assert_cmpint (library_samples (library, key), ==, 4096);
  g_assert_true (library_set_samples (library, key, 0));
  g_assert_cmpint (library_samples (library, key), ==, 0);
  library_free (library);
}

/* Where no file can be, they last as long as the program. */
static void
test_where_nothing_can_be_stored (LibraryPlace *place, gconstpointer data)
{
  Library *library = library_new ("/dev/null/library.sqlite");
  (void) place;
  (void) data;

  g_assert_false (library_set_price (library, "x", &known));
  assert_price (library, "x", 98.32, "USD", 8);
  g_assert_false (library_set_samples (library, key, 3));
  g_assert_cmpint (library_samples (library, key), ==, 3);
  library_free (library);
}

static void
count_loss (const char *reason, gpointer data)
{
  g_assert_nonnull (reason);
  (*(int *) data)++;
}

/* As on a full disk. It is told of each time that something was stored before. What is refused is no loss. */
static void
test_a_lost_change_is_told (LibraryPlace *place, gconstpointer data)
{
  static const uint8_t nobody[TRACE_KEY_BYTES];
  Library *library = library_new (place->path), *nowhere = library_new ("/dev/null/library.sqlite");
  int n = 0, n_nowhere = 0;
  (void) data;

  library_tell_loss (library, count_loss, &n);
  g_assert_true (library_set_price (library, "x", &known));
  g_assert_false (library_set_price (library, "x", &(LibraryPrice){ -1, "USD", 8 }));
  g_assert_false (library_set_samples (library, nobody, 5));
  g_assert_cmpint (n, ==, 0);
  for (int i = 0; i < 3; i++)
    {
      library_place_execute (
        place->path,
        "CREATE TRIGGER full BEFORE INSERT ON price BEGIN SELECT raise (ABORT, 'no place'); END;"
        "CREATE TRIGGER fixed BEFORE DELETE ON price BEGIN SELECT raise (ABORT, 'no place'); END;"
        "CREATE TRIGGER full_batch BEFORE INSERT ON batch BEGIN SELECT raise (ABORT, 'no place'); END");
      bool is_kept = i == 0   ? library_set_price (library, "x", &(LibraryPrice){ 1, "EUR", 4 })
                     : i == 1 ? library_set_price (library, "x", NULL)
                              : library_set_samples (library, key, 3);
      g_assert_false (is_kept);
      g_assert_cmpint (n, ==, i + 1);
      assert_price (library, "x", 98.32, "USD", 8);
      library_place_execute (place->path, "DROP TRIGGER full; DROP TRIGGER fixed; DROP TRIGGER full_batch");
      g_assert_true (library_set_samples (library, key, 4096));
    }
  library_free (library);

  library_tell_loss (nowhere, count_loss, &n_nowhere);
  g_assert_false (library_set_price (nowhere, "x", &known));
  g_assert_false (library_set_samples (nowhere, key, 3));
  g_assert_cmpint (n_nowhere, ==, 1);
  library_free (nowhere);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*test) (LibraryPlace *place, gconstpointer data);
  } tests[] = {
    { "/library_costs/prices_outlive_the_program", test_prices_outlive_the_program },
    { "/library_costs/another_program_sees_them", test_another_program_sees_them },
    { "/library_costs/what_is_no_price_is_not_stored", test_what_is_no_price_is_not_stored },
    { "/library_costs/samples_are_those_of_a_profile", test_samples_are_those_of_a_profile },
    { "/library_costs/where_nothing_can_be_stored", test_where_nothing_can_be_stored },
    { "/library_costs/a_lost_change_is_told", test_a_lost_change_is_told },
  };

  g_test_init (&argc, &argv, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, LibraryPlace, NULL, library_place_set_up, tests[i].test,
                library_place_tear_down);
  return g_test_run ();
}
