/* SPDX-License-Identifier: Apache-2.0
 *
 * Names that say nothing of who made a profile, and on which figures depend. They are not replaced. Texts are any bytes. */

#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef enum
{
  KEY_UNKNOWN,
  KEY_KNOWN,   /* a recorder's own; its values may be anybody's */
  KEY_OF_WORDS /* its values, too, are words of a recorder, such as types of tensors */
} KeyKind;

/* Returns what a key of arguments or of metadata is. O(log keys). */
KeyKind public_key_kind (const char *key, size_t length);

/* Returns how much of an annotation's begin is public: all of it for steps, collectives and the profiler's own marks, the
 * part before '#' for the ranges of PyTorch's optimizers, else 0. */
size_t public_annotation_length (const char *name, size_t length);

/* Returns whether an operator is one of PyTorch's own: "aten::mm". */
bool public_operator (const char *name, size_t length);

/* Returns whether a value is a number, a list of numbers, a truth value or nothing. */
bool public_value (const char *text, size_t length);
