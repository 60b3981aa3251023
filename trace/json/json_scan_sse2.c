/* SPDX-License-Identifier: Apache-2.0
 *
 * Compares 4 times 16 bytes; every x86-64 can do this. */

#if defined __x86_64__

  #include <emmintrin.h>

  #include "trace/json/json_scan_loop.h"
  #include "trace/json/json_scan_ways.h"

static inline uint64_t
bits_of (__m128i matches)
{
  return (unsigned) _mm_movemask_epi8 (matches);
}

static inline __m128i
load (const char *at)
{
  return _mm_loadu_si128 ((const __m128i *) (const void *) at);
}

/* Unsigned comparison: low <= byte <= high. */
static inline __m128i
between (__m128i bytes, unsigned char low, unsigned char high)
{
  __m128i moved = _mm_sub_epi8 (bytes, _mm_set1_epi8 ((char) low));

  return _mm_cmpeq_epi8 (_mm_min_epu8 (moved, _mm_set1_epi8 ((char) (high - low))), moved);
}

static inline uint64_t
string_stops (const char *at)
{
  uint64_t stops = 0;

  for (int i = 0; i < 4; i++)
    {
      __m128i bytes = load (at + 16 * i);
      __m128i stop = _mm_or_si128 (_mm_or_si128 (_mm_cmpeq_epi8 (bytes, _mm_set1_epi8 ('"')),
                                                 _mm_cmpeq_epi8 (bytes, _mm_set1_epi8 ('\\'))),
                                   _mm_cmplt_epi8 (bytes, _mm_set1_epi8 (' ')));

      stops |= bits_of (stop) << (16 * i);
    }
  return stops;
}

static inline void
classify (const char *at, Block *block)
{
  *block = (Block){ 0 };
  for (int i = 0; i < 4; i++)
    {
      __m128i bytes = load (at + 16 * i), lower = _mm_or_si128 (bytes, _mm_set1_epi8 (0x20));
      __m128i bracket = _mm_or_si128 (_mm_cmpeq_epi8 (lower, _mm_set1_epi8 ('{')),
                                      _mm_cmpeq_epi8 (lower, _mm_set1_epi8 ('}')));
      __m128i outside = _mm_or_si128 (
        _mm_or_si128 (between (bytes, '+', '.'), between (bytes, '0', ':')),
        _mm_or_si128 (_mm_or_si128 (_mm_cmpeq_epi8 (bytes, _mm_set1_epi8 (' ')), between (bytes, '\t', '\n')),
                      _mm_cmpeq_epi8 (bytes, _mm_set1_epi8 ('\r'))));

      block->quote |= bits_of (_mm_cmpeq_epi8 (bytes, _mm_set1_epi8 ('"'))) << (16 * i);
      block->bracket |= bits_of (bracket) << (16 * i);
      block->control |= bits_of (between (bytes, 0, 0x1f)) << (16 * i);
      block->never |= bits_of (_mm_or_si128 (bytes, _mm_cmpeq_epi8 (bytes, _mm_set1_epi8 ('\\'))))
                      << (16 * i);
      block->outside |= bits_of (outside) << (16 * i);
    }
}

const JsonScan json_scan_sse2 = { "sse2", plain_string, plain_container };

#else
typedef int json_scan_sse2_is_for_x86;
#endif
