/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/chrome_damage.h"

#include <string.h>

#ifdef __SSE2__
  #include <emmintrin.h>
#endif

/* The keys of an event are within so many bytes. */
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
  damage->begin_offset = damage->list_offset = damage->open_from = -1;
}

/* The last byte before place that is not white space; 0: there is none in the memory. */
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

/* A bit for the key that text[0..n) is; the first is "ph". 0: none. */
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

/* Of the words on both sides of the quotation mark: one of the two that a key has may be lost. */
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
  /* At least two with "ph", which is the first bit, or three. */
  unsigned others = keys & ~1u, more = others & (others - 1);

  return keys & 1 ? others != 0 : (more & (more - 1)) != 0;
}

/* The next quotation mark or opening brace. */
static const char *
find_mark (const char *at, const char *end)
{
#ifdef __SSE2__
  const __m128i quote = _mm_set1_epi8 ('"'), brace = _mm_set1_epi8 ('{');

  for (; end - at >= 16; at += 16)
    {
      __m128i block = _mm_loadu_si128 ((const __m128i *) (const void *) at);
      unsigned marks = (unsigned) _mm_movemask_epi8 (
        _mm_or_si128 (_mm_cmpeq_epi8 (block, quote), _mm_cmpeq_epi8 (block, brace)));

      if (marks != 0)
        return at + __builtin_ctz (marks);
    }
#endif
  while (at < end && *at != '"' && *at != '{')
    at++;
  return at;
}

