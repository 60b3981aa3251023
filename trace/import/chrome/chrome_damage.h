/* SPDX-License-Identifier: Apache-2.0
 *
 * Examines the text around an event that cannot be read: where the next event begins, and where this one
 * ends.
 *
 * An event begins at a brace that is not the value of a key, and has keys of events after it before the next
 * such brace. So several broken events in a row are told apart, while objects within arguments, which have
 * other keys, are not taken for events. */

#pragma once

#include <stdbool.h>

#include "trace/import/chrome/chrome_event.h"
#include "trace/import/chrome/text_stream.h"

typedef enum
{
  BEGIN_OF_ANY,      /* the begin of any event, readable or not */
  BEGIN_OF_READABLE, /* only of a readable event; used where events are not expected */
} BeginKind;

/* One per thread. */
typedef struct
{
  ChromeEventReader *reader;

  /* What is known of the text, as offsets in the file, so that nothing is scanned repeatedly. */
  int64_t clear_from, clear_to; /* no event of any kind begins in [clear_from, clear_to) */
  int64_t begin_offset;         /* an event begins there */
  int64_t list_offset;          /* the object that begins there is another element of a list */
} ChromeDamage;

void chrome_damage_init (ChromeDamage *damage, ChromeEventReader *reader);

/* Forgets the text. Call it before another text, or to start over with this one. */
void chrome_damage_forget (ChromeDamage *damage);

/* Returns whether a readable event begins at place, without adding it. JSON_MORE means that more text is
 * needed to decide; at the end of the file, that the event does not end. */
JsonStatus chrome_damage_probe (const ChromeDamage *damage, const TextSpan *span, const char *place);

/* Finds the first begin of an event at or after place. Returns false if there is none yet; *ret_place is then
 * where to continue once there is more text. O(bytes never scanned before), except for BEGIN_OF_READABLE. */
bool chrome_damage_find_begin (ChromeDamage *damage,
                               const TextSpan *span,
                               const char *place,
                               BeginKind kind,
                               const char **ret_place);

/* Returns whether the keys after place are those of an event. O(4 KiB). */
JsonStatus chrome_damage_has_keys (const ChromeDamage *damage, const TextSpan *span, const char *place);

/* Returns whether a broken event begins at place: it must have a phase, unlike any other object. */
JsonStatus chrome_damage_is_broken (const ChromeDamage *damage, const TextSpan *span, const char *place);

/* Returns whether the text has other keys of an event than its phase. O(4 KiB). */
bool chrome_damage_has_further_keys (const TextSpan *span, const char *place, const char *end);

/* Returns the place after the bracket that closes the outermost open one, counting from place on, with n_open
 * brackets open before it. Strings are taken as they appear. Returns NULL if it does not come before end.
 * O(bytes). */
const char *chrome_damage_find_end (const char *place, const char *end, unsigned n_open);

/* Like chrome_damage_find_end (), but ignores strings: after a lost quotation mark, what looks like a string
 * is none. O(bytes). */
const char *chrome_damage_find_end_anywhere (const char *place, const char *end, unsigned n_open);

/* Returns whether events, or the end of their array, may follow an event that ends at place. */
JsonStatus chrome_damage_is_end (const TextSpan *span, const char *place);

/* Returns whether the text from at up to the event at begin is the head of a document: ... "traceEvents": [ */
bool chrome_damage_is_head (const char *at, const char *begin);
