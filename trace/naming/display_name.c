/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/naming/display_name.h"

#include <stdlib.h>
#include <glib.h>

#include "trace/naming/display_text.h"
#include "trace/naming/kernel_name.h"
#include "trace/naming/readable_text.h"

/* True for a template, a scope, a parameter list or a lone identifier. Anything else is prose, such as "Memcpy HtoD
 * (Pageable -> Device)". */
static bool
is_cxx (TextSpan text)
{
  size_t bracket = span_find (text, "(");
  size_t i = 0;

  while (i < text.n && (g_ascii_isalnum (text.at[i]) || strchr ("_.$", text.at[i]) != NULL)
         && text.at[i] != '\0')
    i++;
  return span_has (text, "::") || span_has (text, "<") || span_starts (text, "void ") || i == text.n
         || (bracket == i && i > 0 && i < text.n);
}

/* "f64->bf16" where it reads anything but what its function works on. */
static void
add_type (const KernelName *name, const char *reads, ShortText *out)
{
  TextSpan type = short_text_span (&name->type);
  ShortText both = { 0 };

  if (!name->casts || reads == NULL || type.n == 0 || span_is (type, reads))
    {
      short_text_word (out, type);
      return;
    }
  short_text_add (&both, span_of (reads));
  short_text_add (&both, SPAN ("->"));
  short_text_add (&both, type);
  short_text_word (out, short_text_span (&both));
}

static void
join (const KernelName *name, const char *reads, ShortText *out)
{
  short_text_word (out, short_text_span (&name->operation));
  add_type (name, reads, out);
  short_text_word (out, short_text_span (&name->detail));
  if (name->family.n > 0)
    {
      short_text_add (out, SPAN (" \xc2\xb7 "));
      short_text_add (out, short_text_span (&name->family));
    }
}

bool
display_name_casts (const char *exact, size_t length)
{
  char buffer[READABLE_TEXT_MAX_BYTES];
  TextSpan text = readable_text ((TextSpan){ exact, length }, true, buffer);
  KernelName name;

  return is_cxx (text) && kernel_name_cxx (text, &name) && name.casts && name.type.n > 0;
}

char *
display_name_of (const DisplayNameSource *source)
{
  char buffer[READABLE_TEXT_MAX_BYTES];
  char shown[DISPLAY_NAME_HOST_MAX_BYTES];
  TextSpan text = readable_text ((TextSpan){ source->exact, source->length }, source->is_kernel, buffer);
  size_t max_bytes = source->is_kernel ? DISPLAY_NAME_KERNEL_MAX_BYTES : DISPLAY_NAME_HOST_MAX_BYTES;
  KernelName name;
  ShortText joined = { 0 };

  if (source->is_kernel && is_cxx (text) && kernel_name_cxx (text, &name))
    {
      join (&name, source->reads, &joined);
      text = short_text_span (&joined);
    }
  size_t n = display_text (text, shown, max_bytes);
  char *made = malloc (n + 1);
  if (made == NULL)
    return NULL;
  memcpy (made, shown, n);
  made[n] = '\0';
  return made;
}

char *
display_name_make (const char *exact, size_t length, bool is_kernel)
{
  const DisplayNameSource source = { .exact = exact, .length = length, .is_kernel = is_kernel };

  return display_name_of (&source);
}
