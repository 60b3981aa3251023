/* SPDX-License-Identifier: Apache-2.0
 *
 * The effect of a host slice as far as its exact name tells: whether it blocks its thread, allocates, launches, makes a
 * stream wait, or loads data. Table-driven; covers the runtime and driver APIs of CUDA, HIP, and tools with the same
 * names. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/model/trace.h"

typedef enum
{
  HOST_PLAIN,
  HOST_SYNC,        /* returns when the device has reached a point: ...Synchronize, and blocking memcpys */
  HOST_ALLOCATION,  /* device or pinned memory: ...Malloc..., ...Free... */
  HOST_STREAM_WAIT, /* makes a stream wait for an event */
  HOST_LAUNCH,      /* passes work to a device and returns */
  HOST_LOADER,      /* fetches the next batch (METRICS 11): enumerate(DataLoader)#..., or its Python frames */
  N_HOST_WORDS
} HostWord;

HostWord host_word_of_name (const char *name, size_t length);

/* A cache, so that each name is examined once. One owner. */
typedef struct
{
  const Trace *trace;
  uint8_t *word_of_name; /* by string id: HostWord + 1, or 0 if not examined yet */
} HostWords;

/* Returns false when memory runs out; call host_words_clear () in either case. O(strings). */
bool host_words_init (HostWords *words, const Trace *trace);
void host_words_clear (HostWords *words);

/* Examines a name and remembers its word. */
void host_words_learn (HostWords *words, uint32_t name);

/* name is a string id. O(1), amortised. */
static inline HostWord
host_words_of (HostWords *words, uint32_t name)
{
  if (words->word_of_name[name] == 0)
    host_words_learn (words, name);
  return (HostWord) (words->word_of_name[name] - 1);
}
