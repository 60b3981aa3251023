/* SPDX-License-Identifier: Apache-2.0
 *
 * Shared by the parts of json_token.h: values (json_token.c), strings (json_string.c), and quotation marks that may
 * belong to their string (json_quote.c). */

#pragma once

#include "trace/json/json_token.h"

/* The position of a string, which decides what may follow it. */
typedef enum
{
  STRING_IS_KEY,
  STRING_IS_MEMBER, /* the value of a key */
  STRING_IS_ELEMENT,
} StringPlace;

/* Does what json_string () does for a string in any position. */
JsonStatus json_string_token (const char **at,
                              const char *end,
                              JsonMode mode,
                              StringPlace place,
                              unsigned *repairs,
                              JsonValue *ret_string);

/* The meaning of a quotation mark inside a string. */
typedef enum
{
  QUOTE_ENDS,
  QUOTE_IS_CONTENT,
  QUOTE_IS_DAMAGE, /* the string has lost its closing one, or text behind it is lost */
  QUOTE_NEEDS_MORE,
} QuoteMeaning;

/* Classifies a quotation mark of a string that is read with JSON_LENIENT. begin is behind the string's opening
 * quotation mark. last is the quotation mark before this one, or NULL. */
QuoteMeaning json_quote_means (const char *begin,
                               const char *last,
                               const char *quote,
                               const char *end,
                               JsonMode mode,
                               StringPlace place);

/* Classifies a quotation mark behind a backslash, as in "C:\dir\". In JSON text inside a string, a brace may also
 * follow such a mark. */
QuoteMeaning json_escaped_quote_means (const char *quote, const char *end, StringPlace place);

static inline bool
json_is_digit (char c)
{
  return c >= '0' && c <= '9';
}
