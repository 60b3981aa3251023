/* SPDX-License-Identifier: Apache-2.0
 *
 * What texts are searched for: a part of them, or a regular expression (PCRE2, compiled to machine code where the system
 * allows that).
 *
 * Texts are bytes of a file. A part matches byte by byte; without regard to case, letters of all scripts match their
 * other case where the part has any beyond ASCII, and only A to Z otherwise. A regular expression takes the bytes as
 * UTF-8, and what is none of it matches nothing.
 *
 * No expression may take for ever: one that needs more than MATCH_LIMIT (search_pattern.c) tries at one place of a text,
 * or more than 10 s for all of a text, is refused for that text, and the flag of who asks is looked at every 64 places.
 * How many texts there are is not the expression's fault: a long search is cancelled by who asked. */

#pragma once

#include <glib.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#define SEARCH_TEXT_MAX_BYTES 4096

/* What is wrong with what is searched for. */
#define SEARCH_ERROR (search_error_quark ())

typedef enum
{
  SEARCH_ERROR_TOO_LONG, /* more than SEARCH_TEXT_MAX_BYTES */
  SEARCH_ERROR_NOT_UTF8,
  SEARCH_ERROR_EXPRESSION, /* no regular expression; the message is PCRE2's, and the place in characters from 1 */
  SEARCH_ERROR_TOO_COMPLEX, /* it takes too long on a text */
} SearchErrorCode;

GQuark search_error_quark (void);

/* Immutable; any thread. */
typedef struct SearchPattern SearchPattern;

/* text: UTF-8 as typed. NULL: an error of SEARCH_ERROR but the last, or TRACE_ERROR_NO_MEMORY. */
SearchPattern *search_pattern_new (const char *text, bool is_regex, bool match_case, GError **error);
void search_pattern_free (SearchPattern *pattern);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SearchPattern, search_pattern_free)

bool search_pattern_is_regex (const SearchPattern *pattern);

/* Whether it may match a text that consists of digits and perhaps a sign. */
bool search_pattern_may_match_integers (const SearchPattern *pattern);

/* Memory for testing texts, of one thread. The pattern is borrowed. */
typedef struct SearchMatcher SearchMatcher;

/* cancelled: NULL, or looked at now and then. NULL: out of memory. */
SearchMatcher *search_matcher_new (const SearchPattern *pattern, const atomic_bool *cancelled);
void search_matcher_free (SearchMatcher *matcher);

typedef enum
{
  SEARCH_NO_MATCH,
  SEARCH_MATCH,
  SEARCH_TOO_COMPLEX, /* it takes too long on this text */
  SEARCH_STOPPED,     /* cancelled meanwhile */
} SearchVerdict;

SearchVerdict search_matcher_test (SearchMatcher *matcher, const char *text, size_t length);
