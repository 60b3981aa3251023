/* SPDX-License-Identifier: Apache-2.0
 *
 * Searches on another thread, one search at a time. A new search cancels the one before, which stops
 * within a few milliseconds and delivers nothing. Main thread only. */

#pragma once

#include <glib.h>

#include "trace/search/search.h"

typedef struct SearchTask SearchTask;

/* The outcome: either the matches and their list, or an error. */
typedef struct
{
  SearchResult *result; /* NULL after an error */
  uint64_t *list;       /* slices in the requested order, for free (); may be taken */
  size_t n_listed;
  const GError *error;
} SearchAnswer;

typedef void (*SearchDeliver) (SearchAnswer *answer, gpointer user_data);

SearchTask *search_task_new (SearchDeliver deliver, gpointer user_data);

/* Frees the task. Nothing is delivered after this call. */
void search_task_free (SearchTask *task);

/* Copies the query and takes a reference to the trace. */
void search_task_search (SearchTask *task, const Trace *trace, const SearchQuery *query, SearchOrder order);

/* Computes another list of the same matches; only of track, unless that is TRACE_NONE. */
void search_task_list (SearchTask *task, const SearchResult *result, SearchOrder order, uint32_t track);

void search_task_cancel (SearchTask *task);

/* Returns whether a search or a list is running, and whether it is a search. */
bool search_task_is_running (const SearchTask *task);
bool search_task_is_searching (const SearchTask *task);
