/* SPDX-License-Identifier: Apache-2.0
 *
 * What is remembered of the names of kernels: pairs, and names that are apart. */

#include <glib.h>

#include "app/library/library_pairs.h"
#include "tests/unit/app/library/library_place.h"

static void
decide (Library *library, const char *name, const char *other, PairDecision decision)
{
  g_autoptr (NamePairing) pairing = name_pairing_new (name, other, decision);

  g_assert_true (library_set_pairing (library, pairing));
}

/* The pairings, as "a=b c|d": = for pairs, | for what is apart. */
static void
assert_pairings (Library *library, const char *expected)
{
  g_autoptr (GPtrArray) pairings = library_pairings (library);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < pairings->len; i++)
    {
      const NamePairing *pairing = pairings->pdata[i];

      g_string_append_printf (text, "%s%s%c%s", i > 0 ? " " : "", pairing->names[0],
                              pairing->decision == PAIR_APART ? '|' : '=', pairing->names[1]);
    }
  g_assert_cmpstr (text->str, ==, expected);
}

static void
test_the_last_decision_comes_first (LibraryPlace *place, gconstpointer data)
{
  Library *library = library_new (place->path);
  (void) data;

  assert_pairings (library, "");
  decide (library, "a", "b", PAIR_TOGETHER);
  decide (library, "void k<float>(int*)", "triton_\xff", PAIR_TOGETHER);
  assert_pairings (library, "triton_\xff=void k<float>(int*) a=b");
  library_free (library);

  library = library_new (place->path);
  decide (library, "d", "c", PAIR_APART);
  assert_pairings (library, "c|d triton_\xff=void k<float>(int*) a=b");
  library_free (library);
}

static void
test_two_names_have_one_decision_in_whichever_order (LibraryPlace *place, gconstpointer data)
{
  Library *library = library_new (place->path);
  (void) data;

  decide (library, "a", "b", PAIR_TOGETHER);
  decide (library, "b", "a", PAIR_APART);
  assert_pairings (library, "a|b");
  decide (library, "b", "a", PAIR_FORGOTTEN);
  decide (library, "never", "known", PAIR_FORGOTTEN);
  assert_pairings (library, "");
  library_free (library);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/library_pairs/the_last_decision_comes_first", LibraryPlace, NULL, library_place_set_up,
              test_the_last_decision_comes_first, library_place_tear_down);
  g_test_add ("/library_pairs/two_names_have_one_decision_in_whichever_order", LibraryPlace, NULL,
              library_place_set_up, test_two_names_have_one_decision_in_whichever_order,
              library_place_tear_down);
  return g_test_run ();
}
