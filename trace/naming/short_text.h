/* SPDX-License-Identifier: Apache-2.0
 *
 * A text of bounded length, built on the stack. Text that does not fit is dropped.
 *
 *   ShortText text = { 0 };                 an all-zero struct is the empty text
 *   short_text_add (&text, SPAN ("gemm"));
 *   short_text_word (&text, SPAN ("f32"));  "gemm f32" */

#pragma once

#include "trace/naming/text_span.h"

#define SHORT_TEXT_MAX_BYTES 240

typedef struct
{
  char at[SHORT_TEXT_MAX_BYTES];
  size_t n;
} ShortText;

static inline TextSpan
short_text_span (const ShortText *text)
{
  return (TextSpan){ text->at, text->n };
}

static inline void
short_text_add (ShortText *text, TextSpan more)
{
  size_t room = sizeof text->at - text->n;
  size_t n = more.n < room ? more.n : room;

  if (n > 0)
    memcpy (text->at + text->n, more.at, n);
  text->n += n;
}

static inline void
short_text_set (ShortText *text, TextSpan value)
{
  text->n = 0;
  short_text_add (text, value);
}

/* Adds word after a space; an empty word adds nothing. */
static inline void
short_text_word (ShortText *text, TextSpan word)
{
  if (word.n == 0)
    return;
  if (text->n > 0)
    short_text_add (text, SPAN (" "));
  short_text_add (text, word);
}
