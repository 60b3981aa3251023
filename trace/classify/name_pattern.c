/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/classify/name_pattern.h"

#include <glib.h>
#include <string.h>

static unsigned
pair_bit (char first, char second)
{
  return ((unsigned) (uint8_t) g_ascii_tolower (first) * 33 + (uint8_t) g_ascii_tolower (second)) & 4095;
}

NameText
name_text_of (const char *name, size_t length)
{
  NameText text = { .text = name, .length = length };

  for (size_t i = 1; i < length; i++)
    {
      unsigned bit = pair_bit (name[i - 1], name[i]);
      text.pairs[bit / 64] |= UINT64_C (1) << (bit % 64);
    }
  return text;
}

static bool
is_special (char c)
{
  return c != '\0' && strchr ("*?#%~^$\\", c) != NULL;
}

/* Returns whether the name contains the first two adjacent plain characters of the pattern. */
static bool
may_match (const char *pattern, const NameText *name)
{
  for (const char *at = pattern; at[0] != '\0' && at[1] != '\0'; at++)
    {
      if ((at[0] == '~' || at[0] == '\\') && at[1] != '\0')
        at++;
      else if (!is_special (at[0]) && !is_special (at[1]))
        {
          unsigned bit = pair_bit (at[0], at[1]);
          return name->pairs[bit / 64] >> (bit % 64) & 1;
        }
    }
  return true;
}

/* A position in a pattern and in the name. */
typedef struct
{
  const char *pattern;
  size_t at;
} Place;

static bool
is_letter_at (const NameText *name, size_t at)
{
  return at < name->length && g_ascii_isalpha (name->text[at]);
}

/* Matches one element, which is neither * nor the end. Returns false if it does not match here; else moves
 * past it. */
static bool
step (Place *place, const NameText *name)
{
  char c = *place->pattern++;

  switch (c)
    {
    case '%':
      return place->at == 0 || !is_letter_at (name, place->at - 1) || !is_letter_at (name, place->at);
    case '~':
      c = *place->pattern++;
      return place->at == 0 || g_ascii_tolower (name->text[place->at - 1]) != c;
    case '#':
      if (place->at == name->length || !g_ascii_isdigit (name->text[place->at]))
        return false;
      while (place->at < name->length && g_ascii_isdigit (name->text[place->at]))
        place->at++;
      return true;
    case '?':
      return place->at++ < name->length;
    case '$':
      if (*place->pattern == '\0')
        return place->at == name->length;
      return false;
    case '\\':
      c = *place->pattern++;
      break;
    default:
      break;
    }
  return place->at < name->length && g_ascii_tolower (name->text[place->at++]) == c;
}

/* Backtracks to the last * only: a longer match of an earlier * would leave less for the rest. */
bool
name_pattern_matches (const char *pattern, const NameText *name)
{
  Place here = { pattern, 0 }, star = { pattern, 0 };
  bool has_star = *pattern != '^';

  if (!may_match (pattern, name))
    return false;
  if (!has_star)
    here.pattern++;
  while (*here.pattern != '\0')
    {
      if (*here.pattern == '*')
        {
          here.pattern++;
          star = here;
          has_star = true;
        }
      else if (!step (&here, name))
        {
          if (!has_star || star.at >= name->length)
            return false;
          star.at++;
          here = star;
        }
    }
  return true;
}

const char *
name_pattern_check (const char *pattern)
{
  size_t n = strlen (pattern), n_plain = 0;

  if (n == 0)
    return "is empty";
  if (n > NAME_PATTERN_MAX_BYTES)
    return "is longer than " G_STRINGIFY (NAME_PATTERN_MAX_BYTES) " bytes";
  for (size_t i = 0; i < n; i++)
    switch (pattern[i])
      {
      case '^':
        if (i > 0)
          return "has ^ after its first character (\\^ is the character)";
        break;
      case '$':
        if (i + 1 < n)
          return "has $ before its last character (\\$ is the character)";
        break;
      case '~':
      case '\\':
        n_plain += pattern[i] == '\\';
        if (++i == n)
          return "ends with ~ or \\, which need a character";
        break;
      case '*':
      case '?':
      case '%':
        break;
      default:
        n_plain++;
      }
  return n_plain > 0 ? NULL : "matches no character of a name";
}
