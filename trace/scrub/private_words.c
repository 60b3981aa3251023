/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/scrub/private_words.h"

#include <string.h>

#include "trace/json/json_token.h"
#include "trace/model/setting_value.h"
#include "trace/scrub/text_places.h"

/* A shorter name may be a part of a public one by chance: "norm" of "layer_normalize". */
#define LONG_BYTES 8

/* A file can be made of names of users. Of more than these, only the paths are replaced. */
#define WORDS_MAX 1000

static bool
is_common (const char *text, size_t length)
{
  static const char *const words[] = { "localhost", "tensorflow", "transformer", "transformers", "deepspeed",
                                       "lightning", "megatron",   "autograd",    "backward",     "optimizer",
                                       "attention", "embedding",  "accelerate",  "tensorrt" };

  for (size_t i = 0; i < G_N_ELEMENTS (words); i++)
    if (strlen (words[i]) == length && g_ascii_strncasecmp (words[i], text, length) == 0)
      return true;
  return false;
}

static void
clear_word (gpointer data)
{
  g_free (((PrivateWord *) data)->text);
}

static void
add (GArray *words, PseudonymKind kind, const char *text, size_t length)
{
  PrivateWord word = { .length = length, .kind = kind };
  bool is_number = true;

  for (size_t i = 0; i < length; i++)
    is_number = is_number && g_ascii_isdigit (text[i]);
  if (length == 0 || words->len == WORDS_MAX || (is_number && kind != PSEUDONYM_WORD))
    return;
  for (guint i = 0; i < words->len; i++)
    {
      const PrivateWord *other = &g_array_index (words, PrivateWord, i);

      if (other->length == length && g_ascii_strncasecmp (other->text, text, length) == 0)
        return;
    }
  word.text = g_strndup (text, length);
  word.stands_alone =
    kind != PSEUDONYM_WORD && (kind == PSEUDONYM_HOST || length < LONG_BYTES || is_common (text, length));
  g_array_append_val (words, word);
}

/* "node7.cluster.example.org": the machine also goes by its first part, and the rest names whose it is. */
static void
add_host (GArray *words, const char *name, size_t length)
{
  const char *dot = memchr (name, '.', length);

  add (words, PSEUDONYM_HOST, name, length);
  if (dot == NULL)
    return;
  add (words, PSEUDONYM_HOST, name, (size_t) (dot - name));
  if (memchr (dot + 1, '.', length - (size_t) (dot + 1 - name)) != NULL)
    add (words, PSEUDONYM_HOST, dot + 1, length - (size_t) (dot + 1 - name));
}

static bool
has_word (const char *key, const char *word)
{
  g_autofree char *lower = g_ascii_strdown (key, -1);

  return strstr (lower, word) != NULL;
}

static void
add_settings (GArray *words, const Trace *trace, const TraceRank *rank, bool of_users, bool of_hosts)
{
  for (uint64_t s = 0; s < rank->n_settings; s++)
    {
      const TraceSetting *setting = trace_setting (trace, rank->first_setting + s);
      const char *key = trace_string (trace, setting->key, NULL);
      size_t length;
      const char *text = trace_string (trace, setting->value, &length);
      JsonValue value;

      if (!setting_value_parse (text, length, &value) || value.type != JSON_STRING)
        continue;
      g_autofree char *name = setting_value_text (&value);
      if (of_users && has_word (key, "user"))
        add (words, PSEUDONYM_USER, name, strlen (name));
      else if (of_hosts && has_word (key, "host"))
        add_host (words, name, strlen (name));
    }
}

/* "/home/NAME", "C:\Users\NAME", "/fsx/users/NAME". In JSON, a backslash may be two. A blank ends the name, or is in it: if a
 * slash follows, or nothing else is in the text, both readings are names. */
