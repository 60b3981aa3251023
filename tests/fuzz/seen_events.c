/* SPDX-License-Identifier: Apache-2.0
 *
 * JSON by the grammar of RFC 8259, one function a rule. Nesting is bounded, so functions may call one another. */

#include "tests/fuzz/seen_events.h"

#include <string.h>

/* Deeper, and longer, texts meet limits of the importer. */
#define DEPTH_MAX 24
#define TEXT_MAX  ((size_t) 60 * 1024)

typedef struct
{
  const char *at, *end;
} Reading;

static bool read_value (Reading *reading, int depth);

static void
skip_space (Reading *reading)
{
  while (reading->at < reading->end && memchr (" \t\r\n", *reading->at, 4) != NULL)
    reading->at++;
}

static bool
take (Reading *reading, char wanted)
{
  if (reading->at == reading->end || *reading->at != wanted)
    return false;
  reading->at++;
  return true;
}

static bool
is_digit (const Reading *reading)
{
  return reading->at < reading->end && *reading->at >= '0' && *reading->at <= '9';
}

static bool
read_digits (Reading *reading)
{
  if (!is_digit (reading))
    return false;
  while (is_digit (reading))
    reading->at++;
  return true;
}

static bool
read_number (Reading *reading)
{
  take (reading, '-');
  if (!take (reading, '0') && !read_digits (reading))
    return false;
  if (take (reading, '.') && !read_digits (reading))
    return false;
  if (!take (reading, 'e') && !take (reading, 'E'))
    return true;
  if (!take (reading, '+'))
    take (reading, '-');
  return read_digits (reading);
}

static bool
read_escape (Reading *reading)
{
  if (reading->at == reading->end)
    return false;
  char kind = *reading->at++;
  if (kind != 'u')
    return kind != '\0' && strchr ("\"\\/bfnrt", kind) != NULL;
  for (int i = 0; i < 4; i++, reading->at++)
    if (reading->at == reading->end || *reading->at == '\0'
        || strchr ("0123456789abcdefABCDEF", *reading->at) == NULL)
      return false;
  return true;
}

/* Of bytes above ASCII nothing is asked: they change no count. */
static bool
read_string (Reading *reading)
{
  if (!take (reading, '"'))
    return false;
  while (reading->at < reading->end)
    {
      unsigned char c = (unsigned char) *reading->at++;

      if (c == '"')
        return true;
      if (c < 0x20 || (c == '\\' && !read_escape (reading)))
        return false;
    }
  return false;
}

static bool
read_word (Reading *reading, const char *word)
{
  size_t n = strlen (word);

  if ((size_t) (reading->end - reading->at) < n || memcmp (reading->at, word, n) != 0)
    return false;
  reading->at += n;
  return true;
}

/* A string and its colon. */
static bool
read_key (Reading *reading)
{
  skip_space (reading);
  if (!read_string (reading))
    return false;
  skip_space (reading);
  return take (reading, ':');
}

/* Behind the bracket; a key before each value, where it is a brace. */
static bool
read_items (Reading *reading, char close, int depth)
{
  skip_space (reading);
  if (take (reading, close))
    return true;
  for (;;)
    {
      if ((close == '}' && !read_key (reading)) || !read_value (reading, depth + 1))
        return false;
      if (take (reading, close))
        return true;
      if (!take (reading, ','))
        return false;
    }
}

/* With the white space around it. */
static bool
read_value (Reading *reading, int depth)
{
  bool ok;

  skip_space (reading);
  if (depth > DEPTH_MAX || reading->at == reading->end)
    return false;
  switch (*reading->at)
    {
    case '{':
    case '[':
      ok = read_items (reading, *reading->at++ == '{' ? '}' : ']', depth);
      break;
    case '"':
      ok = read_string (reading);
      break;
    case 't':
      ok = read_word (reading, "true");
      break;
    case 'f':
      ok = read_word (reading, "false");
      break;
    case 'n':
      ok = read_word (reading, "null");
      break;
    default:
      ok = read_number (reading);
    }
  skip_space (reading);
  return ok;
}

/* Behind the bracket of the array of events: objects and nothing else. */
static bool
count_objects (Reading *reading, uint64_t *ret_n)
{
  *ret_n = 0;
  skip_space (reading);
  if (take (reading, ']'))
    return true;
  for (;;)
    {
      skip_space (reading);
      if (reading->at == reading->end || *reading->at != '{' || !read_value (reading, 2))
        return false;
      ++*ret_n;
      if (take (reading, ']'))
        return true;
      if (!take (reading, ','))
        return false;
    }
}

/* Keys that an event could begin with make the root look like one. */
static bool
is_ambiguous_key (const char *key, size_t n)
{
  static const char *const names[] = {
    "ph", "name", "cat", "pid", "tid", "ts", "dur", "id", "args", "s", "bp"
  };

  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (strlen (names[i]) == n && memcmp (names[i], key, n) == 0)
      return true;
  return memchr (key, '\\', n) != NULL;
}

/* Behind the brace. Any other array before the events could be taken for them. */
static bool
count_in_object (Reading *reading, uint64_t *ret_n)
{
  bool found = false;

  do
    {
      skip_space (reading);
      const char *key = reading->at + 1;

      if (!read_key (reading))
        return false;
      size_t n = (size_t) ((const char *) memchr (key, '"', (size_t) (reading->at - key)) - key);
      if (is_ambiguous_key (key, n))
        return false;
      skip_space (reading);
      if (n == 11 && memcmp (key, "traceEvents", n) == 0)
        {
          if (found || !take (reading, '[') || !count_objects (reading, ret_n))
            return false;
          found = true;
          skip_space (reading);
        }
      else if ((!found && reading->at < reading->end && *reading->at == '[') || !read_value (reading, 1))
        return false;
    }
  while (take (reading, ','));
  return found && take (reading, '}');
}

bool
seen_events_count (const char *text, size_t n, uint64_t *ret_n)
{
  Reading reading = { text, text + n };

  if (n > TEXT_MAX)
    return false;
  skip_space (&reading);
  if (take (&reading, '[') ? !count_objects (&reading, ret_n)
                           : !take (&reading, '{') || !count_in_object (&reading, ret_n))
    return false;
  skip_space (&reading);
  return reading.at == reading.end;
}
