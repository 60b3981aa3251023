/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds the ends of simple JSON values by comparing many bytes at a time.
 *
 * Each function takes the begin of a value and returns its end, provided that the value has a form in which nothing can
 * be wrong: strings without escapes that hold only printable ASCII. json_token.h handles every other form, and accepts
 * everything that is accepted here. No function checks for the end of the text: the text must be followed by
 * JSON_PADDING bytes of 0, which end every value.
 *
 * The processor is examined once. SSE2 is on every x86-64 and NEON on every aarch64; AVX2 and AVX-512 are used where
 * the processor has them; plain C works everywhere. All of them give the same answers. The inline functions use what the
 * file that includes this is compiled for.
 *
 * The method of finding strings and brackets by bit masks is from G. Langdale, D. Lemire, "Parsing Gigabytes of JSON
 * per Second", VLDB Journal 28 (2019). */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined __AVX2__
  #include <immintrin.h>
#elif defined __SSE2__
  #include <emmintrin.h>
#endif

#define JSON_PADDING 64

/* One implementation, which looks at blocks of 64 bytes. */
typedef struct
{
  const char *name; /* "plain", "sse2", "avx2", "avx512", "neon" */

  /* at is behind the opening quote. Returns the first byte that is a quote, a backslash, a control character or not
   * ASCII. */
  const char *(*plain_string) (const char *at);

  /* at is on the opening bracket. Returns the byte behind the closing one if the strings between them are plain, the
   * brackets match, they nest at most 64 deep, and everything else is white space or one of + , - . : 0 to 9. Otherwise
   * returns NULL. */
  const char *(*plain_container) (const char *at);
} JsonScan;

/* Returns the implementations that this processor can run, best first. *ret_n is at least 1. */
const JsonScan *const *json_scan_ways (size_t *ret_n);

/* The first of json_scan_ways (). */
extern const JsonScan *json_scan_best;

/* Does what JsonScan.plain_string does, and is fast for short strings. */
static inline const char *
json_scan_plain_string (const char *at)
{
#if defined __AVX512BW__
  __m512i block = _mm512_loadu_si512 ((const void *) at);
  /* Signed: bytes above 0x7f are below the space as well. */
  uint64_t bits = _mm512_cmpeq_epi8_mask (block, _mm512_set1_epi8 ('"'))
                  | _mm512_cmpeq_epi8_mask (block, _mm512_set1_epi8 ('\\'))
                  | _mm512_cmplt_epi8_mask (block, _mm512_set1_epi8 (' '));

  if (bits != 0)
    return at + __builtin_ctzll (bits);
  at += 64;
#elif defined __AVX2__
  __m256i block = _mm256_loadu_si256 ((const __m256i *) (const void *) at);
  __m256i stop = _mm256_or_si256 (_mm256_or_si256 (_mm256_cmpeq_epi8 (block, _mm256_set1_epi8 ('"')),
                                                   _mm256_cmpeq_epi8 (block, _mm256_set1_epi8 ('\\'))),
                                  _mm256_cmpgt_epi8 (_mm256_set1_epi8 (' '), block));
  unsigned bits = (unsigned) _mm256_movemask_epi8 (stop);

  if (bits != 0)
    return at + __builtin_ctz (bits);
  at += 32;
#elif defined __SSE2__
  const __m128i quote = _mm_set1_epi8 ('"'), backslash = _mm_set1_epi8 ('\\'), space = _mm_set1_epi8 (' ');

  for (int i = 0; i < 2; i++, at += 16)
    {
      __m128i block = _mm_loadu_si128 ((const __m128i *) (const void *) at);
      /* Signed: bytes above 0x7f are below the space as well. */
      __m128i stop =
        _mm_or_si128 (_mm_or_si128 (_mm_cmpeq_epi8 (block, quote), _mm_cmpeq_epi8 (block, backslash)),
                      _mm_cmplt_epi8 (block, space));
      unsigned bits = (unsigned) _mm_movemask_epi8 (stop);

      if (bits != 0)
        return at + __builtin_ctz (bits);
    }
#endif
  return json_scan_best->plain_string (at);
}

static inline const char *
json_scan_plain_container (const char *at)
{
  return json_scan_best->plain_container (at);
}

/* Reads up to 8 digits from at on. Returns how many there are; *ret_number is their value. */
static inline unsigned
json_scan_8_digits (const char *at, uint64_t *ret_number)
{
  uint64_t digits;

  memcpy (&digits, at, sizeof digits);
  digits ^= UINT64_C (0x3030303030303030);
  uint64_t others = ((digits + UINT64_C (0x7676767676767676)) | digits) & UINT64_C (0x8080808080808080);
  unsigned n = others == 0 ? 8 : (unsigned) __builtin_ctzll (others) / 8;
  if (n == 0)
    return 0;
  /* Fills up with leading zeros, then combines digits to pairs, fours and all eight. */
  digits <<= 64 - 8 * n;
  digits = digits * 10 + (digits >> 8);
  digits = ((digits & UINT64_C (0x000000ff000000ff)) * UINT64_C (0x000f424000000064)
            + ((digits >> 16) & UINT64_C (0x000000ff000000ff)) * UINT64_C (0x0000271000000001))
           >> 32;
  *ret_number = (uint32_t) digits;
  return n;
}

