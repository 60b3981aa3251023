/* SPDX-License-Identifier: Apache-2.0 */

#define PCRE2_CODE_UNIT_WIDTH 8

#include "trace/search/search_pattern.h"

#include <pcre2.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "trace/text/trace_error.h"

/* Greatest number of tries at one position of a text: some milliseconds. */
#define MATCH_LIMIT     200000
#define HEAP_LIMIT_KIB  16384
#define JIT_STACK_FIRST (32 * 1024)
#define JIT_STACK_MAX   (1024 * 1024)

/* Time limit for all positions of one text. */
#define TEXT_SECONDS 10

/* Positions between two checks of the cancel flag and the clock. */
#define PLACES_AT_ONCE 64

struct SearchPattern
{
  bool match_case, is_ascii;
  size_t length;
  char *text;       /* in lower case if case is ignored and all is ASCII */
  gunichar *folded; /* set if case is ignored and not all is ASCII; n_folded characters */
  size_t n_folded;
  pcre2_code *code; /* NULL: the pattern is a part of texts */
};

struct SearchMatcher
{
  const SearchPattern *pattern;
  const atomic_bool *cancelled;
  pcre2_match_data *data;
  pcre2_match_context *context;
  pcre2_jit_stack *stack;
};

G_DEFINE_QUARK (stepscope - search - error - quark, search_error)

/* Maps letters that differ only in case to the same one. */
static gunichar
fold (gunichar c)
{
  return g_unichar_tolower (g_unichar_toupper (c));
}

static bool
fold_pattern (SearchPattern *pattern)
{
  pattern->folded = calloc (pattern->length + 1, sizeof *pattern->folded);
  if (pattern->folded == NULL)
    return false;
  for (const char *at = pattern->text; *at != '\0'; at = g_utf8_next_char (at))
    pattern->folded[pattern->n_folded++] = fold (g_utf8_get_char (at));
  return true;
}

static bool
compile (SearchPattern *pattern, GError **error)
{
  pcre2_compile_context *context = pcre2_compile_context_create (NULL);
  uint32_t options =
    PCRE2_UTF | PCRE2_UCP | PCRE2_MATCH_INVALID_UTF | PCRE2_NEVER_BACKSLASH_C | PCRE2_USE_OFFSET_LIMIT;
  PCRE2_UCHAR message[256];
  PCRE2_SIZE place = 0;
  int code = 0;

  if (context != NULL)
    pattern->code =
      pcre2_compile ((PCRE2_SPTR) pattern->text, pattern->length,
                     options | (pattern->match_case ? 0 : PCRE2_CASELESS), &code, &place, context);
  pcre2_compile_context_free (context);
  if (pattern->code == NULL)
    {
      pcre2_get_error_message (code, message, sizeof message);
      g_set_error (
        error, SEARCH_ERROR, SEARCH_ERROR_EXPRESSION, "%s, at character %ld", (const char *) message,
        g_utf8_pointer_to_offset (pattern->text, pattern->text + MIN (place, pattern->length)) + 1);
      return false;
    }
  /* Where memory may not be made executable, the expression is interpreted. */
  pcre2_jit_compile (pattern->code, PCRE2_JIT_COMPLETE);
  return true;
}

SearchPattern *
search_pattern_new (const char *text, bool is_regex, bool match_case, GError **error)
{
  g_autoptr (SearchPattern) pattern = NULL;
  size_t length = strlen (text);

  if (length > SEARCH_TEXT_MAX_BYTES)
    {
      g_set_error (error, SEARCH_ERROR, SEARCH_ERROR_TOO_LONG, "The search text is longer than %d bytes",
                   SEARCH_TEXT_MAX_BYTES);
      return NULL;
    }
  if (!g_utf8_validate (text, -1, NULL))
    {
      g_set_error (error, SEARCH_ERROR, SEARCH_ERROR_NOT_UTF8, "The search text is not valid UTF-8");
      return NULL;
    }
  pattern = calloc (1, sizeof *pattern);
  if (pattern != NULL)
    pattern->text = strdup (text);
  if (pattern == NULL || pattern->text == NULL)
    {
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "Not enough memory to search");
      return NULL;
    }
  pattern->length = length;
  pattern->match_case = match_case;
  pattern->is_ascii = g_str_is_ascii (text);
  if (is_regex)
    return compile (pattern, error) ? g_steal_pointer (&pattern) : NULL;
  if (match_case)
    return g_steal_pointer (&pattern);
  if (!pattern->is_ascii && !fold_pattern (pattern))
    {
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "Not enough memory to search");
      return NULL;
    }
  for (char *at = pattern->text; pattern->is_ascii && *at != '\0'; at++)
    *at = g_ascii_tolower (*at);
  return g_steal_pointer (&pattern);
}

void
search_pattern_free (SearchPattern *pattern)
{
  if (pattern == NULL)
    return;
  pcre2_code_free (pattern->code);
  free (pattern->folded);
  free (pattern->text);
  free (pattern);
}

bool
search_pattern_is_regex (const SearchPattern *pattern)
{
  return pattern->code != NULL;
}

bool
search_pattern_may_match_integers (const SearchPattern *pattern)
{
  return pattern->code != NULL || strspn (pattern->text, "-0123456789") == pattern->length;
}

/* ---- parts of texts ---- */

static bool
equals_in_any_case (const char *text, const char *lower, size_t length)
{
  for (size_t i = 0; i < length; i++)
    if (g_ascii_tolower (text[i]) != lower[i])
      return false;
  return true;
}

/* Searches for the first letter in one case, then in the other; the second search stops where the first one found
 * it. */
