/* SPDX-License-Identifier: Apache-2.0
 *
 * Patterns for the names of kernels, used in the built-in tables and in the rules of users.
 *
 *   text   matches itself, in upper or lower case, anywhere in the name
 *   *      any characters, also none
 *   ?      one character
 *   #      all digits at this place, at least one
 *   %      the edge of a word: at least one side is not a letter. %half% is in at::Half and __half2, not in halfway
 *   ~c     no c before this place: ~ue4m3 is not in UE4M3
 *   ^  $   as the first and the last character: the begin and the end of the name
 *   \      before any of these and itself: the character as it is
 *
 * Only ASCII letters have two cases. A name may contain any bytes. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NAME_PATTERN_MAX_BYTES 256

/* A name prepared for matching many patterns: the pairs of characters that it contains rule out most of them
 * at once. */
typedef struct
{
  const char *text; /* borrowed */
  size_t length;
  uint64_t pairs[64]; /* a bit per hashed pair of neighbouring characters, in lower case */
} NameText;

/* Returns the text prepared for name patterns; name is borrowed. O(length). */
NameText name_text_of (const char *name, size_t length);

/* Returns whether the pattern matches. pattern is NUL-terminated, in lower case, and accepted by
 * name_pattern_check (). O(length x pattern); O(pattern) if the name lacks a pair of the pattern. */
bool name_pattern_matches (const char *pattern, const NameText *name);

/* Returns what is wrong with a pattern, as the end of a sentence ("is empty"), or NULL if nothing is. */
const char *name_pattern_check (const char *pattern);
