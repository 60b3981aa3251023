/* SPDX-License-Identifier: Apache-2.0
 *
 * The instructions of Python's pickle format, as the module pickletools of Python documents them: protocols 0 to 5. */

#pragma once

#include <stdint.h>

#define PICKLE_PROTOCOL_MAX 5

typedef enum
{
  PICKLE_OP_MARK = '(',
  PICKLE_OP_STOP = '.',
  PICKLE_OP_POP = '0',
  PICKLE_OP_POP_MARK = '1',
  PICKLE_OP_DUP = '2',
  PICKLE_OP_FLOAT = 'F',
  PICKLE_OP_INT = 'I',
  PICKLE_OP_BININT = 'J',
  PICKLE_OP_BININT1 = 'K',
  PICKLE_OP_LONG = 'L',
  PICKLE_OP_BININT2 = 'M',
  PICKLE_OP_NONE = 'N',
  PICKLE_OP_STRING = 'S',
  PICKLE_OP_BINSTRING = 'T',
  PICKLE_OP_SHORT_BINSTRING = 'U',
  PICKLE_OP_UNICODE = 'V',
  PICKLE_OP_BINUNICODE = 'X',
  PICKLE_OP_APPEND = 'a',
  PICKLE_OP_DICT = 'd',
  PICKLE_OP_EMPTY_DICT = '}',
  PICKLE_OP_APPENDS = 'e',
  PICKLE_OP_GET = 'g',
  PICKLE_OP_BINGET = 'h',
  PICKLE_OP_LONG_BINGET = 'j',
  PICKLE_OP_LIST = 'l',
  PICKLE_OP_EMPTY_LIST = ']',
  PICKLE_OP_PUT = 'p',
  PICKLE_OP_BINPUT = 'q',
  PICKLE_OP_LONG_BINPUT = 'r',
  PICKLE_OP_SETITEM = 's',
  PICKLE_OP_TUPLE = 't',
  PICKLE_OP_EMPTY_TUPLE = ')',
  PICKLE_OP_SETITEMS = 'u',
  PICKLE_OP_BINFLOAT = 'G',
  PICKLE_OP_BINBYTES = 'B',
  PICKLE_OP_SHORT_BINBYTES = 'C',
  PICKLE_OP_PROTO = 0x80,
  PICKLE_OP_TUPLE1 = 0x85,
  PICKLE_OP_TUPLE2 = 0x86,
  PICKLE_OP_TUPLE3 = 0x87,
  PICKLE_OP_NEWTRUE = 0x88,
  PICKLE_OP_NEWFALSE = 0x89,
  PICKLE_OP_LONG1 = 0x8a,
  PICKLE_OP_LONG4 = 0x8b,
  PICKLE_OP_SHORT_BINUNICODE = 0x8c,
  PICKLE_OP_BINUNICODE8 = 0x8d,
  PICKLE_OP_BINBYTES8 = 0x8e,
  PICKLE_OP_MEMOIZE = 0x94,
  PICKLE_OP_FRAME = 0x95,
} PickleOpcode;

/* Returns the name of any instruction of these protocols, also of those that are refused, such as "REDUCE"; NULL if no
 * protocol has it. */
const char *pickle_opcode_name (uint8_t opcode);
