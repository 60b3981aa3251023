/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/options/interrupt.h"

#include <stddef.h>

/* Only written by the signal handler; lock-free, hence safe there. */
static atomic_bool interrupted;

static void
on_interrupt (int signal_number)
{
  (void) signal_number;
  atomic_store_explicit (&interrupted, true, memory_order_relaxed);
}

const atomic_bool *
interrupt_begin (Interrupt *interrupt)
{
  struct sigaction action = { .sa_handler = on_interrupt, .sa_flags = (int) SA_RESETHAND };

  sigaction (SIGINT, NULL, &interrupt->before);
  if (interrupt->before.sa_handler != SIG_IGN)
    sigaction (SIGINT, &action, NULL);
  return &interrupted;
}

void
interrupt_end (const Interrupt *interrupt)
{
  sigaction (SIGINT, &interrupt->before, NULL);
}

void
interrupt_set (bool is_interrupted)
{
  atomic_store (&interrupted, is_interrupted);
}

bool
interrupt_is_set (void)
{
  return atomic_load_explicit (&interrupted, memory_order_relaxed);
}

CliStatus
interrupt_fail (const char *no_memory)
{
  if (interrupt_is_set ())
    {
      cli_complain ("cancelled");
      return CLI_CANCELLED;
    }
  cli_complain (no_memory);
  return CLI_NO_RESOURCE;
}

bool
interrupt_should_continue (void *unused)
{
  (void) unused;
  return !interrupt_is_set ();
}
