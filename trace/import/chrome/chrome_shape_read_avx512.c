/* SPDX-License-Identifier: Apache-2.0 */

#if defined __x86_64__

  #ifdef __clang__
    #pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vl,bmi,bmi2"))), apply_to = function)
  #else
    #pragma GCC push_options
    #pragma GCC target("avx512f,avx512bw,avx512vl,bmi,bmi2")
  #endif

  #include "trace/import/chrome/chrome_shape_loop.h"

bool
shape_read_steps_avx512 (ShapeTable *table, ChromeBatch *batch, const char **at, struct ChromeEvent *event)
{
  return read_steps (table, batch, at, event);
}

  #ifdef __clang__
    #pragma clang attribute pop
  #else
    #pragma GCC pop_options
  #endif

#else
typedef int chrome_shape_read_avx512_is_for_x86;
#endif
