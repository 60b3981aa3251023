/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>

#include "trace/import/tracks/item_index.h"

/* Hashes of which many fall on one another. */
static uint64_t
crowded_hash (const void *items, uint32_t item)
{
  return ((const uint32_t *) items)[item] % 8;
}

static uint64_t
mixed_hash (const void *items, uint32_t item)
{
  return item_hash_mix (((const uint32_t *) items)[item], 3);
}

static bool
find (const ItemIndex *index, const uint32_t *items, uint64_t hash, uint32_t wanted, uint32_t *ret_item)
{
  ItemSearch search = item_index_search (index, hash);

  while (item_search_next (&search, ret_item))
    if (items[*ret_item] == wanted)
      return true;
  return false;
}

static void
check_items (ItemHash hash_of)
{
  enum
  {
    N = 1000
  };
  ItemIndex index;
  uint32_t items[N + 1], found;

  for (uint32_t i = 0; i <= N; i++)
    items[i] = 7 * i;
  g_assert_true (item_index_init (&index));
  for (uint32_t n = 0; n < N; n++)
    {
      g_assert_false (find (&index, items, hash_of (items, n), items[n], &found));
      g_assert_true (item_index_add (&index, items, n + 1, hash_of));
      g_assert_cmpuint (index.n_slots, >=, 2 * (n + 1));
    }
  for (uint32_t i = 0; i < N; i++)
    {
      g_assert_true (find (&index, items, hash_of (items, i), items[i], &found));
      g_assert_cmpuint (found, ==, i);
    }
  g_assert_false (find (&index, items, hash_of (items, N), items[N], &found));
  item_index_clear (&index);
}

static void
items_are_found_by_their_hash (void)
{
  check_items (mixed_hash);
}

static void
items_of_one_hash_are_told_apart (void)
{
  check_items (crowded_hash);
}

static void
emptying_gives_back_what_few_items_do_not_need (void)
{
  ItemIndex index;
  uint32_t items[5000], found;

  for (uint32_t i = 0; i < G_N_ELEMENTS (items); i++)
    items[i] = i;
  g_assert_true (item_index_init (&index));
  size_t n_first = index.n_slots;
  for (size_t n = 1; n <= G_N_ELEMENTS (items); n++)
    g_assert_true (item_index_add (&index, items, n, mixed_hash));
  size_t n_grown = index.n_slots;
  g_assert_cmpuint (n_grown, >, 8 * n_first);

  /* After many it stays, after few it is halved, down to what it was at first. */
  item_index_empty (&index, G_N_ELEMENTS (items));
  g_assert_cmpuint (index.n_slots, ==, n_grown);
  for (size_t n_slots = n_grown; n_slots > n_first; n_slots /= 2)
    {
      g_assert_true (item_index_add (&index, items, 1, mixed_hash));
      item_index_empty (&index, 1);
      g_assert_cmpuint (index.n_slots, ==, n_slots / 2);
      g_assert_false (find (&index, items, mixed_hash (items, 0), 0, &found));
    }
  g_assert_true (item_index_add (&index, items, 1, mixed_hash));
  item_index_empty (&index, 1);
  g_assert_cmpuint (index.n_slots, ==, n_first);
  item_index_clear (&index);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/item_index/items_are_found_by_their_hash", items_are_found_by_their_hash);
  g_test_add_func ("/item_index/items_of_one_hash_are_told_apart", items_of_one_hash_are_told_apart);
  g_test_add_func ("/item_index/emptying_gives_back_what_few_items_do_not_need",
                   emptying_gives_back_what_few_items_do_not_need);
  return g_test_run ();
}
