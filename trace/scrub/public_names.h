/* SPDX-License-Identifier: Apache-2.0
 *
 * Names that say nothing of who made a profile, and on which figures depend. They are not replaced. Texts are any bytes. */

#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef enum
{
  KEY_UNKNOWN,
  KEY_KNOWN,       /* a recorder's own; its values may be anybody's */
  KEY_OF_WORDS,    /* its text, or texts in an array, are words of a recorder, such as types of tensors */
  KEY_OF_READER,   /* likewise in formats whose reader names the values; elsewhere it is only known */
  KEY_OF_DEVICES,  /* of objects whose "name" is that of a device */
  KEY_OF_STEPSCOPE /* of objects that Stepscope wrote; only "file" is somebody's */
} KeyKind;

/* Returns what a key of arguments or of metadata is. O(log keys). */
KeyKind public_key_kind (const char *key, size_t length);

/* Returns how much of an annotation's begin is public: all of it for steps, collectives and the profiler's own marks, the
 * part before '#' for the ranges of PyTorch's optimizers, else 0. */
size_t public_annotation_length (const char *name, size_t length);

/* Returns how much of an operator's begin is PyTorch's own: all of "aten::mm", of what the autograd engine does for another
 * operator what is before its name, else 0. */
size_t public_operator_length (const char *name, size_t length);

/* Returns whether the text of a known key is a library's name or a unit: "nccl", "ms". */
bool public_word (const char *text, size_t length);

/* Returns whether a thread, process, counter or category has only words that recorders use, and numbers: "stream 7",
 * "pt_data_worker", "GPU utilization". */
bool public_label (const char *text, size_t length);

/* Returns whether a value is a number, a list of numbers, a truth value or nothing. */
bool public_value (const char *text, size_t length);
