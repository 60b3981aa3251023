/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/import/job_folder.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/import/gzip_text.h"

#define REPEATS_MAX 1000

typedef struct
{
  const char *root;
  char *path; /* of the file that is being written; NULL before the first */
  GString *contents;
  gboolean is_packed;
} Making;

/* Returns NULL for a path that leads out of the folder, or cannot be made. */
static char *
path_of (const Making *making, const char *text)
{
  g_autoptr (GString) raw = g_string_new (NULL);
  g_auto (GStrv) parts = NULL;

  for (const char *at = text; *at != '\0'; at++)
    if (at[0] == '\\' && at[1] == 'x' && g_ascii_isxdigit (at[2]) && g_ascii_isxdigit (at[3]))
      {
        g_string_append_c (raw, (char) (g_ascii_xdigit_value (at[2]) * 16 + g_ascii_xdigit_value (at[3])));
        at += 3;
      }
    else
      g_string_append_c (raw, *at);
  parts = g_strsplit (raw->str, "/", -1);
  for (char **part = parts; *part != NULL; part++)
    if (**part == '\0' || strcmp (*part, "..") == 0 || strlen (*part) > 200)
      return NULL;
  if (parts[0] == NULL || raw->len > 2000)
    return NULL;
  char *path = g_build_filename (making->root, raw->str, NULL);
  g_autofree char *folder = g_path_get_dirname (path);
  if (g_mkdir_with_parents (folder, 0700) == 0)
    return path;
  g_free (path);
  return NULL;
}

static void
end_file (Making *making)
{
  if (making->path != NULL && making->is_packed)
    {
      g_autoptr (GByteArray) packed = g_byte_array_new ();

      gzip_text_append (packed, making->contents->str, making->contents->len);
      g_file_set_contents (making->path, (const char *) packed->data, (gssize) packed->len, NULL);
    }
  else if (making->path != NULL)
    g_file_set_contents (making->path, making->contents->str, (gssize) making->contents->len, NULL);
  g_clear_pointer (&making->path, g_free);
  g_string_truncate (making->contents, 0);
}

static gsize
number_of (const char *text)
{
  return text != NULL ? (gsize) CLAMP (g_ascii_strtoll (text, NULL, 10), 0, REPEATS_MAX) : 0;
}

/* Makes what a line names that is not the contents of a file. */
static void
take_order (Making *making, char **words)
{
  const char *order = words[0];

  if (strcmp (order, "@cut") == 0)
    g_string_truncate (making->contents, making->contents->len - MIN (making->contents->len, number_of (words[1])));
  else if (strcmp (order, "@repeat") == 0 && words[1] != NULL && words[2] != NULL)
    for (gsize i = 0; i < number_of (words[1]); i++)
      g_string_append (making->contents, words[2]);
  else if (words[1] != NULL)
    {
      g_autofree char *path = NULL;

      end_file (making);
      path = path_of (making, words[1]);
      if (path == NULL)
        return;
      if (strcmp (order, "@folder") == 0)
        g_mkdir_with_parents (path, 0700);
      else if (strcmp (order, "@link") == 0 && words[2] != NULL)
        g_assert_cmpint (symlink (words[2], path), <=, 0);
      else if (strcmp (order, "@fifo") == 0)
        mkfifo (path, 0600);
      else if (strcmp (order, "@file") == 0 || strcmp (order, "@gzip") == 0)
        {
          making->is_packed = order[1] == 'g';
          making->path = g_steal_pointer (&path);
        }
    }
}

static void
take_line (Making *making, const char *line, gsize length)
{
  if (length > 0 && line[0] == '@')
    {
      g_autofree char *text = g_strndup (line, length);
      g_auto (GStrv) words = g_strsplit (text, " ", 3);

      take_order (making, words);
      return;
    }
  g_string_append_len (making->contents, line, (gssize) length);
  g_string_append_c (making->contents, '\n');
}

char *
job_folder_make (const char *text, gsize length)
{
  g_autofree char *above = g_dir_make_tmp ("stepscope-job-XXXXXX", NULL);
  char *root = g_build_filename (above, "JOB", NULL);
  Making making = { .root = root, .contents = g_string_new (NULL) };

  g_assert_cmpint (g_mkdir_with_parents (root, 0700), ==, 0);
  for (const char *at = text; at < text + length;)
    {
      const char *end = memchr (at, '\n', (gsize) (text + length - at));

      if (end == NULL)
        end = text + length;
      take_line (&making, at, (gsize) (end - at));
      at = end + 1;
    }
  end_file (&making);
  g_string_free (making.contents, TRUE);
  return root;
}

static void
remove_below (int folder, const char *name)
{
  struct stat info;

  if (fstatat (folder, name, &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR (info.st_mode))
    {
      int fd = openat (folder, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
      g_autofree char *self = g_strdup_printf ("/proc/self/fd/%d", fd);
      g_autoptr (GDir) directory = g_dir_open (self, 0, NULL);

      for (const char *entry; directory != NULL && (entry = g_dir_read_name (directory)) != NULL;)
        remove_below (fd, entry);
      close (fd);
      unlinkat (folder, name, AT_REMOVEDIR);
    }
  else
    unlinkat (folder, name, 0);
}

void
job_folder_remove (const char *path)
{
  g_autofree char *above = g_path_get_dirname (path);

  remove_below (AT_FDCWD, path);
  g_rmdir (above);
}

static int
compare_paths (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

GPtrArray *
job_folder_cases (void)
{
  const char *root = g_getenv ("STEPSCOPE_SOURCE");
  g_autofree char *folder =
    g_build_filename (root != NULL ? root : ".", "tests", "import", "sagemaker", NULL);
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) directory = g_dir_open (folder, 0, NULL);

  g_assert_nonnull (directory);
  for (const char *name; (name = g_dir_read_name (directory)) != NULL;)
    if (g_str_has_suffix (name, ".job"))
      g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
  g_ptr_array_sort (paths, compare_paths);
  return paths;
}
