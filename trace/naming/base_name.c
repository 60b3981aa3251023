/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/naming/base_name.h"

#include <glib.h>

#include "trace/naming/cxx_name.h"
#include "trace/naming/readable_text.h"

typedef struct
{
  char *at;
  size_t n;
} Base;

static void
append (Base *base, TextSpan text)
{
  size_t n = MIN (text.n, BASE_NAME_MAX_BYTES - base->n);

  memcpy (base->at + base->n, text.at, n);
  base->n += n;
}

size_t
base_name_write (const char *name, size_t length, char *base)
{
  char buffer[READABLE_TEXT_MAX_BYTES];
  TextSpan text = readable_text ((TextSpan){ name, length }, true, buffer);
  CxxText cxx;
  Base written = { .at = base };

  if (text.n == 0 || text.n > CXX_TEXT_MAX_BYTES || memchr (text.at, '\0', text.n) != NULL
      || !g_utf8_validate (text.at, (gssize) text.n, NULL))
    return 0;
  cxx_text_init (&cxx, text);
  CxxName parsed = cxx_name_parse (&cxx, (CxxRange){ 0, text.n });

  for (size_t i = 0; i < parsed.n; i++)
    {
      if (i > 0)
        append (&written, SPAN ("::"));
      append (&written, cxx_span (&cxx, parsed.parts[i].name));
    }
  return written.n;
}
