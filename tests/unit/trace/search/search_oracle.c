/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/unit/trace/search/search_oracle.h"

#include <string.h>

#include "trace/build/builder.h"

/* ---- profiles ---- */

typedef struct
{
  GRand *random;
  TraceBuilder *builder;
} Maker;

static const char *const names[] = {
  "aten::add",
  "ATEN::Add_",
  "void at::native::reduce_kernel<512>(float*)",
  "ncclDevKernel_AllReduce_Sum_f32_RING_LL",
  "Größe prüfen",
  "GRÖSSE PRÜFEN",
  "\xff\xfe bytes",
  "a\xc3",
  "ΣΊΣΥΦΟΣ σίσυφος",
  "7",
  "aaaaaaaaab",
};

static const char *const categories[] = { "kernel", "Kernel", "cpu_op", "" };
static const char *const keys[] = { "Input Dims", "stream", "device", "größe" };
static const char *const texts[] = {
  "[2048, 17]", "a \\\"quoted\\\" text", "line\\nfeed", "gr\\u00f6\\u00dfe", "short", "x", "",
};

static int32_t
below (Maker *maker, int32_t n)
{
  return g_rand_int_range (maker->random, 0, n);
}

#define ANY(maker, array) (array)[below (maker, G_N_ELEMENTS (array))]

static uint32_t
string (Maker *maker, const char *text)
{
  return trace_builder_string (maker->builder, text, strlen (text));
}

static void
put_value (Maker *maker)
{
  ArgsBlob *blob = trace_builder_args_blob (maker->builder);
  StringTable *strings = trace_builder_strings (maker->builder);
  const char *text = ANY (maker, texts);

  switch (below (maker, 4))
    {
    case 0:
      g_assert_true (args_put_integer (blob, below (maker, 100) - 50));
      break;
    case 1:
      g_assert_true (args_put_raw (blob, strings, "[2048,\\7]", 9));
      break;
    case 2:
      g_assert_true (args_put_literal (blob, 't'));
      break;
    default:
      g_assert_true (args_put_string (blob, strings, text, strlen (text)));
      break;
    }
}

static uint64_t
add_args (Maker *maker)
{
  uint64_t offset;
  uint32_t node = 0;

  if (below (maker, 3) == 0)
    return ARGS_NONE;
  g_assert_true (args_begin (trace_builder_args_blob (maker->builder), &offset));
  for (int32_t n = below (maker, 4); n > 0; n--)
    {
      g_assert_true (arg_keys_child (trace_builder_arg_keys (maker->builder), node,
                                     string (maker, ANY (maker, keys)), &node));
      put_value (maker);
    }
  args_end (trace_builder_args_blob (maker->builder), offset, node);
  return offset;
}

static void
add_slices (Maker *maker, uint32_t track, SliceKind kind)
{
  for (int32_t n = below (maker, 60); n > 0; n--)
    trace_builder_add_slice (maker->builder, &(SliceInput){
                                               .track = track,
                                               .name = string (maker, ANY (maker, names)),
                                               .category = string (maker, ANY (maker, categories)),
                                               .kind = kind,
                                               .start_ns = below (maker, SEARCH_ORACLE_SPAN_NS),
                                               .dur_ns = below (maker, 40),
                                               .args = add_args (maker),
                                             });
}

Trace *
search_oracle_profile (GRand *random)
{
  g_autoptr (TraceBuilder) builder = trace_builder_new ();
  g_autoptr (GError) error = NULL;
  Maker maker = { random, builder };

  for (int32_t rank = below (&maker, 3); rank >= 0; rank--)
    {
      trace_builder_begin_rank (builder, "rank.json");
      trace_builder_set_rank_number (builder, rank);
      trace_builder_set_time_base (builder, 1000, true);
      uint32_t process = trace_builder_add_track (builder, TRACK_PROCESS, TRACE_NONE);
      uint32_t thread = trace_builder_add_track (builder, TRACK_THREAD, process);
      add_slices (&maker, trace_builder_add_track (builder, TRACK_OPERATORS, thread), SLICE_OPERATOR);
      for (int32_t number = below (&maker, 3); number > 0; number--)
        {
          uint32_t device = trace_builder_add_track (builder, TRACK_DEVICE, TRACE_NONE);
          uint32_t stream = trace_builder_add_track (builder, TRACK_STREAM, device);

          trace_builder_track (builder, device)->device = number;
          trace_builder_track (builder, stream)->device = number;
          trace_builder_track (builder, stream)->stream = 7;
          add_slices (&maker, stream, SLICE_KERNEL);
        }
    }
  Trace *trace = trace_builder_finish (builder, &error);
  g_assert_no_error (error);
  return trace;
}

