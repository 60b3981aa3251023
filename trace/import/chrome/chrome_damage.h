/* SPDX-License-Identifier: Apache-2.0
 *
 * What can be told of the text around an event that cannot be read: where the next one begins, and where this one ends.
 *
 * An event begins at a brace that is not the value of a key, and has keys of events behind it before the next such
 * brace. So each of several broken events in a row is told from its neighbours, while objects within arguments, which
 * have other keys, are not taken for events. */

#pragma once

#include <stdbool.h>

#include "trace/import/chrome/chrome_event.h"
#include "trace/import/chrome/text_stream.h"

typedef enum
{
  BEGIN_OF_ANY,      /* of an event, whether or not it can be read */
  BEGIN_OF_READABLE, /* only of one that can: where events are not expected */
} BeginKind;

/* One per thread. */
typedef struct
{
  ChromeEventReader *reader;

  /* What is known of the text, in bytes of the file, so that nothing is looked at again and again. */
  int64_t clear_from, clear_to; /* no event of any kind begins in [clear_from, clear_to) */
  int64_t begin_offset;         /* an event begins there */
  int64_t list_offset;          /* an object that begins there is a further element of a list */
} ChromeDamage;

void chrome_damage_init (ChromeDamage *damage, ChromeEventReader *reader);

/* For another text, or to be as if this one had not been seen. */
void chrome_damage_forget (ChromeDamage *damage);

/* Whether an event that can be read begins at a place of the span, without adding it. JSON_MORE: more text is needed to
 * tell; at the end of the file: it does not end. */
JsonStatus chrome_damage_probe (const ChromeDamage *damage, const TextSpan *span, const char *place);

/* The first begin of an event at or after place. False: none yet, and *ret_place is where to go on looking once more
 * text is there. O(bytes never looked at before), but for those of BEGIN_OF_READABLE. */
bool chrome_damage_find_begin (ChromeDamage *damage,
                               const TextSpan *span,
                               const char *place,
                               BeginKind kind,
                               const char **ret_place);

/* Whether the keys behind place are those of an event. O(4 KiB). */
JsonStatus chrome_damage_has_keys (const ChromeDamage *damage, const TextSpan *span, const char *place);

/* Whether an event begins at place that is broken: one that has a phase, so that it is not just any object. */
JsonStatus chrome_damage_is_broken (const ChromeDamage *damage, const TextSpan *span, const char *place);

/* Whether there are other keys of an event than its phase in the text. O(4 KiB). */
bool chrome_damage_has_further_keys (const TextSpan *span, const char *place, const char *end);

/* Behind the bracket that closes the outermost of those that open from place on, n_open of which stand before it; strings
 * are taken as they seem to be. NULL: not before end. O(bytes). */
const char *chrome_damage_find_end (const char *place, const char *end, unsigned n_open);

/* The same as if there were no strings: where a quotation mark is lost, what seems to be one is none. O(bytes). */
const char *chrome_damage_find_end_anywhere (const char *place, const char *end, unsigned n_open);

/* Whether events, or the end of their array, may follow an event that ends at place. */
JsonStatus chrome_damage_is_end (const TextSpan *span, const char *place);

/* Whether the text from at up to the event at begin is the head of a document: ... "traceEvents": [ */
bool chrome_damage_is_head (const char *at, const char *begin);
