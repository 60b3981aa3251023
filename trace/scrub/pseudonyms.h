/* SPDX-License-Identifier: Apache-2.0
 *
 * Names that stand for other names: "path-3" for the third path that was asked for. With a key they are
 * "path-3f9a0c12b4de", the begin of HMAC-SHA256 (key, "path", 0, the name), so that files with the same key have the same
 * name for the same thing, and nobody without the key can try which name it is. One owner. */

#pragma once

#include <glib.h>
#include <stddef.h>
#include <stdint.h>

typedef enum
{
  PSEUDONYM_PATH,
  PSEUDONYM_USER,
  PSEUDONYM_HOST,
  PSEUDONYM_WORD,
  PSEUDONYM_ANNOTATION,
  PSEUDONYM_KEY,
  PSEUDONYM_VALUE,
  PSEUDONYM_MODULE,
  PSEUDONYM_OPERATOR,
  PSEUDONYM_KERNEL,
  PSEUDONYM_TRACK,
  PSEUDONYM_LABEL,
  N_PSEUDONYMS
} PseudonymKind;

typedef struct Pseudonyms Pseudonyms;

/* n_key is 0 for no key. The key is copied. */
Pseudonyms *pseudonyms_new (const uint8_t *key, size_t n_key);
void pseudonyms_free (Pseudonyms *pseudonyms);

/* Returns the name for bytes, the same each time. Borrowed. O(length). */
const char *pseudonyms_get (Pseudonyms *pseudonyms, PseudonymKind kind, const char *text, size_t length);

/* Returns how many different names of a kind were replaced. */
unsigned pseudonyms_count (const Pseudonyms *pseudonyms, PseudonymKind kind);

/* Returns "path", and so on; several are "paths". */
const char *pseudonym_word (PseudonymKind kind);
