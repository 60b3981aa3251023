/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/import/xspace_source.h"

#include <string.h>

#include "tests/import/protobuf_text.h"

GByteArray *
xspace_source_bytes (const char *path)
{
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return protobuf_text_bytes (text, path);
}

static int
compare_paths (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

GPtrArray *
xspace_source_cases (void)
{
  const char *root = g_getenv ("STEPSCOPE_SOURCE");
  g_autofree char *folder = g_build_filename (root != NULL ? root : ".", "tests", "import", "xspace", NULL);
  g_autoptr (GDir) directory = g_dir_open (folder, 0, NULL);
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);

  if (directory == NULL)
    g_error ("%s: cannot be read; set STEPSCOPE_SOURCE to the root of the tree", folder);
  for (const char *name; (name = g_dir_read_name (directory)) != NULL;)
    if ((g_str_has_prefix (name, "y_") || g_str_has_prefix (name, "n_"))
        && g_str_has_suffix (name, ".pbtext"))
      g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
  g_ptr_array_sort (paths, compare_paths);
  return paths;
}
