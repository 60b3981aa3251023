/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <string.h>

#include "trace/model/memcpy_name.h"

static void
assert_name (MemcpyDirection direction, MemoryKind from, MemoryKind to, const char *expected)
{
  char name[MEMCPY_NAME_BYTES];
  size_t n = memcpy_name_write (name, direction, from, to);

  g_assert_cmpstr (name, ==, expected);
  g_assert_cmpuint (n, ==, strlen (expected));
}

static void
test_a_memcpy_is_named_as_by_kineto (void)
{
  assert_name (MEMCPY_HTOD, MEMORY_PAGEABLE, MEMORY_DEVICE, "Memcpy HtoD (Pageable -> Device)");
  assert_name (MEMCPY_DTOH, MEMORY_DEVICE, MEMORY_HOST, "Memcpy DtoH (Device -> Host)");
  assert_name (MEMCPY_UNKNOWN, MEMORY_UNKNOWN, MEMORY_UNKNOWN, "Memcpy Unknown (Unknown -> Unknown)");
  assert_name (MEMCPY_DTOD, MEMORY_UNIFIED, MEMORY_UNIFIED, "Memcpy DtoD (Unified memory)");
}

static void
test_the_longest_name_fits (void)
{
  assert_name (MEMCPY_UNKNOWN, MEMORY_MANAGED_STATIC, MEMORY_MANAGED_STATIC,
               "Memcpy Unknown (Managed Static -> Managed Static)");
}

static void
test_other_values_are_unknown (void)
{
  assert_name ((MemcpyDirection) 99, (MemoryKind) 99, (MemoryKind) 99, "Memcpy Unknown (Unknown -> Unknown)");
}

static void
test_a_memset_is_named_by_its_memory (void)
{
  char name[MEMCPY_NAME_BYTES];

  g_assert_cmpuint (memcpy_name_write_memset (name, MEMORY_DEVICE), ==, strlen ("Memset (Device)"));
  g_assert_cmpstr (name, ==, "Memset (Device)");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/memcpy name/a memcpy is named as by Kineto", test_a_memcpy_is_named_as_by_kineto);
  g_test_add_func ("/memcpy name/the longest name fits", test_the_longest_name_fits);
  g_test_add_func ("/memcpy name/other values are unknown", test_other_values_are_unknown);
  g_test_add_func ("/memcpy name/a memset is named by its memory", test_a_memset_is_named_by_its_memory);
  return g_test_run ();
}
