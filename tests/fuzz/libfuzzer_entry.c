/* SPDX-License-Identifier: Apache-2.0
 *
 * A harness as libFuzzer knows it; AFL++ knows the same. HARNESS: which one. */

#include <stdbool.h>
#include <stdlib.h>

#include "tests/fuzz/harness.h"

/* Of libFuzzer: https://llvm.org/docs/LibFuzzer.html, and compiler-rt/lib/fuzzer/FuzzerInterface.h */
int LLVMFuzzerTestOneInput (const uint8_t *data, size_t n);
size_t LLVMFuzzerMutate (uint8_t *data, size_t n, size_t max) __attribute__ ((weak));
size_t LLVMFuzzerCustomMutator (uint8_t *data, size_t n, size_t max, unsigned seed);

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t n)
{
  HARNESS.check (data, n);
  return 0;
}

static size_t
mutate (uint8_t *bytes, size_t n, size_t max, void *user_data)
{
  (void) user_data;
  return LLVMFuzzerMutate (bytes, n, max);
}

size_t
LLVMFuzzerCustomMutator (uint8_t *data, size_t n, size_t max, unsigned seed)
{
  uint64_t spread = (uint64_t) seed * UINT64_C (0x9e3779b97f4a7c15) >> 8;

  if (LLVMFuzzerMutate == NULL)
    return n;
  return HARNESS.mutate != NULL ? HARNESS.mutate (data, n, max, spread, mutate, NULL)
                                : LLVMFuzzerMutate (data, n, max);
}
