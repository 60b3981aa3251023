/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/scrub/scrub.h"

#include <string.h>

#include "trace/json/json_strict.h"
#include "trace/json/json_token.h"
#include "trace/model/slice_kind.h"
#include "trace/scrub/private_words.h"
#include "trace/scrub/pseudonyms.h"
#include "trace/scrub/public_names.h"
#include "trace/scrub/text_places.h"

/* What is told of texts that were left. */
typedef enum
{
  LEFT_KERNELS,
  LEFT_OPERATORS,
  LEFT_FRAMES,
  LEFT_ANNOTATIONS,
  LEFT_CALLS,
  LEFT_MARKS,
  LEFT_CATEGORIES,
  LEFT_TRACKS,
  LEFT_NODES,
  LEFT_DEVICES,
  LEFT_PATHS,
  LEFT_KEYS,
  LEFT_VALUES,
  N_LEFT
} LeftKind;

static const char *const left_words[N_LEFT] = {
  [LEFT_KERNELS] = "kernels",       [LEFT_OPERATORS] = "operators",
  [LEFT_FRAMES] = "Python frames",  [LEFT_ANNOTATIONS] = "annotations",
  [LEFT_CALLS] = "other slices",    [LEFT_MARKS] = "marks",
  [LEFT_CATEGORIES] = "categories", [LEFT_TRACKS] = "processes, threads and counters",
  [LEFT_NODES] = "machines",        [LEFT_DEVICES] = "devices",
  [LEFT_PATHS] = "source paths",    [LEFT_KEYS] = "keys",
  [LEFT_VALUES] = "values",
};

struct Scrub
{
  const Trace *trace;
  unsigned what;
  bool has_fixed_keys; /* the format's reader names all arguments */
  bool has_ranges;     /* operators are ranges of NVTX that have an operator's numbers */
  bool has_given;      /* words */
  GArray *words;       /* of PrivateWord */
  Pseudonyms *pseudonyms;
  GHashTable
    *done;      /* GBytes of LeftKind, kind of key and text -> GBytes: whether any is left, and the result */
  GString *key; /* of a look-up */
  bool is_only_given; /* the text at hand is public but for words that were given */
  bool is_left;       /* some of the text at hand was */
};

bool
scrub_what_parse (const char *text, unsigned *ret_what)
{
  static const struct
  {
    const char *word;
    unsigned what;
  } words[] = {
    { "paths", SCRUB_PATHS },         { "user", SCRUB_USER },
    { "host", SCRUB_HOST },           { "annotations", SCRUB_ANNOTATIONS },
    { "arguments", SCRUB_ARGUMENTS }, { "modules", SCRUB_MODULES },
    { "kernels", SCRUB_KERNELS },     { "threads", SCRUB_TRACKS },
    { "usual", SCRUB_USUAL },         { "all", SCRUB_ALL },
  };
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);

  *ret_what = 0;
  for (char **part = parts; *part != NULL; part++)
    {
      unsigned what = 0;

      for (size_t i = 0; i < G_N_ELEMENTS (words); i++)
        if (strcmp (words[i].word, *part) == 0)
          what = words[i].what;
      if (what == 0)
        return false;
      *ret_what |= what;
    }
  return *ret_what != 0;
}

Scrub *
scrub_new (const Trace *trace, const ScrubAsked *asked)
{
  static const char *const formats[] = { "nsys", "cupti", "rpd", "rocpd", "rocprofv3", "torch-memory" };
  Scrub *scrub = g_new0 (Scrub, 1);

  scrub->trace = trace;
  scrub->what = asked->what;
  for (size_t i = 0; i < G_N_ELEMENTS (formats); i++)
    scrub->has_fixed_keys = scrub->has_fixed_keys || g_str_has_prefix (trace_format (trace), formats[i]);
  scrub->has_ranges = strstr (trace_format (trace), "nsys") != NULL;
  scrub->words = private_words_find (trace, (asked->what & SCRUB_USER) != 0, (asked->what & SCRUB_HOST) != 0,
                                     asked->words);
  scrub->has_given = asked->words != NULL && *asked->words != NULL;
  scrub->pseudonyms = pseudonyms_new (asked->key, asked->n_key);
  scrub->done = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref,
                                       (GDestroyNotify) g_bytes_unref);
  scrub->key = g_string_new (NULL);
  return scrub;
}

