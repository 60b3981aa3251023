/* SPDX-License-Identifier: Apache-2.0
 *
 * A search pattern: a part of a text, or a regular expression (PCRE2, compiled to machine code where the system allows
 * it).
 *
 * Texts are bytes of a file. A part matches byte by byte. Without case sensitivity, a part with characters beyond ASCII
 * ignores the case of letters of all scripts, and other parts ignore the case of A to Z only. A regular expression
 * reads the bytes as UTF-8; invalid bytes match nothing.
 *
 * The time of an expression is limited. A text is refused as too complex if it needs more than MATCH_LIMIT
 * (search_pattern.c) tries at one position, or more than 10 s in all; the cancel flag is checked every 64 positions.
 * The number of texts is not limited: cancel a search that takes too long. */

#pragma once

#include <glib.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#define SEARCH_TEXT_MAX_BYTES 4096

/* The errors of a search pattern. */
#define SEARCH_ERROR (search_error_quark ())

typedef enum
{
  SEARCH_ERROR_TOO_LONG, /* more than SEARCH_TEXT_MAX_BYTES */
  SEARCH_ERROR_NOT_UTF8,
  SEARCH_ERROR_EXPRESSION, /* not a regular expression; PCRE2's message, with the position in characters from 1 */
  SEARCH_ERROR_TOO_COMPLEX, /* the expression takes too long on a text */
} SearchErrorCode;

GQuark search_error_quark (void);

/* Immutable; any thread. */
typedef struct SearchPattern SearchPattern;

/* text is UTF-8 as typed. Returns NULL with an error of SEARCH_ERROR other than the last one, or with
 * TRACE_ERROR_NO_MEMORY. */
SearchPattern *search_pattern_new (const char *text, bool is_regex, bool match_case, GError **error);
void search_pattern_free (SearchPattern *pattern);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SearchPattern, search_pattern_free)

bool search_pattern_is_regex (const SearchPattern *pattern);

/* Returns whether the pattern may match a text of digits with an optional sign. */
bool search_pattern_may_match_integers (const SearchPattern *pattern);

/* Working memory for testing texts; used by one thread. The pattern is borrowed. */
typedef struct SearchMatcher SearchMatcher;

/* cancelled may be NULL; it is checked regularly. Returns NULL when memory runs out. */
SearchMatcher *search_matcher_new (const SearchPattern *pattern, const atomic_bool *cancelled);
void search_matcher_free (SearchMatcher *matcher);

typedef enum
{
  SEARCH_NO_MATCH,
  SEARCH_MATCH,
  SEARCH_TOO_COMPLEX, /* the expression takes too long on this text */
  SEARCH_STOPPED,     /* cancelled */
} SearchVerdict;

SearchVerdict search_matcher_test (SearchMatcher *matcher, const char *text, size_t length);
