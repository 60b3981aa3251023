/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds the ends of JSON tokens in memory and reports which deviations were tolerated.
 *
 * The text may stop anywhere because it is read in chunks. A function that reaches the end of the text before the end
 * of its token returns JSON_MORE; the caller calls again with the begin of the token once more text has been read.
 * Nothing is copied or decoded, and no function recurses.
 *
 * Structure is read strictly. Contents are read leniently where the meaning is clear: raw control characters, useless
 * backslashes, invalid UTF-8 and NaN are accepted. Each kind of deviation sets a bit in *repairs. JSON_LENIENT is for a
 * second attempt at an event that failed. It also accepts an unescaped quotation mark inside a string, a backslash
 * before the closing one, and a comma as decimal separator. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef enum
{
  JSON_OK,
  JSON_MORE, /* the text ends before the token does */
  JSON_BAD,
} JsonStatus;

typedef enum
{
  JSON_STRICT = 0,
  JSON_LENIENT = 1 << 0,
  JSON_AT_END = 1 << 1, /* with JSON_LENIENT: no more text follows */
} JsonMode;

typedef enum
{
  JSON_REPAIR_CONTROL_CHARACTER = 1 << 0,
  JSON_REPAIR_ESCAPE = 1 << 1, /* a backslash that escapes nothing, or a lone surrogate */
  JSON_REPAIR_UTF8 = 1 << 2,
  JSON_REPAIR_QUOTE = 1 << 3,
  JSON_REPAIR_NUMBER = 1 << 4,
  JSON_REPAIR_NOT_FINITE = 1 << 5,
  JSON_REPAIR_TRAILING_COMMA = 1 << 6,
  JSON_REPAIR_NUL = 1 << 7,           /* \u0000 is valid, but many programs end the text there */
  JSON_REPAIR_DUPLICATE_KEY = 1 << 8, /* set by the reader of an object's keys */
} JsonRepair;

typedef enum
{
  JSON_STRING,  /* text: between the quotes */
  JSON_NUMBER,  /* text: the token */
  JSON_LITERAL, /* true, false, null */
  JSON_WORD,    /* NaN, Infinity and other bare words; text: the token */
  JSON_ARRAY,   /* text: includes both brackets */
  JSON_OBJECT,
} JsonType;

typedef struct
{
  JsonType type;
  bool has_escapes; /* only for strings: the text contains a backslash */
  const char *text;
  size_t length;
} JsonValue;

/* Returns the first byte at or after at that is not white space, or end. */
const char *json_skip_space (const char *at, const char *end);

/* Reads a string. *at is on the opening quote; JSON_OK moves it behind the closing one, any other status leaves it.
 * With JSON_LENIENT the string is taken to be the value of a key. */
JsonStatus
json_string (const char **at, const char *end, JsonMode mode, unsigned *repairs, JsonValue *ret_string);

/* Does what json_string () does for a string that is a key. */
JsonStatus json_key (const char **at, const char *end, JsonMode mode, unsigned *repairs, JsonValue *ret_key);

/* Reads any value. *at is on its first byte. With JSON_LENIENT it is taken to be the value of a key. Arrays and objects
 * are skipped; their brackets must match in kind and number and may nest up to 256 deep. Deeper nesting is JSON_BAD.
 * O(length). */
JsonStatus
json_value (const char **at, const char *end, JsonMode mode, unsigned *repairs, JsonValue *ret_value);

/* Decodes a string: escapes are resolved, surrogate pairs are joined, and backslashes that escape nothing are kept. out
 * needs room for string->length bytes, since decoding never lengthens a string. Returns the length. */
size_t json_string_decode (const JsonValue *string, char *out);

/* Returns whether the text of a value, as it stands in the file, is this one. */
static inline bool
json_is_text (const JsonValue *value, const char *text)
{
  return value->length == strlen (text) && memcmp (value->text, text, value->length) == 0;
}

/* Returns the next member of an object or element of an array that json_value () has read. Start with *at =
 * value->text. Returns false at the end or when the contents are not valid. ret_key is NULL for arrays. */
bool json_next (const char **at, const char *end, JsonValue *ret_key, JsonValue *ret_value);

/* Does what json_next () does for a value that was read in the given mode. */
bool
json_next_in_mode (const char **at, const char *end, JsonMode mode, JsonValue *ret_key, JsonValue *ret_value);
