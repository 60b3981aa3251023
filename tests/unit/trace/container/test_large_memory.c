/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <stdlib.h>
#include <string.h>

#include "trace/container/column.h"
#include "trace/container/large_memory.h"

COLUMN_DEFINE_LARGE (WideColumn, wide_column, uint64_t)
COLUMN_IMPLEMENT_LARGE (WideColumn, wide_column)

/* From a few bytes to many pages and back to nothing, over every border between the two kinds of memory. */
static void
a_block_keeps_its_bytes_while_it_grows (void)
{
  static const size_t sizes[] = { 1,          4096,       (1 << 21) - 1, 1 << 21,    (1 << 21) + 1,
                                  (1 << 22),  5000000,    5000000,       1 << 23,    (1 << 24) + 7 };
  uint8_t *block = NULL;
  size_t n = 0;

  for (size_t i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      uint8_t *grown = large_memory_grow (block, n, sizes[i]);

      g_assert_nonnull (grown);
      for (size_t k = 0; k < n; k++)
        g_assert_cmpuint (grown[k], ==, (uint8_t) (k * 31 >> 4));
      for (size_t k = n; k < sizes[i]; k++)
        grown[k] = (uint8_t) (k * 31 >> 4);
      block = grown;
      n = sizes[i];
    }
  large_memory_release (block, n);
  large_memory_release (NULL, 0);
}

static void
fill (uint64_t *block, size_t n_bytes, uint64_t seed)
{
  for (size_t i = 0; i < n_bytes / sizeof *block; i++)
    block[i] = seed + i;
}

static void
check (const uint64_t *block, size_t n_bytes, uint64_t seed)
{
  for (size_t i = 0; i < n_bytes / sizeof *block; i++)
    g_assert_cmpuint (block[i], ==, seed + i);
}

/* Blocks of all sizes come, grow and go, in an order of their own each time; none may lie on another. */
static void
blocks_that_are_kept_serve_again (void)
{
  enum { N = 12 };
  uint64_t *blocks[N] = { NULL }, seed = 1;
  size_t n_bytes[N] = { 0 };

  large_memory_keep ();
  large_memory_keep ();
  for (int round = 0; round < 600; round++)
    {
      seed = seed * UINT64_C (6364136223846793005) + 1442695040888963407;
      size_t i = (size_t) (seed >> 33) % N, n = ((size_t) (seed >> 40) % 40 + 1) << 18;

      if (n_bytes[i] > 0)
        check (blocks[i], n_bytes[i], i);
      if (n > n_bytes[i])
        {
          blocks[i] = large_memory_grow (blocks[i], n_bytes[i], n);
          g_assert_nonnull (blocks[i]);
          check (blocks[i], n_bytes[i], i);
          n_bytes[i] = n;
          fill (blocks[i], n, i);
        }
      else
        {
          large_memory_release (blocks[i], n_bytes[i]);
          blocks[i] = NULL;
          n_bytes[i] = 0;
        }
      if (round == 300)
        large_memory_let_go ();
    }
  large_memory_let_go ();
  for (size_t i = 0; i < N; i++)
    {
      check (blocks[i], n_bytes[i], i);
      large_memory_release (blocks[i], n_bytes[i]);
    }
}

static void
more_blocks_than_are_kept_are_freed (void)
{
  enum { N = 200 };
  void *blocks[N];

  large_memory_keep ();
  for (size_t i = 0; i < N; i++)
    blocks[i] = large_memory_grow (NULL, 0, (size_t) 1 << 21);
  for (size_t i = 0; i < N; i += 2)
    large_memory_release (blocks[i], (size_t) 1 << 21);
  for (size_t i = 1; i < N; i += 2)
    large_memory_release (blocks[i], (size_t) 1 << 21);
  large_memory_let_go ();
}

static void
memory_of_any_size_is_freed_as_any_other (void)
{
  for (size_t n = 0; n < (size_t) 9 << 20; n = 3 * n + 1)
    {
      char *memory = large_memory_new (n);

      g_assert_nonnull (memory);
      memset (memory, 1, n);
      free (memory);
    }
}

static void
sizes_that_no_system_has_are_refused (void)
{
  void *block = large_memory_grow (NULL, 0, 100);

  g_assert_null (large_memory_new (SIZE_MAX - 4096));
  g_assert_null (large_memory_new (SIZE_MAX / 2 - 4096));
  g_assert_null (large_memory_grow (block, 100, SIZE_MAX / 2 - 4096));
  block = large_memory_grow (block, 100, (size_t) 1 << 22);
  g_assert_nonnull (block);
  g_assert_null (large_memory_grow (block, (size_t) 1 << 22, SIZE_MAX / 2 - 4096));
  large_memory_release (block, (size_t) 1 << 22);
}

static void
a_large_column_is_a_column (void)
{
  WideColumn column = { 0 };

  for (uint64_t i = 0; i < 3000000; i++)
    g_assert_true (wide_column_push (&column, i * i));
  for (uint64_t i = 0; i < 3000000; i++)
    g_assert_cmpuint (column.at[i], ==, i * i);
  wide_column_clear (&column);
  g_assert_true (column.at == NULL && column.n == 0 && column.cap == 0);
  g_assert_true (wide_column_push (&column, 7));
  wide_column_clear (&column);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/large_memory/a_block_keeps_its_bytes_while_it_grows", a_block_keeps_its_bytes_while_it_grows);
  g_test_add_func ("/large_memory/blocks_that_are_kept_serve_again", blocks_that_are_kept_serve_again);
  g_test_add_func ("/large_memory/more_blocks_than_are_kept_are_freed", more_blocks_than_are_kept_are_freed);
  g_test_add_func ("/large_memory/memory_of_any_size_is_freed_as_any_other", memory_of_any_size_is_freed_as_any_other);
  g_test_add_func ("/large_memory/sizes_that_no_system_has_are_refused", sizes_that_no_system_has_are_refused);
  g_test_add_func ("/large_memory/a_large_column_is_a_column", a_large_column_is_a_column);
  return g_test_run ();
}
