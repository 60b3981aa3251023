/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/details/facts/search_text.h"

#include <glib/gi18n-lib.h>

#include "trace/text/trace_error.h"
#include "widgets/details/facts/slice_place.h"

char *
search_text_count (const SearchResult *result, const NumberStyle *numbers)
{
  char hits[NUMBER_TEXT_MAX], searched[NUMBER_TEXT_MAX], listed[NUMBER_TEXT_MAX];
  uint64_t n_hits = search_result_n_hits (result), n_searched = search_result_n_searched (result);

  number_text_count (numbers, n_hits, hits);
  number_text_count (numbers, n_searched, searched);
  /* Translators: "1,234 of 74,937 slices match" */
  g_autofree char *text = g_strdup_printf (
    g_dngettext (GETTEXT_PACKAGE, "%s of %s slice matches", "%s of %s slices match", n_searched), hits,
    searched);
  if (n_hits <= SEARCH_LIST_MAX)
    return g_steal_pointer (&text);
  number_text_count (numbers, SEARCH_LIST_MAX, listed);
  /* Translators: "2,345,678 of 10,000,000 slices match, the first 1,000,000 are listed" */
  return g_strdup_printf (_ ("%s; the first %s are listed"), text, listed);
}

char *
search_text_nothing (const char *text)
{
  return g_strdup_printf (_ ("No slice matches “%s”"), text);
}

char *
search_text_searched (unsigned texts, uint64_t n_searched, const NumberStyle *numbers)
{
  static const char *const sentences[] = {
    NULL,
    N_ ("Searched names of %s slices."),
    N_ ("Searched categories of %s slices."),
    N_ ("Searched names and categories of %s slices."),
    N_ ("Searched arguments of %s slices."),
    N_ ("Searched names and arguments of %s slices."),
    N_ ("Searched categories and arguments of %s slices."),
    N_ ("Searched names, categories and arguments of %s slices."),
  };
  char count[NUMBER_TEXT_MAX];

  if (texts == 0 || texts >= G_N_ELEMENTS (sentences))
    return g_strdup (_ ("Choose what to search: names, categories or arguments."));
  return g_strdup_printf (_ (sentences[texts]), number_text_count (numbers, n_searched, count));
}

const char *
search_text_error (const GError *error)
{
  if (g_error_matches (error, SEARCH_ERROR, SEARCH_ERROR_TOO_LONG))
    return _ ("The text is too long to search for");
  if (g_error_matches (error, SEARCH_ERROR, SEARCH_ERROR_NOT_UTF8))
    return _ ("This is not valid text");
  if (g_error_matches (error, SEARCH_ERROR, SEARCH_ERROR_EXPRESSION))
    return _ ("This is not a regular expression");
  if (g_error_matches (error, SEARCH_ERROR, SEARCH_ERROR_TOO_COMPLEX))
    return _ ("The expression takes too long");
  if (g_error_matches (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY))
    return _ ("Not enough memory to search");
  return _ ("Cannot search for this text");
}

const char *
search_text_error_detail (const GError *error)
{
  if (g_error_matches (error, SEARCH_ERROR, SEARCH_ERROR_EXPRESSION))
    return error->message;
  if (g_error_matches (error, SEARCH_ERROR, SEARCH_ERROR_TOO_COMPLEX))
    return _ ("The expression has too many ways to match a text.");
  return "";
}

char *
search_text_track (const Trace *trace, const SearchTrack *track)
{
  return slice_place_row (trace, track->first);
}
