/* SPDX-License-Identifier: Apache-2.0
 *
 * The grammar is from the Itanium C++ ABI, section 5.1 "External names". */

#include "trace/naming/mangled_sketch.h"

#include <glib.h>

/* Open constructs, innermost last: N nested name, I template arguments, L literal, X expression,
 * J argument pack, F function type, U lambda. */
#define SKETCH_MAX_DEPTH 256

typedef struct
{
  TextSpan in;
  size_t at;
  char *out;
  size_t n, capacity;
  char open[SKETCH_MAX_DEPTH];
  size_t depth;
  size_t n_hidden; /* open lambdas, whose parameter types are not written */
  bool in_name;    /* the next identifier of this nested name follows "::" */
} Sketch;

/* clang-format off */
static const struct
{
  const char *code;
  const char *type;
} builtin_types[] = {
  { "DF16_", "_Float16" },
  { "DF16b", "__bf16" },
  { "DF32_", "float" },
  { "DF64_", "double" },
  { "f", "float" },
  { "d", "double" },
  { "b", "bool" },
  { "c", "char" },
  { "a", "signed char" },
  { "h", "unsigned char" },
  { "s", "short" },
  { "t", "unsigned short" },
  { "i", "int" },
  { "j", "unsigned int" },
  { "l", "long" },
  { "m", "unsigned long" },
  { "x", "long long" },
  { "y", "unsigned long long" },
};
/* clang-format on */

static void
sketch_write (Sketch *sketch, TextSpan text)
{
  if (sketch->n_hidden > 0)
    return;
  for (size_t i = 0; i < text.n && sketch->n < sketch->capacity; i++)
    sketch->out[sketch->n++] = text.at[i];
}

/* Call this before anything that is an argument of its own. */
static void
sketch_separate (Sketch *sketch)
{
  if (sketch->n > 0 && sketch->out[sketch->n - 1] != '<' && sketch->depth > 0)
    sketch_write (sketch, SPAN (", "));
}

static char
sketch_top (const Sketch *sketch)
{
  return sketch->depth > 0 ? sketch->open[sketch->depth - 1] : '\0';
}

static bool
sketch_push (Sketch *sketch, char what)
{
  if (sketch->depth == SKETCH_MAX_DEPTH)
    return false;
  sketch->open[sketch->depth++] = what;
  return true;
}

static bool
sketch_identifier (Sketch *sketch)
{
  size_t length = 0;

  while (sketch->at < sketch->in.n && g_ascii_isdigit (sketch->in.at[sketch->at]) && length < sketch->in.n)
    length = length * 10 + (size_t) (sketch->in.at[sketch->at++] - '0');
  if (length > sketch->in.n - sketch->at)
    length = sketch->in.n - sketch->at;

  TextSpan name = { sketch->in.at + sketch->at, length };
  sketch->at += length;
  if (span_starts (name, "_GLOBAL__N_"))
    return true;
  if (sketch_top (sketch) != 'N' || !sketch->in_name)
    sketch_separate (sketch);
  else
    sketch_write (sketch, SPAN ("::"));
  sketch_write (sketch, name);
  sketch->in_name = true;
  return length > 0;
}

static void
sketch_close (Sketch *sketch)
{
  char closed = sketch->open[--sketch->depth];

  if (closed == 'I')
    sketch_write (sketch, SPAN (">"));
  if (closed == 'U')
    {
      sketch->n_hidden--;
      while (sketch->at < sketch->in.n && g_ascii_isdigit (sketch->in.at[sketch->at]))
        sketch->at++;
      if (sketch->at < sketch->in.n && sketch->in.at[sketch->at] == '_')
        sketch->at++;
      sketch_write (sketch, SPAN ("::{lambda}"));
    }
  /* A nested name may continue behind template arguments: a<b>::c. */
  sketch->in_name = sketch_top (sketch) == 'N';
}

