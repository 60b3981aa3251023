/* SPDX-License-Identifier: Apache-2.0
 *
 * JSON texts read by the functions of json_token.h, at every place where they may be cut. */

#pragma once

#include "trace/json/json_token.h"

typedef JsonStatus (*TokenReader) (const char **, const char *, JsonMode, unsigned *, JsonValue *);

typedef struct
{
  JsonStatus status;
  unsigned repairs;
  JsonType type;
  bool has_escapes;
  size_t begin, length; /* of the value's text */
  size_t consumed;
} TokenResult;

/* What a failure is about. */
void token_tell (const char *text);

/* Reads from a heap buffer of exactly n bytes, so that reading on is seen. */
TokenResult token_read_prefix (TokenReader reader, const char *text, size_t n, JsonMode mode);

/* Wherever the text is cut: first JSON_MORE, then one answer that no further byte changes. */
TokenResult token_read_at_every_cut (TokenReader reader, const char *text, size_t n, JsonMode mode);

/* The text of a token, then what follows it. */
TokenResult token_check (TokenReader reader,
                         const char *token,
                         const char *rest,
                         JsonMode mode,
                         JsonType type,
                         unsigned repairs);

/* A value that nothing can be made of. */
void token_check_bad (const char *text, JsonMode mode);
