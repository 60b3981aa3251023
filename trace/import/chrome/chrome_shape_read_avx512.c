/* SPDX-License-Identifier: Apache-2.0
 *
 * Clang does not tell of the target of single functions, and compiles the same as for any x86-64. */

#if defined __x86_64__

  #ifndef __clang__
    #pragma GCC target("avx512f,avx512bw,avx512vl,bmi,bmi2")
  #endif

  #include "trace/import/chrome/chrome_shape_loop.h"

bool
shape_read_steps_avx512 (ShapeTable *table, ChromeBatch *batch, const char **at, struct ChromeEvent *event)
{
  return read_steps (table, batch, at, event);
}

#else
typedef int chrome_shape_read_avx512_is_for_x86;
#endif
