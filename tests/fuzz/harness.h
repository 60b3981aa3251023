/* SPDX-License-Identifier: Apache-2.0
 *
 * What all fuzzing of the readers has in common: bytes go in, and whoever breaks a promise for them aborts.
 *
 * A harness is one way into the program. libfuzzer_entry.c makes a fuzzer of it (libFuzzer, AFL++), replay.c runs it
 * over files, test_mutants.c over inputs that it makes itself. To add one: a file <name>_harness.c, a line in
 * harnesses[], a folder corpus/<name>. */

#pragma once

#include <stddef.h>
#include <stdint.h>

/* Changes bytes[0..n) in place, to at most max; returns how many there are then. */
typedef size_t (*MutateFunc) (uint8_t *bytes, size_t n, size_t max, void *user_data);

typedef struct
{
  const char *name;

  /* Everything that can be done with a file of these bytes, and that it comes out as promised. The same for the same
   * bytes. One thread. */
  void (*check) (const uint8_t *bytes, size_t n);

  /* Changes such a file where it matters: mutate () is given what lies behind compression, and checksums are made right
   * again behind it, mostly. NULL: mutate () alone does. Follows from seed, and from mutate (). */
  size_t (*mutate) (uint8_t *bytes, size_t n, size_t max, uint64_t seed, MutateFunc mutate, void *user_data);
} Harness;

extern const Harness json_harness;   /* a plain text is imported */
extern const Harness gzip_harness;   /* a compressed text is imported */
extern const Harness cupti_harness;  /* a file of CUPTI records is imported */
extern const Harness native_harness; /* a native file or an archive is opened, and read by everything */
extern const Harness nsys_harness;   /* a database is imported */

extern const Harness rocm_harness;   /* a text of rocprofv3 or a database is imported */
extern const Harness telemetry_harness; /* counters are read and attached to a profile */

extern const Harness perfetto_harness; /* a Perfetto trace is imported */
extern const Harness torch_memory_harness; /* a memory snapshot is imported */
extern const Harness xspace_harness; /* an XSpace file is imported */
extern const Harness sagemaker_harness; /* the folder of a job is imported */

extern const Harness summary_harness; /* a summary is merged with another one */

extern const Harness *const harnesses[]; /* NULL at the end */
