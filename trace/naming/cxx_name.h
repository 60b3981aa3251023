/* SPDX-License-Identifier: Apache-2.0
 *
 * The parts of a demangled C++ name, without understanding C++.
 *
 *   void at::native::gpu_kernel_impl<Add<float> >(Iter&)::{lambda(int)#1}
 *        |   |       |               |            |
 *        |   |       |               |            part 3: name "{lambda(int)#1}"
 *        |   |       |               parameters of part 2: "Iter&"
 *        |   |       part 2: name "gpu_kernel_impl", arguments "Add<float> "
 *        part 0  part 1
 *
 * Names come cut in the middle of a bracket, with "<" as an operator, from several demanglers
 * ("{lambda()#1}",
 * "[lambda() (instance 1)]", "(anonymous namespace)", "<unnamed>"). Everything here is total: any
 * bytes give some parts, in time linear in their number, with no allocation and no recursion. */

#pragma once

#include <stdint.h>

#include "trace/naming/text_span.h"

/* What is behind this is not looked at. */
#define CXX_TEXT_MAX_BYTES 16384

/* A text and its brackets. Large (48 KiB): for the stack of one function, not for keeping. */
typedef struct
{
  TextSpan text;
  /* At an opening bracket, the place of its closing one, or text.n when that is missing. At any
   * other byte, the byte's own place. */
  uint16_t match[CXX_TEXT_MAX_BYTES];
} CxxText;

/* Half-open, in bytes of the text. {0, 0}: absent. */
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

/* The qualified name in range, its return type and qualifiers dropped; of more than CXX_PARTS_MAX
 * parts the first ones. Cost O(range). */
CxxName cxx_name_parse (const CxxText *cxx, CxxRange range);

/* The last part that a programmer named: not a lambda, not operator(). NULL: none. Borrowed from
 * name. */
const CxxPart *cxx_name_base (const CxxText *cxx, const CxxName *name);

/* Steps through a list at its commas: *cursor starts at list.begin; false at the end.
 *
 *   for (size_t at = list.begin; cxx_next_argument (cxx, list, &at, &argument);) */
bool cxx_next_argument (const CxxText *cxx, CxxRange list, size_t *cursor, CxxRange *ret_argument);