void
scrub_free (Scrub *scrub)
{
  g_array_unref (scrub->words);
  pseudonyms_free (scrub->pseudonyms);
  g_hash_table_unref (scrub->done);
  g_string_free (scrub->key, TRUE);
  g_free (scrub);
}

/* ---- texts ---- */

static void
append_pseudonym (Scrub *scrub, GString *out, PseudonymKind kind, const char *text, size_t length)
{
  g_string_append (out, pseudonyms_get (scrub->pseudonyms, kind, text, length));
}

static const PrivateWord *
word_at (const Scrub *scrub, const char *text, size_t length, size_t at, size_t *ret_length)
{
  const PrivateWord *word = private_words_at (scrub->words, text, length, at, ret_length);

  return word != NULL && (!scrub->is_only_given || word->kind == PSEUDONYM_WORD) ? word : NULL;
}

static bool
has_given_word (const Scrub *scrub, const char *text, size_t length)
{
  const PrivateWord *word;
  size_t n;

  for (size_t at = 0; scrub->has_given && at < length; at++)
    if ((word = word_at (scrub, text, length, at, &n)) != NULL && word->kind == PSEUDONYM_WORD)
      return true;
  return false;
}

static void
append_path (Scrub *scrub, GString *out, const char *path, size_t length)
{
  const char *ending = text_path_ending (path, length);

  append_pseudonym (scrub, out, PSEUDONYM_PATH, path, length);
  if (!has_given_word (scrub, ending, strlen (ending)))
    g_string_append (out, ending);
}

/* What is replaced wherever it stands. */
static void
append_text (Scrub *scrub, GString *out, const char *text, size_t length)
{
  /* A path that has a word in it, or a part of one, has all of it, blanks included. */
  g_autoptr (GString) masked = g_string_new_len (text, (gssize) length);
  const PrivateWord *word;
  size_t n;

  for (size_t at = 0; at < length && scrub->words->len > 0; at += n)
    {
      bool is_word = word_at (scrub, text, length, at, &n) != NULL;

      n = is_word ? n : 1;
      for (size_t i = at; is_word && i < at + n; i++)
        if (text[i] != '/' && text[i] != '\\')
          masked->str[i] = 'x';
    }
  for (size_t at = 0; at < length; at += n)
    {
      if (scrub->what & SCRUB_PATHS && (n = text_path_at (masked->str, length, at)) > 0)
        append_path (scrub, out, text + at, n);
      else if ((word = word_at (scrub, text, length, at, &n)) != NULL)
        append_pseudonym (scrub, out, word->kind, word->text, word->length);
      else if (scrub->what & SCRUB_HOST && (n = text_address_at (text, length, at)) > 0)
        append_pseudonym (scrub, out, PSEUDONYM_HOST, text + at, n);
      else
        {
          n = 1;
          scrub->is_left = scrub->is_left || g_ascii_isalnum (text[at]) || (text[at] & 0x80) != 0;
          g_string_append_c (out, text[at]);
        }
    }
}

static void
append_annotation (Scrub *scrub, GString *out, const char *text, size_t length)
{
  size_t n = scrub->what & SCRUB_ANNOTATIONS ? public_annotation_length (text, length) : length;

  append_text (scrub, out, text, n);
  if (n < length)
    append_pseudonym (scrub, out, PSEUDONYM_ANNOTATION, text + n, length - n);
}

/* "mylib::op" */
static bool
is_of_namespace (const char *name, size_t length)
{
  for (size_t i = 0; i < length; i++)
    if (!g_ascii_isalnum (name[i]) && (name[i] == '\0' || strchr ("_.:", name[i]) == NULL))
      return false;
  return g_strstr_len (name, (gssize) length, "::") != NULL;
}

static void
append_frame (Scrub *scrub, GString *out, const char *text, size_t length)
{
  static const char module[] = "nn.Module: ";
  size_t n = length > strlen (module) && memcmp (text, module, strlen (module)) == 0 ? strlen (module) : 0;

  g_string_append_len (out, text, (gssize) n);
  append_pseudonym (scrub, out, PSEUDONYM_MODULE, text + n, length - n);
}

static void
append_kernel (Scrub *scrub, GString *out, const char *text, size_t length)
{
  /* So that communication stays communication. */
  if (g_strstr_len (text, (gssize) length, "nccl") != NULL
      || g_strstr_len (text, (gssize) length, "rccl") != NULL)
    g_string_append (out, "nccl-");
  append_pseudonym (scrub, out, PSEUDONYM_KERNEL, text, length);
}

