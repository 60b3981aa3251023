/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/naming/readable_text.h"

#include "trace/naming/demangle.h"
#include "trace/naming/mangled_sketch.h"

TextSpan
readable_text (TextSpan exact, bool is_kernel, char *buffer)
{
  size_t n = demangle_cxx (exact, buffer, READABLE_TEXT_MAX_BYTES);

  if (n == 0 && is_kernel)
    {
      TextSpan beginning = exact;
      if (beginning.n > READABLE_TEXT_MAX_BYTES)
        beginning.n = READABLE_TEXT_MAX_BYTES;
      n = mangled_sketch (beginning, buffer, READABLE_TEXT_MAX_BYTES);
    }
  return n == 0 ? exact : (TextSpan){ buffer, n };
}
