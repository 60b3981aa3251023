/* SPDX-License-Identifier: Apache-2.0
 *
 * Patterns that tell names of kernels apart: those of our own tables, and those that users write.
 *
 *   text   stands for itself, in upper or lower case, anywhere in the name
 *   *      any characters, also none
 *   ?      one character
 *   #      all digits that stand here, at least one
 *   %      the edge of a word: no letter on one of the two sides. %half% is in at::Half and __half2, not in halfway
 *   ~c     no c before this place: ~ue4m3 is not in UE4M3
 *   ^  $   as the first and the last character: where the name begins, where it ends
 *   \      before any of these and itself: the character as it is
 *
 * Only letters of ASCII have two cases. A name may hold any bytes. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NAME_PATTERN_MAX_BYTES 256

/* A name that many patterns are tried on: which pairs of characters it holds decides most of them at once. */
typedef struct
{
  const char *text; /* borrowed */
  size_t length;
  uint64_t pairs[64]; /* a bit per hashed pair of neighbours, in lower case */
} NameText;

/* O(length). */
NameText name_text_of (const char *name, size_t length);

/* pattern: NUL-terminated, in lower case, one that name_pattern_check () accepts. O(length x pattern); O(pattern) where the
 * name lacks a pair of the pattern. */
bool name_pattern_matches (const char *pattern, const NameText *name);

/* What is wrong with a pattern, as the end of a sentence ("is empty"); NULL: nothing. */
const char *name_pattern_check (const char *pattern);
