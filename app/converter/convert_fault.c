/* SPDX-License-Identifier: Apache-2.0 */

#include "app/converter/convert_fault.h"

#include <glib.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define VARIABLE      "STEPSCOPE_CONVERTER_FAULT"
#define SLOW_US       500000
#define OOM_PIECE     (UINT64_C (1) << 30)
#define OOM_PIECE_MAX 65536 /* pieces: more than any machine has, should there be no limit */

static bool
is_wanted (const char *fault)
{
  const char *wanted = getenv (VARIABLE);

  return wanted != NULL && strcmp (wanted, fault) == 0;
}

void
convert_fault_strike (void)
{
  if (is_wanted ("abort"))
    abort ();
  if (is_wanted ("segv"))
    {
      /* As it is without a sanitizer, which would report it. */
      signal (SIGSEGV, SIG_DFL);
      raise (SIGSEGV);
    }
  if (is_wanted ("kill"))
    raise (SIGKILL);
  /* Not touched, so that it fills the address space and not the memory. */
  if (is_wanted ("oom"))
    for (unsigned i = 0; i < OOM_PIECE_MAX; i++)
      g_assert_nonnull (g_malloc (OOM_PIECE));
  while (is_wanted ("hang"))
    g_usleep (G_USEC_PER_SEC);
}

void
convert_fault_slow_down (void)
{
  if (is_wanted ("slow"))
    g_usleep (SLOW_US);
}
