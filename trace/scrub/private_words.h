/* SPDX-License-Identifier: Apache-2.0
 *
 * Words that are replaced wherever they stand: names of users and machines that the profile itself tells, and those that are
 * given. Case does not matter, as far as letters have one other form. A name of a machine, and one of a user that is short or a
 * word of many programs ("norm", "attention"), is replaced only where no letter or digit is beside it. */

#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "trace/model/trace.h"
#include "trace/scrub/pseudonyms.h"

typedef struct
{
  char *text; /* owned */
  size_t length;
  PseudonymKind kind;
  bool stands_alone; /* replaced only so */
} PrivateWord;

/* Returns an array of PrivateWord, the longest first. Users are found in paths of home folders and in metadata whose key
 * has "user"; machines are the nodes of the profile and metadata whose key has "host". given ends with NULL, or is NULL.
 * O(bytes of all strings). */
GArray *private_words_find (const Trace *trace, bool of_users, bool of_hosts, const char *const *given);

/* Returns the word that stands at text[at], and its length there; or NULL. O(words). */
const PrivateWord *
private_words_at (const GArray *words, const char *text, size_t length, size_t at, size_t *ret_length);
