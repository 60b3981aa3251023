/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <string.h>

#include "trace/search/search.h"
#include "trace/text/trace_error.h"
#include "widgets/details/facts/search_text.h"

/* What is said is a sentence of the window's; only of an expression the library's words stand below it. */
static void
each_error_has_a_sentence_of_its_own (void)
{
  g_autoptr (GHashTable) sentences = g_hash_table_new (g_str_hash, g_str_equal);

  for (int code = SEARCH_ERROR_TOO_LONG; code <= SEARCH_ERROR_TOO_COMPLEX; code++)
    {
      g_autoptr (GError) error = g_error_new_literal (SEARCH_ERROR, code, "words of a library");
      const char *sentence = search_text_error (error), *detail = search_text_error_detail (error);

      g_assert_true (g_hash_table_add (sentences, (gpointer) sentence));
      g_assert_cmpstr (sentence, !=, error->message);
      g_assert_true ((strcmp (detail, error->message) == 0) == (code == SEARCH_ERROR_EXPRESSION));
    }
  g_autoptr (GError) no_memory = g_error_new_literal (TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "words");
  g_assert_true (g_hash_table_add (sentences, (gpointer) search_text_error (no_memory)));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/search_text/each_error_has_a_sentence_of_its_own", each_error_has_a_sentence_of_its_own);
  return g_test_run ();
}
