/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/unit/trace/query/asked_profile.h"

#include <string.h>

#include "tests/unit/fixtures/random_profile.h"

#define N_PROFILES 40

Asked
ask (Trace *trace)
{
  g_autoptr (GError) error = NULL;
  Asked asked = { .trace = trace, .steps = random_profile_steps (trace) };

  asked.database = query_database_new (trace, asked.steps, &error);
  g_assert_no_error (error);
  return asked;
}

void
asked_clear (Asked *asked)
{
  query_database_free (asked->database);
  step_table_free (asked->steps);
  trace_unref (asked->trace);
}

static void
append_value (GString *text, const QueryValue *value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  switch (value->type)
    {
    case QUERY_INTEGER:
      g_string_append_printf (text, "%" G_GINT64_FORMAT, value->integer);
      break;
    case QUERY_REAL:
      g_string_append (text, g_ascii_dtostr (number, sizeof number, value->real));
      break;
    case QUERY_TEXT:
    case QUERY_BLOB:
      g_string_append_len (text, value->bytes, (gssize) value->n_bytes);
      break;
    default:
      g_string_append (text, "NULL");
      break;
    }
}

/* The rows, one per line, values between bars. */
char *
asked_answer (QueryDatabase *database, const char *sql)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (Query) query = query_new (database, sql, &error);
  GString *text = g_string_new (NULL);

  if (query == NULL)
    g_error ("%s: %s", sql, error->message);
  while (query_step (query, &error) == QUERY_ROW)
    {
      for (int i = 0; i < query_n_columns (query); i++)
        {
          const QueryValue value = query_value (query, i);

          if (i > 0)
            g_string_append_c (text, '|');
          append_value (text, &value);
        }
      g_string_append_c (text, '\n');
    }
  if (error != NULL)
    g_error ("%s: %s", sql, error->message);
  return g_string_free (text, FALSE);
}

void
asked_assert_answer (QueryDatabase *database, const char *sql, const char *expected)
{
  g_autofree char *text = asked_answer (database, sql);

  if (strcmp (text, expected) != 0)
    g_error ("%s:\n%s\ninstead of\n%s", sql, text, expected);
}

void
asked_for_profiles (void (*check) (GRand *random, const Asked *asked))
{
  g_autoptr (GRand) random = g_rand_new_with_seed (4);

  for (int i = 0; i < N_PROFILES; i++)
    {
      Asked asked = ask (random_profile_new (random));

      check (random, &asked);
      asked_clear (&asked);
    }
}
