/* SPDX-License-Identifier: Apache-2.0
 *
 * Compares 2 times 32 bytes. */

#if defined __x86_64__

  #ifdef __clang__
    #pragma clang attribute push(__attribute__((target("avx2,bmi"))), apply_to = function)
  #else
    #pragma GCC push_options
    #pragma GCC target("avx2,bmi")
  #endif

  #include <immintrin.h>

  #include "trace/json/json_scan_loop.h"
  #include "trace/json/json_scan_ways.h"

static inline uint64_t
bits_of (__m256i matches)
{
  return (unsigned) _mm256_movemask_epi8 (matches);
}

static inline __m256i
load (const char *at)
{
  return _mm256_loadu_si256 ((const __m256i *) (const void *) at);
}

static inline __m256i
equal (__m256i bytes, char c)
{
  return _mm256_cmpeq_epi8 (bytes, _mm256_set1_epi8 (c));
}

/* Unsigned comparison: low <= byte <= high. */
static inline __m256i
between (__m256i bytes, unsigned char low, unsigned char high)
{
  __m256i moved = _mm256_sub_epi8 (bytes, _mm256_set1_epi8 ((char) low));

  return _mm256_cmpeq_epi8 (_mm256_min_epu8 (moved, _mm256_set1_epi8 ((char) (high - low))), moved);
}

static inline uint64_t
string_stops (const char *at)
{
  uint64_t stops = 0;

  for (int i = 0; i < 2; i++)
    {
      __m256i bytes = load (at + 32 * i);
      __m256i stop = _mm256_or_si256 (_mm256_or_si256 (equal (bytes, '"'), equal (bytes, '\\')),
                                      _mm256_cmpgt_epi8 (_mm256_set1_epi8 (' '), bytes));

      stops |= bits_of (stop) << (32 * i);
    }
  return stops;
}

static inline void
classify (const char *at, Block *block)
{
  *block = (Block){ 0 };
  for (int i = 0; i < 2; i++)
    {
      __m256i bytes = load (at + 32 * i), lower = _mm256_or_si256 (bytes, _mm256_set1_epi8 (0x20));
      __m256i outside =
        _mm256_or_si256 (_mm256_or_si256 (between (bytes, '+', '.'), between (bytes, '0', ':')),
                         _mm256_or_si256 (_mm256_or_si256 (equal (bytes, ' '), between (bytes, '\t', '\n')),
                                          equal (bytes, '\r')));

      block->quote |= bits_of (equal (bytes, '"')) << (32 * i);
      block->bracket |= bits_of (_mm256_or_si256 (equal (lower, '{'), equal (lower, '}'))) << (32 * i);
      block->control |= bits_of (between (bytes, 0, 0x1f)) << (32 * i);
      block->never |= bits_of (_mm256_or_si256 (bytes, equal (bytes, '\\'))) << (32 * i);
      block->outside |= bits_of (outside) << (32 * i);
    }
}

const JsonScan json_scan_avx2 = { "avx2", plain_string, plain_container };

  #ifdef __clang__
    #pragma clang attribute pop
  #else
    #pragma GCC pop_options
  #endif

#else
typedef int json_scan_avx2_is_for_x86;
#endif