/* ---- what counting finds ---- */

/* Character by character: one letter stays one letter. */
static char *
fold (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  GString *folded = g_string_new (NULL);

  for (const char *at = valid; *at != '\0'; at = g_utf8_next_char (at))
    g_string_append_unichar (folded, g_unichar_tolower (g_unichar_toupper (g_utf8_get_char (at))));
  return g_string_free (folded, FALSE);
}

static bool
part_is_in (const SearchQuery *query, const char *text)
{
  if (query->match_case)
    return strstr (text, query->text) != NULL;
  if (g_str_is_ascii (query->text))
    {
      g_autofree char *lower = g_ascii_strdown (text, -1), *part = g_ascii_strdown (query->text, -1);

      return strstr (lower, part) != NULL;
    }

  g_autofree char *lower = fold (text), *part = fold (query->text);
  return strstr (lower, part) != NULL;
}

/* Regular expressions of the tests match nothing that is no UTF-8. */
static bool
text_matches (const SearchQuery *query, GRegex *regex, const char *text)
{
  if (regex == NULL)
    return part_is_in (query, text);
  if (g_utf8_validate (text, -1, NULL))
    return g_regex_match (regex, text, 0, NULL);

  g_auto (GStrv) parts = g_strsplit_set (text, "\xff\xfe\xc3", -1);
  for (char **part = parts; *part != NULL; part++)
    if (g_utf8_validate (*part, -1, NULL)
        && g_regex_match (
          regex, *part,
          (part > parts ? G_REGEX_MATCH_NOTBOL : 0) | (part[1] != NULL ? G_REGEX_MATCH_NOTEOL : 0), NULL))
      return true;
  return false;
}

static char *
read_value (const Arg *arg)
{
  g_autofree char *json = g_strdup_printf (arg->quoted ? "\"%.*s\"" : "%.*s", (int) arg->length, arg->text);
  GString *text = g_string_new (NULL);

  if (!arg->quoted)
    g_string_append (text, json);
  for (const char *at = json + 1; arg->quoted && at[1] != '\0'; at++)
    if (g_str_has_prefix (at, "\\u00"))
      {
        g_string_append_unichar (text,
                                 (gunichar) g_ascii_strtoull ((char[]){ at[4], at[5], '\0' }, NULL, 16));
        at += 5;
      }
    else if (*at == '\\')
      g_string_append_c (text, *++at == 'n' ? '\n' : *at);
    else
      g_string_append_c (text, *at);
  return g_string_free (text, FALSE);
}

static bool
arguments_match (const Trace *trace, const SearchQuery *query, GRegex *regex, uint64_t slice)
{
  ArgIter iter;
  Arg arg;
  bool matches = false;

  if (!trace_args (trace, trace_slices (trace)->args[slice], &iter))
    return false;
  while (arg_iter_next (&iter, &arg))
    {
      g_autofree char *value = read_value (&arg);

      matches = matches || text_matches (query, regex, value)
                || text_matches (query, regex, trace_string (trace, arg.key, NULL));
    }
  arg_iter_clear (&iter);
  return matches;
}

bool
search_oracle_is_in_scope (const Trace *trace, const SearchQuery *query, uint64_t slice)
{
  const SliceColumns *slices = trace_slices (trace);
  const TraceTrack *track = trace_track (trace, slices->track[slice]);
  int64_t start_ns = slices->start_ns[slice], end_ns = start_ns + slices->dur_ns[slice];

  if (query->rank != TRACE_NONE && track->rank != query->rank)
    return false;
  if (query->device != TRACE_NONE
      && (track->rank != trace_device (trace, query->device)->rank
          || (track->device >= 0 && track->device != trace_device (trace, query->device)->number)))
    return false;
  return !query->has_window || (start_ns >= query->begin_ns && start_ns < query->end_ns)
         || (start_ns < query->end_ns && end_ns > query->begin_ns);
}

bool
search_oracle_matches (const Trace *trace, const SearchQuery *query, GRegex *regex, uint64_t slice)
{
  const SliceColumns *slices = trace_slices (trace);
  const char *name = trace_string (trace, slices->name[slice], NULL);
  const char *category = trace_string (trace, slices->category[slice], NULL);

  return search_oracle_is_in_scope (trace, query, slice)
         && (((query->texts & SEARCH_NAMES)
              && (text_matches (query, regex, name)
                  || text_matches (query, regex, trace_display_name (trace, slices->name[slice]))))
             || ((query->texts & SEARCH_CATEGORIES) && text_matches (query, regex, category))
             || ((query->texts & SEARCH_ARGUMENTS) && arguments_match (trace, query, regex, slice)));
}
