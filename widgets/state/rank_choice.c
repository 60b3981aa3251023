/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/state/rank_choice.h"

#include <glib.h>
#include <inttypes.h>
#include <string.h>

/* From this length on, adjacent ranks are a range. */
#define RANGE_LEAST 3

struct RankChoice
{
  gatomicrefcount references;
  uint32_t n_ranks, n_chosen;
  char *note;
  bool *is_chosen; /* by rank */
};

static void
rank_choice_free (RankChoice *choice)
{
  g_free (choice->note);
  g_free (choice->is_chosen);
  g_free (choice);
}

const RankChoice *
rank_choice_new (const bool *is_chosen, uint32_t n_ranks, const char *note)
{
  uint32_t n_chosen = 0;

  for (uint32_t r = 0; r < n_ranks; r++)
    n_chosen += is_chosen[r];
  if (n_chosen == 0 || (n_chosen == n_ranks && note == NULL))
    return NULL;

  RankChoice *choice = g_new0 (RankChoice, 1);
  g_atomic_ref_count_init (&choice->references);
  choice->n_ranks = n_ranks;
  choice->n_chosen = n_chosen;
  choice->note = g_strdup (note);
  choice->is_chosen = g_memdup2 (is_chosen, n_ranks * sizeof *is_chosen);
  return choice;
}

const RankChoice *
rank_choice_with (const RankChoice *choice, uint32_t rank)
{
  g_autofree bool *is_chosen = NULL;

  if (choice == NULL || rank >= choice->n_ranks)
    return rank_choice_ref (choice);
  is_chosen = g_memdup2 (choice->is_chosen, choice->n_ranks * sizeof *is_chosen);
  is_chosen[rank] = true;
  return rank_choice_new (is_chosen, choice->n_ranks, NULL);
}

const RankChoice *
rank_choice_ref (const RankChoice *choice)
{
  if (choice != NULL)
    g_atomic_ref_count_inc (&((RankChoice *) choice)->references);
  return choice;
}

void
rank_choice_unref (const RankChoice *choice)
{
  if (choice != NULL && g_atomic_ref_count_dec (&((RankChoice *) choice)->references))
    rank_choice_free ((RankChoice *) choice);
}

bool
rank_choice_has (const RankChoice *choice, uint32_t rank)
{
  return choice == NULL || (rank < choice->n_ranks && choice->is_chosen[rank]);
}

uint32_t
rank_choice_n (const RankChoice *choice)
{
  return choice->n_chosen;
}

const char *
rank_choice_note (const RankChoice *choice)
{
  return choice != NULL ? choice->note : NULL;
}

bool
rank_choice_equal (const RankChoice *a, const RankChoice *b)
{
  if (a == b || a == NULL || b == NULL)
    return a == b;
  return a->n_ranks == b->n_ranks && a->n_chosen == b->n_chosen && g_strcmp0 (a->note, b->note) == 0
         && memcmp (a->is_chosen, b->is_chosen, a->n_ranks * sizeof *a->is_chosen) == 0;
}

/* ---- as text ---- */

static void
append_run (GString *text, const Trace *trace, uint32_t first, uint32_t end)
{
  const char *between = text->len > 0 ? ", " : "";

  if (end - first >= RANGE_LEAST)
    {
      g_string_append_printf (text, "%s%" PRId64 "-%" PRId64, between, trace_rank (trace, first)->number,
                              trace_rank (trace, end - 1)->number);
      return;
    }
  for (uint32_t r = first; r < end; r++)
    {
      g_string_append_printf (text, "%s%" PRId64, between, trace_rank (trace, r)->number);
      between = ", ";
    }
}

/* A range means all numbers in it, also those that another profile has. */
static bool
follows (const Trace *trace, uint32_t rank)
{
  return trace_rank (trace, rank)->number - 1 == trace_rank (trace, rank - 1)->number;
}

char *
rank_choice_to_text (const RankChoice *choice, const Trace *trace)
{
  GString *text;

  if (choice == NULL)
    return NULL;
  text = g_string_new (NULL);
  for (uint32_t first = 0, end; first < choice->n_ranks; first = MAX (end, first + 1))
    {
      for (end = first;
           end < choice->n_ranks && choice->is_chosen[end] && (end == first || follows (trace, end));)
        end++;
      if (end > first)
        append_run (text, trace, first, end);
    }
  return g_string_free (text, FALSE);
}

/* Moves at behind a number, and spaces around it. */
static bool
read_number (const char **at, int64_t *ret_number)
{
  const char *digits;
  int64_t number = 0;

  while (**at == ' ')
    (*at)++;
  digits = *at;
  while (g_ascii_isdigit (**at))
    {
      if (__builtin_mul_overflow (number, (int64_t) 10, &number)
          || __builtin_add_overflow (number, (int64_t) (**at - '0'), &number))
        return false;
      (*at)++;
    }
  if (*at == digits)
    return false;
  while (**at == ' ')
    (*at)++;
  *ret_number = number;
  return true;
}

bool
rank_choice_read_range (const char *text, int64_t *ret_first, int64_t *ret_last)
{
  if (!read_number (&text, ret_first))
    return false;
  *ret_last = *ret_first;
  if (*text == '\0')
    return true;
  /* Typed from a text that has it, a range may have a dash in place of a hyphen. */
  if (*text == '-')
    text++;
  else if (g_str_has_prefix (text, "\u2013"))
    text += strlen ("\u2013");
  else
    return false;
  return read_number (&text, ret_last) && *text == '\0' && *ret_first <= *ret_last;
}

uint32_t
rank_choice_mark_range (const Trace *trace, int64_t first, int64_t last, bool *is_chosen)
{
  uint32_t low = 0, high = trace_n_ranks (trace), n = 0;

  while (low < high)
    {
      uint32_t middle = low + (high - low) / 2;

      if (trace_rank (trace, middle)->number < first)
        low = middle + 1;
      else
        high = middle;
    }
  for (uint32_t r = low; r < trace_n_ranks (trace) && trace_rank (trace, r)->number <= last; r++, n++)
    is_chosen[r] = true;
  return n;
}

bool
rank_choice_from_text (const Trace *trace, const char *text, const RankChoice **ret_choice)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);
  g_autofree bool *is_chosen = g_new0 (bool, (size_t) trace_n_ranks (trace) + 1);
  bool any = false;

  *ret_choice = NULL;
  for (char **part = parts; *part != NULL; part++)
    {
      int64_t first, last;

      if (!rank_choice_read_range (*part, &first, &last))
        return false;
      any = rank_choice_mark_range (trace, first, last, is_chosen) > 0 || any;
    }
  if (any)
    *ret_choice = rank_choice_new (is_chosen, trace_n_ranks (trace), NULL);
  return any;
}