static bool
holds_ascii (const SearchPattern *pattern, const char *text, size_t length)
{
  const char lower = pattern->text[0], upper = g_ascii_toupper (lower);

  if (pattern->length == 0)
    return true;
  if (length < pattern->length)
    return false;

  const char *end = text + (length - pattern->length) + 1;
  const char *next_lower = text, *next_upper = text;
  bool has_lower = true, has_upper = upper != lower;
  for (const char *at = text; at < end;)
    {
      if (has_lower && next_lower <= at)
        {
          next_lower = memchr (at, lower, (size_t) (end - at));
          has_lower = next_lower != NULL;
        }
      if (has_upper && next_upper <= at)
        {
          next_upper = memchr (at, upper, (size_t) (end - at));
          has_upper = next_upper != NULL;
        }
      if (!has_lower && !has_upper)
        return false;
      const char *found = !has_upper || (has_lower && next_lower < next_upper) ? next_lower : next_upper;
      if (equals_in_any_case (found, pattern->text, pattern->length))
        return true;
      at = found + 1;
      next_lower = next_lower == found ? at : next_lower;
      next_upper = next_upper == found ? at : next_upper;
    }
  return false;
}

/* Returns the character at a position and its length. An invalid byte equals no character. */
static gunichar
folded_at (const char *at, const char *end, size_t *ret_length)
{
  gunichar c = g_utf8_get_char_validated (at, end - at);

  if (c == (gunichar) -1 || c == (gunichar) -2)
    {
      *ret_length = 1;
      return (gunichar) -1;
    }
  *ret_length = c == 0 ? 1 : (size_t) (g_utf8_next_char (at) - at);
  return fold (c);
}

static bool
holds_folded (const SearchPattern *pattern, const char *text, size_t length)
{
  const char *end = text + length;
  size_t n_bytes;

  for (const char *begin = text; begin < end; begin += n_bytes)
    {
      const char *at = begin;
      size_t i = 0, n;

      while (i < pattern->n_folded && at < end && folded_at (at, end, &n) == pattern->folded[i])
        {
          at += n;
          i++;
        }
      if (i == pattern->n_folded)
        return true;
      folded_at (begin, end, &n_bytes);
    }
  return false;
}

/* ---- regular expressions ---- */

/* Returns the position of the next check of the flag, which is not inside a character. */
static size_t
next_stop (const char *text, size_t length, size_t place)
{
  place += PLACES_AT_ONCE;
  while (place < length && ((unsigned char) text[place] & 0xc0) == 0x80)
    place++;
  return place;
}

static int64_t
now_s (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return now.tv_sec;
}

/* Most texts have so few positions that MATCH_LIMIT is enough and the clock is not read. */
static SearchVerdict
match_regex (SearchMatcher *matcher, const char *text, size_t length)
{
  int64_t deadline_s = length >= PLACES_AT_ONCE ? now_s () + TEXT_SECONDS : 0;

  for (size_t place = 0, stop; place <= length; place = stop)
    {
      stop = next_stop (text, length, place);
      if (matcher->cancelled != NULL && atomic_load_explicit (matcher->cancelled, memory_order_relaxed))
        return SEARCH_STOPPED;
      if (place > 0 && now_s () > deadline_s)
        return SEARCH_TOO_COMPLEX;
      pcre2_set_offset_limit (matcher->context, stop - 1);
      int n = pcre2_match (matcher->pattern->code, (PCRE2_SPTR) text, length, place, 0, matcher->data,
                           matcher->context);

      if (n >= 0)
        return SEARCH_MATCH;
      if (n != PCRE2_ERROR_NOMATCH)
        return SEARCH_TOO_COMPLEX;
    }
  return SEARCH_NO_MATCH;
}

SearchMatcher *
search_matcher_new (const SearchPattern *pattern, const atomic_bool *cancelled)
{
  SearchMatcher *matcher = calloc (1, sizeof *matcher);

  if (matcher == NULL)
    return NULL;
  matcher->pattern = pattern;
  matcher->cancelled = cancelled;
  if (pattern->code == NULL)
    return matcher;
  matcher->data = pcre2_match_data_create (1, NULL);
  matcher->context = pcre2_match_context_create (NULL);
  matcher->stack = pcre2_jit_stack_create (JIT_STACK_FIRST, JIT_STACK_MAX, NULL);
  if (matcher->data == NULL || matcher->context == NULL)
    {
      search_matcher_free (matcher);
      return NULL;
    }
  pcre2_set_match_limit (matcher->context, MATCH_LIMIT);
  pcre2_set_heap_limit (matcher->context, HEAP_LIMIT_KIB);
  if (matcher->stack != NULL)
    pcre2_jit_stack_assign (matcher->context, NULL, matcher->stack);
  return matcher;
}

void
search_matcher_free (SearchMatcher *matcher)
{
  if (matcher == NULL)
    return;
  pcre2_jit_stack_free (matcher->stack);
  pcre2_match_context_free (matcher->context);
  pcre2_match_data_free (matcher->data);
  free (matcher);
}

SearchVerdict
search_matcher_test (SearchMatcher *matcher, const char *text, size_t length)
{
  const SearchPattern *pattern = matcher->pattern;
  bool found;

  if (pattern->code != NULL)
    return match_regex (matcher, text, length);
  if (pattern->match_case)
    found = memmem (text, length, pattern->text, pattern->length) != NULL;
  else if (pattern->is_ascii)
    found = holds_ascii (pattern, text, length);
  else
    found = holds_folded (pattern, text, length);
  return found ? SEARCH_MATCH : SEARCH_NO_MATCH;
}