static void
append_value (Scrub *scrub, GString *out, const char *text, size_t length, KeyKind key)
{
  bool is_public = key == KEY_OF_WORDS || (key == KEY_OF_READER && scrub->has_fixed_keys)
                   || (key != KEY_UNKNOWN && public_word (text, length)) || public_value (text, length);

  if (scrub->what & SCRUB_ARGUMENTS && !is_public)
    append_pseudonym (scrub, out, PSEUDONYM_VALUE, text, length);
  else if (scrub->what & SCRUB_PATHS && text_is_path (text, length))
    append_path (scrub, out, text, length);
  else
    append_text (scrub, out, text, length);
}

static void
append_key (Scrub *scrub, GString *out, const char *text, size_t length)
{
  if (scrub->what & SCRUB_ARGUMENTS && !scrub->has_fixed_keys
      && public_key_kind (text, length) == KEY_UNKNOWN)
    append_pseudonym (scrub, out, PSEUDONYM_KEY, text, length);
  else
    append_text (scrub, out, text, length);
}

/* ---- JSON ---- */

/* Returns what a string of JSON says. */
static GString *
decode (const char *content, size_t length)
{
  JsonValue string = { .type = JSON_STRING, .has_escapes = true, .text = content, .length = length };
  GString *text = g_string_sized_new (length + 1);

  g_string_set_size (text, length);
  g_string_set_size (text, json_string_decode (&string, text->str));
  return text;
}

/* Appends what is between the quotes of a string; it stays as it is if nothing is replaced. */
static void
append_content (Scrub *scrub, GString *out, const char *content, size_t length, bool is_key, KeyKind key)
{
  g_autoptr (GString) text = decode (content, length), scrubbed = g_string_new (NULL),
                      quoted = g_string_new (NULL);

  if (is_key)
    append_key (scrub, scrubbed, text->str, text->len);
  else
    append_value (scrub, scrubbed, text->str, text->len, key);
  if (g_string_equal (text, scrubbed))
    {
      g_string_append_len (out, content, (gssize) length);
      return;
    }
  json_append_bytes (quoted, scrubbed->str, scrubbed->len);
  g_string_append_len (out, quoted->str + 1, (gssize) quoted->len - 2);
}

/* Returns the length of a number, true, false or null. */
static size_t
scalar_length (const char *json, size_t length)
{
  size_t n = 0;

  while (n < length && (g_ascii_isalnum (json[n]) || strchr ("+-.", json[n]) != NULL))
    n++;
  return n;
}

/* Returns what a key of an object is that is a value of a key of that kind, or in an array of it. */
static KeyKind
kind_inside (KeyKind outer, const char *key, size_t length)
{
  if (outer == KEY_OF_DEVICES && length == 4 && memcmp (key, "name", 4) == 0)
    return KEY_OF_WORDS;
  if (outer == KEY_OF_STEPSCOPE)
    return length == 4 && memcmp (key, "file", 4) == 0 ? KEY_KNOWN : KEY_OF_WORDS;
  return public_key_kind (key, length);
}

/* Appends JSON in which each string is replaced, and each number that has a word that was given. What is no valid JSON is a
 * text. */
static void
append_json (Scrub *scrub, GString *out, const char *json, size_t length, KeyKind outer)
{
  g_autoptr (GString) kinds = g_string_new (NULL); /* of the values at each depth */

  if (!json_is_strict (json, length))
    {
      g_autoptr (GString) scrubbed = g_string_new (NULL);

      append_value (scrub, scrubbed, json, length, outer);
      if (scrubbed->len == length && memcmp (scrubbed->str, json, length) == 0)
        g_string_append_len (out, json, (gssize) length);
      else
        json_append_bytes (out, scrubbed->str, scrubbed->len);
      return;
    }
  g_string_append_c (kinds, (char) outer);
  for (const char *at = json, *end = json + length; at < end;)
    {
      char *inner = kinds->str + kinds->len - 1;
      KeyKind parent = kinds->len > 1 ? (KeyKind) inner[-1] : KEY_UNKNOWN;
      JsonValue string;
      unsigned repairs = 0;

      size_t n = scalar_length (at, (size_t) (end - at));
      if (n > 0)
        {
          bool is_word = has_given_word (scrub, at, n);

          g_string_append (out, is_word ? "\"" : "");
          if (is_word)
            append_text (scrub, out, at, n);
          else
            g_string_append_len (out, at, (gssize) n);
          g_string_append (out, is_word ? "\"" : "");
          at += n;
          continue;
        }
      if (*at != '"' || json_string (&at, end, JSON_STRICT, &repairs, &string) != JSON_OK)
        {
          if (*at == '{' || *at == '[')
            g_string_append_c (kinds, *at == '{' ? (char) KEY_UNKNOWN : *inner);
          else if (*at == '}' || *at == ']')
            g_string_truncate (kinds, kinds->len - 1);
          g_string_append_c (out, *at++);
          continue;
        }
      const char *next = json_skip_space (at, end);
      bool is_key = next < end && *next == ':';
      bool is_public = is_key && parent == KEY_OF_STEPSCOPE;
      g_string_append_c (out, '"');
      append_content (scrub, out, string.text, string.length, is_key && !is_public,
                      is_public ? KEY_OF_WORDS : (KeyKind) *inner);
      g_string_append_c (out, '"');
      if (is_key)
        *inner = (char) kind_inside (parent, string.text, string.length);
    }
}

