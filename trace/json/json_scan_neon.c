/* SPDX-License-Identifier: Apache-2.0
 *
 * Compares 4 times 16 bytes; every aarch64 can do this. */

#if defined __aarch64__

  #include <arm_neon.h>

  #include "trace/json/json_scan_loop.h"
  #include "trace/json/json_scan_ways.h"

/* NEON has no movemask, so each lane keeps the bit of its position and pairs of lanes are added. */
static inline uint64_t
bits_of (const uint8x16_t matches[4])
{
  static const uint8_t places[16] = { 1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128 };
  const uint8x16_t place = vld1q_u8 (places);
  uint8x16_t low = vpaddq_u8 (vandq_u8 (matches[0], place), vandq_u8 (matches[1], place));
  uint8x16_t high = vpaddq_u8 (vandq_u8 (matches[2], place), vandq_u8 (matches[3], place));
  uint8x16_t sum = vpaddq_u8 (low, high);

  sum = vpaddq_u8 (sum, sum);
  return vgetq_lane_u64 (vreinterpretq_u64_u8 (sum), 0);
}

static inline uint8x16_t
equal (uint8x16_t bytes, char c)
{
  return vceqq_u8 (bytes, vdupq_n_u8 ((uint8_t) c));
}

static inline uint8x16_t
between (uint8x16_t bytes, unsigned char low, unsigned char high)
{
  return vcleq_u8 (vsubq_u8 (bytes, vdupq_n_u8 (low)), vdupq_n_u8 ((uint8_t) (high - low)));
}

static inline uint64_t
string_stops (const char *at)
{
  uint8x16_t stops[4];

  for (int i = 0; i < 4; i++)
    {
      uint8x16_t bytes = vld1q_u8 ((const uint8_t *) at + 16 * i);

      stops[i] = vmvnq_u8 (
        vandq_u8 (between (bytes, ' ', 0x7f), vmvnq_u8 (vorrq_u8 (equal (bytes, '"'), equal (bytes, '\\')))));
    }
  return bits_of (stops);
}

static inline void
classify (const char *at, Block *block)
{
  uint8x16_t quote[4], bracket[4], control[4], never[4], outside[4];

  for (int i = 0; i < 4; i++)
    {
      uint8x16_t bytes = vld1q_u8 ((const uint8_t *) at + 16 * i),
                 lower = vorrq_u8 (bytes, vdupq_n_u8 (0x20));

      quote[i] = equal (bytes, '"');
      bracket[i] = vorrq_u8 (equal (lower, '{'), equal (lower, '}'));
      control[i] = between (bytes, 0, 0x1f);
      never[i] = vorrq_u8 (between (bytes, 0x80, 0xff), equal (bytes, '\\'));
      outside[i] =
        vorrq_u8 (vorrq_u8 (between (bytes, '+', '.'), between (bytes, '0', ':')),
                  vorrq_u8 (vorrq_u8 (equal (bytes, ' '), between (bytes, '\t', '\n')), equal (bytes, '\r')));
    }
  block->quote = bits_of (quote);
  block->bracket = bits_of (bracket);
  block->control = bits_of (control);
  block->never = bits_of (never);
  block->outside = bits_of (outside);
}

const JsonScan json_scan_neon = { "neon", plain_string, plain_container };

#else
typedef int json_scan_neon_is_for_aarch64;
#endif
