/* SPDX-License-Identifier: Apache-2.0
 *
 * Display names that are unique within a profile. */

#include "trace/naming/display_name.h"

#include <stdlib.h>
#include <glib.h>

#include "trace/container/column.h"
#include "trace/container/string_table.h"
#include "trace/naming/display_text.h"
#include "trace/naming/readable_text.h"
#include "trace/naming/scalar_type.h"
#include "trace/naming/short_text.h"

/* A name shows at most this many differing arguments; after that it gets a number. */
#define MAX_LABEL_WORDS      2
#define LABEL_WORD_MAX_BYTES 24

typedef struct
{
  TextSpan exact;
  TextSpan text;  /* the readable form: exact itself, or owned */
  char *base;     /* its display name before others are considered; owned */
  uint32_t group; /* id of base; equal for equal names */
  bool is_kernel;
  const char *reads;               /* borrowed */
  size_t index;                    /* in the caller's array */
  TextSpan label[MAX_LABEL_WORDS]; /* words of text */
  size_t n_label;
} Entry;

typedef struct
{
  Entry *entries;
  size_t n;
  StringTable *texts;    /* display names that are taken */
  U32Column next_number; /* per id in texts: the number that the next equal name tries */
} Namer;

static int
compare_spans (TextSpan a, TextSpan b)
{
  int order = memcmp (a.at, b.at, MIN (a.n, b.n));

  return order != 0 ? order : (a.n > b.n) - (a.n < b.n);
}

/* Orders host names first, then by name. Names are given out in this order. */
static int
compare_for_giving (const void *a, const void *b)
{
  const Entry *x = a, *y = b;
  int order = compare_spans (x->exact, y->exact);

  if (x->is_kernel != y->is_kernel)
    return x->is_kernel ? 1 : -1;
  return order != 0 ? order : (x->index > y->index) - (x->index < y->index);
}

/* Groups equal display names. Within a group orders by text, so that texts with the same beginning are adjacent. */
static int
compare_for_grouping (const void *a, const void *b)
{
  const Entry *x = *(Entry *const *) a, *y = *(Entry *const *) b;
  int order = (x->group > y->group) - (x->group < y->group);

  if (order == 0)
    order = compare_spans (x->text, y->text);
  return order != 0 ? order : compare_spans (x->exact, y->exact);
}

static bool
is_word_byte (char c)
{
  return g_ascii_isalnum (c) || c == '#' || c == '_' || (unsigned char) c >= 0x80;
}

/* Library names are one long identifier; "_" separates its words. */
static bool
underscores_part (TextSpan text)
{
  return !span_has (text, "<");
}

static bool
in_word (TextSpan text, size_t i, bool parts)
{
  return i < text.n && is_word_byte (text.at[i]) && !(parts && text.at[i] == '_');
}

static TextSpan
word_at (TextSpan text, size_t begin, bool parts)
{
  size_t end = begin;

  while (in_word (text, end, parts))
    end++;
  return (TextSpan){ text.at + MIN (begin, text.n), end > begin ? end - begin : 0 };
}

static size_t
common_prefix (TextSpan a, TextSpan b)
{
  size_t n = MIN (a.n, b.n), i = 0;

  while (i < n && a.at[i] == b.at[i])
    i++;
  return i;
}

static void
add_label (ShortText *out, const Entry *entry)
{
  if (entry->n_label == 0)
    return;
  short_text_add (out, SPAN (" <"));
  for (size_t i = 0; i < entry->n_label; i++)
    {
      char shown[LABEL_WORD_MAX_BYTES];
      const char *type = scalar_type_of_cxx (entry->label[i], NULL);
      TextSpan word = type != NULL ? span_of (type) : entry->label[i];

      if (i > 0)
        short_text_add (out, SPAN (", "));
      short_text_add (out, (TextSpan){ shown, display_text (word, shown, sizeof shown) });
    }
  short_text_add (out, SPAN (">"));
}

/* Adds to the labels of entries[0..n), sorted by text, the first word in which their texts differ,
 * then the next within those that have it in common. Depth at most MAX_LABEL_WORDS. Cost O(length
 * of the texts). */
static void
label_group (Entry **entries, size_t n, int n_words)
{
  TextSpan first = entries[0]->text;
  size_t at = common_prefix (first, entries[n - 1]->text);
  bool parts = underscores_part (first);

  while (at > 0 && in_word (first, at - 1, parts))
    at--;
  for (size_t begin = 0, end; begin < n; begin = end)
    {
      TextSpan word = word_at (entries[begin]->text, at, parts);

      for (end = begin; end < n; end++)
        {
          TextSpan other = word_at (entries[end]->text, at, parts);
          if (compare_spans (word, other) != 0)
            break;
        }
      if (begin > 0 || end < n)
        for (size_t i = begin; i < end && word.n > 0; i++)
          entries[i]->label[entries[i]->n_label++] = word_at (entries[i]->text, at, parts);
      if (end - begin > 1 && end - begin < n && n_words + 1 < MAX_LABEL_WORDS)
        label_group (entries + begin, end - begin, n_words + 1);
    }
}

/* "add f32 · loop" with "<4>" becomes "add f32 <4> · loop", so that the difference stays visible when the end is cut
 * off. */