/* "S_", "S1a_", "T0_": their meaning is not looked up. */
static void
sketch_substitution (Sketch *sketch)
{
  static const char std_abbreviations[] = "tabsiod";

  sketch->at++;
  if (sketch->at < sketch->in.n && strchr (std_abbreviations, sketch->in.at[sketch->at]) != NULL)
    {
      sketch->at++;
      return;
    }
  while (sketch->at < sketch->in.n
         && (g_ascii_isdigit (sketch->in.at[sketch->at]) || g_ascii_isupper (sketch->in.at[sketch->at])))
    sketch->at++;
  if (sketch->at < sketch->in.n && sketch->in.at[sketch->at] == '_')
    sketch->at++;
}

/* L i 128 E, L b 1 E, L <type name> 0 E, L _Z <encoding> E */
static bool
sketch_literal (Sketch *sketch)
{
  size_t i = ++sketch->at;

  if (!sketch_push (sketch, 'L'))
    return false;
  if (i + 1 < sketch->in.n && sketch->in.at[i] == '_' && sketch->in.at[i + 1] == 'Z')
    sketch->at += 2;
  else if (i < sketch->in.n && g_ascii_islower (sketch->in.at[i]))
    {
      size_t end = ++i;
      while (end < sketch->in.n && (g_ascii_isdigit (sketch->in.at[end]) || sketch->in.at[end] == 'n'))
        end++;
      sketch_separate (sketch);
      sketch_write (sketch, (TextSpan){ sketch->in.at + i, end - i });
      sketch->at = end;
    }
  return true;
}

/* Takes one step. Returns false where the sketch ends. */
static bool
sketch_step (Sketch *sketch)
{
  TextSpan rest = span_from (sketch->in, sketch->at);
  char c = rest.at[0];

  if (g_ascii_isdigit (c))
    {
      /* The value of an enumerator: L <type> 3 E. Only its type's name came before. */
      if (sketch_top (sketch) == 'L' && sketch->in_name)
        {
          sketch->at++;
          return true;
        }
      return sketch_identifier (sketch);
    }
  if (c == 'E')
    {
      if (sketch->depth == 0)
        return false;
      sketch->at++;
      sketch_close (sketch);
      return sketch->depth > 0;
    }
  if (c == 'S' || c == 'T')
    {
      if (rest.n > 1 && c == 'T' && g_ascii_islower (rest.at[1]))
        sketch->at += 2; /* Tn, Tt, Ty: constraints, C++20 */
      else
        sketch_substitution (sketch);
      return true;
    }
  if (span_starts (rest, "Ul"))
    {
      sketch->at += 2;
      sketch->n_hidden++;
      return sketch_push (sketch, 'U');
    }
  if (c == 'L')
    {
      sketch->in_name = false;
      return sketch_literal (sketch);
    }
  if (c == 'N' || c == 'I' || c == 'J' || c == 'X' || c == 'F' || c == 'Z')
    {
      if (c == 'I')
        sketch_write (sketch, SPAN ("<"));
      sketch->at += c == 'X' && rest.n > 2 ? 3 : 1;
      sketch->in_name = false;
      return sketch_push (sketch, c);
    }
  for (size_t i = 0; i < G_N_ELEMENTS (builtin_types); i++)
    if (span_starts (rest, builtin_types[i].code))
      {
        sketch->at += strlen (builtin_types[i].code);
        sketch_separate (sketch);
        sketch_write (sketch, span_of (builtin_types[i].type));
        return true;
      }
  sketch->at++;
  return true;
}

size_t
mangled_sketch (TextSpan mangled, char *out, size_t capacity)
{
  Sketch sketch = { .in = mangled, .at = 2, .out = out, .capacity = capacity };

  if (!span_starts (mangled, "_Z"))
    return 0;
  while (sketch.at < mangled.n && sketch_step (&sketch))
    /* A name outside any scope ends where its parameters begin. */
    if (sketch.depth == 0 && sketch.n > 0 && (sketch.at == mangled.n || mangled.at[sketch.at] != 'I'))
      break;
  return sketch.n;
}
