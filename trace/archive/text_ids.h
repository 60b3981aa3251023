/* SPDX-License-Identifier: Apache-2.0
 *
 * Numbers the distinct texts of a block 0, 1, 2, ... in order of first appearance. */

#pragma once

#include "trace/container/column.h"

typedef struct
{
  U8Column bytes;  /* of all distinct texts, one after the other */
  U64Column ends;  /* the end of each text in bytes */
  U32Column slots; /* n is a power of two, or 0; a slot is 1 + text, or 0 if free */
} TextIds;

void text_ids_begin (TextIds *ids); /* forgets all texts */
void text_ids_clear (TextIds *ids);

/* Sets *ret_id to the number of the text. Returns false if memory runs out. O(length). */
bool text_ids_of (TextIds *ids, const uint8_t *text, size_t length, uint32_t *ret_id);
