/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>

#include "trace/container/id_map.h"

#define N_IDS 5000

typedef uint64_t (*IdFunc) (uint64_t i);

static uint64_t
consecutive (uint64_t i)
{
  return i;
}

static uint64_t
downwards (uint64_t i)
{
  return UINT64_MAX - i;
}

static uint64_t
in_steps_of_a_block (uint64_t i)
{
  return i * ID_MAP_BLOCK;
}

static uint64_t
in_wide_steps (uint64_t i)
{
  return i << 45;
}

static uint64_t
scattered (uint64_t i)
{
  return i * UINT64_C (0x9e3779b97f4a7c15);
}

static const IdFunc funcs[] = { consecutive, downwards, in_steps_of_a_block, in_wide_steps, scattered };

static void
what_was_added_is_found (void)
{
  for (size_t f = 0; f < G_N_ELEMENTS (funcs); f++)
    {
      IdMap map = { 0 };

      for (uint64_t i = 0; i < N_IDS; i++)
        {
          g_assert_null (id_map_find (&map, funcs[f](i)));
          g_assert_cmpuint (*id_map_add (&map, funcs[f](i), i), ==, i);
          g_assert_cmpuint (*id_map_add (&map, funcs[f](i), i + 1), ==, i);
        }
      g_assert_cmpuint (map.n, ==, N_IDS);
      for (uint64_t i = 0; i < N_IDS; i++)
        g_assert_cmpuint (*id_map_find (&map, funcs[f](i)), ==, i);
      for (uint64_t i = N_IDS; i < 2 * N_IDS; i++)
        g_assert_null (id_map_find (&map, funcs[f](i)));
      id_map_clear (&map);
    }
}

static void
values_can_be_changed (void)
{
  IdMap map = { 0 };

  *id_map_add (&map, 7, 1) = 2;
  g_assert_cmpuint (*id_map_find (&map, 7), ==, 2);
  *id_map_find (&map, 7) = 3;
  for (uint64_t i = 0; i < N_IDS; i++)
    g_assert_nonnull (id_map_add (&map, i, i));
  g_assert_cmpuint (*id_map_find (&map, 7), ==, 3);
  id_map_clear (&map);
}

static void
there_is_room_for_what_was_reserved (void)
{
  IdMap map = { 0 };

  g_assert_true (id_map_reserve (&map, N_IDS));
  const IdMapEntry *entries = map.entries;
  for (uint64_t i = 0; i < N_IDS; i++)
    g_assert_nonnull (id_map_add (&map, i, i));
  g_assert_true (map.entries == entries);
  g_assert_false (id_map_reserve (&map, SIZE_MAX));
  g_assert_false (id_map_reserve (&map, SIZE_MAX / sizeof (IdMapEntry)));
  g_assert_true (map.entries == entries);
  id_map_clear (&map);
  g_assert_null (id_map_find (&map, 1));
}

/* Counted, not timed: how far ids lie apart that follow one another. */
static void
neighbours_stay_neighbours (void)
{
  IdMap map = { 0 };
  size_t n_near = 0;

  for (uint64_t i = 0; i < N_IDS; i++)
    g_assert_nonnull (id_map_add (&map, i, i));
  for (uint64_t i = 1; i < N_IDS; i++)
    n_near += ABS (id_map_find (&map, i) - id_map_find (&map, i - 1)) < 2 * ID_MAP_BLOCK;
  g_assert_cmpuint (n_near, >, N_IDS - N_IDS / 20);
  id_map_clear (&map);
}

/* The inverse of a mixer that was used without a secret (splitmix64). */
static uint64_t
unmix (uint64_t x)
{
  x ^= x >> 31 ^ x >> 62;
  x *= UINT64_C (0x319642b2d24d8ec3);
  x ^= x >> 27 ^ x >> 54;
  x *= UINT64_C (0x96de1b173f119089);
  return x ^ x >> 30 ^ x >> 60;
}

static void
ids_that_were_made_to_collide_do_not (void)
{
  IdMap map = { 0 };

  g_test_timer_start ();
  for (uint64_t i = 0; map.n < 40000; i++)
    {
      uint64_t block = unmix (i << 40);

      if (block <= UINT64_MAX / ID_MAP_BLOCK)
        g_assert_nonnull (id_map_add (&map, block * ID_MAP_BLOCK, i));
    }
  g_assert_cmpfloat (g_test_timer_elapsed (), <, 5); /* a small part of a second; else minutes */
  id_map_clear (&map);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/id_map/what_was_added_is_found", what_was_added_is_found);
  g_test_add_func ("/id_map/ids_that_were_made_to_collide_do_not", ids_that_were_made_to_collide_do_not);
  g_test_add_func ("/id_map/values_can_be_changed", values_can_be_changed);
  g_test_add_func ("/id_map/there_is_room_for_what_was_reserved", there_is_room_for_what_was_reserved);
  g_test_add_func ("/id_map/neighbours_stay_neighbours", neighbours_stay_neighbours);
  return g_test_run ();
}
