/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/naming/demangle.h"

#include <setjmp.h>
#include <libiberty/demangle.h>

typedef struct
{
  char *out;
  size_t n, capacity;
  jmp_buf overflow;
} Demangled;

/* The demangler cannot be told to stop, and a few hundred bytes of back references can produce gigabytes. Here it uses
 * only its own stack frames, so leaving it with a long jump loses nothing. */
static void
demangled_append (const char *text, size_t n, void *data)
{
  Demangled *demangled = data;

  if (n > demangled->capacity - demangled->n)
    longjmp (demangled->overflow, 1);
  memcpy (demangled->out + demangled->n, text, n);
  demangled->n += n;
}

size_t
demangle_cxx (TextSpan name, char *out, size_t capacity)
{
  char text[DEMANGLE_MAX_BYTES + 1];
  Demangled demangled = { .out = out, .capacity = capacity };

  if (!span_starts (name, "_Z") || name.n > DEMANGLE_MAX_BYTES)
    return 0;
  memcpy (text, name.at, name.n);
  text[name.n] = '\0';
  if (strlen (text) < name.n || setjmp (demangled.overflow) != 0)
    return 0;
  if (!cplus_demangle_v3_callback (text, DMGL_PARAMS | DMGL_ANSI, demangled_append, &demangled))
    return 0;
  return demangled.n;
}
