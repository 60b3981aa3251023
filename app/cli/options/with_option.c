/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/options/with_option.h"

#include "app/cli/options/profile_load.h"
#include "app/cli/out/cli_status.h"
#include "trace/align/aligned_trace.h"
#include "trace/combine/combine.h"
#include "trace/open/rank_directory.h"
#include "trace/text/trace_error.h"

void
with_option_add (WithOption *option, GOptionContext *context)
{
  const GOptionEntry entries[] = {
    { "with", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &option->files,
      "Add what another profiler recorded of the same run at the same time; may be given several times",
      "FILE" },
    { "align", 0, 0, G_OPTION_ARG_NONE, &option->align,
      "Put all ranks on one clock, which the ends of their collectives tell", NULL },
    G_OPTION_ENTRY_NULL,
  };

  g_option_context_add_main_entries (context, entries, NULL);
  attach_option_add (&option->attach, context);
}

void
with_option_clear (WithOption *option)
{
  g_clear_pointer (&option->files, g_strfreev);
  attach_option_clear (&option->attach);
}

void
with_option_tell (const WithOption *option, const char *path)
{
  if (option->files != NULL)
    return;

  g_autoptr (GPtrArray) others = rank_directory_other_profiles (path);
  for (guint i = 0; i < others->len; i++)
    {
      const char *other = others->pdata[i];
      g_autofree char *text = g_strdup_printf (
        "%s: left out, because the ranks of the directory have another format. If it recorded the "
        "same run, --with %s adds it.",
        other, other);
      cli_complain (text);
    }
}

bool
with_option_is_given (const WithOption *option)
{
  return option->files != NULL || option->attach.files != NULL || option->align;
}

static void
add_paths (GPtrArray *paths, char **files)
{
  for (char **file = files; file != NULL && *file != NULL; file++)
    g_ptr_array_add (paths, *file);
}

/* The paths of what is combined, borrowed. */
static GPtrArray *
all_paths (const WithOption *option, const char *path)
{
  GPtrArray *paths = g_ptr_array_new ();

  g_ptr_array_add (paths, (gpointer) (uintptr_t) path);
  add_paths (paths, option->files);
  return paths;
}

char *
with_option_path (const WithOption *option, const char *path)
{
  g_autoptr (GPtrArray) paths = all_paths (option, path);

  add_paths (paths, option->attach.files);
  g_ptr_array_add (paths, NULL);
  return g_strjoinv (TRACE_COMBINE_SEPARATOR, (char **) paths->pdata);
}

char *
with_option_name (const WithOption *option, const char *path)
{
  g_autoptr (GPtrArray) paths = all_paths (option, path);

  add_paths (paths, option->attach.files);
  return trace_combine_name ((const char *const *) paths->pdata, paths->len);
}

GPtrArray *
with_option_load_all (const WithOption *option,
                      const char *path,
                      WithLoadFunc load,
                      gpointer data,
                      GError **error)
{
  g_autoptr (GPtrArray) paths = all_paths (option, path);
  const char *wrong = attach_option_wrong (&option->attach);
  g_autoptr (GPtrArray) traces = g_ptr_array_new_with_free_func ((GDestroyNotify) trace_unref);

  if (wrong != NULL)
    {
      g_set_error_literal (error, TRACE_ERROR, TRACE_ERROR_NO_SUCH, wrong);
      return NULL;
    }
  for (guint i = 0; i < paths->len; i++)
    {
      Trace *trace = load (paths->pdata[i], data, error);

      if (trace == NULL)
        return NULL;
      g_ptr_array_add (traces, trace);
    }
  return g_steal_pointer (&traces);
}

static Trace *
combine (const WithOption *option, GPtrArray *traces, const char *name, GError **error)
{
  return option->files == NULL ? trace_ref (traces->pdata[0])
                               : trace_combine ((Trace *const *) traces->pdata, traces->len, name, NULL, error);
}

static Trace *
attach (const WithOption *option, GPtrArray *traces, const char *name, GError **error)
{
  g_autoptr (Trace) trace = combine (option, traces, name, error);

  return trace != NULL ? attach_option_attach (&option->attach, trace, name, error) : NULL;
}

Trace *
with_option_join (const WithOption *option, GPtrArray *traces, const char *name, GError **error)
{
  g_autoptr (Trace) trace = attach (option, traces, name, error);

  if (trace == NULL || !option->align)
    return g_steal_pointer (&trace);
  return aligned_trace_new (trace, name, error);
}

bool
with_option_join_file (const WithOption *option, GPtrArray *traces, const char *name, int fd, GError **error)
{
  g_autoptr (Trace) trace = NULL;

  if (option->align)
    {
      trace = attach (option, traces, name, error);
      return trace != NULL && aligned_trace_write (trace, name, fd, error);
    }
  if (option->attach.files == NULL)
    return trace_combine_file ((Trace *const *) traces->pdata, traces->len, name, fd, error);
  trace = combine (option, traces, name, error);
  return trace != NULL && attach_option_attach_file (&option->attach, trace, name, fd, error);
}

typedef struct
{
  unsigned cache_use, uses;
} Loading;

static Trace *
load_one (const char *path, gpointer data, GError **error)
{
  const Loading *loading = data;

  return profile_load (path, loading->cache_use, loading->uses, NULL, error);
}

Trace *
with_option_load (const WithOption *option,
                  const char *path,
                  unsigned cache_use,
                  unsigned uses,
                  bool *ret_is_mapped,
                  GError **error)
{
  /* Combining reads all of each. */
  Loading loading = { cache_use, TRACE_USES_ALL };

  if (!with_option_is_given (option) && attach_option_wrong (&option->attach) == NULL)
    {
      Trace *trace = profile_load (path, cache_use, uses, ret_is_mapped, error);

      if (trace != NULL)
        with_option_tell (option, path);
      return trace;
    }
  if (ret_is_mapped != NULL)
    *ret_is_mapped = false;
  g_autoptr (GPtrArray) traces = with_option_load_all (option, path, load_one, &loading, error);
  if (traces == NULL)
    return NULL;
  g_autofree char *name = with_option_name (option, path);
  return with_option_join (option, traces, name, error);
}