static void
add_home (GArray *words, const char *text, size_t length)
{
  static const char *const folders[] = { "home", "users", "user" };

  for (const char *at = text, *end = text + length; at < end; at++)
    for (size_t i = 0; i < G_N_ELEMENTS (folders) && (*at == '/' || *at == '\\'); i++)
      {
        size_t n = strlen (folders[i]);
        const char *name = at + 1 + n, *behind;

        if ((size_t) (end - at) < n + 3 || g_ascii_strncasecmp (at + 1, folders[i], n) != 0
            || (*name != '/' && *name != '\\'))
          continue;
        while (name < end && (*name == '/' || *name == '\\'))
          name++;
        const char *blank = NULL;
        for (behind = name; behind < end && strchr ("/\\\"'<>|:,;()[]{}\n", *behind) == NULL
                            && !(*behind == ' ' && end - behind > 1 && behind[1] == '-');
             behind++)
          if (blank == NULL && *behind == ' ')
            blank = behind;
        if (blank != NULL && blank - name > 1)
          add (words, PSEUDONYM_USER, name, (size_t) (blank - name));
        if (behind - name > 1 && behind - name < 64
            && (blank == NULL
                || (behind < end ? *behind == '/' || *behind == '\\' : text_is_path (text, length))))
          add (words, PSEUDONYM_USER, name, (size_t) (behind - name));
      }
}

static int
compare_words (const void *a, const void *b)
{
  const PrivateWord *x = a, *y = b;

  return x->length > y->length ? -1 : x->length < y->length;
}

GArray *
private_words_find (const Trace *trace, bool of_users, bool of_hosts, const char *const *given)
{
  GArray *words = g_array_new (FALSE, FALSE, sizeof (PrivateWord));

  g_array_set_clear_func (words, clear_word);
  for (; given != NULL && *given != NULL; given++)
    add (words, PSEUDONYM_WORD, *given, strlen (*given));
  for (uint32_t t = 0; of_hosts && t < trace_n_tracks (trace); t++)
    if (trace_track (trace, t)->kind == TRACK_NODE)
      {
        size_t length;
        const char *name = trace_string (trace, trace_track (trace, t)->name, &length);

        add_host (words, name, length);
      }
  for (uint32_t r = 0; r < trace_n_ranks (trace); r++)
    add_settings (words, trace, trace_rank (trace, r), of_users, of_hosts);
  for (uint32_t s = 0; of_users && s < trace_n_strings (trace); s++)
    {
      size_t length;
      const char *text = trace_string (trace, s, &length);

      add_home (words, text, length);
    }
  g_array_sort (words, compare_words);
  return words;
}

static gunichar
fold (gunichar c)
{
  return g_unichar_tolower (g_unichar_toupper (c));
}

/* Returns how many bytes of the text's begin are the word, or 0. */
static size_t
match (const char *word, const char *text, size_t length)
{
  size_t n = 0;

  while (*word != '\0')
    {
      gunichar a, b;

      if (n == length)
        return 0;
      if (((*word | text[n]) & 0x80) == 0)
        {
          if (g_ascii_tolower (*word++) != g_ascii_tolower (text[n++]))
            return 0;
          continue;
        }
      a = g_utf8_get_char_validated (word, -1);
      b = g_utf8_get_char_validated (text + n, (gssize) (length - n));
      if (MAX (a, b) > 0x10ffff)
        {
          if (*word++ != text[n++])
            return 0;
          continue;
        }
      if (fold (a) != fold (b))
        return 0;
      word = g_utf8_next_char (word);
      n += (size_t) g_unichar_to_utf8 (b, NULL);
    }
  return n;
}

const PrivateWord *
private_words_at (const GArray *words, const char *text, size_t length, size_t at, size_t *ret_length)
{
  for (guint i = 0; i < words->len; i++)
    {
      const PrivateWord *word = &g_array_index (words, PrivateWord, i);
      size_t n = match (word->text, text + at, length - at);

      if (n == 0)
        continue;
      *ret_length = n;
      if (!word->stands_alone
          || ((at == 0 || !g_ascii_isalnum (text[at - 1]))
              && (at + n == length || !g_ascii_isalnum (text[at + n]))))
        return word;
    }
  return NULL;
}
