/* SPDX-License-Identifier: Apache-2.0 */

#include "app/desktop/installed_paths.h"

#include <glib.h>

char *
installed_sample_path (void)
{
  static const char *const folders[] = { STEPSCOPE_DATADIR, STEPSCOPE_SOURCE_RESOURCES };

  for (size_t i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *path = g_build_filename (folders[i], "sample", NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        return g_steal_pointer (&path);
    }
  return NULL;
}

char *
installed_guide_path (void)
{
  for (const char *const *language = g_get_language_names (); *language != NULL; language++)
    {
      g_autofree char *installed = g_build_filename (STEPSCOPE_HELPDIR, *language, "stepscope", NULL);
      g_autofree char *source = g_build_filename (STEPSCOPE_SOURCE_RESOURCES, "help", *language, NULL);

      if (g_file_test (installed, G_FILE_TEST_IS_DIR))
        return g_steal_pointer (&installed);
      if (g_file_test (source, G_FILE_TEST_IS_DIR))
        return g_steal_pointer (&source);
    }
  return NULL;
}

const char *
installed_locale_path (void)
{
  const char *wanted = g_getenv ("STEPSCOPE_LOCALEDIR");

  return wanted != NULL && *wanted != '\0' ? wanted : STEPSCOPE_LOCALEDIR;
}
