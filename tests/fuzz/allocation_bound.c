/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/fuzz/allocation_bound.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#define ALWAYS_BYTES ((size_t) 64 << 20)

/* sanitizer/allocator_interface.h */
extern int
__sanitizer_install_malloc_and_free_hooks (void (*on_malloc) (const volatile void *, size_t),
                                           void (*on_free) (const volatile void *)) __attribute__ ((weak));

static atomic_size_t bound = SIZE_MAX;

static void
on_malloc (const volatile void *memory, size_t n)
{
  static const char message[] = "an allocation is out of proportion to the input\n";

  if (memory == NULL || n <= atomic_load_explicit (&bound, memory_order_relaxed))
    return;
  atomic_store (&bound, SIZE_MAX);
  (void) !write (STDERR_FILENO, message, sizeof message - 1);
  abort ();
}

static void
on_free (const volatile void *memory)
{
  (void) memory;
}

void
allocation_bound_set (size_t n_bytes, size_t times)
{
  static bool installed;

  if (!installed && __sanitizer_install_malloc_and_free_hooks != NULL)
    __sanitizer_install_malloc_and_free_hooks (on_malloc, on_free);
  installed = true;
  atomic_store (&bound, times * n_bytes + ALWAYS_BYTES);
}

void
allocation_bound_lift (void)
{
  atomic_store (&bound, SIZE_MAX);
}