/* ---- one text of a profile ---- */

static LeftKind
left_kind (const CopiedText *text)
{
  static const LeftKind kinds[N_COPIED_TEXTS] = {
    [COPIED_MARK] = LEFT_MARKS,  [COPIED_CATEGORY] = LEFT_CATEGORIES, [COPIED_TRACK] = LEFT_TRACKS,
    [COPIED_NODE] = LEFT_NODES,  [COPIED_DEVICE] = LEFT_DEVICES,      [COPIED_PATH] = LEFT_PATHS,
    [COPIED_KEY] = LEFT_KEYS,    [COPIED_SETTING_KEY] = LEFT_KEYS,    [COPIED_VALUE] = LEFT_VALUES,
    [COPIED_JSON] = LEFT_VALUES, [COPIED_SETTING] = LEFT_VALUES,
  };

  if (text->what != COPIED_NAME)
    return kinds[text->what];
  switch (text->kind)
    {
    case SLICE_KERNEL:
    case SLICE_ACCELERATOR:
      return LEFT_KERNELS;
    case SLICE_OPERATOR:
      return LEFT_OPERATORS;
    case SLICE_PYTHON:
      return LEFT_FRAMES;
    case SLICE_ANNOTATION:
    case SLICE_DEVICE_ANNOTATION:
    case SLICE_OTHER:
      return LEFT_ANNOTATIONS;
    default:
      return LEFT_CALLS;
    }
}

static void
append_scrubbed (Scrub *scrub, GString *out, const CopiedText *text, LeftKind left, KeyKind key)
{
  const char *at = text->text;
  size_t n = text->length, n_path, n_public = left == LEFT_OPERATORS ? public_operator_length (at, n) : 0;

  scrub->is_only_given = n_public == n;
  scrub->is_left = false;
  if (left == LEFT_KERNELS && scrub->what & SCRUB_KERNELS)
    append_kernel (scrub, out, at, n);
  else if (left == LEFT_FRAMES && scrub->what & SCRUB_MODULES)
    append_frame (scrub, out, at, n);
  else if (left == LEFT_FRAMES && scrub->what & SCRUB_PATHS && (n_path = text_frame_path (at, n)) > 0)
    {
      append_path (scrub, out, at, n_path);
      append_text (scrub, out, at + n_path, n - n_path);
    }
  else if (left == LEFT_OPERATORS && n_public < n
           && (scrub->what & SCRUB_MODULES
               || (scrub->what & SCRUB_ANNOTATIONS && scrub->has_ranges && !is_of_namespace (at, n))))
    {
      append_text (scrub, out, at, n_public);
      append_pseudonym (scrub, out, PSEUDONYM_OPERATOR, at + n_public, n - n_public);
    }
  else if (left == LEFT_ANNOTATIONS || left == LEFT_MARKS)
    append_annotation (scrub, out, at, n);
  else if (left == LEFT_NODES && scrub->what & SCRUB_HOST)
    append_pseudonym (scrub, out, PSEUDONYM_HOST, at, n);
  else if (left == LEFT_PATHS && scrub->what & SCRUB_PATHS)
    append_path (scrub, out, at, n);
  else if (left == LEFT_TRACKS && scrub->what & SCRUB_TRACKS && !public_label (at, n))
    append_pseudonym (scrub, out, PSEUDONYM_TRACK, at, n);
  else if (left == LEFT_CATEGORIES && scrub->what & SCRUB_ANNOTATIONS
           && slice_kind_of_category (at, n) == SLICE_OTHER && !public_label (at, n))
    append_pseudonym (scrub, out, PSEUDONYM_LABEL, at, n);
  else if (left == LEFT_TRACKS)
    /* Some readers keep them as they are between the quotes of JSON. */
    append_content (scrub, out, at, n, false, KEY_OF_WORDS);
  else if (left == LEFT_KEYS || text->what == COPIED_VALUE)
    append_content (scrub, out, at, n, left == LEFT_KEYS, key);
  else if (left == LEFT_VALUES)
    append_json (scrub, out, at, n, key);
  else
    append_text (scrub, out, at, n);
}

