/* SPDX-License-Identifier: Apache-2.0
 *
 * Tensile names spell out every parameter of the generator; five of them are useful to a reader. Cijk_<A indices>_<B
 * indices>_<types>_..._MT<macro tile>_...; see "Precision support" of the Tensile manual. */

#include "trace/naming/kernel_name.h"

#include <glib.h>

/* clang-format off */
static const struct
{
  const char *code;
  const char *type;
} types[] = {
  { "F8B8", "f8" },
  { "B8F8", "f8" },
  { "F8", "f8e4m3" },
  { "B8", "f8e5m2" },
  { "I8", "i8" },
  { "4xi8", "i8" },
  { "X", "tf32" },
  { "D", "f64" },
  { "S", "f32" },
  { "H", "f16" },
  { "B", "bf16" },
  { "C", "c64" },
  { "Z", "c128" },
  { "I", "i32" },
};
/* clang-format on */

bool
kernel_name_tensile (TextSpan identifier, KernelName *ret_name)
{
  KernelName name = { 0 };
  ShortText layout = { 0 }, tile = { 0 };
  size_t n_words = 0;
  bool bias = false;

  if (!span_starts (identifier, "Cijk_"))
    return false;
  for (size_t at = 0; at < identifier.n; n_words++)
    {
      TextSpan rest = span_from (identifier, at);
      TextSpan word = { rest.at, span_find (rest, "_") };

      at += word.n + 1;
      /* Indices are in memory order: i first in A, or l first in B, is what BLAS calls "not transposed". */
      if (n_words == 1 || n_words == 2)
        {
          char first = n_words == 1 ? 'i' : 'l';
          short_text_add (&layout, word.n > 1 && word.at[1] == first ? SPAN ("n") : SPAN ("t"));
        }
      else if (n_words == 3)
        for (size_t i = 0; i < G_N_ELEMENTS (types) && name.type.n == 0; i++)
          if (span_starts (word, types[i].code))
            short_text_set (&name.type, span_of (types[i].type));
      if (n_words > 3 && word.n > 2 && span_starts (word, "MT") && g_ascii_isdigit (word.at[2]))
        short_text_set (&tile, span_from (word, 2));
      bias = bias || span_starts (word, "Bias");
    }
  short_text_set (&name.operation, SPAN ("gemm"));
  short_text_word (&name.detail, short_text_span (&tile));
  short_text_word (&name.detail, short_text_span (&layout));
  if (bias)
    short_text_word (&name.detail, SPAN ("bias"));
  short_text_set (&name.family, SPAN ("Tensile"));
  *ret_name = name;
  return true;
}
