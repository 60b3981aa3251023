/* SPDX-License-Identifier: Apache-2.0
 *
 * A question that takes longer than a frame, answered on another thread. Only the latest question's answer arrives;
 * older ones that were not begun are never worked on. There are three kinds of questions, each with threads of its
 * own: none waits for one of another kind. Main thread only, but for what work () calls. */

#pragma once

#include <glib.h>
#include <stdbool.h>

typedef struct BackgroundAnswer BackgroundAnswer;

/* For short questions: one thread answers all of them. */
BackgroundAnswer *background_answer_new (void);

/* For what each selection asks and may take seconds. A thread for each asker of one timeline: only those of several
 * windows may wait for each other. */
BackgroundAnswer *background_answer_new_long (void);

/* For an index, which is made once of a profile and may take seconds. Threads likewise. */
BackgroundAnswer *background_answer_new_index (void);

/* No answer arrives after this. */
void background_answer_free (BackgroundAnswer *answer);

/* work (question) runs on another thread; then deliver (question, user_data) on the main one, unless something else was
 * asked, dropped or freed meanwhile. question is freed in any case, on either thread. */
void background_answer_ask (BackgroundAnswer *answer,
                            gpointer question,
                            GDestroyNotify free_question,
                            void (*work) (gpointer question),
                            void (*deliver) (gpointer question, gpointer user_data),
                            gpointer user_data);

/* Called by work (), or by what it calls: false when nobody waits for its answer any more, and it may return. False as
 * well on threads that answer nothing. */
bool background_answer_is_wanted (void *unused);

/* The answer to the last question is not wanted any more. */
void background_answer_drop (BackgroundAnswer *answer);
