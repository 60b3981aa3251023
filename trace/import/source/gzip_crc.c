/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/source/gzip_crc.h"

#include <zlib.h>

#ifdef __x86_64__
  #include <immintrin.h>

/* From here on folding pays. */
  #define FOLD_BYTES_MIN 256

__attribute__ ((target ("pclmul,sse4.1"))) static inline __m128i
load (const uint8_t *at)
{
  return _mm_loadu_si128 ((const __m128i *) (const void *) at);
}

/* Moves a remainder ahead by as many bits as the constants are for, and adds what is there. */
__attribute__ ((target ("pclmul,sse4.1"))) static inline __m128i
fold (__m128i rest, __m128i constants, __m128i next)
{
  return _mm_xor_si128 (_mm_xor_si128 (_mm_clmulepi64_si128 (rest, constants, 0x00),
                                       _mm_clmulepi64_si128 (rest, constants, 0x11)),
                        next);
}

/* n is a multiple of 16, at least 64. crc is inverted, and so is the result. The constants are those of the paper, for the
 * reflected polynomial: x^(512 +- 32), x^(128 +- 32), x^64, and the quotient and the polynomial of Barrett's reduction. */
__attribute__ ((target ("pclmul,sse4.1"))) static uint32_t
fold_all (uint32_t crc, const uint8_t *at, size_t n)
{
  const __m128i by_512 = _mm_set_epi64x (0x01c6e41596, 0x0154442bd4);
  const __m128i by_128 = _mm_set_epi64x (0x00ccaa009e, 0x01751997d0);
  const __m128i by_64 = _mm_set_epi64x (0, 0x0163cd6124);
  const __m128i reduction = _mm_set_epi64x (0x01f7011641, 0x01db710641);
  const __m128i low_32 = _mm_set_epi32 (0, -1, 0, -1);
  __m128i rest[4];

  for (int i = 0; i < 4; i++)
    rest[i] = load (at + 16 * i);
  rest[0] = _mm_xor_si128 (rest[0], _mm_cvtsi32_si128 ((int) crc));
  for (at += 64, n -= 64; n >= 64; at += 64, n -= 64)
    for (int i = 0; i < 4; i++)
      rest[i] = fold (rest[i], by_512, load (at + 16 * i));

  __m128i all = rest[0];
  for (int i = 1; i < 4; i++)
    all = fold (all, by_128, rest[i]);
  for (; n >= 16; at += 16, n -= 16)
    all = fold (all, by_128, load (at));

  /* From 128 bits to 64, then to 32. */
  all = _mm_xor_si128 (_mm_srli_si128 (all, 8), _mm_clmulepi64_si128 (all, by_128, 0x10));
  all =
    _mm_xor_si128 (_mm_srli_si128 (all, 4), _mm_clmulepi64_si128 (_mm_and_si128 (all, low_32), by_64, 0x00));
  __m128i quotient = _mm_clmulepi64_si128 (_mm_and_si128 (all, low_32), reduction, 0x10);
  __m128i product = _mm_clmulepi64_si128 (_mm_and_si128 (quotient, low_32), reduction, 0x00);
  return (uint32_t) _mm_extract_epi32 (_mm_xor_si128 (all, product), 1);
}
#endif

uint32_t
gzip_crc_add (uint32_t crc, const uint8_t *bytes, size_t n)
{
#ifdef __x86_64__
  if (n >= FOLD_BYTES_MIN && __builtin_cpu_supports ("pclmul") && __builtin_cpu_supports ("sse4.1"))
    {
      size_t n_folded = n & ~(size_t) 15;

      crc = ~fold_all (~crc, bytes, n_folded);
      bytes += n_folded;
      n -= n_folded;
    }
#endif
  return (uint32_t) crc32_z (crc, bytes, n);
}
