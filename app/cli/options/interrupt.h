/* SPDX-License-Identifier: Apache-2.0
 *
 * Ctrl+C: the first one cancels the running verb, a second one ends the process. */

#pragma once

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "app/cli/out/cli_status.h"

typedef struct
{
  struct sigaction before;
} Interrupt;

/* Makes SIGINT set the returned flag, unless the process ignores SIGINT, as under nohup. Calls may be nested; an inner
 * call does not clear a flag that is set. */
const atomic_bool *interrupt_begin (Interrupt *interrupt);

/* Restores the previous handling of SIGINT. */
void interrupt_end (const Interrupt *interrupt);

/* Sets or clears that flag from any thread, for a program that cancels its verbs in another way. */
void interrupt_set (bool is_interrupted);
bool interrupt_is_set (void);

/* Complains that a computation was cancelled, if that flag is set, or else of no_memory, which is a message. Returns the exit
 * status. */
CliStatus interrupt_fail (const char *no_memory);

/* Returns whether the flag is clear: a should_continue () of trace/. */
bool interrupt_should_continue (void *unused);