const char *
scrub_text (const CopiedText *text, size_t *ret_length, gpointer data)
{
  Scrub *scrub = data;
  LeftKind left = left_kind (text);
  KeyKind key = KEY_UNKNOWN;
  size_t length;

  *ret_length = text->length;
  if (text->length == 0
      || (text->what == COPIED_JSON && public_value (text->text, text->length)
          && !has_given_word (scrub, text->text, text->length)))
    return text->text;
  if (left == LEFT_VALUES)
    {
      const char *word = trace_string (scrub->trace, text->key, &length);

      key = public_key_kind (word, length);
    }
  g_string_truncate (scrub->key, 0);
  g_string_append_c (scrub->key, (char) left);
  g_string_append_c (scrub->key, (char) (key + (text->what == COPIED_VALUE ? 8 : 0)));
  g_string_append_len (scrub->key, text->text, (gssize) text->length);
  g_autoptr (GBytes) wanted = g_bytes_new_static (scrub->key->str, scrub->key->len);
  GBytes *result = g_hash_table_lookup (scrub->done, wanted);
  if (result == NULL)
    {
      GString *out = g_string_new (NULL);

      append_scrubbed (scrub, out, text, left, key);
      g_string_prepend_c (out, (char) scrub->is_left);
      result = g_string_free_to_bytes (out);
      g_hash_table_insert (scrub->done, g_bytes_new (scrub->key->str, scrub->key->len), result);
    }
  const char *done = g_bytes_get_data (result, ret_length);
  --*ret_length;
  return done + 1;
}

/* ---- what is told ---- */

static int
compare_lines (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Lines of what was left, each once, and their number of each kind. */
static GPtrArray *
find_left (const Scrub *scrub, unsigned counts[N_LEFT])
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  GHashTableIter iter;
  gpointer wanted, result;

  g_hash_table_iter_init (&iter, scrub->done);
  while (g_hash_table_iter_next (&iter, &wanted, &result))
    {
      size_t length, n_key;
      const char *text = g_bytes_get_data (result, &length);
      LeftKind kind = (LeftKind) * (const char *) g_bytes_get_data (wanted, &n_key);

      if (text[0] == 0)
        continue;
      g_autoptr (GString) quoted = g_string_new (NULL);
      json_append_bytes (quoted, text + 1, length - 1);
      g_string_truncate (quoted, quoted->len - 1);
      char *line = g_strdup_printf ("%s: %s", left_words[kind], quoted->str + 1);
      if (!g_hash_table_add (seen, line))
        {
          g_free (line);
          continue;
        }
      g_ptr_array_add (lines, line);
      counts[kind]++;
    }
  g_ptr_array_sort (lines, compare_lines);
  return lines;
}

GPtrArray *
scrub_left (const Scrub *scrub)
{
  unsigned counts[N_LEFT] = { 0 };

  return find_left (scrub, counts);
}

static void
append_count (GString *out, const char *head, unsigned n, const char *words, const char *end, bool *any)
{
  if (n == 0)
    return;
  g_string_append_printf (out, "%s%s%s (%u)", *any ? "; " : head, words, end, n);
  *any = true;
}

GString *
scrub_summary (const Scrub *scrub)
{
  GString *out = g_string_new (NULL);
  unsigned counts[N_LEFT] = { 0 };
  bool any = false;

  g_ptr_array_unref (find_left (scrub, counts));
  for (int i = 0; i < N_PSEUDONYMS; i++)
    append_count (out, "Replaced: ", pseudonyms_count (scrub->pseudonyms, (PseudonymKind) i),
                  pseudonym_word ((PseudonymKind) i), "s", &any);
  g_string_append (out, any ? ".\n" : "Nothing was replaced.\n");
  any = false;
  for (int i = 0; i < N_LEFT; i++)
    append_count (out, "Left: ", counts[i], left_words[i], "", &any);
  g_string_append (out, any ? ". --scrub-list prints them.\n" : "");
  return out;
}
