/* SPDX-License-Identifier: Apache-2.0
 *
 * Ctrl+C: the first one asks the running verb to stop, a second one ends the process. */

#pragma once

#include <signal.h>
#include <stdatomic.h>

typedef struct
{
  struct sigaction before;
} Interrupt;

/* From now on SIGINT sets what is returned, unless the process was told to ignore it, as under nohup. May be nested;
 * what an outer one was asked stays asked. */
const atomic_bool *interrupt_begin (Interrupt *interrupt);

/* Back to what it was before. */
void interrupt_end (const Interrupt *interrupt);
