/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/options/with_option.h"

#include "app/cli/options/profile_load.h"
#include "app/cli/out/cli_status.h"
#include "trace/open/combine.h"
#include "trace/open/rank_directory.h"

void
with_option_add (WithOption *option, GOptionContext *context)
{
  const GOptionEntry entries[] = {
    { "with", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &option->files,
      "Add what another profiler recorded of the same run at the same time; may be given several times",
      "FILE" },
    G_OPTION_ENTRY_NULL,
  };

  g_option_context_add_main_entries (context, entries, NULL);
}

void
with_option_clear (WithOption *option)
{
  g_clear_pointer (&option->files, g_strfreev);
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

/* The paths are borrowed. */
static GPtrArray *
all_paths (const WithOption *option, const char *path)
{
  GPtrArray *paths = g_ptr_array_new ();

  g_ptr_array_add (paths, (gpointer) (uintptr_t) path);
  for (char **file = option->files; file != NULL && *file != NULL; file++)
    g_ptr_array_add (paths, *file);
  return paths;
}

char *
with_option_path (const WithOption *option, const char *path)
{
  g_autofree char *others =
    option->files != NULL ? g_strjoinv (TRACE_COMBINE_SEPARATOR, option->files) : NULL;

  return others != NULL ? g_strconcat (path, TRACE_COMBINE_SEPARATOR, others, NULL) : g_strdup (path);
}

char *
with_option_name (const WithOption *option, const char *path)
{
  g_autoptr (GPtrArray) paths = all_paths (option, path);

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
  g_autoptr (GPtrArray) traces = g_ptr_array_new_with_free_func ((GDestroyNotify) trace_unref);

  for (guint i = 0; i < paths->len; i++)
    {
      Trace *trace = load (paths->pdata[i], data, error);

      if (trace == NULL)
        return NULL;
      g_ptr_array_add (traces, trace);
    }
  return g_steal_pointer (&traces);
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

  if (option->files == NULL)
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
  return trace_combine ((Trace *const *) traces->pdata, traces->len, name, error);
}