/* The keys behind place, up to the next object that is not the value of a key. False: more text may have more. */
static bool
find_keys (const TextSpan *span, const char *place, unsigned *ret_keys)
{
  size_t n_left = (size_t) (span->end - place);
  const char *limit = n_left > KEYS_BYTES ? place + KEYS_BYTES : span->end;
  unsigned keys = 0;

  for (const char *p = find_mark (place + (*place == '{'), limit); p < limit; p = find_mark (p + 1, limit))
    {
      if (*p == '{' && byte_before (span, p) != ':')
        {
          *ret_keys = keys;
          return true;
        }
      if (*p == '"')
        keys |= keys_beside (p, place, limit);
      if (are_of_event (keys))
        break;
    }
  *ret_keys = keys;
  return n_left > KEYS_BYTES || span->at_end || are_of_event (keys);
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

/* ---- where events begin ---- */

/* Reads an event without adding it. */
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

/* An object of keys that events have, but without a phase: one of those that a list in the arguments has, or an event
 * whose phase is missing. behind: where it ends. */
static JsonStatus
begins_without_phase (ChromeDamage *damage,
                      const TextSpan *span,
                      const char *place,
                      const char *behind,
                      bool has_several_keys)
{
  char before = byte_before (span, place);

  if (before != '[' && text_span_offset (span, place) != damage->list_offset)
    return has_several_keys && (before == ',' || before == '}') ? JSON_OK : JSON_BAD;
  const char *next = json_skip_space (behind, span->end);
  if (next < span->end && *next == ',')
    next = json_skip_space (next + 1, span->end);
  if (next == span->end && !span->at_end)
    return JSON_MORE;
  damage->list_offset = text_span_offset (span, next);
  return JSON_BAD;
}

/* Whether an event may begin at the brace at place that cannot be read: behind another one, at the begin of an array, or on
 * a line of its own. */
static bool
is_between_events (const TextSpan *span, const char *place, char before, bool has_phase)
{
  const char *line = place;

  while (line > span->begin && (line[-1] == ' ' || line[-1] == '\t'))
    line--;
  return before == ',' || before == '}' || (before == '[' && has_phase)
         || (line > span->begin && line[-1] == '\n');
}

/* Whether an event begins at the brace at place, which is not the value of a key. */
static JsonStatus
begins_any (ChromeDamage *damage, const TextSpan *span, const char *place)
{
  const char *behind = place;
  unsigned keys;
  ChromeEvent event;
  bool is_known = find_keys (span, place, &keys);
  int looks = text_looks_like_event (place, span->end);
  bool has_phase = keys & 1,
       may_be_broken =
         are_of_event (keys) && is_between_events (span, place, byte_before (span, place), has_phase);

  if (may_be_broken && has_phase)
    return JSON_OK;
  if (!span->at_end && (!is_known || looks == -1))
    return JSON_MORE;

  JsonStatus status = looks == 1 ? try_event (damage, span, &behind, &event) : JSON_BAD;
  if (status == JSON_OK && event.phase == 0)
    return begins_without_phase (damage, span, place, behind, (keys & (keys - 1)) != 0);
  if (status == JSON_OK || (status == JSON_MORE && !span->at_end))
    return status;
  return may_be_broken ? JSON_OK : JSON_BAD;
}

/* The next brace that is not the value of a key, nor followed by another bracket. */
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

/* A text as far as it was looked through. */
typedef struct
{
  uint64_t n_open;
  bool in_string;
} Nesting;

#ifdef __SSE2__
/* For 16 bytes at once. False: they have to be looked at one by one. */
static bool
pass_block (const char *at, Nesting *nesting)
{
  __m128i block = _mm_loadu_si128 ((const __m128i *) (const void *) at);
  /* '{' and '[', '}' and ']' are a bit apart, which no other two bytes in question are. */
  __m128i folded = _mm_or_si128 (block, _mm_set1_epi8 (0x20));
  unsigned quotes = (unsigned) _mm_movemask_epi8 (_mm_cmpeq_epi8 (block, _mm_set1_epi8 ('"')));
  unsigned escapes = (unsigned) _mm_movemask_epi8 (_mm_cmpeq_epi8 (block, _mm_set1_epi8 ('\\')));
  unsigned opens = (unsigned) _mm_movemask_epi8 (_mm_cmpeq_epi8 (folded, _mm_set1_epi8 ('{')));
  unsigned closes = (unsigned) _mm_movemask_epi8 (_mm_cmpeq_epi8 (folded, _mm_set1_epi8 ('}')));
  unsigned inside = quotes;

  for (unsigned shift = 1; shift < 16; shift <<= 1)
    inside ^= inside << shift;
  inside ^= nesting->in_string ? 0xffff : 0;
  opens &= ~inside;
  closes &= ~inside;
  if (escapes != 0 || nesting->n_open <= (unsigned) __builtin_popcount (closes))
    return false;
  nesting->n_open += (unsigned) __builtin_popcount (opens);
  nesting->n_open -= (unsigned) __builtin_popcount (closes);
  nesting->in_string = inside >> 15 & 1;
  return true;
}
#else
static bool
pass_block (const char *at, Nesting *nesting)
{
  (void) at;
  (void) nesting;
  return false;
}
#endif

const char *
chrome_damage_find_end (ChromeDamage *damage,
                        const TextSpan *span,
                        const char *place,
                        const char *end,
                        unsigned n_open)
{
  int64_t offset = text_span_offset (span, place);
  const char *p = place;
  Nesting nesting = { .n_open = n_open };

  /* Once more, with more text behind it. */
  if (damage->open_from == offset && damage->open_to <= text_span_offset (span, end))
    {
      p = span->begin + (damage->open_to - (int64_t) span->offset);
      nesting = (Nesting){ damage->n_open, damage->in_string };
    }
  damage->open_from = -1;
  for (const char *block = p; p < end; p++)
    {
      while (p >= block && end - p > 16 && pass_block (p, &nesting))
        block = p += 16;
      if (p >= block)
        block = p + 16;
      if (*p == '"')
        nesting.in_string = !nesting.in_string;
      else if (nesting.in_string && *p == '\\')
        {
          if (end - p == 1)
            break;
          p++;
        }
      else if (!nesting.in_string && (*p == '{' || *p == '['))
        nesting.n_open++;
      else if (!nesting.in_string && (*p == '}' || *p == ']') && --nesting.n_open == 0)
        return p + 1;
    }
  damage->open_from = offset;
  damage->open_to = text_span_offset (span, p);
  damage->n_open = nesting.n_open;
  damage->in_string = nesting.in_string;
  return NULL;
}

JsonStatus
chrome_damage_is_end (const TextSpan *span, const char *place)
{
  const JsonStatus at_end = span->at_end ? JSON_OK : JSON_MORE;

  place = json_skip_space (place, span->end);
  if (place < span->end && *place == ',')
    place = json_skip_space (place + 1, span->end);
  if (place == span->end)
    return at_end;
  if (*place != '{')
    return *place == ']' || *place == ',' ? JSON_OK : JSON_BAD;
  place = json_skip_space (place + 1, span->end);
  if (place == span->end)
    return at_end;
  return *place == '"' || *place == '}' ? JSON_OK : JSON_BAD;
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
