/* SPDX-License-Identifier: Apache-2.0
 *
 * Tokens of JSON text in memory: where each ends, and what had to be forgiven.
 *
 * The text may stop anywhere (it is read in chunks): a token that reaches the end of what is there answers
 * JSON_MORE, and the caller asks again from the token's begin once more has been read. Nothing is copied or
 * decoded; no function recurses.
 *
 * Strict about structure, forgiving about contents where nothing can be misunderstood: raw control
 * characters, useless backslashes, bad UTF-8, NaN. Each kind that was met is a bit in *repairs. With
 * JSON_LENIENT, for a second try on an event that failed, an unescaped quotation mark inside a string, a backslash
 * before its closing one and a comma as decimal separator are understood too. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
  JSON_AT_END = 1 << 1, /* with JSON_LENIENT: nothing follows the text */
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
  JSON_REPAIR_NUL = 1 << 7,           /* \u0000: valid, but many programs end a text there */
  JSON_REPAIR_DUPLICATE_KEY = 1 << 8, /* noted by who reads the keys of an object */
} JsonRepair;

typedef enum
{
  JSON_STRING,  /* text: what stands between the quotes */
  JSON_NUMBER,  /* text: the token */
  JSON_LITERAL, /* true, false, null */
  JSON_WORD,    /* NaN, Infinity and other bare words; text: the token */
  JSON_ARRAY,   /* text: from bracket to bracket */
  JSON_OBJECT,
} JsonType;

typedef struct
{
  JsonType type;
  bool has_escapes; /* of a string: contains a backslash */
  const char *text;
  size_t length;
} JsonValue;

/* First byte at or after at that is not white space; end if there is none. */
const char *json_skip_space (const char *at, const char *end);

/* *at is on the opening quote; on JSON_OK just behind the closing one. On any other status *at is unmoved. Leniently read,
 * it is the value of a key. */
JsonStatus
json_string (const char **at, const char *end, JsonMode mode, unsigned *repairs, JsonValue *ret_string);

/* The same of a string that is a key itself. */
JsonStatus json_key (const char **at, const char *end, JsonMode mode, unsigned *repairs, JsonValue *ret_key);

/* *at is on the first byte of any value, which is that of a key where it matters. Arrays and objects are passed over with
 * their brackets matched (kind and number), to any depth up to 256; deeper is JSON_BAD. O(length). */
JsonStatus
json_value (const char **at, const char *end, JsonMode mode, unsigned *repairs, JsonValue *ret_value);

/* The text a string stands for: escapes decoded, surrogate pairs joined, what escapes nothing kept as it is.
 * out: room for string->length bytes (decoding never lengthens). Returns the length. */
size_t json_string_decode (const JsonValue *string, char *out);

/* Iterating over the members of an object or the elements of an array that json_value () passed over.
 * begin with *at = value->text. False: at the end, or the contents are not valid. key: NULL for arrays. */
bool json_next (const char **at, const char *end, JsonValue *ret_key, JsonValue *ret_value);

/* The same for one that was passed over in that mode. */
bool
json_next_in_mode (const char **at, const char *end, JsonMode mode, JsonValue *ret_key, JsonValue *ret_value);
