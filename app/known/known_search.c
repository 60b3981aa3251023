/* SPDX-License-Identifier: Apache-2.0 */

#include "app/known/known_search.h"

#include <string.h>

typedef enum
{
  CONTAINS,
  IS_TAG,
  BEGINS, /* of a date */
  AFTER,
  AFTER_OR_IN,
  BEFORE,
  BEFORE_OR_IN,
} Comparison;

typedef struct
{
  int field; /* KnownField, or N_KNOWN_FIELDS: any */
  Comparison comparison;
  bool is_refused; /* profiles that have it are not wanted */
  char *text;      /* folded */
} Term;

struct KnownSearch
{
  GArray *terms;
};

static const struct
{
  const char *word;
  KnownField field;
} field_words[] = {
  { "name:", KNOWN_NAME },     { "tag:", KNOWN_TAG },       { "tags:", KNOWN_TAG },
  { "note:", KNOWN_NOTE },     { "status:", KNOWN_STATUS }, { "date:", KNOWN_DATE },
  { "gpu:", KNOWN_GPU },       { "hardware:", KNOWN_GPU },  { "kind:", KNOWN_KIND },
  { "folder:", KNOWN_FOLDER }, { "path:", KNOWN_FOLDER },
};

static const struct
{
  const char *sign;
  Comparison comparison;
} date_signs[] = {
  { ">=", AFTER_OR_IN }, { "<=", BEFORE_OR_IN }, { ">", AFTER }, { "<", BEFORE }, { "", BEGINS },
};

/* ---- reading what was typed ---- */

static const char *
skip_space (const char *at)
{
  while (g_ascii_isspace (*at))
    at++;
  return at;
}

/* Up to a space, or in quotes up to the closing one; a quote that is never closed goes to the end. */
static char *
read_value (const char **at)
{
  const char *begin = *at, *end;

  if (*begin == '"')
    {
      begin++;
      end = strchr (begin, '"');
      if (end == NULL)
        end = begin + strlen (begin);
      *at = *end == '"' ? end + 1 : end;
      return g_strndup (begin, (gsize) (end - begin));
    }
  for (end = begin; *end != '\0' && !g_ascii_isspace (*end); end++)
    ;
  *at = end;
  return g_strndup (begin, (gsize) (end - begin));
}

static int
read_field (const char **at)
{
  for (size_t i = 0; i < G_N_ELEMENTS (field_words); i++)
    if (g_ascii_strncasecmp (*at, field_words[i].word, strlen (field_words[i].word)) == 0)
      {
        *at += strlen (field_words[i].word);
        return (int) field_words[i].field;
      }
  return N_KNOWN_FIELDS;
}

static void
fold_term (Term *term, const char *value)
{
  if (term->field == KNOWN_DATE)
    for (size_t i = 0; i < G_N_ELEMENTS (date_signs); i++)
      if (g_str_has_prefix (value, date_signs[i].sign))
        {
          term->comparison = date_signs[i].comparison;
          value += strlen (date_signs[i].sign);
          break;
        }
  g_autofree char *folded = known_folded (value);
  if (term->field == KNOWN_TAG)
    {
      term->comparison = IS_TAG;
      term->text = g_strconcat (" ", folded, " ", NULL);
    }
  else
    term->text = g_steal_pointer (&folded);
}

/* A field without a value, such as "status:" while the rest is still being typed, asks for nothing. */
static void
add_term (KnownSearch *search, const char **at)
{
  Term term = { .field = N_KNOWN_FIELDS, .comparison = CONTAINS };

  if (**at == '-' && (*at)[1] != '\0' && !g_ascii_isspace ((*at)[1]))
    {
      term.is_refused = true;
      ++*at;
    }
  term.field = read_field (at);
  g_autofree char *value = read_value (at);
  fold_term (&term, value);
  bool asks = term.comparison == IS_TAG ? term.text[1] != ' ' : *term.text != '\0';
  if (asks)
    g_array_append_val (search->terms, term);
  else
    g_free (term.text);
}

static void
clear_term (gpointer term)
{
  g_free (((Term *) term)->text);
}

KnownSearch *
known_search_new (const char *text)
{
  KnownSearch *search = g_new (KnownSearch, 1);
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  search->terms = g_array_new (FALSE, FALSE, sizeof (Term));
  g_array_set_clear_func (search->terms, clear_term);
  for (const char *at = skip_space (valid); *at != '\0'; at = skip_space (at))
    add_term (search, &at);
  return search;
}

void
known_search_free (KnownSearch *search)
{
  g_array_unref (search->terms);
  g_free (search);
}

bool
known_search_is_empty (const KnownSearch *search)
{
  return search->terms->len == 0;
}

/* ---- finding ---- */

static bool
has_in_any (const KnownProfile *profile, const char *text)
{
  for (int i = 0; i < N_KNOWN_FIELDS; i++)
    if (strstr (profile->fields[i], text) != NULL)
      return true;
  return false;
}

/* A month that is compared stands for all of its days: only as much of the date counts as was given. */
static bool
is_date_so (const char *date, const Term *term)
{
  if (*date == '\0')
    return false;
  int order = strncmp (date, term->text, strlen (term->text));

  switch (term->comparison)
    {
    case AFTER:
      return order > 0;
    case AFTER_OR_IN:
      return order >= 0;
    case BEFORE:
      return order < 0;
    case BEFORE_OR_IN:
      return order <= 0;
    default:
      return order == 0;
    }
}

static bool
has_term (const KnownProfile *profile, const Term *term)
{
  if (term->field == N_KNOWN_FIELDS)
    return has_in_any (profile, term->text);
  if (term->comparison >= BEGINS)
    return is_date_so (profile->fields[KNOWN_DATE], term);
  return strstr (profile->fields[term->field], term->text) != NULL;
}

bool
known_search_finds (const KnownSearch *search, const KnownProfile *profile)
{
  for (guint i = 0; i < search->terms->len; i++)
    {
      const Term *term = &g_array_index (search->terms, Term, i);

      if (has_term (profile, term) == term->is_refused)
        return false;
    }
  return true;
}
