/* SPDX-License-Identifier: Apache-2.0
 *
 * Computes the answer to a question on another thread, for questions that take longer than a frame. Only
 * the answer to the latest question arrives; older questions that were not yet begun are dropped. There
 * are three kinds of questions with threads of their own, so that no kind waits for another. Main thread
 * only, except for what work () calls. */

#pragma once

#include <glib.h>
#include <stdbool.h>

typedef struct BackgroundAnswer BackgroundAnswer;

/* Creates an asker of short questions. One thread answers all of them. */
BackgroundAnswer *background_answer_new (void);

/* Creates an asker of questions about the selection, which may take seconds. Each asker of a timeline has a thread; only
 * askers of several windows may wait for each other. */
BackgroundAnswer *background_answer_new_long (void);

/* Creates an asker for an index, which is built once per profile and may take seconds. It has a thread as above. */
BackgroundAnswer *background_answer_new_index (void);

/* Frees it; no answer arrives after this. */
void background_answer_free (BackgroundAnswer *answer);

/* Runs work (question) on another thread, then deliver (question, user_data) on the main thread, unless
 * something else was asked, dropped or freed meanwhile. question is freed in any case, on either thread. */
void background_answer_ask (BackgroundAnswer *answer,
                            gpointer question,
                            GDestroyNotify free_question,
                            void (*work) (gpointer question),
                            void (*deliver) (gpointer question, gpointer user_data),
                            gpointer user_data);

/* Returns whether the answer is still needed; if not, work () may return early. Call it from work () or
 * below. Also returns false on threads that answer no question. */
bool background_answer_should_continue (void *unused);

/* Drops the last question; its answer will not arrive. */
void background_answer_drop (BackgroundAnswer *answer);
