/* SPDX-License-Identifier: Apache-2.0
 *
 * Searches on another thread, one at a time: a new one cancels the one before, which then stops within some
 * milliseconds and is never heard of again. Main thread only. */

#pragma once

#include <glib.h>

#include "trace/search/search.h"

typedef struct SearchTask SearchTask;

/* What came out: either what was found with its list, or why nothing can be said. */
typedef struct
{
  SearchResult *result; /* NULL: an error */
  uint64_t *list;       /* slices in the order that was asked for, for free (); may be taken */
  size_t n_listed;
  const GError *error;
} SearchAnswer;

typedef void (*SearchDeliver) (SearchAnswer *answer, gpointer user_data);

SearchTask *search_task_new (SearchDeliver deliver, gpointer user_data);

/* Nothing is delivered after this. */
void search_task_free (SearchTask *task);

/* The query is copied, the trace referenced. */
void search_task_search (SearchTask *task, const Trace *trace, const SearchQuery *query, SearchOrder order);

/* Another list of what was found already; track: only of that one, or TRACE_NONE. */
void search_task_list (SearchTask *task, const SearchResult *result, SearchOrder order, uint32_t track);

void search_task_cancel (SearchTask *task);

/* A search or a list; and whether it is a search. */
bool search_task_is_running (const SearchTask *task);
bool search_task_is_searching (const SearchTask *task);
