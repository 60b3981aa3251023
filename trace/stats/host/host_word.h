/* SPDX-License-Identifier: Apache-2.0
 *
 * What a host slice does, as far as its exact name tells: whether it blocks its thread, allocates, launches, makes a
 * stream wait, or loads data. Table-driven; CUDA's runtime and driver, HIP, and the tools that follow their names. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/model/trace.h"

typedef enum
{
  HOST_PLAIN,
  HOST_SYNC,        /* returns when the device has come so far: ...Synchronize, and copies that block */
  HOST_ALLOCATION,  /* device or pinned memory: ...Malloc..., ...Free... */
  HOST_STREAM_WAIT, /* makes a stream wait for an event */
  HOST_LAUNCH,      /* hands work to a device and returns */
  HOST_LOADER,      /* fetches the next batch (METRICS 11): enumerate(DataLoader)#..., or its Python frames */
  N_HOST_WORDS
} HostWord;

HostWord host_word_of_name (const char *name, size_t length);

/* Each name is looked at once. One owner. */
typedef struct
{
  const Trace *trace;
  uint8_t *word_of_name; /* by string id: HostWord + 1, 0 not looked at yet */
} HostWords;

/* False: out of memory; to be cleared all the same. O(strings). */
bool host_words_init (HostWords *words, const Trace *trace);
void host_words_clear (HostWords *words);

/* name: a string id. O(1) amortised. */
HostWord host_words_of (HostWords *words, uint32_t name);
