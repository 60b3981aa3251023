/* SPDX-License-Identifier: Apache-2.0
 *
 * Profiles as databases, for tests of what queries answer. */

#pragma once

#include "trace/derive/step.h"
#include "trace/model/trace.h"
#include "trace/query/query.h"

/* A profile with what is needed to ask it. */
typedef struct
{
  Trace *trace;
  StepTable *steps;
  QueryDatabase *database;
} Asked;

/* Takes the trace. */
Asked ask (Trace *trace);
void asked_clear (Asked *asked);

/* The rows, one per line, values between bars. Free with g_free (). */
char *asked_answer (QueryDatabase *database, const char *sql);
void asked_assert_answer (QueryDatabase *database, const char *sql, const char *expected);

/* The check, for a few dozen random profiles. */
void asked_for_profiles (void (*check) (GRand *random, const Asked *asked));
