/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/naming/identifier.h"

#include <glib.h>

/* Words that only mark a kernel as one, anywhere in its name; longest first. */
static const char *const kernel_words[] = { "_cuda_kernel", "_kernel_impl", "_kernel",
                                            "CUDAKernel",   "Kernel",       ".kd" };

void
identifier_add_function (ShortText *out, TextSpan name)
{
  for (size_t i = 0; i < name.n;)
    {
      TextSpan rest = span_from (name, i);
      size_t n = 0;

      for (size_t j = 0; j < G_N_ELEMENTS (kernel_words) && n == 0 && i > 0; j++)
        if (span_starts (rest, kernel_words[j]))
          n = strlen (kernel_words[j]);
      if (n == 0 || (n < rest.n && g_ascii_islower (rest.at[n])))
        {
          short_text_add (out, (TextSpan){ rest.at, 1 });
          n = 1;
        }
      i += n;
    }
}

void
identifier_add_snake_case (ShortText *out, TextSpan name)
{
  bool camel = name.n > 1 && g_ascii_isupper (name.at[0]) && g_ascii_islower (name.at[1]);

  for (size_t i = 0; i < name.n; i++)
    {
      char c = name.at[i];
      if (camel && g_ascii_isupper (c))
        {
          if (i > 0 && g_ascii_islower (name.at[i - 1]))
            short_text_add (out, SPAN ("_"));
          c = g_ascii_tolower (c);
        }
      short_text_add (out, (TextSpan){ &c, 1 });
    }
}
