/* SPDX-License-Identifier: Apache-2.0
 *
 * Compares 64 bytes at once; the comparison itself yields a bit mask. */

#if defined __x86_64__

  #ifdef __clang__
    #pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vl,bmi"))), \
                                 apply_to = function)
  #else
    #pragma GCC push_options
    #pragma GCC target("avx512f,avx512bw,avx512vl,bmi")
  #endif

  #include <immintrin.h>

  #include "trace/json/json_scan_loop.h"
  #include "trace/json/json_scan_ways.h"

static inline uint64_t
equal (__m512i bytes, char c)
{
  return _mm512_cmpeq_epi8_mask (bytes, _mm512_set1_epi8 (c));
}

/* Unsigned comparison: low <= byte <= high. */
static inline uint64_t
between (__m512i bytes, unsigned char low, unsigned char high)
{
  return _mm512_cmple_epu8_mask (_mm512_sub_epi8 (bytes, _mm512_set1_epi8 ((char) low)),
                                 _mm512_set1_epi8 ((char) (high - low)));
}

static inline uint64_t
string_stops (const char *at)
{
  __m512i bytes = _mm512_loadu_si512 ((const void *) at);

  return equal (bytes, '"') | equal (bytes, '\\') | _mm512_cmplt_epi8_mask (bytes, _mm512_set1_epi8 (' '));
}

static inline void
classify (const char *at, Block *block)
{
  __m512i bytes = _mm512_loadu_si512 ((const void *) at);
  __m512i lower = _mm512_or_si512 (bytes, _mm512_set1_epi8 (0x20));

  block->quote = equal (bytes, '"');
  block->bracket = equal (lower, '{') | equal (lower, '}');
  block->control = between (bytes, 0, 0x1f);
  block->never = (uint64_t) _mm512_movepi8_mask (bytes) | equal (bytes, '\\');
  block->outside = between (bytes, '+', '.') | between (bytes, '0', ':') | equal (bytes, ' ')
                   | between (bytes, '\t', '\n') | equal (bytes, '\r');
}

const JsonScan json_scan_avx512 = { "avx512", plain_string, plain_container };

  #ifdef __clang__
    #pragma clang attribute pop
  #else
    #pragma GCC pop_options
  #endif

#else
typedef int json_scan_avx512_is_for_x86;
#endif