static size_t
compose (const Entry *entry, unsigned number, char *out)
{
  TextSpan base = span_of (entry->base);
  ShortText suffix = { 0 };
  char digits[16];
  size_t max_bytes = entry->is_kernel ? DISPLAY_NAME_KERNEL_MAX_BYTES : DISPLAY_NAME_HOST_MAX_BYTES;

  add_label (&suffix, entry);
  if (number > 1)
    {
      g_snprintf (digits, sizeof digits, " #%u", number);
      short_text_add (&suffix, span_of (digits));
    }
  if (suffix.n == 0)
    return display_text (base, out, max_bytes);

  size_t family = entry->is_kernel ? span_find (base, " \xc2\xb7 ") : base.n;
  TextSpan tail = span_from (base, family);
  size_t room = max_bytes - suffix.n;
  /* A long family is shortened in favour of the parts before it. */
  size_t n = display_text ((TextSpan){ base.at, family }, out, room);
  memcpy (out + n, suffix.at, suffix.n);
  n += suffix.n;
  if (tail.n > 0 && max_bytes - n >= 16)
    n += display_text (tail, out + n, max_bytes - n);
  return n;
}

/* Gives the entry the first of its names that is not taken. */
static bool
give_name (Namer *namer, const Entry *entry, char **ret_name)
{
  char text[DISPLAY_NAME_HOST_MAX_BYTES];
  size_t n = compose (entry, 1, text);
  uint32_t id, taken;
  unsigned number = 1;

  if (string_table_find (namer->texts, text, n, &taken) && n > 0)
    {
      number = namer->next_number.at[taken];
      do
        n = compose (entry, ++number, text);
      while (string_table_find (namer->texts, text, n, &id));
      namer->next_number.at[taken] = number;
    }
  if (!string_table_intern (namer->texts, text, n, &id))
    return false;
  while (namer->next_number.n <= id)
    if (!u32_column_push (&namer->next_number, 1))
      return false;
  *ret_name = malloc (n + 1);
  if (*ret_name == NULL)
    return false;
  memcpy (*ret_name, text, n);
  (*ret_name)[n] = '\0';
  return true;
}

static bool
entry_fill (Entry *entry, StringTable *bases)
{
  char buffer[READABLE_TEXT_MAX_BYTES];
  TextSpan text = readable_text (entry->exact, entry->is_kernel, buffer);

  const DisplayNameSource source = { entry->exact.at, entry->exact.n, entry->is_kernel, entry->reads };

  entry->base = display_name_of (&source);
  if (entry->base == NULL || !string_table_intern (bases, entry->base, strlen (entry->base), &entry->group))
    return false;
  entry->text = entry->exact;
  if (text.at == entry->exact.at)
    return true;
  char *owned = malloc (text.n);
  if (owned == NULL)
    return false;
  memcpy (owned, text.at, text.n);
  entry->text = (TextSpan){ owned, text.n };
  return true;
}

static bool
label_entries (Entry *entries, size_t n)
{
  Entry **order = malloc (MAX (n, 1) * sizeof *order);

  if (order == NULL)
    return false;
  for (size_t i = 0; i < n; i++)
    order[i] = &entries[i];
  qsort (order, n, sizeof *order, compare_for_grouping);
  for (size_t begin = 0, end; begin < n; begin = end)
    {
      for (end = begin + 1; end < n && order[end]->group == order[begin]->group; end++)
        ;
      if (end - begin > 1)
        label_group (order + begin, end - begin, 0);
    }
  free (order);
  return true;
}

static bool
namer_run (Namer *namer, char **ret_names)
{
  Entry *entries = namer->entries;
  StringTable *bases = string_table_new ();
  bool done = bases != NULL;
  size_t first_kernel = 0;

  qsort (entries, namer->n, sizeof *entries, compare_for_giving);
  while (first_kernel < namer->n && !entries[first_kernel].is_kernel)
    first_kernel++;
  for (size_t i = 0; done && i < namer->n; i++)
    done = entry_fill (&entries[i], bases);
  string_table_free (bases);
  done = done && label_entries (entries + first_kernel, namer->n - first_kernel);
  for (size_t i = 0; done && i < namer->n; i++)
    {
      size_t index = entries[i].index;
      /* The same exact name occurs again; the entry before it has a name. */
      if (i > 0 && i != first_kernel && compare_spans (entries[i].exact, entries[i - 1].exact) == 0)
        done = (ret_names[index] = strdup (ret_names[entries[i - 1].index])) != NULL;
      else
        done = give_name (namer, &entries[i], &ret_names[index]);
    }
  return done;
}

void
display_names_free (char **names, size_t n)
{
  for (size_t i = 0; i < n; i++)
    {
      free (names[i]);
      names[i] = NULL;
    }
}

bool
display_names_make (const DisplayNameSource *sources, size_t n, char **ret_names)
{
  Namer namer = { .n = n, .entries = calloc (MAX (n, 1), sizeof (Entry)), .texts = string_table_new () };
  bool done = namer.entries != NULL && namer.texts != NULL && u32_column_push (&namer.next_number, 1);

  memset (ret_names, 0, n * sizeof *ret_names);
  for (size_t i = 0; done && i < n; i++)
    namer.entries[i] = (Entry){ .exact = { sources[i].exact, sources[i].length },
                                .is_kernel = sources[i].is_kernel,
                                .reads = sources[i].reads,
                                .index = i };
  done = done && namer_run (&namer, ret_names);
  if (!done)
    display_names_free (ret_names, n);
  for (size_t i = 0; namer.entries != NULL && i < n; i++)
    {
      free (namer.entries[i].base);
      if (namer.entries[i].text.at != namer.entries[i].exact.at)
        free ((char *) namer.entries[i].text.at);
    }
  free (namer.entries);
  string_table_free (namer.texts);
  u32_column_clear (&namer.next_number);
  return done;
}
