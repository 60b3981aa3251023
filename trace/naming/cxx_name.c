/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/naming/cxx_name.h"

#include <glib.h>

static char
closer_of (char opener)
{
  switch (opener)
    {
    case '<':
      return '>';
    case '(':
      return ')';
    case '[':
      return ']';
    case '{':
      return '}';
    default:
      return '\0';
    }
}

static bool
is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '$' || c == '.' || (unsigned char) c >= 0x80;
}

/* "operator<", "operator->" and "a->b" contain characters that are not brackets. */
static bool
is_operator_sign (TextSpan text, size_t i)
{
  static const char word[] = "operator";
  size_t begin = i;

  if (text.at[i] == '>' && i > 0 && text.at[i - 1] == '-')
    return true;
  while (begin > 0 && i - begin < 3 && strchr ("<>=-", text.at[begin - 1]) != NULL)
    begin--;
  return begin >= strlen (word) && span_ends ((TextSpan){ text.at, begin }, word)
         && (text.at[i] == '<' || text.at[i] == '>')
         /* operator<T> would be a template of the operator whose sign was already read. */
         && i - begin < 2;
}

void
cxx_text_init (CxxText *cxx, TextSpan text)
{
  size_t top = SIZE_MAX;
  size_t n_open[128] = { 0 };

  if (text.n > CXX_TEXT_MAX_BYTES - 1)
    text.n = CXX_TEXT_MAX_BYTES - 1;
  cxx->text = text;

  /* While a bracket is open, match links it to the bracket around it; this forms the stack. */
  for (size_t i = 0; i < text.n; i++)
    {
      char c = text.at[i];

      cxx->match[i] = (uint16_t) i;
      if (closer_of (c) != '\0' && !is_operator_sign (text, i))
        {
          cxx->match[i] = (uint16_t) (top == SIZE_MAX ? i : top);
          top = i;
          n_open[(unsigned char) closer_of (c)]++;
          continue;
        }
      if ((unsigned char) c >= 128 || n_open[(unsigned char) c] == 0)
        continue;
      /* ">" inside parentheses is a comparison. Any other closing bracket also ends brackets that were left open inside
       * it. */
      if (c == '>' && (text.at[top] != '<' || is_operator_sign (text, i)))
        continue;
      for (bool closed = false; !closed;)
        {
          size_t around = cxx->match[top];
          char closer = closer_of (text.at[top]);

          closed = closer == c;
          cxx->match[top] = (uint16_t) (closed ? i : top);
          n_open[(unsigned char) closer]--;
          top = around == top ? SIZE_MAX : around;
        }
    }
  while (top != SIZE_MAX)
    {
      size_t around = cxx->match[top];

      cxx->match[top] = (uint16_t) text.n;
      top = around == top ? SIZE_MAX : around;
    }
}

/* Returns the position behind a whole bracket at i, or behind one byte. */
static size_t
cxx_skip (const CxxText *cxx, size_t i, size_t end)
{
  size_t match = cxx->match[i];
  return match < end ? match + 1 : end;
}

static CxxRange
cxx_inside (const CxxText *cxx, size_t i, size_t end)
{
  size_t match = cxx->match[i];
  return (CxxRange){ i + 1, MAX (i + 1, MIN (match, end)) };
}

/* A space separates a return type from a name, except in "operator ()", "f() const" or "T *". */
static bool
space_ends_type (const CxxText *cxx, size_t next, size_t end, TextSpan before)
{
  TextSpan rest = { cxx->text.at + next, end - next };

  if (next == end || span_is (before, "operator") || span_starts (rest, "const")
      || span_starts (rest, "volatile"))
    return false;
  return is_word (rest.at[0]) || rest.at[0] == '{' || rest.at[0] == '[' || span_starts (rest, "(anonymous")
         || span_starts (rest, "<unnamed>");
}

CxxName
cxx_name_parse (const CxxText *cxx, CxxRange range)
{
  CxxName name = { 0 };
  CxxPart part = { 0 };
  bool open = false; /* part.name has begun */
  size_t i = range.begin;

  while (i < range.end)
    {
      char c = cxx->text.at[i];
      bool bracket = closer_of (c) != '\0' && cxx->match[i] != i;

      if (c == ':' && i + 1 < range.end && cxx->text.at[i + 1] == ':')
        {
          if (open && name.n < CXX_PARTS_MAX)
            name.parts[name.n++] = part;
          part = (CxxPart){ 0 };
          open = false;
          i += 2;
        }
      else if (c == ' ')
        {
          while (i < range.end && cxx->text.at[i] == ' ')
            i++;
          if (open && space_ends_type (cxx, i, range.end, cxx_span (cxx, part.name)))
            {
              name.n = 0;
              part = (CxxPart){ 0 };
              open = false;
            }
        }
      else if (bracket && !open)
        {
          /* "(int)128" is a value, "(anonymous namespace)" a name: both are kept whole. */
          size_t next = cxx_skip (cxx, i, range.end);
          part.name = (CxxRange){ i, next };
          open = true;
          i = next;
        }
      else if (c == '(' && bracket && span_is (cxx_span (cxx, part.name), "operator"))
        {
          i = cxx_skip (cxx, i, range.end);
          part.name.end = i;
        }
      else if (bracket)
        {
          if (c == '<' && part.parameters.begin == 0)
            part.arguments = cxx_inside (cxx, i, range.end);
          if (c == '(')
            part.parameters = cxx_inside (cxx, i, range.end);
          i = cxx_skip (cxx, i, range.end);
        }
      else
        {
          size_t begin = i;

          while (i < range.end && is_word (cxx->text.at[i]))
            i++;
          if (i == begin)
            i++;
          else if (!open)
            {
              part.name = (CxxRange){ begin, i };
              open = true;
            }
        }
    }
  if (open && name.n < CXX_PARTS_MAX)
    name.parts[name.n++] = part;
  return name;
}

const CxxPart *
cxx_name_base (const CxxText *cxx, const CxxName *name)
{
  for (size_t i = name->n; i-- > 0;)
    {
      TextSpan text = cxx_span (cxx, name->parts[i].name);
      if (is_word (text.at[0]) && !span_starts (text, "operator") && !span_is (text, "lambda")
          && !span_is (text, "const"))
        return &name->parts[i];
    }
  return NULL;
}

bool
cxx_next_argument (const CxxText *cxx, CxxRange list, size_t *cursor, CxxRange *ret_argument)
{
  size_t i = *cursor;

  while (i < list.end && (cxx->text.at[i] == ' ' || cxx->text.at[i] == ','))
    i++;
  if (i >= list.end)
    return false;
  size_t begin = i;
  while (i < list.end && cxx->text.at[i] != ',')
    i = cxx_skip (cxx, i, list.end);
  *cursor = i;
  while (i > begin && cxx->text.at[i - 1] == ' ')
    i--;
  *ret_argument = (CxxRange){ begin, i };
  return true;
}
