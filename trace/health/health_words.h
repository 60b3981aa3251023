/* SPDX-License-Identifier: Apache-2.0
 *
 * What the rows of the health table say to people. The texts are English, static and never markup; the window shows
 * them through gettext, for which they are marked. */

#pragma once

#include "trace/health/health.h"

typedef struct
{
  const char *what;   /* what happened: a sentence without its full stop */
  const char *effect; /* what that means for the numbers, or that it means nothing: a sentence */
  const char *advice; /* what one can do about it: one or two sentences; NULL: nothing */
} HealthWords;

const HealthWords *health_id_words (HealthId id);

/* Of a section of a native file that is not what was written (trace/file/verify.h). */
extern const HealthWords health_words_of_damage;

/* "%s event", "%s events": %s stands for the number. */
typedef struct
{
  const char *one, *many;
} HealthNoun;

const HealthNoun *health_unit_noun (HealthUnit unit);

/* "%s of %s event", "%s of %s events"; NULL where it is not known of how many there are. The second number decides. */
const HealthNoun *health_unit_share (HealthUnit unit);

/* One sentence: what happened and what that means for the numbers. Transfer full. */
char *health_id_message (HealthId id);
