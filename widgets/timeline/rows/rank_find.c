/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/rows/rank_find.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "widgets/timeline/rows/track_label.h"

/* What a rank is found by; folded. */
typedef enum
{
  NAME_RANK,
  NAME_NODE,
  NAME_FILE,
  N_NAMES
} RankName;

typedef struct
{
  const Trace *trace;
  uint32_t n_ranks;
  bool *is_chosen; /* by rank */
  char **names;    /* N_NAMES by rank; NULL until a name is looked for */
} Search;

/* Takes name. */
static char *
folded (char *name)
{
  char *result = g_utf8_casefold (name, -1);

  g_free (name);
  return result;
}

/* Ranks of a node follow one another, so that its name is made once. */
static void
make_names (Search *search)
{
  char *node = NULL;

  if (search->names != NULL)
    return;
  search->names = g_new0 (char *, (size_t) search->n_ranks *N_NAMES + 1);
  for (uint32_t r = 0; r < search->n_ranks; r++)
    {
      const TraceRank *rank = trace_rank (search->trace, r);
      char **names = search->names + (size_t) r * N_NAMES;
      const char *path = trace_string (search->trace, rank->path, NULL), *slash = strrchr (path, '/');

      if (node == NULL || rank->node != trace_rank (search->trace, r - 1)->node)
        {
          g_free (node);
          node = folded (track_label_node (search->trace, rank->node));
        }
      names[NAME_RANK] = folded (g_strdup_printf (_ ("rank %" PRId64), rank->number));
      names[NAME_NODE] = g_strdup (node);
      names[NAME_FILE] = folded (g_utf8_make_valid (slash != NULL ? slash + 1 : path, -1));
    }
  g_free (node);
}

static void
search_clear (Search *search)
{
  if (search->names != NULL)
    for (size_t i = 0; i < (size_t) search->n_ranks * N_NAMES; i++)
      g_free (search->names[i]);
  g_free (search->names);
  g_free (search->is_chosen);
}

typedef bool (*NameTest) (const char *name, const char *wanted);

static bool
is_equal (const char *name, const char *wanted)
{
  return strcmp (name, wanted) == 0;
}

static bool
contains (const char *name, const char *wanted)
{
  return strstr (name, wanted) != NULL;
}

/* What stands between two stars is found as early as possible, so that the cost is that of the names' lengths times its own. */
static bool
matches_pattern (const char *name, const char *pattern)
{
  const char *star = NULL, *resume = NULL;

  while (*name != '\0')
    if (*pattern == '*')
      {
        star = ++pattern;
        resume = name;
      }
    else if (*pattern != '\0' && (*pattern == '?' || g_utf8_get_char (pattern) == g_utf8_get_char (name)))
      {
        pattern = g_utf8_next_char (pattern);
        name = g_utf8_next_char (name);
      }
    else if (star != NULL)
      {
        pattern = star;
        name = resume = g_utf8_next_char (resume);
      }
    else
      return false;
  while (*pattern == '*')
    pattern++;
  return *pattern == '\0';
}

static bool
mark_names (Search *search, const char *wanted, NameTest test)
{
  bool any = false;

  for (uint32_t r = 0; r < search->n_ranks; r++)
    for (int name = 0; name < N_NAMES; name++)
      if (test (search->names[(size_t) r * N_NAMES + (size_t) name], wanted))
        search->is_chosen[r] = any = true;
  return any;
}

/* Returns what is wrong with a part of the text, or NULL. */
static char *
mark_part (Search *search, const char *part)
{
  g_autofree char *wanted = NULL;
  int64_t first, last;

  if (rank_choice_read_range (part, &first, &last))
    {
      if (rank_choice_mark_range (search->trace, first, last, search->is_chosen) > 0)
        return NULL;
      return first == last
               ? g_strdup_printf (_ ("There is no rank %" PRId64), first)
               : g_strdup_printf (_ ("There is no rank from %" PRId64 " to %" PRId64), first, last);
    }
  make_names (search);
  wanted = g_utf8_casefold (part, -1);
  if (strpbrk (wanted, "*?") != NULL
        ? mark_names (search, wanted, matches_pattern)
        : mark_names (search, wanted, is_equal) || mark_names (search, wanted, contains))
    return NULL;
  return g_strdup_printf (_ ("No rank, node or file has the name %s"), part);
}

static char *
mark_parts (Search *search, char **parts, bool *ret_any)
{
  char *complaint = NULL;

  *ret_any = false;
  for (; *parts != NULL && complaint == NULL; parts++)
    if (*g_strstrip (*parts) != '\0')
      {
        *ret_any = true;
        complaint = mark_part (search, *parts);
      }
  return complaint;
}

char *
rank_find_count_text (const Trace *trace, const RankChoice *choice)
{
  uint32_t n = trace_n_ranks (trace);

  if (choice == NULL)
    return g_strdup_printf (ngettext ("All %u rank", "All %u ranks", n), n);
  /* Translators: "4 of 64 ranks" */
  return g_strdup_printf (ngettext ("%u of %u rank", "%u of %u ranks", n), rank_choice_n (choice), n);
}

static char *
describe (const Trace *trace, const RankChoice *choice)
{
  g_autofree char *count = rank_find_count_text (trace, choice), *list = rank_choice_to_text (choice, trace);

  /* Translators: "4 of 64 ranks: 0-3" */
  return list != NULL ? g_strdup_printf (_ ("%s: %s"), count, list) : g_steal_pointer (&count);
}

RankFind
rank_find (const Trace *trace, const char *text)
{
  g_autofree char *read = g_utf8_make_valid (text, (gssize) strnlen (text, RANK_FIND_TEXT_MAX));
  g_auto (GStrv) parts = g_strsplit (read, ",", -1);
  Search search = { .trace = trace, .n_ranks = trace_n_ranks (trace) };
  RankFind found = { 0 };
  bool any;

  search.is_chosen = g_new0 (bool, (size_t) search.n_ranks + 1);
  found.sentence = mark_parts (&search, parts, &any);
  found.is_found = any && found.sentence == NULL;
  if (found.is_found)
    {
      found.choice = rank_choice_new (search.is_chosen, search.n_ranks, NULL);
      found.sentence = describe (trace, found.choice);
    }
  else if (found.sentence == NULL)
    found.sentence = g_strdup (_ ("Numbers and ranges, as in 0-3, 8, or names of ranks, nodes and files; "
                                  "* stands for any characters"));
  search_clear (&search);
  return found;
}
