/* SPDX-License-Identifier: Apache-2.0
 *
 * What the parts of json_token.h have in common: values (json_token.c), strings (json_string.c) and quotation marks that may
 * be a part of their string (json_quote.c). */

#pragma once

#include "trace/json/json_token.h"

/* Where a string stands: that decides what may follow it. */
typedef enum
{
  STRING_IS_KEY,
  STRING_IS_MEMBER, /* the value of a key */
  STRING_IS_ELEMENT,
} StringPlace;

/* As json_string (), of a string at any place. */
JsonStatus json_string_token (const char **at,
                              const char *end,
                              JsonMode mode,
                              StringPlace place,
                              unsigned *repairs,
                              JsonValue *ret_string);

/* What a quotation mark in a string is. */
typedef enum
{
  QUOTE_ENDS,
  QUOTE_IS_CONTENT,
  QUOTE_IS_DAMAGE, /* the string has lost its own, or something behind it is lost */
  QUOTE_NEEDS_MORE,
} QuoteMeaning;

/* Of a string that begins (behind its own first quotation mark) at begin and is read leniently. last: where the quotation
 * mark before this one is, or NULL. */
QuoteMeaning json_quote_means (const char *begin,
                               const char *last,
                               const char *quote,
                               const char *end,
                               JsonMode mode,
                               StringPlace place);

/* The same of one behind a backslash, as in "C:\dir\": in a text within the text a brace follows it just as well. */
QuoteMeaning json_escaped_quote_means (const char *quote, const char *end, StringPlace place);

static inline bool
json_is_digit (char c)
{
  return c >= '0' && c <= '9';
}
