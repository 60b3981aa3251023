/* SPDX-License-Identifier: Apache-2.0
 *
 * What the time on a critical path was spent on (METRICS 21). */

#pragma once

typedef enum
{
  CRITICAL_COMPUTE,       /* kernels, and work of other accelerators */
  CRITICAL_COMMUNICATION, /* kernels of collectives */
  CRITICAL_MEMCPY,        /* memcpys and memsets, and kernels that do nothing else (trace/classify/) */
  CRITICAL_LAUNCH, /* from the begin of a launching call to that of its work, on a stream without other work */
  CRITICAL_HOST,   /* a thread of the host */
  CRITICAL_LOADER, /* a thread that fetches the next batch */
  CRITICAL_GAP,    /* between two activities of a stream of which the later one had been launched */
  N_CRITICAL_CLASSES
} CriticalClass;

/* Returns the word of a class in the output of every command, such as "communication" or "dataloader". */
const char *critical_class_word (CriticalClass klass);
