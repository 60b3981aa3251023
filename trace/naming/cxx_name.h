/* SPDX-License-Identifier: Apache-2.0
 *
 * Splits a demangled C++ name into its parts without understanding C++.
 *
 *   void at::native::gpu_kernel_impl<Add<float> >(Iter&)::{lambda(int)#1}
 *        |   |       |               |            |
 *        |   |       |               |            part 3: name "{lambda(int)#1}"
 *        |   |       |               parameters of part 2: "Iter&"
 *        |   |       part 2: name "gpu_kernel_impl", arguments "Add<float> "
 *        part 0  part 1
 *
 * Names may be cut inside a bracket, may use "<" as an operator, and come from several demanglers ("{lambda()#1}",
 * "[lambda() (instance 1)]", "(anonymous namespace)", "<unnamed>"). Every function accepts any bytes and returns some
 * parts, in linear time, without allocation or recursion. */

#pragma once

#include <stdint.h>

#include "trace/naming/text_span.h"

/* Bytes behind this many are ignored. */
#define CXX_TEXT_MAX_BYTES 16384

/* A text and its brackets. Large (48 KiB): keep it on the stack of one function, do not store it. */
typedef struct
{
  TextSpan text;
  /* At an opening bracket, the position of its closing one, or text.n when that is missing. At any other byte, its own
   * position. */
  uint16_t match[CXX_TEXT_MAX_BYTES];
} CxxText;

/* A half-open range of bytes of the text. {0, 0} means absent. */
typedef struct
{
  size_t begin, end;
} CxxRange;

typedef struct
{
  CxxRange name;
  CxxRange arguments;  /* inside < > */
  CxxRange parameters; /* inside ( ) */
} CxxPart;

#define CXX_PARTS_MAX 24

typedef struct
{
  CxxPart parts[CXX_PARTS_MAX];
  size_t n;
} CxxName;

/* Borrows text. */
void cxx_text_init (CxxText *cxx, TextSpan text);

static inline TextSpan
cxx_span (const CxxText *cxx, CxxRange range)
{
  return (TextSpan){ cxx->text.at + range.begin, range.end - range.begin };
}

/* Parses the qualified name in range, without its return type and qualifiers. Of more than CXX_PARTS_MAX parts only the
 * first are kept. O(range). */
CxxName cxx_name_parse (const CxxText *cxx, CxxRange range);

/* Returns the last part that a programmer named, which is not a lambda or operator(). NULL if there is none. Borrowed
 * from name. */
const CxxPart *cxx_name_base (const CxxText *cxx, const CxxName *name);

/* Returns the next argument of a comma-separated list. *cursor starts at list.begin. Returns false at the end.
 *
 *   for (size_t at = list.begin; cxx_next_argument (cxx, list, &at, &argument);) */
bool cxx_next_argument (const CxxText *cxx, CxxRange list, size_t *cursor, CxxRange *ret_argument);
