/* SPDX-License-Identifier: Apache-2.0
 *
 * On which device each CUDA context of each process is, learned from the work that ran in it. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct NsysContexts NsysContexts;

NsysContexts *nsys_contexts_new (void); /* returns NULL if memory runs out */
void nsys_contexts_free (NsysContexts *contexts);

/* The first device of a context counts. Returns false if memory runs out. O(1). */
bool nsys_contexts_learn (NsysContexts *contexts, uint32_t process, int64_t context, int64_t device);

/* Returns other if nothing is known of the context. O(1). */
int64_t nsys_contexts_device (NsysContexts *contexts, uint32_t process, int64_t context, int64_t other);
