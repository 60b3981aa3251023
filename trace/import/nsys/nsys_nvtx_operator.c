/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/nsys/nsys_nvtx_operator.h"

#include <string.h>

#include "trace/text/decimal_time.h"

/* Returns the length of the number after the key at text[at], or 0. */
static size_t
take_number (const char *text, size_t length, size_t at, const char *key, int64_t *ret_number)
{
  size_t n_key = strlen (key), n = 0;

  if (length - at <= n_key || memcmp (text + at, key, n_key) != 0)
    return 0;
  at += n_key;
  while (at + n < length && text[at + n] >= '0' && text[at + n] <= '9')
    n++;
  return n > 0 && n < 19 && decimal_to_integer (text + at, n, ret_number) ? n_key + n : 0;
}

/* "[[64, 128], [], [3]]": numbers and brackets that close, and nothing else. */
static size_t
length_of_sizes (const char *text, size_t length)
{
  size_t depth = 0;

  for (size_t i = 0; i < length; i++)
    switch (text[i])
      {
      case '[':
        depth++;
        break;
      case ']':
        if (depth > 0 && --depth == 0)
          return i + 1;
        break;
      default:
        if (depth == 0 || strchr ("0123456789, ", text[i]) == NULL || text[i] == '\0')
          return 0;
      }
  return 0;
}

bool
nsys_nvtx_operator_parse (const char *text, size_t length, NsysNvtxOperator *op)
{
  static const char sizes[] = ", sizes = ";
  const char *comma = memchr (text, ',', length);
  size_t at = comma != NULL ? (size_t) (comma - text) : length, n;

  *op = (NsysNvtxOperator){ .n_name = at };
  n = take_number (text, length, at, ", seq = ", &op->sequence);
  op->has_sequence = n > 0;
  at += n;
  n = take_number (text, length, at, ", op_id = ", &op->id);
  op->has_id = n > 0;
  at += n;
  if (!op->has_sequence && !op->has_id)
    return false;
  if (length - at > strlen (sizes) && memcmp (text + at, sizes, strlen (sizes)) == 0)
    {
      at += strlen (sizes);
      op->n_sizes = length_of_sizes (text + at, length - at);
      op->sizes = op->n_sizes > 0 ? text + at : NULL;
    }
  return op->n_name > 0;
}
