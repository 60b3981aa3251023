/* SPDX-License-Identifier: Apache-2.0
 *
 * The words of the rows of the health table. The texts are English, static and never markup. They are marked
 * for gettext, through which the window shows them. */

#pragma once

#include "trace/health/health.h"

typedef struct
{
  const char *what;   /* what happened: a sentence without its full stop */
  const char *effect; /* what that means for the figures, or that it means nothing: a sentence */
  const char *advice; /* what to do about it: one or two sentences, or NULL */
} HealthWords;

const HealthWords *health_id_words (HealthId id);

/* For a damaged section of a native file (trace/file/verify.h). */
extern const HealthWords health_words_of_damage;

/* "%s event", "%s events"; %s stands for the number. */
typedef struct
{
  const char *one, *many;
} HealthNoun;

const HealthNoun *health_unit_noun (HealthUnit unit);

/* Returns "%s of %s event" and "%s of %s events", or NULL if the total is not known. The second number chooses the
 * form. */
const HealthNoun *health_unit_share (HealthUnit unit);

/* Returns one sentence: what happened and what that means for the figures. Transfer full. */
char *health_id_message (HealthId id);
