/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/chrome/chrome_damage.h"

#include <string.h>

#ifdef __SSE2__
  #include <emmintrin.h>
#endif

/* The keys of an event are within this many bytes. */
#define KEYS_BYTES ((size_t) 4 * 1024)

void
chrome_damage_init (ChromeDamage *damage, ChromeEventReader *reader)
{
  *damage = (ChromeDamage){ .reader = reader };
  chrome_damage_forget (damage);
}

void
chrome_damage_forget (ChromeDamage *damage)
{
  damage->clear_from = damage->clear_to = -1;
  damage->begin_offset = damage->list_offset = -1;
}

/* Returns the last byte before place that is not white space, or 0 if the memory has none. */
static char
byte_before (const TextSpan *span, const char *place)
{
  while (place > span->begin
         && (place[-1] == ' ' || place[-1] == '\n' || place[-1] == '\r' || place[-1] == '\t'))
    place--;
  return place > span->begin ? place[-1] : '\0';
}

/* ---- keys ---- */

static bool
is_word_char (char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* Returns the bit of the key text[0..n), or 0 if it is not a key. The first bit is "ph". */
static unsigned
key_bit (const char *text, size_t n)
{
  static const char *const keys[] = { "ph", "ts", "id", "cat", "pid", "tid", "dur", "name", "args" };
  static const uint8_t first_of_length[] = { 0, 0, 0, 3, 7, 9 };

  for (size_t i = n < 2 || n > 4 ? 9 : first_of_length[n]; i < first_of_length[n < 4 ? n + 1 : 5]; i++)
    if (memcmp (keys[i], text, n) == 0)
      return 1u << i;
  return 0;
}

/* Looks at the words on both sides of the quotation mark, because one of a key's two marks may be lost. */
static unsigned
keys_beside (const char *quote, const char *begin, const char *end)
{
  const char *first = quote, *last = quote + 1;

  while (last < end && last - quote <= 5 && is_word_char (*last))
    last++;
  if (last > quote + 1)
    return key_bit (quote + 1, (size_t) (last - quote - 1));
  while (first > begin && quote - first <= 4 && is_word_char (first[-1]))
    first--;
  return key_bit (first, (size_t) (quote - first));
}

static bool
are_of_event (unsigned keys)
{
  /* At least two keys including "ph", which is the first bit; or three. */
  unsigned others = keys & ~1u, more = others & (others - 1);

  return keys & 1 ? others != 0 : (more & (more - 1)) != 0;
}

/* Returns the next quotation mark or brace. */
static const char *
find_mark (const char *at, const char *end)
{
#ifdef __SSE2__
  const __m128i quote = _mm_set1_epi8 ('"'), open = _mm_set1_epi8 ('{'), close = _mm_set1_epi8 ('}');

  for (; end - at >= 16; at += 16)
    {
      __m128i block = _mm_loadu_si128 ((const __m128i *) (const void *) at);
      unsigned marks = (unsigned) _mm_movemask_epi8 (
        _mm_or_si128 (_mm_cmpeq_epi8 (block, quote),
                      _mm_or_si128 (_mm_cmpeq_epi8 (block, open), _mm_cmpeq_epi8 (block, close))));

      if (marks != 0)
        return at + __builtin_ctz (marks);
    }
#endif
  while (at < end && *at != '"' && *at != '{' && *at != '}')
    at++;
  return at;
}

/* Returns whether an object may begin at the brace at place, which is not the value of a key: after another
 * object, in a list, or on a line of its own. */
static bool
is_between_objects (const TextSpan *span, const char *place)
{
  const char *line = place;
  char before = byte_before (span, place);

  while (line > span->begin && (line[-1] == ' ' || line[-1] == '\t'))
    line--;
  return before == ',' || before == '}' || before == '['
         || (before != ':' && line > span->begin && line[-1] == '\n');
}

/* Collects the keys after place, up to limit, to the end of the object as far as it can be seen, or to the
 * next brace that is not the value of a key. With at_once it stops as soon as the keys, a phase among them,
 * show that it is an event. Returns where it stopped. */
static const char *
find_keys_before (const TextSpan *span,
                  const char *place,
                  const char *limit,
                  bool at_once,
                  unsigned *ret_keys)
{
  unsigned keys = 0, n_open = 1;
  const char *p = find_mark (place + (*place == '{'), limit);

  for (; p < limit; p = find_mark (p + 1, limit))
    {
      n_open += *p == '{';
      n_open -= *p == '}';
      if (n_open == 0 || (*p == '{' && is_between_objects (span, p)))
        break;
      if (*p == '"')
        keys |= keys_beside (p, place, limit);
      if (at_once && keys & 1 && are_of_event (keys))
        break;
    }
  *ret_keys = keys;
  return p;
}

/* Returns false if more text may have more keys. */
static bool
find_keys (const TextSpan *span, const char *place, unsigned *ret_keys)
{
  size_t n_left = (size_t) (span->end - place);
  const char *limit = n_left > KEYS_BYTES ? place + KEYS_BYTES : span->end;
  const char *stop = find_keys_before (span, place, limit, true, ret_keys);

  return stop < limit || n_left > KEYS_BYTES || span->at_end;
}

/* Returns whether the objects before and after the brace at place, which ends at behind, have keys in common.
 * If not, they are one object with a brace too many. */
static bool
is_another_object (const TextSpan *span, const char *place, const char *behind)
{
  const char *first = (size_t) (place - span->begin) > KEYS_BYTES ? place - KEYS_BYTES : span->begin,
             *begin = place;
  unsigned keys, keys_before;

  while (begin > first && (begin = memrchr (first, '{', (size_t) (begin - first))) != NULL
         && !is_between_objects (span, begin))
    ;
  find_keys_before (span, begin == NULL ? first : begin, place, false, &keys_before);
  find_keys_before (span, place, behind, false, &keys);
  return keys & keys_before;
}

JsonStatus
chrome_damage_has_keys (const ChromeDamage *damage, const TextSpan *span, const char *place)
{
  unsigned keys;

  if (text_span_offset (span, place) == damage->begin_offset)
    return JSON_OK;
  bool is_known = find_keys (span, place, &keys);
  return are_of_event (keys) ? JSON_OK : is_known ? JSON_BAD : JSON_MORE;
}

bool
chrome_damage_has_further_keys (const TextSpan *span, const char *place, const char *end)
{
  unsigned keys;

  find_keys_before (span, place, (size_t) (end - place) > KEYS_BYTES ? place + KEYS_BYTES : end, false,
                    &keys);
  return keys & ~1u;
}

/* ---- where events begin ---- */

/* Tries to read an event without adding it. */
static JsonStatus
try_event (const ChromeDamage *damage, const TextSpan *span, const char **at, ChromeEvent *event)
{
  const BatchArgsMark mark = chrome_batch_args_mark (damage->reader->batch);
  unsigned repairs = 0;
  bool is_hopeless;
  JsonStatus status =
    chrome_event_read (damage->reader, at, span->end, JSON_STRICT, &repairs, event, &is_hopeless);

  chrome_batch_args_rewind (damage->reader->batch, &mark);
  return status;
}

JsonStatus
chrome_damage_probe (const ChromeDamage *damage, const TextSpan *span, const char *place)
{
  ChromeEvent event;

  if (place == span->end)
    return JSON_MORE;
  int looks = *place == '{' ? text_looks_like_event (place, span->end) : 0;
  if (looks != 1)
    return looks == 0 ? JSON_BAD : JSON_MORE;
  JsonStatus status = try_event (damage, span, &place, &event);
  return status == JSON_OK && event.phase == 0 ? JSON_BAD : status;
}

JsonStatus
chrome_damage_is_broken (const ChromeDamage *damage, const TextSpan *span, const char *place)
{
  unsigned keys;
  ChromeEvent event;

  if (text_looks_like_event (place, span->end) == 0)
    return JSON_BAD;
  bool is_known = find_keys (span, place, &keys);
  if (!are_of_event (keys) || !(keys & 1))
    return is_known ? JSON_BAD : JSON_MORE;
  JsonStatus status = try_event (damage, span, &place, &event);
  return status == JSON_OK ? JSON_BAD : status == JSON_BAD ? JSON_OK : status;
}

static bool
is_in_list (const ChromeDamage *damage, const TextSpan *span, const char *place)
{
  return byte_before (span, place) == '[' || text_span_offset (span, place) == damage->list_offset;
}

/* Handles an object with keys of events but without a phase: an element of a list in the arguments, or an
 * event whose phase is missing. behind is where it ends. */
static JsonStatus
begins_without_phase (ChromeDamage *damage, const TextSpan *span, const char *place, const char *behind)
{
  char before = byte_before (span, place);

  if (!is_in_list (damage, span, place))
    return (before == ',' || before == '}') && is_another_object (span, place, behind) ? JSON_OK : JSON_BAD;
  const char *next = json_skip_space (behind, span->end);
  if (next < span->end && *next == ',')
    next = json_skip_space (next + 1, span->end);
  if (next == span->end && !span->at_end)
    return JSON_MORE;
  damage->list_offset = text_span_offset (span, next);
  return JSON_BAD;
}

/* Returns whether an event begins at the brace at place, which is not the value of a key. */
static JsonStatus
begins_any (ChromeDamage *damage, const TextSpan *span, const char *place)
{
  const char *behind = place;
  unsigned keys;
  ChromeEvent event;
  bool is_known = find_keys (span, place, &keys), has_phase = keys & 1;
  int looks = text_looks_like_event (place, span->end);
  bool may_be_broken = are_of_event (keys) && is_between_objects (span, place)
                       && (has_phase || byte_before (span, place) != '[');

  if (may_be_broken && has_phase)
    return JSON_OK;
  if (!span->at_end && (!is_known || looks == -1))
    return JSON_MORE;

  JsonStatus status = looks == 1 ? try_event (damage, span, &behind, &event) : JSON_BAD;
  if (status == JSON_OK && event.phase == 0)
    return begins_without_phase (damage, span, place, behind);
  if (status == JSON_OK || (status == JSON_MORE && !span->at_end))
    return status;
  if (may_be_broken)
    return JSON_OK;
  /* Its list continues after it. */
  behind = is_in_list (damage, span, place) ? memchr (place, '}', (size_t) (span->end - place)) : NULL;
  return behind != NULL ? begins_without_phase (damage, span, place, behind + 1) : JSON_BAD;
}

/* Returns the next brace that is not the value of a key and not followed by another bracket. */
static const char *
find_brace (const TextSpan *span, const char *place)
{
  while ((place = memchr (place, '{', (size_t) (span->end - place))) != NULL)
    {
      while (span->end - place > 1 && place[1] == '{')
        place++;
      bool is_empty = span->end - place > 1 && (place[1] == '}' || place[1] == '[' || place[1] == ']');

      if (!is_empty && byte_before (span, place) != ':')
        return place;
      place++;
    }
  return NULL;
}

bool
chrome_damage_find_begin (ChromeDamage *damage,
                          const TextSpan *span,
                          const char *place,
                          BeginKind kind,
                          const char **ret_place)
{
  int64_t from = text_span_offset (span, place), to = text_span_offset (span, span->end);
  bool is_of_any = kind == BEGIN_OF_ANY, found = false;

  if (is_of_any && from >= damage->clear_from && from <= damage->clear_to)
    {
      from = damage->clear_from;
      place = span->begin + (MIN (damage->clear_to, to) - (int64_t) span->offset);
      found = text_span_offset (span, place) == damage->begin_offset;
    }
  while (!found && (place = find_brace (span, place)) != NULL)
    {
      JsonStatus status =
        is_of_any ? begins_any (damage, span, place) : chrome_damage_probe (damage, span, place);
      found = status == JSON_OK;
      if (status == JSON_MORE && !span->at_end)
        break;
      place += !found;
    }
  if (place == NULL)
    place = span->end;
  if (is_of_any)
    {
      damage->clear_from = from;
      damage->clear_to = text_span_offset (span, place);
      if (found)
        damage->begin_offset = damage->clear_to;
    }
  *ret_place = place;
  return found;
}

/* ---- where they end ---- */

/* The nesting of a text up to where it was scanned. */
typedef struct
{
  uint64_t n_open; /* brackets */
  bool in_string;
} Nesting;

#ifdef __SSE2__
/* Scans 16 bytes at once. Returns false if they must be scanned one by one. */
static bool
pass_block (const char *at, bool has_strings, Nesting *nesting)
{
  __m128i block = _mm_loadu_si128 ((const __m128i *) (const void *) at);
  /* '{' and '[', '}' and ']' differ by one bit. */
  __m128i folded = _mm_or_si128 (block, _mm_set1_epi8 (0x20));
  unsigned quotes = (unsigned) _mm_movemask_epi8 (_mm_cmpeq_epi8 (block, _mm_set1_epi8 ('"')));
  unsigned escapes = (unsigned) _mm_movemask_epi8 (_mm_cmpeq_epi8 (block, _mm_set1_epi8 ('\\')));
  unsigned opens = (unsigned) _mm_movemask_epi8 (_mm_cmpeq_epi8 (folded, _mm_set1_epi8 ('{')));
  unsigned closes = (unsigned) _mm_movemask_epi8 (_mm_cmpeq_epi8 (folded, _mm_set1_epi8 ('}')));

  if (has_strings)
    {
      unsigned inside = quotes;

      for (unsigned shift = 1; shift < 16; shift <<= 1)
        inside ^= inside << shift;
      inside ^= nesting->in_string ? 0xffff : 0;
      if (escapes != 0)
        return false;
      opens &= ~inside;
      closes &= ~inside;
      quotes = inside >> 15 & 1;
    }
  if (nesting->n_open <= (unsigned) __builtin_popcount (closes))
    return false;
  nesting->n_open += (unsigned) __builtin_popcount (opens);
  nesting->n_open -= (unsigned) __builtin_popcount (closes);
  nesting->in_string = has_strings && quotes;
  return true;
}
#else
static bool
pass_block (const char *at, bool has_strings, Nesting *nesting)
{
  (void) at;
  (void) has_strings;
  (void) nesting;
  return false;
}
#endif

/* Returns the place after the bracket that closes the outermost one, or NULL if it does not come before end. */
static const char *
close_brackets (const char *at, const char *end, bool has_strings, uint64_t n_open)
{
  Nesting nesting = { .n_open = n_open };

  for (const char *block = at; at < end; at++)
    {
      while (at >= block && end - at > 16 && pass_block (at, has_strings, &nesting))
        block = at += 16;
      if (at >= block)
        block = at + 16;
      if (*at == '"')
        nesting.in_string = has_strings && !nesting.in_string;
      else if (nesting.in_string)
        at += *at == '\\';
      else if (*at == '{' || *at == '[')
        nesting.n_open++;
      else if ((*at == '}' || *at == ']') && --nesting.n_open == 0)
        return at + 1;
    }
  return NULL;
}

const char *
chrome_damage_find_end (const char *place, const char *end, unsigned n_open)
{
  return close_brackets (place, end, true, n_open);
}

const char *
chrome_damage_find_end_anywhere (const char *place, const char *end, unsigned n_open)
{
  return close_brackets (place, end, false, n_open);
}

JsonStatus
chrome_damage_is_end (const TextSpan *span, const char *place)
{
  const JsonStatus at_end = span->at_end ? JSON_OK : JSON_MORE;
  const char *next = json_skip_space (place, span->end);
  unsigned keys;

  if (next < span->end && *next == ',')
    next = json_skip_space (next + 1, span->end);
  if (next == span->end)
    return at_end;
  if (*next == ']' || *next == ',')
    return JSON_OK;
  if (*next == '{')
    {
      next = json_skip_space (next + 1, span->end);
      return next == span->end ? at_end : *next == '"' || *next == '}' ? JSON_OK : JSON_BAD;
    }
  /* An event that has lost its brace, or has another bracket in its place. */
  bool is_known = find_keys (span, next, &keys);
  return are_of_event (keys) && keys & 1 ? JSON_OK : is_known ? JSON_BAD : JSON_MORE;
}

bool
chrome_damage_is_head (const char *at, const char *begin)
{
  static const char key[] = "\"traceEvents\"";
  static const char *const signs[] = { "[", ":" };

  for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
    {
      while (begin > at && (begin[-1] == ' ' || begin[-1] == '\n' || begin[-1] == '\r' || begin[-1] == '\t'))
        begin--;
      if (begin == at || *--begin != signs[i][0])
        return false;
    }
  while (begin > at && (begin[-1] == ' ' || begin[-1] == '\n' || begin[-1] == '\r' || begin[-1] == '\t'))
    begin--;
  return begin - at >= (ptrdiff_t) sizeof key - 1
         && memcmp (begin - (sizeof key - 1), key, sizeof key - 1) == 0;
}
