/* SPDX-License-Identifier: Apache-2.0
 *
 * A borrowed piece of a text. It is not NUL-terminated and must not outlive its owner. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

typedef struct
{
  const char *at;
  size_t n;
} TextSpan;

/* A string literal as a span. */
#define SPAN(literal) ((TextSpan){ "" literal, sizeof (literal) - 1 })

static inline TextSpan
span_of (const char *text)
{
  return (TextSpan){ text, strlen (text) };
}

static inline bool
span_is (TextSpan span, const char *text)
{
  return strlen (text) == span.n && memcmp (span.at, text, span.n) == 0;
}

static inline bool
span_starts (TextSpan span, const char *prefix)
{
  size_t n = strlen (prefix);
  return span.n >= n && memcmp (span.at, prefix, n) == 0;
}

static inline bool
span_ends (TextSpan span, const char *suffix)
{
  size_t n = strlen (suffix);
  return span.n >= n && memcmp (span.at + span.n - n, suffix, n) == 0;
}

/* Returns the position of word, or span.n. */
static inline size_t
span_find (TextSpan span, const char *word)
{
  const char *found = span.n == 0 ? NULL : memmem (span.at, span.n, word, strlen (word));
  return found == NULL ? span.n : (size_t) (found - span.at);
}

static inline bool
span_has (TextSpan span, const char *word)
{
  return span_find (span, word) < span.n;
}

static inline TextSpan
span_from (TextSpan span, size_t begin)
{
  return (TextSpan){ span.at + begin, span.n - begin };
}

static inline TextSpan
span_trim (TextSpan span)
{
  while (span.n > 0 && span.at[0] == ' ')
    span.at++, span.n--;
  while (span.n > 0 && span.at[span.n - 1] == ' ')
    span.n--;
  return span;
}

static inline bool
span_is_one_of (TextSpan span, const char *const *list, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (span_is (span, list[i]))
      return true;
  return false;
}

#define SPAN_IS_ONE_OF(span, array) span_is_one_of (span, array, sizeof (array) / sizeof (array)[0])
