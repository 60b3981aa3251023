/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/json/json_scan.h"

#include "trace/json/json_scan_ways.h"

/* ---- plain C ---- */

static const char *
plain_string (const char *at)
{
  while ((unsigned char) *at >= ' ' && (unsigned char) *at < 0x80 && *at != '"' && *at != '\\')
    at++;
  return at;
}

static bool
may_stand_outside (char c)
{
  return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '+' || c == ',' || c == '-' || c == '.'
         || (c >= '0' && c <= ':');
}

static const char *
plain_container (const char *at)
{
  uint64_t kinds = 0;
  unsigned depth = 0;

  for (;; at++)
    switch (*at)
      {
      case '[':
      case '{':
        if (depth++ == 64)
          return NULL;
        kinds = kinds << 1 | (*at == '{');
        break;
      case ']':
      case '}':
        if ((kinds & 1) != (*at == '}'))
          return NULL;
        kinds >>= 1;
        if (--depth == 0)
          return at + 1;
        break;
      case '"':
        at = plain_string (at + 1);
        if (*at != '"')
          return NULL;
        break;
      default:
        if (!may_stand_outside (*at))
          return NULL;
      }
}

static const JsonScan json_scan_plain = { "plain", plain_string, plain_container };

/* ---- choosing one ---- */

static const JsonScan *ways[5];
static size_t n_ways;
const JsonScan *json_scan_best = &json_scan_plain;

/* Runs before main (), so that no thread sees the choice half made. */
__attribute__ ((constructor)) static void
find_ways (void)
{
#if defined __x86_64__
  __builtin_cpu_init ();
  if (__builtin_cpu_supports ("avx512bw") && __builtin_cpu_supports ("avx512vl")
      && __builtin_cpu_supports ("bmi"))
    ways[n_ways++] = &json_scan_avx512;
  if (__builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("bmi"))
    ways[n_ways++] = &json_scan_avx2;
  ways[n_ways++] = &json_scan_sse2;
#elif defined __aarch64__
  ways[n_ways++] = &json_scan_neon;
#endif
  ways[n_ways++] = &json_scan_plain;
  json_scan_best = ways[0];
}

const JsonScan *const *
json_scan_ways (size_t *ret_n)
{
  *ret_n = n_ways;
  return ways;
}
