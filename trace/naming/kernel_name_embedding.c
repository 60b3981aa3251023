/* SPDX-License-Identifier: Apache-2.0
 *
 * FBGEMM generates its table lookups:
 * split_embedding_backward_codegen_<optimizer>_<weighting>_kernel_<loop>. */

#include "trace/naming/kernel_name.h"

#include <glib.h>

bool
kernel_name_embedding (TextSpan identifier, KernelName *name)
{
  static const struct
  {
    const char *stem;
    const char *operation;
    const char *detail;
  } stems[] = {
    { "split_embedding_backward_codegen_", "embedding_backward", "" },
    { "split_embedding_codegen_forward_", "embedding_forward", "" },
    { "dense_embedding_codegen_forward_", "embedding_forward", "dense" },
    { "split_embedding_codegen_grad_", "embedding_grad", "" },
  };
  static const char *const parts[] = { "_kernel", "_find_long_segments" };
  static const char *const weightings[] = { "unweighted", "weighted" };

  for (size_t i = 0; i < G_N_ELEMENTS (stems); i++)
    {
      if (!span_starts (identifier, stems[i].stem))
        continue;
      TextSpan what = span_from (identifier, strlen (stems[i].stem)), loop = { 0 }, weighting = { 0 };
      for (size_t j = 0; j < G_N_ELEMENTS (parts) && loop.n == 0; j++)
        {
          size_t at = span_find (what, parts[j]);
          if (at == what.n)
            continue;
          loop = span_from (what, at + 1);
          if (span_starts (loop, "kernel_"))
            loop = span_from (loop, strlen ("kernel_"));
          what.n = at;
        }
      for (size_t j = 0; j < G_N_ELEMENTS (weightings) && weighting.n == 0; j++)
        if (span_ends (what, weightings[j]))
          {
            weighting = span_of (weightings[j]);
            what.n -= weighting.n;
            what.n -= what.n > 0; /* "_" */
          }
      short_text_set (&name->operation, span_of (stems[i].operation));
      short_text_word (&name->detail, weighting);
      short_text_word (&name->detail, span_is (loop, "kernel") ? SPAN ("") : loop);
      short_text_word (&name->detail, what);
      short_text_word (&name->detail, span_of (stems[i].detail));
      short_text_set (&name->family, SPAN ("fbgemm"));
      return true;
    }
  return false;
}