#ifdef __AVX2__
/* The same of up to 16 digits; all of them are moved to the end, with zeros before them, and then combined by pairs. */
static inline unsigned
json_scan_16_digits (const char *at, uint64_t *ret_number)
{
  /* From its n-th byte on: where the digits of a number of n digits go. */
  static const int8_t places[32] = { -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
                                     0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15 };
  const __m128i nine = _mm_set1_epi8 (9);
  __m128i digits = _mm_sub_epi8 (_mm_loadu_si128 ((const __m128i *) (const void *) at), _mm_set1_epi8 ('0'));
  unsigned are_digits = (unsigned) _mm_movemask_epi8 (_mm_cmpeq_epi8 (_mm_min_epu8 (digits, nine), digits));
  unsigned n = (unsigned) __builtin_ctz (~are_digits);

  digits = _mm_shuffle_epi8 (digits, _mm_loadu_si128 ((const __m128i *) (const void *) (places + n)));
  __m128i pairs = _mm_maddubs_epi16 (digits, _mm_set1_epi16 (0x010a));
  __m128i fours = _mm_madd_epi16 (pairs, _mm_set1_epi32 (0x00010064));
  __m128i eights = _mm_madd_epi16 (_mm_packus_epi32 (fours, fours), _mm_set1_epi32 (0x00012710));
  uint64_t both = (uint64_t) _mm_cvtsi128_si64 (eights);

  *ret_number = (uint32_t) both * UINT64_C (100000000) + (both >> 32);
  return n;
}
#endif

/* Moves *at past all digits it is on. Returns how many there were; *ret_number is their value if there were at most
 * 18. */
static inline unsigned
json_scan_digits (const char **at, uint64_t *ret_number)
{
#ifdef __AVX2__
  unsigned n_at_once = json_scan_16_digits (*at, ret_number);

  if (n_at_once < 16)
    {
      *at += n_at_once;
      return n_at_once;
    }
#endif
  static const unsigned powers[] = { 1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000 };
  uint64_t number = 0, part;
  unsigned n_all = 0, n;

  do
    {
      n = json_scan_8_digits (*at, &part);
      if (n > 0)
        number = number * powers[n] + part;
      n_all += n;
      *at += n;
    }
  while (n == 8);
  *ret_number = number;
  return n_all;
}

/* ---- comparing with expected bytes ---- */

#define JSON_LEAD_BYTES 48

typedef struct
{
  char text[JSON_LEAD_BYTES]; /* unused bytes are 0 */
  uint64_t mask;              /* one bit for each byte of the text */
  uint8_t length;
} JsonLead;

/* n is at most JSON_LEAD_BYTES. */
static inline void
json_lead_set (JsonLead *lead, const char *text, size_t n)
{
  memset (lead->text, 0, sizeof lead->text);
  memcpy (lead->text, text, n);
  lead->mask = (UINT64_C (1) << n) - 1;
  lead->length = (uint8_t) n;
}

static inline bool
json_lead_equals (const JsonLead *lead, const char *text, size_t n)
{
  return lead->length == n && memcmp (lead->text, text, n) == 0;
}

/* Returns whether the text begins with the lead. JSON_PADDING bytes of the text must be readable. */
static inline bool
json_lead_is (const char *text, const JsonLead *lead)
{
#if defined __AVX512BW__
  __m512i a = _mm512_loadu_si512 ((const void *) text), b = _mm512_loadu_si512 ((const void *) lead);

  return _mm512_mask_cmpneq_epi8_mask (lead->mask, a, b) == 0;
#elif defined __AVX2__
  uint64_t same = 0;

  for (int i = 0; i < 2; i++)
    {
      __m256i a = _mm256_loadu_si256 ((const __m256i *) (const void *) (text + 32 * i));
      __m256i b = _mm256_loadu_si256 ((const __m256i *) (const void *) ((const char *) lead + 32 * i));
      same |= (uint64_t) (unsigned) _mm256_movemask_epi8 (_mm256_cmpeq_epi8 (a, b)) << (32 * i);
    }
  return (~same & lead->mask) == 0;
#elif defined __SSE2__
  uint64_t same = 0;

  for (int i = 0; i < JSON_LEAD_BYTES / 16; i++)
    {
      __m128i a = _mm_loadu_si128 ((const __m128i *) (const void *) (text + 16 * i));
      __m128i b = _mm_loadu_si128 ((const __m128i *) (const void *) (lead->text + 16 * i));
      same |= (uint64_t) (unsigned) _mm_movemask_epi8 (_mm_cmpeq_epi8 (a, b)) << (16 * i);
    }
  return (~same & lead->mask) == 0;
#else
  return memcmp (text, lead->text, lead->length) == 0;
#endif
}
